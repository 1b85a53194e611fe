// @ts-check

import {requireShape, requireTensor} from '../check.js';

/** @import { Core, Tensor, TensorLike } from '../core.js' */

/**
 * @typedef {object} TxlShift the steps from products by distance to products by key
 * @property {Tensor} before (nQuery, nKey): the columns that the published code has: distance nKey - 1
 *   first, distance 0 last
 * @property {Tensor} padded (nQuery, nKey + 1): behind a column of zeros
 * @property {Tensor} reshaped (nKey + 1, nQuery): the same numbers in rows of another length
 * @property {Tensor} sliced (nQuery, nKey): without the first of these rows; right up to the
 *   diagonal, zeros and numbers of the next query above it
 * @property {Tensor} picked (nQuery, nKey): x at distance i - j for every key, above the diagonal too
 * @property {Tensor} future (nQuery, nKey): 1 above the diagonal, where sliced is junk; else 0
 */

/**
 * Transformer-XL's relative shift step by step, beside the result that it is meant to have. Query i is at
 * i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x (nQuery, nQuery + nKey - 1): a query's products with the vectors
 *   of all distances, nKey - 1 first, 1 - nQuery last
 * @returns {TxlShift}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function txlShift(core, {x}) {
  const [nQuery, nDistances] = requireTensor(core, 'x', x, ['nQuery', 'nQuery + nKey - 1']);
  const nKey = nDistances - nQuery + 1;
  if (nKey < 1) {
    const wanted = `at least as many columns as rows, nQuery + nKey - 1`;
    throw new RangeError(`x must have ${wanted}, got shape [${x.shape.join(', ')}].`);
  }
  requireShape(core, {nQuery, 'nKey + 1': nKey + 1});
  return core.scratch((mem) => {
    const [padded, sliced, picked] = [nKey + 1, nKey, nKey].map((n) => mem.f32(nQuery * n));
    const outputs = [padded.ptr, sliced.ptr, picked.ptr];
    core.call('pe_transformer_xl_shift', ...outputs, mem.f32(x.data).ptr, nQuery, nKey);
    const pairs = {length: nQuery * nKey};
    const isFuture = (/** @type {number} */ at) =>
      (at % nKey) - Math.floor(at / nKey) > nKey - nQuery;
    const before = padded.copy().filter((_, at) => at % (nKey + 1) > 0);
    return {
      before: {data: before, shape: [nQuery, nKey]},
      padded: {data: padded.copy(), shape: [nQuery, nKey + 1]},
      reshaped: {data: padded.copy(), shape: [nKey + 1, nQuery]},
      sliced: {data: sliced.copy(), shape: [nQuery, nKey]},
      picked: {data: picked.copy(), shape: [nQuery, nKey]},
      future: {
        data: Float32Array.from(pairs, (_, at) => (isFuture(at) ? 1 : 0)),
        shape: [nQuery, nKey],
      },
    };
  });
}
