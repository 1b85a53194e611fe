import {runBiasMethod} from '../bias-method.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const names = {u: 'attn.txl_u', v: 'attn.txl_v', r_proj: 'attn.txl_r'};
  const settings = {base: item.params.base, dModel: inputOf(item, 'w.r_proj').shape[2]};
  return runBiasMethod(core, item, {method: 'transformer-xl', names, settings});
}
