// The Python files that test a reader's own code, run by real Python: correct adapters pass, and each planted bug is
// caught and named.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {BUGS} from '../../web/own-code/cases.js';
import {KINDS, pytestFile} from '../../web/own-code/pytest-file.js';
import {loadCore} from '../support/core.js';
import {BUGGY, CORRECT} from './own-code/adapters.js';
import {ATLAS} from './own-code/atlas.js';

/** @typedef {Record<string, string>} Outcomes test -> '' where it passed, else what it said */

const PYTHON = '/usr/bin/python3';
const FIND =
  'import importlib.util as u, sys; print([u.find_spec(n) is not None for n in sys.argv[1:]])';
const found = spawnSync(PYTHON, ['-c', FIND, 'torch', 'pytest'], {encoding: 'utf8'}).stdout ?? '';
const [hasTorch, hasPytest] = found.split(',').map((one) => one.includes('True'));
const skip = hasTorch ? false : `${PYTHON} has no torch (apt-get install python3-torch)`;
const TABLE = new URL('../../web/own-code/bugs-by-tests.json', import.meta.url);

// Runs the tests of each file in one process, since torch takes long to load.
const DRIVER = `
import json, sys
found = []
for text in json.load(sys.stdin):
    names, outcomes = {"__name__": "own"}, {}
    exec(compile(text, "own", "exec"), names)
    for name, test in list(names.items()):
        if name.startswith("test_"):
            try:
                test()
                outcomes[name] = ""
            except Exception as error:
                outcomes[name] = f"{type(error).__name__}: {error}"
    found.append(outcomes)
print(json.dumps(found))
`;

const core = await loadCore();
const EVERY_VALUE = Object.entries(KINDS).flatMap(([kind, {settings}]) =>
  Object.entries(settings).flatMap(([name, {values}]) =>
    values.map((value) => ({kind, settings: {[name]: value}})),
  ),
);

const NOTHING = {
  kind: 'sinusoidal',
  settings: {},
  adapter: 'def table(n_pos, d_model):\n    return torch.full((n_pos, d_model), math.nan)\n',
};

/** @type {Map<unknown, Outcomes> | undefined} */
let outcomes;
/** What the tests in the file of each of these say. @param {any[]} options @returns {Outcomes[]} */
function outcomesOf(options) {
  if (!outcomes) {
    const all = [...CORRECT, ...BUGGY, ...EVERY_VALUE, NOTHING];
    const input = JSON.stringify(all.map((one) => pytestFile(core, one).text));
    const output = execFileSync(PYTHON, ['-c', DRIVER], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const said = /** @type {Outcomes[]} */ (JSON.parse(output));
    outcomes = new Map(all.map((one, k) => [one, said[k]]));
  }
  return options.map((one) => /** @type {Outcomes} */ (outcomes?.get(one)));
}
let folder = '';
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-code-'));
});
after(() => rmSync(folder, {recursive: true}));

test('correct code in the ways of public implementations passes every test', {skip}, () => {
  outcomesOf(CORRECT).forEach((found, k) => {
    assert.ok(Object.keys(found).length >= 3, CORRECT[k].name);
    const failed = Object.entries(found).filter(([, said]) => said);
    assert.deepEqual(failed, [], CORRECT[k].name);
  });
});

test('every known bug, planted in Python, is caught and named', {skip}, () => {
  const ofBugs = outcomesOf(BUGGY);
  /** @type {string[]} */
  const missed = [];
  const table = BUGGY.map(({bug, kind, name}, k) => {
    const said = Object.values(ofBugs[k]).join('\n');
    const named = [...said.matchAll(/KNOWN BUG ([\w-]+)/g)].map(([, other]) => other);
    const isNamed = named.length > 0 && named.every((other) => other === bug);
    if (!isNamed) missed.push(`${bug} in ${name}: named ${named.join(', ') || 'nothing'}\n${said}`);
    const failed = Object.entries(ofBugs[k]).filter(([, words]) => words);
    return {kind, bug, tests: Object.keys(ofBugs[k]), failed: failed.map(([test]) => test)};
  });
  assert.deepEqual(missed, []);
  if (process.env.UPDATE_TABLE) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(TABLE, 'utf8')), table, 'run with UPDATE_TABLE=1');
});

test('code that returns NaN fails, and has no known bug', {skip}, () => {
  const [said] = outcomesOf([NOTHING]);
  assert.ok(Object.values(said).every(Boolean), JSON.stringify(said));
  assert.doesNotMatch(Object.values(said).join(), /KNOWN BUG/);
});

test('every bug that a file can name is planted', () => {
  const written = new Set(BUGGY.map(({kind, bug}) => `${kind} ${bug}`));
  const known = [...CORRECT, ...EVERY_VALUE].flatMap((one) =>
    pytestFile(core, one).bugs.map((bug) => `${one.kind} ${bug}`),
  );
  assert.deepEqual(
    [...new Set(known)].filter((one) => !written.has(one)),
    [],
  );
  const named = new Set(known.map((one) => one.split(' ')[1]));
  assert.deepEqual(
    Object.keys(BUGS).filter((bug) => !named.has(bug)),
    [],
  );
  for (const {bug, ...options} of BUGGY)
    assert.ok(pytestFile(core, options).bugs.includes(bug), bug);
});

test('every bug of the atlas is one that a file names, or no adapter can have it', () => {
  const atlas = JSON.parse(
    readFileSync(new URL('../../.cache/atlas.json', import.meta.url), 'utf8'),
  );
  const faults = [...new Set(atlas.map((/** @type {any} */ {fault}) => fault))].sort();
  assert.deepEqual(Object.keys(ATLAS).sort(), faults);
  const written = new Set(BUGGY.map(({kind, bug}) => `${kind} ${bug}`));
  const asked = Object.values(ATLAS).flatMap((one) => (typeof one === 'string' ? [] : one.bugs));
  assert.deepEqual(
    asked.filter(([kind, bug]) => !written.has(`${kind} ${bug}`)),
    [],
  );
});

test('the file runs by itself and under pytest, and an empty adapter fails', {skip}, () => {
  const empty = pytestFile(core, {kind: 'positions'});
  const file = path.join(folder, empty.name);
  const run = (/** @type {string[]} */ args) =>
    spawnSync(PYTHON, args, {cwd: folder, encoding: 'utf8'});
  writeFileSync(file, empty.text);
  const unfilled = run([file]);
  assert.equal(unfilled.status, 1);
  assert.match(unfilled.stdout, /fill in position_ids\(\)/);

  const filled = CORRECT.find(({kind}) => kind === 'positions');
  assert.ok(filled);
  writeFileSync(file, pytestFile(core, filled).text);
  const plain = run([file]);
  assert.equal(plain.status, 0, plain.stdout + plain.stderr);
  if (!hasPytest) return;
  const byPytest = run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider', file]);
  assert.match(byPytest.stdout, /3 passed/, byPytest.stdout);
});

test('every value of every setting makes a file that Python can read', {skip}, () => {
  assert.ok(EVERY_VALUE.length > 25);
  for (const said of outcomesOf(EVERY_VALUE)) {
    for (const words of Object.values(said)) assert.match(words, /NotImplementedError: fill in/);
  }
});

test('unknown kinds, settings and values are refused with what is allowed', () => {
  assert.throws(() => pytestFile(core, {kind: 'x'}), /kind must be one of rope, /);
  const settings = {dHead: 17};
  assert.throws(() => pytestFile(core, {kind: 'rope', settings}), /dHead must be one of 16, /);
  assert.throws(
    () => pytestFile(core, {kind: 'positions', settings}),
    /positions has no setting dHead/,
  );
});
