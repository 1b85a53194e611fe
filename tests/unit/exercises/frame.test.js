// The sandboxed frame passes on what the worker of the current run says, and nothing else.
import assert from 'node:assert/strict';
import {beforeEach, suite, test} from 'node:test';

import {ANSWER} from '../../support/answer.js';
import {settled} from '../../support/fake-page.js';

const WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0).buffer;
const done = (/** @type {string} */ run, more = {}) => ({type: 'done', run, ...ANSWER, ...more});
const print = (/** @type {string} */ run, text = 'x') => ({type: 'print', run, text});

class FakeWorker {
  /** @type {any[]} */
  received = [];
  isTerminated = false;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onmessageerror = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;

  constructor() {
    workers.push(this);
  }

  /** @param {any} data */
  postMessage(data) {
    this.received.push(data);
  }

  terminate() {
    this.isTerminated = true;
  }

  /** @param {any} data */
  say(data) {
    this.onmessage?.({data});
  }

  get assets() {
    return this.received.filter(({type}) => type === 'asset').map(({name}) => name);
  }
}

/** @type {FakeWorker[]} */
let workers;
/** What the frame posted to the page. @type {any[]} */
let posted;
/** @type {any} */
let parent;
/** By the type of the event. @type {Record<string, (event: any) => void>} */
let listeners;
let nFrames = 0;

/** @param {any} data @param {any} [source] */
async function toFrame(data, source = parent) {
  listeners.message({source, data});
  await settled();
}

/** Modules are compiled in another thread. @param {() => boolean} holds */
async function until(holds) {
  for (let k = 0; k < 1000 && !holds(); k++) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Of the page, what has come since the last time. */
const take = () => posted.splice(0);

/** A frame of its own, with all assets and a worker that is ready. */
beforeEach(async () => {
  [workers, posted, listeners] = [[], [], {}];
  parent = {postMessage: (/** @type {any} */ data) => posted.push(data)};
  Object.assign(globalThis, {
    parent,
    Worker: FakeWorker,
    addEventListener: (/** @type {string} */ type, /** @type {any} */ listen) => {
      listeners[type] = listen;
    },
  });
  await import(`../../../web/exercises/runtime/frame.js?${nFrames++}`);
  for (const name of ['script', 'wasm', 'core', 'library']) {
    await toFrame({type: 'asset', name, bytes: WASM.slice(0)});
  }
  await until(() => workers[0].assets.length === 3);
  workers[0].say({type: 'ready'});
});

const run = (/** @type {string} */ id) => toFrame({type: 'run', run: id, code: '', steps: []});

suite('assets', () => {
  test('come to the worker, modules compiled; it is said when it is there', () => {
    assert.deepEqual(
      take().map(({type}) => type),
      ['frame', 'spawned', 'ready'],
    );
    assert.deepEqual(workers[0].assets.sort(), ['core', 'library', 'wasm']);
    const {asset} = workers[0].received.filter(({name}) => name === 'wasm')[0];
    assert.ok(asset instanceof WebAssembly.Module);
  });

  test('come to a spare worker too, but for the library, with which Python begins', () => {
    assert.equal(workers.length, 2);
    assert.deepEqual(workers[1].assets, ['wasm', 'core']);
  });

  test('that are no module break the start', async () => {
    take();
    await toFrame({type: 'asset', name: 'wasm', bytes: new ArrayBuffer(3)});
    await until(() => posted.length > 0);
    assert.match(take()[0].message, /CompileError/);
  });
});

suite('messages of the worker', () => {
  test('pass in their run', async () => {
    await run('a');
    take();
    workers[0].say(print('a'));
    workers[0].say(done('a'));
    assert.deepEqual(take(), [print('a'), done('a')]);
  });

  test('do not pass before a run, after it, or for another one', async () => {
    take();
    workers[0].say(print('a'));
    workers[0].say(done('a'));
    await run('a');
    workers[0].say(done('b'));
    workers[0].say(print('b'));
    workers[0].say(done(''));
    assert.deepEqual(take(), []);
    workers[0].say(done('a'));
    take();
    workers[0].say(done('a', {ms: 2}));
    workers[0].say(print('a'));
    await run('b');
    workers[0].say(done('a', {ms: 3}));
    workers[0].say(print('a'));
    assert.deepEqual(take(), []);
    workers[0].say(done('b'));
    assert.deepEqual(take(), [done('b')]);
  });

  test('pass without what they should not have', async () => {
    await run('a');
    take();
    workers[0].say({...done('a'), status: 'pass'});
    assert.deepEqual(take(), [done('a')]);
  });

  test('that are none end the worker', async () => {
    await run('a');
    take();
    workers[0].say({type: 'verdict', status: 'pass'});
    assert.deepEqual(
      take().map(({type}) => type),
      ['broken'],
    );
    assert.equal(workers[0].isTerminated, true);
    workers[0].say(done('a'));
    assert.deepEqual(take(), []);
  });

  test('that cannot be read, and its errors, end it too', async () => {
    take();
    workers[0].onmessageerror?.();
    assert.equal(take()[0].type, 'broken');
    await toFrame({type: 'restart'});
    workers[1].onerror?.({message: 'out of memory'});
    assert.match(take().at(-1).message, /out of memory/);
    assert.equal(workers[1].isTerminated, true);
  });

  test('are 1200 for a run at most', async () => {
    for (const id of ['a', 'b']) {
      await run(id);
      take();
      for (let k = 0; k < 1200; k++) workers[0].say(print(id, ''));
      assert.equal(take().length, 1200);
    }
    assert.equal(workers[0].isTerminated, false);
    workers[0].say(print('b', ''));
    assert.deepEqual(
      take().map(({type}) => type),
      ['broken'],
    );
    assert.equal(workers[0].isTerminated, true);
  });

  test('print 100,000 characters for a run at most', async () => {
    for (const id of ['a', 'b']) {
      await run(id);
      workers[0].say(print(id, 'x'.repeat(60_000)));
      workers[0].say(print(id, 'x'.repeat(40_000)));
    }
    take();
    assert.equal(workers[0].isTerminated, false);
    workers[0].say(print('b'));
    assert.equal(take()[0].type, 'broken');
  });

  test('of a worker that was given up, or that is only spare, do not pass', async () => {
    await run('a');
    await toFrame({type: 'restart'});
    take();
    workers[0].say(done('a'));
    workers[0].onerror?.({message: 'late'});
    workers[0].onmessageerror?.();
    assert.deepEqual(take(), []);
  });
});

suite('messages of the page', () => {
  test('are those of the parent alone', async () => {
    take();
    for (const source of [{}, null, globalThis]) {
      await toFrame({type: 'run', run: 'a'}, source);
      await toFrame({type: 'restart'}, source);
      await toFrame({type: 'asset', name: 'script', bytes: WASM}, source);
    }
    assert.deepEqual(take(), []);
    assert.equal(workers[0].received.filter(({type}) => type === 'run').length, 0);
    assert.equal(workers[0].isTerminated, false);
  });

  test('restart: the spare takes the place of the worker, and a new spare waits', async () => {
    await run('a');
    take();
    await toFrame({type: 'restart'});
    assert.equal(workers[0].isTerminated, true);
    assert.deepEqual(take(), [{type: 'spawned'}]);
    assert.deepEqual(workers[1].assets, ['wasm', 'core', 'library']);
    workers[1].say(done('a'));
    assert.deepEqual(take(), [], 'the run has ended with its worker');
    workers[1].say({type: 'ready'});
    assert.equal(workers.length, 3);
    await run('b');
    assert.equal(workers[1].received.at(-1).run, 'b');
    workers[1].say(done('b'));
    assert.deepEqual(take().at(-1), done('b'));
  });

  test('restart before a spare is there makes a worker', async () => {
    await toFrame({type: 'restart'});
    await toFrame({type: 'restart'});
    assert.equal(workers.length, 3);
    assert.deepEqual(workers[2].assets, ['wasm', 'core', 'library']);
    workers[2].say({type: 'ready'});
    assert.equal(take().at(-1).type, 'ready');
  });
});

suite('a page that is left', () => {
  test('ends its run; where the reader comes back, that is said, and another worker begins', async () => {
    await run('a');
    take();
    listeners.pagehide({persisted: true});
    assert.ok(workers[0].isTerminated);
    workers[0].say(done('a'));
    assert.deepEqual(take(), []);
    listeners.pageshow({persisted: true});
    assert.deepEqual(take(), [{type: 'broken', message: 'the page was left while it ran'}]);
    await toFrame({type: 'restart'});
    assert.equal(workers.filter(({isTerminated}) => !isTerminated).length, 1);
    await run('b');
    workers[1].say(done('b'));
    assert.deepEqual(
      take().map(({type}) => type),
      ['spawned', 'done'],
    );
  });

  test('keeps a worker that rests', async () => {
    await run('a');
    workers[0].say(done('a'));
    take();
    listeners.pagehide({persisted: true});
    listeners.pageshow({persisted: true});
    assert.ok(!workers[0].isTerminated);
    assert.deepEqual(take(), []);
  });
});
