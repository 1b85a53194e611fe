import {runRopeAttention} from '../attention.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  return runRopeAttention(core, item, 'interleaved');
}
