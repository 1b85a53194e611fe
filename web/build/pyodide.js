// @ts-check
// Makes .cache/pyodide/: Pyodide's CPython and the JavaScript beside it, without what nothing here can reach.
//
// Pyodide can load packages that are compiled to WebAssembly, so it exports each function and each datum of CPython and
// of C's library by name: 8,560 of them, which the start looks up one by one. The lab loads none, so only the names
// that some JavaScript has are exported, and the functions that nothing calls any more are left out. So are those of the
// modules for CPython's own tests, and the tables of East Asian encodings: runtime_guards.py closes the modules that use them.
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

/** Functions of fewer characters may be one with others: the linker makes one of those that are alike. */
const SHORT = 400;

/**
 * Empties functions that nothing calls: each stays in the table of functions, and stops the program.
 *
 * @param {any} module of binaryen
 * @param {readonly number[]} places in that table
 */
function empty(module, places) {
  const {data, offset} = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(0));
  const first = /** @type {any} */ (binaryen.getExpressionInfo(offset)).value;
  for (const place of places) {
    const name = data[place - first];
    const {params, results, body} = binaryen.getFunctionInfo(module.getFunction(name));
    const isShared = data.indexOf(name) !== data.lastIndexOf(name);
    if (isShared || binaryen.emitText(body).length < SHORT) continue;
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.unreachable());
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} wasm
 * @param {Set<string>} used words of JavaScript, which puts _ before a name of C
 * @param {readonly number[]} [closed] places in the table of functions, of functions that nothing calls
 * @returns {Promise<Uint8Array>} without the exports that are not used, without what only they and those reach
 */
export async function trimmedWasm(wasm, used, closed = []) {
  const compiled = await WebAssembly.compile(wasm);
  const looksUp = WebAssembly.Module.imports(compiled).filter(({module}) => module === 'GOT.func');
  const names = new Set([...used, ...looksUp.map(({name}) => name)]);
  const module = binaryen.readBinary(wasm);
  for (const {name} of WebAssembly.Module.exports(compiled)) {
    if (!names.has(name) && !names.has(`_${name}`)) module.removeExport(name);
  }
  empty(module, closed);
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
 * @param {any} py
 * @returns {Uint8Array[]}
 */
function encodingTables(py) {
  const {HEAPU8, HEAPU32} = py._module;
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

/** The objects that hold functions of modules and of their classes, and where each has its definition, in words. */
const FIND_FUNCTIONS = `
import importlib, types
METHODS = types.MethodDescriptorType, types.ClassMethodDescriptorType
def functions(holder, module):
    for value in vars(holder).values():
        if isinstance(value, types.BuiltinFunctionType):
            yield id(value), 2
        elif isinstance(value, METHODS):
            yield id(value), 5
        elif isinstance(value, type) and getattr(value, '__module__', '') == module:
            yield from functions(value, module)
[list(one) for name in names for one in functions(importlib.import_module(name), name)]`;

const OTHERS = 'import sys; [name for name in sys.builtin_module_names if name not in names]';

/** Of the modules that no run may import, as runtime_guards.py names them, those for CPython's own tests. @returns {Promise<string[]>} */
async function testModules() {
  const text = await readFile(path.join(WEB, 'python/runtime_guards.py'), 'utf8');
  const list = text.match(/^NATIVE = \(([^)]*)\)/m)?.[1] ?? '';
  return [...list.matchAll(/"([^"]*)"/g)]
    .map(([, names]) => names)
    .join('')
    .split(' ')
    .filter((name) => name.includes('test'));
}

/**
 * The functions of modules, as places in the table of functions.
 *
 * @param {any} py
 * @param {readonly string[]} names
 * @returns {Set<number>}
 */
function functionsOf(py, names) {
  const {HEAPU32} = py._module;
  /** @type {[object: number, word: number][]} */
  const found = py.runPython(FIND_FUNCTIONS, {globals: py.toPy({names})}).toJs();
  // a definition: its name, its function
  return new Set(found.map(([at, word]) => HEAPU32[(HEAPU32[(at >> 2) + word] >> 2) + 1]));
}

/** Fewer bytes of tables and fewer functions than these, and Python has changed how it keeps them. */
const FEWEST = {bytes: 500_000, functions: 800};

async function makePyodide() {
  const [source, wasm, outside, names] = await Promise.all([
    readFile(path.join(PACKAGE, 'pyodide.asm.mjs'), 'utf8'),
    readFile(path.join(PACKAGE, 'pyodide.asm.wasm')),
    callers(),
    testModules(),
  ]);
  const {text, used} = trimmedText(source, outside);
  await mkdir(FOLDER, {recursive: true});
  await writeFile(PYTHON_MODULE, text);
  const py = await loadPyodide();
  const inUse = functionsOf(py, py.runPython(OTHERS, {globals: py.toPy({names})}).toJs());
  const functions = [...functionsOf(py, names)].filter((place) => !inUse.has(place));
  const bytes = clearTables(wasm, encodingTables(py));
  if (bytes < FEWEST.bytes || functions.length < FEWEST.functions)
    throw new Error(
      `of what is closed ${bytes} bytes and ${functions.length} functions were found`,
    );
  await writeFile(PYTHON_WASM, await trimmedWasm(wasm, used, functions));
}

/** What Pyodide's loader takes to start this Python in Node. */
export async function trimmedPyodide() {
  const {default: createPyodideModule} = await import(pathToFileURL(PYTHON_MODULE).href);
  return {createPyodideModule, indexURL: FOLDER};
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await makePyodide().catch((error) => {
    console.error(String(error.stack ?? error).slice(0, 2000)); // Pyodide's lines are a megabyte long
    process.exitCode = 1;
  });
}
