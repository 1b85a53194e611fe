import {sinkAttention, sinkAttentionBackward} from '../../../../web/core/sink.js';
import {attentionInput} from '../attention.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const input = {...attentionInput(item), sink: inputOf(item, 'w.s')};
  const {logits, weights, rest, output} = sinkAttention(core, input);
  const back = sinkAttentionBackward(core, {...input, dout: inputOf(item, 'dout')});
  const {dsink, ...gradients} = back;
  return {scores: logits, probs: weights, sink_prob: rest, output, ...gradients, 'dw.s': dsink};
}
