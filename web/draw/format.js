// @ts-check
import {format} from 'd3-format';

const fixed = format('.3~f');
const scientific = format('.2~e');
const grouped = format(',');

/**
 * A number as people read it: grouped integers, three decimals, powers of ten outside 1e-3..1e6.
 *
 * @param {number} value
 */
export function formatNumber(value) {
  if (Number.isNaN(value)) return 'not a number';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return /* t */ '−∞ (masked)';
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return grouped(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e6 ? fixed(value) : scientific(value);
}

const short = format('.3~s');

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A number beside an axis: thousands shortened to k, M and G, small powers of ten as powers.
 *
 * @param {number} value
 */
export function formatTick(value) {
  const exponent = Math.log10(value);
  if (exponent < -3.5 && Math.abs(exponent - Math.round(exponent)) < 1e-9) {
    const digits = String(-Math.round(exponent)).replace(
      /\d/g,
      (digit) => SUPERSCRIPT[Number(digit)],
    );
    return `10⁻${digits}`;
  }
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
