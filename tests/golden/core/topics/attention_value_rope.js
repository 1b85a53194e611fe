import {ropeScaling} from '../../../../web/core/pe.js';
import {
  valueRopeAttention,
  valueRopeAttentionBackward,
} from '../../../../web/core/rotary-attention.js';
import {groupOf, inputOf} from '../compare.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {mask, key_pad: keyPad, window, layout, offset: firstPos = 0, last, scale} = item.params;
  if (mask !== 'causal' && mask !== 'full') throw new Error(`mask ${mask} is not known here`);
  // rotations alone: a rule's amplitude is no part of the formula
  const rotation = (/** @type {string} */ name) => {
    const {dim = item.params.hd, base} = groupOf(item, name);
    const {invFreq} = ropeScaling(core, {...scalingOf(groupOf(item, name)), dim, base});
    return {invFreq};
  };
  const isShared = item.params.kv_shared ?? false;
  const input = {
    q: inputOf(item, 'q'),
    k: inputOf(item, 'k'),
    v: isShared ? undefined : inputOf(item, 'v'),
    rope: item.params.rope === null ? undefined : rotation('rope'),
    ropeValue: rotation('rope_value'),
    scale: scale || undefined,
    causal: mask === 'causal',
    keyPad: keyPad ?? undefined,
    window: window || undefined,
    isLast: last ?? false,
    layout,
    firstPos,
  };
  const {logits, weights, output} = valueRopeAttention(core, input);
  const {dq, dk, dv} = valueRopeAttentionBackward(core, {...input, dout: inputOf(item, 'dout')});
  return {scores: logits, probs: weights, output, dq, dk, ...(dv && {dv})};
}
