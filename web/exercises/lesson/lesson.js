// @ts-check
// Exercises that are not of the bank: a teacher's lesson, as one JSON file or as a folder. Each exercise has the files of
// the bank, with cases.json in the place of check.js: a lesson from elsewhere brings no script into the page. What is
// right is what its solution gives.
//
//   {"format": "poslab lesson", "version": 1, "id": "week-3", "title": "Week 3", "text": "<p>…</p>",
//    "exercises": [{"exercise.json": {…}, "starter.py": "…", "solution.py": "…", "cases.json": {…}}]}
//
// A folder has lesson.json with the names of folders in `exercises`, and the files in those.

import {readMistakes} from '../grading/mistakes.js';
import {afterProblems} from '../schema.js';
import {TOPICS} from '../topics.js';
import {casesProblems} from './cases.js';
import {fieldProblems, htmlProblems, isRecord, isWhole, shown, textProblems} from './problems.js';

/**
 * @typedef {{'exercise.json': any, 'starter.py': string, 'solution.py': string, 'cases.json': any, 'laws.py'?: string,
 *   'mistakes.py'?: string, 'other.py'?: string, 'after.json'?: any}} LessonExercise its files; laws.py is in the form of
 *   mistakes.py, with `holds(outputs, inputs)` in each part
 *
 * @typedef {{format: string, version: number, id: string, title: string, text?: string, exercises: LessonExercise[]}} Lesson
 */

export const FORMAT = 'poslab lesson';
const VERSION = 1;
export const MOST = {bytes: 2e6, exercises: 40, code: 60_000, html: 20_000, id: 24};
export const FILES = {
  needed: ['exercise.json', 'starter.py', 'solution.py', 'cases.json'],
  possible: ['laws.py', 'mistakes.py', 'other.py', 'after.json'],
};
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const FILE = /^[a-z][a-z0-9_]*\.py$/;
const HREF = /^(chapters\/)?\d+-[a-z-]+\.html(#[\w=&/.-]+)?$/;

/** Every problem of a lesson, a sentence each. */
export class LessonError extends Error {
  /** @param {string[]} problems */
  constructor(problems) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** @param {string} where @param {unknown} id @returns {string[]} */
const idProblems = (where, id) =>
  typeof id === 'string' && ID.test(id) && id.length <= MOST.id
    ? []
    : [
        `${where} must be a name of lower-case letters, digits and single hyphens, at most ${MOST.id} characters, got ${shown(id)}.`,
      ];

/** @param {string} where @param {any} about what an exercise.json holds @returns {string[]} */
function aboutProblems(where, about) {
  if (!isRecord(about)) return [`${where} must be a record, got ${shown(about)}.`];
  const {id, topic, level, minutes, file, hints = [], links = []} = about;
  const problems = [
    ...fieldProblems(
      where,
      about,
      ['id', 'title', 'level', 'minutes', 'file', 'signature', 'prompt'],
      ['topic', 'source', 'hints', 'explanation', 'links'],
    ),
    ...idProblems(`${where}: id`, id),
    ...textProblems(`${where}: title`, about.title, 120),
    ...textProblems(`${where}: signature`, about.signature, 400),
    ...htmlProblems(`${where}: prompt`, about.prompt, MOST.html),
  ];
  if (about.explanation !== undefined)
    problems.push(...htmlProblems(`${where}: explanation`, about.explanation, MOST.html));
  if (about.source !== undefined)
    problems.push(...textProblems(`${where}: source`, about.source, 200));
  if (topic !== undefined && !TOPICS.includes(topic))
    problems.push(`${where}: topic must be one of ${TOPICS.join(', ')}, got ${shown(topic)}.`);
  if (!isWhole(level, 1, 3))
    problems.push(`${where}: level must be 1, 2 or 3, got ${shown(level)}.`);
  if (!isWhole(minutes, 1, 240))
    problems.push(`${where}: minutes must be a whole number, 1 to 240, got ${shown(minutes)}.`);
  if (typeof file !== 'string' || !FILE.test(file))
    problems.push(`${where}: file must be the name of a Python file, as "softmax.py", got ${shown(file)}.`); // biome-ignore format: a sentence
  if (!Array.isArray(hints) || hints.length > 10)
    problems.push(`${where}: hints must be a list of at most 10 texts, got ${shown(hints)}.`);
  else
    problems.push(...hints.flatMap((one, k) => textProblems(`${where}: hints[${k}]`, one, 2000)));
  if (!Array.isArray(links) || links.length > 10)
    problems.push(`${where}: links must be a list of at most 10, got ${shown(links)}.`);
  else
    for (const [k, link] of links.entries())
      if (!isRecord(link) || typeof link.text !== 'string' || typeof link.href !== 'string' || !HREF.test(link.href))
        problems.push(`${where}: links[${k}] must be {"text", "href"} with a chapter of this site, as "4-rope.html#real-tokens", got ${shown(link)}.`); // biome-ignore format: a sentence
  return problems;
}

/**
 * A file in the form of mistakes.py.
 *
 * @param {string} where
 * @param {string} text
 * @param {(part: import('../grading/mistakes.js').CodeMistake) => string} lack what a part has not, '' where it is whole
 * @returns {string[]}
 */
function partsProblems(where, text, lack) {
  const parts = readMistakes(text);
  if (parts.length === 0)
    return [`${where} must have parts that begin with "# ==== name", and has none.`];
  const problems = parts.flatMap((part) => {
    const what = part.sentence ? lack(part) : 'a sentence in comments under its name';
    return what ? [`${where}: "${part.id}" must have ${what}.`] : [];
  });
  const ids = parts.map(({id}) => id);
  const twice = ids.find((id, k) => ids.indexOf(id) !== k);
  return twice ? [...problems, `${where}: "${twice}" must be there once.`] : problems;
}

/** @param {string} where @param {any} files @returns {string[]} */
function exerciseProblems(where, files) {
  if (!isRecord(files))
    return [`${where} must be a record of files by their names, got ${shown(files)}.`];
  const missing = fieldProblems(where, files, FILES.needed, FILES.possible);
  const python = [...FILES.needed, ...FILES.possible].filter((name) => name.endsWith('.py') && name in files); // biome-ignore format: one thought
  const problems = [
    ...missing,
    ...python.flatMap((name) => textProblems(`${where}, ${name}`, files[name], MOST.code)),
  ];
  if ('exercise.json' in files)
    problems.push(...aboutProblems(`${where}, exercise.json`, files['exercise.json']));
  if ('cases.json' in files)
    problems.push(...casesProblems(files['cases.json'], `${where}, cases.json`));
  const after = files['after.json'];
  if (after !== undefined)
    problems.push(
      ...(isRecord(after) ? afterProblems(after) : [`must be a record, got ${shown(after)}`]).map(
        (problem) => `${where}, after.json: ${problem}.`,
      ),
    );
  if (problems.length > 0) return problems;
  if (files['starter.py'].trim() === files['solution.py'].trim())
    problems.push(`${where}: starter.py must not be the solution.`);
  if (files['mistakes.py'])
    problems.push(
      ...partsProblems(`${where}, mistakes.py`, files['mistakes.py'], ({changes, code}) => {
        const absent = changes.find(([from]) => !files['solution.py'].includes(from));
        if (absent) return `changes of what the solution has; it has no ${shown(absent[0])}`;
        return changes.length > 0 || code ? '' : 'code, or "# change: this -> that"';
      }),
    );
  if (files['laws.py'])
    problems.push(
      ...partsProblems(`${where}, laws.py`, files['laws.py'], ({code, changes}) =>
        /^def holds\(/m.test(code) && changes.length === 0 ? '' : 'def holds(outputs, inputs):',
      ),
    );
  return problems;
}

/**
 * @param {unknown} value what a lesson's file holds
 * @returns {string[]} what is wrong, a sentence each; none where it can be opened
 */
export function lessonProblems(value) {
  if (!isRecord(value)) return [`A lesson must be a record, got ${shown(value)}.`];
  if (value.format !== FORMAT)
    return [`format must be "${FORMAT}", got ${shown(value.format)}: this is no lesson.`];
  if (value.version !== VERSION)
    return [`version must be ${VERSION}, got ${shown(value.version)}: it was made for another version of this site.`]; // biome-ignore format: a sentence
  const {exercises} = value;
  const problems = [
    ...fieldProblems('lesson', value, ['format', 'version', 'id', 'title', 'exercises'], ['text']),
    ...idProblems('lesson: id', value.id),
    ...textProblems('lesson: title', value.title, 120),
  ];
  if (value.text !== undefined)
    problems.push(...htmlProblems('lesson: text', value.text, MOST.html));
  if (!Array.isArray(exercises) || exercises.length === 0 || exercises.length > MOST.exercises)
    return [...problems, `lesson: exercises must be a list of 1 to ${MOST.exercises}, got ${shown(exercises)}.`]; // biome-ignore format: a sentence
  const names = exercises.map((files) => files?.['exercise.json']?.id);
  const isNamed = (/** @type {number} */ k) => typeof names[k] === 'string' && ID.test(names[k]);
  problems.push(
    ...exercises.flatMap((files, k) =>
      exerciseProblems(isNamed(k) ? names[k].slice(0, MOST.id) : `exercises[${k}]`, files),
    ),
  );
  const twice = names.find((name, k) => names.indexOf(name) !== k && isNamed(k));
  if (twice) problems.push(`lesson: each exercise must have an id of its own, got "${twice}" twice.`); // biome-ignore format: a sentence
  return problems;
}

/**
 * @param {string} text JSON
 * @returns {Lesson}
 * @throws {LessonError}
 */
export function readLesson(text) {
  if (text.length > MOST.bytes)
    throw new LessonError([`A lesson must have at most ${MOST.bytes} characters, got ${text.length}.`]); // biome-ignore format: a sentence
  const value = parsed('lesson', text);
  const problems = lessonProblems(value);
  if (problems.length > 0) throw new LessonError(problems);
  return /** @type {Lesson} */ (value);
}

/** @param {string} name @param {string} text @returns {any} */
function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LessonError([`${name} is no JSON: ${error instanceof Error ? error.message : error}`]); // biome-ignore format: a sentence
  }
}

/**
 * A folder as one file. Where its lesson.json is a whole lesson, that.
 *
 * @param {(name: string) => Promise<string | null>} read a file of it, 'softmax/starter.py'; null where there is none
 * @returns {Promise<string>} JSON for readLesson()
 * @throws {LessonError}
 */
export async function joinFolder(read) {
  const text = await read('lesson.json');
  if (text === null) throw new LessonError(['The folder must have a file lesson.json, and has none.']); // biome-ignore format: a sentence
  const lesson = parsed('lesson.json', text);
  const names = isRecord(lesson) ? lesson.exercises : null;
  const isFolders = Array.isArray(names) && names.every((one) => typeof one === 'string' && ID.test(one)); // biome-ignore format: one thought
  if (!isFolders || names.length > MOST.exercises) return text;
  const exercises = [];
  for (const folder of names) {
    /** @type {Record<string, any>} */
    const files = {};
    for (const name of [...FILES.needed, ...FILES.possible]) {
      const content = await read(`${folder}/${name}`);
      if (content === null && FILES.needed.includes(name))
        throw new LessonError([`${folder}/${name} is missing.`]);
      if (content === null) continue;
      files[name] = name.endsWith('.json') ? parsed(`${folder}/${name}`, content) : content;
    }
    exercises.push(files);
  }
  return JSON.stringify({...lesson, exercises});
}
