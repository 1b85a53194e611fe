// @ts-check
// Makes dist/lab/python/: what loads when a learner starts an exercise.
//
//   python.wasm   Pyodide's CPython, without what the lab cannot reach: pyodide.js beside this file
//   library.bin   a Python that has started, with our torch, numpy and matplotlib, and the rest of the standard
//                 library that learners use, compiled: started.js beside this file
//   frame.js      what starts the worker in its sandbox
//   worker.js     the worker: Pyodide's loader, the tensors, the core's wrappers; one classic script
import {copyFile, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {loadPyodide} from 'pyodide';

import {abiDefine} from './abi.js';
import {BANNER} from './bundle.js';
import {CACHE, DIST, ROOT, WEB} from './paths.js';
import {PYTHON_MODULE, PYTHON_WASM} from './pyodide.js';
import {startedPython} from './started.js';

const SOURCES = path.join(WEB, 'python');
const OUT = path.join(DIST, 'lab/python');

/** What learners may import, and what Python imports by itself when it explains an error. */
const MODULES = `
  abc argparse array ast base64 bisect cmath codecs codeop collections collections.abc contextlib contextvars
  copy dataclasses datetime decimal difflib dis doctest enum errno fractions functools gc glob graphlib
  hashlib heapq importlib importlib.util inspect io itertools json keyword linecache locale logging math numbers
  operator os os.path pathlib pickle pprint queue random re reprlib secrets shutil signal statistics string
  struct sys sysconfig tempfile textwrap threading time timeit token tokenize traceback types typing
  unittest unittest.mock warnings weakref zipfile zlib
  encodings.ascii encodings.cp437 encodings.latin_1 encodings.unicode_escape encodings.utf_8
  _colorize _strptime pyodide pyodide.code pyodide.ffi`;

/** @returns {Promise<Record<string, string>>} our own modules: path in the zip to text */
async function ownSources() {
  const names = await readdir(SOURCES, {recursive: true});
  const files = names.filter((name) => name.endsWith('.py')).sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [name, await readFile(path.join(SOURCES, name), 'utf8')]),
    ),
  );
}

/** Pyodide itself compiles: a .pyc holds for one version of Python. It compresses too: Node 20 has no zstd. */
async function makeLibrary() {
  const py = await loadPyodide({env: {PYTHONNODEBUGRANGES: '1'}});
  py.runPython(await readFile(path.join(ROOT, 'web/build/library.py'), 'utf8'));
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...args) =>
    py.globals
      .get(name)(...args.map((one) => py.toPy(one)))
      .toJs();
  const [first, whole] = call('libraries', MODULES.trim().split(/\s+/), await ownSources());
  const firstPath = path.join(CACHE, 'first-library.bin');
  await writeFile(firstPath, first);
  const started = await startedPython(
    firstPath,
    (loaded) => call('without', whole, loaded),
    (bytes) => call('compressed', new Uint8Array(bytes)),
  );
  await writeFile(path.join(OUT, 'library.bin'), started);
}

/** Classic too: the frame's document names it by its address. */
async function bundleFrame() {
  await build({
    entryPoints: [path.join(ROOT, 'web/exercises/runtime/frame.js')],
    outfile: path.join(OUT, 'frame.js'),
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2022',
    banner: {js: BANNER},
    logLevel: 'warning',
  });
}

/**
 * Classic, since a module worker from a blob fails in silence in an opaque origin (Chromium); in an
 * async function, since Pyodide's loader awaits at its top level. Without importScripts, by which it would
 * know a classic worker and refuse it.
 */
async function bundleWorker() {
  const {outputFiles} = await build({
    entryPoints: [path.join(ROOT, 'web/exercises/runtime/worker.js')],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    alias: {'pyodide/pyodide.asm.mjs': PYTHON_MODULE},
    external: ['node:*', 'fs', 'path', 'url', 'crypto', 'vm', 'ws', 'child_process'],
    define: {...abiDefine(), 'import.meta.url': '"none:/worker.js"'},
    // Vite's development server puts an import of its own before a script that imports what it cannot name,
    // and a classic script with an import does not start.
    supported: {'dynamic-import': false},
    legalComments: 'none',
    logLevel: 'warning',
    logOverride: {'commonjs-variable-in-esm': 'silent'}, // Pyodide's, where a library may be either
  });
  await writeFile(
    path.join(OUT, 'worker.js'),
    `${BANNER}\n'use strict';self.importScripts=undefined;(async()=>{${outputFiles[0].text}})();\n`,
  );
}

export async function makePython() {
  await rm(OUT, {recursive: true, force: true});
  await mkdir(OUT, {recursive: true});
  await Promise.all([
    copyFile(PYTHON_WASM, path.join(OUT, 'python.wasm')),
    makeLibrary(),
    bundleWorker(),
    bundleFrame(),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await makePython().catch((error) => {
    console.error(String(error.stack ?? error).slice(0, 2000)); // Pyodide's lines are a megabyte long
    process.exitCode = 1;
  });
}
