import {alibiBias, alibiKeyOffsetBias, alibiSlopes} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {heads: nHeads, tq: nQuery, tk: nKey} = item.params;
  const slopes = alibiSlopes(core, {nHeads});
  return {
    slopes,
    ...(item.out.bias && {bias: alibiBias(core, {nHeads, nQuery, nKey, mask: 'none'})}),
    ...(item.out.key_offset_bias && {
      key_offset_bias: alibiKeyOffsetBias(core, {slopes, keyMask: inputOf(item, 'key_mask').data}),
    }),
  };
}
