// One wrong argument at a time, of any kind: every wrapper either takes it, or refuses it in words that name an
// argument of the caller, show its value and say what was expected. The core is as usable as before.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';

import {loadCore} from '../../support/core.js';
import {WRAPPERS} from '../../support/wrappers.js';

const core = await loadCore();

/** Options that no example of the table gives. @type {Record<string, string[]>} */
const OPTIONAL = {
  alibiBias: ['slopes'],
  attention: ['causal'],
  copePositions: ['causal'],
  dropout: ['training'],
  faultRopeByHead: ['inverse'],
  faultRopeMixed: ['inverse'],
  methodBias: ['causal', 'q', 'k', 'tensors'],
  methodQk: ['causal'],
  miniBlock: ['causal', 'training'],
  mropeAxes: ['interleaved'],
  mropeTables: ['interleaved'],
  'ropeScaling, yarn': ['truncate'],
  ropeRotate: ['inverse'],
  selfAttention: ['causal', 'params'],
  shawKeys: ['causal'],
  shawValues: ['causal'],
  xposScale: ['divide'],
};

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 31) - 1, 1e-320, 1e300, NaN, Infinity];
const unconvertible = () => Object.create(null);
const ODD = [
  undefined,
  null,
  true,
  '',
  '3',
  'text',
  3n,
  Symbol('s'),
  unconvertible(),
  () => 1,
  {},
  new Date(0),
];

const scalar = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...ODD),
  fc.integer({min: -99, max: 99}),
  fc.double(),
);
const list = fc.oneof(
  fc.array(scalar, {maxLength: 6}),
  fc.array(fc.double(), {maxLength: 6}).map((values) => Float64Array.from(values)),
  fc.constant(new BigInt64Array(3)),
  fc.record({length: scalar}),
);
const anything = fc.oneof(
  scalar,
  list,
  fc.record({data: fc.oneof(list, scalar), shape: fc.oneof(list, scalar)}, {requiredKeys: []}),
  fc.object({maxDepth: 2}),
);

/** A tensor or list of the right form with one thing wrong. @param {any} good */
function spoiled(good) {
  const isTensor = good !== null && typeof good === 'object' && 'data' in good && 'shape' in good;
  const values = isTensor ? good.data : good;
  if (values === null || typeof values !== 'object' || !('length' in values)) return anything;
  const element = fc.tuple(fc.nat(Math.max(0, values.length - 1)), scalar).map(([at, value]) => {
    const data = Array.from(values);
    data[at] = value;
    return isTensor ? {data, shape: good.shape} : data;
  });
  if (!isTensor) return fc.oneof(anything, element);
  const size = fc.tuple(fc.nat(good.shape.length - 1), scalar).map(([at, value]) => {
    const shape = [...good.shape];
    shape[at] = value;
    return {data: values, shape};
  });
  return fc.oneof(anything, element, size);
}

/** Identifiers before "must", without indices and properties. @param {string} message */
function named(message) {
  // what settings of a method cannot do together is C's to say: the message lists them all
  const isTogether = message.startsWith('settings must ');
  const subject = isTogether ? message : message.slice(0, message.indexOf(' must '));
  return subject.match(/(?<![\w.[])[A-Za-z_]\w*/g) ?? [];
}

/**
 * @param {unknown} error
 * @param {Set<string>} args
 */
function assertOurs(error, args) {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  assert.ok(isOurs, `not a TypeError or RangeError of ours: ${String(error)}`);
  const {message} = error;
  assert.match(message, / must (.*, got .*|not be empty)\.$/s, message);
  assert.doesNotMatch(message, /\b(pe|nn|rng|linalg|proj|model|wasm)_\w+\(/, message);
  assert.ok(
    named(message).some((name) => args.has(name)),
    `names no argument of the caller (${[...args].join(', ')}): ${message}`,
  );
}

for (const [name, call, good, refusals] of WRAPPERS) {
  test(`${name} refuses any wrong argument by a name that the caller knows`, () => {
    const keys = Object.keys(refusals).map((key) => key.split('|')[0]);
    const args = new Set([...Object.keys(good), ...keys, ...(OPTIONAL[name] ?? [])]);
    const known = new Set([...args, ...Object.keys(refusals).flatMap((key) => key.split(/[|.]/))]);
    const before = call(core, good);
    const mark = core.number('wasm_arena_mark');
    for (const argument of args) {
      const property = fc.property(spoiled(good[argument]), (value) => {
        try {
          call(core, {...good, [argument]: value});
        } catch (error) {
          assertOurs(error, known);
        }
        assert.equal(core.number('wasm_arena_mark'), mark, 'memory is released');
      });
      fc.assert(property, {numRuns: 60, seed: 1, verbose: 0});
    }
    assert.deepEqual(call(core, good), before);
  });
}
