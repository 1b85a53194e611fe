// Several pages of one browser, of which the reader looks at one, and the memory that all of them take together.
import {Lab} from '../support/browser.js';
import {whyNoLowMemory} from '../support/low-memory.js';
import {memoryOf} from '../support/processes.js';
import {WebKit} from '../support/webkit.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {EngineName} from '../support/engines.js' */
/**
 * @typedef {object} Tab
 * @property {string} address
 * @property {<A extends any[], R>(use: (...args: A) => R, ...args: A) => Promise<Awaited<R>>} run
 * @property {() => Promise<unknown>} show this page, and hide the others
 * @property {() => Promise<string[]>} problems
 */
/**
 * What is held after a collection. `memoryMb` is the memory of all processes of the browser, what they share counted
 * once, of WebKit without that of `ownMb`, the program around its pages; the others only where the engine counts them.
 *
 * @typedef {{memoryMb: number, ownMb?: number, heapMb?: number, nodes?: number, listeners?: number}} Held
 */
/**
 * @typedef {object} Tabs
 * @property {(address: string) => Promise<Tab>} open
 * @property {() => Promise<Held>} held
 * @property {() => Promise<number | undefined>} [perAddress] kilobytes that the browser itself keeps of each address that a
 *   page adds to its history, by a page of plain text
 * @property {() => Promise<void>} close
 * @property {number} sampleSeconds between two calls of held()
 */

const LIMIT_MS = 300_000;

/** @param {Page[]} pages of Chromium */
async function counted(pages) {
  const sum = {heapMb: 0, nodes: 0, listeners: 0};
  for (const page of pages) {
    const session = await page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    await session.detach();
    const {JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0} = await page.metrics();
    sum.heapMb += JSHeapUsedSize / 1e6;
    sum.nodes += Nodes;
    sum.listeners += JSEventListeners;
  }
  return {...sum, heapMb: Math.round(sum.heapMb * 100) / 100};
}

/** @param {'chromium' | 'firefox'} name @returns {Promise<Tabs>} */
async function puppeteerTabs(name) {
  const lab = await Lab.start(undefined, name, {'dom.testing.testutils.enabled': true});
  const pid = lab.browser.process()?.pid ?? 0;
  /** @type {Page[]} */
  const pages = [];
  const collect = () => /** @type {any} */ (globalThis).TestUtils.gc();
  return {
    async open(address) {
      const {page, problems} = await lab.open(address, {width: 1280, height: 800});
      page.setDefaultTimeout(LIMIT_MS);
      pages.push(page);
      return {
        address,
        run: (use, ...args) => /** @type {any} */ (page.evaluate(use, ...args)),
        show: () => page.bringToFront(),
        problems: async () => problems,
      };
    },
    async held() {
      const counts = name === 'chromium' ? await counted(pages) : {};
      if (name === 'firefox') for (const page of pages) await page.evaluate(collect);
      return {memoryMb: memoryOf(pid), ...counts};
    },
    close: lab.close,
    sampleSeconds: 15,
  };
}

/** Runs in a page of WebKit, whose driver has no command for it: what the page sees of being hidden or shown. @param {boolean} hidden */
function setHidden(hidden) {
  const visibilityState = hidden ? 'hidden' : 'visible';
  Object.defineProperties(document, {
    hidden: {configurable: true, value: hidden},
    visibilityState: {configurable: true, value: visibilityState},
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

const N_ADDRESSES = 90; // WebKit allows 100 in ten seconds

/** Runs in a page. @param {number} n */
async function addAddresses(n) {
  for (let k = 0; k < n; k++) history.pushState(null, '', `#${k}`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

/** @returns {Promise<Tabs>} */
async function webkitTabs() {
  const whyNot = whyNoLowMemory();
  if (whyNot) console.log(`WebKit is measured without a collection: ${whyNot}`);
  const browser = await WebKit.start({givesBack: !whyNot});
  const isOwn = (/** @type {string} */ name) => name === 'MiniBrowser';
  const ownMb = () => memoryOf(browser.pid, isOwn);
  /** @type {string[]} */
  const handles = [];
  return {
    async open(address) {
      const handle = handles.length === 0 ? await browser.shown() : await browser.openWindow();
      handles.push(handle);
      await browser.resize(1280, 800);
      await browser.open(address);
      const run = async (/** @type {any} */ use, /** @type {any[]} */ ...args) => {
        await browser.show(handle);
        return browser.run(use, ...args);
      };
      const hide = async (/** @type {string} */ one, /** @type {boolean} */ hidden) => {
        await browser.show(one);
        await browser.run(setHidden, hidden);
      };
      return {
        address,
        run,
        async show() {
          for (const other of handles) if (other !== handle) await hide(other, true);
          await hide(handle, false);
        },
        async problems() {
          await browser.show(handle);
          return browser.problems();
        },
      };
    },
    async held() {
      await browser.giveBack();
      return {memoryMb: memoryOf(browser.pid, (name) => !isOwn(name)), ownMb: ownMb()};
    },
    async perAddress() {
      await browser.open('licenses.txt');
      const before = ownMb();
      await browser.run(addAddresses, N_ADDRESSES);
      return ((ownMb() - before) * 1024) / N_ADDRESSES;
    },
    close: browser.close,
    // it takes half a minute to give back what it does not need
    sampleSeconds: whyNot ? 15 : 30,
  };
}

/** @param {EngineName} name @returns {Promise<Tabs>} */
export const openTabs = (name) => (name === 'webkit' ? webkitTabs() : puppeteerTabs(name));
