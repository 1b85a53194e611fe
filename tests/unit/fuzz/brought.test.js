// What a person brings, damaged: inputs that failed once, kept in tests/fuzz/corpus/js-NAME/, and some hundred new ones of a
// fixed seed. `./build.sh fuzz` goes on for longer.
import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';

import {inputsOf} from '../../fuzz/inputs.js';
import {refusals, TARGETS} from '../../fuzz/targets.js';

const CORPUS = new URL('../../fuzz/corpus/', import.meta.url);

test('every folder of kept inputs has its target', () => {
  const folders = readdirSync(CORPUS).filter((name) => name.startsWith('js-'));
  const names = TARGETS.map(({name}) => `js-${name}`);
  assert.deepEqual(
    folders.filter((name) => !names.includes(name)),
    [],
  );
});

for (const target of TARGETS) {
  const folder = new URL(`js-${target.name}/`, CORPUS);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    test(`${target.name}: ${name} is read or refused`, async () => {
      await target.use(Uint8Array.from(readFileSync(new URL(name, folder))));
    });
  }

  test(`${target.name}: its own examples, and 300 that were damaged, are read or refused`, async () => {
    const [example] = target.seeds;
    refusals.count = 0;
    await target.use(typeof example === 'string' ? new TextEncoder().encode(example) : example);
    if (target.name !== 'files') assert.equal(refusals.count, 0, 'the first example is read');
    else assert.ok(refusals.count < 5, 'the first example is read where its name fits');
    const property = fc.asyncProperty(inputsOf(target), async (bytes) => {
      await target.use(bytes);
    });
    await fc.assert(property, {numRuns: 300, seed: 17});
  });
}
