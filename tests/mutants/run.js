#!/usr/bin/env node
// npm run mutants [-- --c=60] [--js=60] [--seed=1] [FILE...]: plants one small mistake at a time, and runs the tests nearest to
// it. A mutant that lives is a mistake that no test notices: it is printed, and each is killed by a test or explained in
// tests/mutants/survivors.md.
//
// C: the file is compiled without sanitizers, and tests/native/ is run, the program with the file's name first; the hashes of
// tests/hashes/training.json must stay; what lives then meets the unit tests of its folder. JavaScript: the unit tests that import the file, and those with its name. All of it is
// done in a copy, .cache/mutants/PID/.
import {spawnSync} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';

import {CACHE, ROOT} from '../../web/build/paths.js';
import {nativeHashes} from '../support/native-hashes.js';
import {mutantsOfC, mutantsOfJs} from './operators.js';

/** @import {Mutant} from './operators.js' */

const COPY = path.join(CACHE, 'mutants', String(process.pid));
const OBJECTS = path.join(COPY, 'objects');
const COMPILE = ['-std=c11', '-ffp-contract=off', '-fno-math-errno', '-O1', '-DCORE_TESTING', '-w'];
const LIMIT_MS = 60_000;
const JS_FOLDERS = ['web/core', 'web/draw', 'web/embed', 'web/files', 'web/figures', 'web/workers', 'web/exercises/grading', 'web/exercises/runtime', 'web/teach', 'web/views']; // biome-ignore format: a list

const args = process.argv.slice(2);
const option = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const chosen = args.filter((arg) => !arg.startsWith('--'));
const [nC, nJs, seed] = [option('c', 60), option('js', 60), option('seed', 1)];

/** @param {string} folder @param {string} ending @returns {string[]} relative to the repository */
const filesOf = (folder, ending) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file))
    .sort();

/** @template T @param {readonly T[]} list @param {number} n @returns {T[]} so many, drawn by the seed */
function drawn(list, n) {
  const left = [...list];
  let state = seed >>> 0;
  return Array.from({length: Math.min(n, left.length)}, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return left.splice(Math.floor((state / 2 ** 32) * left.length), 1)[0];
  });
}

/** @param {string[]} files @param {(file: string, source: string) => Mutant[]} mutantsOf @param {number} n */
function choose(files, mutantsOf, n) {
  const wanted = chosen.length > 0 ? files.filter((file) => chosen.includes(file)) : files;
  const all = wanted.flatMap((file) =>
    mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')),
  );
  return drawn(all, n);
}

/** Runs with the mutant in its file of the copy. @template T @param {Mutant} mutant @param {() => T} use @returns {T} */
function withMutant({file, start, end, text}, use) {
  const place = path.join(COPY, file);
  const source = readFileSync(place, 'utf8');
  writeFileSync(place, source.slice(0, start) + text + source.slice(end));
  try {
    return use();
  } finally {
    writeFileSync(place, source);
  }
}

/** @param {string} command @param {string[]} parts */
const succeeds = (command, parts) =>
  spawnSync(command, parts, {
    cwd: COPY,
    timeout: LIMIT_MS,
    stdio: 'ignore',
  }).status === 0;

/** @type {Map<string, boolean>} */
const sound = new Map();

/** A test that fails, or takes too long, without a mutant kills none: it is named once, and left out. @param {string} test */
function isSound(test) {
  const known = sound.get(test) ?? passes([test]);
  if (!sound.has(test) && !known) console.log(`left out, it fails without a mutant: ${test}`);
  sound.set(test, known);
  return known;
}

/** @param {string[]} tests of node:test */
const passes = (tests) => succeeds(process.execPath, ['--test', '--test-reporter=dot', ...tests]);

// ------------------------------------------------------------------------------------------------ C

const objectOf = (/** @type {string} */ file) =>
  path.join(OBJECTS, `${file.replaceAll('/', '-')}.o`);
const unitTests = filesOf('tests/unit', '.test.js').filter(
  (file) => !/gradients|recorded-again|\/fuzz\//.test(file),
);
const core = filesOf('src', '.c').filter((file) => file !== 'src/wasm.c');
const programs = filesOf('tests/native', '.c');

/** @param {string} file @param {string} object */
const compiles = (file, object) => succeeds('cc', [...COMPILE, '-c', file, '-o', object]);

/** @param {string} file of the core @returns {string[]} the programs, the nearest first and the slow ones last */
function programsFor(file) {
  const stem = path.basename(file, '.c');
  const rank = (/** @type {string} */ program) => {
    const text = readFileSync(path.join(ROOT, program), 'utf8');
    if (/(training_run|transformer)\.c$/.test(program)) return 3;
    return path.basename(program, '.c') === stem ? 0 : text.includes(`/${stem}.h"`) ? 1 : 2;
  };
  return programs.toSorted((a, b) => rank(a) - rank(b));
}

/** @param {Mutant} mutant @returns {string} what killed it, or '' */
function killerOfC(mutant) {
  const own = path.join(OBJECTS, 'mutant.o');
  if (!withMutant(mutant, () => compiles(mutant.file, own))) return 'the compiler';
  const objects = core.map((file) => (file === mutant.file ? own : objectOf(file)));
  for (const program of programsFor(mutant.file)) {
    const linked = path.join(OBJECTS, 'program');
    if (!succeeds('cc', [objectOf(program), ...objects, '-lm', '-o', linked])) return 'the linker';
    if (!succeeds(linked, [])) return program;
    if (!program.endsWith('/training_run.c')) continue;
    const known = JSON.parse(readFileSync(path.join(ROOT, 'tests/hashes/training.json'), 'utf8'));
    if (!isDeepStrictEqual(nativeHashes(linked), known.hashes)) return 'the hashes of training';
  }
  return withMutant(mutant, killerInWasm(mutant.file));
}

/** What lives natively is given to the unit tests of its folder, as WebAssembly. @param {string} file @returns {() => string} */
const killerInWasm = (file) => () => {
  const make = ['-s', '-f', 'web/build/Makefile', 'QUIET=1', '.cache/core.test.wasm'];
  if (!succeeds('make', make)) return 'the build for WebAssembly';
  const folder = `tests/unit/${file.split('/')[1]}/`;
  const tests = unitTests.filter((test) => test.startsWith(folder));
  return passes(tests) ? '' : folder;
};

// ------------------------------------------------------------------------------------------------ JavaScript

/** @param {string} file of web/ @returns {string[]} the tests that import it, or have its name, or are of its folder */
function testsFor(file) {
  const name = path.basename(file, '.js');
  const importing = unitTests.filter((test) => {
    const text = readFileSync(path.join(ROOT, test), 'utf8');
    return text.includes(`/${file}'`) || path.basename(test, '.test.js') === name;
  });
  const folder = file.split('/')[1];
  const near = unitTests.filter((test) => test.split('/')[2] === folder);
  const everywhere = file.startsWith('web/figures/')
    ? ['tests/unit/figures/figure-hashes.test.js']
    : [];
  return [...new Set([...importing, ...everywhere, ...(importing.length > 0 ? [] : near)])];
}

/** @param {Mutant} mutant @returns {string} what killed it, or '' */
function killerOfJs(mutant) {
  const tests = testsFor(mutant.file).filter(isSound);
  return withMutant(mutant, () => tests.find((test) => !passes([test])) ?? '');
}

// ------------------------------------------------------------------------------------------------

rmSync(COPY, {recursive: true, force: true});
mkdirSync(OBJECTS, {recursive: true});
for (const name of ['src', 'web', 'tests', 'package.json', 'build.sh']) {
  cpSync(path.join(ROOT, name), path.join(COPY, name), {recursive: true, preserveTimestamps: true});
}
for (const name of ['node_modules', 'dist', 'lib']) {
  if (existsSync(path.join(ROOT, name))) symlinkSync(path.join(ROOT, name), path.join(COPY, name));
}
mkdirSync(path.join(COPY, '.cache'), {recursive: true});
for (const name of ['core.test.wasm', 'abi', 'obj/test', 'atlas.json', 'bundle.json']) {
  if (existsSync(path.join(CACHE, name)))
    cpSync(path.join(CACHE, name), path.join(COPY, '.cache', name), {
      recursive: true,
      preserveTimestamps: true,
    });
}
const ofC = choose(core, mutantsOfC, nC);
const ofJs = choose(
  JS_FOLDERS.flatMap((folder) => filesOf(folder, '.js')),
  mutantsOfJs,
  nJs,
);
if (ofC.length > 0) {
  for (const file of [...core, ...programs]) {
    if (!compiles(file, objectOf(file)))
      throw new Error(`${file} does not compile without a mutant`);
  }
}
const lived = [];
for (const [list, killerOf] of /** @type {const} */ ([
  [ofC, killerOfC],
  [ofJs, killerOfJs],
])) {
  for (const mutant of list) {
    const killer = killerOf(mutant);
    if (!killer) lived.push(mutant);
    console.log(`${killer ? `killed by ${killer}` : 'LIVES'}: ${mutant.what}`);
  }
}
const n = ofC.length + ofJs.length;
console.log(`${n} mutants (seed ${seed}), ${lived.length} alive`);
for (const {what} of lived) console.log(`  ${what}`);
rmSync(COPY, {recursive: true, force: true});
