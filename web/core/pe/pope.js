// @ts-check

import {requireFinite, requireIntegers, requireTensor} from '../check.js';
import {defaultOf, requireSettings} from './checks.js';

/** @import { Core, Memory, Tensor, TensorLike } from '../core.js' */

/**
 * @typedef {object} PopeInput
 * @property {TensorLike} q (nHeads, nQuery, dHead)
 * @property {TensorLike} k (nHeads, nKey, dHead)
 * @property {TensorLike} delta (nHeads, dim), radians: the learned phase, clipped to -2 pi .. 0; elements of a
 *   head from dim on keep their plain product
 * @property {number} [base] of the frequencies, 10000
 * @property {number} [firstPos] position of key 0, 0
 * @property {number} [scale] of the sum, 1/sqrt(dHead) where it is left out
 */

/**
 * The logits of PoPE, which stand instead of scale q k^T: give them to attention() as its bias, with scale 0. The
 * formula is in src/pe/pope.h. Query i is at firstPos + i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {PopeInput} options
 * @returns {Tensor} (nHeads, nQuery, nKey), nothing hidden
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function popeLogits(core, options) {
  const {nHeads, nQuery, nKey} = requirePope(core, options);
  return core.scratch((mem) => {
    const logits = mem.f32(new Float32Array(nHeads * nQuery * nKey));
    const [scratch, pope] = allocate(core, mem, options);
    core.call('pe_pope_add', logits.ptr, scratch, pope);
    return {data: logits.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

/**
 * Gradients of a loss by what popeLogits() takes, from that by the logits.
 *
 * @param {Core} core
 * @param {PopeInput & {dlogits: TensorLike}} options dlogits (nHeads, nQuery, nKey), 0 where a key is hidden
 * @returns {{dq: Tensor, dk: Tensor, ddelta: Tensor}} shapes of q, k and delta; 0 where delta is clipped
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function popeLogitsBackward(core, options) {
  const {nHeads, nQuery, nKey} = requirePope(core, options);
  const {q, k, delta, dlogits} = options;
  requireTensor(core, 'dlogits', dlogits, [nHeads, nQuery, nKey]);
  return core.scratch((mem) => {
    const [dq, dk, ddelta] = [q, k, delta].map(({data}) => mem.f32(new Float32Array(data.length)));
    const pointers = {dq: dq.ptr, dk: dk.ptr, ddelta: ddelta.ptr};
    const gradients = mem.struct('PePopeGradients', pointers).ptr;
    const [scratch, pope] = allocate(core, mem, options);
    core.call('pe_pope_backward', gradients, mem.f32(dlogits.data).ptr, scratch, pope);
    return {
      dq: {data: dq.copy(), shape: [...q.shape]},
      dk: {data: dk.copy(), shape: [...k.shape]},
      ddelta: {data: ddelta.copy(), shape: [...delta.shape]},
    };
  });
}

/** @param {Core} core @param {PopeInput} options */
function requirePope(core, {q, k, delta, base, firstPos, scale}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, ['nHeads', 'nQuery', 'dHead']);
  const [, nKey] = requireTensor(core, 'k', k, [nHeads, 'nKey', dHead]);
  const [, dim] = requireTensor(core, 'delta', delta, [nHeads, 'dim']);
  requireIntegers({'delta.shape[1]': dim}, 1, dHead);
  if (base !== undefined) requireSettings(core, {base});
  if (firstPos !== undefined) requireIntegers({firstPos}, -(2 ** 31), 2 ** 31 - 1);
  if (scale !== undefined) requireFinite({scale});
  return {nHeads, nQuery, nKey};
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {PopeInput} options
 * @returns {[scratch: number, pope: number]} pointers
 */
function allocate(core, mem, {q, k, delta, firstPos = 0, ...options}) {
  const [nHeads, nQuery, dHead] = q.shape;
  const [nKey, dim] = [k.shape[1], delta.shape[1]];
  const nScratch = core.number('pe_pope_scratch_n', nQuery, nKey, dHead, dim);
  const pope = mem.struct('PePope', {
    q: mem.f32(q.data).ptr,
    k: mem.f32(k.data).ptr,
    delta: mem.f32(delta.data).ptr,
    nHeads,
    nQuery,
    nKey,
    dHead,
    dim,
    firstPos,
    base: options.base ?? defaultOf(core, 'base'),
    scale: options.scale ?? 1 / Math.sqrt(dHead),
  });
  return [mem.f32(nScratch).ptr, pope.ptr];
}
