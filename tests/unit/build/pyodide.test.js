// Python without what nothing here can reach: which names of C stay, and that it is what the build ships.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import binaryen from 'binaryen';

import {clearTables, PYTHON_MODULE, trimmedText, trimmedWasm} from '../../../web/build/pyodide.js';

const MANY = Array.from({length: 120}, (_, k) => `_f${k}`);
const PYODIDE = `var ${MANY.join()},_stdout,_PyX_$,wasmTable;function assignWasmExports(wasmExports){${MANY.map(
  (name) => `${name}=Module["${name}"]=wasmExports["${name.slice(1)}"];`,
).join(
  '',
)}_stdout=Module["_stdout"]=wasmExports["stdout"].value>>>0;wasmTable=wasmExports["table"];_PyX_$=Module["_PyX_$"]=wasmExports["PyX_$"]}function go(){_f3();eval("x");Module._f4()}`;

test('functions that no JavaScript names are neither declared nor taken', () => {
  const {text, used} = trimmedText(PYODIDE, ['module._f7(); module._PyX_$()']);
  assert.equal(
    text,
    'var _f3,_f4,_f7,_PyX_$,wasmTable;function assignWasmExports(wasmExports){_f3=Module["_f3"]=wasmExports["f3"];_f4=Module["_f4"]=wasmExports["f4"];_f7=Module["_f7"]=wasmExports["f7"];wasmTable=wasmExports["table"];_PyX_$=Module["_PyX_$"]=wasmExports["PyX_$"]}function go(){_f3();(0,eval)("x");Module._f4()}',
  );
  for (const name of ['_f3', '_f4', '_f7', '_PyX_$', 'table']) assert.ok(used.has(name), name);
  for (const name of ['_f0', '_f5', '_stdout']) assert.ok(!used.has(name), name);
});

test('exports that are not used go, and what only they reach; what a table or an import asks for stays', async () => {
  const wasm = binaryen.parseText(`(module
    (import "GOT.func" "asked" (global $got (mut i32)))
    (table (export "table") 1 funcref) (elem (i32.const 0) $inTable)
    (memory (export "memory") 1)
    (func $inTable (result i32) (i32.const 11))
    (func $deep (result i32) (i32.const 12))
    (func (export "used") (result i32) (call $deep))
    (func (export "asked") (result i32) (global.get $got))
    (func $only (result i32) (i32.const 14))
    (func (export "unused") (result i32) (call $only)))`);
  const bytes = await trimmedWasm(
    new Uint8Array(wasm.emitBinary()),
    new Set(['_used', 'memory', 'table']),
  );
  const exports = WebAssembly.Module.exports(await WebAssembly.compile(new Uint8Array(bytes)));
  assert.deepEqual(exports.map(({name}) => name).sort(), ['asked', 'memory', 'table', 'used']);
  const kept = binaryen.readBinary(bytes);
  assert.equal(kept.getNumFunctions(), 4); // inTable, deep, used, asked
});

test('a function that nothing calls is emptied, unless it is short or the table has it twice', async () => {
  const calls = (/** @type {string} */ name) => `(drop (call ${name}))`.repeat(20);
  const wasm = binaryen.parseText(`(module
    (table (export "table") 5 funcref) (elem (i32.const 1) $long $twice $short $twice)
    (func $onlyLong (result i32) (i32.const 11))
    (func $deep (result i32) (i32.const 12))
    (func $long (result i32) ${calls('$onlyLong')} (i32.const 13))
    (func $twice (result i32) ${calls('$deep')} (i32.const 14))
    (func $short (result i32) (call $deep)))`);
  const bytes = await trimmedWasm(new Uint8Array(wasm.emitBinary()), new Set(['table']), [1, 2, 3]);
  const {instance} = await WebAssembly.instantiate(new Uint8Array(bytes));
  const table = /** @type {WebAssembly.Table} */ (instance.exports.table);
  assert.throws(() => table.get(1)(), /unreachable/);
  assert.deepEqual([table.get(2)(), table.get(3)(), table.get(4)()], [14, 12, 14]);
  assert.equal(binaryen.readBinary(bytes).getNumFunctions(), 4); // deep, long, twice, short
});

test('what is shipped exports a few hundred names, and no eval of Pyodide’s sees local names', async () => {
  const wasm = readFileSync(new URL('../../../dist/lab/python/python.wasm', import.meta.url));
  const n = WebAssembly.Module.exports(await WebAssembly.compile(wasm)).length;
  assert.ok(n > 100 && n < 500, `python.wasm exports ${n} names`);
  assert.doesNotMatch(readFileSync(PYTHON_MODULE, 'utf8'), /[^,]\beval\(/);
});

test('a table is cleared where it is found once, and nothing else is', () => {
  const bytes = Uint8Array.of(1, 7, 8, 9, 2, 5, 6, 3, 5, 6);
  const n = clearTables(bytes, [Uint8Array.of(7, 8, 9), Uint8Array.of(5, 6), Uint8Array.of(4, 4)]);
  assert.equal(n, 3);
  assert.deepEqual([...bytes], [1, 0, 0, 0, 2, 5, 6, 3, 5, 6]);
});

test('what the build ships writes nothing to the console when Python ends', () => {
  const text = readFileSync(PYTHON_MODULE, 'utf8');
  assert.doesNotMatch(text, /Pyodide has suffered|err\(what\);ABORT/);
});
