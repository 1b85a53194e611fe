import assert from 'node:assert/strict';
import test from 'node:test';

import {attention} from '../../../web/core/nn.js';
import {
  methodQk,
  methodQkBackward,
  ropeRotate,
  ropeTables,
  xposScale,
  xposScales,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

/** @param {number} pair @param {number} dim */
const zeta = (pair, dim) => (2 * pair + 0.4 * dim) / (1.4 * dim);

/** @param {Core} each @param {number[]} sizes */
const given = (each, [nHeads, nQuery, nKey, dHead]) => ({
  q: randomTensor(each, 'q', [nHeads, nQuery, dHead]),
  k: randomTensor(each, 'k', [nHeads, nKey, dHead]),
});

/** Logits without a scale. @param {Core} each @param {{q: Tensor, k: Tensor}} rotated */
const logitsOf = (each, {q, k}) => attention(each, {q, k, v: k, scale: 1}).logits.data;

/** @param {Tensor} x (nHeads, n, dHead) @param {number} n rows of each head, from the first on */
function firstRows({data, shape: [nHeads, all, dHead]}, n) {
  const kept = data.filter((_, at) => Math.floor(at / dHead) % all < n);
  return {data: kept, shape: [nHeads, n, dHead]};
}

/** @type {number[][]} */
const SHAPES = [
  [1, 1, 1, 2],
  [2, 3, 5, 6],
  [1, 5, 3, 4], // the first queries come before the keys
  [3, 7, 7, 10],
  [1, 1, 40, 8],
];

for (const [build, each] of cores) {
  test(`${build}: xpos's factors are powers of zeta, whatever the centre`, () => {
    for (const [dim, scaleBase, centre, firstPos] of [
      [2, 512, 0, 0],
      [8, 512, 3, 0],
      [6, 4, -7, 10],
      [10, 0.5, 2, 0],
      [4, 1e100, 1e6, -5],
      [64, 100, 2500.5, 2400],
    ]) {
      const {data, shape} = xposScales(each, {nPos: 9, dim, scaleBase, centre, firstPos});
      assert.deepEqual(shape, [9, dim / 2]);
      const want = data.map((_, at) => {
        const [r, pair] = [Math.floor(at / (dim / 2)), at % (dim / 2)];
        return zeta(pair, dim) ** ((firstPos + r - centre) / scaleBase);
      });
      assertClose(data, want, {rtol: 3e-7}, `${dim} ${scaleBase} ${centre}`);
    }
  });

  for (const sizes of SHAPES) {
    test(`${build}: xpos is interleaved RoPE and its factors, (${sizes})`, () => {
      const {q, k} = given(each, sizes);
      const [, nQuery, nKey, dHead] = sizes;
      for (const rotaryDim of [0, 2]) {
        const dim = rotaryDim || dHead;
        const settings = {base: 100, firstPos: 11};
        const got = methodQk(each, {method: 'xpos', q, k, rotaryDim, scaleBase: 9, ...settings});
        const rotated = methodQk(each, {method: 'rope-interleaved', q, k, rotaryDim, ...settings});
        // the centre is the position of key 0
        const scale = {rotaryDim: dim, scaleBase: 9};
        const wantQ = xposScale(each, {x: rotated.q, firstPos: nKey - nQuery, ...scale});
        assert.deepEqual(got.q, wantQ);
        assert.deepEqual(got.k, xposScale(each, {x: rotated.k, divide: true, ...scale}));
        const rest = (/** @type {Tensor} */ x) => x.data.filter((_, at) => at % dHead >= dim);
        assert.deepEqual(rest(got.q), rest(q));
      }
    });

    test(`${build}: xpos's backward pass is its transpose, (${sizes})`, () => {
      const {q, k} = given(each, sizes);
      const [dq, dk] = [q, k].map((x, at) => randomTensor(each, `d${at}`, [...x.shape]));
      const settings = {method: 'xpos', base: 100, scaleBase: 9};
      const forward = methodQk(each, {...settings, q, k});
      const back = methodQkBackward(each, {...settings, dq, dk});
      const close = {atol: 1e-4, rtol: 1e-5};
      assertClose([dot(back.dq.data, q.data)], [dot(dq.data, forward.q.data)], close);
      assertClose([dot(back.dk.data, k.data)], [dot(dk.data, forward.k.data)], close);
    });
  }
}

test('xpos: logits know the distance alone, and the centre not at all', () => {
  const [n, dim] = [12, 8];
  const row = randomTensor(core, 'row', [dim]).data;
  const same = {
    data: Float32Array.from({length: n * dim}, (_, at) => row[at % dim]),
    shape: [1, n, dim],
  };
  const logits = logitsOf(core, methodQk(core, {method: 'xpos', q: same, k: same, scaleBase: 10}));
  logits.forEach((value, at) => {
    const distance = Math.floor(at / n) - (at % n);
    const want = Array.from({length: dim / 2}, (_, pair) => {
      const length = row[2 * pair] ** 2 + row[2 * pair + 1] ** 2;
      const cosine = Math.cos(distance * 10000 ** ((-2 * pair) / dim));
      return length * cosine * zeta(pair, dim) ** (distance / 10);
    }).reduce((a, b) => a + b, 0);
    assertClose([value], [want], {atol: 1e-5, rtol: 1e-5}, `distance ${distance}`);
  });
  const tables = ropeTables(core, {nPos: n, dim});
  const rotated = ropeRotate(core, {x: same, ...tables, layout: 'interleaved'});
  for (const centre of [0, 6, -40, 100, 3.5]) {
    const moved = {scaleBase: 10, centre};
    const [q, k] = [false, true].map((divide) => xposScale(core, {x: rotated, divide, ...moved}));
    assertClose(logitsOf(core, {q, k}), logits, {atol: 1e-4, rtol: 1e-4}, `centre ${centre}`);
  }
});

test('xpos fades to the past and grows without bound to the future', () => {
  const scales = xposScales(core, {nPos: 4097, dim: 2}).data;
  assert.ok(Math.abs(scales[512] - 0.286) < 5e-4);
  assert.ok(Math.abs(scales[4096] - 4.4e-5) < 5e-7);
  assert.ok(Math.abs(1 / scales[4096] - 2.2e4) < 600);
});

test('a key of xpos stays as it is while the text grows, so that a cache may keep it', () => {
  const {q, k} = given(core, [2, 9, 9, 6]);
  const settings = {method: 'xpos', scaleBase: 20};
  const whole = methodQk(core, {...settings, q, k});
  for (const n of [1, 4, 8]) {
    const part = methodQk(core, {...settings, q: firstRows(q, n), k: firstRows(k, n)});
    assert.deepEqual(part.k, firstRows(whole.k, n));
    assert.deepEqual(part.q, firstRows(whole.q, n));
  }
});

test('xpos refuses more positions than float32 can scale, by name, and does not overflow before', () => {
  const long = (/** @type {number} */ n) => ({
    q: mapTensor(randomTensor(core, 'q', [1, 1, 2]), () => 1),
    k: mapTensor(randomTensor(core, 'k', [1, n, 2]), () => 1),
  });
  const settings = {method: 'xpos', scaleBase: 4};
  const most = Math.floor((80 / Math.log(3.5)) * 4) + 1; // 63.86 times scaleBase, and position 0
  const {q, k} = methodQk(core, {...settings, ...long(most)});
  assert.ok([...q.data, ...k.data].every((value) => Number.isFinite(value) && value !== 0));
  assert.throws(() => methodQk(core, {...settings, ...long(most + 1)}));
  const scales = {nPos: most, dim: 2, scaleBase: 4};
  assert.doesNotThrow(() => xposScales(core, scales));
  assert.throws(() => xposScales(core, {...scales, nPos: most + 1}), {message: /^scaleBase must/});
});
