// No number of a page is typed that a claim could give; the rules are in tests/support/typed-numbers.js.
import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {figureTags} from '../../web/build/bundle.js';
import {loadFigure} from '../../web/build/figure-classes.js';
import {parseHtml} from '../../web/build/html.js';
import {WEB} from '../../web/build/paths.js';
import {RACE_LENGTHS} from '../../web/figures/training/train-specs.js';
import {loadCore} from '../support/core.js';
import {NUMBERS} from '../support/exercise-numbers.js';
import {
  proseOf,
  typedNumbers,
  typedNumbersOf,
  typedNumbersOfFigure,
  typedNumbersOfTexts,
} from '../support/typed-numbers.js';

const tags = figureTags();

/** @import {Facts, FollowUp, Question} from '../../web/exercises/schema.js' */
/** @import {Term} from '../../web/build/glossary.js' */

/** @param {string} file below web/ */
const readText = (file) => readFile(path.join(WEB, file), 'utf8');

for (const folder of ['chapters', 'pages']) {
  for (const name of await readdir(path.join(WEB, folder))) {
    if (!name.endsWith('.html')) continue;
    test(`${folder}/${name} has no typed number that a claim could give`, async () => {
      const content = parseHtml(await readText(`${folder}/${name}`));
      assert.deepEqual(await typedNumbersOf(content, tags), []);
    });
  }
}

test('no question has a typed number that a claim could give', async () => {
  /** @type {Question[]} */
  const questions = JSON.parse(await readText('exercises/questions.json'));
  for (const {id, question, points, correction, answer, derivation, followUps} of questions) {
    const asked = [question, ...followUps.map((next) => next.question)];
    const answers = [...answer, ...(derivation ?? []), ...followUps.map((next) => next.answer)];
    const texts = [...asked, ...points.map(({text}) => text), ...answers, correction ?? ''];
    assert.deepEqual(typedNumbersOfTexts(texts, asked), [], id);
  }
});

test('no term of the glossary has a typed number that a claim could give', async () => {
  /** @type {Term[]} */
  const terms = JSON.parse(await readText('pages/terms.json'));
  for (const {id, text} of terms) assert.deepEqual(typedNumbersOfTexts([text]), [], id);
});

/** The typed numbers in the texts of an exercise. @param {string} id */
async function typedNumbersOfExercise(id) {
  /** @type {Facts} */
  const facts = JSON.parse(await readText(`exercises/bank/${id}/exercise.json`));
  /** @type {{followUps: FollowUp[]}} */
  const {followUps} = JSON.parse(await readText(`exercises/bank/${id}/after.json`));
  const {title, signature, prompt, hints, explanation} = facts;
  const asked = followUps.map(({question}) => question);
  const texts = [title, prompt, ...hints, explanation, ...asked, ...followUps.map((q) => q.answer)];
  return typedNumbersOfTexts(texts.map(proseOf), [signature, prompt, ...asked]);
}

test('a number in the texts of an exercise is that of its run', async () => {
  const core = await loadCore();
  const bank = new URL('../../web/exercises/bank/', import.meta.url);
  const folders = await readdir(bank, {withFileTypes: true});
  const ids = folders.filter((one) => one.isDirectory()).map(({name}) => name);
  for (const id of ids) {
    const values = NUMBERS[id]?.(core) ?? [];
    const found = await typedNumbersOfExercise(id);
    assert.ok(found.length > 0 || !NUMBERS[id], `${id} has a run, and no number of it`);
    for (const text of found) {
      const digits = (/>(.*)</.exec(text)?.[1] ?? '').replace(/,/g, '');
      const decimals = digits.split('.')[1]?.length ?? 0;
      const printed = values.map((value) => value.toFixed(decimals));
      assert.ok(printed.includes(digits), `${id}: ${text}; its run has ${printed.join(', ')}`);
    }
  }
});

test('no text of a figure has a typed number that its settings do not give', async () => {
  // a race of rules reads up to eight times the 24 tokens of its training
  const lengths = [...RACE_LENGTHS, 8 * 24];
  let nTexts = 0;
  for (const tag of tags) {
    const Class = await loadFigure(tag);
    nTexts += Object.keys(Class.presets ?? {}).length;
    assert.deepEqual(typedNumbersOfFigure(Class, lengths), [], tag);
  }
  assert.ok(nTexts > 100, `${nTexts} presets`);
  const title = {presets: {one: {title: 'it falls to 0.625', settings: {}}}};
  assert.equal(typedNumbersOfFigure(title, []).length, 1);
});

test('the prose of an exercise is its text without code and given sizes', () => {
  assert.equal(
    proseOf('<p>For n = 1,024 <code>f(3.5)</code> w<sub>0.5</sub></p>').trim(),
    'For □ □ w',
  );
  assert.equal(proseOf('up to 2·10<sup>−4</sup>'), 'up to 0.0002');
});

test('a result that is typed is found', () => {
  for (const text of [
    'the angle is off by 0.625 radians',
    'they need 6,283 positions',
    'accuracy falls to 12 %',
    'it is 3 times as large',
    'the ratio is 1.73',
    'see chapter 4: it needs 44 steps',
    'of \\(n = 4\\) pairs 31 × the length',
    'it begins at 91, and pairs 46 to 54',
    '\\(2\\pi \\approx 6.28\\)',
    '\\(64 \\cdot 7.2/13 = 35.4\\)',
  ]) {
    assert.ok(typedNumbers(text, new Set()).length > 0, text);
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
    'with \\(p = 0.9\\) and \\(m = 0.1 \\ln s + 1\\)',
    'off by [[rope-bf16.worst.0:.3]] radians, quoted [[0.78 @src-neox-1003]]',
  ]) {
    assert.deepEqual(typedNumbers(text, new Set()), [], text);
  }
  assert.deepEqual(typedNumbers('move all by 1,000 tokens', new Set([1000])), []);
});

test('what a question supposes may be in its answer, and nothing else', () => {
  const asked = ['Pairs that make less than a turn in 8,192 positions?'];
  assert.deepEqual(typedNumbersOfTexts(['Of those, in 8,192 positions: few.'], asked), []);
  assert.equal(typedNumbersOfTexts(['In 8,192 positions: 29 of them.'], asked).length, 1);
});
