// x[...]: specs, picked elements and masks against plain loops; an index out of bounds is an error.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {gather, scatter} from '../../../../web/python/engine/gather.js';
import {getIndex, nonzeroOf, readSpec, setIndex} from '../../../../web/python/engine/indexing.js';
import {transpose} from '../../../../web/python/engine/shapes.js';
import {dense} from '../../../../web/python/engine/tensor.js';
import {at, counting, indices, shapes, tensor, values, whole} from './model.js';

/** @import {Tensor} from '../../../../web/python/engine/tensor.js' */

/** @param {Record<number, Tensor>} [handles] */
const specOf =
  (handles = {}) =>
  (/** @type {string} */ text) =>
    readSpec(text, (handle) => handles[handle]);
const plain = specOf();

test('a spec is read part by part', () => {
  const index = counting([2], 'int64');
  assert.deepEqual(specOf({17: index})('s:0::2;s:::;s:-3:-1:;n;i:-3;e;t:17;f:1'), [
    {kind: 'slice', start: 0, stop: null, step: 2},
    {kind: 'slice', start: null, stop: null, step: null},
    {kind: 'slice', start: -3, stop: -1, step: null},
    {kind: 'none'},
    {kind: 'int', at: -3},
    {kind: 'ellipsis'},
    {kind: 'tensor', tensor: index},
    {kind: 'bool', value: true},
  ]);
  assert.deepEqual(plain(''), []);
});

/** @type {[string, number[], number[], number[]][]} spec, and of the view of 0..23 as (2, 3, 4): shape, strides, first and last number */
const VIEWS = [
  ['i:1', [3, 4], [4, 1], [12, 23]],
  ['i:-1;i:0', [4], [1], [12, 15]],
  ['e;i:-1', [2, 3], [12, 4], [3, 23]],
  ['s:::;s:1::', [2, 2, 4], [12, 4, 1], [4, 23]],
  ['e;s:0::2', [2, 3, 2], [12, 4, 2], [0, 22]],
  ['e;s:1::2', [2, 3, 2], [12, 4, 2], [1, 23]],
  ['e;s:-2::', [2, 3, 2], [12, 4, 1], [2, 23]],
  ['s:::;s::-1:', [2, 2, 4], [12, 4, 1], [0, 19]],
  ['s:::;s:5::', [2, 0, 4], [12, 4, 1], []],
  ['n;e;n', [1, 2, 3, 4, 1], [24, 12, 4, 1, 1], [0, 23]],
  ['i:0;n;i:1', [1, 4], [12, 1], [4, 7]],
  ['', [2, 3, 4], [12, 4, 1], [0, 23]],
];
for (const [text, shape, strides, ends] of VIEWS) {
  test(`[${text}] is a view of the same storage`, () => {
    const x = counting([2, 3, 4]);
    const view = getIndex(x, plain(text));
    assert.equal(view.storage, x.storage);
    assert.deepEqual([...view.shape], shape);
    if (view.size) assert.deepEqual([...view.strides], strides);
    const all = values(view);
    assert.deepEqual(all.length ? [all[0], all[all.length - 1]] : [], ends);
  });
}

/** An axis and an index tensor for it. */
const picks = shapes({least: 1, most: 4, leastRank: 1}).chain((shape) =>
  fc.nat(shape.length - 1).chain((d) =>
    fc.record({
      shape: fc.constant(shape),
      d: fc.constant(d),
      index: fc.array(fc.integer({min: -shape[d], max: shape[d] - 1}), {maxLength: 5}),
    }),
  ),
);

test('one tensor of indices picks rows of its axis, those below 0 from the end; a copy', () => {
  fc.assert(
    fc.property(picks, ({shape, d, index}) => {
      const x = counting(shape);
      const spec = `${'s:::;'.repeat(d)}t:1`;
      const out = getIndex(x, specOf({1: tensor([index.length], index, 'int64')})(spec));
      assert.deepEqual([...out.shape], shape.with(d, index.length));
      const row = (/** @type {number} */ k) => (index[k] + shape[d]) % shape[d];
      const want = indices(out.shape).map((place) => at(x, place.with(d, row(place[d]))));
      assert.deepEqual(values(out), want);
      assert.notEqual(out.storage, x.storage);
    }),
  );
});

test('what is set by indices is set there alone; the last of two wins', () => {
  fc.assert(
    fc.property(picks, ({shape, d, index}) => {
      const x = counting(shape);
      const entries = specOf({1: tensor([index.length], index, 'int64')})(
        `${'s:::;'.repeat(d)}t:1`,
      );
      const sizes = shape.with(d, index.length);
      const value = tensor(
        sizes,
        indices(sizes).map((_, k) => -1 - k),
      );
      setIndex(x, entries, value);
      for (const place of indices(shape)) {
        const k = index.findLastIndex((one) => (one + shape[d]) % shape[d] === place[d]);
        const want = k < 0 ? at(counting(shape), place) : at(value, place.with(d, k));
        assert.equal(at(x, place), want);
      }
    }),
  );
});

test('two tensors of indices go together; apart, their axis comes first', () => {
  const x = counting([2, 3, 4]);
  const of = specOf({
    1: tensor([2], [0, 1], 'int64'),
    2: tensor([2], [3, -4], 'int64'),
    3: tensor([2, 1], [0, 2], 'int64'),
  });
  assert.deepEqual([...getIndex(x, of('t:1;s:::;t:2')).shape], [2, 3]);
  assert.deepEqual(values(getIndex(x, of('t:1;s:::;t:2'))), [3, 7, 11, 12, 16, 20]);
  assert.deepEqual(values(getIndex(x, of('s:::;t:1;t:2'))), [3, 4, 15, 16]);
  assert.deepEqual([...getIndex(x, of('t:1;t:3')).shape], [2, 2, 4]);
  assert.deepEqual([...getIndex(x, of('i:0;t:3;n;t:2')).shape], [2, 2, 1]);
  const wide = counting([5, 2, 3, 4]);
  assert.deepEqual([...getIndex(wide, of('s:::;t:1;s:::;t:2')).shape], [2, 5, 3]);
  assert.deepEqual([...getIndex(wide, of('s:::;t:1;t:1')).shape], [5, 2, 4]);
});

test('a mask picks what is true, in row-major order, and sets it', () => {
  fc.assert(
    fc.property(shapes({least: 1, most: 4, leastRank: 1}), fc.nat(20), (shape, seed) => {
      const x = whole(shape, seed);
      const mask = tensor(
        shape,
        values(x).map((v) => Number(v > 0)),
        'bool',
      );
      const entries = specOf({1: mask})('t:1');
      const before = values(x);
      assert.deepEqual(
        values(getIndex(x, entries)),
        before.filter((v) => v > 0),
      );
      setIndex(x, entries, tensor([], [0]));
      assert.deepEqual(
        values(x),
        before.map((v) => (v > 0 ? 0 : v)),
      );
    }),
  );
});

test('a mask of the first axes leaves the others', () => {
  const x = counting([2, 2, 3]);
  const mask = tensor([2, 2], [0, 1, 1, 0], 'bool');
  assert.deepEqual(values(getIndex(x, specOf({1: mask})('t:1'))), [3, 4, 5, 6, 7, 8]);
});

test('True adds an axis of one, False one of none', () => {
  const x = counting([3]);
  assert.deepEqual([...getIndex(x, plain('f:1')).shape], [1, 3]);
  assert.deepEqual([...getIndex(x, plain('f:0')).shape], [0, 3]);
});

test('setting a view stretches the value, converts its type, and writes in the base', () => {
  const x = counting([2, 4], 'int64');
  setIndex(x, plain('s:::;s:0::2'), tensor([2, 1], [7.9, -7.9]));
  assert.deepEqual(values(x), [7, 1, 7, 3, -7, 5, -7, 7]);
  setIndex(transpose(x, 0, 1), plain('i:1'), tensor([1, 2], [0, 9]));
  assert.deepEqual(values(x), [7, 0, 7, 3, -7, 9, -7, 7]);
});

test('a value that overlaps where it goes is read first', () => {
  const x = counting([5]);
  setIndex(x, plain('s:1::'), getIndex(x, plain('s::-1:')));
  assert.deepEqual(values(x), [0, 0, 1, 2, 3]);
});

test('nonzero gives every place of what is not 0', () => {
  const x = tensor([2, 3], [0, 5, 0, -1, 0, Number.NaN]);
  assert.deepEqual(
    nonzeroOf(x).map((index) => Array.from(dense(index))),
    [
      [0, 1, 1],
      [1, 0, 2],
    ],
  );
});

test('gather and scatter are each other’s inverse along any axis', () => {
  fc.assert(
    fc.property(
      shapes({least: 1, most: 4, leastRank: 1, mostRank: 3}),
      fc.nat(9),
      (shape, seed) => {
        const d = seed % shape.length;
        const order = Array.from({length: shape[d]}, (_, k) => (k + seed) % shape[d]);
        const index = tensor(
          shape,
          indices(shape).map((place) => order[place[d]]),
          'int64',
        );
        const x = whole(shape, seed);
        const out = gather(x, d, index);
        assert.deepEqual(
          values(out),
          indices(shape).map((place) => at(x, place.with(d, order[place[d]]))),
        );
        const back = tensor(shape, new Array(x.size).fill(0));
        scatter(back, d, index, out, false);
        assert.deepEqual(values(back), values(x));
        scatter(back, d, index, out, true);
        assert.deepEqual(
          values(back),
          values(x).map((v) => 2 * v),
        );
      },
    ),
  );
});

const far = tensor([1], [4], 'int64');
/** @type {[string, (x: Tensor) => unknown, RegExp][]} */
const REFUSED = [
  [
    'an index too large',
    (x) => getIndex(x, plain('s:::;i:3')),
    /index 3 is out of bounds for dimension 1 with size 3/,
  ],
  [
    'an index too small',
    (x) => getIndex(x, plain('i:-3')),
    /index -3 is out of bounds for dimension 0 with size 2/,
  ],
  [
    'too many indices',
    (x) => getIndex(x, plain('i:0;i:0;i:0;i:0')),
    /too many indices for tensor of dimension 3/,
  ],
  [
    'a picked index too large',
    (x) => getIndex(x, specOf({1: far})('e;t:1')),
    /index 4 is out of bounds for dimension 0 with size 4/,
  ],
  [
    'fractions as indices',
    (x) => getIndex(x, specOf({1: counting([1])})('t:1')),
    /must be long, byte or bool tensors/,
  ],
  [
    'a mask of another shape',
    (x) => getIndex(x, specOf({1: tensor([3], [1, 0, 1], 'bool')})('t:1')),
    /shape of the mask \[3\] at index 0 does not match .*\[2, 3, 4\] at index 0/,
  ],
  [
    'index shapes that do not fit',
    (x) =>
      getIndex(
        x,
        specOf({1: tensor([2], [0, 1], 'int64'), 2: tensor([3], [0, 1, 2], 'int64')})('t:1;t:2'),
      ),
    /shape mismatch: indexing tensors .* \[2\], \[3\]/,
  ],
  ['a step of 0', (x) => getIndex(x, plain('s:::0')), /step must be greater than zero/],
  [
    'a value that does not fit',
    (x) => setIndex(x, plain('i:0'), counting([5])),
    /expanded size of the tensor \(4\) must match the existing size \(5\)/,
  ],
  [
    'picked places and a value that does not fit',
    (x) => setIndex(x, specOf({1: tensor([2], [0, 1], 'int64')})('t:1'), counting([5])),
    /value tensor of shape \[5\] cannot be broadcast to indexing result of shape \[2, 3, 4\]/,
  ],
  [
    'gather by fractions',
    (x) => gather(x, 0, counting([2, 3, 4])),
    /Expected dtype int64 for index/,
  ],
  [
    'gather beyond',
    (x) => gather(x, 2, tensor([1, 1, 1], [4], 'int64')),
    /index 4 is out of bounds for dimension 2 with size 4/,
  ],
  [
    'gather of another rank',
    (x) => gather(x, 0, tensor([1], [0], 'int64')),
    /same number of dimensions/,
  ],
];
for (const [name, act, said] of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(() => act(counting([2, 3, 4])), said);
  });
}
