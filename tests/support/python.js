// Python as learners have it, in this process: the worker's own code over the library that was built.
import {existsSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {setFlagsFromString} from 'node:v8';
import {loadPyodide} from 'pyodide';

import {trimmedPyodide} from '../../web/build/pyodide.js';
import {bootPython} from '../../web/exercises/runtime/python.js';
import {loadCore} from './core.js';

/** @import {Answer, Python, Result} from '../../web/exercises/runtime/python.js' */

// The V8 of Node 20 aborts ("unreachable code") after some minutes of Python, when it throws
// optimised code away in the middle of a call from JavaScript to wasm that it had inlined.
setFlagsFromString('--no-turbo-inline-js-wasm-calls');

const LIBRARY = fileURLToPath(new URL('../../dist/lab/python/library.bin', import.meta.url));

/** @type {Promise<Python> | undefined} */
let python;

/** @returns {Promise<Python>} */
export async function newPython() {
  if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing: run ./build.sh`);
  const pyodide = await trimmedPyodide();
  return bootPython(loadPyodide, {core: loadCore(), ...pyodide, stdLibURL: LIBRARY});
}

/** One for all tests of a file. @returns {Promise<Python>} */
export function sharedPython() {
  python ??= newPython();
  return python;
}

/** @param {string | URL} file */
export const readText = (file) => readFileSync(file, 'utf8');

/** The text that a step gave. @param {Result} result @returns {string} */
export function textOf(result) {
  if (result.kind === 'text') return result.value;
  throw new Error(
    result.kind === 'error' ? result.traceback : `a text was expected, got ${result.kind}`,
  );
}

/**
 * A run and all that it printed.
 *
 * @param {{code: string, file?: string, steps?: any[], isMain?: boolean, session?: string}} request
 * @returns {Promise<Answer & {printed: string}>}
 */
export async function runPython(request) {
  const py = await sharedPython();
  let printed = '';
  const answer = py.run({...request, onPrint: (text) => (printed += text)});
  return {...answer, printed};
}
