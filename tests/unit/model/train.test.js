// What the C of a transformer refuses, with a model made by hand: the functions that take a Model.
import assert from 'node:assert/strict';
import test from 'node:test';

import {allocateSettings, completeSettings} from '../../../web/core/pe.js';
import {loadBothCores} from '../../support/core.js';

/** @import {Core, Memory} from '../../../web/core/core.js' */

const TOKENS = [0, 1, 2, 3, 4, 0];
const TARGETS = [0, 1, -1, 3, 2, 1];
const cores = await loadBothCores();

/** @param {Core} core @param {Memory} mem @param {number} clip @param {number} maxLen */
function settingsBlock(core, mem, clip, maxLen) {
  const sizes = {dModel: 8, nHeads: 2, dHead: 4};
  return allocateSettings(core, mem, {...sizes, ...completeSettings(core, {clip, maxLen})}).ptr;
}

/**
 * A model made by hand, and where its blocks are.
 *
 * @param {Core} core
 * @param {Memory} mem
 */
function byHand(core, mem) {
  const config = mem.u8(core.number('model_config_n_bytes')).ptr;
  core.call('model_config_set', config, 5, 1, 2, 8, 6, 4);
  core.call('model_config_choose', config, 0, 0, 1, 1);
  const learned = core.describe.methods.find(({name}) => name === 'learned')?.id ?? -1;
  core.call('model_config_method', config, 0, learned, settingsBlock(core, mem, 2, 9), 0);
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
      const limit = core.number('model_config_max_methods');
      for (const methods of [limit + 1, -1]) {
        const call = () => core.call('model_config_choose', config, 0, 0, 1, methods);
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
      const allocated = mem.u8(core.number('model_train_evaluate_n_bytes', model, 2, 9)).ptr;
      const value = mem.f32(4);
      const bias = () => {
        core.call('model_tensor_get', value.ptr, model, 4, 0);
        return value.copy();
      };
      const before = bias();
      const ids = [tokens.ptr, targets.ptr];
      /** @param {number[]} sizes @param {number} [places] */
      const lesson = ([batch, seqLen], places = 0) => {
        const lists = {tokens: tokens.ptr, targets: targets.ptr, keyPad: 0, ids: places};
        return mem.struct('ModelBatch', {...lists, batch, seqLen}).ptr;
      };
      const rates = [0.1, 0.9, 0.999, 1e-8, 0.01];
      const adam = (/** @type {number[]} */ numbers) => mem.f64(numbers).ptr;
      const learn = [
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_gradients', loss.ptr, model, lesson(sizes)),
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_step', loss.ptr, model, adam(rates), lesson(sizes)),
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_forward', model, 0, tokens.ptr, 0, ...sizes),
        (/** @type {number[]} */ sizes) =>
          core.call('model_train_evaluate', sums.ptr, model, allocated, ...ids, 0, ...sizes),
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
      assert.throws(() => core.call('model_train_forward', model, 0, tokens.ptr, 0, 20, 3), {
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
            () => core.call('model_train_step', loss.ptr, model, adam(changed), lesson([2, 3])),
            {status: 'bad value'},
            `${at}: ${bad}`,
          );
        }
      });
      // 1e-50 is 0 as a float
      for (const eps of [0, 1e-50]) {
        assert.throws(
          () =>
            core.call(
              'model_train_step',
              loss.ptr,
              model,
              adam([0.1, 0.9, 0.9, eps, 0]),
              lesson([2, 3]),
            ),
          {status: 'bad value'},
        );
      }
      // position ids of a model that takes none
      const places = mem.i32([0, 1, 2]).ptr;
      for (const call of [
        () => core.call('model_train_step', loss.ptr, model, adam(rates), lesson([2, 3], places)),
        () => core.call('model_train_gradients', loss.ptr, model, lesson([2, 3], places)),
        () => core.call('model_train_forward', model, 0, tokens.ptr, places, 2, 3),
        () => core.call('model_train_evaluate', sums.ptr, model, allocated, ...ids, places, 2, 3),
      ]) {
        assert.throws(call, {status: 'position out of range'});
      }
      for (const n of [-1, 0, 2 ** 28 + 1]) {
        assert.throws(() => core.call('model_config_ids', config, n), {status: 'bad shape'});
      }
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
      core.call('model_train_forward', model, 0, mem.i32(TOKENS).ptr, 0, 2, 3);
      assert.doesNotThrow(act);
      const moment = () => core.call('model_tensor_get', out.ptr, model, nParams, 1);
      assert.throws(moment, {status: 'bad value'}); // an activation has no gradient
      const bad = mem.i32([5, 0, 0, 0, 0, 0]).ptr;
      assert.throws(() => core.call('model_train_forward', model, 0, bad, 0, 2, 3));
      assert.throws(act, {status: 'bad value'}); // the last pass was refused
      assert.throws(() => core.call('model_train_set_steps', model, -1), {status: 'bad value'});
    });
  });
}

for (const [build, core] of cores) {
  test(`C judges the settings of a model as a whole (${build})`, () => {
    core.scratch((mem) => {
      const config = mem.u8(core.number('model_config_n_bytes'));
      const set = (/** @type {number[]} */ ...sizes) =>
        core.call('model_config_set', config.ptr, ...sizes);
      config.view().fill(7);
      for (const sizes of [
        [5, 65, 2, 8, 6, 4], // layers
        [5, 1, 3, 8, 6, 4], // heads that do not divide the width
        [5, 1, 2, 2 ** 14, 6, 4], // 3 d d
        [2 ** 27, 1, 2, 8, 6, 4],
        [5, 1, 2, 8, 2 ** 27, 4],
        [5, 1, 2, 8, 6, 2 ** 27],
      ]) {
        assert.throws(() => set(...sizes), {status: 'bad shape'}, String(sizes));
      }
      assert.ok(config.copy().every((byte) => byte === 7));
      set(5, 1, 2, 8, 6, 4);
      core.call('model_config_choose', config.ptr, 0, 0, 1, 2);
      const nBytes = () => core.number('model_train_n_bytes', config.ptr, 2, 3);
      const method = (/** @type {number} */ index, /** @type {string} */ name, clip = 2) => {
        const id = core.describe.methods.find((one) => one.name === name)?.id ?? -1;
        core.call(
          'model_config_method',
          config.ptr,
          index,
          id,
          settingsBlock(core, mem, clip, 9),
          0,
        );
      };
      method(0, 'alibi');
      method(1, 'alibi');
      assert.equal(nBytes(), 0, 'a method twice');
      method(0, 'sink');
      method(1, 'stick-breaking');
      assert.equal(nBytes(), 0, 'two that make the weights');
      method(0, 'mla-rope');
      method(1, 'mla-nope');
      assert.equal(nBytes(), 0, 'two that make keys and values');
      method(0, 'alibi');
      method(1, 'clipped-bias', 2 ** 27);
      assert.equal(nBytes(), 0, 'a table of 2^28 columns and two rows');
      method(1, 'clipped-bias');
      assert.ok(nBytes() > 0);
      assert.equal(core.number('model_train_n_bytes', config.ptr, 0, 3), 0);
      assert.equal(core.number('model_train_n_bytes', config.ptr, 2, -1), 0);
    });
  });
}
