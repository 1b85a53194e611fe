// Elements that have left the page leave nothing behind: no element, node, listener, worker or core.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';
import {FIGURE_TAGS, openElements, TAGS} from '../support/elements.js';
import {whyNot} from '../support/engines.js';
import {memoryOf} from '../support/processes.js';
import {WebKit} from '../support/webkit.js';

/** @import {CDPSession, Page} from 'puppeteer-core' */

const N_MOUNTS = 500;
const N_DRAWN = 4; // of them stay until they are drawn
const BATCH = 62; // in the page at once, of those that do not
// What the page and the browser's own tools hold, in nodes and listeners, may differ by a few between two counts.
const SLACK = 50;

// The content that a question-card reads; the others replace it.
const CONTENT =
  '<p class="question">Why?</p><ul><li>First <a href="#a">here</a></li><li>Second</li></ul>';

/** @type {Lab} */
let lab;
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
/** @type {CDPSession} */
let devtools;

before(async () => {
  lab = await Lab.start();
  ({page, problems} = await openElements(lab, {
    before: (page) => page.evaluateOnNewDocument(countInstances),
  }));
  devtools = await page.createCDPSession();
});
after(() => lab.close());

/**
 * Mounts and removes elements: most leave at once or before their core has come, the last ones are drawn, changed
 * and, where they train, started before they leave.
 *
 * @param {{tag: string, nMounts: number, nDrawn: number, batch: number, content: string}} what
 */
async function mountAndRemove({tag, nMounts, nDrawn, batch, content}) {
  const scope = /** @type {any} */ (globalThis);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  scope.mounted = [];
  const make = () => {
    const element = /** @type {any} */ (document.createElement(tag));
    element.innerHTML = content;
    scope.mounted.push(new WeakRef(element));
    return element;
  };
  for (let n = 0; n < nMounts - nDrawn; n += batch) {
    const size = Math.min(batch, nMounts - nDrawn - n);
    document.body.replaceChildren(...Array.from({length: size}, make));
    // every second batch comes near the viewport first, and leaves while its core or its drawing is on the way
    if ((n / batch) % 2 === 1) await frame();
    document.body.replaceChildren();
  }
  for (let n = 0; n < nDrawn; n++) {
    const element = make();
    document.body.replaceChildren(element);
    for (let k = 0; k < 3000 && element.drawing === null; k++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    if (element.drawing === null) throw new Error(`<${tag}> has drawn nothing within 4 s`);
    dispatchEvent(new Event('themechange'));
    const table = element.shadowRoot.querySelector('details.table');
    if (table) table.open = true;
    if (n === 0) element.start?.();
    await frame();
    document.body.replaceChildren();
  }
  await frame();
}

/** How many of the elements that were mounted are alive, and what the page holds, after a collection. */
async function leftOver() {
  await devtools.send('HeapProfiler.collectGarbage');
  const {nodes, jsEventListeners} = await devtools.send('Memory.getDOMCounters');
  const nAlive = await page.evaluate(
    () =>
      /** @type {any} */ (globalThis).mounted.filter((/** @type {any} */ ref) => ref.deref())
        .length,
  );
  return {nAlive, nodes, jsEventListeners, nWorkers: page.workers().length};
}

/** Runs in the page before its scripts: keeps count of the instances of WebAssembly that are alive. */
function countInstances() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {WeakRef<object>[]} */
  const refs = [];
  scope.nCores = () => refs.filter((ref) => ref.deref()).length;
  const {instantiate, Instance} = WebAssembly;
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {any} */ ...args) => {
      const result = await Reflect.apply(instantiate, WebAssembly, args);
      refs.push(new WeakRef(/** @type {any} */ (result).instance ?? result));
      return result;
    }
  );
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args) {
      const instance = Reflect.construct(target, args);
      refs.push(new WeakRef(instance));
      return instance;
    },
  });
}

for (const tag of TAGS) {
  test(`${N_MOUNTS} times <${tag}> leave nothing behind`, async () => {
    problems.length = 0;
    const mount = (/** @type {number} */ nMounts, /** @type {number} */ nDrawn) =>
      page.evaluate(mountAndRemove, {tag, nMounts, nDrawn, batch: BATCH, content: CONTENT});
    await mount(2, 1); // what the first one loads stays: its core, its style sheets, its module
    const before = await leftOver();
    await mount(N_MOUNTS, N_DRAWN);
    let now = await leftOver();
    // a worker takes a moment to end, and a promise that waits for the core keeps its element until then
    for (let k = 0; k < 3000 && (now.nAlive > 0 || now.nWorkers > 0); k++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      now = await leftOver();
    }
    assert.equal(now.nAlive, 0, 'elements are alive');
    assert.equal(now.nWorkers, 0, 'workers are alive');
    assert.ok(now.nodes <= before.nodes + SLACK, `nodes: ${before.nodes}, then ${now.nodes}`);
    assert.ok(
      now.jsEventListeners <= before.jsEventListeners + SLACK,
      `listeners: ${before.jsEventListeners}, then ${now.jsEventListeners}`,
    );
    assert.deepEqual(problems, []);
  });
}

/** Changes the presets of a figure in turn, each with a fault and without. @param {string} tag @param {number} nRounds */
async function changePresets(tag, nRounds) {
  const scope = /** @type {any} */ (globalThis);
  if (scope.figure?.localName !== tag) {
    scope.figure = document.createElement(tag);
    document.body.replaceChildren(scope.figure);
  }
  const {figure} = scope;
  const {presets = {}, faults = {}} = figure.constructor;
  for (let n = 0; n < nRounds; n++)
    for (const preset of Object.keys(presets).slice(0, 3))
      for (const fault of [Object.keys(faults)[0] ?? '', '']) {
        figure.setAttribute('preset', preset);
        figure.setAttribute('fault', fault);
        await figure.updateComplete;
      }
}

for (const tag of FIGURE_TAGS)
  test(`<${tag}> keeps nothing of the presets and faults that it has shown`, async () => {
    problems.length = 0;
    const counts = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return devtools.send('Memory.getDOMCounters');
    };
    await page.evaluate(changePresets, tag, 2);
    const before = await counts();
    await page.evaluate(changePresets, tag, 5);
    const now = await counts();
    await page.evaluate(() => {
      /** @type {any} */ (globalThis).figure = null;
      document.body.replaceChildren();
    });
    assert.ok(now.nodes <= before.nodes + SLACK, `nodes: ${before.nodes}, then ${now.nodes}`);
    assert.ok(
      now.jsEventListeners <= before.jsEventListeners + SLACK,
      `listeners: ${before.jsEventListeners}, then ${now.jsEventListeners}`,
    );
    assert.deepEqual(problems, []);
  });

test('all of them together have left at most the two cores of the page', async () => {
  await devtools.send('HeapProfiler.collectGarbage');
  const nCores = await page.evaluate(() => /** @type {any} */ (globalThis).nCores());
  assert.ok(nCores >= 1 && nCores <= 2, `${nCores} cores are alive`);
});

/** Shows the presets of a figure in turn. @param {number} count */
async function showPresets(count) {
  const figure = /** @type {any} */ (document.querySelector('main rope-logits'));
  await customElements.whenDefined(figure.localName);
  figure.scrollIntoView({block: 'center', behavior: 'instant'});
  const names = Object.keys(figure.constructor.presets);
  for (let k = 0; k < count; k++) {
    figure.setAttribute('preset', names[k % names.length]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// WebKit kept 60 kB for each style of an element that was thrown away: 300 presets, with other laws each, took 75 MB.
test('WebKit frees what presets leave behind', {skip: whyNot('webkit') || false}, async (t) => {
  const browser = await WebKit.start();
  try {
    await browser.resize(1280, 800);
    await browser.open('chapters/4-rope.html');
    await browser.run(showPresets, 100); // what is loaded once
    const before = memoryOf(browser.pid);
    await browser.run(showPresets, 300);
    const growth = memoryOf(browser.pid) - before;
    t.diagnostic(`${growth.toFixed(1)} MB more after 300 presets`);
    assert.ok(growth < 40, `${growth.toFixed(1)} MB more after 300 presets, less than 40 expected`);
  } finally {
    await browser.close();
  }
});
