// @ts-check

import {requireIntegers, requireShape, requireTensor} from '../check.js';

/** @import { Core, Tensor, TensorLike } from '../core.js' */

/**
 * Clipped offsets j - i, key position minus query position, kept within -clip..clip: negative to the
 * past. Query i is at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{nQuery: number, nKey: number, clip: number}} options clip >= 0
 * @returns {Tensor} (nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function relativeMatrix(core, {nQuery, nKey, clip}) {
  requireShape(core, {nQuery, nKey});
  requireIntegers({clip}, 0, 2 ** 27);
  return core.scratch((mem) => {
    const out = mem.f32(nQuery * nKey);
    core.call('pe_relative_matrix', out.ptr, clip, nQuery, nKey);
    return {data: out.copy(), shape: [nQuery, nKey]};
  });
}

/**
 * A learned scalar a head and clipped offset: bias[h,i,j] = table[h, clip(j-i) + clip].
 *
 * @param {Core} core
 * @param {{table: TensorLike, nQuery: number, nKey: number, clip: number}} options
 *   table (nHeads, 2 clip + 1)
 * @returns {Tensor} (nHeads, nQuery, nKey), in logits
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function clippedBias(core, {table, nQuery, nKey, clip}) {
  requireIntegers({clip}, 0, 2 ** 27);
  const [nHeads] = requireTensor(core, 'table', table, ['nHeads', 2 * clip + 1]);
  requireShape(core, {nHeads, nQuery, nKey});
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nQuery * nKey);
    const block = mem.f32(table.data);
    core.call('pe_relative_bias', bias.ptr, block.ptr, clip, nHeads, nQuery, nKey);
    return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
  });
}
