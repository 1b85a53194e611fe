import assert from 'node:assert/strict';
import test from 'node:test';

import {toeplitzSpread} from '../../../web/core/linalg.js';
import {
  debertaBuckets,
  methodBias,
  methodBiasBackward,
  methodTensors,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';
import {dot, mapTensor, numericalGradient, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

const [TO_POSITION, TO_CONTENT] = ['attn.deberta_k', 'attn.deberta_q'];

/** Offsets from -n to n. @param {number} n */
const offsets = (n) => Array.from({length: 2 * n + 1}, (_, k) => k - n);

/**
 * The bucket of a distance as the formula has it, in whole numbers of any size.
 *
 * @param {number} distance
 * @param {number} nBuckets
 * @param {number} maxPosition
 */
function exactBucket(distance, nBuckets, maxPosition) {
  const [e, far] = [Math.floor(nBuckets / 2), Math.abs(distance)];
  if (nBuckets === 0 || far <= e) return distance;
  const power = (/** @type {number} */ base, /** @type {number} */ k) => BigInt(base) ** BigInt(k);
  // the least step with (far / e)^(e - 1) <= ((maxPosition - 1) / e)^step
  let step = 0;
  const left = power(far, e - 1);
  while (left * power(e, step) > power(maxPosition - 1, step) * power(e, e - 1)) step++;
  return Math.sign(distance) * (e + step);
}

/** @type {[nBuckets: number, maxPosition: number][]} */
const RULES = [
  [256, 512],
  [128, 513], // float64 puts 128 and 256 a bucket too far
  [18, 65], // float32 puts 24 a bucket too far
  [12, 17],
  [8, 16],
  [7, 40],
  [3, 9], // one bucket per side beyond which all are alike
  [2, 3],
  [4, 4], // no distance between the last with its own bucket and the last of all
  [10, 626], // powers of 5 meet every step
  [0, 5],
];

for (const [build, each] of cores) {
  test(`${build}: deberta buckets are those of whole numbers, where logarithms meet them too`, () => {
    for (const [nBuckets, maxPosition] of RULES) {
      const relative = offsets(Math.min(2 * maxPosition, 640));
      const {data} = debertaBuckets(each, {relative, nBuckets, maxPosition});
      relative.forEach((offset, k) => {
        const want = exactBucket(0 - offset, nBuckets, maxPosition);
        assert.equal(data[k], want, `${nBuckets}, ${maxPosition}: ${offset}`);
      });
    }
  });

  test(`${build}: deberta buckets hold at the largest numbers of them and of distances`, () => {
    const rule = {nBuckets: 1024, maxPosition: 2 ** 27};
    // 512 * 2^(18 k / 511), whole where 511 = 7 * 73 divides 18 k: at the ends alone
    const distances = [511, 512, 513, 2 ** 27 - 2, 2 ** 27 - 1, 2 ** 27, 2 ** 31 - 1];
    const {data} = debertaBuckets(each, {relative: distances.map((d) => -d), ...rule});
    assert.deepEqual(
      [...data],
      distances.map((d) => exactBucket(d, 1024, 2 ** 27)),
    );
    // far beyond a short rule a logarithm decides; it is as good as sure there
    const far = debertaBuckets(each, {relative: [-(10 ** 6)], nBuckets: 256, maxPosition: 131});
    const steps = (Math.log(10 ** 6 / 128) / Math.log(130 / 128)) * 127;
    assert.equal(far.data[0], 128 + Math.ceil(steps));
  });
}

test('deberta buckets: the future mirrors the past, none is passed over before they widen, all in order', () => {
  for (const [nBuckets, maxPosition] of RULES) {
    const n = 300;
    const {data} = debertaBuckets(core, {relative: offsets(n), nBuckets, maxPosition});
    for (let d = 0; d <= n; d++) assert.equal(data[n - d], d === 0 ? 0 : -data[n + d]);
    for (let k = 1; k < data.length; k++) assert.ok(data[k] <= data[k - 1]);
    const nExact = nBuckets === 0 ? n : Math.floor(nBuckets / 2);
    for (let d = 0; d <= Math.min(n, nExact); d++) assert.equal(data[n - d], d);
    if (nBuckets > 0 && nBuckets % 2 === 0 && maxPosition - 1 <= n) {
      assert.equal(
        data[n - maxPosition + 1],
        nBuckets - 1,
        'the last position has the last bucket',
      );
    }
  }
});

// ------------------------------------------------------------------------------------- the terms

/** @typedef {{sizes: number[], nBuckets: number, maxDistance: number}} Setting */
/** @type {Setting[]} */
const SETTINGS = [
  {sizes: [1, 1, 1, 1], nBuckets: 0, maxDistance: 1},
  {sizes: [2, 3, 5, 4], nBuckets: 4, maxDistance: 8},
  {sizes: [1, 5, 3, 2], nBuckets: 0, maxDistance: 2}, // distances beyond the table
  {sizes: [3, 6, 6, 3], nBuckets: 3, maxDistance: 9},
  {sizes: [1, 1, 23, 5], nBuckets: 6, maxDistance: 12},
];

/** @param {Core} each @param {Setting} setting */
function given(each, {sizes: [nHeads, nQuery, nKey, dHead], nBuckets, maxDistance}) {
  const shape = [nHeads, 2 * (nBuckets || maxDistance), dHead];
  return {
    method: 'deberta',
    nBuckets,
    maxDistance,
    q: randomTensor(each, 'q', [nHeads, nQuery, dHead]),
    k: randomTensor(each, 'k', [nHeads, nKey, dHead]),
    tensors: /** @type {Record<string, Tensor>} */ ({
      [TO_POSITION]: randomTensor(each, 'to position', shape),
      [TO_CONTENT]: randomTensor(each, 'to content', shape),
    }),
  };
}

/** The same with one term alone. @param {Record<string, Tensor>} tensors @param {string} kept */
const only = (tensors, kept) =>
  Object.fromEntries(
    Object.entries(tensors).map(([name, x]) => [name, name === kept ? x : mapTensor(x, () => 0)]),
  );

for (const [build, each] of cores) {
  for (const setting of SETTINGS) {
    const label = `${setting.sizes}; ${setting.nBuckets} of ${setting.maxDistance}`;

    test(`${build}: deberta's terms follow the formula, (${label})`, () => {
      const {q, k, tensors, ...rest} = given(each, setting);
      const [nHeads, nQuery, nKey, dHead] = setting.sizes;
      const {nBuckets, maxDistance} = setting;
      const nRows = tensors[TO_POSITION].shape[1];
      const {data, shape} = methodBias(each, {...rest, q, k, tensors, causal: false, scale: 0.375});
      assert.deepEqual(shape, [nHeads, nQuery, nKey]);
      const want = data.map((_, at) => {
        const [h, i, j] = [
          Math.floor(at / nKey / nQuery),
          Math.floor(at / nKey) % nQuery,
          at % nKey,
        ];
        const bucket = exactBucket(i + nKey - nQuery - j, nBuckets, maxDistance);
        const row = Math.min(Math.max(bucket + nRows / 2, 0), nRows - 1);
        const of = (/** @type {Tensor} */ x, /** @type {number} */ r) =>
          x.data.slice((h * x.shape[1] + r) * dHead, (h * x.shape[1] + r + 1) * dHead);
        const toPosition = dot(of(q, i), of(tensors[TO_POSITION], row));
        return 0.375 * (toPosition + dot(of(k, j), of(tensors[TO_CONTENT], row)));
      });
      assertClose(data, want, {atol: 1e-6});
    });

    test(`${build}: deberta's backward pass is its gradient, (${label})`, () => {
      const {q, k, tensors, ...rest} = given(each, setting);
      const [nHeads, nQuery, nKey] = setting.sizes;
      for (const causal of [false, true]) {
        const dlogits = mapTensor(randomTensor(each, 'd', [nHeads, nQuery, nKey]), (value, at) => {
          const [i, j] = [Math.floor(at / nKey) % nQuery, at % nKey];
          return causal && j > i + nKey - nQuery ? 0 : value;
        });
        const options = {...rest, causal, q, k, tensors};
        const back = methodBiasBackward(each, {...options, dlogits});
        const loss = (/** @type {object} */ changed) =>
          dot(methodBias(each, {...options, ...changed}).data, dlogits.data);
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
        for (const name of [TO_POSITION, TO_CONTENT]) {
          const change = (/** @type {Tensor} */ x) => ({tensors: {...tensors, [name]: x}});
          agrees(name, back.dtensors[name], tensors[name], change);
        }
      }
    });
  }
}

test('deberta: a term with no vectors is not there, and the two add up', () => {
  const {q, k, tensors, ...rest} = given(core, SETTINGS[1]);
  const bias = (/** @type {Record<string, Tensor>} */ kept) =>
    methodBias(core, {...rest, q, k, tensors: kept}).data;
  const [c2p, p2c] = [TO_POSITION, TO_CONTENT].map((name) => bias(only(tensors, name)));
  assertClose(
    bias(tensors),
    c2p.map((value, at) => value + p2c[at]),
    {atol: 1e-6},
  );
  assert.ok(c2p.some((value, at) => Math.abs(value - p2c[at]) > 0.1));
});

test('deberta: content to position reads queries, position to content keys', () => {
  const setting = {sizes: [1, 9, 9, 4], nBuckets: 4, maxDistance: 8};
  const {q, k, tensors, ...rest} = given(core, setting);
  const alike = (/** @type {Tensor} */ x) => mapTensor(x, (_, at) => x.data[at % 4]);
  const spread = (
    /** @type {string} */ term,
    /** @type {Tensor} */ of,
    /** @type {Tensor} */ to,
  ) => {
    const options = {...rest, q: of, k: to, causal: false, tensors: only(tensors, term)};
    return toeplitzSpread(core, {x: {data: methodBias(core, options).data, shape: [9, 9]}});
  };
  assert.ok(spread(TO_POSITION, alike(q), k) < 1e-6);
  assert.ok(spread(TO_POSITION, q, alike(k)) > 0.1);
  assert.ok(spread(TO_CONTENT, q, alike(k)) < 1e-6);
  assert.ok(spread(TO_CONTENT, alike(q), k) > 0.1);
});

test('deberta shares the scale by three terms unless a scale is given', () => {
  const {q, k, tensors, ...rest} = given(core, SETTINGS[1]);
  const plain = methodBias(core, {...rest, q, k, tensors});
  assert.deepEqual(plain, methodBias(core, {...rest, q, k, tensors, scale: 1 / Math.sqrt(12)}));
  assert.notDeepEqual(plain, methodBias(core, {...rest, q, k, tensors, scale: 0.5}));
});

test('deberta learns two tables per layer and head: two rows per bucket, or per distance', () => {
  const shapes = (/** @type {object} */ rule) =>
    methodTensors(core, {method: 'deberta', nHeads: 3, dHead: 4, ...rule}).map(({name, shape}) => [
      name,
      ...shape,
    ]);
  assert.deepEqual(shapes({nBuckets: 6, maxDistance: 20}), [
    [TO_POSITION, 3, 12, 4],
    [TO_CONTENT, 3, 12, 4],
  ]);
  assert.deepEqual(shapes({nBuckets: 0, maxDistance: 20})[0], [TO_POSITION, 3, 40, 4]);
});

test('what was in lent memory before deberta does not show', () => {
  const {q, k, tensors, ...rest} = given(core, SETTINGS[3]);
  const dlogits = randomTensor(core, 'd', [3, 6, 6]);
  const run = () => [
    methodBias(core, {...rest, q, k, tensors, causal: false}),
    methodBiasBackward(core, {...rest, q, k, tensors, dlogits, causal: false}),
    debertaBuckets(core, {relative: {data: [-1, 0, 1, 2, 300, -300], shape: [2, 3]}}),
  ];
  const clean = run();
  core.scratch((mem) =>
    mem
      .f32(1 << 13)
      .view()
      .fill(7),
  );
  assert.deepEqual(run(), clean);
  const relative = {data: [1, 2], shape: [2, 1]};
  assert.deepEqual(debertaBuckets(core, {relative}).shape, [2, 1]);
});

test('the offset whose negative is no int32 is refused before anything is written', () => {
  core.scratch((mem) => {
    const buckets = mem.i32([7, 7]);
    const call = (/** @type {number} */ offset) =>
      core.call('pe_deberta_buckets', buckets.ptr, mem.i32([0, offset]).ptr, 256, 512, 2);
    assert.throws(() => call(-(2 ** 31)), {status: 'bad value'});
    assert.deepEqual([...buckets.view()], [7, 7]);
    call(-(2 ** 31) + 1);
    call(2 ** 31 - 1);
  });
});
