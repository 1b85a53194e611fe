import assert from 'node:assert/strict';
import test from 'node:test';

import {sinusoidal} from '../../../web/core/pe.js';
import {pca} from '../../../web/core/proj.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadCore} from '../../support/core.js';
import {dot, mapTensor, randomTensor} from '../../support/random.js';

/** @import {Tensor} from '../../../web/core/core.js' */

/** @param {Tensor} x @param {number} r */
const row = (x, r) => x.data.subarray(r * x.shape[1], (r + 1) * x.shape[1]);

for (const [build, core] of await loadBothCores()) {
  test(`${build}: components are orthonormal, scores are projections, for tall and for wide data`, () => {
    for (const [n, d] of [
      [2, 1],
      [3, 9],
      [9, 3],
      [12, 12],
      [30, 7],
      [7, 30],
    ]) {
      const side = Math.min(n, d);
      const x = randomTensor(core, `${n} ${d}`, [n, d]);
      const fit = pca(core, {x, nComponents: side});
      const kept = n <= d ? side - 1 : side; // centring costs a wide table one direction
      for (let a = 0; a < side; a++) {
        for (let b = 0; b < side; b++) {
          assertClose([dot(row(fit.components, a), row(fit.components, b))], [a === b ? 1 : 0], {
            atol: 2e-6,
          });
        }
      }
      for (let r = 0; r < n; r++) {
        const centred = row(x, r).map((v, c) => v - fit.mean.data[c]);
        const want = Array.from({length: side}, (_, k) => dot(centred, row(fit.components, k)));
        assertClose(
          row(fit.scores, r).subarray(0, kept),
          want.slice(0, kept),
          {atol: 3e-6},
          `${n} x ${d}`,
        );
      }
    }
  });

  test(`${build}: variances fall, are those of the scores, and their shares sum to 1`, () => {
    const x = randomTensor(core, 'x', [20, 6]);
    const {scores, explainedVariance, explainedVarianceRatio, singularValues} = pca(core, {
      x,
      nComponents: 6,
    });
    for (let k = 0; k < 6; k++) {
      const column = Array.from({length: 20}, (_, r) => scores.data[6 * r + k]);
      assertClose([dot(column, column) / 19], [explainedVariance.data[k]], {rtol: 1e-5});
      assertClose([Math.sqrt(dot(column, column))], [singularValues.data[k]], {rtol: 1e-5});
      if (k > 0) assert.ok(explainedVariance.data[k] <= explainedVariance.data[k - 1]);
      const largest = column.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
      assert.ok(largest > 0, `component ${k}: its largest score is positive`);
    }
    assertClose([explainedVarianceRatio.data.reduce((a, b) => a + b)], [1], {atol: 1e-6});
  });

  test(`${build}: moving all rows moves the mean alone`, () => {
    const x = randomTensor(core, 'x', [8, 5]);
    const moved = mapTensor(x, (value, k) => value + (k % 5) * 4);
    const [a, b] = [x, moved].map((data) => pca(core, {x: data, nComponents: 2}));
    assertClose(b.scores.data, a.scores.data, {atol: 1e-5});
    assertClose(
      b.mean.data,
      a.mean.data.map((v, c) => v + 4 * c),
      {atol: 2e-6},
    );
  });

  test(`${build}: equal rows and constant columns have no variance, and no NaN`, () => {
    const flat = pca(core, {
      x: {data: new Float32Array(12).fill(3), shape: [4, 3]},
      nComponents: 3,
    });
    for (const {data} of Object.values(flat)) assert.ok(data.every(Number.isFinite));
    assert.deepEqual([...flat.scores.data], new Array(12).fill(0));
    assert.deepEqual([...flat.explainedVarianceRatio.data], [0, 0, 0]);
  });

  test(`${build}: three components hold 68 % of 21 sinusoidal rows, and 40.6 % of 100`, () => {
    for (const [nPos, share] of [
      [6, 0.999],
      [21, 0.68],
      [100, 0.406],
    ]) {
      const x = sinusoidal(core, {nPos, dModel: 64});
      const held = pca(core, {x, nComponents: 3}).explainedVarianceRatio.data.slice(0, 3);
      assertClose([held.reduce((a, b) => a + b)], [share], {atol: 1e-3}, `${nPos} rows`);
    }
  });
}

test('of scores that are equal within 1e-9 the first decides the sign', async () => {
  const x = {data: Float32Array.of(-1, 1, -1e-10), shape: [3, 1]}; // the second is larger by 7e-11
  const {components, scores} = pca(await loadCore(), {x, nComponents: 1});
  assert.deepEqual([...components.data], [-1]);
  assert.ok(scores.data[0] > 0 && scores.data[1] < 0);
});
