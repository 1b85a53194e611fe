// @ts-check
// Products, powers and shifts of whole numbers: exact, then wrapped into their type, as C has them.

import {exactWhole, isLow, lowOf, stepsOf} from './dtypes.js';

/** @import {Dtype} from './dtypes.js' */

const MOST_EXACT = 2 ** 53;

/** What the type keeps of a number that may be too long for it. @param {bigint} value @param {Dtype} dtype */
function kept(value, {name, size}) {
  if (name.startsWith('u')) return exactWhole(Number(BigInt.asUintN(8 * size, value)));
  const own = BigInt.asIntN(8 * size, value);
  const steps = Number(own + 2n ** 63n);
  return steps < MOST_EXACT ? lowOf(steps) : exactWhole(Number(own));
}

/** A double where it is exact. @param {number} near @param {() => bigint} exact @param {Dtype} dtype */
const exactly = (near, exact, dtype) =>
  Math.abs(near) <= MOST_EXACT ? near : kept(exact(), dtype);

/** By squares; no number is longer than twice the type. @param {number} x @param {number} y 0 or more @param {Dtype} dtype */
function longPower(x, y, {size}) {
  let [result, square] = [1n, BigInt(x)];
  for (let rest = BigInt(y); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asIntN(8 * size, result * square);
    square = BigInt.asIntN(8 * size, square * square);
  }
  return result;
}

/** @param {number} x @param {number} y @param {Dtype} dtype */
function power(x, y, dtype) {
  if (y >= 0) return exactly(x ** y, () => longPower(x, y, dtype), dtype);
  return Math.abs(x) === 1 ? (y % 2 === 0 ? 1 : x) : 0;
}

/** @param {number} y @param {Dtype} dtype */
const isTooFar = (y, {size}) => y < 0 || y >= 8 * size;

/** By how much a processor shifts: it reads the last bits of the number only. @param {number} y @param {Dtype} dtype */
const onProcessor = (y, {size}) => Number(BigInt.asUintN(size === 8 ? 6 : 5, BigInt(y)));

/** @param {number} x @param {number} y @param {Dtype} dtype */
const shifted = (x, y, dtype) => kept(BigInt(x) << BigInt(y), dtype);

/** @param {number} x @param {number} y where one at least is low */
function lowSum(x, y) {
  if (isLow(x) && isLow(y)) return stepsOf(x) + stepsOf(y);
  return isLow(x) ? lowOf(stepsOf(x) + y) : lowOf(stepsOf(y) + x);
}

/** @param {number} x @param {number} y where one at least is low */
function lowDifference(x, y) {
  if (isLow(x) && isLow(y)) return stepsOf(x) - stepsOf(y);
  return isLow(x) ? lowOf(stepsOf(x) - y) : lowOf(x - stepsOf(y));
}

/** @type {Record<string, (x: number, y: number, dtype: Dtype) => number>} */
export const WHOLE = {
  add: (x, y) => (isLow(x) || isLow(y) ? lowSum(x, y) : x + y),
  sub: (x, y) => (isLow(x) || isLow(y) ? lowDifference(x, y) : x - y),
  mul: (x, y, dtype) => exactly(x * y, () => BigInt(x) * BigInt(y), dtype),
  pow: power,
  lshift: (x, y, dtype) => shifted(x, onProcessor(y, dtype), dtype), // PyTorch's
  rshift: (x, y, dtype) => Math.floor(x / 2 ** onProcessor(y, dtype)),
  left_shift: (x, y, dtype) => (isTooFar(y, dtype) ? 0 : shifted(x, y, dtype)), // numpy's
  right_shift: (x, y, dtype) => (isTooFar(y, dtype) ? -Number(x < 0) : Math.floor(x / 2 ** y)),
};
