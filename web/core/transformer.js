// @ts-check
import {allocateStream} from './base.js';
import {
  requireIntegers,
  requireNotNegative,
  requirePositive,
  requireSizes,
  requireTensor,
} from './check.js';
import {CoreError} from './core.js';
import {requireProbability} from './nn.js';
import {
  allocate,
  allocateConfig,
  allocateMethod,
  capacityError,
  changedConfig,
  completeConfig,
  hold,
  PositionError,
  positionError,
  requiredBytes,
  requireIds,
  requireMoment,
  requirePositionIds,
  settingsError,
} from './transformer-config.js';

/** @import {Core, Numbers, Tensor, TensorLike} from './core.js' */
/** @import {MethodSettings, TransformerConfig} from './transformer-config.js' */

export {PositionError};

/** @typedef {{tokens: Numbers, ids?: Numbers, batch?: number, seqLen?: number}} Batch
 *   tokens (batch, seqLen), of 0..vocabSize-1; ids (seqLen): the position of each token, the same in every sequence,
 *   of 0..nIds-1, in any order and repeated too where no method acts on pairs of tokens; else ascending, each once;
 *   left out: 0, 1, 2, ...; sizes that are left out are the config's */
/** @typedef {{targets: Numbers, keyPad?: Numbers}} Learning targets as evaluate() has them; at least one counts.
 *   keyPad (seqLen): 1 where no query sees the key, in every sequence, so that tokens may have gaps between
 *   their positions */

/** @typedef {{name: string, shape: readonly number[], kind: 'param' | 'act'}} TensorInfo */

export class Transformer {
  #core;
  #memory;
  #model;
  #maxSeqLen;
  /** @type {Map<string, TensorInfo & {index: number}> | undefined} */
  #tensors;
  /** @type {Map<string, Tensor> | undefined} */
  #acts; // of a pass in memory that has been released

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
    return core.scratch((mem) =>
      requiredBytes(core, allocateConfig(core, mem, complete), complete),
    );
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
      core.number('model_config_max_seq_len', allocateConfig(core, mem, this.config)),
    );
    this.#requirePositions(this.config.nIds || seqLen);
    this.#memory = hold(core, Transformer.nBytes(core, config));
    this.#model = this.#memory.ptr;
    try {
      core.scratch((mem) => {
        const [, , lo, hi] = allocateStream(mem, {seed, name: ''});
        const config = allocateConfig(core, mem, this.config);
        core.call('model_train_init', this.#model, config, batch, seqLen, lo, hi);
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

  /** Updates so far, as Adam counts them; can be set. */
  get nSteps() {
    return this.#core.number('model_train_steps', this.#model);
  }

  set nSteps(nSteps) {
    requireIntegers({nSteps}, 0);
    this.#core.call('model_train_set_steps', this.#model, nSteps);
  }

  /**
   * Gives a method of the model other settings from now on, such as RoPE's scaling or log-N's length:
   * this tests what a trained model does with them. What the method learns must keep its shapes.
   *
   * @param {MethodSettings} method its name, and the settings that change; `undefined` for the default
   * @throws {TypeError | RangeError} naming the setting, its value and what was expected; then the old
   *   ones stay
   */
  setMethod(method) {
    const {index, config} = changedConfig(this.#core, this.config, method);
    this.#forget();
    try {
      this.#core.scratch((mem) => {
        const settings = allocateMethod(this.#core, mem, config, config.methods[index]);
        this.#core.call('model_train_set_method', this.#model, index, settings);
      });
    } catch (error) {
      throw settingsError(error, config);
    }
    this.config = config;
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
    const copied = this.#acts?.get(name);
    if (copied) return {data: copied.data.slice(), shape: copied.shape};
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
   * A pass over any batch of any length; what does not fit into the model's own memory is allocated for the call.
   * Its activations can be read until the next pass.
   *
   * @param {Batch} batch
   * @returns {Tensor} logits (batch, seqLen, nOut), or (batch, nOut) where the readout is one a sequence
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  forward({tokens, ids, ...sizes}) {
    const {batch, seqLen} = this.#sizes({tokens, ids, ...sizes});
    const model = this.#model;
    this.#forget();
    this.#core.scratch((mem) => {
      const nBytes = this.#core.number('model_train_forward_n_bytes', model, batch, seqLen);
      const extra = nBytes > 0 ? allocate(mem, nBytes) : 0;
      const lists = [mem.i32(tokens).ptr, ids ? mem.i32(ids).ptr : 0];
      this.#core.call('model_train_forward', model, extra, ...lists, batch, seqLen);
      if (extra) this.#acts = this.#copies();
    });
    return this.tensor('logits');
  }

  /**
   * The gradient of every parameter, and no update.
   *
   * @param {Batch & Learning} batch
   * @returns {number} the loss: mean over the targets that count, in nats
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  gradients(batch) {
    return this.#learn('model_train_gradients', batch);
  }

  /**
   * One update by Adam (weightDecay 0) or AdamW.
   *
   * @param {Batch & Learning & {lr: number, beta1?: number, beta2?: number, eps?: number,
   *   weightDecay?: number}} options
   * @returns {number} the loss before the update; where it is not finite, nothing has been updated
   * @throws {PositionError | TypeError | RangeError} naming the argument, its value and what was expected
   */
  step({lr, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0.01, ...batch}) {
    requireNotNegative({lr, weightDecay});
    requireProbability('beta1', beta1);
    requireProbability('beta2', beta2);
    requirePositive({eps});
    if (Math.fround(eps) === 0) throw new RangeError(`eps must be > 0 as a float32, got ${eps}.`);
    return this.#learn('model_train_step', batch, {lr, beta1, beta2, eps, weightDecay});
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
  evaluate({tokens, targets, ids, ...sizes}) {
    const {batch, seqLen} = this.#sizes({tokens, ids, ...sizes});
    this.#requireTargets(targets, batch, seqLen);
    this.#forget();
    const [sum, nTargets, nCorrect] = this.#core.scratch((mem) => {
      const nBytes = this.#core.number('model_train_evaluate_n_bytes', this.#model, batch, seqLen);
      const extra = allocate(mem, nBytes);
      const sums = mem.f64(3);
      const lists = [mem.i32(tokens).ptr, mem.i32(targets).ptr, ids ? mem.i32(ids).ptr : 0];
      this.#core.call(
        'model_train_evaluate',
        sums.ptr,
        this.#model,
        extra,
        ...lists,
        batch,
        seqLen,
      );
      return sums.copy();
    });
    const loss = sum / nTargets;
    return {loss, accuracy: nCorrect / nTargets, perplexity: Math.exp(loss), nTargets, nCorrect};
  }

  // ------------------------------------------------------------------------------------- batches

  /**
   * @param {string} call
   * @param {Batch & Learning} batch
   * @param {Record<string, number>} [adam] fields of NnAdam in src/nn/adam.h
   */
  #learn(call, {tokens, targets, keyPad, ids, ...sizes}, adam) {
    const {batch, seqLen} = this.#sizes({tokens, ids, ...sizes});
    this.#requireTargets(targets, batch, seqLen);
    this.#requireCapacity(batch, seqLen);
    if (keyPad !== undefined) requireIds('keyPad', keyPad, seqLen, 0, 1);
    if (!Array.prototype.some.call(targets, (target) => target >= 0)) {
      throw new RangeError('targets must hold at least one integer >= 0, which counts; got none.');
    }
    this.#forget();
    return this.#core.scratch((mem) => {
      const loss = mem.f64(1);
      const rates = adam ? [mem.struct('NnAdam', adam).ptr] : [];
      const given = mem.struct('ModelBatch', {
        tokens: mem.i32(tokens).ptr,
        targets: mem.i32(targets).ptr,
        keyPad: keyPad ? mem.i32(keyPad).ptr : 0,
        ids: ids ? mem.i32(ids).ptr : 0,
        batch,
        seqLen,
      });
      this.#core.call(call, loss.ptr, this.#model, ...rates, given.ptr);
      return loss.copy()[0];
    });
  }

  /** @param {Batch} batch */
  #sizes({tokens, ids, batch = this.config.batch, seqLen = this.config.seqLen}) {
    requireSizes({batch, seqLen});
    if (ids === undefined) this.#requirePositions(seqLen);
    else requirePositionIds(this.#core, this.config, ids, seqLen);
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
    throw capacityError(config, batch, seqLen);
  }

  /** @param {number} seqLen */
  #requirePositions(seqLen) {
    if (seqLen <= this.#maxSeqLen) return;
    throw positionError(this.#core, this.config, this.#maxSeqLen, seqLen);
  }

  // ------------------------------------------------------------------------------------- tensors

  #forget() {
    this.#tensors = undefined;
    this.#acts = undefined;
  }

  #table() {
    this.#tensors ??= this.#core.scratch((mem) => {
      const n = this.#core.number('model_tensor_count', this.#model);
      const {tensorNameBytes, tensorFacts} = this.#core.describe.sizes;
      const [text, facts] = [mem.u8(tensorNameBytes), mem.i32(tensorFacts)];
      const list = Array.from({length: n}, (_, index) => {
        this.#core.call('model_tensor_describe', text.ptr, facts.ptr, this.#model, index);
        const [kind, rank, ...shape] = facts.copy();
        const bytes = text.copy();
        const name = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
        /** @type {TensorInfo} */
        const info = {name, shape: shape.slice(0, rank), kind: kind ? 'act' : 'param'};
        return {...info, index};
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
        this.#core.call(
          'model_tensor_get',
          out.ptr,
          this.#model,
          index,
          this.#core.enumValue('modelPart', 'part', part),
        );
      } catch (error) {
        if (!(error instanceof CoreError && error.status === 'bad value')) throw error;
        throw new RangeError(
          `'${name}' is an activation, and no pass has computed it yet: call forward() first.`,
        );
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
      this.#core.call(
        'model_tensor_set',
        this.#model,
        values,
        index,
        this.#core.enumValue('modelPart', 'part', part),
      );
    });
  }

  /** Every activation of a pass whose memory is about to go. */
  #copies() {
    const acts = [...this.#table().values()].filter(({kind}) => kind === 'act');
    return new Map(acts.map(({name}) => [name, this.#read(name, 'value')]));
  }
}
