import assert from 'node:assert/strict';
import test from 'node:test';

import {logSoftmax, softmax, softmaxBackward} from '../../../web/core/nn.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const testCore = await loadTestCore();
const HIDDEN = Number.NEGATIVE_INFINITY;

/** @param {Tensor} x @param {number} r */
const rowOf = (x, r) => x.data.subarray(r * x.shape[1], (r + 1) * x.shape[1]);

/** The softmax of one row in double. @param {ArrayLike<number>} row */
function softmaxInDouble(row) {
  const max = Math.max(...Array.from(row));
  const e = Array.from(row, (value) => Math.exp(value - max));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((value) => value / sum);
}

for (const [build, core] of cores) {
  test(`softmax equals the reference at every row length (${build})`, () => {
    for (let n = 1; n <= 70; n++) {
      const x = randomTensor(core, `x${n}`, [3, n], 20);
      const {data} = softmax(core, {x});
      const want = testCore.scratch((mem) => {
        const y = mem.f32(3 * n);
        testCore.call('nn_softmax_forward_ref', y.ptr, mem.f32(x.data).ptr, 3, n);
        return y.copy();
      });
      assertClose(data, want, {rtol: 3e-6, atol: 1e-37}, `n = ${n}`);
    }
  });

  test(`softmax rows sum to 1 and are not negative, with logits up to 1e38 too (${build})`, () => {
    for (const scale of [1e-30, 1, 30, 1e4, 3e38]) {
      const x = randomTensor(core, 'x', [20, 77], scale);
      const y = softmax(core, {x});
      for (let r = 0; r < 20; r++) {
        const sum = rowOf(y, r).reduce((a, b) => a + b, 0);
        assert.ok(Math.abs(sum - 1) < 2e-6, `scale ${scale}, row ${r}: ${sum}`);
      }
      assert.ok(y.data.every((value) => value >= 0));
    }
  });

  test(`softmax is within two units in the last place from 0 down to -87 (${build})`, () => {
    const values = Float32Array.from({length: 4096}, (_, k) => (-87 * k) / 4095);
    for (const low of values) {
      const {data} = softmax(core, {x: {data: [0, low], shape: [1, 2]}});
      const want = softmaxInDouble([0, low]);
      assertClose(data, want, {rtol: 2.5e-7}, `exp(${low})`);
    }
  });

  test(`softmax of a masked element is exactly 0, whatever else is in the row (${build})`, () => {
    for (let n = 2; n <= 40; n++) {
      const x = mapTensor(randomTensor(core, 'x', [1, n]), (v, k) => (k % 3 === 1 ? HIDDEN : v));
      const {data} = softmax(core, {x});
      assertClose(data, softmaxInDouble(x.data), {rtol: 1e-6});
      assert.ok(data.every((value, k) => (k % 3 === 1) === (value === 0)));
    }
  });

  test(`softmax of a row of -inf alone is zeros, its logarithm -inf (${build})`, () => {
    for (const n of [1, 3, 4, 16, 33]) {
      const x = {data: new Float32Array(n).fill(HIDDEN), shape: [1, n]};
      assert.ok(softmax(core, {x}).data.every((value) => Object.is(value, 0)));
      assert.ok(logSoftmax(core, {x}).data.every((value) => value === HIDDEN));
    }
  });

  test(`logSoftmax does not hide NaN either, not even among what is masked (${build})`, () => {
    for (const rest of [0, Number.NEGATIVE_INFINITY]) {
      for (let at = 0; at < 19; at++) {
        const data = new Float32Array(19).fill(rest);
        data[at] = Number.NaN;
        const y = logSoftmax(core, {x: {data, shape: [19]}});
        assert.ok(y.data.every(Number.isNaN), `NaN at ${at}, others ${rest}`);
      }
    }
  });

  test(`softmax does not hide NaN: its row becomes NaN, wherever it stands (${build})`, () => {
    for (const n of [1, 2, 5, 16, 17, 40]) {
      for (let at = 0; at < n; at++) {
        for (const rest of [1, HIDDEN]) {
          const data = new Float32Array(n).fill(rest);
          data[at] = Number.NaN;
          const y = softmax(core, {x: {data, shape: [1, n]}});
          assert.ok(y.data.every(Number.isNaN), `n ${n}, NaN at ${at}, others ${rest}`);
        }
      }
    }
  });

  test(`adding one number to a row changes neither softmax nor its logarithm (${build})`, () => {
    const x = mapTensor(randomTensor(core, 'x', [4, 37], 4), (v) => Math.round(v * 64) / 64);
    const moved = mapTensor(x, (v) => v + 1024);
    assert.deepEqual(softmax(core, {x: moved}), softmax(core, {x}));
    assert.deepEqual(logSoftmax(core, {x: moved}), logSoftmax(core, {x}));
  });

  test(`logSoftmax is the logarithm of softmax, and keeps what softmax rounds to 0 (${build})`, () => {
    const x = randomTensor(core, 'x', [5, 23], 8);
    const want = Array.from({length: 5}, (_, r) => softmaxInDouble(rowOf(x, r)))
      .flat()
      .map(Math.log);
    assertClose(logSoftmax(core, {x}).data, want, {rtol: 3e-7, atol: 3e-7});
    const far = logSoftmax(core, {x: {data: [0, -1e4], shape: [1, 2]}});
    assert.deepEqual([...far.data], [0, -1e4]);
  });

  test(`softmaxBackward equals central differences (${build})`, () => {
    const x = randomTensor(core, 'x', [3, 7], 2);
    const dy = randomTensor(core, 'dy', [3, 7]);
    const dx = softmaxBackward(core, {dy, y: softmax(core, {x})});
    const want = numericalGradient((at) => dot(softmax(core, {x: at}).data, dy.data), x);
    assertClose(dx.data, want, {atol: 2e-5});
    for (let r = 0; r < 3; r++) {
      const sum = rowOf(dx, r).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum) < 1e-6, 'a row of the gradient sums to 0');
    }
  });

  test(`softmax refuses an empty row and a tensor that is none (${build})`, () => {
    const bad = [{data: [], shape: [0]}, {data: [1, 2], shape: [1, 3]}, undefined, {data: [1]}];
    for (const x of /** @type {any[]} */ (bad)) {
      assert.throws(() => softmax(core, {x}), /^(Range|Type)Error: x/);
    }
    const x = {data: [1, 2], shape: [1, 2]};
    assert.throws(
      () => softmaxBackward(core, {dy: {data: [1], shape: [1, 1]}, y: x}),
      /dy must be/,
    );
    core.scratch((mem) => {
      const y = mem.f32([7]);
      for (const name of ['nn_softmax_forward', 'nn_softmax_log_forward']) {
        assert.throws(() => core.call(name, y.ptr, y.ptr, 0, 1), {status: 'bad shape'});
        assert.throws(() => core.call(name, y.ptr, y.ptr, 1 << 20, 1 << 20), {status: 'bad shape'});
      }
      assert.deepEqual([...y.view()], [7]);
    });
  });
}
