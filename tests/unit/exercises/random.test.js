import assert from 'node:assert/strict';
import test from 'node:test';

import {CaseRandom} from '../../../web/exercises/grading/random.js';

test('a seed repeats, and without one no two runs have the same cases', () => {
  const draw = (/** @type {bigint} */ seed) => {
    const random = new CaseRandom(seed);
    return Array.from({length: 20}, () => random.uniform());
  };
  assert.deepEqual(draw(7n), draw(7n));
  assert.notDeepEqual(draw(7n), draw(8n));
  assert.notEqual(new CaseRandom().uniform(), new CaseRandom().uniform());
});

test('whole numbers reach both ends, evenly', () => {
  const random = new CaseRandom(1n);
  const counts = [0, 0, 0, 0];
  for (let k = 0; k < 4000; k++) counts[random.int(3, 6) - 3]++;
  for (const n of counts) assert.ok(Math.abs(n - 1000) < 120, `${counts}`);
});

test('a sample has no element twice', () => {
  const random = new CaseRandom(2n);
  for (let k = 0; k < 50; k++) {
    const sample = random.sample([1, 2, 3, 4, 5], 3);
    assert.equal(new Set(sample).size, 3);
    assert.ok(sample.includes(random.pick(sample)));
  }
});

test('normal numbers have mean 0 and deviation 1, and are float32', () => {
  const {tensor} = new CaseRandom(3n).normal(100, 50);
  assert.deepEqual(tensor.shape, [100, 50]);
  assert.ok(tensor.data instanceof Float32Array);
  const {data} = tensor;
  const mean = data.reduce((a, b) => a + b, 0) / data.length;
  const variance = data.reduce((a, b) => a + b * b, 0) / data.length - mean ** 2;
  assert.ok(Math.abs(mean) < 0.05, `mean ${mean}`);
  assert.ok(Math.abs(variance - 1) < 0.08, `variance ${variance}`);
});

test('whole numbers as an argument are int64 of the given shape', () => {
  const {tensor} = new CaseRandom(4n).ints(-2, 2, 3, 4);
  assert.equal(tensor.dtype, 'int64');
  assert.equal(tensor.data.length, 12);
  assert.ok(tensor.data.every((v) => Number.isInteger(v) && Math.abs(v) <= 2));
});
