// One attention of a golden case with a method that acts on the logits, and all of its gradients.
import {methodBias, methodBiasBackward} from '../../../web/core/pe.js';
import {runAttention} from './attention.js';
import {inputOf} from './compare.js';

/** @import {Core, TensorLike} from '../../../web/core/core.js' */
/** @import {DecodedCase} from './compare.js' */

/**
 * @param {Core} core
 * @param {DecodedCase} item
 * @param {object} options
 * @param {string} options.method
 * @param {Record<string, string>} options.names of its tensors, by their names in the file: what
 *   is there as w.NAME, and its gradient as dw.NAME
 * @param {Record<string, any>} [options.settings] of the method
 */
export function runBiasMethod(core, item, {method, names, settings = {}}) {
  const {mask, key_pad: keyPad, scale} = item.params;
  const [q, k] = [inputOf(item, 'q'), inputOf(item, 'k')];
  const tensors = Object.fromEntries(
    Object.entries(names).map(([name, ours]) => [ours, oneAxisAtLeast(inputOf(item, `w.${name}`))]),
  );
  const shared = {method, q, k, tensors, causal: mask === 'causal', keyPad, ...settings};
  const input = {...shared, scale: scale || undefined};
  const bias = methodBias(core, input);
  const {dlogits, ...got} = runAttention(core, item, {bias});
  const back = methodBiasBackward(core, {...input, dlogits});
  const gradients = Object.entries(names).map(([name, ours]) => [
    `dw.${name}`,
    back.dtensors[ours],
  ]);
  return {
    ...got,
    dq: back.dq ? sum(got.dq, back.dq) : got.dq,
    dk: back.dk ? sum(got.dk, back.dk) : got.dk,
    ...Object.fromEntries(gradients),
  };
}

/** A number of a file is a tensor of one element. @param {TensorLike} x @returns {TensorLike} */
const oneAxisAtLeast = ({data, shape}) => ({data, shape: shape.length === 0 ? [1] : shape});

/** @param {TensorLike} a @param {TensorLike} b @returns {TensorLike} */
function sum(a, b) {
  return {data: Float32Array.from(a.data, (value, i) => value + b.data[i]), shape: a.shape};
}
