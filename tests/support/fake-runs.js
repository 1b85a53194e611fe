// Runs as a figure sees them, made by hand.
import {idleState} from '../../web/workers/protocol.js';

/** @import {Evaluation, Measured, RunState, Spec, TrainSpec} from '../../web/workers/protocol.js' */

/**
 * @param {number} seqLen
 * @param {number} accuracy
 * @param {Partial<Measured>} [others]
 * @returns {Measured}
 */
export function measured(seqLen, accuracy, others = {}) {
  const loss = others.loss ?? 1.5;
  return {
    seqLen,
    accuracy,
    loss,
    perplexity: Math.exp(loss),
    chance: 0.0625,
    best: 0.90625,
    bestPerplexity: 1.7,
    nTargets: 1280,
    ...others,
  };
}

/**
 * A run that is done, with these evaluations and a loss that falls from `from` to `to`.
 *
 * @param {Spec} spec
 * @param {readonly Evaluation[]} evaluations
 * @param {Partial<RunState> & {from?: number, to?: number}} [others]
 * @returns {RunState}
 */
export function doneRun(spec, evaluations, {from = 3, to = 1, ...others} = {}) {
  const losses = Float32Array.from(
    {length: spec.steps},
    (_, k) => from + ((to - from) * k) / Math.max(1, spec.steps - 1),
  );
  return {
    ...idleState(spec),
    state: 'done',
    step: spec.steps,
    fraction: 1,
    losses,
    msPerStep: 5,
    timeLeftMs: 0,
    nParams: 102_000,
    nBytes: 5_000_000,
    evaluations,
    ...others,
  };
}

/**
 * A run in the middle of its training.
 *
 * @param {TrainSpec} spec
 * @param {number} step
 * @returns {RunState}
 */
export function halfRun(spec, step) {
  const done = doneRun(spec, []);
  return {
    ...done,
    state: 'running',
    step,
    fraction: step / spec.steps,
    losses: done.losses.subarray(0, step),
  };
}
