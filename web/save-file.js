// @ts-check
import {html} from './dom.js';

/** Long enough for any browser to have begun. */
const KEPT_MS = 10_000;

/**
 * Saves a file where the browser saves files.
 *
 * @param {string} name
 * @param {Blob | string} content
 * @param {string} [type] of a text
 */
export function saveFile(name, content, type = 'application/json') {
  const blob = typeof content === 'string' ? new Blob([content], {type}) : content;
  const href = URL.createObjectURL(blob);
  html('a', '', {href, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
