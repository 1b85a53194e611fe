// What notices a mutant: the cheapest tests first. All of it happens in a copy of the tree.
//
// C: the file is compiled without sanitizers, and tests/native/ is run, the program with the file's name first; the hashes
// of tests/hashes/training.json must stay; what lives then meets the unit tests of its folder and the golden numbers, as
// WebAssembly. JavaScript: the unit and golden tests that import the file, then those that use it through other files. What
// builds the pages is run, and its pages meet the tests that read them. What lives then and is of a folder that draws or listens
// is built, and meets tests in Chromium.
import {spawn, spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'; // biome-ignore format: a list
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';

import {CACHE, ROOT} from '../../web/build/paths.js';
import {nativeHashes} from '../support/native-hashes.js';
import {filesOf} from './choose.js';
import {NO_MUTANT} from './summary.js';

/** @import {Mutant} from './operators.js' */

const COPY = path.join(CACHE, 'mutants', String(process.pid));
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
  rmSync(COPY, {recursive: true, force: true});
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
 * @param {number} [limitMs]
 * @returns {Promise<boolean>} that it ended in time, and well
 */
async function succeeds(command, parts, limitMs = 120_000) {
  const child = spawn(command, parts, {cwd: COPY, stdio: 'ignore', detached: true});
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
    if (!(await succeeds(linked, [], 30_000))) return program;
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

const TIMES = path.join(CACHE, 'mutants/times.json');

/** @type {Map<string, number>} how long each test takes without a mutant, in ms; Infinity where it fails */
const times = new Map(
  existsSync(TIMES) ? Object.entries(JSON.parse(readFileSync(TIMES, 'utf8'))) : [],
);

/** Runs a test once without a mutant: one that fails anyway kills none, and is named. @param {string} test */
async function timeOf(test) {
  const known = times.get(test);
  if (known !== undefined) return known;
  const begun = performance.now();
  const isSound = await succeeds(process.execPath, [test]);
  if (!isSound) console.log(`left out, it fails without a mutant: ${test}`);
  const ms = isSound ? performance.now() - begun : Number.POSITIVE_INFINITY;
  times.set(test, ms);
  const sound = [...times].filter(([, time]) => Number.isFinite(time));
  writeFileSync(TIMES, JSON.stringify(Object.fromEntries(sound)));
  return ms;
}

/** @param {string[]} tests @returns {Promise<string>} */
async function firstFailing(tests) {
  for (const test of tests) {
    const limit = 5000 + 6 * (times.get(test) ?? 20_000);
    if (!(await succeeds(process.execPath, ['--max-old-space-size=1500', test], limit)))
      return test;
  }
  return '';
}

/** @type {Map<string, Set<string>>} */
const imported = new Map();

/** @param {string} file @returns {Set<string>} the files that it imports itself */
function importsOf(file) {
  const known = imported.get(file);
  if (known) return known;
  const place = path.join(ROOT, file);
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
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)];
  const words = new Set(readFileSync(path.join(ROOT, test), 'utf8').match(/\w+/g));
  return names.some(([, name]) => words.has(name));
}

/** How many tests meet a mutant that use its file only through other files. */
const N_FAR = 12;

// Tests that load each figure by its name.
const EVERY_FIGURE = ['every-figure', 'figure-hashes', 'faults'].map(
  (name) => `tests/unit/figures/${name}.test.js`,
);

/** @type {[folder: RegExp, tests: RegExp][]} tests of a folder that use its files through others */
const OF_FOLDER = [
  [/^web\/python\//, /^tests\/golden\/(torch|numpy)\/(golden|programs|gradients)\./],
  [/^web\/own-code\//, /^tests\/exercises\/own-code/],
  [/^web\/figures\/scaling\//, /^tests\/unit\/figures\/(config|longer)/],
];

/** @param {string} file of web/ @returns {Promise<string[]>} those that import it, then others, by how far they are from it */
async function unitTestsFor(file) {
  const stem = path.basename(file, '.js');
  const isNear = (/** @type {string} */ test) =>
    importsOf(test).has(file) || path.basename(test, '.test.js') === stem;
  const near = UNIT_TESTS.filter(isNear);
  const figures = file.startsWith('web/figures/') ? EVERY_FIGURE : [];
  const ofFolder = UNIT_TESTS.filter((test) =>
    OF_FOLDER.some(([folder, tests]) => folder.test(file) && tests.test(test)),
  );
  const far = UNIT_TESTS.map((test) => ({test, distance: distanceTo(test, file)}))
    .filter(({distance}) => Number.isFinite(distance))
    .map(({test, distance}) => ({test, rank: distance + (namesOf(test, file) ? 0 : 100)}))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, N_FAR)
    .map(({test}) => test);
  const inOrder = async (/** @type {string[]} */ tests) => {
    const timed = [];
    for (const test of tests) timed.push({test, ms: await timeOf(test)});
    return timed
      .filter(({ms}) => ms < 60_000)
      .sort((a, b) => a.ms - b.ms)
      .map(({test}) => test);
  };
  const others = await inOrder(far);
  return [
    ...new Set([...(await inOrder(near)), ...(await inOrder(ofFolder)), ...figures, ...others]),
  ];
}

/** @param {Mutant} mutant @param {object} options @param {boolean} options.inBrowser @returns {Promise<string>} */
export async function killerOfJs(mutant, {inBrowser}) {
  const tests = await unitTestsFor(mutant.file);
  const killer = await withMutant(mutant, () => firstFailing(tests));
  if (killer) return killer;
  if (mutant.file.startsWith('web/build/')) {
    const built = await killerOfBuild(mutant);
    if (built) return built;
  }
  if (!inBrowser) return '';
  const pages = browserTestsFor(mutant.file);
  return pages.length > 0 ? killerInBrowser(mutant, pages) : '';
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
const BUILD_TESTS = ['tests/repo/site.test.js', ...filesOf('tests/unit/build', '.test.js')];
const MAKE_SITE = ['-s', '-f', 'web/build/Makefile', 'QUIET=1', 'release'];

async function buildCopy() {
  if (!(await succeeds('make', MAKE_SITE, 600_000))) throw new Error('the copy does not build');
}

/** The site is built by the mutant, and again without it. @param {Mutant} mutant */
async function killerOfBuild(mutant) {
  await buildCopy();
  for (const test of BUILD_TESTS) await timeOf(test);
  const sound = BUILD_TESTS.filter((test) => Number.isFinite(times.get(test)));
  const killer = await withMutant(mutant, async () =>
    (await succeeds('make', MAKE_SITE, 600_000)) ? firstFailing(sound) : 'the build',
  );
  await buildCopy();
  return killer;
}

/** @param {Mutant} mutant @param {string[]} tests */
async function killerInBrowser(mutant, tests) {
  await buildCopy();
  /** @type {string[]} */
  const sound = [];
  for (const test of tests) if ((await timeOf(test)) < 90_000) sound.push(test);
  return withMutant(mutant, async () =>
    (await succeeds('make', MAKE_SITE, 600_000)) ? firstFailing(sound) : 'the build',
  );
}
