import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {
  conditionOf,
  distinct,
  everything,
  followers,
  runsOf,
  timeText,
} from '../../../web/figures/training/everything.js';
import {raceSpec} from '../../../web/figures/training/train-specs.js';
import {idleState} from '../../../web/workers/protocol.js';
import {doneRun, halfRun} from '../../support/fake-runs.js';

/** @import {Condition, RunState, Spec} from '../../../web/workers/protocol.js' */

const [A, B, C, D] = [1, 2, 3, 4].map((seed) => raceSpec({methods: [], seed, steps: 100}));
const nothing = () => [];
const ITEMS = [
  {title: 'one', specs: [A, B], follow: nothing},
  {title: 'two', specs: [B, C], follow: nothing},
];
const state = (/** @type {Condition} */ condition) => ({...idleState(A), state: condition});

suite('all experiments', () => {
  test('train each model once for all figures, in the order of its first use', () => {
    assert.deepEqual(distinct([A, B, {...B}, C, A]), [A, B, C]);
    const {note} = everything(ITEMS, [A, B, C].map(idleState), 0);
    assert.match(
      note,
      /2 experiments ask for 4 models; 1 of these .* leaves 3\. What is done shows in its own figure too\. .*every meter of its figure holds\.$/,
    );
  });

  test('find the runs of each among all', () => {
    const runs = [A, B, C].map(idleState);
    assert.deepEqual(runsOf([C, {...A}], runs), [runs[2], runs[0]]);
    assert.deepEqual(runsOf([D], runs), []);
  });

  test('tell state, models done and progress of each', () => {
    const runs = [doneRun(A, []), halfRun(B, 50), idleState(C)];
    const {panel, note} = everything(ITEMS, runs, 61_400);
    assert.deepEqual(panel.rows, [
      ['one', 'running, 1 of 2', '75 %', '1 s', '–'],
      ['two', 'running, 0 of 2', '25 %', '0 s', '–'],
    ]);
    assert.equal(panel.says, ''); // not at each step
    assert.match(note, /1 of 3 runs are done\. So far 1 min 1 s\./);
  });

  test('tell the total time at the end, and what failed', () => {
    const runs = [
      doneRun(A, []),
      doneRun(B, []),
      {...idleState(C), state: /** @type {const} */ ('failed')},
    ];
    const {panel, note} = everything(ITEMS, runs, 59_000);
    assert.equal(panel.says, '2 of 3 runs are done, 1 failed. Took 59 s.');
    assert.doesNotMatch(note, /runs are done/, 'said once');
  });

  test('count what follows from the first runs, once these are done', () => {
    const item = {title: 'late', specs: [A], follow: () => [D]};
    const rowsOf = (/** @type {RunState[]} */ runs) => everything([item], runs, 0).panel.rows[0];
    assert.deepEqual(rowsOf([halfRun(A, 50)]), ['late', 'running, 0 of 1', '50 %', '0 s', '–']);
    assert.deepEqual(rowsOf([doneRun(A, []), idleState(D)]), [
      'late',
      'in part, 1 of 2',
      '50 %',
      '1 s',
      '–',
    ]);
    assert.deepEqual(rowsOf([doneRun(A, []), doneRun(D, [])]), [
      'late',
      'done, 2 of 2',
      '100 %',
      '1 s',
      '–',
    ]);
  });

  test('pass or fail by the gauges of their figures, judged once and only when all runs are done', () => {
    let nJudged = 0;
    const item = (/** @type {string[]} */ broken) => ({
      title: 'held',
      specs: [A],
      follow: nothing,
      judge: () => {
        nJudged++;
        return {nLaws: 3, broken};
      },
    });
    const lawsOf = (/** @type {any} */ one, /** @type {RunState} */ run) =>
      everything([one], [run], 0).panel.rows[0][4];
    assert.equal(lawsOf(item([]), halfRun(A, 50)), '–');
    assert.equal(nJudged, 0);
    const [sound, run] = [item([]), doneRun(A, [])];
    assert.equal(lawsOf(sound, run), 'pass, all 3');
    lawsOf(sound, run);
    assert.equal(nJudged, 1, 'a list is drawn eight times a second');
    assert.equal(lawsOf(item(['rows sum to 1']), run), 'fail: rows sum to 1');
  });

  test('pass their own runs to follow(), and list each run that follows once', () => {
    /** @type {(readonly RunState[])[]} */
    const received = [];
    const follow = (/** @type {readonly RunState[]} */ runs) => {
      received.push(runs);
      return /** @type {Spec[]} */ ([D]);
    };
    const runs = [A, B, C].map((spec) => doneRun(spec, []));
    const items = ITEMS.map((item) => ({...item, follow}));
    assert.deepEqual(followers(items, runs), [D]);
    assert.deepEqual(received, [
      [runs[0], runs[1]],
      [runs[1], runs[2]],
    ]);
  });

  test('make what follows once of the same runs, and anew of others', () => {
    let made = 0;
    const follow = () => {
      made++;
      return [D];
    };
    const item = {title: 'late', specs: [A], follow};
    const first = doneRun(A, []);
    for (let k = 0; k < 3; k++) everything([item], [first, idleState(D)], 0);
    assert.equal(made, 1);
    assert.deepEqual(followers([item], [doneRun(A, [])]), [D]);
    assert.equal(made, 2);
  });
});

test('a state is the one that matters most', () => {
  const of = (/** @type {Condition[]} */ ...states) => conditionOf(states.map(state));
  assert.equal(of('done', 'failed', 'running'), 'failed');
  assert.equal(of('paused', 'running', 'waiting'), 'running');
  assert.equal(of('waiting', 'paused'), 'paused');
  assert.equal(of('idle', 'waiting'), 'waiting');
  assert.equal(of('done', 'stopped'), 'stopped');
  assert.equal(of('done', 'done'), 'done');
  assert.equal(of('done', 'idle'), 'in part');
  assert.equal(of('idle'), 'idle');
  assert.equal(of(), 'idle');
});

test('times are seconds below a minute', () => {
  assert.deepEqual([0, 59_400, 60_000, 125_000].map(timeText), [
    '0 s',
    '59 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
});
