import assert from 'node:assert/strict';
import test from 'node:test';
import {
  RopeCache,
  repeatingPair,
  ropeFrequencies,
  ropeScaling,
  ropeTables,
  yarnMagnitude,
} from '../../../web/core/pe.js';
import {assertClose} from '../../support/close.js';
import {loadBothCores} from '../../support/core.js';

/**
 * @import {Core} from '../../../web/core/core.js'
 * @import {ScalingSettings} from '../../../web/core/pe.js'
 */

const cores = await loadBothCores();
const [, core] = cores[0];
const REVOLUTION = 2 * Math.PI;

const LISTS = {shortFactor: Array(32).fill(1), longFactor: Array(32).fill(1)};
const L = {originalMaxPosition: 2048};
/** A right setting of each kind, for dim 64. @type {({kind: string} & ScalingSettings)[]} */
const KINDS = [
  {kind: 'default'},
  {kind: 'linear', factor: 4},
  {kind: 'ntk', alpha: 4},
  {kind: 'dynamic', factor: 4, maxPosition: 2048, seqLen: 9000},
  {kind: 'yarn', factor: 4, ...L},
  {kind: 'yarn-paper', factor: 4, ...L},
  {kind: 'longrope', factor: 4, seqLen: 9000, ...L, ...LISTS},
  {kind: 'llama3', factor: 4, lowFreqFactor: 1, highFreqFactor: 4, ...L},
  {kind: 'proportional', factor: 4, headDim: 256},
];

/** @param {{dim: number} & ScalingSettings} settings */
const frequencies = (settings) => ropeScaling(core, settings).invFreq.data;

/** @param {ArrayLike<number>} list */
const falls = (list) => Array.from(list).every((value, k) => k === 0 || value <= list[k - 1]);

for (const [build, each] of cores) {
  test(`${build}: a factor of 1 leaves the frequencies as they are, whatever the rule`, () => {
    const plain = ropeFrequencies(each, {dim: 64}).data;
    for (const settings of KINDS) {
      const one = {factor: 1, alpha: 1, headDim: 64, seqLen: 2048}; // dynamic: not beyond training
      const got = ropeScaling(each, {...settings, dim: 64, ...one});
      assertClose(got.invFreq.data, plain, {rtol: 1e-14}, settings.kind);
      assertClose(got.ratio.data, Array(32).fill(1), {atol: 1e-14}, settings.kind);
      assert.deepEqual(new Set(got.band), new Set(['kept']), settings.kind);
      assert.equal(got.attentionFactor, 1, settings.kind);
    }
  });

  test(`${build}: every rule divides the slowest pair most and revolutions no order around`, () => {
    for (const settings of KINDS.filter(({kind}) => kind !== 'longrope')) {
      const {invFreq, ratio} = ropeScaling(each, {...settings, dim: 64});
      assert.ok(falls(invFreq.data), settings.kind);
      assert.ok(falls(ratio.data), settings.kind);
    }
  });
}

test('plain frequencies have the same bits by any door', () => {
  for (const dim of [2, 6, 64, 128]) {
    const plain = ropeFrequencies(core, {dim, base: 500}).data;
    assert.deepEqual(ropeScaling(core, {dim, base: 500}).invFreq.data, plain);
    const rows = ropeTables(core, {nPos: 70, ...ropeScaling(core, {dim, base: 500})});
    assert.deepEqual(rows, ropeTables(core, {nPos: 70, dim, base: 500}));
  }
});

test('linear: position p of the stretched text revolutions as p / factor did', () => {
  const positions = [0, 1, 7, 500, 2047];
  const stretched = positions.map((p) => 4 * p);
  const scaling = /** @type {const} */ ({kind: 'linear', factor: 4});
  const got = ropeTables(core, {positions: stretched, ...ropeScaling(core, {dim: 64, ...scaling})});
  assert.deepEqual(got, ropeTables(core, {positions, dim: 64}));
  assert.deepEqual(new Set(ropeScaling(core, {...scaling, dim: 64}).band), new Set(['divided']));
});

test('ntk: another base, by which the fastest pair is kept and the slowest divided', () => {
  for (const [dim, alpha] of [
    [4, 3],
    [64, 8],
    [128, 2.5],
  ]) {
    const {invFreq, ratio, band} = ropeScaling(core, {kind: 'ntk', dim, alpha});
    const base = 10000 * alpha ** (dim / (dim - 2));
    assertClose(invFreq.data, ropeFrequencies(core, {dim, base}).data, {rtol: 1e-13});
    assert.equal(ratio.data[0], 1);
    assert.ok(Math.abs(ratio.data[dim / 2 - 1] * alpha - 1) < 1e-14);
    const between = Array(dim / 2 - 2).fill('blended');
    assert.deepEqual(band, ['kept', ...between, 'divided']);
  }
  const one = ropeScaling(core, {kind: 'ntk', dim: 2, alpha: 8});
  assert.deepEqual([...one.invFreq.data], [1]); // the only pair is the fastest one
});

test('dynamic: nothing up to the length of training, then more with every token', () => {
  const settings = /** @type {const} */ ({kind: 'dynamic', dim: 64, factor: 2, maxPosition: 2048});
  const plain = ropeFrequencies(core, {dim: 64}).data;
  const at = (/** @type {number} */ seqLen) => frequencies({...settings, seqLen});
  for (const seqLen of [0, 1, 2047, 2048]) assert.deepEqual(at(seqLen), plain);
  assert.deepEqual(frequencies(settings), plain);
  let slowest = plain[31];
  for (const seqLen of [2049, 3000, 4096, 100000]) {
    const alpha = (2 * seqLen) / 2048 - 1;
    assertClose(at(seqLen), frequencies({kind: 'ntk', dim: 64, alpha}), {
      rtol: 1e-14,
    });
    assert.ok(at(seqLen)[31] < slowest);
    slowest = at(seqLen)[31];
    const {band} = ropeScaling(core, {...settings, seqLen});
    assert.deepEqual([band[0], band[15], band[31]], ['kept', 'blended', 'divided']);
  }
  assert.ok(Math.abs(plain[31] / at(8192)[31] - 7) < 1e-12, 'factor 2 at 4 times the length: by 7');
});

test('yarn: a straight ramp over pairs, between where a pair has 32 revolutions and where it has one', () => {
  for (const [dim, length, base = 10000] of [
    [64, 2048],
    [128, 4096],
    [64, 8192, 500000],
    [64, 1e6], // the ramp ends past the last pair, but before dim - 1
    [64, 1e12], // and past dim - 1, where the authors' code clamps it
    [8, 64], // and begins before the first pair
  ]) {
    const settings = /** @type {const} */ ({kind: 'yarn', dim, factor: 4, base});
    const at = (/** @type {number} */ revolutions) =>
      (dim * Math.log(length / (revolutions * REVOLUTION))) / (2 * Math.log(base));
    for (const truncate of [true, false]) {
      const free = truncate ? [Math.floor(at(32)), Math.ceil(at(1))] : [at(32), at(1)];
      const ends = [Math.max(free[0], 0), Math.min(free[1], dim - 1)];
      const made = ropeScaling(core, {...settings, truncate, originalMaxPosition: length});
      made.ratio.data.forEach((ratio, pair) => {
        const kept = Math.min(Math.max((ends[1] - pair) / (ends[1] - ends[0]), 0), 1);
        assert.ok(Math.abs(ratio - (kept + (1 - kept) / 4)) < 1e-13, `pair ${pair} of ${dim}`);
        const band = kept === 1 ? 'kept' : kept === 0 ? 'divided' : 'blended';
        assert.equal(made.band[pair], band, `pair ${pair} of ${dim}`);
      });
    }
  }
});

test('yarn: a ramp of no width is one step', () => {
  const step = {kind: /** @type {const} */ ('yarn'), dim: 16, factor: 4, ...L};
  const revolutions = (2048 * 10000 ** (-6 / 16)) / REVOLUTION; // of pair 3
  const one = ropeScaling(core, {
    ...step,
    betaFast: revolutions,
    betaSlow: revolutions,
    truncate: false,
  });
  const ratio = [...one.ratio.data];
  assert.deepEqual([ratio.slice(0, 3), ratio.slice(4)], [Array(3).fill(1), Array(4).fill(0.25)]);
  // a thousandth wide, and no wider: it begins a two-hundredth before pair 3
  const before = (2048 * 10000 ** ((-2 * 2.995) / 16)) / REVOLUTION;
  const early = ropeScaling(core, {...step, betaFast: before, betaSlow: before, truncate: false});
  assert.deepEqual([...early.ratio.data].slice(2, 4), [1, 0.25]);
});

test("yarn: the paper's ramp is straight over revolutions, and llama3 is that ramp without amplitude", () => {
  const revolutions = {betaSlow: 1, betaFast: 32};
  const paper = ropeScaling(core, {kind: 'yarn-paper', dim: 128, factor: 4, ...L, ...revolutions});
  const llama = {lowFreqFactor: 1, highFreqFactor: 32};
  const same = ropeScaling(core, {kind: 'llama3', dim: 128, factor: 4, ...L, ...llama});
  assert.deepEqual(paper.ratio, same.ratio);
  assert.deepEqual(paper.invFreq, same.invFreq);
  ropeFrequencies(core, {dim: 128}).data.forEach((w, pair) => {
    const kept = Math.min(Math.max(((2048 * w) / REVOLUTION - 1) / 31, 0), 1);
    assert.ok(Math.abs(paper.ratio.data[pair] - (kept + (1 - kept) / 4)) < 1e-13);
  });
  assert.deepEqual([paper.attentionFactor > 1.1, same.attentionFactor], [true, 1]);
});

test('longrope: the short list up to the length of training, the long one from the next token on', () => {
  const shortFactor = [1, 1.02, 1.05, 1.1];
  const longFactor = [1.08, 1.6, 9.4, 62];
  const settings = {kind: /** @type {const} */ ('longrope'), dim: 8, shortFactor, longFactor};
  const plain = ropeFrequencies(core, {dim: 8}).data;
  for (const [seqLen, list] of /** @type {const} */ ([
    [undefined, shortFactor],
    [4096, shortFactor],
    [4097, longFactor],
    [131072, longFactor],
  ])) {
    const length = {originalMaxPosition: 4096, maxPosition: 131072, seqLen};
    const {invFreq, attentionFactor, band} = ropeScaling(core, {...settings, ...length});
    assertClose(
      invFreq.data,
      plain.map((w, i) => w / list[i]),
      {rtol: 1e-15},
    );
    assert.ok(Math.abs(attentionFactor - Math.sqrt(1 + Math.log(32) / Math.log(4096))) < 1e-15);
    assert.deepEqual(band[3], list === longFactor ? 'divided' : 'blended');
  }
});

test('proportional: the leading pairs of a whole head', () => {
  const part = frequencies({kind: 'proportional', dim: 16, headDim: 64});
  assert.deepEqual(part, ropeFrequencies(core, {dim: 64}).data.slice(0, 8));
  const divided = frequencies({kind: 'proportional', dim: 16, headDim: 64, factor: 8});
  assert.deepEqual(
    [...divided],
    [...part].map((w) => w / 8),
  );
  assert.deepEqual(
    frequencies({kind: 'proportional', dim: 16}),
    ropeFrequencies(core, {dim: 16}).data,
  );
});

test('proportional: past its share of the head a pair does not rotate', () => {
  for (const [dim, partial, nRotated] of [
    [512, 0.25, 64],
    [16, 0.5, 4],
    [10, 0.5, 2], // floor(5) / 2
    [100, 0.29, 14], // 28.999... of 100 elements
    [8, 0, 0],
    [8, 1, 4],
  ]) {
    const made = ropeScaling(core, {kind: 'proportional', dim, base: 1e6, factor: 2, partial});
    const whole = ropeFrequencies(core, {dim, base: 1e6}).data;
    const want = whole.map((w, pair) => (pair < nRotated ? w / 2 : 0));
    assertClose(made.invFreq.data, want, {rtol: 1e-15}, `${dim} ${partial}`);
    const nStill = made.band.filter((band) => band === 'not rotated').length;
    assert.equal(nStill, dim / 2 - nRotated);
  }
});

test('RIFLEx: one pair makes at most a rotation over the new length, the others are kept', () => {
  const plain = ropeFrequencies(core, {dim: 16, base: 256}).data;
  for (const [pair, length, margin] of [
    [4, 66, 1],
    [1, 66, 0.9],
    [8, 1000, 2],
  ]) {
    const made = ropeScaling(core, {kind: 'riflex', dim: 16, base: 256, pair, length, margin});
    const want = plain.map((w, k) => (k === pair - 1 ? (margin * 2 * Math.PI) / length : w));
    assertClose(made.invFreq.data, want, {rtol: 1e-15});
    assertClose(made.ratio.data, want.map((w, k) => w / plain[k]), {rtol: 1e-15}); // biome-ignore format: one thought
    assert.equal(made.band.filter((band) => band !== 'kept').length, 1);
    assert.equal(made.attentionFactor, 1);
  }
});

test('the repeating pair has the period next to the repetition, counted from 1', () => {
  assert.deepEqual(repeatingPair(core, {dim: 16, base: 256, repeatAt: 48}), {pair: 4, period: 50});
  assert.deepEqual(repeatingPair(core, {dim: 16, repeatAt: 20}), {pair: 2, period: 20});
  // 6 and 13 are the periods of dim 4 with base 4: 9 is next to 6, and of equals the first is taken
  assert.deepEqual(repeatingPair(core, {dim: 4, base: 4, repeatAt: 9}), {pair: 1, period: 6});
  assert.deepEqual(repeatingPair(core, {dim: 4, base: 4, repeatAt: 10}), {pair: 2, period: 13});
  assert.deepEqual(repeatingPair(core, {dim: 6, base: 1, repeatAt: 99}), {pair: 1, period: 6});
});

test('the amplitude: by rule, as given, or as the ratio of two', () => {
  const at = (/** @type {ScalingSettings} */ settings) =>
    ropeScaling(core, {kind: 'yarn', dim: 64, factor: 40, ...L, ...settings}).attentionFactor;
  const m = (/** @type {number} */ k) => 0.1 * k * Math.log(40) + 1;
  for (const [want, settings] of /** @type {[number, ScalingSettings][]} */ ([
    [m(1), {}],
    [m(1), {kind: 'yarn-paper'}],
    [m(1), {mscale: 0.5}], // one alone counts for nothing
    [m(1), {mscaleAllDim: 0.5}],
    [m(1), {mscale: 0, mscaleAllDim: 1}],
    [m(1) / m(0.75), {mscale: 1, mscaleAllDim: 0.75}],
    [1, {mscale: 0.75, mscaleAllDim: 0.75}],
    [1.25, {attentionFactor: 1.25}],
    [1.25, {attentionFactor: 1.25, mscale: 1, mscaleAllDim: 0.5}],
    [1, {factor: 1}],
    [1, {factor: 0.5}],
    [1, {kind: 'linear'}],
    [1, {kind: 'llama3', lowFreqFactor: 1, highFreqFactor: 4, attentionFactor: 3}],
  ])) {
    assert.ok(Math.abs(at(settings) - want) < 1e-15, JSON.stringify(settings));
  }
  for (const mscale of [0, 0.75, 1]) {
    assert.ok(Math.abs(yarnMagnitude(core, {factor: 40, mscale}) - m(mscale)) < 1e-15);
  }
  assert.equal(yarnMagnitude(core, {factor: 0.5}), 1);
});

test('cosines and sines have the amplitude, whichever way they are made', () => {
  const scaling = {kind: /** @type {const} */ ('yarn'), factor: 4, ...L};
  const m = 0.1 * Math.log(4) + 1;
  const positions = [0, 1, 1000, 8191.5];
  for (const tables of [
    ropeTables(core, {positions, ...ropeScaling(core, {dim: 64, ...scaling})}),
    ropeTables(core, {nPos: 40, firstPos: 4000, ...ropeScaling(core, {dim: 64, ...scaling})}),
  ]) {
    const squares = tables.cos.data.map((c, k) => c * c + tables.sin.data[k] ** 2);
    assertClose(
      squares,
      squares.map(() => m * m),
      {atol: 1e-6},
    );
  }
  const {invFreq} = ropeScaling(core, {...scaling, dim: 64});
  const cache = new RopeCache(core, {invFreq}); // of the frequencies alone
  assert.equal(cache.tables(1).cos.data[0], 1);
});

test('settings that a rule does not read may hold anything', () => {
  const junk = {factor: Number.NaN, seqLen: -1, betaSlow: 99, shortFactor: 'no', mscale: -1};
  const options = /** @type {any} */ ({dim: 6, ...junk});
  assert.deepEqual(ropeScaling(core, options).invFreq, ropeFrequencies(core, {dim: 6}));
  const ntk = {kind: 'ntk', alpha: 2};
  assert.deepEqual(
    ropeScaling(core, {...options, ...ntk}).invFreq,
    ropeScaling(core, /** @type {any} */ ({dim: 6, ...ntk})).invFreq,
  );
});
