// The sandbox in Chromium, Firefox and WebKit, against a worker whose JavaScript is not ours: nothing gets out, no
// message fools the page, and the next run is clean.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {ENGINES, startEngine, whyNot} from '../support/engines.js';
import {eventually} from '../support/eventually.js';
import {environment, hostileQuery, makeHostileLabs, network} from '../support/hostile.js';
import {makeSandboxPage, openSandboxPage, runIn} from '../support/sandbox-page.js';
import {startSpy} from '../support/spy.js';

/** @import {Engine} from '../support/engines.js' */

/** @type {Awaited<ReturnType<typeof startSpy>>} */
let spy;
before(async () => {
  spy = await startSpy();
  await makeSandboxPage(['sinusoidal-table']);
  await makeHostileLabs(spy.url, RUNS);
});
after(() => spy.close());

// A message of each kind that is not what it should be; `id` is the run's own.
const UNFIT = [
  'null',
  '5',
  "'done'",
  '[]',
  "{type: 'done'}",
  "{type: 'done', run: id}",
  "{type: 'print', run: id, text: {toString: 1}}",
  "{type: 'print', run: {}, text: ''}",
  "{type: 'other', run: id}",
  "{type: 'done', run: id, ...answer, error: {}}",
  "{type: 'done', run: id, ...answer, error: {type: 'E', message: {}, traceback: ''}}",
  "{type: 'done', run: id, ...answer, results: {length: 1}}",
  "{type: 'done', run: id, ...answer, results: [null]}",
  "{type: 'done', run: id, ...answer, results: [{kind: 'tensor'}]}",
  "{type: 'done', run: id, ...answer, results: [{kind: 'tensor', shape: [-1], dtype: 'float32', data: new Float32Array(1)}]}",
  "{type: 'done', run: id, ...answer, results: [{kind: 'tensor', shape: [1], dtype: {}, data: new Float32Array(1)}]}",
  "{type: 'done', run: id, ...answer, results: [{kind: 'tensor', shape: [1], dtype: 'int64', data: new BigInt64Array(1)}]}",
  "{type: 'done', run: id, ...answer, results: [{kind: 'tensor', shape: [2e7], dtype: 'int8', data: new Int8Array(2e7)}]}",
  "{type: 'done', run: id, ...answer, results: [{kind: 'number', value: {}}]}",
  "(() => { const loop = {kind: 'list', items: []}; loop.items.push(loop); return {type: 'done', run: id, ...answer, results: [loop]}; })()",
  "{type: 'done', run: id, ...answer, results: Array(5000).fill({kind: 'none'})}",
  "{type: 'done', run: id, ...answer, figures: [Array(3e6).fill(0)]}",
  "{type: 'done', run: id, ...answer, figures: 7}",
];

const FORGED = "{...answer, results: [{kind: 'number', value: 1}]}";
const AFTERWARDS = [
  "{type: 'broken', message: 'x'}",
  "{type: 'ready'}",
  "{type: 'frame'}",
  "{type: 'spawned'}",
];
const FLOODS = ["'x'", "'x'.repeat(1e5)", "'x'.repeat(1e6)"];

/** Results that hostile code might send; n are expected. */
const LIES = [
  '{}',
  "{status: 'pass', verdict: {status: 'pass'}, cases: [], ok: true}",
  ...[
    "{kind: 'none'}",
    "{kind: 'tensor', shape: [], dtype: 'float32', data: new Float32Array(1), type: 'Tensor'}",
    "{kind: 'tensor', shape: [0], dtype: 'float32', data: new Float32Array(0), type: 'Tensor'}",
    "{kind: 'tensor', shape: [4, 4], dtype: 'float32', data: new Float32Array(16).fill(NaN), type: 'Tensor'}",
    "{kind: 'tensor', shape: [1e9, 1e9], dtype: 'float32', data: new Float32Array(16)}",
    "{kind: 'list', items: []}",
  ].map((one) => `{results: Array(spy).fill(${one})}`),
];

/** @param {string} kind @param {string[]} texts */
const numbered = (kind, texts) =>
  Object.fromEntries(texts.map((text, k) => [`${kind} ${k}`, text]));

/** What the worker does, by the name that it is sent. */
const RUNS = {
  well: "say('well'); done();",
  nothing: '',
  network: `(${network})(spy);`,
  environment: `(${environment})();`,
  'many answers': `post({type: 'done', run: '1', ...${FORGED}}); post({type: 'done', run: id + 1, ...${FORGED}});
    done({results: [{kind: 'number', value: 7}]}); done(${FORGED});
    self.kept = id; setTimeout(() => post({type: 'done', run: self.kept, ...${FORGED}}), 150);`,
  'one answer': "setTimeout(() => done({results: [{kind: 'number', value: 8}]}), 400);",
  ...numbered(
    'unfit',
    UNFIT.map((message) => `post(${message})`),
  ),
  ...numbered(
    'afterwards',
    AFTERWARDS.map((message) => `done(); setTimeout(() => post(${message}), 50);`),
  ),
  ...numbered(
    'flood',
    FLOODS.map(
      (text) => `for (let k = 0; k < 20000; k++) post({type: 'print', run: id, text: ${text}})`,
    ),
  ),
  ...numbered(
    'lie',
    LIES.map((more) => `done(${more});`),
  ),
};

for (const name of ENGINES) {
  suite(`a hostile worker in ${name}`, {skip: whyNot(name) || false}, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await startEngine(name);
      await openSandboxPage(engine, hostileQuery('worker'));
    });
    after(() => engine?.close());

    /** The next run is a clean one. */
    const isWell = async () => {
      const {run, printed} = await runIn(engine, {code: 'well'});
      assert.equal(run.type, 'done', JSON.stringify(run));
      assert.equal(printed, '"well"');
    };

    test('reaches no server by any API', async (t) => {
      await engine.run((url) => fetch(`${url}control`), spy.url);
      assert.ok(spy.hits.includes('GET /control'), 'the server hears those who reach it');
      spy.hits.length = 0;
      const tries = {code: 'network', steps: [spy.url], timeLimitMs: 60000};
      let {run, printed} = await runIn(engine, tries);
      if (run.type === 'timeout') {
        // on a machine that does too much else a refusal can be late; what was requested has been heard
        t.diagnostic('no end within 30 s: once more');
        ({run, printed} = await runIn(engine, tries));
      }
      assert.equal(run.type, 'done', JSON.stringify(run));
      const outcomes = JSON.parse(printed);
      for (const [way, outcome] of Object.entries(outcomes)) {
        assert.match(outcome, /^(refused|no answer)/, way);
        t.diagnostic(`${way}: ${outcome}`);
      }
      assert.equal(Object.keys(outcomes).length, 22);
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.deepEqual(spy.hits, []);
    });

    test('has no storage, no page and no window', async () => {
      await engine.run(() => {
        const own = /** @type {any} */ (globalThis);
        own.heard = [];
        new BroadcastChannel('exercises').onmessage = ({data}) => own.heard.push(data);
        return caches.open('from-page').then(() => {});
      });
      const {run, printed} = await runIn(engine, {code: 'environment'});
      assert.equal(run.type, 'done', JSON.stringify(run));
      const {locks, ...outcomes} = JSON.parse(printed);
      for (const [way, outcome] of Object.entries(outcomes)) assert.match(outcome, /^refused/, way);
      // WebKit gives a frame without an origin caches that end with the frame.
      const isOwn = outcomes.caches === 'refused: an empty one of its own';
      assert.equal(isOwn, name === 'webkit', outcomes.caches);
      assert.deepEqual(await engine.run(() => caches.keys()), ['from-page']);
      await eventually(async () =>
        assert.deepEqual(await engine.run(() => /** @type {any} */ (globalThis).heard), []),
      );
    });

    test('in the frame cannot leave with it either', async () => {
      spy.hits.length = 0;
      await openSandboxPage(engine, hostileQuery('frame'));
      const shown = () => engine.run(() => [location.href, document.title]);
      const before = await shown();
      await engine.run(() => {
        /** @type {any} */ (globalThis).box.start().catch(() => {});
      });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      // Chromium connects ahead of a navigation that it then refuses; nothing is requested.
      assert.deepEqual(
        spy.hits.filter((hit) => hit !== 'connected'),
        [],
      );
      assert.deepEqual(await shown(), before);
      assert.equal(before[1], 'sandbox');
      await openSandboxPage(engine, hostileQuery('worker'));
    });

    test('cannot answer for another run, nor twice', async () => {
      const {run} = await runIn(engine, {code: 'many answers'});
      assert.deepEqual(run.results, [{kind: 'number', value: 7}]);
      const later = await runIn(engine, {code: 'one answer'});
      assert.deepEqual(later.run.results, [{kind: 'number', value: 8}]);
      assert.notEqual(later.run.run, run.run);
    });

    test('ends with the first message that is none', async () => {
      for (const [k, message] of UNFIT.entries()) {
        const {run} = await runIn(engine, {code: `unfit ${k}`, timeLimitMs: 30000});
        assert.equal(run.type, 'died', message);
      }
      await isWell();
    });

    test('that goes on after its run is given up, and the next run is clean', async () => {
      for (const k of AFTERWARDS.keys()) {
        await runIn(engine, {code: `afterwards ${k}`});
        await new Promise((resolve) => setTimeout(resolve, 200));
        await isWell();
      }
    });

    test('does not flood the page', async (t) => {
      for (const [k, text] of FLOODS.entries()) {
        const {run, printed, beats, ms} = await runIn(engine, {
          code: `flood ${k}`,
          timeLimitMs: 20000,
        });
        assert.equal(run.type, 'died', JSON.stringify(run));
        assert.ok(printed.length <= 100_000, `${printed.length} characters`);
        t.diagnostic(`${text}: ended after ${ms.toFixed()} ms, ${beats.toFixed(1)} beats a second`);
        assert.ok(beats > 2 || ms < 1000, `${text}: ${beats} beats a second in ${ms} ms`);
      }
      await isWell();
    });

    test('whose frame has died is replaced, frame and all', async () => {
      const killed = runIn(engine, {code: 'nothing', timeLimitMs: 20000});
      // while Python is still starting, a frame that dies is replaced before the run, and the run goes on in the next
      await engine.run(async () => {
        const {box} = /** @type {any} */ (globalThis);
        while (box.state !== 'running') await new Promise((resolve) => setTimeout(resolve, 10));
        /** @type {HTMLIFrameElement} */ (document.querySelector('iframe')).srcdoc = '';
      });
      assert.equal((await killed).run.type, 'moved');
      await isWell();
      await eventually(async () =>
        assert.equal(await engine.run(() => document.querySelectorAll('iframe').length), 1),
      );
    });

    test('is not believed when it says that all is right', async () => {
      const verdicts = await engine.run(async (nLies) => {
        const {box, grade, fullCore, checks, CaseRandom} = /** @type {any} */ (globalThis);
        const [core, check] = [await fullCore(), checks['sinusoidal-table']];
        const cases = check.cases(new CaseRandom(1n));
        const n = cases
          .flatMap((/** @type {any} */ {steps}) => steps)
          .filter((/** @type {any} */ {get}) => get).length;
        const statuses = [];
        for (let k = 0; k < nLies; k++) {
          const run = await box.run({code: `lie ${k}`, steps: [n]});
          statuses.push(grade({core, check, cases, run}).status);
        }
        return statuses;
      }, LIES.length);
      assert.equal(verdicts.length, LIES.length);
      for (const status of verdicts) assert.notEqual(status, 'pass');
    });
  });
}
