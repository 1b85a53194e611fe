import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {suite, test} from 'node:test';

import {dashOf, markOf, table} from '../../../web/draw/lines.js';
import {N_SERIES} from '../../../web/draw/theme.js';
import {raceDrawing} from '../../../web/figures/training/race.js';
import {entriesOf} from '../../../web/figures/training/results.js';
import {
  classSpec,
  grammarSpec,
  listOf,
  METHODS,
  methodOf,
  RACE_LENGTHS,
  RACE_METHODS,
  raceSpec,
} from '../../../web/figures/training/train-specs.js';
import {idleState} from '../../../web/workers/protocol.js';
import {doneRun, halfRun, measured} from '../../support/fake-runs.js';

/** @import {RunState} from '../../../web/workers/protocol.js' */

const INFO = {chance: 0.0625, best: 0.90625, bestPerplexity: 1.7, chancePerplexity: 16, nOut: 16};
const KEYS = ['rope', 'alibi'];
const STEPS = 240;
const specsOf = (/** @type {readonly number[]} */ seeds) =>
  KEYS.flatMap((key) => seeds.map((seed) => raceSpec({methods: listOf(key), seed, steps: STEPS})));

/**
 * @param {readonly RunState[]} runs
 * @param {readonly number[]} [seeds]
 */
function drawn(runs, seeds = [1]) {
  const {panels, meters, note} = raceDrawing({
    entries: entriesOf(KEYS.map(methodOf), seeds.length, runs),
    spec: specsOf(seeds)[0],
    seeds,
    title: 'Order-2 language',
    lengths: RACE_LENGTHS,
    rows: 128,
    info: () => INFO,
  });
  const [accuracy, perplexity, loss, rows] = /** @type {any[]} */ (panels);
  return {loss, accuracy, perplexity, rows, meters: meters ?? [], note: note ?? ''};
}

const falling = (/** @type {number} */ start) =>
  RACE_LENGTHS.map((seqLen, k) => measured(seqLen, start - 0.1 * k, {loss: 0.5 + k}));

suite('a race', () => {
  test('that has not begun has axes, chance and ceiling, and says what Run does', () => {
    const {loss, accuracy, perplexity, rows, meters, note} = drawn(specsOf([1]).map(idleState));
    for (const panel of [loss, accuracy, perplexity]) {
      const names = panel.series.map((/** @type {any} */ s) => s.name);
      assert.deepEqual(names, ['RoPE', 'ALiBi', 'chance', 'best possible']);
      assert.deepEqual([...panel.series[0].x], []);
    }
    assert.deepEqual(accuracy.series[2].y, Array(5).fill(0.0625));
    assert.deepEqual(accuracy.series[3].y, Array(5).fill(0.90625));
    assert.deepEqual(perplexity.series[2].y, Array(5).fill(16));
    assert.deepEqual(loss.series[3].y, [Math.log(1.7), Math.log(1.7)]);
    assert.deepEqual(loss.x.domain, [0, STEPS]);
    assert.deepEqual(rows.rows[0], ['RoPE', '—', '—', '—', '—', '—', '—', '—']);
    assert.equal(rows.says, '');
    assert.deepEqual(meters, []);
    assert.match(note, /Nothing has been trained yet\. Run trains 2 models/);
    assert.match(
      note,
      /length 6 for 240 steps of 64 sequences .* seed 1; .*chance 0\.063, best possible 0\.906/,
    );
    assert.match(note, /No general ranking/);
  });

  test('in its course draws the loss so far', () => {
    const [first, second] = specsOf([1]);
    const {loss, accuracy, note} = drawn([halfRun(first, 100), idleState(second)]);
    assert.equal(loss.series[0].x.length, 50);
    assert.ok(Math.abs(loss.series[0].y[0] - 3) < 0.02);
    assert.deepEqual([...loss.series[1].x], []);
    assert.deepEqual(accuracy.series[0].x, []);
    assert.match(note, /0 of 2 models are done/);
    assert.match(note, /Parameters: 102,000 \(RoPE\)/);
  });

  test('at its end draws what was measured, in the colours of the methods', () => {
    const [first, second] = specsOf([1]);
    const {loss, accuracy, perplexity, rows, meters, note} = drawn([
      doneRun(first, falling(0.9)),
      doneRun(second, falling(0.8), {nParams: 103_000}),
    ]);
    assert.deepEqual(accuracy.series[0].x, RACE_LENGTHS);
    assert.deepEqual(
      accuracy.series[1].y,
      falling(0.8).map((one) => one.accuracy),
    );
    assert.ok(Math.abs(perplexity.series[0].y[1] - Math.exp(1.5)) < 1e-12);
    const colours = METHODS.filter(({key}) => KEYS.includes(key)).map(({colour}) => colour);
    for (const panel of [loss, accuracy, perplexity])
      assert.deepEqual(
        panel.series.slice(0, 2).map((/** @type {any} */ s) => s.colour),
        colours,
      );
    assert.deepEqual(rows.rows[1], [
      'ALiBi',
      '103,000',
      rows.rows[1][2],
      '0.800',
      '0.700',
      '0.600',
      '0.500',
      '0.400',
    ]);
    assert.match(rows.says, /RoPE.*Not in this run.*\n.*ALiBi/);
    assert.deepEqual(
      meters.map(({name}) => name),
      ['accuracy-ceiling', 'loss-floor'],
    );
    assert.match(note, /Parameters: 102,000 \(RoPE\); 103,000 \(ALiBi\)\./);
    assert.doesNotMatch(note, /Run trains|models are done/);
  });

  test('of three seeds spreads from the least to the greatest', () => {
    const seeds = [4, 5, 6];
    const runs = specsOf(seeds).map((spec, k) => doneRun(spec, falling(0.75 + k / 16)));
    const {accuracy, rows, note} = drawn(runs, seeds);
    assert.equal(accuracy.series.length, 4);
    assert.ok(Math.abs(accuracy.series[0].y[0] - 0.8125) < 1e-12);
    assert.deepEqual(
      [accuracy.series[0].spread.low[0], accuracy.series[0].spread.high[0]],
      [0.75, 0.875],
    );
    assert.equal(rows.rows[0][3], '0.813 (0.750 to 0.875)');
    assert.match(note, /seeds 4, 5 and 6;.*least to the greatest/);
  });

  test('marks the lengths at which a method has no position', () => {
    const [first, second] = specsOf([1]);
    const cut = [...falling(0.9).slice(0, 4), {seqLen: 96, missing: 'the table ends at 48'}];
    const {accuracy, rows} = drawn([doneRun(first, cut), idleState(second)]);
    assert.deepEqual(accuracy.series[0].missing, [96]);
    assert.deepEqual(accuracy.series[0].x, RACE_LENGTHS.slice(0, 4));
    assert.equal(rows.rows[0][7], 'no such position');
    const tabled = table(accuracy).rows;
    assert.deepEqual(
      tabled.find(([name, x]) => name === 'RoPE' && x === 96),
      ['RoPE', 96, 'no such position'],
    );
  });

  test('keeps the curve of a run that failed, to its last step', () => {
    const [first, second] = specsOf([1]);
    const failed = {
      ...halfRun(second, 7),
      state: /** @type {const} */ ('failed'),
      error: {message: 'The loss is NaN at step 8.', step: 8},
    };
    const {loss} = drawn([doneRun(first, falling(0.9)), failed]);
    assert.deepEqual(loss.series[1].x.slice(-1), [7]);
    assert.equal(loss.series[1].x.length, loss.series[1].y.length);
  });
});

test('methods have keys, names and places in the palette of their own', () => {
  for (const field of /** @type {const} */ (['key', 'name', 'colour']))
    assert.equal(new Set(METHODS.map((method) => method[field])).size, METHODS.length, field);
  assert.throws(() => methodOf('roope'), {
    name: 'RangeError',
    message: /one of none, .* got "roope"/,
  });
  assert.deepEqual(listOf('learned', 12), [{name: 'learned', maxLen: 12}]);
  assert.deepEqual(listOf('rope-alibi'), ['rope-half', 'alibi']);
  assert.deepEqual(listOf('rope-alternate'), [{name: 'rope-half', layers: {every: 2}}]);
});

test('methods that share a colour differ in dash and in mark', () => {
  for (const {key, colour} of METHODS) {
    const twins = METHODS.filter(
      (other) => other.key !== key && other.colour % N_SERIES === colour % N_SERIES,
    );
    for (const twin of twins) {
      assert.notDeepEqual(dashOf({}, colour), dashOf({}, twin.colour), `${key} and ${twin.key}`);
      assert.notEqual(markOf({}, colour), markOf({}, twin.colour), `${key} and ${twin.key}`);
    }
  }
  assert.equal(markOf({mark: 5}, 1), 5);
  assert.equal(RACE_METHODS.length, 7);
});

test('what depends on the length of training is that of the spec', () => {
  const methods = [...listOf('rope-log-n'), ...listOf('cope'), ...listOf('multiplicative', 20)];
  const wanted = (/** @type {number} */ n) => [
    'rope-half',
    {name: 'log-n', trainLen: n},
    {name: 'cope', maxLen: n},
    {name: 'multiplicative', maxLen: 20},
  ];
  assert.deepEqual(raceSpec({methods, seqLen: 8}).model.methods, wanted(8));
  assert.deepEqual(grammarSpec({methods}).model.methods, wanted(12));
  assert.deepEqual(classSpec({task: 'before', methods}).model.methods, wanted(6));
});

test('what was recorded was measured on as many texts as the spec asks for', () => {
  const {evaluate} = grammarSpec({methods: listOf('alibi')});
  const text = readFileSync(
    new URL('../../../web/runs/learned-loss.json', import.meta.url),
    'utf8',
  );
  for (const {evaluations} of JSON.parse(text).runs) {
    const [{seqLen, nTargets}] = evaluations;
    assert.deepEqual(evaluate?.lengths, [seqLen]);
    assert.equal(nTargets, (evaluate?.sequences ?? 0) * seqLen);
  }
});
