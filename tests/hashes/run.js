#!/usr/bin/env node
// npm run hashes [-- --update]: trains with each method for 100 steps under many compilers, and compares the weights.
//
// tests/native/training_run.c is compiled at several levels of optimisation, with the instructions that could fuse a
// product and a sum, and for another processor, and is run; the same runs are done by both builds for WebAssembly. All must
// end with the weights whose hashes are in tests/hashes/training.json. One build may fuse, which the core's own build
// forbids: it must end with others, or the hashes would not notice. Exit code 1 where one of these does not hold.
// --update writes the hashes as core.wasm has them, and into web/tested/builds.json which builds agreed: the site's page
// Tests shows it. A compiler that is not here is left out, and the table says so.
import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';

import {CACHE, ROOT, WEB} from '../../web/build/paths.js';
import {loadCore, loadTestCore} from '../support/core.js';
import {nativeHashes} from '../support/native-hashes.js';
import {resumedHash, runNames, trainingHash} from '../support/training-hashes.js';

/** @typedef {{compiler: string, flags: string, emulator?: string[], mustDiffer?: boolean}} Build */

const FILE = path.join(ROOT, 'tests/hashes/training.json');
const TABLE = path.join(WEB, 'tested/builds.json');
const FOLDER = path.join(CACHE, 'hashes');
// As web/build/Makefile has them.
const NUMBERS = ['-std=c11', '-ffp-contract=off', '-fno-math-errno', '-DNDEBUG'];
const FUSED = '-mavx2 -mfma';
const ARM = {compiler: 'aarch64-linux-gnu-gcc', emulator: ['qemu-aarch64']};

/** @type {Build[]} */
const BUILDS = [
  ...['clang', 'gcc'].flatMap((compiler) => [
    ...['-O0', '-O2', '-O3', `-O2 ${FUSED}`, `-O3 ${FUSED}`].map((flags) => ({compiler, flags})),
    {compiler, flags: '-O2 -march=native'},
  ]),
  ...['-O0', '-O2', '-O3'].map((flags) => ({...ARM, flags: `${flags} -static`})),
  {compiler: 'gcc', flags: `-O2 ${FUSED} -ffp-contract=fast`, mustDiffer: true},
];

/** @param {string} folder @returns {string[]} its C files, below src/wasm.c's */
const sourcesOf = (folder) =>
  readdirSync(path.join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.c') && file !== 'wasm.c')
    .map((file) => path.join(ROOT, folder, file));

/** @param {string} command @returns {string | undefined} its version; undefined where it is not here */
function versionOf(command) {
  const {error, stdout} = spawnSync(command, ['--version'], {encoding: 'utf8'});
  return error ? undefined : stdout.split('\n', 1)[0];
}

/** @param {Build} build @param {number} index @returns {Record<string, string>} */
function hashesOf({compiler, flags, emulator}, index) {
  mkdirSync(FOLDER, {recursive: true});
  const program = path.join(FOLDER, `run-${index}`);
  const files = [path.join(ROOT, 'tests/native/training_run.c'), ...sourcesOf('src')];
  const args = [...NUMBERS, ...flags.split(' '), ...files, '-lm', '-o', program];
  const {status, stderr} = spawnSync(compiler, args, {encoding: 'utf8'});
  if (status !== 0) throw new Error(`${compiler} ${flags} does not compile: ${stderr}`);
  return nativeHashes(program, emulator);
}

/** @param {import('../../web/core/core.js').Core} core */
const wasmHashes = (core) =>
  Object.fromEntries(
    runNames(core).map((name) => {
      const hash = trainingHash(core, name);
      if (resumedHash(core, name) === hash) return [name, hash];
      throw new Error(`${name}: 50 steps, a model file and 50 steps end with other weights`);
    }),
  );

/** @typedef {{build: string, version: string, agrees: string}} Row */

const hashes = wasmHashes(await loadCore());
/** @type {Row[]} */
const rows = [
  {build: 'core.wasm, -O3', version: `node ${process.version}`, agrees: 'it says what is expected'},
];
let isFine = true;

/** @param {string} build @param {string} version @param {Record<string, string>} got @param {boolean} [mustDiffer] */
function judge(build, version, got, mustDiffer = false) {
  const names = Object.keys(hashes);
  const nSame = names.filter((name) => got[name] === hashes[name]).length;
  const ok = mustDiffer ? nSame < names.length / 2 : isDeepStrictEqual(got, hashes);
  isFine &&= ok;
  const agrees = `${nSame} of ${names.length}${mustDiffer ? ', and it should differ' : ''}${ok ? '' : ': WRONG'}`;
  rows.push({build, version, agrees});
  console.log(`${build.padEnd(58)} ${agrees.padEnd(32)} ${version}`);
}

judge(
  'core.test.wasm, -O1, asserts on',
  `node ${process.version}`,
  wasmHashes(await loadTestCore()),
);
for (const [index, build] of BUILDS.entries()) {
  const name = [build.compiler, build.flags, build.emulator && `(${build.emulator[0]})`]
    .filter(Boolean)
    .join(' ');
  const tools = [build.compiler, ...(build.emulator ?? []).slice(0, 1)];
  const missing = tools.find((tool) => versionOf(tool) === undefined);
  if (missing) {
    rows.push({build: name, version: '', agrees: `not tried: ${missing} is not installed`});
    console.log(`${name.padEnd(58)} not tried: ${missing} is not installed`);
    continue;
  }
  const version = tools.map(versionOf).join(', ');
  judge(name, version, hashesOf(build, index), build.mustDiffer);
}

const saved = JSON.parse(readFileSync(FILE, 'utf8'));
if (process.argv.includes('--update')) {
  const machine = `${process.platform} ${process.arch}`;
  const runs = Object.keys(hashes).length;
  writeFileSync(FILE, `${JSON.stringify({hashes}, null, 2)}\n`);
  writeFileSync(TABLE, `${JSON.stringify({runs, machine, builds: rows}, null, 1)}\n`);
} else if (!isDeepStrictEqual(saved.hashes, hashes)) {
  isFine = false;
  console.log(
    'tests/hashes/training.json has other hashes; if the core should compute other weights: npm run hashes -- --update',
  );
}
process.exitCode = isFine ? 0 : 1;
