// @ts-check

import {requireFinite, requireIntegers, requireTensor} from '../check.js';

/** @import { Core, Memory, Tensor, TensorLike } from '../core.js' */

/**
 * @typedef {object} PathInput
 * @property {TensorLike} q (nHeads, nQuery, dHead)
 * @property {TensorLike} k (nHeads, nKey, dHead), nKey >= nQuery
 * @property {TensorLike} w (nHeads, nKey, dHead): the direction that each token reflects, used as it is
 * @property {TensorLike} beta (nHeads, nKey): how far, 0 for nothing, 2 for a reflection where w has length 1
 * @property {number} [scale] of the products, 1/sqrt(dHead) where it is left out
 */

/**
 * The logits of PaTH attention, which stand instead of scale q k^T: give them to attention() as its bias, with scale
 * 0. The formula is in src/pe/path.h. Query i is at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {PathInput} options
 * @returns {Tensor} (nHeads, nQuery, nKey), -Infinity for a key after its query
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function pathLogits(core, options) {
  const {nHeads, nQuery, nKey, dHead} = requirePath(core, options);
  return core.scratch((mem) => {
    const logits = mem.f32(new Float32Array(nHeads * nQuery * nKey));
    core.call('pe_path_add', logits.ptr, mem.f64(dHead).ptr, pathStruct(mem, options));
    return {data: logits.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

/**
 * Gradients of a loss by what pathLogits() takes, from that by the logits.
 *
 * @param {Core} core
 * @param {PathInput & {dlogits: TensorLike}} options dlogits (nHeads, nQuery, nKey), 0 where a key is hidden
 * @returns {{dq: Tensor, dk: Tensor, dw: Tensor, dbeta: Tensor}} shapes of q, k, w and beta
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function pathLogitsBackward(core, options) {
  const {nHeads, nQuery, nKey, dHead} = requirePath(core, options);
  const {q, k, w, beta, dlogits} = options;
  requireTensor(core, 'dlogits', dlogits, [nHeads, nQuery, nKey]);
  return core.scratch((mem) => {
    const [dq, dk, dw, dbeta] = [q, k, w, beta].map(({data}) =>
      mem.f32(new Float32Array(data.length)),
    );
    const pointers = {dq: dq.ptr, dk: dk.ptr, dw: dw.ptr, dbeta: dbeta.ptr};
    const gradients = mem.struct('PePathGradients', pointers).ptr;
    const scratch = mem.f64((1 + nKey) * dHead).ptr;
    const given = [mem.f32(dlogits.data).ptr, scratch, pathStruct(mem, options)];
    core.call('pe_path_backward', gradients, ...given);
    return {
      dq: {data: dq.copy(), shape: [...q.shape]},
      dk: {data: dk.copy(), shape: [...k.shape]},
      dw: {data: dw.copy(), shape: [...w.shape]},
      dbeta: {data: dbeta.copy(), shape: [...beta.shape]},
    };
  });
}

/** @param {Core} core @param {PathInput} options */
function requirePath(core, {q, k, w, beta, scale}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, ['nHeads', 'nQuery', 'dHead']);
  const [, nKey] = requireTensor(core, 'k', k, [nHeads, 'nKey', dHead]);
  requireIntegers({'q.shape[1]': nQuery}, 1, nKey);
  requireTensor(core, 'w', w, [nHeads, nKey, dHead]);
  requireTensor(core, 'beta', beta, [nHeads, nKey]);
  if (scale !== undefined) requireFinite({scale});
  return {nHeads, nQuery, nKey, dHead};
}

/** @param {Memory} mem @param {PathInput} options @returns {number} pointer to PePath */
function pathStruct(mem, {q, k, w, beta, scale}) {
  const [nHeads, nQuery, dHead] = q.shape;
  return mem.struct('PePath', {
    q: mem.f32(q.data).ptr,
    k: mem.f32(k.data).ptr,
    w: mem.f32(w.data).ptr,
    beta: mem.f32(beta.data).ptr,
    nHeads,
    nQuery,
    nKey: k.shape[1],
    dHead,
    scale: scale ?? 1 / Math.sqrt(dHead),
  }).ptr;
}
