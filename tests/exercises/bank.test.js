// Every exercise of the bank in real Python: solutions pass, starters fail, and each known mistake is
// named.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import {casesOf} from '../../web/exercises/grading/cases.js';
import {grade} from '../../web/exercises/grading/grader.js';
import {nameMistake} from '../../web/exercises/grading/name-mistake.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {afterProblems} from '../../web/exercises/schema.js';
import {BANK, exerciseIds, knownMistakes, readBank, wrongFiles} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

/** @import {Check} from '../../web/exercises/grading/grader.js' */
/** @import {RunResult} from '../../web/exercises/runtime/sandbox.js' */

const CHAPTERS = fileURLToPath(new URL('../../web/chapters', import.meta.url));
const core = await loadCore();

/** @param {string} id @returns {Promise<Check>} */
const checkOf = (id) => import(path.join(BANK, id, 'check.js'));

/** @param {string} id @param {string} file @param {bigint} seed */
async function verdictOf(id, file, seed) {
  const check = await checkOf(id);
  const cases = casesOf(check, new CaseRandom(seed));
  const steps = cases.flatMap((item) => item.steps);
  /** @type {Map<string, Promise<RunResult>>} a program runs once on the same cases */
  const runs = runsOf.get(`${id} ${seed}`) ?? new Map();
  runsOf.set(`${id} ${seed}`, runs);
  const runCode = (/** @type {string} */ code, own = steps) => {
    const key = `${steps.indexOf(own[0])} ${own.length} ${code}`;
    const run = runs.get(key) ?? ranOf(code, own);
    runs.set(key, run);
    return run;
  };
  const run = await runCode(readBank(id, file));
  const verdict = grade({core, check, cases, run});
  const mistakes = hasMistakes(id) ? readBank(id, 'mistakes.py') : '';
  const solution = readBank(id, 'solution.py');
  const mostMs = 120_000; // on a busy machine too
  return nameMistake({check, cases, run, verdict, solution, mistakes, core, runCode, mostMs});
}

/** @param {string} code @param {any[]} steps @returns {Promise<RunResult>} */
const ranOf = async (code, steps) => ({
  type: 'done',
  ...(await runPython({code, file: 'exercise.py', steps})),
});

/** @param {string} id */
const hasMistakes = (id) => knownMistakes(id).length > 0;

/** @type {string[]} */
const table = [];
/** @type {Map<string, Map<string, Promise<RunResult>>>} by exercise and seed */
const runsOf = new Map();

for (const id of exerciseIds) {
  const wrong = wrongFiles(id);

  test(`${id}: the solution passes, and so does one that is written in another way`, async () => {
    for (const file of ['solution.py', 'other.py']) {
      for (const seed of [1n, 2n, 3n]) {
        const {status, sentence, traceback} = await verdictOf(id, file, seed);
        assert.equal(status, 'pass', `${file}: ${sentence}\n${traceback ?? ''}`);
      }
    }
  });

  test(`${id}: the starter fails`, async () => {
    assert.notEqual((await verdictOf(id, 'starter.py', 1n)).status, 'pass');
  });

  test(`${id}: at least four mistakes, each known by its name`, async () => {
    assert.ok(wrong.length >= 4, `${wrong.length} known mistakes`);
    const {mistakes = []} = await checkOf(id);
    const known = [...mistakes, ...knownMistakes(id)].map((mistake) => mistake.id).sort();
    assert.deepEqual(known, wrong.map((name) => path.basename(name, '.py')).sort());
    for (const name of wrong) {
      for (const seed of [1n, 2n]) {
        const {status, mistake, sentence} = await verdictOf(id, `wrong/${name}`, seed);
        table.push(`${id.padEnd(28)} ${name.padEnd(32)} ${status.padEnd(8)} ${mistake?.id ?? '-'}`);
        assert.notEqual(status, 'pass', name);
        assert.equal(mistake?.id, path.basename(name, '.py'), `${name}: ${sentence}`);
      }
    }
  });
}

test('each exercise has questions that follow a pass, and each law a figure that is in the site', async () => {
  for (const id of exerciseIds) {
    assert.deepEqual(afterProblems(JSON.parse(readBank(id, 'after.json'))), [], id);
    const {laws = []} = await checkOf(id);
    for (const {id: law, figure = ''} of laws) {
      if (law === 'test-is-fair') continue; // about the learner's test, which no figure draws
      const [page, section] = figure.split('#');
      const site = readFileSync(path.join(CHAPTERS, page || 'missing'), 'utf8');
      assert.ok(site.includes(`id="${section}"`), `${id}, ${law}: ${figure}`);
    }
  }
});

test('the table of known mistakes', (t) => {
  for (const line of [...new Set(table)]) t.diagnostic(line);
});
