// The modules that test a reader's own code in JavaScript: correct adapters pass, planted bugs are caught and named, and the
// tests are those of the Python file.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {nodeFile} from '../../web/own-code/node-file.js';
import {KINDS, pytestFile} from '../../web/own-code/pytest-file.js';
import {loadCore} from '../support/core.js';
import {NODE_BUGGY, NODE_CORRECT} from './own-code/node-adapters.js';

const core = await loadCore();
let folder = '';
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-code-node-'));
});
after(() => rmSync(folder, {recursive: true}));

/** What the file says of an adapter. @param {any} options @returns {{status: number | null, said: string}} */
function runOf(options) {
  const {name, text} = nodeFile(core, options);
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const env = {PATH: process.env.PATH}; // a test inside a test would report to the outer one
  const {status, stdout, stderr} = spawnSync(process.execPath, [file], {env, encoding: 'utf8'});
  return {status, said: stdout + stderr};
}

test('correct code passes every test, for each kind', () => {
  assert.deepEqual([...new Set(NODE_CORRECT.map(({kind}) => kind))], Object.keys(KINDS));
  for (const one of NODE_CORRECT) {
    const {status, said} = runOf(one);
    assert.equal(status, 0, said);
    assert.match(said, /# fail 0|fail 0/);
  }
});

test('planted bugs are caught and named, some of each kind', () => {
  assert.deepEqual([...new Set(NODE_BUGGY.map(({kind}) => kind))], Object.keys(KINDS));
  for (const {bug, ...one} of NODE_BUGGY) {
    const {status, said} = runOf(one);
    assert.equal(status, 1, `${one.kind}, ${bug}: nothing fails`);
    const named = new Set([...said.matchAll(/KNOWN BUG ([\w-]+)/g)].map(([, name]) => name));
    assert.deepEqual([...named], [bug], `${one.kind}: ${said.slice(0, 2000)}`);
  }
});

test('code that returns NaN fails every comparison, and has no known bug', () => {
  const nothing = 'const table = (n, d) => Array.from({length: n}, () => Array(d).fill(NaN));';
  const {status, said} = runOf({kind: 'sinusoidal', settings: {}, adapter: nothing});
  assert.equal(status, 1);
  assert.match(said, /# fail (\d+)/);
  assert.match(said, /# pass 0|pass 0/);
  assert.doesNotMatch(said, /KNOWN BUG/);
});

test('an empty adapter fails and says what to do', () => {
  for (const kind of Object.keys(KINDS)) {
    const {status, said} = runOf({kind});
    assert.equal(status, 1);
    assert.match(said, /fill in \w+\(\): /, kind);
  }
});

test('the tests, the numbers and the bugs are those of the Python file', () => {
  for (const kind of Object.keys(KINDS)) {
    const [python, node] = [pytestFile(core, {kind}), nodeFile(core, {kind})];
    const names = [...python.text.matchAll(/^def test_(\w+)/gm)].map(([, name]) => name);
    const own = [...node.text.matchAll(/^test\('([\w ]+)'/gm)].map(([, name]) => name.replaceAll(' ', '_')); // biome-ignore format: one thought
    assert.deepEqual(own, names, kind);
    assert.deepEqual(node.bugs, python.bugs);
    assert.ok(
      node.text.includes(JSON.stringify(KINDS[kind].numbers(core, defaultsOf(kind)).cases)),
    );
  }
});

/** @param {string} kind */
const defaultsOf = (kind) =>
  Object.fromEntries(
    Object.entries(KINDS[kind].settings).map(([name, {values}]) => [name, values[0]]),
  );
