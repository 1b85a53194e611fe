// What the engine's tensors are compared with: shapes and elements by their indices, in plain loops.
import fc from 'fast-check';

import {DTYPES} from '../../../../web/python/engine/dtypes.js';
import {from} from '../../../../web/python/engine/tensor.js';

/** @import {Tensor} from '../../../../web/python/engine/tensor.js' */

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((n, size) => n * size, 1);

/** Every index of a shape in row-major order. @param {readonly number[]} shape @returns {number[][]} */
export function indices(shape) {
  return shape.reduce(
    (/** @type {number[][]} */ all, n) =>
      all.flatMap((index) => Array.from({length: n}, (_, k) => [...index, k])),
    [[]],
  );
}

/** One element by its index. @param {Tensor} x @param {readonly number[]} index */
export const at = (x, index) =>
  x.storage.data[x.offset + index.reduce((sum, k, d) => sum + k * x.strides[d], 0)];

/** All elements in row-major order. @param {Tensor} x */
export const values = (x) => indices(x.shape).map((index) => at(x, index));

/** 0, 1, 2 ... in a shape. @param {readonly number[]} shape @param {string} [dtype] */
export function counting(shape, dtype = 'float32') {
  return from(
    DTYPES[dtype],
    shape,
    Array.from({length: sizeOf(shape)}, (_, k) => k),
  );
}

/** @param {readonly number[]} shape @param {readonly number[]} numbers @param {string} [dtype] */
export const tensor = (shape, numbers, dtype = 'float32') => from(DTYPES[dtype], shape, numbers);

/** @param {{least?: number, most?: number, leastRank?: number, mostRank?: number}} [limits] */
export const shapes = ({least = 0, most = 4, leastRank = 0, mostRank = 4} = {}) =>
  fc.array(fc.integer({min: least, max: most}), {minLength: leastRank, maxLength: mostRank});

/** Whole numbers, so that sums are exact. @param {readonly number[]} shape @param {number} seed */
export function whole(shape, seed) {
  const numbers = Array.from({length: sizeOf(shape)}, (_, k) => ((k * 7 + seed * 13) % 19) - 9);
  return from(DTYPES.float32, shape, numbers);
}
