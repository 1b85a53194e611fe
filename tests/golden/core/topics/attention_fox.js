import {foxBias, foxBiasBackward} from '../../../../web/core/pe/fox.js';
import {runAttention, runRopeAttention} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const gates = inputOf(item, 'f');
  const {rope, layout} = item.params;
  const bias = foxBias(core, {gates, nQuery: inputOf(item, 'q').shape[1]});
  const {dlogits, ...got} = rope
    ? runRopeAttention(core, item, layout, {bias})
    : runAttention(core, item, {bias});
  return {...got, df: foxBiasBackward(core, {dlogits, gates})};
}
