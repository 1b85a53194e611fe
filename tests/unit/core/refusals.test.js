// What every wrapper says of a bad value: the argument, the value, and what was expected. Nothing is
// computed, the memory of the call is released, and the next call is right.
import assert from 'node:assert/strict';
import test from 'node:test';

import {Core} from '../../../web/core/core.js';
import {coreBytes, loadBothCores} from '../../support/core.js';
import {MODULES, WRAPPERS} from '../../support/wrappers.js';

/** Where the arena stands. @param {Core} core */
const mark = (core) => core.number('wasm_arena_mark');

/** @param {unknown} value */
function inWords(value) {
  if (typeof value === 'bigint') return `${value}n`;
  return JSON.stringify(value, (_, v) =>
    typeof v === 'number' && !Number.isFinite(v) ? String(v) : v,
  )?.slice(0, 60);
}

/**
 * A refusal names its argument first, then what was expected, then what it got.
 *
 * @param {unknown} error
 * @param {string} named
 */
function assertClear(error, named) {
  assert.ok(error instanceof Error);
  const message = `${error.name}: ${error.message}`;
  assert.match(error.name, /^(RangeError|TypeError)$/, message);
  assert.match(error.message, new RegExp(`^(${named})\\b.* must .*\\.$`), message);
  assert.match(error.message, /, got .*\.$|must not be empty/, message);
}

for (const [build, core] of await loadBothCores()) {
  for (const [name, call, good, refusals] of WRAPPERS) {
    test(`${name} names what it refuses, and is right after it (${build})`, () => {
      const before = call(core, good);
      const place = mark(core);
      for (const [key, values] of Object.entries(refusals)) {
        const [argument] = key.split('|');
        for (const value of values) {
          const label = `${argument} = ${inWords(value)}`;
          assert.throws(
            () => call(core, {...good, [argument]: value}),
            (error) => {
              assertClear(error, key.replace('.', '\\.'));
              return true;
            },
            label,
          );
          assert.equal(mark(core), place, `${label}: memory was not given back`);
        }
      }
      assert.deepEqual(call(core, good), before);
    });
  }
}

test('no wrapper keeps memory, however often it is called', () => {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(coreBytes('release')));
  const core = new Core(instance);
  const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  const round = () => WRAPPERS.forEach(([, call, good]) => void call(core, good));
  round(); // the first may grow it
  const [place, nBytes] = [mark(core), memory.buffer.byteLength];
  for (let k = 0; k < 40; k++) round();
  assert.equal(mark(core), place);
  assert.equal(memory.buffer.byteLength, nBytes);
});

test('every wrapper of web/core is in the table', () => {
  const known = new Set(WRAPPERS.map(([name]) => name));
  // what wrappers share, and the tables of methods
  const checks = [
    'completeSettings',
    'defaultOf',
    'findMethod',
    'isRotary',
    'methodFacts',
    'attentionInputs',
    'attentionLogits',
    'attentionMasks',
    'attentionSettings',
    'attentionValues',
    'requireAttention',
    'allocateSettings',
    'allocateStream',
    'allocateStreamStruct',
    'bindMethod',
    'requireKeyPad',
    'requireProbability',
    'requireSettings',
  ];
  for (const name of [...checks, 'methods', 'selfAttentionMethods', 'tasks']) known.add(name);
  const exported = MODULES.flatMap((module) => Object.keys(module));
  assert.deepEqual(
    exported.filter((name) => !known.has(name)),
    [],
  );
});
