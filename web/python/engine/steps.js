// @ts-check
// One step of an optimiser for one tensor: the loops that Python would go through ten times.

/** @import {Tensor} from './tensor.js' */

import {dense, from, put} from './tensor.js';

/** Its numbers, to be changed in place, and what writes them back. @param {Tensor} x */
function opened(x) {
  const own = dense(x);
  const shares = own.buffer === x.storage.data.buffer;
  return {data: own, close: () => shares || put(x, from(x.dtype, x.shape, own))};
}

/**
 * @typedef {{lr: number, beta1: number, beta2: number, eps: number, decay: number,
 *   isDecoupled: boolean, step: number, isMaximizing: boolean}} AdamSettings
 */

/** D. Kingma, J. Ba, 2015; I. Loshchilov, F. Hutter, 2019. @param {Tensor} weights @param {Tensor} gradient @param {Tensor} first @param {Tensor} second @param {Tensor | null} most of the second moments, with AMSGrad @param {AdamSettings} settings */
export function adamStep(weights, gradient, first, second, most, settings) {
  const {lr, beta1, beta2, eps, decay, isDecoupled, step, isMaximizing} = settings;
  const {round} = weights.dtype;
  const [w, m, v] = [weights, first, second].map(opened);
  const peak = most && opened(most);
  const g = dense(gradient);
  const size = lr / (1 - beta1 ** step);
  const root = Math.sqrt(1 - beta2 ** step);
  for (let k = 0; k < g.length; k++) {
    let by = isMaximizing ? -g[k] : g[k];
    if (decay && isDecoupled) w.data[k] *= 1 - lr * decay;
    else if (decay) by = round(by + decay * w.data[k]);
    m.data[k] = round(m.data[k] * beta1) + by * (1 - beta1);
    v.data[k] = round(v.data[k] * beta2) + by * by * (1 - beta2);
    let spread = v.data[k];
    if (peak) {
      peak.data[k] = Math.max(peak.data[k], spread);
      spread = peak.data[k];
    }
    w.data[k] -= (size * m.data[k]) / round(round(Math.sqrt(spread)) / root + eps);
  }
  for (const one of [w, m, v, peak]) one?.close();
}

/**
 * @param {Tensor} weights @param {Tensor} gradient @param {Tensor | null} velocity
 * @param {{lr: number, momentum: number, dampening: number, decay: number, isNesterov: boolean,
 *   isMaximizing: boolean, isFirst: boolean}} settings isFirst: the velocity has nothing in it yet
 */
export function sgdStep(weights, gradient, velocity, settings) {
  const {lr, momentum, dampening, decay, isNesterov, isMaximizing, isFirst} = settings;
  const {round} = weights.dtype;
  const w = opened(weights);
  const u = velocity && opened(velocity);
  const g = dense(gradient);
  for (let k = 0; k < g.length; k++) {
    let by = isMaximizing ? -g[k] : g[k];
    if (decay) by = round(by + decay * w.data[k]);
    if (u) {
      u.data[k] = isFirst ? by : round(u.data[k] * momentum) + by * (1 - dampening);
      by = isNesterov ? round(by + momentum * u.data[k]) : u.data[k];
    }
    w.data[k] -= lr * by;
  }
  w.close();
  u?.close();
}
