// RoPE's chain of roundings: each type is the one of the hardware, and the errors are those that were
// measured elsewhere.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {faultBf16} from '../../../web/core/fault.js';
import {ropeFrequencies, ropePrecision, roundToType} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const TYPES = /** @type {const} */ (['float64', 'float32', 'bfloat16', 'float16']);

/** @param {number} first @param {number} n */
const run = (first, n) => Array.from({length: n}, (_, k) => first + k);

/**
 * The largest error of any pair at the positions.
 *
 * @param {Core} each
 * @param {number[]} positions
 * @param {object} types
 */
const worst = (each, positions, types) =>
  ropePrecision(each, {dim: 128, positions, ...types}).phaseError.data.reduce(
    (most, value) => Math.max(most, Math.abs(value)),
    0,
  );

/** float16's numbers, of which there are few: all of 0 and above. */
function* halves() {
  for (let exponent = 0; exponent < 31; exponent++) {
    for (let digits = 0; digits < 1024; digits++) {
      yield exponent === 0 ? digits * 2 ** -24 : (1 + digits / 1024) * 2 ** (exponent - 15);
    }
  }
}

suite('rounding', () => {
  for (const [build, each] of cores) {
    test(`to float32 is the machine's, subnormal and overflowing numbers too (${build})`, () => {
      const spread = Array.from(randomTensor(core, 'numbers', [400]).data, (value, k) => {
        return value * 2 ** (((k * 37) % 320) - 170);
      });
      const edges = [0, -0, 2 ** -149, 2 ** -150, 1.5 * 2 ** -149, 3.4028235677973366e38, 1e39];
      const values = [...spread, ...edges, ...edges.map((v) => -v)];
      const {data} = roundToType(each, {values, type: 'float32'});
      values.forEach((value, k) => {
        assert.ok(Object.is(data[k], Math.fround(value)), `${value}: got ${data[k]}`);
      });
    });
  }

  test('to float16 keeps each of its numbers, and a value between two goes to the nearer, a tie to the even one', () => {
    const all = [...halves()];
    assertClose(roundToType(core, {values: all, type: 'float16'}).data, all);
    const ties = all.slice(1).map((value, k) => (value + all[k]) / 2);
    const even = all.slice(1).map((value, k) => (k % 2 === 0 ? all[k] : value));
    assertClose(roundToType(core, {values: ties, type: 'float16'}).data, even);
    const below = ties.map((value) => value * (1 - 2 ** -40));
    assertClose(roundToType(core, {values: below, type: 'float16'}).data, all.slice(0, -1));
    const above = ties.map((value) => -value * (1 + 2 ** -40));
    assertClose(
      roundToType(core, {values: above, type: 'float16'}).data,
      all.slice(1).map((v) => -v),
    );
  });

  test('to float16 ends at 65504: from 65520 on it is infinite', () => {
    const values = [65504, 65519.99, 65520, -65520, 1e300];
    const {data} = roundToType(core, {values, type: 'float16'});
    assert.deepEqual([...data], [65504, 65504, Infinity, -Infinity, Infinity]);
  });

  test('to bfloat16 keeps 8 digits and the range of float32', () => {
    const values = [
      256,
      257,
      258,
      259,
      0.1,
      3.3895e38,
      3.4e38,
      2 ** -133,
      2 ** -134,
      1.1 * 2 ** -134,
    ];
    const {data} = roundToType(core, {values, type: 'bfloat16'});
    const least = 2 ** -133;
    const want = [256, 256, 258, 260, 0.10009765625, 255 * 2 ** 120, Infinity, least, 0, least];
    assert.deepEqual([...data], want);
  });

  test('to float64 changes nothing', () => {
    const values = [0.1, 1e300, 5e-324, -0];
    assert.deepEqual([...roundToType(core, {values, type: 'float64'}).data], values);
  });

  test('of whole models goes by float32: a double may round twice', () => {
    const value = 1 + 2 ** -8 + 2 ** -40; // above the tie; float32 forgets by how much
    const once = roundToType(core, {values: [value], type: 'bfloat16'}).data[0];
    const twice = faultBf16(core, {values: [value]}).data[0];
    assert.deepEqual([once, twice], [1 + 2 ** -7, 1]);
  });
});

for (const [build, each] of cores) {
  suite(`phase error (${build})`, () => {
    test('with bfloat16 frequencies is 0.625 rad by 512, 2.504 by 2048, and all there is by 4096', () => {
      const types = {frequencyType: 'bfloat16'};
      assertClose([worst(each, run(0, 512), types)], [0.625043], {atol: 1e-6});
      assertClose([worst(each, run(0, 2048), types)], [2.503843], {atol: 1e-6});
      assertClose([worst(each, run(0, 4096), types)], [Math.PI], {atol: 1e-3});
    });

    test('of the float32 chain is 1.4e-4 at 4095, 5e-3 at 100,000', () => {
      const types = {frequencyType: 'float32', angleType: 'float32', tableType: 'float32'};
      assertClose([worst(each, [4095], types)], [1.37e-4], {rtol: 0.01});
      assertClose([worst(each, [100_000], types)], [5.16e-3], {rtol: 0.01});
    });

    test('of float32, as an error of the cosine, is what was measured in PyTorch', () => {
      // where PyTorch's power of 10000 and the exact one are rounded to the same float32
      const positions = [257, 4095, 100_000, 999_999, 1_048_575];
      const exact = ropePrecision(each, {dim: 128, positions}).cos.data;
      const errors = (/** @type {object} */ types) => {
        const {data} = ropePrecision(each, {dim: 128, positions, ...types}).cos;
        return positions.map((_, row) =>
          Math.max(...run(row * 64, 64).map((k) => Math.abs(data[k] - exact[k]))),
        );
      };
      const frequency = errors({frequencyType: 'float32'});
      assertClose(frequency, [3.7e-6, 8.2e-5, 3e-3, 2.2e-2, 3.1e-2], {rtol: 0.02});
      const all = errors({frequencyType: 'float32', angleType: 'float32', tableType: 'float32'});
      assertClose(all, [5.7e-6, 1.4e-4, 5.2e-3, 3.1e-2, 2.5e-2], {rtol: 0.03});
      const [at257] = errors({angleType: 'bfloat16'});
      assertClose([at257], [0.86], {atol: 0.01});
    });

    test('is 0 at position 0 in every type', () => {
      for (const frequencyType of TYPES) {
        for (const tableType of TYPES) {
          const types = {frequencyType, angleType: tableType, tableType};
          const {cos, sin, phaseError} = ropePrecision(each, {dim: 8, positions: [0], ...types});
          assert.deepEqual([...cos.data], [1, 1, 1, 1]);
          assert.deepEqual([...sin.data, ...phaseError.data], Array(8).fill(0));
        }
      }
    });

    test('of a rounded table alone does not grow', () => {
      for (const [tableType, unit] of /** @type {const} */ ([
        ['float32', 2 ** -24],
        ['float16', 2 ** -11],
        ['bfloat16', 2 ** -8],
      ])) {
        for (const first of [0, 1_000_000 - 500]) {
          const most = worst(each, run(first, 500), {tableType});
          assert.ok(most < unit && most > unit / 4, `${tableType} from ${first}: ${most}`);
        }
      }
    });

    test('is the angle between the rounded pair and the exact one', () => {
      const positions = [1, 17, 300, 4095, 65_000];
      const exact = ropeFrequencies(each, {dim: 32}).data;
      for (const type of TYPES) {
        const types = {frequencyType: type, angleType: type, tableType: type};
        const {cos, sin, phaseError} = ropePrecision(each, {dim: 32, positions, ...types});
        positions.forEach((p, row) => {
          exact.forEach((w, k) => {
            const [c, s] = [cos.data[row * 16 + k], sin.data[row * 16 + k]];
            const [x, y] = [Math.cos(p * w), Math.sin(p * w)];
            const want = Math.atan2(s * x - c * y, c * x + s * y);
            const got = phaseError.data[row * 16 + k];
            assertClose([Math.cos(got), Math.sin(got)], [Math.cos(want), Math.sin(want)], {
              atol: 1e-10,
            });
            assert.ok(Math.abs(got) <= Math.PI + 1e-12);
          });
        });
      }
    });

    test('of positions and angles past 65504 in float16 is none: there is no such number', () => {
      const positions = [65_519, 65_520, 70_000];
      const {cos, phaseError} = ropePrecision(each, {dim: 4, positions, angleType: 'float16'});
      assert.ok(Number.isFinite(phaseError.data[0]) && Number.isFinite(cos.data[1]));
      for (const k of [2, 3, 4, 5]) {
        assert.ok(Number.isNaN(phaseError.data[k]) && Number.isNaN(cos.data[k]), String(k));
      }
    });

    test('without rounding is what double leaves: 2e-9 at a million', () => {
      assert.ok(worst(each, [1_000_000], {}) < 2e-9);
      assert.ok(worst(each, run(0, 100), {}) < 1e-13);
    });
  });
}

test('negative positions turn the other way', () => {
  const ahead = ropePrecision(core, {dim: 8, positions: [777], angleType: 'bfloat16'});
  const back = ropePrecision(core, {dim: 8, positions: [-777], angleType: 'bfloat16'});
  assert.deepEqual(back.cos.data, ahead.cos.data);
  assert.deepEqual(
    back.phaseError.data,
    ahead.phaseError.data.map((v) => -v),
  );
});
