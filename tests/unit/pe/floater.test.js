import assert from 'node:assert/strict';
import test from 'node:test';

import {
  floaterPositions,
  methodInit,
  methodInput,
  methodInputBackward,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const METHODS = /** @type {const} */ (['floater', 'floater-recurrent']);

/**
 * @param {Core} each
 * @param {number} d
 * @param {number} width
 * @returns {Record<string, Tensor>}
 */
const tensorsOf = (each, d, width) => ({
  floater_p0: randomTensor(each, 'p0', [d], 0.5),
  floater_w1: randomTensor(each, 'w1', [width, d], 0.5),
  floater_wt: randomTensor(each, 'wt', [width], 0.5),
  floater_b1: randomTensor(each, 'b1', [width], 0.5),
  floater_w2: randomTensor(each, 'w2', [d, width], 0.5),
  floater_b2: randomTensor(each, 'b2', [d], 0.5),
});

/**
 * h(p, t) in double.
 *
 * @param {Record<string, TensorLike>} tensors
 * @param {number[]} p
 * @param {number} t
 */
function law(tensors, p, t) {
  const [, w1, wt, b1, w2, b2] = Object.values(tensors).map(({data}) => data);
  const [d, width] = [p.length, wt.length];
  const hidden = Array.from(wt, (_, u) => {
    let sum = wt[u] * t + b1[u];
    for (let e = 0; e < d; e++) sum += w1[u * d + e] * p[e];
    return Math.tanh(sum);
  });
  return p.map((_, e) => b2[e] + hidden.reduce((sum, h, u) => sum + w2[e * width + u] * h, 0));
}

/** @param {number[]} p @param {number} by @param {number[]} k */
const ahead = (p, by, k) => p.map((value, e) => value + by * k[e]);

/** One step of Runge and Kutta of length `by`. @type {(tensors: any, p: number[], t: number, by: number) => number[]} */
function rungeKutta(tensors, p, t, by) {
  const k1 = law(tensors, p, t);
  const k2 = law(tensors, ahead(p, by / 2, k1), t + by / 2);
  const k3 = law(tensors, ahead(p, by / 2, k2), t + by / 2);
  const k4 = law(tensors, ahead(p, by, k3), t + by);
  return p.map((value, e) => value + (by / 6) * (k1[e] + 2 * k2[e] + 2 * k3[e] + k4[e]));
}

/**
 * Positions 0 .. n - 1, by the formulas.
 *
 * @param {string} method
 * @param {Record<string, TensorLike>} tensors
 * @param {number} n
 * @param {number} [perPosition] steps, of the differential equation
 */
function byFormula(method, tensors, n, perPosition = 1) {
  let p = Array.from(tensors.floater_p0.data, Number);
  const rows = [p];
  for (let t = 0; t < n - 1; t++) {
    if (method === 'floater-recurrent') p = ahead(p, 1, law(tensors, p, t));
    for (let s = 0; s < perPosition && method === 'floater'; s++) {
      p = rungeKutta(tensors, p, t + s / perPosition, 1 / perPosition);
    }
    rows.push(p);
  }
  return rows.flat();
}

for (const [build, each] of cores) {
  for (const method of METHODS) {
    test(`${build}: the positions of ${method} follow its law, one after the other`, () => {
      for (const [d, width, n] of [
        [1, 1, 1],
        [6, 3, 9],
        [3, 8, 40],
      ]) {
        const tensors = tensorsOf(each, d, width);
        const {data, shape} = floaterPositions(each, {method, tensors, nPos: n});
        assert.deepEqual(shape, [n, d]);
        assertClose(data, byFormula(method, tensors, n), {atol: 1e-6, rtol: 1e-6}, `${n}`);
      }
    });

    test(`${build}: the backward pass of ${method} goes through all steps`, () => {
      for (const firstPos of [0, 3]) {
        const tensors = tensorsOf(each, 3, 4);
        const x = randomTensor(each, 'x', [5, 3]);
        const dx = randomTensor(each, 'dx', [5, 3]);
        const options = {method, width: 4, firstPos};
        const back = methodInputBackward(each, {...options, dx, tensors});
        assert.deepEqual(back.dx, dx);
        for (const [name, tensor] of Object.entries(tensors)) {
          const loss = (/** @type {Tensor} */ moved) => {
            const changed = {...tensors, [name]: moved};
            return dot(methodInput(each, {...options, x, tensors: changed}).data, dx.data);
          };
          const want = numericalGradient(loss, tensor, 2 ** -9);
          assertClose(back.dtensors[name].data, want, {atol: 4e-3, rtol: 2e-3}, name);
        }
      }
    });
  }
}

test('the input gets the positions added, from the given first one on', () => {
  const tensors = tensorsOf(core, 4, 3);
  const x = randomTensor(core, 'x', [5, 4]);
  for (const method of METHODS) {
    const all = floaterPositions(core, {method, tensors, nPos: 9}).data;
    const got = methodInput(core, {method, x, tensors, width: 3, firstPos: 4}).data;
    assert.deepEqual(
      got,
      x.data.map((value, e) => value + all[16 + e]),
    );
    assert.deepEqual(
      floaterPositions(core, {method, tensors, nPos: 5, firstPos: 4}).data,
      all.slice(16),
    );
    assert.deepEqual(floaterPositions(core, {method, tensors, nPos: 6}).data, all.slice(0, 24));
  }
});

test('floater meets the solution of its equation; halving its step would gain little', () => {
  const tensors = tensorsOf(core, 4, 6);
  const got = floaterPositions(core, {tensors, nPos: 12}).data;
  const exact = byFormula('floater', tensors, 12, 64);
  const worst = (/** @type {ArrayLike<number>} */ rows) =>
    Math.max(...exact.map((value, e) => Math.abs(value - rows[e])));
  const [ode, recurrent] = [worst(got), worst(byFormula('floater-recurrent', tensors, 12))];
  assert.ok(ode < 0.02, `${ode}`);
  assert.ok(recurrent > 5 * ode, `${recurrent}`);
  // of order four: half a step has a sixteenth of the error
  const finer = worst(byFormula('floater', tensors, 12, 2));
  assert.ok(ode / finer > 8 && ode / finer < 40, `${ode / finer}`);
});

test('a law without p and t moves at one speed, and both ways of solving it agree', () => {
  const zero = (/** @type {number[]} */ ...shape) => ({
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
    shape,
  });
  const tensors = {
    floater_p0: {data: [1, 2], shape: [2]},
    ...{floater_w1: zero(3, 2), floater_wt: zero(3), floater_b1: zero(3), floater_w2: zero(2, 3)},
    floater_b2: {data: [0.5, -0.25], shape: [2]},
  };
  for (const method of METHODS) {
    const {data} = floaterPositions(core, {method, tensors, nPos: 5});
    data.forEach((value, e) => {
      const want = e % 2 === 0 ? 1 + 0.25 * e : 2 - 0.125 * (e - 1);
      assert.ok(Math.abs(value - want) < 1e-6, `${e}: ${value}`);
    });
  }
});

test('no two of the first positions are alike as they are drawn', () => {
  for (const method of METHODS) {
    const tensors = methodInit(core, {method, nHeads: 4, dHead: 16, width: 32, seed: 1});
    const {data} = floaterPositions(core, {method, tensors, nPos: 48});
    for (let k = 1; k < 48; k++) {
      let distance = 0;
      for (let e = 0; e < 64; e++) distance += (data[k * 64 + e] - data[(k - 1) * 64 + e]) ** 2;
      assert.ok(Math.sqrt(distance) > 0.05, `${method}, ${k}`);
    }
  }
});

test('what was in lent memory before floater does not show', () => {
  const tensors = tensorsOf(core, 3, 4);
  const dx = randomTensor(core, 'dx', [5, 3]);
  const run = () =>
    METHODS.map((method) => [
      floaterPositions(core, {method, tensors, nPos: 5}),
      methodInputBackward(core, {method, dx, tensors, width: 4}),
    ]);
  const clean = run();
  core.scratch((mem) =>
    mem
      .f32(1 << 12)
      .view()
      .fill(7),
  );
  assert.deepEqual(run(), clean);
});
