// What a transport says of runs.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  briefNames,
  formatTime,
  mainOf,
  problemText,
  progressText,
  spokenText,
} from '../../../web/figures/frame/progress.js';
import {idleState} from '../../../web/workers/protocol.js';

/** @param {string} state @param {object} [more] @returns {any} */
const run = (state, more = {}) => ({
  ...idleState(/** @type {any} */ ({kind: 'train', steps: 100})),
  state,
  ...more,
});

/** @param {string} condition @param {any[]} states @param {number} [timeLeftMs] @returns {any} */
const handle = (condition, states, timeLeftMs = Number.NaN) => ({
  condition,
  states,
  timeLeftMs,
  fraction: states.reduce((sum, {fraction}) => sum + fraction, 0) / states.length,
});

test('times are said in seconds, then in minutes', () => {
  const said = [0, 400, 600, 89_000, 90_000, 125_400].map(formatTime);
  assert.deepEqual(said, ['under 1 s', 'under 1 s', '1 s', '89 s', '1 min 30 s', '2 min 5 s']);
});

test('progress says what will be run, how far it is, and how long it takes', () => {
  const idle = [run('idle'), run('idle')];
  assert.equal(progressText(handle('idle', idle)), 'not run yet: 2 runs, 200 steps');
  assert.equal(progressText(handle('idle', [idle[0]])), 'not run yet: 1 run, 100 steps');
  const part = [run('done', {step: 100}), run('idle')];
  assert.equal(
    progressText(handle('idle', part)),
    '1 of 2 runs done, not run yet: 1 run, 100 steps',
  );
  const going = [run('done', {step: 100}), run('running', {step: 30})];
  const text = progressText(handle('running', going, 4200));
  assert.equal(text, '1 of 2 runs done, step 130 of 200, about 4 s left');
  assert.equal(progressText(handle('running', [run('running', {step: 3})])), 'step 3 of 100');
  assert.equal(progressText(handle('paused', [run('paused', {step: 3})])), 'paused: step 3 of 100');
  assert.equal(progressText(handle('done', [run('done', {step: 100})])), 'done');
  const loaded = run('done', {steps: 0, isLoaded: true});
  assert.equal(progressText(handle('done', [loaded])), 'done, with a loaded model');
});

test('each problem is reported once, with the runs that have it', () => {
  const failed = (/** @type {string} */ message) => run('failed', {error: {message}});
  const names = ['a', 'b', 'c', 'd'];
  assert.equal(problemText([run('done'), run('running')], names), '');
  assert.equal(problemText([failed('It broke.')], names), 'It broke.');
  const four = [failed('It broke.'), run('done'), failed('It broke.'), failed('No worker.')];
  assert.equal(problemText(four, names), 'a; c: It broke. d: No worker.');
  assert.equal(problemText([four[0], four[2]], names), 'All 2 runs: It broke.');
});

test('a name says what sets a run apart from the others of its figure', () => {
  const full = ['none, causal, seed 1', 'none, causal, seed 2', 'alibi, causal, seed 1'];
  assert.deepEqual(briefNames(full), ['none, seed 1', 'none, seed 2', 'alibi, seed 1']);
  assert.deepEqual(briefNames(full.slice(0, 2)), ['seed 1', 'seed 2']);
  assert.deepEqual(briefNames(full.slice(0, 1)), full.slice(0, 1), 'one alone keeps all');
  assert.deepEqual(
    briefNames(['a, b', 'a, b, c']),
    ['a, b', 'a, b, c'],
    'nor do two kinds of name',
  );
  assert.deepEqual(briefNames(['a, b, c', 'a, b']), ['a, b, c', 'a, b']);
  assert.deepEqual(briefNames([]), []);
});

test('aloud are said a change of condition and each quarter of the way, and nothing else', () => {
  assert.equal(spokenText(handle('idle', [run('idle')])), '');
  const heard = new Set();
  for (let k = 0; k <= 99; k++) {
    heard.add(spokenText(handle('running', [run('running', {step: k, fraction: k / 100})], 9)));
  }
  assert.deepEqual([...heard], ['training', '25 % trained', '50 % trained', '75 % trained']);
  assert.equal(spokenText(handle('done', [run('done', {fraction: 1})])), 'done');
});

test('every condition has its button', () => {
  const conditions = ['idle', 'waiting', 'running', 'paused', 'done', 'failed', 'stopped'];
  const mains = conditions.map((condition) => mainOf(handle(condition, [run(condition)])));
  assert.deepEqual(mains, ['run', 'pause', 'pause', 'resume', 'done', 'again', 'again']);
  const loaded = run('done', {isLoaded: true});
  assert.equal(mainOf(handle('done', [run('done'), loaded])), 'again');
  assert.equal(mainOf(handle('idle', [run('idle'), loaded])), 'run');
});
