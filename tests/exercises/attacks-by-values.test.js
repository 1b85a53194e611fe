// Attacks by what is returned, by what runs though no caller needs it, and by what cases leave out. None passes.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {ATTACKS} from '../support/attacks.js';
import {ON_CASES} from '../support/attacks-on-cases.js';
import {ON_MEASURES} from '../support/attacks-on-measures.js';
import {verdictOf} from '../support/verdict.js';

const SEED = 11n;

for (const [what, id, code] of [...ATTACKS, ...ON_MEASURES, ...ON_CASES]) {
  test(`${id} is not passed by ${what}`, async (t) => {
    const verdict = await verdictOf(id, code, SEED);
    t.diagnostic(`${verdict.status}: ${verdict.sentence.slice(0, 100)}`);
    assert.notEqual(verdict.status, 'pass');
  });
}
