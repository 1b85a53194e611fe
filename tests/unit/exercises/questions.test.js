// The questions, as data and in the page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

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

test('the five of the guide are there, and ten more from the errata', () => {
  const sources = questions.map(({source}) => source);
  assert.deepEqual(sources.slice(0, 5), ['QA1', 'QA2', 'QA3', 'QA4', 'QA5']);
  assert.equal(sources.length, 15);
  for (const source of sources.slice(5)) assert.match(source, /^(E00\d-\d\d ?)+$/);
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
  for (const {question} of questions) assert.match(question, /[?.]$/);
});

test('the page has each with its points, for readers without scripts too', async () => {
  const html = await filled('<section><!-- questions --></section>');
  for (const {id} of questions) assert.ok(html.includes(`question="${id}"`), id);
  const n = questions.reduce((sum, {points}) => sum + points.length, 0);
  assert.equal([...html.matchAll(/<li>/g)].length, n);
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
