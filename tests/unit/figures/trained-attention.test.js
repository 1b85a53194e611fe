import assert from 'node:assert/strict';
import test from 'node:test';

import {grammarNext, taskWords} from '../../../web/core/task.js';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {readSettings} from '../../../web/figures/frame/settings.js';
import {strays} from '../../../web/figures/training/attention-clusters.js';
import {
  correlations,
  crossTable,
  evenReach,
  pairsOf,
  purity,
  reach,
} from '../../../web/figures/training/attention-stats.js';
import {SENTENCES, THE, WORD_IDS} from '../../../web/figures/training/grammar-probe.js';
import {idleState} from '../../../web/workers/protocol.js';
import {assertClose} from '../../support/close.js';
import {loadCore} from '../../support/core.js';
import {doneRun} from '../../support/fake-runs.js';
import {loadFigure} from '../../support/figures.js';

/** @import {Tensor} from '../../../web/core/core.js' */

const core = await loadCore();
const TrainedAttention = await loadFigure('trained-attention');
const N = 6;

/**
 * A causal map whose logits are these.
 *
 * @param {(i: number, j: number) => number} logit
 * @returns {Tensor}
 */
function map(logit) {
  const data = new Float32Array(N * N);
  for (let i = 0; i < N; i++) {
    const e = Array.from({length: i + 1}, (_, j) => Math.exp(logit(i, j)));
    const sum = e.reduce((a, b) => a + b, 0);
    e.forEach((value, j) => {
      data[i * N + j] = value / sum;
    });
  }
  return {data, shape: [N, N]};
}

const EVEN = map(() => 0);
/** @param {number} slope */
const falling = (slope) => map((i, j) => -slope * (i - j));

/**
 * A run's probe: one map a head for all sentences; in the second layer the heads in reverse.
 *
 * @param {Tensor[]} heads
 */
const probe = (heads) => ({
  'layers.0.attn.weights': stacked(heads),
  'layers.1.attn.weights': stacked(heads.toReversed()),
});

/**
 * @param {Tensor[]} heads
 * @returns {Tensor} (sentences, heads, n, n)
 */
function stacked(heads) {
  const data = new Float32Array(SENTENCES.length * 4 * N * N);
  for (let s = 0; s < SENTENCES.length; s++)
    heads.forEach((one, h) => {
      data.set(one.data, (s * 4 + h) * N * N);
    });
  return {data, shape: [SENTENCES.length, 4, N, N]};
}

/**
 * @param {string} preset
 * @param {Tensor[][]} models the heads of each
 * @param {Record<string, string>} [attributes]
 */
function drawn(preset, models, attributes = {}) {
  const {settings} = readSettings(
    TrainedAttention.settings,
    TrainedAttention.presets[preset].settings,
    (a) => attributes[a] ?? null,
  );
  const runs = TrainedAttention.runs(settings).map(
    (/** @type {any} */ spec, /** @type {number} */ k) =>
      models[k] ? doneRun(spec, [], {probe: probe(models[k])}) : idleState(spec),
  );
  return TrainedAttention.compute(core, settings, '', runs);
}

/** @param {Tensor} one */
const four = (one) => [one, one, one, one];

test('the sentences are of the grammar, by the numbers that the core gives its words', () => {
  const words = taskWords(core, {task: 'grammar'});
  for (const [word, id] of Object.entries(WORD_IDS)) assert.equal(words[id], word);
  for (const sentence of SENTENCES) {
    const list = sentence.split(' ');
    assert.deepEqual([list.length, list[THE[0]], list[THE[1]]], [N, 'the', 'the']);
    list.forEach((word, k) => {
      const past = list.slice(0, k).map((one) => WORD_IDS[one]);
      assert.ok(grammarNext(core, {past})[WORD_IDS[word]] > 0, `${sentence}: ${word}`);
    });
  }
});

test('pairs are those that the mask leaves, with their distance and even share', () => {
  const pairs = pairsOf([falling(1)], true);
  assert.equal(pairs.weights.length, 21);
  assert.deepEqual(pairs.distances.slice(0, 6), [0, 1, 0, 2, 1, 0]);
  assertClose(pairs.uniform.slice(0, 6), [1, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 3], {rtol: 1e-12});
  assertClose(pairs.weights.slice(1, 3), [1 / (1 + Math.E), Math.E / (1 + Math.E)], {rtol: 1e-6});
  assert.equal(pairsOf([EVEN], false).weights.length, 36);
});

test('an even spread falls with distance by the mask alone; ÷ even share it does not', () => {
  const even = correlations(core, pairsOf([EVEN], true));
  // by hand: over the 21 pairs of six tokens
  const xs = pairsOf([EVEN], true);
  const mean = (/** @type {number[]} */ v) => v.reduce((a, b) => a + b, 0) / v.length;
  const [mx, my] = [mean(xs.distances), mean(xs.uniform)];
  const sum = (/** @type {(k: number) => number} */ f) =>
    xs.uniform.reduce((total, _, k) => total + f(k), 0);
  const r =
    sum((k) => (xs.distances[k] - mx) * (xs.uniform[k] - my)) /
    Math.sqrt(sum((k) => (xs.distances[k] - mx) ** 2) * sum((k) => (xs.uniform[k] - my) ** 2));
  assertClose([even.weight, even.uniform], [r, r], {rtol: 1e-5});
  assert.ok(r < -0.3, String(r));
  assertClose([even.ratio], [0], {atol: 1e-6});
  assert.ok(correlations(core, pairsOf([falling(1)], true)).ratio < -0.5);
  assert.ok(correlations(core, pairsOf([falling(-1)], true)).ratio > 0.5);
});

test('reach: the distance a map looks, as its rows weigh it', () => {
  assertClose([reach(map((i, j) => (i === j ? 99 : 0)))], [0], {atol: 1e-6});
  // the even spread of query i looks i / 2 back
  assertClose([reach(EVEN), evenReach(N, true)], [1.25, 1.25], {rtol: 1e-6});
  assertClose([reach(map((_, j) => (j === 0 ? 99 : 0)))], [2.5], {rtol: 1e-6});
});

test('purity counts the commonest class of each cluster, and shuffling takes it away', () => {
  const labels = [0, 0, 0, 1, 1, 1];
  assert.deepEqual(crossTable(labels, [0, 0, 1, 1, 1, 2], {nClusters: 2, nClasses: 3}), [
    [2, 1, 0],
    [0, 2, 1],
  ]);
  assertClose([purity(core, labels, [0, 0, 1, 1, 1, 2]).purity], [4 / 6], {rtol: 1e-12});
  const many = Array.from({length: 60}, (_, k) => k % 3);
  const perfect = purity(core, many, many);
  assert.equal(perfect.purity, 1);
  assert.equal(perfect.kept, 1);
  assert.ok(perfect.shuffled > 1 / 3 && perfect.shuffled < 0.6, String(perfect.shuffled));
  assert.equal(
    purity(
      core,
      many,
      many.map(() => 0),
    ).kept,
    0,
  );
});

test('a label that is not that of the nearest centre is found', () => {
  const x = {data: Float32Array.from([0, 0, 1, 0, 9, 0, 10, 0]), shape: [4, 2]};
  const centres = {data: [0.5, 0, 9.5, 0], shape: [2, 2]};
  assert.equal(strays(x, {labels: [0, 0, 1, 1], centres}), 0);
  assert.equal(strays(x, {labels: [0, 1, 1, 0], centres}), 2);
});

test('three queries of three models: the weights of that head, and what is even', () => {
  const heads = [EVEN, falling(1), falling(2), falling(3)];
  const {panels, meters, note} = drawn(
    'attn-pattern-3x3-trained',
    [four(EVEN), heads, four(falling(2))],
    {head: '2'},
  );
  assert.equal(panels.length, 9);
  assert.equal(panels[4].title, 'sinusoidal, query 4 “the”');
  assertClose(panels[4].series[0].y, falling(1).data.subarray(24, 29), {rtol: 1e-6});
  assertClose(panels[4].series[1].y, Array(5).fill(0.2), {rtol: 1e-12});
  for (const meter of meters) assert.ok(meterHolds(meter), meter.name);
  assert.match(
    note,
    /none: “cat”@1 gives “the”@0 0\.50; sinusoidal: “mat”@5 gives|sinusoidal: “cat”@1/,
  );
});

test('the chosen layer is drawn', () => {
  const heads = [EVEN, falling(1), falling(2), falling(3)];
  const models = [heads, heads, heads];
  const {panels} = drawn('attn-pattern-3x3-trained', models, {layer: '2', head: '2'});
  assertClose(panels[2].series[0].y, falling(2).data.subarray(30, 36), {rtol: 1e-6});
});

test('a weight on a later key is found in a later map too', () => {
  const late = EVEN.data.slice();
  late[4 * N + 5] = 1e-4;
  const last = [EVEN, {data: late, shape: [N, N]}, EVEN, EVEN]; // no layer's first
  const {meters} = drawn('attn-pattern-3x3-trained', [four(EVEN), four(EVEN), last]);
  assert.ok(!meterHolds(meters.find((/** @type {any} */ m) => m.name === 'no-future')));
});

test('a weight on a later key, or a row that does not sum to 1, breaks its meter', () => {
  const future = falling(1);
  future.data[1] = 1e-4;
  const {meters} = drawn('attn-pattern-3x3-trained', [four(EVEN), four(EVEN), four(future)]);
  assert.deepEqual(
    meters.filter((/** @type {any} */ m) => !meterHolds(m)).map((/** @type {any} */ m) => m.name),
    ['row-sum', 'no-future'],
  );
});

test('weight against distance: the titles and the table hold r, the note names the most negative', () => {
  const {panels, note} = drawn('distance-vs-attention-trained', [
    four(EVEN),
    [EVEN, EVEN, falling(0.5), EVEN],
    four(falling(-1)),
    four(falling(2)),
  ]);
  const r = correlations(core, pairsOf([falling(2)], true));
  assert.ok(panels[3].title.startsWith(`ALiBi: r = ${r.weight.toFixed(2).replace('-', '−')},`));
  assert.equal(panels[3].series.length, 5);
  assert.equal(panels[3].series[0].y.length, 21 * SENTENCES.length);
  const table = panels[4];
  assert.equal(table.rows.length, 8);
  assert.deepEqual(table.rows[1], ['none', '÷ even share', ...Array(4).fill('0.00')]);
  assert.equal(table.rows[6][2], r.weight.toFixed(2).replace('-', '−'));
  assert.match(
    note,
    /most negative r is sinusoidal’s, −0\.\d\d in head 3; the flattest model is none/,
  );
});

test('the flattest model is named, wherever it stands', () => {
  const steep = [falling(2), falling(1), falling(-1), falling(0.5)];
  for (const [k, name] of ['none', 'sinusoidal', 'RoPE', 'ALiBi'].entries()) {
    const models = steep.map((one, m) => four(m === k ? EVEN : one));
    const {note} = drawn('distance-vs-attention-trained', models);
    assert.match(
      note,
      new RegExp(`the flattest model is ${name}, with r up to 0\\.00 either way`, 'i'),
    );
  }
});

test('divided by the even share, the even spread lies at 1', () => {
  const models = [four(EVEN), four(EVEN), four(EVEN), four(EVEN)];
  const {panels} = drawn('distance-vs-attention-trained', models, {measure: 'ratio'});
  const values = Array.from(panels[0].series[0].y);
  assertClose(values, Array(values.length).fill(1), {rtol: 1e-6});
});

test('clusters of maps that a method decides coincide with the methods', () => {
  const kinds = [EVEN, falling(2), falling(-2), map((i, j) => (j === i - 1 ? 5 : 0)), falling(9)];
  const {panels, meters, note} = drawn('attn-clusters', kinds.map(four));
  const [scatter, table] = panels;
  assert.equal(table.wide, true, 'a row is as long as there are methods');
  assert.equal(
    scatter.series.slice(0, 5).every((/** @type {any} */ s) => s.x.length === 64),
    true,
  );
  assert.deepEqual(
    scatter.series.slice(0, 5).map((/** @type {any} */ s) => s.mark),
    [0, 1, 2, 3, 4],
  );
  for (const row of table.rows)
    assert.deepEqual(
      row.slice(1, 6).toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b),
      [0, 0, 0, 0, 64],
    );
  for (const meter of meters) assert.ok(meterHolds(meter), meter.name);
  assert.match(note, /method 100 % \(shuffled 2\d/);
  assert.match(
    note,
    /go most with the method\. Of the 8 maps of one head 100 % are in one cluster/,
  );
  const colours = scatter.series.slice(0, 5).map((/** @type {any} */ s) => new Set(s.colours));
  assert.deepEqual(
    colours.map((/** @type {Set<number>} */ set) => set.size),
    [1, 1, 1, 1, 1],
  );
  assert.equal(new Set(colours.flatMap((/** @type {Set<number>} */ set) => [...set])).size, 5);
  assert.match(note, /none 1\.25, .*an even spread 1\.25/);
});

test('clusters that cut across the methods are said to go with something else', () => {
  const heads = [EVEN, falling(9), EVEN, falling(9)];
  const {note} = drawn('attn-clusters', [heads, heads, heads, heads, heads], {clusters: '2'});
  assert.match(note, /method 20 % \(shuffled 2\d/);
  assert.doesNotMatch(note, /go most with the method/);
});

test('presets share their runs: those of a smaller one are among those of a larger', () => {
  const of = (/** @type {string} */ name) => {
    const {settings} = TrainedAttention.presets[name];
    const read = readSettings(TrainedAttention.settings, settings, () => null).settings;
    return TrainedAttention.runs(read).map((/** @type {any} */ spec) => JSON.stringify(spec));
  };
  const all = of('attn-clusters');
  assert.equal(new Set(all).size, 5);
  for (const name of ['attn-pattern-3x3-trained', 'distance-vs-attention-trained'])
    for (const key of of(name)) assert.ok(all.includes(key));
});

test('before it has run each preset draws what it will be measured by', () => {
  for (const preset of Object.keys(TrainedAttention.presets)) {
    const {panels, meters, note} = drawn(preset, []);
    assert.match(note, /Run trains \d models.*chance 0\.010/);
    assert.deepEqual(meters, []);
    assert.equal(panels[panels.length - 1].title, 'Loss while it trains');
  }
  const {panels} = drawn('distance-vs-attention-trained', []);
  assert.deepEqual(
    panels[0].series.map((/** @type {any} */ s) => s.name),
    ['spread evenly'],
  );
});

test('queries that the sentence does not have are refused with a sentence', () => {
  const {settings} = readSettings(TrainedAttention.settings, {show: 'patterns'}, () => null);
  const runs = TrainedAttention.runs(settings).map(idleState);
  assert.throws(() => TrainedAttention.compute(core, {...settings, queries: [7]}, '', runs), {
    name: 'RangeError',
    message: /^queries must name positions from 0 to 5, got 7/,
  });
});
