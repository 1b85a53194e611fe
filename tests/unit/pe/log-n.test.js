import assert from 'node:assert/strict';
import test from 'node:test';

import {attention} from '../../../web/core/nn.js';
import {methodQk, methodQkBackward} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {mapTensor, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const method = 'log-n';

/** @param {Core} each @param {number} nHeads @param {number} nQuery @param {number} nKey */
const given = (each, nHeads, nQuery, nKey) => ({
  q: randomTensor(each, 'q', [nHeads, nQuery, 3]),
  k: randomTensor(each, 'k', [nHeads, nKey, 3]),
});

for (const [build, each] of cores) {
  test(`${build}: log-N multiplies a query by its share of logarithms, and never by less than 1`, () => {
    for (const [nHeads, nQuery, nKey, firstPos] of [
      [1, 1, 1, 0],
      [2, 9, 9, 0],
      [3, 2, 9, 0],
      [2, 3, 3, 1000],
    ]) {
      for (const trainLen of [2, 5, 512]) {
        const {q, k} = given(each, nHeads, nQuery, nKey);
        const got = methodQk(each, {method, q, k, trainLen, firstPos});
        assert.deepEqual(got.k, k);
        const factors = Array.from({length: nQuery}, (_, i) =>
          Math.max(1, Math.log(firstPos + i + nKey - nQuery + 1) / Math.log(trainLen)),
        );
        const want = q.data.map((value, e) => value * factors[Math.floor(e / 3) % nQuery]);
        assertClose(got.q.data, want, {rtol: 2e-7});
        // linear in q: its backward pass is the same factor
        const back = methodQkBackward(each, {method, dq: q, dk: k, trainLen, firstPos});
        assert.deepEqual(back, {dq: got.q, dk: got.k});
      }
    }
  });
}

test('within the length of training log-N leaves every bit alone', () => {
  const {q, k} = given(core, 2, 16, 16);
  assert.deepEqual(methodQk(core, {method, q, k, trainLen: 16}), {q, k});
  assert.notDeepEqual(methodQk(core, {method, q, k, trainLen: 15}).q, q);
});

/** One query with a key that stands out by 6, and the others at `rest`; the weight of that key. */
function weightOfTarget(/** @type {number} */ n, /** @type {object} */ changed = {}) {
  const q = {data: [1], shape: [1, 1, 1]};
  const k = {data: Array.from({length: n}, (_, j) => (j === 0 ? 6 : 0)), shape: [1, n, 1]};
  const v = {data: new Float32Array(n), shape: [1, n, 1]};
  return attention(core, {q, k, v, scale: 1, ...changed}).weights.data[0];
}

/** @param {number} n the query of the last of n tokens */
function sharpened(n) {
  const q = {data: [1], shape: [1, 1, 1]};
  const k = {data: new Float32Array(n), shape: [1, n, 1]};
  return methodQk(core, {method, q, k, trainLen: 64}).q;
}

test('more keys dilute a weight; log-N holds it, an added logarithm changes nothing', () => {
  const [short, long] = [64, 4096];
  const [before, after] = [weightOfTarget(short), weightOfTarget(long)];
  assert.ok(after < before / 5, `${before} -> ${after}`);
  const held = weightOfTarget(long, {q: sharpened(long)});
  assert.ok(Math.abs(held - before) < 0.15 && held > before / 2, `${held}`);
  const added = {data: new Float32Array(long).fill(Math.log(long)), shape: [1, 1, long]};
  assert.ok(Math.abs(weightOfTarget(long, {bias: added}) - after) < 1e-6);
});

test('log-N does not touch what it was given', () => {
  const {q, k} = given(core, 1, 4, 8);
  const [before, keys] = [mapTensor(q, (value) => value), mapTensor(k, (value) => value)];
  methodQk(core, {method, q, k, trainLen: 2});
  assert.deepEqual([q, k], [before, keys]);
});

test('log-N refuses a length of training that has no logarithm to divide by', () => {
  const {q, k} = given(core, 1, 2, 2);
  assert.throws(
    () => methodQk(core, {method, q, k, trainLen: 1}),
    /log-n.*bad value.*"trainLen":1/,
  );
});
