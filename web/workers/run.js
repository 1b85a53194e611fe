// @ts-check
// One run as a machine that a worker can leave between any two of its parts, and that a test can drive
// without a worker.
import {TrainRun} from './train-run.js';
import {TsneRun} from './tsne-run.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Evaluation, Spec} from './protocol.js' */

/**
 * @typedef {object} Run
 * @property {number} step
 * @property {number} steps
 * @property {Float32Array} losses of the steps done
 * @property {number} fraction of its work, 0..1
 * @property {boolean} isOver
 * @property {number} nParams
 * @property {number} nBytes
 * @property {readonly Evaluation[]} evaluations
 * @property {Record<string, Tensor>} before
 * @property {Record<string, Tensor>} tensors
 * @property {Record<string, Tensor>} probe
 * @property {ArrayBuffer | undefined} model
 * @property {() => boolean} advance does one part of the work, and says whether there is more
 * @property {() => Record<string, Tensor> | undefined} [picture] tensors to be shown on the way
 */

/**
 * The run of a spec, ready for its first advance().
 *
 * @param {Core} core one of its own: the run takes memory of it and keeps that
 * @param {Spec} spec
 * @param {ArrayBuffer} [file] a saved model to test in place of training one
 * @returns {Run}
 * @throws {RangeError | TypeError} naming what is wrong with the spec, or the memory that it needs
 */
export const startRun = (core, spec, file) =>
  spec.kind === 'tsne' ? new TsneRun(core, spec) : new TrainRun(core, spec, file);
