// What a learner reads after a wrong answer: a name, a reason, or a number alone.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {grade} from '../../web/exercises/grading/grader.js';
import {nameMistake} from '../../web/exercises/grading/name-mistake.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK, readBank} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';
import {FURTHER_WRONG_ANSWERS, WRONG_ANSWERS} from './wrong-answers.js';

/** @import {RunResult} from '../../web/exercises/runtime/sandbox.js' */

// Of so many answers, the least share that gets a name or a reason.
const SETS = /** @type {const} */ ([
  [WRONG_ANSWERS, 100, 0.85],
  [FURTHER_WRONG_ANSWERS, 106, 0.55],
]);

for (const [answersOf, many, least] of SETS) {
  test(`of ${many} wrong answers none passes, and most get a name or a reason`, async (t) => {
    const core = await loadCore();
    const counts = {name: 0, reason: 0, number: 0};
    for (const [id, answers] of Object.entries(answersOf)) {
      const check = await import(path.join(BANK, id, 'check.js'));
      const cases = check.cases(new CaseRandom(3n));
      const steps = cases.flatMap((/** @type {any} */ item) => item.steps);
      /** @type {Map<string, RunResult>} */
      const runs = new Map();
      const runCode = async (/** @type {string} */ code) => {
        const run = runs.get(code) ?? {type: 'done', ...(await runPython({code, steps}))};
        runs.set(code, /** @type {RunResult} */ (run));
        return /** @type {RunResult} */ (run);
      };
      const [right, solution] = [readBank(id, 'other.py'), readBank(id, 'solution.py')];
      const mistakes = readBank(id, 'mistakes.py');
      for (const [what, from, to] of answers) {
        assert.ok(right.includes(from), `${id}, ${what}: '${from}' is not in other.py`);
        const run = await runCode(right.replaceAll(from, () => to));
        const first = grade({core, check, cases, run});
        assert.notEqual(first.status, 'pass', `${id}, ${what}`);
        const verdict = await nameMistake({
          ...{check, cases, run, solution, mistakes, runCode},
          verdict: first,
        });
        const isNumber = !verdict.mistake && verdict.sentence.startsWith('The first difference');
        const kind = verdict.mistake ? 'name' : isNumber && !verdict.law ? 'number' : 'reason';
        counts[kind]++;
        t.diagnostic(
          `${kind.padEnd(7)} ${id}, ${what}: ${verdict.mistake?.id ?? verdict.sentence}`,
        );
      }
    }
    t.diagnostic(JSON.stringify(counts));
    const n = counts.name + counts.reason + counts.number;
    assert.equal(n, many);
    assert.ok((counts.name + counts.reason) / n >= least, JSON.stringify(counts));
  });
}
