import assert from 'node:assert/strict';
import test from 'node:test';

import {
  mixedRopeAngles,
  mixedRopeBackward,
  mixedRopeInit,
  mixedRopeRotate,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

/** @param {Core} core @param {number} nHeads @param {number} n @param {number} dHead */
const given = (core, nHeads, n, dHead) => ({
  x: randomTensor(core, 'x', [nHeads, n, dHead]),
  weights: randomTensor(core, 'w', [2, nHeads, dHead / 2]),
  positions: randomTensor(core, 'p', [2, n], 5),
});

/** A head's row r of x with a row of y. @param {Tensor} x @param {Tensor} y @param {number} i @param {number} j */
const product = (x, y, i, j) => {
  const d = x.shape[2];
  return dot(x.data.subarray(i * d, (i + 1) * d), y.data.subarray(j * d, (j + 1) * d));
};

for (const [build, core] of await loadBothCores()) {
  test(`${build}: weights start along a direction of the head, and across it`, () => {
    const [angles, theta, dHead] = [[0.3, -2], 10, 12];
    const {data, shape} = mixedRopeInit(core, {angles, theta, dHead});
    assert.deepEqual(shape, [2, 2, 6]);
    const want = [0, 1].flatMap((axis) =>
      angles.flatMap((angle) =>
        Array.from({length: 6}, (_, c) => {
          const direction = angle + (c < 3 ? 0 : Math.PI / 2);
          return theta ** ((-4 * (c % 3)) / dHead) * (axis === 0 ? Math.cos(direction) : Math.sin(direction)); // biome-ignore format: one thought
        }),
      ),
    );
    assertClose(data, want, {atol: 1e-7});
  });

  test(`${build}: each pair is rotated by x w_x + y w_y, and the inverse rotates it back`, () => {
    for (const [nHeads, n, dHead] of [
      [1, 1, 2],
      [2, 5, 6],
      [3, 4, 8],
    ]) {
      const {x, weights, positions} = given(core, nHeads, n, dHead);
      const [half, nWeights] = [dHead / 2, (nHeads * dHead) / 2];
      const angles = mixedRopeAngles(core, {weights, positions}).data;
      const rotated = mixedRopeRotate(core, {x, weights, positions});
      for (let at = 0; at < angles.length; at++) {
        const [c, r, h] = [at % half, Math.floor(at / half) % n, Math.floor(at / half / n)];
        const w = h * half + c;
        const want = positions.data[r] * weights.data[w] + positions.data[n + r] * weights.data[nWeights + w]; // biome-ignore format: one thought
        assertClose([angles[at]], [want], {atol: 1e-6});
        const [a, b] = x.data.subarray(2 * at, 2 * at + 2);
        const [cos, sin] = [Math.cos(want), Math.sin(want)];
        const pair = rotated.data.subarray(2 * at, 2 * at + 2);
        assertClose(pair, [a * cos - b * sin, b * cos + a * sin], {atol: 1e-6});
      }
      const back = mixedRopeRotate(core, {x: rotated, weights, positions, inverse: true});
      assertClose(back.data, x.data, {atol: 1e-6});
    }
  });

  test(`${build}: logits depend on the difference of two places in the plane`, () => {
    const {x, weights, positions} = given(core, 1, 4, 8);
    const moved = mapTensor(positions, (value, k) => value + (k < 4 ? 3 : -2));
    const [here, there] = [positions, moved].map((places) =>
      mixedRopeRotate(core, {x, weights, positions: places}),
    );
    for (const [i, j] of [
      [0, 1],
      [2, 0],
      [3, 3],
    ]) {
      assertClose([product(here, here, i, j)], [product(there, there, i, j)], {atol: 3e-6});
    }
  });

  test(`${build}: gradients by x and by the weights are those of differences`, () => {
    for (const [nHeads, n, dHead] of [
      [1, 3, 2],
      [2, 5, 6],
    ]) {
      const {x, weights, positions} = given(core, nHeads, n, dHead);
      const drotated = randomTensor(core, 'd', [nHeads, n, dHead]);
      const rotated = mixedRopeRotate(core, {x, weights, positions});
      const {dx, dweights} = mixedRopeBackward(core, {drotated, rotated, weights, positions});
      const loss = (/** @type {object} */ changed) =>
        dot(mixedRopeRotate(core, {x, weights, positions, ...changed}).data, drotated.data);
      assertClose(
        dx.data,
        numericalGradient((moved) => loss({x: moved}), x),
        {atol: 1e-4},
      );
      const wanted = numericalGradient((moved) => loss({weights: moved}), weights);
      assertClose(dweights.data, wanted, {atol: 4e-3});
    }
  });
}
