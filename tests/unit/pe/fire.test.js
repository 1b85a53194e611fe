import assert from 'node:assert/strict';
import test from 'node:test';

import {methodBias, methodBiasBackward, methodInit, methodTensors} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const method = 'fire';

/** @param {number} value @returns {TensorLike} */
const one = (value) => ({data: [value], shape: [1]});

/**
 * @param {Core} each
 * @param {number} nHeads
 * @param {number} width
 * @param {{c?: number, l?: number}} [numbers]
 * @returns {Record<string, TensorLike>}
 */
const tensorsOf = (each, nHeads, width, {c = 0.7, l = 3.5} = {}) => ({
  'attn.fire_w1': randomTensor(each, 'w1', [width]),
  'attn.fire_b1': randomTensor(each, 'b1', [width]),
  'attn.fire_w2': randomTensor(each, 'w2', [nHeads, width]),
  'attn.fire_b2': randomTensor(each, 'b2', [nHeads]),
  'attn.fire_c': one(c),
  'attn.fire_L': one(l),
});

/** A network that hands its input on: the bias is x_ij itself. */
const READOUT = {
  'attn.fire_w1': one(1),
  'attn.fire_b1': one(0),
  'attn.fire_w2': {data: [1], shape: [1, 1]},
  'attn.fire_b2': one(0),
};

/**
 * x_ij, from the last query backwards as attention sees it.
 *
 * @param {{nQuery: number, nKey: number, c?: number, l?: number, firstPos?: number,
 *   causal?: boolean}} options
 */
function shares({c = 0.7, l = 3.5, ...options}) {
  const tensors = {...READOUT, 'attn.fire_c': one(c), 'attn.fire_L': one(l)};
  return methodBias(core, {method, nHeads: 1, width: 1, tensors, causal: false, ...options}).data;
}

/** @param {number} c @param {number} l @param {number} i @param {number} j */
const shareByFormula = (c, l, i, j) =>
  Math.log(Math.abs(c * (i - j)) + 1) /
  (Math.log(Math.abs(c * Math.max(i, Math.abs(l))) + 1) + 1e-6);

for (const [build, each] of cores) {
  test(`${build}: fire's bias is the network of its formula`, () => {
    for (const [nHeads, nQuery, nKey, width] of [
      [1, 1, 1, 1],
      [2, 6, 6, 8],
      [3, 2, 7, 5],
      [2, 7, 2, 33],
    ]) {
      const tensors = tensorsOf(each, nHeads, width);
      const [w1, b1, w2, b2] = Object.values(tensors).map(({data}) => data);
      const options = {method, nHeads, nQuery, nKey, width, tensors};
      const {data, shape} = methodBias(each, {...options, causal: false});
      assert.deepEqual(shape, [nHeads, nQuery, nKey]);
      const want = Array.from(data, (_, at) => {
        const [h, j] = [Math.floor(at / (nQuery * nKey)), at % nKey];
        const i = (Math.floor(at / nKey) % nQuery) + nKey - nQuery;
        const x = shareByFormula(Math.fround(0.7), 3.5, i, j);
        let sum = b2[h];
        for (let u = 0; u < width; u++) sum += w2[h * width + u] * Math.max(w1[u] * x + b1[u], 0);
        return sum;
      });
      assertClose(data, want, {atol: 1e-6, rtol: 1e-6}, `${nQuery} x ${nKey}`);
      const visible = methodBias(each, options).data;
      visible.forEach((value, at) => {
        const isHidden = at % nKey > (Math.floor(at / nKey) % nQuery) + nKey - nQuery;
        assert.equal(value, isHidden ? 0 : data[at], 'a causal layer leaves the future out');
      });
    }
  });

  test(`${build}: fire's gradients are those of differences, by c and L too`, () => {
    const [nHeads, width] = [2, 3];
    const dlogits = randomTensor(each, 'dlogits', [nHeads, 5, 6]);
    // L on a position, where what it gets is half; below 0; and past all positions
    for (const [c, l] of [
      [0.7, 3.5],
      [0.7, 4],
      [-0.4, -2.5],
      [0.1, 512],
    ]) {
      const tensors = tensorsOf(each, nHeads, width, {c, l});
      const shared = {method, width, causal: false};
      const {dtensors} = methodBiasBackward(each, {...shared, dlogits, tensors});
      assert.deepEqual(Object.keys(dtensors), Object.keys(tensors));
      for (const [name, tensor] of Object.entries(tensors)) {
        const loss = (/** @type {Tensor} */ moved) => {
          const sizes = {nHeads, nQuery: 5, nKey: 6};
          const changed = {...tensors, [name]: moved};
          return dot(methodBias(each, {...shared, ...sizes, tensors: changed}).data, dlogits.data);
        };
        const x = {data: Float32Array.from(tensor.data), shape: [...tensor.shape]};
        const want = numericalGradient(loss, x, 2 ** -9);
        assertClose(dtensors[name].data, want, {atol: 2e-3, rtol: 2e-3}, `${name}, L = ${l}`);
      }
    }
  });
}

test('fire reads shares: 0 at the query, and 1 at the first key once the query is past L', () => {
  const [nQuery, nKey] = [40, 40];
  const data = shares({nQuery, nKey, l: 8});
  for (let i = 0; i < nKey; i++) assert.equal(data[i * nKey + i], 0);
  for (let i = 1; i < nKey; i++) {
    const first = data[i * nKey];
    if (i >= 8) assert.ok(Math.abs(first - 1) < 1e-5, `${i}: ${first}`);
    else assert.ok(first < 0.99, `${i}: ${first}`);
  }
  // so that no text is so long that the network sees a number beyond those of training
  const long = shares({nQuery: 1, nKey: 100_000, l: 8});
  assert.ok(long.every((value) => value >= 0 && value <= 1));
});

test('below L fire knows distance alone, past it the position of the query too', () => {
  const row = (/** @type {number} */ nKey, /** @type {number} */ l) =>
    [...shares({nQuery: 1, nKey, l})].slice(-5);
  assert.deepEqual(row(12, 64), row(30, 64));
  assert.notDeepEqual(row(12, 8), row(30, 8));
});

test('a cache that dropped its first keys keeps fire’s numbers by firstPos', () => {
  const whole = shares({nQuery: 1, nKey: 30, l: 8});
  const rest = shares({nQuery: 1, nKey: 10, firstPos: 20, l: 8});
  assert.deepEqual(rest, whole.slice(20));
  assert.notDeepEqual(shares({nQuery: 1, nKey: 10, l: 8}), rest);
});

test('c of 0 tells no distance, and the sign of c and of L is nothing', () => {
  assert.ok(shares({nQuery: 4, nKey: 6, c: 0}).every((value) => value === 0));
  const plain = shares({nQuery: 4, nKey: 6});
  assert.deepEqual(shares({nQuery: 4, nKey: 6, c: -0.7}), plain);
  assert.deepEqual(shares({nQuery: 4, nKey: 6, l: -3.5}), plain);
});

test('numbers of fire that are not finite pass through', () => {
  const tensors = tensorsOf(core, 2, 3);
  const broken = {...tensors, 'attn.fire_b1': {data: [0, Number.NaN, 0], shape: [3]}};
  const options = {method, nHeads: 2, nQuery: 2, nKey: 3, width: 3, causal: false};
  const {data} = methodBias(core, {...options, tensors: broken});
  assert.ok(data.every(Number.isNaN));
});

test('fire learns six tensors in each layer, and starts inside the lengths of the page', () => {
  const options = {method, nHeads: 4, dHead: 8, width: 6};
  assert.deepEqual(
    methodTensors(core, options).map(({name, shape, perLayer}) => [name, shape, perLayer]),
    [
      ['attn.fire_w1', [6], true],
      ['attn.fire_b1', [6], true],
      ['attn.fire_w2', [4, 6], true],
      ['attn.fire_b2', [4], true],
      ['attn.fire_c', [1], true],
      ['attn.fire_L', [1], true],
    ],
  );
  const drawn = methodInit(core, {...options, seed: 3});
  assert.deepEqual([drawn['attn.fire_c'].data[0], drawn['attn.fire_L'].data[0]], [0.5, 8]);
});

test('what was in lent memory before fire does not show', () => {
  const tensors = tensorsOf(core, 2, 5);
  const dlogits = randomTensor(core, 'dlogits', [2, 3, 5]);
  const run = () => [
    methodBias(core, {method, nHeads: 2, nQuery: 3, nKey: 5, width: 5, tensors}),
    methodBiasBackward(core, {method, dlogits, width: 5, tensors}),
  ];
  const clean = run();
  core.scratch((mem) =>
    mem
      .f32(1 << 12)
      .view()
      .fill(7),
  );
  assert.deepEqual(run(), clean);
});
