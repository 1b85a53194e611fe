// A site that is put where a server shows it: older scripts stay as they are, and pages name those of their own version.
import assert from 'node:assert/strict';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {test} from 'node:test';

import {deploy} from '../../../web/build/deploy.js';
import {MARK} from '../../../web/build/inline.js';

const WHOLE = `const core = '${MARK}AAAA'; export default core;`;
/** @type {Record<string, string>} */
const SITE = {
  'index.html':
    '<a href="lab/index.html"></a><script src="lab/page.js"></script><p>lab/page.js</p>',
  'chapters/1.html': '<link href="../lab/page.css"><script src="../lab/elements.js"></script>',
  'offline.json': 'of the build',
  'sw.js': 'of the build',
  'lab/page.js': 'export const a = 1;',
  'lab/elements.js': 'import "./chunk-AB.js"; const e = 1; export {e as default};',
  'lab/pe-heatmap.js': WHOLE,
  'lab/worker.js': 'onmessage = () => {};',
  'lab/chunk-AB.js': 'export const b = 2;',
  'lab/page.css': 'p {}',
  'lab/python/python.wasm': 'wasm',
};

/** @param {import('node:test').TestContext} t */
function folders(t) {
  const root = mkdtempSync(path.join(tmpdir(), 'poslab-deploy-'));
  t.after(() => rmSync(root, {recursive: true}));
  const [from, to] = [path.join(root, 'dist'), path.join(root, 'shown')];
  const build = (/** @type {Record<string, string>} */ files) => {
    rmSync(from, {recursive: true, force: true});
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(from, name)), {recursive: true});
      writeFileSync(path.join(from, name), text);
    }
    return deploy(to, from);
  };
  const shown = (/** @type {string} */ name) => readFileSync(path.join(to, name), 'utf8');
  return {build, shown, to};
}

test('scripts get a folder of their own, which pages of that version name, and nothing else', (t) => {
  const {build, shown, to} = folders(t);
  const version = build(SITE);
  assert.match(version, /^lab-[\w.-]+-[0-9a-f]{8}$/);
  for (const name of Object.keys(SITE).filter((one) => one.startsWith('lab/')))
    assert.equal(shown(name.replace('lab/', `${version}/`)), SITE[name]);
  assert.equal(
    shown('index.html'),
    `<a href="lab/index.html"></a><script src="${version}/page.js"></script><p>lab/page.js</p>`,
  );
  assert.equal(
    shown('chapters/1.html'),
    `<link href="../${version}/page.css"><script src="../${version}/elements.js"></script>`,
  );
  const left = readdirSync(to, {recursive: true, encoding: 'utf8'});
  assert.deepEqual(
    left.filter((name) => name.endsWith('.new')),
    [],
  );
});

test('lab/ has what other sites name: entries lead to the newest version, all else is whole', (t) => {
  const {build, shown} = folders(t);
  const version = build(SITE);
  const lines = (/** @type {string} */ name) => shown(`lab/${name}`).trim().split('\n').slice(1);
  assert.deepEqual(lines('page.js'), [`export * from "../${version}/page.js";`]);
  assert.deepEqual(lines('elements.js'), [
    `export * from "../${version}/elements.js";`,
    `export {default} from "../${version}/elements.js";`,
  ]);
  for (const name of [
    'pe-heatmap.js',
    'worker.js',
    'chunk-AB.js',
    'page.css',
    'python/python.wasm',
  ])
    assert.equal(shown(`lab/${name}`), SITE[`lab/${name}`], name);
});

test('the scripts of an older version stay as they are, and what is stored is of the newest', (t) => {
  const {build, shown} = folders(t);
  const old = build(SITE);
  const {'lab/chunk-AB.js': gone, ...rest} = SITE;
  const version = build({
    ...rest,
    'lab/elements.js': 'import "./chunk-CD.js";',
    'lab/chunk-CD.js': 'x',
  });
  assert.notEqual(version, old);
  assert.equal(shown(`${old}/elements.js`), SITE['lab/elements.js']);
  assert.equal(shown(`${old}/chunk-AB.js`), gone);
  assert.equal(shown(`${version}/chunk-CD.js`), 'x');
  assert.match(shown('chapters/1.html'), new RegExp(`\\.\\./${version}/elements\\.js`));
  /** @type {{files: [string, number, string][]}} */
  const {files} = JSON.parse(shown('offline.json'));
  assert.deepEqual(
    files.map(([name]) => name).sort(),
    ['chapters/1.html', 'index.html', ...['chunk-CD.js', 'elements.js', 'page.css', 'page.js', 'python/python.wasm', 'worker.js'].map((name) => `${version}/${name}`)].sort(),
  ); // biome-ignore format: one thought
});

test('the same site again is the same version, also where a copy had been interrupted', (t) => {
  const {build, shown, to} = folders(t);
  const version = build(SITE);
  rmSync(path.join(to, version), {recursive: true});
  mkdirSync(path.join(to, `${version}.new`));
  writeFileSync(path.join(to, `${version}.new`, 'half.js'), '');
  assert.equal(build(SITE), version);
  assert.equal(shown(`${version}/page.js`), SITE['lab/page.js']);
  assert.deepEqual(readdirSync(path.join(to, version)).includes('half.js'), false);
  const moved = build({...SITE, 'lab/page.js': SITE['lab/page.css'], 'lab/page.css': SITE['lab/page.js']}); // biome-ignore format: one thought
  assert.notEqual(moved, version, 'the names count as well');
});
