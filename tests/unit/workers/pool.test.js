// The pool with workers that the test plays: who runs when, and what happens to a worker that is lost.
import assert from 'node:assert/strict';
import test from 'node:test';

import {Pool} from '../../../web/workers/pool.js';
import {conditions, fakePool, settled, specOf} from '../../support/fake-workers.js';

/** @import {FakeWorker} from '../../support/fake-workers.js' */

test('nothing is made before start(), and then no more workers than there may be, in order', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1, 2, 3, 4]);
  assert.equal(workers.length, 0);
  assert.deepEqual(conditions(group), ['idle', 'idle', 'idle', 'idle']);
  group.start();
  await settled();
  assert.equal(workers.length, 2);
  assert.deepEqual(conditions(group), ['running', 'running', 'waiting', 'waiting']);
  assert.deepEqual(workers[0].types, ['load', 'start', 'go']);
  assert.equal(workers[0].run.spec.seed, 1);
  assert.equal(workers[1].run.spec.seed, 2);
  await workers[1].finish();
  assert.equal(workers[1].run.spec.seed, 3, 'a free worker is used again');
});

test('the last runs share the cores, where a round of them would leave a core idle', async (t) => {
  const {workers, start} = fakePool(t);
  const five = await start([1, 2, 3, 4, 5]);
  assert.deepEqual(conditions(five), ['running', 'running', 'waiting', 'waiting', 'waiting']);
  await workers[0].finish();
  assert.equal(workers.length, 2, 'four are left: two rounds of two');
  await workers[1].finish();
  assert.equal(workers.length, 3);
  assert.deepEqual(conditions(five), ['done', 'done', 'running', 'running', 'running']);
  for (const worker of workers) await worker.finish();
  assert.equal(
    workers.filter(({isEnded}) => isEnded).length,
    1,
    'no more workers are kept than there are cores',
  );
});

test('progress extends the curve and the estimate of the time left', async (t) => {
  const {workers, start} = fakePool(t);
  let nChanges = 0;
  const group = await start([1], {onChange: () => nChanges++});
  workers[0].started();
  workers[0].progress(1, [4]);
  const early = group.states[0];
  workers[0].progress(3, [3, 2]);
  const {losses, step, steps, msPerStep, timeLeftMs, fraction, nParams, nBytes} = group.states[0];
  assert.deepEqual([...losses], [4, 3, 2]);
  assert.deepEqual([...early.losses], [4], 'an older state does not change');
  assert.deepEqual([step, steps, nParams, nBytes], [3, 4, 10, 99]);
  assert.equal(msPerStep, 10);
  assert.equal(fraction, 3 / 5);
  assert.ok(Math.abs(timeLeftMs - 20) < 1e-9, String(timeLeftMs));
  assert.equal(group.timeLeftMs, timeLeftMs);
  assert.ok(nChanges >= 4);
  await workers[0].finish();
  assert.equal(group.condition, 'done');
  assert.equal(group.fraction, 1);
  assert.equal(group.timeLeftMs, 0);
});

test('equal specs are one run, also with their fields in another order, and a done one shows at once', async (t) => {
  const {workers, start, watch} = fakePool(t);
  const a = await start([1]);
  const {seed, ...rest} = specOf(1);
  const b = await start([{seed, ...rest}]);
  assert.equal(workers.length, 1);
  await workers[0].finish();
  assert.deepEqual(conditions(b), ['done']);
  a.close();
  b.close();
  const late = watch([1, 2]);
  assert.deepEqual(conditions(late), ['done', 'idle']);
  assert.equal(late.states[0].model?.byteLength, 8);
});

test('pause keeps the worker, gives its core to a run that waits, and resume goes on with it', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 1});
  const a = await start([1]);
  const b = await start([2]);
  workers[0].started();
  workers[0].progress(2, [4, 3]);
  a.pause();
  await settled();
  assert.equal(a.condition, 'paused');
  assert.equal(b.condition, 'running');
  assert.deepEqual(workers[0].types, ['load', 'start', 'go', 'pause']);
  assert.equal(workers.length, 2);
  a.resume();
  await settled();
  assert.equal(a.condition, 'waiting', 'one core, one run');
  await workers[1].finish();
  assert.equal(a.condition, 'running');
  assert.deepEqual(workers[0].types.slice(3), ['pause', 'go']);
  assert.deepEqual([...a.states[0].losses], [4, 3]);
});

test('an answer to a pause that was taken back pauses nothing', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  workers[0].started();
  group.pause();
  await settled();
  const pause = workers[0].commands.at(-1);
  group.resume();
  await settled();
  workers[0].paused(pause);
  assert.equal(group.condition, 'running');
});

test('a run that waits can be paused before it has begun', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 1});
  const group = await start([1, 2]);
  group.pause();
  await settled();
  assert.deepEqual(conditions(group), ['paused', 'paused']);
  assert.equal(workers.length, 1, 'pausing starts nothing');
  group.resume();
  await settled();
  assert.deepEqual(conditions(group), ['running', 'waiting']);
});

test('what is over, and what has not begun, is not paused', async (t) => {
  const {start} = fakePool(t);
  const begun = await start([1]);
  begun.stop();
  await settled();
  const before = conditions(begun);
  begun.pause();
  await settled();
  assert.deepEqual(conditions(begun), before);
  assert.ok(!before.includes('paused'));
});

test('a step goes one step and pauses, from the start and from a pause', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1]);
  group.step();
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'step']);
  workers[0].started();
  workers[0].progress(1, [4]);
  workers[0].paused();
  assert.equal(group.condition, 'paused');
  group.step();
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'step', 'step']);
  workers[0].progress(2, [3]);
  workers[0].paused();
  assert.deepEqual([...group.states[0].losses], [4, 3]);
  group.start();
  await settled();
  assert.equal(workers[0].types.at(-1), 'go');
});

test('a step that is over gives its core to a run that waits', async (t) => {
  const {workers, watch, start} = fakePool(t, {nWorkers: 1});
  const a = watch([1]);
  a.step();
  const b = await start([2]);
  assert.deepEqual([a.condition, b.condition], ['running', 'waiting']);
  workers[0].started();
  workers[0].progress(1, [4]);
  workers[0].paused();
  assert.deepEqual([a.condition, b.condition], ['paused', 'running']);
});

test('stop ends the worker and keeps the curve; run again begins anew', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  workers[0].started();
  workers[0].progress(2, [4, 3]);
  group.stop();
  assert.equal(group.condition, 'stopped');
  assert.ok(workers[0].isEnded);
  workers[0].progress(3, [2]);
  assert.deepEqual([...group.states[0].losses], [4, 3]);
  workers[0].onerror({message: 'too late'});
  assert.equal(group.condition, 'stopped', 'an ended worker cannot fail');
  group.start();
  await settled();
  assert.equal(workers.length, 2);
  assert.deepEqual([...group.states[0].losses], []);
  assert.equal(group.condition, 'running');
  workers[0].progress(3, [2]);
  assert.deepEqual([...group.states[0].losses], [], 'an ended worker changes nothing');
});

test('stop leaves what is done', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 1});
  const group = await start([1, 2]);
  await workers[0].finish();
  group.stop();
  assert.deepEqual(conditions(group), ['done', 'idle']);
});

test('a run that is stopped before its first step is as if it had never begun', async (t) => {
  const {start} = fakePool(t, {nWorkers: 1});
  const group = await start([1, 2]);
  group.stop();
  assert.deepEqual(conditions(group), ['idle', 'idle']);
});

test('pausing, stopping or closing runs starts none of those that wait among them', async (t) => {
  for (const act of /** @type {const} */ (['pause', 'stop', 'close'])) {
    const {workers, start} = fakePool(t, {nWorkers: 1});
    const group = await start([1, 2, 3]);
    group[act]();
    await settled();
    assert.equal(workers.length, 1, act);
    assert.equal(workers[0].types.filter((type) => type === 'start').length, 1, act);
  }
});

test('a run that fails says why and at which step, keeps its curve, and can start again', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  workers[0].started();
  workers[0].progress(2, [4, 3]);
  const error = {name: 'RunError', message: 'The loss is NaN at step 3.', step: 3};
  const {id} = workers[0].run;
  workers[0].failed(error);
  assert.equal(group.condition, 'failed');
  assert.deepEqual(group.states[0].error, error);
  assert.deepEqual([...group.states[0].losses], [4, 3]);
  assert.ok(!workers[0].isEnded, 'the worker lives');
  group.start();
  await settled();
  assert.equal(workers.length, 1);
  assert.equal(group.states[0].error, undefined);
  workers[0].started();
  workers[0].report({type: 'failed', id, error});
  assert.equal(group.condition, 'running', 'a report of the earlier run is not its own');
  group.pause();
  await settled();
  assert.equal(workers[0].types.at(-1), 'pause');
});

/** @type {Record<string, {die: (worker: FakeWorker) => void, says: RegExp}>} */
const DEATHS = {
  'an error': {
    die: (worker) => worker.onerror({message: 'out of memory'}),
    says: /^The worker stopped with an error: out of memory\./,
  },
  'a script that does not load': {
    die: (worker) => worker.onerror({}),
    says: /^(?!.*undefined).*load/,
  },
  'a message that cannot be read': {
    die: (worker) => worker.onmessageerror({}),
    says: /^A message of the worker could not be read\./,
  },
  'a core that does not start': {
    die: (worker) => worker.report({type: 'failed', error: {message: 'no SIMD'}}),
    says: /no SIMD/,
  },
};

for (const [name, {die, says}] of Object.entries(DEATHS)) {
  test(`a worker lost by ${name} fails its run in a sentence, and another one goes on`, async (t) => {
    const {workers, start} = fakePool(t, {nWorkers: 1});
    const group = await start([1, 2]);
    workers[0].started();
    workers[0].progress(2, [4, 3]);
    die(workers[0]);
    await settled();
    assert.deepEqual(conditions(group), ['failed', 'running']);
    const {error, losses} = group.states[0];
    assert.match(
      error?.message ?? '',
      /^(The|A) .*\. The run ended at step 2 of 4\. It can be started again\.$/,
    );
    assert.match(error?.message ?? '', says);
    assert.deepEqual([...losses], [4, 3]);
    assert.ok(workers[0].isEnded);
    assert.equal(workers[1].run.spec.seed, 2);
  });
}

test('a command that cannot be sent fails its run, with the reason', async (t) => {
  const make = (/** @type {FakeWorker} */ worker) => {
    const {postMessage} = worker;
    worker.postMessage = (command) => {
      if (command.type === 'start') throw new Error('it could not be cloned');
      postMessage.call(worker, command);
    };
    return worker;
  };
  const {start} = fakePool(t, {make});
  const group = await start([1]);
  assert.equal(group.condition, 'failed');
  assert.match(group.states[0].error?.message ?? '', /it could not be cloned/);
});

test('a run whose worker was lost gets another one', async (t) => {
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  workers[0].onerror({message: 'out of memory'});
  group.start();
  await settled();
  assert.equal(group.condition, 'running');
  assert.deepEqual(workers[1].types, ['load', 'start', 'go']);
});

test('a free worker that is lost is not used again', async (t) => {
  const {workers, start} = fakePool(t);
  await start([1]);
  await workers[0].finish();
  workers[0].onerror({message: 'out of memory'});
  assert.ok(workers[0].isEnded);
  const group = await start([2]);
  assert.equal(workers.length, 2);
  assert.equal(group.condition, 'running');
});

test('a paused run whose worker is lost while it waits leaves the queue', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 1});
  const a = await start([1]);
  await start([2]);
  a.pause();
  a.resume();
  await settled();
  assert.equal(a.condition, 'waiting');
  workers[0].onerror({message: 'out of memory'});
  assert.equal(a.condition, 'failed');
  await workers[1].finish();
  assert.equal(a.condition, 'failed');
  assert.equal(workers.length, 2, 'no worker for a run that has failed');
});

test('Run, pressed while a step is under way, goes on after it', async (t) => {
  const {workers, watch} = fakePool(t);
  const group = watch([1]);
  group.step();
  await settled();
  const step = workers[0].commands.at(-1);
  workers[0].started();
  group.start();
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'step', 'go']);
  workers[0].progress(1, [4]);
  workers[0].paused(step); // after the step, before it has read the next command
  assert.equal(group.condition, 'running');
});

test('pressing Run twice starts nothing twice', async (t) => {
  const {workers, start} = fakePool(t, {nWorkers: 1});
  const group = await start([1, 2]);
  group.start();
  group.step();
  await settled();
  assert.deepEqual(conditions(group), ['running', 'waiting']);
  assert.deepEqual(workers[0].types, ['load', 'start', 'go']);
  await workers[0].finish();
  assert.deepEqual(workers[0].types.slice(3), ['start', 'go'], 'and a step then slows nothing');
});

test('where there are no locks, a worker counts as alive', async (t) => {
  const {workers, start} = fakePool(t, {ended: async () => {}});
  const group = await start([1]);
  workers[0].report({type: 'ready', lock: undefined});
  await settled();
  assert.equal(group.condition, 'running');
});

test('where a lock cannot be requested, a worker counts as alive', async (t) => {
  const {workers, start} = fakePool(t, {ended: () => Promise.reject(new Error('no locks'))});
  const group = await start([1]);
  workers[0].report({type: 'ready', lock: 'a'});
  await settled();
  assert.equal(group.condition, 'running');
});

test('a worker whose lock is released has ended, running or paused', async (t) => {
  for (const isPaused of [false, true]) {
    /** @type {any} */
    let release;
    const {workers, start} = fakePool(t, {
      ended: () => new Promise((resolve) => (release = resolve)),
    });
    const group = await start([1]);
    workers[0].report({type: 'ready', lock: 'a'});
    workers[0].started();
    if (isPaused) group.pause();
    release();
    await settled();
    assert.equal(group.condition, 'failed');
    assert.match(group.states[0].error?.message ?? '', /^The worker has ended\. /);
  }
});

test('a silent worker is given up, one that reports, is paused or is starting is not', async (t) => {
  t.mock.timers.enable({apis: ['setInterval']});
  const {workers, start} = fakePool(t);
  const group = await start([1]);
  t.mock.timers.tick(30_000);
  assert.equal(group.condition, 'running', 'its script may take a while');
  workers[0].report({type: 'ready'});
  workers[0].started();
  for (let k = 1; k <= 4; k++) {
    t.mock.timers.tick(10_000);
    workers[0].progress(k, [1]);
  }
  assert.equal(group.condition, 'running');
  t.mock.timers.tick(14_000);
  group.pause();
  t.mock.timers.tick(100_000);
  assert.equal(group.condition, 'paused');
  group.resume();
  await settled();
  t.mock.timers.tick(15_000);
  assert.equal(group.condition, 'running');
  t.mock.timers.tick(1_000);
  assert.equal(group.condition, 'failed');
  assert.match(group.states[0].error?.message ?? '', /no sign of life for 15 seconds/);
  assert.ok(workers[0].isEnded);
});

test('a worker that does not start within a minute is given up', async (t) => {
  t.mock.timers.enable({apis: ['setInterval']});
  const {start} = fakePool(t);
  const group = await start([1]);
  t.mock.timers.tick(60_000);
  assert.equal(group.condition, 'running');
  t.mock.timers.tick(1_000);
  assert.match(group.states[0].error?.message ?? '', /no sign of life for 60 seconds/);
});

test('a worker that cannot be sent a module gets bytes, whether sending or reading fails', async (t) => {
  const {workers, start} = fakePool(t, {
    make: (worker) => Object.assign(worker, {refusesModules: true}),
  });
  await start([1]);
  await settled();
  assert.ok(workers[0].commands.find(({type}) => type === 'load').core instanceof ArrayBuffer);
  assert.deepEqual(workers[0].types, ['load', 'start', 'go'], 'the core comes first');
  const other = fakePool(t);
  await other.start([1]);
  other.workers[0].report({type: 'unreadable'});
  await settled();
  assert.ok(other.workers[0].commands.at(-1).core instanceof ArrayBuffer);
});

test('a core that cannot be fetched fails the run, whichever way it is loaded', async (t) => {
  const message = 'core.wasm could not be fetched: 404. It must be beside the scripts.';
  const wanted = `The core could not be loaded: ${message} It can be started again.`;
  const refuse = async () => {
    throw new Error(message);
  };
  for (const make of [
    undefined,
    (/** @type {FakeWorker} */ worker) => Object.assign(worker, {refusesModules: true}),
  ]) {
    const {pool, start} = fakePool(t, {make});
    if (make) pool.source.loadBytes = refuse;
    else pool.source.loadModule = refuse;
    const group = await start([1]);
    await settled();
    assert.equal(group.states[0].error?.message, wanted);
  }
  const {pool, workers, start} = fakePool(t);
  pool.source.loadBytes = refuse;
  const group = await start([1]);
  workers[0].report({type: 'unreadable'});
  await settled();
  assert.equal(group.states[0].error?.message, wanted);
});

test('where no worker can be made, every run says so', async (t) => {
  const make = () => {
    throw new Error('refused by the page');
  };
  const {start} = fakePool(t, {make});
  const group = await start([1, 2, 3]);
  assert.deepEqual(conditions(group), ['failed', 'failed', 'failed']);
  assert.equal(
    group.states[2].error?.message,
    'No worker can be started here: refused by the page',
  );
});

test('a hidden page goes on or pauses, as was chosen, and never loses a run', async (t) => {
  const {workers, hide, start, watch} = fakePool(t, {nWorkers: 1});
  let nChanges = 0;
  const other = watch([3], {onChange: () => nChanges++});
  const group = await start([1, 2]);
  hide(true);
  assert.deepEqual(conditions(group), ['running', 'waiting']);
  hide(false);
  group.background = 'pause';
  assert.equal(other.background, 'pause', 'one choice for the page');
  assert.equal(nChanges, 1, 'so that every figure can show it');
  hide(true);
  assert.deepEqual(conditions(group), ['paused', 'waiting']);
  await settled();
  assert.equal(workers.length, 1, 'a run that waits does not begin');
  hide(false);
  await settled();
  assert.deepEqual(conditions(group).sort(), ['running', 'waiting']);
  group.pause();
  hide(true);
  hide(false);
  assert.deepEqual(conditions(group), ['paused', 'paused'], 'the reader paused it');
});

test('a step that is under way when the page hides stays a step, and what was stopped stays so', async (t) => {
  const {workers, hide, watch} = fakePool(t);
  const group = watch([1]);
  group.background = 'pause';
  group.step();
  await settled();
  hide(true);
  hide(false);
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'step']);
  workers[0].started();
  workers[0].progress(1, [4]);
  workers[0].paused();
  group.resume();
  hide(true);
  group.stop();
  hide(false);
  await settled();
  assert.equal(group.condition, 'stopped');
  assert.equal(workers.length, 1);
});

test('a figure whose drawing fails stops no run of another, and its error is reported', async (t) => {
  /** @type {(() => void)[]} */
  const tasks = [];
  t.mock.method(globalThis, 'queueMicrotask', (/** @type {() => void} */ task) => tasks.push(task));
  const {workers, start} = fakePool(t, {nWorkers: 1});
  const onChange = () => {
    throw new Error('nothing to draw on');
  };
  await start([1], {onChange});
  const good = await start([1, 2]);
  await workers[0].finish();
  assert.deepEqual(conditions(good), ['done', 'running']);
  assert.throws(tasks[0], {message: 'nothing to draw on'});
});

test('a pool has 1 to 4 workers, however many cores there are', () => {
  const source = /** @type {any} */ ({});
  const numbers = [undefined, 0, Number.NaN, 1, 2.9, 4, 64];
  const got = numbers.map((nWorkers) => new Pool(source, {nWorkers}).nWorkers);
  assert.deepEqual(got, [1, 1, 1, 1, 2, 4, 4]);
});

test('done runs that no group watches are kept, up to a number; the newest stay', async (t) => {
  const {workers, start, watch} = fakePool(t, {nWorkers: 1});
  watch([-1]);
  for (let seed = 0; seed <= 400; seed++) {
    const group = await start([specOf(seed, {steps: 1})]);
    await workers[0].finish();
    group.close();
    if (seed === 200) watch([specOf(0, {steps: 1})]).close();
  }
  const now = watch([0, 1, 2, 400].map((seed) => specOf(seed, {steps: 1})));
  assert.deepEqual(conditions(now), ['done', 'idle', 'idle', 'done'], '0 was requested once more');
  assert.equal(workers.length, 1);
});
