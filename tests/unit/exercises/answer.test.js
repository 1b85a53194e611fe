// Only messages that are what their types say pass from the Python worker to the page.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {MOST_PRINTED, messageOf} from '../../../web/exercises/runtime/answer.js';
import {ANSWER} from '../../support/answer.js';

const done = (/** @type {object} */ change) => ({type: 'done', run: 'id', ...ANSWER, ...change});
const withResult = (/** @type {any} */ result) => done({results: [result]});
const TENSOR = {
  kind: 'tensor',
  shape: [2, 2],
  dtype: 'float32',
  data: Float32Array.of(1, 2, 3, 4),
  type: 'Tensor',
};
const ERROR = {
  type: 'ValueError',
  message: 'odd',
  traceback: 'Traceback …',
  line: 2,
  isOwn: true,
};
const AXES = {parts: [{kind: 'line', x: [0, 1], y: [2, null]}]};

/** @param {any} message */
const passes = (message) => assert.deepEqual(messageOf(message), message);
/** @param {any} message @param {string} [what] */
const isRefused = (message, what) => assert.equal(messageOf(message), null, what);

suite('a message that is as it should be', () => {
  test('passes unchanged', () => {
    for (const type of ['frame', 'spawned', 'ready']) passes({type});
    passes({type: 'broken', message: 'why'});
    passes({type: 'print', run: 'id', text: 'é\n'});
    passes(done({error: ERROR, changed: [0, 3], used: [[1, 'autograd']], isCut: true}));
  });

  test('passes with results of every kind', () => {
    const scalars = [2.5, -0, 1e16, Infinity, -Infinity, Number.NaN, true].map((value) => ({
      kind: 'number',
      value,
    }));
    const results = [
      {kind: 'none'},
      {kind: 'text', value: 'x'},
      {kind: 'other', type: 'int', text: 'an integer of 1329 bits'},
      {kind: 'error', ...ERROR},
      TENSOR,
      {...TENSOR, shape: [], data: Float64Array.of(1), dtype: 'float64'},
      {...TENSOR, shape: [0, 7], data: new Float32Array(0)},
      {...TENSOR, shape: [2], dtype: 'complex64'},
      {kind: 'dict', items: [['a', scalars[0]]]},
      {kind: 'tuple', items: [{kind: 'list', items: scalars}]},
      ...scalars,
    ];
    passes(done({results}));
    passes(messageOf(done({results}))); // it is checked in the frame and in the page
  });

  test('passes with what was plotted', () => {
    passes(done({figures: [{axes: [AXES]}]}));
    passes(done({figures: [{axes: [{parts: [{kind: 'image', rows: [[1, null]]}]}]}]}));
  });

  test('passes without fields that no message has', () => {
    assert.deepEqual(messageOf({type: 'ready', verdict: 'pass'}), {type: 'ready'});
    assert.deepEqual(messageOf(done({status: 'pass'})), done({}));
    const other = withResult({...TENSOR, ok: true});
    assert.deepEqual(messageOf(other), withResult(TENSOR));
  });
});

suite('what is no message', () => {
  test('has no type that is known', () => {
    for (const one of [null, undefined, 5, 'done', [], {}, {type: 'run'}, {type: {}}])
      isRefused(one);
  });

  test('prints what is no text, or too much', () => {
    isRefused({type: 'print', run: 'id', text: {toString: 1}});
    isRefused({type: 'print', run: {}, text: ''});
    passes({type: 'print', run: 'id', text: 'x'.repeat(MOST_PRINTED)});
    isRefused({type: 'print', run: 'id', text: 'x'.repeat(MOST_PRINTED + 1)});
  });

  test('lacks a part of an answer', () => {
    for (const change of [
      {run: 7},
      {results: null},
      {results: 'x'},
      {figures: 7},
      {ms: '1'},
      {changed: 'x'},
      {used: 'x'},
      {used: [[1, {}]]},
      {error: undefined},
      {error: {}},
      {error: {...ERROR, message: {}}},
      {error: {...ERROR, traceback: null}},
    ]) {
      isRefused(done(change), JSON.stringify(change));
    }
  });

  /** @type {[string, any][]} */
  const TENSORS = [
    ['fewer numbers than its shape', {shape: [2, 3]}],
    ['more numbers than its shape', {shape: [3]}],
    ['a negative axis', {shape: [-2, -2]}],
    ['half an axis', {shape: [1.5, 2]}],
    ['no list for a shape', {shape: 'no'}],
    ['no shape', {shape: null}],
    ['more than 64 axes', {shape: [2, 2, ...new Array(63).fill(1)]}],
    ['a shape beyond counting', {shape: [1e9, 1e9]}],
    ['a list for its numbers', {data: [1, 2, 3, 4]}],
    ['a text for its numbers', {data: 'abcd'}],
    ['no numbers', {data: null}],
    ['only a length', {data: {length: 4}}],
    ['bytes', {data: new DataView(new ArrayBuffer(4))}],
    ['big integers', {data: BigInt64Array.of(1n, 2n, 3n, 4n)}],
    ['unsigned big integers', {data: BigUint64Array.of(1n, 2n, 3n, 4n)}],
    ['no type of numbers', {dtype: {}}],
    ['no type', {type: 1}],
    ['one number where complex ones have two', {dtype: 'complex64'}],
  ];
  for (const [what, change] of TENSORS) {
    test(`is a tensor with ${what}`, () => isRefused(withResult({...TENSOR, ...change})));
  }

  test('has a result that is of no kind, or not of its kind', () => {
    for (const result of [
      null,
      5,
      {},
      {kind: 'pass'},
      {kind: 'number', value: 'seven'},
      {kind: 'number', value: null, text: 'inf'},
      {kind: 'number', value: 3n},
      {kind: 'text', value: 5},
      {kind: 'list', items: 'x'},
      {kind: 'tuple', items: [null]},
      {kind: 'dict', items: [['a']]},
      {kind: 'dict', items: [[1, {kind: 'none'}]]},
      {kind: 'other', type: 5, text: ''},
      {kind: 'error', type: 'E', message: 'x'},
    ]) {
      isRefused(withResult(result), JSON.stringify(/** @type {any} */ (result)?.kind));
    }
  });

  test('is too large: results, items in them, numbers of tensors, lists in lists', () => {
    isRefused(done({results: Array(2001).fill({kind: 'none'})}));
    isRefused(withResult({kind: 'list', items: Array(20_001).fill({kind: 'none'})}));
    const half = {...TENSOR, shape: [6e6], data: new Int8Array(6e6)};
    passes(withResult(half));
    isRefused(done({results: [half, half]}));
    /** @type {any} */
    const loop = {kind: 'list', items: []};
    loop.items.push(loop);
    isRefused(withResult(loop));
    isRefused(done({figures: [Array(2e6).fill(0)]}));
    isRefused(done({figures: [new Map()]}));
  });
});

test('a figure that cannot be drawn is left out, and the rest of the answer passes', () => {
  for (const figure of [
    7,
    null,
    {},
    {axes: 7},
    {axes: [null]},
    {axes: [{parts: [null]}]},
    {axes: [{parts: [{kind: 7}]}]},
    {axes: [{parts: [{kind: 'image', rows: 7}]}]},
    {axes: [{parts: [{kind: 'image', rows: [[1], [1, 2]]}]}]},
    {axes: [{parts: [{kind: 'line', x: 'abc'}]}]},
  ]) {
    assert.deepEqual(messageOf(done({figures: [figure]})), done({}), JSON.stringify(figure));
  }
});

test('of the numbers of changed steps only counts pass', () => {
  const message = done({changed: [-1, 0.5, 'x', 2, null]});
  assert.deepEqual(messageOf(message), done({changed: [2]}));
});

test('of what steps used only pairs with a count pass', () => {
  const message = done({used: [null, 'xy', [-1, 'a'], ['1', 'a'], [1, 'autograd']]});
  assert.deepEqual(messageOf(message), done({used: [[1, 'autograd']]}));
});

test('a line of an error that is no count marks none', () => {
  for (const line of [-1, 1.5, 'x', {toString: null}, undefined]) {
    const error = {...ERROR, line};
    assert.deepEqual(messageOf(done({error})), done({error: {...ERROR, line: null}}));
  }
});

test('of the variables of an error a dozen short texts pass, and nothing else', () => {
  const variables = Array.from({length: 40}, (_, k) => [`v${k}`, 'x'.repeat(500)]);
  const {error} = /** @type {any} */ (messageOf(done({error: {...ERROR, variables}})));
  assert.equal(error.variables.length, 12);
  assert.equal(error.variables[0][1].length, 120);
  assert.deepEqual(messageOf(done({error: {...ERROR, variables: []}})), done({error: ERROR}));
  for (const odd of [[['a', 1]], [['a']], [null], 'x', {length: 2}]) {
    isRefused(done({error: {...ERROR, variables: odd}}), JSON.stringify(odd));
  }
});

test('texts are cut at their lengths', () => {
  const long = 'x'.repeat(300_000);
  const message = /** @type {any} */ (
    messageOf(
      done({
        run: long,
        error: {type: long, message: long, traceback: long, line: null},
        results: [
          {kind: 'text', value: long},
          {kind: 'other', type: long, text: long},
          {kind: 'dict', items: [[long, {kind: 'none'}]]},
        ],
      }),
    )
  );
  const {run, error, results} = message;
  assert.equal(run.length, 40);
  assert.deepEqual(
    [error.type.length, error.message.length, error.traceback.length],
    [200, 4000, 200_000],
  );
  assert.deepEqual(
    [results[0].value, results[1].type, results[1].text, results[2].items[0][0]].map(
      ({length}) => length,
    ),
    [200_000, 200, 400, 400],
  );
});
