// Seeded tensors for tests.
import {randomUniform} from '../../web/core/base.js';

/** @import {Core, Tensor} from '../../web/core/core.js' */

/**
 * Uniform numbers of [-scale, scale); the name is the stream.
 *
 * @param {Core} core
 * @param {string} name
 * @param {number[]} shape
 * @param {number} [scale]
 * @returns {Tensor}
 */
export function randomTensor(core, name, shape, scale = 1) {
  return randomUniform(core, {seed: 20170612, name, shape, scale});
}

/**
 * A copy with its elements k = 0, 1, ... replaced by f(value, k).
 *
 * @param {Tensor} tensor
 * @param {(value: number, k: number) => number} f
 * @returns {Tensor}
 */
export function mapTensor(tensor, f) {
  return {data: tensor.data.map((value, k) => f(value, k)), shape: [...tensor.shape]};
}

/**
 * Central differences of a scalar function by each element of x: what a gradient is compared with.
 *
 * @param {(x: Tensor) => number} loss
 * @param {Tensor} x
 * @param {number} [step]
 */
export function numericalGradient(loss, x, step = 2 ** -7) {
  return Float64Array.from(x.data, (_, at) => {
    const moved = (/** @type {number} */ by) =>
      loss(mapTensor(x, (value, k) => (k === at ? value + by : value)));
    return (moved(step) - moved(-step)) / (2 * step);
  });
}

/** Sum of the products of two lists. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
