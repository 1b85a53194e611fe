// The same C on this machine under AddressSanitizer and UBSan. Each program of tests/native/ prints
// a line `ok - name` or `not ok - name` a check; each target of tests/fuzz/ replays its corpus.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import test, {suite} from 'node:test';
import {fileURLToPath} from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENVIRONMENT = {
  ...process.env,
  ASAN_OPTIONS: 'abort_on_error=0:detect_stack_use_after_return=1:strict_string_checks=1',
  UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
};

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const {status, signal, stdout, stderr, error} = spawnSync(program, args, {
    cwd: ROOT,
    env: ENVIRONMENT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: 240_000,
  });
  assert.ifError(error);
  return {end: signal ?? status, stdout, stderr};
}

/** @param {string} folder @returns {string[]} names of its C files, without the ending */
const programsOf = (folder) =>
  (existsSync(path.join(ROOT, folder)) ? readdirSync(path.join(ROOT, folder)) : [])
    .filter((name) => name.endsWith('.c'))
    .map((name) => path.basename(name, '.c'));

/** @param {string} name of a fuzz target @returns {string[]} */
function corpusOf(name) {
  const folder = path.join('tests/fuzz/corpus', name);
  if (!existsSync(path.join(ROOT, folder))) return [];
  return readdirSync(path.join(ROOT, folder)).map((file) => path.join(folder, file));
}

/**
 * Runs a program, and makes a test of each line that it prints and one of how it ended.
 *
 * @param {string} program
 * @param {string[]} args
 */
function suiteOf(program, args) {
  suite(program, () => {
    const {end, stdout, stderr} = run(path.join(ROOT, '.cache/native', program), args);
    const checks = [...stdout.matchAll(/^(not )?ok\b(?: \d+)?(?: -)? ?(.*)$/gm)];
    const notes = stdout.replace(/^ok\b.*\n/gm, '');
    for (const [, not, name] of checks) {
      test(name, () => assert.ok(!not, `${notes}${stderr}`));
    }
    test('ends well, without an error from the sanitizers', () => {
      assert.equal(end, 0, `${notes}${stderr}`);
      assert.doesNotMatch(stderr, /runtime error:|AddressSanitizer|LeakSanitizer/);
      assert.ok(checks.length > 0, 'it checked something');
    });
  });
}

const built = run('./build.sh', ['--quiet', 'sanitize']);

test('the core and its native tests compile under the sanitizers', () => {
  assert.equal(built.end, 0, built.stdout + built.stderr);
});

if (built.end === 0) {
  for (const name of programsOf('tests/native')) {
    if (name !== 'training_run') suiteOf(name, []); // which tests/unit/model/training-hashes.test.js runs
  }
  for (const name of programsOf('tests/fuzz')) suiteOf(`fuzz_${name}`, corpusOf(name));
}
