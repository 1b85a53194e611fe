// The numbers that a reader's own code is compared with: a bug is named where its numbers differ, and its numbers are those of the bug.
import assert from 'node:assert/strict';
import test from 'node:test';

import {makeCase, sinusoidalNumbers} from '../../../web/own-code/cases.js';
import {mropeNumbers} from '../../../web/own-code/mrope-cases.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';

const core = await loadCore();

test('a bug that gives the right numbers, or others within four tolerances, is none', () => {
  const wrongOf = (/** @type {number} */ tolerance, /** @type {any} */ more = {}) =>
    Object.keys(
      makeCase({args: {}, shape: [2], tolerance, ...more}, [1, 2], {
        same: [1, 2],
        near: [1, 2.03125],
        far: [1, 3],
        nothing: null,
        nan: [1, Number.NaN],
      }).wrong,
    );
  assert.deepEqual(wrongOf(0), ['near', 'far', 'nan']);
  assert.deepEqual(wrongOf(0.03125 / 4), ['far', 'nan']);
  assert.deepEqual(wrongOf(0, {compared: [1, 0]}), []);
});

test('half the exponent is sin and cos of p base^(-i / d), in either order', () => {
  for (const layout of /** @type {const} */ (['interleaved', 'concatenated'])) {
    const {table} = sinusoidalNumbers(core, {layout, dModel: 8, base: 10000}).cases;
    const row = table.wrong['halved-exponent'].slice(3 * 8, 4 * 8);
    const angles = [0, 1, 2, 3].map((i) => 3 * 10000 ** (-i / 8));
    const want =
      layout === 'interleaved'
        ? angles.flatMap((angle) => [Math.sin(angle), Math.cos(angle)])
        : [...angles.map(Math.sin), ...angles.map(Math.cos)];
    assertClose(row, want, {atol: 1e-7});
  }
});

test('the axes of M-RoPE share all pairs of a head', () => {
  for (const dHead of [32, 64, 128]) {
    const {facts} = mropeNumbers(core, {dHead, arrangement: 'sections', base: 10000});
    const {sections} = /** @type {{sections: number[]}} */ (/** @type {unknown} */ (facts));
    assert.equal(2 * sections.reduce((sum, one) => sum + one, 0), dHead);
  }
});
