// @ts-check
import {faultAlibiQueryAxis} from '../../../core/fault.js';
import {alibiBias, alibiSlopes} from '../../../core/pe.js';
import {filled, permuted} from '../tensors.js';

/** @import {Tensor} from '../../../core/core.js' */
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

/** Numbers after the query's place, by another rule. @param {Tensor} mask @param {(i: number, j: number, value: number) => number} rule */
function changed({data, shape}, rule) {
  const n = shape[2];
  const values = data.map((value, at) => rule(Math.floor(at / n) % n, at % n, value));
  return {data: values, shape};
}

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'symmetric',
    sentence:
      'The future is not hidden: it has −slope·|i − j| as the past does. A model with nothing but this cannot tell a sentence from its mirror image; put −inf where the key comes after the query.',
    truth: (core, {nHeads, maxLen: n}) => [
      alibiBias(core, {nHeads, nQuery: n, nKey: n, mask: 'none'}),
    ],
  },
  {
    id: 'geometric-slopes',
    sentence:
      'The slopes are 2^(−8h/n) for a head count that is no power of two: the plain row, 0.63 … 0.0039 for 12 heads. The authors’ rule gives 0.5 … 0.0039 and then 0.7071, 0.3536, 0.1768, 0.0884; published models have those.',
    truth: (core, {nHeads, maxLen: n}) => {
      const slopes = alibiSlopes(core, {nHeads, rule: 'geometric'});
      return [alibiBias(core, {slopes, nQuery: n, nKey: n})];
    },
  },
  {
    id: 'zero-based',
    sentence:
      'The exponent counts heads from 0, so that the first slope is 1. It counts from 1: the first of 8 heads has 2^−1, the last 2^−8.',
    truth: (core, {nHeads, maxLen: n}) => {
      const slopes = Float32Array.from({length: nHeads}, (_, h) => 2 ** ((-8 * h) / nHeads));
      return [alibiBias(core, {slopes, nQuery: n, nKey: n})];
    },
  },
  {
    id: 'rewarded-distance',
    sentence:
      'The sign is wrong: far keys get more instead of less. The bias is minus the slope times how far the key lies back.',
    truth: (core, {nHeads, maxLen: n}) => [
      changed(alibiBias(core, {nHeads, nQuery: n, nKey: n}), (i, j, v) => (j > i ? v : -v)),
    ],
  },
  {
    id: 'zero-future',
    sentence:
      'Keys after the query have 0, the best number there is: they are not hidden but preferred. torch.tril fills with 0; a mask that is added needs −inf.',
    truth: (core, {nHeads, maxLen: n}) => [
      changed(alibiBias(core, {nHeads, nQuery: n, nKey: n}), (i, j, v) => (j > i ? 0 : v)),
    ],
  },
  {
    id: 'big-negative',
    isPartial: true,
    sentence:
      'The future has a large negative number instead of −inf. Softmax makes 0 of both; the exercise wants −inf, which stays what it is whatever is added to it.',
    matches: ([{data}], item, core) => {
      const {data: right} = alibiBias(core, {
        nHeads: item.nHeads,
        nQuery: item.maxLen,
        nKey: item.maxLen,
      });
      return data.every((v, k) =>
        Number.isFinite(right[k])
          ? Math.abs(v - right[k]) <= 1e-5
          : v < -1000 && Number.isFinite(v),
      );
    },
  },
  {
    id: 'key-row',
    isPartial: true,
    sentence:
      'This is slope · j, the same in every row. Under the mask softmax makes the same of it, for the two differ by one number per row; the exercise wants −slope · (i − j) itself, with 0 on the diagonal.',
    truth: (core, {nHeads, maxLen: n}) => {
      const slopes = alibiSlopes(core, {nHeads}).data;
      return [filled([nHeads, n, n], (h, i, j) => (j > i ? -Infinity : slopes[h] * j))];
    },
  },
  {
    id: 'hides-itself',
    sentence:
      'Each query hides its own key too. A key at the query’s place is at distance 0 and is seen; only those after it have −inf.',
    truth: (core, {nHeads, maxLen: n}) => [
      changed(alibiBias(core, {nHeads, nQuery: n, nKey: n}), (i, j, v) =>
        j === i ? -Infinity : v,
      ),
    ],
  },
  {
    id: 'sorted-slopes',
    sentence:
      'The slopes are right but sorted. Heads are told apart by their place, and the rule puts the extra slopes at the end: leave them there.',
    truth: (core, {nHeads, maxLen: n}) => {
      const slopes = alibiSlopes(core, {nHeads}).data.toSorted((a, b) => b - a);
      return [alibiBias(core, {slopes, nQuery: n, nKey: n})];
    },
  },
  {
    id: 'keys-as-rows',
    sentence:
      'Rows and columns have changed places: every query sees only what comes after it. Rows are queries, columns keys.',
    truth: (core, {nHeads, maxLen: n}) => [
      permuted(alibiBias(core, {nHeads, nQuery: n, nKey: n}), [0, 2, 1]),
    ],
  },
  {
    id: 'query-axis',
    sentence:
      'The penalty grows with the query’s place, not with the distance: a row has one number throughout, and softmax erases it. ALiBi does nothing then, silently.',
    truth: (core, {nHeads, maxLen: n}) => {
      const slopes = alibiSlopes(core, {nHeads});
      const bias = faultAlibiQueryAxis(core, {slopes, nQuery: n, nKey: n});
      const first = Math.sign(bias.data[n * n - 1]); // of the last row
      return [changed(bias, (i, j, v) => (j > i ? -Infinity : -first * v))];
    },
  },
];

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
