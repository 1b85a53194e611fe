// @ts-check
// An exercise of a lesson as the page uses those of the bank. What is right is what the solution gives for the same
// cases, in the same sandbox, after the learner's run has ended; laws are Python too, and get the learner's outputs.
import {grade, outputsByCase} from '../grading/grader.js';
import {readMistakes} from '../grading/mistakes.js';
import {makeCases} from './cases.js';

/** @import {Case, Check, Law, Truth} from '../grading/grader.js' */
/** @import {Output} from '../grading/outputs.js' */
/** @import {RunResult} from '../runtime/sandbox.js' */
/** @import {Exercise} from '../ui/exercise-panel.js' */
/** @import {Lesson, LessonExercise} from './lesson.js' */

/** A learner's own types count where they are these; other numbers may be of any type. */
const EXACT = ['int64', 'bool'];

/** What the page keeps its work under: no exercise of the bank begins so. @param {Lesson} lesson @param {LessonExercise} files */
export const ownId = (lesson, files) => `own-${lesson.id}-${files['exercise.json'].id}`;

/** @param {Output[]} outputs @returns {Truth} */
const truthOf = (outputs) =>
  outputs.map(({shape, data, dtype}) => ({
    ...{shape, data: /** @type {any} */ (data)},
    ...(EXACT.includes(dtype) && {dtype}),
  }));

/** An output as an argument of a law. @param {Output} output */
function argumentOf({shape, data, dtype}) {
  if (dtype === 'number') return data[0];
  if (dtype === 'list') return {list: [...data]};
  return {tensor: {shape, dtype, data}};
}

/** What a case's calls were given; null for a name of the learner's file. @param {Case} item */
const inputsOf = ({steps}) =>
  steps
    .flatMap(({args = [], kwargs = {}}) => [...args, ...Object.values(kwargs)])
    .map((value) => (value?.ref === undefined ? value : null));

/**
 * What a law says of each case.
 *
 * @param {string} code of `holds`
 * @param {readonly Case[]} cases
 * @param {readonly Output[][]} outputs of each case
 * @param {(code: string, steps: any[]) => Promise<RunResult>} runCode
 * @returns {Promise<Map<Case, true | string>>}
 */
async function lawByCase(code, cases, outputs, runCode) {
  const steps = cases.map((item, k) => ({
    op: 'call',
    target: 'holds',
    args: [{list: outputs[k].map(argumentOf)}, {list: inputsOf(item)}],
    ...{get: true, goOn: true},
  }));
  const run = await runCode(code, steps);
  const results = run.type === 'done' && !run.error ? run.results : [];
  return new Map(cases.map((item, k) => [item, verdictOf(run, results[k])]));
}

/** @param {RunResult} run @param {any} result of `holds` @returns {true | string} */
function verdictOf(run, result) {
  if (result?.kind === 'number') return result.value ? true : 'in what came back';
  if (result?.kind === 'text') return result.value;
  return `the law could not be measured: ${reasonOf(run, result)}`;
}

/** @param {RunResult} run @param {any} [result] */
function reasonOf(run, result) {
  if (run.type !== 'done') return `Python ended early (${run.type})`;
  if (run.error) return run.error.message;
  return result?.kind === 'error' ? result.message : 'it must give True, False or a text';
}

/**
 * The check of one run. Its truth is there before grade() asks for it.
 *
 * @param {LessonExercise} files
 * @param {object} options
 * @param {Case[]} options.cases
 * @param {RunResult} options.run the learner's
 * @param {(code: string, steps: any[]) => Promise<RunResult>} options.runCode
 * @returns {Promise<Check>}
 * @throws {Error} where the solution itself fails
 */
async function checkOf(files, {cases, run, runCode}) {
  const {tolerance} = files['cases.json'];
  /** @type {Check} */
  const check = {cases: () => cases, truth: () => [], ...(tolerance && {tolerance: () => tolerance})}; // biome-ignore format: a record
  if (run.type !== 'done' || run.error) return check; // nothing to be compared
  const right = await runCode(files['solution.py'], cases.flatMap(({steps}) => steps)); // biome-ignore format: one thought
  const outputs = outputsByCase(cases, right);
  if (!outputs) {
    const {sentence, at} = grade({core: /** @type {any} */ (null), check, cases, run: right});
    throw new Error(
      `The solution of this exercise fails${at ? `, in “${at}”` : ''}: ${sentence.replace(/[.?!]?$/, (mark) => mark || '.')} Tell the person who wrote the lesson.`,
    );
  }
  const truths = new Map(cases.map((item, k) => [item, truthOf(outputs[k])]));
  check.truth = (_, item) => truths.get(item) ?? [];
  const theirs = outputsByCase(cases, run);
  if (theirs) check.laws = await lawsOf(files, cases, theirs, runCode);
  return check;
}

/**
 * @param {LessonExercise} files
 * @param {Case[]} cases
 * @param {Output[][]} outputs
 * @param {(code: string, steps: any[]) => Promise<RunResult>} runCode
 * @returns {Promise<Law[]>}
 */
async function lawsOf(files, cases, outputs, runCode) {
  const laws = [];
  for (const {id, sentence, code} of readMistakes(files['laws.py'] ?? '')) {
    const said = await lawByCase(code, cases, outputs, runCode);
    laws.push({
      ...{id, sentence},
      holds: (/** @type {Output[]} */ _, /** @type {Case} */ item) => said.get(item) ?? true,
    });
  }
  return laws;
}

/** @template T @param {T | undefined} value */
const lazily = (value) => value && (() => Promise.resolve({default: value}));

/** @param {Lesson} lesson @param {LessonExercise} files @returns {Exercise} */
export function exerciseOfLesson(lesson, files) {
  const {hints = [], explanation = '', links = [], ...facts} = files['exercise.json'];
  const laws = readMistakes(files['laws.py'] ?? '');
  return {
    about: {...facts, id: ownId(lesson, files), hints, explanation, links: links.map(siteLink)},
    starter: files['starter.py'],
    solution: files['solution.py'],
    check: {
      cases: (random) => makeCases(files['cases.json'], random),
      truth: () => [],
      laws: laws.map(({id, sentence}) => ({id, sentence, holds: () => true})),
    },
    checkOf: (options) => checkOf(files, options),
    mistakes: lazily(files['mistakes.py']),
    other: lazily(files['other.py']),
    after: lazily(files['after.json']),
  };
}

/** @param {{href: string, text: string}} link */
const siteLink = ({href, text}) => ({text, href: href.replace(/^chapters\//, '')});
