// @ts-check
// The Python worker: a classic worker in a frame of opaque origin, bundled into one file. It has no network
// and no storage; what it needs comes by message.
import {loadPyodide} from 'pyodide';
// @ts-expect-error it has no types: the loader takes it as it is
import createPyodideModule from 'pyodide/pyodide.asm.mjs';

import {loadCore} from '../../core/core.js';
import {closePrototypes} from './closed.js';
import {bootPython} from './python.js';
import {MOST_BYTES} from './started.js';

/** @import {Python} from './python.js' */

const PAGE_BYTES = 65536;
const [PROMPT_PRINTS, PRINT_MS] = [200, 50];
const post = self.postMessage.bind(self);

/** What comes by message, each when it comes. @type {Record<string, {promise: Promise<any>, resolve: (asset: any) => void}>} */
const assets = Object.fromEntries(['wasm', 'core', 'library'].map((name) => [name, awaited()]));

function awaited() {
  /** @type {(asset: any) => void} */
  let resolve = () => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return {promise, resolve};
}

/** Python answers with MemoryError where its memory may grow no further. */
function capMemory() {
  const {grow} = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MOST_BYTES) {
      throw new RangeError('no memory beyond the limit of an exercise');
    }
    return grow.call(this, pages);
  };
}

/** The loader asks for two files, and is given what comes by message. */
function answerFetch() {
  self.fetch = async () => new Response(await assets.library.promise);
  WebAssembly.instantiateStreaming = async (_source, imports) => {
    /** @type {WebAssembly.Module} */
    const module = await assets.wasm.promise;
    return {module, instance: await WebAssembly.instantiate(module, imports)};
  };
}

/** @type {Python | undefined} */
let python;

/** Goes as far as it can with what has come: to parse the loader takes time, and so do the bytes. */
async function start() {
  answerFetch();
  capMemory();
  python = await bootPython(loadPyodide, {
    core: assets.core.promise.then((module) => loadCore(module)),
    createPyodideModule,
    indexURL: 'none:/',
    stdLibURL: 'none:/library.bin',
  });
  closePrototypes();
  post({type: 'ready'});
}

/**
 * A file that prints a little is heard at once; one that prints in a loop, a few times a second.
 *
 * @param {string} id of the run
 */
function printer(id) {
  let [waiting, nSent, last] = ['', 0, 0];
  const flush = () => {
    if (waiting) post({type: 'print', run: id, text: waiting});
    [waiting, last] = ['', performance.now()];
    nSent++;
  };
  const print = (/** @type {string} */ text) => {
    waiting += text;
    if (nSent < PROMPT_PRINTS || performance.now() - last > PRINT_MS) flush();
  };
  return {print, flush};
}

/** @param {any} message */
function run({run: id, code, file, steps, isMain, session}) {
  if (!python) return;
  const {print, flush} = printer(id);
  const answer = python.run({code, file, steps, isMain, session, onPrint: print});
  flush();
  post({type: 'done', run: id, ...answer});
}

/** @param {unknown} error */
function broken(error) {
  // Python that ends while it starts throws an object that is no Error
  const message = error instanceof Error ? String(error) : String(Object(error).message ?? error);
  post({type: 'broken', message: message.slice(0, 1000)});
}

self.onmessage = ({data}) => {
  try {
    if (data.type === 'asset') assets[data.name].resolve(data.asset);
    else run(data);
  } catch (error) {
    broken(error);
  }
};
start().catch(broken);
