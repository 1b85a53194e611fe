// What a worker does with its commands, with a clock and runs that the test plays.
import assert from 'node:assert/strict';
import test from 'node:test';

import {RunLoop} from '../../../web/workers/run-loop.js';

/** A run of `steps` steps and two parts more, each of which takes `ms` of the test's clock. */
class FakeRun {
  step = 0;
  nParts = 0;
  nParams = 7;
  nBytes = 70;
  isOver = false;
  evaluations = /** @type {any[]} */ ([]);
  before = {early: {data: new Float32Array(1), shape: [1]}};
  tensors = {};
  probe = {};
  model = /** @type {any} */ (undefined);

  /** @param {{now: number}} clock @param {{steps: number, ms?: number, breaksAt?: number,
   *   sleepsAt?: number, isPictured?: boolean}} spec */
  constructor(clock, {steps, ms = 10, breaksAt = Infinity, sleepsAt = 0, isPictured = false}) {
    if (isPictured) this.picture = () => ({y: {data: new Float32Array(2), shape: [1, 2]}});
    if (steps < 0) throw new RangeError(`steps must be more, got ${steps}.`);
    this.clock = clock;
    this.steps = steps;
    this.ms = ms;
    this.breaksAt = breaksAt;
    this.sleepsAt = sleepsAt;
  }

  get losses() {
    return Float32Array.from({length: this.step}, (_, k) => k + 1);
  }

  get fraction() {
    return this.nParts / (this.steps + 2);
  }

  advance() {
    this.clock.now += this.step + 1 === this.sleepsAt ? 3_600_000 : this.ms;
    this.nParts++;
    if (this.step + 1 === this.breaksAt)
      throw Object.assign(new Error('It broke.'), {step: this.breaksAt});
    if (this.step < this.steps) this.step++;
    else this.evaluations = [...this.evaluations, {seqLen: this.nParts}];
    this.isOver = this.nParts === this.steps + 2;
    if (this.isOver) {
      this.model = new ArrayBuffer(4);
      this.tensors = {late: {data: new Float32Array(2), shape: [2]}};
    }
    return !this.isOver;
  }
}

/** A run loop, what it has reported, and the tasks that wait. */
function setUp() {
  const clock = {now: 0};
  /** @type {any[]} */
  const reported = [];
  /** @type {ArrayBuffer[][]} */
  const moved = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const env = {
    post: (/** @type {any} */ report, /** @type {ArrayBuffer[]} */ transfer) => {
      reported.push(report);
      moved.push(transfer);
    },
    now: () => clock.now,
    later: (/** @type {() => void} */ task) => waiting.push(task),
    load: async (/** @type {any} */ core) => {
      if (core === 'broken') throw new Error('no such module');
      return async () => /** @type {any} */ ({});
    },
    begin: (/** @type {any} */ _core, /** @type {any} */ spec) => new FakeRun(clock, spec),
    hold: async () => 'a lock',
  };
  const runLoop = new RunLoop(/** @type {any} */ (env));
  const send = (/** @type {any} */ command) => runLoop.receive(command);
  /** One slice; true where there was one. */
  const slice = () => {
    const task = waiting.shift();
    task?.();
    return task !== undefined;
  };
  const types = () => reported.map(({type}) => type);
  return {env, runLoop, clock, reported, moved, waiting, send, slice, types};
}

/** @param {any} spec */
async function started(spec) {
  const all = setUp();
  await all.send({type: 'load', core: {}});
  await all.send({type: 'start', id: 3, spec});
  return all;
}

test('a core is loaded once, and a run begins paused', async () => {
  const {reported, moved, types, waiting} = await started({steps: 4});
  assert.deepEqual(types(), ['ready', 'started']);
  assert.equal(reported[0].lock, 'a lock');
  const {id, steps, nParams, nBytes, before} = reported[1];
  assert.deepEqual([id, steps, nParams, nBytes], [3, 4, 7, 70]);
  assert.deepEqual(moved[1], [before.early.data.buffer], 'transferred, not copied');
  assert.equal(waiting.length, 0);
});

test('commands are obeyed in order, also those that come while a run begins', async () => {
  const all = setUp();
  all.send({type: 'load', core: {}});
  all.send({type: 'start', id: 0, spec: {steps: 2}});
  await all.send({type: 'step', id: 0, commandId: 1});
  assert.deepEqual(all.types(), ['ready', 'started', 'progress', 'paused']);
});

test('it works in slices of 25 ms, reports progress every 80 ms, and each loss once', async () => {
  const {reported, types, send, slice, clock} = await started({steps: 50});
  await send({type: 'go', id: 3, commandId: 1});
  let longest = 0;
  for (let t = clock.now; slice(); t = clock.now) longest = Math.max(longest, clock.now - t);
  assert.ok(longest >= 25 && longest < 25 + 10, `a slice of ${longest} ms`);
  const reports = reported.filter(({type}) => type === 'progress').map((report) => report.progress);
  assert.ok(reports.length >= 5 && reports.length <= 520 / 80 + 1, `${reports.length} reports`);
  const losses = reports.flatMap((report) => [...report.losses]);
  assert.deepEqual(
    losses,
    Array.from({length: 50}, (_, k) => k + 1),
  );
  assert.equal(types().at(-1), 'done');
  assert.equal(types().at(-2), 'progress');
  const last = reports[reports.length - 1];
  assert.deepEqual([last.step, last.fraction, last.busyMs, last.trainedMs], [50, 1, 520, 500]);
  assert.equal(last.evaluations.length, 2);
});

test('an hour in which the machine slept is no time of work', async () => {
  const {reported, send, slice} = await started({steps: 50, sleepsAt: 20});
  await send({type: 'go', id: 3, commandId: 1});
  while (slice());
  const {step, busyMs, trainedMs} = reported.at(-2).progress;
  assert.equal(step, 50);
  assert.deepEqual([busyMs, trainedMs], [510, 490], 'but for the step in which it slept');
});

test('what comes out at the end is transferred', async () => {
  const {reported, moved, send, slice} = await started({steps: 1});
  await send({type: 'go', id: 3, commandId: 1});
  while (slice());
  const {outcome} = reported.at(-1);
  assert.deepEqual(Object.keys(outcome.tensors), ['late']);
  assert.deepEqual(moved.at(-1), [outcome.tensors.late.data.buffer, outcome.model]);
});

test('a pause stops after the part at hand and reports all that was done; going on loses nothing', async () => {
  const {reported, types, send, slice} = await started({steps: 9});
  await send({type: 'go', id: 3, commandId: 1});
  slice();
  await send({type: 'pause', id: 3, commandId: 2});
  assert.deepEqual(types().slice(2), ['progress', 'paused']);
  assert.equal(reported.at(-1).commandId, 2);
  assert.equal(reported.at(-2).progress.step, 3);
  slice();
  assert.equal(types().length, 4, 'nothing happens in a pause');
  await send({type: 'pause', id: 3, commandId: 3});
  assert.equal(types().length, 4, 'it was paused already');
  await send({type: 'go', id: 3, commandId: 4});
  while (slice());
  const losses = reported
    .filter(({type}) => type === 'progress')
    .flatMap(({progress}) => [...progress.losses]);
  assert.deepEqual(losses, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a step is one part and a pause; the last one ends the run', async () => {
  const {reported, types, send, waiting} = await started({steps: 1});
  for (let commandId = 1; commandId <= 3; commandId++) await send({type: 'step', id: 3, commandId});
  assert.deepEqual(types().slice(2), [
    'progress',
    'paused',
    'progress',
    'paused',
    'progress',
    'done',
  ]);
  assert.deepEqual([reported[2].progress.step, reported[3].commandId], [1, 1]);
  assert.equal(waiting.length, 0);
});

test('a run that breaks reports its curve, then why and where', async () => {
  const {reported, types, send, slice} = await started({steps: 9, breaksAt: 5});
  await send({type: 'go', id: 3, commandId: 1});
  while (slice());
  assert.deepEqual(types().slice(2), ['progress', 'failed']);
  assert.deepEqual([...reported[2].progress.losses], [1, 2, 3, 4]);
  assert.deepEqual(reported[3].error, {name: 'Error', message: 'It broke.', step: 5});
  await send({type: 'go', id: 3, commandId: 2});
  assert.equal(slice(), false, 'it is gone');
});

test('what cannot begin says why, and the next one can', async () => {
  const all = await started({steps: -1});
  assert.deepEqual(all.types(), ['ready', 'failed']);
  assert.equal(all.reported[1].id, 3);
  assert.equal(all.reported[1].error.message, 'steps must be more, got -1.');
  await all.send({type: 'start', id: 4, spec: {steps: 1}});
  assert.equal(all.types().at(-1), 'started');
  const lost = setUp();
  await lost.send({type: 'load', core: 'broken'});
  assert.deepEqual(lost.reported, [
    {type: 'failed', error: {name: 'Error', message: 'no such module'}},
  ]);
  await lost.send({type: 'start', id: 1, spec: {steps: 1}});
  assert.equal(lost.reported[1].error.message, 'This worker has no core.');
});

test('going on twice is going on once', async () => {
  const {send, waiting} = await started({steps: 9});
  await send({type: 'go', id: 3, commandId: 1});
  await send({type: 'go', id: 3, commandId: 2});
  assert.equal(waiting.length, 1);
});

test('a second run begins with nothing of the first, even where that was under way', async () => {
  const {reported, types, send, slice} = await started({steps: 50});
  await send({type: 'go', id: 3, commandId: 1});
  for (let k = 0; k < 5; k++) slice();
  await send({type: 'start', id: 4, spec: {steps: 9}});
  while (slice());
  assert.equal(types().at(-1), 'started', 'it begins paused');
  await send({type: 'step', id: 4, commandId: 1});
  const {step, busyMs, trainedMs, losses} = reported.at(-2).progress;
  assert.deepEqual([step, busyMs, trainedMs, [...losses]], [1, 10, 10, [1]]);
});

test('commands for a run that has ended are ignored', async () => {
  const {types, send, slice, waiting} = await started({steps: 1});
  await send({type: 'go', id: 2, commandId: 1});
  assert.equal(waiting.length, 0);
  await send({type: 'go', id: 3, commandId: 1});
  while (slice());
  assert.equal(types().at(-1), 'done');
  await send({type: 'go', id: 3, commandId: 2});
  assert.equal(waiting.length, 0);
});

test('pictures on the way come with the progress, where there is a new one', async () => {
  const {reported, send} = await started({steps: 3, isPictured: true});
  await send({type: 'step', id: 3, commandId: 1});
  assert.deepEqual(Object.keys(reported[2].progress.tensors), ['y']);
  const plain = await started({steps: 3});
  await plain.send({type: 'step', id: 3, commandId: 1});
  assert.equal(plain.reported[2].progress.tensors, undefined);
});

test('a report that cannot be posted stops the worker, and not in silence', async () => {
  const {env, runLoop, waiting, types} = setUp();
  await runLoop.receive({type: 'load', core: {}});
  const {post} = env;
  env.post = () => {
    throw new Error('could not be cloned');
  };
  await runLoop.receive({type: 'start', id: 1, spec: /** @type {any} */ ({steps: 1})});
  const [fail] = waiting.splice(0);
  assert.throws(fail, {message: 'could not be cloned'}, 'outside, where the page hears of it');
  env.post = post;
  await runLoop.receive({type: 'start', id: 2, spec: /** @type {any} */ ({steps: 1})});
  assert.equal(types().at(-1), 'started', 'the next command is obeyed');
});
