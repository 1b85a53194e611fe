// The numbers behind fifteen things that people get wrong: each as it comes out of the core.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  alibiSlopes,
  ropeFrequencies,
  ropePrecision,
  ropeScaling,
  ropeTables,
  yarnMagnitude,
} from '../../web/core/pe.js';
import {loadBothCores} from '../support/core.js';

/** @import {Band, ScalingSettings} from '../../web/core/pe.js' */

/**
 * A number agrees with one that is printed when it is printed alike.
 *
 * @param {number} got
 * @param {string} want
 */
function assertPrinted(got, want) {
  const [, digits, exponent] = /** @type {RegExpExecArray} */ (/^-?([\d.]+)(e.*)?$/.exec(want));
  const decimals = digits.split('.')[1]?.length ?? 0;
  const unit = 10 ** -decimals * Number(`1${exponent ?? ''}`);
  assert.ok(Math.abs(got - Number(want)) <= 0.5001 * unit, `${got}, wanted ${want}`);
}

/** @param {Band[]} bands @returns {Record<string, [number, number]>} first and last pair of each */
function spans(bands) {
  const names = [...new Set(bands)];
  return Object.fromEntries(
    names.map((name) => [name, [bands.indexOf(name), bands.lastIndexOf(name)]]),
  );
}

for (const [build, core] of await loadBothCores()) {
  test(`bfloat16 frequencies are a turn's half wrong by position 4096 (${build})`, () => {
    const worstWithin = (/** @type {number} */ n) => {
      const positions = Array.from({length: n}, (_, p) => p);
      const settings = {dim: 128, frequencyType: /** @type {const} */ ('bfloat16'), positions};
      const {data} = ropePrecision(core, settings).phaseError;
      return data.reduce((worst, error) => Math.max(worst, Math.abs(error)), 0);
    };
    assertPrinted(worstWithin(512), '0.625');
    assertPrinted(worstWithin(2048), '2.504');
    assert.ok(Math.abs(worstWithin(4096) - Math.PI) < 0.01);
  });

  test(`ALiBi's slopes for 12 heads are those of 8 and every other of 16 (${build})`, () => {
    const {data: own} = alibiSlopes(core, {nHeads: 12});
    const {data: naive} = alibiSlopes(core, {nHeads: 12, rule: 'geometric'});
    assertPrinted(own[0], '0.5');
    assertPrinted(own[1], '0.25');
    assertPrinted(own[7], '0.0039');
    ['0.7071', '0.3536', '0.1768', '0.0884'].forEach((want, k) => {
      assertPrinted(own[8 + k], want);
    });
    assertPrinted(naive[0], '0.63');
    assertPrinted(naive[11], '0.0039');
    // an exponent that starts at 0 has what would stand one place before: no bias at half a head
    assertPrinted(naive[0] ** 2 / naive[1], '1.0');
  });

  test(`YaRN's amplitude, and a ratio that hides it (${build})`, () => {
    const at = (/** @type {ScalingSettings} */ settings) =>
      ropeScaling(core, {kind: 'yarn', dim: 64, originalMaxPosition: 4096, ...settings});
    for (const [factor, want] of /** @type {const} */ ([
      [4, '1.1386'],
      [16, '1.2773'],
      [32, '1.3466'],
      [40, '1.3689'],
    ])) {
      const {attentionFactor} = at({factor});
      assertPrinted(attentionFactor, want);
      assert.ok(Math.abs(yarnMagnitude(core, {factor}) - attentionFactor) < 1e-15);
      // on cosines and sines of both sides: a query and a key at one place have its square
      const scaling = /** @type {const} */ ({kind: 'yarn', factor, originalMaxPosition: 4096});
      const {cos, sin} = ropeTables(core, {
        positions: [77],
        ...ropeScaling(core, {dim: 2, ...scaling}),
      });
      const score = cos.data[0] ** 2 + sin.data[0] ** 2;
      assert.ok(Math.abs(score - attentionFactor ** 2) < 1e-6);
    }
    for (const [mscale, softmax] of /** @type {const} */ ([
      [707 / 1000, '1.590'], // DeepSeek V2-Lite
      [1, '1.874'], // V3
    ])) {
      assert.equal(at({factor: 40, mscale, mscaleAllDim: mscale}).attentionFactor, 1);
      assertPrinted(yarnMagnitude(core, {factor: 40, mscale}) ** 2, softmax);
    }
  });

  test(`YaRN's ramp moves when the extended length is taken for the original (${build})`, () => {
    for (const [originalMaxPosition, kept, divided] of /** @type {const} */ ([
      [4096, '20.94', '45.03'],
      [16384, '30.58', '54.66'],
    ])) {
      const settings = {kind: /** @type {const} */ ('yarn'), dim: 128, factor: 4};
      const {ratio} = ropeScaling(core, {...settings, originalMaxPosition, truncate: false});
      // the straight line through two pairs of the ramp, where it meets 1 and 1/4
      const [a, b] = [35, 36].map((pair) => ratio.data[pair]);
      assertPrinted(35 + (1 - a) / (b - a), kept);
      assertPrinted(35 + (0.25 - a) / (b - a), divided);
    }
  });

  test(`the two ramps of YaRN are not the same (${build})`, () => {
    const settings = {dim: 128, factor: 4, originalMaxPosition: 4096};
    const code = ropeScaling(core, {...settings, kind: 'yarn'}).invFreq.data;
    const paper = ropeScaling(core, {...settings, kind: 'yarn-paper'}).invFreq.data;
    const ratios = Array.from(code, (w, k) => w / paper[k]);
    assertPrinted(Math.max(...ratios), '1.73');
    assert.equal(ratios.filter((r) => Math.abs(r - 1) > 0.01).length, 25);
  });

  test(`llama3's bands: fast pairs, of short waves, are kept (${build})`, () => {
    const llama = {lowFreqFactor: 1, highFreqFactor: 4, originalMaxPosition: 8192, base: 500000};
    const bandsOf = (/** @type {number} */ dim, /** @type {number} */ factor) =>
      spans(ropeScaling(core, {kind: 'llama3', dim, factor, ...llama}).band);
    assert.deepEqual(bandsOf(64, 32), {kept: [0, 14], blended: [15, 17], divided: [18, 31]});
    assert.deepEqual(bandsOf(128, 8), {kept: [0, 28], blended: [29, 34], divided: [35, 63]});
    const {data} = ropeFrequencies(core, {dim: 64, base: 500000});
    const wave = (/** @type {number} */ pair) => (2 * Math.PI) / data[pair];
    assert.ok(wave(14) < 8192 / 4 && wave(15) > 8192 / 4);
    assert.ok(wave(17) < 8192 && wave(18) > 8192);
  });

  test(`a quarter of a head, by the two denominators (${build})`, () => {
    const [headDim, base] = [512, 1e6];
    const dim = headDim / 4;
    const last = (/** @type {ScalingSettings} */ settings) =>
      ropeScaling(core, {dim, base, ...settings}).invFreq.data[dim / 2 - 1];
    assertPrinted(last({kind: 'proportional', headDim}), '3.338e-2');
    assertPrinted(last({}), '1.241e-6');
  });

  test(`xPos dies away to the past and grows to the future (${build})`, () => {
    // pair 0 of d features has zeta = 0.4 d / 1.4 d: the one that changes most
    const powerAt = (/** @type {number} */ position, /** @type {boolean} */ divide) =>
      core.scratch((mem) => {
        const x = mem.f32([1, 1]);
        core.call('pe_xpos_scale', x.ptr, divide ? 1 : 0, 512, position, 1, 1, 2, 2);
        return x.view()[0];
      });
    assertPrinted(powerAt(512, false), '0.286');
    assertPrinted(powerAt(4096, false), '4.4e-5');
    assertPrinted(powerAt(4096, true), '22519'); // printed as 2.2e4
  });
}
