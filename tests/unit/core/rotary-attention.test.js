import assert from 'node:assert/strict';
import test from 'node:test';

import {attention} from '../../../web/core/nn.js';
import {ropeRotate, ropeTables} from '../../../web/core/pe.js';
import {
  latentAttention,
  latentAttentionBackward,
  valueRopeAttention,
  valueRopeAttentionBackward,
} from '../../../web/core/rotary-attention.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const rope = {invFreq: [1, 0.3]};

/** @param {Core} core @param {number} nQuery @param {number} nKey @param {number} dValue */
const latentOf = (core, nQuery, nKey, dValue) => ({
  qNope: randomTensor(core, 'qn', [2, nQuery, 3]),
  qRope: randomTensor(core, 'qr', [2, nQuery, 4]),
  kNope: randomTensor(core, 'kn', [2, nKey, 3]),
  kRope: randomTensor(core, 'kr', [nKey, 4]),
  v: randomTensor(core, 'v', [2, nKey, dValue]),
});

/** @param {Core} core @param {number} nQuery @param {number} nKey */
const plainOf = (core, nQuery, nKey) => ({
  q: randomTensor(core, 'q', [2, nQuery, 6]),
  k: randomTensor(core, 'k', [2, nKey, 6]),
  v: randomTensor(core, 'v', [2, nKey, 6]),
});

/** Each gradient of `names` against central differences of sum(output dout). */
function checkGradients(
  /** @type {(changed: any) => {output: Tensor}} */ forward,
  /** @type {Record<string, any>} */ inputs,
  /** @type {Record<string, any>} */ gradients,
  /** @type {Tensor} */ dout,
) {
  for (const [name, x] of Object.entries(inputs)) {
    const want = numericalGradient((moved) => dot(forward({[name]: moved}).output.data, dout.data), x); // biome-ignore format: one thought
    const got = gradients[`d${name}`];
    assert.deepEqual(got.shape, x.shape, name);
    assertClose(got.data, want, {atol: 4e-4}, name);
  }
}

for (const [build, core] of await loadBothCores()) {
  test(`${build}: more frequencies than an odd width has pairs are refused, with the most there may be`, () => {
    const given = latentOf(core, 2, 2, 5);
    const {v} = given;
    const odd = {q: v, k: v, v, ropeValue: {invFreq: [1, 0.5, 0.25]}};
    assert.throws(
      () => valueRopeAttention(core, /** @type {any} */ (odd)),
      /at most half of the 5 elements, 2 numbers, got 3/,
    );
  });

  test(`${build}: latent attention adds the logits of both parts, and rotates one`, () => {
    for (const [nQuery, nKey, dValue] of [
      [3, 3, 2],
      [2, 5, 9],
    ]) {
      const given = latentOf(core, nQuery, nKey, dValue);
      const masks = {causal: true, firstPos: 11};
      const {logits, output} = latentAttention(core, {...given, rope, scale: 0.5, ...masks});
      const at = (/** @type {number} */ n, /** @type {number} */ first) =>
        ropeTables(core, {nPos: n, firstPos: first, ...rope});
      const q = ropeRotate(core, {x: given.qRope, ...at(nQuery, 11 + nKey - nQuery)});
      const one = ropeRotate(core, {x: {...given.kRope, shape: [1, nKey, 4]}, ...at(nKey, 11)});
      const k = {data: [...one.data, ...one.data], shape: [2, nKey, 4]};
      const [rotated, plain] = [
        attention(core, {q, k, v: k, scale: 0.5, causal: true}),
        attention(core, {q: given.qNope, k: given.kNope, v: given.kNope, scale: 0.5, causal: true}),
      ];
      const want = rotated.logits.data.map((value, e) => value + plain.logits.data[e]);
      assertClose(logits.data, want, {atol: 1e-6});
      assert.deepEqual(output.shape, [2, nQuery, dValue]);
    }
  });

  test(`${build}: gradients of latent attention are those of differences`, () => {
    for (const [nQuery, nKey, dValue, masks] of /** @type {[number, number, number, object][]} */ ([
      [4, 4, 2, {causal: true, layout: 'interleaved'}],
      [2, 5, 9, {causal: true, window: 3, keyPad: [0, 0, 0, 1, 0]}],
      [3, 2, 4, {causal: true, scale: 0.9}], // the first query sees no key
    ])) {
      const given = latentOf(core, nQuery, nKey, dValue);
      const dout = randomTensor(core, 'dout', [2, nQuery, dValue]);
      const stretched = {...rope, attentionFactor: 1.25};
      const options = {...given, rope: stretched, ...masks};
      const gradients = latentAttentionBackward(core, {...options, dout});
      const forward = (/** @type {object} */ changed) =>
        latentAttention(core, {...options, ...changed});
      const named = Object.fromEntries(
        Object.entries(gradients).map(([name, x]) => [
          `d${name[1].toLowerCase()}${name.slice(2)}`,
          x,
        ]),
      );
      checkGradients(forward, given, named, dout);
    }
  });

  test(`${build}: rotated values see the distance to their query alone`, () => {
    const given = plainOf(core, 4, 6);
    const options = {...given, rope, ropeValue: {invFreq: [0.7, 0.2, 0.1]}, causal: true};
    const {output, weights} = valueRopeAttention(core, options);
    const moved = valueRopeAttention(core, {...options, firstPos: 40});
    assertClose(moved.output.data, output.data, {atol: 2e-5});
    // o_i = sum of w_ij R_(j - i) v_j, query by query
    for (let i = 0; i < 4; i++) {
      const positions = Float64Array.from({length: 6}, (_, j) => j - (i + 2));
      const tables = ropeTables(core, {positions, ...options.ropeValue});
      const values = ropeRotate(core, {x: given.v, ...tables});
      for (let h = 0; h < 2; h++) {
        const row = weights.data.subarray((h * 4 + i) * 6, (h * 4 + i + 1) * 6);
        const want = Array.from({length: 6}, (_, c) =>
          row.reduce((sum, w, j) => sum + w * values.data[(h * 6 + j) * 6 + c], 0),
        );
        assertClose(output.data.subarray((h * 4 + i) * 6, (h * 4 + i + 1) * 6), want, {atol: 1e-6});
      }
    }
  });

  test(`${build}: the last elements rotate where that is said, and the first are as without`, () => {
    const given = plainOf(core, 3, 3);
    const ropeValue = {invFreq: [0.7]};
    const shared = {...given, ropeValue, causal: true};
    const plain = attention(core, {...given, causal: true}).output.data;
    const last = valueRopeAttention(core, {...shared, isLast: true}).output.data;
    const first = valueRopeAttention(core, shared).output.data;
    for (let at = 0; at < plain.length; at++) {
      const c = at % 6;
      if (c < 4) assert.equal(last[at], plain[at], 'elements 0 to 3');
      if (c > 1) assert.equal(first[at], plain[at], 'elements 2 to 5');
    }
    assert.notDeepEqual(last, plain);
    assert.notDeepEqual(first, plain);
  });

  test(`${build}: gradients of rotated values are those of differences`, () => {
    for (const [nQuery, nKey, changed] of /** @type {[number, number, object][]} */ ([
      [3, 3, {layout: 'interleaved'}],
      [2, 5, {isLast: true, window: 3, rope: undefined}],
      [3, 2, {scale: 0.9, firstPos: 7}],
    ])) {
      const given = plainOf(core, nQuery, nKey);
      const dout = randomTensor(core, 'dout', [2, nQuery, 6]);
      const options = {...given, rope, ropeValue: {invFreq: [0.7]}, causal: true, ...changed};
      const gradients = valueRopeAttentionBackward(core, {...options, dout});
      const forward = (/** @type {object} */ moved) =>
        valueRopeAttention(core, {...options, ...moved});
      checkGradients(forward, given, gradients, dout);
      // keys that are values too get both gradients
      const {v: _, ...keys} = given;
      const both = valueRopeAttentionBackward(core, {...options, v: undefined, dout});
      assert.equal(both.dv, undefined);
      checkGradients((moved) => forward({v: undefined, ...moved}), keys, both, dout);
    }
  });
}
