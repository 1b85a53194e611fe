// @ts-check
// Powers: rows of numbers that come of another base or exponent, and softmax of logits that have another scale.
import {factorWords, near, shown} from './pattern-parts.js';

/** @import {TensorLike} from '../../core/core.js' */

const LEAST = 4; // through the logarithms of fewer numbers a line can nearly always be drawn
const SMALLEST = 1e-6; // the logarithm of a smaller weight is rounding
const CLOSE = 2e-3;

/** Every number is a power of the right one. @param {ArrayLike<number>} got @param {ArrayLike<number>} want */
export function power(got, want) {
  const all = Array.from(want);
  const isPositive = all.every((v, k) => v > 0 && got[k] > 0 && Number.isFinite(v));
  if (!isPositive || new Set(all).size < LEAST) return '';
  const [low, high] = [-1, 1].map((sign) =>
    all.reduce((best, v, k) => (sign * v > sign * all[best] ? k : best), 0),
  );
  if (all[high] < 2 * all[low]) return ''; // of numbers that are alike each is any power of the other
  const exponent = Math.log(got[high] / got[low]) / Math.log(all[high] / all[low]);
  const factor = got[high] / all[high] ** exponent;
  if (Math.abs(exponent) < 1e-3 || near(exponent, 1)) return '';
  if (!all.every((v, k) => Math.abs(got[k] / (factor * v ** exponent) - 1) < 1e-4)) return '';
  const times = near(factor, 1) ? '' : `, times ${shown(factor)}`;
  return `Every number is the right one to the power of ${shown(exponent)}${times}: look at the base and the exponent.`;
}

/** What factors of one index after the other are, where each is the same multiple of the one before: '0.5^i', or ''. @param {readonly number[]} factors */
export function powersIn(factors) {
  const ratio = factors[1] / factors[0];
  const isRow =
    factors.length >= LEAST &&
    ratio > 0 &&
    !near(ratio, 1) &&
    factors.every((v, i) => Math.abs(v / (factors[0] * ratio ** i) - 1) < CLOSE);
  if (!isRow) return '';
  return `${near(factors[0], 1) ? '' : `${shown(factors[0])} · `}${shown(ratio)}^i`;
}

/** The rows of the last axis, where each adds up to 1. @param {ArrayLike<number>} data @param {readonly number[]} shape @returns {number[][] | null} */
function weightsOf(data, shape) {
  const width = shape[shape.length - 1];
  if (!(width > 2)) return null;
  const rows = Array.from({length: data.length / width}, (_, r) =>
    Array.from({length: width}, (_, j) => data[r * width + j]),
  );
  const isWeight = (/** @type {number[]} */ row) =>
    row.every((v) => v >= 0) && Math.abs(row.reduce((a, b) => a + b, 0) - 1) < 1e-3;
  return rows.every(isWeight) ? rows : null;
}

/** Weights of softmax whose logits are right but for a factor, or for an amount of each column. @param {ArrayLike<number>} got @param {TensorLike} truth */
export function logits(got, {data: want, shape}) {
  const [own, right] = [weightsOf(got, shape), weightsOf(want, shape)];
  if (!own || !right) return '';
  const pairs = right.map((row, r) =>
    row.flatMap((v, j) =>
      Math.min(v, own[r][j]) > SMALLEST ? [{j, w: Math.log(v), g: Math.log(own[r][j])}] : [],
    ),
  );
  if (right.some((row, r) => row.some((v, j) => (v === 0) !== (own[r][j] === 0)))) return '';
  const steps = pairs.flatMap(([first, ...rest]) =>
    rest.map(({j, w, g}) => ({j, from: first.j, w: w - first.w, g: g - first.g})),
  );
  if (steps.length < LEAST) return '';
  const far = steps.reduce((a, b) => (Math.abs(b.w) > Math.abs(a.w) ? b : a));
  const factor = far.g / far.w;
  const isClose = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.abs(a - b) < CLOSE * (1 + Math.abs(b));
  if (!isClose(factor, 1) && steps.every(({w, g}) => isClose(g, factor * w)))
    return `The weights of each row add up to 1, but are too ${Math.abs(factor) < 1 ? 'even' : 'uneven'}: before softmax the logits are ${shown(Number(factor.toPrecision(4)))} times what they should be${factorWords(factor, CLOSE)}. Look at what they are divided by.`;
  const amounts = new Map(steps.map(({j, w, g}) => [j, g - w]));
  const isByColumn =
    right.length >= LEAST &&
    steps.every(({from, j, w, g}) => from === 0 && isClose(g - w, amounts.get(j) ?? 0));
  return isByColumn
    ? 'The weights of each row add up to 1, but before softmax each column has an amount too much or too little, the same in every row: look at what is added for each key.'
    : '';
}
