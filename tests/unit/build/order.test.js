// The functions of a .wasm in another order: the same numbers, in fewer bytes of gzip.
import assert from 'node:assert/strict';
import test from 'node:test';
import {gzipSync} from 'node:zlib';

import {ordered, orderOf, smallest} from '../../../web/build/order.js';
import {coreBytes} from '../../support/core.js';

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(Buffer.from(text));

test('a function follows the one that it is most like, from the longest on', () => {
  const texts = [
    'tiny 12345',
    'the longest of all the four texts',
    'tiny 12346',
    'the longest of all',
  ];
  const order = orderOf(texts.map(bytesOf));
  assert.deepEqual(order.slice(0, 2), [1, 3]);
  assert.equal(Math.abs(order.indexOf(0) - order.indexOf(2)), 1);
  assert.deepEqual([...order].sort(), [0, 1, 2, 3]);
});

/** What has its length before it. @param {number[]} bytes */
const sized = (...bytes) => [bytes.length, ...bytes];

const CALL_9 = [0x10, 2];
const CALL_IN_TABLE = [0x41, 0, 0x11, 0, 0];
const DROP_16 = [0x41, 0x10, 0x1a]; // 0x10 is the opcode of a call too
const BLOCK = [0x02, 0x40, 0x0c, 0, 0x0b];

/**
 * Functions 0 -> 7, 1 "calls" -> call 2 + the table's first, which is 0, and 2 "nine" -> 9: the longest comes first.
 *
 * @param {number[]} end of the last function
 * @param {number[]} start a section
 */
const moduleOf = (end = [0x0b], start = []) =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, ...sized(1, 0x60, 0, 1, 0x7f)], // a type: () -> i32
    ...[3, ...sized(3, 0, 0, 0)],
    ...[4, ...sized(1, 0x70, 0, 1)], // a table of one function
    ...[7, ...sized(2, ...sized(...Buffer.from('calls')), 0, 1, ...sized(...Buffer.from('nine')), 0, 2)], // biome-ignore format: a section
    ...start,
    ...[9, ...sized(1, 0, 0x41, 0, 0x0b, 1, 0)],
    10,
    ...sized(
      3,
      ...sized(0, 0x41, 7, 0x0b),
      ...sized(0, ...CALL_9, ...CALL_IN_TABLE, 0x6a, 0x0b),
      ...sized(0, 0x41, 9, ...DROP_16, ...DROP_16, ...BLOCK, ...end),
    ),
  ]);
const MODULE = moduleOf();

test('calls, tables and exports follow their functions, and numbers that look like calls stay', () => {
  const moved = ordered(MODULE);
  assert.notDeepEqual(moved, MODULE);
  for (const bytes of [MODULE, moved]) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
    const {calls, nine} = /** @type {Record<string, () => number>} */ (instance.exports);
    assert.deepEqual([nine(), calls()], [9, 16]);
  }
});

test('an instruction, import or table that is not known is refused, and not guessed', () => {
  assert.throws(() => ordered(moduleOf([0xfe, 0x0b])), /does not know the instruction 0xfe/);
  assert.throws(() => ordered(moduleOf([0x0b], [8, ...sized(0)])), /no function that starts/);
});

test('the core that ships is ordered: once more gains nothing', () => {
  const core = coreBytes('release');
  const size = (/** @type {Uint8Array} */ bytes) => gzipSync(bytes, {level: 9}).length;
  assert.ok(size(smallest(core)) > 0.99 * size(core));
});
