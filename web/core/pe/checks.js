// @ts-check

import {requireNumbers, requirePositive, requireShape} from '../check.js';

/** @import { Core, Numbers, TensorLike } from '../core.js' */

/** What the wrappers of src/pe refuse in the same words. */

export const MIN_POSITION = -(2 ** 31);
export const MAX_POSITION = 2 ** 53; // where a double no longer holds every whole number

/** Past these, the slowest or the fastest frequency would leave what a double can hold. */
export const [MIN_BASE, MAX_BASE] = [1e-100, 1e100];

/**
 * @param {number} base
 * @throws {RangeError} unless its powers stay within what a double can hold
 */
export function requireBase(base) {
  requirePositive({base});
  if (base >= MIN_BASE && base <= MAX_BASE) return;
  throw new RangeError(`base must be within ${MIN_BASE} .. ${MAX_BASE}, got ${base}.`);
}

/** @param {Core} core @param {number} dim */
export function requireRopeWidth(core, dim) {
  requireShape(core, {dim});
  if (dim % 2 !== 0) throw new RangeError(`dim must be even, since pairs turn, got ${dim}.`);
}

/** @param {Numbers} positions @returns {Numbers} */
export function requirePositions(positions) {
  requireNumbers('positions', positions);
  return requireWithin('positions', positions, MAX_POSITION, '2^53');
}

/**
 * @param {string} name
 * @param {Numbers} values finite
 * @param {number} limit of their magnitude
 * @param {string} inWords
 * @returns {Numbers}
 */
export function requireWithin(name, values, limit, inWords) {
  for (let k = 0; k < values.length; k++) {
    if (Math.abs(values[k]) <= limit) continue;
    throw new RangeError(
      `${name}[${k}] must be within -${inWords} .. ${inWords}, got ${values[k]}.`,
    );
  }
  return values;
}

/** @param {Numbers | TensorLike | TensorLike} values @returns {Numbers} */
export function numbersOf(values) {
  const isTensor = typeof values === 'object' && values !== null && 'data' in values;
  return isTensor ? values.data : /** @type {Numbers} */ (values);
}
