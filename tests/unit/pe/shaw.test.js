import assert from 'node:assert/strict';
import test from 'node:test';

import {toeplitzSpread} from '../../../web/core/linalg.js';
import {
  relativeMatrix,
  shawKeys,
  shawKeysBackward,
  shawValues,
  shawValuesBackward,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

/** @type {[nHeads: number, nQuery: number, nKey: number, dHead: number, clip: number][]} */
const SHAPES = [
  [1, 1, 1, 1, 0],
  [2, 3, 5, 4, 0],
  [2, 5, 3, 7, 1],
  [3, 6, 6, 5, 2],
  [1, 4, 4, 8, 9], // no offset is clipped
  [2, 17, 19, 3, 6],
  [1, 40, 41, 2, 35], // more rows and offsets than a tile
  [1, 2, 90, 67, 20], // wider heads than a tile
  [1, 3, 5, 130, 3], // ... than two
  [2, 2, 4, 200, 1], // ... than three
  [33, 1, 4, 6, 2],
  [1, 9, 2, 3, 8], // offsets past the keys' number
];

/**
 * The four terms by their formulas, in double.
 *
 * @param {Core} each
 * @param {{q: TensorLike, pairs: TensorLike, table: TensorLike, nKey: number, scale: number}} given
 *   q stands for the gradient by the output too, pairs for dlogits and for weights
 */
function byFormula(each, {q, pairs, table, nKey, scale}) {
  const [nHeads, nQuery, d] = q.shape;
  const clip = (table.shape[0] - 1) / 2;
  const relative = relativeMatrix(each, {nQuery, nKey, clip}).data;
  const keys = new Float64Array(pairs.data.length);
  const sums = new Float64Array(q.data.length);
  const dtable = new Float64Array(table.data.length);
  for (let row = 0; row < nHeads * nQuery; row++) {
    for (let j = 0; j < nKey; j++) {
      const at = row * nKey + j;
      const r = relative[(row % nQuery) * nKey + j] + clip;
      for (let e = 0; e < d; e++) {
        keys[at] += scale * q.data[row * d + e] * table.data[r * d + e];
        sums[row * d + e] += scale * pairs.data[at] * table.data[r * d + e];
        dtable[r * d + e] += scale * pairs.data[at] * q.data[row * d + e];
      }
    }
  }
  return {keys, sums, dtable};
}

/** @param {Core} each @param {number[]} shape */
function given(each, [nHeads, nQuery, nKey, dHead, clip]) {
  return {
    q: randomTensor(each, 'q', [nHeads, nQuery, dHead]),
    pairs: randomTensor(each, 'pairs', [nHeads, nQuery, nKey]),
    table: randomTensor(each, 'table', [2 * clip + 1, dHead]),
    nKey,
  };
}

/** Zeros where a key comes after its query. @param {Tensor} pairs @returns {Tensor} */
function hideFuture({data, shape}) {
  const [, nQuery, nKey] = shape;
  const isHidden = (/** @type {number} */ at) =>
    at % nKey > (Math.floor(at / nKey) % nQuery) + nKey - nQuery;
  return {data: data.map((value, at) => (isHidden(at) ? 0 : value)), shape};
}

for (const [build, each] of cores) {
  for (const shape of SHAPES) {
    const close = {atol: 2e-5, rtol: 1e-5};

    test(`${build}: shaw's terms and their gradients follow the formula, (${shape})`, () => {
      const {q, pairs, table, nKey} = given(each, shape);
      const scale = 0.375;
      const want = byFormula(each, {q, pairs, table, nKey, scale});
      assertClose(shawKeys(each, {q, table, nKey, scale}).data, want.keys, close);
      const back = shawKeysBackward(each, {dlogits: pairs, q, table, scale});
      assertClose(back.dq.data, want.sums, close);
      assertClose(back.dtable.data, want.dtable, close);
      assert.deepEqual([back.dq.shape, back.dtable.shape], [q.shape, table.shape]);

      const once = byFormula(each, {q, pairs, table, nKey, scale: 1});
      const values = shawValues(each, {weights: pairs, table});
      assertClose(values.data, once.sums, close);
      assert.deepEqual(values.shape, q.shape);
      const through = shawValuesBackward(each, {dout: q, weights: pairs, table});
      assertClose(through.dweights.data, once.keys, close);
      assertClose(through.dtable.data, once.dtable, close);
      assert.deepEqual([through.dweights.shape, through.dtable.shape], [pairs.shape, table.shape]);
    });

    test(`${build}: a causal layer has the same of all that it sees, (${shape})`, () => {
      const {q, pairs, table, nKey} = given(each, shape);
      const visible = hideFuture(pairs);
      /** @type {(run: (causal: boolean) => Tensor[]) => void} */
      const agree = (run) => {
        const [left, all] = [run(true), run(false)];
        for (const [k, {data}] of all.entries()) assertClose(left[k].data, data, {atol: 1e-6});
      };
      agree((causal) => [hideFuture(shawKeys(each, {q, table, nKey, causal}))]);
      agree((causal) => [shawValues(each, {weights: visible, table, causal})]);
      agree((causal) =>
        Object.values(shawKeysBackward(each, {dlogits: visible, q, table, causal})),
      );
      agree((causal) => {
        const back = shawValuesBackward(each, {dout: q, weights: visible, table, causal});
        return [hideFuture(back.dweights), back.dtable];
      });
    });
  }
}

test('shaw keys scale by 1 / sqrt(dHead) unless a scale is given, as attention does', () => {
  const {q, table, nKey} = given(core, [2, 3, 4, 16, 2]);
  const plain = shawKeys(core, {q, table, nKey});
  assert.deepEqual(plain, shawKeys(core, {q, table, nKey, scale: 0.25}));
  assert.notDeepEqual(plain, shawKeys(core, {q, table, nKey, scale: 1}));
});

test('equal queries see offsets alone, and beyond the clip all are the same', () => {
  const table = randomTensor(core, 'table', [7, 5]);
  const row = randomTensor(core, 'row', [5]).data;
  const q = {data: Array.from({length: 60}, (_, k) => row[k % 5]), shape: [1, 12, 5]};
  const logits = shawKeys(core, {q, table, nKey: 12});
  assert.equal(toeplitzSpread(core, {x: {data: logits.data, shape: [12, 12]}}), 0);
  const first = logits.data.slice(0, 12);
  for (let j = 4; j < 12; j++) assert.equal(first[j], first[3]);
  for (let j = 1; j < 4; j++) assert.notEqual(first[j], first[j - 1]);
});

test('a weight of one reads the vector of its offset, negative to the past', () => {
  const table = randomTensor(core, 'table', [5, 3]);
  for (let j = 0; j < 6; j++) {
    const weights = {data: Array.from({length: 6}, (_, k) => Number(k === j)), shape: [1, 1, 6]};
    // the query is at the position of key 5
    const r = Math.max(j - 5, -2) + 2;
    const got = shawValues(core, {weights, table}).data;
    assert.deepEqual(got, table.data.slice(3 * r, 3 * r + 3), `key ${j}`);
  }
});

test('what was in lent memory before shaw’s terms does not show', () => {
  const {q, pairs, table, nKey} = given(core, [2, 4, 5, 6, 2]);
  const run = () => [
    shawKeys(core, {q, table, nKey}),
    shawValues(core, {weights: pairs, table}),
    shawKeysBackward(core, {dlogits: pairs, q, table}),
    shawValuesBackward(core, {dout: q, weights: pairs, table}),
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
