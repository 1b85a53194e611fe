// What one figure sees of its runs: what follows them, models from files, and what closing ends.
import assert from 'node:assert/strict';
import test from 'node:test';

import {conditions, fakePool, settled, specOf} from '../../support/fake-workers.js';

test('closing ends the worker of a run that no other group watches, and only that', async (t) => {
  const {workers, start, watch} = fakePool(t);
  const b = watch([2]);
  const a = await start([1, 2]);
  a.close();
  assert.deepEqual(
    workers.map(({isEnded}) => isEnded),
    [true, false],
  );
  assert.deepEqual(conditions(b), ['running']);
  b.close();
  assert.ok(workers[1].isEnded);
  assert.deepEqual(conditions(watch([1])), ['idle'], 'what was not done is not kept');
});

test('a worker that is ended before its core is there gets no command', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1]);
  group.start();
  group.close();
  await settled();
  assert.deepEqual(workers[0].commands, []);
});

test('the last to close ends the workers that have no run any more', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  await workers[0].finish();
  assert.ok(!workers[0].isEnded);
  group.close();
  assert.ok(workers[0].isEnded);
});

test('the time left counts a run that has not begun as long as the others, and shares the workers', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 2});
  const group = await start([1, 2, 3, 4]);
  assert.ok(Number.isNaN(group.timeLeftMs), 'nothing is known yet');
  workers[0].started();
  workers[0].progress(2, [4, 3]); // 20 ms for 2 of 5 parts: 50 ms in all
  assert.ok(Math.abs(group.timeLeftMs - (30 + 3 * 50) / 2) < 1e-9, String(group.timeLeftMs));
  assert.ok(Math.abs(group.fraction - 2 / 5 / 4) < 1e-12);
});

test('the time left is at least that of the longest run', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 2});
  const group = await start([specOf(1), specOf(2, {steps: 99})]);
  workers[0].started();
  workers[1].started();
  workers[0].progress(4, [4, 3, 2, 1]); // 40 ms for 4 of 5 parts
  workers[1].progress(1, [4]); // 10 ms for 1 of 100 parts
  assert.ok(Math.abs(group.timeLeftMs - 990) < 1e-9, String(group.timeLeftMs));
});

test('what follows is requested when all runs before it are done, and starts by itself', async (t) => {
  const {workers, start, watch} = fakePool(t);
  const asked = /** @type {string[][]} */ ([]);
  const follow = (/** @type {any} */ states) => {
    asked.push(states.map((/** @type {any} */ s) => s.state));
    return [specOf(9)];
  };
  const group = await start([1], {follow});
  await workers[0].finish();
  assert.deepEqual(asked, [['done']]);
  assert.equal(workers[0].run.spec.seed, 9);
  assert.deepEqual(conditions(group), ['done', 'running']);
  await workers[0].finish();
  assert.equal(group.condition, 'done');
  assert.equal(asked.length, 1);
  const cached = watch([1], {follow});
  assert.deepEqual(conditions(cached), ['done', 'done'], 'at once where all is known');
});

test('what follows does not start where the runs were stopped or only watched', async (t) => {
  const {workers, start, watch} = fakePool(t);
  const watcher = watch([1], {follow: () => [specOf(9)]});
  await start([1]);
  await workers[0].finish();
  assert.deepEqual(conditions(watcher), ['done', 'idle']);
  const stopped = await start([2], {follow: () => [specOf(9)]});
  stopped.stop();
  await start([2]);
  await workers.at(-1)?.finish();
  assert.deepEqual(conditions(stopped), ['done', 'idle']);
});

test('a saved model takes the place of a run when it has been tested, and not before', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1]);
  const file = new ArrayBuffer(16);
  const refused = group.load(0, file);
  await settled();
  assert.equal(workers[0].run.file, file);
  workers[0].failed({message: 'The file ends too early.'});
  await assert.rejects(refused, {message: 'The file ends too early.'});
  assert.equal(group.condition, 'idle');
  const loaded = group.load(0, file);
  await settled();
  await workers[0].finish();
  await loaded;
  assert.equal(group.condition, 'done');
  assert.ok(group.states[0].isLoaded);
  assert.equal(watch([1]).condition, 'idle', 'other figures do not know of it');
});

test('a loaded model ends the run that it replaces', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  const loaded = group.load(0, new ArrayBuffer(16));
  await settled();
  await workers[1].finish();
  await loaded;
  assert.ok(workers[0].isEnded);
});

test('what followed from a model is done again when another is loaded, and when it is trained again', async (t) => {
  const {workers, start} = fakePool(t);
  const follow = (/** @type {any} */ [{isLoaded}]) => [specOf(isLoaded ? 8 : 9)];
  const group = await start([1], {follow});
  const seeds = () => group.states.map((/** @type {any} */ {spec}) => spec.seed);
  await workers[0].finish();
  await workers[0].finish();
  assert.deepEqual([seeds(), group.condition], [[1, 9], 'done']);
  const loaded = group.load(0, new ArrayBuffer(16));
  await settled();
  await workers[0].finish();
  await loaded;
  assert.deepEqual(seeds(), [1, 8]);
  assert.deepEqual(conditions(group), ['done', 'running']);
  await workers[0].finish();
  assert.equal(group.condition, 'done');
  const n = workers[0].commands.length;
  group.start();
  assert.deepEqual([seeds(), group.condition], [[1, 9], 'done'], 'both are known');
  assert.ok(group.states.every(({isLoaded}) => !isLoaded));
  assert.equal(workers[0].commands.length, n, 'nothing is trained twice');
});

test('loaded models of a run and of what follows it are both given up by Run', async (t) => {
  const {workers, start, watch} = fakePool(t);
  const group = await start([1], {follow: () => [specOf(9)]});
  await workers[0].finish();
  await workers[0].finish();
  for (const index of [0, 1]) {
    const loaded = group.load(index, new ArrayBuffer(16));
    await settled();
    await workers[0].finish();
    await loaded;
  }
  assert.deepEqual(group.states.map(({isLoaded}) => isLoaded), [true, true]); // biome-ignore format: one thought
  group.start();
  assert.deepEqual(group.states.map(({isLoaded}) => isLoaded), [false, false]); // biome-ignore format: one thought
  const [first, follower] = group.jobs;
  assert.equal(group.jobs.length, 2);
  group.close();
  for (const job of [first, follower]) assert.equal(job.watchers.size, 0);
  watch([1]);
});

test('starting other runs leaves a loaded model where it is', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1, 2]);
  const loaded = group.load(0, new ArrayBuffer(16));
  await settled();
  await workers[0].finish();
  await loaded;
  group.start();
  await settled();
  assert.deepEqual(conditions(group), ['done', 'running']);
  assert.ok(group.states[0].isLoaded);
});

test('closing refuses a model that is being loaded, with a reason, and ends its worker', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1]);
  const loaded = group.load(0, new ArrayBuffer(16));
  const refused = assert.rejects(loaded, {message: /its figure was closed/});
  await settled();
  assert.equal(workers.length, 1);
  group.close();
  await refused;
  assert.ok(workers[0].isEnded);
});

test('every load() ends: with the figure closed before it, after it, and for a run that there is not', async (t) => {
  const {pool, watch} = fakePool(t, {nWorkers: 1});
  const group = watch([1, 2, 3]);
  const loads = [0, 1, 2, 7].map((index) => group.load(index, new ArrayBuffer(16)));
  const refused = Promise.all(loads.map((load) => assert.rejects(load, {message: /was ended/})));
  group.close();
  group.close();
  await refused;
  await assert.rejects(group.load(0, new ArrayBuffer(16)), {message: /was ended/});
  assert.equal(pool.background, 'goOn');
});

test('a second file for the same run takes the place of the first', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1]);
  const first = group.load(0, new ArrayBuffer(16));
  const refused = assert.rejects(first, {message: 'Another file was chosen for this run.'});
  await settled();
  const file = new ArrayBuffer(32);
  const second = group.load(0, file);
  await refused;
  await settled();
  assert.ok(workers[0].isEnded);
  assert.equal(watch([1]).jobs[0], group.jobs[0], 'the run itself is still shared');
  await workers[1].finish();
  await second;
  assert.equal(group.states[0].model, file);
});

test('a load() ends also where the figure fails to draw its result', async (t) => {
  t.mock.method(globalThis, 'queueMicrotask', () => {});
  const {workers, watch} = fakePool(t);
  const onChange = () => {
    throw new Error('nothing to draw on');
  };
  const group = watch([1], {onChange});
  const loaded = group.load(0, new ArrayBuffer(16));
  await settled();
  await workers[0].finish();
  await loaded;
  assert.ok(group.states[0].isLoaded);
});

test('a load for what follows is refused when a new model makes that anew', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1], {follow: () => [specOf(9)]});
  await workers[0].finish();
  await workers[0].finish();
  const follower = group.load(1, new ArrayBuffer(16));
  const refused = assert.rejects(follower, {message: /was ended/});
  await settled();
  const first = group.load(0, new ArrayBuffer(16));
  await settled();
  await workers[1].finish();
  await first;
  await refused;
  assert.ok(workers[0].isEnded);
});
