import {alibiBias} from '../../../../web/core/pe.js';
import {runAttention} from '../attention.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {heads: nHeads, tq: nQuery, tk: nKey} = item.params;
  const bias = alibiBias(core, {nHeads, nQuery, nKey, mask: 'none'});
  return runAttention(core, item, {bias});
}
