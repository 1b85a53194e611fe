// PCA: every shape about the square, both Gram matrices, and what has no variance.
import assert from 'node:assert/strict';
import test from 'node:test';

import {pca} from '../../../web/core/proj.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, randomTensor} from '../../support/random.js';

/** @import {Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

/** @param {Tensor} x @returns {number[][]} */
const rowsOf = ({data, shape: [n, d]}) =>
  Array.from({length: n}, (_, i) => Array.from(data.slice(i * d, (i + 1) * d)));

/** @param {Tensor} x @returns {number[][]} */
const columnsOf = (x) => rowsOf(x)[0].map((_, j) => rowsOf(x).map((row) => row[j]));

/**
 * Orthonormal components; scores that are the projections; variances that are theirs; the sign rule.
 *
 * @param {Tensor} x
 * @param {ReturnType<typeof pca>} fit
 */
function assertLaws(x, fit, label = '') {
  const [n, d] = x.shape;
  const components = rowsOf(fit.components);
  const scores = columnsOf(fit.scores);
  const size = Math.max(...fit.singularValues.data, 1e-30);
  for (const [k, component] of components.entries()) {
    for (let j = 0; j <= k; j++) {
      assertClose(
        [dot(component, components[j])],
        [j === k ? 1 : 0],
        {atol: 3e-6},
        `${label} ${k} ${j}`,
      );
    }
    const projected = rowsOf(x).map((row) =>
      dot(
        row.map((v, c) => v - fit.mean.data[c]),
        component,
      ),
    );
    assertClose(scores[k], projected, {atol: 2e-6 * size}, `${label} scores ${k}`);
    const power = dot(scores[k], scores[k]);
    assertClose(
      [power / (n - 1)],
      [fit.explainedVariance.data[k]],
      {rtol: 1e-5, atol: 1e-10 * size * size},
      `${label} variance ${k}`,
    );
    const largest = Math.max(...scores[k].map(Math.abs));
    const first = scores[k].find((v) => Math.abs(v) >= largest * (1 - 1e-6)) ?? -1;
    assert.ok(first >= 0, `${label} sign ${k}`);
  }
  const side = Math.min(n, d);
  for (const spectrum of [fit.explainedVariance, fit.explainedVarianceRatio, fit.singularValues]) {
    assert.deepEqual(spectrum.shape, [side]);
    assert.ok(spectrum.data.every((v, k) => v >= 0 && (k === 0 || v <= spectrum.data[k - 1])));
  }
  assertClose(
    fit.singularValues.data,
    fit.explainedVariance.data.map((v) => Math.sqrt(v * (n - 1))),
    {rtol: 1e-6, atol: 1e-9 * size},
  );
}

for (const [build, each] of cores) {
  test(`${build}: the laws hold for every shape about the square, with all components`, () => {
    for (let n = 2; n <= 9; n++) {
      for (let d = 1; d <= 9; d++) {
        const x = randomTensor(each, `pca ${n} ${d}`, [n, d], 3);
        const nComponents = Math.min(n, d);
        const fit = pca(each, {x, nComponents});
        assert.deepEqual(fit.components.shape, [nComponents, d]);
        assert.deepEqual(fit.scores.shape, [n, nComponents]);
        assertLaws(x, fit, `${n} x ${d}`);
        const total = fit.explainedVarianceRatio.data.reduce((a, b) => a + b, 0);
        assertClose([total], [1], {atol: 1e-6});
      }
    }
  });

  test(`${build}: all components together give the table back, from either Gram matrix`, () => {
    for (const [n, d] of [
      [12, 5],
      [5, 12],
      [30, 29],
      [29, 30],
    ]) {
      const x = randomTensor(each, `whole ${n}`, [n, d]);
      const {mean, components, scores} = pca(each, {x, nComponents: Math.min(n, d)});
      const axes = columnsOf(components);
      const back = rowsOf(scores).flatMap((row) =>
        axes.map((axis, j) => mean.data[j] + dot(row, axis)),
      );
      assertClose(x.data, back, {atol: 3e-6}, `${n} x ${d}`);
    }
  });
}

test('both Gram matrices find the same components of one table', () => {
  const wide = randomTensor(core, 'wide', [8, 9]);
  const rows = rowsOf(wide);
  // a column of zeros more or less does not change the principal axes, but the smaller side
  const narrow = {data: Float32Array.from(rows.flatMap((row) => row.slice(0, 7))), shape: [8, 7]};
  const padded = {
    data: Float32Array.from(rows.flatMap((row) => [...row.slice(0, 7), 0, 0])),
    shape: [8, 9],
  };
  const [a, b] = [narrow, padded].map((x) => pca(core, {x, nComponents: 3}));
  assertClose(a.scores.data, b.scores.data, {atol: 1e-6});
  assertClose(
    rowsOf(b.components).flatMap((row) => row.slice(0, 7)),
    a.components.data,
    {atol: 1e-6},
  );
});

test('points on a line have one component along it, whichever way and wherever the line lies', () => {
  const x = {
    data: Float32Array.from([0, 1, 2, 3, 4].flatMap((t) => [100 + 3 * t, 7 - 4 * t])),
    shape: [5, 2],
  };
  const {components, scores, explainedVarianceRatio, mean} = pca(core, {x, nComponents: 2});
  assertClose(mean.data, [106, -1]);
  assertClose(components.data.slice(0, 2).map(Math.abs), [0.6, 0.8], {atol: 1e-7});
  assertClose(columnsOf(scores)[0].map(Math.abs), [10, 5, 0, 5, 10], {atol: 1e-5});
  assertClose(explainedVarianceRatio.data, [1, 0], {atol: 1e-12});
  assert.deepEqual(columnsOf(scores)[1].map(Math.abs), [0, 0, 0, 0, 0]);
});

test('of two scores of one magnitude the first is positive', () => {
  const x = {data: Float32Array.from([-3, -1, 1, 3]), shape: [4, 1]};
  const {scores, components} = pca(core, {x, nComponents: 1});
  assertClose(scores.data, [3, 1, -1, -3], {atol: 1e-6});
  assertClose(components.data, [-1]);
});

test('a table without variation has zeros and orthonormal axes', () => {
  for (const [n, d] of [
    [4, 3],
    [3, 4],
    [2, 1],
    [2, 7],
  ]) {
    const nComponents = Math.min(n, d);
    const x = {data: new Float32Array(n * d).fill(2.5), shape: [n, d]};
    const fit = pca(core, {x, nComponents});
    assertLaws(x, fit, `${n} x ${d}`);
    for (const {data} of [fit.scores, fit.explainedVariance, fit.explainedVarianceRatio]) {
      assert.ok(data.every((v) => v === 0));
    }
  }
});

test('components without variance complete the axes of a table of low rank', () => {
  const [a, b] = [randomTensor(core, 'a', [9]), randomTensor(core, 'b', [9])];
  for (const n of [7, 12]) {
    const data = Float32Array.from({length: n * 9}, (_, k) => {
      const [i, j] = [Math.floor(k / 9), k % 9];
      return (i % 3) * a.data[j] + (i % 2) * b.data[j];
    });
    const x = {data, shape: [n, 9]};
    const fit = pca(core, {x, nComponents: Math.min(n, 9)});
    assertLaws(x, fit, `rank 2 of ${n} x 9`);
    assert.ok(fit.explainedVarianceRatio.data[1] > 0.05);
    assert.ok(fit.explainedVarianceRatio.data[2] < 1e-12);
  }
});

test('a mean far from zero does not change what varies', () => {
  const x = randomTensor(core, 'far', [10, 4]);
  const far = mapTensor(x, (v) => Math.round(v * 256) / 256 + 4096);
  const near = mapTensor(x, (v) => Math.round(v * 256) / 256);
  const [a, b] = [far, near].map((table) => pca(core, {x: table, nComponents: 4}));
  assertClose(a.scores.data, b.scores.data, {atol: 1e-6});
});

test('twice the table has twice the scores and four times the variance', () => {
  const x = randomTensor(core, 'twice', [6, 10]);
  const [one, two] = [x, mapTensor(x, (v) => 2 * v)].map((table) =>
    pca(core, {x: table, nComponents: 3}),
  );
  assertClose(
    two.scores.data,
    one.scores.data.map((v) => 2 * v),
    {rtol: 1e-6, atol: 1e-7},
  );
  assertClose(
    two.explainedVariance.data.slice(0, 5),
    one.explainedVariance.data.slice(0, 5).map((v) => 4 * v),
    {rtol: 1e-6},
  );
});

test('C refuses a shape, a count or a number and leaves all outputs as they were', () => {
  core.scratch((mem) => {
    const outs = Array.from({length: 6}, () => mem.f32(new Float32Array(16).fill(7)));
    const [mean, components, scores, explainedVariance, explainedVarianceRatio, singularValues] =
      outs.map(({ptr}) => ptr);
    const spectrum = {explainedVariance, explainedVarianceRatio, singularValues};
    const made = mem.struct('ProjPca', {mean, components, scores, ...spectrum}).ptr;
    const scratch = mem.f64(200);
    const good = mem.f32([1, 2, 3, 5]);
    const bad = mem.f32([1, 2, Number.NaN, 5]);
    const refused = [
      [good, 1, 1, 4],
      [good, 0, 2, 2],
      [good, 3, 2, 2],
      [good, 1, 2, 0],
      [good, 1, 2049, 2049],
      [bad, 1, 2, 2],
    ];
    for (const [x, ...sizes] of /** @type {[typeof good, ...number[]][]} */ (refused)) {
      const call = () => core.call('proj_pca_fit', made, scratch.ptr, x.ptr, ...sizes);
      assert.throws(call, {name: 'CoreError'}, `${sizes}`);
    }
    for (const out of outs) assert.ok(out.view().every((v) => v === 7));
    for (const [n, d] of [
      [1, 4],
      [0, 4],
      [2, 0],
      [2049, 2049],
      [2 ** 20, 2 ** 20],
    ]) {
      assert.equal(core.number('proj_pca_n_bytes', n, d), 0, `${n} x ${d}`);
    }
    assert.ok(core.number('proj_pca_n_bytes', 2048, 4096) > 2048 * 2048 * 8);
  });
});
