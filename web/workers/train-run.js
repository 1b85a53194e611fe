// @ts-check
import {requireIntegers, requireNotNegative, requirePositive} from '../core/check.js';
import {saveModel} from '../core/model-file.js';
import {taskBatch, taskInfo} from '../core/task.js';
import {PositionError, Transformer} from '../core/transformer.js';
import {idsOf, requireIdRule} from './run-ids.js';
import {makeModel} from './run-model.js';
import {changeMethods, requireTestSettings} from './test-settings.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Evaluation, TrainSpec} from './protocol.js' */

/** A forward pass and a backward pass, in forward passes. */
const STEP_COST = 3;

/** What stopped a run on its way. `step` counts from 1. */
export class RunError extends Error {
  /**
   * @param {string} message
   * @param {number} step
   */
  constructor(message, step) {
    super(message);
    this.name = 'RunError';
    this.step = step;
  }
}

/**
 * The learning rate of a step: a straight line up to the peak, then half a cosine down to a tenth.
 *
 * @param {Pick<TrainSpec, 'lr' | 'warmup' | 'steps'>} spec
 * @param {number} step from 1
 */
export function learningRate({lr, warmup, steps}, step) {
  if (step <= warmup) return (lr * step) / warmup;
  const part = (step - warmup) / (steps - warmup);
  return lr * (0.1 + 0.45 * (1 + Math.cos(Math.PI * part)));
}

/**
 * A model that learns a task and is then tested: advance() does one step, or one piece of a test.
 * What happens is decided by the spec alone, never by when it is called.
 */
export class TrainRun {
  /** Steps done. */
  step = 0;
  /** @type {readonly Evaluation[]} */
  evaluations = [];
  /** @type {Record<string, Tensor>} */
  before = {};
  /** @type {Record<string, Tensor>} */
  tensors = {};
  /** @type {Record<string, Tensor>} */
  probe = {};
  /** @type {ArrayBuffer | undefined} */
  model;
  isOver = false;

  #core;
  #spec;
  #config;
  /** @type {Transformer} */
  #model;
  #losses;
  #done = 0; // of #work, in tokens through a forward pass
  #work;
  #parts;

  /**
   * @param {Core} core one of its own
   * @param {TrainSpec} spec
   * @param {ArrayBuffer} [file] a saved model: it is tested as it is, and learns nothing more
   * @throws {RangeError | TypeError} naming what is wrong, before anything is learned, or how much
   *   memory is needed, before it is allocated
   */
  constructor(core, spec, file) {
    requireSpec(core, spec);
    this.#core = core;
    this.#spec = spec;
    this.#config = configOf(core, spec);
    this.steps = file ? 0 : spec.steps;
    this.nBytes = Transformer.nBytes(core, this.#config);
    this.#model = makeModel(core, this.#config, spec.task, file);
    this.nParams = this.#model.nParams;
    requireResults(this.#model, spec);
    requireTestSettings(this.#model, spec);
    this.#losses = new Float32Array(this.steps);
    this.#work = this.steps * STEP_COST * spec.batch * spec.seqLen + testTokens(spec) + 1;
    this.before = this.#take(spec.before);
    this.#parts = this.#everything();
  }

  /** Of the steps done. */
  get losses() {
    return this.#losses.subarray(0, this.step);
  }

  get fraction() {
    return this.isOver ? 1 : this.#done / this.#work;
  }

  /**
   * One more part of the work.
   *
   * @returns {boolean} whether there is more
   * @throws {RunError} where the loss is no number; then the run is over, its losses stay
   */
  advance() {
    try {
      this.isOver = this.#parts.next().done === true;
    } catch (error) {
      this.isOver = true;
      throw error;
    }
    return !this.isOver;
  }

  /** The whole work; advance() does it from one `yield` to the next. */
  *#everything() {
    const {batch, seqLen, weightDecay, evaluate, probe} = this.#spec;

    // train
    while (this.step < this.steps) {
      const step = this.step + 1;
      const data = this.#draw('train', this.step, batch, seqLen);
      const loss = this.#model.step({...data, lr: learningRate(this.#spec, step), weightDecay});
      if (!Number.isFinite(loss)) {
        const why = `The loss is ${loss} at step ${step}, so training stops there`;
        const advice = `a learning rate below ${this.#spec.lr} may keep it finite`;
        throw new RunError(`${why}; ${advice}.`, step);
      }
      this.#losses[this.step] = loss;
      this.step = step;
      this.#done += STEP_COST * batch * seqLen;
      yield;
    }

    // test at every length, then under other settings of the methods, each at every length
    const lengths = evaluate?.lengths ?? [];
    for (const length of lengths) yield* this.#test(length);
    for (const settings of evaluate?.scalings ?? []) {
      for (const length of lengths) {
        const restore = changeMethods(this.#model, settings, seqLen, length);
        try {
          yield* this.#test(length, settings.name);
        } finally {
          restore();
        }
      }
    }

    // hand over: the file comes last, so that a run that failed has none
    this.tensors = this.#take(this.#spec.take);
    if (probe) {
      const tokens = Int32Array.from(probe.tokens.flat());
      this.#model.forward({
        tokens,
        batch: probe.tokens.length,
        seqLen: probe.tokens[0].length,
      });
      this.probe = this.#take(probe.take);
    }
    this.model = saveModel(this.#model, {moments: false, task: this.#spec.task});
  }

  /**
   * @param {'train' | 'test'} split
   * @param {number} index
   * @param {number} batch
   * @param {number} seqLen
   */
  #draw(split, index, batch, seqLen) {
    const {task, seed} = this.#spec;
    const {readout} = this.#config;
    const ids = idsOf(this.#core, this.#spec, split, index, seqLen);
    return {ids, ...taskBatch(this.#core, {task, seed, split, index, batch, seqLen, readout})};
  }

  /**
   * Tests one length, in pieces: no more tokens at once than a training step has.
   *
   * @param {number} seqLen
   * @param {string} [scaling] name of the settings that were changed for it
   */
  *#test(seqLen, scaling) {
    const {task, evaluate} = this.#spec;
    const {readout} = this.#config;
    const sequences = evaluate?.sequences ?? 0;
    const most = Math.max(1, Math.floor((this.#spec.batch * this.#spec.seqLen) / seqLen));
    const sum = {loss: 0, nCorrect: 0, nTargets: 0};
    for (let first = 0, index = 0; first < sequences; first += most, index++) {
      const batch = Math.min(most, sequences - first);
      const data = this.#draw('test', index, most, seqLen);
      try {
        const result = this.#model.evaluate(firstOf(data, batch, most, seqLen));
        sum.loss += result.loss * result.nTargets;
        sum.nCorrect += result.nCorrect;
        sum.nTargets += result.nTargets;
      } catch (error) {
        if (!(error instanceof PositionError)) throw error;
        this.#add({seqLen, missing: error.message}, scaling);
        this.#done += (sequences - first) * seqLen;
        return;
      }
      this.#done += batch * seqLen;
      yield;
    }
    const {chance, best, bestPerplexity} = taskInfo(this.#core, {task, seqLen, readout});
    const {nTargets} = sum;
    const loss = sum.loss / nTargets;
    const accuracy = sum.nCorrect / nTargets;
    const perplexity = Math.exp(loss);
    const measured = {seqLen, accuracy, perplexity, loss, chance, best, bestPerplexity, nTargets};
    this.#add(measured, scaling);
  }

  /** @param {Evaluation} evaluation @param {string} [scaling] */
  #add(evaluation, scaling) {
    this.evaluations = [...this.evaluations, scaling ? {...evaluation, scaling} : evaluation];
  }

  /** @param {readonly string[]} [names] @returns {Record<string, Tensor>} */
  #take(names = []) {
    return Object.fromEntries(names.map((name) => [name, this.#model.tensor(name)]));
  }
}

/**
 * The first sequences of a batch.
 *
 * @param {{tokens: Int32Array, targets: Int32Array, ids?: Int32Array}} data of `of` sequences
 * @param {number} batch
 * @param {number} of
 * @param {number} seqLen
 */
function firstOf({tokens, targets, ids}, batch, of, seqLen) {
  const perSequence = targets.length / of;
  return {
    tokens: tokens.subarray(0, batch * seqLen),
    targets: targets.subarray(0, batch * perSequence),
    ids,
    batch,
    seqLen,
  };
}

/** @param {TrainSpec} spec */
function testTokens({evaluate}) {
  if (!evaluate) return 0;
  const nTests = 1 + (evaluate.scalings?.length ?? 0);
  return evaluate.lengths.reduce((sum, seqLen) => sum + seqLen * evaluate.sequences * nTests, 0);
}

/**
 * @param {Core} core
 * @param {TrainSpec} spec
 */
function configOf(core, {task, seqLen, batch, seed, model, ids}) {
  const info = taskInfo(core, {task, seqLen, readout: model.readout});
  const {vocabSize, nOut, readout} = info;
  const sizes = {vocabSize, nOut, batch, seqLen, nIds: ids?.nIds ?? 0};
  return {...model, methods: [...model.methods], readout, ...sizes, seed};
}

/**
 * @param {Core} core
 * @param {TrainSpec} spec
 * @throws {RangeError | TypeError} naming the first value that cannot be
 */
function requireSpec(core, spec) {
  const {task, seqLen, batch, steps, lr, warmup, weightDecay, model, evaluate, probe} = spec;
  requireIdRule(spec);
  requireIntegers({seqLen, batch}, 1);
  requireIntegers({steps, warmup}, 0);
  requirePositive({lr});
  requireNotNegative({weightDecay});
  if (evaluate) requireIntegers({'evaluate.sequences': evaluate.sequences}, 1);
  const {vocabSize, nOut} = taskInfo(core, {task, seqLen, readout: model.readout});
  for (const length of evaluate?.lengths ?? []) {
    const needed = taskInfo(core, {task, seqLen: length, readout: model.readout}).nOut;
    if (needed <= nOut) continue;
    throw new RangeError(
      `evaluate.lengths must not ask task '${task}' for more answers than the ${nOut} that it has ` +
        `at ${seqLen} tokens, got ${length} with ${needed}.`,
    );
  }
  if (probe) requireProbe(probe, vocabSize);
}

/**
 * @param {NonNullable<TrainSpec['probe']>} probe
 * @param {number} vocabSize
 */
function requireProbe({tokens}, vocabSize) {
  const length = tokens[0]?.length ?? 0;
  requireIntegers({'probe.tokens.length': tokens.length, 'probe.tokens[0].length': length}, 1);
  tokens.forEach((row, k) => {
    const named = row.map((token, i) => [`probe.tokens[${k}][${i}]`, token]);
    requireIntegers(Object.fromEntries(named), 0, vocabSize - 1);
    if (row.length === length) return;
    throw new RangeError(`probe.tokens[${k}] must have ${length} tokens, got ${row.length}.`);
  });
}

/**
 * @param {Transformer} model
 * @param {TrainSpec} spec
 * @throws {RangeError} before anything is trained for a tensor that there will not be
 */
function requireResults(model, {before = [], take = [], probe}) {
  const length = probe?.tokens[0].length ?? 0;
  if (length > model.maxSeqLen) {
    throw new RangeError(
      `probe.tokens must have at most the ${model.maxSeqLen} tokens that the model has positions for, got ${length}.`,
    );
  }
  const known = model.tensors;
  const params = known.filter(({kind}) => kind === 'param').map(({name}) => name);
  const all = known.map(({name}) => name);
  for (const [argument, names, among] of /** @type {const} */ ([
    ['before', before, params],
    ['take', take, params],
    ['probe.take', probe?.take ?? [], all],
  ])) {
    const missing = names.find((name) => !among.includes(name));
    if (missing === undefined) continue;
    throw new RangeError(`${argument} must name tensors of the model, got '${missing}'.`);
  }
}
