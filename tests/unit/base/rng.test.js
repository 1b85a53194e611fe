import assert from 'node:assert/strict';
import test from 'node:test';

import {permutation, randomIntegers, randomNormal, randomUniform} from '../../../web/core/base.js';
import {loadBothCores} from '../../support/core.js';

const cores = await loadBothCores();
const [, core] = cores[0];
const stream = {seed: 1, name: 'test'};

/** @param {ArrayLike<number>} values */
function moments(values) {
  const n = values.length;
  const mean = Array.from(values).reduce((a, b) => a + b, 0) / n;
  const power = (/** @type {number} */ k) =>
    Array.from(values).reduce((a, b) => a + (b - mean) ** k, 0) / n;
  return {mean, variance: power(2), skew: power(3), kurtosis: power(4) / power(2) ** 2};
}

for (const [build, each] of cores) {
  test(`${build}: a stream begins alike however long it is`, () => {
    for (const make of [randomUniform, randomNormal]) {
      const long = make(each, {...stream, shape: [64]}).data;
      for (let n = 1; n <= 17; n++) {
        assert.deepEqual(make(each, {...stream, shape: [n]}).data, long.slice(0, n));
      }
    }
  });

  test(`${build}: a permutation holds every number once, at every length`, () => {
    for (let n = 1; n <= 40; n++) {
      const sorted = permutation(each, {...stream, n}).data.sort();
      assert.deepEqual(
        [...sorted],
        Array.from({length: n}, (_, k) => k),
      );
    }
  });
}

test('another seed or another name gives other numbers', () => {
  const draw = (/** @type {{seed: number | bigint, name: string}} */ s) =>
    randomUniform(core, {...s, shape: [4]}).data.join();
  const all = [draw(stream), draw({seed: 2, name: 'test'}), draw({seed: 1, name: 'tests'})];
  all.push(draw({seed: 2n ** 32n + 1n, name: 'test'})); // the seed's upper half counts
  assert.equal(new Set(all).size, all.length);
});

/** Element i of a stream without a name, of 64 bits. @param {bigint} seed @param {bigint} i */
function bitsOf(seed, i) {
  const cut = (/** @type {bigint} */ v) => BigInt.asUintN(64, v);
  let z = cut((seed ^ 0xcbf29ce484222325n) + (i + 1n) * 0x9e3779b97f4a7c15n);
  z = cut((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = cut((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

test('integers and permutations use all 64 bits of an element', () => {
  for (const seed of [5n, 2n ** 63n + 7n]) {
    const {data} = randomIntegers(core, {seed, name: '', n: 50, modulus: 1000});
    const want = Array.from(data, (_, i) => Number(bitsOf(seed, BigInt(i)) % 1000n));
    assert.deepEqual([...data], want);
    const order = Array.from({length: 50}, (_, i) => i);
    for (let i = 49; i > 0; i--) {
      const j = Number(bitsOf(seed, BigInt(49 - i)) % BigInt(i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    assert.deepEqual([...permutation(core, {seed, name: '', n: 50}).data], order);
  }
});

test('a name is read as UTF-8', () => {
  // FNV-1a of c3 a9 by hand: the stream of seed = that hash and no name has key hash ^ basis
  let hash = 0xcbf29ce484222325n;
  for (const byte of [0xc3n, 0xa9n]) hash = ((hash ^ byte) * 0x100000001b3n) % 2n ** 64n;
  const seed = hash ^ 0xcbf29ce484222325n;
  const plain = randomIntegers(core, {seed, name: '', n: 5, modulus: 1000});
  assert.deepEqual(randomIntegers(core, {seed: 0, name: 'é', n: 5, modulus: 1000}), plain);
});

test('uniform numbers stay in [-scale, scale) and have the moments of the uniform law', () => {
  const {data, shape} = randomUniform(core, {...stream, shape: [100, 200], scale: 3});
  assert.deepEqual(shape, [100, 200]);
  assert.ok(data.every((v) => v >= -3 && v < 3));
  const {mean, variance} = moments(data);
  assert.ok(Math.abs(mean) < 0.05, `mean ${mean}`);
  assert.ok(Math.abs(variance - 3) < 0.06, `variance ${variance}`);
});

test('normal numbers have the moments of the Gaussian and neighbours that do not correlate', () => {
  const {data} = randomNormal(core, {...stream, shape: [40000], sigma: 2});
  const {mean, variance, skew, kurtosis} = moments(data);
  assert.ok(Math.abs(mean) < 0.04, `mean ${mean}`);
  assert.ok(Math.abs(variance - 4) < 0.12, `variance ${variance}`);
  assert.ok(Math.abs(skew) < 0.5, `third moment ${skew}`);
  assert.ok(Math.abs(kurtosis - 3) < 0.15, `kurtosis ${kurtosis}`);
  let product = 0;
  for (let k = 0; k < data.length; k += 2) product += data[k] * data[k + 1];
  assert.ok(Math.abs(product / (data.length / 2)) < 0.1, `covariance of pairs ${product}`);
});

test('sigma 0 gives zeros', () => {
  assert.ok(randomNormal(core, {...stream, shape: [5], sigma: 0}).data.every((v) => v === 0));
});

test('every order of three comes about equally often', () => {
  const counts = new Map();
  for (let seed = 0; seed < 1200; seed++) {
    const order = permutation(core, {seed, name: 'orders', n: 3}).data.join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  for (const [order, count] of counts) assert.ok(Math.abs(count - 200) < 60, `${order}: ${count}`);
});

test('what is no seed, name, size, modulus, scale or sigma is refused by name and value', () => {
  const cases = [
    [() => randomUniform(core, {...stream, seed: -1, shape: [2]}), /^seed must be .*, got -1/],
    [() => randomUniform(core, {...stream, seed: 1.5, shape: [2]}), /^seed .* got 1.5/],
    [() => randomUniform(core, {...stream, seed: 2n ** 64n, shape: [2]}), /^seed /],
    [() => randomUniform(core, {...stream, shape: [2, 0]}), /^shape\[1\] .* got 0/],
    [() => randomUniform(core, {...stream, shape: [2], scale: Number.NaN}), /^scale .* got NaN/],
    [() => randomNormal(core, {...stream, shape: [2], sigma: -1}), /^sigma .* got -1/],
    [() => randomNormal(core, {...stream, shape: [2], sigma: Infinity}), /^sigma .* got Infinity/],
    [() => randomIntegers(core, {...stream, n: 2, modulus: 0}), /^modulus .* got 0/],
    [() => permutation(core, {...stream, n: 1.5}), /^n must be an integer >= 1, got 1.5/],
  ];
  for (const [call, message] of cases) {
    assert.throws(/** @type {() => void} */ (call), {name: 'RangeError', message});
  }
  // @ts-expect-error: a number is no name
  assert.throws(() => randomUniform(core, {seed: 1, name: 7, shape: [2]}), {name: 'TypeError'});
});

test('C refuses what JavaScript would have refused, and leaves the output as it was', () => {
  core.scratch((mem) => {
    const out = mem.f32([7, 7]);
    const name = mem.utf8('x');
    const refused = [
      ['rng_uniform', name.length, 0, 0, Number.NaN, 2],
      ['rng_uniform', name.length, 0, 0, 1, 0],
      ['rng_uniform', -1, 0, 0, 1, 2],
      ['rng_normal', name.length, 0, 0, -1, 2],
      ['rng_normal', name.length, 0, 0, Number.POSITIVE_INFINITY, 2],
      ['rng_normal', name.length, 0, 0, 1, 2 ** 28 + 1],
      ['rng_integers', name.length, 0, 0, 0, 2],
      ['rng_permutation', name.length, 0, 0, -3],
    ];
    for (const [call, ...args] of /** @type {[string, ...number[]][]} */ (refused)) {
      assert.throws(() => core.call(call, out.ptr, name.ptr, ...args), {name: 'CoreError'}, call);
      assert.deepEqual([...out.view()], [7, 7], call);
    }
  });
});
