// @ts-check
// The full core, for what trains or runs the table of methods: compiled once for the page and for all
// its workers.
import {loadCore, setFigureCore} from './core.js';
import {labFile} from './lab-files.js';

/** @import {Core} from './core.js' */

/**
 * Its bytes, for a worker that can be sent no compiled module.
 *
 * @returns {Promise<ArrayBuffer>}
 * @throws {Error} naming the file, what the server answered, and what to do
 */
export async function coreBytes() {
  const response = await labFile('core.wasm');
  if (response.ok) return response.arrayBuffer();
  const answer = `${response.status} ${response.statusText}`.trim();
  throw new Error(
    `core.wasm could not be fetched: ${response.url} answered ${answer}. It must be in the same folder ` +
      'as the scripts of the page.',
  );
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** Compiled at the first call. @returns {Promise<WebAssembly.Module>} */
export function compileCore() {
  compiled ??= coreBytes()
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error) => {
      compiled = undefined; // the next call may have better luck
      throw error;
    });
  return compiled;
}

/** @type {Promise<Core> | undefined} */
let shared;

/** The one full core of a page. @returns {Promise<Core>} */
export function fullCore() {
  shared ??= compileCore()
    .then(loadCore)
    .catch((error) => {
      shared = undefined;
      compiled = undefined; // it compiles, but is not a core of this version
      throw error;
    });
  return shared;
}

/** Lets the page's plain figures, which the small core would do for, have this one. */
export const shareFullCore = () => setFigureCore(fullCore);
