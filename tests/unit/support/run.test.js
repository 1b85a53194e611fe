// The program that runs the tests: what ends it with an error, what is run again, and what it says.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

const RUN = fileURLToPath(new URL('../../support/run.js', import.meta.url));
const HEAD = `import assert from 'node:assert/strict';
import {before, test} from 'node:test';
import {existsSync, writeFileSync} from 'node:fs';
`;
const PASSES = "test('passes', () => {});";
const FAILS = "test('fails', () => assert.equal(1, 2, 'one is not two'));";
const FAILS_ONCE = `const trace = new URL('trace', import.meta.url);
test('fails once', () => {
  const isFirst = !existsSync(trace);
  writeFileSync(trace, '');
  assert.ok(!isFirst, 'too early');
});`;

let folder = '';
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'poslab-run-'));
});
after(() => rmSync(folder, {recursive: true}));

/**
 * @param {Record<string, string>} texts of the files; what begins with browser/ is run again
 * @param {string[]} [first] beginnings of those that begin first
 */
function outcomeOf(texts, first = []) {
  const own = mkdtempSync(path.join(folder, 'case-'));
  mkdirSync(path.join(own, 'browser'));
  const files = Object.entries(texts).map(([name, text]) => {
    const file = path.join(own, `${name}.test.mjs`);
    writeFileSync(file, `${HEAD}${text}\n`);
    return file;
  });
  const {NODE_TEST_CONTEXT: _, ...env} = process.env; // a run inside a run would run nothing
  const again = `--again=${path.join(own, 'browser')}`;
  const begin = `--first=${first.map((name) => path.join(own, name)).join(',')}`;
  const {status, stdout, stderr} = spawnSync(
    process.execPath,
    [RUN, '--jobs=1', begin, again, ...files],
    {env, encoding: 'utf8'},
  );
  return {status, said: stdout + stderr, nRuns: stdout.split('# tests ').length - 1};
}

test('a run in which all pass ends well, and prints its slowest files', () => {
  const {status, said, nRuns} = outcomeOf({a: PASSES, 'browser/b': PASSES});
  assert.equal(status, 0, said);
  assert.match(said, /# tests 2\n# suites 2\n# pass 2\n# fail 0\n/);
  assert.match(said, /The 2 slowest files, in seconds:\n +\d\.\d {2}\S+test\.mjs\n/);
  assert.doesNotMatch(said, /FLAKY/);
  assert.equal(nRuns, 1);
});

test('a browser file that fails once is named, with its message, and its failure stays counted', () => {
  const {status, said, nRuns} = outcomeOf({a: PASSES, 'browser/b': FAILS_ONCE});
  assert.equal(status, 0, said);
  assert.match(said, /# tests 2\n# suites 2\n# pass 1\n# fail 1\n/);
  const end = said.slice(said.lastIndexOf('slowest files'));
  assert.match(
    end,
    /browser\/b\.test\.mjs failed, then passed when run again: FLAKY\n {2}fails once: too early\n {2}when run again:\n {2}passed\n$/,
  );
  assert.equal(nRuns, 2);
});

test('a browser file that fails twice ends the run with an error, and both messages', () => {
  const {status, said, nRuns} = outcomeOf({'browser/b': FAILS, a: PASSES});
  assert.equal(status, 1);
  assert.match(
    said,
    /b\.test\.mjs failed twice\n {2}fails: one is not two\n\s+1 !== 2\s+when run again:\n {2}fails: one is not two\s+1 !== 2\s+$/,
  );
  assert.equal(nRuns, 2);
});

test('another file that fails is not run again', () => {
  const {status, said, nRuns} = outcomeOf({a: FAILS_ONCE, 'browser/b': FAILS_ONCE});
  assert.equal(status, 1);
  assert.match(said, /a\.test\.mjs failed\n {2}fails once: too early\n/);
  assert.match(said, /b\.test\.mjs failed, then passed/);
  assert.equal(nRuns, 2);
});

test('a file that cannot be loaded, whose hook fails, or that ends its process is a failure', () => {
  for (const [text, message] of /** @type {[string, RegExp][]} */ ([
    ['import "./nowhere.js";', /a\.test\.mjs failed\n {2}.*Cannot find module/],
    [
      `before(() => { throw new Error('no browser'); }); ${PASSES}`,
      /a\.test\.mjs failed\n.*no browser/s,
    ],
    [`${PASSES} process.exit(3);`, /a\.test\.mjs failed\n {2}.*test failed/],
    [
      "setTimeout(() => { throw new Error('late'); }, 0); test('x', (t) => t.skip());",
      /a\.test\.mjs failed\n/,
    ],
  ])) {
    const {status, said, nRuns} = outcomeOf({a: text});
    assert.equal(status, 1, said);
    assert.match(said, message);
    assert.equal(nRuns, 1);
  }
});

test('the files that are named to begin first do so, in that order', () => {
  const says = (/** @type {string} */ name) => `test('${name}', () => {});`;
  const texts = {'browser/a': says('one'), 'browser/b': says('two'), 'browser/c': says('three')};
  for (const [first, order] of /** @type {[string[], string[]][]} */ ([
    [[], ['one', 'two', 'three']],
    [['browser/c'], ['three', 'one', 'two']],
    [
      ['browser/b', 'browser/c'],
      ['two', 'three', 'one'],
    ],
  ])) {
    const {said} = outcomeOf(texts, first);
    assert.deepEqual(said.match(/\b(one|two|three)\b/g), order, said);
  }
});
