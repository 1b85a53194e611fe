// The core in node: the one that ships, and the one with its asserts on and its _ref functions.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {abiVersion} from '../../web/build/abi.js';
import {loadCore as loadFrom} from '../../web/core/core.js';

/** @import {Core} from '../../web/core/core.js' */

export const CORE_FILES = {
  release: new URL('../../dist/lab/core.wasm', import.meta.url),
  test: new URL('../../.cache/core.test.wasm', import.meta.url),
};

/**
 * The bytes of a build of the core.
 *
 * @param {'release' | 'test'} build
 */
export function coreBytes(build) {
  try {
    return readFileSync(CORE_FILES[build]);
  } catch (error) {
    throw new Error(`${fileURLToPath(CORE_FILES[build])} is missing: run ./build.sh ${build}`, {
      cause: error,
    });
  }
}

/** @type {Map<string, WebAssembly.Module>} compiled once per process */
const modules = new Map();
/** @type {string | undefined} read once per process */
let version;

/** @param {'release' | 'test'} build @returns {Promise<Core>} */
function loadBuild(build) {
  const module = modules.get(build) ?? new WebAssembly.Module(coreBytes(build));
  modules.set(build, module);
  version ??= abiVersion();
  return loadFrom(module, version);
}

/** dist/lab/core.wasm, as the page loads it: a core of one's own at each call. @returns {Promise<Core>} */
export const loadCore = () => loadBuild('release');

/** .cache/core.test.wasm: -O1, asserts on, _ref functions exported. @returns {Promise<Core>} */
export const loadTestCore = () => loadBuild('test');

/**
 * Both, by name, for tests that hold for every build. `check` takes the one with asserts alone (POSLAB_CORES=test).
 *
 * @returns {Promise<[string, Core][]>}
 */
export async function loadBothCores() {
  /** @type {[string, Core][]} */
  const checked = [['test', await loadTestCore()]];
  return process.env.POSLAB_CORES === 'test'
    ? checked
    : [['release', await loadCore()], ...checked];
}
