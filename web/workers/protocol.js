// @ts-check
// The messages between a page and its workers, and the types that both use. Nothing here runs by
// itself: both ends import it.

/** @import {Tensor} from '../core/core.js' */

/** @import {PeSettings, ScalingSettings} from '../core/pe.js' */
/** @import {Layers} from '../core/transformer-config.js' */

/**
 * A positional method with its settings, or its name alone.
 *
 * @typedef {string | ({name: string, layers?: Layers} & PeSettings)} MethodSpec
 */

/**
 * Other settings of the model's methods, for a test: what does a trained model do with them? `name` is
 * what the reader calls them. Of a scaling, a `factor` or `alpha` of 'fit' is as often the length of training
 * as the tested length has (at least 1), and `seqLen`, where it is left out, the tested length.
 *
 * @typedef {{name: string, methods: readonly ScalingSpec[]}} TestSettings
 * @typedef {Omit<PeSettings, 'scaling'> & {name: string, scaling?: Omit<ScalingSettings, 'factor' | 'alpha'>
 *   & {factor?: number | 'fit', alpha?: number | 'fit'}}} ScalingSpec
 */

/**
 * @typedef {object} ModelSpec see web/core/transformer.js, which has the defaults
 * @property {number} [nLayers]
 * @property {number} [nHeads]
 * @property {number} [dModel]
 * @property {number} [dFf]
 * @property {readonly MethodSpec[]} methods the positional methods, all at once
 * @property {boolean} [causal]
 * @property {'each' | 'mean' | 'last'} [readout]
 * @property {'erf' | 'tanh'} [gelu]
 */

/**
 * A model to train and to test. Plain JSON: equal specs are one run, whichever figures ask for it.
 *
 * @typedef {object} TrainSpec
 * @property {'train'} kind
 * @property {string} task a name of web/core/task.js
 * @property {number} seqLen tokens of a training sequence
 * @property {readonly number[]} [lengths] where not all have so many: each step has one of these lengths, by chance; seqLen is
 *   the longest
 * @property {number} batch sequences per step
 * @property {number} steps 0: an untrained model is tested
 * @property {number} lr the peak: reached after `warmup` steps, then along a cosine down to a tenth
 * @property {number} warmup
 * @property {number} weightDecay
 * @property {number} seed of the weights and of the data
 * @property {ModelSpec} model
 * @property {{rule: 'randomized' | 'pose' | 'abacus' | 'coupled', nIds: number}} [ids] position ids of 0 .. nIds - 1 while it trains (run-ids.js); left
 *   out: 0, 1, 2, ...
 * @property {{after: number, methods: readonly MethodSpec[], warmup: number}} [second] a second phase: after so many of the
 *   steps the weights go on in a model with these methods, with a learning rate and with moments that begin anew; that
 *   model is tested
 * @property {{lengths: readonly number[], sequences: number, passage?: number, scalings?: readonly TestSettings[]}}
 *   [evaluate] test sequences of each of these lengths, after the last step; then the same once more
 *   under each of the scalings, and at the end the model is as it was. With `passage`, sequences of all lengths end with
 *   the same so many tokens, after others, and only their questions count
 * @property {readonly string[]} [before] tensors that are taken before the first step
 * @property {readonly string[]} [take] tensors that are taken after the last
 * @property {{tokens: readonly (readonly number[])[], take: readonly string[]}} [probe]
 *   a forward pass after the last step over sequences of one length, and the activations taken of it
 */

/**
 * A t-SNE map: `tensors.y` of its state is the map after the newest step, `losses` the divergence.
 * With `keep`, `tensors.path` (frames, n, 2) is at the end every so many-th map, the first one too.
 *
 * @typedef {object} TsneSpec
 * @property {'tsne'} kind
 * @property {Tensor} x (n, d)
 * @property {number} perplexity
 * @property {number} steps
 * @property {number} seed
 * @property {'pca' | 'random'} [init]
 * @property {number} [keep]
 */

/** @typedef {TrainSpec | TsneSpec} Spec */

/**
 * What a model of one task does with sequences of one length: accuracy 0..1, `loss` in nats per
 * counted token, and what guessing and a perfect model reach. Where the model has no such positions,
 * `missing` is a sentence that says so, and there are no numbers. `scaling` is the name of the settings
 * that were changed for it.
 *
 * @typedef {{seqLen: number, scaling?: string, accuracy: number, perplexity: number, loss: number, chance: number,
 *   best: number, bestPerplexity: number | null, nTargets: number, missing?: undefined}} Measured
 * @typedef {{seqLen: number, scaling?: string, missing: string}} Missing
 * @typedef {Measured | Missing} Evaluation
 */

/** @typedef {'idle' | 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'stopped'} Condition */
/** @typedef {{name?: string, message: string, step?: number}} Failure `step` counts from 1 */

/**
 * What is known of a run. A state never changes: each report makes a new one.
 *
 * @template {Spec} [S=Spec]
 * @typedef {object} RunState
 * @property {S} spec
 * @property {Condition} state
 * @property {number} step steps done
 * @property {number} steps
 * @property {number} fraction 0..1 of all its work, evaluation included
 * @property {Float32Array} losses of the steps done, in order
 * @property {number} msPerStep 0 until a step is done
 * @property {number} timeLeftMs NaN until it is known
 * @property {number} nParams 0 until it has started
 * @property {number} nBytes of wasm memory that the model takes; 0 until it has started
 * @property {readonly Evaluation[]} evaluations in the order of the spec's lengths, and then of its
 *   scalings, each at all lengths
 * @property {Readonly<Record<string, Tensor>>} before
 * @property {Readonly<Record<string, Tensor>>} tensors
 * @property {Readonly<Record<string, Tensor>>} probe
 * @property {ArrayBuffer | undefined} model the trained model as a file, when it is done
 * @property {boolean} isLoaded whether it tested a model out of a file and trained none
 * @property {Failure | undefined} error why it failed
 */

/** A run of which nothing has been done. @param {Spec} spec @returns {RunState} */
export function idleState(spec) {
  return {
    spec,
    state: 'idle',
    step: 0,
    steps: spec.steps,
    fraction: 0,
    losses: new Float32Array(0),
    msPerStep: 0,
    timeLeftMs: Number.NaN,
    nParams: 0,
    nBytes: 0,
    evaluations: [],
    before: {},
    tensors: {},
    probe: {},
    model: undefined,
    isLoaded: false,
    error: undefined,
  };
}

/** @type {WeakMap<object, string>} */
const keys = new WeakMap();

/**
 * Equal for equal specs, in whatever order their fields were written. A spec must not change any more.
 *
 * @param {Spec} spec
 * @returns {string}
 */
export function specKey(spec) {
  const key = keys.get(spec) ?? JSON.stringify(spec, sorted);
  keys.set(spec, key);
  return key;
}

/** @param {string} _ @param {any} value */
function sorted(_, value) {
  if (ArrayBuffer.isView(value)) return [.../** @type {Float32Array} */ (value)];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether it has a worker's time, or waits for it. @param {RunState} run */
export const isActive = ({state}) => state === 'waiting' || state === 'running';

/** Whether it will do nothing more unless it is started again. @param {RunState} run */
export const isOver = ({state}) => state === 'done' || state === 'failed' || state === 'stopped';

/**
 * To a worker. It has one run at a time; `id` says which, so that late reports of an older one are known.
 *
 * - `load` comes first and once: the compiled core, or its bytes where a module cannot be sent.
 * - `start` makes a run, paused. `file` is a saved model that is tested in place of a new one.
 * - `go` and `pause`; `step` is one step, and a pause after it. `commandId` numbers them.
 *
 * @typedef {{type: 'load', core: object | ArrayBuffer}
 *   | {type: 'start', id: number, spec: Spec, file?: ArrayBuffer}
 *   | {type: 'go' | 'pause' | 'step', id: number, commandId: number}} Command
 */

/**
 * What is new of a run since the last such message.
 *
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} fraction
 * @property {number} busyMs that the run has worked so far
 * @property {number} trainedMs of them in steps
 * @property {Float32Array} losses of the steps since the last message
 * @property {readonly Evaluation[]} evaluations all that there are
 * @property {Record<string, Tensor>} [tensors] where they have changed
 */

/**
 * @typedef {object} Outcome
 * @property {Record<string, Tensor>} tensors
 * @property {Record<string, Tensor>} probe
 * @property {ArrayBuffer | undefined} model
 */

/**
 * From a worker.
 *
 * - `ready`: the core is loaded. `unreadable`: a message came that this worker could not read.
 * - `started`: the run is made.
 * - `progress`, some twelve times a second, which is also the sign that the worker lives.
 * - `paused`, `done` and `failed` come after the progress of what was done until then. `commandId` is
 *   that of the newest command: a pause that the reader has taken back meanwhile has an older one.
 *
 * @typedef {{type: 'ready', lock?: string} | {type: 'unreadable'}
 *   | {type: 'started', id: number, steps: number, nParams: number, nBytes: number,
 *       before: Record<string, Tensor>}
 *   | {type: 'progress', id: number, progress: Progress}
 *   | {type: 'paused', id: number, commandId: number}
 *   | {type: 'done', id: number, outcome: Outcome}
 *   | {type: 'failed', id?: number, error: Failure}} Report
 */

/**
 * The buffers of tensors, to be transferred with a message instead of copied.
 *
 * @param {Readonly<Record<string, Tensor>>} tensors
 * @returns {ArrayBuffer[]}
 */
export const transferablesOf = (tensors) => [
  ...new Set(Object.values(tensors).map(({data}) => /** @type {ArrayBuffer} */ (data.buffer))),
];

/** @param {unknown} error @returns {Failure} as it is sent to the page */
export function failureOf(error) {
  if (!(error instanceof Error)) return {message: String(error)};
  const {name, message} = error;
  const step = 'step' in error && typeof error.step === 'number' ? error.step : undefined;
  return step === undefined ? {name, message} : {name, message, step};
}
