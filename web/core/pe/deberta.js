// @ts-check

import {requireIntegers, requireNumbers, requireRows} from '../check.js';

/** @import { Core, Numbers, Tensor, TensorLike } from '../core.js' */

const MAX_BUCKETS = 1024;
const MAX_DISTANCE = 2 ** 27;
const MAX_OFFSET = 2 ** 31 - 1;

/**
 * DeBERTa's signed bucket of each distance i - j, query position minus key position: the distance
 * itself up to nBuckets / 2, logarithmic beyond; see src/pe/deberta.h. Decided without rounding. The
 * row of a table is the bucket + span, kept within 0 .. 2 span - 1; span = nBuckets, or maxPosition
 * where there are no buckets.
 *
 * @param {Core} core
 * @param {{relative: Numbers | TensorLike, nBuckets?: number, maxPosition?: number}} options
 *   relative: offsets j - i, whole numbers, as for t5Buckets(); nBuckets (256): 0 for none, <= 1024;
 *   maxPosition (512): the distance whose bucket is the last
 * @returns {Tensor} of the shape of `relative`: > 0 to the past, < 0 to the future
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function debertaBuckets(core, {relative, nBuckets = 256, maxPosition = 512}) {
  const isTensor = typeof relative === 'object' && relative !== null && 'data' in relative;
  if (isTensor) requireRows(core, 'relative', relative);
  const list = requireNumbers('relative', isTensor ? relative.data : relative);
  for (let k = 0; k < list.length; k++) {
    requireIntegers({[`relative[${k}]`]: list[k]}, -MAX_OFFSET, MAX_OFFSET);
  }
  requireRule(nBuckets, maxPosition);
  return core.scratch((mem) => {
    const buckets = mem.i32(list.length);
    const rule = [nBuckets, maxPosition];
    core.call('pe_deberta_buckets', buckets.ptr, mem.i32(list).ptr, ...rule, list.length);
    const shape = isTensor ? relative.shape : [list.length];
    return {data: Float32Array.from(buckets.view()), shape: [...shape]};
  });
}

/** @param {number} nBuckets @param {number} maxPosition */
function requireRule(nBuckets, maxPosition) {
  requireIntegers({nBuckets}, 0, MAX_BUCKETS);
  if (nBuckets === 1) throw new RangeError('nBuckets must be 0 (none) or at least 2, got 1.');
  const nExact = nBuckets === 0 ? -1 : Math.floor(nBuckets / 2);
  requireIntegers({maxPosition}, nExact + 2, MAX_DISTANCE);
}
