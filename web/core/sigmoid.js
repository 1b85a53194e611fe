// @ts-check
import {requireRows} from './check.js';

/** @import {Core, Tensor, TensorLike} from './core.js' */

// The logarithm of the sigmoid, and softplus: src/nn/sigmoid.h.

/**
 * ln(1 / (1 + e^-x)) and its slope 1 - sigmoid(x), to a rounding of float32 in both tails.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x of any rank
 * @returns {{y: Tensor, slope: Tensor}} shape of x
 * @throws {TypeError | RangeError} if x is no tensor
 */
export function logSigmoid(core, {x}) {
  return withSlope(core, x, 'nn_log_sigmoid_forward');
}

/**
 * ln(1 + e^x) and its slope sigmoid(x), to a rounding of float32 in both tails.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x of any rank
 * @returns {{y: Tensor, slope: Tensor}} shape of x
 * @throws {TypeError | RangeError} if x is no tensor
 */
export function softplus(core, {x}) {
  return withSlope(core, x, 'nn_softplus_forward');
}

/**
 * @param {Core} core
 * @param {TensorLike} x
 * @param {string} name C function (y, slope, x, n)
 * @returns {{y: Tensor, slope: Tensor}}
 */
function withSlope(core, x, name) {
  requireRows(core, 'x', x);
  return core.scratch((mem) => {
    const [y, slope] = [x.data.length, x.data.length].map((n) => mem.f32(n));
    core.call(name, y.ptr, slope.ptr, mem.f32(x.data).ptr, y.length);
    return {
      y: {data: y.copy(), shape: [...x.shape]},
      slope: {data: slope.copy(), shape: [...x.shape]},
    };
  });
}
