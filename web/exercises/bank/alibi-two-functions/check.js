// @ts-check
import {alibiBias, alibiSlopes} from '../../../core/pe.js';

/** @import {Core, Numbers, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */

/** @param {string} title @param {number} nHeads @param {number} n @param {boolean} isHidden */
const caseOf = (title, nHeads, n, isHidden) => ({
  title,
  isHidden,
  nHeads,
  n,
  steps: [
    {op: 'call', target: 'get_alibi_slopes', args: [nHeads], get: true},
    {op: 'call', target: 'get_alibi_bias', args: [n, nHeads], get: true},
  ],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('8 heads, 5 positions', 8, 5, false),
  caseOf('6 heads, 4 positions', 6, 4, false),
  caseOf('one head, one position', 1, 1, true),
  caseOf('a power of two', random.pick([16, 32]), random.int(6, 12), true),
  caseOf('no power of two', random.pick([3, 5, 7, 12, 20, 24]), random.int(6, 12), true),
];

/** Slopes and the bias on both sides. @param {Core} core @param {Case} item @param {Numbers} slopes @returns {TensorLike[]} */
const answer = (core, {n}, slopes) => [
  {data: slopes, shape: [slopes.length]},
  alibiBias(core, {slopes, nQuery: n, nKey: n, mask: 'none'}),
];

/** @param {Core} core @param {Case} item */
const reference = (core, {nHeads}) => alibiSlopes(core, {nHeads}).data;

/** @type {Check['truth']} */
export const truth = (core, item) => answer(core, item, reference(core, item));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'both-sides',
    figure: '5-alibi.html#the-mirror',
    sentence: 'Before the mask the bias is the same to both sides.',
    holds: ([, {data, shape}]) => {
      const n = shape[2];
      const at = data.findIndex((v, k) => {
        const [head, i, j] = [Math.floor(k / n / n), Math.floor(k / n) % n, k % n];
        return Math.abs(v - data[(head * n + j) * n + i]) > 1e-5;
      });
      return at < 0 || `query ${Math.floor(at / n) % n}, key ${at % n}`;
    },
  },
];
