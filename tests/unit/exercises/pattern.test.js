// What a wrong tensor has in common with the right one, said only where it is so.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  keyPattern,
  numbersPattern,
  patternOf as patternAlone,
  placeOf,
  ratioOf,
} from '../../../web/exercises/grading/pattern.js';
import {shown} from '../../../web/exercises/grading/pattern-parts.js';

/** What is said of one output: a pattern, or the place alone. @type {typeof patternAlone} */
const patternOf = (...args) => patternAlone(...args) || placeOf(...args);

const WANT = {data: Float64Array.of(0.5, -1, 2, 3, 5.5, 8, -2, 1, 0.25), shape: [3, 3]};

/** @param {(v: number, at: number) => number} rule @param {string} [dtype] */
const said = (rule, dtype = 'float32') =>
  patternOf({shape: WANT.shape, dtype, data: WANT.data.map(rule)}, WANT);

test('a logarithm or a power of each number', () => {
  const want = {data: Float64Array.of(0.5, 1.5, 2.5, 4, 7), shape: [5]};
  for (const [words, rule] of /** @type {const} */ ([
    ['the base-10 logarithm of', Math.log10],
    ['minus the natural logarithm of', (/** @type {number} */ v) => -Math.log(v)],
    ['the natural logarithm of 1 plus', Math.log1p],
    ['2 to the power of', (/** @type {number} */ v) => 2 ** v],
  ]))
    assert.equal(
      patternOf({...want, dtype: 'float32', data: want.data.map(rule)}, want),
      `Every number is ${words} what it should be.`,
    );
});

test('factors and amounts of columns that are numbers of a vector that was given', () => {
  const want = {data: Float64Array.from({length: 12}, (_, k) => Math.sin(k + 1)), shape: [4, 3]};
  const given = [
    {...want, shape: [12]},
    {data: Float64Array.of(2, -0.5, 3), shape: [3]},
  ];
  const [, {data: v}] = given;
  /** @type {[words: string, rule: (x: number, k: number) => number][]} */
  const rules = [
    ['multiplied by its number of tensor 2', (x, k) => x * v[k % 3]],
    ['right if multiplied by its number of tensor 2', (x, k) => x / v[k % 3]],
    ['too large by tensor 2', (x, k) => x + v[k % 3]],
    ['too small by tensor 2', (x, k) => x - v[k % 3]],
  ];
  for (const [words, rule] of rules) {
    const output = {...want, dtype: 'float32', data: want.data.map(rule)};
    assert.match(
      patternOf(output, want, given),
      new RegExp(`^Along axis 1 each index is ${words} of those that the call is given`),
    );
    const alone = /^Along axis 1 each index (has a factor|is off by an amount) of its own/;
    assert.match(patternOf(output, want), alone);
  }
});

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

test('what numbers that are near anyway have in common is not said', () => {
  assert.match(
    said((v, k) => v * (1 + (k % 2 ? 7e-5 : 1e-5))),
    /^All numbers are nearly right/,
  );
  assert.match(
    said((v) => v * 1.001),
    /^Every number is 1.001 times/,
  );
});

test('rows that are all alike show no factor of each index', () => {
  const row = [1, 2, -3, 0.5];
  const truth = {data: Float64Array.from([...row, ...row, ...row]), shape: [3, 4]};
  const data = truth.data.map((v) => v - 2 + 0.1 * v * v);
  assert.doesNotMatch(patternOf({shape: [3, 4], dtype: 'float32', data}, truth), /each index/);
});

test('indices that are 0 throughout', () => {
  const truth = {data: Float64Array.from({length: 12}, (_, k) => k + 1), shape: [3, 4]};
  const data = truth.data.map((v, k) => (k % 4 > 1 ? 0 : v));
  assert.equal(
    patternOf({shape: [3, 4], dtype: 'float32', data}, truth),
    'Along axis 1, indices 2, 3 are 0 throughout and should not be; all others are right.',
  );
});

test('what is off by little has not been rotated', () => {
  const shape = [2, 4];
  const [want, data] = [
    [-0.03843, 0.06748, -1.31422, 0.09656, 0.84401, 0.00674, 0.03554, 1.43133],
    [-0.03843, 0.06748, -1.31409, 0.09662, 0.84394, 0.00674, 0.03558, 1.43129],
  ].map((list) => Float64Array.from(list));
  const truth = {data: want, shape};
  const sentence = patternAlone({shape, dtype: 'float32', data}, truth);
  assert.doesNotMatch(sentence, /angle/);
});

test('two numbers that have changed places', () => {
  const truth = {data: Float64Array.of(1.5, 0), shape: [2]};
  const output = {shape: [2], dtype: 'list', data: Float64Array.of(0, 1.5)};
  assert.equal(patternOf(output, truth), 'The two numbers have changed places.');
});

test('the right numbers in another order at some indices of another axis', () => {
  const shape = [4, 6];
  const truth = {data: Float64Array.from({length: 24}, (_, k) => Math.sin(k + 1)), shape};
  const order = [0, 3, 1, 4, 2, 5];
  const data = truth.data.map((v, k) => (k < 12 ? v : truth.data[k - (k % 6) + order[k % 6]]));
  assert.equal(
    patternOf({shape, dtype: 'float32', data}, truth),
    'At indices 2, 3 of axis 0 the right numbers are in another order along axis 1: 0, 3, 1, 4, 2, 5 in place of 0, 1, 2, 3, 4, 5; all others are right.',
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
    'Index 0 of axis 0 is right, the others are not. Look at what does nothing at the first: an angle or a distance of 0, or the scores of a query that sees one key.',
    'where most others are wrong, one may be right by chance',
  );
  assert.equal(
    said((v, k) => (k < 3 ? v : v * v + k)),
    'Index 0 of axis 0 is right, the others are not. Look at what does nothing at the first: an angle or a distance of 0, or the scores of a query that sees one key.',
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
    /^Along axis 0 each index has a factor of its own: 2 at 1, 3 at 2, 4 at 3, 5 at 4/,
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
    /^Along axis 0 each index has a factor of its own: 2 at 0, 3 at 1, 5 at 2\./,
  );
});

test('a factor says what it is, where that can be seen', () => {
  for (const [factor, words] of /** @type {const} */ ([
    [1 / Math.sqrt(8), /\(1\/√8\)/],
    [Math.sqrt(3), /\(√3\)/],
    [1 / 4, /\(1\/4\)/],
    [180 / Math.PI, /degrees/],
    [1 / Math.LN2, /to base 2/],
    [0.7, /be\.$/],
  ])) {
    assert.match(
      said((v) => factor * v),
      words,
    );
  }
  assert.equal(ratioOf(2.4, 1.2), 'It is 2 times what it should be.');
  assert.equal(ratioOf(6400, 25600), 'It is 0.25 times what it should be (1/4).');
  assert.equal(ratioOf(-1.5, 1.5), 'It has the opposite sign.');
  assert.equal(ratioOf(4, 2), ''); // of small whole numbers each is a multiple of some other
  assert.equal(ratioOf(1.3, 1.2), '');
  assert.match(ratioOf(20452, 20452.2287), /without what is behind the point/);
  assert.equal(ratioOf(1, 1.9), '');
});

test('a factor and an offset at once', () => {
  assert.equal(
    said((v) => 3 * v + 2),
    'Every number is 3 times what it should be, plus 2.',
  );
  assert.equal(
    said((v) => 1e6 + v),
    '',
  );
});

test('what was given, unchanged', () => {
  const given = {shape: [3, 3], data: WANT.data.map((v, k) => v + k)};
  const output = {...given, dtype: 'float32'};
  assert.match(patternOf(output, WANT, [given]), /^It is the tensor that the call is given/);
  assert.match(patternOf(output, WANT, [WANT, given]), /^It is tensor 2 of those/);
  assert.doesNotMatch(patternOf(output, WANT, [WANT]), /given/);
});

test('the right numbers in another order', () => {
  const right = table([3, 6], (i, j) => Math.sin(5 * i + j * j));
  const from = (/** @type {number[]} */ order) =>
    patternOf(
      table([3, 6], (i, j) => right.data[6 * i + order[j]]),
      right,
    );
  assert.equal(
    from([0, 2, 4, 1, 3, 5]),
    'Along axis 1 the right numbers are in another order: 0, 2, 4, 1, 3, 5 in place of 0, 1, 2, 3, 4, 5.',
  );
  assert.match(from([0, 0, 1, 1, 2, 2]), /some twice and some not at all: 0, 0, 1, 1, 2, 2/);
  assert.equal(from([2, 2, 2, 2, 2, 2]), 'Along axis 1 every index has what belongs to 2.');
  const long = table([3, 20], (i, j) => Math.sin(5 * i + j * j));
  const late = table([3, 20], (i, j) => long.data[20 * i + (j < 12 ? j : 31 - j)]);
  assert.equal(
    patternOf(late, long),
    'Along axis 1 the right numbers are in another order: from index 12 on 19, 18, 17, 16, 15, 14, 13, 12 in place of 12, 13, 14, 15, 16, 17, 18, 19.',
  );
  const mixed = table([3, 6], (i, j) => right.data[(5 * (6 * i + j) + 1) % 18]);
  assert.match(patternOf(mixed, right), /^All numbers are right, but many/);
});

test('numbers that add up along another axis', () => {
  const over = (/** @type {number} */ axis) => {
    const e = table([4, 4], (i, j) => Math.exp(Math.sin(3 * i + j * j)));
    return table([4, 4], (i, j) => {
      const total = [0, 1, 2, 3].reduce((sum, k) => sum + e.data[axis ? 4 * i + k : 4 * k + j], 0);
      return e.data[4 * i + j] / total;
    });
  };
  assert.equal(
    patternOf(over(0), {...over(1), data: over(1).data.map((v) => v)}),
    'Along axis 1 the numbers should add up to 1; yours add up to it along axis 0.',
  );
});

test('pairs of the right length and another angle', () => {
  const start = table([5, 6], (i, j) => 1 + Math.sin(4 * i + j * j));
  const by = (/** @type {(t: number, i: number) => number} */ angle) =>
    table([5, 6], (t, c) => {
      const [i, isSecond] = [c >> 1, c % 2];
      const [a, b] = [start.data[6 * t + 2 * i], start.data[6 * t + 2 * i + 1]];
      const [cos, sin] = [Math.cos(angle(t, i)), Math.sin(angle(t, i))];
      return isSecond ? a * sin + b * cos : a * cos - b * sin;
    });
  const w = (/** @type {number} */ i) => 0.1 ** i;
  const right = by((t, i) => t * w(i));
  const of = (/** @type {(t: number, i: number) => number} */ angle) =>
    patternOf(by(angle), right, [start]);
  assert.match(
    of((t, i) => -t * w(i)),
    /rotated the other way/,
  );
  assert.match(
    of((t, i) => 2 * t * w(i)),
    /rotated twice as far/,
  );
  assert.match(
    of((t, i) => (t + 1) * w(i)),
    /by the same in every row: 1, 0.1, 0.01 too far/,
  );
  assert.match(
    of((t, i) => t * 0.2 ** i),
    /^Pair 0 of the pairs \(2i, 2i \+ 1\) is right in every row; the others .* look at their frequencies/,
  );
  assert.match(
    of((t, i) => t * t * w(i)),
    /^All pairs \(2i, 2i \+ 1\) have the right length. At indices 0, 1 of axis 0 their angles are right too/,
  );
});

test('which kinds of numbers are wrong, and how far', () => {
  const right = table([4, 5], (i, j) => 3 * Math.sin(2 * i + j * j + 1));
  const changed = (/** @type {(v: number, k: number) => number} */ change) =>
    patternOf({...right, data: right.data.map(change)}, right);
  assert.match(
    changed((v, k) => (k % 3 ? v : -v)),
    /^The sizes are right, but 7 of 20 numbers/,
  );
  assert.match(
    changed((v) => Math.min(v, 1)),
    /^Numbers above 1 are cut to it/,
  );
  assert.match(
    changed((v, k) => (v < 0 ? v + Math.sin(k) : v)),
    /^Only numbers that should be negative are wrong/,
  );
  assert.match(
    changed((v, k) => (k % 3 ? v : 0)),
    /^7 numbers are 0 and should not be/,
  );
  assert.match(
    changed((v, k) => v + 0.01 * Math.sin(9 * k)),
    /^All numbers are nearly right: none is off by more than 0.33 % of the largest/,
  );
  assert.match(
    changed((v, k) => v + [1, 2, 4, 9, 7][k % 5]),
    /^Along axis 1 each index is off by an amount of its own, the same throughout: 1 at 0, 2 at 1, 4 at 2, 9 at 3 …/,
  );
});

test('numbers of a dict are spoken of by their keys', () => {
  const keys = ['a', 'b', 'c'];
  assert.equal(
    keyPattern([1, 3, 2], [1, 2, 3], keys),
    "'b' has what belongs to 'c', 'c' has what belongs to 'b'.",
  );
  assert.equal(keyPattern([1, 2, 7], [1, 2, 3], keys), "'c' is wrong; 'a', 'b' are right.");
  assert.equal(
    keyPattern([2, 4, 6], [1, 2, 3], keys),
    'Every number is 2 times what it should be.',
  );
});

test('rows that are right but for a factor, or an amount, of each', () => {
  const want = {data: Float64Array.of(1, -2, 3, 5, 2, 7, -1, 4), shape: [2, 4]};
  const of = (/** @type {(v: number, row: number) => number} */ rule) =>
    patternOf(
      {
        shape: want.shape,
        dtype: 'float32',
        data: want.data.map((v, k) => rule(v, Math.floor(k / 4))),
      },
      want,
    );
  assert.match(
    of((v, row) => v * (row + 0.5)),
    /^Each row of the last axis is right but for a factor of its own \(0\.5, 1\.5\)/,
  );
  assert.match(
    of((v, row) => v + row - 0.25),
    /^Each row of the last axis is right but for an amount of its own \(-0\.25, 0\.75\)/,
  );
  assert.doesNotMatch(
    of((v, row) => v * (row + 0.5) + (v === 4 ? 0.1 : 0)),
    /of its own/,
  );
  assert.equal(
    of(() => -0),
    'Every number is 0.',
  );
});

test('a single number that is a small fraction of the right one', () => {
  assert.match(ratioOf(25, 25600), /\(1\/1024\)/);
  assert.match(ratioOf(0.6 / 3, 0.3), /\(2\/3\), as where a sum is divided by another count/);
  assert.doesNotMatch(ratioOf(0.2003, 0.3), /count/);
});

/** @param {number[]} shape @param {(index: number) => number} rule */
const tensorOf = (shape, rule) => ({
  data: Float64Array.from({length: shape.reduce((a, b) => a * b, 1)}, (_, k) => rule(k)),
  shape,
  dtype: 'float32',
});

test('powers of the right numbers, as of another base', () => {
  const row = (/** @type {number} */ base, factor = 1) =>
    tensorOf([8], (i) => factor * base ** (-i / 8));
  assert.equal(
    patternOf(row(1000), row(10000)),
    'Every number is the right one to the power of 0.75: look at the base and the exponent.',
  );
  assert.match(patternOf(row(1000, 0.3), row(10000)), /to the power of 0\.75, times 0\.3: look/);
  const bent = row(1000);
  bent.data[3] *= 1.01;
  assert.doesNotMatch(patternOf(bent, row(10000)), /power/);
  const table = (/** @type {number} */ base) =>
    tensorOf([5, 8], (k) => (1 + Math.floor(k / 8)) * base ** (-(k % 8) / 8));
  assert.equal(
    patternOf(table(100), table(10000)),
    'Along axis 1 index i has the factor 1.77828^i: look at the base and the exponent of each index.',
  );
});

test('weights whose logits have another scale, or an amount for each column', () => {
  const weights = (/** @type {(i: number, j: number) => number} */ logit) => {
    const all = tensorOf([5, 5], (k) => Math.exp(logit(Math.floor(k / 5), k % 5)));
    return {
      ...all,
      data: all.data.map((v, k) => {
        const row = Math.floor(k / 5) * 5;
        return v / all.data.slice(row, row + 5).reduce((a, b) => a + b, 0);
      }),
    };
  };
  const wave = (/** @type {number} */ i, /** @type {number} */ j) =>
    Math.sin(3 * i + 2 * j + i * j);
  const right = weights(wave);
  assert.match(
    patternOf(
      weights((i, j) => wave(i, j) / Math.sqrt(8)),
      right,
    ),
    /but are too even: before softmax the logits are 0\.3536 times what they should be \(1\/√8\)/,
  );
  assert.match(
    patternOf(
      weights((i, j) => 4 * wave(i, j)),
      right,
    ),
    /too uneven: .* are 4 times/,
  );
  assert.match(
    patternOf(
      weights((i, j) => wave(i, j) + 0.3 * j * j),
      right,
    ),
    /before softmax each column has an amount too much or too little/,
  );
  assert.doesNotMatch(
    patternOf(
      weights((i, j) => wave(j, i + 1)),
      right,
    ),
    /softmax/,
  );
});

test('where an amount, a factor or an input tells right from wrong', () => {
  const right = tensorOf([4, 6], (k) => (k * 7) % 11);
  const some = (/** @type {(v: number, k: number) => number} */ rule) => ({
    ...right,
    data: right.data.map((v, k) => (k % 5 === 2 ? rule(v, k) : v)),
  });
  assert.equal(
    patternOf(
      some((v) => v + 1),
      right,
    ),
    '5 of 24 numbers are 1 too large; all others are right.',
  );
  assert.match(
    patternOf(
      some((v) => 2 * v),
      right,
    ),
    /4 of 24 numbers are 2 times/,
  );
  const offsets = tensorOf([21], (k) => k - 10);
  const bucket = tensorOf([21], (k) => ((k - 10) ** 2 * 7) % 5);
  const far = {...bucket, data: bucket.data.map((v, k) => (Math.abs(k - 10) > 6 ? v + k : v))};
  assert.equal(
    patternOf(far, bucket, [offsets]),
    'All is right where the number given is between -6 and 6; most others are wrong.',
  );
  const few = tensorOf([21], (k) => bucket.data[k] + (k === 0 || k === 20 || k % 4 === 0 ? 0 : k));
  assert.doesNotMatch(patternOf(few, bucket, [offsets]), /number given/); // by chance
});

test('which axis tells right from wrong, and how many others there are', () => {
  const right = tensorOf([3, 5], (k) => ((k * k * 3) % 17) + 0.5);
  const one = {...right, data: right.data.map((v, k) => (k < 5 && k !== 3 ? v * v + k : v))};
  assert.equal(
    patternOf(one, right),
    'Along axis 0, index 0 is wrong in places, the others are right throughout, as where a loop or a slice begins one too late.',
  );
  assert.equal(
    patternOf(
      tensorOf([2], (k) => 3 + k),
      tensorOf([2], (k) => 3 + 5 * k),
    ),
    'The number at index 1 is wrong, the other is right, as where what belongs to the first is used for all, or what is carried from one to the next goes wrong.',
  );
});

test('an axis with two kinds of entries has no order that could run backwards', () => {
  const right = tensorOf([4], (k) => Number(k < 3));
  assert.doesNotMatch(
    patternOf(
      tensorOf([4], (k) => Number(k > 0)),
      right,
    ),
    /backwards/,
  );
});

test('single numbers are not counted by an index', () => {
  const right = tensorOf([5], (k) => 3 + 7 ** k);
  const got = {...right, data: right.data.map((v, k) => (k === 2 ? 1 : v))};
  assert.equal(numbersPattern(got, right), '');
  assert.match(patternOf(got, right), /number at index 2/);
});

test('pairs of a part of the channels, and how far they are rotated', () => {
  const [n, half, width] = [6, 4, 12];
  const x = tensorOf([1, n, width], (k) => 1 + ((k * 5) % 7));
  const rotated = (/** @type {(i: number) => number} */ w) => {
    const out = {...x, data: Float64Array.from(x.data)};
    for (let p = 0; p < n; p++) {
      for (let i = 0; i < half; i++) {
        const [a, b] = [x.data[p * width + i], x.data[p * width + i + half]];
        const angle = p * w(i);
        out.data[p * width + i] = a * Math.cos(angle) - b * Math.sin(angle);
        out.data[p * width + i + half] = a * Math.sin(angle) + b * Math.cos(angle);
      }
    }
    return out;
  };
  const right = rotated((i) => 100 ** (-i / half));
  assert.match(
    patternOf(
      rotated((i) => -(100 ** (-i / half))),
      right,
      [x],
    ),
    /^In the first 8 channels: each pair \(i, i \+ half\) has .*: it is rotated the other way\.$/,
  );
  assert.match(
    patternOf(
      rotated((i) => 10 ** (-i / half)),
      right,
      [x],
    ),
    /pair i is rotated 1\.77828\^i times as far as it should be/,
  );
  assert.match(
    patternOf(
      rotated((i) => 1.5 * 100 ** (-i / half)),
      right,
      [x],
    ),
    /all are rotated 1\.5 times as far/,
  );
});

test('a pair whose formula is wrong is read from what was given and what is right', () => {
  const [n, half] = [5, 3];
  const x = tensorOf([1, n, 2 * half], (k) => 1 + ((k * 5) % 7) + 0.1 * k);
  /** @typedef {(a: number, b: number, c: number, s: number) => [number, number]} Form */
  const made = (/** @type {Form} */ form, /** @type {boolean} */ isHalves) => {
    const out = {...x, data: Float64Array.from(x.data)};
    for (let p = 0; p < n; p++) {
      for (let i = 0; i < half; i++) {
        const row = p * 2 * half;
        const [one, other] = isHalves ? [row + i, row + i + half] : [row + 2 * i, row + 2 * i + 1];
        const angle = p * 50 ** (-i / half);
        const made = form(x.data[one], x.data[other], Math.cos(angle), Math.sin(angle));
        [out.data[one], out.data[other]] = made;
      }
    }
    return out;
  };
  for (const isHalves of [false, true]) {
    const right = made((a, b, c, s) => [a * c - b * s, a * s + b * c], isHalves);
    const said = (/** @type {Form} */ form) => patternOf({...made(form, isHalves), dtype: 'float32'}, right, [x]); // biome-ignore format: one line
    assert.match(
      said((a, b, c, s) => [a * c - b * s, (a * c - b * s) * s + b * c]),
      /the second channel is computed from the first one after that has been written over/,
    );
    assert.match(
      said((a, b, c, s) => [a * c + b * s, a * s + b * c]),
      /the minus before the sine of the first channel is missing/,
    );
    assert.match(
      said((a, b, c, s) => [a * s - b * c, a * c + b * s]),
      /sine and cosine have changed places/,
    );
    assert.match(
      said((a, b, c, s) => [a * c + b * s, b * c - a * s]),
      /it is rotated the other way/,
    );
  }
});

test('numbers in the order of two axes that are exchanged', () => {
  const right = tensorOf([2, 3, 4], (k) => k + 0.5);
  const exchanged = [0, 1, 2, 3, 12, 13, 14, 15, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 20, 21, 22, 23]; // biome-ignore format: one line
  const output = tensorOf([2, 3, 4], (k) => exchanged[k] + 0.5);
  assert.match(
    patternOf({...output, dtype: 'float32'}, right),
    /in the order of axes 0 and 1 exchanged/,
  );
});
