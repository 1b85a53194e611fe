// @ts-check
// What an exercise.json and a question of questions.json must hold: a sentence for each thing that is wrong.

import {shownValue} from './shown.js';
import {TOPICS} from './topics.js';

/**
 * What an interviewer asks after a pass; after.json of an exercise holds two or more.
 *
 * @typedef {{kind: 'Complexity' | 'Memory' | 'Numerics' | 'What if', question: string, answer: string}} FollowUp
 *
 * @typedef {object} Facts of an exercise, its exercise.json
 * @property {string} id the name of its folder
 * @property {string} source where the task comes from: EX-004-1 …
 * @property {string} title
 * @property {string} topic one of TOPICS
 * @property {1 | 2 | 3} level
 * @property {number} minutes
 * @property {string} file what the learner's file is called
 * @property {string} signature
 * @property {string} prompt HTML
 * @property {string[]} hints
 * @property {string} explanation HTML
 * @property {{href: string, text: string}[]} links to chapters and figures
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {string} source QA1 … of the guide, the errata that it grew out of, or the chapter that it asks about
 * @property {string} question
 * @property {string[]} answer what a good candidate says in two minutes, in paragraphs; LaTeX between \\( and \\)
 * @property {string[]} [derivation] its steps, where something can be derived
 * @property {{question: string, answer: string}[]} followUps the next questions
 * @property {string} figure the figure to look at, as an address
 * @property {{text: string, href: string}[]} points that a good answer names, each with where to see it
 * @property {string} [correction] a common claim, and what was measured
 */

const HREF = /^(\d+-[a-z-]+\.html)?(#[\w=&/.-]+)?$/;
/** The address of a figure: the chapter and its preset. */
const FIGURE = /^\d+-[a-z-]+\.html#[a-z0-9-]+$/;
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ALLOWED_TAGS = /^(p|b|i|code|sub|sup|em|strong|ul|ol|li|pre|br|a|table|tr|th|td)$/;

/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value.trim() !== '';

/**
 * Tags that are not closed, or not ours to use.
 *
 * @param {string} name
 * @param {unknown} html
 * @returns {string[]}
 */
function htmlProblems(name, html) {
  if (!isText(html)) return [`${name} is empty`];
  const open = [];
  for (const [, slash, tag] of String(html).matchAll(/<(\/?)([a-zA-Z][\w-]*)[^>]*>/g)) {
    if (!ALLOWED_TAGS.test(tag)) return [`${name} has <${tag}>`];
    if (tag === 'br') continue;
    if (!slash) open.push(tag);
    else if (open.pop() !== tag) return [`${name}: </${tag}> closes nothing`];
  }
  return open.map((tag) => `${name}: <${tag}> is not closed`);
}

/** @param {string} name @param {unknown} link */
function linkProblems(name, link) {
  const {href, text} = /** @type {any} */ (link ?? {});
  const problems = [];
  if (!isText(text)) problems.push(`${name} has no text`);
  if (!isText(href) || !HREF.test(href)) problems.push(`${name}: ${href} is no chapter or figure`);
  return problems;
}

/**
 * @param {string} name
 * @param {unknown} list
 * @param {number} least how many there must be
 * @param {(name: string, item: unknown) => string[]} problemsOf
 */
function listProblems(name, list, least, problemsOf) {
  if (!Array.isArray(list) || list.length < least)
    return [`${name} must be a list of ${least} or more`];
  return list.flatMap((item, k) => problemsOf(`${name}[${k}]`, item));
}

/** @param {any} object @param {string[]} known */
const foreignKeys = (object, known) =>
  Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => `${key} is no field`);

const EXERCISE = [
  'id',
  'source',
  'title',
  'topic',
  'level',
  'minutes',
  'file',
  'signature',
  'prompt',
  'hints',
];

/**
 * @param {any} about what an exercise.json holds
 * @param {string} folder its name
 * @returns {string[]} what is wrong, a sentence each
 */
export function exerciseProblems(about, folder) {
  const problems = foreignKeys(about, [...EXERCISE, 'explanation', 'links']);
  if (about.id !== folder || !ID.test(about.id)) problems.push(`id is ${about.id}, not ${folder}`);
  for (const name of ['source', 'title', 'signature']) {
    if (!isText(about[name])) problems.push(`${name} is empty`);
  }
  if (!TOPICS.includes(about.topic)) {
    problems.push(`topic is ${about.topic}, not one of ${TOPICS.join(', ')}`);
  }
  if (![1, 2, 3].includes(about.level)) problems.push(`level is ${about.level}, not 1, 2 or 3`);
  if (!(Number.isInteger(about.minutes) && about.minutes >= 5 && about.minutes <= 120)) {
    problems.push(`minutes is ${about.minutes}, not 5 to 120`);
  }
  if (!/^[a-z][a-z0-9_]*\.py$/.test(about.file)) problems.push(`file is ${about.file}, no .py`);
  return [
    ...problems,
    ...htmlProblems('prompt', about.prompt),
    ...htmlProblems('explanation', about.explanation),
    ...listProblems('hints', about.hints, 1, (name, hint) =>
      isText(hint) ? [] : [`${name} is empty`],
    ),
    ...listProblems('links', about.links, 1, linkProblems),
  ];
}

const QUESTION = [
  'id',
  'source',
  'question',
  'points',
  'correction',
  'answer',
  'derivation',
  'followUps',
  'figure',
];

/** @param {string} name @param {unknown} text */
function paragraphProblems(name, text) {
  if (!isText(text)) return [`${name} is empty`];
  const count = (/** @type {string} */ mark) => String(text).split(mark).length;
  const isClosed = count('\\(') === count('\\)') && count('\\[') === count('\\]');
  return isClosed ? [] : [`${name} has a formula that is not closed`];
}

/** @param {string} name @param {unknown} item */
function followUpProblems(name, item) {
  const {question, answer} = /** @type {any} */ (item ?? {});
  return [
    ...paragraphProblems(`${name}.question`, question),
    ...paragraphProblems(`${name}.answer`, answer),
  ];
}

/**
 * @param {any} question
 * @returns {string[]} what is wrong, a sentence each
 */
export function questionProblems(question) {
  const problems = foreignKeys(question, QUESTION);
  if (!ID.test(question.id)) problems.push(`id is ${question.id}`);
  for (const name of ['source', 'question']) {
    if (!isText(question[name])) problems.push(`${name} is empty`);
  }
  if (question.correction !== undefined && !isText(question.correction)) {
    problems.push('correction is empty');
  }
  if (!isText(question.figure) || !FIGURE.test(question.figure)) {
    problems.push(`figure is ${question.figure}, no address of a figure`);
  }
  return [
    ...problems,
    ...listProblems('points', question.points, 3, linkProblems),
    ...listProblems('answer', question.answer, 1, paragraphProblems),
    ...listProblems('followUps', question.followUps, 2, followUpProblems),
    ...(question.derivation === undefined
      ? []
      : listProblems('derivation', question.derivation, 2, paragraphProblems)),
  ];
}

export const FOLLOW_UP_KINDS = ['Complexity', 'Memory', 'Numerics', 'What if'];

/**
 * @param {any} after what an after.json holds
 * @returns {string[]} what is wrong, a sentence each
 */
export function afterProblems(after) {
  return [
    ...foreignKeys(after, ['followUps']),
    ...listProblems('followUps', after.followUps, 2, (name, item) => {
      const {kind} = /** @type {any} */ (item ?? {});
      return [
        ...(FOLLOW_UP_KINDS.includes(kind)
          ? []
          : [
              `${name}.kind is ${isText(kind) ? kind : shownValue(kind)}, not one of ${FOLLOW_UP_KINDS.join(', ')}`,
            ]),
        ...followUpProblems(name, item),
      ];
    }),
  ];
}
