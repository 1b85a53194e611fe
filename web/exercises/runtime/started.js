// @ts-check
// A Python that has started, as bytes: its memory, and what it names outside of its memory. A start takes
// most of a second and gives the same each time, so the build does it once (web/build/started.js).
//
// The file is four sizes of 32 bits and one zstd frame, whose decoder is in CPython: a head as JSON, the library as
// a zip, and the memory wherever it differs from that of a Python that has not started. The sizes are those of the
// frame's content, of the head, and of the memory that holds more than zeros, before a start and after it.

import {keepFiles, limitFiles} from './kept-files.js';

/** @import {PyodideConfig} from 'pyodide' */

/**
 * @typedef {object} Head
 * @property {number} library bytes of the zip
 * @property {number[]} spans of the memory: bytes from the end of the one before, length, and so on
 * @property {(string | number)[]} objects of JavaScript that Python holds: functions by name, Pyodide's own by number
 * @property {string[]} texts of JavaScript that Python holds
 * @property {Record<string, number>} runtime Python's functions that run a file: where they are
 * @property {Record<string, number[]>} watched words of the memory that a run must leave alone, by what a change of them means
 */

/**
 * @typedef {object} AtStart
 * @property {Record<string, any>} runtime Python's functions that run a file
 * @property {() => number} changes what of Python's own a run has changed: a sum, see runtime_support.py
 * @property {() => void} putBack makes Python what it was at the start, whatever has run
 * @property {(isCounted: boolean) => void} setClocks begins anew: whether time is how often it was read
 */

/** Where Pyodide puts what it loads from `stdLibURL`. */
const LIBRARY = '/lib/python314.zip';
/** Of these JavaScript's texts come after Pyodide's own. */
export const FIRST_TEXT = 7;

/** What Pyodide would otherwise ask Python of an object, by modules that are closed by now. */
const CALLABLE = 256;
/** What Python calls, all together. */
export const ALL_FUNCTIONS = '';

/** The library is of a fixed time: Python sees by it whether a learner has written there. @param {any} module @param {Uint8Array} bytes */
export function putLibrary({FS}, bytes) {
  FS.writeFile(LIBRARY, bytes);
  FS.utime(LIBRARY, 0, 0);
}

/** Where Python has the address of its shortcut for calls, which not every browser can have. @param {any} module */
const trampolineOf = ({HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET}) =>
  (__PyRuntime + HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;

/**
 * @param {any} module @param {Uint8Array} packed @param {number} size
 * @returns {Uint8Array} at the top of the module's memory, where nothing is yet
 */
function unpack(module, packed, size) {
  const top = module.HEAPU8.length - packed.length;
  const to = (top - size) & ~15;
  module.HEAPU8.set(packed, top);
  if (module._ZSTD_decompress(to, size, top, packed.length) !== size) {
    throw new Error('the started Python is damaged');
  }
  return module.HEAPU8.subarray(to, to + size);
}

/** @param {Uint8Array} memory @param {number[]} spans of it @param {Uint8Array} content what they hold, one after the other */
function fill(memory, spans, content) {
  let [at, from] = [0, 0];
  for (let k = 0; k < spans.length; k += 2) {
    const size = spans[k + 1];
    at += spans[k];
    memory.set(content.subarray(from, from + size), at);
    [at, from] = [at + size, from + size];
  }
}

/** Whether two memories differ in any of these words. @param {Int32Array} a @param {Int32Array} b @param {number[]} spans from the end of the one before, length, and so on */
function differ(a, b, spans) {
  let at = 0;
  for (let k = 0; k < spans.length; k += 2) {
    at += spans[k];
    for (const end = at + spans[k + 1]; at < end; at++) if (a[at] !== b[at]) return true;
  }
  return false;
}

/** What Python's memory may grow to. */
export const MOST_BYTES = 256 * 2 ** 20;

/** How far a clock that counts goes each time it is read. */
const TICK_MS = 1;

/**
 * Python's clocks. One that counts says how often it was read, from the same beginning each time: by the time that goes by, a
 * test could leave a word for the next, which is to find nothing of it.
 *
 * @param {any} module whose clocks they become
 * @returns {(isCounted: boolean) => void} begins anew
 */
function clocksOf(module) {
  /** @type {number | null} */
  let first = null;
  return (isCounted) => {
    if (!isCounted) first = null;
    else first ??= Date.now();
    const begun = first;
    let n = 0;
    module.elapsed = begun === null ? null : () => TICK_MS * ++n;
    module.date = begun === null ? null : () => begun + TICK_MS * ++n;
  };
}

/** How often Python's loop stays in JavaScript, and for how long. */
const [EVERY_MS, STAY_MS] = [150, 2];

/**
 * Python's loop calls JavaScript now and then to read element 0, which is always 0. WebKit terminates a worker only while it
 * runs JavaScript, and checks that every millisecond. The read alone is so short that a terminated worker ran on for seconds
 * at full load, so from time to time it takes longer.
 */
export function signalBuffer() {
  let [last, sum] = [performance.now(), 0];
  return {
    get 0() {
      const now = performance.now();
      if (now < last + EVERY_MS) return 0;
      do for (let k = 0; k < 10_000; k++) sum = (sum + k) | 0;
      while (performance.now() < now + STAY_MS);
      last = now;
      return 0 * sum;
    },
    set 0(_) {},
  };
}

/**
 * Makes Python what it was when the build kept it.
 *
 * @param {any} module of Emscripten, whose main() has not run; the file LIBRARY holds what the build kept
 * @param {Record<string, Function>} functions that Python calls
 * @returns {Omit<AtStart, 'setClocks'>}
 */
function restore(module, functions) {
  const file = module.FS.readFile(LIBRARY);
  const [size, headSize, before, after] = new Uint32Array(file.slice(0, 16).buffer);
  const started = new Uint8Array(after);
  started.set(module.HEAPU8.subarray(0, before)); // the decoder writes there
  // a started Python may need more memory than a new module has
  for (let nBytes = after - before; module.HEAPU8.length < after; nBytes += 2 ** 20)
    module._free(module._malloc(nBytes));
  const content = unpack(module, file.subarray(16), size);
  /** @type {Head} */
  const head = JSON.parse(new TextDecoder().decode(content.subarray(0, headSize)));
  const memoryAt = headSize + head.library;
  putLibrary(module, content.subarray(headSize, memoryAt));
  const trampoline = module.HEAP32[trampolineOf(module)];
  const own = module.API.getExpectedKeys();
  /** @type {Record<string, any>} */
  const named = {...functions, [ALL_FUNCTIONS]: functions};
  const objects = head.objects.map((key) => (typeof key === 'string' ? named[key] : own[key]));
  fill(started, head.spans, content.subarray(memoryAt));
  const words = new Int32Array(started.buffer, 0, started.length >> 2);
  const watched = Object.entries(head.watched);
  const changes = () =>
    watched.reduce(
      (sum, [sort, spans]) => sum + (differ(module.HEAP32, words, spans) ? Number(sort) : 0),
      0,
    );
  const putBack = () => {
    module.HEAPU8.set(started);
    module.HEAPU8.fill(0, started.length); // it may have grown
    module.HEAP32[trampolineOf(module)] = trampoline;
    module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
    objects.forEach((object, k) => {
      module.__hiwire_set(k, object);
    });
  };
  putBack();
  module._jslib_init();
  module.runtimeKeepalivePush();
  module.Py_EmscriptenSignalBuffer = signalBuffer();
  for (const text of head.texts) module.__hiwire_immortal_add(text);
  const runtime = Object.fromEntries(
    Object.entries(head.runtime).map(([name, at]) => [
      name,
      module.pyproxy_new(at, {flags: CALLABLE}),
    ]),
  );
  return {runtime, changes, putBack};
}

/** What Python prints goes to a function, and what it reads is an error. @param {any} module @param {(bytes: ArrayBufferView) => void} write */
function connect({FS}, write) {
  const major = FS.createDevice.major++;
  const device = {
    open: (/** @type {any} */ stream) => {
      stream.seekable = false;
    },
    read: () => {
      throw new FS.ErrnoError(29); // input or output error
    },
    write: (
      /** @type {any} */ _,
      /** @type {any} */ bytes,
      /** @type {number} */ at,
      /** @type {number} */ n,
    ) => {
      write(bytes.subarray(at, at + n));
      return n;
    },
  };
  for (const [k, name] of ['stdin', 'stdout', 'stderr'].entries()) {
    const id = FS.makedev(major, k);
    FS.registerDevice(id, device);
    FS.unlink(`/dev/${name}`);
    FS.mkdev(`/dev/${name}`, id);
    FS.closeStream(k);
    FS.open(`/dev/${name}`, k && 1);
  }
}

/**
 * Settings for loadPyodide(), by which Python does not start but goes on. What loadPyodide() gives then is of no use.
 *
 * @param {object} options
 * @param {(settings: any) => Promise<any>} options.createPyodideModule
 * @param {Promise<Record<string, Function>>} options.functions that Python calls
 * @param {(bytes: ArrayBufferView) => void} options.write
 * @param {() => void} options.onEnd called when Python comes to an end that it was not to come to, before it writes where
 * @param {(atStart: AtStart) => void} options.onRuntime
 * @returns {PyodideConfig}
 */
export function startedConfig({createPyodideModule, functions, write, onEnd, onRuntime}) {
  /** @param {any} settings */
  async function create(settings) {
    settings.noInitialRun = true;
    settings.onEnd = onEnd;
    settings.mostBytes = MOST_BYTES; // a growth by more than is needed would depend on what has grown before
    settings.API.lockFilePromise = null;
    settings.API.public_api = {};
    const [module, known] = await Promise.all([createPyodideModule(settings), functions]);
    const nothing = {
      sys: {path: {insert() {}}},
      _pyodide: {set_excepthook() {}},
      initializeStreams() {},
    };
    module.API.finalizeBootstrap = () => {
      const atStart = restore(module, known);
      connect(module, write);
      const putBackFiles = keepFiles(module.FS);
      limitFiles(module.FS);
      const putBack = () => {
        atStart.putBack();
        putBackFiles();
      };
      onRuntime({...atStart, putBack, setClocks: clocksOf(module)});
      return {_api: nothing};
    };
    return module;
  }
  return /** @type {PyodideConfig} */ ({createPyodideModule: create});
}
