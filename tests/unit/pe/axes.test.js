import assert from 'node:assert/strict';
import test from 'node:test';
import {matmul} from '../../../web/core/linalg.js';
import {
  axial2d,
  mropeAxes,
  mropeTables,
  ropeAxesTables,
  ropeFrequencies,
  ropeRotate,
  ropeScaling,
  ropeTables,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

const cores = await loadBothCores();
const [, core] = cores[0];

/** @param {number[][]} rows */
const coordinates = (rows) => ({data: rows.flat(), shape: [rows.length, rows[0].length]});

for (const [build, each] of cores) {
  test(`${build}: text, whose three coordinates are equal, is plain RoPE`, () => {
    const positions = [0, 1, 5, 300, 12.5];
    const plain = ropeTables(each, {positions, dim: 16, base: 500});
    for (const interleaved of [false, true]) {
      const got = mropeTables(each, {
        positions: coordinates([positions, positions, positions]),
        sections: [2, 3, 3],
        interleaved,
        base: 500,
      });
      assert.deepEqual(got, plain);
    }
  });

  test(`${build}: each pair rotates by the coordinate that it follows, and by no other`, () => {
    const rows = [
      [3, 4, 5],
      [10, 20, 30],
      [7, 0, -2],
    ];
    for (const interleaved of [false, true]) {
      const axes = mropeAxes(each, {sections: [1, 2, 3], interleaved});
      const got = mropeTables(each, {
        positions: coordinates(rows),
        sections: [1, 2, 3],
        interleaved,
      });
      axes.forEach((axis, pair) => {
        const alone = ropeTables(each, {positions: rows[axis], dim: 12});
        for (let r = 0; r < 3; r++) {
          assert.equal(got.cos.data[r * 6 + pair], alone.cos.data[r * 6 + pair]);
          assert.equal(got.sin.data[r * 6 + pair], alone.sin.data[r * 6 + pair]);
        }
      });
    }
  });
}

test('Qwen2-VL has sections one after the other, Qwen3-VL alternately until each has its share', () => {
  const sections = [16, 24, 24];
  const apart = mropeAxes(core, {sections});
  const spread = mropeAxes(core, {sections, interleaved: true});
  assert.deepEqual(
    [...apart],
    [0, 1, 2].flatMap((axis) => Array(sections[axis]).fill(axis)),
  );
  assert.deepEqual([...spread.slice(0, 8)], [0, 1, 2, 0, 1, 2, 0, 1]);
  assert.equal(apart.filter((axis, pair) => axis !== spread[pair]).length, 42);
  // Qwen3-VL's own sections: an axis that is full leaves its pairs to the first one
  const own = [...mropeAxes(core, {sections: [24, 20, 20], interleaved: true})];
  assert.deepEqual(
    [0, 1, 2].map((axis) => own.filter((a) => a === axis).length),
    [24, 20, 20],
  );
  assert.deepEqual(own.slice(57), [0, 1, 2, 0, 0, 0, 0]);
  assert.deepEqual([...mropeAxes(core, {sections: [0, 2, 0, 1]})], [1, 1, 3]);
  assert.deepEqual([...mropeAxes(core, {sections: [3], interleaved: true})], [0, 0, 0]);
});

test('M-RoPE takes a rule of frequencies, with its amplitude', () => {
  const scaling = {kind: /** @type {const} */ ('yarn'), factor: 4, originalMaxPosition: 256};
  const positions = [9, 900];
  const got = mropeTables(core, {
    positions: coordinates([positions, positions]),
    sections: [5, 3],
    scaling,
  });
  assert.deepEqual(got, ropeTables(core, {positions, ...ropeScaling(core, {dim: 16, ...scaling})}));
});

test('axial: rows turn the first half of the pairs, columns the second, at the same pace', () => {
  const [height, width, dim] = [3, 5, 8];
  const {cos, sin} = axial2d(core, {height, width, dim, base: 100});
  assert.deepEqual(
    [cos.shape, sin.shape],
    [
      [15, 4],
      [15, 4],
    ],
  );
  const w = ropeFrequencies(core, {dim: 4, base: 100}).data;
  for (let token = 0; token < 15; token++) {
    const [row, column] = [Math.floor(token / width), token % width];
    const angles = [row * w[0], row * w[1], column * w[0], column * w[1]];
    const at = token * 4;
    assertClose(cos.data.slice(at, at + 4), angles.map(Math.cos), {atol: 1e-7});
    assertClose(sin.data.slice(at, at + 4), angles.map(Math.sin), {atol: 1e-7});
  }
});

test('axial: a score depends on how far down and how far right, not on where', () => {
  const [height, width, dim] = [6, 6, 12];
  const tables = axial2d(core, {height, width, dim});
  const repeated = (/** @type {string} */ name) => {
    const {data} = randomTensor(core, name, [dim]);
    const length = height * width * dim;
    return {
      data: Float32Array.from({length}, (_, k) => data[k % dim]),
      shape: [1, height * width, dim],
    };
  };
  const q = ropeRotate(core, {x: repeated('q'), ...tables});
  const k = ropeRotate(core, {x: repeated('k'), ...tables});
  const scoreOf = (/** @type {number} */ i, /** @type {number} */ j) =>
    matmul(core, {
      a: {data: q.data.slice(i * dim, (i + 1) * dim), shape: [1, dim]},
      b: {data: k.data.slice(j * dim, (j + 1) * dim), shape: [dim, 1]},
    }).data[0];
  const token = (/** @type {number} */ row, /** @type {number} */ column) => row * width + column;
  for (const [down, right] of [
    [0, 1],
    [2, 0],
    [3, 2],
  ]) {
    const first = scoreOf(token(0, 0), token(down, right));
    for (const [row, column] of [
      [1, 1],
      [2, 3],
      [0, 2],
    ]) {
      const moved = scoreOf(token(row, column), token(row + down, column + right));
      assert.ok(Math.abs(moved - first) < 1e-5);
    }
  }
  assert.ok(Math.abs(scoreOf(token(0, 0), token(1, 2)) - scoreOf(token(0, 0), token(2, 1))) > 1e-3);
});

test('any table of axes, with a factor', () => {
  const positions = coordinates([
    [1, 2],
    [10, 20],
  ]);
  const invFreq = [0.5, 0.25, 0.125];
  const axisOf = [1, 0, 1];
  const {cos, sin} = ropeAxesTables(core, {positions, invFreq, axisOf, attentionFactor: 2});
  const angles = [5, 0.25, 1.25, 10, 0.5, 2.5];
  assertClose(
    cos.data,
    angles.map((a) => 2 * Math.cos(a)),
    {atol: 3e-7},
  );
  assertClose(
    sin.data,
    angles.map((a) => 2 * Math.sin(a)),
    {atol: 3e-7},
  );
});
