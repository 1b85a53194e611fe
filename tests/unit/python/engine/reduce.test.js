// Along some axes to one number each: against loops, whatever the axes; sorting, running sums, softmax.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {layerNorm, softmax} from '../../../../web/python/engine/nn.js';
import {cumulate, extreme, reduce, sort} from '../../../../web/python/engine/reduce.js';
import {transpose} from '../../../../web/python/engine/shapes.js';
import {at, counting, indices, shapes, tensor, values, whole} from './model.js';

/** @import {Tensor} from '../../../../web/python/engine/tensor.js' */

/** @param {number[]} row */
const sum = (row) => row.reduce((a, b) => a + b, 0);
/** @param {number[]} row */
const mean = (row) => sum(row) / row.length;
/** @param {number[]} row @param {number} correction */
const variance = (row, correction) =>
  sum(row.map((v) => (v - mean(row)) ** 2)) / Math.max(0, row.length - correction);

/** @type {Record<string, (row: number[]) => number>} the last number of a name is its parameter */
const OF_ROW = {
  'sum 0': sum,
  'mean 0': mean,
  'prod 0': (row) => row.reduce((a, b) => a * b, 1),
  'amax 0': (row) => Math.max(...row),
  'amin 0': (row) => Math.min(...row),
  'argmax 0': (row) => row.indexOf(Math.max(...row)),
  'argmin 0': (row) => row.indexOf(Math.min(...row)),
  'var 1': (row) => variance(row, 1),
  'var 0': (row) => variance(row, 0),
  'std 1': (row) => Math.sqrt(variance(row, 1)),
  'norm 2': (row) => Math.sqrt(sum(row.map((v) => v * v))),
  'norm 1': (row) => sum(row.map(Math.abs)),
  'norm 3': (row) => sum(row.map((v) => Math.abs(v) ** 3)) ** (1 / 3),
  'norm 0': (row) => row.filter((v) => v !== 0).length,
  'norm Infinity': (row) => Math.max(...row.map(Math.abs)),
  'norm -Infinity': (row) => Math.min(...row.map(Math.abs)),
  'logsumexp 0': (row) => Math.log(sum(row.map(Math.exp))),
  'all 0': (row) => Number(row.every((v) => v !== 0)),
  'any 0': (row) => Number(row.some((v) => v !== 0)),
  'count_nonzero 0': (row) => row.filter((v) => v !== 0).length,
  'median 0': (row) => row.toSorted((a, b) => a - b)[Math.floor((row.length - 1) / 2)],
};

/** The rows that vanish, in the order of the result. @param {Tensor} x @param {number[]} dims */
function rowsOf(x, dims) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  for (const index of indices(x.shape)) {
    const key = index.filter((_, d) => !dims.includes(d)).join();
    rows.set(key, [...(rows.get(key) ?? []), at(x, index)]);
  }
  return [...rows.values()];
}

const cases = shapes({least: 1, most: 4, leastRank: 1}).chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    dims: fc.subarray(
      shape.map((_, d) => d),
      {minLength: 1},
    ),
    keepdim: fc.boolean(),
    seed: fc.nat(30),
  }),
);

for (const [key, ofRow] of Object.entries(OF_ROW)) {
  const [name, parameter] = key.split(' ');
  test(`${key}: loops say the same, of any axes, kept or not`, () => {
    fc.assert(
      fc.property(cases, ({shape, dims, keepdim, seed}) => {
        const x = transpose(whole(shape.toReversed(), seed), 0, -1);
        const axes = dims.map((d) => (d % 2 ? d - x.rank : d));
        const out = reduce(name, x, axes, keepdim, Number(parameter));
        const kept = x.shape.flatMap((n, d) => (!dims.includes(d) ? [n] : keepdim ? [1] : []));
        assert.deepEqual([...out.shape], kept);
        values(out).forEach((value, k) => {
          const want = ofRow(rowsOf(x, dims)[k]);
          if (Number.isNaN(want)) assert.ok(Number.isNaN(value));
          else
            assert.ok(
              value === want || Math.abs(value - want) <= 6e-8 * Math.abs(want),
              `${value} ${want}`,
            );
        });
      }),
      {numRuns: 40},
    );
  });
}

test('no axes are all of them', () => {
  const out = reduce('sum', counting([2, 3, 4]), [], false, 0);
  assert.deepEqual([...out.shape, ...values(out)], [276]);
  assert.deepEqual([...reduce('sum', counting([2, 3]), [], true, 0).shape], [1, 1]);
});

test('types of the results', () => {
  const type = (/** @type {string} */ name, /** @type {string} */ of) =>
    reduce(name, counting([2], of), [], false, 0).dtype.name;
  assert.equal(type('sum', 'bool'), 'int64');
  assert.equal(type('sum', 'int32'), 'int64');
  assert.equal(type('sum', 'float16'), 'float16');
  assert.equal(type('amax', 'int32'), 'int32');
  assert.equal(type('any', 'float32'), 'bool');
  assert.equal(type('any', 'uint8'), 'uint8');
  assert.equal(type('argmax', 'float32'), 'int64');
});

test('NaN: the largest, its place, the median and the sum are NaN’s', () => {
  const x = tensor([3], [1, Number.NaN, 5]);
  assert.ok(Number.isNaN(values(reduce('amax', x, [], false, 0))[0]));
  assert.ok(Number.isNaN(values(reduce('median', x, [], false, 0))[0]));
  assert.deepEqual(values(reduce('argmin', x, [], false, 0)), [1]);
});

test('of nothing: sums are 0, products 1, means NaN', () => {
  const x = tensor([2, 0], []);
  assert.deepEqual(values(reduce('sum', x, [1], false, 0)), [0, 0]);
  assert.deepEqual(values(reduce('prod', x, [1], false, 0)), [1, 1]);
  assert.deepEqual(values(reduce('mean', x, [1], false, 0)), [Number.NaN, Number.NaN]);
  assert.deepEqual(values(reduce('sum', x, [0], false, 0)), []);
});

test('max and min along an axis come with their places', () => {
  const [most, places] = extreme(tensor([2, 3], [1, 5, 2, 9, 0, 9]), 1, false, true);
  assert.deepEqual(
    [values(most), values(places)],
    [
      [5, 9],
      [1, 0],
    ],
  );
  const [least] = extreme(counting([2, 3]), 0, true, false);
  assert.deepEqual([...least.shape], [1, 3]);
});

test('sort is stable, either way, along any axis, NaN above all', () => {
  fc.assert(
    fc.property(
      shapes({least: 1, most: 4, leastRank: 1, mostRank: 3}),
      fc.nat(30),
      fc.boolean(),
      (shape, seed, isDescending) => {
        const x = whole(shape, seed);
        const d = seed % shape.length;
        const [sorted, places] = sort(x, d, isDescending);
        for (const index of indices(shape.with(d, 1))) {
          const row = Array.from({length: shape[d]}, (_, k) => at(x, index.with(d, k)));
          const order = row
            .map((_, k) => k)
            .sort((a, b) => (isDescending ? row[b] - row[a] : row[a] - row[b]) || a - b);
          assert.deepEqual(
            order.map((_, k) => at(places, index.with(d, k))),
            order,
          );
          assert.deepEqual(
            order.map((_, k) => at(sorted, index.with(d, k))),
            order.map((k) => row[k]),
          );
        }
      },
    ),
  );
  const [sorted] = sort(tensor([3], [Number.NaN, 1, 0]), 0, false);
  assert.deepEqual(values(sorted), [0, 1, Number.NaN]);
});

test('running sums and products', () => {
  const x = tensor([2, 3], [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(values(cumulate('cumsum', x, 0)), [1, 2, 3, 5, 7, 9]);
  assert.deepEqual(values(cumulate('cumsum', x, -1)), [1, 3, 6, 4, 9, 15]);
  assert.deepEqual(values(cumulate('cumprod', x, 1)), [1, 2, 6, 4, 20, 120]);
  assert.deepEqual(values(x), [1, 2, 3, 4, 5, 6]);
});

test('softmax: shares that sum to 1, the same after a shift, 0 for minus infinity', () => {
  fc.assert(
    fc.property(shapes({least: 1, leastRank: 1, mostRank: 3}), fc.nat(30), (shape, seed) => {
      const x = whole(shape, seed);
      const d = seed % shape.length;
      const shares = softmax(x, d, false);
      for (const one of values(reduce('sum', shares, [d], false, 0)))
        assert.ok(Math.abs(one - 1) < 3e-7);
      const logs = values(softmax(x, d - shape.length, true));
      values(shares).forEach((share, k) => {
        assert.ok(Math.abs(Math.exp(logs[k]) - share) < 3e-7);
      });
    }),
  );
  const row = tensor([3], [1000, -Infinity, 1000]);
  assert.deepEqual(values(softmax(row, 0, false)), [0.5, 0, 0.5]);
  assert.ok(values(softmax(tensor([1], [-Infinity]), 0, false)).every(Number.isNaN));
});

test('layer norm: mean 0, variance n / (n + eps), then weights; several axes at once', () => {
  const out = layerNorm(whole([2, 3, 4], 1), [3, 4], null, null, 1e-5, null);
  for (const row of rowsOf(out, [1, 2])) {
    assert.ok(Math.abs(mean(row)) < 1e-6 && Math.abs(variance(row, 0) - 1) < 1e-4);
  }
  const weighted = layerNorm(
    whole([2, 4], 1),
    [4],
    tensor([4], [2, 2, 2, 2]),
    tensor([4], [1, 1, 1, 1]),
    1e-5,
    null,
  );
  for (const row of rowsOf(weighted, [1])) {
    assert.ok(Math.abs(mean(row) - 1) < 1e-6 && Math.abs(variance(row, 0) - 4) < 1e-3);
  }
});

const none = tensor([2, 0], []);
/** @type {[string, () => unknown, RegExp][]} */
const REFUSED = [
  [
    'the largest of none',
    () => reduce('amax', none, [], false, 0),
    /Expected reduction dim to be specified for input\.numel\(\) == 0/,
  ],
  [
    'the mean of whole numbers',
    () => reduce('mean', counting([2], 'int64'), [], false, 0),
    /could not infer output dtype.*Got: Long/,
  ],
  [
    'a norm of whole numbers',
    () => reduce('norm', counting([2], 'int64'), [], false, 2),
    /Got Long instead/,
  ],
  [
    'an axis twice',
    () => reduce('sum', counting([2, 2]), [0, -2], false, 0),
    /dim 0 appears multiple times/,
  ],
  [
    'an axis that is not there',
    () => reduce('sum', counting([2]), [1], false, 0),
    /range of \[-1, 0\], but got 1/,
  ],
  [
    'softmax of whole numbers',
    () => softmax(counting([2], 'int64'), 0, false),
    /not implemented for 'Long'/,
  ],
  [
    'layer norm of another width',
    () => layerNorm(counting([2, 3]), [2], null, null, 1e-5, null),
    /normalized_shape=\[2\], expected input with shape \[\*, 2\]/,
  ],
];
for (const [name, act, said] of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(act, said);
  });
}
