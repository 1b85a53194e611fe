import {stickBreaking, stickBreakingBackward} from '../../../../web/core/stick-breaking.js';
import {attentionInput} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {current, rest_to_value: restToValue = false} = item.params;
  if (item.params.mask === 'full') throw new Error('mask full is not known here');
  const input = {...attentionInput(item), current, restToValue};
  const {logits, weights, rest, output} = stickBreaking(core, input);
  const back = stickBreakingBackward(core, {...input, dout: inputOf(item, 'dout')});
  return {scores: logits, probs: weights, remainder: rest, output, ...back};
}
