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
  if (truth.shape.length === 1) {
    const others = n - some.length === 1 ? 'the other is' : 'the others are';
    return isOne
      ? `The number at index ${some[0]} is ${what}, ${others} ${rest}.`
      : `Numbers at indices ${listed(some)} are ${what}, ${others} ${rest}.`;
  }
  const wrongOnes = share > 0.999 ? 'wrong throughout' : 'wrong in places';
  return `Along axis ${axis}, ${isOne ? 'index' : 'indices'} ${listed(some)} ${isOne ? 'is' : 'are'} ${what === 'right' ? 'right throughout' : wrongOnes}, the others are ${rest === 'right' ? 'right throughout' : wrongOnes}.`;
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
