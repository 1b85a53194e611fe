// @ts-check
// The lists of exercises and of questions, made from the bank, for the chapters that ask for them. A reader
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
const COLLATOR = new Intl.Collator('en', {numeric: true});

/** By what its source says. @type {Record<string, (source: string) => boolean>} */
const GROUPS = {
  guide: (source) => /^EX-004-\d/.test(source),
  notebooks: (source) => /^EX-00[0-3]-\d/.test(source),
  repairs: (source) => source.startsWith('EX-00x-A'),
  confusions: (source) => !source.startsWith('EX-'),
};

/** @param {string} file below web/exercises/ */
const readJson = async (file) => JSON.parse(await readFile(path.join(EXERCISES, file), 'utf8'));

/** @param {string} file @param {string[]} problems */
function refuse(file, problems) {
  if (problems.length) throw new Error(`web/exercises/${file}: ${problems.join('; ')}`);
}

/** @returns {Promise<Facts[]>} by source */
export async function readExercises() {
  const read = async (/** @type {string} */ id) => {
    const about = await readJson(`bank/${id}/exercise.json`);
    refuse(`bank/${id}/exercise.json`, exerciseProblems(about, id));
    return about;
  };
  const all = await Promise.all((await exerciseIds()).map(read));
  return all.sort(
    (a, b) => COLLATOR.compare(a.source, b.source) || a.level - b.level || (a.id < b.id ? -1 : 1),
  );
}

/** @returns {Promise<Question[]>} */
async function readQuestions() {
  const questions = await readJson('questions.json');
  for (const one of questions) refuse(`questions.json, ${one.id}`, questionProblems(one));
  return questions;
}

/** @param {string} text an index or a power */
const inOne = (text) => (/^[\w.]+$/.test(text) ? text : `(${text})`);

/** Where an exercise comes from, in short: what stands before a colon or a bracket. @param {string} source */
const shortly = (source) => escapeHtml(source.split(/[:(]/)[0].trim());

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
const exerciseCard = ({id, source, title, level, minutes, prompt}) =>
  `<exercise-card id="${id}" exercise="${id}" source="${shortly(source)}"` +
  ` heading="${escapeHtml(title)}" level="${level}" minutes="${minutes}">` +
  `<p><strong>${escapeHtml(title)}</strong> (${shortly(source)}, level ${level},` +
  ` about ${minutes} minutes). ${escapeHtml(firstWords(prompt))}</p></exercise-card>`;

/** @param {Question} question */
function questionCard({id, source, question, points, correction}) {
  const items = points.map(
    ({text, href}) => `<li>${escapeHtml(text)} <a href="${escapeHtml(href)}">See it</a></li>`,
  );
  const aside = correction ? `\n<p class="correction">${escapeHtml(correction)}</p>` : '';
  return `<question-card id="question-${id}" question="${id}" source="${escapeHtml(source)}">
<p class="question"><strong>${escapeHtml(question)}</strong></p>
<ul>${items.join('\n')}</ul>${aside}
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
    const cards = group
      ? exercises.filter(({source}) => GROUPS[group](source)).map(exerciseCard)
      : questions.map(questionCard);
    replaceNode(node, parseHtml(list(cards)).childNodes);
  }
}
