// @ts-check
import {alibiBias, alibiSlopes} from '../../../core/pe.js';
import {filled} from '../tensors.js';

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
  caseOf('a power of two', random.pick([2, 4, 16, 32]), random.int(6, 12), true),
  caseOf('no power of two', random.pick([3, 5, 7, 12, 20, 24]), random.int(6, 12), true),
];

/** Slopes and the bias on both sides. @param {Core} core @param {Case} item @param {Numbers} slopes @returns {TensorLike[]} */
const answer = (core, {n}, slopes) => [
  {data: slopes, shape: [slopes.length]},
  alibiBias(core, {slopes, nQuery: n, nKey: n, mask: 'none'}),
];

/** @param {Core} core @param {Case} item */
const reference = (core, {nHeads}) => alibiSlopes(core, {nHeads}).data;

/** Slopes as they should be, the bias another. @param {Core} core @param {Case} item @param {(slope: number, i: number, j: number) => number} rule */
function withBias(core, item, rule) {
  const slopes = reference(core, item);
  const bias = filled([item.nHeads, item.n, item.n], (h, i, j) => rule(slopes[h], i, j));
  return [{data: slopes, shape: [slopes.length]}, bias];
}

/** @type {Check['truth']} */
export const truth = (core, item) => answer(core, item, reference(core, item));

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'geometric-slopes',
    sentence:
      'The plain row 2^(−8h/n) for every count: right for powers of two, an easier question for the rest. For 6 heads the authors’ code has 0.25, 0.0625, 0.0156, 0.0039, 0.5, 0.125 (TensorRT-LLM#1611).',
    isPartial: true,
    truth: (core, item) =>
      answer(core, item, alibiSlopes(core, {nHeads: item.nHeads, rule: 'geometric'}).data),
  },
  {
    id: 'sorted-slopes',
    sentence:
      'The slopes are right but sorted. Heads are told apart by their place, and published weights have the extra slopes at the end: leave them there.',
    truth: (core, item) => answer(core, item, reference(core, item).sort().reverse()),
  },
  {
    id: 'all-extra-slopes',
    sentence:
      'The extra slopes are the first ones of 2p heads. The rule takes every other one, [0::2]: the skipped ones are in the list already.',
    truth: (core, item) => {
      const p = 2 ** Math.floor(Math.log2(item.nHeads));
      const extra = alibiSlopes(core, {nHeads: 2 * p}).data.subarray(0, item.nHeads - p);
      const slopes = alibiSlopes(core, {nHeads: p}).data;
      return answer(core, item, Float32Array.of(...slopes, ...extra));
    },
  },
  {
    id: 'zero-based',
    sentence:
      'The exponent counts heads from 0, so that the first slope is 1. It counts from 1: 8 heads have 2^−1 to 2^−8.',
    truth: (core, item) => {
      const {nHeads} = item;
      return answer(
        core,
        item,
        Float32Array.from({length: nHeads}, (_, h) => 2 ** ((-8 * h) / nHeads)),
      );
    },
  },
  {
    id: 'masked-already',
    sentence:
      'The future is masked already. Here the bias has both sides, −slope · |i − j|; the causal mask is added by somebody else.',
    truth: (core, item) => {
      const slopes = reference(core, item);
      const {n} = item;
      return [
        {data: slopes, shape: [slopes.length]},
        alibiBias(core, {slopes, nQuery: n, nKey: n, mask: 'causal'}),
      ];
    },
  },
  {
    id: 'key-row',
    sentence:
      'This is slope · j, perhaps less one number per head: one row for all queries. Under a causal mask softmax makes the same of it, since the two differ by one number per row; the exercise asks for −slope · |i − j| itself.',
    isPartial: true,
    // counted from the first key or from the last: one number per head more or less
    matches: ([slopes, {data}], item, core) => {
      const {n} = item;
      const right = reference(core, item);
      const rise = (/** @type {number} */ k) => right[Math.floor(k / n / n)] * (k % n);
      return (
        right.every((slope, h) => Math.abs(slope - slopes.data[h]) < 1e-6) &&
        data.every((v, k) => Math.abs(v - data[k - (k % (n * n))] - rise(k)) < 1e-4)
      );
    },
  },
  {
    id: 'signed',
    sentence:
      'The distance kept its sign: on one side keys are rewarded for being far. |i − j| is the same on both sides; abs() is missing.',
    matches: ([, {data}], item, core) =>
      [1, -1].some((sign) => {
        const [, signed] = withBias(core, item, (slope, i, j) => sign * slope * (j - i));
        return data.every((v, k) => Math.abs(v - signed.data[k]) < 1e-5);
      }),
  },
  {
    id: 'rewarded-distance',
    sentence:
      'The sign of the bias is wrong: far keys get more instead of less. The slopes are above 0, the bias is minus the slope times the distance.',
    truth: (core, item) => withBias(core, item, (slope, i, j) => slope * Math.abs(i - j)),
  },
];

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
