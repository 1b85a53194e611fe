// Twelve bugs: exactly right at position 0, found later, each where its nature lets it begin.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {BUGS, contentOf, errorAt, REACH} from '../../../web/figures/labs/zero-bugs.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();
const PositionZero = await loadFigure('position-zero');
const content = contentOf(core, 7);

/** @param {string} short */
const bug = (short) => {
  const found = BUGS.find((one) => one.short === short);
  assert.ok(found, short);
  return found;
};

/** @param {number} position @param {string} [fault] */
function drawn(position, fault = '') {
  const drawing = PositionZero.compute(core, {position, seed: 42}, fault);
  const [start, found] = drawing.meters.map((/** @type {any} */ {value}) => value);
  return {...drawing, start, found};
}

suite('a bug', () => {
  test('of which there are twelve, each with a source', () => {
    assert.equal(BUGS.length, 12);
    assert.equal(new Set(BUGS.map(({short}) => short)).size, 12);
    for (const {source, short} of BUGS) assert.match(source, /\w#\d+/, short);
  });

  for (const one of BUGS) {
    test(`is perfect at 0 and wrong at ${REACH}: ${one.label}`, () => {
      assert.equal(errorAt(content, one, 0), 0);
      assert.ok(errorAt(content, one, REACH) > 0.01);
      assert.ok(errorAt(content, one, 700) > 0.01);
    });
  }

  test('of stretched contexts begins with the first token beyond training', () => {
    for (const short of ['dynamic NTK', 'LongRoPE']) {
      assert.equal(errorAt(content, bug(short), 255), 0, short);
      assert.ok(errorAt(content, bug(short), 256) > 1e-3, short);
    }
  });

  test('of a cache turns the newest key as the query is, and the one before it by its own length', () => {
    for (const short of ['dynamic NTK', 'LongRoPE']) {
      const row = (/** @type {Float32Array} */ k, /** @type {number} */ at) => [
        ...k.subarray(at * 64, at * 64 + 64),
      ];
      const {right, wrong} = bug(short);
      const [now, kept] = [right, wrong].map((way) => way(content, 256).k);
      assert.deepEqual(row(kept, 256), row(now, 256));
      assert.notDeepEqual(row(kept, 255), row(now, 255));
      const before = right(content, 255).k;
      assert.deepEqual(row(kept, 255), row(before, 255));
    }
  });

  test('of rounding grows with the position', () => {
    const errors = [1, 16, 256, REACH].map((p) => errorAt(content, bug('bfloat16'), p));
    assert.ok(errors[0] < 1e-4 && errors[0] > 0);
    for (let k = 1; k < errors.length; k++) assert.ok(errors[k] > errors[k - 1], String(errors));
  });

  test('is none where the right way is compared with itself', () => {
    for (const one of BUGS) {
      assert.equal(errorAt(content, {...one, wrong: one.right}, 300), 0, one.short);
    }
  });
});

suite('a test', () => {
  test('finds none at 0, nine at 1, twelve at 1,024, as the chapter says', () => {
    assert.deepEqual(
      [0, 1, REACH].map((p) => drawn(p).found),
      [0, 9, 12],
    );
    const passing = drawn(1).panels[0].rows.filter(
      (/** @type {any[]} */ row) => row[2] === 'passes',
    );
    assert.deepEqual(
      passing.map((/** @type {any[]} */ row) => row[4]),
      ['gpt-neox#1003', 'transformers#25104', 'transformers#33129'],
    );
    for (const position of [0, 1, 300]) assert.equal(drawn(position).start, 0);
  });

  test('says at 0 why it finds none, then how many pass, and at the end that all show', () => {
    assert.match(drawn(0).note, /^At position 0 every angle is 0/);
    assert.match(drawn(1).note, /^3 still pass/);
    assert.match(drawn(REACH).note, /each of the twelve shows/);
    assert.equal(drawn(REACH, 'self-parity').note, '');
  });

  test('of the first token, or against itself, finds none', () => {
    assert.equal(drawn(REACH, 'first-token').found, 0);
    assert.equal(drawn(REACH, 'self-parity').found, 0);
    assert.match(drawn(REACH, 'first-token').panels[0].title, /position 0/);
  });

  test('shows the position that the slider has, among the others', () => {
    const {panels} = drawn(333);
    const at = panels[1].x.names.indexOf(333);
    assert.ok(at > 0);
    assert.equal(panels[1].rules[0].at, at + 0.5);
    assert.equal(panels[1].tensor.shape[1], panels[1].x.names.length);
  });

  test('has other numbers for another seed', () => {
    const a = PositionZero.compute(core, {position: 50, seed: 1}, '').panels[0].rows;
    const b = PositionZero.compute(core, {position: 50, seed: 2}, '').panels[0].rows;
    assert.notDeepEqual(a, b);
    assert.deepEqual(PositionZero.compute(core, {position: 50, seed: 1}, '').panels[0].rows, a);
  });
});
