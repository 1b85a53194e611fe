// @ts-check
// Checks a lesson, in real Python, and joins a folder to the one file that the page of exercises opens:
//
//   npm run lesson -- lessons/week-3                           checks a folder
//   npm run lesson -- lessons/week-3 --out week-3.json         and writes the file
//   npm run lesson -- week-3.json                              checks a file
//
// Each solution must pass, each starter fail, and each mistake must be called by its name.
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {loadPyodide} from 'pyodide';

import {loadCore} from '../core/core.js';
import {grade} from '../exercises/grading/grader.js';
import {readMistakes, withMistakes} from '../exercises/grading/mistakes.js';
import {nameMistake} from '../exercises/grading/name-mistake.js';
import {CaseRandom} from '../exercises/grading/random.js';
import {exerciseOfLesson} from '../exercises/lesson/judged-by-solution.js';
import {joinFolder, LessonError, readLesson} from '../exercises/lesson/lesson.js';
import {bootPython} from '../exercises/runtime/python.js';
import {abiVersion} from './abi.js';
import {DIST} from './paths.js';
import {trimmedPyodide} from './pyodide.js';

/** @import {Verdict} from '../exercises/grading/grader.js' */
/** @import {Lesson} from '../exercises/lesson/lesson.js' */
/** @import {Python} from '../exercises/runtime/python.js' */
/** @import {RunResult} from '../exercises/runtime/sandbox.js' */
/** @import {Exercise} from '../exercises/ui/exercise-panel.js' */

const SEEDS = [1n, 2n, 3n];

/** @param {string} place a folder or a file @returns {Promise<string>} JSON */
export async function lessonText(place) {
  if (!existsSync(place)) throw new LessonError([`${place} is not there.`]);
  if (!statSync(place).isDirectory()) return readFileSync(place, 'utf8');
  return joinFolder(async (name) => {
    const file = path.join(place, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  });
}

/** @returns {Promise<Python>} */
export async function nodePython() {
  const core = await loadCore(readFileSync(path.join(DIST, 'lab/core.wasm')), abiVersion());
  return bootPython(loadPyodide, {
    core,
    ...(await trimmedPyodide()),
    stdLibURL: path.join(DIST, 'lab/python/library.bin'),
  });
}

/**
 * What the page would say of a program.
 *
 * @param {Exercise} exercise
 * @param {string} code
 * @param {{python: Python, seed: bigint}} options
 * @returns {Promise<Verdict>}
 */
async function verdictOf(exercise, code, {python, seed}) {
  const {about, check, solution, mistakes} = exercise;
  const cases = check.cases(new CaseRandom(seed));
  const all = cases.flatMap(({steps}) => steps);
  const runCode = async (/** @type {string} */ text, steps = all) =>
    /** @type {RunResult} */ ({type: 'done', ...python.run({code: text, file: about.file, steps})});
  const run = await runCode(code);
  const own = (await exercise.checkOf?.({cases, run, runCode})) ?? check;
  const verdict = grade({core: /** @type {any} */ (null), check: own, cases, run});
  const known = (await mistakes?.())?.default;
  if (!known) return verdict;
  return nameMistake({check: own, cases, run, verdict, solution, mistakes: known, runCode});
}

/**
 * Runs all programs of a lesson.
 *
 * @param {Lesson} lesson
 * @param {Python} python
 * @returns {Promise<string[]>} what is wrong, a sentence each
 */
export async function lessonRunProblems(lesson, python) {
  const problems = [];
  for (const files of lesson.exercises) {
    const exercise = exerciseOfLesson(lesson, files);
    const {id} = files['exercise.json'];
    const right = {'solution.py': files['solution.py'], 'other.py': files['other.py']};
    for (const [name, code] of Object.entries(right)) {
      if (!code) continue;
      for (const seed of SEEDS) {
        const said = await saidOf(exercise, code, {python, seed});
        if (said.status === 'pass') continue;
        problems.push(`${id}, ${name} must pass, got: ${said.sentence}${said.at ? ` (${said.at})` : ''}`); // biome-ignore format: a sentence
        break;
      }
    }
    if (problems.length > 0) continue;
    const starter = await saidOf(exercise, files['starter.py'], {python, seed: 1n});
    if (starter.status === 'pass') problems.push(`${id}, starter.py must not pass, and passes.`);
    for (const one of readMistakes(files['mistakes.py'] ?? '')) {
      const code = withMistakes(files['solution.py'], [one]);
      const said = await saidOf(exercise, code, {python, seed: 1n});
      const got = said.mistake ? `"${said.mistake.id}"` : `${said.status}: ${said.sentence}`;
      if (said.mistake?.id !== one.id && said.status !== 'error')
        problems.push(`${id}, mistakes.py: "${one.id}" must be called by its name, got ${got}.`);
    }
  }
  return problems;
}

/** A solution that fails as a verdict. @param {Parameters<typeof verdictOf>} args @returns {Promise<Verdict>} */
const saidOf = (...args) =>
  verdictOf(...args).catch((error) => ({status: 'error', sentence: error.message}));

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const {values, positionals} = parseArgs({
      args: process.argv.slice(2),
      options: {out: {type: 'string'}},
      allowPositionals: true,
    });
    if (positionals.length !== 1)
      throw new LessonError(['Give one folder or one file: npm run lesson -- FOLDER [--out FILE.json]']); // biome-ignore format: a sentence
    const text = await lessonText(positionals[0]);
    const lesson = readLesson(text);
    const problems = await lessonRunProblems(lesson, await nodePython());
    if (problems.length > 0) throw new LessonError(problems);
    if (values.out) writeFileSync(values.out, `${text}\n`);
    const n = lesson.exercises.length;
    console.log(`${lesson.title}: ${n} exercise${n === 1 ? '' : 's'}, all as they should be`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
