#!/usr/bin/env node
// node tests/fuzz/run.js [--seconds=30] [NAME...]: damages what a person brings to the page, for so long per target. An input
// that does something else than to be read or refused is made small, and written to .cache/fuzz/js-NAME-HASH; put it into
// tests/fuzz/corpus/js-NAME/ with the fix. Exit code 1 where there was one.
import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

import {CACHE} from '../../web/build/paths.js';
import {inputsOf} from './inputs.js';
import {TARGETS} from './targets.js';

const args = process.argv.slice(2);
const seconds = Number(args.find((arg) => arg.startsWith('--seconds='))?.slice(10) ?? 30);
const names = args.filter((arg) => !arg.startsWith('--'));
const folder = path.join(CACHE, 'fuzz');
mkdirSync(folder, {recursive: true});

for (const target of TARGETS) {
  if (names.length > 0 && !names.includes(target.name)) continue;
  const property = fc.asyncProperty(inputsOf(target), async (bytes) => {
    await target.use(bytes);
  });
  const {failed, counterexample, errorInstance, numRuns, seed} = await fc.check(property, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1000,
  });
  if (!failed || !counterexample) {
    console.log(
      `fuzzed ${target.name}: ${numRuns} inputs in ${seconds} s, seed ${seed}, all read or refused`,
    );
    continue;
  }
  const [bytes] = counterexample;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const file = path.join(folder, `js-${target.name}-${hash}`);
  writeFileSync(file, bytes);
  const why = errorInstance instanceof Error ? errorInstance.stack : errorInstance;
  console.log(
    `fuzzed ${target.name}: input ${numRuns} (seed ${seed}), kept in ${file}, ended with ${why}`,
  );
  process.exitCode = 1;
}
