import {ropeScaling, yarnMagnitude} from '../../../../web/core/pe.js';
import {latentAttention, latentAttentionBackward} from '../../../../web/core/rotary-attention.js';
import {groupOf, inputOf} from '../compare.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {mask, key_pad: keyPad, window, layout, offset: firstPos = 0, d_nope, d_rope} = item.params;
  if (mask !== 'causal' && mask !== 'full') throw new Error(`mask ${mask} is not known here`);
  if (item.params.scale) throw new Error('scale is not known here: it follows from the widths');
  const spec = groupOf(item, 'rope');
  const {dim = d_rope, base, factor = 1, mscale_all_dim: mscale} = spec;
  const magnitude = mscale ? yarnMagnitude(core, {factor, mscale}) : 1;
  const input = {
    qNope: inputOf(item, 'q_nope'),
    qRope: inputOf(item, 'q_rope'),
    kNope: inputOf(item, 'k_nope'),
    kRope: inputOf(item, 'k_rope'),
    v: inputOf(item, 'v'),
    rope: ropeScaling(core, {...scalingOf(spec), dim, base}),
    scale: magnitude ** 2 / Math.sqrt(d_nope + d_rope),
    causal: mask === 'causal',
    keyPad: keyPad ?? undefined,
    window: window || undefined,
    layout,
    firstPos,
  };
  const {logits, weights, output} = latentAttention(core, input);
  const back = latentAttentionBackward(core, {...input, dout: inputOf(item, 'dout')});
  const {dqNope: dq_nope, dqRope: dq_rope, dkNope: dk_nope, dkRope: dk_rope, dv} = back;
  return {scores: logits, probs: weights, output, dq_nope, dq_rope, dk_nope, dk_rope, dv};
}
