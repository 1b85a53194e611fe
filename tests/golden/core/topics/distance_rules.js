import {attention} from '../../../../web/core/nn.js';
import {distanceLogits, distanceMatrix, ropeScaling} from '../../../../web/core/pe.js';
import {groupOf, inputOf} from '../compare.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {hd, window, group, shift, factor, chunk, local, scale} = item.params;
  if (item.params.rule === 'self_extend' && shift !== 'floor' && shift !== 'real') {
    throw new Error(`shift ${shift} is not known here`);
  }
  const rule = item.params.rule.replaceAll('_', '-');
  const settings = {window, group, isExact: shift === 'real', factor, chunk, local};
  const [q, k, v] = ['q', 'k', 'v'].map((name) => inputOf(item, name));
  const sizes = {nQuery: q.shape[1], nKey: k.shape[1]};
  const distance = distanceMatrix(core, {rule, ...settings, ...sizes});
  const spec = groupOf(item, 'rope');
  const {dim = hd, base} = spec;
  // rotations alone: a rule's amplitude is no part of the formula
  const {invFreq} = ropeScaling(core, {...scalingOf(spec), dim, base});
  const bias = distanceLogits(core, {q, k, distance, invFreq, scale: scale || undefined});
  const {logits, weights, output} = attention(core, {q, k, v, bias, scale: 0, causal: true});
  return {distance, scores: logits, probs: weights, output};
}
