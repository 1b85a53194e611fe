// @ts-check
import {alibiBias} from '../../../core/pe.js';

/** @import {Check} from '../../grading/grader.js' */

/** @param {string} title @param {number} nHeads @param {number} maxLen @param {boolean} isHidden */
const caseOf = (title, nHeads, maxLen, isHidden) => ({
  title,
  isHidden,
  nHeads,
  maxLen,
  steps: [{op: 'call', target: 'get_alibi_mask', args: [nHeads, maxLen], get: true}],
});

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf('8 heads, 6 positions', 8, 6, false),
  caseOf('12 heads, 5 positions', 12, 5, false),
  caseOf('one head', 1, random.int(2, 6), true),
  caseOf('a power of two', random.pick([2, 4, 16]), random.int(7, 30), true),
  caseOf('no power of two', random.pick([3, 5, 6, 7, 20, 24]), random.int(7, 20), true),
];

/** @type {Check['truth']} */
export const truth = (core, {nHeads, maxLen: n}) => [alibiBias(core, {nHeads, nQuery: n, nKey: n})];

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'self',
    figure: '5-alibi.html#a-toll-for-distance',
    sentence: 'A token is at no distance from itself: the diagonal is 0.',
    holds: ([{data, shape}]) => {
      const n = shape[2];
      const at = data.findIndex((v, k) => Math.floor(k / n) % n === k % n && v !== 0);
      return at < 0 || `head ${Math.floor(at / n / n)}, position ${at % n}`;
    },
  },
  {
    id: 'offsets',
    figure: '5-alibi.html#the-bias-as-a-matrix',
    sentence: 'One step further down and to the right nothing changes: only i − j counts.',
    holds: ([{data, shape}]) => {
      const n = shape[2];
      const at = data.findIndex((v, k) => {
        const isLast = k % n === n - 1 || Math.floor(k / n) % n === n - 1;
        return !isLast && v !== data[k + n + 1] && !(Math.abs(v - data[k + n + 1]) <= 1e-5);
      });
      return at < 0 || `query ${Math.floor(at / n) % n}, key ${at % n}`;
    },
  },
];
