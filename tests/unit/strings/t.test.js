// The words of the interface: one function, and a list of all that it is called with.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterEach, test} from 'node:test';

import {WEB} from '../../../web/build/paths.js';
import {t} from '../../../web/strings/t.js';
import {calledTexts, falseText} from '../../support/strings.js';

const page = /** @type {{POSLAB_STRINGS?: Record<string, string>}} */ (globalThis);
afterEach(() => {
  delete page.POSLAB_STRINGS;
});

test('the list that a translator copies has every text, and no other', () => {
  const list = JSON.parse(readFileSync(path.join(WEB, 'strings/en.json'), 'utf8'));
  assert.deepEqual(Object.keys(list), calledTexts());
  for (const [text, english] of Object.entries(list)) assert.equal(english, text);
});

test('a text is English until a catalogue has it', () => {
  assert.equal(t('step {n} of {of}', {n: 2, of: 5}), 'step 2 of 5');
  page.POSLAB_STRINGS = {'step {n} of {of}': '{of} <- {n}'};
  assert.equal(t('step {n} of {of}', {n: 2, of: 5}), '5 <- 2');
  assert.equal(t('holds'), 'holds');
});

test('the false language keeps the names of values, and is longer', () => {
  const text = falseText('step {n} of {of}');
  assert.match(text, /^⟦.*\{n\}.*\{of\}.*⟧$/);
  assert.ok(text.length >= 1.4 * 'step {n} of {of}'.length);
});
