// @ts-check

import {
  requireIntegers,
  requireNumbers,
  requireNumbers32,
  requireShape,
  requireSizes,
} from '../check.js';
import {numbersOf} from './checks.js';

/** @import { Core, Numbers, Tensor, TensorLike } from '../core.js' */

/**
 * One slope per head. 'reference': the authors' rule; 'geometric': the plain 2^(-8(h+1)/nHeads),
 * the same where nHeads is a power of two and a common mistake elsewhere.
 *
 * @param {Core} core
 * @param {{nHeads: number, rule?: 'reference' | 'geometric'}} options
 * @returns {Tensor} (nHeads)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function alibiSlopes(core, {nHeads, rule = 'reference'}) {
  requireShape(core, {nHeads});
  const ruleId = core.enumValue('alibiRule', 'rule', rule);
  return core.scratch((mem) => {
    const slopes = mem.f32(nHeads);
    core.call('pe_alibi_slopes', slopes.ptr, ruleId, nHeads);
    return {data: slopes.copy(), shape: [nHeads]};
  });
}

/**
 * The bias of ALiBi, -slope * |i - j|, in logits. Query i is at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{nHeads?: number, slopes?: Numbers | TensorLike, nQuery: number, nKey: number,
 *   mask?: 'causal' | 'none'}} options slopes, or nHeads for the reference slopes;
 *   'causal' (default) gives -Infinity to keys after the query
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function alibiBias(core, options) {
  const {nQuery, nKey, mask = 'causal'} = options;
  requireSizes({nQuery, nKey});
  const given =
    options.slopes === undefined
      ? undefined
      : requireNumbers32('slopes', numbersOf(options.slopes));
  const nHeads = given ? given.length : /** @type {number} */ (options.nHeads);
  requireShape(core, {nHeads, nQuery, nKey});
  const maskId = core.enumValue('alibiMask', 'mask', mask);
  const slopes = given ?? alibiSlopes(core, {nHeads}).data;
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nQuery * nKey);
    core.call('pe_alibi_bias', bias.ptr, mem.f32(slopes).ptr, maskId, nHeads, nQuery, nKey);
    return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

/**
 * The row form for padded batches: slope * (real keys up to j, less one), 0 at padding. Added to
 * every query's row; after softmax it equals alibiBias on causal rows.
 *
 * @param {Core} core
 * @param {{slopes: Numbers | TensorLike, keyMask: Numbers}} options keyMask: 1 real, 0 padding
 * @returns {Tensor} (nHeads, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function alibiKeyOffsetBias(core, {slopes, keyMask}) {
  const list = requireNumbers32('slopes', numbersOf(slopes));
  requireNumbers('keyMask', keyMask);
  const [nHeads, nKey] = [list.length, keyMask.length];
  for (let j = 0; j < nKey; j++) requireIntegers({[`keyMask[${j}]`]: keyMask[j]}, 0, 1);
  requireShape(core, {nHeads, nKey});
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nKey);
    const inputs = [mem.f32(list).ptr, mem.i32(keyMask).ptr];
    core.call('pe_alibi_key_offset_bias', bias.ptr, ...inputs, nHeads, nKey);
    return {data: bias.copy(), shape: [nHeads, nKey]};
  });
}
