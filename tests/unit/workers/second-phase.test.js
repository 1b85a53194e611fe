// A run with two phases: the weights of the first go on in a model with other methods.
import assert from 'node:assert/strict';
import test from 'node:test';

import {taskBatch, taskInfo} from '../../../web/core/task.js';
import {Transformer} from '../../../web/core/transformer.js';
import {learningRate, TrainRun} from '../../../web/workers/train-run.js';
import {loadCore} from '../../support/core.js';
import {finished, MODEL, trainSpec} from '../../support/training.js';

/** @import {Measured, MethodSpec, TrainSpec} from '../../../web/workers/protocol.js' */

const FIRST = 7;

/** @param {Partial<TrainSpec>} [more] */
const spec = (more = {}) => trainSpec({take: ['tok_emb', 'head.weight'], ...more});

/** @param {readonly MethodSpec[]} methods @param {Partial<TrainSpec>} [more] */
const phased = (methods, more = {}) => spec({second: {after: FIRST, methods, warmup: 2}, ...more});

/**
 * The same by hand: two models, each in a core of its own.
 *
 * @param {TrainSpec} of
 */
async function byHand(of) {
  const {task, seed, batch, seqLen, lr, warmup, steps, weightDecay, model, second} = of;
  if (!second) throw new Error('one phase');
  const {vocabSize, nOut} = taskInfo(await loadCore(), {task, seqLen});
  const sizes = {readout: /** @type {const} */ ('each'), vocabSize, nOut, batch, seqLen, seed};
  const make = async (/** @type {readonly MethodSpec[]} */ methods) => {
    const core = await loadCore();
    return {core, model: new Transformer(core, {...model, ...sizes, methods: [...methods]})};
  };
  const [one, two] = [await make(model.methods), await make(second.methods)];
  /** @type {number[]} */
  const losses = [];
  const train = (
    /** @type {typeof one} */ {core, model},
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ climb,
  ) => {
    // biome-ignore format: one thought
    for (let index = from; index < to; index++) {
      const data = taskBatch(core, {task, seed, split: 'train', index, batch, seqLen});
      const rate = learningRate({lr, warmup: climb, steps: to - from}, index - from + 1);
      losses.push(model.step({...data, lr: rate, weightDecay}));
    }
  };
  train(one, 0, second.after, warmup);
  for (const {name, shape, kind} of two.model.tensors) {
    const same = one.model.tensors.find((tensor) => tensor.name === name);
    if (kind !== 'param' || String(same?.shape) !== String(shape)) continue;
    two.model.setTensor(name, one.model.tensor(name));
  }
  train(two, second.after, steps, second.warmup);
  return {losses: Float32Array.from(losses), model: two.model};
}

test('both phases are those of two models, the second with the weights of the first, to the bit', async () => {
  const learned = {name: 'learned', maxLen: 16};
  for (const [first, second] of [
    [['rope-half'], []],
    [['rope-half'], ['rope-half']],
    [[learned], ['alibi']],
    [[], [learned, 't5']],
    [[learned], [{name: 'learned', maxLen: 20}]],
  ]) {
    const of = phased(second, {model: {...MODEL, methods: first}});
    const [run, hand] = [await finished(of), await byHand(of)];
    const label = JSON.stringify([first, second]);
    assert.deepEqual(run.losses, hand.losses, label);
    for (const name of ['tok_emb', 'head.weight']) {
      assert.deepEqual(run.tensors[name], hand.model.tensor(name), label);
    }
    assert.equal(run.nParams, hand.model.nParams, label);
  }
});

test('a phase with the same methods is not the same as one phase: moments and rate begin anew', async () => {
  const [one, two] = [await finished(spec()), await finished(phased(['rope-half']))];
  assert.notDeepEqual(two.losses.slice(FIRST + 1), one.losses.slice(FIRST + 1));
  const short = await finished(spec({steps: FIRST}));
  assert.deepEqual(two.losses.slice(0, FIRST), short.losses);
});

test('where no step is left, the model that is tested has other methods and the weights of the first', async () => {
  const end = {after: 12, methods: [], warmup: 0};
  const [kept, removed, none] = [
    await finished(spec()),
    await finished(spec({second: end})),
    await finished(spec({model: {...MODEL, methods: []}})),
  ];
  assert.deepEqual(removed.losses, kept.losses);
  assert.deepEqual(removed.tensors, kept.tensors);
  const lossesOf = (/** @type {TrainRun} */ {evaluations}) =>
    /** @type {Measured[]} */ (evaluations).map(({loss}) => loss);
  assert.notDeepEqual(lossesOf(removed), lossesOf(kept));
  assert.notDeepEqual(lossesOf(removed), lossesOf(none));
});

test('a saved model of the second phase is tested as it is', async () => {
  const of = phased(['alibi']);
  const run = await finished(of);
  const again = await finished(of, run.model);
  assert.equal(again.steps, 0);
  assert.deepEqual(again.evaluations, run.evaluations);
  const first = await finished(spec());
  await assert.rejects(finished(of, first.model), /methods rope-half, not alibi/);
});

test('what the second phase cannot have is refused by its name, before anything is trained', async () => {
  const core = await loadCore();
  const begin = (/** @type {any} */ second, /** @type {Partial<TrainSpec>} */ more = {}) =>
    new TrainRun(core, spec({second, ...more}));
  for (const after of [0, 13, 1.5, undefined]) {
    assert.throws(() => begin({after, methods: [], warmup: 0}), /second\.after/);
  }
  assert.throws(() => begin({after: 7, methods: [], warmup: -1}), /second\.warmup/);
  assert.throws(() => begin({after: 7, methods: ['other'], warmup: 0}), /other/);
  const few = {after: 7, methods: [{name: 'learned', maxLen: 3}], warmup: 0};
  assert.throws(() => begin(few), /3 rows/);
  const take = {take: ['pe.learned.table']};
  assert.throws(() => begin({after: 7, methods: [], warmup: 0}, take), /take must name/);
});
