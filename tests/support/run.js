#!/usr/bin/env node
// Runs test files: node tests/support/run.js [--jobs=2] [--first=START,START...] [--again=START] [--unless-passed] FILE...
//
// Files share processes, one after another, since each process loads the core, the figures or Python anew. Those whose
// paths begin with what --first names begin before the others, in its order, so that no long one runs alone at the end. A
// file whose path begins with START (build.sh says tests/browser/) depends on the times of a browser: where it fails, it
// is run once more, alone, at the end. If it passes then, the run passes, and its last lines say FLAKY, with the
// message. Every other failure, a second failure, and a file that was never run end it with exit code 1.
// With --unless-passed it leaves out the processes whose files passed before and would read the same again (passed.js);
// those that run learners' Python also where only the core is another.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {run} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {ROOT} from '../../web/build/paths.js';
import {hasPassed, remember} from './passed.js';
import report from './reporter.js';

/** @typedef {{seconds: number, messages: string[]}} Outcome of one file; it passed if there is no message */

const SHARED = fileURLToPath(new URL('run-files.js', import.meta.url));
const N_SLOWEST = 15;
const INPUTS = new URL('inputs.js', import.meta.url).href;

/** Files that are long enough to have a process each. */
const LONG = /^tests\/(browser\/|exercises\/bank\.)/;
// So has a file that changes what its process has only once.
const ALONE = /fakePage|mock\.timers\.enable|Object\.assign\(globalThis|chdir/;
const USES_PYTHON = /(support\/(python|verdict)|\/compare)\.js/;
const PYTHON = 'python';
const usesPython = (/** @type {string} */ file) =>
  USES_PYTHON.test(readFileSync(path.resolve(ROOT, file), 'utf8'));
/** What there is most of comes first, so that what is left to the end is short. Of tests/unit each folder is a group. */
const TOGETHER = ['tests/unit/figures', 'tests/repo', PYTHON, 'tests/native', 'tests/unit/core', 'tests/unit/model', 'tests/unit/pe', 'tests/golden']; // biome-ignore format: a list

/**
 * Which files share a process.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} first the beginnings of those that begin first
 * @returns {string[][]} the longest first
 */
function groupsOf(files, first) {
  /** @type {Map<string, string[]>} */
  const groups = new Map(TOGETHER.map((name) => [name, []]));
  for (const file of files) {
    const text = readFileSync(path.resolve(ROOT, file), 'utf8');
    const folder =
      TOGETHER.find((name) => file.startsWith(`${name}/`)) ?? file.match(/^tests\/unit\/\w+/)?.[0];
    const isAlone = LONG.test(file) || ALONE.test(text);
    const name = isAlone ? file : usesPython(file) ? PYTHON : (folder ?? file);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  const rankOf = (/** @type {string[]} */ group) => {
    const ranks = group.map((file) => first.findIndex((start) => file.startsWith(start)));
    return Math.min(...ranks.map((rank) => (rank < 0 ? first.length : rank)));
  };
  return [...groups.values()]
    .filter((group) => group.length > 0)
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * @param {string[][]} groups
 * @param {number} jobs how many processes at once
 * @returns {Promise<Map<string, Outcome>>} of each file
 */
async function runGroups(groups, jobs) {
  const folder = mkdtempSync(path.join(tmpdir(), 'poslab-tests-'));
  const times = path.join(folder, 'seconds');
  writeFileSync(times, '');
  /** @type {Map<string, string[]>} */
  const entries = new Map();
  for (const [k, files] of groups.entries()) {
    const entry = path.join(folder, `${k}.mjs`);
    const [shared, list, log] = [pathToFileURL(SHARED).href, files, times].map((one) =>
      JSON.stringify(one),
    );
    writeFileSync(entry, `import {runFiles} from ${shared};\nawait runFiles(${list}, ${log});\n`);
    entries.set(entry, files);
  }
  const begun = Date.now();
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  const events = run({files: [...entries.keys()], concurrency: jobs});
  for await (const text of report(watched(events, entries, outcomes))) process.stdout.write(text);
  for (const file of groups.flat()) {
    if (!outcomes.has(file)) outcomes.set(file, {seconds: 0, messages: ['it was never run']});
  }
  for (const line of readFileSync(times, 'utf8').trim().split('\n')) {
    const [file, seconds] = line.split('\t');
    const outcome = outcomes.get(file);
    if (outcome) outcome.seconds = Number(seconds);
  }
  for (const [entry, files] of isWatched ? entries : []) {
    const isFine = files.every((file) => outcomes.get(file)?.messages.length === 0);
    const ignoresCore = files.some(usesPython);
    if (isFine) remember(files, `${entry}.inputs`, {begun, ignoresCore});
  }
  rmSync(folder, {recursive: true});
  return outcomes;
}

/**
 * Passes events on, and notes what became of each file.
 *
 * @param {AsyncIterable<any>} events
 * @param {Map<string, string[]>} entries the files of each process
 * @param {Map<string, Outcome>} outcomes grows
 */
async function* watched(events, entries, outcomes) {
  /** @type {string[]} */
  let messages = [];
  for await (const event of events) {
    yield event;
    const {type, data} = event;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') {
      const error = data.details.error?.cause ?? data.details.error;
      messages.push(`${data.name}: ${error?.message ?? error}`);
    }
    if (data.nesting > 0) continue;
    // A process that ended badly, beside its tests, leaves no file of it passed.
    for (const file of entries.get(data.name) ?? [data.name]) {
      const earlier = outcomes.get(file)?.messages ?? [];
      outcomes.set(file, {seconds: 0, messages: [...earlier, ...messages]});
    }
    messages = [];
  }
}

/** @param {Map<string, Outcome>} outcomes */
function printSlowest(outcomes) {
  const slowest = [...outcomes].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, N_SLOWEST);
  console.log(`\nThe ${slowest.length} slowest files, in seconds:`);
  for (const [file, {seconds}] of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}

/** @param {string[]} messages */
const indented = (messages) =>
  messages.map((one) => `  ${one.replaceAll('\n', '\n    ')}`).join('\n');

const args = process.argv.slice(2);
const files = args.filter((arg) => !arg.startsWith('--'));
const option = (/** @type {string} */ name) =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const again = option('again');
const isWatched = args.includes('--unless-passed');
if (isWatched) {
  delete process.env.POSLAB_INPUTS; // set where a test starts this program
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${INPUTS}`;
}

const first = option('first')?.split(',') ?? [];
const groups = groupsOf(files, first).filter((group) => !isWatched || !hasPassed(group));
const nLeftOut = files.length - groups.flat().length;
const outcomes = await runGroups(groups, Number(option('jobs') ?? 2));
/** @type {string[]} */
const summary = [];
let isFine = true;
for (const [file, {messages}] of outcomes) {
  if (messages.length === 0) continue;
  let verdict = 'failed';
  const lines = [indented(messages)];
  if (again && file.startsWith(again)) {
    console.log(`\n${file} has failed, and is run once more, alone:`);
    const second = (await runGroups([[file]], 1)).get(file)?.messages ?? [];
    const hasPassed = second.length === 0;
    verdict = hasPassed ? 'failed, then passed when run again: FLAKY' : 'failed twice';
    lines.push('  when run again:', hasPassed ? '  passed' : indented(second));
  }
  if (!verdict.endsWith('FLAKY')) isFine = false;
  summary.push(`${file} ${verdict}`, ...lines);
}
if (outcomes.size > 0) printSlowest(outcomes);
if (nLeftOut > 0)
  console.log(
    `left out: ${nLeftOut} files that passed before and read nothing that has changed since`,
  );
if (summary.length > 0) console.log(`\n${summary.join('\n')}`);
process.exitCode = isFine ? 0 : 1;
