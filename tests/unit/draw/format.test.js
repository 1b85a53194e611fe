import assert from 'node:assert/strict';
import test from 'node:test';

import {
  cellName,
  formatNumber,
  formatPower,
  formatTick,
  readNumber,
} from '../../../web/draw/format.js';
import {spokenParts} from '../../../web/strings/powers.js';

test('a number has three decimals and five digits at most, and powers outside 1e-3 to 1e6', () => {
  for (const [value, text] of /** @type {const} */ ([
    [0, '0'],
    [-1, '−1'],
    [1234567, '1,234,567'],
    [0.5, '0.5'],
    [-0.12345, '−0.123'],
    [22518.754, '22,519'],
    [1234.567, '1,234.6'],
    [-123.4567, '−123.46'],
    [12.34567, '12.346'],
    [1.67e-6, '1.67·10⁻⁶'],
    [-1e-5, '−10⁻⁵'],
    [1.2e-10, '1.2·10⁻¹⁰'],
    [0.001, '0.001'],
    [0.00099, '9.9·10⁻⁴'],
    [999999.5, '1,000,000'],
    [1000000.5, '10⁶'],
    [1e9, '10⁹'],
    [-2e12, '−2·10¹²'],
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
    [2e-4, '2·10⁻⁴'],
    [0, '0'],
  ]))
    assert.equal(formatTick(value), text);
});

test('a number for readers is read back, and nothing else is', () => {
  for (const value of [0, -1, 4096, 1200000, -123.45, 1.67e-6, -1e-5, 1e6, 2.5e12, 1.2e-10]) {
    assert.equal(readNumber(formatNumber(value)), value);
    if (value) assert.equal(readNumber(formatPower(value, 4)), value);
  }
  assert.equal(readNumber('3.34 · 10⁻⁵'), 3.34e-5, 'with spaces');
  assert.equal(readNumber('-0.5'), -0.5, 'as JavaScript writes it');
  for (const text of ['', '−', 'head 4', '0.5 %', '1e-7', '4 × 8', '∞', '10⁻', '1.2.3', '(2, 3)'])
    assert.ok(Number.isNaN(readNumber(text)), text);
});

test('a power of ten has words for those who hear it', () => {
  const heard = (/** @type {string} */ text) =>
    spokenParts(text).map(({text: shown, spoken}) => spoken || shown);
  assert.deepEqual(heard('off by 1.67·10⁻⁶, not ≤ 10⁻⁶.'), [
    'off by ',
    '1.67 times 10 to the power of −6',
    ', not ≤ ',
    '10 to the power of −6',
    '.',
  ]);
  assert.deepEqual(heard('−2·10¹²'), ['−2 times 10 to the power of 12']);
  assert.deepEqual(heard('d² of 10 rows'), ['d² of 10 rows']);
  assert.deepEqual(heard(''), []);
});

test('a cell has its name, else its index', () => {
  assert.equal(cellName({label: 'x'}, 1200), '1,200');
  assert.equal(cellName({label: 'x', names: ['a', 'b']}, 1), 'b');
  assert.equal(cellName({label: 'x', names: ['a']}, 1), '1');
  assert.equal(cellName({label: 'x', names: [0, 2048]}, 1), '2,048');
});
