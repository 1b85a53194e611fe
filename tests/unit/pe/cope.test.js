import assert from 'node:assert/strict';
import test from 'node:test';

import {copePositions, methodBias, methodBiasBackward} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Numbers, Tensor, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];
const method = 'cope';

/**
 * @typedef {{q: TensorLike, k: TensorLike, causal?: boolean, keyPad?: Numbers, scale?: number}} Given
 */

/** @param {Core} each @param {number[]} shape */
const given = (each, [nHeads, nQuery, nKey, dHead]) => ({
  q: randomTensor(each, 'q', [nHeads, nQuery, dHead], 1.5),
  k: randomTensor(each, 'k', [nHeads, nKey, dHead], 1.5),
});

/**
 * Positions by the formula, gate by gate.
 *
 * @param {Given} options
 * @param {number} maxLen
 */
function byFormula({q, k, causal = true, keyPad, scale}, maxLen) {
  const [nHeads, nQuery, d] = q.shape;
  const nKey = k.shape[1];
  const positions = new Float64Array(nHeads * nQuery * nKey);
  for (let row = 0; row < nHeads * nQuery; row++) {
    let sum = 0;
    for (let j = nKey - 1; j >= 0; j--) {
      let logit = 0;
      const key = (Math.floor(row / nQuery) * nKey + j) * d;
      for (let e = 0; e < d; e++) logit += Number(q.data[row * d + e]) * Number(k.data[key + e]);
      const isHidden = (causal && j > (row % nQuery) + nKey - nQuery) || keyPad?.[j];
      if (!isHidden) sum += 1 / (1 + Math.exp(-logit * (scale ?? 1 / Math.sqrt(d))));
      positions[row * nKey + j] = Math.min(sum, maxLen - 1);
    }
  }
  return positions;
}

const SHAPES = [
  [1, 1, 1, 1],
  [2, 7, 7, 6],
  [3, 2, 6, 4],
  [2, 6, 2, 5],
  [1, 3, 40, 2],
];
const PAD = [0, 1, 0, 0, 1, 0];

for (const [build, each] of cores) {
  test(`${build}: cope's positions count the gates from the last key back`, () => {
    for (const shape of SHAPES) {
      for (const maxLen of [1, 2, 4, 64]) {
        for (const causal of [false, true]) {
          const options = {...given(each, shape), causal};
          const {data, shape: got} = copePositions(each, {...options, maxLen});
          assert.deepEqual(got, shape.slice(0, 3));
          assertClose(data, byFormula(options, maxLen), {atol: 2e-6}, `${shape}`);
        }
      }
    }
    const padded = {...given(each, SHAPES[2]), keyPad: PAD, scale: 1.25};
    assertClose(copePositions(each, padded).data, byFormula(padded, 128), {atol: 1e-6});
  });

  test(`${build}: cope's bias lies between the rows around each position`, () => {
    for (const shape of SHAPES) {
      const [, , nKey, dHead] = shape;
      const options = {...given(each, shape), causal: false};
      const {q} = options;
      for (const maxLen of [1, 3, 64]) {
        const table = randomTensor(each, 'emb', [maxLen, dHead]);
        const tensors = {'attn.cope_emb': table};
        const {data} = methodBias(each, {method, ...options, maxLen, tensors});
        const positions = byFormula(options, maxLen);
        const want = Array.from(data, (_, at) => {
          const row = Math.floor(at / nKey);
          const query = q.data.slice(row * dHead, (row + 1) * dHead);
          const of = (/** @type {number} */ r) =>
            dot(query, table.data.slice(r * dHead, (r + 1) * dHead));
          const below = Math.floor(positions[at]);
          const f = positions[at] - below;
          return (1 - f) * of(below) + f * of(Math.ceil(positions[at]));
        });
        assertClose(data, want, {atol: 1e-5}, `${shape}, ${maxLen}`);
      }
    }
  });

  test(`${build}: cope's gradients are those of differences, by q, k and the table`, () => {
    const options = {...given(each, [2, 4, 6, 3]), keyPad: PAD, maxLen: 4, scale: 0.75};
    const tensors = {'attn.cope_emb': randomTensor(each, 'emb', [4, 3])};
    const isHidden = (/** @type {number} */ at) =>
      PAD[at % 6] === 1 || at % 6 > (Math.floor(at / 6) % 4) + 2;
    const dlogits = mapTensor(randomTensor(each, 'd', [2, 4, 6]), (value, at) =>
      isHidden(at) ? 0 : value,
    );
    const back = methodBiasBackward(each, {method, ...options, dlogits, tensors});
    const loss = (/** @type {object} */ changed) =>
      dot(methodBias(each, {method, ...options, tensors, ...changed}).data, dlogits.data);
    /** @type {(got: Tensor | undefined, x: Tensor, change: (moved: Tensor) => object) => void} */
    const check = (got, x, change) => {
      const want = numericalGradient((moved) => loss(change(moved)), x, 2 ** -10);
      assertClose(/** @type {Tensor} */ (got).data, want, {atol: 4e-3, rtol: 4e-3});
    };
    const name = 'attn.cope_emb';
    check(back.dq, options.q, (q) => ({q}));
    check(back.dk, options.k, (k) => ({k}));
    check(back.dtensors[name], tensors[name], (emb) => ({tensors: {[name]: emb}}));
  });
}

test('with zero queries every gate is a half: positions are half the number of keys', () => {
  const q = {data: new Float32Array(12), shape: [1, 6, 2]};
  const k = randomTensor(core, 'k', [1, 6, 2]);
  const {data} = copePositions(core, {q, k});
  data.forEach((value, at) => {
    const n = Math.floor(at / 6) - (at % 6) + 1;
    assert.equal(value, n > 0 ? n / 2 : 0);
  });
});

test('open gates count keys as they are, closed gates nothing, whatever the distance', () => {
  const open = {data: [30], shape: [1, 1, 1]};
  const keys = (/** @type {number[]} */ list) => ({data: list, shape: [1, list.length, 1]});
  const positions = (/** @type {number[]} */ list) => [
    ...copePositions(core, {q: open, k: keys(list)}).data,
  ];
  assertClose(positions([30, 30, 30, 30]), [4, 3, 2, 1], {atol: 1e-6});
  // only the second and the last are worth counting: the first is one sentence back, not three
  assertClose(positions([-30, 30, -30, 30]), [2, 2, 1, 1], {atol: 1e-6});
  assertClose(positions([-30, -30]), [0, 0], {atol: 1e-6});
});

test('positions never fall towards the past, rise by less than one a key, and stop at the table', () => {
  const options = given(core, [3, 9, 9, 4]);
  const {data} = copePositions(core, {...options, maxLen: 4});
  for (let at = 0; at < data.length; at++) {
    assert.ok(data[at] >= 0 && data[at] <= 3);
    if (at % 9 === 8) continue;
    const rise = data[at] - data[at + 1];
    assert.ok(rise >= 0 && rise <= 1, `${at}: ${rise}`);
  }
  assert.ok(data.includes(3));
});

test('what a query cannot see does not move its positions, nor does a key that is padding', () => {
  const {q, k} = given(core, [1, 5, 5, 3]);
  const plain = copePositions(core, {q, k}).data;
  const other = mapTensor(k, (value, e) => (e >= 12 ? 5 - value : value)); // the last key
  const moved = copePositions(core, {q, k: other}).data;
  assert.deepEqual(moved.slice(0, 20), plain.slice(0, 20));
  assert.notDeepEqual(moved.slice(20), plain.slice(20));
  const keyPad = [0, 0, 0, 0, 1];
  const padded = (/** @type {Tensor} */ keys) => copePositions(core, {q, k: keys, keyPad}).data;
  assert.deepEqual(padded(other), padded(k));
  assert.deepEqual(copePositions(core, {q, k, keyPad: [1, 1, 1, 1, 1]}).data, new Float32Array(25));
});

test('what other methods add to the logits does not open cope’s gates, their scale does', () => {
  const options = given(core, [2, 4, 4, 3]);
  const tensors = {'attn.cope_emb': randomTensor(core, 'emb', [8, 3])};
  const bias = (/** @type {number} */ scale) =>
    methodBias(core, {method, ...options, maxLen: 8, tensors, scale}).data;
  assert.deepEqual(
    bias(1 / Math.sqrt(3)),
    methodBias(core, {method, ...options, maxLen: 8, tensors}).data,
  );
  assert.notDeepEqual(bias(1), bias(1 / Math.sqrt(3)));
});

test('what was in lent memory before cope does not show', () => {
  const options = given(core, [2, 4, 6, 3]);
  const tensors = {'attn.cope_emb': randomTensor(core, 'emb', [8, 3])};
  const dlogits = randomTensor(core, 'd', [2, 4, 6]);
  const run = () => [
    copePositions(core, options),
    methodBias(core, {method, ...options, maxLen: 8, tensors}),
    methodBiasBackward(core, {method, ...options, maxLen: 8, dlogits, tensors, causal: false}),
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
