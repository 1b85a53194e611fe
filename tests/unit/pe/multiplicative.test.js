import assert from 'node:assert/strict';
import test from 'node:test';

import {methodInit, methodInput, methodInputBackward} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const method = 'multiplicative';

/** @param {Core} each @param {number} n @param {number} d @param {number} maxLen */
const given = (each, n, d, maxLen) => ({
  x: randomTensor(each, 'x', [n, d]),
  tensors: {mul_emb: randomTensor(each, 'mul_emb', [maxLen, d])},
  maxLen,
});

for (const [build, each] of cores) {
  test(`${build}: a multiplicative position multiplies, element by element`, () => {
    for (const [n, d, firstPos] of [
      [1, 1, 0],
      [5, 7, 0],
      [3, 4, 6],
    ]) {
      const options = given(each, n, d, n + firstPos);
      const {data, shape} = methodInput(each, {method, ...options, firstPos});
      assert.deepEqual(shape, [n, d]);
      const rows = options.tensors.mul_emb.data.subarray(firstPos * d);
      assert.deepEqual(
        data,
        data.map((_, e) => options.x.data[e] * rows[e]),
      );
    }
  });

  test(`${build}: its gradients are those of differences`, () => {
    const options = {method, ...given(each, 3, 4, 6), firstPos: 2};
    const dx = randomTensor(each, 'dx', [3, 4]);
    const back = methodInputBackward(each, {...options, dx});
    /** @type {(changed: object) => number} */
    const loss = (changed) => dot(methodInput(each, {...options, ...changed}).data, dx.data);
    const close = {atol: 1e-4};
    assertClose(
      back.dx.data,
      numericalGradient((x) => loss({x}), options.x),
      close,
    );
    const byTable = numericalGradient(
      (emb) => loss({tensors: {mul_emb: emb}}),
      options.tensors.mul_emb,
    );
    assertClose(back.dtensors.mul_emb.data, byTable, close);
    const untouched = [
      ...back.dtensors.mul_emb.data.slice(0, 8),
      ...back.dtensors.mul_emb.data.slice(20),
    ];
    assert.ok(untouched.every((value) => value === 0));
  });
}

test('masks of 1 let the embedding through, a 0 switches an element off, and 0 stays 0', () => {
  const x = randomTensor(core, 'x', [2, 3]);
  const run = (/** @type {number[]} */ data) =>
    methodInput(core, {method, x, maxLen: 2, tensors: {mul_emb: {data, shape: [2, 3]}}}).data;
  assert.deepEqual(run([1, 1, 1, 1, 1, 1]), x.data);
  assert.deepEqual(
    [...run([1, 0, 1, 1, 1, 0])].map((value) => value === 0),
    [false, true, false, false, false, true],
  );
  const zero = {data: new Float32Array(6), shape: [2, 3]};
  const tensors = {mul_emb: randomTensor(core, 'mul_emb', [2, 3])};
  // two tokens without content cannot be told apart: a sum could
  assert.ok(methodInput(core, {method, x: zero, maxLen: 2, tensors}).data.every((v) => v === 0));
});

test('masks start around 1', () => {
  const drawn = methodInit(core, {method, nHeads: 1, dHead: 64, maxLen: 64, seed: 5}).mul_emb.data;
  const mean = drawn.reduce((a, b) => a + b, 0) / drawn.length;
  const spread = Math.sqrt(drawn.reduce((a, b) => a + (b - mean) ** 2, 0) / drawn.length);
  assert.ok(Math.abs(mean - 1) < 0.002 && Math.abs(spread - 0.02) < 0.002, `${mean}, ${spread}`);
});

test('a position past the masks is refused', () => {
  const options = {method, ...given(core, 3, 2, 4)};
  assert.doesNotThrow(() => methodInput(core, {...options, firstPos: 1}));
  for (const firstPos of [2, -1]) {
    assert.throws(() => methodInput(core, {...options, firstPos}), {
      name: 'RangeError',
      message: /multiplicative.*position out of range/,
    });
  }
});
