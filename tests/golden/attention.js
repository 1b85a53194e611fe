// One attention of a golden case: what the topics attention_* share.
import {attention, attentionBackward} from '../../web/core/nn.js';
import {ropeRotate, ropeTables} from '../../web/core/pe.js';
import {groupOf, inputOf} from './compare.js';

/** @import {Core, Tensor, TensorLike} from '../../web/core/core.js' */
/** @import {RopeLayout} from '../../web/core/pe.js' */
/** @import {DecodedCase} from './compare.js' */

/**
 * Attention and its gradients, under the names of the golden files.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {{q?: TensorLike, k?: TensorLike, bias?: Tensor}} [changed] what a method put in place
 */
export function runAttention(core, item, {q = item.in.q, k = item.in.k, bias} = {}) {
  const {mask, key_pad: keyPad, scale} = item.params;
  const causal = mask === 'causal';
  if (!causal && mask !== 'full') throw new Error(`mask ${mask} is not known here`);
  const input = {q, k, v: item.in.v, bias, causal, keyPad, scale: scale || undefined};
  const {logits, weights, output} = attention(core, input);
  const {dq, dk, dv} = attentionBackward(core, {...input, weights, dout: item.in.dout});
  return {scores: logits, probs: weights, output, dq, dk, dv};
}

/**
 * The same with queries and keys turned before, and their gradients turned back.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {RopeLayout} layout
 */
export function runRopeAttention(core, item, layout) {
  const [, tq, hd] = inputOf(item, 'q').shape;
  const tk = inputOf(item, 'k').shape[1];
  const {offset = 0} = item.params;
  const {kind = 'default', dim = hd, base} = groupOf(item, 'rope');
  if (kind !== 'default') return `kind ${kind}`;
  const positions = Float64Array.from({length: tk}, (_, j) => j + offset);
  const queries = Float64Array.from({length: tq}, (_, i) => i + tk - tq + offset);
  const forKeys = {...ropeTables(core, {positions, dim, base}), layout};
  const forQueries = {...ropeTables(core, {positions: queries, dim, base}), layout};
  const q = ropeRotate(core, {x: item.in.q, ...forQueries});
  const k = ropeRotate(core, {x: item.in.k, ...forKeys});
  const got = runAttention(core, item, {q, k});
  return {
    ...got,
    dq: ropeRotate(core, {x: got.dq, ...forQueries, inverse: true}),
    dk: ropeRotate(core, {x: got.dk, ...forKeys, inverse: true}),
  };
}
