// The words of the interface: one function, the list of all texts, and what makes another language of it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {afterEach, test} from 'node:test';

import {allTexts, CATALOGUE, textsOf} from '../../../web/build/strings.js';
import {inLanguage, t} from '../../../web/strings/t.js';
import {translator, useStrings} from '../../../web/strings/use-strings.js';
import {falseText, outsideOf} from '../../support/strings.js';

const page = /** @type {{POSLAB_LANGUAGE?: unknown}} */ (globalThis);
afterEach(() => {
  delete page.POSLAB_LANGUAGE;
});

test('the list that a translator copies has every text of the sources, and no other: npm run strings', () => {
  const list = JSON.parse(readFileSync(CATALOGUE, 'utf8'));
  assert.deepEqual(Object.keys(list), allTexts());
  assert.ok(Object.keys(list).length > 2000);
  for (const [text, english] of Object.entries(list)) assert.equal(english, text);
});

test('texts are what data of figures holds, templates, marked words, and no names', () => {
  const source =
    "import {html} from './dom.js';\n" +
    `const panel = {kind: 'lines', title: \`Head \${k} of \${n}\`, x: {label: 'slot'}};\n` +
    "const of = fault ? 'All is right.' : 'One word';\n" +
    "const units = /* t */ ['bytes', 'KiB'];\n" +
    "html('div', 'share menu', {role: 'group'}, 'more');\n" +
    "root.querySelector('main > p');\n";
  assert.deepEqual(textsOf(source).sort(), [
    'All is right.',
    'Head {k} of {n}',
    'KiB',
    'One word',
    'bytes',
    'more',
    'slot',
  ]);
});

test('a text is English until a catalogue has it', () => {
  assert.equal(t('step {n} of {of}', {n: 2, of: 5}), 'step 2 of 5');
  useStrings({'step {n} of {of}': '{of} <- {n}'}, {lang: 'xx'});
  assert.equal(t('step {n} of {of}', {n: 2, of: 5}), '5 <- 2');
  assert.equal(t('holds'), 'holds');
});

test('a text is found with its values, by its sentences, clauses and words', () => {
  const words = translator({
    'Head {n}': 'HEAD {n}',
    'of {n} tokens, {how}': 'de {n} tokens, {how}',
    kept: 'KEPT',
    'The keys are {how}.': 'KEYS ARE {how}.',
    'All is right.': 'RIGHT.',
    ', divided': ', DIVIDED',
  });
  assert.equal(words('Head 3'), 'HEAD 3');
  assert.equal(words('of 8 tokens, kept'), 'de 8 tokens, KEPT');
  assert.equal(words('All is right. The keys are kept.'), 'RIGHT. KEYS ARE KEPT.');
  assert.equal(words('kept; Head 1'), 'KEPT; HEAD 1');
  assert.equal(words('12 kept, divided'), '12 KEPT, DIVIDED');
  assert.equal(words('RoPE'), 'RoPE');
  assert.equal(words('$& kept'), '$& KEPT');
});

test('data of a figure is copied with its texts translated, and its names and numbers kept', () => {
  useStrings({value: 'VALUE', rows: 'ROWS', 'cell {n}': 'CELL {n}'}, {lang: 'xx'});
  const data = new Float32Array(2);
  const drawing = {
    panels: [
      {kind: 'heatmap', title: 'value', tensor: {data}, series: [{name: 'rows'}], text: ['cell 1']},
    ],
    meters: [{name: 'rows', label: 'rows', value: 1}],
  };
  const own = inLanguage(drawing);
  assert.deepEqual(own, {
    panels: [
      {
        kind: 'heatmap',
        title: 'VALUE',
        tensor: {data},
        series: [{name: 'ROWS'}],
        text: ['CELL 1'],
      },
    ],
    meters: [{name: 'rows', label: 'ROWS', value: 1}],
  });
  assert.equal(own.panels[0].tensor.data, data);
  assert.equal(drawing.panels[0].title, 'value');
  assert.deepEqual(inLanguage(['value', {title: 'value'}]), ['value', {title: 'VALUE'}]);
});

test('the false language keeps the names of values, is longer, and shows what is not in it', () => {
  const text = falseText('step {n} of {of}');
  assert.match(text, /\{n\}.*\{of\}.*⟧$/);
  assert.ok(text.length >= 1.4 * 'step {n} of {of}'.length);
  assert.equal(outsideOf('⟦á⟧ two ⟦b́⟧').trim(), 'two');
});

test('a word in brackets, or with a stop after it, is found without them', () => {
  const words = translator({kept: 'KEPT', 'all of it': 'TODO'});
  assert.equal(words('(kept)'), '(KEPT)');
  assert.equal(words('“all of it”'), '“TODO”');
  assert.equal(words('all of it.'), 'TODO.');
});

test('a word that begins a sentence is found as it is elsewhere, and keeps its capital', () => {
  const words = translator({'kept apart': 'todo apart'});
  assert.equal(words('kept apart'), 'todo apart');
  assert.equal(words('Kept apart'), 'Todo apart');
});
