// @ts-check
// What a figure says while a known bug is on: its title, and the sentences in its note's place.

import {t} from '../../dom.js';
import {formatNumber} from '../../draw/format.js';

/** @import {Drawing} from './figure.js' */
/** @import {Settings} from './settings.js' */

/**
 * A known bug. `source` is where it has been made in public, `breaks` the name of the meter that catches it, or
 * null for one that does no harm. `says` is what the bug does here, in numbers of the picture where they are
 * computed; what the note of the drawing says is added to it.
 *
 * @typedef {{label: string, source: Source, breaks: string | null, says: string | ((facts: Facts) => string)}} Fault
 */

/** @typedef {{text: string, url?: string}} Source */

/**
 * What a sentence may use: the settings, the drawing under the fault, and a meter's value as text.
 *
 * @typedef {{settings: Settings, drawing: Drawing, value: (meter: string) => string}} Facts
 */

/** @type {Source} for a bug that we know of, but of no public report of it */
export const COMMON_SLIP = {text: 'a common slip'};

/**
 * A report of a bug on GitHub, whose address leads to a pull request too.
 *
 * @param {string} text owner/repository#number
 * @returns {Source}
 */
export const onGitHub = (text) => ({
  text,
  url: `https://github.com/${text.replace('#', '/issues/')}`,
});

/**
 * @param {string} title of the preset, a claim
 * @param {Fault | undefined} fault the one that is on
 */
export function titleUnder(title, fault) {
  if (!fault) return title;
  return `${title} — ${t(fault.breaks === null ? 'changed' : 'broken')}: ${fault.label}`;
}

/**
 * The note under a figure: with a fault on, what it does. Which of the laws notice it, their meters say.
 *
 * @param {Drawing} drawing as computed with the fault
 * @param {Settings} settings
 * @param {Fault | undefined} fault the one that is on
 */
export function noteUnder(drawing, settings, fault) {
  const {note = '', meters = []} = drawing;
  if (!fault) return note;
  const value = (/** @type {string} */ name) =>
    formatNumber(meters.find((meter) => meter.name === name)?.value ?? Number.NaN);
  const {says} = fault;
  const own = typeof says === 'function' ? says({settings, drawing, value}) : says;
  return [own, note].filter(Boolean).join(' ');
}
