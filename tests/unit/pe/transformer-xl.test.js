import assert from 'node:assert/strict';
import test from 'node:test';

import {toeplitzSpread} from '../../../web/core/linalg.js';
import {
  methodBias,
  methodBiasBackward,
  methodInit,
  methodTensors,
  txlShift,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

const NAMES = /** @type {const} */ (['attn.txl_u', 'attn.txl_v', 'attn.txl_r']);

/** @typedef {[nHeads: number, nQuery: number, nKey: number, dHead: number, dModel: number]} Sizes */
/** @type {Sizes[]} */
const SHAPES = [
  [1, 1, 1, 1, 1],
  [2, 3, 5, 4, 8],
  [1, 5, 3, 2, 7], // the first queries come before the keys
  [3, 4, 4, 5, 6],
  [1, 1, 19, 17, 2],
];

/** @param {Core} each @param {Sizes} sizes */
function given(each, [nHeads, nQuery, nKey, dHead, dModel]) {
  return {
    method: 'transformer-xl',
    dModel,
    q: randomTensor(each, 'q', [nHeads, nQuery, dHead]),
    k: randomTensor(each, 'k', [nHeads, nKey, dHead]),
    tensors: {
      'attn.txl_u': randomTensor(each, 'u', [nHeads, dHead]),
      'attn.txl_v': randomTensor(each, 'v', [nHeads, dHead]),
      'attn.txl_r': randomTensor(each, 'r', [nHeads, dHead, dModel]),
    },
  };
}

/** One row again and again. @param {Tensor} x (1, n, d) */
const alike = (x) => mapTensor(x, (_, at) => x.data[at % x.shape[2]]);

/** @param {Tensor} x */
const none = (x) => mapTensor(x, () => 0);

for (const [build, each] of cores) {
  for (const sizes of SHAPES) {
    test(`${build}: transformer-xl's backward pass is its gradient, (${sizes})`, () => {
      const {q, k, tensors, ...rest} = given(each, sizes);
      const [nHeads, nQuery, nKey] = sizes;
      for (const causal of [false, true]) {
        const dlogits = mapTensor(randomTensor(each, 'd', [nHeads, nQuery, nKey]), (value, at) => {
          const [i, j] = [Math.floor(at / nKey) % nQuery, at % nKey];
          return causal && j > i + nKey - nQuery ? 0 : value;
        });
        const options = {...rest, causal, base: 100, scale: 0.375};
        const back = methodBiasBackward(each, {...options, dlogits, q, k, tensors});
        const loss = (/** @type {object} */ changed) =>
          dot(methodBias(each, {...options, q, k, tensors, ...changed}).data, dlogits.data);
        // linear in each number by itself, so that a wide step is exact but for rounding
        const agrees = (
          /** @type {string} */ name,
          /** @type {Tensor | undefined} */ got,
          /** @type {Tensor} */ x,
          /** @type {(x: Tensor) => object} */ change,
        ) => {
          const want = numericalGradient((moved) => loss(change(moved)), x, 0.5);
          assertClose(got?.data ?? [], want, {atol: 2e-5, rtol: 2e-5}, name);
        };
        agrees('dq', back.dq, q, (x) => ({q: x}));
        agrees('dk', back.dk, k, (x) => ({k: x}));
        for (const name of NAMES) {
          const change = (/** @type {Tensor} */ x) => ({tensors: {...tensors, [name]: x}});
          agrees(name, back.dtensors[name], tensors[name], change);
        }
      }
    });
  }

  test(`${build}: the published shift is right up to the diagonal, and picking everywhere`, () => {
    for (const [nQuery, nKey] of [
      [1, 1],
      [1, 6],
      [4, 4],
      [3, 8],
      [5, 2],
    ]) {
      const x = randomTensor(each, 'x', [nQuery, nQuery + nKey - 1]);
      const {sliced, picked, future} = txlShift(each, {x});
      const want = picked.data.map((_, at) => {
        const [i, j] = [Math.floor(at / nKey), at % nKey];
        const distance = i + nKey - nQuery - j;
        return x.data[i * x.shape[1] + nKey - 1 - distance];
      });
      assert.deepEqual(picked.data, want, `${nQuery} x ${nKey}`);
      sliced.data.forEach((value, at) => {
        const [i, j] = [Math.floor(at / nKey), at % nKey];
        assert.equal(future.data[at], Number(j > i + nKey - nQuery));
        if (future.data[at] === 0) assert.equal(value, picked.data[at], `${i}, ${j}`);
        else assert.notEqual(value, picked.data[at], `${i}, ${j}`);
      });
    }
  });
}

test('the steps of the shift, as published code takes them', () => {
  const row = (/** @type {number} */ i) =>
    [0, 1, 2, 3, -1, -2, -3].map((c) => (c < 0 ? c : 4 * i + c));
  const x = {data: [0, 1, 2, 3].flatMap(row), shape: [4, 7]};
  const {before, padded, reshaped, sliced} = txlShift(core, {x});
  assert.deepEqual(
    [...before.data],
    Array.from({length: 16}, (_, k) => k),
  );
  assert.deepEqual([...padded.data.slice(0, 10)], [0, 0, 1, 2, 3, 0, 4, 5, 6, 7]);
  assert.deepEqual(
    [padded.shape, reshaped.shape],
    [
      [4, 5],
      [5, 4],
    ],
  );
  assert.deepEqual(reshaped.data, padded.data);
  assert.deepEqual([...sliced.data], [3, 0, 4, 5, 6, 7, 0, 8, 9, 10, 11, 0, 12, 13, 14, 15]);
});

test('transformer-xl: with equal queries and no u the bias knows distance alone, on both sides', () => {
  const {q, k, tensors, ...rest} = given(core, [1, 9, 9, 4, 6]);
  const options = {...rest, q: alike(q), k, causal: false};
  const without = {...tensors, 'attn.txl_u': none(tensors['attn.txl_u'])};
  const bias = methodBias(core, {...options, tensors: without});
  const square = {data: bias.data, shape: [9, 9]};
  assert.ok(toeplitzSpread(core, {x: square}) < 1e-6);
  // every diagonal has a number of its own: no distance is lost or taken twice
  const diagonals = [
    ...square.data.slice(0, 9),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((i) => square.data[9 * i]),
  ];
  assert.equal(new Set(diagonals.map((value) => value.toFixed(4))).size, 17);
});

test('transformer-xl: cosines are alike on both sides of the diagonal, sines opposite', () => {
  const {q, k, tensors, ...rest} = given(core, [1, 7, 7, 3, 8]);
  for (const sign of [1, -1]) {
    const isRead = (/** @type {number} */ at) => (at % 8 < 4 ? sign === -1 : sign === 1);
    const options = {...rest, q: alike(q), k, causal: false};
    const bias = methodBias(core, {
      ...options,
      tensors: {
        ...tensors,
        'attn.txl_u': none(tensors['attn.txl_u']),
        'attn.txl_r': mapTensor(tensors['attn.txl_r'], (value, at) => (isRead(at) ? value : 0)),
      },
    });
    const mirrored = bias.data.map((_, at) => sign * bias.data[(at % 7) * 7 + Math.floor(at / 7)]);
    assertClose(bias.data, mirrored, {atol: 1e-6}, String(sign));
    assert.ok(Math.max(...bias.data.map(Math.abs)) > 0.02);
  }
});

test('transformer-xl: u alone weighs keys, the same for every query', () => {
  const {q, k, tensors, ...rest} = given(core, [2, 3, 5, 4, 6]);
  const only = {...tensors, 'attn.txl_r': none(tensors['attn.txl_r'])};
  const {data} = methodBias(core, {...rest, q, k, tensors: only, causal: false, scale: 1});
  data.forEach((value, at) => {
    const [h, j] = [Math.floor(at / 15), at % 5];
    const u = tensors['attn.txl_u'].data.slice(4 * h, 4 * h + 4);
    const want = u.reduce((sum, one, e) => sum + one * k.data[(h * 5 + j) * 4 + e], 0);
    assert.ok(Math.abs(value - want) < 1e-6);
  });
});

test('transformer-xl: memory is keys before the queries; the past is the same with and without it', () => {
  const {q, k, ...rest} = given(core, [1, 6, 6, 4, 8]);
  const whole = methodBias(core, {...rest, q, k}).data;
  const last = {data: q.data.slice(4 * 4), shape: [1, 2, 4]};
  assertClose(methodBias(core, {...rest, q: last, k}).data, whole.slice(24), {atol: 1e-6});
});

test('transformer-xl learns u, v and W in each layer, of the model’s width, and an odd one too', () => {
  const sizes = {method: 'transformer-xl', nHeads: 3, dHead: 4, dModel: 9};
  const list = methodTensors(core, sizes);
  assert.deepEqual(
    list.map(({name, shape, perLayer}) => [name, shape, perLayer]),
    [
      ['attn.txl_u', [3, 4], true],
      ['attn.txl_v', [3, 4], true],
      ['attn.txl_r', [3, 4, 9], true],
    ],
  );
  // the last column of an odd width is 0: what W has there changes nothing
  const {tensors, ...rest} = given(core, [1, 3, 4, 2, 5]);
  const changed = mapTensor(tensors['attn.txl_r'], (value, at) => (at % 5 === 4 ? 9 : value));
  const bias = methodBias(core, {...rest, tensors});
  assert.deepEqual(methodBias(core, {...rest, tensors: {...tensors, 'attn.txl_r': changed}}), bias);
  assert.ok(
    methodInit(core, {...sizes, seed: 1})['attn.txl_r'].data.every((x) => Math.abs(x) < 0.2),
  );
});

test('what was in lent memory before transformer-xl does not show', () => {
  const {q, k, tensors, ...rest} = given(core, [2, 4, 6, 3, 5]);
  const dlogits = randomTensor(core, 'd', [2, 4, 6]);
  const run = () => [
    methodBias(core, {...rest, q, k, tensors, causal: false}),
    methodBiasBackward(core, {...rest, q, k, tensors, dlogits, causal: false}),
    txlShift(core, {x: randomTensor(core, 'x', [3, 7])}),
  ];
  const clean = run();
  core.scratch((mem) =>
    mem
      .f32(1 << 13)
      .view()
      .fill(7),
  );
  assert.deepEqual(run(), clean);
});
