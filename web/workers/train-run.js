// @ts-check
import {randomIntegers} from '../core/base.js';
import {requireIntegers, requireNotNegative, requirePositive} from '../core/check.js';
import {saveModel} from '../core/model-file.js';
import {taskBatch, taskInfo} from '../core/task.js';
import {PositionError, Transformer} from '../core/transformer.js';
import {idsOf, requireIdRule} from './run-ids.js';
import {makeModel} from './run-model.js';
import {changeMethods, fitGrid, requireTestSettings} from './test-settings.js';

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
 * The learning rate of a step: a straight line up to the peak, second half a cosine down to a tenth.
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
 * The learning rate of a step of a run: its second phase, where it has one, climbs and falls anew.
 *
 * @param {TrainSpec} spec
 * @param {number} step from 1
 */
function rateAt(spec, step) {
  const {lr, steps, second} = spec;
  if (!second) return learningRate(spec, step);
  if (step <= second.after) return learningRate({...spec, steps: second.after}, step);
  const {after, warmup} = second;
  return learningRate({lr, warmup, steps: steps - after}, step - after);
}

/**
 * Tokens of the sequences of a step.
 *
 * @param {Core} core
 * @param {TrainSpec} spec
 * @param {number} step from 0
 */
function trainLength(core, {seqLen, lengths, seed}, step) {
  if (!lengths) return seqLen;
  const which = {seed, name: `length/${step}`, n: 1, modulus: lengths.length};
  return lengths[randomIntegers(core, which).data[0]];
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
    const methods = [...(spec.second?.methods ?? spec.model.methods)];
    const first = configOf(core, spec);
    this.#config = {...first, methods};
    this.steps = file ? 0 : spec.steps;
    this.nBytes = Math.max(...[first, this.#config].map((one) => Transformer.nBytes(core, one)));
    this.#model = makeModel(core, this.#config, spec.task, file);
    this.nParams = this.#model.nParams;
    requireResults(this.#model, spec);
    requireTestSettings(this.#model, spec);
    if (spec.second && !file) {
      // what comes last can be had; now the model with which training begins
      this.#model.close();
      this.#model = makeModel(core, first, spec.task);
      requireResults(this.#model, {before: spec.before});
    }
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
    const {batch, weightDecay, evaluate, probe, second} = this.#spec;
    const longest = this.#spec.seqLen;

    // train, by the second phase's methods once its steps have come
    while (this.step < this.steps) {
      if (this.step === second?.after) this.#goOn();
      const step = this.step + 1;
      const seqLen = trainLength(this.#core, this.#spec, this.step);
      const data = this.#draw('train', this.step, batch, seqLen);
      const loss = this.#model.step({...data, seqLen, lr: rateAt(this.#spec, step), weightDecay});
      if (!Number.isFinite(loss)) {
        const why = `The loss is ${loss} at step ${step}, so training stops there`;
        const advice = `a learning rate below ${this.#spec.lr} may keep it finite`;
        throw new RunError(`${why}; ${advice}.`, step);
      }
      this.#losses[this.step] = loss;
      this.step = step;
      this.#done += STEP_COST * batch * longest;
      yield;
    }
    if (this.steps > 0 && this.step === second?.after) this.#goOn();

    // test at every length, second under other settings of the methods, each at every length
    const lengths = evaluate?.lengths ?? [];
    for (const length of lengths) yield* this.#testChanged(fitGrid(this.#model, length), length);
    for (const settings of evaluate?.scalings ?? []) {
      for (const length of lengths) {
        const restore = changeMethods(this.#model, settings, longest, length);
        yield* this.#testChanged(restore, length, settings.name);
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
   * A test under other settings of the methods.
   *
   * @param {() => void} restore makes them what they were
   * @param {number} length
   * @param {string} [scaling]
   */
  *#testChanged(restore, length, scaling) {
    try {
      yield* this.#test(length, scaling);
    } finally {
      restore();
    }
  }

  /** The weights go on in the model of the second phase, as far as it has such tensors; it begins at step 0. */
  #goOn() {
    const old = this.#model;
    const params = old.tensors.filter(({kind}) => kind === 'param').map(({name}) => name);
    const weights = this.#take(params);
    old.close();
    this.#model = makeModel(this.#core, this.#config, this.#spec.task);
    for (const {name, shape} of this.#model.tensors) {
      if (String(weights[name]?.shape) === String(shape))
        this.#model.setTensor(name, weights[name]);
    }
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
   * Test sequences; where the spec has passages, sequences that no passage is part of, ended by passages.
   *
   * @param {number} index
   * @param {number} batch
   * @param {number} seqLen
   */
  #drawTest(index, batch, seqLen) {
    const {passage = seqLen, sequences = 0} = this.#spec.evaluate ?? {};
    const asked = this.#draw('test', index, batch, passage);
    if (passage === seqLen) return asked;
    const others = Math.ceil(sequences / batch);
    const data = this.#draw('test', others + index, batch, seqLen);
    data.targets.fill(-1);
    for (let row = 0; row < batch; row++) {
      const at = (row + 1) * seqLen - passage;
      for (const name of /** @type {const} */ (['tokens', 'targets'])) {
        data[name].set(asked[name].subarray(row * passage, (row + 1) * passage), at);
      }
    }
    return data;
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
      const data = this.#drawTest(index, most, seqLen);
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
  const {task, seqLen, batch, steps, lr, warmup, weightDecay, model, evaluate, probe, second} =
    spec;
  requireIdRule(spec);
  requireIntegers({seqLen, batch}, 1);
  requireIntegers({steps, warmup}, 0);
  if (second) requireIntegers({'second.after': second.after}, 1, steps);
  if (second) requireIntegers({'second.warmup': second.warmup}, 0);
  requirePositive({lr});
  requireNotNegative({weightDecay});
  if (spec.lengths) requireTrainLengths(core, spec, spec.lengths);
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
  if (evaluate?.passage !== undefined) requirePassage(core, spec, evaluate.passage);
  if (probe) requireProbe(probe, vocabSize);
}

/**
 * @param {Core} core
 * @param {TrainSpec} spec
 * @param {readonly number[]} lengths
 */
function requireTrainLengths(core, {task, seqLen, model}, lengths) {
  const named = lengths.map((length, k) => [`lengths[${k}]`, length]);
  requireIntegers({'lengths.length': lengths.length}, 1);
  requireIntegers(Object.fromEntries(named), 1, seqLen);
  for (const length of lengths) taskInfo(core, {task, seqLen: length, readout: model.readout});
}

/**
 * @param {Core} core
 * @param {TrainSpec} spec
 * @param {number} passage
 */
function requirePassage(core, {task, seqLen, model, evaluate}, passage) {
  requireIntegers({'evaluate.passage': passage}, 1, Math.min(...(evaluate?.lengths ?? [])));
  const {readout} = taskInfo(core, {task, seqLen, readout: model.readout});
  if (readout === 'each') return;
  throw new RangeError(
    `evaluate.passage must have a model that answers after each token, got readout '${readout}'.`,
  );
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
 * @param {Pick<TrainSpec, 'before' | 'take' | 'probe'>} spec
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
