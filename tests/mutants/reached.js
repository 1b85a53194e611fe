// What a test runs of each file of web/, by V8's counts of a run without a mutant: it cannot notice a mistake elsewhere.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {CACHE} from '../../web/build/paths.js';

/** @import {Mutant} from './operators.js' */
/** @typedef {[start: number, end: number][]} Ranges */
/**
 * @typedef {object} Reached
 * @property {string} hash of the test
 * @property {number} ms how long it takes; FAILS where it fails, or takes longer than it may
 * @property {Record<string, {hash: string, neverRun: Ranges[]}>} files what was not run of each, by each process or thread
 */
/** @typedef {{url: string, functions: {ranges: {startOffset: number, endOffset: number, count: number}[]}[]}} Script */

export const FAILS = 1e9;
/** A test that takes longer is left out. */
export const LONG_MS = 60_000;
const FOLDER = path.join(CACHE, 'mutants/reached');

const hashOf = (/** @type {string} */ file) =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/** @param {Script} script @returns {Ranges} what was never run, without ranges inside others */
function neverRunOf({functions}) {
  const never = functions
    .flatMap(({ranges}) => ranges.filter(({count}) => count === 0))
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  /** @type {Ranges} */
  const found = [];
  for (const {startOffset, endOffset} of never)
    if (endOffset > (found.at(-1)?.[1] ?? -1)) found.push([startOffset, endOffset]);
  return found;
}

/** @param {string} folder of V8's files @param {string} root of the tree that ran @returns {Reached['files']} */
function filesReached(folder, root) {
  /** @type {Reached['files']} */
  const files = {};
  const start = `${pathToFileURL(root).href}/`;
  for (const name of readdirSync(folder)) {
    /** @type {{result: Script[]}} */
    const {result} = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    for (const script of result) {
      const file = script.url.slice(start.length);
      if (!script.url.startsWith(`${start}web/`) || !existsSync(path.join(root, file))) continue;
      files[file] ??= {hash: hashOf(path.join(root, file)), neverRun: []};
      files[file].neverRun.push(neverRunOf(script));
    }
  }
  return files;
}

/**
 * Of one test, kept until its text changes.
 *
 * @param {string} test
 * @param {string} root of the tree that it is run in
 * @param {(test: string, env: Record<string, string>) => Promise<boolean>} runs whether it passes
 * @returns {Promise<Reached>}
 */
export async function reachedBy(test, root, runs) {
  const hash = hashOf(path.join(root, test));
  const kept = path.join(FOLDER, `${test.replaceAll('/', '-')}.json`);
  if (existsSync(kept)) {
    const before = /** @type {Reached} */ (JSON.parse(readFileSync(kept, 'utf8')));
    if (before.hash === hash) return before;
  }
  const counts = path.join(root, '.cache/mutants/counts');
  rmSync(counts, {recursive: true, force: true});
  mkdirSync(counts, {recursive: true});
  const begun = performance.now();
  const isSound = await runs(test, {NODE_V8_COVERAGE: counts});
  const took = performance.now() - begun;
  const ms = isSound ? took : FAILS;
  const reached = {hash, ms, files: filesReached(counts, root)};
  rmSync(counts, {recursive: true, force: true});
  mkdirSync(FOLDER, {recursive: true});
  if (isSound) writeFileSync(kept, JSON.stringify(reached));
  return reached;
}

/**
 * Whether a test runs the place of a mutant, or may run it: where the file has changed, nothing is known.
 *
 * @param {Reached} reached
 * @param {Mutant} mutant
 * @param {string} root
 */
export function reaches({files}, {file, start, end}, root) {
  if (!files[file]) return false;
  const {hash, neverRun} = files[file];
  return (
    hash !== hashOf(path.join(root, file)) ||
    neverRun.some((ranges) => !ranges.some(([from, to]) => from <= start && end <= to))
  );
}
