// What has passed, and what it had read (inputs.js). `check` leaves a group of test files out as long as all of that is the
// same: `./build.sh check --all` runs everything, as npm test and CI always do.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {CACHE, ROOT} from '../../web/build/paths.js';
import {listedFiles} from './check-changed.js';

const HARNESS = ['package-lock.json', ...['inputs', 'passed', 'reporter', 'run', 'run-files'].map((name) => `tests/support/${name}.js`)]; // biome-ignore format: a list
/** What Python of learners calls through web/core, whose own tests meet each new core. */
const CORE = /^(src\/.*|(dist\/lab|\.cache)\/[\w.]+\.wasm)$/;
const SETTINGS = /^(POSLAB|FUZZ|CHROME|FIREFOX|EMCC|CC|CI|TZ|LANG|LC_)/;

/** @param {(string | Uint8Array)[]} parts */
function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 16);
}

/** Of a file its content, of a folder its names. @param {string} name relative to the repository @returns {string} */
function stateOf(name) {
  if (name === '*') return hashOf(listedFiles().flatMap((file) => [file, stateOf(file)]));
  const file = path.join(ROOT, name);
  if (!existsSync(file)) return 'absent';
  return hashOf([
    statSync(file).isDirectory() ? readdirSync(file).sort().join('/') : readFileSync(file),
  ]);
}

/** Of a group: where what is known of it is kept. @param {string[]} files */
function placeOf(files) {
  const settings = Object.entries(process.env).filter(([name]) => SETTINGS.test(name));
  const machine = [
    process.version,
    process.platform,
    process.arch,
    JSON.stringify(settings.sort()),
  ];
  const name = hashOf([...machine, ...HARNESS.map(stateOf), ...files]);
  return path.join(CACHE, 'passed', `${name}.json`);
}

/** Whether a group has passed and would read the same again. @param {string[]} files */
export function hasPassed(files) {
  const place = placeOf(files);
  if (!existsSync(place)) return false;
  const states = Object.entries(JSON.parse(readFileSync(place, 'utf8')));
  return states.every(([name, state]) => stateOf(name) === state);
}

/**
 * Keeps nothing where something that was read has been written since the tests began: it may not be what they read.
 *
 * @param {string[]} files of a group that has passed
 * @param {string} log of inputs.js
 * @param {object} when
 * @param {number} when.begun when it began, in ms
 * @param {boolean} [when.ignoresCore] whether it need not run again where only the core is another
 */
export function remember(files, log, {begun, ignoresCore = false}) {
  const read = [...new Set(readFileSync(log, 'utf8').trim().split('\n'))].sort();
  const names = read.filter((name) => !(ignoresCore && CORE.test(name)));
  const isNew = (/** @type {string} */ name) =>
    existsSync(path.join(ROOT, name)) && statSync(path.join(ROOT, name)).mtimeMs > begun;
  if (names.some(isNew)) return;
  const place = placeOf(files);
  mkdirSync(path.dirname(place), {recursive: true});
  writeFileSync(
    place,
    JSON.stringify(Object.fromEntries(names.map((name) => [name, stateOf(name)]))),
  );
}
