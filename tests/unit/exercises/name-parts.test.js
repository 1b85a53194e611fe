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

test('numbers of a mistake among right ones are as near as the exercise asks for', () => {
  const right = [[row(1.5, 2.5, 3.5, 4.5)]];
  const theirs = [[row(2.25, 3.25, 4.25, 5.25)]];
  const own = [[row(1.502, 3.252, 4.252, 5.252)]];
  const coarse = {...check, tolerance: () => ({atol: 0.01, rtol: 0})};
  assert.ok(partsOf(coarse, [two[0]], own, theirs, right));
  assert.equal(partsOf(check, [two[0]], own, theirs, right), null);
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
  const placed = cases.map(() => [{call: '', step: 0, k: 0, of: 1}]);
  const said = (/** @type {(at: number) => number} */ factor) =>
    scaledBy({cases, isRight, outputs: times(factor), right, places: placed, solution});
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

test('numbers are named by the entry of a dict, by one argument for which a number stands, or as what they are', () => {
  const solution = 'def size_of(config, n: int, width: int = 2):\n    return n\n';
  const given = [
    [5, 4, 3],
    [7, 2, 10],
    [11, 8, 5],
    [13, 1, 7],
  ];
  const cases = given.map(([n, width, layers]) => ({
    title: `${n}`,
    steps: [
      {op: 'define', code: `_config = {"layers": ${layers}, "window": null}`},
      {
        op: 'call',
        target: 'size_of',
        args: [{ref: '_config'}, n, width],
        wants: 'lists',
        get: true,
      },
    ],
  }));
  const places = cases.map(() => [{call: '', step: 0, k: 0, of: 1}]);
  /** @type {(v: number) => Output} */
  const number = (v) => ({shape: [], dtype: 'list', data: Float64Array.of(v)});
  const right = given.map(([n]) => [number(100 * n)]);
  const said = (/** @type {(n: number, width: number, layers: number) => number} */ rule) => {
    const outputs = given.map(([n, width, layers]) => [number(rule(n, width, layers))]);
    const isRight = outputs.map(([{data}], at) => data[0] === right[at][0].data[0]);
    return scaledBy({cases, isRight, outputs, right, places, solution});
  };
  assert.match(
    said((n, _, layers) => (100 * n) / layers),
    /right ones divided by `config\['layers'\]`: /,
  );
  // one of the four is right, and counts
  assert.match(
    said((n, width) => (400 * n) / width),
    /times 4 \/ `width`, as if `width` were 4 in every call/,
  );
  assert.match(
    said((n, width) => n % width),
    /^What you give is `n` % `width`: .*, 1\.$/,
  );
  assert.equal(
    said((n) => 100 * n + (n === 7 ? 3 : 8)),
    '',
  );
});

test('a factor is named by what is measured of a tensor, in calls that are not the only ones of a case', () => {
  const solution = 'def error(a):\n    return a\n\n\ndef other(n):\n    return n\n';
  const tensors = [
    [1, -4],
    [2, 5],
    [-3, 7],
  ];
  const cases = tensors.map((data, k) => ({
    title: `${k}`,
    steps: [
      {op: 'call', target: 'other', args: [k], get: true},
      {
        op: 'call',
        target: 'error',
        args: [{tensor: {shape: [2], dtype: 'float32', data}}],
        get: true,
      },
    ],
  }));
  const placed = cases.map(() => [0, 1].map((step) => ({call: '', step, k: 0, of: 1})));
  const right = cases.map(() => [row(1.5, 2.5), row(0.5)]);
  const outputs = tensors.map(([, b]) => [row(1.5, 2.5), row(0.5 * Math.abs(b))]);
  const isRight = [false, false, false];
  assert.match(
    scaledBy({cases, isRight, outputs, right, places: placed, solution}),
    /^Your numbers are the right ones times `a.abs\(\).max\(\)`: /,
  );
});
