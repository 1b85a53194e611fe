import {runBiasMethod} from '../bias-method.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {eps = 1e-6} = item.params;
  const names = Object.fromEntries(
    ['w1', 'b1', 'w2', 'b2', 'c', 'L'].map((name) => [name, `attn.fire_${name}`]),
  );
  const width = inputOf(item, 'w.w1').shape[0];
  return runBiasMethod(core, item, {method: 'fire', names, settings: {width, eps}});
}
