// Eigenvectors of symmetric matrices: A v = lambda v, orthonormal, at every size and scale.
import assert from 'node:assert/strict';
import test from 'node:test';

import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, randomTensor} from '../../support/random.js';

/** @import {Core} from '../../../web/core/core.js' */

const cores = await loadBothCores();

/**
 * @param {Core} core
 * @param {ArrayLike<number>} matrix (n, n)
 * @returns {{values: number[], vectors: number[][]}}
 */
function eigen(core, matrix) {
  const n = Math.sqrt(matrix.length);
  return core.scratch((mem) => {
    const [values, a, scratch] = [mem.f64(n), mem.f64(matrix), mem.f64(2 * n)];
    core.call('linalg_eigen_symmetric', values.ptr, a.ptr, scratch.ptr, n);
    const all = Array.from(a.view());
    return {
      values: Array.from(values.view()),
      vectors: Array.from({length: n}, (_, k) => all.slice(k * n, (k + 1) * n)),
    };
  });
}

/** A v = lambda v for each, orthonormal, largest first. @param {Core} core @param {number[]} matrix */
function assertDecomposes(core, matrix, label = '') {
  const n = Math.sqrt(matrix.length);
  const {values, vectors} = eigen(core, matrix);
  const size = Math.max(...matrix.map(Math.abs)) || 1;
  for (let k = 0; k < n; k++) {
    if (k > 0) assert.ok(values[k] <= values[k - 1], `${label} order`);
    const image = Array.from({length: n}, (_, i) =>
      dot(matrix.slice(i * n, i * n + n), vectors[k]),
    );
    assertClose(
      image,
      vectors[k].map((v) => v * values[k]),
      {atol: 4e-15 * n * size},
      `${label} ${k}`,
    );
    for (let j = 0; j <= k; j++) {
      assertClose(
        [dot(vectors[k], vectors[j])],
        [j === k ? 1 : 0],
        {atol: 2e-15 * n},
        `${label} ${k} ${j}`,
      );
    }
  }
  const trace = Array.from({length: n}, (_, i) => matrix[i * n + i]).reduce((a, b) => a + b, 0);
  assertClose(
    [values.reduce((a, b) => a + b, 0)],
    [trace],
    {atol: 4e-15 * n * size},
    `${label} trace`,
  );
  return values;
}

/** @param {number} n @param {(i: number, j: number) => number} f of i >= j */
const symmetric = (n, f) =>
  Array.from({length: n * n}, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return f(Math.max(i, j), Math.min(i, j));
  });

for (const [build, core] of cores) {
  test(`${build}: random matrices of every size to 24 decompose`, () => {
    for (let n = 1; n <= 24; n++) {
      const {data} = randomTensor(core, `eigen ${n}`, [n * n]);
      assertDecomposes(
        core,
        symmetric(n, (i, j) => data[i * n + j]),
        `n = ${n}`,
      );
    }
  });

  test(`${build}: a larger one decomposes too`, () => {
    const {data} = randomTensor(core, 'eigen 80', [80 * 80]);
    assertDecomposes(
      core,
      symmetric(80, (i, j) => data[i * 80 + j]),
      'n = 80',
    );
  });

  test(`${build}: zero, identity, repeated and rank-one matrices decompose`, () => {
    for (const n of [1, 2, 3, 6, 9]) {
      assert.deepEqual(
        assertDecomposes(
          core,
          symmetric(n, () => 0),
          'zero',
        ),
        new Array(n).fill(0),
      );
      const identity = symmetric(n, (i, j) => (i === j ? 1 : 0));
      assert.deepEqual(assertDecomposes(core, identity, 'identity'), new Array(n).fill(1));
      const ones = assertDecomposes(
        core,
        symmetric(n, () => 1),
        'ones',
      );
      assertClose(ones, [n, ...new Array(n - 1).fill(0)], {atol: 1e-13});
      assertDecomposes(
        core,
        symmetric(n, (i, j) => (i === j ? i % 2 : 0)),
        'two values',
      );
      const apart = symmetric(n, (i, j) => (i === j + 1 && i % 2 === 1 ? 1 : 0));
      assertDecomposes(core, apart, 'blocks');
    }
  });

  test(`${build}: the second difference has the eigenvalues 2 - 2 cos(k pi / (n + 1))`, () => {
    const n = 15;
    const values = assertDecomposes(
      core,
      symmetric(n, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0)),
    );
    const want = Array.from({length: n}, (_, k) => 2 - 2 * Math.cos(((n - k) * Math.PI) / (n + 1)));
    assertClose(values, want, {atol: 1e-14});
  });

  test(`${build}: no size of the numbers over- or underflows`, () => {
    const {data} = randomTensor(core, 'scale', [36]);
    for (const scale of [1e-290, 1e-150, 1e150, 1e290]) {
      assertDecomposes(
        core,
        symmetric(6, (i, j) => scale * data[i * 6 + j]),
        `${scale}`,
      );
    }
    assertDecomposes(
      core,
      symmetric(6, (i, j) => data[i * 6 + j] * 10 ** (-20 * i)),
      'graded',
    );
  });

  test(`${build}: only the lower triangle is read`, () => {
    const {values} = eigen(core, [2, Number.NaN, 1, 2]);
    assertClose(values, [3, 1], {atol: 1e-15});
  });

  test(`${build}: what is not finite, empty or too large is refused and nothing is written`, () => {
    core.scratch((mem) => {
      const values = mem.f64([7, 7]);
      const scratch = mem.f64(4);
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
        for (const at of [0, 2, 3]) {
          const matrix = [1, 0, 0, 1].map((v, k) => (k === at ? bad : v));
          const a = mem.f64(matrix);
          const call = () => core.call('linalg_eigen_symmetric', values.ptr, a.ptr, scratch.ptr, 2);
          assert.throws(call, {status: 'bad value'});
          assert.deepEqual([...a.view()], matrix);
        }
      }
      for (const n of [0, -1, 2049]) {
        const call = () => core.call('linalg_eigen_symmetric', values.ptr, 0, scratch.ptr, n);
        assert.throws(call, {status: 'bad shape'});
      }
      assert.deepEqual([...values.view()], [7, 7]);
    });
  });
}
