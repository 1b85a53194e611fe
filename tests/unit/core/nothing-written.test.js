// The contract of src/base/status.h: on any status but STATUS_OK no output has been written. Every function
// of the headers that returns a Status is called with bad sizes, numbers and contents, and the memory that it
// could reach is compared with what it was. src/model has structs of its own and tests of its own.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';

import {Core} from '../../../web/core/core.js';
import {coreBytes} from '../../support/core.js';

const SRC = new URL('../../../src/', import.meta.url);
const FOLDERS = ['base', 'linalg', 'nn', 'pe', 'proj'];
const BUFFER_BYTES = 1 << 15;
const MAX_SIZE = 4; // a valid call stays inside its buffers

/** @typedef {{type: string, name: string}} Param */
/** @typedef {{name: string, params: Param[]}} Prototype */

/** @returns {Prototype[]} */
function prototypes() {
  return FOLDERS.flatMap((folder) => {
    const files = readdirSync(new URL(`${folder}/`, SRC)).filter((file) => file.endsWith('.h'));
    return files.flatMap((file) => {
      const text = readFileSync(new URL(`${folder}/${file}`, SRC), 'utf8');
      const shipped = text.replace(/#ifdef CORE_TESTING[\s\S]*?#endif/g, '');
      return [...shipped.matchAll(/^API Status (\w+)\(([^;]*?)\);/gm)].map(([, name, list]) => ({
        name,
        params: list.split(',').map((param) => {
          const [, type, own] = /^\s*(.*?[\s*])(\w+)\s*$/s.exec(param) ?? [];
          return {type: type.replaceAll(/\s+/g, ' ').trim(), name: own};
        }),
      }));
    });
  });
}

const instance = new WebAssembly.Instance(new WebAssembly.Module(coreBytes('test')));
const exports = /** @type {Record<string, Function>} */ (instance.exports);
const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
const core = new Core(instance);

const SIZES = [-(2 ** 31), -1, 0, 2 ** 29, 2 ** 31 - 1];
const int = fc.oneof(fc.integer({min: 1, max: MAX_SIZE}), fc.constantFrom(...SIZES));
const small = fc.integer({min: -1, max: MAX_SIZE}); // where any large number is right
const double = fc.constantFrom(0, -1, 0.5, 1, 2, 10000, 1e-200, 1e300, NaN, Infinity, -Infinity);
/** What a buffer holds: floats, doubles and integers that are right, wrong, or read as another type. */
const FILLS = [
  new Float32Array(BUFFER_BYTES / 4).fill(0.25),
  new Float64Array(BUFFER_BYTES / 8).fill(0.25),
  new Float32Array(BUFFER_BYTES / 4).fill(NaN),
  new Float64Array(BUFFER_BYTES / 8).fill(NaN),
  ...[1, -1, 0, -(2 ** 31)].map((value) => new Int32Array(BUFFER_BYTES / 4).fill(value)),
].map(({buffer}) => new Uint8Array(buffer));

/** @param {Param} param */
function argument({type, name}) {
  if (type.endsWith('*')) return fc.nat(FILLS.length - 1);
  if (type === 'double') return double;
  return /^(n_name|nName|inverse|causal|accumulate|firstPos|first_pos)$/.test(name) ? small : int;
}

/** Structs that are filled as any memory is: what they are refused for is tested elsewhere. */
const OPAQUE = new Set(['PeConfig', 'PeScaling', 'PeBuffers']);

/**
 * The struct that an argument points to, where its fields are to be chosen one by one.
 *
 * @param {Param} param
 */
function structOf({type}) {
  const name = /^const (\w+) \*$/.exec(type)?.[1] ?? '';
  const fields = OPAQUE.has(name) ? undefined : core.describe.structs[name]?.fields;
  return fields && {name, fields};
}

/**
 * The numbers that a call passes, from one value per argument and per field of a struct.
 *
 * @param {import('../../../web/core/core.js').Memory} mem
 * @param {Param[]} params
 * @param {number[]} values pointers are pointers
 */
function argumentsOf(mem, params, values) {
  const rest = values.values();
  const next = () => Number(rest.next().value);
  return params.map((param) => {
    const struct = structOf(param);
    if (!struct) return next();
    return mem.struct(struct.name, Object.fromEntries(struct.fields.map((f) => [f.name, next()])))
      .ptr;
  });
}

const all = prototypes();

test('the prototypes of the headers are found', () => {
  assert.ok(all.length > 60, `${all.length} prototypes`);
  for (const {name} of all) assert.equal(typeof exports[name], 'function', name);
});

for (const {name, params} of all) {
  test(`${name} writes nothing unless its status is OK`, () => {
    const mark = exports.wasm_arena_mark();
    const leaves = params.flatMap((param) => structOf(param)?.fields ?? [param]);
    const nBytes = leaves.length * BUFFER_BYTES;
    const block = exports.wasm_arena_alloc(nBytes) >>> 0;
    let nRefused = 0;
    const property = fc.property(fc.tuple(...leaves.map(argument)), (values) => {
      const filled = values.map((value, k) => {
        if (!leaves[k].type.endsWith('*')) return value;
        const at = block + k * BUFFER_BYTES;
        new Uint8Array(memory.buffer).set(FILLS[value], at);
        return at;
      });
      const before = Buffer.from(memory.buffer.slice(block, block + nBytes));
      const status = core.scratch((mem) => exports[name](...argumentsOf(mem, params, filled)));
      if (status === 0) return;
      nRefused++;
      const after = Buffer.from(memory.buffer, block, before.length);
      assert.equal(before.compare(after), 0, `${name}(${values.join(', ')})`);
    });
    fc.assert(property, {numRuns: 150, seed: 1});
    exports.wasm_arena_reset(mark);
    assert.ok(nRefused > 0, 'some calls were refused');
  });
}
