// The exercises, their known mistakes as programs, and what only tests run: wrong/, tests of learners that let
// something wrong through or refuse what is right. The page gets web/exercises/bank/, the rest is in
// tests/exercises/bank/.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {readMistakes, withMistakes} from '../../web/exercises/grading/mistakes.js';

export const BANK = fileURLToPath(new URL('../../web/exercises/bank', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('../exercises/bank', import.meta.url));

/** Names of the exercises; EXERCISE=yarn asks for one alone. */
export const exerciseIds = readdirSync(BANK, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name)
  .filter((name) => !process.env.EXERCISE || name === process.env.EXERCISE);

/** Names of the folders that hold the programs of an exercise. */
export const programIds = readdirSync(PROGRAMS);

/** @param {string} id @param {string} file 'solution.py', 'other.py', 'wrong/from-one.py' … @returns {string} */
export function readBank(id, file) {
  const mistake = knownMistakes(id).find((one) => file === `wrong/${one.id}.py`);
  if (mistake) return withMistakes(readBank(id, 'solution.py'), [mistake]);
  const own = path.join(BANK, id, file);
  return readFileSync(existsSync(own) ? own : path.join(PROGRAMS, id, file), 'utf8');
}

/** The mistakes of its mistakes.py. @param {string} id */
export function knownMistakes(id) {
  const file = path.join(BANK, id, 'mistakes.py');
  return existsSync(file) ? readMistakes(readFileSync(file, 'utf8')) : [];
}

/** @param {string} id @returns {string[]} of its known mistakes, each the name of a file in wrong/ */
export function wrongFiles(id) {
  const folder = path.join(PROGRAMS, id, 'wrong');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return [...files, ...knownMistakes(id).map((one) => `${one.id}.py`)].sort();
}

/** @param {string} id @returns {string[]} all Python that belongs to an exercise */
export const pythonFiles = (id) => [
  'solution.py',
  'starter.py',
  'other.py',
  ...wrongFiles(id).map((name) => `wrong/${name}`),
];
