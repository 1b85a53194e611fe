import {pathLogits, pathLogitsBackward} from '../../../../web/core/pe/path.js';
import {runAttention} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const [q, k, w, beta] = ['q', 'k', 'w', 'beta'].map((name) => inputOf(item, name));
  const input = {q, k, w, beta, scale: item.params.scale || undefined};
  // the logits are all in the bias
  const got = runAttention(core, item, {bias: pathLogits(core, input), scale: 0});
  return {...got, ...pathLogitsBackward(core, {...input, dlogits: got.dlogits})};
}
