// @ts-check
// Runs that were recorded when the site was made: what web/runs/ holds of them, as states that a figure can draw.
import {idleState, specKey} from './protocol.js';

/** @import {Tensor} from '../core/core.js' */
/** @import {Evaluation, RunState, Spec} from './protocol.js' */

/** A tensor in a file: its float32 in little-endian order, as base64. @typedef {{shape: number[], data: string}} Packed */

/**
 * One run in a file. `of` is the digest of its spec. Each number of `losses` is the mean of `every` steps, the
 * last one of what is left. Of its tensors there are those that its figure reads.
 *
 * @typedef {object} RecordedRun
 * @property {string} of
 * @property {string} name for people who read the file
 * @property {number} nParams
 * @property {number} every
 * @property {number[]} losses
 * @property {Evaluation[]} evaluations
 * @property {Record<string, Packed>} [before]
 * @property {Record<string, Packed>} [tensors]
 * @property {Record<string, Packed>} [probe]
 */

/**
 * A file of web/runs/: the runs of one preset of a figure. `core` is the version of the C interface that it was
 * recorded with.
 *
 * @typedef {{figure: string, element: string, core: string, settings: Record<string, unknown>, runs: RecordedRun[]}} Recording
 */

/** Thrown where a figure reads a tensor that its recording has not kept. */
export class NotRecorded extends Error {}

/**
 * Sixteen hexadecimal digits that are equal for equal specs (FNV-1a, twice).
 *
 * @param {Spec} spec
 * @returns {string}
 */
export function digestOf(spec) {
  const text = specKey(spec);
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let k = 0; k < text.length; k++) {
    a = Math.imul(a ^ text.charCodeAt(k), 0x1000193);
    b = Math.imul(b ^ text.charCodeAt(k), 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The states of the runs of some specs, done.
 *
 * @param {Recording} recording
 * @param {readonly Spec[]} specs
 * @returns {RunState[] | null} null where one of them was not recorded
 */
export function recordedStates({runs}, specs) {
  const states = specs.flatMap((spec) => {
    const digest = digestOf(spec);
    const run = runs.find(({of}) => of === digest);
    return run ? [stateOf(run, spec)] : [];
  });
  return states.length === specs.length ? states : null;
}

/**
 * @param {RecordedRun} run
 * @param {Spec} spec
 * @returns {RunState}
 */
function stateOf({nParams, every, losses, evaluations, ...kept}, spec) {
  const {steps} = spec;
  const of = spec.kind === 'train' ? spec : null;
  return {
    ...idleState(spec),
    state: 'done',
    step: steps,
    fraction: 1,
    losses: Float32Array.from({length: steps}, (_, k) => losses[Math.floor(k / every)]),
    timeLeftMs: 0,
    nParams,
    evaluations,
    before: tensorsOf(kept.before, of?.before),
    tensors: tensorsOf(kept.tensors, of?.take),
    probe: tensorsOf(kept.probe, of?.probe?.take),
  };
}

/**
 * @param {Record<string, Packed>} [packed]
 * @param {readonly string[]} [promised] by the spec: those that are not there cannot be read
 * @returns {Record<string, Tensor>}
 */
function tensorsOf(packed = {}, promised = []) {
  /** @type {Record<string, Tensor>} */
  const tensors = {};
  for (const name of promised) {
    if (Object.hasOwn(packed, name)) continue;
    Object.defineProperty(tensors, name, {
      get() {
        throw new NotRecorded(`${name} was not recorded.`);
      },
    });
  }
  for (const [name, tensor] of Object.entries(packed)) tensors[name] = unpacked(tensor);
  return tensors;
}

/** @param {Packed} packed @returns {Tensor} */
function unpacked({shape, data}) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return {
    shape,
    data: Float32Array.from({length: bytes.length / 4}, (_, k) => view.getFloat32(4 * k, true)),
  };
}
