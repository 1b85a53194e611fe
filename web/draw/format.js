// @ts-check
// Numbers for readers. Files and attributes have numbers as JavaScript writes them.
import {format} from 'd3-format';

import {formatPower} from '../strings/powers.js';

export {formatPower, readNumber} from '../strings/powers.js';

/** Of the significant digits of a fraction, so many are shown, and no more than three decimals. */
const DIGITS = 5;
const fixed = [0, 1, 2, 3].map((decimals) => format(`,.${decimals}~f`));
const grouped = format(',');
const short = format('.3~s');

/**
 * A number as people read it: grouped integers, up to three decimals, powers of ten outside 1e-3..1e6: 1.67·10⁻⁶.
 *
 * @param {number} value
 */
export function formatNumber(value) {
  if (Number.isNaN(value)) return 'not a number';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return /* t */ '−∞ (masked)';
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return grouped(value);
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return formatPower(value, 2);
  return fixed[Math.max(0, Math.min(3, DIGITS - 1 - Math.floor(Math.log10(size))))](value);
}

/**
 * A number beside an axis: thousands shortened to k, M and G.
 *
 * @param {number} value
 */
export function formatTick(value) {
  return Math.abs(value) >= 1e4 ? short(value) : formatNumber(value);
}

/**
 * The name of cell `index` of an axis.
 *
 * @param {import('./panel.js').Axis} axis
 * @param {number} index
 */
export function cellName(axis, index) {
  const name = axis.names?.[index] ?? index;
  return typeof name === 'number' ? formatNumber(name) : name;
}
