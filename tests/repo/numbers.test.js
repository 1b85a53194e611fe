// No number of a chapter is typed that a claim could give; the rules are in tests/support/typed-numbers.js.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {figureTags} from '../../web/build/bundle.js';
import {parseHtml} from '../../web/build/html.js';
import {WEB} from '../../web/build/paths.js';
import {typedNumbers, typedNumbersOf} from '../support/typed-numbers.js';

/** Chapters whose numbers come from claims. Those that are not here still have typed ones. */
const CHAPTERS = [
  '1-why-position',
  '2-sinusoidal',
  '3-learned',
  '4-rope',
  '5-alibi',
  '6-without-position',
  '7-length-race',
  '8-experiments',
  '9-relative',
  '10-longer-contexts',
  '11-labs',
];

const tags = figureTags();

for (const chapter of CHAPTERS) {
  test(`chapter ${chapter} has no typed number that a claim could give`, async () => {
    const content = parseHtml(await readFile(path.join(WEB, `chapters/${chapter}.html`), 'utf8'));
    assert.deepEqual(await typedNumbersOf(content, tags), []);
  });
}

test('a result that is typed is found', () => {
  for (const text of [
    'the angle is off by 0.625 radians',
    'they need 6,283 positions',
    'accuracy falls to 12 %',
    'it is 3 times as large',
    'the ratio is 1.73',
    'see chapter 4: it needs 44 steps',
    'of \\(n = 4\\) pairs 31 × the length',
  ]) {
    assert.equal(typedNumbers(text, new Set()).length, 1, text);
  }
});

test('what follows from the form of the text is exempt', () => {
  for (const text of [
    'chapter 4 and section 3.5 has 12 pairs',
    'positions 0, 10, 20, 30 and 40',
    'at position 2,044, rows 2,044 onward',
    'of width 64 in float32 and 3-D, as GPT-2 does',
    'since 2017, as Llama 3.1 does',
    'the angle is \\(10000^{-2/64}\\)',
    'off by [[rope-bf16.worst.0:.3]] radians, quoted [[0.78 @src-neox-1003]]',
  ]) {
    assert.deepEqual(typedNumbers(text, new Set()), [], text);
  }
  assert.deepEqual(typedNumbers('move all by 1,000 tokens', new Set([1000])), []);
});
