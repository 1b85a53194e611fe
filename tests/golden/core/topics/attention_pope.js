import {popeLogits, popeLogitsBackward} from '../../../../web/core/pe/pope.js';
import {runAttention} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {dim, base, offset: firstPos = 0, scale} = item.params;
  const delta = inputOf(item, 'w.delta');
  if (delta.shape[1] !== dim)
    throw new Error(`in.w.delta has ${delta.shape[1]} columns, not ${dim}`);
  const [q, k] = [inputOf(item, 'q'), inputOf(item, 'k')];
  const input = {q, k, delta, base, firstPos, scale: scale || undefined};
  // the logits are all in the bias
  const got = runAttention(core, item, {bias: popeLogits(core, input), scale: 0});
  const {ddelta, ...back} = popeLogitsBackward(core, {...input, dlogits: got.dlogits});
  return {...got, ...back, 'dw.delta': ddelta};
}
