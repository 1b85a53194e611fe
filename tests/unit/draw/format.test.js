import assert from 'node:assert/strict';
import test from 'node:test';

import {cellName, formatNumber, formatTick} from '../../../web/draw/format.js';

test('a number has at most three decimals, grouped thousands, and powers outside 1e-3 to 1e6', () => {
  for (const [value, text] of /** @type {const} */ ([
    [0, '0'],
    [-1, '−1'],
    [1234567, '1,234,567'],
    [0.5, '0.5'],
    [-0.12345, '−0.123'],
    [0.001, '0.001'],
    [0.00099, '9.9e-4'],
    [999999.5, '999999.5'],
    [1000000.5, '1e+6'],
    [1e9, '1e+9'],
    [-2e12, '−2e+12'],
    [NaN, 'not a number'],
    [Infinity, '∞'],
    [-Infinity, '−∞ (masked)'],
  ]))
    assert.equal(formatNumber(value), text);
});

test('a tick is short: thousands, and small powers of ten', () => {
  for (const [value, text] of /** @type {const} */ ([
    [9999, '9,999'],
    [10_000, '10k'],
    [-20_000, '−20k'],
    [2_500_000, '2.5M'],
    [0.001, '0.001'],
    [1e-4, '10⁻⁴'],
    [1e-12, '10⁻¹²'],
    [2e-4, '2e-4'],
    [0, '0'],
  ]))
    assert.equal(formatTick(value), text);
});

test('a cell has its name, else its index', () => {
  assert.equal(cellName({label: 'x'}, 1200), '1,200');
  assert.equal(cellName({label: 'x', names: ['a', 'b']}, 1), 'b');
  assert.equal(cellName({label: 'x', names: ['a']}, 1), '1');
  assert.equal(cellName({label: 'x', names: [0, 2048]}, 1), '2,048');
});
