// @ts-check
// The numbers of a figure as text for other programs.
import {meterHolds} from './meters.js';

/** @import {Table} from '../../draw/panel.js' */
/** @import {Figure} from './figure.js' */

/** What a picture or a file says of where it comes from. @param {Figure} figure */
export function provenanceOf(figure) {
  const {settings} = figure.currentSettings();
  return {
    figure: figure.localName,
    preset: figure.presetName,
    fault: figure.faultName || null,
    settings,
    version: `poslab ${POSLAB_VERSION}`,
  };
}

/** The build's; it is not there where modules run from source. */
const POSLAB_VERSION = /** @type {any} */ (globalThis).POSLAB_VERSION ?? 'from source';

/** A cell that a comma, a quotation mark or a line's end would break. @param {string | number} value */
function cell(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * RFC 4180, with a head line; numbers as JavaScript writes them, so that none is rounded.
 *
 * @param {Table} table
 */
export const csvOf = ({columns, rows}) =>
  [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** All tables and laws of a figure. @param {Figure} figure */
export function jsonOf(figure) {
  const meters = (figure.drawing?.meters ?? []).map((meter) => ({
    name: meter.name,
    label: meter.label,
    value: meter.value,
    relation: meter.relation ?? '≤',
    limit: meter.limit,
    holds: meterHolds(meter),
  }));
  return `${JSON.stringify({...provenanceOf(figure), tables: figure.tables, laws: meters}, null, 1)}\n`;
}
