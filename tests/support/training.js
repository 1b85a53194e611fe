// A small run of training, for tests of what a spec decides.
import {TrainRun} from '../../web/workers/train-run.js';
import {loadCore} from './core.js';

/** @import {TrainSpec} from '../../web/workers/protocol.js' */

export const MODEL = {nLayers: 1, nHeads: 2, dModel: 16, dFf: 32, causal: true};

/** @param {Partial<TrainSpec>} [more] @returns {TrainSpec} */
export const trainSpec = (more = {}) => ({
  kind: 'train',
  task: 'order-2',
  seqLen: 6,
  batch: 4,
  steps: 12,
  lr: 0.01,
  warmup: 3,
  weightDecay: 0.01,
  seed: 5,
  model: {...MODEL, methods: ['rope-half']},
  evaluate: {lengths: [6, 13], sequences: 10},
  ...more,
});

/** A run in a core of its own. @param {TrainSpec} of @param {ArrayBuffer} [file] */
export const begin = async (of, file) => new TrainRun(await loadCore(), of, file);

/** @param {TrainSpec} of @param {ArrayBuffer} [file] */
export async function finished(of, file) {
  const run = await begin(of, file);
  while (run.advance());
  return run;
}
