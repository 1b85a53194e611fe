import assert from 'node:assert/strict';
import test from 'node:test';

import {adamUpdate} from '../../../web/core/nn-training.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

const cores = await loadBothCores();
const DEFAULTS = {lr: 1e-3, beta1: 0.9, beta2: 0.999, eps: 1e-8, weightDecay: 0};

/**
 * The same in double, one parameter after the other.
 *
 * @param {Record<'p' | 'm' | 'v', number[]>} state
 * @param {ArrayLike<number>} g
 * @param {number} step
 * @param {typeof DEFAULTS} options
 */
function expected({p, m, v}, g, step, {lr, beta1, beta2, eps, weightDecay}) {
  const m1 = m.map((old, k) => beta1 * old + (1 - beta1) * g[k]);
  const v1 = v.map((old, k) => beta2 * old + (1 - beta2) * g[k] ** 2);
  const p1 = p.map((old, k) => {
    const [mHat, vHat] = [m1[k] / (1 - beta1 ** step), v1[k] / (1 - beta2 ** step)];
    return old * (1 - lr * weightDecay) - (lr * mHat) / (Math.sqrt(vHat) + eps);
  });
  return {p: p1, m: m1, v: v1};
}

for (const [build, core] of cores) {
  test(`adamUpdate follows the formula over many steps, at every length (${build})`, () => {
    for (const options of [DEFAULTS, {...DEFAULTS, lr: 0.02, beta1: 0.8, weightDecay: 0.1}]) {
      for (const n of [1, 2, 3, 4, 5, 7, 8, 33]) {
        const start = randomTensor(core, 'p', [n]).data;
        /** @type {Record<'p' | 'm' | 'v', Float32Array>} */
        let got = {p: start, m: new Float32Array(n), v: new Float32Array(n)};
        let want = {p: [...start], m: Array(n).fill(0), v: Array(n).fill(0)};
        for (let step = 1; step <= 30; step++) {
          const g = randomTensor(core, `g${step}`, [n], 0.3).data;
          got = adamUpdate(core, {...got, g, step, ...options});
          want = expected(want, g, step, options);
        }
        assertClose(got.p, want.p, {atol: 2e-6}, `${n} parameters`);
        assertClose(got.m, want.m, {atol: 1e-7}, `m of ${n}`);
        assertClose(got.v, want.v, {atol: 1e-8}, `v of ${n}`);
      }
    }
  });

  test(`adamUpdate's first step is lr against the gradient's sign, whatever its size (${build})`, () => {
    const g = [1e-3, -1e-3, 5, -5e3];
    const zeros = [0, 0, 0, 0];
    const {p} = adamUpdate(core, {p: zeros, m: zeros, v: zeros, g, lr: 0.25, step: 1});
    assertClose(p, [-0.25, 0.25, -0.25, 0.25], {rtol: 2e-5});
  });

  test(`adamUpdate adds eps outside the root (${build})`, () => {
    const one = {p: [0], m: [0], v: [0], g: [1e-4], lr: 1, step: 1};
    assertClose(adamUpdate(core, {...one, eps: 1e-4}).p, [-0.5], {rtol: 1e-5});
  });

  test(`adamUpdate's decay is apart from the gradient, and keeps to no side (${build})`, () => {
    const none = {m: [0], v: [0], g: [0]};
    assertClose(adamUpdate(core, {p: [2], ...none, lr: 0.5, step: 3, weightDecay: 0.1}).p, [1.9], {
      rtol: 1e-7,
    });
    let p = Float32Array.from({length: 512}, (_, k) => 1 + k / 512);
    const zeros = new Float32Array(512);
    const start = p;
    for (let step = 1; step <= 200; step++) {
      const moved = {p, m: zeros, v: zeros, g: zeros, lr: 1e-3, weightDecay: 0.01, step};
      p = Float32Array.from(adamUpdate(core, moved).p);
    }
    const shares = p.map((v, k) => v / start[k]);
    const mean = shares.reduce((a, b) => a + b, 0) / 512;
    assert.ok(Math.abs(mean - (1 - 1e-5) ** 200) < 1e-7, `${mean}`); // 6e-6 with 1 - 1e-5 rounded
  });

  test(`adamUpdate leaves what has no gradient where it is (${build})`, () => {
    const p = Float32Array.of(1, -2, 3, -4, 5);
    const zeros = new Float32Array(5);
    const after = adamUpdate(core, {p, m: zeros, v: zeros, g: zeros, lr: 1, step: 1});
    assert.deepEqual(after, {p, m: zeros, v: zeros});
    const still = adamUpdate(core, {p, m: zeros, v: zeros, g: p, lr: 0, step: 1});
    assert.deepEqual(still.p, p);
  });

  test(`adamUpdate's bias correction is exact at large steps (${build})`, () => {
    for (const step of [1, 2, 3, 1000, 123_457, 2 ** 31 - 1]) {
      const {p} = adamUpdate(core, {p: [0], m: [0.5], v: [0.25], g: [0.5], lr: 1, step});
      const want = expected({p: [0], m: [0.5], v: [0.25]}, [0.5], step, {...DEFAULTS, lr: 1});
      assertClose(p, want.p, {rtol: 5e-7}, `step ${step}`);
    }
  });
}
