// The npm packages as somebody gets them: packed, installed into an empty project, imported where there is no page.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {gzipSync} from 'node:zlib';
import {build as esbuild} from 'esbuild';
import {publint} from 'publint';
import {formatMessage} from 'publint/utils';
import webpack from 'webpack';

import {figureTags} from '../../web/build/bundle.js';
import {ROOT} from '../../web/build/paths.js';
import {decode, firstMismatch} from '../golden/core/compare.js';
import {installPackages} from '../support/package.js';

const MOST_BYTES = 2_500_000;
const TYPED = ['.', './elements', './core', './widget', './embed', './scorm'];
const project = installPackages();
test.after(project.remove);
const POSLAB = path.join(project.folder, 'node_modules/poslab');
const PYTHON = path.join(project.folder, 'node_modules/poslab-python');
const bin = (/** @type {string} */ name) => path.join(ROOT, 'node_modules/.bin', name);

/** @param {string} folder @returns {string[]} its files, relative to it, sorted */
const filesOf = (folder) =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();

/** @param {string} folder */
const bytesOf = (folder) =>
  filesOf(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);

/**
 * Runs a module in the project, in a Node of its own, which has no page.
 *
 * @param {string} name
 * @param {string} text
 * @returns {any} what it prints, from JSON
 */
function run(name, text) {
  const file = path.join(project.folder, name);
  writeFileSync(file, text);
  const {status, stdout, stderr} = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** @param {string} folder */
const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

test(`poslab is at most ${MOST_BYTES} bytes unpacked`, () => {
  const bytes = bytesOf(POSLAB);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.ok(bytes > 1_000_000, 'it was built');
});

/**
 * A file with all that it imports at once.
 *
 * @param {string} file relative to lib/
 * @param {Set<string>} [found] grows
 */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(path.join(POSLAB, 'lib', file), 'utf8');
  if (file.endsWith('.js'))
    for (const [, name] of text.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      withImports(path.posix.join(path.posix.dirname(file), name), found);
  return found;
}

test('each entry is as large as the README says, within 5 %', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `poslab(\/[\w./-]+)?`.*\| ([\d,]+) \|$/gm)];
  assert.equal(rows.length, 8);
  const {exports} = manifestOf(POSLAB);
  for (const [, entry = '', said] of rows) {
    const [, folder, name] = entry.match(/^\/(figures|register)\/(.*)$/) ?? [];
    const found = exports[folder ? `./${folder}/*` : `.${entry}`];
    const file = (found.default ?? found).replace('./lib/', '').replace('*', name);
    const bytes = [...withImports(file)].reduce((sum, one) => sum + gzipSync(readFileSync(path.join(POSLAB, 'lib', one)), {level: 9}).length, 0); // biome-ignore format: one thought
    const stated = Number(said.replaceAll(',', ''));
    assert.ok(
      Math.abs(bytes / stated - 1) < 0.05,
      `poslab${entry}: ${bytes} bytes, README says ${stated}`,
    );
  }
});

test('neither package has a dependency, and both have one version', () => {
  for (const folder of [POSLAB, PYTHON]) {
    const {dependencies, peerDependencies, version} = manifestOf(folder);
    assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
    assert.equal(version, manifestOf(ROOT).version);
  }
  const names = readdirSync(path.join(project.folder, 'node_modules'));
  assert.deepEqual(
    names.filter((name) => !name.startsWith('.')),
    ['poslab', 'poslab-python'],
  );
});

test('every script says its version and licence in its first line', () => {
  const {version} = manifestOf(ROOT);
  for (const folder of [POSLAB, PYTHON])
    for (const name of filesOf(folder).filter((one) => one.endsWith('.js'))) {
      const [first] = readFileSync(path.join(folder, name), 'utf8').split('\n');
      assert.equal(first, `/*! poslab ${version}, MIT licence */`, name);
    }
});

test('every address that a bundler reads in a script is that of a file in the package', () => {
  const found = [];
  const missing = [];
  for (const folder of [POSLAB, PYTHON])
    for (const name of filesOf(folder).filter((one) => one.endsWith('.js'))) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      for (const [, address] of text.matchAll(
        /new URL\(\s*["'`]([^"'`]*)["'`]\s*,\s*import\.meta\.url/g,
      )) {
        const file = path.join(folder, path.dirname(name), address);
        found.push(address);
        if (!existsSync(file) || !statSync(file).isFile()) missing.push(`${name}: ${address}`);
      }
    }
  assert.ok(found.includes('./core.wasm') && found.includes('./python/python.wasm'), `${found}`);
  assert.deepEqual(missing, []);
});

test('every entry can be imported on a server, and ends there', () => {
  const {exports} = manifestOf(POSLAB);
  const entries = Object.keys(exports)
    .flatMap((entry) =>
      entry.includes('*') ? figureTags().map((tag) => entry.replace('*', tag)) : [entry],
    )
    .filter((entry) => !/\.(wasm|json)$/.test(entry))
    .map((entry) => entry.replace('.', 'poslab'));
  assert.ok(entries.length > 2 * figureTags().length);
  const names = run(
    'import-all.mjs',
    `const names = {};
for (const entry of ${JSON.stringify([...entries, 'poslab-python'])}) names[entry] = Object.keys(await import(entry));
console.log(JSON.stringify(names));`,
  );
  assert.deepEqual(names['poslab/figures/pe-heatmap'], ['PeHeatmap']);
  assert.ok(names['poslab/core'].includes('ropeTables'));
  assert.deepEqual(Object.keys(names), [...entries, 'poslab-python']);
});

test('a host records results by poslab/scorm, in both versions', () => {
  const sets = run(
    'record.mjs',
    `import {assignmentQuery, readAssignment, Scorm, Session, statementOf, verbOf} from 'poslab/scorm';
const task = {kind: 'exercises', exercises: ['yarn'], hide: [], attempts: null, title: 'T', task: '', due: ''};
const session = new Session(readAssignment(assignmentQuery(task)));
const before = session.report;
const sets = {};
const api = new Proxy({}, {get: (_, name) => (field, value) => {
  if (/SetValue$/.test(name)) sets[field] = value;
  return /GetValue$/.test(name) ? '' : 'true';
}});
const both = ['1.2', '2004'].map((version) => new Scorm(api, version, session));
for (const scorm of both) scorm.open();
session.add({exercise: 'yarn', status: 'pass', score: 1, exercism: {version: 3, status: 'pass', tests: []}});
for (const scorm of both) scorm.report();
const verb = verbOf(before, session.report);
const made = statementOf(verb, {assignment: task, address: 'https://a.example/x', report: session.report, seconds: 5, version: '1'});
console.log(JSON.stringify({sets, verb: made.verb.id}));`,
  );
  assert.equal(sets.sets['cmi.core.lesson_status'], 'passed');
  assert.equal(sets.sets['cmi.core.score.raw'], '100');
  assert.equal(sets.sets['cmi.success_status'], 'passed');
  assert.equal(sets.sets['cmi.score.scaled'], '1');
  assert.match(sets.verb, /verbs\/passed$/);
});

test('core.wasm and the descriptions for editors have addresses', () => {
  const files = run(
    'resolve.mjs',
    `const names = ['core.wasm', 'custom-elements.json', 'html-custom-data.json', 'package.json'];
console.log(JSON.stringify(names.map((name) => import.meta.resolve('poslab/' + name))));`,
  );
  for (const url of files) assert.ok(existsSync(new URL(url)), url);
  const {modules} = JSON.parse(readFileSync(path.join(POSLAB, 'lib/custom-elements.json'), 'utf8'));
  for (const {path: file} of modules) assert.ok(existsSync(path.join(POSLAB, file)), file);
});

test('five lines compute a RoPE table in Node, with the golden numbers', () => {
  const file = path.join(ROOT, 'tests/golden/core/data/rope_tables.json');
  const {cases} = JSON.parse(readFileSync(file, 'utf8'));
  const plain = cases.filter((/** @type {any} */ {params}) => params.kind === 'default');
  assert.ok(plain.length > 0);
  for (const item of plain) {
    const {in: given, out, tol, params} = decode(item);
    const made = run(
      'rope.mjs',
      `import {loadCore, ropeTables} from 'poslab/core';
const core = await loadCore();
const {cos, sin} = ropeTables(core, {positions: [${given.positions.data}], dim: ${params.dim}, base: ${params.base}});
console.log(JSON.stringify({cos: [...cos.data], sin: [...sin.data]}));`,
    );
    for (const name of ['cos', 'sin']) {
      const problem = firstMismatch(name, out[name], made[name], tol?.[name]);
      assert.equal(problem, undefined, item.id);
    }
  }
});

/** Programs that put a server's code into one file, as Next and serverless platforms do, and leave core.wasm behind. */
const SERVER_BUNDLERS = {
  'esbuild, as a module': (/** @type {string} */ entry, /** @type {string} */ folder) =>
    esbuild({entryPoints: [entry], outfile: path.join(folder, 'main.mjs'), bundle: true, platform: 'node', format: 'esm', logLevel: 'silent'}), // biome-ignore format: one thought
  'esbuild, as CommonJS': (/** @type {string} */ entry, /** @type {string} */ folder) =>
    esbuild({entryPoints: [entry], outfile: path.join(folder, 'main.cjs'), bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent'}), // biome-ignore format: one thought
  webpack: (/** @type {string} */ entry, /** @type {string} */ folder) =>
    new Promise((resolve, reject) => {
      const made = webpack({mode: 'production', target: 'node20', entry, output: {path: folder, filename: 'main.cjs', assetModuleFilename: 'static/[hash][ext]', publicPath: '/_next/'}}); // biome-ignore format: one thought
      made.run((error, stats) => (error || stats?.hasErrors() ? reject(error ?? stats?.toString()) : resolve(null))); // biome-ignore format: one thought
    }),
};

for (const [name, bundle] of Object.entries(SERVER_BUNDLERS))
  test(`loadCore() finds the core in a server's code that is bundled by ${name}`, async () => {
    const entry = path.join(project.folder, 'server.mjs');
    writeFileSync(
      entry,
      `import {loadCore, ropeTables} from 'poslab/core';
export const cosines = async () => ropeTables(await loadCore(), {nPos: 2, dim: 2}).cos.data;
cosines().then((data) => console.log(JSON.stringify([...data])));`,
    );
    const folder = path.join(project.folder, `bundled-${name.replaceAll(/\W+/g, '-')}`);
    await bundle(entry, folder);
    const main = readdirSync(folder).find((file) => file.startsWith('main.'));
    const {status, stdout, stderr} = spawnSync(process.execPath, [path.join(folder, String(main))], {encoding: 'utf8', timeout: 60_000}); // biome-ignore format: one thought
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), [1, Math.fround(Math.cos(1))]);
  });

test('loadCore() takes an address, a path, bytes and a module', () => {
  const made = run(
    'sources.mjs',
    `import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {fullCore, loadCore} from 'poslab/core';
const url = new URL(import.meta.resolve('poslab/core.wasm'));
const bytes = await readFile(url);
const sources = [url, url.href, fileURLToPath(url), bytes, new WebAssembly.Module(bytes)];
const cores = [...(await Promise.all(sources.map((source) => loadCore(source)))), await fullCore()];
console.log(JSON.stringify(cores.map((core) => core.exportNames.length)));`,
  );
  assert.equal(made.length, 6);
  assert.ok(made[0] > 100);
  assert.deepEqual(new Set(made), new Set([made[0]]));
});

const SAMPLE = `import {loadCore, ropeTables, type Tensor} from 'poslab/core';
import {PeHeatmap} from 'poslab/figures/pe-heatmap';
import 'poslab/register/pe-heatmap';
import {PoslabEmbed} from 'poslab/embed';
import {Session} from 'poslab/scorm';
import widget from 'poslab/widget';
import 'poslab';
import 'poslab-python';

const core = await loadCore();
export const cos: Tensor = ropeTables(core, {nPos: 8, dim: 64}).cos;
PeHeatmap.define();
const figure = document.createElement('pe-heatmap');
figure.dModel = 64;
figure.baseUrl = '/poslab/';
figure.addEventListener('poslab-draw', ({detail}) => console.log(detail.meters[0].holds));
// as Angular checks its templates
figure.addEventListener('poslab-change', ({detail}) => {
  figure.nPos = detail.settings.nPos;
  figure.method = detail.settings.method;
});
figure.nPos = figure.value.settings.nPos;
figure.nPos = figure.getState().settings.nPos;
figure.nPos = new PeHeatmap().value.settings.nPos;
await figure.setState({fault: '', settings: {nPos: 3}});
export const frame: HTMLElement = new PoslabEmbed();
const embed = document.createElement('poslab-embed');
embed.addEventListener('poslab-change', ({detail}) => console.log(detail.settings['nPos']));
document.createElement('exercise-card').addEventListener('poslab-result', ({detail}) => console.log(detail.score));
export const render = widget.render;
export const Recorded = Session;
`;
/** What the declarations must refuse. */
const WRONG = `import {loadCore, ropeTables} from 'poslab/core';
ropeTables(await loadCore(), {nPos: 'eight', dim: 64});
const figure = document.createElement('pe-heatmap');
figure.dModel = 'wide';
figure.addEventListener('poslab-change', ({detail}) => console.log(detail.settings.nPositions));
figure.setState({settings: {nPos: 'eight'}});
`;

/** @param {string} name @param {string} text @param {string[]} flags */
function compile(name, text, flags) {
  writeFileSync(path.join(project.folder, name), text);
  const all = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
    '--types',
    '',
    '--ignoreConfig',
  ];
  const {stdout} = spawnSync(bin('tsc'), [...all, ...flags, name], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  return stdout;
}

for (const flags of [
  ['--module', 'nodenext'],
  ['--module', 'esnext', '--moduleResolution', 'bundler'],
]) {
  test(`TypeScript compiles a page with ${flags.at(-1)}, and refuses a wrong one`, () => {
    assert.equal(compile('sample.mts', SAMPLE, flags), '');
    const errors = compile('wrong.mts', WRONG, flags).match(/error TS\d+/g);
    assert.equal(errors?.length, 4);
  });
}

test('publint has nothing to say', async () => {
  for (const folder of [POSLAB, PYTHON]) {
    const {messages} = await publint({pkgDir: folder, strict: true});
    const pkg = manifestOf(folder);
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg, {color: false})),
      [],
    );
  }
});

test('attw finds the types of each entry', () => {
  const [poslab] = project.tarballs.filter((name) => !name.includes('python'));
  const entries = [...TYPED, './figures/pe-heatmap', './register/pe-heatmap'];
  const flags = ['--profile', 'esm-only', '--no-color', '--entrypoints', ...entries];
  execFileSync(bin('attw'), [path.join(project.folder, poslab), ...flags], {encoding: 'utf8'});
});
