import assert from 'node:assert/strict';
import test from 'node:test';

import {
  cosineSimilarity,
  maxAbsDiff,
  minDistance,
  normError,
  pearson,
  rowSumError,
  toeplitzSpread,
} from '../../../web/core/linalg.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, randomTensor} from '../../support/random.js';

/** @param {number[][]} rows */
const matrix = (rows) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

for (const [build, core] of await loadBothCores()) {
  test(`${build}: cosine similarity at every width, and 0 for a row of zeros`, () => {
    for (let d = 1; d <= 21; d++) {
      const x = randomTensor(core, 'x', [4, d]);
      const row = (/** @type {number} */ r) => x.data.subarray(r * d, (r + 1) * d);
      const {data} = cosineSimilarity(core, {x});
      const want = Array.from({length: 16}, (_, k) => {
        const [a, b] = [row(Math.floor(k / 4)), row(k % 4)];
        return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
      });
      assertClose(data, want, {atol: 1e-6}, `width ${d}`);
    }
    const {data} = cosineSimilarity(core, {
      x: matrix([
        [0, 0],
        [3, 4],
      ]),
    });
    assertClose(data, [0, 0, 0, 1], {atol: 1e-7});
  });

  test(`${build}: the closest two rows are found, and the first of equals`, () => {
    assert.deepEqual(
      minDistance(core, {
        x: matrix([
          [0, 0],
          [9, 9],
          [3, 4],
          [9, 9.5],
        ]),
      }),
      {distance: 0.5, i: 1, j: 3},
    );
    assert.deepEqual(minDistance(core, {x: matrix([[1], [1], [1]])}), {distance: 0, i: 0, j: 1});
    for (let d = 1; d <= 9; d++) {
      const x = randomTensor(core, 'x', [2, d]);
      const gap = Array.from({length: d}, (_, k) => x.data[k] - x.data[d + k]);
      assertClose([minDistance(core, {x}).distance], [Math.sqrt(dot(gap, gap))], {rtol: 1e-6});
    }
  });

  test(`${build}: the closest rows of a wide table are found by their last elements too`, () => {
    const d = 100; // of wide rows the first elements alone are compared first
    const row = (/** @type {number} */ first, /** @type {number} */ last) =>
      Array.from({length: d}, (_, k) => (k === 0 ? first : k === d - 1 ? last : 0));
    // in their first elements the last two are almost as far apart as the first two in all
    const x = matrix([row(0, 0), row(0, 1), row(50, 0), row(50.96875, 0.125)]);
    const {distance, i, j} = minDistance(core, {x});
    assertClose([distance], [Math.hypot(0.96875, 0.125)], {rtol: 1e-6});
    assert.deepEqual([i, j], [2, 3]);
    for (const spoiled of [Number.NaN, Infinity]) {
      const rows = [row(0, 0), row(0, 1), row(50, 0), row(90, spoiled), row(120, spoiled)];
      const got = minDistance(core, {x: matrix(rows)});
      assert.deepEqual(got, {
        distance: Number.NaN,
        i: Number.isNaN(spoiled) ? 0 : 3,
        j: Number.isNaN(spoiled) ? 3 : 4,
      });
    }
  });

  test(`${build}: the closest rows of a wide table are found where squares are beyond float`, () => {
    const rows = [0, 3e25, 5e25].map((first) => [first, ...new Array(99).fill(0)]);
    const {distance, i, j} = minDistance(core, {x: matrix(rows)});
    assertClose([distance], [2e25], {rtol: 1e-6});
    assert.deepEqual([i, j], [1, 2]);
  });

  test(`${build}: NaN in any row is the least distance, with the first pair that has it`, () => {
    for (let row = 0; row < 4; row++) {
      const rows = [[0], [9], [3], [9.5]];
      rows[row] = [Number.NaN];
      const [i, j] = row === 0 ? [0, 1] : [0, row];
      assert.deepEqual(minDistance(core, {x: matrix(rows)}), {distance: Number.NaN, i, j});
    }
  });

  test(`${build}: the norm error is the worst row's, in either direction`, () => {
    const x = matrix([
      [3, 4],
      [0, 2],
    ]);
    assert.equal(normError(core, {x, y: x}), 0);
    assertClose(
      [
        normError(core, {
          x,
          y: matrix([
            [3, 4],
            [0, 2.5],
          ]),
        }),
      ],
      [0.25],
      {atol: 1e-7},
    );
    assertClose(
      [
        normError(core, {
          x,
          y: matrix([
            [0, 3.5],
            [2, 0],
          ]),
        }),
      ],
      [0.3],
      {atol: 1e-7},
    );
    assert.equal(normError(core, {x: matrix([[0, 0]]), y: matrix([[0, 1]])}), Infinity);
  });

  test(`${build}: the spread along diagonals is 0 for a Toeplitz matrix and the worst one's else`, () => {
    const toeplitz = matrix([
      [1, 2, 3, 9],
      [5, 1, 2, 3],
      [7, 5, 1, 2],
    ]);
    assert.equal(toeplitzSpread(core, {x: toeplitz}), 0);
    const spoiled = mapTensor(toeplitz, (value, k) => (k === 11 ? value + 0.5 : value));
    assert.equal(toeplitzSpread(core, {x: spoiled}), 0.5);
    const corner = mapTensor(toeplitz, (value, k) => (k === 4 ? value - 2 : value));
    assert.equal(toeplitzSpread(core, {x: corner}), 2);
    assert.equal(
      toeplitzSpread(core, {
        x: matrix([
          [0, -Infinity],
          [1, 0],
        ]),
      }),
      0,
    );
    assert.ok(
      Number.isNaN(
        toeplitzSpread(core, {
          x: matrix([
            [0, 1],
            [1, NaN],
          ]),
        }),
      ),
    );
  });

  test(`${build}: the row-sum error is the worst row's`, () => {
    assertClose(
      [
        rowSumError(core, {
          x: matrix([
            [0.5, 0.5],
            [0.25, 0.5],
          ]),
        }),
      ],
      [0.25],
      {atol: 1e-7},
    );
    assert.equal(
      rowSumError(core, {
        x: matrix([
          [1, 2],
          [2, 1],
        ]),
        expected: 3,
      }),
      0,
    );
    for (let m = 1; m <= 13; m++) {
      const x = {data: new Float32Array(2 * m).fill(1), shape: [2, m]};
      assert.equal(rowSumError(core, {x, expected: m}), 0);
      x.data[2 * m - 1] = 3;
      assert.equal(rowSumError(core, {x, expected: m}), 2, `${m} columns`);
    }
  });

  test(`${build}: the largest difference sees every element; equal infinities do not differ`, () => {
    for (let n = 1; n <= 9; n++) {
      for (let at = 0; at < n; at++) {
        const a = {data: new Float32Array(n), shape: [n]};
        const b = mapTensor(a, (_, k) => (k === at ? -0.75 : 0));
        assert.equal(maxAbsDiff(core, {a, b}), 0.75);
      }
    }
    const a = {data: Float32Array.of(-Infinity, 1), shape: [2]};
    assert.equal(maxAbsDiff(core, {a, b: a}), 0);
    assert.ok(
      Number.isNaN(maxAbsDiff(core, {a, b: {data: Float32Array.of(-Infinity, NaN), shape: [2]}})),
    );
  });

  test(`${build}: Pearson's r is 1 on a line, -1 on a falling one, NaN where nothing varies`, () => {
    const x = Float32Array.from({length: 11}, (_, k) => k);
    assertClose([pearson(core, {x, y: x.map((v) => 2 * v - 7)})], [1], {atol: 1e-12});
    assertClose([pearson(core, {x, y: x.map((v) => 3 - v / 8)})], [-1], {atol: 1e-12});
    assertClose([pearson(core, {x: [1, 2, 3, 4], y: [1, 3, 2, 4]})], [0.8], {atol: 1e-12});
    assert.ok(Number.isNaN(pearson(core, {x: [1, 2], y: [5, 5]})));
  });
}
