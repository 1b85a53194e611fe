import {t5Bias, t5BiasBackward} from '../../../../web/core/pe.js';
import {runAttention} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {tq: nQuery, tk: nKey, bidirectional, max_distance: maxDistance} = item.params;
  const rule = {causal: !bidirectional, maxDistance};
  const table = inputOf(item, 'w.table');
  const bias = t5Bias(core, {table, nQuery, nKey, ...rule});
  const {dlogits, ...got} = runAttention(core, item, {bias});
  const dtable = t5BiasBackward(core, {dlogits, nBuckets: table.shape[0], ...rule});
  return {...got, 'dw.table': dtable};
}
