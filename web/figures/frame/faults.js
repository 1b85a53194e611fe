// @ts-check
// What a figure says while a known bug is on: its title, and the sentences in its note's place.

import {t} from '../../dom.js';
import {formatNumber, readNumber} from '../../draw/format.js';

/** @import {Drawing} from './figure.js' */
/** @import {Settings} from './settings.js' */

/**
 * A known bug. `source` is where it has been made in public, `breaks` the name of the meter that catches it, or
 * null for one that does no harm. `says` is what the bug does here, in numbers of the picture where they are
 * computed; what the note of the drawing says is added to it. `unseen` is why it changes nothing, with settings where it
 * does not.
 *
 * @typedef {{label: string, source: Source, breaks: string | null, says: string | ((facts: Facts) => string),
 *   unseen?: string | ((facts: Facts) => string)}} Fault
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
 * @param {boolean} [isUnseen] it changes nothing with these settings
 */
export function titleUnder(title, fault, isUnseen = false) {
  if (!fault) return title;
  const state =
    fault.breaks === null
      ? /* t */ 'changed'
      : isUnseen
        ? /* t */ 'no difference here'
        : /* t */ 'broken';
  return `${title} — ${t(state)}: ${fault.label}`;
}

/**
 * The note under a figure: with a fault on, what it does. Which of the laws notice it, their meters say.
 *
 * @param {Drawing} drawing as computed with the fault
 * @param {Settings} settings
 * @param {Fault | undefined} fault the one that is on
 * @param {boolean} [isUnseen] it changes nothing with these settings
 */
export function noteUnder(drawing, settings, fault, isUnseen = false) {
  const {note = '', meters = []} = drawing;
  if (!fault) return note;
  const value = (/** @type {string} */ name) =>
    formatNumber(meters.find((meter) => meter.name === name)?.value ?? Number.NaN);
  const said = (/** @type {Fault['says']} */ text) =>
    typeof text === 'function' ? text({settings, drawing, value}) : text;
  if (isUnseen)
    return said(fault.unseen ?? t('With these settings this bug changes no number here.'));
  return [said(fault.says), note].filter(Boolean).join(' ');
}

/**
 * Whether a bug can be seen at all: a law or the picture shows another number than without it. What the picture only adds for
 * comparison does not count.
 *
 * @param {Drawing} sound
 * @param {Drawing} drawing as computed with the fault
 */
export function hasEffect(sound, drawing) {
  const values = (/** @type {Drawing} */ {meters = []}) => meters.map(({value}) => value);
  return !isPart(values(sound), values(drawing)) || !isPart(sound.panels, drawing.panels);
}

/** A number for readers in a table, NaN for other words. @param {unknown} value */
const numberOf = (value) => (typeof value === 'string' ? readNumber(value) : value);

/** Two numbers that differ by rounding are the same. */
const ROUNDING = 1e-6;

/**
 * Whether all numbers of one value are in another, at the same places.
 *
 * @param {unknown} part
 * @param {any} whole
 * @returns {boolean}
 */
function isPart(part, whole) {
  const [a, b] = [numberOf(part), numberOf(whole)];
  if (typeof a === 'number') {
    if (typeof b !== 'number') return Number.isNaN(a);
    return Object.is(a, b) || Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a));
  }
  if (typeof a !== 'object' || a === null) return true;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(a).every(([key, value]) => isPart(value, whole[key]));
}
