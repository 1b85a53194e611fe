// What a wrong tensor has in common with the right one, said only where it is so.
import assert from 'node:assert/strict';
import test from 'node:test';

import {patternOf, shown} from '../../../web/exercises/grading/pattern.js';

const WANT = {data: Float64Array.of(0.5, -1, 2, 3, 5.5, 8, -2, 1, 0.25), shape: [3, 3]};

/** @param {(v: number, at: number) => number} rule @param {string} [dtype] */
const said = (rule, dtype = 'float32') =>
  patternOf({shape: WANT.shape, dtype, data: WANT.data.map(rule)}, WANT);

test('sign, factor and offset', () => {
  assert.equal(
    said((v) => -v),
    'Every number has the opposite sign.',
  );
  assert.match(
    said((v) => v / Math.sqrt(8)),
    /^Every number is 0.353553 times what it should be/,
  );
  assert.equal(
    said((v) => v + 1),
    'Every number is 1 too large.',
  );
});

test('each of them holds for every number to 1e-4 of it, or is not said', () => {
  assert.match(
    said((v, k) => 2 * v * (k % 2 ? 1 : 1 + 5e-5)),
    /2 times/,
  );
  assert.equal(
    said((v, k) => (k % 2 ? 2 * v : 2 * v * (1 + 1e-3))),
    '',
  );
  assert.equal(
    said((v) => v - 0.5),
    'Every number is 0.5 too small.',
  );
});

test('of two different numbers nothing is said: a factor and an offset can always be found', () => {
  const truth = {data: Float64Array.of(1, 2, 2, 1), shape: [4]};
  const output = {shape: [4], dtype: 'float32', data: Float64Array.of(3, 7, 7, 3)};
  assert.equal(patternOf(output, truth), '');
});

test('a number is written as in Python', () => {
  assert.deepEqual([Number.NaN, Infinity, -Infinity, 0.1 + 0.2, -2].map(shown), [
    'nan',
    'inf',
    '-inf',
    '0.3',
    '-2',
  ]);
});

test('infinities must stand where they should', () => {
  const masked = {data: Float64Array.of(1, -Infinity, 2, 3, 4, 5), shape: [6]};
  const output = (/** @type {number} */ hidden) => ({
    shape: [6],
    dtype: 'float32',
    data: masked.data.map((v) => (Number.isFinite(v) ? 2 * v : hidden)),
  });
  assert.match(patternOf(output(-Infinity), masked), /^Every number is 2 times/);
  assert.equal(patternOf(output(0), masked), 'One number is finite where -inf belongs.');
  const negated = {shape: [6], dtype: 'float32', data: masked.data.map((v) => -v)};
  assert.doesNotMatch(patternOf(negated, masked), /opposite sign/);
});

test('other orders', () => {
  const {data} = WANT;
  assert.equal(
    said((_, k) => data[(k % 3) * 3 + Math.floor(k / 3)]),
    'Rows and columns have changed places.',
  );
  assert.equal(
    said((_, k) => data[k - (k % 3) + 2 - (k % 3)]),
    'Axis 1 runs backwards.',
  );
  assert.equal(
    said((_, k) => data[k + 3] ?? 7),
    'Index i of axis 0 has what belongs to i + 1.',
  );
  assert.equal(
    said((_, k) => data[k - 3] ?? 7),
    'Index i of axis 0 has what belongs to i − 1.',
  );
});

test('numbers that are alike have no places that could be exchanged', () => {
  const truth = {data: Float64Array.of(1, 1, 1), shape: [3]};
  const data = Float64Array.of(1, 1, 0.33);
  assert.doesNotMatch(patternOf({shape: [3], dtype: 'list', data}, truth), /belongs to/);
});

test('an axis of two has no order that could be named', () => {
  const truth = {data: Float64Array.of(1, 5, 2, 9, 3, 4), shape: [3, 2]};
  const data = Float64Array.of(5, 1, 9, 2, 4, 3);
  assert.equal(patternOf({shape: [3, 2], dtype: 'float32', data}, truth), '');
});

test('right at position 0 only', () => {
  assert.equal(
    said((v, k) => (k < 3 || k === 4 ? v : v * v + k)),
    'Index 0 of axis 0 is right, the others are not.',
    'where most others are wrong, one may be right by chance',
  );
  assert.equal(
    said((v, k) => (k < 3 ? v : v * v + k)),
    'Index 0 of axis 0 is right, the others are not.',
  );
});

test('what the type of the numbers does', () => {
  assert.equal(said(Math.trunc, 'int64'), 'The tensor is int64, which has whole numbers only.');
  assert.match(
    said((v) => v * 1.003, 'float16'),
    /float16 is too coarse/,
  );
  assert.doesNotMatch(
    said((v, k) => v * (k % 2 ? 1.5 : 1), 'float16'),
    /too coarse/,
  );
  const masked = {...WANT, data: WANT.data.map((v, k) => (k === 4 ? -Infinity : v))};
  const least = {...masked, dtype: 'float16', data: masked.data.map((v) => Math.max(v, -65504))};
  assert.doesNotMatch(patternOf(least, masked), /too coarse/, 'no number is near an infinite one');
  assert.match(
    said((v, k) => (k === 4 ? Number.NaN : v)),
    /There is nan in it/,
  );
});

test('of what has nothing in common nothing is said', () => {
  assert.equal(
    said((v, k) => Math.sin(9 * k) + v * k),
    '',
  );
});

/** @param {number[]} shape @param {(i: number, j: number) => number} valueAt */
function table([rows, columns], valueAt) {
  const data = Float64Array.from({length: rows * columns}, (_, k) =>
    valueAt(Math.floor(k / columns), k % columns),
  );
  return {data, shape: [rows, columns], dtype: 'float32'};
}

test('reasons that name a part of the tensor', () => {
  const right = table([5, 5], (i, j) => 1 + 3 * i + 0.37 * j * j + 0.1 * i * j);
  const changed = (/** @type {(i: number, j: number, v: number) => number} */ change) =>
    patternOf(
      table([5, 5], (i, j) => change(i, j, right.data[5 * i + j])),
      right,
    );
  assert.equal(
    changed((i, j, v) => (j > i ? v + j : v)),
    'Only numbers above the diagonal are wrong; all others are right.',
  );
  assert.equal(
    changed(() => 3),
    'Every number is 3.',
  );
  assert.equal(
    changed((_i, _j, v) => v * v),
    'Every number is the square of what it should be.',
  );
  assert.match(
    changed((i, _j, v) => v * (i + 1)),
    /^Along axis 0 each index has a factor of its own: 1, 2, 3, 4 …/,
  );
  assert.match(
    changed((i, j, v) => v + (j > 1 ? i * j * j : 0)),
    /^Row 0 and columns 0, 1 are right/,
  );
  assert.match(
    changed((i, j, v) => (i === 2 ? v + 1 + i * j : v)),
    /^Along axis 0, index 2 is wrong throughout/,
  );
  assert.equal(
    changed((i, j, v) => v + Math.sin(7 * i + 3 * j + 1)),
    '',
  );
});

test('a number near zero says nothing of its row’s factor, whichever comes first', () => {
  const want = {data: Float64Array.of(1e-5, 2, 3, 4, 1e-5, 5, 6, 7, 8), shape: [3, 3]};
  const factors = [2, 3, 5];
  const data = want.data.map((v, k) => (v < 1e-4 ? v : v * factors[Math.floor(k / 3)]));
  assert.match(
    patternOf({shape: [3, 3], dtype: 'float64', data}, want),
    /^Along axis 0 each index has a factor of its own: 2, 3, 5/,
  );
});
