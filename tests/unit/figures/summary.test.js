import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {entriesOf} from '../../../web/figures/training/results.js';
import {addedParameters, bytesText, summaryDrawing} from '../../../web/figures/training/summary.js';
import {
  listOf,
  methodOf,
  RACE_LENGTHS,
  raceSpec,
} from '../../../web/figures/training/train-specs.js';
import {idleState} from '../../../web/workers/protocol.js';
import {doneRun, measured} from '../../support/fake-runs.js';

const INFO = {chance: 0.0625, best: 0.90625, bestPerplexity: 1.7, chancePerplexity: 16, nOut: 16};
const KEYS = ['rope', 'learned'];
const FACTS = new Map([
  ['rope', {actsOn: 'queries and keys', learns: 'nothing', bytes: 65536}],
  ['learned', {actsOn: 'input', learns: '(maxLen, dModel)', bytes: 512 * 1024}],
]);
const SPECS = KEYS.map((key) => raceSpec({methods: listOf(key)}));

/** @param {readonly import('../../../web/workers/protocol.js').RunState[]} runs */
function drawn(runs) {
  const race = {
    entries: entriesOf(KEYS.map(methodOf), 1, runs),
    spec: SPECS[0],
    seeds: [1],
    title: 'Order-2 language',
    lengths: RACE_LENGTHS,
    rows: 128,
    info: () => INFO,
  };
  const {panels, note} = summaryDrawing(race, FACTS, 2048);
  const [bars, rows] = /** @type {any[]} */ (panels);
  return {bars, rows, note: note ?? ''};
}

const at = (/** @type {readonly number[]} */ values) =>
  values.map((value, k) => measured(RACE_LENGTHS[k], value));

suite('all methods side by side', () => {
  test('before a run hold what the core knows without one', () => {
    const {bars, rows, note} = drawn(SPECS.map(idleState));
    assert.deepEqual(
      bars.series.map((/** @type {any} */ s) => s.values),
      Array(5).fill([null, null]),
    );
    assert.deepEqual(rows.rows[0].slice(0, 5), [
      'RoPE',
      'queries and keys',
      'nothing',
      '0',
      '64 KiB',
    ]);
    assert.deepEqual(rows.rows[1].slice(0, 5), [
      'learned',
      'input',
      '(maxLen, dModel)',
      '—',
      '512 KiB',
    ]);
    assert.match(note, /Run trains 2 models/);
  });

  test('after it say what was learned, measured and left', () => {
    const {bars, rows} = drawn([
      doneRun(SPECS[0], at([0.8625, 0.8, 0.6, 0.5, 0.4625])),
      doneRun(SPECS[1], at([0.9, 0.5, 0.3, 0.2, 0.05]), {nParams: 110_192}),
    ]);
    assert.deepEqual(bars.series[0].values, [0.8625, 0.9]);
    assert.deepEqual(bars.series[4].values, [0.4625, 0.05]);
    assert.equal(rows.rows[1][3], '8,192');
    // 0.4 of 0.8 above chance; below chance nothing is left
    assert.deepEqual(
      rows.rows.map((/** @type {any[]} */ row) => row[row.length - 1]),
      ['50 %', '0 %'],
    );
    assert.match(rows.says, /RoPE generalises well .*Not in this run/);
  });
});

test('what a method adds is counted from a model whose method is a formula, and not without one', () => {
  const [rope, learned] = entriesOf(KEYS.map(methodOf), 1, [
    doneRun(SPECS[0], [], {nParams: 100}),
    doneRun(SPECS[1], [], {nParams: 164}),
  ]);
  const idle = {...rope, runs: [idleState(SPECS[0])]};
  assert.equal(addedParameters([rope, learned], FACTS)(learned), 64);
  assert.equal(addedParameters([learned], FACTS)(learned), null);
  assert.equal(addedParameters([idle, learned], FACTS)(learned), null);
  assert.equal(addedParameters([idle, learned], FACTS)(idle), 0);
});

test('bytes are written in the unit that suits them', () => {
  assert.deepEqual([0, 1023, 1536, 2 ** 30].map(bytesText), [
    '0 bytes',
    '1,023 bytes',
    '1.5 KiB',
    '1 GiB',
  ]);
});
