// @ts-check
import {call} from '../steps.js';
import {filled} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {string} title @param {number[][]} real @param {boolean} [isHidden] */
function caseOf(title, real, isHidden = false) {
  const shape = [real.length, real[0].length];
  const data = Float64Array.from(real.flat());
  const steps = [call('additive_mask', {tensor: {shape, dtype: 'int64', data}})];
  return {title, isHidden, steps, real};
}

/** @param {number} left @param {number} n @param {number} right */
const row = (left, n, right) => [
  ...new Array(left).fill(0),
  ...new Array(n).fill(1),
  ...new Array(right).fill(0),
];

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('padded on the right', [row(0, 4, 0), row(0, 2, 2)]),
  caseOf('padded on the left', [row(2, 3, 0)]),
  caseOf('as many texts and tokens, padded elsewhere', [row(1, 3, 0), row(0, 3, 1)], true),
  caseOf('nothing padded', [row(0, random.int(3, 6), 0)], true),
  caseOf('nothing but padding', [row(0, 5, 0), row(5, 0, 0)], true),
  caseOf(
    'both sides',
    [row(2, random.int(3, 5), 3), row(1, 6, 4)].map((r) => r.slice(0, 8)),
    true,
  ),
];

/** @type {Check['truth']} */
export const truth = (_core, {real}) => {
  const n = real[0].length;
  const sees = (/** @type {number} */ t, /** @type {number} */ i, /** @type {number} */ j) =>
    i === j || (j < i && real[t][j] === 1);
  return [filled([real.length, 1, n, n], (t, _, i, j) => (sees(t, i, j) ? 0 : -Infinity))];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'no-empty-row',
    figure: '6-without-position.html#the-mask-is-a-clock',
    sentence: 'Every query sees a key, so that no softmax divides by 0.',
    holds: ([{data, shape}]) => {
      const n = shape[3];
      const all = Array.from(data);
      for (let at = 0; at < all.length; at += n) {
        if (!all.slice(at, at + n).includes(0))
          return `text ${Math.floor(at / n / n)}, query ${(at / n) % n}`;
      }
      return true;
    },
  },
];
