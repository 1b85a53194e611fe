import {softmaxBackward} from '../../../../web/core/nn.js';
import {
  shawKeys,
  shawKeysBackward,
  shawValues,
  shawValuesBackward,
} from '../../../../web/core/pe.js';
import {runAttention, throughLogits} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core, TensorLike} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/**
 * Keys, and values where the case has them. The backward pass is linear in the gradient of the output: what
 * comes through the value term is followed on its own and added.
 *
 * @param {Core} core
 * @param {DecodedCase} item
 */
export function run(core, item) {
  const {q, k, dout, 'w.value_table': valueTable} = item.in;
  const {tk: nKey, hd, scale = 1 / Math.sqrt(hd), mask} = item.params;
  const shared = {causal: mask === 'causal'};
  const keys = {q: inputOf(item, 'q'), table: inputOf(item, 'w.key_table'), scale, ...shared};
  const bias = shawKeys(core, {...keys, nKey});
  const plain = runAttention(core, item, {bias});
  /** @type {Record<string, TensorLike>} */
  const got = {...plain};
  if (valueTable) {
    const values = {weights: plain.probs, table: valueTable, ...shared};
    got.output = sum(plain.output, shawValues(core, values));
    const {dweights, dtable} = shawValuesBackward(core, {...values, dout});
    got['dw.value_table'] = dtable;
    const dlogits = softmaxBackward(core, {dy: dweights, y: plain.probs});
    const through = throughLogits(core, {dlogits, q, k, scale});
    for (const name of /** @type {const} */ (['dq', 'dk'])) {
      got[name] = sum(got[name], through[name]);
    }
    got.dlogits = sum(plain.dlogits, dlogits);
  }
  const {dq, dtable} = shawKeysBackward(core, {...keys, dlogits: got.dlogits});
  return {...got, dq: sum(got.dq, dq), 'dw.key_table': dtable};
}

/** @param {TensorLike} a @param {TensorLike} b @returns {TensorLike} */
function sum(a, b) {
  return {data: Float32Array.from(a.data, (value, i) => value + b.data[i]), shape: a.shape};
}
