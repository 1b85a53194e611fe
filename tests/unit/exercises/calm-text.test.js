// What a learner's code printed, as the page can show it.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {calmParts, calmText} from '../../../web/exercises/ui/calm-text.js';

test('a letter has eight accents at most, and other text stays', () => {
  const accents = '\u0301'.repeat(90_000);
  assert.equal(
    calmText(`a${accents}b${accents}`),
    `a${accents.slice(0, 8)}b${accents.slice(0, 8)}`,
  );
  assert.equal(calmText(accents).length, 8);
  for (const text of [
    'naïve e\u0301',
    '\u05e9\u05b8\u05c1',
    'ที่นี่',
    '👩‍👩‍👧',
    'a\tb\n',
    '\ud800',
    '',
  ])
    assert.equal(calmText(text), text);
});

test('accents are counted over the parts in which a text comes', () => {
  const calm = calmParts();
  const parts = [
    'a\u0301\u0302',
    '\u0303'.repeat(5),
    ...Array(50).fill('\u0304'),
    '',
    'b\u0301',
    'c',
  ];
  assert.equal(parts.map(calm).join(''), `a\u0301\u0302${'\u0303'.repeat(5)}\u0304b\u0301c`);
  const whole = calmParts();
  assert.equal(
    whole(`x${'\u0e49'.repeat(20)}`) + whole('\u0e49'.repeat(20)),
    `x${'\u0e49'.repeat(8)}`,
  );
});

test('a control character has its sign', () => {
  assert.equal(calmText('\x1b[31m\0\x07\x7f\rnew\r\nline\x85'), '␛[31m␀␇␡␍new\nline\x85');
});
