// Right answers in the styles in which people write them: einsum, complex numbers, classes, recursion, NumPy, autograd,
// what a library has ready, where the task does not forbid it. Each passes.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {casesOf} from '../../web/exercises/grading/cases.js';
import {grade} from '../../web/exercises/grading/grader.js';
import {CaseRandom} from '../../web/exercises/grading/random.js';
import {BANK} from '../support/bank.js';
import {loadCore} from '../support/core.js';
import {runPython} from '../support/python.js';

/** @import {Check} from '../../web/exercises/grading/grader.js' */

const RIGHT = fileURLToPath(new URL('right', import.meta.url));
const core = await loadCore();

for (const id of readdirSync(RIGHT)) {
  for (const name of readdirSync(path.join(RIGHT, id))) {
    test(`${id} is passed by ${path.basename(name, '.py').replaceAll('-', ' ')}`, async () => {
      const code = readFileSync(path.join(RIGHT, id, name), 'utf8');
      /** @type {Check} */
      const check = await import(path.join(BANK, id, 'check.js'));
      for (const seed of [11n, 12n, 13n]) {
        const cases = casesOf(check, new CaseRandom(seed));
        const answer = await runPython({code, steps: cases.flatMap((item) => item.steps)});
        const verdict = grade({core, check, cases, run: {type: 'done', ...answer}});
        const said = `${verdict.sentence} ${verdict.at}\n${verdict.traceback ?? ''}`;
        assert.equal(verdict.status, 'pass', said);
      }
    });
  }
}
