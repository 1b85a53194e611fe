// @ts-check
// What all numbers of a wrong tensor have in common with the right ones: a factor, an offset, another
// order. It names no mistake; it says only what the numbers have in common.

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Output} from './outputs.js' */

/** @typedef {(k: number) => number} At a number by its place */

const [ATOL, RTOL] = [1e-5, 1e-4];

/** @param {number} a @param {number} b */
const near = (a, b) =>
  Object.is(a, b) ||
  a === b ||
  (Number.isFinite(b) && Math.abs(a - b) <= ATOL + RTOL * Math.abs(b));

/** As Python writes it. @param {number} value */
export const shown = (value) =>
  Number.isFinite(value)
    ? String(Number(value.toPrecision(6)))
    : String(value).replace('Infinity', 'inf').replace('NaN', 'nan');

/** Whether every number is what `rule` makes of the right one; infinities stay. @param {ArrayLike<number>} got @param {ArrayLike<number>} want @param {(right: number) => number} rule */
const follows = (got, want, rule) =>
  Array.from(got).every((v, k) => near(v, Number.isFinite(want[k]) ? rule(want[k]) : want[k]));

/** Sign, factor, offset. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function scaled(got, want) {
  const finite = Array.from(want, (v, k) => (Number.isFinite(v) ? k : -1)).filter((k) => k >= 0);
  const different = new Set(finite.map((k) => want[k]));
  if (different.size < 3) return ''; // a line through two numbers can always be drawn
  if (follows(got, want, (v) => -v)) return 'Every number has the opposite sign.';
  const large = finite.reduce((a, b) => (Math.abs(want[b]) > Math.abs(want[a]) ? b : a));
  const factor = got[large] / want[large];
  if (Math.abs(factor) > 1e-3 && follows(got, want, (v) => v * factor)) {
    return `Every number is ${shown(factor)} times what it should be.`;
  }
  const offset = got[large] - want[large];
  if (follows(got, want, (v) => v + offset)) {
    return `Every number is ${shown(Math.abs(offset))} too ${offset > 0 ? 'large' : 'small'}.`;
  }
  return '';
}

/** @param {readonly number[]} shape @param {number} axis */
const strideOf = (shape, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1);

/** Along which axis something holds. @param {readonly number[]} shape @param {(axis: number, n: number, indexOf: At, stride: number) => boolean} holds */
function axisWhere(shape, holds) {
  return shape.findIndex((n, axis) => {
    const stride = strideOf(shape, axis);
    return n > 2 && holds(axis, n, (k) => Math.floor(k / stride) % n, stride);
  });
}

/** Rows for columns, backwards, one place off. @param {ArrayLike<number>} got @param {TensorLike} truth */
function moved(got, {data: want, shape}) {
  const all = Array.from(got);
  const n = shape[shape.length - 1];
  if (shape.length > 1 && n > 1 && shape[shape.length - 2] === n) {
    const across = (/** @type {number} */ k) => {
      const [i, j] = [Math.floor(k / n) % n, k % n];
      return k + (j - i) * (n - 1);
    };
    if (all.every((v, k) => near(v, want[across(k)])))
      return 'Rows and columns have changed places.';
  }
  const back = axisWhere(shape, (_, size, indexOf, stride) =>
    all.every((v, k) => near(v, want[k + (size - 1 - 2 * indexOf(k)) * stride])),
  );
  if (back >= 0) return `Axis ${back} runs backwards.`;
  for (const step of [1, -1]) {
    const axis = axisWhere(shape, (_, size, indexOf, stride) =>
      all.every((v, k) => {
        const from = indexOf(k) + step;
        return from < 0 || from >= size || near(v, want[k + step * stride]);
      }),
    );
    if (axis < 0) continue;
    return `Index i of axis ${axis} has what belongs to i ${step > 0 ? '+' : '−'} 1.`;
  }
  return '';
}

/** Right at the first index of an axis, mostly wrong at each other. @param {ArrayLike<number>} got @param {TensorLike} truth */
function firstOnly(got, {data: want, shape}) {
  const axis = axisWhere(shape, (_, n, indexOf) => {
    const [wrong, all] = [new Array(n).fill(0), new Array(n).fill(0)];
    for (let k = 0; k < got.length; k++) {
      if (!near(got[k], want[k])) wrong[indexOf(k)]++;
      if (Number.isFinite(want[k])) all[indexOf(k)]++;
    }
    return wrong.every((count, i) => (i === 0 ? count === 0 : 2 * count > all[i]));
  });
  return axis < 0 ? '' : `Index 0 of axis ${axis} is right, the others are not.`;
}

/** What the type of the numbers has to do with it. @param {Output} output @param {ArrayLike<number>} want */
function typed({data: got, dtype}, want) {
  const all = Array.from(got);
  if (all.some((v, k) => Number.isNaN(v) && !Number.isNaN(want[k]))) {
    return 'There is nan in it: 0 · inf, inf − inf and 0 / 0 give that.';
  }
  const isFractional = Array.from(want).some((v) => Number.isFinite(v) && !Number.isInteger(v));
  if (/^(u?int|bool)/.test(dtype) && isFractional) {
    return `The tensor is ${dtype}, which has whole numbers only.`;
  }
  const isClose = (/** @type {number} */ v, /** @type {number} */ k) =>
    near(v, want[k]) || Math.abs(v - want[k]) <= 0.02 * Math.abs(want[k]) + 1e-3;
  return /^b?float16$/.test(dtype) && all.every(isClose)
    ? `The numbers are near, but ${dtype} is too coarse for them.`
    : '';
}

/**
 * @param {Output} output of the right shape, with wrong numbers
 * @param {TensorLike} truth
 * @returns {string} a sentence, or ''
 */
export const patternOf = (output, truth) =>
  typed(output, truth.data) ||
  scaled(output.data, truth.data) ||
  moved(output.data, truth) ||
  firstOnly(output.data, truth);
