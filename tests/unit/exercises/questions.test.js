// The questions, as data and in the page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {evaluateClaims, filledText} from '../../../web/build/claims.js';
import {fillExerciseLists} from '../../../web/build/exercise-lists.js';
import {parseHtml, toHtml} from '../../../web/build/html.js';
import {questionProblems} from '../../../web/exercises/schema.js';
import {anchorsOf} from '../../support/chapters.js';

/** @import {Question} from '../../../web/exercises/schema.js' */

const FILE = new URL('../../../web/exercises/questions.json', import.meta.url);
/** @type {Question[]} */
const questions = JSON.parse(readFileSync(FILE, 'utf8'));

/** @param {string} html @returns {Promise<string>} with its lists */
async function filled(html) {
  const tree = parseHtml(html);
  await fillExerciseLists(tree);
  return toHtml(tree);
}

test('each holds what the schema asks for', () => {
  for (const one of questions) assert.deepEqual(questionProblems(one), [], one.id);
  assert.equal(new Set(questions.map(({id}) => id)).size, questions.length);
});

test('the five of the guide are there, ten more from the errata, and sixteen of the chapters', () => {
  const sources = questions.map(({source}) => source);
  assert.deepEqual(sources.slice(0, 5), ['QA1', 'QA2', 'QA3', 'QA4', 'QA5']);
  assert.equal(sources.length, 31);
  for (const source of sources.slice(5, 15)) assert.match(source, /^(E00\d-\d\d ?)+$/);
  for (const source of sources.slice(15)) assert.match(source, /^chapter \d+$/);
});

test('a question that says “prove” or “where does it come from” has a derivation', () => {
  for (const {id, question, derivation} of questions) {
    if (/\bprove\b|come from\?/i.test(question) && id !== 'table-offset') assert.ok(derivation, id);
  }
  assert.ok(questions.filter(({derivation}) => derivation).length >= 15);
});

test('an answer takes one to two minutes to say', () => {
  for (const {id, answer} of questions) {
    const words = answer.join(' ').split(/\s+/).length;
    assert.ok(words >= 50 && words <= 260, `${id}: ${words} words`);
  }
});

test('each figure is a picture of its chapter', () => {
  for (const {id, figure} of questions)
    assert.ok(anchorsOf(figure).has(figure), `${id}: ${figure}`);
});

test('numbers of the answers are what the formulas give', async () => {
  const evaluated = await evaluateClaims();
  const all = (/** @type {string} */ id) => {
    const source = JSON.stringify(questions.find((one) => one.id === id));
    return filledText(source, 'questions.json', evaluated).replaceAll('{,}', ',');
  };
  /** Pairs of a head of width d that make less than one turn in n positions. */
  const unfinished = (
    /** @type {number} */ d,
    /** @type {number} */ n,
    /** @type {number} */ base,
  ) =>
    Array.from({length: d / 2}, (_, i) => (n / (2 * Math.PI)) * base ** ((-2 * i) / d)).filter(
      (rounds) => rounds < 1,
    ).length;
  assert.equal(Math.round((2 * Math.PI * 1e4 ** (126 / 128)) / 10), 5441);
  assert.match(all('slow-or-fast'), /\\\\approx 54,410/);
  assert.equal(64 - unfinished(128, 8192, 5e5), 35);
  assert.match(all('choice-of-base'), /= 34.98\$|= 34.98\\\\\), so pairs 35 to 63/);
  assert.equal((4 ** (-32 / 62)).toFixed(3), '0.489');
  assert.match(all('ntk-exponent'), /= 0.489/);
  assert.match(all('sliding-window'), new RegExp(`or ${(32 * 4095).toLocaleString('en')} tokens`));
});

test('each point leads to a place that is there', () => {
  for (const {id, points} of questions) {
    for (const {href} of points) assert.ok(anchorsOf(href).has(href), `${id}: ${href}`);
  }
  assert.ok(!anchorsOf('4-rope.html#nowhere').has('4-rope.html#nowhere'));
});

test('sentences are sentences, and no point is said twice', () => {
  const texts = questions.flatMap(({points}) => points.map(({text}) => text));
  assert.equal(new Set(texts).size, texts.length);
  for (const text of texts) assert.match(text, /^[A-Z“].*\.$/s, text);
  for (const {question, answer, followUps, derivation = []} of questions) {
    assert.match(question, /[?.]$/);
    for (const text of [...answer, ...derivation]) assert.match(text, /(\.|\\\])$/s, text);
    for (const next of followUps) {
      assert.match(next.question, /[?.]$/);
      assert.match(next.answer, /(\.|\\\))$/, next.answer);
    }
  }
});

test('the page has each with its points, for readers without scripts too', async () => {
  const html = await filled('<section><!-- questions --></section>');
  for (const {id} of questions) assert.ok(html.includes(`question="${id}"`), id);
  const n = questions.reduce(
    (sum, one) => sum + one.points.length + (one.derivation?.length ?? 0),
    0,
  );
  assert.equal([...html.matchAll(/<li>/g)].length, n);
  const next = questions.reduce((sum, {followUps}) => sum + followUps.length, 0);
  assert.equal([...html.matchAll(/<summary>/g)].length, next);
});

test('no two things of the page have one name', async () => {
  const chapter = new URL('../../../web/pages/practice.html', import.meta.url);
  const html = await filled(readFileSync(chapter, 'utf8'));
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    ids.filter((id, k) => ids.indexOf(id) !== k),
    [],
  );
});

test('a page lists each exercise once, by its group, with its first words', async () => {
  const groups = ['build', 'bugs', 'stretch', 'measure'];
  const html = await filled(groups.map((name) => `<!-- exercises: ${name} -->`).join('\n'));
  const shown = [...html.matchAll(/ exercise="([\w-]+)"/g)].map(([, id]) => id);
  assert.ok(shown.includes('sinusoidal-table'));
  assert.equal(new Set(shown).size, shown.length);
  assert.match(html, /level 1, about 15 minutes\)\. Write the table of the original Transformer/);
  assert.doesNotMatch(html, /<exercise-card[^>]*><p>[^<]*<\/p>/);
  await assert.rejects(filled('<!-- exercises: none -->'), /none is no group/);
  assert.equal(await filled('<p>as it was</p>'), '<p>as it was</p>');
});
