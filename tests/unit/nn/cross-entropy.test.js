import assert from 'node:assert/strict';
import test from 'node:test';

import {crossEntropy} from '../../../web/core/nn-training.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();

/**
 * The formula, in double.
 *
 * @param {Tensor} logits @param {number[]} targets @param {number} [smoothing]
 */
function expectedLoss({data, shape}, targets, smoothing = 0) {
  const n = shape[1];
  const losses = targets.flatMap((target, r) => {
    if (target < 0) return [];
    const x = Array.from(data.subarray(r * n, r * n + n));
    const logSum = Math.log(x.reduce((sum, v) => sum + Math.exp(v), 0));
    const mean = x.reduce((a, b) => a + b, 0) / n;
    return [logSum - (1 - smoothing) * x[target] - smoothing * mean];
  });
  return losses.reduce((a, b) => a + b, 0) / losses.length;
}

/** nn_cross_entropy_count(). @param {Core} core @param {Tensor} logits @param {number[]} targets */
function count(core, {data, shape}, targets) {
  return core.scratch((mem) => {
    const counts = mem.i32([7, 7]);
    const allocated = [mem.f32(data).ptr, mem.i32(targets).ptr];
    core.call('nn_cross_entropy_count', counts.ptr, ...allocated, shape[0], shape[1]);
    return [...counts.view()];
  });
}

for (const [build, core] of cores) {
  test(`crossEntropy is the formula at every number of classes, ignored rows or not (${build})`, () => {
    for (let n = 1; n <= 40; n++) {
      const logits = randomTensor(core, 'x', [5, n], 4);
      const all = [0, n - 1, n >> 1, 0, n - 1];
      for (const targets of [all, [-1, n - 1, -7, 0, -100], [-1, -1, -1, -1, 0]]) {
        for (const smoothing of [0, 0.1]) {
          const {loss} = crossEntropy(core, {logits, targets, smoothing});
          const want = expectedLoss(logits, targets, smoothing);
          assertClose([loss], [want], {atol: 3e-7, rtol: 3e-7}, `${n} classes`);
        }
      }
    }
  });

  test(`crossEntropy without a gradient gives the same bits, past one piece too (${build})`, () => {
    for (const n of [1, 100, 255, 256, 257, 600]) {
      const logits = randomTensor(core, 'x', [3, n], 4);
      const targets = [0, -1, n - 1];
      const {loss} = crossEntropy(core, {logits, targets});
      core.scratch((mem) => {
        const out = mem.f64(1);
        const allocated = [mem.f32(logits.data).ptr, mem.i32(targets).ptr];
        core.call('nn_cross_entropy_forward', out.ptr, 0, ...allocated, 0, 3, n);
        if (n <= 256) assert.equal(out.view()[0], loss);
        assertClose(out.view(), [loss], {rtol: 1e-7}, `${n} classes`);
      });
    }
  });

  test(`crossEntropy's gradient equals central differences (${build})`, () => {
    for (const n of [1, 3, 4, 17]) {
      const logits = randomTensor(core, 'x', [3, n], 2);
      for (const [targets, smoothing] of /** @type {[number[], number][]} */ ([
        [[n - 1, 0, n >> 1], 0],
        [[-1, n - 1, 0], 0],
        [[0, -1, n - 1], 0.3],
      ])) {
        const loss = (/** @type {Tensor} */ x) =>
          crossEntropy(core, {logits: x, targets, smoothing}).loss;
        const {dlogits} = crossEntropy(core, {logits, targets, smoothing});
        assertClose(dlogits.data, numericalGradient(loss, logits), {atol: 2e-5}, `${n} classes`);
      }
    }
  });

  test(`crossEntropy's gradient sums to 0 over a row and is 0 where a row does not count (${build})`, () => {
    const logits = randomTensor(core, 'x', [4, 100], 5);
    const {dlogits} = crossEntropy(core, {logits, targets: [3, -1, 99, 0]});
    for (let r = 0; r < 4; r++) {
      const row = dlogits.data.subarray(100 * r, 100 * r + 100);
      assert.ok(Math.abs(row.reduce((a, b) => a + b, 0)) < 1e-7);
      assert.equal(
        row.every((v) => v === 0),
        r === 1,
      );
    }
  });

  test(`crossEntropy does not change when all of a row grows, nor overflow (${build})`, () => {
    const logits = mapTensor(randomTensor(core, 'x', [2, 9], 3), (v) => Math.round(v * 8) / 8);
    const {loss, dlogits} = crossEntropy(core, {logits, targets: [1, 8]});
    for (const by of [1024, -1024]) {
      const moved = crossEntropy(core, {logits: mapTensor(logits, (v) => v + by), targets: [1, 8]});
      assertClose([moved.loss], [loss], {rtol: 1e-12});
      assert.deepEqual(moved.dlogits, dlogits);
    }
    const far = {data: Float32Array.of(3e38, -3e38), shape: [1, 2]};
    assert.equal(crossEntropy(core, {logits: far, targets: [0]}).loss, 0);
  });

  test(`crossEntropy of equal logits is ln n, and knows NaN and a row of -inf (${build})`, () => {
    const even = {data: new Float32Array(14).fill(3), shape: [2, 7]};
    assertClose([crossEntropy(core, {logits: even, targets: [0, 6]}).loss], [Math.log(7)], {
      rtol: 1e-9,
    });
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const logits = mapTensor(even, (v, k) => (k === 9 ? bad : v));
      assert.ok(Number.isNaN(crossEntropy(core, {logits, targets: [0, 6]}).loss));
      assert.ok(crossEntropy(core, {logits, targets: [0, -1]}).loss > 1); // that row is not read
    }
    const dead = mapTensor(even, (v, k) => (k < 7 ? Number.NEGATIVE_INFINITY : v));
    assert.ok(Number.isNaN(crossEntropy(core, {logits: dead, targets: [0, 6]}).loss));
    const masked = mapTensor(even, (v, k) => (k === 2 ? Number.NEGATIVE_INFINITY : v));
    assertClose([crossEntropy(core, {logits: masked, targets: [0, -1]}).loss], [Math.log(6)], {
      rtol: 1e-9,
    });
  });

  test(`crossEntropy refuses targets that are no class, or none that counts (${build})`, () => {
    const logits = randomTensor(core, 'x', [2, 3]);
    /** @param {any} targets @param {RegExp} message */
    const refuses = (targets, message) =>
      assert.throws(() => crossEntropy(core, {logits, targets}), message);
    refuses([0, 3], /^RangeError: targets\[1\] must be an integer from .* to 2, got 3/);
    refuses([0.5, 1], /^RangeError: targets\[0\] must be an integer/);
    refuses([0], /^RangeError: targets must have 2 elements, got 1/);
    refuses([-1, -2], /^RangeError: targets must hold a number >= 0/);
    core.scratch((mem) => {
      const [loss, dlogits] = [mem.f64([7]), mem.f32([7, 7])];
      const x = mem.f32([1, 2]).ptr;
      const call = (/** @type {number[]} */ targets) => () =>
        core.call(
          'nn_cross_entropy_forward',
          loss.ptr,
          dlogits.ptr,
          x,
          mem.i32(targets).ptr,
          0,
          1,
          2,
        );
      assert.throws(call([2]), {status: 'position out of range'});
      assert.throws(call([-1]), {status: 'bad value'});
      const counts = () =>
        core.call('nn_cross_entropy_count', dlogits.ptr, x, mem.i32([2]).ptr, 1, 2);
      assert.throws(counts, {status: 'position out of range'});
      assert.deepEqual([...loss.view(), ...dlogits.view()], [7, 7, 7]);
    });
  });

  test(`the count of right answers takes the first of the largest, and no NaN (${build})`, () => {
    const none = Number.NaN;
    const rows = [
      [1, 2, 2],
      [2, 2, 1],
      [3, 2, 1],
      [none, 0, 1],
      [1, 0, none],
      [9, 9, 9],
    ];
    const logits = {data: Float32Array.from(rows.flat()), shape: [6, 3]};
    assert.deepEqual(count(core, logits, [1, 0, 0, 2, 0, -1]), [5, 3]);
    assert.deepEqual(count(core, logits, [2, 1, 2, 2, 0, 1]), [6, 0]);
    assert.deepEqual(count(core, logits, [-1, -1, -1, -1, -1, -1]), [0, 0]);
  });
}
