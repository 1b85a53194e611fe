// @ts-check
// Positions that follow one another by a learned law, solved by steps of any length.

import {randomNormal} from '../../core/base.js';
import {methodInput} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Settings} from '../frame/settings.js' */

export const WIDTH = 16; // hidden units of the law
export const STAGES = {'floater-recurrent': 1, floater: 4}; // evaluations of the law a step

/** @typedef {keyof typeof STAGES} Rule */

/**
 * The law dp/dt = w2 tanh(w1 p + wt t + b1) + b2, drawn at random.
 *
 * @param {Core} core
 * @param {Settings} settings dModel, bend, seed
 * @returns {Record<string, Tensor>}
 */
export function lawOf(core, {dModel, bend, seed}) {
  const draw = (
    /** @type {string} */ name,
    /** @type {number[]} */ shape,
    /** @type {number} */ sigma,
  ) => randomNormal(core, {seed, name, shape, sigma});
  return {
    floater_p0: draw('p0', [dModel], 1),
    floater_w1: draw('w1', [WIDTH, dModel], bend / Math.sqrt(dModel)),
    floater_wt: draw('wt', [WIDTH], 0.1),
    floater_b1: draw('b1', [WIDTH], 1),
    floater_w2: draw('w2', [dModel, WIDTH], bend / Math.sqrt(WIDTH)),
    floater_b2: draw('b2', [dModel], 0.1),
  };
}

/**
 * The same law on a clock that runs `perPosition` times as fast: a whole step of it is a part of a
 * position. Exact for powers of two.
 *
 * @param {Record<string, Tensor>} law
 * @param {number} perPosition
 * @returns {Record<string, Tensor>}
 */
function slowed(law, perPosition) {
  const parts = ['floater_wt', 'floater_w2', 'floater_b2'];
  return Object.fromEntries(
    Object.entries(law).map(([name, {data, shape}]) => [
      name,
      parts.includes(name)
        ? {data: data.map((value) => value / perPosition), shape}
        : {data, shape},
    ]),
  );
}

/**
 * What a rule adds to tokens x.
 *
 * @param {Core} core
 * @param {Record<string, Tensor>} law
 * @param {Rule} rule
 * @param {Tensor} x (n, dModel)
 * @returns {Tensor}
 */
export const addedTo = (core, law, rule, x) =>
  methodInput(core, {method: rule, x, tensors: law, width: WIDTH});

/**
 * Positions 0 .. n - 1 by a rule, with so many steps from one to the next.
 *
 * @param {Core} core
 * @param {Record<string, Tensor>} law
 * @param {{rule: Rule, n: number, perPosition: number}} options
 * @returns {Tensor} (n, dModel)
 */
export function pathOf(core, law, {rule, n, perPosition}) {
  const [dModel] = law.floater_p0.shape;
  const nSteps = (n - 1) * perPosition + 1;
  const zeros = {data: new Float32Array(nSteps * dModel), shape: [nSteps, dModel]};
  const {data} = addedTo(core, slowed(law, perPosition), rule, zeros);
  const out = new Float32Array(n * dModel);
  for (let k = 0; k < n; k++) {
    const at = k * perPosition * dModel;
    out.set(data.subarray(at, at + dModel), k * dModel);
  }
  return {data: out, shape: [n, dModel]};
}

/**
 * The length of what parts two paths at each position.
 *
 * @param {Tensor} a (n, d)
 * @param {Tensor} b
 */
export function distances(a, b) {
  const [n, d] = a.shape;
  return Float64Array.from({length: n}, (_, row) => {
    let sum = 0;
    for (let c = row * d; c < (row + 1) * d; c++) sum += (a.data[c] - b.data[c]) ** 2;
    return Math.sqrt(sum);
  });
}
