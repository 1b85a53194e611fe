// What a transformer says of a bad value: nothing is changed, lent memory is given back, and the next
// call is right.
import assert from 'node:assert/strict';
import test from 'node:test';

import {Transformer} from '../../../web/core/transformer.js';
import {loadBothCores} from '../../support/core.js';

const cores = await loadBothCores();
const [, release] = cores[0];

const CONFIG = {
  vocabSize: 5,
  nOut: 4,
  nLayers: 1,
  nHeads: 2,
  dModel: 8,
  dFf: 6,
  batch: 2,
  seqLen: 3,
};
const TOKENS = [0, 1, 2, 3, 4, 0];
const TARGETS = [0, 1, -1, 3, 2, 1];

const NO_SIZE = [0, -1, 1.5, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY, '3', null];
const NO_COUNT = NO_SIZE.filter((value) => value !== 0);
const NO_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '1', null];
const NO_NAME = ['', 'other', 1, null];
const NO_SEED = [-1, 1.5, Number.NaN, '1', 2 ** 53, -1n, 1n << 64n];

/** @param {unknown} value */
const shown = (value) =>
  typeof value === 'bigint'
    ? `${value}n`
    : JSON.stringify(value, (_, v) =>
        Object.is(v, Number.NaN) || Math.abs(v) === Infinity ? String(v) : v,
      );

/**
 * @param {() => unknown} call
 * @param {RegExp} message
 * @param {string} label
 */
function refuses(call, message, label) {
  assert.throws(
    call,
    (/** @type {any} */ error) => {
      assert.ok(error instanceof RangeError || error instanceof TypeError, `${label}: ${error}`);
      assert.match(error.message, message, label);
      return true;
    },
    label,
  );
}

// ----------------------------------------------------------------------------------- the settings

/** @type {[string, unknown[]][]} */
const BAD_CONFIG = [
  ['vocabSize', [undefined, ...NO_SIZE]],
  ['nLayers', [...NO_SIZE, 65]],
  ['nHeads', [...NO_SIZE, 3]],
  ['dModel', [...NO_SIZE, 7, 2 ** 15]],
  ['dFf', [...NO_SIZE, 2 ** 27]],
  ['nOut', [...NO_SIZE, 2 ** 27]],
  ['batch', [undefined, ...NO_SIZE]],
  ['seqLen', [undefined, ...NO_SIZE]],
  ['readout', NO_NAME],
  ['gelu', NO_NAME],
  ['seed', NO_SEED],
  ['nIds', [...NO_COUNT, 2 ** 28 + 1]],
  [
    'methods',
    [
      'alibi',
      3,
      {length: 1},
      ['other'],
      [undefined],
      [null],
      [3],
      ['alibi', 'alibi'],
      ['sink', 'stick-breaking'],
      ['mla-rope', 'mla-nope'],
    ],
  ],
];
/** @type {[string, string, unknown[]][]} method, setting, values */
const BAD_SETTINGS = [
  ['sinusoidal', 'base', [0, -1, ...NO_FINITE, 1e-101, 1e101]],
  ['rope-half', 'base', [0, -1, ...NO_FINITE]],
  ['rope-half', 'rotaryDim', [...NO_COUNT, 1, 3, 6]],
  ['rope-interleaved', 'rotaryDim', [1, 6]],
  ['clipped-bias', 'clip', [...NO_COUNT, 2 ** 27 + 1]],
  ['shaw-keys', 'clip', [...NO_COUNT, 2 ** 27 + 1]],
  ['t5', 'nBuckets', [...NO_SIZE, 2000]],
  ['t5', 'maxDistance', [...NO_SIZE, 16]],
  ['learned', 'maxLen', [...NO_SIZE, 2, 2 ** 27]],
];

for (const [build, core] of cores) {
  const mark = () => core.number('wasm_arena_mark');

  test(`a transformer of impossible settings is refused by their names (${build})`, () => {
    const before = mark();
    for (const [name, values] of BAD_CONFIG) {
      for (const value of values) {
        const config = /** @type {any} */ ({...CONFIG, [name]: value});
        if (['nHeads', 'dModel'].includes(name)) config.methods = [];
        const label = `${name} = ${shown(value)}`;
        refuses(() => new Transformer(core, config), new RegExp(`${name}|config`), label);
        assert.equal(mark(), before, label);
      }
    }
    for (const [name, setting, values] of BAD_SETTINGS) {
      for (const value of values) {
        const config = /** @type {any} */ ({...CONFIG, methods: [{name, [setting]: value}]});
        const label = `${name} with ${setting} = ${shown(value)}`;
        refuses(() => new Transformer(core, config), new RegExp(`${setting}|rows`), label);
        assert.equal(mark(), before, label);
      }
    }
    new Transformer(core, CONFIG).close();
    assert.equal(mark(), before);
  });

  test(`a model too large for memory is refused with what it needs (${build})`, () => {
    const before = mark();
    for (const config of [
      {...CONFIG, batch: 2 ** 20, seqLen: 2 ** 10},
      {...CONFIG, dModel: 2 ** 13, nLayers: 64},
      {...CONFIG, batch: 2 ** 30, seqLen: 2 ** 30},
    ]) {
      const needed = (Transformer.nBytes(core, config) / 1e6).toFixed(1);
      refuses(
        () => new Transformer(core, config),
        new RegExp(
          `^The model needs ${needed.replace('+', '\\+')} MB, more than is available: lower batch`,
        ),
        needed,
      );
      assert.equal(mark(), before);
    }
  });
}

// ----------------------------------------------------------------------------------------- the calls

const NO_TOKENS = [undefined, null, 3, 'text', [], [0, 1], [...TOKENS, 0]];
/** @param {unknown} bad @param {number} at */
const withBad = (bad, at) => TOKENS.map((token, k) => (k === at ? bad : token));
/** @type {[string, unknown[], string?][]} */
const BAD_BATCH = [
  ['tokens', [...NO_TOKENS, ...[5, -1, 0.5, Number.NaN, '1', null].map((bad) => withBad(bad, 4))]],
  ['batch', [...NO_SIZE, 1, 3], 'batch|tokens'],
  ['seqLen', [...NO_SIZE, 2, 4], 'seqLen|tokens'],
];
/** @type {[string, unknown[], string?][]} */
const BAD_TARGETS = [
  [
    'targets',
    [...NO_TOKENS, ...[4, -(2 ** 31) - 1, 0.5, Number.NaN, '1'].map((bad) => withBad(bad, 4))],
  ],
];
/** @type {[string, unknown[], string?]} */
const BAD_PAD = ['keyPad', [3, [1], [0, 1, 2], [0, 0, 0.5], [0, 0, 0, 0]]];
const NOTHING_COUNTS = TARGETS.map(() => -1);
/** @type {[string, unknown[], string?][]} */
const BAD_RATES = [
  ['lr', [undefined, -1, ...NO_FINITE]],
  ['beta1', [-0.1, 1, ...NO_FINITE]],
  ['beta2', [-0.1, 1, ...NO_FINITE]],
  ['eps', [0, -1, 1e-46, ...NO_FINITE]],
  ['weightDecay', [-1, ...NO_FINITE]],
];

/** @type {[string, Record<string, unknown>, [string, unknown[], string?][]][]} */
const CALLS = [
  ['forward', {tokens: TOKENS}, BAD_BATCH],
  ['evaluate', {tokens: TOKENS, targets: TARGETS}, [...BAD_BATCH, ...BAD_TARGETS]],
  [
    'gradients',
    {tokens: TOKENS, targets: TARGETS},
    [...BAD_BATCH, ...BAD_TARGETS, ['targets', [NOTHING_COUNTS]], BAD_PAD],
  ],
  [
    'step',
    {tokens: TOKENS, targets: TARGETS, lr: 0.01},
    [...BAD_BATCH, ...BAD_TARGETS, ['targets', [NOTHING_COUNTS]], BAD_PAD, ...BAD_RATES],
  ],
];

for (const [build, core] of cores) {
  for (const [name, good, bad] of CALLS) {
    test(`${name}() refuses what is no batch and changes nothing (${build})`, () => {
      const model = /** @type {any} */ (new Transformer(core, CONFIG));
      model.step({tokens: TOKENS, targets: TARGETS, lr: 0.01});
      const head = model.tensor('head.weight');
      const before = core.number('wasm_arena_mark');
      for (const [argument, values, named = argument] of bad) {
        for (const value of values) {
          const label = `${name} with ${argument} = ${shown(value)}`;
          refuses(() => model[name]({...good, [argument]: value}), new RegExp(named), label);
          assert.equal(core.number('wasm_arena_mark'), before, label);
        }
      }
      assert.deepEqual(model.tensor('head.weight'), head);
      assert.equal(model.nSteps, 1);
      assert.doesNotThrow(() => model[name](good));
      model.close();
    });
  }
}

for (const [build, core] of cores) {
  test(`position ids that the model or a method cannot take are refused (${build})`, () => {
    const batch = {tokens: TOKENS, targets: TARGETS};
    const calls = ['forward', 'gradients', 'evaluate'];
    const plain = /** @type {any} */ (new Transformer(core, CONFIG));
    const model = /** @type {any} */ (
      new Transformer(core, {...CONFIG, nIds: 6, methods: ['rope-half', 'cope', 'alibi']})
    );
    const free = /** @type {any} */ (
      new Transformer(core, {...CONFIG, nIds: 6, methods: ['rope-half', 'cope', 'sink']})
    );
    for (const call of calls) {
      const none = /ids must be left out: the model was made with nIds = 0/;
      refuses(() => plain[call]({...batch, ids: [0, 1, 2]}), none, call);
      for (const ids of [3, [1], [0, 1, 6], [-1, 0, 1], [0, 0.5, 1], ['0', 1, 2], null]) {
        refuses(() => model[call]({...batch, ids}), /ids/, `${call} ${shown(ids)}`);
        refuses(() => free[call]({...batch, ids}), /ids/, `${call} ${shown(ids)}`);
      }
      for (const ids of [
        [0, 2, 2],
        [5, 3, 4],
      ]) {
        const ascend = /ids must ascend, each once, for 'alibi'.*got ids\[\d\] = \d after \d/;
        refuses(() => model[call]({...batch, ids}), ascend, `${call} ${ids}`);
        assert.doesNotThrow(() => free[call]({...batch, ids}));
      }
    }
    for (const each of [free, model, plain]) each.close();
    const short = [{name: 'learned', maxLen: 5}];
    refuses(() => new Transformer(core, {...CONFIG, nIds: 6, methods: short}), /5 rows/, 'short');
  });

  test(`a table with a row for each id takes a longer text whose ids are in it (${build})`, () => {
    const methods = [{name: 'learned', maxLen: 4}];
    const model = new Transformer(core, {...CONFIG, methods, nIds: 4, batch: 1, seqLen: 6});
    const ids = [0, 3, 0, 1, 2, 1];
    assert.ok(Number.isFinite(model.gradients({tokens: TOKENS, targets: TARGETS, ids})));
    refuses(() => model.forward({tokens: TOKENS}), /4 rows/, 'without ids');
    model.close();
  });
}

test('a step of more than the model was made for is refused with both sizes', () => {
  const model = new Transformer(release, CONFIG);
  const tokens = [...TOKENS, ...TOKENS];
  const targets = [...TARGETS, ...TARGETS];
  for (const sizes of [
    {batch: 4, seqLen: 3},
    {batch: 2, seqLen: 6},
  ]) {
    const message = new RegExp(`at most 2 .* of 3 tokens.*got ${sizes.batch} of ${sizes.seqLen}`);
    refuses(() => model.gradients({tokens, targets, ...sizes}), message, 'gradients');
    refuses(() => model.step({tokens, targets, ...sizes, lr: 1}), message, 'step');
  }
  model.close();
});

test('a tensor that the model does not have, or of another shape, is refused by its name', () => {
  const model = /** @type {any} */ (new Transformer(release, CONFIG));
  const bias = model.tensor('head.bias');
  for (const name of ['', 'head', undefined, 3, 'layers.1.ln1.gamma', 'pos_emb']) {
    for (const call of [
      () => model.tensor(name),
      () => model.gradient(name),
      () => model.moment(name, 'm'),
      () => model.setTensor(name, bias),
      () => model.setMoment(name, 'v', bias),
    ]) {
      refuses(call, new RegExp(`name must be .*got '${name}'`), String(name));
    }
  }
  refuses(
    () => model.tensor('logits'),
    /'logits' is an activation, and no pass has computed it yet: call forward\(\) first/,
    '',
  );
  model.forward({tokens: TOKENS});
  for (const call of [
    () => model.gradient('logits'),
    () => model.moment('logits', 'm'),
    () => model.setTensor('logits', model.tensor('logits')),
  ]) {
    refuses(call, /name must be that of a parameter of the model, got 'logits'/, 'logits');
  }
  for (const which of [undefined, 'w', '', null]) {
    refuses(() => model.moment('head.bias', which), /which must be 'm' or 'v'/, String(which));
    refuses(() => model.setMoment('head.bias', which, bias), /which must be/, String(which));
  }
  for (const bad of [
    undefined,
    null,
    3,
    [1, 2, 3, 4],
    {data: [1, 2, 3], shape: [3]},
    {data: [1, 2, 3, 4], shape: [2, 2]},
  ]) {
    refuses(() => model.setTensor('head.bias', bad), /head\.bias/, shown(bad));
  }
  for (const bad of [-1, 0.5, Number.NaN, 2 ** 31]) {
    refuses(() => (model.nSteps = bad), /nSteps/, String(bad));
  }
  assert.deepEqual(model.tensor('head.bias'), bias);
  assert.equal(model.nSteps, 0);
  model.close();
});
