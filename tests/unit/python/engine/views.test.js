// Views: every chain of them shows the elements that plain loops show, over the same storage.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import * as ops from '../../../../web/python/engine/shapes.js';
import {clone, dense, put, stridesOf} from '../../../../web/python/engine/tensor.js';
import {at, counting, indices, shapes, tensor, values} from './model.js';

/** @import {Tensor} from '../../../../web/python/engine/tensor.js' */

/** @param {Tensor} x */
const strides = (x) => [...x.strides];

/**
 * One view: what the engine makes, and of which index of x each of its indices is.
 *
 * @typedef {{make: (x: Tensor) => Tensor, shape: number[], source: (index: number[]) => number[]}} Step
 */

/** @param {number[]} list @param {number} k @param {...number} items */
const inserted = (list, k, ...items) => list.toSpliced(k, 0, ...items);

/** @type {Record<string, (shape: number[], a: number, b: number, c: number) => Step | null>} */
const STEPS = {
  transpose: (shape, a, b) => {
    if (shape.length === 0) return null;
    const [i, j] = [a % shape.length, b % shape.length];
    const swap = (/** @type {number[]} */ list) => list.with(i, list[j]).with(j, list[i]);
    return {
      make: (x) => ops.transpose(x, i - shape.length, j),
      shape: swap(shape),
      source: swap,
    };
  },
  permute: (shape, a) => {
    const order = shape.map((_, d) => (d + a) % shape.length);
    return {
      make: (x) => ops.permute(x, order),
      shape: order.map((d) => shape[d]),
      source: (index) => shape.map((_, d) => index[order.indexOf(d)]),
    };
  },
  slice: (shape, a, b, c) => {
    if (shape.length === 0 || shape[a % shape.length] === 0) return null;
    const d = a % shape.length;
    const [n, step] = [shape[d], (c % 3) + 1];
    const start = b % n;
    return {
      make: (x) => ops.slice(x, d, start - n, n + 2, step),
      shape: shape.with(d, Math.ceil((n - start) / step)),
      source: (index) => index.with(d, start + step * index[d]),
    };
  },
  select: (shape, a, b) => {
    if (shape.length === 0 || shape[a % shape.length] === 0) return null;
    const d = a % shape.length;
    const k = b % shape[d];
    return {
      make: (x) => ops.select(x, d, k - shape[d]),
      shape: shape.toSpliced(d, 1),
      source: (index) => inserted(index, d, k),
    };
  },
  narrow: (shape, a, b, c) => {
    if (shape.length === 0) return null;
    const d = a % shape.length;
    const start = b % (shape[d] + 1);
    const length = c % (shape[d] - start + 1);
    return {
      make: (x) => ops.narrow(x, d, start, length),
      shape: shape.with(d, length),
      source: (index) => index.with(d, start + index[d]),
    };
  },
  unsqueeze: (shape, a) => {
    const d = a % (shape.length + 1);
    return {
      make: (x) => ops.unsqueeze(x, d - shape.length - 1),
      shape: inserted(shape, d, 1),
      source: (index) => index.toSpliced(d, 1),
    };
  },
  squeeze: (shape) => {
    const kept = shape.map((n, d) => (n === 1 ? -1 : d)).filter((d) => d >= 0);
    return {
      make: (x) => ops.squeeze(x, null),
      shape: kept.map((d) => shape[d]),
      source: (index) => shape.map((_, d) => index[kept.indexOf(d)] ?? 0),
    };
  },
  expand: (shape, a) => {
    const sizes = [(a % 3) + 1, ...shape.map((n) => (n === 1 ? (a % 4) + 1 : -1))];
    return {
      make: (x) => ops.expand(x, sizes),
      shape: sizes.map((n, d) => (n === -1 ? shape[d - 1] : n)),
      source: (index) => shape.map((n, d) => (n === 1 ? 0 : index[d + 1])),
    };
  },
  diagonal: (shape, a, b, c) => {
    if (shape.length < 2) return null;
    const [i, j] = [a % shape.length, (a + 1 + (b % (shape.length - 1))) % shape.length];
    const offset = (c % 5) - 2;
    const n = Math.min(shape[i] - Math.max(0, -offset), shape[j] - Math.max(0, offset));
    const rest = shape.map((_, d) => d).filter((d) => d !== i && d !== j);
    return {
      make: (x) => ops.diagonal(x, offset, i, j),
      shape: [...rest.map((d) => shape[d]), Math.max(0, n)],
      source: (index) => {
        const k = index[rest.length];
        return shape.map((_, d) => {
          if (d === i) return k + Math.max(0, -offset);
          return d === j ? k + Math.max(0, offset) : index[rest.indexOf(d)];
        });
      },
    };
  },
  movedim: (shape, a, b) => {
    if (shape.length === 0) return null;
    const [i, j] = [a % shape.length, b % shape.length];
    const moved = (
      /** @type {number[]} */ list,
      /** @type {number} */ k,
      /** @type {number} */ to,
    ) => inserted(list.toSpliced(k, 1), to, list[k]);
    return {
      make: (x) => ops.movedim(x, [i], [j]),
      shape: moved(shape, i, j),
      source: (index) => moved(index, j, i),
    };
  },
};

const chains = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat(60), fc.nat(60), fc.nat(60)),
  {minLength: 1, maxLength: 6},
);

/** @param {Tensor} x @param {[string, number, number, number][]} chain */
function through(x, chain) {
  let [view, source] = [x, (/** @type {number[]} */ index) => index];
  for (const [name, a, b, c] of chain) {
    const step = STEPS[name]([...view.shape], a, b, c);
    if (!step) continue;
    view = step.make(view);
    assert.deepEqual([...view.shape], step.shape, name);
    const before = source;
    source = (index) => before(step.source(index));
  }
  return {view, source};
}

test('every chain of views shows the elements that loops show, of the same storage', () => {
  fc.assert(
    fc.property(shapes({least: 0, most: 4, leastRank: 1}), chains, (shape, chain) => {
      const x = counting(shape);
      const {view, source} = through(x, chain);
      assert.equal(view.storage, x.storage);
      const want = indices(view.shape).map((index) => at(x, source(index)));
      assert.deepEqual(values(view), want);
      assert.deepEqual(Array.from(dense(view)), want);
    }),
    {numRuns: 400},
  );
});

test('what is written through a view is written where it shows, and nowhere else', () => {
  fc.assert(
    fc.property(shapes({least: 1, most: 4, leastRank: 1}), chains, (shape, chain) => {
      const x = counting(shape);
      const {view, source} = through(x, chain);
      put(view, ops.expand(tensor([], [-1]), view.shape));
      const hit = new Set(indices(view.shape).map((index) => String(source(index))));
      for (const index of indices(shape)) {
        const before = at(counting(shape), index);
        assert.equal(at(x, index), hit.has(String(index)) ? -1 : before);
      }
    }),
    {numRuns: 200},
  );
});

test('a view is its own copy’s equal, and the copy has a storage of its own', () => {
  fc.assert(
    fc.property(shapes({least: 1, leastRank: 1}), chains, (shape, chain) => {
      const {view} = through(counting(shape), chain);
      const copy = clone(view);
      assert.notEqual(copy.storage, view.storage);
      assert.deepEqual(strides(copy), stridesOf(view.shape));
      assert.ok(copy.isContiguous && ops.equal(copy, view));
    }),
  );
});

test('reshape keeps row-major order, and is a view wherever view() is possible', () => {
  fc.assert(
    fc.property(shapes({least: 1, leastRank: 1}), chains, fc.nat(5), (shape, chain, pick) => {
      const {view} = through(counting(shape), chain);
      const size = view.size;
      const divisors = Array.from({length: size}, (_, k) => k + 1).filter((n) => size % n === 0);
      const to = size ? [divisors[pick % divisors.length], -1] : [0, 3];
      const made = ops.reshape(view, to);
      assert.deepEqual(values(made), values(view));
      let isView = true;
      try {
        assert.deepEqual(values(ops.view(view, to)), values(view));
      } catch {
        isView = false;
      }
      assert.equal(made.storage === view.storage, isView);
      if (view.isContiguous) assert.ok(isView);
    }),
    {numRuns: 300},
  );
});

// As PyTorch 1.13 gives them for x = torch.arange(24.).view(2, 3, 4).
test('strides and offsets are PyTorch’s', () => {
  const x = counting([2, 3, 4]);
  /** @type {[Tensor, number[], number[], number][]} */
  const rows = [
    [x, [2, 3, 4], [12, 4, 1], 0],
    [ops.transpose(x, 0, 2), [4, 3, 2], [1, 4, 12], 0],
    [ops.permute(x, [1, 2, 0]), [3, 4, 2], [4, 1, 12], 0],
    [ops.select(x, 1, 2), [2, 4], [12, 1], 8],
    [ops.slice(x, 2, 1, 4, 2), [2, 3, 2], [12, 4, 2], 1],
    [ops.unsqueeze(x, 0), [1, 2, 3, 4], [24, 12, 4, 1], 0],
    [ops.unsqueeze(x, -1), [2, 3, 4, 1], [12, 4, 1, 1], 0],
    [ops.unsqueeze(x, 2), [2, 3, 1, 4], [12, 4, 4, 1], 0],
    [ops.expand(ops.unsqueeze(x, 0), [5, 2, 3, 4]), [5, 2, 3, 4], [0, 12, 4, 1], 0],
    [ops.diagonal(x, 1, 1, 2), [2, 3], [12, 5], 1],
    [ops.diagonal(x, -1, 1, 2), [2, 2], [12, 5], 4],
    [ops.view(x, [6, 4]), [6, 4], [4, 1], 0],
    [ops.view(x, [2, -1]), [2, 12], [12, 1], 0],
    [ops.view(ops.transpose(x, 0, 1), [3, 2, 2, 2]), [3, 2, 2, 2], [4, 12, 2, 1], 0],
    [ops.flatten(x, 1, 2), [2, 12], [12, 1], 0],
    [ops.narrow(x, 2, 1, 2), [2, 3, 2], [12, 4, 1], 1],
    [ops.movedim(x, [0], [2]), [3, 4, 2], [4, 1, 12], 0],
  ];
  rows.forEach(([view, shape, wanted, offset], k) => {
    assert.deepEqual([...view.shape], shape, `row ${k}`);
    assert.deepEqual(strides(view), wanted, `row ${k}`);
    assert.equal(view.offset, offset, `row ${k}`);
    assert.equal(view.storage, x.storage, `row ${k}`);
  });
});

test('split and chunk are views that lie side by side', () => {
  const x = counting([2, 7]);
  for (const parts of [ops.split(x, 3, 1), ops.chunk(x, 3, -1), ops.splitSizes(x, [3, 3, 1], 1)]) {
    assert.deepEqual(
      parts.map(({shape}) => shape[1]),
      [3, 3, 1],
    );
    assert.deepEqual(
      parts.map(({offset}) => offset),
      [0, 3, 6],
    );
    assert.ok(parts.every(({storage}) => storage === x.storage));
  }
});

/** @type {[string, (x: Tensor) => unknown, RegExp][]} */
const REFUSED = [
  [
    'a view of transposed memory',
    (x) => ops.view(ops.transpose(x, 0, 2), [24]),
    /view size is not compatible/,
  ],
  [
    'a shape of another size',
    (x) => ops.view(x, [5, 5]),
    /shape '\[5, 5\]' is invalid for input of size 24/,
  ],
  ['two unknown sizes', (x) => ops.view(x, [-1, -1]), /only one dimension can be inferred/],
  ['a wrong axis', (x) => ops.transpose(x, 0, 3), /range of \[-3, 2\], but got 3/],
  ['an axis twice', (x) => ops.permute(x, [0, 1, 1]), /duplicate dims/],
  [
    'too few axes',
    (x) => ops.permute(x, [0, 1]),
    /input\.dim\(\) = 3 is not equal to len\(dims\) = 2/,
  ],
  ['a size that is not one', (x) => ops.expand(x, [2, 3, 8]), /expanded size of the tensor \(8\)/],
  ['fewer sizes', (x) => ops.expand(x, [3, 4]), /number of sizes provided \(2\)/],
  ['a row that is not there', (x) => ops.select(x, 1, 3), /index 3 out of range/],
  ['a step back', (x) => ops.slice(x, 0, 0, 2, -1), /step must be greater than zero/],
  ['too long a piece', (x) => ops.narrow(x, 1, 2, 2), /start \(2\) \+ length \(2\) exceeds/],
  ['one diagonal axis', (x) => ops.diagonal(x, 0, 1, 1), /cannot be identical 1, 1/],
  ['sizes that do not add up', (x) => ops.splitSizes(x, [1, 1], 1), /sum exactly to 3/],
  ['no pieces', (x) => ops.chunk(x, 0, 1), /greater than 0, got: 0/],
];
for (const [name, act, said] of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(() => act(counting([2, 3, 4])), said);
  });
}
