import assert from 'node:assert/strict';
import test from 'node:test';

import {toeplitzSpread} from '../../../web/core/linalg.js';
import {t5Bias, t5BiasBackward, t5Buckets} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {T5Rule} from '../../../web/core/pe/t5.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

/** Offsets from -n to n. @param {number} n */
const offsets = (n) => Array.from({length: 2 * n + 1}, (_, k) => k - n);

/**
 * The bucket of a distance as the paper's formula has it, in whole numbers of any size.
 *
 * @param {number} distance
 * @param {number} n buckets of one direction
 * @param {number} maxDistance
 */
function exactBucket(distance, n, maxDistance) {
  const e = Math.floor(n / 2);
  if (n === 1) return 0;
  if (distance < e) return distance;
  const power = (/** @type {number} */ base, /** @type {number} */ k) => BigInt(base) ** BigInt(k);
  const left = power(distance, n - e);
  let step = 0;
  while (step < n - e - 1 && left >= power(maxDistance, step + 1) * power(e, n - e - step - 1)) {
    step++;
  }
  return e + step;
}

/** @type {[nBuckets: number, maxDistance: number][]} */
const RULES = [
  [32, 128],
  [18, 128],
  [48, 81],
  [64, 1024],
  [8, 20],
  [7, 25], // e = 3 and 3^2 < 25: no power meets it
  [12, 7], // one distance above those with a bucket of their own
  [3, 2],
  [2, 2],
  [20, 59049], // powers of 3 and 9 meet buckets
];

for (const [build, each] of cores) {
  test(`${build}: t5 buckets are those of whole numbers, where logarithms meet them too`, () => {
    for (const [nBuckets, maxDistance] of RULES) {
      const n = Math.min(2 * maxDistance, 700);
      const rule = {nBuckets, maxDistance};
      const causal = t5Buckets(each, {relative: offsets(n), causal: true, ...rule}).data;
      const both = t5Buckets(each, {relative: offsets(n), ...rule}).data;
      const half = Math.floor(nBuckets / 2);
      offsets(n).forEach((relative, k) => {
        const label = `${nBuckets}, ${maxDistance}: ${relative}`;
        const distance = Math.abs(relative);
        const past = relative > 0 ? 0 : exactBucket(distance, nBuckets, maxDistance);
        assert.equal(causal[k], past, `causal ${label}`);
        const side = exactBucket(distance, half, maxDistance) + (relative > 0 ? half : 0);
        assert.equal(both[k], side, label);
      });
    }
  });

  test(`${build}: t5 buckets hold at the largest numbers of them and of distances`, () => {
    const rule = {nBuckets: 1024, maxDistance: 2 ** 27, causal: true};
    // 512 * 2^(18 k / 512): whole where 256 divides 9 k
    const meets = [512 * 2 ** 9, 2 ** 27 - 1, 2 ** 27, 2 ** 31 - 1];
    const distances = meets.flatMap((d) => (d < 2 ** 31 - 1 ? [d - 1, d, d + 1] : [d]));
    const relative = distances.map((d) => -d);
    const {data} = t5Buckets(each, {relative, ...rule});
    assert.deepEqual(
      [...data],
      distances.map((d) => Math.min(exactBucket(d, 1024, 2 ** 27), 1023)),
    );
    assert.deepEqual([data[0], data[1]], [767, 768]);
  });

  test(`${build}: t5 bias is the table at the bucket of each offset, at every tail`, () => {
    const maxDistance = 9;
    for (const [nHeads, nBuckets] of [
      [1, 8],
      [3, 5],
    ]) {
      const table = randomTensor(each, 'table', [nBuckets, nHeads]);
      for (let nKey = 1; nKey <= 19; nKey++) {
        for (const nQuery of [1, nKey, 5]) {
          for (const causal of [false, true]) {
            const rule = {causal, maxDistance};
            const {data, shape} = t5Bias(each, {table, nQuery, nKey, ...rule});
            assert.deepEqual(shape, [nHeads, nQuery, nKey]);
            const want = data.map((_, at) => {
              const [i, j] = [Math.floor(at / nKey) % nQuery, at % nKey];
              const relative = [j - i - nKey + nQuery];
              const [bucket] = t5Buckets(each, {relative, nBuckets, ...rule}).data;
              return table.data[bucket * nHeads + Math.floor(at / (nQuery * nKey))];
            });
            assert.deepEqual(data, want, `${nQuery} x ${nKey}`);
          }
        }
      }
    }
  });

  test(`${build}: t5's backward pass sums the gradients of a bucket, however long the sequence`, () => {
    for (const [nQuery, nKey] of [
      [1, 1],
      [3, 7],
      [7, 3],
      [13, 13],
      [2, 521],
      [521, 2],
    ]) {
      /** @type {T5Rule} */
      const rule = {causal: nKey % 2 === 0, nBuckets: 10, maxDistance: 300};
      const dlogits = randomTensor(each, 'dlogits', [2, nQuery, nKey]);
      const got = t5BiasBackward(each, {dlogits, ...rule});
      assert.deepEqual(got.shape, [10, 2]);
      const want = new Float64Array(20);
      const relative = Array.from({length: nQuery * nKey}, (_, at) => {
        return (at % nKey) - Math.floor(at / nKey) - nKey + nQuery;
      });
      const buckets = t5Buckets(each, {relative, ...rule}).data;
      dlogits.data.forEach((value, at) => {
        want[2 * buckets[at % buckets.length] + Math.floor(at / buckets.length)] += value;
      });
      assertClose(got.data, want, {atol: 1e-5}, `${nQuery} x ${nKey}`);
    }
  });
}

test('t5 buckets never fall as the distance grows, and past maxDistance there is one', () => {
  for (let nBuckets = 1; nBuckets <= 40; nBuckets++) {
    for (const maxDistance of [21, 22, 100, 128]) {
      const relative = Array.from({length: 300}, (_, d) => -d);
      const {data} = t5Buckets(core, {relative, causal: true, nBuckets, maxDistance});
      for (let d = 1; d < 300; d++) assert.ok(data[d] >= data[d - 1], `${nBuckets}: ${d}`);
      for (let d = 0; d < Math.floor(nBuckets / 2); d++) assert.equal(data[d], d);
      for (let d = maxDistance; d < 300; d++) assert.equal(data[d], nBuckets - 1);
    }
  }
});

test('t5 gives past and future buckets of their own, alike in size, and a causal model no future', () => {
  const relative = offsets(200);
  const both = t5Buckets(core, {relative}).data;
  for (let d = 1; d <= 200; d++) assert.equal(both[200 + d], both[200 - d] + 16);
  const causal = t5Buckets(core, {relative, causal: true}).data;
  for (let d = 0; d <= 200; d++) assert.equal(causal[200 + d], 0);
  // a distance has twice the buckets where there is no future
  assert.equal(causal[0], 31);
  assert.equal(both[0], 15);
});

test('t5 bias knows distance alone: it is Toeplitz, and the same wherever the window stands', () => {
  const table = randomTensor(core, 'table', [32, 4]);
  const square = t5Bias(core, {table, nQuery: 40, nKey: 40});
  const last = t5Bias(core, {table, nQuery: 7, nKey: 40}).data;
  for (let h = 0; h < 4; h++) {
    const head = {data: square.data.slice(h * 1600, (h + 1) * 1600), shape: [40, 40]};
    assert.equal(toeplitzSpread(core, {x: head}), 0);
    const rows = head.data.slice(33 * 40);
    assert.deepEqual(last.slice(h * 280, (h + 1) * 280), rows);
  }
});

test('t5 tensors keep their shape, and what was in lent memory before does not show', () => {
  const relative = {data: [-1, 0, 1, 2, 3, 4], shape: [2, 3]};
  assert.deepEqual(t5Buckets(core, {relative}).shape, [2, 3]);
  const run = () => [
    t5Bias(core, {table: randomTensor(core, 't', [8, 2]), nQuery: 3, nKey: 5}),
    t5BiasBackward(core, {dlogits: randomTensor(core, 'd', [2, 3, 5])}),
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

test('the offset whose negative is no int32 is refused before anything is written', () => {
  core.scratch((mem) => {
    const buckets = mem.i32([7, 7]);
    const call = (/** @type {number} */ offset) =>
      core.call('pe_t5_buckets', buckets.ptr, mem.i32([0, offset]).ptr, 1, 32, 128, 2);
    assert.throws(() => call(-(2 ** 31)), {status: 'bad value'});
    assert.deepEqual([...buckets.view()], [7, 7]);
    call(-(2 ** 31) + 1);
    call(2 ** 31 - 1);
  });
});
