import {debertaBuckets} from '../../../../web/core/pe.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** The file has query position minus key position. @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {buckets: nBuckets, max_position: maxPosition} = item.params;
  const relative = Array.from(inputOf(item, 'rel').data, (distance) => -distance);
  return {bucket: debertaBuckets(core, {relative, nBuckets, maxPosition})};
}
