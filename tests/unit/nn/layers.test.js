// The small layers: linear, dropout, embedding.
import assert from 'node:assert/strict';
import test from 'node:test';

import {randomUniform} from '../../../web/core/base.js';
import {dropout, linear} from '../../../web/core/nn.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();

/** @param {Core} core @param {Tensor} dy @param {Tensor} x @param {Tensor} weight */
function linearBackward(core, dy, x, weight) {
  const [nRows, nIn] = x.shape;
  const nOut = weight.shape[0];
  return core.scratch((mem) => {
    const out = [x.data.length, weight.data.length, nOut].map((n) => mem.f32(n));
    const [dx, dweight, dbias] = out.map(({ptr}) => ptr);
    const gradients = mem.struct('NnLinearGradients', {dx, dweight, dbias}).ptr;
    const allocated = [dy, x, weight].map(({data}) => mem.f32(data).ptr);
    const scratch = mem.u8(core.number('nn_linear_backward_n_bytes', nRows, nIn, nOut));
    core.call('nn_linear_backward', gradients, ...allocated, scratch.ptr, nRows, nIn, nOut);
    return out.map((block) => block.copy());
  });
}

for (const [build, core] of cores) {
  test(`linear is x weight^T + bias, over any leading axes (${build})`, () => {
    const x = randomTensor(core, 'x', [2, 3, 5]);
    const weight = randomTensor(core, 'w', [4, 5]);
    const bias = randomTensor(core, 'b', [4]);
    const y = linear(core, {x, weight, bias});
    assert.deepEqual(y.shape, [2, 3, 4]);
    const want = Array.from(y.data, (_, at) => {
      const [r, c] = [Math.floor(at / 4), at % 4];
      const row = x.data.subarray(r * 5, r * 5 + 5);
      return dot(row, weight.data.subarray(c * 5, c * 5 + 5)) + bias.data[c];
    });
    assertClose(y.data, want, {atol: 1e-6});
    const without = linear(core, {x, weight});
    assertClose(
      without.data,
      want.map((v, at) => v - bias.data[at % 4]),
      {atol: 1e-6},
    );
  });

  test(`linear's backward equals central differences (${build})`, () => {
    const x = randomTensor(core, 'x', [3, 5]);
    const weight = randomTensor(core, 'w', [7, 5]);
    const bias = randomTensor(core, 'b', [7]);
    const dy = randomTensor(core, 'dy', [3, 7]);
    /** @param {Partial<{x: Tensor, weight: Tensor, bias: Tensor}>} moved */
    const loss = (moved) => dot(linear(core, {x, weight, bias, ...moved}).data, dy.data);
    const [dx, dweight, dbias] = linearBackward(core, dy, x, weight);
    const close = {atol: 2e-4};
    assertClose(
      dx,
      numericalGradient((t) => loss({x: t}), x),
      close,
      'dx',
    );
    assertClose(
      dweight,
      numericalGradient((t) => loss({weight: t}), weight),
      close,
      'dweight',
    );
    assertClose(
      dbias,
      numericalGradient((t) => loss({bias: t}), bias),
      close,
      'dbias',
    );
  });

  test(`linear's gradients sum over more rows than one block (${build})`, () => {
    for (const nRows of [254, 255, 256, 300, 600]) {
      const [nIn, nOut] = [3, 5];
      const x = randomTensor(core, 'x', [nRows, nIn]);
      const weight = randomTensor(core, 'w', [nOut, nIn]);
      const dy = randomTensor(core, 'dy', [nRows, nOut]);
      const column = (/** @type {Tensor} */ {data, shape}, /** @type {number} */ c) =>
        data.filter((_, at) => at % shape[1] === c);
      const [dx, dweight, dbias] = linearBackward(core, dy, x, weight);
      const outputs = Array.from({length: nOut}, (_, c) => column(dy, c));
      const wantWeight = outputs.flatMap((by) =>
        Array.from({length: nIn}, (_, i) => dot(by, column(x, i))),
      );
      const wantX = Array.from(dx, (_, at) => {
        const r = Math.floor(at / nIn);
        return dot(dy.data.subarray(r * nOut, (r + 1) * nOut), column(weight, at % nIn));
      });
      const wantBias = outputs.map((by) => by.reduce((a, b) => a + b, 0));
      assertClose(dbias, wantBias, {atol: 1e-5}, `${nRows} rows, dbias`);
      assertClose(dweight, wantWeight, {atol: 1e-5}, `${nRows} rows, dweight`);
      assertClose(dx, wantX, {atol: 1e-6}, `${nRows} rows, dx`);
    }
  });

  test(`linear adds its bias once, however wide the input (${build})`, () => {
    for (const nIn of [256, 257, 700]) {
      const x = {data: new Float32Array(2 * nIn), shape: [2, nIn]};
      const bias = randomTensor(core, 'b', [19]);
      const y = linear(core, {x, weight: randomTensor(core, 'w', [19, nIn]), bias});
      assert.deepEqual(y.data, Float32Array.from([...bias.data, ...bias.data]), `${nIn} inputs`);
    }
  });

  test(`linear refuses a weight or bias of another width (${build})`, () => {
    const x = randomTensor(core, 'x', [3, 5]);
    const weight = randomTensor(core, 'w', [7, 4]);
    assert.throws(() => linear(core, {x, weight}), /weight must be a tensor .*got shape \[7, 4\]/);
    const right = randomTensor(core, 'w', [7, 5]);
    const bias = randomTensor(core, 'b', [5]);
    assert.throws(() => linear(core, {x, weight: right, bias}), /bias must be a tensor/);
    core.scratch((mem) => {
      const y = mem.f32([7]);
      const allocated = [y.ptr, y.ptr, y.ptr, 0, y.ptr];
      assert.throws(() => core.call('nn_linear_forward', ...allocated, 1, 0, 1), {
        status: 'bad shape',
      });
      assert.deepEqual([...y.view()], [7]);
      assert.equal(core.number('nn_linear_backward_n_bytes', 0, 1, 1), 0);
    });
  });

  test(`dropout drops a share p, and what stays is divided by 1 - p (${build})`, () => {
    const x = {data: new Float32Array(100_000).fill(3), shape: [100_000]};
    for (const p of [0.1, 0.5, 0.9]) {
      const {data} = dropout(core, {x, p, seed: 7});
      const nDropped = data.filter((v) => v === 0).length;
      const deviation = Math.sqrt(100_000 * p * (1 - p));
      assert.ok(Math.abs(nDropped - 100_000 * p) < 4 * deviation, `${nDropped} at p = ${p}`);
      const kept = Math.fround(3 * Math.fround(1 / (1 - p)));
      assert.ok(data.every((v) => v === 0 || v === kept));
    }
  });

  test(`dropout is the identity when not training, and when p is 0 (${build})`, () => {
    const x = randomTensor(core, 'x', [9, 9]);
    assert.deepEqual(dropout(core, {x, p: 0.9, seed: 1, training: false}), x);
    assert.deepEqual(dropout(core, {x, p: 0, seed: 1}), x);
  });

  test(`dropout drops the same elements for one seed and name, others for another (${build})`, () => {
    const x = {data: new Float32Array(200).fill(1), shape: [200]};
    const once = dropout(core, {x, p: 0.5, seed: 3, name: 'a'});
    assert.deepEqual(dropout(core, {x, p: 0.5, seed: 3, name: 'a'}), once);
    assert.notDeepEqual(dropout(core, {x, p: 0.5, seed: 4, name: 'a'}), once);
    assert.notDeepEqual(dropout(core, {x, p: 0.5, seed: 3, name: 'b'}), once);
  });

  test(`dropout follows the stream of its name, of all 64 bits of the seed (${build})`, () => {
    const x = {data: new Float32Array(64).fill(1), shape: [64]};
    for (const seed of [5, 2n ** 32n + 5n, 2n ** 63n + 5n]) {
      const even = randomUniform(core, {seed, name: 'a', shape: [64]}); // of [-1, 1)
      const kept = dropout(core, {x, p: 0.25, seed, name: 'a'}).data.map(Math.sign);
      assert.deepEqual(
        kept,
        even.data.map((v) => Number(v >= -0.5)),
        `seed ${seed}`,
      );
    }
  });

  test(`dropout refuses a p that is no probability under 1 (${build})`, () => {
    const x = randomTensor(core, 'x', [3]);
    for (const p of /** @type {any[]} */ ([-0.1, 1, 2, Number.NaN, undefined, '0.5'])) {
      assert.throws(() => dropout(core, {x, p, seed: 1}), {
        name: 'RangeError',
        message: /^p must be a number >= 0 and < 1, got /,
      });
    }
    core.scratch((mem) => {
      const y = mem.f32([7]);
      const call = (/** @type {number} */ p, /** @type {number} */ n) => () =>
        core.call('nn_dropout_forward', y.ptr, y.ptr, p, y.ptr, 0, 0, 0, n);
      assert.throws(call(1, 1), {status: 'bad value'});
      assert.throws(call(Number.NaN, 1), {status: 'bad value'});
      assert.throws(call(0.5, 0), {status: 'bad shape'});
      assert.deepEqual([...y.view()], [7]);
    });
  });

  test(`embedding takes the rows of its tokens, scaled, and refuses others (${build})`, () => {
    const table = randomTensor(core, 'table', [4, 3]);
    core.scratch((mem) => {
      const out = mem.f32(new Float32Array(9).fill(7));
      const allocated = mem.f32(table.data).ptr;
      const call = (/** @type {number[]} */ tokens, vocab = 4, scale = 2) =>
        core.call(
          'nn_embedding_forward',
          out.ptr,
          allocated,
          mem.i32(tokens).ptr,
          scale,
          tokens.length,
          vocab,
          3,
        );
      assert.throws(() => call([0, 1, 4]), {status: 'position out of range'});
      assert.throws(() => call([0, -1, 2]), {status: 'position out of range'});
      assert.throws(() => call([0], 0), {status: 'bad shape'});
      assert.throws(() => call([0], 4, Number.NaN), {status: 'bad value'});
      assert.deepEqual([...out.view()], new Array(9).fill(7));
      call([3, 0, 3]);
      const row = (/** @type {number} */ t) => [...table.data.subarray(3 * t, 3 * t + 3)];
      const want = [...row(3), ...row(0), ...row(3)].map((v) => 2 * v);
      assert.deepEqual([...out.view()], want);
    });
  });
}
