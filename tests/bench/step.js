// The training step that is timed: 2 layers, d 64, 4 heads, d_ff 256, vocabulary 100, learned positions.
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';

import {loadCore} from '../../web/core/core.js';
import {Transformer} from '../../web/core/transformer.js';

/** @import {Core} from '../../web/core/core.js' */

export const BATCH = 32;
const SIZES = {vocabSize: 100, nLayers: 2, nHeads: 4, dModel: 64, dFf: 256};
const WASM = new URL('../../.cache/bench.wasm', import.meta.url);

/** The core with the loops of loops.c, one of its own at each call. @returns {Promise<Core>} */
export function benchCore() {
  if (!existsSync(WASM)) throw new Error('.cache/bench.wasm is missing: run ./build.sh bench');
  return loadCore(readFileSync(WASM));
}

/**
 * A model that has learned a little on one batch, and the step to be timed.
 *
 * @param {Core} core one of its own
 * @param {number} seqLen
 * @returns {{step: () => number, model: Transformer, batch: {tokens: Int32Array, targets: Int32Array}}}
 */
export function trainingStep(core, seqLen) {
  const config = {...SIZES, batch: BATCH, seqLen, methods: [{name: 'learned', maxLen: seqLen}]};
  const model = new Transformer(core, {...config, seed: 1});
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * SIZES.vocabSize);
  };
  const tokens = Int32Array.from({length: BATCH * seqLen}, random);
  const targets = Int32Array.from({length: BATCH * seqLen}, random);
  return {step: () => model.step({tokens, targets, lr: 1e-3}), model, batch: {tokens, targets}};
}

/**
 * Fails unless the step learns: the gradient is the slope of the loss along itself, and twenty steps
 * on one batch bring its loss down from that of chance.
 *
 * @param {ReturnType<typeof trainingStep>} training
 */
export function verifyStep({step, model, batch}) {
  const name = 'layers.0.ff1.weight';
  const before = model.tensor(name);
  const loss = model.gradients(batch);
  assert.ok(Math.abs(loss - Math.log(SIZES.vocabSize)) < 1, `the first loss is ${loss}`);
  const gradient = model.gradient(name).data;
  const square = gradient.reduce((sum, g) => sum + g * g, 0);
  const by = 0.01 / Math.sqrt(square);
  const moved = (/** @type {number} */ sign) => {
    const data = before.data.map((value, k) => value + sign * by * gradient[k]);
    model.setTensor(name, {...before, data});
    return model.gradients(batch);
  };
  const slope = (moved(1) - moved(-1)) / (2 * by);
  model.setTensor(name, before);
  assert.ok(Math.abs(slope / square - 1) < 0.02, `slope ${slope}, gradient says ${square}`);
  for (let k = 0; k < 20; k++) step();
  const after = step();
  assert.ok(after < loss - 0.3, `the loss went from ${loss} to ${after}`);
}

/** Floating-point operations of the step's matmuls with weights, forward and backward. @param {number} seqLen */
export function matmulFlops(seqLen) {
  const {vocabSize, nLayers, dModel, dFf} = SIZES;
  const weights = nLayers * (4 * dModel * dModel + 2 * dModel * dFf) + dModel * vocabSize;
  return 3 * 2 * BATCH * seqLen * weights;
}
