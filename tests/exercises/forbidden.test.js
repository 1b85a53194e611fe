// Answers with the right numbers that use what the task says to do without: by any name, by a class, from an import.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {BANK, exerciseIds} from '../support/bank.js';
import {verdictOf} from '../support/verdict.js';

const ANSWERS = fileURLToPath(new URL('forbidden', import.meta.url));

for (const id of readdirSync(ANSWERS)) {
  for (const name of readdirSync(path.join(ANSWERS, id))) {
    test(`${id} is not passed by ${path.basename(name, '.py').replaceAll('-', ' ')}`, async () => {
      const code = readFileSync(path.join(ANSWERS, id, name), 'utf8');
      const {status, sentence} = await verdictOf(id, code, 11n);
      assert.equal(status, 'partial', sentence);
      assert.match(
        sentence,
        /^The numbers are right, but \w+ uses .*, which the task says to do without\.$/,
      );
    });
  }
}

test('each exercise that forbids something says so in its task, and has an answer here', async () => {
  for (const id of exerciseIds) {
    const {forbidden = []} = await import(path.join(BANK, id, 'check.js'));
    if (forbidden.length === 0) continue;
    const {prompt} = JSON.parse(readFileSync(path.join(BANK, id, 'exercise.json'), 'utf8'));
    assert.match(prompt, /without/, id);
    assert.ok(readdirSync(path.join(ANSWERS, id)).length > 0, id);
  }
});
