// What `check` leaves out: files that passed, as long as they would read the same again.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {CACHE} from '../../../web/build/paths.js';

const RUN = fileURLToPath(new URL('../../support/run.js', import.meta.url));
const RECORDS = path.join(CACHE, 'passed');
const LEFT_OUT = 'left out: 1 files';

/** Reads in every way that tests do. @param {string} expected of part.mjs, an exported number */
const reader = (expected) => `import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, promises, readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';
test('reads', async () => {
  const at = (name) => new URL(name, import.meta.url);
  readFileSync(at('sync.txt'));
  await promises.readFile(at('later.txt'));
  readdirSync(at('.'));
  existsSync(at('folder/missing.txt'));
  execFileSync(process.execPath, ['-e', 'fs.readFileSync(process.argv[1])', at('child.txt').pathname]);
  const name = 'part';
  const {value} = await import(at(name + '.mjs').href);
  assert.equal(value, ${expected});
});
`;

let folder = '';

/** @param {string} name @param {string} text */
const write = (name, text) => writeFileSync(path.join(folder, name), text);

before(() => {
  mkdirSync(CACHE, {recursive: true});
  folder = mkdtempSync(path.join(CACHE, 'passed-test-')); // what lies outside of the repository is not watched
  for (const name of ['sync.txt', 'later.txt', 'child.txt']) write(name, '1');
  mkdirSync(path.join(folder, 'folder'));
  write('part.mjs', 'export const value = 1;');
  write('a.test.mjs', reader('1'));
});
after(() => {
  for (const {file} of own()) rmSync(file);
  rmSync(folder, {recursive: true});
});

/** What is kept of the files here. */
const own = () =>
  readdirSync(RECORDS)
    .map((name) => path.join(RECORDS, name))
    .map((file) => ({file, text: readFileSync(file, 'utf8')}))
    .filter(({text}) => text.includes(path.basename(folder)));

/** @param {string[]} options */
function run(...options) {
  const {NODE_TEST_CONTEXT: _, ...env} = process.env; // a run inside a run would run nothing
  const file = path.join(folder, 'a.test.mjs');
  const {status, stdout, stderr} = spawnSync(process.execPath, [RUN, ...options, file], {
    env,
    encoding: 'utf8',
  });
  const said = stdout + stderr;
  return {status, said, isLeftOut: said.includes(LEFT_OUT)};
}

test('a file is left out once it has passed, and only with the option for it', () => {
  assert.deepEqual(
    [run('--unless-passed').isLeftOut, run('--unless-passed').isLeftOut],
    [false, true],
  );
  assert.equal(run().isLeftOut, false);
});

test('it is run again when anything that it read or looked for has changed', () => {
  run('--unless-passed');
  for (const [name, text] of [
    ['sync.txt', '2'],
    ['later.txt', '2'],
    ['child.txt', '2'],
    ['part.mjs', 'export const value = 1; // changed'],
    ['new.txt', 'in a folder that is listed'],
    ['folder/missing.txt', 'was looked for'],
  ]) {
    write(name, text);
    const {status, said, isLeftOut} = run('--unless-passed');
    assert.equal(isLeftOut, false, name);
    assert.equal(status, 0, said);
  }
  assert.equal(run('--unless-passed').isLeftOut, true);
});

test('one that fails is run each time until it passes', () => {
  write('a.test.mjs', reader('2'));
  for (let k = 0; k < 2; k++) assert.equal(run('--unless-passed').status, 1);
  write('part.mjs', 'export const value = 2;');
  const {status, isLeftOut} = run('--unless-passed');
  assert.deepEqual([status, isLeftOut], [0, false]);
});

test('one that starts a program whose reading is not seen depends on every file', () => {
  write('a.test.mjs', `${reader('2')}execFileSync('git', ['--version']);\n`);
  assert.equal(run('--unless-passed').status, 0);
  assert.equal(run('--unless-passed').isLeftOut, true);
  assert.ok(own().some(({text}) => Object.hasOwn(JSON.parse(text), '*')));
});

test('one that runs learners’ Python is left out where only the core is another', () => {
  const core = path.join(CACHE, `${path.basename(folder).replaceAll('-', '')}.wasm`);
  const reads = `import {readFileSync} from 'node:fs';\nimport {test} from 'node:test';\ntest('reads', () => void readFileSync(${JSON.stringify(core)}));\n`;
  try {
    for (const [kind, isLeftOut] of /** @type {const} */ ([
      ['// as support/python.js does\n', true],
      ['', false],
    ])) {
      write('a.test.mjs', kind + reads);
      writeFileSync(core, `before ${kind}`);
      run('--unless-passed');
      writeFileSync(core, `after ${kind}`);
      assert.equal(run('--unless-passed').isLeftOut, isLeftOut, kind);
    }
  } finally {
    rmSync(core, {force: true});
  }
});
