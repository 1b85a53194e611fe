// Every exercise of the bank in the sandbox of real browsers: solutions pass, starters fail, and each known
// mistake is known by its name. The table is printed.
import assert from 'node:assert/strict';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {exerciseIds, knownMistakes, pythonFiles, readBank} from '../support/bank.js';
import {startEngine, whyNot} from '../support/engines.js';
import {makeSandboxPage, openSandboxPage} from '../support/sandbox-page.js';

/** @import {Engine} from '../support/engines.js' */

/** @param {string} id */
const filesOf = (id) => pythonFiles(id).map((name) => ({name, code: readBank(id, name)}));

/**
 * Runs in the page.
 *
 * @param {string} id
 * @param {{name: string, code: string}[]} files
 * @returns {Promise<{name: string, status: string, sentence: string, mistake: string, ms: number}[]>}
 */
async function verdictsOf(id, files) {
  const {box, grade, casesOf, fullCore, checks, CaseRandom} = /** @type {any} */ (globalThis);
  const check = checks[id];
  const core = await fullCore();
  const verdicts = [];
  for (const {name, code} of files) {
    const cases = casesOf(check, new CaseRandom(1n));
    const steps = cases.flatMap((/** @type {any} */ {steps}) => steps);
    const begun = performance.now();
    const run = await box.run({code, steps, timeLimitMs: 30000});
    const ms = performance.now() - begun;
    const {status, sentence, mistake} = grade({core, check, cases, run});
    verdicts.push({name, status, sentence, mistake: mistake?.id ?? '', ms});
  }
  return verdicts;
}

before(() => makeSandboxPage(exerciseIds));

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`the bank in ${browser}`, {skip: whyNot(browser) || false}, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await startEngine(browser);
      await openSandboxPage(engine);
    });
    after(() => engine?.close());

    for (const id of exerciseIds) {
      test(id, async (t) => {
        for (const one of await engine.run(verdictsOf, id, filesOf(id))) {
          const {name, status, sentence, mistake, ms} = one;
          t.diagnostic(
            `${id.padEnd(24)} ${name.padEnd(34)} ${status.padEnd(8)} ${mistake.padEnd(28)} ${ms.toFixed().padStart(5)} ms`,
          );
          const isRight = /^(solution|other)/.test(name);
          assert.equal(status === 'pass', isRight, `${name}: ${status}, ${sentence}`);
          const isRun = knownMistakes(id).some((known) => name === `wrong/${known.id}.py`);
          if (name.startsWith('wrong/') && !isRun) {
            assert.equal(mistake, path.basename(name, '.py'), `${name}: ${sentence}`);
          }
        }
      });
    }
  });
}
