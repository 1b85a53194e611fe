import {methodQk, methodQkBackward} from '../../../../web/core/pe.js';
import {runAttention} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** Nothing here depends on the centre of the case. @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {base, scale_base: scaleBase} = item.params;
  const settings = {method: 'xpos', base, scaleBase};
  const rotated = methodQk(core, {...settings, q: inputOf(item, 'q'), k: inputOf(item, 'k')});
  const got = runAttention(core, item, rotated);
  return {...got, ...methodQkBackward(core, {...settings, dq: got.dq, dk: got.dk})};
}
