// What happens to a page from outside, in three engines: files that are gone or cut off, a worker that dies, storage that is
// forbidden or full, a site that is half updated, a machine that sleeps, one that is small. The page says what happened in
// words, and goes on. Our own server and a script in the page cause these faults, so that no driver command is needed.
// Sizes of the notices are looked at in Chromium alone. Cores that cannot be had are in frame.test.js.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {readBank} from '../support/bank.js';
import {writeTestPage} from '../support/browser.js';
import {ENGINES, startFaultyEngine, whyNot} from '../support/engines.js';
import {eventually} from '../support/eventually.js';
import {PAGE, startLab} from '../support/experiment.js';
import {CARD, chunkOf} from '../support/learner.js';

/** @import {HTTPRequest, Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */
/** @import {Engine} from '../support/engines.js' */
/** @import {Faults} from '../support/faulty-site.js' */

const SOLUTION = readBank(CARD, 'solution.py');
const RACE = {methods: 'none', 'seq-len': '4', steps: '400'};
const PATIENCE_MS = 180_000;

/** @param {() => unknown} check */
const soon = (check) => eventually(check, PATIENCE_MS);

// ------------------------------------------------------------ what runs in a page

/** @param {string} selector @returns {string} what it and its shadow say; '' where there is none */
function wordsOf(selector) {
  const element = document.querySelector(selector);
  return `${element?.textContent ?? ''} ${element?.shadowRoot?.textContent ?? ''}`.trim();
}

/** @param {string} selector */
function isDrawn(selector) {
  const figure = /** @type {any} */ (document.querySelector(selector));
  figure.scrollIntoView();
  return Boolean(figure.drawing);
}

/** Opens an exercise, and puts code into its editor. @param {string} id @param {string} code */
async function write(id, code) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const find = () => document.getElementById(id)?.shadowRoot?.querySelector('.cm-content');
  for (let k = 0; k < 2400 && !find(); k++) {
    /** @type {any} */ (document.getElementById(id)).show?.();
    await wait(50);
  }
  const editor = /** @type {HTMLElement} */ (find());
  editor.focus();
  document.execCommand('selectAll');
  await wait(100);
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', code);
  const data = /** @type {any} */ ({clipboardData, dataType: 'text/plain', data: code});
  editor.dispatchEvent(new ClipboardEvent('paste', {...data, bubbles: true, cancelable: true}));
}

/** Presses Check. @param {string} id */
function check(id) {
  const button = document.getElementById(id)?.shadowRoot?.querySelector('.buttons > button');
  /** @type {HTMLElement} */ (button).click();
}

/** @param {string} id @param {string} inner */
const partOf = (id, inner) =>
  document.getElementById(id)?.shadowRoot?.querySelector(inner)?.textContent ?? '';

/** @param {string} id @returns {string} */
const codeOf = (id) =>
  [...(document.getElementById(id)?.shadowRoot?.querySelectorAll('.cm-line') ?? [])]
    .map(({textContent}) => textContent)
    .join('\n')
    .trim();

/** A race alone in the page, which begins. @param {Record<string, string>} attributes */
async function race(attributes) {
  await import(new URL('../lab/length-race.js', location.href).href);
  const figure = /** @type {any} */ (document.createElement('length-race'));
  for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
  document.body.replaceChildren(figure);
  const own = /** @type {any} */ (globalThis);
  own.mostRunning = 0;
  setInterval(() => {
    const running = figure.runs.filter((/** @type {any} */ {state}) => state === 'running');
    own.mostRunning = Math.max(own.mostRunning, running.length);
  }, 5);
  while (!figure.drawing) await new Promise((resolve) => setTimeout(resolve, 20));
  figure.start();
}

const runs = () =>
  /** @type {any} */ (document.querySelector('length-race')).runs.map(
    (/** @type {any} */ {state, step, msPerStep, losses}) => ({
      ...{state, step, msPerStep, nLosses: losses.length},
    }),
  );

/** The clocks of the page jump by an hour, as those of a laptop that slept, and those of its workers. */
function sleepAnHour() {
  const {now} = performance;
  performance.now = () => now.call(performance) + 3_600_000;
  const today = Date.now;
  Date.now = () => today() + 3_600_000;
  new BroadcastChannel('faults').postMessage('sleep');
}

// ------------------------------------------------------------ scripts before the page's own

const FORBIDDEN = `Object.defineProperty(globalThis, 'localStorage', {get() {
  throw new DOMException('Access is denied', 'SecurityError');
}});`;
const FULL = `Storage.prototype.setItem = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};`;
const SMALL = `Object.defineProperty(navigator, 'hardwareConcurrency', {value: 1});
Object.defineProperty(navigator, 'deviceMemory', {value: 2});`;

before(() => writeTestPage('experiment.html', PAGE));

for (const name of ENGINES)
  suite(`faults in ${name}`, {skip: whyNot(name) || false}, () => {
    /** @type {Engine & {faults: Faults}} */
    let engine;
    before(async () => {
      engine = await startFaultyEngine(name);
    });
    after(() => engine?.close());

    /** @param {string} address @param {{script?: string, files?: Faults['files']}} [faults] */
    async function open(address, {script = '', files = new Map()} = {}) {
      Object.assign(engine.faults, {script, files});
      await engine.open(address);
    }

    /** Until the exercise passes; a machine with other work may need what the page says: to try again. */
    const passes = () =>
      soon(async () => {
        const said = await engine.run(partOf, CARD, '.output');
        if (/Python could not be started/.test(said)) await engine.run(check, CARD);
        assert.match(await engine.run(partOf, CARD, '.verdict-head'), /Passed/, said);
      });

    for (const fault of /** @type {const} */ (['gone', 'cut']))
      test(`a script of figures that is ${fault}: they say so, its words stay, others draw`, async () => {
        const chunk = chunkOf('web/figures/tables/pe-curves.js');
        await open('chapters/4-rope.html', {files: new Map([[chunk, fault]])});
        const words = /<pe-curves> could not be loaded; .* Reload the page\. \s*\S{2}/;
        await soon(async () => assert.match(await engine.run(wordsOf, 'pe-curves'), words));
        await soon(async () => assert.ok(await engine.run(isDrawn, 'rope-logits')));
      });

    test('files of Python that are cut off are reported; the code stays, and the next press passes', async () => {
      // from the start, since Python is fetched as soon as somebody writes
      /** @type {Faults['files']} */
      const files = new Map([['python.wasm', 'gone']]);
      await open('practice.html', {files});
      await engine.run(write, CARD, SOLUTION);
      for (const [file, fault] of /** @type {const} */ ([
        ['python.wasm', 'gone'],
        ['python.wasm', 'cut'],
        ['python.wasm', 'half'],
        ['library.bin', 'half'],
        ['python/worker.js', 'half'],
      ])) {
        files.clear();
        files.set(file, fault);
        await engine.run(check, CARD); // what was said before is gone at once
        const words =
          /Python could not be started: .* Try again, or reload the page\. \((?!\[object)/;
        await soon(async () => assert.match(await engine.run(partOf, CARD, '.output'), words));
        await soon(async () => assert.equal(await engine.run(codeOf, CARD), SOLUTION.trim()));
      }
      files.clear();
      await engine.run(check, CARD);
      await passes();
      await engine.run(() => localStorage.clear());
    });

    test('a worker that dies is reported, its curve stays, and the figure can start again', async () => {
      await open('test/experiment.html');
      await engine.run(race, {...RACE, steps: '3000'});
      await soon(async () => assert.ok((await engine.run(runs))[0].step > 3));
      await engine.run(() => new BroadcastChannel('faults').postMessage('die'));
      await soon(async () => assert.equal((await engine.run(runs))[0].state, 'failed'));
      const [{step, nLosses}] = await engine.run(runs);
      assert.equal(nLosses, step);
      const words = /The worker has ended\. The run ended at step \d+ of 3000\. It can be started/;
      await soon(async () => assert.match(await engine.run(wordsOf, 'length-race'), words));
      await engine.run(() => /** @type {any} */ (document.querySelector('length-race')).start());
      await soon(async () => {
        const [{state, step}] = await engine.run(runs);
        assert.ok(state === 'running' && step > 0, `${state} at ${step}`);
      });
    });

    for (const [what, script, words] of /** @type {const} */ ([
      ['forbidden', FORBIDDEN, /This page may not keep anything here/],
      ['full', FULL, /Your browser has no room to keep what you wrote/],
    ]))
      test(`a storage that is ${what} is said, and an exercise passes all the same`, async () => {
        await open('practice.html', {script});
        await engine.run(write, CARD, SOLUTION);
        await engine.run(check, CARD);
        await soon(async () => assert.match(await engine.run(partOf, CARD, '.unkept'), words));
        await passes();
        await open('chapters/4-rope.html', {script});
        await soon(async () => assert.ok(await engine.run(isDrawn, 'rope-logits')));
      });

    test('a site that is half updated, or ends in the middle, is not kept for use without a network', async (t) => {
      for (const fault of /** @type {const} */ (['changed', 'cut'])) {
        await open('index.html', {files: new Map([['glossary.html', fault]])});
        const reason = await engine.run(() =>
          'serviceWorker' in navigator ? '' : 'this browser has no service workers',
        );
        if (reason) return t.skip(reason);
        await soon(async () =>
          assert.ok(
            await engine.run(() => {
              document.querySelector('.page-foot')?.scrollIntoView();
              return document.querySelector('#offline:not([hidden]) input') !== null;
            }),
          ),
        );
        await engine.run(() =>
          /** @type {HTMLElement} */ (document.querySelector('#offline input')).click(),
        );
        await soon(async () =>
          assert.match(await engine.run(wordsOf, '#offline'), /It could not be stored: .*\./),
        );
        await soon(async () => assert.deepEqual(await engine.run(() => caches.keys()), []));
      }
    });

    test('a laptop that sleeps during a race: it goes on to its end, and the hour is no time of training', async () => {
      await open('test/experiment.html');
      await engine.run(race, RACE);
      await soon(async () => assert.ok((await engine.run(runs))[0].step > 3));
      await engine.run(sleepAnHour);
      await soon(async () => assert.equal((await engine.run(runs))[0].state, 'done'));
      const [{msPerStep}] = await engine.run(runs);
      assert.ok(msPerStep > 0 && msPerStep < 1000, `${msPerStep} ms for a step`);
    });

    test('a timed set whose end came while the laptop slept ends when it wakes, with its report', async () => {
      await open('practice.html');
      await engine.run(write, CARD, SOLUTION); // its bar is there then
      await soon(async () =>
        assert.ok(
          await engine.run(() => {
            const bar = document.querySelector('practice-set')?.shadowRoot;
            const buttons = [...(bar?.querySelectorAll('button') ?? [])];
            const button = buttons.find(({textContent}) => textContent === '15 minutes');
            button?.click();
            return Boolean(button);
          }),
        ),
      );
      await soon(async () =>
        assert.match(await engine.run(wordsOf, 'practice-set'), /End the set/),
      );
      await engine.run(sleepAnHour);
      await soon(async () =>
        assert.match(await engine.run(wordsOf, 'practice-set'), /0 of 1 passed/),
      );
      await engine.run(() => localStorage.clear());
    });

    test('a device of one core and 2 GB trains its methods one after the other, to the end', async () => {
      await open('test/experiment.html', {script: SMALL});
      await engine.run(race, {...RACE, methods: 'none,alibi', steps: '100'});
      await soon(async () =>
        assert.deepEqual(
          (await engine.run(runs)).map((/** @type {any} */ {state}) => state),
          ['done', 'done'],
        ),
      );
      assert.equal(await engine.run(() => /** @type {any} */ (globalThis).mostRunning), 1);
    });
  });

suite('notices in Chromium', () => {
  /** @type {Lab} */
  let lab;
  before(async () => {
    lab = await startLab();
  });
  after(() => lab.close());

  /** @param {Page} page @param {(request: HTTPRequest) => Promise<void> | void} answer */
  async function answered(page, answer) {
    await page.setCacheEnabled(false);
    await page.setRequestInterception(true);
    page.on('request', answer);
  }

  for (const [what, file, press] of /** @type {const} */ ([
    ['The search', 'web/page/search-dialog.js', '.search-button'],
    ['The check', 'web/page/claim-check.js', '#right-at-zero button.check:not([disabled])'],
  ]))
    test(`${what.toLowerCase()} whose script is gone: the page says so, what to do, and lets it be closed`, async () => {
      const chunk = chunkOf(file);
      const {page} = await lab.open('chapters/4-rope.html', {
        width: 390,
        height: 844,
        before: (page) =>
          answered(page, (one) => (one.url().endsWith(chunk) ? one.abort() : one.continue())),
      });
      await page.waitForSelector(press);
      assert.equal(await page.$('.not-loaded'), null);
      await page.$eval(press, (one) => /** @type {HTMLElement} */ (one).click());
      const said = await page.waitForSelector('.not-loaded[role=alert]', {visible: true});
      const words = await said?.evaluate((one) => one.textContent ?? '');
      assert.match(words ?? '', new RegExp(`^${what} could not be loaded: .* Reload the page\\.`));
      const {left, right, bottom} = await page.$eval('.not-loaded', (one) =>
        one.getBoundingClientRect().toJSON(),
      );
      assert.ok(left >= 0 && right <= 390 && bottom <= 844, `${left} to ${right}, ${bottom}`);
      await page.click('.not-loaded button');
      assert.equal(await page.$('.not-loaded'), null);
      await page.close();
    });
});
