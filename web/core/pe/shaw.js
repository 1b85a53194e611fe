// @ts-check

import {requireFinite, requireShape, requireTensor} from '../check.js';
import {methodBias, methodBiasBackward, methodOutput, methodOutputBackward} from './method.js';

/** @import { Core, Tensor, TensorLike } from '../core.js' */

/**
 * Shaw's relative position vectors; the formulas are in src/pe/shaw.h. table (2 clip + 1, dHead)
 * is shared by the heads; its row for key j and query i is clip(j - i) + clip. Query i is at i +
 * nKey - nQuery. causal (default false): keys after their query are left out.
 */

const PAIRS = ['nHeads', 'nQuery', 'nKey'];
const QUERIES = ['nHeads', 'nQuery', 'dHead'];

/**
 * What the vectors of the keys add to the logits: scale * q[h,i] . table[row(i, j)].
 *
 * @param {Core} core
 * @param {{q: TensorLike, table: TensorLike, nKey: number, scale?: number, causal?: boolean}}
 *   options q (nHeads, nQuery, dHead); scale: 1 / sqrt(dHead) unless given
 * @returns {Tensor} (nHeads, nQuery, nKey), in logits
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function shawKeys(core, {q, table, nKey, scale, causal = false}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, QUERIES);
  const clip = requireTable(core, table, dHead);
  requireShape(core, {nHeads, nQuery, nKey});
  requireShape(core, {nHeads, nKey, dHead});
  const by = requireScale(scale, dHead);
  const k = zeros(nHeads, nKey, dHead);
  const tensors = {'attn.shaw_key': table};
  return methodBias(core, {method: 'shaw-keys', q, k, tensors, clip, causal, scale: by});
}

/**
 * Their gradients, from that by the logits.
 *
 * @param {Core} core
 * @param {{dlogits: TensorLike, q: TensorLike, table: TensorLike, scale?: number,
 *   causal?: boolean}} options dlogits (nHeads, nQuery, nKey), 0 where a key is hidden
 * @returns {{dq: Tensor, dtable: Tensor}} what is to be added to the gradient by q, and that by table
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function shawKeysBackward(core, {dlogits, q, table, scale, causal = false}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, QUERIES);
  const clip = requireTable(core, table, dHead);
  const [, , nKey] = requireTensor(core, 'dlogits', dlogits, [nHeads, nQuery, 'nKey']);
  requireShape(core, {nHeads, nKey, dHead});
  const by = requireScale(scale, dHead);
  const tensors = {'attn.shaw_key': table};
  const given = {dlogits, q, k: zeros(nHeads, nKey, dHead), tensors, clip, causal, scale: by};
  const {dq, dtensors} = methodBiasBackward(core, {method: 'shaw-keys', ...given});
  return {dq: /** @type {Tensor} */ (dq), dtable: dtensors['attn.shaw_key']};
}

/**
 * What the vectors of the values add to the output: the sum over j of weights[h,i,j] *
 * table[row(i, j)].
 *
 * @param {Core} core
 * @param {{weights: TensorLike, table: TensorLike, causal?: boolean}} options
 *   weights (nHeads, nQuery, nKey)
 * @returns {Tensor} (nHeads, nQuery, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function shawValues(core, {weights, table, causal = false}) {
  const [nHeads, nQuery, nKey] = requireTensor(core, 'weights', weights, PAIRS);
  const dHead = requireTensor(core, 'table', table, ['2 clip + 1', 'dHead'])[1];
  const clip = requireTable(core, table, dHead);
  requireShape(core, {nHeads, nQuery, dHead});
  requireShape(core, {nHeads, nKey, dHead});
  const tensors = {'attn.shaw_value': table};
  return methodOutput(core, {method: 'shaw-values', weights, dHead, tensors, clip, causal});
}

/**
 * Their gradients, from that by the output.
 *
 * @param {Core} core
 * @param {{dout: TensorLike, weights: TensorLike, table: TensorLike, causal?: boolean}} options
 *   dout (nHeads, nQuery, dHead)
 * @returns {{dweights: Tensor, dtable: Tensor}} what is to be added to the gradient by the weights,
 *   and that by table
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function shawValuesBackward(core, {dout, weights, table, causal = false}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'dout', dout, QUERIES);
  const clip = requireTable(core, table, dHead);
  const [, , nKey] = requireTensor(core, 'weights', weights, [nHeads, nQuery, 'nKey']);
  requireShape(core, {nHeads, nKey, dHead});
  const given = {dout, weights, tensors: {'attn.shaw_value': table}, clip, causal};
  const {dweights, dtensors} = methodOutputBackward(core, {method: 'shaw-values', ...given});
  return {dweights, dtable: dtensors['attn.shaw_value']};
}

/**
 * @param {Core} core
 * @param {TensorLike} table
 * @param {number} dHead
 * @returns {number} clip
 */
function requireTable(core, table, dHead) {
  const [nRows] = requireTensor(core, 'table', table, ['2 clip + 1', dHead]);
  if (nRows % 2 === 1) return (nRows - 1) / 2;
  throw new RangeError(`table must have an odd number of rows, 2 clip + 1, got ${nRows}.`);
}

/** Keys, which these vectors do not read. @param {...number} shape */
const zeros = (...shape) => ({data: new Float32Array(shape.reduce((a, b) => a * b, 1)), shape});

/** @param {number | undefined} scale @param {number} dHead */
function requireScale(scale, dHead) {
  if (scale === undefined) return 1 / Math.sqrt(dHead);
  requireFinite({scale});
  return scale;
}
