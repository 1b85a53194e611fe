// Which mutants a run plants: a quota per folder, drawn by the seed, and all kinds of mistake in turn.
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

import {ROOT} from '../../web/build/paths.js';
import {mutant, mutantsOfC, mutantsOfJs} from './operators.js';

/** @import {Mutant} from './operators.js' */
/** @typedef {Mutant & {id: string, folder: string}} Chosen */

// `src/wasm.c` only calls what the other files export. What a folder of the bank has is checked by learners' Python.
// `web/build/record.js` starts itself as processes that train: with a mistake they start more and more of them.
const LEFT_OUT = /^src\/wasm\.c$|^web\/exercises\/bank\/|^web\/build\/record\.js$/;

/** @param {string} folder @param {string} ending @returns {string[]} relative to the repository */
export const filesOf = (folder, ending) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file))
    .sort();

/** Every file that may be changed: the core's, and the scripts'. */
export const SOURCES = [...filesOf('src', '.c'), ...filesOf('web', '.js')].filter(
  (file) => !LEFT_OUT.test(file),
);

/** @param {string} file @returns {string} `src/pe`; `web` for what lies in web/ itself */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/');

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** @type {{file: string, old: string, new: string}[]} mistakes that no rule makes */
const BY_HAND = JSON.parse(readFileSync(path.join(ROOT, 'tests/mutants/by-hand.json'), 'utf8'));

/** @param {string} file @param {string} source @returns {Mutant[]} */
function mutantsByHand(file, source) {
  const here = BY_HAND.filter((one) => one.file === file);
  return here.map(({old, new: text}) => {
    const at = source.indexOf(old);
    if (at < 0 || source.includes(old, at + 1))
      throw new Error(`tests/mutants/by-hand.json: ${file} must have this once: ${old}`);
    return mutant(file, source, at, old, text, 'by hand');
  });
}

/**
 * With an id for each, the same for as long as its line is the same, wherever that line is.
 *
 * @param {Mutant[]} mutants of a file
 * @returns {Chosen[]}
 */
function withIds(mutants) {
  /** @type {Map<string, number>} how often a line was there before */
  const times = new Map();
  return mutants.map((one) => {
    const n = times.get(one.change) ?? 0;
    times.set(one.change, n + 1);
    const id = `${one.file}: ${one.change}${n > 0 ? ` (${n + 1})` : ''}`;
    return {...one, id, folder: folderOf(one.file)};
  });
}

/** @param {string} file @returns {Chosen[]} all that rules make of it */
export function mutantsOf(file) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return withIds((file.endsWith('.c') ? mutantsOfC : mutantsOfJs)(file, source));
}

/**
 * @param {object} options
 * @param {number} options.quota of a folder, and one more for each 600 lines in it
 * @param {number} options.seed
 * @param {readonly string[]} [options.only] folders or files; all without it
 * @returns {Chosen[]} a mutant is chosen by its own line and the seed, so that a change elsewhere leaves it chosen;
 *   and all that are made by hand
 */
export function choose({quota, seed, only = []}) {
  const folders = [...new Set(SOURCES.map(folderOf))];
  const wanted = (/** @type {string} */ file) =>
    only.length === 0 || only.some((one) => file === one || file.startsWith(`${one}/`));
  return folders.flatMap((folder) => {
    const inFolder = SOURCES.filter((file) => folderOf(file) === folder);
    const n = quota + Math.floor(linesIn(inFolder) / 600);
    const files = inFolder.filter(wanted);
    const byHand = files.flatMap((file) =>
      withIds(mutantsByHand(file, readFileSync(path.join(ROOT, file), 'utf8'))),
    );
    return [...oneOfEachKind(files.flatMap(mutantsOf), n, seed), ...byHand];
  });
}

/** @param {string[]} files */
const linesIn = (files) =>
  files.reduce((n, file) => n + readFileSync(path.join(ROOT, file), 'utf8').split('\n').length, 0);

/** @param {Chosen[]} mutants @param {number} n @param {number} seed @returns {Chosen[]} one of each kind, then again */
function oneOfEachKind(mutants, n, seed) {
  const byRank = mutants
    .map((mutant) => ({mutant, rank: hashOf(`${seed} ${mutant.id}`)}))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  /** @type {Map<string, number>} */
  const rounds = new Map();
  return byRank
    .map(({mutant}) => {
      const round = rounds.get(mutant.operator) ?? 0;
      rounds.set(mutant.operator, round + 1);
      return {mutant, round};
    })
    .sort((a, b) => a.round - b.round)
    .slice(0, n)
    .map(({mutant}) => mutant);
}
