// What a transformer says of a bad value, in JavaScript and in C: nothing is changed, lent memory is
// given back, and the next call is right.
import assert from 'node:assert/strict';
import test from 'node:test';

import {Transformer} from '../../../web/core/transformer.js';
import {loadBothCores} from '../../support/core.js';

/** @import {Block, Core, Memory} from '../../../web/core/core.js' */

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
  ['methods', ['alibi', 3, {length: 1}, ['other'], [undefined], [null], [3], ['alibi', 'alibi']]],
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
        new RegExp(`^${needed.replace('+', '\\+')} MB`),
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
    [...BAD_BATCH, ...BAD_TARGETS, ['targets', [NOTHING_COUNTS]]],
  ],
  [
    'step',
    {tokens: TOKENS, targets: TARGETS, lr: 0.01},
    [...BAD_BATCH, ...BAD_TARGETS, ['targets', [NOTHING_COUNTS]], ...BAD_RATES],
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
  refuses(() => model.tensor('logits'), /'logits' is an activation, and there was no pass yet/, '');
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

// ------------------------------------------------------------------------------------------------- C

/**
 * A model made by hand, and where its blocks are.
 *
 * @param {Core} core
 * @param {Memory} mem
 */
function byHand(core, mem) {
  const config = mem.u8(core.number('model_config_n_bytes')).ptr;
  core.call('model_config_set', config, 5, 1, 2, 8, 6, 4, 0, 0, 1, 1);
  const learned = core.describe.methods.find(({name}) => name === 'learned')?.id ?? -1;
  core.call('model_config_method', config, 0, learned, 10000, 0, 2, 4, 8, 9);
  const block = mem.u8(core.number('model_train_n_bytes', config, 2, 3));
  return {config, block, model: block.ptr};
}

for (const [build, core] of cores) {
  test(`C makes no model of what is none, and writes nothing (${build})`, () => {
    core.scratch((mem) => {
      const {config, block, model} = byHand(core, mem);
      block.view().fill(7);
      for (const [batch, seqLen, status] of /** @type {[number, number, string][]} */ ([
        [0, 3, 'bad shape'],
        [2, 0, 'bad shape'],
        [-1, 3, 'bad shape'],
        [2, -(2 ** 31), 'bad shape'],
        [2, 10, 'position out of range'],
        [2 ** 30, 9, 'no memory'],
      ])) {
        const call = () => core.call('model_train_init', model, config, batch, seqLen, 1, 0);
        assert.throws(call, {status}, `${batch} x ${seqLen}`);
      }
      for (const methods of [9, -1]) {
        const call = () =>
          core.call('model_config_set', config, 5, 1, 2, 8, 6, 4, 0, 0, 1, methods);
        assert.throws(call, {status: 'bad shape'});
      }
      assert.ok(block.copy().every((byte) => byte === 7));
      core.call('model_train_init', model, config, 2, 3, 1, 0);
    });
  });

  test(`C refuses a batch, a rate or a tensor that cannot be, and keeps the parameters (${build})`, () => {
    core.scratch((mem) => {
      const {config, model} = byHand(core, mem);
      core.call('model_train_init', model, config, 2, 3, 1, 0);
      const [tokens, targets] = [mem.i32(TOKENS), mem.i32(TARGETS)];
      const loss = mem.f64([7]);
      const sums = mem.f64([7, 7, 7]);
      const lent = mem.u8(core.number('model_train_evaluate_n_bytes', model, 2, 9)).ptr;
      const value = mem.f32(4);
      const bias = () => {
        core.call('model_tensor_get', value.ptr, model, 4, 0);
        return value.copy();
      };
      const before = bias();
      const ids = [tokens.ptr, targets.ptr];
      const rates = [0.1, 0.9, 0.999, 1e-8, 0.01];
      const learn = [
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_gradients', loss.ptr, model, ...ids, ...sizes),
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_step', loss.ptr, model, ...ids, ...rates, ...sizes),
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_forward', model, 0, tokens.ptr, ...sizes),
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_evaluate', sums.ptr, model, lent, ...ids, ...sizes),
      ];
      for (const [k, call] of learn.entries()) {
        for (const sizes of [
          [0, 3],
          [2, 0],
          [-1, 3],
          [2, -(2 ** 31)],
          [2 ** 30, 4],
        ]) {
          assert.throws(() => call(sizes), {status: 'bad shape'}, `${k}: ${sizes}`);
        }
        assert.throws(() => call([1, 10]), {status: 'position out of range'}, String(k));
        if (k < 3) assert.throws(() => call([1, 6]), {status: 'bad shape'}, String(k));
        for (const token of [5, -1]) {
          tokens.view()[4] = token;
          assert.throws(() => call([2, 3]), {status: 'position out of range'}, `${k}: ${token}`);
        }
        tokens.view()[4] = 4;
        if (k === 2) continue;
        targets.view()[5] = 4;
        assert.throws(() => call([2, 3]), {status: 'position out of range'}, String(k));
        targets.view().fill(-1);
        if (k < 2) assert.throws(() => call([2, 3]), {status: 'bad value'}, String(k));
        targets.view().set(TARGETS);
      }
      assert.throws(() => core.call('model_train_forward', model, 0, tokens.ptr, 20, 3), {
        status: 'bad shape',
      });
      rates.forEach((_, at) => {
        for (const bad of [
          -1,
          Number.NaN,
          Number.POSITIVE_INFINITY,
          ...(at === 1 || at === 2 ? [1] : []),
        ]) {
          const changed = rates.map((rate, k) => (k === at ? bad : rate));
          assert.throws(
            () => core.call('model_train_step', loss.ptr, model, ...ids, ...changed, 2, 3),
            {status: 'bad value'},
            `${at}: ${bad}`,
          );
        }
      });
      assert.throws(
        () => core.call('model_train_step', loss.ptr, model, ...ids, 0.1, 0.9, 0.9, 0, 0, 2, 3),
        {status: 'bad value'},
      );
      assert.deepEqual(bias(), before);
      assert.equal(core.number('model_train_steps', model), 0);
      assert.deepEqual([...loss.copy(), ...sums.copy()], [7, 7, 7, 7]);
      for (const call of learn) call([2, 3]);
      assert.equal(core.number('model_train_steps', model), 1);
    });
  });

  test(`C hands out no tensor that is not there (${build})`, () => {
    core.scratch((mem) => {
      const {config, model} = byHand(core, mem);
      core.call('model_train_init', model, config, 2, 3, 1, 0);
      const n = core.number('model_tensor_count', model);
      const nParams = 1 + 1 + 16 + 4;
      const out = mem.f32(Array(300).fill(7));
      const [name, facts] = [mem.u8(40), mem.i32([7, 7, 7, 7, 7, 7])];
      name.view().fill(7);
      for (const index of [-1, n, 2 ** 31 - 1, -(2 ** 31)]) {
        const describe = () =>
          core.call('model_tensor_describe', name.ptr, facts.ptr, model, index);
        assert.throws(describe, {status: 'bad shape'});
        const get = () => core.call('model_tensor_get', out.ptr, model, index, 0);
        assert.throws(get, {status: 'bad shape'});
        const set = () => core.call('model_tensor_set', model, out.ptr, index, 0);
        assert.throws(set, {status: 'bad shape'});
      }
      for (const part of [-1, 4, 2 ** 31 - 1]) {
        const get = () => core.call('model_tensor_get', out.ptr, model, 0, part);
        assert.throws(get, {status: 'bad value'});
        const set = () => core.call('model_tensor_set', model, out.ptr, 0, part);
        assert.throws(set, {status: 'bad value'});
      }
      const act = () => core.call('model_tensor_get', out.ptr, model, nParams, 0);
      assert.throws(act, {status: 'bad value'}); // no pass yet
      assert.throws(() => core.call('model_tensor_set', model, out.ptr, nParams, 0), {
        status: 'bad shape',
      });
      assert.ok(out.copy().every((x) => x === 7) && facts.copy().every((x) => x === 7));
      assert.ok(name.copy().every((x) => x === 7));
      core.call('model_train_forward', model, 0, mem.i32(TOKENS).ptr, 2, 3);
      assert.doesNotThrow(act);
      const moment = () => core.call('model_tensor_get', out.ptr, model, nParams, 1);
      assert.throws(moment, {status: 'bad value'}); // an activation has no gradient
      assert.throws(() => core.call('model_train_set_steps', model, -1), {status: 'bad value'});
    });
  });
}
