// What the page and its workers say to each other.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  failureOf,
  idleState,
  isActive,
  isOver,
  specKey,
  transferablesOf,
} from '../../../web/workers/protocol.js';
import {specOf} from '../../support/fake-workers.js';

/** @import {Condition} from '../../../web/workers/protocol.js' */

test('each condition is active, over, or neither', () => {
  const conditions = /** @type {Condition[]} */ (
    'idle waiting running paused done failed stopped'.split(' ')
  );
  const states = conditions.map((state) => ({...idleState(specOf(1)), state}));
  const named = (/** @type {(run: any) => boolean} */ is) =>
    states.filter(is).map(({state}) => state);
  assert.deepEqual(named(isActive), ['waiting', 'running']);
  assert.deepEqual(named(isOver), ['done', 'failed', 'stopped']);
});

test('specKey is equal for equal specs only, whatever the order of their fields', () => {
  const {seed, model, ...rest} = specOf(1, {
    model: {dModel: 8, methods: [{name: 'rope-half', base: 100}]},
  });
  const other = {model: {methods: [{base: 100, name: 'rope-half'}], dModel: 8}, seed, ...rest};
  assert.equal(specKey(other), specKey({seed, model, ...rest}));
  assert.notEqual(specKey(specOf(1)), specKey(specOf(2)));
  assert.notEqual(
    specKey(specOf(1, {model: {methods: ['alibi', 'rope-half']}})),
    specKey(specOf(1, {model: {methods: ['rope-half', 'alibi']}})),
    'the order of a list counts',
  );
  const map = (/** @type {number} */ value) => ({
    ...{kind: /** @type {const} */ ('tsne'), perplexity: 2, steps: 3, seed: 1},
    x: {data: Float32Array.of(1, value), shape: [2, 1]},
  });
  assert.equal(specKey(map(2)), specKey(map(2)));
  assert.notEqual(specKey(map(2)), specKey(map(3)));
});

test('transferablesOf lists each buffer once', () => {
  const a = new Float32Array(4);
  const b = new Float32Array(1);
  const tensors = {a: {data: a, shape: [4]}, half: {data: a.subarray(2), shape: [2]}, b: {data: b, shape: [1]}}; // biome-ignore format: one thought
  assert.deepEqual(transferablesOf(tensors), [a.buffer, b.buffer]);
});

test('failureOf keeps the name, the message and the step of an error, and the text of anything else', () => {
  assert.deepEqual(failureOf(new RangeError('too long')), {name: 'RangeError', message: 'too long'}); // biome-ignore format: one thought
  const error = Object.assign(new Error('not finite'), {step: 3});
  assert.deepEqual(failureOf(error), {name: 'Error', message: 'not finite', step: 3});
  assert.deepEqual(failureOf('stopped'), {message: 'stopped'});
});
