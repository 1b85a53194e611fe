import {t5Buckets} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {bidirectional, buckets: nBuckets, max_distance: maxDistance} = item.params;
  const relative = inputOf(item, 'rel');
  return {bucket: t5Buckets(core, {relative, causal: !bidirectional, nBuckets, maxDistance})};
}
