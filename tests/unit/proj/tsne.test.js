// t-SNE: probabilities that have the perplexity asked for, a gradient that is the divergence's, and
// maps that keep equal points together.
import assert from 'node:assert/strict';
import test from 'node:test';

import {Tsne, tsneAffinities} from '../../../web/core/proj.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores, loadCore, loadTestCore} from '../../support/core.js';
import {mapTensor, randomTensor} from '../../support/random.js';

/** @import {Core, Tensor, TensorLike} from '../../../web/core/core.js' */

const cores = await loadBothCores();
const [, core] = cores[0];

/** @param {TensorLike} x @param {number} i @returns {number[]} */
const row = ({data, shape: [, d]}, i) => Array.from(data).slice(i * d, (i + 1) * d);

/** @param {TensorLike} x @param {number} i @param {number} j */
const squaredDistance = (x, i, j) => row(x, i).reduce((s, v, k) => s + (v - row(x, j)[k]) ** 2, 0);

/** @param {ArrayLike<number>} p exp of its entropy */
const perplexityOf = (p) =>
  Math.exp(-Array.from(p).reduce((sum, v) => (v > 0 ? sum + v * Math.log(v) : sum), 0));

/** @param {readonly number[][]} rows @returns {Tensor} */
const table = (rows) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

/** A matrix of P from nowhere: symmetric, of sum 1. @param {Core} each @param {number} n */
function randomJoint(each, n) {
  const {data} = randomTensor(each, `joint ${n}`, [n, n]);
  const p = Array.from({length: n * n}, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return i === j ? 0 : 2.25 + data[i * n + j] + data[j * n + i];
  });
  const sum = p.reduce((a, b) => a + b);
  return p.map((v) => v / sum);
}

/**
 * Q and the divergence, pair by pair from the paper's equations.
 *
 * @param {readonly number[]} joint
 * @param {TensorLike} y
 */
function mapOf(joint, y) {
  const [n] = y.shape;
  const w = joint.map((_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return i === j ? 0 : 1 / (1 + squaredDistance(y, i, j));
  });
  const sum = w.reduce((a, b) => a + b);
  const kl = joint.reduce((s, p, k) => (p > 0 ? s + p * Math.log((p * sum) / w[k]) : s), 0);
  return {w, q: w.map((v) => v / sum), kl};
}

/**
 * What C makes of P and a map.
 *
 * @param {Core} each
 * @param {readonly number[]} joint
 * @param {TensorLike} y
 * @param {number} [exaggeration]
 */
function klAndGradient(each, joint, y, exaggeration = 1) {
  const [n, nDims] = y.shape;
  return each.scratch((mem) => {
    const [kl, dy, p, at] = [mem.f64(1), mem.f64(n * nDims), mem.f64(joint), mem.f64(y.data)];
    each.call('proj_tsne_kl', kl.ptr, p.ptr, at.ptr, n, nDims);
    each.call('proj_tsne_gradient', dy.ptr, p.ptr, at.ptr, exaggeration, n, nDims);
    return {kl: kl.view()[0], dy: dy.copy()};
  });
}

for (const [build, each] of cores) {
  test(`${build}: every row has the perplexity asked for, sums to 1 and leaves itself out`, () => {
    for (let n = 2; n <= 17; n++) {
      for (const d of [1, 2, 3, 4, 5, 8, 11]) {
        const x = randomTensor(each, `${n} ${d}`, [n, d], 4);
        for (const perplexity of [1.2, n / 3, n / 2, n - 1.5, n - 1]) {
          if (perplexity < 1 || perplexity > n - 1) continue;
          const {conditional, beta} = tsneAffinities(each, {x, perplexity});
          assert.deepEqual([conditional.shape, beta.shape], [[n, n], [n]]);
          for (let i = 0; i < n; i++) {
            const p = row(conditional, i);
            const label = `${n} x ${d}, perplexity ${perplexity}, row ${i}`;
            assert.equal(p[i], 0, label);
            assert.ok(beta.data[i] >= 0 && p.every((v) => v >= 0), label);
            assertClose([p.reduce((a, b) => a + b)], [1], {atol: 1e-14}, label);
            assertClose([perplexityOf(p)], [perplexity], {rtol: 1e-9}, label);
          }
        }
      }
    }
  });

  test(`${build}: P is symmetric, sums to 1 and is the mean of both directions`, () => {
    for (const n of [2, 3, 9, 40]) {
      const x = randomTensor(each, `joint ${n}`, [n, 3]);
      const {conditional, joint} = tsneAffinities(each, {x, perplexity: n / 2});
      const want = joint.data.map((_, k) => {
        const mirrored = (k % n) * n + Math.floor(k / n);
        assert.equal(joint.data[k], joint.data[mirrored]);
        return (conditional.data[k] + conditional.data[mirrored]) / (2 * n);
      });
      assertClose(joint.data, want, {rtol: 1e-15});
      assertClose([joint.data.reduce((a, b) => a + b)], [1], {atol: 1e-13});
      each.scratch((mem) => {
        const [other, allocated] = [mem.f64(new Array(n * n).fill(7)), mem.f64(conditional.data)];
        each.call('proj_tsne_joint', other.ptr, allocated.ptr, n);
        assert.deepEqual(other.copy(), joint.data, 'in another place than its own');
      });
    }
  });

  test(`${build}: the divergence is the sum of P log(P / Q) over pairs`, () => {
    for (const nDims of [1, 2, 3]) {
      for (const n of [2, 3, 4, 7, 18]) {
        const y = randomTensor(each, `kl ${n}`, [n, nDims], 3);
        const joint = randomJoint(each, n);
        const {kl} = klAndGradient(each, joint, y);
        assertClose([kl], [mapOf(joint, y).kl], {atol: 1e-13}, `${n} x ${nDims}`);
        joint[1] = joint[n] = 0; // a pair that does not count
        const holed = klAndGradient(each, joint, y).kl;
        const total = joint.reduce((a, b) => a + b, 0);
        // the log of the sum of w counts once, though P no longer sums to 1
        const sum = mapOf(joint, y).w.reduce((a, b) => a + b);
        const want = mapOf(joint, y).kl + (1 - total) * Math.log(sum);
        assertClose([holed], [want], {atol: 1e-13}, `${n} x ${nDims} with a hole`);
      }
    }
  });

  test(`${build}: the gradient is the central difference of the divergence`, () => {
    for (const nDims of [1, 2, 3]) {
      for (const n of [2, 3, 5, 8, 13]) {
        const y = randomTensor(each, `gradient ${n}`, [n, nDims], 2);
        const joint = randomJoint(each, n);
        const step = 2 ** -8;
        const want = Array.from(y.data, (_, at) => {
          const moved = (/** @type {number} */ by) =>
            klAndGradient(
              each,
              joint,
              mapTensor(y, (v, k) => (k === at ? v + by : v)),
            ).kl;
          return (moved(step) - moved(-step)) / (2 * step);
        });
        const {dy} = klAndGradient(each, joint, y);
        assertClose(dy, want, {atol: 2e-5}, `${n} x ${nDims}`);
        const {q, w} = mapOf(joint, y);
        for (const exaggeration of [1, 12]) {
          const formula = Array.from(y.data, (_, at) => {
            const [i, c] = [Math.floor(at / nDims), at % nDims];
            return Array.from({length: n}, (__, j) => {
              const pull = (exaggeration * joint[i * n + j] - q[i * n + j]) * w[i * n + j];
              return 4 * pull * (y.data[at] - y.data[j * nDims + c]);
            }).reduce((a, b) => a + b);
          });
          const got = klAndGradient(each, joint, y, exaggeration).dy;
          assertClose(got, formula, {atol: 1e-13}, `${n} x ${nDims}, ${exaggeration} P`);
        }
      }
    }
  });
}

test('probabilities fall with squared distance as beta says', () => {
  const x = randomTensor(core, 'beta', [12, 5], 2);
  const {conditional, beta} = tsneAffinities(core, {x, perplexity: 4});
  for (let i = 0; i < 12; i++) {
    const terms = Array.from({length: 12}, (_, j) =>
      j === i ? 0 : Math.exp(-beta.data[i] * squaredDistance(x, i, j)),
    );
    const sum = terms.reduce((a, b) => a + b);
    assertClose(
      row(conditional, i),
      terms.map((v) => v / sum),
      {atol: 1e-12},
    );
  }
});

test('the unit of x matters to beta alone', () => {
  const x = randomTensor(core, 'unit', [9, 4]);
  const one = tsneAffinities(core, {x, perplexity: 3});
  for (const scale of [2 ** 100, 2 ** -40]) {
    const scaled = mapTensor(x, (v) => v * scale);
    const other = tsneAffinities(core, {x: scaled, perplexity: 3});
    assertClose(other.conditional.data, one.conditional.data, {rtol: 1e-9, atol: 1e-15});
    assertClose(
      other.beta.data,
      one.beta.data.map((v) => v / scale ** 2),
      {rtol: 1e-9},
    );
  }
});

test('rows at the ends of the range of a float reach their perplexity too', () => {
  const columns = [
    [1e-30, 2e-30, 4e-30, 1, 1.5, 3, 1e30, -3e30, 3.4e38],
    [0, 1.5e-45, 6e-45, 2e-44, -3e38, 3.4e38], // their squares are 10^166 apart
  ];
  for (const column of columns) {
    const n = column.length;
    const x = table(column.map((v) => [v]));
    for (const perplexity of [1.01, 1.5, 3, n - 3, n - 1.1]) {
      const {conditional} = tsneAffinities(core, {x, perplexity});
      for (let i = 0; i < n; i++) {
        // seen from afar several points are one: then no less than their number
        const distances = column.map((_, j) => (j === i ? Infinity : squaredDistance(x, i, j)));
        const nearest = Math.min(...distances);
        const nNearest = distances.filter((v) => v === nearest).length;
        const want = Math.max(perplexity, nNearest);
        const got = perplexityOf(row(conditional, i));
        assertClose([got], [want], {rtol: 1e-8}, `row ${i} of ${n}, perplexity ${perplexity}`);
      }
    }
  }
});

test('equally near neighbours share a row evenly where the perplexity is too low for them', () => {
  const x = table([[0], [0], [0], [0], [1], [3]]);
  const {conditional, beta} = tsneAffinities(core, {x, perplexity: 2});
  assertClose(row(conditional, 0), [0, 1 / 3, 1 / 3, 1 / 3, 0, 0], {rtol: 1e-15});
  assert.deepEqual([...beta.data.slice(0, 4)], Array(4).fill(Number.POSITIVE_INFINITY));
  assert.equal(beta.data[4], Number.POSITIVE_INFINITY, 'its nearest are four');
  assertClose([perplexityOf(row(conditional, 5))], [2], {rtol: 1e-9});
  assert.ok(Number.isFinite(beta.data[5]));
  assertClose([perplexityOf(row(tsneAffinities(core, {x, perplexity: 4}).conditional, 0))], [4], {
    rtol: 1e-9,
  });
});

test('points that are all one have one another alike, and a map of zeros', () => {
  const x = {data: new Float32Array(15).fill(2.5), shape: [5, 3]};
  const {joint} = tsneAffinities(core, {x, perplexity: 2});
  assertClose(
    joint.data,
    joint.data.map((_, k) => (k % 6 === 0 ? 0 : 1 / 20)),
    {rtol: 1e-15},
  );
  const {kl, y} = new Tsne(core, {x, perplexity: 2}).step(50);
  assertClose([kl], [0], {atol: 1e-14});
  assert.ok(y.data.every((v) => v === 0));
});

test('perplexity 1 sees the nearest alone', () => {
  const {conditional} = tsneAffinities(core, {x: table([[0], [2], [3]]), perplexity: 1});
  assert.deepEqual([...conditional.data], [0, 1, 0, 0, 0, 1, 0, 1, 0]);
});

test('a step moves by gains, momentum and gradient, and centres the map', () => {
  for (const [n, nDims] of [
    [2, 1],
    [5, 2],
    [7, 3],
  ]) {
    const joint = randomJoint(core, n);
    const first = randomTensor(core, 'first', [n, nDims]);
    const size = n * nDims;
    let y = Float64Array.from(first.data);
    const velocity = new Float64Array(size);
    const gains = new Float64Array(size).fill(1);
    core.scratch((mem) => {
      const [state, p] = [mem.f64(4 * size), mem.f64(joint)];
      core.call('proj_tsne_init', state.ptr, mem.f32(first.data).ptr, n, nDims);
      const zeros = Array(size).fill(0);
      assert.deepEqual(
        [...state.view()],
        [...first.data, ...zeros, ...Array(size).fill(1), ...zeros],
      );
      for (let k = 0; k < 40; k++) {
        const [rate, exaggeration, momentum] = k < 20 ? [20, 4, 0.5] : [5, 1, 0.8];
        const {dy} = klAndGradient(core, joint, {data: y, shape: [n, nDims]}, exaggeration);
        for (let at = 0; at < size; at++) {
          const onward = dy[at] > 0 !== velocity[at] > 0;
          gains[at] = Math.max(onward ? gains[at] + 0.2 : gains[at] * 0.8, 0.01);
          velocity[at] = momentum * velocity[at] - rate * gains[at] * dy[at];
        }
        y = y.map((v, at) => v + velocity[at]);
        const means = Array.from({length: nDims}, (_, c) =>
          y.reduce((sum, v, at) => (at % nDims === c ? sum + v / n : sum), 0),
        );
        y = y.map((v, at) => v - means[at % nDims]);
        core.call('proj_tsne_step', state.ptr, p.ptr, rate, exaggeration, momentum, n, nDims);
        const got = state.copy();
        assertClose(got.subarray(0, size), y, {atol: 1e-9}, `y of ${n} x ${nDims}, step ${k}`);
        assertClose(got.subarray(2 * size, 3 * size), gains, {rtol: 1e-12}, `gains, step ${k}`);
        assertClose(got.subarray(3 * size), dy, {atol: 1e-9}, `gradient, step ${k}`);
        // from here on together: small differences would grow
        y = got.slice(0, size);
        velocity.set(got.subarray(size, 2 * size));
      }
    });
  }
});

test('gains do not fall below 0.01', () => {
  core.scratch((mem) => {
    const [joint, y] = [mem.f64([0, 0.5, 0.5, 0]), mem.f32([1, 1])];
    const state = mem.f64(8);
    core.call('proj_tsne_init', state.ptr, y.ptr, 2, 1);
    for (let k = 0; k < 60; k++) {
      core.call('proj_tsne_step', state.ptr, joint.ptr, 10, 1, 0.5, 2, 1); // no slope: nothing moves
    }
    assert.deepEqual([...state.view().slice(4, 6)], [0.01, 0.01]);
  });
});

test('a map goes through its schedule: exaggerated, then afresh', () => {
  const x = randomTensor(core, 'schedule', [11, 4]);
  const init = randomTensor(core, 'start', [11, 2], 0.01);
  const {joint} = tsneAffinities(core, {x, perplexity: 11 / 3});
  const {kl, y} = new Tsne(core, {x, init, earlyExaggeration: 7, exaggerationSteps: 3}).step(5);
  core.scratch((mem) => {
    const [state, p, out] = [mem.f64(88), mem.f64(joint.data), mem.f64(1)];
    const step = (/** @type {number[]} */ ...speed) =>
      core.call('proj_tsne_step', state.ptr, p.ptr, 11 / 6, ...speed, 11, 2);
    core.call('proj_tsne_init', state.ptr, mem.f32(init.data).ptr, 11, 2);
    for (let k = 0; k < 3; k++) step(7, 0.5);
    state.view().fill(0, 22, 44).fill(1, 44, 66);
    for (let k = 0; k < 2; k++) step(1, 0.8);
    core.call('proj_tsne_kl', out.ptr, p.ptr, state.ptr, 11, 2);
    assert.deepEqual(y, {data: Float32Array.from(state.view().slice(0, 22)), shape: [11, 2]});
    assert.equal(kl, out.view()[0]);
  });
});

test('steps one by one, at once and in another build are the same to the bit', async () => {
  const x = randomTensor(core, 'same', [21, 6]);
  const release = await loadCore();
  const [whole, halves, other] = [release, release, await loadTestCore()].map(
    (each) => new Tsne(each, {x, perplexity: 5, exaggerationSteps: 30}),
  );
  const start = halves.step(0);
  assert.equal(halves.nSteps, 0);
  const a = whole.step(80);
  for (let k = 0; k < 80; k++) halves.step();
  assert.equal(halves.nSteps, 80);
  assert.deepEqual(halves.step(0), a);
  assert.deepEqual(other.step(80), a);
  assert.notDeepEqual(start, a);
});

test('two maps of one core do not touch each other', () => {
  const x = randomTensor(core, 'two', [8, 3]);
  const alone = new Tsne(core, {x, perplexity: 3}).step(20);
  const maps = [new Tsne(core, {x, perplexity: 3}), new Tsne(core, {x, perplexity: 2, nDims: 3})];
  for (let k = 0; k < 20; k++) for (const map of maps) map.step();
  assert.deepEqual(maps[0].step(0), alone);
  assert.deepEqual(maps[1].step(0).y.shape, [8, 3]);
});

test('equal points stay on one place from the components, and part from random places', () => {
  // six tokens, two of them the same word: what the page shows
  const x = randomTensor(core, 'tokens', [13, 10]);
  for (const twin of [7, 12]) x.data.copyWithin(twin * 10, 2 * 10, 3 * 10);
  const {y} = new Tsne(core, {x, perplexity: 3}).step(400);
  for (const twin of [7, 12]) assert.deepEqual(row(y, twin), row(y, 2));
  const apart = new Tsne(core, {x, perplexity: 3, init: 'random', seed: 1}).step(400).y;
  assert.ok(Math.sqrt(squaredDistance(apart, 2, 7)) > 0.01);
});

test('a map of clusters has the neighbours of the table, whatever it starts from', () => {
  const centres = randomTensor(core, 'centres', [4, 8], 6);
  const noise = randomTensor(core, 'noise', [32, 8]);
  const x = mapTensor(noise, (v, k) => v + row(centres, Math.floor(k / 8) % 4)[k % 8]);
  for (const options of [{}, {init: /** @type {'random'} */ ('random'), seed: 3}]) {
    const map = new Tsne(core, {x, perplexity: 5, ...options});
    const before = map.step(0).kl;
    const {kl, y} = map.step(500);
    assert.ok(kl < 0.5 && kl < before / 4, `from ${before} to ${kl}`);
    for (let i = 0; i < 32; i++) {
      const others = Array.from({length: 32}, (_, j) => j).filter((j) => j !== i);
      const nearest = others.reduce((a, b) =>
        squaredDistance(y, i, a) <= squaredDistance(y, i, b) ? a : b,
      );
      assert.equal(nearest % 4, i % 4, `the nearest of ${i}`);
    }
  }
});

test('the first map has a deviation of 1e-4 along its first component', () => {
  const x = randomTensor(core, 'first map', [9, 5], 100);
  const {y} = new Tsne(core, {x, perplexity: 3}).step(0);
  const column = Array.from({length: 9}, (_, i) => row(y, i)[0]);
  assertClose([Math.sqrt(column.reduce((s, v) => s + v * v, 0) / 9)], [1e-4], {rtol: 1e-6});
  const random = new Tsne(core, {x, perplexity: 3, init: 'random', seed: 5}).step(0).y;
  assert.ok(random.data.every((v) => v !== 0 && Math.abs(v) < 6e-4));
});

test('six tokens and the usual perplexity of 30: refused with what to use, and 2 by default', () => {
  const x = randomTensor(core, 'six', [6, 16]);
  assert.throws(() => new Tsne(core, {x, perplexity: 30}), {
    name: 'RangeError',
    message: /^perplexity must be 1 to n - 1 = 5, since .* \(about 2 is usual here\), got 30\.$/,
  });
  const byDefault = new Tsne(core, {x}).step(30);
  assert.deepEqual(byDefault, new Tsne(core, {x, perplexity: 2}).step(30));
  assert.deepEqual(
    new Tsne(core, {x: table([[1], [2]]), nDims: 1}).step(3).y.shape,
    [2, 1],
    'two points, perplexity 1',
  );
});

test('of many points the perplexity is 30 by default, the learning rate 50, later n / 48', () => {
  const few = randomTensor(core, 'many', [320, 2]);
  const many = randomTensor(core, 'too many', [2500, 1]);
  for (const [x, nDims, learningRate] of /** @type {[Tensor, number, number][]} */ ([
    [few, 2, 50],
    [many, 1, 2500 / 48],
  ])) {
    const byDefault = new Tsne(core, {x, nDims}).step(1);
    assert.deepEqual(byDefault, new Tsne(core, {x, nDims, perplexity: 30, learningRate}).step(1));
  }
  const slower = new Tsne(core, {x: few, learningRate: 50 * 0.99}).step(1);
  assert.notDeepEqual(new Tsne(core, {x: few}).step(1), slower);
});

test('C refuses what is not finite, more points than it takes, and leaves its outputs alone', () => {
  core.scratch((mem) => {
    const out = mem.f64(new Array(64).fill(7));
    const beta = mem.f64([7, 7, 7]);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const x = mem.f32([1, 2, bad]).ptr;
      const calls = [
        () => core.call('proj_tsne_conditional', out.ptr, beta.ptr, x, 1.5, 3, 1),
        () => core.call('proj_tsne_init', out.ptr, x, 3, 1),
      ];
      for (const call of calls) assert.throws(call, {status: 'bad value'});
    }
    const x = mem.f32([1, 2, 4]).ptr;
    const tooMany = [
      () => core.call('proj_tsne_conditional', out.ptr, beta.ptr, x, 2, 4097, 1),
      () => core.call('proj_tsne_joint', out.ptr, out.ptr, 4097),
      () => core.call('proj_tsne_init', out.ptr, x, 3, 4),
    ];
    for (const call of tooMany) assert.throws(call, {status: 'bad shape'});
    assert.ok(out.view().every((v) => v === 7) && beta.view().every((v) => v === 7));
  });
});
