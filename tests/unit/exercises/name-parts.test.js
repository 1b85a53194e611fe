// What is said of an answer by the numbers of a known mistake, or of the solution, without Python.
import assert from 'node:assert/strict';
import test from 'node:test';

import {partsOf, partWords} from '../../../web/exercises/grading/name-parts.js';
import {isScaled, scaledBy} from '../../../web/exercises/grading/name-scale.js';

/** @import {Case, Check} from '../../../web/exercises/grading/grader.js' */
/** @import {Output} from '../../../web/exercises/grading/outputs.js' */

/** @param {...number} data @returns {Output} */
const row = (...data) => ({shape: [data.length], dtype: 'float32', data: Float64Array.from(data)});

/** @type {Check} */
const check = {cases: () => [], truth: () => []};
const two = [
  {title: 'a', steps: []},
  {title: 'b', steps: []},
];
const places = two.map(() => ['first', 'second'].map((call, k) => ({call, step: k, k: 0, of: 1})));

test('a mistake in one of two functions is said to be in that one', () => {
  const right = [
    [row(1.5, 2.5), row(3.5, 4.5)],
    [row(5.5, 6.5), row(7.5, 8.5)],
  ];
  const theirs = right.map((own) => own.map(({data}) => row(...data.map((v) => 2 * v))));
  const own = right.map(([first], at) => [first, theirs[at][1]]);
  const parts = partsOf(check, two, own, theirs, right);
  assert.ok(parts);
  assert.equal(partWords(parts, two, places), 'That is so in second only.');
  const other = [own[0], [row(5.5, 9), own[1][1]]];
  assert.equal(partsOf(check, two, other, theirs, right), null, 'something else is wrong, too');
  assert.equal(partsOf(check, two, right, theirs, right), null, 'nothing is wrong');
});

test('numbers of a mistake among right ones are those of it where three of them are', () => {
  const right = [[row(1.5, 2.5, 3.5, 4.5)]];
  const theirs = [[row(2.25, 3.25, 4.25, 5.25)]];
  const one = [two[0]];
  const mixed = partsOf(check, one, [[row(1.5, 3.25, 4.25, 5.25)]], theirs, right);
  assert.ok(mixed);
  assert.equal(
    partWords(mixed, one, [[places[0][0]]]),
    'That is so for some of your numbers only.',
  );
  assert.equal(partsOf(check, one, [[row(1.5, 2.5, 4.25, 5.25)]], theirs, right), null);
});

test('a case that is right where the mistake would show is no mistake of another one', () => {
  const right = [[row(1.5, 2.5)], [row(3.5, 4.5)]];
  const theirs = [[row(2, 3)], [row(4, 5)]];
  assert.equal(partsOf(check, two, [theirs[0], right[1]], theirs, right), null);
});

test('a factor is named by the argument that it is in every case', () => {
  const solution = 'def scores(q, n_heads: int):\n    return q\n';
  const cases = [2, 4, 8].map((n, k) => ({
    title: `${n} heads`,
    steps: [
      {
        op: 'call',
        target: 'scores',
        args: [{tensor: {shape: [3, 5 + k], dtype: 'float32', data: []}}, n],
        get: true,
      },
    ],
  }));
  const right = cases.map(() => [row(1.5, -2.5, 3.25)]);
  const times = (/** @type {(at: number) => number} */ factor) =>
    right.map(([{data}], at) => [row(...data.map((v) => v * factor(at)))]);
  const isRight = [false, false, false];
  const said = (/** @type {(at: number) => number} */ factor) =>
    scaledBy({cases, isRight, outputs: times(factor), right, solution});
  assert.equal(
    said((at) => [2, 4, 8][at] ** -0.5),
    'Your numbers are the right ones divided by the root of `n_heads`: in the first case 0.707107.',
  );
  assert.equal(
    said((at) => 5 + at),
    'Your numbers are the right ones times `q.shape[-1]`: in the first case 5.',
  );
  assert.equal(
    said(() => 2),
    '',
    'one factor in all cases may be anything',
  );
  assert.ok(isScaled(times(() => 2)[0], right[0]));
  assert.ok(!isScaled([row(1.5, 2.5, 9)], right[0]));
});
