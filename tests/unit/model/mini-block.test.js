import assert from 'node:assert/strict';
import test from 'node:test';

import {randomNormal} from '../../../web/core/base.js';
import {
  miniBlock,
  selfAttention,
  selfAttentionMethods,
  selfAttentionParams,
  toyTokens,
} from '../../../web/core/model.js';
import {layernorm} from '../../../web/core/nn.js';
import {sinusoidal} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';

const cores = await loadBothCores();
const TOKENS = [3, 1, 4, 1, 5, 9];
const SIZES = {tokens: TOKENS, vocabSize: 10, dModel: 16, nHeads: 4, seed: 11};

for (const [build, core] of cores) {
  test(`miniBlock is embedding, position, attention, sum and norm (${build})`, () => {
    const got = miniBlock(core, {...SIZES, methods: ['sinusoidal']});
    const table = randomNormal(core, {seed: 11, name: 'w/embedding', shape: [10, 16]});
    const embedded = TOKENS.flatMap((t) => [...table.data.subarray(16 * t, 16 * t + 16)]);
    assertClose(
      got.embedded.data,
      embedded.map((v) => 4 * v),
      {rtol: 1e-6},
      'embedded',
    );
    const positions = sinusoidal(core, {nPos: 6, dModel: 16});
    const input = got.embedded.data.map((v, k) => v + positions.data[k]);
    assertClose(got.input.data, input, {rtol: 1e-6, atol: 1e-6}, 'input');
    const params = selfAttentionParams(core, {seed: 11, dModel: 16});
    const attended = selfAttention(core, {x: got.input, nHeads: 4, params});
    assert.deepEqual(got.attended, attended.output);
    assert.deepEqual(got.weights, attended.weights);
    assertClose(
      got.sum.data,
      input.map((v, k) => v + attended.output.data[k]),
      {atol: 1e-5},
      'sum',
    );
    const ones = {data: new Float32Array(16).fill(1), shape: [16]};
    const zeros = {data: new Float32Array(16), shape: [16]};
    assert.deepEqual(got.output, layernorm(core, {x: got.sum, gamma: ones, beta: zeros}));
  });

  test(`miniBlock of one seed shares its weights with the copy without position (${build})`, () => {
    const without = miniBlock(core, {...SIZES, methods: []});
    for (const {name} of selfAttentionMethods(core)) {
      const block = miniBlock(core, {...SIZES, methods: [name], trainLen: 2, interval: 2});
      assert.deepEqual(block.embedded, without.embedded, name);
      if (name === 'none') assert.deepEqual(block, without);
      else assert.notDeepEqual(block.output, without.output, name);
    }
    assert.notDeepEqual(miniBlock(core, {...SIZES, seed: 12}).embedded, without.embedded);
  });

  test(`without position the same token has the same output wherever it stands (${build})`, () => {
    const row = (/** @type {Float32Array} */ data, /** @type {number} */ r) =>
      data.subarray(16 * r, 16 * r + 16);
    const without = miniBlock(core, SIZES).output.data;
    assertClose(row(without, 1), row(without, 3), {atol: 1e-6});
    const sinusoids = miniBlock(core, {...SIZES, methods: ['sinusoidal']}).output.data;
    assert.throws(() => assertClose(row(sinusoids, 1), row(sinusoids, 3), {atol: 1e-2}));
  });

  test(`dropout works on the block's input, in training only (${build})`, () => {
    const plain = miniBlock(core, {...SIZES, methods: ['sinusoidal']});
    const options = {...SIZES, methods: ['sinusoidal'], dropout: 0.5};
    assert.deepEqual(miniBlock(core, options), plain);
    const {input, embedded} = miniBlock(core, {...options, training: true});
    assert.deepEqual(embedded, plain.embedded);
    const nDropped = input.data.filter((v) => v === 0).length;
    assert.ok(nDropped > 25 && nDropped < 71, `${nDropped} of 96`);
    const kept = input.data.every((v, k) => v === 0 || v === 2 * plain.input.data[k]);
    assert.ok(kept, 'what stays is doubled');
    assert.deepEqual(miniBlock(core, {...options, training: true}).input, input);
  });

  test(`causal blocks do not look ahead (${build})`, () => {
    const options = {...SIZES, causal: true, methods: ['rope-half']};
    const before = miniBlock(core, options);
    const after = miniBlock(core, {...options, tokens: [3, 1, 4, 1, 5, 2]});
    assert.deepEqual(after.output.data.slice(0, 80), before.output.data.slice(0, 80));
    assert.notDeepEqual(after.output.data.slice(80), before.output.data.slice(80));
  });

  test(`miniBlock names the argument that does not fit, and its value (${build})`, () => {
    /** @param {any} options @param {RegExp} message */
    const refuses = (options, message) =>
      assert.throws(() => miniBlock(core, {...SIZES, ...options}), message);
    refuses({tokens: []}, /^RangeError: tokens must not be empty/);
    refuses({tokens: [1, 10]}, /^RangeError: tokens\[1\] must be an integer from 0 to 9, got 10/);
    refuses({tokens: [-1]}, /^RangeError: tokens\[0\] must be/);
    refuses({nHeads: 3}, /^RangeError: nHeads must divide dModel = 16, got 3/);
    refuses({dropout: 1}, /^RangeError: dropout must be a number >= 0 and < 1, got 1/);
    refuses({methods: ['learned'], maxLen: 5}, /maxLen must give a row to each position.* got 5/);
  });

  test(`miniBlock refuses in C before it writes (${build})`, () => {
    core.scratch((mem) => {
      const sizes = [2, 4, 2];
      const length = core.number('model_mini_block_act_at', 5, ...sizes);
      const acts = mem.f32(new Float32Array(length).fill(7));
      const params = mem.f32(core.number('model_mini_block_params_n', 3, 4));
      core.call('model_mini_block_init', params.ptr, 1, 0, 3, 4);
      const layer = mem.u8(core.number('model_layer_n_bytes')).ptr;
      core.call('model_layer_set', layer, 0, 1, 0, 3, ...sizes);
      const scratch = mem.u8(core.number('model_layer_scratch_n_bytes', layer)).ptr;
      const run =
        (/** @type {number[]} */ tokens, dropout = 0) =>
        () => {
          const buffers = [acts.ptr, params.ptr, mem.i32(tokens).ptr, layer, scratch];
          core.call('model_mini_block_forward', ...buffers, dropout, 1, 0);
        };
      assert.throws(run([0, 3]), {status: 'position out of range'});
      assert.throws(run([0, 1], 1), {status: 'bad value'});
      for (const bad of [
        [0, ...sizes],
        [3, 2, 5, 2],
      ]) {
        const set = () => core.call('model_layer_set', layer, 0, 1, 0, ...bad);
        assert.throws(set, {status: 'bad shape'});
      }
      // as many tokens in the vocabulary as the layer takes, but not the block
      core.call('model_layer_set', layer, 0, 1, 0, 2 ** 26, ...sizes);
      assert.throws(run([0, 1]), {status: 'bad shape'});
      core.call('model_layer_set', layer, 0, 1, 0, 3, ...sizes);
      assert.ok(acts.view().every((value) => value === 7));
      run([0, 2])();
      assert.ok(acts.view().some((value) => value !== 7));
    });
  });
}

test('toyTokens numbers words in the order of their first appearance', () => {
  assert.deepEqual(toyTokens('the cat sat on the mat'), [0, 1, 2, 3, 0, 4]);
  assert.deepEqual(toyTokens(' The  THE\nthe '), [0, 0, 0]);
  assert.throws(() => toyTokens('  '), /^RangeError: text must hold a word/);
});
