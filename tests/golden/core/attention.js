// One attention of a golden case: what the topics attention_* share.
import {matmul} from '../../../web/core/linalg.js';
import {attention, attentionBackward} from '../../../web/core/nn.js';
import {ropeRotate, ropeScaling, ropeTables} from '../../../web/core/pe.js';
import {groupOf, inputOf} from './compare.js';
import {scalingOf} from './rope-spec.js';

/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */
/** @import {RopeLayout} from '../../../web/core/pe.js' */
/** @import {DecodedCase} from './compare.js' */

/**
 * @typedef {{q?: TensorLike, k?: TensorLike, bias?: Tensor, scale?: number}} Changed what a method put in place
 *   of a case's own
 */

/**
 * What attention() takes for a case.
 *
 * @param {DecodedCase} item
 * @param {Changed} [changed]
 */
export function attentionInput(item, {q, k, bias, scale} = {}) {
  const {mask = 'causal', key_pad: keyPad, window} = item.params;
  if (mask !== 'causal' && mask !== 'full') throw new Error(`mask ${mask} is not known here`);
  return {
    q: q ?? inputOf(item, 'q'),
    k: k ?? inputOf(item, 'k'),
    v: inputOf(item, 'v'),
    bias,
    causal: mask === 'causal',
    keyPad: keyPad ?? undefined,
    window: window || undefined,
    scale: scale ?? (item.params.scale || undefined),
  };
}

/**
 * Attention and its gradients, under the names of the golden files.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {Changed} [changed]
 */
export function runAttention(core, item, changed) {
  const input = attentionInput(item, changed);
  const {logits, weights, output} = attention(core, input);
  const back = attentionBackward(core, {...input, weights, dout: item.in.dout});
  return {scores: logits, probs: weights, output, ...back};
}

/**
 * What a gradient by the logits is by queries and keys: dq = scale dlogits k, dk = scale dlogits^T q.
 *
 * @param {Core} core
 * @param {{dlogits: TensorLike, q: TensorLike, k: TensorLike, scale: number}} options
 * @returns {{dq: Tensor, dk: Tensor}}
 */
export function throughLogits(core, {dlogits, q, k, scale}) {
  const [nHeads, nQuery, nKey] = dlogits.shape;
  const dHead = q.shape[2];
  const [dq, dk] = [q, k].map(({shape}) => ({
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
    shape: [...shape],
  }));
  for (let h = 0; h < nHeads; h++) {
    const pair = headOf(dlogits, h).map((value) => scale * value);
    const transposed = pair.map((_, at) => pair[(at % nQuery) * nKey + Math.floor(at / nQuery)]);
    const [rowsOfQ, rowsOfK] = [q, k].map((x) => ({
      data: headOf(x, h),
      shape: [x.shape[1], dHead],
    }));
    const forQ = matmul(core, {a: {data: pair, shape: [nQuery, nKey]}, b: rowsOfK});
    const forK = matmul(core, {a: {data: transposed, shape: [nKey, nQuery]}, b: rowsOfQ});
    dq.data.set(forQ.data, h * nQuery * dHead);
    dk.data.set(forK.data, h * nKey * dHead);
  }
  return {dq, dk};
}

/** One head's numbers. @param {TensorLike} x (nHeads, n, m) @param {number} h */
function headOf({data, shape: [, n, m]}, h) {
  return Float32Array.from(data).subarray(h * n * m, (h + 1) * n * m);
}

/**
 * The same with queries and keys rotated before, and their gradients rotated back.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {RopeLayout} layout
 * @param {Changed} [changed]
 */
export function runRopeAttention(core, item, layout, changed = {}) {
  const [, tq, hd] = inputOf(item, 'q').shape;
  const tk = inputOf(item, 'k').shape[1];
  const {offset = 0} = item.params;
  const spec = groupOf(item, 'rope');
  const {dim = hd, base} = spec;
  const frequencies = ropeScaling(core, {...scalingOf(spec), dim, base});
  const positions = Float64Array.from({length: tk}, (_, j) => j + offset);
  const queries = Float64Array.from({length: tq}, (_, i) => i + tk - tq + offset);
  const forKeys = {...ropeTables(core, {positions, ...frequencies}), layout};
  const forQueries = {...ropeTables(core, {positions: queries, ...frequencies}), layout};
  const q = ropeRotate(core, {x: item.in.q, ...forQueries});
  const k = ropeRotate(core, {x: item.in.k, ...forKeys});
  const got = runAttention(core, item, {...changed, q, k});
  return {
    ...got,
    dq: ropeRotate(core, {x: got.dq, ...forQueries, inverse: true}),
    dk: ropeRotate(core, {x: got.dk, ...forKeys, inverse: true}),
  };
}
