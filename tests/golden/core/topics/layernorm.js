import {layernorm, layernormBackward} from '../../../../web/core/nn.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {x, gamma, beta, g} = item.in;
  const {eps} = item.params;
  const y = layernorm(core, {x, gamma, beta, eps});
  return g ? {y, ...layernormBackward(core, {dy: g, x, gamma, eps})} : {y};
}
