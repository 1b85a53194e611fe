// @ts-check
import {lendStream} from './base.js';
import {
  CoreError,
  requireIntegers,
  requireNotNegative,
  requirePositive,
  requireSizes,
  requireTensor,
} from './core.js';
import {requireProbability} from './nn.js';
import {requireBase} from './pe.js';

/** @import {Core, Memory, Numbers, Tensor, TensorLike} from './core.js' */

/**
 * A transformer that learns, in the core's memory. See src/model/config.h and train.h.
 *
 * @typedef {object} MethodSettings a positional method of the core's table; each reads what it knows
 * @property {string} name
 * @property {number} [base] frequency base of sinusoids and RoPE, 10000
 * @property {number} [rotaryDim] RoPE: leading elements of a head that turn, even; 0 = all
 * @property {number} [clip] clipped bias, Shaw: offsets j - i are clamped to -clip..clip; 5
 * @property {number} [nBuckets] T5, 32
 * @property {number} [maxDistance] T5: from here on all distances share a bucket; 128
 * @property {number} [maxLen] learned: positions that it has, 128
 */

/**
 * @typedef {object} TransformerConfig
 * @property {number} vocabSize
 * @property {number} [nLayers] 2
 * @property {number} [nHeads] 4, divides dModel
 * @property {number} [dModel] 64
 * @property {number} [dFf] 256
 * @property {number} [nOut] classes of a prediction; vocabSize
 * @property {'each' | 'mean' | 'last'} [readout] a prediction a token ('each'), of the mean of the
 *   final norm over the tokens, or at the last token
 * @property {boolean} [causal] true
 * @property {'erf' | 'tanh' | 'sigmoid'} [gelu] 'erf'
 * @property {readonly (string | MethodSettings)[]} [methods] none: no positions. A hybrid is two.
 * @property {number} batch sequences of the largest step
 * @property {number} seqLen their tokens
 * @property {number | bigint} [seed] of the weights, which are the same whatever the methods; 0
 */

/** @typedef {Required<Omit<TransformerConfig, 'methods'>> & {methods: Required<MethodSettings>[]}} CompleteConfig */

/** @typedef {{tokens: Numbers, batch?: number, seqLen?: number}} Batch
 *   tokens (batch, seqLen), of 0..vocabSize-1; sizes that are left out are the config's */

/** @typedef {{name: string, shape: readonly number[], kind: 'param' | 'act'}} TensorInfo */

const METHOD_DEFAULTS = {
  base: 10000,
  rotaryDim: 0,
  clip: 5,
  nBuckets: 32,
  maxDistance: 128,
  maxLen: 128,
};
const DEFAULTS = {nLayers: 2, nHeads: 4, dModel: 64, dFf: 256, causal: true, seed: 0};
const PARTS = ['value', 'gradient', 'm', 'v']; // enum ModelPart of src/model/train.h
const N_FACTS = 6;
const NAME_BYTES = 40;

/** A sequence is longer than a method has positions for. */
export class PositionError extends RangeError {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'PositionError';
  }
}

export class Transformer {
  #core;
  #memory;
  #model;
  #maxSeqLen;
  /** @type {Map<string, TensorInfo & {index: number}> | undefined} */
  #tensors;
  /** @type {Map<string, Tensor> | undefined} */
  #acts; // of a pass in lent memory, which is gone

  /**
   * Bytes that the model takes, with all that a step needs. Asks for nothing.
   *
   * @param {Core} core
   * @param {TransformerConfig} config
   * @returns {number}
   * @throws {TypeError | RangeError} naming the argument, its value and what was expected
   */
  static nBytes(core, config) {
    const complete = completeConfig(core, config);
    return core.scratch((mem) => requiredBytes(core, lendConfig(core, mem, complete), complete));
  }

  /**
   * @param {Core} core one of its own: the model stays at the bottom of its memory
   * @param {TransformerConfig} config
   * @throws {TypeError | RangeError} naming the argument, its value and what was expected; where
   *   there is not enough memory, how much is needed
   * @throws {PositionError} where a method has fewer than seqLen positions
   */
  constructor(core, config) {
    this.#core = core;
    this.config = completeConfig(core, config);
    const {batch, seqLen, seed} = this.config;
    this.#maxSeqLen = core.scratch((mem) =>
      core.number('model_config_max_seq_len', lendConfig(core, mem, this.config)),
    );
    this.#requirePositions(seqLen);
    this.#memory = keep(core, Transformer.nBytes(core, config));
    this.#model = this.#memory.ptr;
    try {
      core.scratch((mem) => {
        const [, , lo, hi] = lendStream(mem, {seed, name: ''});
        const lent = lendConfig(core, mem, this.config);
        core.call('model_train_init', this.#model, lent, batch, seqLen, lo, hi);
      });
    } catch (error) {
      this.close();
      throw settingsError(error, this.config);
    }
  }

  /** Gives the memory back. The model must not be used afterwards. */
  close() {
    this.#memory.release();
  }

  /** Numbers that are learned. */
  get nParams() {
    return this.#core.number('model_train_params_n', this.#model);
  }

  /** Tokens of the longest sequence that every method has positions for. */
  get maxSeqLen() {
    return this.#maxSeqLen === 2 ** 31 - 1 ? Number.POSITIVE_INFINITY : this.#maxSeqLen;
  }

  /** Updates so far, as Adam counts them. */
  get nSteps() {
    return this.#core.number('model_train_steps', this.#model);
  }

  set nSteps(nSteps) {
    requireIntegers({nSteps}, 0);
    this.#core.call('model_train_set_steps', this.#model, nSteps);
  }

  /**
   * Parameters, then the activations of the last pass (before the first: of the largest step).
   *
   * @returns {TensorInfo[]}
   */
  get tensors() {
    return [...this.#table().values()].map(({name, shape, kind}) => ({name, shape, kind}));
  }

  /**
   * A parameter, or an activation of the last pass.
   *
   * @param {string} name
   * @returns {Tensor} a copy
   * @throws {RangeError} where there is none of that name, or was no pass
   */
  tensor(name) {
    const lent = this.#acts?.get(name);
    if (lent) return {data: lent.data.slice(), shape: lent.shape};
    return this.#read(name, 'value');
  }

  /**
   * The gradient of a parameter, as of the last step or gradients().
   *
   * @param {string} name
   * @returns {Tensor} a copy
   * @throws {RangeError} where there is no such parameter
   */
  gradient(name) {
    return this.#read(this.#param(name).name, 'gradient');
  }

  /**
   * Adam's running mean of a parameter's gradient ('m') or of its square ('v').
   *
   * @param {string} name
   * @param {'m' | 'v'} which
   * @returns {Tensor} a copy
   * @throws {RangeError} where there is no such parameter
   */
  moment(name, which) {
    return this.#read(this.#param(name).name, requireMoment(which));
  }

  /**
   * @param {string} name of a parameter
   * @param {TensorLike} tensor of its shape
   * @throws {TypeError | RangeError} naming what does not fit
   */
  setTensor(name, tensor) {
    this.#write(name, tensor, 'value');
  }

  /**
   * @param {string} name of a parameter
   * @param {'m' | 'v'} which
   * @param {TensorLike} tensor of its shape
   * @throws {TypeError | RangeError} naming what does not fit
   */
  setMoment(name, which, tensor) {
    this.#write(name, tensor, requireMoment(which));
  }

  /**
   * A pass over any batch of any length; what does not fit into the model's own memory is lent more.
   * Its activations can be read until the next pass.
   *
   * @param {Batch} batch
   * @returns {Tensor} logits (batch, seqLen, nOut), or (batch, nOut) where the readout is one a sequence
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  forward({tokens, ...sizes}) {
    const {batch, seqLen} = this.#sizes({tokens, ...sizes});
    const model = this.#model;
    this.#forget();
    this.#core.scratch((mem) => {
      const nBytes = this.#core.number('model_train_forward_n_bytes', model, batch, seqLen);
      const lent = nBytes > 0 ? lend(mem, nBytes) : 0;
      const ids = mem.i32(tokens).ptr;
      this.#core.call('model_train_forward', model, lent, ids, batch, seqLen);
      if (lent) this.#acts = this.#copies();
    });
    return this.tensor('logits');
  }

  /**
   * The gradient of every parameter, and no update.
   *
   * @param {Batch & {targets: Numbers}} batch targets as evaluate() has them; at least one counts
   * @returns {number} the loss: mean over the targets that count, in nats
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  gradients(batch) {
    return this.#learn('model_train_gradients', batch, []);
  }

  /**
   * One update by Adam (weightDecay 0) or AdamW.
   *
   * @param {Batch & {targets: Numbers, lr: number, beta1?: number, beta2?: number, eps?: number,
   *   weightDecay?: number}} options
   * @returns {number} the loss before the update; where it is not finite, nothing has been updated
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  step({lr, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0.01, ...batch}) {
    requireNotNegative({lr, weightDecay});
    requireProbability('beta1', beta1);
    requireProbability('beta2', beta2);
    requirePositive({eps});
    return this.#learn('model_train_step', batch, [lr, beta1, beta2, eps, weightDecay]);
  }

  /**
   * How well the model does on a batch of any size, which is taken in pieces.
   *
   * @param {Batch & {targets: Numbers}} batch targets (batch, seqLen), or (batch) where the readout
   *   is one a sequence; a target under 0 does not count
   * @returns {{loss: number, accuracy: number, perplexity: number, nTargets: number, nCorrect: number}}
   *   means over the targets that count: NaN where none does
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  evaluate({tokens, targets, ...sizes}) {
    const {batch, seqLen} = this.#sizes({tokens, ...sizes});
    this.#requireTargets(targets, batch, seqLen);
    this.#forget();
    const [sum, nTargets, nCorrect] = this.#core.scratch((mem) => {
      const lent = lend(
        mem,
        this.#core.number('model_train_evaluate_n_bytes', this.#model, batch, seqLen),
      );
      const sums = mem.f64(3);
      const lists = [mem.i32(tokens).ptr, mem.i32(targets).ptr];
      this.#core.call('model_train_evaluate', sums.ptr, this.#model, lent, ...lists, batch, seqLen);
      return sums.copy();
    });
    const loss = sum / nTargets;
    const accuracy = nCorrect / nTargets;
    return {loss, accuracy, perplexity: Math.exp(loss), nTargets, nCorrect};
  }

  // ------------------------------------------------------------------------------------- batches

  /**
   * @param {string} call
   * @param {Batch & {targets: Numbers}} batch
   * @param {number[]} numbers
   */
  #learn(call, {tokens, targets, ...given}, numbers) {
    const {batch, seqLen} = this.#sizes({tokens, ...given});
    this.#requireTargets(targets, batch, seqLen);
    this.#requireCapacity(batch, seqLen);
    if (!Array.prototype.some.call(targets, (target) => target >= 0)) {
      throw new RangeError('targets must hold at least one that counts, an integer >= 0.');
    }
    this.#forget();
    return this.#core.scratch((mem) => {
      const loss = mem.f64(1);
      const lists = [mem.i32(tokens).ptr, mem.i32(targets).ptr];
      this.#core.call(call, loss.ptr, this.#model, ...lists, ...numbers, batch, seqLen);
      return loss.copy()[0];
    });
  }

  /** @param {Batch} batch */
  #sizes({tokens, batch = this.config.batch, seqLen = this.config.seqLen}) {
    requireSizes({batch, seqLen});
    this.#requirePositions(seqLen);
    requireIds('tokens', tokens, batch * seqLen, 0, this.config.vocabSize - 1);
    return {batch, seqLen};
  }

  /** @param {Numbers} targets @param {number} batch @param {number} seqLen */
  #requireTargets(targets, batch, seqLen) {
    const n = this.config.readout === 'each' ? batch * seqLen : batch;
    requireIds('targets', targets, n, -(2 ** 31), this.config.nOut - 1);
  }

  /** @param {number} batch @param {number} seqLen */
  #requireCapacity(batch, seqLen) {
    const {config} = this;
    if (batch <= config.batch && seqLen <= config.seqLen) return;
    throw new RangeError(
      `A step must be at most ${config.batch} sequences of ${config.seqLen} tokens, as the model was ` +
        `made for; got ${batch} of ${seqLen}.`,
    );
  }

  /** @param {number} seqLen */
  #requirePositions(seqLen) {
    if (seqLen <= this.#maxSeqLen) return;
    const names = this.config.methods.filter(({maxLen}) => maxLen === this.#maxSeqLen);
    const adding = names.find(({name}) => pointOf(this.#core, name) === 'input') ?? names[0];
    throw new PositionError(
      `The method '${adding.name}' has no such position: its table has ${this.#maxSeqLen} rows, ` +
        `for positions 0 to ${this.#maxSeqLen - 1}, and a sequence of ${seqLen} tokens needs ${seqLen}.`,
    );
  }

  // ------------------------------------------------------------------------------------- tensors

  #forget() {
    this.#tensors = undefined;
    this.#acts = undefined;
  }

  #table() {
    this.#tensors ??= this.#core.scratch((mem) => {
      const n = this.#core.number('model_tensor_count', this.#model);
      const [text, facts] = [mem.u8(NAME_BYTES), mem.i32(N_FACTS)];
      const list = Array.from({length: n}, (_, index) => {
        this.#core.call('model_tensor_describe', text.ptr, facts.ptr, this.#model, index);
        const [kind, rank, ...shape] = facts.copy();
        const bytes = text.copy();
        const name = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
        /** @type {TensorInfo & {index: number}} */
        const info = {name, shape: shape.slice(0, rank), kind: kind ? 'act' : 'param', index};
        return info;
      });
      return new Map(list.map((info) => [info.name, info]));
    });
    return this.#tensors;
  }

  /** @param {string} name */
  #info(name) {
    const info = this.#table().get(name);
    if (info) return info;
    throw new RangeError(`name must be that of a tensor of the model, got '${String(name)}'.`);
  }

  /** @param {string} name */
  #param(name) {
    const info = this.#info(name);
    if (info.kind === 'param') return info;
    throw new RangeError(`name must be that of a parameter of the model, got '${name}'.`);
  }

  /** @param {string} name @param {string} part @returns {Tensor} */
  #read(name, part) {
    const {index, shape} = this.#info(name);
    return this.#core.scratch((mem) => {
      const out = mem.f32(shape.reduce((a, b) => a * b, 1));
      try {
        this.#core.call('model_tensor_get', out.ptr, this.#model, index, PARTS.indexOf(part));
      } catch (error) {
        if (!(error instanceof CoreError && error.status === 'bad value')) throw error;
        throw new RangeError(`'${name}' is an activation, and there was no pass yet.`);
      }
      return {data: out.copy(), shape};
    });
  }

  /** @param {string} name @param {TensorLike} tensor @param {string} part */
  #write(name, tensor, part) {
    const {index, shape} = this.#param(name);
    requireTensor(this.#core, name, tensor, shape);
    this.#core.scratch((mem) => {
      const values = mem.f32(tensor.data).ptr;
      this.#core.call('model_tensor_set', this.#model, values, index, PARTS.indexOf(part));
    });
  }

  /** Every activation of a pass whose memory is about to go. */
  #copies() {
    const acts = [...this.#table().values()].filter(({kind}) => kind === 'act');
    return new Map(acts.map(({name}) => [name, this.#read(name, 'value')]));
  }
}

// ---------------------------------------------------------------------------------------- configs

/**
 * @param {Core} core
 * @param {TransformerConfig} config
 * @returns {CompleteConfig}
 */
function completeConfig(core, config) {
  const {vocabSize, batch, seqLen, readout = 'each', gelu = 'erf', methods = []} = config;
  const {nLayers, nHeads, dModel, dFf, causal, seed} = {...DEFAULTS, ...config};
  const {nOut = vocabSize} = config;
  requireSizes({vocabSize, nLayers, nHeads, dModel, dFf, nOut, batch, seqLen});
  if (dModel % nHeads !== 0) {
    throw new RangeError(`nHeads must divide dModel = ${dModel}, got ${nHeads}.`);
  }
  core.enumValue('readout', 'readout', readout);
  core.enumValue('geluForm', 'gelu', gelu);
  if (!Array.isArray(methods)) {
    throw new TypeError(`methods must be an array of names, got ${String(methods)}.`);
  }
  const list = methods.map((method) => completeMethod(core, method));
  const twice = list.find(({name}, k) => list.findIndex((other) => other.name === name) !== k);
  if (twice) throw new RangeError(`methods must not repeat one, got '${twice.name}' twice.`);
  const sizes = {vocabSize, nLayers, nHeads, dModel, dFf, nOut};
  return {...sizes, readout, causal: Boolean(causal), gelu, methods: list, batch, seqLen, seed};
}

/**
 * @param {Core} core
 * @param {string | MethodSettings} method
 * @returns {Required<MethodSettings>}
 */
function completeMethod(core, method) {
  const {name, ...given} = typeof method === 'string' ? {name: method} : method;
  pointOf(core, name);
  const complete = {name, ...METHOD_DEFAULTS, ...given};
  const {base, rotaryDim, clip, nBuckets, maxDistance, maxLen} = complete;
  requireBase(base);
  requireIntegers({rotaryDim, clip}, 0);
  requireSizes({nBuckets, maxDistance, maxLen});
  return {name, base, rotaryDim, clip, nBuckets, maxDistance, maxLen};
}

/** @param {Core} core @param {string} name */
function pointOf(core, name) {
  const known = core.describe.methods;
  const method = known.find((one) => one.name === name);
  if (method) return method.actsOn;
  const names = known.map((one) => `'${one.name}'`).join(', ');
  throw new RangeError(`methods must be of ${names}, got '${String(name)}'.`);
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {CompleteConfig} config
 * @returns {number} where the config is
 */
function lendConfig(core, mem, config) {
  const lent = mem.u8(core.number('model_config_n_bytes')).ptr;
  const {vocabSize, nLayers, nHeads, dModel, dFf, nOut, causal, methods} = config;
  const readout = core.enumValue('readout', 'readout', config.readout);
  const gelu = core.enumValue('geluForm', 'gelu', config.gelu);
  const sizes = [vocabSize, nLayers, nHeads, dModel, dFf, nOut];
  try {
    core.call('model_config_set', lent, ...sizes, readout, gelu, causal ? 1 : 0, methods.length);
    methods.forEach(({name, base, rotaryDim, clip, nBuckets, maxDistance, maxLen}, k) => {
      const id = core.describe.methods.find((one) => one.name === name)?.id ?? -1;
      const numbers = [base, rotaryDim, clip, nBuckets, maxDistance, maxLen];
      core.call('model_config_method', lent, k, id, ...numbers);
    });
  } catch (error) {
    throw settingsError(error, config);
  }
  return lent;
}

/**
 * What C refuses of a config that is right by itself, in the words of its settings.
 *
 * @param {unknown} error
 * @param {CompleteConfig} config
 */
function settingsError(error, config) {
  if (!(error instanceof CoreError)) return error;
  const shown = JSON.stringify(config, (_, v) => (typeof v === 'bigint' ? String(v) : v));
  return new RangeError(`config cannot be: ${error.status} (${error.message}); got ${shown}.`);
}

/** @param {Core} core @param {number} lent @param {CompleteConfig} config */
function requiredBytes(core, lent, config) {
  const nBytes = core.number('model_train_n_bytes', lent, config.batch, config.seqLen);
  if (nBytes > 0) return nBytes;
  throw new RangeError(
    `methods must have settings that their tables can be made with, got ${JSON.stringify(config.methods)}.`,
  );
}

// ----------------------------------------------------------------------------------------- memory

/** @param {Core} core @param {number} nBytes */
function keep(core, nBytes) {
  try {
    return core.keep(nBytes);
  } catch (error) {
    throw memoryError(error, nBytes);
  }
}

/** @param {Memory} mem @param {number} nBytes */
function lend(mem, nBytes) {
  try {
    return mem.u8(nBytes).ptr;
  } catch (error) {
    throw memoryError(error, nBytes);
  }
}

/** @param {unknown} error @param {number} nBytes */
function memoryError(error, nBytes) {
  if (!(error instanceof CoreError)) return error;
  return new RangeError(`${(nBytes / 1e6).toFixed(1)} MB are needed, more than can be had here.`);
}

/** @param {string} which @returns {'m' | 'v'} */
function requireMoment(which) {
  if (which === 'm' || which === 'v') return which;
  throw new RangeError(`which must be 'm' or 'v', got '${String(which)}'.`);
}

/**
 * @param {string} name
 * @param {Numbers} ids
 * @param {number} n
 * @param {number} min
 * @param {number} max
 */
function requireIds(name, ids, n, min, max) {
  if (typeof ids !== 'object' || typeof ids?.length !== 'number') {
    throw new TypeError(`${name} must be an array of integers, got ${String(ids)}.`);
  }
  if (ids.length !== n) throw new RangeError(`${name} must have ${n} elements, got ${ids.length}.`);
  for (let k = 0; k < n; k++) {
    if (Number.isInteger(ids[k]) && ids[k] >= min && ids[k] <= max) continue;
    requireIntegers({[`${name}[${k}]`]: ids[k]}, min, max);
  }
}
