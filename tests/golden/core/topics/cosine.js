import {cosineSimilarity} from '../../../../web/core/linalg.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  return {similarity: cosineSimilarity(core, {x: item.in.x})};
}
