// @ts-check
// Where a tensor is right and where it is wrong: at which indices of an axis, at which of the numbers that were given.
import {listed, near, shown, strideOf} from './pattern-parts.js';

/** @import {TensorLike} from '../../core/core.js' */

/** Which indices of an axis are right throughout. @param {ArrayLike<number>} got @param {TensorLike} truth @param {number} axis */
export function rightAlong(got, {data: want, shape}, axis) {
  const stride = strideOf(shape, axis);
  const isRight = new Array(shape[axis]).fill(true);
  for (let k = 0; k < got.length; k++) {
    if (!near(got[k], want[k])) isRight[Math.floor(k / stride) % shape[axis]] = false;
  }
  return isRight.flatMap((right, i) => (right ? [i] : []));
}

/** How many numbers of an index that is not right throughout are wrong. @param {ArrayLike<number>} got @param {TensorLike} truth @param {number} axis @param {number[]} right */
function shareWrong(got, {data: want, shape}, axis, right) {
  const stride = strideOf(shape, axis);
  const isWrong = Array.from(got, (v, k) => !near(v, want[k])).filter(
    (_, k) => !right.includes(Math.floor(k / stride) % shape[axis]),
  );
  return isWrong.filter(Boolean).length / isWrong.length;
}

/** Some indices of an axis are right throughout, the others are not: of the axis that tells them apart best. @param {ArrayLike<number>} got @param {TensorLike} truth */
export function someIndices(got, truth) {
  const found = [...truth.shape.keys()].reverse().flatMap((axis) => {
    const right = rightAlong(got, truth, axis);
    const isSome = right.length > 0 && right.length < truth.shape[axis];
    return isSome ? [{axis, right, share: shareWrong(got, truth, axis, right)}] : [];
  });
  if (found.length === 0) return '';
  const {axis, right, share} = found.reduce((a, b) => (b.share > a.share + 1e-9 ? b : a));
  const n = truth.shape[axis];
  const wrong = Array.from({length: n}, (_, i) => i).filter((i) => !right.includes(i));
  const [some, what, rest] =
    wrong.length <= right.length ? [wrong, 'wrong', 'right'] : [right, 'right', 'wrong'];
  const isOne = some.length === 1;
  const why = wrong.length > 0 && right.length > 0 ? placeWords(wrong, n) : '';
  if (truth.shape.length === 1) {
    const others = n - some.length === 1 ? 'the other is' : 'the others are';
    return isOne
      ? `The number at index ${some[0]} is ${what}, ${others} ${rest}${why}.`
      : `Numbers at indices ${listed(some)} are ${what}, ${others} ${rest}${why}.`;
  }
  const wrongOnes = share > 0.999 ? 'wrong throughout' : 'wrong in places';
  return `Along axis ${axis}, ${isOne ? 'index' : 'indices'} ${listed(some)} ${isOne ? 'is' : 'are'} ${what === 'right' ? 'right throughout' : wrongOnes}, the others are ${rest === 'right' ? 'right throughout' : wrongOnes}${why}.`;
}

/** What wrong indices look like, where they are no others than the last, the first, every second or a half. @param {readonly number[]} wrong @param {number} n @returns {string} after a comma, or '' */
function placeWords(wrong, n) {
  const [first, last] = [wrong[0], wrong[wrong.length - 1]];
  const isRun = last - first === wrong.length - 1;
  if (n > 2 && wrong.length === 1 && last === n - 1)
    return ', as where a loop or a slice ends one too early, or the last one is treated in its own way';
  if (n > 2 && wrong.length === 1 && first === 0)
    return ', as where a loop or a slice begins one too late';
  if (isRun && first === 1 && last === n - 1)
    return ', as where what belongs to the first is used for all, or what is carried from one to the next goes wrong';
  const isHalf = 2 * wrong.length === n && n > 3;
  if (isHalf && isRun && (first === 0 || last === n - 1))
    return `: it is the ${first === 0 ? 'first' : 'second'} half`;
  if (isHalf && wrong.every((i, k) => i === 2 * k + (first % 2)))
    return `: it is every second one, the ${first === 0 ? 'even' : 'odd'} ones`;
  return '';
}

const CHANCE = 1e-3; // that the right numbers stand so where it is not the input that decides

/** Right up to some size of the number that was given at the same place. @param {ArrayLike<number>} got @param {TensorLike} truth @param {readonly TensorLike[]} given */
export function byInput(got, {data: want, shape}, given) {
  for (const one of given) {
    if (one.shape.join() !== shape.join()) continue;
    const all = Array.from(got, (v, k) => ({x: one.data[k], isRight: near(v, want[k])}));
    for (const {of, words} of SIDES) {
      const wrong = all.filter(({isRight}) => !isRight);
      const from = wrong.reduce((least, {x}) => Math.min(least, of(x)), Infinity);
      const before = all.filter(({x}) => of(x) < from);
      const beyond = all.length - before.length;
      const nRight = all.length - wrong.length;
      const chance = before.reduce((p, _, k) => (p * (nRight - k)) / (all.length - k), 1);
      if (chance > CHANCE || wrong.length < 3 || 2 * wrong.length < beyond) continue;
      const last = before.reduce((most, {x}) => Math.max(most, of(x)), -Infinity);
      return `All is right where the number given is ${words(last, from)}; ${wrong.length === beyond ? 'all others' : 'most others'} are wrong.`;
    }
  }
  return '';
}

/** What a tensor is called among those that were given. @param {number} k @param {number} n */
export const givenWords = (k, n) =>
  n > 1 ? `tensor ${k + 1} of those that the call is given` : 'the tensor that the call is given';

const LEAST_WRONG = 2;

/** Right where a mask or an index that was given has one value, wrong where it has another: it is of the leading axes. @param {ArrayLike<number>} got @param {TensorLike} truth @param {readonly (TensorLike & {dtype?: string})[]} given */
export function byGiven(got, {data: want, shape}, given) {
  for (const [at, one] of given.entries()) {
    const isWhole = one.dtype !== undefined && !one.dtype.startsWith('float');
    const size = strideOf(shape, one.shape.length - 1);
    if (!isWhole || one.shape.join() !== shape.slice(0, one.shape.length).join()) continue;
    /** @type {Map<number, number[]>} of each value how many are right, and wrong */
    const counts = new Map();
    for (let k = 0; k < got.length; k++) {
      const value = one.data[Math.floor(k / size)];
      const count = counts.get(value) ?? [0, 0];
      counts.set(value, count);
      count[near(got[k], want[k]) ? 0 : 1]++;
    }
    const all = [...counts];
    const wrong = all.filter(([, [, n]]) => n > 0);
    const right = all.filter(([, [, n]]) => n === 0);
    const nRight = right.reduce((sum, [, [n]]) => sum + n, 0);
    if (wrong.length !== 1 || wrong[0][1][1] < LEAST_WRONG || nRight < LEAST_WRONG) continue;
    if (all.length > 2 && wrong[0][1][0] > 0) continue;
    const most = wrong[0][1][0] > 0 ? 'some numbers are wrong' : 'all numbers are wrong';
    return `Where ${givenWords(at, given.length)} is ${shown(wrong[0][0])}, ${most}; all others are right.`;
  }
  return '';
}

/** @type {[words: string, own: (v: number) => number][]} what an index is multiplied by, where v is given */
const FACTORS = [
  ['multiplied by its number of % once too often', (v) => v],
  ['right if multiplied by its number of %, as where that is left out', (v) => 1 / v],
];
/** @type {typeof FACTORS} */
const AMOUNTS = [
  ['too large by %, as where that is added without need', (v) => v],
  ['too small by %, as where that is left out', (v) => -v],
];

/**
 * Which numbers that were given the factors, or the amounts, of each index are.
 *
 * @param {readonly number[]} numbers nan: not known @param {'factors' | 'amounts'} kind @param {readonly TensorLike[]} given
 * @returns {string} '' where they are none of them
 */
export function givenByIndex(numbers, kind, given) {
  for (const [at, {data, shape}] of given.entries()) {
    if (shape.length !== 1 || data.length !== numbers.length) continue;
    for (const [words, own] of kind === 'factors' ? FACTORS : AMOUNTS) {
      const known = numbers.flatMap((v, i) => (Number.isNaN(v) ? [] : [[v, own(data[i])]]));
      const isVaried = new Set(known.map(([, right]) => right)).size > 2;
      if (!isVaried || !known.every(([v, right]) => near(v, right))) continue;
      return words.replace('%', givenWords(at, given.length));
    }
  }
  return '';
}

/** What is too much or too little is a multiple of what was given. @param {ArrayLike<number>} got @param {TensorLike} truth @param {readonly TensorLike[]} given */
export function multipleOfGiven(got, {data: want, shape}, given) {
  const extra = Array.from(got, (v, k) => v - want[k]);
  if (extra.length < 3 || !extra.every(Number.isFinite)) return '';
  for (const [at, one] of given.entries()) {
    if (one.shape.join() !== shape.join() || new Set(Array.from(one.data)).size < 3) continue;
    const large = extra.reduce((best, v, k) => (Math.abs(v) > Math.abs(extra[best]) ? k : best), 0);
    const factor = extra[large] / one.data[large];
    if (!Number.isFinite(factor) || Math.abs(factor) < 1e-3) continue;
    if (!extra.every((v, k) => near(v, factor * one.data[k]))) continue;
    const times = near(Math.abs(factor), 1) ? '' : `${shown(Math.abs(factor))} times `;
    return `What is right, ${factor > 0 ? 'plus' : 'less'} ${times}${givenWords(at, given.length)}: that is what you give.`;
  }
  return '';
}

/** @type {{of: (x: number) => number, words: (last: number, from: number) => string}[]} */
const SIDES = [
  {
    of: (x) => x,
    words: (last, from) => (last < 0 && from > 0 ? 'negative' : `at most ${shown(last)}`),
  },
  {
    of: (x) => -x,
    words: (last, from) => (last < 0 && from > 0 ? 'positive' : `at least ${shown(-last)}`),
  },
  {of: Math.abs, words: (last) => `between ${shown(-last)} and ${shown(last)}`},
];
