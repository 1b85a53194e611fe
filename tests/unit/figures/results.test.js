import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {meterHolds} from '../../../web/figures/frame/meters.js';
import {
  accuracyLuck,
  ceilingMeters,
  endLoss,
  entriesOf,
  lossCurve,
  lossLuck,
  missingAt,
  resultAt,
} from '../../../web/figures/training/results.js';
import {methodOf, raceSpec} from '../../../web/figures/training/train-specs.js';
import {idleState} from '../../../web/workers/protocol.js';
import {doneRun, halfRun, measured} from '../../support/fake-runs.js';

const SPEC = raceSpec({methods: [], steps: 300});
const INFO = {chance: 0.0625, best: 0.90625, bestPerplexity: 1.7, chancePerplexity: 16, nOut: 16};
const info = () => INFO;

/** @param {...import('../../../web/workers/protocol.js').RunState} runs */
const entry = (...runs) => ({method: methodOf('none'), runs});

suite('results of runs', () => {
  test('are grouped method by method, seed by seed', () => {
    const runs = [1, 2, 3, 4, 5, 6].map((seed) => idleState({...SPEC, seed}));
    const entries = entriesOf([methodOf('rope'), methodOf('alibi')], 3, runs);
    assert.deepEqual(
      entries.map(({method, runs: own}) => [method.key, own.map(({spec}) => spec.seed)]),
      [
        ['rope', [1, 2, 3]],
        ['alibi', [4, 5, 6]],
      ],
    );
  });

  test('are a mean and a spread over the seeds that have been measured', () => {
    const one = entry(
      doneRun(SPEC, [measured(6, 0.8), measured(12, 0.3)]),
      doneRun(SPEC, [measured(6, 0.9)]),
      idleState(SPEC),
    );
    const result = resultAt(one, 6);
    assert.deepEqual(result?.accuracy, {mean: (0.8 + 0.9) / 2, low: 0.8, high: 0.9});
    assert.equal(result?.n, 2);
    assert.equal(result?.nTargets, 2560);
    assert.deepEqual(resultAt(one, 12)?.accuracy, {mean: 0.3, low: 0.3, high: 0.3});
    assert.equal(resultAt(one, 24), null);
  });

  test('average perplexity by its loss, and keep its ends', () => {
    const [low, high] = [Math.log(2), Math.log(8)];
    const one = entry(
      doneRun(SPEC, [measured(6, 0.5, {loss: low})]),
      doneRun(SPEC, [measured(6, 0.5, {loss: high})]),
    );
    const {mean, low: least, high: most} = resultAt(one, 6)?.perplexity ?? assert.fail();
    assert.ok(Math.abs(mean - 4) < 1e-12, `${mean}`);
    assert.ok(Math.abs(least - 2) < 1e-12 && Math.abs(most - 8) < 1e-12);
  });

  test('say why a length cannot be, and only there', () => {
    const sentence = 'learned has no position 12';
    const one = entry(doneRun(SPEC, [measured(6, 0.9), {seqLen: 12, missing: sentence}]));
    assert.equal(missingAt(one, 12), sentence);
    assert.equal(missingAt(one, 6), '');
    assert.equal(missingAt(one, 24), '');
    assert.equal(resultAt(one, 12), null);
  });
});

suite('the curve of a loss', () => {
  test('is the mean of windows over seeds, marked by their middles', () => {
    const running = {...idleState(SPEC), state: /** @type {const} */ ('running')};
    const up = {...running, losses: Float32Array.from([1, 2, 3, 4, 5])};
    const flat = {...idleState(SPEC), losses: Float32Array.from([3, 3, 3, 3, 3, 3])};
    // 300 steps in at most 120 points: windows of 3; in the second one seed has not come to its end
    assert.deepEqual(lossCurve([up], 300), {x: [2], y: [2]});
    assert.deepEqual(lossCurve([up, flat], 300), {x: [2, 5], y: [2.5, 3]});
    // a run that goes on no more has all its steps, were it only one
    const failed = {...up, state: /** @type {const} */ ('failed')};
    assert.deepEqual(lossCurve([failed], 300), {x: [2, 4.5], y: [2, 4.5]});
    const stepped = {...flat, state: /** @type {const} */ ('paused')};
    stepped.losses = stepped.losses.subarray(0, 1);
    assert.deepEqual(lossCurve([stepped], 600), {x: [1], y: [3]});
    const all = {...flat, losses: new Float32Array(299).fill(3)};
    const [x, last] = [lossCurve([all], 299).x, 99];
    assert.deepEqual([x.length, x[last - 1], x[last]], [100, 296, 298.5]);
  });

  test('draws every step of a short run, and at most 120 points of a long one', () => {
    const losses = Float32Array.from({length: 3000}, () => 1);
    const run = {...idleState(SPEC), losses};
    assert.equal(lossCurve([{...run, losses: losses.subarray(0, 90)}], 90).x.length, 90);
    assert.equal(lossCurve([run], 3000).x.length, 120);
    const odd = lossCurve([{...run, losses: losses.subarray(0, 2999)}], 2999);
    assert.ok(odd.x.length <= 120 && odd.x[odd.x.length - 1] > 2950);
  });

  test('does not wait for the slowest seed, and is empty before any has begun', () => {
    const half = halfRun(SPEC, 10);
    assert.deepEqual(lossCurve([half, idleState(SPEC)], 300), lossCurve([half], 300));
    assert.deepEqual(lossCurve([idleState(SPEC), idleState(SPEC)], 300), {x: [], y: []});
  });

  test('ends in the mean of the last 50 steps, when all seeds are over', () => {
    const losses = Float32Array.from({length: 300}, (_, k) => (k < 250 ? 100 : 2));
    const run = doneRun(SPEC, [], {losses});
    assert.equal(endLoss([run]), 2);
    assert.equal(endLoss([run, {...run, losses: losses.map(() => 4)}]), 3);
    assert.equal(endLoss([run, halfRun(SPEC, 299)]), null);
    assert.equal(endLoss([]), null);
    const short = doneRun({...SPEC, steps: 10}, [], {from: 2, to: 4});
    assert.ok(Math.abs(Number(endLoss([short])) - 3) < 1e-6);
  });
});

suite('the laws of every run', () => {
  const one = (/** @type {number} */ accuracy, /** @type {number} */ loss) =>
    ceilingMeters([doneRun(SPEC, [measured(6, accuracy, {loss})])], info);
  const holds = (/** @type {number} */ accuracy, /** @type {number} */ loss) =>
    one(accuracy, loss).map(meterHolds);

  test('hold at the ceiling and within luck of it, and break beyond', () => {
    const luck = accuracyLuck(INFO, 1280);
    const floor = Math.log(1.7);
    const loss = lossLuck(INFO, 1280);
    assert.deepEqual(holds(0.90625, floor), [true, true]);
    assert.deepEqual(holds(0.90625 + 0.99 * luck, floor - 0.99 * loss), [true, true]);
    assert.deepEqual(holds(0.90625 + 1.01 * luck, floor), [false, true]);
    assert.deepEqual(holds(0.5, floor - 1.01 * loss), [true, false]);
  });

  test('allow four deviations of the mean, as the tasks have them', () => {
    assert.ok(Math.abs(accuracyLuck({...INFO, best: 0.5}, 100) - 4 * 0.05) < 1e-12);
    // the surprise of the order-2 language: ln 1/best with probability best, ln 15/(1 - best) else
    const [p, q] = [0.90625, 0.09375 / 15];
    const mean = -p * Math.log(p) - (1 - p) * Math.log(q);
    const variance = p * Math.log(p) ** 2 + (1 - p) * Math.log(q) ** 2 - mean ** 2;
    assert.ok(Math.abs(lossLuck(INFO, 900) - 4 * Math.sqrt(variance / 900)) < 1e-12);
    assert.equal(lossLuck({...INFO, best: 1}, 10), 0);
  });

  test('are read of the worst of all lengths and runs', () => {
    const bad = measured(12, 0.99);
    const meters = ceilingMeters(
      [doneRun(SPEC, [measured(6, 0.2), bad]), doneRun(SPEC, [measured(6, 0.9)])],
      info,
    );
    assert.ok(Math.abs(meters[0].value - (0.99 - 0.90625)) < 1e-12);
    assert.equal(meterHolds(meters[0]), false);
  });

  test('are not reported before there is a number, nor of a loss without a floor', () => {
    const missing = {seqLen: 12, missing: 'no such position'};
    assert.deepEqual(ceilingMeters([idleState(SPEC), doneRun(SPEC, [missing])], info), []);
    const meters = ceilingMeters([doneRun(SPEC, [measured(6, 0.9)])], () => ({
      ...INFO,
      bestPerplexity: null,
    }));
    assert.deepEqual(
      meters.map(({name}) => name),
      ['accuracy-ceiling'],
    );
  });
});
