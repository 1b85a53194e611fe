import {runBiasMethod} from '../bias-method.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const names = {a: 'kerple_a', p: 'kerple_p'};
  return runBiasMethod(core, item, {method: 'kerple-log', names});
}
