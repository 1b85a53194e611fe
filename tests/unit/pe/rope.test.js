import assert from 'node:assert/strict';
import test from 'node:test';
import {faultBf16, faultRopeByHead, faultRopeMixed} from '../../../web/core/fault.js';
import {matmul, maxAbsDiff, normError, toeplitzSpread} from '../../../web/core/linalg.js';
import {RopeCache, ropeFrequencies, ropeRotate, ropeTables} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadTestCore} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/**
 * @import {Core, Tensor} from '../../../web/core/core.js'
 * @import {RopeLayout} from '../../../web/core/pe.js'
 */

const cores = await loadBothCores();
const [, core] = cores[0];
const testCore = await loadTestCore();
/** @type {RopeLayout[]} */
const LAYOUTS = ['half', 'interleaved'];

/** The rows of q times those of k, one head. @param {Tensor} q @param {Tensor} k */
function products(q, k) {
  const [, n, d] = q.shape;
  const rotated = new Float32Array(d * n);
  for (let i = 0; i < n; i++) for (let c = 0; c < d; c++) rotated[c * n + i] = k.data[i * d + c];
  return matmul(core, {a: {data: q.data, shape: [n, d]}, b: {data: rotated, shape: [d, n]}});
}

/** One vector at n positions. @param {Tensor} vector (d) @param {number} n */
const repeated = (vector, n) => ({
  data: Float32Array.from(
    {length: n * vector.data.length},
    (_, k) => vector.data[k % vector.data.length],
  ),
  shape: [1, n, vector.data.length],
});

for (const [build, each] of cores) {
  test(`${build}: frequencies are base^(-2i/dim)`, () => {
    for (const [dim, base] of [
      [2, 10000],
      [6, 500],
      [64, 10000],
      [128, 500000],
    ]) {
      const {data} = ropeFrequencies(each, {dim, base});
      const want = Array.from({length: dim / 2}, (_, i) => base ** ((-2 * i) / dim));
      assertClose(data, want, {rtol: 1e-14});
    }
  });

  test(`${build}: rows and tables agree with cos and sin in double, to position 1,048,576`, () => {
    for (const dim of [2, 6, 64, 130, 520]) {
      const invFreq = ropeFrequencies(each, {dim}).data;
      for (const firstPos of [0, 1000, 1048500]) {
        const positions = Array.from({length: 77}, (_, k) => firstPos + k);
        const angles = positions.flatMap((p) => Array.from(invFreq, (w) => p * w));
        const rows = ropeTables(each, {nPos: 77, firstPos, dim});
        const tables = ropeTables(each, {positions, dim});
        for (const [part, f] of /** @type {const} */ ([
          ['cos', Math.cos],
          ['sin', Math.sin],
        ])) {
          assertClose(rows[part].data, angles.map(f), {atol: 2.4e-7}, `${part} ${dim}`);
          assertClose(tables[part].data, angles.map(f), {atol: 1e-7}, `${part} at ${dim}`);
        }
      }
    }
  });

  test(`${build}: rotating keeps every length, and rotating back undoes it, at every width`, () => {
    for (const layout of LAYOUTS) {
      for (let dim = 2; dim <= 40; dim += 2) {
        const x = randomTensor(each, 'x', [3, 5, dim]);
        const {cos, sin} = ropeTables(each, {nPos: 5, firstPos: 11, dim});
        const y = ropeRotate(each, {x, cos, sin, layout});
        assert.ok(normError(each, {x, y}) < 3e-7, `${layout} ${dim}`);
        const back = ropeRotate(each, {x: y, cos, sin, layout, inverse: true});
        assertClose(back.data, x.data, {atol: 4e-7}, `${layout} ${dim}`);
      }
    }
  });

  test(`${build}: the two layouts are one after the channels are reordered`, () => {
    const dim = 12;
    const x = randomTensor(each, 'x', [2, 4, dim]);
    const {cos, sin} = ropeTables(each, {nPos: 4, dim});
    const order = Array.from({length: dim}, (_, c) =>
      c < dim / 2 ? 2 * c : 2 * (c - dim / 2) + 1,
    );
    const reordered = Float32Array.from(x.data, (_, k) => x.data[k - (k % dim) + order[k % dim]]);
    const half = ropeRotate(each, {x: {data: reordered, shape: x.shape}, cos, sin, layout: 'half'});
    const whole = ropeRotate(each, {x, cos, sin, layout: 'interleaved'});
    const want = Float32Array.from(
      whole.data,
      (_, k) => whole.data[k - (k % dim) + order[k % dim]],
    );
    assert.deepEqual(half.data, want);
  });
}

test('the pair at one position is rotated by its angle: the formula by hand', () => {
  const x = {data: Float32Array.of(1, 2, 3, 4), shape: [1, 1, 4]};
  const {cos, sin} = ropeTables(core, {positions: [3], dim: 4, base: 100});
  const [a, b] = [3, 0.3];
  const rotate = (/** @type {number} */ u, /** @type {number} */ v, /** @type {number} */ t) => [
    u * Math.cos(t) - v * Math.sin(t),
    v * Math.cos(t) + u * Math.sin(t),
  ];
  const [half0, half2] = rotate(1, 3, a);
  const [half1, half3] = rotate(2, 4, b);
  const half = ropeRotate(core, {x, cos, sin, layout: 'half'});
  assertClose(half.data, [half0, half1, half2, half3], {atol: 5e-7});
  const interleaved = ropeRotate(core, {x, cos, sin, layout: 'interleaved'});
  assertClose(interleaved.data, [...rotate(1, 2, a), ...rotate(3, 4, b)], {atol: 5e-7});
});

test('position 0 rotates nothing', () => {
  const x = randomTensor(core, 'x', [2, 1, 16]);
  const {cos, sin} = ropeTables(core, {nPos: 1, dim: 16});
  for (const layout of LAYOUTS) {
    assert.deepEqual(ropeRotate(core, {x, cos, sin, layout}).data, x.data);
  }
});

test('SIMD rotates to the bits of the pair-by-pair reference, at every partial width', () => {
  LAYOUTS.forEach((layout, id) => {
    for (let dHead = 2; dHead <= 22; dHead++) {
      for (let nPairs = 1; 2 * nPairs <= dHead; nPairs++) {
        const x = randomTensor(testCore, 'x', [2, 3, dHead]);
        const {cos, sin} = ropeTables(testCore, {nPos: 3, firstPos: 2, dim: 2 * nPairs});
        const fast = ropeRotate(testCore, {x, cos, sin, layout, inverse: dHead % 2 === 0});
        testCore.scratch((mem) => {
          const out = mem.f32(x.data);
          const tables = [cos, sin].map(({data}) => mem.f32(data).ptr);
          const sizes = {nHeads: 2, n: 3, dHead, nPairs};
          const inverse = dHead % 2 === 0 ? 1 : 0;
          const rotation = mem.struct('PeRotation', {layout: id, inverse, ...sizes}).ptr;
          testCore.call('pe_rope_rotate_ref', out.ptr, out.ptr, ...tables, rotation);
          assert.deepEqual(fast.data, out.copy(), `${layout} ${dHead} ${nPairs}`);
        });
        for (let row = 0; row < 6; row++) {
          const rest = [2 * nPairs + row * dHead, (row + 1) * dHead];
          assert.deepEqual(
            fast.data.slice(...rest),
            x.data.slice(...rest),
            'the rest passes through',
          );
        }
      }
    }
  });
});

test('with constant content logits depend on distance alone, wherever the positions start', () => {
  const x = repeated(randomTensor(core, 'v', [64]), 20);
  /** @param {number} firstPos */
  const logits = (firstPos) => {
    const {cos, sin} = ropeTables(core, {nPos: 20, firstPos, dim: 64});
    const rotated = ropeRotate(core, {x, cos, sin});
    return products(rotated, rotated);
  };
  assert.ok(toeplitzSpread(core, {x: logits(0)}) < 2e-5);
  assert.ok(maxAbsDiff(core, {a: logits(0), b: logits(100000)}) < 2e-5);
});

test('a cache that grows has the rows of a table made at once, and never fewer than asked', () => {
  const cache = new RopeCache(core, {dim: 10, base: 500});
  for (const nPos of [1, 3, 40, 7, 100]) {
    const grown = cache.tables(nPos);
    const {cos, sin} = ropeTables(core, {nPos, dim: 10, base: 500});
    assert.deepEqual(grown.cos, cos);
    assert.deepEqual(grown.sin, sin);
  }
  assert.equal(cache.nPos, 100);
});

test('an attention factor multiplies both tables', () => {
  const plain = ropeTables(core, {nPos: 9, dim: 8});
  const scaled = ropeTables(core, {nPos: 9, dim: 8, attentionFactor: 1.5});
  assertClose(
    scaled.cos.data,
    plain.cos.data.map((v) => 1.5 * v),
    {atol: 3e-7},
  );
  assertClose(
    scaled.sin.data,
    plain.sin.data.map((v) => 1.5 * v),
    {atol: 3e-7},
  );
});

test('fault: half-split tables read as interleaved pairs keep no lengths', () => {
  const x = randomTensor(core, 'x', [1, 50, 64]);
  const {cos, sin} = ropeTables(core, {nPos: 50, dim: 64});
  const wrong = faultRopeMixed(core, {x, cos, sin});
  assert.ok(normError(core, {x, y: wrong}) > 0.03);
  // the first output row of a pair uses the frequencies 0, 2, 4, ... and the second 1, 3, 5, ...
  const [c0, s0, c1, s1] = [cos.data[32], sin.data[32], cos.data[33], sin.data[33]];
  const [a, b] = x.data.subarray(64, 66);
  assertClose(wrong.data.subarray(64, 66), [a * c0 - b * s0, b * c1 + a * s1], {atol: 1e-6});
});

test('fault: rotating by the head leaves equal vectors equal at every position', () => {
  const x = repeated(randomTensor(core, 'v', [8]), 6);
  const data = new Float32Array([...x.data, ...x.data]);
  const {cos, sin} = ropeTables(core, {nPos: 6, dim: 8});
  const wrong = faultRopeByHead(core, {x: {data, shape: [2, 6, 8]}, cos, sin});
  for (let head = 0; head < 2; head++) {
    for (let row = 1; row < 6; row++) {
      const at = (head * 6 + row) * 8;
      assert.deepEqual(wrong.data.slice(at, at + 8), wrong.data.slice(head * 48, head * 48 + 8));
    }
  }
  assert.deepEqual(wrong.data.slice(0, 48), x.data, 'head 0 is not rotated at all');
  assert.notDeepEqual(wrong.data.slice(48), x.data);
});

test('fault: bf16 keeps 8 bits, rounds half to even, and is right only near position 0', () => {
  const {data} = faultBf16(core, {
    values: [1, 1 + 2 ** -8, 1 + 3 * 2 ** -8, -(1 + 2 ** -7), 0, 3.14159265],
  });
  assert.deepEqual([...data], [1, 1, 1 + 2 ** -6, -(1 + 2 ** -7), 0, 3.140625]);
  const exact = ropeFrequencies(core, {dim: 128}).data;
  const rounded = faultBf16(core, {values: exact}).data;
  const worst = (/** @type {number} */ p) =>
    Math.max(
      ...exact.map((w, k) =>
        Math.abs(Math.atan2(Math.sin(p * (w - rounded[k])), Math.cos(p * (w - rounded[k])))),
      ),
    );
  const until = (/** @type {number} */ n) =>
    Math.max(...Array.from({length: n + 1}, (_, p) => worst(p)));
  assertClose([until(512), until(2048)], [0.625, 2.504], {atol: 2e-3}); // CONFUSIONS 2.3
  assert.ok(until(4096) > 3.13);
});
