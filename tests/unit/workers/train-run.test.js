// A run without its worker, on the real core: what it does is decided by its spec alone.
import assert from 'node:assert/strict';
import test from 'node:test';

import {decodeModel, encodeModel, saveModel} from '../../../web/core/model-file.js';
import {taskBatch, taskInfo} from '../../../web/core/task.js';
import {Transformer} from '../../../web/core/transformer.js';
import {completeConfig} from '../../../web/core/transformer-config.js';
import {openModel} from '../../../web/workers/run-model.js';
import {changeMethods} from '../../../web/workers/test-settings.js';
import {learningRate, TrainRun} from '../../../web/workers/train-run.js';
import {TsneRun} from '../../../web/workers/tsne-run.js';
import {loadCore} from '../../support/core.js';
import {begin, finished, MODEL, trainSpec as spec} from '../../support/training.js';

/** @import {TransformerConfig} from '../../../web/core/transformer-config.js' */
/** @import {Measured, TrainSpec, TsneSpec} from '../../../web/workers/protocol.js' */

test('a run learns step by step, is tested, and hands over what the spec wants', async () => {
  const run = await begin(
    spec({
      steps: 150,
      before: ['tok_emb'],
      take: ['tok_emb', 'head.weight'],
      probe: {tokens: [[1, 2, 3], [4, 5, 6]], take: ['layers.0.attn.weights', 'logits']}, // biome-ignore format: rows
    }),
  );
  assert.equal(run.step, 0);
  assert.ok(run.nParams > 1000);
  assert.ok(run.nBytes > 4 * 4 * run.nParams, 'values, gradients and two moments');
  const before = run.before.tok_emb;
  assert.deepEqual(before.shape, [taskInfo(await loadCore(), {task: 'order-2', seqLen: 6}).vocabSize, 16]); // biome-ignore format: one thought
  const fractions = [run.fraction];
  while (run.advance()) {
    assert.ok(run.step - run.losses.length === 0);
    fractions.push(run.fraction);
  }
  for (let k = 1; k < fractions.length; k++) assert.ok(fractions[k] > fractions[k - 1]);
  assert.ok(fractions.every((f) => f >= 0 && f < 1));
  assert.equal(run.fraction, 1);
  assert.ok(run.isOver);
  assert.equal(run.losses.length, 150);
  const mean = (/** @type {Float32Array} */ a) => a.reduce((x, y) => x + y, 0) / a.length;
  assert.ok(mean(run.losses.slice(-20)) < mean(run.losses.slice(0, 20)) - 0.3, 'it learns');
  assert.notDeepEqual(run.tensors.tok_emb.data, before.data);
  assert.deepEqual(Object.keys(run.tensors), ['tok_emb', 'head.weight']);
  assert.deepEqual(run.probe['layers.0.attn.weights'].shape, [2, 2, 3, 3]);
  assert.deepEqual(run.probe.logits.shape.slice(0, 2), [2, 3]);
  const {byteLength = 0} = run.model ?? {};
  assert.ok(byteLength > 4 * run.nParams && byteLength < 8 * run.nParams, 'no moments');
});

test('its numbers are those of the model that it stands for, to the bit', async () => {
  const of = spec();
  const run = await finished(of);
  const core = await loadCore();
  const {vocabSize, nOut} = taskInfo(core, {task: of.task, seqLen: 6});
  const config = {...of.model, readout: /** @type {const} */ ('each'), vocabSize, nOut};
  const model = new Transformer(core, {...config, batch: 4, seqLen: 6, seed: 5});
  const {task, seed, batch, seqLen} = of;
  const losses = Array.from({length: 12}, (_, index) => {
    const data = taskBatch(core, {task, seed, split: 'train', index, batch, seqLen});
    return model.step({...data, lr: learningRate(of, index + 1), weightDecay: 0.01});
  });
  assert.deepEqual(run.losses, Float32Array.from(losses));
  for (const {seqLen: length, ...got} of /** @type {Measured[]} */ (run.evaluations)) {
    const data = taskBatch(core, {task, seed, split: 'test', index: 0, batch: 10, seqLen: length});
    const want = model.evaluate({...data, batch: 10, seqLen: length});
    assert.equal(got.nTargets, want.nTargets);
    assert.equal(got.accuracy, want.accuracy);
    assert.ok(Math.abs(got.loss - want.loss) < 1e-6);
    assert.equal(got.perplexity, Math.exp(got.loss));
    const info = taskInfo(core, {task, seqLen: length});
    assert.deepEqual(
      [got.chance, got.best, got.bestPerplexity],
      [info.chance, info.best, info.bestPerplexity],
    );
  }
});

test('a training step counts as three forward passes in the fraction that is done', async () => {
  const run = await begin(spec({steps: 5, evaluate: {lengths: [6, 13], sequences: 10}}));
  const work = 5 * 3 * 4 * 6 + 10 * (6 + 13) + 1;
  run.advance();
  assert.equal(run.fraction, (3 * 4 * 6) / work);
  for (let k = 0; k < 5; k++) run.advance();
  assert.equal(run.fraction, (5 * 3 * 4 * 6 + 4 * 6) / work, 'a test of 4 sequences of 6 tokens');
});

test('an error in a test that is not about positions fails the run', async (t) => {
  const run = await begin(spec({steps: 0}));
  t.mock.method(Transformer.prototype, 'evaluate', () => {
    throw new Error('no memory');
  });
  assert.throws(() => run.advance(), {message: 'no memory'});
  assert.ok(run.isOver);
});

test('waiting between any two parts changes no bit', async () => {
  const of = spec({steps: 7});
  const straight = await finished(of);
  const slow = await begin(of);
  for (let k = 0; slow.advance(); k++) if (k % 3 === 0) await new Promise(setImmediate);
  assert.deepEqual(slow.losses, straight.losses);
  assert.deepEqual(slow.evaluations, straight.evaluations);
  assert.deepEqual(new Uint8Array(/** @type {any} */ (slow.model)), new Uint8Array(/** @type {any} */ (straight.model))); // biome-ignore format: one thought
});

test('another seed gives another run', async () => {
  const [a, b] = await Promise.all([
    finished(spec({steps: 2})),
    finished(spec({steps: 2, seed: 6})),
  ]);
  assert.notDeepEqual(a.losses, b.losses);
});

test('the learning rate climbs to its peak and falls to a tenth, without a jump', () => {
  const of = {lr: 0.5, warmup: 4, steps: 20};
  const rates = Array.from({length: 20}, (_, k) => learningRate(of, k + 1));
  assert.deepEqual(rates.slice(0, 4), [0.125, 0.25, 0.375, 0.5]);
  assert.ok(Math.abs(rates[19] - 0.05) < 1e-12);
  for (let k = 4; k < 20; k++) assert.ok(rates[k] < rates[k - 1]);
  assert.ok(Math.abs(learningRate({lr: 0.5, warmup: 0, steps: 2}, 1) - 0.275) < 1e-12);
  assert.equal(learningRate({lr: 0.5, warmup: 3, steps: 3}, 3), 0.5, 'the peak is the last step');
  assert.equal(
    learningRate({lr: 0.5, warmup: 9, steps: 3}, 3),
    0.5 / 3,
    'a run can end on the way up',
  );
});

test('a rate that breaks the loss stops the run, names the step and keeps the curve', async () => {
  const run = await begin(spec({lr: 1e30, warmup: 0, steps: 50}));
  let caught = /** @type {any} */ (null);
  try {
    while (run.advance());
  } catch (error) {
    caught = error;
  }
  assert.ok(caught, 'it broke');
  assert.equal(caught.step, run.step + 1);
  assert.match(
    caught.message,
    /^The loss is (NaN|Infinity) at step \d+, so training stops there; /,
  );
  assert.ok(caught.message.includes(` ${caught.step},`));
  assert.ok(run.step >= 1 && run.losses.length === run.step);
  assert.ok(run.losses.every(Number.isFinite));
  assert.ok(run.isOver);
  assert.equal(run.model, undefined, 'no broken model is handed over');
});

test('past the end of a learned table a test says so, and the others still count', async () => {
  const methods = [{name: 'learned', maxLen: 8}];
  const run = await finished(
    spec({steps: 2, model: {...MODEL, methods}, evaluate: {lengths: [6, 9, 8], sequences: 3}}),
  );
  const [first, past, last] = run.evaluations;
  assert.ok(!first.missing && !last.missing);
  assert.equal(past.seqLen, 9);
  assert.match(past.missing ?? '', /^The method 'learned' has no such position: .* 8 rows/);
  assert.ok(!('accuracy' in past));
  const long = await begin(
    spec({steps: 1, model: {...MODEL, methods}, evaluate: {lengths: [900, 6], sequences: 3}}),
  );
  long.advance();
  long.advance();
  assert.ok(long.fraction > 0.9, 'what cannot be tested is no work that is left');
  assert.equal(run.fraction, 1);
});

test('a model that learned nothing can be tested, as often as it has sequences', async () => {
  const run = await finished(spec({steps: 0, evaluate: {lengths: [7], sequences: 9}}));
  assert.equal(run.losses.length, 0);
  const [{nTargets}] = /** @type {Measured[]} */ (run.evaluations);
  const {counted} = taskInfo(await loadCore(), {task: 'order-2', seqLen: 7});
  assert.equal(nTargets, 9 * counted);
});

test('a sequence as a whole can be the answer, by mean and by last', async () => {
  for (const readout of /** @type {const} */ (['mean', 'last'])) {
    const model = {...MODEL, methods: [], readout};
    const run = await finished(spec({task: 'before', steps: 2, model}));
    const [{nTargets, chance}] = /** @type {Measured[]} */ (run.evaluations);
    assert.equal(nTargets, 10);
    assert.equal(chance, 0.5);
  }
});

/** @param {number} n @returns {number[]} */
const row = (n) => new Array(n).fill(1);

test('what cannot be is refused before anything is learned, by name and value', async () => {
  /** @type {[Partial<TrainSpec>, RegExp][]} */
  const wrong = [
    [{seqLen: 0}, /^seqLen must be an integer >= 1, got 0/],
    [{seqLen: 2.5}, /^seqLen .* got 2.5/],
    [{batch: 0}, /^batch must be an integer >= 1, got 0/],
    [{steps: -1}, /^steps .* got -1/],
    [{warmup: -1}, /^warmup .* got -1/],
    [{lr: 0}, /^lr .* got 0/],
    [{lr: Number.NaN}, /^lr .* got NaN/],
    [{weightDecay: -1}, /^weightDecay .* got -1/],
    [{task: 'sudoku'}, /^task must be one of .*'copy'.* got 'sudoku'/],
    [{seqLen: 1}, /^seqLen must be at least \d+ for task 'order-2', got 1/],
    [{evaluate: {lengths: [6, 0], sequences: 2}}, /^seqLen must be .* got 0/],
    [{evaluate: {lengths: [6], sequences: 0}}, /^evaluate\.sequences .* got 0/],
    [{model: {...MODEL, methods: ['compass']}}, /^methods must be one of .* got 'compass'/],
    [{model: {...MODEL, methods: [], dModel: 15}}, /^nHeads must divide dModel = 15, got 2/],
    [{before: ['pos_emb']}, /^before must name tensors of the model, got 'pos_emb'/],
    [{take: ['logits']}, /^take must name tensors of the model, got 'logits'/],
    [{probe: {tokens: [[1]], take: ['nothing']}}, /^probe\.take must name .* got 'nothing'/],
    [{probe: {tokens: [], take: []}}, /^probe\.tokens\.length must be .* got 0/],
    [{probe: {tokens: [[1, 2], [3]], take: []}}, /^probe\.tokens\[1\] must have 2 tokens, got 1/],
    [{probe: {tokens: [[1, 99999]], take: []}}, /^probe\.tokens\[0\]\[1\] must be .* got 99999/],
    [
      {
        model: {...MODEL, methods: [{name: 'learned', maxLen: 6}]},
        probe: {tokens: [row(7)], take: []},
      },
      /^probe\.tokens must have at most the 6 tokens that .* got 7/,
    ],
    [
      {task: 'index', evaluate: {lengths: [6, 4, 7], sequences: 2}},
      /^evaluate\.lengths .* 'index' for more answers than the 6 .* at 6 tokens, got 7 with 7/,
    ],
  ];
  for (const [more, message] of wrong) {
    await assert.rejects(begin(spec(more)), {message}, JSON.stringify(more));
  }
});

test('a model of places answers at every length that has no more of them', async () => {
  const run = await finished(spec({task: 'index', evaluate: {lengths: [6, 4], sequences: 2}}));
  assert.deepEqual(
    run.evaluations.map(({seqLen, missing}) => [seqLen, missing]),
    [
      [6, undefined],
      [4, undefined],
    ],
  );
});

test('what does not fit says how much it needs, and nothing is allocated', async () => {
  const core = await loadCore();
  const place = () => core.scratch((mem) => mem.f32(4).ptr);
  const free = place();
  assert.throws(() => new TrainRun(core, spec({batch: 1_000_000, seqLen: 64})), {
    name: 'RangeError',
    message:
      /^This run needs \d[\d.]* [GT]iB of memory, more than the 1 GiB that one may take: choose a smaller batch, length or model\.$/,
  });
  assert.equal(place(), free);
});

test('a saved model is tested as it is: the same numbers, and nothing is learned', async () => {
  const of = spec({take: ['tok_emb']});
  const run = await finished(of);
  const again = await finished(of, run.model);
  assert.equal(again.steps, 0);
  assert.equal(again.losses.length, 0);
  assert.deepEqual(again.evaluations, run.evaluations);
  assert.deepEqual(again.tensors, run.tensors);
});

test('a saved model of another kind is refused, with what differs', async () => {
  const {model} = await finished(spec({steps: 1}));
  const other = spec({steps: 1, model: {...MODEL, dModel: 8, methods: ['alibi']}});
  await assert.rejects(begin(other, model), {
    name: 'RangeError',
    message: /^The file holds another model than this run's: .*dModel 16, not 8.*/,
  });
  await assert.rejects(begin(spec(), new ArrayBuffer(10)));
  const saved = decodeModel(/** @type {ArrayBuffer} */ (model));
  const huge = encodeModel({...saved, config: {...saved.config, batch: 10_000_000}});
  await assert.rejects(begin(spec(), huge), {message: /^This run needs \d[\d.]* [GT]iB of memory/});
});

test('a saved model is refused whatever field it differs in that gives its weights their meaning', async () => {
  const of = spec({
    steps: 1,
    model: {...MODEL, methods: [{name: 'rope-half', base: 100}, 'log-n']},
  });
  const {model: file} = await finished(of);
  const scaling = /** @type {const} */ ({kind: 'linear', factor: 2});
  /** @type {[Partial<TrainSpec>, string][]} */
  const others = [
    [{task: 'copy'}, 'task order-2, not copy; '],
    [{model: {...of.model, causal: false}}, 'causal true, not false'],
    [{model: {...of.model, nLayers: 2}}, 'nLayers 1, not 2'],
    [{model: {...of.model, nHeads: 4}}, 'nHeads 2, not 4'],
    [{model: {...of.model, dFf: 64}}, 'dFf 32, not 64'],
    [{model: {...of.model, gelu: 'tanh'}}, 'gelu erf, not tanh'],
    [{model: {...of.model, methods: ['rope-half']}}, 'methods rope-half + log-n, not rope-half'],
    [{model: {...of.model, methods: []}}, 'methods rope-half + log-n, not none'],
    [{model: {...of.model, methods: ['rope-half', 'log-n']}}, 'rope-half with base 100, not 10000'],
    [
      {model: {...of.model, methods: [{name: 'rope-half', base: 100, scaling}, 'log-n']}},
      'rope-half with scaling none, not {"factor":2,"kind":"linear"}',
    ],
  ];
  for (const [more, difference] of others) {
    await assert.rejects(begin({...of, ...more}, file), (/** @type {Error} */ error) => {
      assert.ok(error.message.startsWith(`The file holds another model than this run's: ${difference}`), error.message); // biome-ignore format: one thought
      return true;
    });
  }
  // neither changes what a weight means
  for (const more of [{seed: 6}, {batch: 5}, {steps: 40}, {lr: 0.5}]) await begin({...of, ...more}, file); // biome-ignore format: one thought
});

test('every field of a config is compared, but for the size of a step and the seed', async () => {
  const core = await loadCore();
  const base = {vocabSize: 9, nOut: 9, readout: 'each', batch: 2, seqLen: 4, seed: 1, causal: true};
  const config = /** @type {TransformerConfig} */ ({
    ...base,
    nLayers: 1,
    nHeads: 2,
    dModel: 8,
    dFf: 8,
  });
  const file = saveModel(new Transformer(core, config));
  const other = {nLayers: 2, nHeads: 4, dModel: 16, dFf: 16, vocabSize: 10, nOut: 10, readout: 'mean', causal: false, gelu: 'tanh', methods: ['alibi'], nIds: 8, batch: 3, seqLen: 5, seed: 2}; // biome-ignore format: one thought
  const fields = Object.keys(completeConfig(core, config));
  assert.deepEqual(Object.keys(other).sort(), fields.sort(), 'a new field needs a value here');
  for (const [name, value] of Object.entries(other)) {
    const open = async () => openModel(await loadCore(), file, {...config, [name]: value}, 'copy');
    if (['batch', 'seqLen', 'seed'].includes(name)) await open();
    else await assert.rejects(open(), {message: new RegExp(`: ${name} `)}, name);
  }
});

test('a scaling rule whose fields were written in another order is the same rule', async () => {
  const method = (/** @type {any} */ scaling) => ({
    ...MODEL,
    methods: [{name: 'rope-half', scaling}],
  });
  const of = spec({steps: 1, model: method({kind: 'linear', factor: 2})});
  const {model} = await finished(of);
  await begin({...of, model: method({factor: 2, kind: 'linear'})}, model);
});

test('a t-SNE map moves a step at a time and shows where it is', async () => {
  const x = {
    data: Float32Array.from({length: 20 * 5}, (_, k) => ((k * 37) % 11) - 5),
    shape: [20, 5],
  };
  const of = /** @type {const} */ ({
    kind: 'tsne',
    x,
    perplexity: 5,
    steps: 12,
    seed: 1,
    init: 'random',
  });
  const core = await loadCore();
  const run = new TsneRun(core, of);
  assert.equal(run.picture?.(), undefined, 'there is none yet');
  assert.ok(run.advance());
  const first = run.picture?.();
  assert.deepEqual(first?.y.shape, [20, 2]);
  assert.notEqual(first?.y.data.buffer, run.tensors.y.data.buffer, 'it can be transferred');
  assert.equal(run.picture?.(), undefined, 'it has not moved since');
  while (run.advance());
  assert.equal(run.losses.length, 12);
  assert.ok(run.losses.every((kl) => Number.isFinite(kl) && kl >= 0));
  assert.notDeepEqual(run.tensors.y.data, first?.y.data);
  assert.equal(run.fraction, 1);
  assert.throws(() => new TsneRun(core, {...of, steps: 0}), {message: /^steps/});
  assert.throws(() => new TsneRun(core, {...of, perplexity: 20}), {message: /^perplexity/});
});

test('a t-SNE map keeps every so many-th map, the first one too', async () => {
  const data = Float32Array.from({length: 20 * 5}, (_, k) => ((k * 37) % 11) - 5);
  const x = {data, shape: [20, 5]};
  const keep = {kind: 'tsne', x, perplexity: 5, steps: 12, seed: 1, init: 'random', keep: 4};
  const run = new TsneRun(await loadCore(), /** @type {TsneSpec} */ (keep));
  const maps = /** @type {number[][]} */ ([]);
  for (let isMore = true; isMore; ) {
    isMore = run.advance();
    if (run.step % 4 === 0) maps.push([...(run.picture?.()?.y.data ?? [])]);
  }
  const {path} = run.tensors;
  assert.deepEqual(path.shape, [4, 20, 2]);
  assert.deepEqual([...path.data.subarray(40)], maps.flat());
  assert.ok(
    path.data.subarray(0, 40).some((value) => value !== 0),
    'where it began',
  );
  assert.notDeepEqual([...path.data.subarray(0, 40)], maps[0]);
});

test('a trained model is tested under other settings of its methods, and is then as it was', async () => {
  const methods = ['rope-half', {name: 'log-n', trainLen: 6}];
  const model = {...MODEL, methods};
  const lengths = [6, 24];
  const plain = await finished(spec({model, evaluate: {lengths, sequences: 10}}));
  const scalings = [
    {name: 'linear', methods: [{name: 'rope-half', scaling: {kind: 'linear', factor: 'fit'}}]},
    {name: 'linear 4', methods: [{name: 'rope-half', scaling: {kind: 'linear', factor: 4}}]},
    {name: 'ntk', methods: [{name: 'rope-half', scaling: {kind: 'ntk', alpha: 'fit'}}]},
    {
      name: 'dynamic',
      methods: [{name: 'rope-half', scaling: {kind: 'dynamic', factor: 1, maxPosition: 6}}],
    },
    {name: 'no log-N', methods: [{name: 'log-n', trainLen: 1000}]},
  ];
  const of = spec({
    model,
    evaluate: {lengths, sequences: 10, scalings: /** @type {any} */ (scalings)},
  });
  const run = await finished(of);
  assert.deepEqual(new Uint8Array(/** @type {any} */ (run.model)), new Uint8Array(/** @type {any} */ (plain.model))); // biome-ignore format: one thought
  const at = (/** @type {string | undefined} */ name) =>
    /** @type {Measured[]} */ (run.evaluations.filter(({scaling}) => scaling === name));
  assert.deepEqual(at(undefined), plain.evaluations);
  assert.equal(run.evaluations.length, 2 * (1 + scalings.length));
  const losses = scalings.map(({name}) => at(name).map(({loss}) => loss));
  const [short, long] = at(undefined).map(({loss}) => loss);
  assert.deepEqual(
    losses.map(([first]) => first === short),
    [true, false, true, true, true],
  );
  assert.equal(losses[0][1], losses[1][1], 'a factor that fits 24 of 6 is 4');
  assert.equal(losses[2][1], losses[3][1], 'dynamic scaling at factor 1 is NTK by the length');
  for (const [, second] of losses) assert.notEqual(second, long);
  assert.ok(run.fraction === 1);
});

test('settings of which one is refused leave the model as it was', async () => {
  const core = await loadCore();
  const methods = ['rope-half', 'log-n'];
  const sizes = {vocabSize: 9, batch: 2, seqLen: 4, nLayers: 1, nHeads: 2, dModel: 8, dFf: 8};
  const model = new Transformer(core, {...sizes, methods});
  const before = structuredClone(model.config.methods);
  const settings = {name: 'x', methods: [{name: 'rope-half', base: 50}, {name: 'log-n', trainLen: 0}]}; // biome-ignore format: one thought
  assert.throws(() => changeMethods(model, settings, 4, 8), {message: /^trainLen/});
  const plain = (/** @type {unknown} */ value) => JSON.parse(JSON.stringify(value));
  assert.deepEqual(plain(model.config.methods), plain(before));
});

test('a factor that fits a shorter text than that of training is 1: nothing is stretched', async () => {
  const scalings = [
    {
      name: 'linear',
      methods: [
        {name: 'rope-half', scaling: /** @type {const} */ ({kind: 'linear', factor: 'fit'})},
      ],
    },
  ];
  const run = await finished(spec({seqLen: 12, evaluate: {lengths: [6], sequences: 10, scalings}}));
  const [plain, {scaling, ...stretched}] = /** @type {Measured[]} */ (run.evaluations);
  assert.equal(scaling, 'linear');
  assert.deepEqual(stretched, plain);
});

test('test settings that cannot be are refused before anything is learned', async () => {
  const cases = /** @type {[any, RegExp][]} */ ([
    [{name: 'alibi'}, /method must be of the model's, 'rope-half', got 'alibi'/],
    [{name: 'rope-half', scaling: {kind: 'yarn', factor: 'fit'}}, /originalMaxPosition must be/],
    [{name: 'rope-half', clip: -1}, /clip must be/],
  ]);
  for (const [method, message] of cases) {
    const evaluate = {lengths: [12], sequences: 2, scalings: [{name: 'x', methods: [method]}]};
    await assert.rejects(begin(spec({evaluate})), message);
  }
});
