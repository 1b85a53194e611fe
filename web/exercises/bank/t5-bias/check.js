// @ts-check
import {t5Bias, t5Buckets} from '../../../core/pe.js';
import {filled, permuted, tensorOf} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check, Truth} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

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
    {op: 'eval', expression: 'bias.relative_attention_bias.weight.requires_grad_(False)'},
    {op: 'call', target: 'bias.relative_attention_bias.weight.copy_', args: [table]},
    {op: 'call', target: 'bias._relative_position_bucket', args: [relative], get: true},
    {op: 'call', target: 'bias', args: [n], get: true},
  ];
  return {title, isHidden, steps, nBuckets, maxDistance, n, offsets, table: tensorOf(table)};
}

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

/** Buckets and bias by a rule. @param {Core} core @param {Case} item @param {Buckets} rule @param {1 | -1} [sign] of the offsets in the bias */
function answer(core, item, rule, sign = 1) {
  const {n, offsets, table} = item;
  const nHeads = table.shape[1];
  const of = rule(core, item, offsetsTo(n - 1));
  const bias = filled([1, nHeads, n, n], (_, h, i, j) => {
    const bucket = of[sign * (j - i) + n - 1];
    return table.data[bucket * nHeads + h];
  });
  return [{data: rule(core, item, offsets), shape: [offsets.length]}, bias];
}

/** @param {Core} core @param {Case} item */
function biasOf(core, {table, n, maxDistance}) {
  const {data, shape} = t5Bias(core, {table, nQuery: n, nKey: n, maxDistance});
  return {data, shape: [1, ...shape]};
}

/** @param {Core} core @param {Case} item @param {TensorLike} bias @returns {Truth} */
const withBuckets = (core, item, bias) => [
  {data: exact(core, item, item.offsets), shape: [item.offsets.length], dtype: 'int64'},
  bias,
];

/** @type {Check['truth']} */
export const truth = (core, item) => withBuckets(core, item, biasOf(core, item));

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'query-less-key',
    sentence:
      'The buckets are right, but forward looks up query less key, or has rows and columns changed: what should be the past is the future. T5 counts key less query, positions[None, :] - positions[:, None], and rows are queries: permute(2, 0, 1).',
    truth: (core, item) => answer(core, item, exact, -1),
  },
  {
    id: 'sides-swapped',
    sentence:
      'The two halves of the buckets have changed places: keys after the query have the second half. +3 is bucket 19 and −3 bucket 3, not the other way round.',
    truth: (core, item) =>
      answer(core, item, (c, it, relative) =>
        exact(
          c,
          it,
          relative.map((r) => -r),
        ),
      ),
  },
  {
    id: 'one-side',
    sentence:
      'Both sides share their buckets: the sign of the offset is lost with abs(), and half of the table is never looked up. Keys after the query begin at num_buckets / 2.',
    truth: (core, item) =>
      answer(core, item, (c, it, relative) =>
        exact(
          c,
          it,
          relative.map((r) => -Math.abs(r)),
        ),
      ),
  },
  {
    id: 'causal',
    sentence:
      'This is the decoder’s rule: all buckets for the past, bucket 0 for the future. The encoder sees both sides and gives each one half.',
    truth: (core, item) =>
      answer(
        core,
        item,
        (c, {nBuckets, maxDistance}, relative) =>
          t5Buckets(c, {relative, nBuckets, maxDistance, causal: true}).data,
      ),
  },
  {
    id: 'clipped',
    sentence:
      'Every distance has a bucket of its own up to the last one: these are clipped offsets (Shaw’s). T5 halves again, e = n / 2, and lets the other half grow by a logarithm.',
    truth: (core, item) =>
      answer(core, item, (_, {nBuckets}, relative) =>
        relative.map((r) => Math.min(Math.abs(r), nBuckets / 2 - 1) + (r > 0 ? nBuckets / 2 : 0)),
      ),
  },
  {
    id: 'heads-last',
    sentence:
      'The heads stand last, as the embedding gives them. Logits are (batch, heads, queries, keys): permute(2, 0, 1), then unsqueeze(0).',
    truth: (core, item) => withBuckets(core, item, permuted(biasOf(core, item), [0, 2, 3, 1])),
  },
  {
    id: 'scaled',
    sentence:
      'The bias is divided by a root. It is added to the logits as it was learned; T5 scales nothing.',
    truth: (core, item) => {
      const {data, shape} = biasOf(core, item);
      return withBuckets(core, item, {data: data.map((v) => v / Math.sqrt(shape[1])), shape});
    },
  },
  {
    id: 'zero-after',
    sentence:
      'Offset 0, the query itself, has gone to the second half. Only keys after the query go there: relative_position > 0, not >= 0.',
    truth: (core, item) =>
      answer(core, item, (c, it, relative) => {
        const buckets = Array.from(exact(c, it, relative));
        return buckets.map((b, k) => (relative[k] === 0 ? it.nBuckets / 2 : b));
      }),
  },
];

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
