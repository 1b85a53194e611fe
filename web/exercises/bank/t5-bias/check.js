// @ts-check
import {t5Bias, t5Buckets} from '../../../core/pe.js';
import {scalar, tensorOf} from '../tensors.js';

/** @import {Core, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check, Truth} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const WEIGHT = 'bias.relative_attention_bias.weight';

/**
 * Buckets and distances at which a logarithm in floating point has no bucket wrong.
 *
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nHeads: number, nBuckets: number, maxDistance: number, n: number, offsets: number[],
 *   isHidden?: boolean, isByDefault?: boolean}} sizes isByDefault: num_buckets and max_distance are left out
 */
function caseOf(random, title, sizes) {
  const {nHeads, nBuckets, maxDistance, n, offsets, isHidden = false, isByDefault = false} = sizes;
  const table = random.normal(nBuckets, nHeads);
  const relative = {tensor: {shape: [offsets.length], dtype: 'int64', data: offsets}};
  const steps = [
    {
      op: 'call',
      target: 'T5RelativePositionBias',
      args: [nHeads],
      kwargs: isByDefault ? {} : {num_buckets: nBuckets, max_distance: maxDistance},
      as: 'bias',
    },
    ANOTHER,
    {op: 'eval', expression: `float(${WEIGHT}.requires_grad)`, as: '_learns'},
    {op: 'eval', expression: 'bias.relative_attention_bias.weight.requires_grad_(False)'},
    {op: 'call', target: 'bias.relative_attention_bias.weight.copy_', args: [table]},
    {op: 'call', target: 'bias._relative_position_bucket', args: [relative], get: true},
    {op: 'call', target: 'bias', args: [n], get: true},
    {op: 'eval', expression: '_learns', name: 'whether the embedding learns', get: true},
  ];
  return {title, isHidden, steps, nBuckets, maxDistance, n, offsets, table: tensorOf(table)};
}

/** One of other settings, made after the one that is tried: it may share nothing with it. */
const ANOTHER = {
  op: 'call',
  target: 'T5RelativePositionBias',
  args: [2],
  kwargs: {num_buckets: 8, max_distance: 16},
};

/** @param {number} n */
const offsetsTo = (n) => Array.from({length: 2 * n + 1}, (_, k) => k - n);

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '32 buckets up to 128, 2 heads, 12 positions', {
    nHeads: 2,
    nBuckets: 32,
    maxDistance: 128,
    n: 12,
    offsets: offsetsTo(140),
  }),
  caseOf(random, 'fewer buckets', {
    nHeads: random.int(1, 4),
    nBuckets: 16,
    maxDistance: random.pick([64, 128]),
    n: random.int(5, 40),
    offsets: random.sample(offsetsTo(200), 60),
    isHidden: true,
  }),
  caseOf(random, 'a distance that e does not divide', {
    nHeads: 1,
    nBuckets: 24,
    maxDistance: 100,
    n: 6,
    offsets: offsetsTo(110),
    isHidden: true,
  }),
  caseOf(random, 'buckets and distance left out, more positions', {
    nHeads: 1,
    nBuckets: 32,
    maxDistance: 128,
    n: random.int(90, 140),
    offsets: random.sample(offsetsTo(140), 40),
    isHidden: true,
    isByDefault: true,
  }),
  caseOf(random, 'longer than the last bucket', {
    nHeads: random.int(2, 3),
    nBuckets: 8,
    maxDistance: 32,
    n: random.int(40, 60),
    offsets: random.sample(offsetsTo(1000), 40),
    isHidden: true,
  }),
];

/** @typedef {(core: Core, item: Case, relative: readonly number[]) => ArrayLike<number>} Buckets */

/** @type {Buckets} */
const exact = (core, {nBuckets, maxDistance}, relative) =>
  t5Buckets(core, {relative, nBuckets, maxDistance}).data;

/** @param {Core} core @param {Case} item */
function biasOf(core, {table, n, maxDistance}) {
  const {data, shape} = t5Bias(core, {table, nQuery: n, nKey: n, maxDistance});
  return {data, shape: [1, ...shape]};
}

/** @param {Core} core @param {Case} item @param {TensorLike} bias @returns {Truth} */
const withBuckets = (core, item, bias) => [
  {data: exact(core, item, item.offsets), shape: [item.offsets.length], dtype: 'int64'},
  bias,
  scalar(1),
];

/** @type {Check['truth']} */
export const truth = (core, item) => withBuckets(core, item, biasOf(core, item));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'offsets',
    figure: '9-relative.html#buckets',
    sentence: 'One step further down and to the right nothing changes: only the offset counts.',
    holds: ([, {data, shape}]) => {
      const n = shape[3];
      const at = data.findIndex((v, k) => {
        const isLast = k % n === n - 1 || Math.floor(k / n) % n === n - 1;
        return !isLast && v !== data[k + n + 1];
      });
      return at < 0 || `query ${Math.floor(at / n) % n}, key ${at % n}`;
    },
  },
];
