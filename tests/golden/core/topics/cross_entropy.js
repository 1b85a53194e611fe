import {crossEntropy} from '../../../../web/core/nn-training.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {ignore, smoothing} = item.params;
  const targets = inputOf(item, 'target').data.map((target) => (target === ignore ? -1 : target));
  const {loss, dlogits} = crossEntropy(core, {logits: item.in.logits, targets, smoothing});
  return {loss: [loss], dlogits};
}
