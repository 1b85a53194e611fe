// One run of 100 steps with each method ends with the weights that tests/hashes/training.json has: in wasm with
// asserts and without, natively, and by way of a file half way through. `npm run hashes` tries more compilers.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';

import {readFound} from '../../../web/build/tested-page.js';
import {loadBothCores} from '../../support/core.js';
import {nativeHashes, SANITIZED} from '../../support/native-hashes.js';
import {resumedHash, runNames, trainingHash} from '../../support/training-hashes.js';

const FILE = new URL('../../hashes/training.json', import.meta.url);
/** @type {{hashes: Record<string, string>}} */
const {hashes: known} = JSON.parse(readFileSync(FILE, 'utf8'));
const ADVICE =
  'The core computes other weights than it did. If it should, run npm run hashes -- --update, and say why in the commit.';

for (const [build, core] of await loadBothCores()) {
  test(`the file has every method of the table (${build})`, () => {
    assert.deepEqual(Object.keys(known), runNames(core));
  });
  for (const name of runNames(core)) {
    test(`100 steps of ${name} end with the same weights, at once and in two halves (${build})`, () => {
      assert.equal(trainingHash(core, name), known[name], ADVICE);
      assert.equal(resumedHash(core, name), known[name], 'by way of a model file');
    });
  }
}

test('what is said of each compiler is of all these runs', async () => {
  const n = Object.keys(known).length;
  const {builds} = await readFound();
  const says = new RegExp(
    `^(it says what is expected|not tried: .+|${n} of ${n}|\\d+ of ${n}, and it should differ)$`,
  );
  assert.equal(builds.runs, n);
  for (const {build, agrees} of builds.builds) assert.match(agrees, says, build);
});

test('the same runs end with the same weights natively', () => {
  assert.deepEqual(nativeHashes(SANITIZED), known);
});
