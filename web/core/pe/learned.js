// @ts-check

import {allocateStream} from '../base.js';
import {requireNotNegative, requireNumbers, requireShape, requireTensor, show} from '../check.js';

/** @import { Core, Numbers, Tensor, TensorLike } from '../core.js' */

/**
 * A learned table before training: Gaussian numbers.
 *
 * @param {Core} core
 * @param {{maxLen: number, dModel: number, sigma?: number, seed: number | bigint}} options
 * @returns {Tensor} (maxLen, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function learnedInit(core, {maxLen, dModel, sigma = 0.02, seed}) {
  requireShape(core, {maxLen, dModel});
  requireNotNegative({sigma});
  return core.scratch((mem) => {
    const table = mem.f32(maxLen * dModel);
    const [, , seedLo, seedHi] = allocateStream(mem, {seed, name: ''});
    core.call('pe_learned_init', table.ptr, sigma, seedLo, seedHi, maxLen, dModel);
    return {data: table.copy(), shape: [maxLen, dModel]};
  });
}

/**
 * Rows of a learned table.
 *
 * @param {Core} core
 * @param {{table: TensorLike, positions: Numbers}} options table (maxLen, dModel)
 * @returns {Tensor} (positions.length, dModel)
 * @throws {RangeError} at the first position that the table does not hold
 */
export function learnedLookup(core, {table, positions}) {
  const [maxLen, dModel] = requireTensor(core, 'table', table, ['maxLen', 'dModel']);
  requireNumbers('positions', positions);
  for (let k = 0; k < positions.length; k++) {
    if (Number.isInteger(positions[k]) && positions[k] >= 0 && positions[k] < maxLen) continue;
    throw new RangeError(
      `positions[${k}] must be an integer from 0 to ${maxLen - 1}, since the table has ` +
        `${maxLen} rows, got ${show(positions[k])}.`,
    );
  }
  const n = positions.length;
  requireShape(core, {'positions.length': n, dModel});
  return core.scratch((mem) => {
    const out = mem.f32(n * dModel);
    const inputs = [mem.f32(table.data).ptr, mem.i32(positions).ptr];
    core.call('pe_learned_lookup', out.ptr, ...inputs, n, maxLen, dModel);
    return {data: out.copy(), shape: [n, dModel]};
  });
}
