import assert from 'node:assert/strict';
import test from 'node:test';

import {
  methodQk,
  methodQkBackward,
  temperatureFactors,
  temperatureScale,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** The formula of src/pe/temperature.h. @param {number} p @param {number[]} settings */
const factorAt = (p, [interval, beta, shift]) =>
  1 + beta * Math.log(1 + Math.floor((p + shift) / interval));

const SETTINGS = [
  [8192, 0.1, 1],
  [16384, 0.1, 0],
  [4, 0.5, 1],
  [3, 2, 0],
  [2.5, 0.25, 1],
];

for (const [build, core] of await loadBothCores()) {
  test(`${build}: the temperature grows by whole steps, one position earlier with shift 1`, () => {
    const positions = [0, 1, 2, 3, 4, 8190, 8191, 8192, 16383, 16384, 10485759, 2 ** 53];
    for (const [interval, beta, shift] of SETTINGS) {
      const {data, shape} = temperatureFactors(core, {positions, interval, beta, shift});
      assert.deepEqual(shape, [positions.length]);
      const want = positions.map((p) => factorAt(p, [interval, beta, shift]));
      assertClose(data, want, {rtol: 1e-15}, `${interval} ${beta} ${shift}`);
    }
    const llama4 = temperatureFactors(core, {positions: [8190, 8191]}).data;
    const ministral = temperatureFactors(core, {positions: [8191, 8192], shift: 0}).data;
    assert.deepEqual([llama4[0], ministral[0]], [1, 1]);
    assertClose([llama4[1], ministral[1]], Array(2).fill(1 + 0.1 * Math.log(2)), {rtol: 1e-15});
  });

  test(`${build}: queries are multiplied by the factors of their positions, in every head`, () => {
    const q = randomTensor(core, 'q', [3, 5, 7]);
    const positions = [9, 0, 2, 100, 3];
    const rule = {interval: 3, beta: 0.7, shift: 0};
    const {data} = temperatureFactors(core, {positions, ...rule});
    const want = q.data.map((value, e) =>
      Math.fround(value * Math.fround(data[Math.floor(e / 7) % 5])),
    );
    assert.deepEqual(temperatureScale(core, {q, positions, ...rule}), {data: want, shape: q.shape});
  });

  test(`${build}: the method counts from the position of key 0, and leaves keys alone`, () => {
    for (const [nQuery, nKey, firstPos] of [
      [6, 6, 0],
      [2, 6, 0],
      [3, 3, 1000],
      [5, 2, 0], // the first queries come before position 0
    ]) {
      const q = randomTensor(core, 'q', [2, nQuery, 3]);
      const k = randomTensor(core, 'k', [2, nKey, 3]);
      const options = {method: 'temperature', firstPos, interval: 3, beta: 0.5, shift: 1};
      const got = methodQk(core, {...options, q, k});
      assert.deepEqual(got.k, k);
      const want = q.data.map((value, e) => {
        const p = firstPos + (Math.floor(e / 3) % nQuery) + nKey - nQuery;
        return value * (p < 0 ? 1 : factorAt(p, [3, 0.5, 1]));
      });
      assertClose(got.q.data, want, {rtol: 2e-7});
      // linear in q: the gradient has the same factor
      const back = methodQkBackward(core, {...options, dq: q, dk: k});
      assert.deepEqual(back, {dq: got.q, dk: got.k});
    }
  });
}
