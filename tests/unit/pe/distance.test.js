import assert from 'node:assert/strict';
import test from 'node:test';

import {attention} from '../../../web/core/nn.js';
import {distanceLogits, distanceMatrix, methodQk, ropeFrequencies} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core} from '../../../web/core/core.js' */

/** One row of distances of a rule. @param {Core} core @param {any} rule @param {number} i @param {number} n */
const rowOf = (core, rule, i, n) => [
  ...distanceMatrix(core, {...rule, nQuery: n, nKey: n}).data.slice(i * n, (i + 1) * n),
];

for (const [build, core] of await loadBothCores()) {
  test(`${build}: rules change far distances alone, and never those that training had`, () => {
    assert.deepEqual(rowOf(core, {rule: 'plain'}, 4, 6), [4, 3, 2, 1, 0, 0]);
    assert.deepEqual(rowOf(core, {rule: 'rerope', window: 3}, 6, 7), [3, 3, 3, 3, 2, 1, 0]);
    const leaky = {rule: 'leaky-rerope', window: 2, factor: 4};
    assert.deepEqual(rowOf(core, leaky, 6, 7), [3, 2.75, 2.5, 2.25, 2, 1, 0]);
    // floor(7 / 3) = 2, and positions 0 0 0 1 1 1 2 2: 2 - floor(j / 3) + 4 - floor(4 / 3)
    const grouped = {rule: 'self-extend', window: 4, group: 3};
    assert.deepEqual(rowOf(core, grouped, 7, 8), [5, 5, 5, 4, 4 - 1, 2, 1, 0]);
    const exact = rowOf(core, {...grouped, isExact: true}, 7, 8);
    assertClose(exact, [5, 5, 5, 4, 3, 2, 1, 0].map((d) => (d > 3 ? d - 1 / 3 : d)), {rtol: 1e-15}); // biome-ignore format: one thought
  });

  test(`${build}: sizes that are none are refused by name`, () => {
    const of = (/** @type {any} */ sizes) => () => distanceMatrix(core, {rule: 'plain', ...sizes});
    for (const nQuery of [0, -1, 1.5, Number.NaN, undefined])
      assert.throws(of({nQuery, nKey: 3}), /nQuery must be/);
    assert.throws(of({nQuery: 2, nKey: '3'}), /nKey must be/);
    assert.throws(of({nQuery: 2 ** 20, nKey: 2 ** 20}), RangeError);
  });

  test(`${build}: dual chunks count within a chunk, to the chunk before, and to all others`, () => {
    // s = 4: query 9 is at place 1 of chunk 2; chunk 1 is the one before, at min(1 + 4, 6) - place
    const rule = {rule: 'dca', chunk: 6, local: 2};
    assert.deepEqual(rowOf(core, rule, 9, 10), [6, 5, 4, 3, 5, 4, 3, 2, 1, 0]);
    // place 3: min(3 + 4, 6) = 6 is capped, and so is 2 s - 1 = 7
    assert.deepEqual(rowOf(core, rule, 11, 12), [6, 5, 4, 3, 6, 5, 4, 3, 3, 2, 1, 0]);
    const loose = {rule: 'dca', chunk: 6, local: 0}; // s = 6: nothing is capped but the far ones
    assert.deepEqual(rowOf(core, loose, 6, 7), [6, 5, 4, 3, 2, 1, 0]);
    // s = 3, no cap: chunks further back are at 2 s - 1 = 5, the one before at 0 + 3
    const short = {rule: 'dca', chunk: 10, local: 7};
    assert.deepEqual(rowOf(core, short, 6, 7), [5, 4, 3, 3, 2, 1, 0]);
    const all = distanceMatrix(core, {rule: 'dca', chunk: 6, local: 2, nQuery: 40, nKey: 40}).data;
    assert.ok(Math.max(...all) <= 6 && Math.min(...all) >= 0);
  });

  test(`${build}: queries of a cache have the last rows of the whole matrix`, () => {
    for (const rule of [
      {rule: 'plain'},
      {rule: 'self-extend', window: 4, group: 3},
      {rule: 'dca', chunk: 5, local: 1},
    ]) {
      const all = distanceMatrix(core, /** @type {any} */ ({...rule, nQuery: 12, nKey: 12}));
      const last = distanceMatrix(core, /** @type {any} */ ({...rule, nQuery: 3, nKey: 12}));
      assert.deepEqual(last.data, all.data.slice(9 * 12));
    }
    const before = distanceMatrix(core, {rule: 'plain', nQuery: 4, nKey: 2}).data;
    assert.deepEqual(
      [...before],
      [0, 0, 0, 0, 0, 0, 1, 0],
      'queries before the first key see none',
    );
  });

  test(`${build}: at plain distances the logits are those of rotated queries and keys`, () => {
    for (const layout of /** @type {const} */ (['half', 'interleaved'])) {
      for (const [nQuery, nKey, dHead, rotaryDim] of [
        [5, 5, 8, 8],
        [2, 7, 6, 4], // elements 4 and 5 are not rotated
        [1, 1, 2, 2],
      ]) {
        const q = randomTensor(core, 'q', [2, nQuery, dHead]);
        const k = randomTensor(core, 'k', [2, nKey, dHead]);
        const rotated = methodQk(core, {method: `rope-${layout}`, q, k, rotaryDim, base: 100});
        const want = attention(core, {...rotated, v: k, scale: 0.3, causal: true}).logits;
        const distance = distanceMatrix(core, {rule: 'plain', nQuery, nKey});
        const {data: invFreq} = ropeFrequencies(core, {dim: rotaryDim, base: 100});
        const bias = distanceLogits(core, {q, k, distance, invFreq, scale: 0.3, layout});
        const got = attention(core, {q, k, v: k, bias, scale: 0, causal: true}).logits;
        assertClose(got.data, want.data, {atol: 1e-6}, `${layout} ${nQuery} ${nKey} ${dHead}`);
      }
    }
  });

  test(`${build}: logits are refused where the distances are not one for each query and key`, () => {
    const [q, k] = ['q', 'k'].map((name) => randomTensor(core, name, [2, 3, 4]));
    const invFreq = new Float64Array([1, 0.5]);
    for (const shape of [[3], [3, 2], [2, 3, 3]]) {
      const distance = {shape, data: new Float64Array(shape.reduce((a, b) => a * b))};
      assert.throws(
        () => distanceLogits(core, {q, k, distance, invFreq}),
        /^(Range|Type)Error: distance must /,
      );
    }
  });
}
