import {adamUpdate} from '../../../../web/core/nn-training.js';
import {inputOf} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {DecodedCase} from '../compare.js' */

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  const {lr, betas, eps, decay: weightDecay, steps} = item.params;
  const [beta1, beta2] = betas;
  const {data: gradients} = inputOf(item, 'g');
  const n = gradients.length / steps;
  /** @type {Record<'p' | 'm' | 'v', Float32Array>} */
  let state = {
    p: Float32Array.from(inputOf(item, 'p0').data),
    m: new Float32Array(n),
    v: new Float32Array(n),
  };
  /** @type {number[]} */
  const path = [];
  for (let step = 1; step <= steps; step++) {
    const g = gradients.subarray((step - 1) * n, step * n);
    state = adamUpdate(core, {...state, g, lr, step, beta1, beta2, eps, weightDecay});
    path.push(...state.p);
  }
  return {...state, p: path};
}
