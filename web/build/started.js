// @ts-check
// Starts Python, imports what learners import most, and keeps its memory: web/exercises/runtime/started.js says
// what for, and what the file is.
import crypto from 'node:crypto';
import {loadPyodide} from 'pyodide';

import {engineOf, PYTHON_CONFIG} from '../exercises/runtime/python.js';
import {ALL_FUNCTIONS, FIRST_TEXT, putLibrary} from '../exercises/runtime/started.js';
import {trimmedPyodide} from './pyodide.js';

/** Modules that are imported before the first run: they cost then what they would cost a learner. */
const EARLY = ['torch', 'torch.nn.functional', 'torch.testing', 'numpy', 'matplotlib.pyplot'];
/** Modules of Pyodide's by which Python reaches JavaScript. A learner has no use for them. */
const WAYS_OUT = ['js', 'pyodide_js', '_js_engine'];
/** Equal bytes between two spans that are not worth a new one. */
const GAP = 64;

/**
 * No time passes and nothing is random while a Python starts: the same sources give the same bytes.
 *
 * @template T @param {() => Promise<T>} start @returns {Promise<T>}
 */
async function outOfTime(start) {
  const [date, {now}, {randomFillSync}] = [Date.now, performance, crypto];
  Date.now = () => 0;
  performance.now = () => 0;
  crypto.randomFillSync = (/** @type {any} */ bytes) => bytes;
  try {
    return await start();
  } finally {
    Date.now = date;
    performance.now = now;
    crypto.randomFillSync = randomFillSync;
  }
}

/** The memory of a Python that has not started. @param {any} config for loadPyodide() @returns {Promise<Uint8Array>} */
async function emptyMemory(config) {
  /** @type {Uint8Array | undefined} */
  let memory;
  const create = async (/** @type {any} */ settings) => {
    settings.noInitialRun = true;
    memory = (await config.createPyodideModule(settings)).HEAPU8.slice();
    throw new Error('kept');
  };
  await loadPyodide({...PYTHON_CONFIG(), ...config, createPyodideModule: create}).catch(() => {});
  if (!memory) throw new Error('there is no memory of a Python that has not started');
  return memory;
}

/** Where two memories differ. @param {Uint8Array} before @param {Uint8Array} after */
function differences(before, after) {
  /** @type {[start: number, end: number][]} */
  const spans = [];
  for (let k = 0; k < after.length; k++) {
    if (after[k] === (before[k] ?? 0)) continue;
    const last = spans.at(-1);
    if (last && k - last[1] < GAP) last[1] = k + 1;
    else spans.push([k, k + 1]);
  }
  return spans;
}

/** Objects of JavaScript that Python holds. @param {any} module @param {Record<string, Function>} functions */
function heldObjects(module, functions) {
  const names = new Map(
    Object.entries(functions).map(([name, f]) => [/** @type {object} */ (f), name]),
  );
  names.set(functions, ALL_FUNCTIONS);
  const own = module.API.getExpectedKeys();
  const keys = [];
  for (let k = 0; ; k++) {
    let object;
    try {
      object = module.__hiwire_get(k);
    } catch {
      return keys; // that was the last
    }
    const key = names.get(object) ?? own.indexOf(object ?? null);
    if (key === -1) throw new Error(`Python holds a ${typeof object} that cannot be kept: ${k}`);
    keys.push(key);
  }
}

/** @param {any} module */
function heldTexts(module) {
  const texts = [];
  for (let k = FIRST_TEXT; ; k++) {
    try {
      texts.push(module.__hiwire_immortal_get(k));
    } catch {
      return texts;
    }
  }
}

/**
 * @param {string} stdLibURL the library that Python starts with
 * @param {(loaded: string[]) => Promise<Uint8Array>} libraryBeside what it has afterwards, beside the modules that are loaded
 * @param {(bytes: Uint8Array) => Promise<Uint8Array>} compress
 * @returns {Promise<Uint8Array>}
 */
export const startedPython = (stdLibURL, libraryBeside, compress) =>
  outOfTime(() => keptPython(stdLibURL, libraryBeside, compress));

/** @type {typeof startedPython} */
async function keptPython(stdLibURL, libraryBeside, compress) {
  const config = {...(await trimmedPyodide()), stdLibURL};
  const before = await emptyMemory(config);
  const py = await loadPyodide({...PYTHON_CONFIG(), ...config});
  const module = /** @type {any} */ (py)._module;
  const {functions} = engineOf(null);
  py.registerJsModule('_js_engine', functions);
  for (const name of EARLY) py.pyimport(name);
  const support = py.pyimport('runtime_support');
  const library = await libraryBeside(py.runPython(SETTLE).toJs());
  putLibrary(module, library);
  py.runPython(LOOK_AGAIN);
  const [mend, settle, adopt, hold, setTrace, setProfile, stopCollector, clearCallbacks] =
    support.keep();
  const runtime = {
    ...{mend, settle, adopt, hold, setTrace, setProfile, stopCollector, clearCallbacks},
    begin: support.begin,
    take: support.take,
    results: support.results,
    finish: support.finish,
  };
  for (const name of WAYS_OUT) py.unregisterJsModule(name);
  const memory = module.HEAPU8.slice();
  const spans = differences(before, memory);
  const head = {
    library: library.length,
    spans: spans.flatMap(([start, end], k) => [start - (spans[k - 1]?.[1] ?? 0), end - start]),
    objects: heldObjects(module, functions),
    texts: heldTexts(module),
    runtime: Object.fromEntries(
      Object.entries(runtime).map(([name, f]) => [name, module.PyProxy_getPtr(f)]),
    ),
  };
  const text = Buffer.from(JSON.stringify(head));
  const content = Buffer.concat([
    text,
    library,
    ...spans.map(([start, end]) => memory.subarray(start, end)),
  ]);
  const endOf = (/** @type {Uint8Array} */ bytes) => bytes.findLastIndex((byte) => byte !== 0) + 1;
  const ends = [endOf(before), Math.max(endOf(before), endOf(memory))];
  const sizes = Buffer.from(Uint32Array.of(content.length, text.length, ...ends).buffer);
  return Buffer.concat([sizes, await compress(content)]);
}

/** Leaves nothing behind of what only the start needed. -> the modules that are loaded */
const SETTLE = `
import gc, sys
del sys.modules['asyncio']
gc.collect()
[name for name in sys.modules]
`;

/** The library is another file now. */
const LOOK_AGAIN = `
for finder in sys.path_importer_cache.values():
    if hasattr(finder, 'archive'):
        finder.invalidate_caches()
        finder.find_spec('zipfile')
del gc, sys, finder
`;
