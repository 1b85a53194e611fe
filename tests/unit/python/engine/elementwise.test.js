// Operations of elements: broadcasting's laws, rounding at every step, in place through views, refusals.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {DTYPES} from '../../../../web/python/engine/dtypes.js';
import {binary, clamp, unary, where} from '../../../../web/python/engine/elementwise.js';
import {transpose} from '../../../../web/python/engine/shapes.js';
import {broadcast, stretch} from '../../../../web/python/engine/tensor.js';
import {at, counting, indices, shapes, tensor, values, whole} from './model.js';

/** Two or three shapes that fit: of one shape some axes are made one wide, some leading ones left out. */
const fitting = (/** @type {number} */ count) =>
  fc
    .tuple(
      shapes({least: 1, most: 3}),
      fc.array(fc.tuple(fc.nat(4), fc.array(fc.boolean(), {minLength: 4, maxLength: 4})), {
        minLength: count,
        maxLength: count,
      }),
    )
    .map(([shape, parts]) =>
      parts.map(([lead, ones]) =>
        shape.map((n, d) => (ones[d] ? 1 : n)).slice(Math.min(lead, shape.length)),
      ),
    );

/** By the definition: axes from the last, a one is repeated. @param {number[][]} list */
function commonShape(list) {
  const rank = Math.max(...list.map((shape) => shape.length));
  return Array.from({length: rank}, (_, d) =>
    Math.max(...list.map((shape) => shape[d - rank + shape.length] ?? 1)),
  );
}

/** @param {number[]} index @param {readonly number[]} shape */
const indexIn = (index, shape) =>
  shape.map((n, d) => (n === 1 ? 0 : index[d + index.length - shape.length]));

test('broadcasting: what the definition says; commutative, associative, [] is neutral', () => {
  fc.assert(
    fc.property(fitting(3), ([a, b, c]) => {
      assert.deepEqual(broadcast(a, b), commonShape([a, b]));
      assert.deepEqual(broadcast(a, b), broadcast(b, a));
      assert.deepEqual(broadcast(broadcast(a, b), c), broadcast(a, broadcast(b, c)));
      assert.deepEqual(broadcast(a, []), a);
      assert.deepEqual(broadcast(a, a), a);
    }),
  );
});

test('broadcasting: an axis of none goes with one, and with none', () => {
  assert.deepEqual(broadcast([0], [1]), [0]);
  assert.deepEqual(broadcast([2, 0], [0]), [2, 0]);
  assert.throws(() => broadcast([0], [2]));
});

test('shapes that do not broadcast are compared from the right, as PyTorch writes it', () => {
  assert.throws(
    () => broadcast([2, 3, 8], [5, 4, 8]),
    /tensor a \(3\) must match the size of tensor b \(4\) at non-singleton dimension 1/,
  );
  assert.throws(() => broadcast([3], [2, 4]), /tensor a \(3\).*tensor b \(4\).*dimension 1/);
});

test('two operands of fitting shapes, views among them: loops say the same', () => {
  fc.assert(
    fc.property(fitting(2), fc.nat(9), ([a, b], seed) => {
      const [x, y] = [whole(a, seed), whole(b, seed + 1)];
      const out = binary('sub', x, y);
      const want = indices(out.shape).map(
        (index) => at(x, indexIn(index, a)) - at(y, indexIn(index, b)),
      );
      assert.deepEqual(values(out), want);
      const transposed = binary(
        'sub',
        transpose(stretch(x, out.shape), 0, -1),
        transpose(stretch(y, out.shape), 0, -1),
      );
      assert.deepEqual(values(transpose(transposed, 0, -1)), want);
    }),
  );
});

test('where chooses, of three operands that are stretched', () => {
  fc.assert(
    fc.property(fitting(3), ([a, b, c]) => {
      const condition = binary('gt', whole(a, 1), {value: 0, kind: 'int'});
      const [x, y] = [whole(b, 2), whole(c, 3)];
      const out = where(condition, x, y);
      const want = indices(out.shape).map((index) =>
        at(condition, indexIn(index, a)) ? at(x, indexIn(index, b)) : at(y, indexIn(index, c)),
      );
      assert.deepEqual(values(out), want);
    }),
  );
});

test('every step is rounded to the type of its result', () => {
  const tenth = tensor([1], [0.1]);
  assert.equal(at(tenth, [0]), Math.fround(0.1));
  assert.equal(at(binary('mul', tenth, tensor([1], [3])), [0]), Math.fround(Math.fround(0.1) * 3));
  assert.equal(at(binary('add', tensor([1], [2 ** 24]), {value: 1, kind: 'int'}), [0]), 2 ** 24);
  assert.equal(
    at(binary('add', tensor([1], [2048], 'float16'), {value: 1, kind: 'int'}), [0]),
    2048,
  );
  assert.equal(
    at(binary('add', tensor([1], [256], 'bfloat16'), {value: 1, kind: 'int'}), [0]),
    256,
  );
  // A Python number becomes the tensor's type first.
  const scaled = binary('mul', tensor([1], [10]), {value: 0.1, kind: 'float'});
  assert.equal(at(scaled, [0]), Math.fround(10 * Math.fround(0.1)));
});

test('whole numbers: floor and remainder take the divisor’s sign, trunc and fmod the dividend’s', () => {
  const [x, y] = [tensor([4], [7, -7, 7, -7], 'int64'), tensor([4], [2, 2, -2, -2], 'int64')];
  assert.deepEqual(values(binary('floor_divide', x, y)), [3, -4, -4, 3]);
  assert.deepEqual(values(binary('remainder', x, y)), [1, 1, -1, -1]);
  assert.deepEqual(values(binary('trunc_divide', x, y)), [3, -3, -3, 3]);
  assert.deepEqual(values(binary('fmod', x, y)), [1, -1, 1, -1]);
  const quotient = binary('div', x, y);
  assert.equal(quotient.dtype.name, 'float32');
  assert.deepEqual(values(quotient), [3.5, -3.5, -3.5, 3.5]);
});

test('round goes to even; the other roundings as their names say', () => {
  const x = tensor([8], [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49, -0.51]);
  assert.deepEqual(
    values(unary('round', x)).map((v) => v + 0),
    [-2, -2, 0, 0, 2, 2, 0, -1],
  );
  assert.deepEqual(
    values(unary('trunc', x)).map((v) => v + 0),
    [-2, -1, 0, 0, 1, 2, 0, 0],
  );
  assert.deepEqual(
    values(unary('floor', x)).map((v) => v + 0),
    [-3, -2, -1, 0, 1, 2, 0, -1],
  );
});

test('NaN is kept by max, min, clamp and relu', () => {
  const x = tensor([3], [Number.NaN, -1, 2]);
  assert.deepEqual(values(binary('maximum', x, {value: 0, kind: 'int'})), [Number.NaN, 0, 2]);
  assert.deepEqual(values(binary('minimum', {value: 0, kind: 'int'}, x)), [Number.NaN, -1, 0]);
  assert.deepEqual(values(clamp(x, 0, 1)), [Number.NaN, 0, 1]);
  assert.deepEqual(values(unary('relu', x)), [Number.NaN, 0, 2]);
  assert.deepEqual(values(unary('isnan', x)), [1, 0, 0]);
  assert.deepEqual(values(binary('eq', x, x)), [0, 1, 1]);
});

test('erf is right to the last digits of double on both sides of where its two ways meet', () => {
  // Of C's erf.
  const numbers = [0, 0.5, 1, 1.96, 2.04, -3];
  const want = [
    0, 0.5204998778130465, 0.8427007929497149, 0.9944262754648279, 0.9960858095123195,
    -0.9999779095030014,
  ];
  values(unary('erf', tensor([6], numbers, 'float64'))).forEach((value, k) => {
    assert.ok(Math.abs(value - want[k]) < 2e-15, `${value} ${want[k]}`);
  });
});

test('integers become float32 where the function gives fractions, and stay where it does not', () => {
  const x = counting([3], 'int64');
  assert.equal(unary('exp', x).dtype.name, 'float32');
  assert.equal(unary('neg', x).dtype.name, 'int64');
  assert.equal(unary('floor', x).dtype.name, 'int64');
  assert.equal(binary('lt', x, x).dtype.name, 'bool');
});

const yes = tensor([1], [1], 'bool');
/** @type {[string, () => unknown, RegExp][]} */
const REFUSED = [
  ['minus a truth', () => unary('neg', yes), /Negation, the `-` operator/],
  [
    'a truth less a truth',
    () => binary('sub', yes, yes),
    /Subtraction, the `-` operator, with two bool/,
  ],
  [
    'bits of a fraction',
    () => binary('bitwise_and', counting([1]), counting([1])),
    /"bitwise_and_cpu" not implemented for 'Float'/,
  ],
  [
    'whole division by 0',
    () => binary('floor_divide', counting([2], 'int64'), {value: 0, kind: 'int'}),
    /ZeroDivisionError/,
  ],
  [
    'a whole number to the -1',
    () => binary('pow', counting([2], 'int64'), {value: -1, kind: 'int'}),
    /negative integer powers/,
  ],
  [
    'a name that is not here',
    () => unary('gamma', counting([1])),
    /gamma is not part of this lab's torch/,
  ],
  [
    'a condition that is none',
    () => where(counting([1]), counting([1]), counting([1])),
    /condition to be a boolean tensor/,
  ],
  [
    'order of complex numbers',
    () => binary('lt', tensor([1], [1, 2], 'complex64'), counting([1])),
    /not implemented for 'ComplexFloat'/,
  ],
];
for (const [name, act, said] of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(act, said);
  });
}

test('a fraction is divided by 0, and gives infinity', () => {
  const out = binary('div', tensor([3], [1, -1, 0]), {value: 0, kind: 'int'});
  assert.deepEqual(values(out), [Infinity, -Infinity, Number.NaN]);
  assert.equal(DTYPES.float32.name, out.dtype.name);
});
