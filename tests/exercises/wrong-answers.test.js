// What a learner reads after a wrong answer: a name, a reason, the change of the solution that gives the same, or a
// number alone.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {casesOf} from '../../web/exercises/grading/cases.js';
import {grade} from '../../web/exercises/grading/grader.js';
import {nameChange} from '../../web/exercises/grading/name-change.js';
import {nameMistake} from '../../web/exercises/grading/name-mistake.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, readBank} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';
import {SparePython} from '../support/spare-python.js';
import {
  FURTHER_WRONG_ANSWERS,
  LATER_WRONG_ANSWERS,
  WITHOUT_A_CHANGE,
  WRONG_ANSWERS,
} from './wrong-answers.js';
import {ANSWERS_WITH_REASONS} from './wrong-answers-said.js';

/** @import {RunResult} from '../../web/exercises/runtime/sandbox.js' */

// Of so many answers, the least share that gets a name or a reason.
const SETS = /** @type {const} */ ([
  [WRONG_ANSWERS, 100, 0.9],
  [FURTHER_WRONG_ANSWERS, 108, 0.8],
  [LATER_WRONG_ANSWERS, 92, 0.9],
]);

const SEARCH_MS = 120_000; // on a busy machine too

for (const [answersOf, many, least] of SETS) {
  test(`of ${many} wrong answers none passes, and most get a name or a reason`, async (t) => {
    const core = await loadCore();
    const spare = new SparePython();
    t.after(() => spare.close());
    const counts = {name: 0, reason: 0, change: 0, number: 0};
    const count = (/** @type {keyof typeof counts} */ kind, /** @type {string} */ what) => {
      counts[kind]++;
      t.diagnostic(`${kind.padEnd(7)} ${what}`);
    };
    /** @type {{what: string, search: () => Promise<string>}[]} */
    const searches = [];
    for (const [id, answers] of Object.entries(answersOf)) {
      const check = await import(path.join(BANK, id, 'check.js'));
      const cases = casesOf(check, new CaseRandom(3n));
      const steps = cases.flatMap((/** @type {any} */ item) => item.steps);
      /** @type {Map<string, RunResult>} */
      const runs = new Map();
      const keyOf = (/** @type {string} */ code, /** @type {any[]} */ own) =>
        `${steps.indexOf(own[0])} ${own.length} ${code}`;
      const runCode = async (/** @type {string} */ code, own = steps) => {
        const key = keyOf(code, own);
        const run = runs.get(key) ?? {type: 'done', ...(await runPython({code, steps: own}))};
        runs.set(key, /** @type {RunResult} */ (run));
        return /** @type {RunResult} */ (run);
      };
      const [right, solution] = [readBank(id, 'other.py'), readBank(id, 'solution.py')];
      const mistakes = readBank(id, 'mistakes.py');
      /** @type {Map<string, Promise<RunResult>>} */
      const changed = new Map();
      const runChange = (/** @type {string} */ code, /** @type {any[]} */ own) => {
        const key = keyOf(code, own);
        const known = changed.get(key) ?? spare.run(code, own);
        changed.set(key, known);
        return known;
      };
      const search = (/** @type {any} */ judged) =>
        nameChange({...judged, check, cases, solution, runCode: runChange, mostMs: SEARCH_MS});
      for (const [what, from, to] of answers) {
        assert.ok(right.includes(from), `${id}, ${what}: '${from}' is not in other.py`);
        const code = right.replaceAll(from, () => to);
        const run = await runCode(code);
        const first = grade({core, check, cases, run});
        assert.notEqual(first.status, 'pass', `${id}, ${what}`);
        const verdict = await nameMistake({
          core,
          ...{check, cases, run, solution, mistakes, runCode},
          ...{verdict: first, mostMs: SEARCH_MS},
        });
        const isNumber = !verdict.mistake && verdict.sentence.startsWith('The first difference');
        const hasReason = !isNumber || Boolean(verdict.law);
        const answer = `${id}, ${what}`;
        if (verdict.mistake) count('name', `${answer}: ${verdict.mistake.id}`);
        else if (hasReason) count('reason', `${answer}: ${verdict.sentence}`);
        else searches.push({what: answer, search: () => search({run, verdict, code})});
      }
    }
    assert.equal(counts.name + counts.reason + searches.length, many);
    // A search runs hundreds of programs, most where it finds nothing: none begins after what was found suffices.
    const isLong = (/** @type {{what: string}} */ {what}) =>
      Number(WITHOUT_A_CHANGE.includes(what));
    searches.sort((a, b) => isLong(a) - isLong(b));
    const named = () => counts.name + counts.reason + counts.change;
    const suffices = () => named() / many >= least;
    for (const {what, search} of searches) {
      if (suffices()) break;
      const change = await search();
      count(change ? 'change' : 'number', `${what}: ${change}`);
    }
    t.diagnostic(JSON.stringify(counts));
    assert.ok(suffices(), JSON.stringify(counts));
  });
}

test('what is said to a wrong answer is its known name, or a reason that is true of it', async () => {
  const core = await loadCore();
  for (const [id, answers] of Object.entries(ANSWERS_WITH_REASONS)) {
    const check = await import(path.join(BANK, id, 'check.js'));
    const cases = casesOf(check, new CaseRandom(3n));
    const all = cases.flatMap((/** @type {any} */ item) => item.steps);
    const [right, solution] = [readBank(id, 'other.py'), readBank(id, 'solution.py')];
    const mistakes = readBank(id, 'mistakes.py');
    /** @param {string} code @param {any[]} steps @returns {Promise<RunResult>} */
    const runCode = async (code, steps = all) => ({
      type: 'done',
      ...(await runPython({code, steps})),
    });
    for (const [what, from, to, said] of answers) {
      assert.ok(right.includes(from), `${id}, ${what}: '${from}' is not in other.py`);
      const run = await runCode(right.replaceAll(from, () => to));
      const first = grade({core, check, cases, run});
      const isName = /^[a-z0-9-]+$/.test(said);
      const verdict = isName
        ? await nameMistake({
            core,
            ...{check, cases, run, solution, mistakes, runCode},
            ...{verdict: first, mostMs: SEARCH_MS},
          })
        : first;
      assert.notEqual(verdict.status, 'pass', `${id}, ${what}`);
      if (isName) assert.equal(verdict.mistake?.id, said, `${id}, ${what}`);
      else assert.ok(verdict.sentence.startsWith(said), `${id}, ${what}: ${verdict.sentence}`);
    }
  }
});
