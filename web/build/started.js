// @ts-check
// Starts Python, imports what learners import most, and keeps its memory: web/exercises/runtime/started.js says
// what for, and what the file is.
import crypto from 'node:crypto';
import {loadPyodide} from 'pyodide';

import {engineOf, PYTHON_CONFIG} from '../exercises/runtime/python.js';
import {ALL_FUNCTIONS, FIRST_TEXT, putLibrary} from '../exercises/runtime/started.js';
import {trimmedPyodide} from './pyodide.js';
import {watchedSpans} from './watched.js';

/** Modules that are imported before the first run: they cost then what they would cost a learner. */
const EARLY = ['torch', 'torch._rules', 'torch.nn.functional', 'torch.testing', 'numpy.testing'];
/** Modules of Pyodide's by which Python reaches JavaScript. A learner has no use for them. */
const WAYS_OUT = ['js', 'pyodide_js', '_js_engine'];
/** More bytes than were ever freed in one piece. */
const LARGEST = 2 ** 21;
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

/** @param {Uint8Array} memory @param {number} at @returns {string} that ends with a zero */
const textAt = (memory, at) => {
  const end = memory.indexOf(0, at);
  return end - at > 40 ? '' : String.fromCharCode(...memory.subarray(at, end));
};

/**
 * Python makes no more modules of these names, by whatever function: its tables of those that are written in C have
 * other names in their place, and so has its memory of those that it made.
 *
 * @param {any} module @param {readonly string[]} all names of that table @param {readonly string[]} closed of these
 */
function closeBuiltins({HEAPU8, HEAPU32}, all, closed) {
  const isKnown = (/** @type {number} */ entry) =>
    HEAPU32[entry] < HEAPU8.length && all.includes(textAt(HEAPU8, HEAPU32[entry]));
  let nClosed = 0;
  for (let entry = 2; entry + 2 < HEAPU32.length; entry++) {
    const at = HEAPU32[entry];
    if (at === 0 || at >= HEAPU8.length || !closed.includes(textAt(HEAPU8, at))) continue;
    // a table has a name and a function, and so on
    if (!isKnown(entry - 2) && !isKnown(entry + 2)) continue;
    HEAPU32[entry] = at + textAt(HEAPU8, at).length;
    nClosed++;
  }
  if (nClosed < 2 * closed.length) throw new Error(`${nClosed} of Python's modules were closed`);
  const made = Buffer.from('\0sys:sys\0');
  const at = Buffer.from(HEAPU8.buffer).indexOf(made);
  if (at < 0) throw new Error('Python has no memory of the modules that it made');
  HEAPU8[at + 1] = 32;
}

/** What was freed is still in memory: zeros in its place take no room in the file. @param {any} module */
function clearFreed(module) {
  const top = module._malloc(LARGEST);
  const held = [top];
  for (let size = LARGEST; size >= 8; size /= 2) {
    for (let at = module._malloc(size); ; at = module._malloc(size)) {
      held.push(at);
      if (at > top) break; // all room below is held
      module.HEAPU8.fill(0, at, at + size);
    }
  }
  for (const at of held) module._free(at);
}

/** Of a class in C, where its flags are, and the one by which nothing can be written into it. */
const [FLAGS, IMMUTABLE] = [84, 1 << 8];

/** @param {any} module @param {readonly number[]} classes their addresses @param {() => void} write into them */
function whileMutable(module, classes, write) {
  for (const at of classes) module.HEAPU32[(at + FLAGS) >> 2] &= ~IMMUTABLE;
  write(); // the memory may grow, and is another array then
  for (const at of classes) module.HEAPU32[(at + FLAGS) >> 2] |= IMMUTABLE;
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
  whileMutable(module, support.lenders().toJs(), () => support.close_lenders());
  const [known, closed] = py.runPython(BUILTINS, {globals: py.toPy({})}).toJs();
  const [mend, settle, adopt, hold, setTrace, setProfile, stopCollector, clearCallbacks, places] =
    support.keep();
  const runtime = {
    ...{mend, settle, adopt, hold, setTrace, setProfile, stopCollector, clearCallbacks},
    begin: support.begin,
    take: support.take,
    results: support.results,
    finish: support.finish,
  };
  for (const name of WAYS_OUT) py.unregisterJsModule(name);
  closeBuiltins(module, known, closed);
  clearFreed(module);
  const memory = module.HEAPU8.slice();
  const spans = differences(before, memory);
  const head = {
    library: library.length,
    spans: spans.flatMap(([start, end], k) => [start - (spans[k - 1]?.[1] ?? 0), end - start]),
    objects: heldObjects(module, functions),
    texts: heldTexts(module),
    watched: watchedSpans(new Int32Array(memory.buffer), JSON.parse(places())),
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

/** The names of all modules that are written in C, and of those that no learner is to make: a debugger's, and what is loaded. */
const BUILTINS = `
import sys, runtime_guards
names = sys.builtin_module_names
closed = [name for name in names if name in sys.modules or name in runtime_guards.NATIVE]
sys.builtin_module_names = tuple(name for name in names if name not in runtime_guards.NATIVE)
names, closed
`;

/** The library is another file now. */
const LOOK_AGAIN = `
for finder in sys.path_importer_cache.values():
    if hasattr(finder, 'archive'):
        finder.invalidate_caches()
        finder.find_spec('zipfile')
del gc, sys, finder
`;
