// dist/ after a build: what is served, and nothing else.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {parse} from 'acorn';

import {figureTags} from '../../web/build/bundle.js';
import {attribute, isElement, nodesBelow, parseHtml} from '../../web/build/html.js';
import {CACHE, DIST, WEB} from '../../web/build/paths.js';

/** @param {string} folder @returns {string[]} files below it, relative to it, sorted */
const filesBelow = (folder) =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

test('a figure on the pages of the site loads nothing that follows the colours of a host', () => {
  const {outputs} = JSON.parse(readFileSync(path.join(CACHE, 'bundle.json'), 'utf8'));
  const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  const holding = (/** @type {string} */ input) =>
    Object.keys(outputs).filter((name) => input in outputs[name].inputs);
  const own = holding('web/figures/frame/figure.js').filter((name) =>
    page.includes(path.relative('dist', name)),
  );
  assert.equal(own.length, 1);
  const loaded = outputs[own[0]].imports.map((/** @type {{path: string}} */ one) => one.path);
  const reached = [...loaded, ...loaded.flatMap((/** @type {string} */ name) => outputs[name]?.imports.map((/** @type {{path: string}} */ one) => one.path) ?? [])]; // biome-ignore format: one thought
  const followers = holding('web/page-scheme.js');
  assert.ok(followers.length > 0);
  assert.deepEqual(
    reached.filter((name) => followers.includes(name)),
    [],
  );
});

test('dist/ holds the pages, their scripts and styles, recorded runs, the core and Python, and nothing else', () => {
  const {outputs} = JSON.parse(readFileSync(path.join(CACHE, 'bundle.json'), 'utf8'));
  const served = new Set([
    ...Object.keys(outputs).map((name) => path.relative('dist', name)),
    ...readdirSync(path.join(WEB, 'chapters')).map((name) => `chapters/${name}`),
    'assignment.html',
    'changelog.html',
    'elements.html',
    'embed.html',
    'icon.svg',
    'lab/from-file.js',
    'lab/from-folder.js',
    'lesson-example.json',
    'manifest.webmanifest',
    'offline.json',
    'sw.js',
    'robots.txt',
    'social.png',
    ...readdirSync(path.join(WEB, 'pages')).filter((name) => name.endsWith('.html')),
    'licenses.txt',
    'reference.html',
    'search.json',
    'terms.json',
    ...readdirSync(path.join(WEB, 'runs')).map((name) => `lab/runs/${name}`),
    'lab/core.wasm',
    'lab/custom-elements.json',
    'lab/elements.d.ts',
    'lab/figures.wasm',
    'lab/html-custom-data.json',
    ...['frame.js', 'library.bin', 'python.wasm', 'worker.js'].map((name) => `lab/python/${name}`),
  ]);
  assert.deepEqual(filesBelow(DIST), [...served].sort());
});

test('the site has a bundle for each figure, and no source maps', async () => {
  const files = filesBelow(path.join(DIST, 'lab'));
  for (const tag of figureTags()) assert.ok(files.includes(`${tag}.js`), tag);
  assert.deepEqual(
    files.filter((name) => name.endsWith('.map')),
    [],
  );
});

/**
 * Where a module puts the name of a function of the core together out of parts. The bundles of figures show by
 * their texts which functions figures.wasm needs, so that such a name would be missing from it.
 *
 * @param {string} text
 * @returns {string[]} the expressions
 */
function computedNames(text) {
  /** @type {string[]} */
  const found = [];
  const isComputed = (/** @type {any} */ node) =>
    node?.type === 'TemplateLiteral' ||
    (node?.type === 'BinaryExpression' && node.operator === '+');
  const isNamePart = (/** @type {unknown} */ part) =>
    typeof part === 'string' &&
    /^(base|linalg|model|nn|pe|proj|wasm)_|_(backward|forward|n_bytes)$/.test(part);
  const visit = (/** @type {any} */ node) => {
    if (!node || typeof node !== 'object') return;
    const parts = [
      node.left?.value,
      node.right?.value,
      ...(node.quasis ?? []).map((/** @type {any} */ q) => q.value.cooked),
    ];
    const isCall = node.type === 'CallExpression' && /^call/.test(node.callee.property?.name ?? '');
    if ((isCall && isComputed(node.arguments[0])) || (isComputed(node) && parts.some(isNamePart))) {
      found.push(text.slice(node.start, node.end));
      return;
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const one of child) visit(one);
      else visit(child);
    }
  };
  visit(parse(text, {ecmaVersion: 'latest', sourceType: 'module'}));
  return found;
}

test('no function of the core is called by a name that is put together', () => {
  const files = filesBelow(WEB).filter(
    (name) => name.endsWith('.js') && !name.startsWith('exercises/bank/'),
  );
  assert.ok(files.length > 150);
  const found = files.flatMap((name) =>
    computedNames(readFileSync(path.join(WEB, name), 'utf8')).map((code) => `${name}: ${code}`),
  );
  assert.deepEqual(found, []);
});

test('the search finds names that are put together', () => {
  const mutants = [
    `core.call(\`pe_$\{name}_bias\`, x);`,
    "core.call('pe_' + name, x);",
    `const call = \`$\{layer}_forward\`;`,
    "f('nn_' + kind);",
  ];
  for (const text of mutants) assert.equal(computedNames(text).length, 1, text);
  const fine = `core.call('pe_alibi_bias', x); core.call(a ? 'a_b' : 'c_d'); say(\`pe: $\{a}\`);`;
  assert.deepEqual(computedNames(fine), []);
});

/** Pages of the site that a reader opens, and chapters, whose figures get the names of their presets as ids. */
const PAGES = readdirSync(DIST, {recursive: true, encoding: 'utf8'}).filter(
  (name) => name.endsWith('.html') && !name.startsWith('lab/'),
);

test('an id names one place of its page', () => {
  assert.ok(PAGES.length > 20);
  for (const name of PAGES) {
    const page = parseHtml(readFileSync(path.join(DIST, name), 'utf8'));
    const elements = [...nodesBelow(page)].filter(isElement);
    const ids = elements.map((one) => attribute(one, 'id') || attribute(one, 'preset'));
    const named = ids.filter((id) => id);
    const twice = named.filter((id, k) => named.indexOf(id) !== k);
    assert.deepEqual(twice, [], name);
  }
});

test('the reference has every function of core.wasm and every export of web/core', async () => {
  const page = parseHtml(readFileSync(path.join(DIST, 'reference.html'), 'utf8'));
  const ids = new Set([...nodesBelow(page)].filter(isElement).map((one) => attribute(one, 'id')));
  const core = new WebAssembly.Module(readFileSync(path.join(DIST, 'lab/core.wasm')));
  const names = WebAssembly.Module.exports(core).map(({name}) => name);
  const marked = names.filter((name) => /^(base|linalg|model|nn|pe|proj|wasm|rng)_/.test(name));
  assert.ok(marked.length > 100, 'the exports were found');
  assert.deepEqual(
    marked.filter((name) => !ids.has(name)),
    [],
  );
  const files = filesBelow(path.join(WEB, 'core')).filter((name) => name.endsWith('.js'));
  for (const file of files) {
    const text = readFileSync(path.join(WEB, 'core', file), 'utf8');
    if (
      /^export (\*|\{[^}]*\} from)/m.test(text) &&
      !/^export (async )?(function|const|class)/m.test(text)
    )
      continue;
    const exported = Object.keys(await import(path.join(WEB, 'core', file)));
    const own = exported.filter((name) =>
      new RegExp(`^export (async )?(function|const|class) ${name}\\b`, 'm').test(text),
    );
    for (const name of own)
      assert.ok(ids.has(`${path.basename(file, '.js')}:${name}`), `${file}: ${name}`);
  }
});
