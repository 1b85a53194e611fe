// @ts-check
// The lists of exercises and of questions, made from the bank, for the page that asks for them. A reader
// without scripts has them too.
import {readFile} from 'node:fs/promises';
import path from 'node:path';

import {exerciseProblems, questionProblems} from '../exercises/schema.js';
import {exerciseIds} from './bank.js';
import {escapeHtml, isElement, nodesBelow, parseHtml, replaceNode, textOf} from './html.js';
import {WEB} from './paths.js';

/** @import {Facts, Question} from '../exercises/schema.js' */
/** @import {Node, Parent} from './html.js' */

const EXERCISES = path.join(WEB, 'exercises');
const MOST_WORDS = 30;

/** Each exercise, by what it trains. */
const GROUPS = {
  build: [
    'sinusoidal-table',
    'sinusoidal-module',
    'learned-module',
    'rope-tables',
    'rope-complex',
    'alibi-mask',
    'alibi-slopes-12',
    'alibi-two-functions',
    't5-bias',
    'txl-shift',
    'deberta-gather',
    'xpos-direction',
    'no-position',
  ],
  bugs: [
    'repair-attention-map',
    'repair-rope-002',
    'repair-rope-flatten',
    'repair-apply-rotary',
    'repair-dot-vs-offset',
    'repair-alibi-comments',
    'repair-frequencies',
    'repair-grid-ids',
    'left-padding',
    'packing-mask',
    'bf16-frequencies',
    'checkpoint-conversion',
    'roberta-offset',
    'gguf-kv-heads',
    'window-keys',
    'temperature-by-position',
    'yarn-range',
    'layer-rules',
    'joined-caches',
    'mrope-turns',
    'partial-cache-shift',
  ],
  stretch: ['ntk-rope', 'yarn', 'llama3-bands', 'dynamic-ntk-cache', 'partial-rotary', 'mrope-ids'],
  attention: [
    'scaled-dot-product',
    'multi-head-attention',
    'grouped-query-attention',
    'batch-masks',
    'online-softmax',
    'layer-norm',
    'rms-norm',
    'swiglu',
    'lora-layer',
    'expert-routing',
  ],
  decoding: [
    'decode-with-cache',
    'kv-cache-bytes',
    'nucleus-sampling',
    'repetition-penalty',
    'beam-search',
    'speculative-step',
  ],
  training: [
    'masked-cross-entropy',
    'softmax-gradient',
    'numeric-gradient',
    'training-step',
    'adamw-step',
    'clip-by-norm',
    'warmup-cosine',
    'initial-scale',
  ],
  measure: ['compare-encodings', 'extrapolation-test', 'experiments'],
};
/** Where a list is, seen from dist/chapters/: the addresses of the bank are those of chapters. */
const CHAPTERS = 'chapters/';

/** @param {string} file below web/exercises/ */
const readJson = async (file) => JSON.parse(await readFile(path.join(EXERCISES, file), 'utf8'));

/** @param {string} file @param {string[]} problems */
function refuse(file, problems) {
  if (problems.length) throw new Error(`web/exercises/${file}: ${problems.join('; ')}`);
}

/** @returns {Promise<Facts[]>} by group */
export async function readExercises() {
  const read = async (/** @type {string} */ id) => {
    const about = await readJson(`bank/${id}/exercise.json`);
    refuse(`bank/${id}/exercise.json`, exerciseProblems(about, id));
    return about;
  };
  const all = await Promise.all((await exerciseIds()).map(read));
  const grouped = Object.values(GROUPS).flat();
  for (const {id} of all) {
    const n = grouped.filter((one) => one === id).length;
    if (n !== 1)
      throw new Error(
        `web/exercises/bank/${id} must be in one group of exercise-lists.js, is in ${n}`,
      );
  }
  return all.sort((a, b) => grouped.indexOf(a.id) - grouped.indexOf(b.id));
}

/** @returns {Promise<Question[]>} */
export async function readQuestions() {
  const questions = await readJson('questions.json');
  for (const one of questions) refuse(`questions.json, ${one.id}`, questionProblems(one));
  return questions;
}

/** @param {string} text an index or a power */
const inOne = (text) => (/^[\w.]+$/.test(text) ? text : `(${text})`);

/** The text of a prompt, with x<sup>2</sup> as x^2. @param {Node} node @returns {string} */
function plainText(node) {
  if (!isElement(node)) return textOf(node);
  const text = node.childNodes.map(plainText).join('');
  if (node.tagName === 'sup') return `^${inOne(text)}`;
  if (node.tagName === 'sub') return `_${inOne(text)}`;
  return node.tagName === 'p' || node.tagName === 'li' ? `${text} ` : text;
}

/** The first words of a prompt, without its tags. @param {string} prompt HTML */
function firstWords(prompt) {
  const words = parseHtml(prompt).childNodes.map(plainText).join('').trim().split(/\s+/);
  return words.slice(0, MOST_WORDS).join(' ') + (words.length > MOST_WORDS ? ' …' : '');
}

/** @param {Facts} about */
const exerciseCard = ({id, title, topic, level, minutes, prompt}) =>
  `<exercise-card id="${id}" exercise="${id}" full-page` +
  ` heading="${escapeHtml(title)}" topic="${topic}" level="${level}" minutes="${minutes}">` +
  `<p><strong>${escapeHtml(title)}</strong> (level ${level},` +
  ` about ${minutes} minutes). ${escapeHtml(firstWords(prompt))}</p></exercise-card>`;

/** @param {string} href an address of the bank @returns {string} as it is seen from the page */
const addressOf = (href) => escapeHtml(href.startsWith('#') ? href : CHAPTERS + href);

/**
 * What a reader compares with at the end: an answer in words, its derivation, and what is asked next.
 *
 * @param {Question} question
 * @returns {string}
 */
function modelAnswer({answer, derivation = [], followUps, figure}) {
  const paragraphs = answer.map((text) => `<p>${escapeHtml(text)}</p>`);
  const steps = derivation.map((text) => `<li>${escapeHtml(text)}</li>`);
  const next = followUps.map(
    (one) =>
      `<details><summary>${escapeHtml(one.question)}</summary><p>${escapeHtml(one.answer)}</p></details>`,
  );
  return `<div class="model">
<p class="part">A model answer</p>
${paragraphs.join('\n')}
${steps.length ? `<p class="part">The derivation</p>\n<ol>${steps.join('\n')}</ol>` : ''}
<p class="part">What may be asked next</p>
${next.join('\n')}
<p><a href="${addressOf(figure)}">The figure for this question</a></p>
</div>`;
}

/** @param {Question} one */
function questionCard(one) {
  const {id, question, points, correction} = one;
  const items = points.map(
    ({text, href}) =>
      `<li><span>${escapeHtml(text)}</span> <a href="${addressOf(href)}">See it</a></li>`,
  );
  const aside = correction ? `\n<p class="correction">${escapeHtml(correction)}</p>` : '';
  return `<question-card id="question-${id}" question="${id}">
<p class="question"><strong>${escapeHtml(question)}</strong></p>
<ul>${items.join('\n')}</ul>${aside}
${modelAnswer(one)}
</question-card>`;
}

/** @param {string[]} cards */
const list = (cards) => `<div class="cards">\n${cards.join('\n')}\n</div>`;

/**
 * Puts the lists where a page asks for them: \<!-- exercises: GROUP -->, \<!-- questions -->.
 *
 * @param {Parent} tree
 * @returns {Promise<void>}
 */
export async function fillExerciseLists(tree) {
  const asked = [...nodesBelow(tree)].flatMap((node) => {
    const [, group] = ('data' in node && node.data.match(/^ exercises: (\w+) $/)) || [];
    const isQuestions = 'data' in node && node.data === ' questions ';
    return group || isQuestions ? [{node, group}] : [];
  });
  if (asked.length === 0) return;
  const [exercises, questions] = await Promise.all([readExercises(), readQuestions()]);
  for (const {node, group} of asked) {
    if (group && !Object.hasOwn(GROUPS, group))
      throw new Error(`${group} is no group of exercises`);
    const ids = GROUPS[/** @type {keyof typeof GROUPS} */ (group)];
    const cards = group
      ? exercises.filter(({id}) => ids.includes(id)).map(exerciseCard)
      : questions.map(questionCard);
    replaceNode(node, parseHtml(list(cards)).childNodes);
  }
}
