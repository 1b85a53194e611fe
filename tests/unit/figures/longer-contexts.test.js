// The figures of chapter 10 that train nothing: the numbers that its prose states, and what each fault does.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {randomNormal} from '../../../web/core/base.js';
import {attention} from '../../../web/core/nn.js';
import {methodQk, ropeScaling} from '../../../web/core/pe.js';
import {noteUnder} from '../../../web/figures/frame/faults.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {madeUpLists, revolutionsIn} from '../../../web/figures/shared/scaling-rules.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {loadFigure} from '../../support/figures.js';

const core = await loadCore();

/**
 * A figure drawn with a preset and some settings of its own.
 *
 * @param {string} tag
 * @param {{preset?: string, fault?: string, [setting: string]: any}} [options]
 */
async function drawn(tag, {preset = tag, fault = '', ...given} = {}) {
  const figure = await loadFigure(tag);
  const [name] = [preset, ...Object.keys(figure.presets)].filter((p) => figure.presets[p]);
  const asked = figure.presets[name].settings ?? {};
  const {settings} = readSettings(figure.settings, {...asked, ...given}, () => null);
  const drawing = figure.compute(core, settings, fault);
  const {panels, meters} = drawing;
  const broken = meters.filter((/** @type {any} */ m) => !meterHolds(m));
  return {
    panels,
    note: /** @type {any} */ (noteUnder(drawing, settings, figure.faults[fault])),
    /** @param {string} name */
    meter: (name) => meters.find((/** @type {any} */ m) => m.name === name),
    broken: broken.map((/** @type {any} */ m) => m.name),
    /** @param {number} panel @param {string} name */
    y: (panel, name) => panels[panel].series.find((/** @type {any} */ s) => s.name === name).y,
  };
}

suite('rules, pair by pair', () => {
  test('at a factor of 4 and width 64 divide the first, a middle and the last pair as stated', async () => {
    const {panels, broken, note} = await drawn('rope-scaling', {seqLen: 8192});
    const rows = new Map(panels[1].rows.map((/** @type {any[]} */ row) => [row[0], row.slice(1)]));
    assert.deepEqual(rows.get('interpolation'), ['0.250', '0.250', '0.250', '1.0000']);
    assert.deepEqual(rows.get('NTK-aware'), ['1.000', '0.489', '0.250', '1.0000']);
    assert.deepEqual(rows.get('dynamic NTK'), ['1.000', '0.489', '0.250', '1.0000']);
    assert.deepEqual(rows.get('YaRN, as its code'), ['1.000', '0.538', '0.250', '1.1386']);
    assert.deepEqual(rows.get('proportional, a quarter').slice(0, 2), ['1.000', '—']);
    assert.match(note, /9 pairs kept, 12 blended, 11 divided/);
    assert.deepEqual(broken, []);
  });

  test('that ask the text at hand leave a short one as it was', async () => {
    const preset = 'rope-scaling-dynamic';
    const half = await drawn('rope-scaling', {preset});
    assertClose([half.y(0, 'dynamic NTK').at(-1)], [1 / 2], {rtol: 1e-12});
    const short = await drawn('rope-scaling', {preset, seqLen: 2048});
    assert.deepEqual(new Set(short.y(0, 'dynamic NTK')), new Set([1]));
    const long = await drawn('rope-scaling', {preset, seqLen: 16384});
    assertClose([long.y(0, 'dynamic NTK').at(-1)], [1 / 8], {rtol: 1e-12});
    assertClose([long.y(0, 'NTK-aware').at(-1)], [1 / 4], {rtol: 1e-12});
    const {y} = await drawn('rope-scaling', {seqLen: 2048});
    assert.ok(y(0, 'LongRoPE, a made-up list').at(-1) > 0.9, 'short list');
  });

  test('by which the base grows multiply by their own factor: 4 at four times the length is 13', () => {
    const rule = {kind: /** @type {const} */ ('dynamic'), factor: 4, maxPosition: 2048};
    const {ratio} = ropeScaling(core, {dim: 64, ...rule, seqLen: 8192});
    assertClose([ratio.data[31]], [1 / 13], {rtol: 1e-12});
  });

  test('taken for one another break what YaRN promises', async () => {
    const {broken, y} = await drawn('rope-scaling', {fault: 'yarn-is-linear'});
    assert.deepEqual(broken, ['yarn']);
    assertClose(y(0, 'YaRN, as its code'), y(0, 'interpolation'), {rtol: 1e-15});
  });

  test('of LongRoPE have made-up lists that rise from 1 to the factor', () => {
    const {shortFactor, longFactor} = madeUpLists({dim: 8, base: 1e4, original: 64, factor: 9, seqLen: 1}); // biome-ignore format: one thought
    assertClose(longFactor, [1, 9 ** (7 / 27), 9 ** (20 / 27), 9], {rtol: 1e-12});
    assertClose(shortFactor, [1, 1 + 0.1 / 3, 1 + 0.2 / 3, 1.1], {rtol: 1e-12});
  });
});

suite('bands', () => {
  test('of YaRN, width 128 and 4,096 positions, lie between pairs 20.94 and 45.03', async () => {
    const {note, broken, y} = await drawn('rope-bands');
    assert.match(note, /kept 0 to 20, blended 21 to 45, divided 46 to 63\./);
    assert.match(note, /pair 20\.94 makes 32 turns, pair 45\.03 1 turn\./);
    assert.match(note, /multiplied by 1\.1386/);
    assert.deepEqual(broken, []);
    const [code, paper] = ['YaRN, as its code', 'YaRN, as its paper'].map((name) => y(1, name));
    assert.equal(code.length, 64);
    const apart = code.map((/** @type {number} */ v, /** @type {number} */ k) => (1 - 0.75 * v) / (1 - 0.75 * paper[k])); // biome-ignore format: one thought
    assertClose([Math.max(...apart)], [1.73], {atol: 0.005});
  });

  test('of YaRN move to 30.58 and 54.66 where the extended length is given as the original', async () => {
    const {note, broken, meter, y} = await drawn('rope-bands', {fault: 'extended-length'});
    assert.match(note, /Within 16,384 positions pair 30\.58 makes 32 turns, pair 54\.66 1 turn\./);
    assert.match(note, /Nothing fails/);
    assert.deepEqual(broken, ['slow-known']);
    assert.ok(meter('slow-known').value > 2, `${meter('slow-known').value}`);
    const right = await drawn('rope-bands');
    assertClose(y(1, 'right'), right.y(1, 'YaRN, as its code'), {});
  });

  test('of a head of 128 end in a wave of 54,410 positions; in 24 tokens no pair turns 4 times', async () => {
    const {y} = await drawn('rope-bands');
    assert.equal(Math.round(y(0, 'divided').at(-1)), 54410);
    assert.equal(revolutionsIn([1], 24)[0].toFixed(1), '3.8');
  });

  test('of Llama 3.1 and 3.2 are those of their configurations', async () => {
    const big = await drawn('rope-bands', {preset: 'rope-bands-llama3'});
    assert.match(big.note, /kept 0 to 28, blended 29 to 34, divided 35 to 63\./);
    assert.doesNotMatch(big.note, /multiplied/);
    const small = await drawn('rope-bands', {preset: 'rope-bands-llama3', dim: 64, factor: 32});
    assert.match(small.note, /kept 0 to 14, blended 15 to 17, divided 18 to 31\./);
    assert.deepEqual([...big.broken, ...small.broken], []);
  });

  test('the other way round slow the fast pairs and keep the slow ones', async () => {
    const {note, broken, y} = await drawn('rope-bands', {preset: 'rope-bands-llama3', fault: 'swapped'}); // biome-ignore format: one thought
    const after = y(0, 'after the rule');
    assertClose([after[0], after[63]], [16 * Math.PI, 2 * Math.PI * 500000 ** (126 / 128)], {rtol: 1e-9}); // biome-ignore format: one thought
    assert.match(note, /kept 35 to 63, blended 29 to 34, divided 0 to 28\./);
    assert.deepEqual(broken, ['fast-kept', 'slow-known']);
  });

  test('hold their laws wherever the controls are put', async () => {
    for (const rule of ['yarn', 'yarn-paper', 'llama3'])
      for (const given of [{dim: 8}, {dim: 256, factor: 64}, {slow: 0.25, fast: 64}, {original: 512, base: '1000000'}]) // biome-ignore format: one thought
        assert.deepEqual((await drawn('rope-bands', {rule, ...given})).broken, [], `${rule} ${JSON.stringify(given)}`); // biome-ignore format: one thought
  });
});

suite('a quarter of a head that turns', () => {
  test('is as fast as in the whole head where the exponent counts over it', async () => {
    const {panels, broken} = await drawn('rope-partial');
    assert.deepEqual(
      panels[1].rows.map((/** @type {any[]} */ row) => row.slice(1)),
      [
        ['3.338·10⁻²', '0 and 256'],
        ['3.338·10⁻²', '0 and 256'],
        ['1.241·10⁻⁶', '0 and 64'],
      ],
    );
    assert.deepEqual(broken, []);
  });

  test('with the other denominator differs in all pairs but the first', async () => {
    const {broken, y} = await drawn('rope-partial', {fault: 'denominator'});
    assert.deepEqual(broken, ['as-whole']);
    const used = y(0, 'partial: exponent over the rotated part (in use)');
    const right = y(0, 'proportional: exponent over the head');
    assert.equal(used[0], right[0]);
    assert.ok(used.slice(1).every((/** @type {number} */ w, /** @type {number} */ k) => w < 0.9 * right[k + 1])); // biome-ignore format: one thought
    const partial = await drawn('rope-partial', {convention: 'partial', fault: 'denominator'});
    assert.deepEqual(partial.broken, ['as-narrow']);
    assert.deepEqual((await drawn('rope-partial', {convention: 'partial'})).broken, []);
  });
});

suite('the amplitude of YaRN', () => {
  test('on cosine and sine is squared in the logit', async () => {
    for (const [factor, on, squared] of [
      [4, '1.1386', '1.2965'],
      [16, '1.2773', '1.6314'],
      [32, '1.3466', '1.8133'],
      [40, '1.3689', '1.8739'],
    ]) {
      // biome-ignore format: one thought
      const {note, broken} = await drawn('yarn-amplitude', {factor});
      const text = `${on} on cosine and sine, 1\\.0000 on the softmax, ${squared} on a logit`;
      assert.match(note, new RegExp(text));
      const [, before, after] = note.match(/Entropy of these weights (\S+) nats .*, (\S+) with it/);
      assert.ok(Number(after) < Number(before) - 0.1, note);
      assert.deepEqual(broken, []);
    }
  });

  test('of DeepSeek is a ratio of 1 and a factor on the softmax', async () => {
    const preset = 'yarn-amplitude-deepseek';
    const v3 = await drawn('yarn-amplitude', {preset});
    assert.match(v3.note, /1\.0000 on cosine and sine, 1\.8739 on the softmax, 1\.8739 on a logit/);
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: the configuration has it so
    const v2 = await drawn('yarn-amplitude', {preset, mscale: 0.707});
    assert.match(v2.note, /1\.0000 on cosine and sine, 1\.5896 on the softmax/);
    assert.deepEqual([...v2.broken, ...v3.broken], []);
  });

  test('that collapses leaves the logits as they were', async () => {
    for (const preset of ['yarn-amplitude', 'yarn-amplitude-deepseek']) {
      const {note, broken} = await drawn('yarn-amplitude', {preset, fault: 'collapsed'});
      assert.match(note, /1\.0000 on cosine and sine, 1\.0000 on the softmax, 1\.0000 on a logit/);
      assert.deepEqual(broken, ['total']);
    }
  });

  test('on a model without it multiplies logits by 1.6314', async () => {
    const preset = 'yarn-amplitude-none';
    assert.deepEqual((await drawn('yarn-amplitude', {preset})).broken, []);
    const {note, broken, y} = await drawn('yarn-amplitude', {preset, fault: 'unasked'});
    assert.match(note, /1\.6314 on a logit/);
    assert.deepEqual(broken, ['total']);
    assert.ok(y(1, 'as it runs')[0] > y(1, 'as trained')[0], 'sharper than it was trained');
  });
});

suite('ln N', () => {
  test('added changes no weight, multiplied keeps the one key that matters in sight', async () => {
    const {note, broken, y, meter} = await drawn('attention-dilution');
    assert.match(note, /0\.403 among 512 keys, 0\.048 among 8,192; with ln N added: 0\.048, the same; multiplied by 1\.444: 0\.182/); // biome-ignore format: one thought
    assertClose(y(0, 'ln N added'), y(0, 'as trained'), {atol: 1e-6});
    assertClose(y(1, 'ln N added'), y(1, 'as trained'), {atol: 1e-5});
    const [trained, times] = ['as trained', 'times ln N / ln N₀'].map((name) => y(0, name));
    assert.deepEqual(times.slice(0, 3), trained.slice(0, 3), 'up to N₀ nothing');
    for (let k = 3; k < 7; k++) assert.ok(times[k] > trained[k], `${k}`);
    assert.ok(meter('sharper').value > 2);
    assert.deepEqual(broken, []);
  });

  test('added in place of multiplied takes no entropy away', async () => {
    const {broken} = await drawn('attention-dilution', {preset: 'log-n-logits', fault: 'add-log-n'}); // biome-ignore format: one thought
    assert.deepEqual(broken, ['sharper']);
  });

  test('is what a layer does whose query the method has sharpened', async () => {
    const {y} = await drawn('attention-dilution', {draws: 1, seed: 3, sigma: 1, target: 5});
    const n = 1024;
    const unit = randomNormal(core, {seed: 3, name: `logits ${n}`, shape: [1, n, 1], sigma: 1});
    unit.data[0] = 5;
    const q = {data: Float32Array.of(1), shape: [1, 1, 1]};
    const sharp = methodQk(core, {method: 'log-n', q, k: unit, trainLen: 512}).q;
    const {weights} = attention(core, {q: sharp, k: unit, v: unit, scale: 1});
    assertClose([y(0, 'times ln N / ln N₀')[3]], [weights.data[0]], {rtol: 1e-5});
  });

  test('begins where training ended', async () => {
    const {y} = await drawn('attention-dilution', {preset: 'log-n-logits', trainLen: 2048});
    const [trained, times] = ['as trained', 'times ln N / ln N₀'].map((name) => y(0, name));
    assert.deepEqual(times.slice(0, 5), trained.slice(0, 5));
    assert.ok(times[5] > trained[5]);
  });
});

suite('RIFLEx', () => {
  const rotations = (/** @type {any} */ {panels}, /** @type {number} */ pair, length = 66) =>
    length / panels[0].series.find((/** @type {any} */ s) => s.name === 'RIFLEx').y[pair - 1];

  test('gives the pair that repeats one rotation over the new video, and leaves the others', async () => {
    const drawing = await drawn('riflex-pair');
    const before = drawing.y(0, 'without a rule');
    const after = drawing.y(0, 'RIFLEx');
    assertClose([before[3]], [2 * Math.PI * 256 ** (6 / 16)], {rtol: 1e-12}); // 50.27
    assertClose([after[3]], [66], {rtol: 1e-12});
    for (const pair of [0, 1, 2, 4, 5, 6, 7]) assert.equal(after[pair], before[pair]);
    assertClose(drawing.y(0, 'interpolation'), before.map((/** @type {number} */ p) => 2 * p), {rtol: 1e-12}); // biome-ignore format: one thought
    assert.deepEqual(drawing.broken, []);
    assert.match(drawing.note, /^Pair 4 rotates once in 50\.265 frames/);
    const code = await drawn('riflex-pair', {margin: '0.9'});
    assertClose([rotations(code, 4)], [0.9], {rtol: 1e-12});
    assert.deepEqual(code.broken, []);
  });

  test('draws the cosine of that pair: it comes back after its period, under the rule at the end', async () => {
    const drawing = await drawn('riflex-pair');
    const wave = (/** @type {number} */ period) =>
      Array.from({length: 66}, (_, frame) => Math.cos((2 * Math.PI * frame) / period));
    assertClose(drawing.y(1, 'without a rule'), wave(2 * Math.PI * 256 ** (6 / 16)), {atol: 1e-12});
    assertClose(drawing.y(1, 'RIFLEx'), wave(66), {atol: 1e-12});
  });

  test('does nothing to a video that ends before the repetition, unless it is always applied', async () => {
    for (const length of [33, 50]) {
      const {y, broken, note} = await drawn('riflex-pair', {length});
      assert.deepEqual(y(0, 'RIFLEx'), y(0, 'without a rule'));
      assert.deepEqual(broken, []);
      assert.match(note, /changes nothing/);
    }
    const always = await drawn('riflex-pair', {fault: 'always'});
    assert.deepEqual(always.broken, ['short']);
    assertClose([always.meter('short').value], [(2 * Math.PI * 256 ** (6 / 16)) / 33 - 1], {rtol: 1e-9}); // biome-ignore format: one thought
  });

  test('with pairs counted from 0 changes the next pair, and the video repeats', async () => {
    const {broken, meter, y} = await drawn('riflex-pair', {fault: 'from-zero'});
    assert.deepEqual(broken, ['repeats', 'others']);
    assertClose([meter('repeats').value], [66 / (2 * Math.PI * 256 ** (6 / 16)) - 1], {rtol: 1e-9});
    assertClose([y(0, 'RIFLEx')[4]], [66], {rtol: 1e-12});
  });
});
