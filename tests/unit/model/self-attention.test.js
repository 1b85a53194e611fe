import assert from 'node:assert/strict';
import test from 'node:test';

import {matmul, toeplitzSpread} from '../../../web/core/linalg.js';
import {
  mhaParameterCount,
  selfAttention,
  selfAttentionMethods,
  selfAttentionParams,
} from '../../../web/core/model.js';
import {attention, linear} from '../../../web/core/nn.js';
import {
  alibiBias,
  allocateSettings,
  completeSettings,
  methods,
  ropeRotate,
  ropeTables,
  sinusoidal,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {mapTensor, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const CLOSE = {atol: 2e-6, rtol: 2e-6};
const SMALL = {data: new Float32Array(4), shape: [2, 2]};

/** Rows of a matrix in another order. @param {Tensor} x @param {number[]} order */
function permuteRows(x, order) {
  const d = x.shape[1];
  return mapTensor(x, (_, at) => x.data[order[Math.floor(at / d)] * d + (at % d)]);
}

/** (n, d) to (nHeads, n, d / nHeads). @param {Tensor} x @param {number} nHeads */
function splitHeads({data, shape: [n, d]}, nHeads) {
  const dHead = d / nHeads;
  const split = data.map((_, at) => {
    const [h, i, c] = [Math.floor(at / (n * dHead)), Math.floor(at / dHead) % n, at % dHead];
    return data[i * d + h * dHead + c];
  });
  return {data: split, shape: [nHeads, n, dHead]};
}

for (const [build, core] of cores) {
  test(`selfAttention is its parts, one after the other (${build})`, () => {
    for (const [n, d, nHeads] of [
      [6, 8, 2],
      [1, 3, 1],
      [5, 12, 4],
      [19, 34, 2],
      [4, 6, 6],
    ]) {
      const x = randomTensor(core, 'x', [n, d]);
      const params = {
        ...selfAttentionParams(core, {seed: 5, dModel: d}),
        ...Object.fromEntries(
          ['bQ', 'bK', 'bV', 'bO'].map((name) => [name, randomTensor(core, name, [d])]),
        ),
      };
      const got = selfAttention(core, {x, nHeads, params, causal: true});
      const [q, k, v] = ['Q', 'K', 'V'].map((name) =>
        splitHeads(linear(core, {x, weight: params[`w${name}`], bias: params[`b${name}`]}), nHeads),
      );
      const want = attention(core, {q, k, v, causal: true});
      assertClose(got.q.data, q.data, CLOSE, 'q');
      assertClose(got.k.data, k.data, CLOSE, 'k');
      assertClose(got.v.data, v.data, CLOSE, 'v');
      assertClose(got.logits.data, want.logits.data, CLOSE, 'logits');
      assertClose(got.weights.data, want.weights.data, CLOSE, 'weights');
      assertClose(got.heads.data, want.output.data, CLOSE, 'heads');
      const merged = {data: new Float32Array(n * d), shape: [n, d]};
      splitHeads({data: Float32Array.from(merged.data.keys()), shape: [n, d]}, nHeads).data.forEach(
        (to, from) => {
          merged.data[to] = got.heads.data[from];
        },
      );
      const output = linear(core, {x: merged, weight: params.wO, bias: params.bO});
      assertClose(got.output.data, output.data, CLOSE, 'output');
      assert.deepEqual(got.input, x);
      assert.ok(got.bias.data.every((value) => value === 0));
    }
  });

  test(`selfAttention of one seed has the same weights whatever the methods (${build})`, () => {
    const x = randomTensor(core, 'x', [5, 8]);
    const one = selfAttention(core, {x, nHeads: 2, seed: 9});
    const params = selfAttentionParams(core, {seed: 9, dModel: 8});
    assert.deepEqual(selfAttention(core, {x, nHeads: 2, params}), one);
    const other = selfAttention(core, {x, nHeads: 2, seed: 9, methods: ['alibi']});
    assert.deepEqual([other.q, other.k, other.v], [one.q, one.k, one.v]);
    assert.notDeepEqual(selfAttention(core, {x, nHeads: 2, seed: 10}).q, one.q);
  });

  test(`selfAttentionParams are Glorot-uniform with biases 0, a stream each (${build})`, () => {
    const params = selfAttentionParams(core, {seed: 1, dModel: 48});
    const limit = Math.sqrt(3 / 48);
    for (const name of ['wQ', 'wK', 'wV', 'wO']) {
      const {data, shape} = params[name];
      assert.deepEqual(shape, [48, 48]);
      assert.ok(data.every((w) => Math.abs(w) <= limit));
      const variance = data.reduce((sum, w) => sum + w * w, 0) / data.length;
      assert.ok(Math.abs(variance * 48 - 1) < 0.1, `${name}: variance ${variance}`);
    }
    assert.notDeepEqual(params.wQ, params.wK);
    assert.notDeepEqual(params.wV, params.wO);
    for (const name of ['bQ', 'bK', 'bV', 'bO']) {
      assert.ok(params[name].data.every((b) => b === 0));
    }
    const n = Object.values(params).reduce((sum, {data}) => sum + data.length, 0);
    assert.equal(n, mhaParameterCount({dModel: 48}));
    assert.equal(mhaParameterCount({dModel: 256}), 263168);
  });

  test(`without position, permuting the tokens permutes the output (${build})`, () => {
    const order = [4, 2, 0, 5, 1, 3];
    const x = randomTensor(core, 'x', [6, 16]);
    const {output} = selfAttention(core, {x, nHeads: 4, seed: 2});
    const moved = selfAttention(core, {x: permuteRows(x, order), nHeads: 4, seed: 2});
    assertClose(moved.output.data, permuteRows(output, order).data, {atol: 1e-6});
    for (const method of selfAttentionMethods(core).filter(({actsOn}) => actsOn !== 'nowhere')) {
      const options = {
        nHeads: 4,
        seed: 2,
        methods: [method.name],
        trainLen: 2,
        interval: 2,
        width: 4,
      };
      const before = selfAttention(core, {...options, x});
      const after = selfAttention(core, {...options, x: permuteRows(x, order)});
      const same = permuteRows(before.output, order);
      const change = Math.max(...after.output.data.map((v, k) => Math.abs(v - same.data[k])));
      assert.ok(change > 1e-4, `${method.name} sees the order: ${change}`);
    }
  });

  test(`each method acts where the core's table says, and nowhere else (${build})`, () => {
    const x = randomTensor(core, 'x', [7, 12]);
    const options = {x, nHeads: 3, seed: 4, trainLen: 2, interval: 2};
    const none = selfAttention(core, options);
    for (const {name, actsOn} of selfAttentionMethods(core)) {
      const got = selfAttention(core, {...options, methods: [name]});
      const changed = (/** @type {'input' | 'q' | 'v' | 'bias'} */ tensor) =>
        got[tensor].data.some((value, k) => value !== none[tensor].data[k]);
      assert.equal(changed('input'), actsOn === 'input', `${name}: input`);
      assert.equal(changed('q'), actsOn === 'input' || actsOn === 'qk', `${name}: q`);
      assert.equal(changed('v'), actsOn === 'input' || actsOn === 'values', `${name}: v`);
      assert.equal(changed('bias'), actsOn === 'logits', `${name}: bias`);
    }
  });

  test(`the methods are those of pe: sinusoidal, RoPE, ALiBi (${build})`, () => {
    const x = randomTensor(core, 'x', [5, 8]);
    const options = {x, nHeads: 2, seed: 4, base: 100, firstPos: 3};
    const plain = selfAttention(core, options);
    const added = sinusoidal(core, {nPos: 5, dModel: 8, base: 100, firstPos: 3});
    const withInput = selfAttention(core, {...options, methods: ['sinusoidal']});
    assertClose(
      withInput.input.data,
      x.data.map((v, k) => v + added.data[k]),
      {atol: 1e-6},
    );

    const tables = ropeTables(core, {nPos: 5, firstPos: 3, dim: 4, base: 100});
    for (const layout of /** @type {const} */ (['half', 'interleaved'])) {
      const rotated = selfAttention(core, {...options, methods: [`rope-${layout}`]});
      for (const name of /** @type {const} */ (['q', 'k'])) {
        const want = ropeRotate(core, {x: plain[name], ...tables, layout});
        assertClose(rotated[name].data, want.data, {atol: 1e-6}, `${layout} ${name}`);
      }
      assert.deepEqual(rotated.v, plain.v);
    }

    const biased = selfAttention(core, {...options, methods: ['alibi'], causal: true});
    const bias = alibiBias(core, {nHeads: 2, nQuery: 5, nKey: 5, mask: 'none'});
    assert.deepEqual(biased.bias, bias);
  });

  test(`a hybrid is two names, and two biases add up (${build})`, () => {
    const x = randomTensor(core, 'x', [5, 8]);
    const options = {x, nHeads: 2, seed: 4};
    const both = selfAttention(core, {...options, methods: ['rope-half', 'alibi']});
    const rope = selfAttention(core, {...options, methods: ['rope-half']});
    const alibi = selfAttention(core, {...options, methods: ['alibi']});
    assert.deepEqual([both.q, both.k, both.bias], [rope.q, rope.k, alibi.bias]);
    const twice = selfAttention(core, {...options, methods: ['alibi', 'alibi']});
    assert.deepEqual(
      twice.bias.data,
      alibi.bias.data.map((v) => 2 * v),
    );
  });

  test(`a given table takes the place of the seeded one (${build})`, () => {
    const x = randomTensor(core, 'x', [4, 6]);
    const learnedTable = randomTensor(core, 'table', [9, 6]);
    const options = {x, nHeads: 2, firstPos: 5, methods: ['learned']};
    const {input} = selfAttention(core, {...options, learnedTable});
    assertClose(
      input.data,
      x.data.map((v, k) => v + learnedTable.data[30 + k]),
      {atol: 1e-6},
    );
    const clippedTable = randomTensor(core, 'clipped', [2, 3]);
    const clipped = {x, nHeads: 2, clip: 1, methods: ['clipped-bias'], clippedTable};
    const {bias} = selfAttention(core, clipped);
    assert.equal(toeplitzSpread(core, {x: {data: bias.data.slice(0, 16), shape: [4, 4]}}), 0);
    assert.deepEqual(
      [bias.data[0], bias.data[1], bias.data[4]],
      [1, 2, 0].map((k) => clippedTable.data[k]),
    );
  });

  test(`scale, causal and keyPad reach the attention (${build})`, () => {
    const x = randomTensor(core, 'x', [4, 8]);
    const options = {x, nHeads: 2, seed: 3};
    const {q, k} = selfAttention(core, options);
    const unscaled = selfAttention(core, {...options, scale: 1});
    const head = (/** @type {Tensor} */ t) => ({data: t.data.slice(0, 16), shape: [4, 4]});
    const kT = {
      data: head(k).data.map((_, at) => k.data[(at % 4) * 4 + Math.floor(at / 4)]),
      shape: [4, 4],
    };
    assertClose(unscaled.logits.data.slice(0, 16), matmul(core, {a: head(q), b: kT}).data, CLOSE);
    const masked = selfAttention(core, {...options, causal: true, keyPad: [0, 1, 0, 0]});
    const hidden = [...masked.logits.data.slice(0, 16)].map((v) =>
      v === Number.NEGATIVE_INFINITY ? 1 : 0,
    );
    assert.deepEqual(hidden, [0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0]);
  });

  test(`selfAttention names the argument that does not fit, and its value (${build})`, () => {
    const x = randomTensor(core, 'x', [4, 6]);
    /** @param {any} options @param {RegExp} message */
    const refuses = (options, message) =>
      assert.throws(() => selfAttention(core, {x, nHeads: 2, ...options}), message);
    refuses({nHeads: 4}, /^RangeError: nHeads must divide dModel = 6, got 4/);
    refuses({nHeads: 0}, /^RangeError: nHeads must be an integer >= 1, got 0/);
    refuses(
      {methods: ['rotary']},
      /^RangeError: methods\[0\] must be one of .*'alibi'.*got 'rotary'/,
    );
    refuses({methods: 'alibi'}, /^TypeError: methods must be an array, got 'alibi'/);
    refuses({base: 0}, /^RangeError: base must be within 1e-100 .. 1e\+100, got 0/);
    refuses({scale: Number.NaN}, /^RangeError: scale must be a finite number, got NaN/);
    refuses({seed: -1}, /^RangeError: seed must be/);
    refuses({keyPad: [0]}, /^RangeError: keyPad must have 4 elements, got 1/);
    refuses({params: {}}, /^TypeError: params.wQ must be a tensor/);
    refuses(
      {methods: ['learned'], maxLen: 3},
      /maxLen must give a row to each position, 4 .* got 3/,
    );
    refuses({methods: ['rope-half'], rotaryDim: 5}, /rotaryDim must be even and at most .* got 5/);
    refuses(
      {methods: ['learned'], learnedTable: x, firstPos: 1},
      /learnedTable must give .* got 4/,
    );
  });

  test(`a method that refuses leaves every result untouched (${build})`, () => {
    core.scratch((mem) => {
      const [n, d, nHeads] = [3, 4, 2];
      const n_acts = core.describe.enums.selfAttentionActs.length;
      const length = core.number('model_self_attention_act_at', n_acts, n, d, nHeads);
      const acts = mem.f32(new Float32Array(length).fill(7));
      const params = mem.f32(new Float32Array(core.number('model_self_attention_params_n', d)));
      const x = mem.f32(n * d).ptr;
      const layer = mem.u8(core.number('model_layer_n_bytes')).ptr;
      const set = (/** @type {number[]} */ ...sizes) =>
        core.call('model_layer_set', layer, 0, 1, 0, 1, ...sizes);
      const sizes = {dModel: 4, nHeads, dHead: 2, ...completeSettings(core, {})};
      const settings = allocateSettings(core, mem, {...sizes, rotaryDim: 6}).ptr;
      const add = (/** @type {number} */ id) =>
        core.call('model_layer_add_method', layer, id, settings);
      // all others need a table that they do not have, or fewer elements to rotate
      const runnable = ['none', 'sinusoidal', 'alibi', 'log-n', 'temperature'];
      for (const {name, id} of selfAttentionMethods(core)) {
        if (runnable.includes(name)) continue;
        set(n, d, nHeads);
        add(id);
        const scratch = mem.u8(core.number('model_layer_scratch_n_bytes', layer)).ptr;
        const buffers = [acts.ptr, params.ptr, x, layer, scratch];
        const call = () => core.call('model_self_attention_forward', ...buffers);
        assert.throws(call, {name: 'CoreError'}, name);
        assert.ok(
          acts.view().every((value) => value === 7),
          name,
        );
      }
      for (const sizes of [
        [0, 4, 2],
        [3, 0, 2],
        [3, 4, 0],
        [3, 4, 3],
        [1 << 20, 4, 2],
        [3, 1 << 15, 1],
      ]) {
        assert.throws(() => set(...sizes), {status: 'bad shape'}, `${sizes}`);
        assert.equal(core.number('model_self_attention_act_at', 1, ...sizes), 0, `${sizes}`);
      }
      set(n, d, nHeads);
      assert.throws(() => core.call('model_layer_set', layer, 0, Number.NaN, 0, 1, n, d, nHeads), {
        status: 'bad value',
      });
      assert.throws(() => add(99), {status: 'bad value'});
      // what a list cannot carry out: a method that asks for the weights
      for (const {id, name} of methods(core)) {
        if (selfAttentionMethods(core).some((method) => method.id === id)) continue;
        assert.throws(() => add(id), {status: 'bad value'}, name);
        const named = () => selfAttention(core, {x: SMALL, nHeads: 1, methods: [name]});
        const message = /^RangeError: methods\[0\] must be one that acts before .*, got '/;
        assert.throws(named, message, name);
      }
      for (let k = 0; k < 64; k++) add(0);
      assert.throws(() => add(0), {status: 'bad shape'});
    });
  });

  test(`selfAttention runs every method of its list, the last as well as the first (${build})`, () => {
    const x = randomTensor(core, 'x', [3, 8]);
    const run = (/** @type {string[]} */ ...methods) =>
      selfAttention(core, {x, nHeads: 2, methods});
    const names = selfAttentionMethods(core).map(({name}) => name);
    for (const name of names) {
      // where a method acts alone, it acts behind one that acts nowhere
      assert.deepEqual(run(...Array(63).fill('none'), name), run(name), name);
    }
    const sums = run('sinusoidal', 'sinusoidal').input.data;
    const once = run('sinusoidal').input.data;
    assertClose(
      sums,
      x.data.map((v, k) => v + 2 * (once[k] - v)),
      {atol: 1e-6},
    );
    assert.throws(() => run(...Array(65).fill('none')), /^RangeError: methods must be at most 64/);
  });
}
