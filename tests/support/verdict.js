// A learner's file, checked as the page checks it, in this process.
import path from 'node:path';

import {casesOf} from '../../web/exercises/grading/cases.js';
import {grade} from '../../web/exercises/grading/grader.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK} from './bank.js';
import {loadCore} from './core.js';
import {runPython} from './python.js';

/** @import {Check, Verdict} from '../../web/exercises/grading/grader.js' */

const core = await loadCore();

/** @param {string} id of the exercise @param {string} code @param {bigint} seed of its cases @returns {Promise<Verdict>} */
export async function verdictOf(id, code, seed) {
  /** @type {Check} */
  const check = await import(path.join(BANK, id, 'check.js'));
  const cases = casesOf(check, new CaseRandom(seed));
  const answer = await runPython({code, steps: cases.flatMap((item) => item.steps)});
  return grade({core, check, cases, run: {type: 'done', ...answer}});
}
