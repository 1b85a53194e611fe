// What every figure does in the same way, whatever it draws.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';
import {FIGURE_TAGS, openElements} from '../support/elements.js';

/** @import {HTTPRequest, Page} from 'puppeteer-core' */

/** @type {Lab} */
let lab;
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
before(async () => {
  lab = await Lab.start();
  ({page, problems} = await openElements(lab));
  await page.evaluate(addTools);
});
after(() => lab.close());

/** Runs in the page: what tests ask of it, under `tools`. */
function addTools() {
  const tools = {
    wait: (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    /** A figure with attributes, drawn, alone in the page. @param {string} tag @param {Record<string, string>} [attributes] */
    async draw(tag, attributes = {}) {
      const figure = /** @type {any} */ (document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
      document.body.replaceChildren(figure);
      for (let k = 0; k < 400 && !figure.drawing; k++) await tools.wait(10);
      if (!figure.drawing) throw new Error(`<${tag}> has drawn nothing within 4 s`);
      return figure;
    },
  };
  Object.assign(globalThis, {tools});
}

test('each redraw computes its drawing once', async () => {
  const counts = await page.evaluate(
    async (tags) => {
      const {tools} = /** @type {any} */ (globalThis);
      /** @type {Record<string, number>} */
      const found = {};
      for (const tag of tags) {
        const figure = await tools.draw(tag);
        const Class = /** @type {any} */ (customElements.get(tag));
        const own = Object.getOwnPropertyDescriptor(Class, 'compute');
        const {compute} = Class;
        let n = 0;
        Class.compute = (/** @type {any[]} */ ...args) => {
          n++;
          return compute.apply(Class, args);
        };
        await tools.wait(0);
        figure.refresh();
        await tools.wait(50);
        if (own) Object.defineProperty(Class, 'compute', own);
        else delete Class.compute;
        found[tag] = n;
      }
      return found;
    },
    FIGURE_TAGS.filter((tag) => tag !== 'pe-diagram'),
  );
  const notOnce = Object.entries(counts).filter(([, n]) => n !== 1);
  assert.deepEqual(notOnce, []);
  assert.deepEqual(problems, []);
});

const FOREIGN =
  '<!doctype html><html lang="en"><title>foreign</title><link rel="icon" href="data:,">';

/**
 * A figure on a page that is not ours, where some requests are answered by the test.
 *
 * @param {string} tag
 * @param {(request: HTTPRequest) => void} answer must continue, abort or answer each request
 * @param {(page: Page) => Promise<void>} use
 */
async function withRequests(tag, answer, use) {
  writeTestPage('foreign.html', FOREIGN);
  const {page: foreign} = await lab.open('test/foreign.html');
  try {
    await foreign.setCacheEnabled(false);
    await foreign.setRequestInterception(true);
    foreign.on('request', answer);
    await foreign.addScriptTag({url: `../lab/${tag}.js`, type: 'module'});
    await foreign.evaluate((name) => customElements.whenDefined(name).then(() => {}), tag);
    await foreign.evaluate((name) => {
      const figure = document.createElement(name);
      figure.textContent = 'words for readers without the picture';
      document.body.replaceChildren(figure);
    }, tag);
    await use(foreign);
  } finally {
    await foreign.close();
  }
}

/** What a reader sees of the only figure of a page. @param {Page} foreign */
const shown = (foreign) =>
  foreign.evaluate(() => {
    const figure = /** @type {any} */ (document.body.firstElementChild);
    const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
    const fallback = /** @type {HTMLElement} */ (root.querySelector('.fallback'));
    return {
      isDrawn: figure.drawing !== null,
      notice: root.querySelector('.notice:not([hidden])')?.textContent ?? '',
      hasWords: !fallback.hidden,
      nPanels: root.querySelectorAll('.panels > *').length,
    };
  });

/** @param {Page} foreign @param {string} text */
const noticeHas = (foreign, text) =>
  foreign.waitForFunction(
    (part) => document.body.firstElementChild?.shadowRoot?.querySelector('.notice')?.textContent?.includes(part), // biome-ignore format: one thought
    {timeout: 5000},
    text,
  );

/** @param {Page} foreign */
const isDrawn = (foreign) =>
  foreign.waitForFunction(
    () => /** @type {any} */ (document.body.firstElementChild).drawing !== null,
    {timeout: 5000},
  );

suite('a view that is loaded when a panel needs it', () => {
  const VIEW = /chunk-grid-view\.js$/;

  test('shows nothing half done while it is loading, and is not built for a figure that has left', async () => {
    /** @type {HTTPRequest[]} */
    const held = [];
    const hold = (/** @type {HTTPRequest} */ request) => {
      if (VIEW.test(request.url())) held.push(request);
      else request.continue();
    };
    await withRequests('txl-shift', hold, async (foreign) => {
      for (let k = 0; k < 200 && held.length === 0; k++)
        await new Promise((r) => setTimeout(r, 25));
      assert.equal(held.length, 1, 'its file is asked for once');
      const before = await shown(foreign);
      assert.deepEqual(before, {isDrawn: false, notice: '', hasWords: true, nPanels: 0});
      await foreign.evaluate(() => {
        const {body} = document;
        Object.assign(globalThis, {left: body.firstElementChild});
        body.firstElementChild?.remove();
      });
      await held[0].continue();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const nPanels = await foreign.evaluate(
        () =>
          /** @type {any} */ (globalThis).left.shadowRoot.querySelectorAll('.panels > *').length,
      );
      assert.equal(nPanels, 0, 'a figure that has left builds no view');
      await foreign.evaluate(() => document.body.append(/** @type {any} */ (globalThis).left));
      await isDrawn(foreign);
      const {hasWords, nPanels: after} = await shown(foreign);
      assert.deepEqual([hasWords, after > 0], [false, true]);
    });
  });

  test('is said where it cannot be had, and can be tried again', async () => {
    let isDown = true;
    const refuse = (/** @type {HTTPRequest} */ request) => {
      if (isDown && VIEW.test(request.url())) request.abort('connectionfailed');
      else request.continue();
    };
    await withRequests('txl-shift', refuse, async (foreign) => {
      await noticeHas(foreign, 'could not be loaded');
      const {isDrawn: is, notice, hasWords, nPanels} = await shown(foreign);
      assert.deepEqual([is, hasWords, nPanels], [false, true, 0]);
      assert.match(notice, /^This figure cannot be drawn: a file that it needs could not be loaded\. Check the connection and try again, or reload/); // biome-ignore format: one thought
      isDown = false;
      await (await foreign.locator('txl-shift >>> .notice .retry').waitHandle()).click();
      await isDrawn(foreign);
      assert.equal((await shown(foreign)).notice, '');
    });
  });
});

suite('a core that cannot be had is said in plain words in the figure', () => {
  const CORES = /(figures|core)\.wasm$/;
  const WRONG = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // a module that holds nothing
  const TRUNCATED = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60);
  /** @type {[string, Partial<import('puppeteer-core').ResponseForRequest>, RegExp][]} */
  const FAULTS = [
    ['missing', {status: 404, body: ''}, /a file that it needs could not be loaded/],
    ['empty', {status: 200, body: ''}, /its calculations \(WebAssembly\) is damaged or incomplete/],
    ['truncated', {status: 200, body: TRUNCATED}, /is damaged or incomplete/],
    ['a page of HTML', {status: 200, body: '<!doctype html>'}, /is damaged or incomplete/],
    ['another module', {status: 200, body: WRONG}, /cannot be drawn: a file that it needs/],
  ];
  // one whose core is figures.wasm, one of core.wasm, one that trains
  for (const tag of ['pe-heatmap', 'relative-family', 'length-race'])
    for (const [name, response, words] of FAULTS)
      test(`<${tag}>, ${name}`, async () => {
        let isDown = true;
        const answer = (/** @type {HTTPRequest} */ request) => {
          if (isDown && CORES.test(request.url())) request.respond(response);
          else request.continue();
        };
        await withRequests(tag, answer, async (foreign) => {
          await noticeHas(foreign, 'cannot be drawn');
          const got = await shown(foreign);
          assert.match(got.notice, words);
          assert.match(
            got.notice,
            /try again, or reload the page; if that does not help, the file on the server is/,
          );
          assert.ok(got.hasWords && got.nPanels === 0);
          isDown = false;
          await (await foreign.locator(`${tag} >>> .notice .retry`).waitHandle()).click();
          await isDrawn(foreign);
          assert.equal((await shown(foreign)).notice, '');
        });
      });
});
