// The exercises with what only tests run: wrong/, one file per known mistake. The page gets web/exercises/bank/, the rest is in tests/exercises/bank/.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

export const BANK = fileURLToPath(new URL('../../web/exercises/bank', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('../exercises/bank', import.meta.url));

/** Names of the exercises; EXERCISE=yarn asks for one alone. */
export const exerciseIds = readdirSync(BANK, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name)
  .filter((name) => !process.env.EXERCISE || name === process.env.EXERCISE);

/** Names of the folders that hold the programs of an exercise. */
export const programIds = readdirSync(PROGRAMS);

/** @param {string} id @param {string} file 'solution.py', 'other.py', 'wrong/from-one.py' … */
export function readBank(id, file) {
  const own = path.join(BANK, id, file);
  return readFileSync(existsSync(own) ? own : path.join(PROGRAMS, id, file), 'utf8');
}

/** @param {string} id @returns {string[]} of its known mistakes, each the name of a file in wrong/ */
export const wrongFiles = (id) => readdirSync(path.join(PROGRAMS, id, 'wrong')).sort();

/** @param {string} id @returns {string[]} all Python that belongs to an exercise */
export const pythonFiles = (id) => [
  'solution.py',
  'starter.py',
  'other.py',
  ...wrongFiles(id).map((name) => `wrong/${name}`),
];
