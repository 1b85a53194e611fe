import {logSigmoid, softplus} from '../../../../web/core/sigmoid.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const x = inputOf(item, 'x');
  const [log, plus] = [logSigmoid(core, {x}), softplus(core, {x})];
  return {log_sigmoid: log.y, dlog_sigmoid: log.slope, softplus: plus.y, dsoftplus: plus.slope};
}
