// @ts-check
// The learner's realm: a classic worker in a frame of opaque origin, bundled into one file. It can
// reach nothing; what it needs comes by message.
import {loadPyodide} from 'pyodide';
// @ts-expect-error it has no types: the loader takes it as it is
import createPyodideModule from 'pyodide/pyodide.asm.mjs';

import {Core} from '../../core/core.js';
import {bootPython} from './python.js';

/** @import {Python} from './python.js' */

const PAGE_BYTES = 65536;
const [PROMPT_PRINTS, PRINT_MS] = [200, 50];
const post = self.postMessage.bind(self);

/** Python answers with MemoryError where its memory may grow no further. @param {number} mostBytes */
function capMemory(mostBytes) {
  const {grow} = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > mostBytes) {
      throw new RangeError('no memory beyond the limit of an exercise');
    }
    return grow.call(this, pages);
  };
}

/**
 * The loader asks for two files, and is given what came by message.
 *
 * @param {WebAssembly.Module} wasm
 * @param {ArrayBuffer} library
 */
function answerFetch(wasm, library) {
  self.fetch = async () => new Response(library);
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports ?? {}),
  });
}

/** @type {Python | undefined} */
let python;

/** @param {any} message */
async function start({wasm, core, library, mostBytes}) {
  const begun = performance.now();
  answerFetch(wasm, library);
  capMemory(mostBytes);
  const instance = new WebAssembly.Instance(core);
  python = await bootPython(loadPyodide, {
    core: new Core(instance),
    createPyodideModule,
    indexURL: 'none:/',
    stdLibURL: 'none:/library.zip',
  });
  post({type: 'ready', ms: performance.now() - begun});
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
function run({run: id, code, file, steps, isMain}) {
  if (!python) return;
  const {print, flush} = printer(id);
  const answer = python.run({code, file, steps, isMain, onPrint: print});
  flush();
  post({type: 'done', run: id, ...answer});
}

self.onmessage = async ({data}) => {
  try {
    if (data.type === 'start') await start(data);
    else run(data);
  } catch (error) {
    post({type: 'broken', message: String(error).slice(0, 1000)});
  }
};
