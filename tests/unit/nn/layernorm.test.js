import assert from 'node:assert/strict';
import test from 'node:test';

import {layernorm, layernormBackward} from '../../../web/core/nn.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();

/** @param {number} d @returns {{gamma: Tensor, beta: Tensor}} */
const plain = (d) => ({
  gamma: {data: new Float32Array(d).fill(1), shape: [d]},
  beta: {data: new Float32Array(d), shape: [d]},
});

/** @param {ArrayLike<number>} row */
function moments(row) {
  const n = row.length;
  const mean = Array.from(row).reduce((a, b) => a + b, 0) / n;
  const variance = Array.from(row).reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
  return {mean, variance};
}

for (const [build, core] of cores) {
  test(`layernorm gives each row mean 0 and variance 1, at every length (${build})`, () => {
    for (let d = 2; d <= 35; d++) {
      const x = randomTensor(core, 'x', [3, d], 5);
      const {data} = layernorm(core, {x, ...plain(d), eps: 1e-12});
      for (let r = 0; r < 3; r++) {
        const {mean, variance} = moments(data.subarray(r * d, (r + 1) * d));
        assertClose([mean, variance], [0, 1], {atol: 3e-6}, `d = ${d}`);
      }
    }
  });

  test(`layernorm is right to the last digit where the mean is 4096 times the spread (${build})`, () => {
    const x = mapTensor(randomTensor(core, 'x', [2, 32]), (v) => Math.fround(4096 + v));
    const {data} = layernorm(core, {x, ...plain(32)});
    for (let r = 0; r < 2; r++) {
      const row = x.data.subarray(r * 32, (r + 1) * 32);
      const {mean, variance} = moments(row);
      const want = Array.from(row, (v) => (v - mean) / Math.sqrt(variance + 1e-5));
      assertClose(data.subarray(r * 32, (r + 1) * 32), want, {atol: 1e-6});
    }
  });

  test(`layernorm is right where the square of the mean fills a double (${build})`, () => {
    const data = Float32Array.from({length: 15}, (_, k) => 2 ** 27 + 16 * ((k * 7) % 16));
    const {mean, variance} = moments(data);
    const y = layernorm(core, {x: {data, shape: [1, 15]}, ...plain(15)});
    const want = Array.from(data, (v) => (v - mean) / Math.sqrt(variance));
    assertClose(y.data, want, {rtol: 1e-6});
  });

  test(`layernorm is right where squared deviations leave the range of float (${build})`, () => {
    const unit = randomTensor(core, 'x', [2, 19]);
    for (const [scale, eps] of [
      [1e-21, 1e-60],
      [1e-17, 1e-50],
      [1e18, 1e-5],
      [1e30, 1e-5],
    ]) {
      const x = mapTensor(unit, (v) => Math.fround(v * scale));
      const {data} = layernorm(core, {x, ...plain(19), eps});
      for (let r = 0; r < 2; r++) {
        const row = x.data.subarray(r * 19, (r + 1) * 19);
        const {mean, variance} = moments(row);
        const want = Array.from(row, (v) => (v - mean) / Math.sqrt(variance + eps));
        assertClose(data.subarray(r * 19, (r + 1) * 19), want, {atol: 1e-6}, `times ${scale}`);
      }
    }
  });

  test(`layernorm of a constant row is beta for the smallest eps (${build})`, () => {
    const x = {data: new Float32Array(6).fill(2.5), shape: [1, 6]};
    const beta = randomTensor(core, 'beta', [6]);
    for (const eps of [1e-45, 1e-80, 1e-300]) {
      assert.deepEqual(layernorm(core, {x, ...plain(6), beta, eps}).data, beta.data, `eps ${eps}`);
    }
  });

  test(`layernorm sums the squares of a wide row in double (${build})`, () => {
    const d = 2 ** 18; // in float, adding 1 to the 2^24 of the first elements changes nothing
    const data = Float32Array.from({length: d}, (_, k) => (k % 2 ? -1 : 1) * (k < 16 ? 4096 : 1));
    const {mean, variance} = moments(data);
    const y = layernorm(core, {x: {data, shape: [1, d]}, ...plain(d)});
    const want = Array.from(data.subarray(0, 40), (v) => (v - mean) / Math.sqrt(variance + 1e-5));
    assertClose(y.data.subarray(0, 40), want, {rtol: 1e-6});
  });

  test(`layernormBackward sums over the whole of a wide row (${build})`, () => {
    for (const d of [255, 256, 257, 600]) {
      const x = randomTensor(core, 'x', [2, d], 2);
      const [gamma, dy] = [randomTensor(core, 'gamma', [d]), randomTensor(core, 'dy', [2, d])];
      const {dx} = layernormBackward(core, {dy, x, gamma});
      for (let r = 0; r < 2; r++) {
        const row = x.data.subarray(r * d, (r + 1) * d);
        const {mean, variance} = moments(row);
        const z = Array.from(row, (v) => (v - mean) / Math.sqrt(variance + 1e-5));
        const g = Array.from(z, (_, k) => dy.data[r * d + k] * gamma.data[k]);
        const [meanG, meanGz] = [g.reduce((a, b) => a + b, 0) / d, dot(g, z) / d];
        const want = g.map((v, k) => (v - meanG - z[k] * meanGz) / Math.sqrt(variance + 1e-5));
        assertClose(dx.data.subarray(r * d, (r + 1) * d), want, {atol: 1e-6}, `d = ${d}`);
      }
    }
  });

  test(`layernorm adds eps to the variance, under the root (${build})`, () => {
    const x = randomTensor(core, 'x', [1, 12]);
    const {mean, variance} = moments(x.data);
    const {data} = layernorm(core, {x, ...plain(12), eps: 0.5});
    const want = Array.from(x.data, (v) => (v - mean) / Math.sqrt(variance + 0.5));
    assertClose(data, want, {atol: 1e-6});
  });

  test(`layernorm of a constant row is beta (${build})`, () => {
    const x = {data: new Float32Array(5).fill(3.25), shape: [1, 5]};
    const beta = randomTensor(core, 'beta', [5]);
    const {data} = layernorm(core, {x, ...plain(5), beta});
    assert.deepEqual(data, beta.data);
  });

  test(`layernorm scales by gamma and moves by beta, column by column (${build})`, () => {
    const x = randomTensor(core, 'x', [4, 9]);
    const gamma = randomTensor(core, 'gamma', [9]);
    const beta = randomTensor(core, 'beta', [9]);
    const {data} = layernorm(core, {x, ...plain(9)});
    const want = data.map((v, k) => v * gamma.data[k % 9] + beta.data[k % 9]);
    assertClose(layernorm(core, {x, gamma, beta}).data, want, {atol: 1e-6});
  });

  test(`layernormBackward equals central differences for x, gamma and beta (${build})`, () => {
    const x = randomTensor(core, 'x', [3, 6], 2);
    const gamma = randomTensor(core, 'gamma', [6]);
    const beta = randomTensor(core, 'beta', [6]);
    const dy = randomTensor(core, 'dy', [3, 6]);
    const eps = 0.01;
    /** @param {Partial<{x: Tensor, gamma: Tensor, beta: Tensor}>} moved */
    const loss = (moved) => dot(layernorm(core, {x, gamma, beta, eps, ...moved}).data, dy.data);
    const {dx, dgamma, dbeta} = layernormBackward(core, {dy, x, gamma, eps});
    const close = {atol: 2e-4};
    assertClose(
      dx.data,
      numericalGradient((t) => loss({x: t}), x),
      close,
      'dx',
    );
    assertClose(
      dgamma.data,
      numericalGradient((t) => loss({gamma: t}), gamma),
      close,
      'dgamma',
    );
    assertClose(
      dbeta.data,
      numericalGradient((t) => loss({beta: t}), beta),
      close,
      'dbeta',
    );
  });

  test(`layernorm refuses a bad eps and vectors of another width, by name (${build})`, () => {
    const x = randomTensor(core, 'x', [2, 4]);
    for (const eps of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => layernorm(core, {x, ...plain(4), eps}), {
        name: 'RangeError',
        message: /^eps must be a finite number > 0, got /,
      });
    }
    assert.throws(
      () => layernorm(core, {x, ...plain(4), gamma: plain(3).gamma}),
      /^RangeError: gamma/,
    );
    assert.throws(
      () => layernorm(core, {x, ...plain(4), beta: plain(5).beta}),
      /^RangeError: beta/,
    );
    core.scratch((mem) => {
      const y = mem.f32([7, 7]);
      const call =
        (/** @type {number} */ eps, /** @type {number[]} */ ...sizes) =>
        () =>
          core.call('nn_layernorm_forward', y.ptr, y.ptr, y.ptr, y.ptr, eps, ...sizes);
      assert.throws(call(0, 1, 2), {status: 'bad value'});
      assert.throws(call(Number.NaN, 1, 2), {status: 'bad value'});
      assert.throws(call(1, 0, 2), {status: 'bad shape'});
      assert.throws(call(1, 1, 0), {status: 'bad shape'});
      assert.deepEqual([...y.view()], [7, 7]);
    });
  });
}
