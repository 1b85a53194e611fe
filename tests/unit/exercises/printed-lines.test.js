// What a run prints, where carriage returns write over a line.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {calmParts} from '../../../web/exercises/ui/calm-text.js';
import {printedLines} from '../../../web/exercises/ui/printed-lines.js';

/** What can be read after all parts. @param {string[]} parts */
function shown(...parts) {
  const [calm, lines] = [calmParts(), printedLines()];
  let [before, last] = ['', ''];
  for (const part of parts) {
    const {ended, line} = lines(calm(part));
    [before, last] = [before + ended, line];
  }
  return before + last;
}

test('what comes after a carriage return is written over the line, as a terminal does', () => {
  assert.equal(shown('1 of 3\r2 of 3\r3 of 3\nend\n'), '3 of 3\nend\n');
  assert.equal(shown('1 of 3', '\r', '2', ' of 3\r'), '2 of 3');
  assert.equal(shown('100 %\r7'), '700 %');
  assert.equal(shown('loss 0.25\rloss\n'), 'loss 0.25\n');
  assert.equal(shown('first\n\rsecond\r'), 'first\nsecond');
  assert.equal(shown('▏░░\r▉▉', '░\r▉▉▉ 👍'), '▉▉▉ 👍');
  assert.equal(shown('e\u0301e\u0301\ra'), 'ae\u0301');
});

test('a line that ends as in Windows is one line, and other text stays as it comes', () => {
  assert.equal(shown('a\r\nb\r', '\nc'), 'a\nb\nc');
  for (const text of ['', 'a\n\nb', '\n', 'a\tb\n', '\ud800', 'e\u0301\u0302'])
    assert.equal(shown(text), text);
  assert.equal(shown('\x1b[31m\b'), '␛[31m␈');
});

test('many carriage returns over a long line take no time', () => {
  const begun = performance.now();
  assert.equal(shown('x'.repeat(50_000), 'y\r'.repeat(25_000)).length, 50_001);
  assert.equal(shown('0123456789\n'.repeat(50_000)).length, 550_000);
  const ms = performance.now() - begun;
  assert.ok(ms < 2000, `${ms} ms`);
});
