#!/usr/bin/env node
// Compares the core with golden numbers: node tests/golden/run.js [FOLDER]
//
// Runs every golden file of a folder (default: tests/golden/core/data), prints a line for each array of a
// case that fails and closes with `N passed, N failed, N skipped`. Exit code 1 when a case fails or
// a file cannot be read. A topic is tests/golden/core/topics/<topic>.js, which exports
//
//   run(core, case, folder) -> {array name: numbers}   what the core makes of the case; or
//                              a text                  why it cannot: the case is skipped
//   compare(want, got, case) -> problems       where closeness element by element is not the question
//
// Schema of a file: {schema: "golden/1", topic, cases: [{id, params, in, out, tol}]}.
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {decode, firstMismatch} from './core/compare.js';

/**
 * @import {Core} from '../../web/core/core.js'
 * @import {Golden, Case} from './core/compare.js'
 */
/** @typedef {{passed: number, failed: number, skipped: number, lines: string[]}} Outcome */

const HERE = path.dirname(fileURLToPath(import.meta.url));

/**
 * @param {Core} core
 * @param {string} folder
 * @param {object} [options]
 * @param {readonly string[]} [options.without] topics that are not run
 * @returns {Promise<Outcome>}
 */
export async function runFolder(core, folder, {without = []} = {}) {
  /** @type {Outcome} */
  const total = {passed: 0, failed: 0, skipped: 0, lines: []};
  for (const file of goldenFiles(folder, total)) {
    if (without.includes(path.basename(file, '.json'))) continue;
    const golden = readGolden(file, total);
    if (!golden) continue;
    const outcome = await runTopic(core, golden, folder);
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) {
      total[key] += outcome[key];
    }
    total.lines.push(...outcome.lines);
  }
  if (total.passed + total.failed + total.skipped === 0) {
    fail(total, `${folder}: holds no golden case`);
  }
  return total;
}

/** @param {string} folder @param {Outcome} total @returns {string[]} */
function goldenFiles(folder, total) {
  try {
    if (!statSync(folder).isDirectory()) throw new Error('not a folder');
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
    if (names.length === 0) throw new Error('holds no .json file');
    return names.map((name) => path.join(folder, name));
  } catch (error) {
    fail(total, `${folder}: ${messageOf(error)}`);
    return [];
  }
}

/**
 * A golden file, or undefined: for JSON of another kind (a manifest), and, counted as a failure, for
 * what cannot be read.
 *
 * @param {string} file
 * @param {Outcome} total
 * @returns {Golden | undefined}
 */
function readGolden(file, total) {
  try {
    const golden = JSON.parse(readFileSync(file, 'utf8'));
    if (golden?.schema === undefined && golden?.cases === undefined) return undefined;
    if (golden.schema === undefined) throw new Error('has cases and no schema');
    if (!String(golden.schema).startsWith('golden/')) return undefined;
    if (golden.schema !== 'golden/1') throw new Error(`schema ${golden.schema} is not known here`);
    if (!Array.isArray(golden.cases)) {
      if (golden.topic === undefined) return undefined; // an index of such files
      throw new Error('has a topic and no list of cases');
    }
    if (typeof golden.topic !== 'string' || !/^\w+$/.test(golden.topic)) {
      throw new Error(`topic ${JSON.stringify(golden.topic)} is no name`);
    }
    return golden;
  } catch (error) {
    fail(total, `${path.basename(file)}: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * @param {Core} core
 * @param {Golden} golden
 * @param {string} folder
 * @returns {Promise<Outcome>}
 */
async function runTopic(core, golden, folder) {
  const {topic, cases} = golden;
  /** @type {Outcome} */
  const outcome = {passed: 0, failed: 0, skipped: 0, lines: []};
  const module = path.join(HERE, 'core/topics', `${topic}.js`);
  if (!existsSync(module)) {
    outcome.skipped = cases.length;
    outcome.lines.push(`skipped ${topic}`);
    return outcome;
  }
  const {run, compare = compareArrays} = await import(`./core/topics/${topic}.js`);
  const reasons = new Set();
  for (const [at, item] of cases.entries()) {
    const verdict = runCase(() => run(core, decode(item), folder), compare, item);
    if (typeof verdict === 'string') {
      outcome.skipped++;
      reasons.add(verdict);
    } else if (verdict.length === 0) {
      outcome.passed++;
    } else {
      fail(
        outcome,
        ...verdict.map((problem) => `failed ${topic} ${item?.id ?? `case ${at}`}: ${problem}`),
      );
    }
  }
  for (const reason of reasons) outcome.lines.push(`skipped ${topic}: ${reason}`);
  return outcome;
}

/**
 * @param {() => Record<string, any> | string} run
 * @param {typeof compareArrays} compare
 * @param {Case} item
 * @returns {string[] | string} problems, or why it was skipped
 */
function runCase(run, compare, item) {
  try {
    const got = run();
    return typeof got === 'string' ? got : compare(decode(item).out, got, item);
  } catch (error) {
    return [`threw ${messageOf(error)}`];
  }
}

/**
 * @param {Record<string, any>} want
 * @param {Record<string, any>} got
 * @param {Case} item
 * @returns {string[]} one line per array that is wrong
 */
export function compareArrays(want, got, item) {
  const names = Object.keys(want);
  if (names.length === 0) return ['has no arrays to compare'];
  const problems = names.map((name) =>
    firstMismatch(name, want[name], got[name], item.tol?.[name]),
  );
  return problems.filter((problem) => problem !== undefined);
}

/** @param {Outcome} outcome @param {...string} lines one case's */
function fail(outcome, ...lines) {
  outcome.failed++;
  outcome.lines.push(...lines.map((line) => (line.startsWith('failed') ? line : `failed ${line}`)));
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const {loadCore} = await import('../support/core.js');
  const outcome = await runFolder(
    await loadCore(),
    process.argv[2] ?? path.join(HERE, 'core/data'),
  );
  for (const line of outcome.lines) console.log(line);
  console.log(`${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped`);
  process.exitCode = outcome.failed > 0 ? 1 : 0;
}
