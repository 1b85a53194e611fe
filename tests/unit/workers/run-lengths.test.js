// Runs whose training texts have several lengths, and runs that are tested on one passage at many places.
import assert from 'node:assert/strict';
import test from 'node:test';

import {randomIntegers} from '../../../web/core/base.js';
import {taskBatch, taskInfo} from '../../../web/core/task.js';
import {Transformer} from '../../../web/core/transformer.js';
import {changeMethods} from '../../../web/workers/test-settings.js';
import {learningRate, TrainRun} from '../../../web/workers/train-run.js';
import {loadCore} from '../../support/core.js';
import {finished, MODEL, trainSpec} from '../../support/training.js';

/** @import {Measured, TrainSpec} from '../../../web/workers/protocol.js' */

/** Without a test. @param {Partial<TrainSpec>} [more] */
const spec = (more = {}) => trainSpec({seqLen: 9, evaluate: undefined, ...more});

/** @param {TrainSpec} of @param {import('../../../web/core/core.js').Core} core */
function modelOf({model, task, batch, seqLen, seed}, core) {
  const {vocabSize, nOut} = taskInfo(core, {task, seqLen});
  const sizes = {readout: /** @type {const} */ ('each'), vocabSize, nOut, batch, seqLen, seed};
  return new Transformer(core, {...model, methods: [...model.methods], ...sizes});
}

test('each step has one of the lengths, by chance, and is that of a model by hand, to the bit', async () => {
  const lengths = [3, 6, 9];
  const of = spec({lengths, steps: 40});
  const run = await finished(of);
  const core = await loadCore();
  const model = modelOf(of, core);
  const {task, seed, batch} = of;
  const counts = new Map();
  const losses = Array.from({length: 40}, (_, index) => {
    const drawn = randomIntegers(core, {seed, name: `length/${index}`, n: 1, modulus: 3}).data[0];
    const seqLen = lengths[drawn];
    counts.set(seqLen, 1 + (counts.get(seqLen) ?? 0));
    const data = taskBatch(core, {task, seed, split: 'train', index, batch, seqLen});
    return model.step({...data, seqLen, lr: learningRate(of, index + 1), weightDecay: 0.01});
  });
  assert.deepEqual(run.losses, Float32Array.from(losses));
  assert.ok(
    lengths.every((length) => counts.get(length) >= 5),
    'every length is met',
  );
  assert.equal(run.fraction, 1);
  const [one, plain] = [await finished(spec({lengths: [9]})), await finished(spec())];
  assert.deepEqual(one.losses, plain.losses);
});

test('lengths that cannot be are refused by their place', async () => {
  const begin = async (/** @type {any} */ lengths, /** @type {Partial<TrainSpec>} */ more = {}) =>
    new TrainRun(await loadCore(), spec({lengths, ...more}));
  await Promise.all([
    assert.rejects(begin([6, 10]), /lengths\[1\].*10/),
    assert.rejects(begin([0]), /lengths\[0\]/),
    assert.rejects(begin([]), /lengths\.length/),
    assert.rejects(begin([9, 2], {task: 'induction'}), /2/),
  ]);
});

test('a passage is the same at every place, and its questions alone count', async (t) => {
  const evaluate = {lengths: [4, 9, 30], sequences: 10, passage: 4};
  const core = await loadCore();
  /** @type {Map<number, {tokens: number[], targets: number[]}[]>} */
  const rowsOf = new Map();
  const {evaluate: real} = Transformer.prototype;
  t.mock.method(
    Transformer.prototype,
    'evaluate',
    /** @this {Transformer} @param {any} data */ function (data) {
      const rows = rowsOf.get(data.seqLen) ?? [];
      for (let row = 0; row < data.batch; row++) {
        const of = (/** @type {Int32Array} */ list) => [
          ...list.slice(row * data.seqLen, (row + 1) * data.seqLen),
        ];
        rows.push({tokens: of(data.tokens), targets: of(data.targets)});
      }
      rowsOf.set(data.seqLen, rows);
      return real.call(this, data);
    },
  );
  const run = new TrainRun(core, spec({evaluate, steps: 1}));
  while (run.advance());
  const [home, ...longer] = evaluate.lengths.map((length) => rowsOf.get(length) ?? []);
  assert.equal(home.length, 10);
  const want = taskBatch(core, {task: 'order-2', seed: 5, split: 'test', batch: 10, seqLen: 4});
  assert.deepEqual(home.flatMap(({tokens}) => tokens), [...want.tokens]); // biome-ignore format: one thought
  for (const rows of longer) {
    assert.equal(rows.length, 10);
    rows.forEach(({tokens, targets}, k) => {
      assert.deepEqual(tokens.slice(-4), home[k].tokens);
      assert.deepEqual(targets.slice(-4), home[k].targets);
      assert.ok(targets.slice(0, -4).every((target) => target === -1));
      // what comes before are sequences of the test that no passage is the beginning of
      const seqLen = tokens.length;
      const many = {task: 'order-2', seed: 5, split: /** @type {const} */ ('test'), batch: 60};
      const dealt = taskBatch(core, {...many, seqLen}).tokens;
      const beginning = (/** @type {number} */ row) =>
        String(dealt.slice(row * seqLen, (row + 1) * seqLen - 4));
      const from = Array.from({length: 50}, (_, row) => beginning(10 + row));
      assert.ok(from.includes(String(tokens.slice(0, -4))));
    });
    assert.equal(new Set(rows.map(({tokens}) => String(tokens.slice(0, -4)))).size, 10);
  }
  const counts = run.evaluations.map((one) => /** @type {Measured} */ (one).nTargets);
  assert.deepEqual(counts, [30, 30, 30], 'three of four tokens have two before them');
});

test('passages that cannot be are refused by name', async () => {
  const begin = async (/** @type {number} */ passage, /** @type {Partial<TrainSpec>} */ more = {}) =>
    new TrainRun(await loadCore(), spec({evaluate: {lengths: [4, 9], sequences: 4, passage}, ...more})); // biome-ignore format: one thought
  for (const passage of [0, 5, 1.5]) {
    await assert.rejects(begin(passage), /evaluate\.passage/);
  }
  const mean = {model: {...MODEL, methods: [], readout: /** @type {const} */ ('mean')}};
  await assert.rejects(begin(4, mean), /evaluate\.passage.*'mean'/);
});

test('a test leaves no setting behind that the model did not name', async () => {
  const core = await loadCore();
  const of = spec({model: {...MODEL, methods: ['rope-half', {name: 'log-n', trainLen: 4}]}});
  const model = modelOf(of, core);
  const data = taskBatch(core, {task: 'order-2', seed: 1, batch: 4, seqLen: 20});
  const lossOf = () => model.evaluate({...data, batch: 4, seqLen: 20}).loss;
  const before = lossOf();
  const methods = [{name: 'rope-half', base: 10}, {name: 'log-n', strength: 3}]; // biome-ignore format: one thought
  const restore = changeMethods(model, {name: 'other', methods}, 9, 20);
  assert.notEqual(lossOf(), before);
  restore();
  assert.equal(lossOf(), before);
  assert.deepEqual(model.config.methods.map(({name}) => name), ['rope-half', 'log-n']); // biome-ignore format: one thought
});
