import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {barsDrawing, EXPERIMENTS} from '../../../web/figures/training/bars.js';
import {idleState} from '../../../web/workers/protocol.js';
import {doneRun, measured} from '../../support/fake-runs.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

const FIVE = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];
const CHANCES = /** @type {Record<string, number>} */ ({
  before: 0.5,
  index: 1 / 12,
  successor: 1 / 26,
});
const infoOf = (/** @type {TrainSpec} */ {task}) => ({
  chance: CHANCES[task] ?? 1 / 16,
  best: task === 'order-2' ? 0.90625 : 1,
  bestPerplexity: task === 'order-2' ? 1.7 : 1,
  chancePerplexity: 16,
  nOut: 16,
});
const titleOf = (/** @type {string} */ task) => `title of ${task}`;
const known = {infoOf, titleOf};

/**
 * @param {string} experiment
 * @param {readonly string[]} methods
 * @param {(spec: TrainSpec, method: string) => number | null} accuracyOf null: idle
 * @param {number} [seqLen]
 */
function drawn(experiment, methods, accuracyOf, seqLen = 2) {
  const bars = EXPERIMENTS[experiment]({methods, seqLen, seed: 1});
  const runs = bars.map(({spec, method}) => {
    const accuracy = accuracyOf(spec, method);
    if (accuracy === null) return idleState(spec);
    const {chance, best, bestPerplexity} = infoOf(spec);
    return doneRun(spec, [measured(spec.seqLen, accuracy, {chance, best, bestPerplexity})]);
  });
  const {panels, meters, note} = barsDrawing(experiment, bars, runs, known);
  const [panel, rows] = /** @type {any[]} */ (panels);
  return {bars, panel, rows, meters: meters ?? [], note: note ?? ''};
}

suite('accuracies as bars', () => {
  test('before they are measured have no bar, but chance and ceiling', () => {
    const {panel, rows, note, meters} = drawn('next-token', FIVE, () => null);
    assert.deepEqual(panel.groups, ['none', 'sinusoidal', 'learned', 'RoPE', 'ALiBi']);
    assert.deepEqual(
      panel.series.map((/** @type {any} */ s) => s.name),
      ['bidirectional', 'causal'],
    );
    assert.deepEqual(panel.series[0].values, Array(5).fill(null));
    assert.deepEqual(
      panel.rules.map((/** @type {any} */ r) => r.at),
      [0.0625, 0.90625],
    );
    assert.equal(rows.rows.length, 10);
    assert.equal(rows.rows[0][3], '—');
    assert.deepEqual(meters, []);
    assert.match(note, /Run trains 10 models/);
    assert.match(note, /title of order-2/);
  });

  test('are at their method and kind of model', () => {
    const {panel} = drawn('before', ['none', 'alibi'], ({model}, method) =>
      model.causal ? 1 : method === 'none' ? 0.49 : 0.51,
    );
    assert.deepEqual(
      panel.series.map((/** @type {any} */ s) => [s.name, s.values]),
      [
        ['bidirectional', [0.49, 0.51]],
        ['causal', [1, 1]],
      ],
    );
  });
});

suite('the next token in two kinds of model', () => {
  test('trains on one question per sequence, in pairs that differ in the mask alone', () => {
    const bars = EXPERIMENTS['next-token']({methods: FIVE, seqLen: 2, seed: 3});
    assert.equal(bars.length, 10);
    for (let k = 0; k < bars.length; k += 2) {
      const [open, causal] = [bars[k].spec, bars[k + 1].spec];
      assert.equal(open.model.readout, 'mean');
      assert.deepEqual({...open, model: {...open.model, causal: true}}, causal);
    }
  });

  const recorded = (/** @type {number} */ none, /** @type {number} */ alibi) =>
    /** @type {(spec: TrainSpec, method: string) => number} */ (
      ({model}, method) =>
        model.causal ? 0.9 : method === 'none' ? none : method === 'alibi' ? alibi : 0.9
    );

  test('says what it found without position, in either kind', () => {
    const {rows, meters} = drawn('next-token', FIVE, recorded(0.5, 0.51));
    assert.match(
      rows.says,
      /Bidirectional, without position: 0\.500; the others reach 0\.900 on average\. Of two/,
    );
    assert.match(rows.says, /Symmetric ALiBi: 0\.510, no better than none/);
    assert.match(rows.says, /Causal, without position: 0\.900; not at chance/);
    assert.equal(meters[0].name, 'accuracy-ceiling');
    const {rows: longer} = drawn('next-token', FIVE, recorded(0.63, 0.8), 6);
    assert.match(longer.says, /0\.630; .* what the words alone show/);
    assert.match(longer.says, /Symmetric ALiBi: 0\.800, more than without position/);
  });

  test('says so where order helped no model, or the mask did not', () => {
    const {rows} = drawn('next-token', FIVE, () => 0.4);
    assert.match(rows.says, /0\.400; .* which is no better/);
    assert.match(rows.says, /Causal, without position: 0\.400; short of the best/);
    assert.match(drawn('next-token', ['none'], () => 0.4).rows.says, /0\.400; chance is 0\.063/);
  });
});

suite('where is X', () => {
  test('does not rank who names every place, and tells the mirror', () => {
    const {rows} = drawn('index', FIVE, ({model}, method) =>
      model.causal ? 0.99 : method === 'none' ? 0.08 : method === 'alibi' ? 0.503 : 1,
    );
    assert.match(
      rows.says,
      /sinusoidal \(1\.000\), learned \(1\.000\) and RoPE \(1\.000\) name the place/,
    );
    assert.match(
      rows.says,
      /Symmetric ALiBi reaches 0\.503\. It knows a place up to its mirror image/,
    );
    assert.match(rows.says, /Without position: 0\.080, where chance is 0\.083/);
    assert.match(rows.says, /Causal models: 0\.990;/);
  });

  test('does not claim the mirror of an accuracy that is not one half', () => {
    const {rows} = drawn('index', ['alibi'], () => 0.7);
    assert.match(rows.says, /0\.700\. It could reach one half/);
    assert.doesNotMatch(rows.says, /name the place as well/);
  });
});

suite('is A before B', () => {
  test('is a coin without a mask, within luck, and not with one', () => {
    const {rows} = drawn('before', ['none', 'alibi'], ({model}) => (model.causal ? 1 : 0.503));
    assert.match(
      rows.says,
      /Symmetric ALiBi without a mask: 0\.503, a coin, within luck.* mask: 1\.000/,
    );
    assert.match(rows.says, /No position, no mask: 0\.503, a coin/);
  });

  test('is no coin where it is not', () => {
    const {rows} = drawn('before', ['alibi'], () => 0.7);
    assert.match(rows.says, /0\.700, which is not a coin/);
  });
});

suite('three common examples', () => {
  test('each have a question of their own, with and without position', () => {
    const {bars, panel, rows} = drawn('cases', [], ({task}, method) =>
      method !== 'none' ? 1 : task === 'before' ? 0.5 : task === 'pronoun' ? 0.75 : 1,
    );
    assert.equal(bars.length, 6);
    assert.equal(panel.groups.length, 3);
    assert.deepEqual(
      panel.series.map((/** @type {any} */ s) => s.values),
      [
        [1, 0.75, 0.5],
        [1, 1, 1],
      ],
    );
    assert.match(rows.says, /Next letter, without position: 1\.000; .*content, not order/);
    assert.match(rows.says, /Who bit whom, without position: 0\.500; .*one set of words/);
    assert.match(
      rows.says,
      /Whom “she” means, without position: 0\.750; .*fits both names, order decides/,
    );
    // chance differs between the questions: no line may stand for both
    assert.deepEqual(
      panel.rules.map((/** @type {any} */ r) => r.at),
      [1],
    );
    assert.match(panel.title, /dashed: best possible 1\.000$/);
  });
});

test('a ceiling is that of each run’s own task', () => {
  const {meters} = drawn('cases', [], () => 0.95);
  const [ceiling] = meters;
  assert.ok(ceiling.value <= 0, `${ceiling.value}`);
});
