import assert from 'node:assert/strict';
import test from 'node:test';

import {assertClose} from '../../support/close.js';

test('assertClose passes what lies within the tolerance, infinities and NaN included', () => {
  assertClose([1, 2, -Infinity, NaN], [1, 2, -Infinity, NaN]);
  assertClose([1.0009, 0.01], [1, 0], {rtol: 1e-3, atol: 0.01});
});

test('assertClose shows the worst element', () => {
  const close = () => assertClose([1, 2.5, 3.9], [1, 2, 3], {rtol: 0.1}, 'table');
  assert.throws(close, /table: \[2\]: got 3\.9, expected 3; error 9\.00e-1/);
});

test('assertClose fails on NaN, on infinities of the other sign, and on a missing element', () => {
  assert.throws(() => assertClose([NaN], [1], {rtol: 1}), /got NaN/);
  assert.throws(() => assertClose([1], [NaN], {rtol: 1}), /expected NaN/);
  assert.throws(() => assertClose([Infinity], [-Infinity], {rtol: 1}), /got Infinity/);
  assert.throws(() => assertClose([1], [Infinity], {rtol: 1}), /expected Infinity/);
  assert.throws(() => assertClose([1], [1, 2]), /length/);
  assert.throws(() => assertClose([1e-9], [0], {rtol: 1}), /expected 0/);
});
