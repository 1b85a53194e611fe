// What notices a mutant: the cheapest tests first. All of it happens in a copy of the tree.
//
// C: the file is compiled without sanitizers, and tests/native/ is run, the program with the file's name first; the hashes
// of tests/hashes/training.json must stay; what lives then meets the unit tests of its folder and the golden numbers, as
// WebAssembly. JavaScript: the unit and golden tests that run the changed line (reached.js), the nearest first. What
// builds the pages is run, and its pages meet the tests that read them. What lives then and is of a folder that draws or listens
// is built, and meets tests in Chromium.
import {spawn, spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs'; // biome-ignore format: a list
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';

import {CACHE, ROOT} from '../../web/build/paths.js';
import {nativeHashes} from '../support/native-hashes.js';
import {filesOf} from './choose.js';
import {FAILS, LONG_MS, reachedBy, reaches} from './reached.js';
import {NO_MUTANT} from './summary.js';

/** @import {Mutant} from './operators.js' */
/** @import {Reached} from './reached.js' */

const COPY = path.join(CACHE, 'mutants', String(process.pid));
/** What was built in the copy, without a mutant. */
const BUILT = `${COPY}-built`;
const OBJECTS = path.join(COPY, '.cache/mutants');
const COMPILE = ['-std=c11', '-ffp-contract=off', '-fno-math-errno', '-O1', '-DCORE_TESTING', '-w'];

/** A copy of the tree with what was built, without what only other tests use. */
export function makeCopy() {
  rmSync(COPY, {recursive: true, force: true});
  mkdirSync(COPY, {recursive: true});
  const without = 'node_modules .git .cache/mutants .cache/fuzz .cache/screenshots .cache/npm'
    .split(' ')
    .map((name) => `--exclude=./${name}`);
  const tar = spawnSync('sh', ['-c', `tar -c ${without.join(' ')} . | tar -x -C '${COPY}'`], {
    cwd: ROOT,
  });
  if (tar.status !== 0) throw new Error(`the tree was not copied: ${tar.stderr}`);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));
  mkdirSync(OBJECTS, {recursive: true});
}

export function removeCopy() {
  for (const folder of [COPY, BUILT]) rmSync(folder, {recursive: true, force: true});
}

/**
 * Runs with the mutant in its file of the copy.
 *
 * @template T
 * @param {Mutant} mutant
 * @param {() => Promise<T>} use
 */
async function withMutant({file, start, end, text}, use) {
  const place = path.join(COPY, file);
  const source = readFileSync(place, 'utf8');
  writeFileSync(place, source.slice(0, start) + text + source.slice(end));
  try {
    return await use();
  } finally {
    writeFileSync(place, source);
  }
}

/**
 * Runs in the copy. What it started ends with it: a browser of a test that took too long too.
 *
 * @param {string} command
 * @param {string[]} parts
 * @param {object} [options]
 * @param {number} [options.limitMs]
 * @param {Record<string, string>} [options.env]
 * @returns {Promise<boolean>} that it ended in time, and well
 */
async function succeeds(command, parts, {limitMs = 120_000, env = {}} = {}) {
  const child = spawn(command, parts, {
    cwd: COPY,
    stdio: 'ignore',
    detached: true,
    env: {...process.env, ...env},
  });
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {} // all of the group has ended
  };
  const timer = setTimeout(() => end('SIGKILL'), limitMs);
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(-1)).on('exit', resolve);
  });
  clearTimeout(timer);
  end('SIGTERM');
  return status === 0;
}

/** @param {string} command */
async function shell(command) {
  if (!(await succeeds('sh', ['-c', command]))) throw new Error(`this failed: ${command}`);
}

// ------------------------------------------------------------------------------------------------ C

const CORE = filesOf('src', '.c').filter((file) => file !== 'src/wasm.c');
const PROGRAMS = filesOf('tests/native', '.c');
const UNIT_TESTS = [
  ...filesOf('tests/unit', '.test.js'),
  ...filesOf('tests/golden', '.test.js'),
  ...filesOf('tests/exercises', '.test.js'),
  'tests/repo/site.test.js',
].filter((file) => !/gradients|recorded-again|figures\/limits|training-hashes/.test(file));

const objectOf = (/** @type {string} */ file) =>
  path.join(OBJECTS, `${file.replaceAll('/', '-')}.o`);

/** @param {string} file @param {string} object */
const compiles = (file, object) => succeeds('cc', [...COMPILE, '-c', file, '-o', object]);

let areCompiled = false;

/** Once, all that a program is linked from. */
async function compileAll() {
  if (areCompiled) return;
  for (const file of [...CORE, ...PROGRAMS]) {
    if (!(await compiles(file, objectOf(file))))
      throw new Error(`${file} does not compile without a mutant`);
  }
  areCompiled = true;
}

/** @param {string} file of the core @returns {string[]} the programs, the nearest first and the slow ones last */
function programsFor(file) {
  const stem = path.basename(file, '.c');
  const rank = (/** @type {string} */ program) => {
    const text = readFileSync(path.join(ROOT, program), 'utf8');
    if (path.basename(program, '.c') === stem) return 0;
    if (/\/(training_run|methods|nn)\.c$/.test(program)) return 3;
    return text.includes(`/${stem}.h"`) ? 1 : 2;
  };
  return PROGRAMS.toSorted((a, b) => rank(a) - rank(b));
}

/** @param {Mutant} mutant @returns {Promise<string>} what killed it, or '' */
export async function killerOfC(mutant) {
  await compileAll();
  const own = path.join(OBJECTS, 'mutant.o');
  if (!(await withMutant(mutant, () => compiles(mutant.file, own)))) return NO_MUTANT;
  const objects = CORE.map((file) => (file === mutant.file ? own : objectOf(file)));
  for (const program of programsFor(mutant.file)) {
    const linked = path.join(OBJECTS, 'program');
    const parts = [objectOf(program), ...objects, '-lm', '-o', linked];
    if (!(await succeeds('cc', parts))) return 'the linker';
    if (!(await succeeds(linked, [], {limitMs: 30_000}))) return program;
    if (!program.endsWith('/training_run.c')) continue;
    const known = JSON.parse(readFileSync(path.join(ROOT, 'tests/hashes/training.json'), 'utf8'));
    if (!isDeepStrictEqual(nativeHashes(linked), known.hashes)) return 'the hashes of training';
  }
  return withMutant(mutant, () => killerInWasm(mutant.file));
}

const CORES = ['.cache/core.test.wasm', 'dist/lab/core.wasm'].map((name) => path.join(COPY, name));

/** What lives natively is given to the tests, as WebAssembly, in the place of both builds. @param {string} file */
async function killerInWasm(file) {
  const make = ['-s', '-f', 'web/build/Makefile', 'QUIET=1', '.cache/core.test.wasm'];
  const sound = CORES.map((core) => readFileSync(core));
  try {
    if (!(await succeeds('make', make))) return 'the build for WebAssembly';
    copyFileSync(CORES[0], CORES[1]);
    const folder = `tests/unit/${file.split('/')[1]}/`;
    return await firstFailing([
      ...UNIT_TESTS.filter((test) => test.startsWith(folder)),
      'tests/golden/core/golden.test.js',
      ...(file.startsWith('src/model/') ? ['tests/unit/model/transformer-gradients.test.js'] : []),
    ]);
  } finally {
    CORES.forEach((core, k) => {
      writeFileSync(core, sound[k]);
    });
  }
}

// ------------------------------------------------------------------------------------------------ JavaScript

/** @type {Map<string, Reached>} */
const known = new Map();

/** Runs a test once without a mutant: one that fails anyway kills none, and is named. @param {string} test */
async function knownOf(test) {
  const before = known.get(test);
  if (before) return before;
  const reached = await reachedBy(test, COPY, (file, env) =>
    succeeds(process.execPath, [file], {env, limitMs: 1.5 * LONG_MS}),
  );
  if (reached.ms === FAILS)
    console.log(`left out, it fails without a mutant or is too long: ${test}`);
  known.set(test, reached);
  return reached;
}

/** @param {string} test @returns {Promise<boolean>} that it passes, within some times its time */
function passes(test) {
  const limitMs = 5000 + 6 * (known.get(test)?.ms ?? 20_000);
  return succeeds(process.execPath, ['--max-old-space-size=1500', test], {limitMs});
}

/** @param {string[]} tests @returns {Promise<string>} */
async function firstFailing(tests) {
  for (const test of tests) if (!(await passes(test))) return test;
  return '';
}

/** @type {Map<string, Set<string>>} */
const imported = new Map();

/** @param {string} file @returns {Set<string>} the files that it imports itself */
function importsOf(file) {
  const known = imported.get(file);
  if (known) return known;
  const place = path.join(COPY, file);
  const text = file.endsWith('.js') && existsSync(place) ? readFileSync(place, 'utf8') : '';
  const names = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+)'/g);
  const found = new Set([...names].map(([, name]) => path.join(path.dirname(file), name)));
  imported.set(file, found);
  return found;
}

/** @param {string} test @param {string} file @returns {number} how many imports lead from one to the other; Infinity */
function distanceTo(test, file) {
  const reached = new Set([test]);
  let edge = reached;
  let distance = 0;
  for (; edge.size > 0 && !edge.has(file); distance++) {
    const next = [...edge].flatMap((one) => [...importsOf(one)]);
    edge = new Set(next.filter((one) => !reached.has(one)));
    for (const one of edge) reached.add(one);
  }
  return edge.size > 0 ? distance : Number.POSITIVE_INFINITY;
}

/** Whether a test names what a file exports. @param {string} test @param {string} file */
function namesOf(test, file) {
  const text = readFileSync(path.join(COPY, file), 'utf8');
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)];
  const words = new Set(readFileSync(path.join(COPY, test), 'utf8').match(/\w+/g));
  return names.some(([, name]) => words.has(name));
}

/** How many tests meet a mutant that they reach, and for how long, by their times without it. */
const N_TESTS = 24;
const MOST_MS = 60_000;

// Tests that load each figure by its name.
const EVERY_FIGURE = ['every-figure', 'figure-hashes', 'faults'].map(
  (name) => `tests/unit/figures/${name}.test.js`,
);

/** @type {[folder: RegExp, tests: RegExp][]} tests of a folder that use its files through others */
const OF_FOLDER = [
  [/^web\/python\//, /^tests\/golden\/(torch|numpy)\/(golden|programs|gradients)\./],
  [/^web\/own-code\//, /^tests\/exercises\/own-code/],
  [/^web\/figures\/scaling\//, /^tests\/unit\/figures\/(config|longer)/],
  [/\/(config-inspector|learned-table|run-everything)\.js$/, /\/late-parts\./],
];

/**
 * How far tests are from a file: 0 where they have its name, then by imports, and further where they name nothing that it
 * exports.
 *
 * @param {string} file of web/
 * @returns {{test: string, rank: number}[]} those from which imports lead to it
 */
function unitTestsFor(file) {
  const stem = path.basename(file, '.js');
  const isOfFolder = (/** @type {string} */ test) =>
    OF_FOLDER.some(([folder, tests]) => folder.test(file) && tests.test(test));
  const isOfAll = file.startsWith('web/figures/');
  const rank = (/** @type {string} */ test) => {
    if (path.basename(test, '.test.js') === stem) return 0;
    const distance = distanceTo(test, file) + (namesOf(test, file) ? 0 : 10);
    if (isOfFolder(test)) return 1;
    return isOfAll && EVERY_FIGURE.includes(test) ? Math.min(distance, 12) : distance;
  };
  return UNIT_TESTS.map((test) => ({test, rank: rank(test)})).filter((one) =>
    Number.isFinite(one.rank),
  );
}

/** Near tests come first, and among those that are about as near, quick ones. @param {Mutant} mutant @returns {Promise<string>} */
async function nearestKiller(mutant) {
  const all = unitTestsFor(mutant.file);
  let [n, spent, from] = [0, 0, -1];
  for (const to of [0, 1, 12, Number.MAX_VALUE]) {
    const reaching = [];
    for (const {test, rank} of all.filter((one) => one.rank > from && one.rank <= to)) {
      const reached = await knownOf(test);
      if (reached.ms <= LONG_MS && (rank === 0 || reaches(reached, mutant, COPY)))
        reaching.push({test, ms: reached.ms});
    }
    for (const {test, ms} of reaching.sort((one, other) => one.ms - other.ms)) {
      if (n === N_TESTS || spent > MOST_MS) return '';
      if (!(await withMutant(mutant, () => passes(test)))) return test;
      n++;
      spent += ms;
    }
    from = to;
  }
  return '';
}

/** @param {Mutant} mutant @param {object} options @param {boolean} options.inBrowser @returns {Promise<string>} */
export async function killerOfJs(mutant, {inBrowser}) {
  const killer = await nearestKiller(mutant);
  if (killer) return killer;
  if (mutant.file.startsWith('web/build/')) {
    const built = await killerOfBuilt(
      mutant,
      mutant.file === PACKAGE ? PACKAGE_TESTS : BUILD_TESTS,
    );
    if (built) return built;
  }
  if (!inBrowser) return '';
  const pages = browserTestsFor(mutant.file);
  return pages.length > 0 ? killerOfBuilt(mutant, pages) : '';
}

/** @type {Record<string, string[]>} tests that go through what a folder does in a page */
const BROWSER_TESTS = {
  'web/controls': ['scene', 'element-api'],
  'web/views': ['scene', 'element-api'],
  'web/draw': ['scene', 'element-api'],
  'web/embed': ['embed'],
  'web/teach': ['assignment', 'scorm'],
  'web/page': ['navigation', 'front'],
  'web/exercises': ['exercises', 'practice'],
  'web/figures': ['element-api', 'figures'],
  'web/own-code': ['own-code'],
  'web/strings': ['strings'],
  'web/workers': ['races'],
  'web/python': ['experiment'],
  'web/build': ['search', 'front', 'glossary'],
  web: ['folds', 'address', 'element-api', 'from-file'],
};

/** @param {string} file @returns {string[]} the tests with the file's name, those that say it, and its folder's */
function browserTestsFor(file) {
  const stem = path.basename(file, '.js');
  const all = filesOf('tests/browser', '.test.js');
  const named = all.filter((test) => path.basename(test).startsWith(stem));
  const say = /-/.test(stem)
    ? all.filter((test) => readFileSync(path.join(ROOT, test), 'utf8').includes(stem))
    : [];
  const folder = file.split('/').slice(0, -1).slice(0, 2).join('/');
  const general = (BROWSER_TESTS[folder] ?? []).map((name) => `tests/browser/${name}.test.js`);
  return [...new Set([...named, ...say.slice(0, 3), ...general])];
}

/** Tests that read what a build has made. */
const BUILD_TESTS = [
  'tests/repo/site.test.js',
  'tests/repo/size.test.js',
  ...filesOf('tests/unit/build', '.test.js'),
];
/** It makes the npm package alone. */
const PACKAGE = 'web/build/package.js';
const PACKAGE_TESTS = filesOf('tests/package', '.test.js');
const MAKE_SITE = ['-s', '-f', 'web/build/Makefile', 'QUIET=1', 'release'];
/** Python takes longer to make than all else, and depends on every script of web/build/: it is made again for its own alone. */
const OF_PYTHON = /^web\/(python|core|exercises\/runtime)\/|^web\/build\/(python|started)\.js$/;
const WITHOUT_PYTHON = ['frame.js', 'library.bin', 'python.wasm', 'worker.js'].flatMap((name) => [
  '-o',
  `dist/lab/python/${name}`,
]);

/** @param {string} from @param {string} to @returns {string} the command that copies what was built, with its times */
const copyOfBuilt = (from, to) =>
  `tar -c -C '${from}' --exclude=.cache/mutants --exclude=.cache/native dist lib .cache | tar -x -C '${to}'`;

let isBuilt = false;

/** Builds the copy once, and keeps what was built. */
async function buildCopy() {
  if (isBuilt) return;
  if (!(await succeeds('make', MAKE_SITE, {limitMs: 600_000})))
    throw new Error('the copy does not build');
  rmSync(BUILT, {recursive: true, force: true});
  mkdirSync(BUILT);
  await shell(copyOfBuilt(COPY, BUILT));
  isBuilt = true;
}

/**
 * The site is built by or with the mutant. Then all is as it was, with its times: nothing is to be built again.
 *
 * @param {Mutant} mutant
 * @param {string[]} tests of what is built
 * @returns {Promise<string>}
 */
async function killerOfBuilt(mutant, tests) {
  await buildCopy();
  /** @type {string[]} */
  const sound = [];
  for (const test of tests) if ((await knownOf(test)).ms < FAILS) sound.push(test);
  const place = path.join(COPY, mutant.file);
  const {atime, mtime} = statSync(place);
  try {
    const make = [
      ...MAKE_SITE,
      ...(mutant.file === PACKAGE ? ['package'] : []),
      ...(OF_PYTHON.test(mutant.file) ? [] : WITHOUT_PYTHON),
    ];
    return await withMutant(mutant, async () =>
      (await succeeds('make', make, {limitMs: 600_000})) ? firstFailing(sound) : 'the build',
    );
  } finally {
    utimesSync(place, atime, mtime);
    await shell(`rm -rf dist lib && ${copyOfBuilt(BUILT, COPY)}`);
  }
}
