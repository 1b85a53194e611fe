import type { Evaluation, Measured, RunState, Spec, TrainSpec } from '../../web/workers/protocol.js';
/** @import {Evaluation, Measured, RunState, Spec, TrainSpec} from '../../web/workers/protocol.js' */
/**
 * @param {number} seqLen
 * @param {number} accuracy
 * @param {Partial<Measured>} [others]
 * @returns {Measured}
 */
export declare function measured(seqLen: number, accuracy: number, others?: Partial<Measured>): Measured;
/**
 * A run that is done, with these evaluations and a loss that falls from `from` to `to`.
 *
 * @param {Spec} spec
 * @param {readonly Evaluation[]} evaluations
 * @param {Partial<RunState> & {from?: number, to?: number}} [others]
 * @returns {RunState}
 */
export declare function doneRun(spec: Spec, evaluations: readonly Evaluation[], { from, to, ...others }?: Partial<RunState> & {
    from?: number;
    to?: number;
}): RunState;
/**
 * A run in the middle of its training.
 *
 * @param {TrainSpec} spec
 * @param {number} step
 * @returns {RunState}
 */
export declare function halfRun(spec: TrainSpec, step: number): RunState;
