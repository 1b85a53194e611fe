// @ts-check

import {requireNumbers, requireNumbers32, requireShape, requireTensor, show} from '../check.js';
import {MAX_POSITION, requireWithin} from './checks.js';

/** @import { Core, Memory, Numbers, Tensor, TensorLike } from '../core.js' */

/**
 * RoPE in the plane with learned directions, src/pe/rope_mixed.h.
 *
 * @typedef {object} MixedRope
 * @property {TensorLike} weights (2, nHeads, dHead / 2): radians per step of x, then of y
 * @property {TensorLike} positions (2, n): the tokens' x, then their y
 */

/**
 * Weights before training, from a direction of each head: the first half of the pairs looks along it, the second
 * across it.
 *
 * @param {Core} core
 * @param {{angles: Numbers, theta: number, dHead: number}} options angles (nHeads), in radians; theta: the base of
 *   the magnitudes, theta^(-4 c / dHead); dHead: a multiple of 4
 * @returns {Tensor} (2, nHeads, dHead / 2)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function mixedRopeInit(core, {angles, theta, dHead}) {
  const nHeads = requireNumbers32('angles', angles).length;
  requireShape(core, {'angles.length': nHeads, dHead});
  if (dHead % 4 !== 0) throw new RangeError(`dHead must be a multiple of 4, got ${dHead}.`);
  if (!(typeof theta === 'number' && theta >= 1e-100 && theta <= 1e100)) {
    throw new RangeError(`theta must be within 1e-100 .. 1e100, got ${show(theta)}.`);
  }
  return core.scratch((mem) => {
    const weights = mem.f32(nHeads * dHead);
    core.call('pe_rope_mixed_init', weights.ptr, mem.f32(angles).ptr, theta, nHeads, dHead);
    return {data: weights.copy(), shape: [2, nHeads, dHead / 2]};
  });
}

/**
 * By how much each pair of each token is rotated.
 *
 * @param {Core} core
 * @param {MixedRope} options
 * @returns {Tensor} (nHeads, n, dHead / 2), in radians
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function mixedRopeAngles(core, options) {
  const {nHeads, n, nPairs} = requireMixed(core, options);
  return core.scratch((mem) => {
    const angles = mem.f32(nHeads * n * nPairs);
    core.call('pe_rope_mixed_angles', angles.ptr, allocateMixed(mem, options));
    return {data: angles.copy(), shape: [nHeads, n, nPairs]};
  });
}

/**
 * Queries or keys, pairs (2c, 2c + 1) rotated by these angles.
 *
 * @param {Core} core
 * @param {MixedRope & {x: TensorLike, inverse?: boolean}} options x (nHeads, n, dHead)
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function mixedRopeRotate(core, options) {
  const {nHeads, n, nPairs} = requireMixed(core, options);
  const shape = [nHeads, n, 2 * nPairs];
  requireTensor(core, 'x', options.x, shape);
  return core.scratch((mem) => {
    const out = mem.f32(options.x.data);
    core.call('pe_rope_mixed_rotate', out.ptr, out.ptr, allocateMixed(mem, options));
    return {data: out.copy(), shape};
  });
}

/**
 * Gradients of a loss by what mixedRopeRotate() rotated and by the weights, from that by its result.
 *
 * @param {Core} core
 * @param {MixedRope & {drotated: TensorLike, rotated: TensorLike}} options
 *   rotated: that result; drotated, rotated (nHeads, n, dHead)
 * @returns {{dx: Tensor, dweights: Tensor}} (nHeads, n, dHead), (2, nHeads, dHead / 2)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function mixedRopeBackward(core, options) {
  const {nHeads, n, nPairs} = requireMixed(core, options);
  const {drotated, rotated, weights} = options;
  const shape = [nHeads, n, 2 * nPairs];
  requireTensor(core, 'drotated', drotated, shape);
  requireTensor(core, 'rotated', rotated, shape);
  return core.scratch((mem) => {
    const [dx, dweights] = [mem.f32(drotated.data), mem.f32(new Float32Array(weights.data.length))];
    const inputs = [dx.ptr, mem.f32(rotated.data).ptr, allocateMixed(mem, options)];
    core.call('pe_rope_mixed_backward', dx.ptr, dweights.ptr, ...inputs);
    return {
      dx: {data: dx.copy(), shape},
      dweights: {data: dweights.copy(), shape: [...weights.shape]},
    };
  });
}

/** @param {Core} core @param {MixedRope} options */
function requireMixed(core, {weights, positions}) {
  const [, nHeads, nPairs] = requireTensor(core, 'weights', weights, [2, 'nHeads', 'dHead / 2']);
  const [, n] = requireTensor(core, 'positions', positions, [2, 'n']);
  requireWithin('positions', requireNumbers('positions', positions.data), MAX_POSITION, '2^53');
  requireShape(core, {nHeads, n, dHead: 2 * nPairs});
  return {nHeads, n, nPairs};
}

/** @param {Memory} mem @param {MixedRope & {inverse?: boolean}} options @returns {number} pointer */
function allocateMixed(mem, {weights, positions, inverse = false}) {
  const pointers = {weights: mem.f32(weights.data).ptr, positions: mem.f64(positions.data).ptr};
  const [, nHeads, nPairs] = weights.shape;
  const sizes = {nHeads, n: positions.shape[1], dHead: 2 * nPairs, inverse: inverse ? 1 : 0};
  return mem.struct('PeRopeMixed', {...pointers, ...sizes}).ptr;
}
