// @ts-check
// Logits of rotated queries and keys, at any positions.
import {matmul} from '../../core/linalg.js';
import {ropeRotate, ropeTables} from '../../core/pe.js';
import {transpose} from '../shared/tensors.js';

/** @import {Core, Numbers, Tensor} from '../../core/core.js' */

/**
 * @param {Core} core
 * @param {Tensor} x (n, dHead)
 * @param {Numbers} positions n of them
 * @param {{base: number, invFreq?: Numbers, inverse?: boolean}} how invFreq in place of those of the base
 * @returns {Tensor} (n, dHead)
 */
export function rotated(core, {data, shape}, positions, {base, invFreq, inverse = false}) {
  const [n, dHead] = shape;
  const tables = ropeTables(core, {positions, dim: dHead, base, invFreq});
  return {
    data: ropeRotate(core, {x: {data, shape: [1, n, dHead]}, ...tables, inverse}).data,
    shape,
  };
}

/**
 * q k^T / sqrt(dHead) of what has been rotated.
 *
 * @param {Core} core
 * @param {Tensor} q (nQuery, dHead)
 * @param {Tensor} k (nKey, dHead)
 * @returns {Tensor} (nQuery, nKey)
 */
export function logitsOf(core, q, k) {
  const {data, shape} = matmul(core, {a: q, b: transpose(k)});
  return {data: data.map((value) => value / Math.sqrt(q.shape[1])), shape};
}
