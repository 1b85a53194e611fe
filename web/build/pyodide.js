// @ts-check
// Makes .cache/pyodide/: Pyodide's CPython and the JavaScript beside it, without what nothing here can reach.
//
// Pyodide can load packages that are compiled to WebAssembly, so it exports each function and each datum of CPython and
// of C's library by name: 8,560 of them, which the start looks up one by one. The lab loads none, so only the names
// that some JavaScript has are exported, and the functions that nothing calls any more are left out. So are the tables of
// East Asian encodings, whose codecs are not in the lab's library: runtime_guards.py closes the modules that read them.
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import binaryen from 'binaryen';
import {loadPyodide} from 'pyodide';

import {CACHE, ROOT, WEB} from './paths.js';

const PACKAGE = path.join(ROOT, 'node_modules/pyodide');
const FOLDER = path.join(CACHE, 'pyodide');
export const PYTHON_WASM = path.join(FOLDER, 'pyodide.asm.wasm');
export const PYTHON_MODULE = path.join(FOLDER, 'pyodide.asm.mjs');

/** How Pyodide's JavaScript takes what C exports: a declaration in one long list, and an assignment. */
const DECLARED = /var (?:[\w$]+,){100,}[\w$]+;/;
const ASSIGNED = /([\w$]+)=Module\["\1"\]=wasmExports\["[\w$]+"\](?:\.value>>>0)?(?:;|(?=\}))/g;

/** What the lab answers where it has set it: see startedConfig(). @type {readonly [from: RegExp | string, to: string][]} */
const REPLACED = [
  [/\beval\(/g, '(0,eval)('],
  ['performance.now()', '(Module.elapsed?.()??performance.now())'],
  ['Date.now()', '(Module.date?.()??Date.now())'],
  [/new Date\b(?!\()/g, 'new Date(Module.date?.()??Date.now())'],
  [/\b_dump_traceback\(\)/g, '(Module.onEnd?.(),_dump_traceback())'],
  ['getHeapMax=()=>4294901760', 'getHeapMax=()=>Module.mostBytes??4294901760'],
  ['return"pipe["+PIPEFS.nextname.current+++"]"', 'return"pipe"'],
  // the page says in its own words that Python has ended, and why
  [/e\|\|\(console\.error\("Pyodide has suffered [^;]*?console\.error\(t\)\);/g, ''],
  ['err(what);ABORT=true', 'ABORT=true'],
  ['SOCKFS.nextname.current++', '0'],
  // every name has the same address, and none is remembered
  ['DNS.address_map.id++', '1'],
  ['DNS.address_map.names[addr]=name;DNS.address_map.addrs[name]=addr', ''],
];

/** @param {string} text */
const wordsOf = (text) => text.match(/[\w$]+/g) ?? [];

/** What calls Python from outside: Pyodide's loader, and what is ours. @returns {Promise<string[]>} */
async function callers() {
  const runtime = path.join(WEB, 'exercises/runtime');
  const names = (await readdir(runtime)).filter((name) => name.endsWith('.js'));
  const files = [
    path.join(PACKAGE, 'pyodide.mjs'),
    path.join(WEB, 'build/started.js'),
    ...names.map((name) => path.join(runtime, name)),
  ];
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
}

/**
 * @param {string} text of pyodide.asm.mjs
 * @param {string[]} outside what calls it
 * @returns {{text: string, used: Set<string>}} without the functions that no JavaScript names; every word that it has
 */
export function trimmedText(text, outside) {
  const others = text.replace(ASSIGNED, '').replace(DECLARED, '');
  const used = new Set([others, ...outside].flatMap(wordsOf));
  /** @type {Set<string>} */
  const unused = new Set();
  const assigned = text.replace(ASSIGNED, (all, name) => {
    if (used.has(name)) return all;
    unused.add(name);
    return '';
  });
  const declared = assigned.replace(DECLARED, (list) => {
    const names = list.slice('var '.length, -1).split(',');
    return `var ${names.filter((name) => !unused.has(name)).join()};`;
  });
  // beside an eval() that sees local names, no bundler can shorten them
  const own = REPLACED.reduce((all, [from, to]) => all.replaceAll(from, to), declared);
  return {text: own, used};
}

/**
 * @param {Uint8Array<ArrayBuffer>} wasm
 * @param {Set<string>} used words of JavaScript, which puts _ before a name of C
 * @returns {Promise<Uint8Array>} without the exports that are not used, and without what only they reach
 */
export async function trimmedWasm(wasm, used) {
  const compiled = await WebAssembly.compile(wasm);
  const looksUp = WebAssembly.Module.imports(compiled).filter(({module}) => module === 'GOT.func');
  const names = new Set([...used, ...looksUp.map(({name}) => name)]);
  const module = binaryen.readBinary(wasm);
  for (const {name} of WebAssembly.Module.exports(compiled)) {
    if (!names.has(name) && !names.has(`_${name}`)) module.removeExport(name);
  }
  module.runPasses(['remove-unused-module-elements']);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/** The modules with tables of encodings, and where each has its tables. */
const FIND_TABLES = `
import importlib
def tables(name):
    held = vars(importlib.import_module(name))
    return [id(value) for key, value in held.items() if key.startswith('__map_')]
sum(map(tables, ('_codecs_cn', '_codecs_hk', '_codecs_jp', '_codecs_kr', '_codecs_tw')), [])`;
/** An object that holds a pointer has it here, in words; a table of an encoding has two indices of 256 rows. */
const [POINTER, INDICES, ROWS] = [2, [1, 2], 256];

/**
 * The tables of encodings in a Python that has started.
 *
 * @returns {Promise<Uint8Array[]>}
 */
async function encodingTables() {
  const py = await loadPyodide();
  const {HEAPU8, HEAPU32} = /** @type {any} */ (py)._module;
  /** @type {number[]} */
  const found = py.runPython(FIND_TABLES).toJs();
  const indices = found.flatMap((at) =>
    INDICES.map((k) => HEAPU32[(HEAPU32[(at >> 2) + POINTER] >> 2) + k]),
  );
  return indices.flatMap((index) => {
    // a row: where it begins, and its first and its last character
    const rows = Array.from({length: ROWS}, (_, k) => index + 8 * k)
      .filter((row) => HEAPU32[row >> 2] !== 0)
      .map((row) => ({start: HEAPU32[row >> 2], n: 2 * (HEAPU8[row + 5] - HEAPU8[row + 4] + 1)}));
    const start = Math.min(...rows.map((row) => row.start));
    const end = Math.max(...rows.map((row) => row.start + row.n));
    const isWhole = rows.reduce((sum, {n}) => sum + n, 0) === end - start;
    return isWhole ? [HEAPU8.slice(start, end)] : [];
  });
}

/**
 * Zeros in the place of tables, which take no room in a file that is compressed.
 *
 * @param {Uint8Array<ArrayBuffer>} wasm changes
 * @param {Uint8Array[]} tables
 * @returns {number} bytes of those that were found once
 */
export function clearTables(wasm, tables) {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  let n = 0;
  for (const table of tables) {
    const at = bytes.indexOf(table);
    if (at < 0 || bytes.indexOf(table, at + 1) >= 0) continue;
    bytes.fill(0, at, at + table.length);
    n += table.length;
  }
  return n;
}

/** Fewer bytes of tables than this, and Python has changed how it keeps them. */
const FEWEST = 500_000;

async function makePyodide() {
  const [source, wasm, outside] = await Promise.all([
    readFile(path.join(PACKAGE, 'pyodide.asm.mjs'), 'utf8'),
    readFile(path.join(PACKAGE, 'pyodide.asm.wasm')),
    callers(),
  ]);
  const {text, used} = trimmedText(source, outside);
  await mkdir(FOLDER, {recursive: true});
  await writeFile(PYTHON_MODULE, text);
  const n = clearTables(wasm, await encodingTables());
  if (n < FEWEST) throw new Error(`${n} bytes of encodings were found, not ${FEWEST}`);
  await writeFile(PYTHON_WASM, await trimmedWasm(wasm, used));
}

/** What Pyodide's loader takes to start this Python in Node. */
export async function trimmedPyodide() {
  const {default: createPyodideModule} = await import(pathToFileURL(PYTHON_MODULE).href);
  return {createPyodideModule, indexURL: FOLDER};
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await makePyodide();
