// @ts-check
import {positionsFrom} from './tensors.js';

/** @import {LinesPanel, Series} from '../../draw/panel.js' */

export const REVOLUTION = 2 * Math.PI;

/**
 * @param {string} name of the attribute
 * @param {readonly number[]} values
 * @param {number} count
 */
export function requireBelow(name, values, count) {
  const past = values.find((value) => value >= count);
  if (past === undefined) return;
  throw new RangeError(`${name} must be 0 to ${count - 1} at this width, got ${past}.`);
}

/**
 * @param {Partial<LinesPanel> & {series: Series[], x: LinesPanel['x'], y: LinesPanel['y']}} rest
 * @returns {LinesPanel}
 */
export const lines = (rest) => ({kind: 'lines', aspect: 0.5, ...rest});

/**
 * @param {number} nPairs
 * @returns {LinesPanel['x']}
 */
export const pairAxis = (nPairs) => ({label: 'pair index', domain: [-0.5, nPairs - 0.5]});

/**
 * One number per pair, and under a fault the right one too.
 *
 * @param {string} title
 * @param {string} label
 * @param {readonly number[]} drawn
 * @param {readonly number[]} exact
 * @param {boolean} isFaulty
 * @returns {LinesPanel}
 */
export function spectrumPanel(title, label, drawn, exact, isFaulty) {
  const x = positionsFrom(0, exact.length);
  /** @type {Series[]} */
  const series = [{name: isFaulty ? 'in use' : title || 'each pair', x, y: drawn, style: 'points'}];
  if (isFaulty) series.push({name: 'right', x, y: exact, dashed: true});
  return lines({title, series, x: pairAxis(exact.length), y: {label, scale: 'log'}, aspect: 0.75});
}
