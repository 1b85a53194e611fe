// The pool with workers that the test plays itself: it reads what they are told, and answers.
import assert from 'node:assert/strict';
import test from 'node:test';

import {Pool} from '../../../web/workers/pool.js';

/** @import {TrainSpec} from '../../../web/workers/protocol.js' */

/** @param {number} seed @param {Partial<TrainSpec>} [more] @returns {TrainSpec} */
const spec = (seed, more = {}) => ({
  kind: 'train',
  task: 'copy',
  seqLen: 6,
  batch: 2,
  steps: 4,
  lr: 0.01,
  warmup: 1,
  weightDecay: 0,
  seed,
  model: {methods: []},
  ...more,
});

/** A worker whose part the test plays. */
class FakeWorker {
  /** @type {any[]} */
  told = [];
  isEnded = false;
  onmessage = /** @type {any} */ (null);
  onmessageerror = /** @type {any} */ (null);
  onerror = /** @type {any} */ (null);

  /** @param {any} command */
  postMessage(command) {
    if (this.refusesModules && command.type === 'load' && !(command.core instanceof ArrayBuffer))
      throw new Error('cannot be cloned');
    this.told.push(command);
  }

  refusesModules = false;

  terminate() {
    this.isEnded = true;
  }

  /** @param {any} report */
  say(report) {
    this.onmessage({data: report});
  }

  get types() {
    return this.told.map(({type}) => type);
  }

  /** The newest run that it was told to start. */
  get run() {
    return this.told.findLast(({type}) => type === 'start');
  }

  started() {
    const {spec, id} = this.run;
    this.say({type: 'started', id, steps: spec.steps, nParams: 10, nBytes: 99, before: {}});
  }

  /** @param {number} step @param {number[]} losses the newest, up to that step */
  news(step, losses) {
    const {id, spec} = this.run;
    const fraction = step / (spec.steps + 1);
    const news = {step, fraction, busyMs: 10 * step, trainedMs: 10 * step, evaluations: []};
    this.say({type: 'news', id, news: {...news, losses: Float32Array.from(losses)}});
  }

  paused() {
    const {id, turn} = this.told.at(-1);
    this.say({type: 'paused', id, turn});
  }

  done() {
    const {id, spec, file} = this.run;
    const steps = file ? 0 : spec.steps;
    const losses = Array.from({length: steps}, (_, k) => 4 - k);
    this.news(steps, losses);
    const model = new ArrayBuffer(8);
    this.say({type: 'done', id, outcome: {tensors: {}, probe: {}, model}});
  }
}

/** A pool, its workers as they are made, and a page that can be hidden. */
function setUp({
  nWorkers = 2,
  make = (/** @type {FakeWorker} */ worker) => worker,
  ended = undefined,
} = {}) {
  /** @type {FakeWorker[]} */
  const workers = [];
  /** @type {any} */
  const page = {
    hidden: false,
    addEventListener: (/** @type {string} */ _, /** @type {() => void} */ f) => {
      page.turn = (/** @type {boolean} */ hidden) => {
        page.hidden = hidden;
        f();
      };
    },
  };
  const source = {
    makeWorker() {
      const worker = make(new FakeWorker());
      workers.push(worker);
      return worker;
    },
    loadModule: async () => ({}),
    loadBytes: async () => new ArrayBuffer(4),
    ended,
  };
  const pool = new Pool(/** @type {any} */ (source), {nWorkers, page});
  return {pool, workers, page};
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Runs of these seeds, started. @param {number[]} seeds @param {Parameters<typeof setUp>[0]} [options] */
async function begun(seeds, options) {
  const {pool, workers, page} = setUp(options);
  const handle = pool.run(
    seeds.map((seed) => spec(seed)),
    () => {},
  );
  handle.start();
  await settled();
  return {pool, workers, page, handle};
}

const conditions = (/** @type {any} */ handle) =>
  handle.states.map((/** @type {any} */ s) => s.state);

test('nothing is made before start(), and then no more workers than there may be, in order', async () => {
  const {pool, workers} = setUp();
  const handle = pool.run([spec(1), spec(2), spec(3)], () => {});
  assert.equal(workers.length, 0);
  assert.deepEqual(conditions(handle), ['idle', 'idle', 'idle']);
  handle.start();
  await settled();
  assert.equal(workers.length, 2);
  assert.deepEqual(conditions(handle), ['running', 'running', 'waiting']);
  assert.deepEqual(workers[0].types, ['load', 'start', 'go']);
  assert.equal(workers[0].run.spec.seed, 1);
  assert.equal(workers[1].run.spec.seed, 2);
  workers[1].started();
  workers[1].done();
  await settled();
  assert.equal(workers.length, 2, 'a free worker is used again');
  assert.equal(workers[1].run.spec.seed, 3);
  assert.deepEqual(conditions(handle), ['running', 'done', 'running']);
  handle.close();
});

test('news grow the curve and tell how long it will take', async () => {
  const {pool, workers} = setUp();
  let nChanges = 0;
  const handle = pool.run([spec(1)], () => nChanges++);
  handle.start();
  await settled();
  workers[0].started();
  workers[0].news(1, [4]);
  const early = handle.states[0];
  workers[0].news(3, [3, 2]);
  const {losses, step, steps, msPerStep, timeLeftMs, fraction, nParams, nBytes} = handle.states[0];
  assert.deepEqual([...losses], [4, 3, 2]);
  assert.deepEqual([...early.losses], [4], 'what was seen does not change');
  assert.deepEqual([step, steps, nParams, nBytes], [3, 4, 10, 99]);
  assert.equal(msPerStep, 10);
  assert.equal(fraction, 3 / 5);
  assert.ok(Math.abs(timeLeftMs - 20) < 1e-9, String(timeLeftMs));
  assert.equal(handle.timeLeftMs, timeLeftMs);
  assert.ok(nChanges >= 4);
  workers[0].done();
  assert.equal(handle.condition, 'done');
  assert.equal(handle.fraction, 1);
  assert.equal(handle.timeLeftMs, 0);
  handle.close();
});

test('equal specs are one run, also with their fields in another order, and a done one shows at once', async () => {
  const {pool, workers} = setUp();
  const a = pool.run([spec(1)], () => {});
  const {seed, ...rest} = spec(1);
  const b = pool.run([{seed, ...rest}], () => {});
  a.start();
  b.start();
  await settled();
  assert.equal(workers.length, 1);
  workers[0].started();
  workers[0].done();
  assert.deepEqual(conditions(b), ['done']);
  a.close();
  b.close();
  const late = pool.run([spec(1), spec(2)], () => {});
  assert.deepEqual(conditions(late), ['done', 'idle']);
  assert.equal(late.states[0].model?.byteLength, 8);
  late.close();
});

test('closing ends the worker of a run that nobody else watches, and only that', async () => {
  const {pool, workers} = setUp();
  const a = pool.run([spec(1), spec(2)], () => {});
  const b = pool.run([spec(2)], () => {});
  a.start();
  await settled();
  a.close();
  assert.deepEqual(
    workers.map(({isEnded}) => isEnded),
    [true, false],
  );
  assert.deepEqual(conditions(b), ['running']);
  b.close();
  assert.ok(workers[1].isEnded);
  const again = pool.run([spec(1)], () => {});
  assert.deepEqual(conditions(again), ['idle'], 'what was not done is not kept');
  again.close();
});

test('the last to close ends the workers that had no work any more', async () => {
  const {workers, handle} = await begun([1]);
  workers[0].started();
  workers[0].done();
  assert.ok(!workers[0].isEnded);
  handle.close();
  assert.ok(workers[0].isEnded);
});

test('pause keeps the worker, gives its core to who waits, and resume goes on with it', async () => {
  const {pool, workers} = setUp({nWorkers: 1});
  const a = pool.run([spec(1)], () => {});
  const b = pool.run([spec(2)], () => {});
  a.start();
  b.start();
  await settled();
  workers[0].started();
  workers[0].news(2, [4, 3]);
  a.pause();
  await settled();
  assert.equal(a.condition, 'paused');
  assert.equal(b.condition, 'running');
  assert.deepEqual(workers[0].types, ['load', 'start', 'go', 'pause']);
  assert.equal(workers.length, 2);
  a.resume();
  await settled();
  assert.equal(a.condition, 'waiting', 'one core, one run');
  workers[1].started();
  workers[1].done();
  await settled();
  assert.equal(a.condition, 'running');
  assert.deepEqual(workers[0].types.slice(3), ['pause', 'go']);
  assert.deepEqual([...a.states[0].losses], [4, 3]);
  a.close();
  b.close();
});

test('an answer to a pause that was taken back pauses nothing', async () => {
  const {workers, handle} = await begun([1]);
  workers[0].started();
  handle.pause();
  await settled();
  const {id, turn} = workers[0].told.at(-1);
  handle.resume();
  await settled();
  workers[0].say({type: 'paused', id, turn});
  assert.equal(handle.condition, 'running');
  handle.close();
});

test('a run that waits can be paused before it has begun', async () => {
  const {workers, handle} = await begun([1, 2], {nWorkers: 1});
  handle.pause();
  await settled();
  assert.deepEqual(conditions(handle), ['paused', 'paused']);
  assert.equal(workers.length, 1, 'pausing starts nothing');
  handle.resume();
  await settled();
  assert.deepEqual(conditions(handle), ['running', 'waiting']);
  handle.close();
});

test('a step goes one step and pauses, from the start and from a pause', async () => {
  const {pool, workers} = setUp();
  const handle = pool.run([spec(1)], () => {});
  handle.step();
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'once']);
  workers[0].started();
  workers[0].news(1, [4]);
  workers[0].paused();
  assert.equal(handle.condition, 'paused');
  handle.step();
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'once', 'once']);
  workers[0].news(2, [3]);
  workers[0].paused();
  assert.deepEqual([...handle.states[0].losses], [4, 3]);
  handle.start();
  await settled();
  assert.equal(workers[0].types.at(-1), 'go');
  handle.close();
});

test('stop ends the worker and keeps the curve; run again begins afresh', async () => {
  const {workers, handle} = await begun([1]);
  workers[0].started();
  workers[0].news(2, [4, 3]);
  handle.stop();
  assert.equal(handle.condition, 'stopped');
  assert.ok(workers[0].isEnded);
  workers[0].news(3, [2]);
  assert.deepEqual([...handle.states[0].losses], [4, 3]);
  handle.start();
  await settled();
  assert.equal(workers.length, 2);
  assert.deepEqual([...handle.states[0].losses], []);
  assert.equal(handle.condition, 'running');
  workers[0].news(3, [2]);
  assert.deepEqual([...handle.states[0].losses], [], 'the dead say nothing');
  handle.close();
});

test('a run that fails says why and at which step, keeps its curve, and can start again', async () => {
  const {workers, handle} = await begun([1]);
  workers[0].started();
  workers[0].news(2, [4, 3]);
  const error = {name: 'RunError', message: 'The loss is NaN at step 3.', step: 3};
  workers[0].say({type: 'failed', id: workers[0].run.id, error});
  assert.equal(handle.condition, 'failed');
  assert.deepEqual(handle.states[0].error, error);
  assert.deepEqual([...handle.states[0].losses], [4, 3]);
  assert.ok(!workers[0].isEnded, 'the worker lives');
  const {id} = workers[0].run;
  handle.start();
  await settled();
  assert.equal(workers.length, 1);
  assert.equal(handle.states[0].error, undefined);
  workers[0].started();
  workers[0].say({type: 'failed', id, error});
  assert.equal(handle.condition, 'running', 'news of the earlier run are not its own');
  handle.pause();
  await settled();
  assert.equal(workers[0].types.at(-1), 'pause');
  handle.close();
});

/** @type {Record<string, (worker: FakeWorker) => void>} */
const DEATHS = {
  'an error': (worker) => worker.onerror({message: 'out of memory'}),
  'a script that does not load': (worker) => worker.onerror({}),
  'a message that nobody can read': (worker) => worker.onmessageerror({}),
  'a core that does not start': (worker) =>
    worker.say({type: 'failed', error: {message: 'no SIMD'}}),
};

for (const [name, die] of Object.entries(DEATHS)) {
  test(`a worker lost by ${name} fails its run in a sentence, and another one goes on`, async () => {
    const {workers, handle} = await begun([1, 2], {nWorkers: 1});
    workers[0].started();
    workers[0].news(2, [4, 3]);
    die(workers[0]);
    await settled();
    assert.deepEqual(conditions(handle), ['failed', 'running']);
    const {error, losses} = handle.states[0];
    assert.match(
      error?.message ?? '',
      /^(The|A) .*\. The run ended at step 2 of 4\. It can be started again\.$/,
    );
    assert.deepEqual([...losses], [4, 3]);
    assert.ok(workers[0].isEnded);
    assert.equal(workers[1].run.spec.seed, 2);
    handle.close();
  });
}

test('a run whose worker was lost gets another one', async () => {
  const {workers, handle} = await begun([1]);
  workers[0].onerror({message: 'out of memory'});
  handle.start();
  await settled();
  assert.equal(handle.condition, 'running');
  assert.deepEqual(workers[1].types, ['load', 'start', 'go']);
  handle.close();
});

test('Run, pressed while a step is under way, goes on after it', async () => {
  const {pool, workers} = setUp();
  const handle = pool.run([spec(1)], () => {});
  handle.step();
  await settled();
  const {id, turn} = workers[0].told.at(-1);
  workers[0].started();
  handle.start();
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'once', 'go']);
  workers[0].news(1, [4]);
  workers[0].say({type: 'paused', id, turn}); // after the step, before it has read of the rest
  assert.equal(handle.condition, 'running');
  handle.close();
});

test('pressing Run twice starts nothing twice', async () => {
  const {workers, handle} = await begun([1, 2], {nWorkers: 1});
  handle.start();
  handle.step();
  await settled();
  assert.deepEqual(conditions(handle), ['running', 'waiting']);
  assert.deepEqual(workers[0].types, ['load', 'start', 'go']);
  workers[0].started();
  workers[0].done();
  await settled();
  assert.deepEqual(workers[0].types.slice(3), ['start', 'go'], 'and a step then slows nothing');
  handle.close();
});

test('where there are no locks, nobody waits for one', async () => {
  const {workers, handle} = await begun([1], {ended: /** @type {any} */ (async () => {})});
  workers[0].say({type: 'ready', lock: undefined});
  await settled();
  assert.equal(handle.condition, 'running');
  handle.close();
});

test('a worker whose lock is let go has ended, running or paused', async () => {
  for (const isPaused of [false, true]) {
    /** @type {any} */
    let letGo;
    const ended = () => new Promise((resolve) => (letGo = resolve));
    const {workers, handle} = await begun([1], {ended: /** @type {any} */ (ended)});
    workers[0].say({type: 'ready', lock: 'a'});
    workers[0].started();
    if (isPaused) handle.pause();
    letGo();
    await settled();
    assert.equal(handle.condition, 'failed');
    assert.match(handle.states[0].error?.message ?? '', /^The worker has ended\. /);
    handle.close();
  }
});

test('a silent worker is given up, a talking, a paused or a starting one is not', async (t) => {
  t.mock.timers.enable({apis: ['setInterval']});
  const {workers, handle} = await begun([1]);
  t.mock.timers.tick(30_000);
  assert.equal(handle.condition, 'running', 'its script may take a while');
  workers[0].say({type: 'ready'});
  workers[0].started();
  for (let k = 1; k <= 4; k++) {
    t.mock.timers.tick(10_000);
    workers[0].news(k, [1]);
  }
  assert.equal(handle.condition, 'running');
  t.mock.timers.tick(14_000);
  handle.pause();
  t.mock.timers.tick(100_000);
  assert.equal(handle.condition, 'paused');
  handle.resume();
  await settled();
  t.mock.timers.tick(15_000);
  assert.equal(handle.condition, 'running');
  t.mock.timers.tick(1_000);
  assert.equal(handle.condition, 'failed');
  assert.match(handle.states[0].error?.message ?? '', /no sign of life for 15 seconds/);
  assert.ok(workers[0].isEnded);
  handle.close();
});

test('a worker that can be sent no module gets bytes, whether sending or reading fails', async () => {
  const {pool, workers} = setUp({
    make: (worker) => Object.assign(worker, {refusesModules: true}),
  });
  const handle = pool.run([spec(1)], () => {});
  handle.start();
  await settled();
  await settled();
  assert.ok(workers[0].told.find(({type}) => type === 'load').core instanceof ArrayBuffer);
  handle.close();
  const other = setUp();
  const reading = other.pool.run([spec(1)], () => {});
  reading.start();
  await settled();
  other.workers[0].say({type: 'unreadable'});
  await settled();
  assert.ok(other.workers[0].told.at(-1).core instanceof ArrayBuffer);
  reading.close();
});

test('where no worker can be made, every run says so', async () => {
  const {pool} = setUp({
    make: () => {
      throw new Error('refused by the page');
    },
  });
  const handle = pool.run([spec(1), spec(2), spec(3)], () => {});
  handle.start();
  await settled();
  assert.deepEqual(conditions(handle), ['failed', 'failed', 'failed']);
  assert.equal(
    handle.states[2].error?.message,
    'No worker can be started here: refused by the page',
  );
  handle.close();
});

test('a hidden page goes on or pauses, as was chosen, and never loses a run', async () => {
  const {pool, workers, page} = setUp({nWorkers: 1});
  const handle = pool.run([spec(1), spec(2)], () => {});
  const other = pool.run([spec(3)], () => {});
  handle.start();
  await settled();
  page.turn(true);
  assert.deepEqual(conditions(handle), ['running', 'waiting']);
  page.turn(false);
  handle.background = 'pause';
  assert.equal(other.background, 'pause', 'one choice for the page');
  page.turn(true);
  assert.deepEqual(conditions(handle), ['paused', 'waiting']);
  await settled();
  assert.equal(workers.length, 1, 'who waits does not begin');
  page.turn(false);
  await settled();
  assert.deepEqual(conditions(handle).sort(), ['running', 'waiting']);
  handle.pause();
  page.turn(true);
  page.turn(false);
  assert.deepEqual(conditions(handle), ['paused', 'paused'], 'who paused it resumes it');
  handle.close();
  other.close();
});

test('a step that is under way when the page hides stays a step, and what was stopped stays so', async () => {
  const {pool, workers, page} = setUp();
  const handle = pool.run([spec(1)], () => {});
  handle.background = 'pause';
  handle.step();
  await settled();
  page.turn(true);
  page.turn(false);
  await settled();
  assert.deepEqual(workers[0].types, ['load', 'start', 'once']);
  workers[0].started();
  workers[0].news(1, [4]);
  workers[0].paused();
  handle.resume();
  page.turn(true);
  handle.stop();
  page.turn(false);
  await settled();
  assert.equal(handle.condition, 'stopped');
  assert.equal(workers.length, 1);
  handle.close();
});

test('what follows is asked for when all before it are done, and starts by itself', async () => {
  const {pool, workers} = setUp();
  const asked = /** @type {string[][]} */ ([]);
  const follow = (/** @type {any} */ states) => {
    asked.push(states.map((/** @type {any} */ s) => s.state));
    return [spec(9)];
  };
  const handle = pool.run([spec(1)], () => {}, follow);
  handle.start();
  await settled();
  workers[0].started();
  workers[0].done();
  await settled();
  assert.deepEqual(asked, [['done']]);
  assert.equal(workers[0].run.spec.seed, 9);
  assert.deepEqual(conditions(handle), ['done', 'running']);
  workers[0].started();
  workers[0].done();
  assert.equal(handle.condition, 'done');
  assert.equal(asked.length, 1);
  const cached = pool.run([spec(1)], () => {}, follow);
  assert.deepEqual(conditions(cached), ['done', 'done'], 'at once where all is known');
  handle.close();
  cached.close();
});

test('a saved model takes the place of a run when it has been tested, and not before', async () => {
  const {pool, workers} = setUp();
  const handle = pool.run([spec(1)], () => {});
  const file = new ArrayBuffer(16);
  const refused = handle.load(0, file);
  await settled();
  assert.equal(workers[0].run.file, file);
  const error = {message: 'The file ends too early.'};
  workers[0].say({type: 'failed', id: workers[0].run.id, error});
  await assert.rejects(refused, {message: 'The file ends too early.'});
  assert.equal(handle.condition, 'idle');
  const loaded = handle.load(0, file);
  await settled();
  const {id} = workers[0].run;
  workers[0].say({type: 'started', id, steps: 0, nParams: 10, nBytes: 99, before: {}});
  workers[0].say({type: 'done', id, outcome: {tensors: {}, probe: {}, model: file}});
  await loaded;
  assert.equal(handle.condition, 'done');
  assert.ok(handle.states[0].isLoaded);
  const fresh = pool.run([spec(1)], () => {});
  assert.equal(fresh.condition, 'idle', 'other figures know nothing of it');
  handle.close();
  fresh.close();
});

test('a loaded model ends the run in whose place it comes', async () => {
  const {workers, handle} = await begun([1]);
  const loaded = handle.load(0, new ArrayBuffer(16));
  await settled();
  const {id} = workers[1].run;
  workers[1].say({type: 'started', id, steps: 0, nParams: 10, nBytes: 99, before: {}});
  workers[1].say({type: 'done', id, outcome: {tensors: {}, probe: {}, model: undefined}});
  await loaded;
  assert.ok(workers[0].isEnded);
  handle.close();
});

test('what followed from a model is done again when another is loaded, and when it gives its place back', async () => {
  const {pool, workers} = setUp();
  const follow = (/** @type {any} */ [{isLoaded}]) => [spec(isLoaded ? 8 : 9)];
  const handle = pool.run([spec(1)], () => {}, follow);
  const finish = (/** @type {number} */ steps) => {
    const {id} = workers[0].run;
    workers[0].say({type: 'started', id, steps, nParams: 10, nBytes: 99, before: {}});
    workers[0].done();
    return settled();
  };
  const seeds = () => handle.states.map((/** @type {any} */ {spec}) => spec.seed);
  handle.start();
  await settled();
  await finish(100);
  await finish(100);
  assert.deepEqual([seeds(), handle.condition], [[1, 9], 'done']);
  const loaded = handle.load(0, new ArrayBuffer(16));
  await settled();
  await finish(0);
  await loaded;
  assert.deepEqual(
    [seeds(), conditions(handle)],
    [
      [1, 8],
      ['done', 'running'],
    ],
  );
  await finish(100);
  assert.equal(handle.condition, 'done');
  const n = workers[0].told.length;
  handle.start();
  assert.deepEqual([seeds(), handle.condition], [[1, 9], 'done'], 'both are known');
  assert.ok(handle.states.every(({isLoaded}) => !isLoaded));
  assert.equal(workers[0].told.length, n, 'nothing is trained twice');
  handle.close();
});

test('a run of others leaves a loaded model where it is', async () => {
  const {pool, workers} = setUp();
  const handle = pool.run([spec(1), spec(2)], () => {});
  const loaded = handle.load(0, new ArrayBuffer(16));
  await settled();
  const {id} = workers[0].run;
  workers[0].say({type: 'started', id, steps: 0, nParams: 10, nBytes: 99, before: {}});
  workers[0].done();
  await loaded;
  handle.start();
  await settled();
  assert.deepEqual(conditions(handle), ['done', 'running']);
  assert.ok(handle.states[0].isLoaded);
  handle.close();
});

test('a figure that closes while a model is loaded ends that too', async () => {
  const {pool, workers} = setUp();
  const handle = pool.run([spec(1)], () => {});
  handle.load(0, new ArrayBuffer(16));
  await settled();
  assert.equal(workers.length, 1);
  handle.close();
  assert.ok(workers[0].isEnded);
});

test('a pool has 1 to 4 workers, however many cores there are', () => {
  const source = /** @type {any} */ ({});
  const numbers = [undefined, 0, Number.NaN, 1, 2.9, 4, 64];
  const got = numbers.map((nWorkers) => new Pool(source, {nWorkers}).nWorkers);
  assert.deepEqual(got, [1, 1, 1, 1, 2, 4, 4]);
});

test('done runs that nobody watches are kept, up to a number; the newest stay', async () => {
  const {pool, workers} = setUp({nWorkers: 1});
  const other = pool.run([spec(-1)], () => {});
  for (let seed = 0; seed <= 400; seed++) {
    const handle = pool.run([spec(seed, {steps: 1})], () => {});
    handle.start();
    await settled();
    workers[0].started();
    workers[0].done();
    handle.close();
  }
  const now = pool.run([0, 1, 2, 400].map((seed) => spec(seed, {steps: 1})), () => {}); // biome-ignore format: one thought
  assert.deepEqual(conditions(now), ['idle', 'idle', 'done', 'done']);
  assert.equal(workers.length, 1);
  now.close();
  other.close();
});
