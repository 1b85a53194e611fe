import {runBiasMethod} from '../bias-method.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const names = {pos_emb: 'attn.cope_emb'};
  const maxLen = inputOf(item, 'w.pos_emb').shape[0];
  return runBiasMethod(core, item, {method: 'cope', names, settings: {maxLen}});
}
