// The page's side of Python: what it starts it ends, and a start never touches another one.
import assert from 'node:assert/strict';
import {afterEach, beforeEach, mock, suite, test} from 'node:test';

import {Sandbox} from '../../../web/exercises/runtime/sandbox.js';
import {fakePage, settled} from '../../support/fake-page.js';

/** @import {FakeFrame} from '../../support/fake-page.js' */

const ANSWER = {error: null, results: [], figures: [], changed: [], isCut: false, ms: 1};
const N_ASSETS = 4;

/** @type {ReturnType<typeof fakePage>} */
let page;
/** Whether a frame answers: it becomes ready, comes back after a restart, and runs. */
let answers = {ready: true, spawned: true, run: true};
/** @type {(frame: FakeFrame, data: any) => void} */
let onPost;
/** @type {string[]} */
let states;
/** @type {Sandbox} */
let box;

/** @param {FakeFrame} frame @param {any} data */
function onMessage(frame, data) {
  if (frame.isRemoved) return;
  const nAssets = frame.received.filter(({type}) => type === 'asset').length;
  if (data.type === 'asset' && nAssets === N_ASSETS && answers.ready) frame.say({type: 'ready'});
  if (data.type === 'restart' && answers.spawned) frame.say({type: 'spawned'});
  if (data.type === 'restart' && answers.ready) frame.say({type: 'ready'});
  if (data.type === 'run' && answers.run) frame.say({type: 'done', run: data.run, ...ANSWER});
}

beforeEach(() => {
  answers = {ready: true, spawned: true, run: true};
  states = [];
  onPost = () => {};
  page = fakePage({onMessage, onPost: (frame, data) => onPost(frame, data)});
  box = new Sandbox({onState: (state) => states.at(-1) !== state && states.push(state)});
});
afterEach(() => {
  box.close();
  page.restore();
});

/** @param {number} ms */
async function wait(ms) {
  await settled();
  mock.timers.tick(ms);
  await settled();
}

const livingFrames = () => page.frames.filter(({isRemoved}) => !isRemoved);

/** The run ends as it should. */
async function isWell() {
  const run = box.run({code: ''});
  await settled();
  assert.equal((await run).type, 'done');
  assert.equal(box.state, 'ready');
  assert.equal(livingFrames().length, 1);
}

suite('a start', () => {
  test('loads once, and runs', async () => {
    await Promise.all([box.start(), box.start()]);
    await isWell();
    assert.deepEqual(states, ['loading', 'starting', 'ready', 'running', 'ready']);
    assert.equal(page.frames.length, 1);
    assert.equal(page.requests.length, N_ASSETS);
  });

  test('that takes longer than a minute fails, and the next may begin', async () => {
    answers.ready = false;
    const failed = assert.rejects(box.start(), /did not start within 60 s/);
    await wait(59_999);
    assert.equal(box.state, 'starting');
    await wait(1);
    await failed;
    assert.equal(box.state, 'failed');
    assert.equal(livingFrames().length, 0);
    assert.equal(page.listeners.size, 0);
    answers.ready = true;
    await isWell();
  });

  test('of which a file is missing fails with its address and its status', async () => {
    page.isOnline = false;
    const failed = assert.rejects(box.start(), /404/);
    await settled();
    for (const {answer} of page.requests) answer(404);
    await failed;
    assert.equal(box.state, 'failed');
    assert.equal(livingFrames().length, 0);
  });

  test('whose connection ends says which file did not come, and what to do', async () => {
    page.isOnline = false;
    const failed = assert.rejects(
      box.start(),
      /python\.wasm could not be loaded, or not to its end\. Try again, or reload the page\. \(.+\)$/,
    );
    await settled();
    for (const {url, fail} of page.requests) if (String(url).endsWith('python.wasm')) fail();
    await failed;
    assert.equal(box.state, 'failed');
  });

  test('in which Python breaks fails with what it says', async () => {
    answers.ready = false;
    const failed = assert.rejects(box.start(), /no memory for Python/);
    await settled();
    page.frames[0].say({type: 'broken', message: 'no memory for Python'});
    await failed;
    assert.equal(box.state, 'failed');
  });

  test('whose frame never listens fails after a minute', async () => {
    const {documentElement} = /** @type {any} */ (document);
    documentElement.append = (/** @type {any} */ frame) => page.frames.push(frame);
    const failed = assert.rejects(box.start(), /did not start within 60 s/);
    await wait(60_000);
    await failed;
    assert.equal(box.state, 'failed');
  });

  test('whose bytes take long is not late: the clock begins when they have come', async () => {
    page.isOnline = false;
    const started = box.start();
    await wait(600_000);
    assert.equal(box.state, 'loading');
    for (const {answer} of page.requests) answer();
    await settled();
    await started;
    assert.equal(box.state, 'ready');
  });
});

suite('a sandbox that is closed', () => {
  test('while it waits for Python leaves the next start alone, however long that lives', async () => {
    answers.ready = false;
    const first = assert.rejects(box.start(), /closed/);
    await settled();
    assert.equal(box.state, 'starting');
    box.close();
    await first;
    answers.ready = true;
    await box.start();
    await wait(120_000);
    assert.deepEqual(states, ['loading', 'starting', 'idle', 'loading', 'starting', 'ready']);
    await isWell();
    assert.equal(page.frames.length, 2);
  });

  test('while it loads asks for no more bytes, and they change nothing when they come', async () => {
    page.isOnline = false;
    const first = assert.rejects(box.start(), /closed/);
    await settled();
    const late = [...page.requests];
    box.close();
    await first;
    for (const {signal} of late) assert.equal(signal?.aborted, true);
    page.isOnline = true;
    answers.ready = false;
    const second = box.start();
    second.catch(() => {});
    await settled();
    for (const {answer} of late) answer();
    for (const {answer} of late) answer(404);
    await wait(30_000);
    assert.deepEqual(states, ['loading', 'idle', 'loading', 'starting']);
    page.frames[1].say({type: 'ready'});
    await second;
    await wait(120_000);
    await isWell();
  });

  test('before its frame listens leaves the next start alone', async () => {
    for (let k = 0; k < 3; k++) {
      box.start().catch(() => {});
      box.close();
    }
    await isWell();
    await wait(120_000);
    await isWell();
    assert.equal(page.listeners.size, 1);
  });

  test('while it restarts does not come back', async () => {
    await isWell();
    answers = {ready: false, spawned: false, run: false};
    const run = box.run({code: ''});
    await settled();
    box.stop();
    assert.equal((await run).type, 'stopped');
    box.close();
    await wait(120_000);
    assert.equal(box.state, 'idle');
    assert.equal(livingFrames().length, 0);
    answers = {ready: true, spawned: true, run: true};
    await isWell();
    await wait(120_000);
    await isWell();
  });

  test('in a run ends it, and its clock', async () => {
    answers.run = false;
    const run = box.run({code: '', timeLimitMs: 5000});
    await settled();
    box.close();
    assert.equal((await run).type, 'stopped');
    await wait(60_000);
    assert.equal(box.state, 'idle');
    assert.equal(page.frames.length, 1);
  });

  test('before its run could begin ends that too', async () => {
    answers.ready = false;
    const run = box.run({code: ''});
    await settled();
    box.close();
    assert.equal((await run).type, 'stopped');
    assert.equal(box.state, 'idle');
  });

  test('in the moment in which Python becomes ready stays closed', async () => {
    answers.ready = false;
    const first = assert.rejects(box.start(), /closed/);
    await settled();
    page.frames[0].say({type: 'ready'});
    box.close();
    await first;
    assert.equal(box.state, 'idle');
    answers.ready = true;
    await isWell();
  });

  test('in the moment in which its last file is posted stays closed', async () => {
    onPost = (frame, {type}) => {
      if (type === 'asset' && frame.received.length === N_ASSETS) box.close();
    };
    await assert.rejects(box.start(), /closed/);
    await settled();
    assert.equal(box.state, 'idle');
    onPost = () => {};
    await isWell();
  });

  test('leaves no listener, no timer and no frame', async () => {
    await isWell();
    assert.equal(page.timers.size, 0, 'a start and a run that have ended have no clock');
    box.close();
    box.start().catch(() => {});
    await settled();
    box.close();
    await settled();
    assert.equal(page.timers.size, 0);
    assert.equal(page.listeners.size, 0);
    assert.equal(livingFrames().length, 0);
  });
});

suite('a run', () => {
  test('that the machine slept through gets its time once more, and no more than that', async () => {
    answers.run = false;
    const run = box.run({code: '', timeLimitMs: 1234});
    await settled();
    const {now} = Date;
    Date.now = () => now() + 3_600_000;
    try {
      await wait(1234);
      assert.equal(box.state, 'running');
      await wait(1234);
      assert.deepEqual(await run, {type: 'timeout', limitMs: 1234});
    } finally {
      Date.now = now;
    }
    answers.run = true;
    await isWell();
  });

  test('that goes on for too long is cut, and Python restarts in the same frame', async () => {
    answers.run = false;
    const run = box.run({code: '', timeLimitMs: 1234});
    await wait(1233);
    assert.equal(box.state, 'running');
    await wait(1);
    assert.deepEqual(await run, {type: 'timeout', limitMs: 1234});
    answers.run = true;
    await isWell();
    assert.equal(page.frames.length, 1);
  });

  test('may take 30 s at most, and 0.1 s at least', async () => {
    answers.run = false;
    for (const [asked, limitMs] of [
      [1e9, 30_000],
      [0, 100],
    ]) {
      const run = box.run({code: '', timeLimitMs: asked});
      await wait(limitMs - 1);
      assert.equal(box.state, 'running');
      await wait(1);
      assert.deepEqual(await run, {type: 'timeout', limitMs});
    }
  });

  test('that has ended leaves no clock behind', async () => {
    await isWell();
    await wait(60_000);
    assert.equal(box.state, 'ready');
    assert.equal(page.frames[0].received.filter(({type}) => type === 'restart').length, 0);
  });

  test('is one at a time', async () => {
    answers.run = false;
    const first = box.run({code: ''});
    await settled();
    await assert.rejects(box.run({code: ''}), /running already/);
    box.stop();
    assert.equal((await first).type, 'stopped');
  });

  test('ends where Python breaks, with what it says; the next is well', async () => {
    answers.run = false;
    const run = box.run({code: ''});
    await settled();
    page.frames[0].say({type: 'broken', message: 'out of memory'});
    assert.deepEqual(await run, {type: 'died', message: 'out of memory'});
    answers.run = true;
    await isWell();
  });

  test('after which Python breaks is followed by a restart', async () => {
    await isWell();
    page.frames[0].say({type: 'broken', message: 'late'});
    await isWell();
    assert.equal(page.frames[0].received.filter(({type}) => type === 'restart').length, 1);
  });

  test('whose frame is dead gets a new frame after 3 s', async () => {
    answers.run = false;
    const run = box.run({code: '', timeLimitMs: 100});
    await settled();
    answers.spawned = false;
    answers.ready = false;
    await wait(100);
    assert.equal((await run).type, 'timeout');
    await wait(2999);
    assert.equal(page.frames.length, 1);
    answers = {ready: true, spawned: true, run: true};
    await wait(1);
    assert.equal(page.frames.length, 2);
    await isWell();
    await wait(120_000);
    await isWell();
    assert.equal(page.frames.length, 2);
  });

  test('whose new worker is not ready within 15 s gets a new frame', async () => {
    answers.run = false;
    const run = box.run({code: '', timeLimitMs: 100});
    await settled();
    answers.ready = false;
    await wait(100);
    assert.equal((await run).type, 'timeout');
    await wait(14_999);
    assert.equal(page.frames.length, 1);
    answers = {ready: true, spawned: true, run: true};
    await wait(1);
    assert.equal(page.frames.length, 2);
    await isWell();
  });

  test('gets another name than every run before it', async () => {
    for (let k = 0; k < 5; k++) await isWell();
    const names = page.frames[0].received.filter(({type}) => type === 'run').map(({run}) => run);
    assert.equal(new Set(names).size, 5);
    for (const name of names) assert.match(name, /^[0-9a-z]{16,40}$/);
  });
});

suite('a page that removes the frame', () => {
  test('gets another with the next run', async () => {
    await isWell();
    page.remove(page.frames[0]);
    assert.equal(box.state, 'idle');
    await isWell();
    assert.equal(page.frames.length, 2);
  });

  test('ends the run in it at once, not when its time is over', async () => {
    answers.run = false;
    const run = box.run({code: ''});
    await settled();
    page.remove(page.frames[0]);
    assert.equal((await run).type, 'moved');
    assert.equal(page.timers.size, 0);
    answers.run = true;
    await isWell();
  });

  test('ends a start at once', async () => {
    answers.ready = false;
    const failed = assert.rejects(box.start(), /removed/);
    await settled();
    page.remove(page.frames[0]);
    await failed;
    answers.ready = true;
    await isWell();
  });

  test('is no longer watched when Python is closed', async () => {
    await isWell();
    box.close();
    assert.equal(page.observers.size, 0);
  });
});

suite('a message', () => {
  /** A run that waits for its answer. */
  async function waiting() {
    answers.run = false;
    let printed = '';
    const run = box.run({code: '', onPrint: (text) => (printed += text)});
    await settled();
    const {run: id} = page.frames[0].received.at(-1);
    return {run, id, printed: () => printed};
  }

  test("of another window is not believed, whatever it says, even the run's own name", async () => {
    const {run, id, printed} = await waiting();
    for (const source of [{}, null, globalThis]) {
      page.post(source, {type: 'print', run: id, text: 'forged'});
      page.post(source, {type: 'done', run: id, ...ANSWER, ms: 7});
      page.post(source, {type: 'broken', message: 'forged'});
      page.post(source, {type: 'ready'});
    }
    await settled();
    assert.equal(box.state, 'running');
    page.frames[0].say({type: 'done', run: id, ...ANSWER});
    assert.equal(/** @type {any} */ (await run).ms, 1);
    assert.equal(printed(), '');
  });

  test('of a frame that is gone is not believed', async () => {
    await box.start();
    const [old] = page.frames;
    box.close();
    const {run} = await (async () => {
      answers.run = false;
      const pending = box.run({code: ''});
      await settled();
      return {run: pending};
    })();
    const {run: id} = page.frames[1].received.at(-1);
    old.say({type: 'done', run: id, ...ANSWER, ms: 7});
    old.say({type: 'broken', message: 'old'});
    await settled();
    assert.equal(box.state, 'running');
    page.frames[1].say({type: 'done', run: id, ...ANSWER});
    assert.equal(/** @type {any} */ (await run).ms, 1);
  });

  test('of another run is not believed', async () => {
    const {run, id, printed} = await waiting();
    for (const other of ['', '1', `${id}1`, id.toUpperCase()]) {
      if (other === id) continue;
      page.frames[0].say({type: 'print', run: other, text: 'x'});
      page.frames[0].say({type: 'done', run: other, ...ANSWER, ms: 7});
    }
    assert.equal(box.state, 'running');
    page.frames[0].say({type: 'print', run: id, text: 'mine'});
    page.frames[0].say({type: 'done', run: id, ...ANSWER});
    assert.equal(/** @type {any} */ (await run).ms, 1);
    assert.equal(printed(), 'mine');
    page.frames[0].say({type: 'print', run: id, text: ' late'});
    page.frames[0].say({type: 'done', run: id, ...ANSWER, ms: 8});
    assert.equal(printed(), 'mine');
    assert.equal(box.state, 'ready');
  });

  test('that is none ends the run', async () => {
    const {run} = await waiting();
    page.frames[0].say({type: 'done'});
    assert.equal((await run).type, 'died');
  });

  test('prints 100,000 characters of a run at most', async () => {
    const {run, id, printed} = await waiting();
    for (let k = 0; k < 3; k++) {
      page.frames[0].say({type: 'print', run: id, text: 'x'.repeat(60_000)});
    }
    assert.equal(printed().length, 100_000);
    box.stop();
    await run;
  });
});

test('the frame has an opaque origin, and a policy under which nothing can be requested', async () => {
  await box.start();
  const {srcdoc, attributes} = page.frames[0];
  assert.equal(attributes.sandbox, 'allow-scripts');
  assert.match(
    srcdoc,
    /default-src 'none'; connect-src 'none'; script-src \S+frame\.js blob: 'wasm-unsafe-eval'; worker-src blob:"/,
  );
});
