// k-means: nearest centres, means, an inertia that falls, and seeds that lie apart.
import assert from 'node:assert/strict';
import test from 'node:test';

import {allocateStreamStruct} from '../../../web/core/base.js';
import {kmeans} from '../../../web/core/proj.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadCore, loadTestCore} from '../../support/core.js';
import {randomTensor} from '../../support/random.js';

/** @import {Core, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

/** @param {TensorLike} x @returns {number[][]} */
const rowsOf = ({data, shape: [n, d]}) =>
  Array.from({length: n}, (_, i) => Array.from(data).slice(i * d, (i + 1) * d));

/** @param {readonly number[]} a @param {readonly number[]} b */
const squared = (a, b) => a.reduce((sum, v, k) => sum + (v - b[k]) ** 2, 0);

/** @param {readonly number[][]} rows */
const meanOf = (rows) => rows[0].map((_, k) => rows.reduce((s, r) => s + r[k], 0) / rows.length);

/** @param {readonly (readonly number[])[]} rows */
const table = (rows) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

/** @param {number[][]} rows @param {readonly number[]} labels @param {number} k */
function inertiaOf(rows, labels, k) {
  let sum = 0;
  for (let c = 0; c < k; c++) {
    const own = rows.filter((_, i) => labels[i] === c);
    if (own.length === 0) continue;
    const mean = meanOf(own);
    sum += own.reduce((s, row) => s + squared(row, mean), 0);
  }
  return sum;
}

/** The least inertia of all k^n ways to label the rows. @param {number[][]} rows @param {number} k */
function leastInertia(rows, k) {
  let least = Number.POSITIVE_INFINITY;
  for (let code = 0; code < k ** rows.length; code++) {
    const labels = rows.map((_, i) => Math.floor(code / k ** i) % k);
    least = Math.min(least, inertiaOf(rows, labels, k));
  }
  return least;
}

/**
 * One step of C's from these centres.
 *
 * @param {readonly (readonly number[])[]} rows
 * @param {readonly (readonly number[])[]} centres
 */
function stepFrom(rows, centres) {
  const [n, k, d] = [rows.length, centres.length, rows[0].length];
  return core.scratch((mem) => {
    const [labels, at, inertia, scratch] = [
      mem.i32(n),
      mem.f64(centres.flat()),
      mem.f64(1),
      mem.f64(k),
    ];
    const outputs = [labels, at, inertia, scratch].map(({ptr}) => ptr);
    core.call('proj_kmeans_step', ...outputs, mem.f32(rows.flat()).ptr, k, n, d);
    const moved = rowsOf({data: at.copy(), shape: [k, d]});
    return {labels: [...labels.view()], centres: moved, inertia: inertia.view()[0]};
  });
}

for (const [build, each] of cores) {
  test(`${build}: at rest, labels are the nearest centres and centres the means, at every size`, () => {
    for (let n = 1; n <= 14; n++) {
      for (const d of [1, 2, 3, 5, 8]) {
        for (const k of [1, 2, 3, n]) {
          if (k > n) continue;
          const x = randomTensor(each, `${n} ${d}`, [n, d]);
          const {labels, centres, inertia, inertias} = kmeans(each, {x, k, seed: n, nStarts: 2});
          assert.deepEqual([labels.shape, centres.shape], [[n], [k, d]]);
          const [rows, at] = [rowsOf(x), rowsOf(centres)];
          const label = `${n} x ${d} in ${k}`;
          rows.forEach((row, i) => {
            const distances = at.map((centre) => squared(row, centre));
            assert.equal(labels.data[i], distances.indexOf(Math.min(...distances)), label);
          });
          at.forEach((centre, c) => {
            const own = rows.filter((_, i) => labels.data[i] === c);
            assertClose(centre, meanOf(own), {atol: 1e-14}, label);
          });
          const want = inertiaOf(rows, [...labels.data], k);
          assertClose([inertia], [want], {rtol: 1e-12, atol: 1e-15}, label);
          assert.equal(inertias.at(-1), inertia);
          for (let s = 1; s < inertias.length; s++) {
            assert.ok(inertias[s] <= inertias[s - 1], `${label}: ${inertias}`);
          }
        }
      }
    }
  });
}

test('no way to label a few rows is better than what is found', () => {
  for (const [n, d, k] of [
    [7, 1, 2],
    [7, 2, 3],
    [8, 3, 2],
    [6, 2, 4],
    [9, 1, 3],
  ]) {
    const x = randomTensor(core, `brute ${n}`, [n, d]);
    const {inertia} = kmeans(core, {x, k, nStarts: 20});
    assertClose([inertia], [leastInertia(rowsOf(x), k)], {rtol: 1e-12}, `${n} x ${d} in ${k}`);
  }
});

test('more starts are never worse, and the same seed gives the same bits in both builds', async () => {
  const x = randomTensor(core, 'starts', [40, 2]);
  let before = Number.POSITIVE_INFINITY;
  const found = new Set();
  for (const nStarts of [1, 2, 5, 20]) {
    const {inertia} = kmeans(core, {x, k: 6, seed: 4, nStarts});
    assert.ok(inertia <= before);
    before = inertia;
  }
  for (let seed = 0; seed < 12; seed++) {
    found.add(kmeans(core, {x, k: 6, seed, nStarts: 1}).inertia);
  }
  assert.ok(found.size > 1, 'the seed changes nothing');
  const [a, b] = [await loadCore(), await loadTestCore()].map((each) =>
    kmeans(each, {x, k: 6, seed: 4}),
  );
  assert.deepEqual(a, b);
});

test('clusters that lie apart are found as they are', () => {
  const noise = rowsOf(randomTensor(core, 'noise', [30, 3]));
  const x = table(noise.map((row, i) => row.map((v, c) => v + (i % 3 === c ? 20 : 0))));
  const {labels} = kmeans(core, {x, k: 3, nStarts: 1});
  const names = [0, 1, 2].map((i) => labels.data[i]);
  assert.equal(new Set(names).size, 3);
  assert.deepEqual(
    [...labels.data],
    Array.from({length: 30}, (_, i) => names[i % 3]),
  );
});

test('as many clusters as rows have no inertia; fewer unlike rows than clusters do no harm', () => {
  const x = randomTensor(core, 'all', [7, 2]);
  const all = kmeans(core, {x, k: 7});
  assert.equal(all.inertia, 0);
  assert.deepEqual([...all.labels.data].sort(), [0, 1, 2, 3, 4, 5, 6]);
  const few = kmeans(core, {x: table([[1], [1], [5], [1], [5]]), k: 4});
  assert.equal(few.inertia, 0);
  const [one, , five] = few.labels.data;
  assert.deepEqual([...few.labels.data], [one, one, five, one, five]);
  assert.notEqual(one, five);
  assert.ok(few.centres.data.every((v) => v === 1 || v === 5));
});

test('of equally near centres a row takes the first', () => {
  assert.deepEqual(stepFrom([[0]], [[1]]).labels, [0]);
  assert.deepEqual(stepFrom([[0], [3]], [[1], [-1]]).labels, [0, 0]);
  assert.deepEqual(stepFrom([[0], [3]], [[-1], [1]]).labels, [0, 1]);
});

test('a centre that no row is near to jumps onto the row that is farthest from its own', () => {
  const rows = [[0], [1], [10], [14]];
  const {labels, centres, inertia} = stepFrom(rows, [[0.5], [11], [1000]]);
  assert.deepEqual(labels, [0, 0, 1, 1]);
  assert.equal(inertia, 0.25 + 0.25 + 1 + 9);
  assert.deepEqual(centres, [[0.5], [12], [10]]); // of two equally far the first
  // two of them do not jump onto one row
  assert.deepEqual(stepFrom(rows, [[0.5], [-900], [1000], [11]]).centres, [
    [0.5],
    [10],
    [14],
    [12],
  ]);
  assert.deepEqual(stepFrom(rows.toReversed(), [[11], [0.5], [1000]]).centres[2], [14]);
  // its own centre counts, not a nearer one
  const near = [[0], [0], [0], [0], [9.5], [10.5]];
  assert.deepEqual(stepFrom(near, [[20], [0], [900]]).centres, [[10.5], [1.9], [9.5]]);
  // far from where the centre was, but not from where it is now
  assert.deepEqual(stepFrom([[0], [0], [9]], [[-1], [7], [50]]).centres, [[0], [9], [50]]);
});

test('the next seed is drawn in proportion to squared distance', () => {
  const x = core.scratch((mem) => {
    const counts = new Map();
    const rows = mem.f32([0, 0, 1, 0, 0, 3]);
    const [centres, scratch] = [mem.f64(4), mem.f64(3)];
    for (let seed = 0; seed < 6000; seed++) {
      core.scratch((inner) => {
        const stream = allocateStreamStruct(inner, {seed, name: 's'});
        core.call('proj_kmeans_seed', centres.ptr, scratch.ptr, rows.ptr, stream, 2, 3, 2);
      });
      const key = centres.view().join(' ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  });
  const want = {
    '0 0 0 3': 9 / 10,
    '0 0 1 0': 1 / 10,
    '0 3 0 0': 9 / 19,
    '0 3 1 0': 10 / 19,
    '1 0 0 0': 1 / 11,
    '1 0 0 3': 10 / 11,
  };
  assert.deepEqual([...x.keys()].sort(), Object.keys(want));
  for (const [key, share] of Object.entries(want)) {
    const p = share / 3;
    const spread = 4.5 * Math.sqrt(6000 * p * (1 - p));
    const count = x.get(key) ?? 0;
    assert.ok(Math.abs(count - 6000 * p) < spread, `${key}: ${count} of ${6000 * p}`);
  }
});

test('both halves of the seed count', () => {
  const x = randomTensor(core, 'halves', [50, 1]);
  const of = (/** @type {number} */ seed) =>
    core.scratch((mem) => {
      const [centres, scratch] = [mem.f64(4), mem.f64(50)];
      const stream = allocateStreamStruct(mem, {seed, name: 's'});
      const rows = mem.f32(x.data).ptr;
      core.call('proj_kmeans_seed', centres.ptr, scratch.ptr, rows, stream, 4, 50, 1);
      return centres.view().join(' ');
    });
  assert.notEqual(of(5), of(5 + 2 ** 32));
  assert.notEqual(of(5), of(6));
});

test('C refuses rows and centres that are not finite and leaves its outputs alone', () => {
  core.scratch((mem) => {
    const labels = mem.i32([7, 7, 7]);
    const outputs = [mem.f64([7, 7, 7, 7]), mem.f64([7]), mem.f64(3)];
    const [centres, inertia, scratch] = outputs;
    const good = mem.f32([1, 0, 2, 0, 4, 0]);
    const stream = allocateStreamStruct(mem, {seed: 1, name: ''});
    const step = (/** @type {number} */ x, at = centres.ptr) =>
      core.call('proj_kmeans_step', labels.ptr, at, inertia.ptr, scratch.ptr, x, 2, 3, 2);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const x = mem.f32([1, 0, 2, 0, 4, bad]).ptr;
      assert.throws(() => step(x), {status: 'bad value'});
      const seed = () =>
        core.call('proj_kmeans_seed', centres.ptr, scratch.ptr, x, stream, 2, 3, 2);
      assert.throws(seed, {status: 'bad value'});
      assert.throws(() => step(good.ptr, mem.f64([1, 0, 2, bad]).ptr), {status: 'bad value'});
    }
    assert.throws(() => step(good.ptr, mem.f64([1, 0, 2, 1e39]).ptr), {status: 'bad value'});
    assert.deepEqual([...labels.view(), ...centres.view(), ...inertia.view()], Array(8).fill(7));
  });
});
