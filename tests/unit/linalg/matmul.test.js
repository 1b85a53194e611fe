import assert from 'node:assert/strict';
import test from 'node:test';

import {matmul} from '../../../web/core/linalg.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';
import {mapTensor, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const testCore = await loadTestCore();

const TAILS = [1, 2, 3, 4, 5, 15, 16, 17, 31, 33];

/** @param {Tensor} tensor @returns {Tensor} */
function transposed({data, shape: [m, n]}) {
  return {data: data.map((_, at) => data[(at % m) * n + Math.floor(at / m)]), shape: [n, m]};
}

/**
 * c of one C function, from zeros or from `c0`.
 *
 * @param {Core} core
 * @param {string} name
 * @param {Tensor} a
 * @param {Tensor} b
 * @param {[number, number, number]} sizes m, n, k
 * @param {Tensor} [c0] added to
 */
function run(core, name, a, b, [m, n, k], c0) {
  return core.scratch((mem) => {
    const c = mem.f32(c0 ? c0.data : m * n);
    const panels = mem.u8(core.number('linalg_matmul_n_bytes', n, k));
    const allocated = [mem.f32(a.data).ptr, mem.f32(b.data).ptr, panels.ptr];
    core.call(name, c.ptr, ...allocated, c0 ? 1 : 0, m, n, k);
    return c.copy();
  });
}

for (const m of TAILS) {
  test(`matmul with m = ${m} equals the reference in all three forms, whatever n and k`, () => {
    for (const n of TAILS) {
      for (const k of TAILS) {
        const a = randomTensor(testCore, 'a', [m, k]);
        const b = randomTensor(testCore, 'b', [k, n]);
        const c0 = randomTensor(testCore, 'c', [m, n]);
        const close = {atol: 1e-6 * Math.sqrt(k)};
        for (const base of [undefined, c0]) {
          const want = run(testCore, 'linalg_matmul_ref', a, b, [m, n, k], base);
          const label = `n ${n}, k ${k}, ${base ? 'added' : 'stored'}`;
          const aT = transposed(a);
          const bT = transposed(b);
          const got = run(testCore, 'linalg_matmul', a, b, [m, n, k], base);
          assertClose(got, want, close, label);
          const gotBt = run(testCore, 'linalg_matmul_bt', a, bT, [m, n, k], base);
          assertClose(gotBt, want, close, `b^T, ${label}`);
          const gotAt = run(testCore, 'linalg_matmul_at', aT, b, [m, n, k], base);
          assertClose(gotAt, want, close, `a^T, ${label}`);
        }
      }
    }
  });
}

for (const [build, core] of cores) {
  test(`matmul sums over more than one block of k (${build})`, () => {
    for (const k of [255, 256, 257, 512, 700]) {
      const a = randomTensor(core, 'a', [5, k]);
      const b = randomTensor(core, 'b', [k, 19]);
      const want = run(testCore, 'linalg_matmul_ref', a, b, [5, 19, k]);
      assertClose(run(core, 'linalg_matmul', a, b, [5, 19, k]), want, {atol: 2e-5}, `k ${k}`);
    }
  });

  test(`matmul of whole numbers is exact, and so is its scaling by two (${build})`, () => {
    const whole = (/** @type {number} */ value) => Math.round(value * 8);
    const a = mapTensor(randomTensor(core, 'a', [17, 300]), whole);
    const b = mapTensor(randomTensor(core, 'b', [300, 21]), whole);
    const {data} = matmul(core, {a, b});
    const want = run(testCore, 'linalg_matmul_ref', a, b, [17, 21, 300]);
    assert.deepEqual(data, want);
    const twice = matmul(core, {a: mapTensor(a, (x) => 2 * x), b});
    assert.deepEqual(
      twice.data,
      data.map((x) => 2 * x),
    );
  });

  test(`matmul refuses sizes it cannot hold and leaves c untouched (${build})`, () => {
    core.scratch((mem) => {
      const c = mem.f32([7, 7, 7, 7]);
      const rest = mem.f32(64).ptr;
      const sizes = [
        [0, 1, 1],
        [1, -1, 1],
        [1, 1, 0],
        [1 << 15, 1 << 15, 1],
        [1, 1 << 15, 1 << 15],
        [1 << 15, 1, 1 << 15],
      ];
      for (const name of ['linalg_matmul', 'linalg_matmul_bt', 'linalg_matmul_at']) {
        for (const [m, n, k] of sizes) {
          const call = () => core.call(name, c.ptr, rest, rest, rest, 0, m, n, k);
          assert.throws(call, {status: 'bad shape'}, `${name} ${[m, n, k]}`);
        }
      }
      assert.deepEqual([...c.view()], [7, 7, 7, 7]);
      assert.equal(core.number('linalg_matmul_n_bytes', 0, 4), 0);
      assert.equal(core.number('linalg_matmul_n_bytes', 1 << 15, 1 << 15), 0);
      assert.equal(core.number('linalg_matmul_n_bytes', 17, 3), 32 * 3 * 4);
    });
  });
}
