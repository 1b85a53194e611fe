import {ropeScaling} from '../../../../web/core/pe.js';
import {scalingOf} from '../rope-spec.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, {params}) {
  const {dim, base} = params;
  const made = ropeScaling(core, {...scalingOf(params), dim, base});
  return {inv_freq: made.invFreq, attention_factor: [made.attentionFactor]};
}
