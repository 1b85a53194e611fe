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
    const axis = axisWhere(shape, (_, size, indexOf, stride) => {
      const isInside = (/** @type {number} */ k) =>
        indexOf(k) + step >= 0 && indexOf(k) + step < size;
      return (
        all.every((v, k) => !isInside(k) || near(v, want[k + step * stride])) &&
        all.some((v, k) => isInside(k) && !near(v, want[k])) // where all are alike, it explains nothing
      );
    });
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
    near(v, want[k]) ||
    (Number.isFinite(want[k]) && Math.abs(v - want[k]) <= 0.02 * Math.abs(want[k]) + 1e-3);
  return /^b?float16$/.test(dtype) && all.every(isClose)
    ? `The numbers are near, but ${dtype} is too coarse for them.`
    : '';
}

/** The same number everywhere, where it should vary. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function constant(got, want) {
  if (new Set(Array.from(want)).size < 3) return '';
  const isSame = Array.from(got).every((v) => Object.is(v, got[0]));
  return isSame ? `Every number is ${shown(got[0])}.` : '';
}

/** @type {[name: string, rule: (right: number) => number][]} */
const FUNCTIONS = [
  ['the square of', (v) => v * v],
  ['the square root of', Math.sqrt],
  ['the reciprocal of', (v) => 1 / v],
  ['the exponential of', Math.exp],
  ['the natural logarithm of', Math.log],
  ['the base-2 logarithm of', Math.log2],
  ['the absolute value of', Math.abs],
  ['1 minus', (v) => 1 - v],
];

/** A function of each right number by itself. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
function transformed(got, want) {
  const different = new Set(Array.from(want).filter(Number.isFinite));
  if (different.size < 3) return '';
  const found = FUNCTIONS.find(([, rule]) => follows(got, want, rule));
  return found ? `Every number is ${found[0]} what it should be.` : '';
}

/** Numbers that are infinite where they should not be, or the other way round. @param {ArrayLike<number>} got @param {TensorLike} truth */
function infinite(got, {data: want}) {
  const isOdd = (/** @type {number} */ v, /** @type {number} */ k) =>
    Number.isFinite(v) !== Number.isFinite(want[k]);
  const odd = Array.from(got, isOdd).filter(Boolean).length;
  if (odd === 0) return '';
  const restIsRight = Array.from(got).every((v, k) => isOdd(v, k) || near(v, want[k]));
  const rest = restIsRight ? ' All other numbers are right: it is the mask.' : '';
  const [some] = Array.from(got).flatMap((v, k) => (isOdd(v, k) ? [[v, want[k]]] : []));
  const count = odd === 1 ? 'One number is' : `${odd} numbers are`;
  return Number.isFinite(some[0])
    ? `${count} finite where ${shown(some[1])} belongs.${rest}`
    : `${count} ${shown(some[0])} where a finite number belongs.${rest}`;
}

/** Wrong on one side of the diagonal of the last two axes only. @param {ArrayLike<number>} got @param {TensorLike} truth */
function oneSide(got, {data: want, shape}) {
  const n = shape[shape.length - 1];
  if (shape.length < 2 || n < 3 || shape[shape.length - 2] !== n) return '';
  const wrong = {above: 0, on: 0, below: 0};
  for (let k = 0; k < got.length; k++) {
    const [i, j] = [Math.floor(k / n) % n, k % n];
    if (!near(got[k], want[k])) wrong[j > i ? 'above' : j < i ? 'below' : 'on']++;
  }
  const at = Object.entries(wrong).filter(([, count]) => count > 0);
  if (at.length !== 1) return '';
  return `Only numbers ${at[0][0]} the diagonal are wrong; all others are right.`;
}

/** @param {number[]} list of indices */
const listed = (list) =>
  list.slice(0, 4).join(', ') + (list.length > 4 ? ` and ${list.length - 4} more` : '');

/** Which indices of an axis are right throughout. @param {ArrayLike<number>} got @param {TensorLike} truth @param {number} axis */
function rightAlong(got, {data: want, shape}, axis) {
  const stride = strideOf(shape, axis);
  const isRight = new Array(shape[axis]).fill(true);
  for (let k = 0; k < got.length; k++) {
    if (!near(got[k], want[k])) isRight[Math.floor(k / stride) % shape[axis]] = false;
  }
  return isRight.flatMap((right, i) => (right ? [i] : []));
}

/** Right at the first row and in the first columns: what other frequencies look like. @param {ArrayLike<number>} got @param {TensorLike} truth */
function frequencies(got, truth) {
  const {shape} = truth;
  const last = shape.length - 1;
  if (shape.length < 2 || shape[last] < 3) return '';
  const columns = rightAlong(got, truth, last);
  const rows = rightAlong(got, truth, last - 1);
  if (!columns.includes(0) || !rows.includes(0) || columns.length === shape[last]) return '';
  if (columns.includes(shape[last] - 1) && columns.length > 2) return '';
  return `Row 0 and ${columns.length === 1 ? 'column' : 'columns'} ${listed(columns)} are right, the other columns are not: look at the frequency or the factor of each column, not at the position.`;
}

/** A factor that depends on the index of one axis alone. @param {ArrayLike<number>} got @param {TensorLike} truth */
function factorByIndex(got, {data: want, shape}) {
  /** @type {number[]} */
  let factors = [];
  const axis = axisWhere(shape, (_, n, indexOf) => {
    factors = new Array(n).fill(Number.NaN);
    let nCompared = 0;
    for (let k = 0; k < got.length; k++) {
      if (!Number.isFinite(want[k]) || Math.abs(want[k]) < 1e-4) {
        if (!near(got[k], want[k])) return false;
        continue;
      }
      const i = indexOf(k);
      if (Number.isNaN(factors[i])) factors[i] = got[k] / want[k];
      else if (!near(got[k], factors[i] * want[k])) return false;
      else nCompared++;
    }
    return nCompared >= n;
  });
  if (axis < 0) return '';
  const known = factors.filter((factor) => !Number.isNaN(factor));
  return `Along axis ${axis} each index has a factor of its own: ${known.slice(0, 4).map(shown).join(', ')}${known.length > 4 ? ' …' : ''}. Within an index all is in proportion.`;
}

/** Some indices of an axis are right throughout, the others are not. @param {ArrayLike<number>} got @param {TensorLike} truth */
function someIndices(got, truth) {
  for (const [axis, n] of [...truth.shape.entries()].reverse()) {
    const right = rightAlong(got, truth, axis);
    if (right.length === 0 || right.length === n) continue;
    const wrong = Array.from({length: n}, (_, i) => i).filter((i) => !right.includes(i));
    const [some, what, rest] =
      wrong.length < right.length ? [wrong, 'wrong', 'right'] : [right, 'right', 'wrong'];
    const noun = some.length === 1 ? 'index' : 'indices';
    const verb = some.length === 1 ? 'is' : 'are';
    return `Along axis ${axis}, ${noun} ${listed(some)} ${verb} ${what} throughout, the others ${rest === 'wrong' ? 'have something wrong' : 'are right'}.`;
  }
  return '';
}

/**
 * @param {Output} output of the right shape, with wrong numbers
 * @param {TensorLike} truth
 * @returns {string} a sentence, or ''
 */
export const patternOf = (output, truth) =>
  typed(output, truth.data) ||
  scaled(output.data, truth.data) ||
  constant(output.data, truth.data) ||
  transformed(output.data, truth.data) ||
  moved(output.data, truth) ||
  infinite(output.data, truth) ||
  factorByIndex(output.data, truth) ||
  oneSide(output.data, truth) ||
  frequencies(output.data, truth) ||
  firstOnly(output.data, truth) ||
  someIndices(output.data, truth);
