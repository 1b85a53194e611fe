// @ts-check

import {
  requireIntegers,
  requireNumbers,
  requireRows,
  requireShape,
  requireTensor,
} from '../check.js';
import {defaultOf} from './checks.js';
import {methodBias, methodBiasBackward} from './method.js';

/** @import { Core, Numbers, Tensor, TensorLike } from '../core.js' */

/**
 * @typedef {{causal?: boolean, nBuckets?: number, maxDistance?: number}} T5Rule
 *   causal (default false): all buckets count the distance to the past; else half of them do, and
 *   the other half that to the future. nBuckets (32) <= 1024; maxDistance (128): from here on all
 *   distances share a bucket
 */

const MAX_BUCKETS = 1024;
const MAX_DISTANCE = 2 ** 27;
const MAX_OFFSET = 2 ** 31 - 1;

/**
 * The bucket of each offset j - i, key position minus query position; see src/pe/t5.h. Decided
 * without rounding.
 *
 * @param {Core} core
 * @param {{relative: Numbers | TensorLike} & T5Rule} options relative: whole numbers
 * @returns {Tensor} of the shape of `relative`
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function t5Buckets(core, {relative, ...options}) {
  const isTensor = typeof relative === 'object' && relative !== null && 'data' in relative;
  if (isTensor) requireRows(core, 'relative', relative);
  const list = requireNumbers('relative', isTensor ? relative.data : relative);
  for (let k = 0; k < list.length; k++) {
    requireIntegers({[`relative[${k}]`]: list[k]}, -MAX_OFFSET, MAX_OFFSET);
  }
  const rule = requireRule(core, options);
  return core.scratch((mem) => {
    const buckets = mem.i32(list.length);
    core.call('pe_t5_buckets', buckets.ptr, mem.i32(list).ptr, ...rule, list.length);
    const shape = isTensor ? relative.shape : [list.length];
    return {data: Float32Array.from(buckets.view()), shape: [...shape]};
  });
}

/**
 * The bias of T5: bias[h,i,j] = table[bucket(j - i), h]. Query i is at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{table: TensorLike, nQuery: number, nKey: number, causal?: boolean,
 *   maxDistance?: number}} options table (nBuckets, nHeads)
 * @returns {Tensor} (nHeads, nQuery, nKey), in logits
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function t5Bias(core, {table, nQuery, nKey, ...options}) {
  const [nBuckets, nHeads] = requireTensor(core, 'table', table, ['nBuckets', 'nHeads']);
  requireRule(core, {...options, nBuckets});
  requireShape(core, {nHeads, nQuery, nKey});
  const given = {...plain(options), nBuckets, tensors: {t5_table: table}};
  return methodBias(core, {...given, nHeads, nQuery, nKey});
}

/**
 * The gradient by the table, from that by the biased logits.
 *
 * @param {Core} core
 * @param {{dlogits: TensorLike} & T5Rule} options dlogits (nHeads, nQuery, nKey)
 * @returns {Tensor} (nBuckets, nHeads)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function t5BiasBackward(
  core,
  {dlogits, nBuckets = defaultOf(core, 'nBuckets'), ...options},
) {
  const sizes = requireTensor(core, 'dlogits', dlogits, ['nHeads', 'nQuery', 'nKey']);
  requireRule(core, {...options, nBuckets});
  const shape = [nBuckets, sizes[0]];
  requireShape(core, {nBuckets, nHeads: sizes[0]});
  const t5_table = {data: new Float32Array(nBuckets * sizes[0]), shape};
  const given = {...plain(options), nBuckets, tensors: {t5_table}};
  return methodBiasBackward(core, {...given, dlogits}).dtensors.t5_table;
}

/** The rule as methodBias() takes it. @param {T5Rule} rule */
const plain = ({causal = false, maxDistance}) => ({method: 't5', causal, maxDistance});

/**
 * @param {Core} core
 * @param {T5Rule} options
 * @returns {[causal: number, nBuckets: number, maxDistance: number]}
 */
function requireRule(core, options) {
  const {causal = false, nBuckets = defaultOf(core, 'nBuckets')} = options;
  const {maxDistance = defaultOf(core, 'maxDistance')} = options;
  requireIntegers({nBuckets}, causal ? 1 : 2, MAX_BUCKETS);
  requireIntegers({maxDistance}, 1, MAX_DISTANCE);
  const nExact = Math.floor((causal ? nBuckets : Math.floor(nBuckets / 2)) / 2);
  if (maxDistance > nExact) return [causal ? 1 : 0, nBuckets, maxDistance];
  const reason = `the ${nExact} distances that have a bucket of their own`;
  throw new RangeError(`maxDistance must be above ${reason}, got ${maxDistance}.`);
}
