// Attacks by what is returned and by what runs though no caller needs it. None passes.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';

import {grade} from '../../web/exercises/grading/grader.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {ATTACKS} from '../support/attacks.js';
import {BANK} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

/** @import {Check} from '../../web/exercises/grading/grader.js' */

const core = await loadCore();

/** @param {string} id @param {string} code */
async function verdictOf(id, code) {
  /** @type {Check} */
  const check = await import(path.join(BANK, id, 'check.js'));
  const cases = check.cases(new CaseRandom(11n));
  const answer = await runPython({code, steps: cases.flatMap((item) => item.steps)});
  return grade({core, check, cases, run: {type: 'done', ...answer}});
}

for (const [what, id, code] of ATTACKS) {
  test(`${id} is not passed by ${what}`, async (t) => {
    const verdict = await verdictOf(id, code);
    t.diagnostic(`${verdict.status}: ${verdict.sentence.slice(0, 100)}`);
    assert.notEqual(verdict.status, 'pass');
  });
}
