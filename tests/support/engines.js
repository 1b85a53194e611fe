// The three engines by the same few commands: open a page, run something in it, ask what went wrong.
import {browserPath, Lab} from './browser.js';
import {WebKit, whyNoWebKit} from './webkit.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {'chromium' | 'firefox' | 'webkit'} EngineName */
/**
 * @typedef {object} Engine
 * @property {(address: string) => Promise<unknown>} open relative to the site; the page before is closed
 * @property {<A extends any[], R>(use: (...args: A) => R, ...args: A) => Promise<Awaited<R>>} run in the page
 * @property {() => Promise<string[]>} problems of the page
 * @property {() => Promise<void>} close
 */

/** @type {readonly EngineName[]} */
export const ENGINES = ['chromium', 'firefox', 'webkit'];

/** What a ResizeObserver reports where an element changed its size again: every engine goes on in the next frame. */
const HARMLESS = /ResizeObserver loop/;

/** @param {EngineName} name @returns {string} why it cannot be tested here; '' where it can */
export function whyNot(name) {
  if (name === 'webkit') return whyNoWebKit();
  return name === 'firefox' && !browserPath(name)
    ? 'Firefox is not here: install firefox-esr, or set FIREFOX_PATH'
    : '';
}

/** @param {EngineName} name @returns {Promise<Engine>} */
export async function startEngine(name) {
  if (name === 'webkit') {
    const browser = await WebKit.start();
    await browser.resize(1280);
    return {
      open: (address) => browser.open(address),
      run: (use, ...args) => browser.run(use, ...args),
      problems: async () => (await browser.problems()).filter((one) => !HARMLESS.test(one)),
      close: browser.close,
    };
  }
  const lab = await Lab.start(undefined, name);
  /** @type {{page: Page, problems: string[]} | undefined} */
  let opened;
  return {
    async open(address) {
      await opened?.page.close();
      opened = await lab.open(address, {folded: true});
      opened.page.setDefaultTimeout(120_000);
    },
    run: (use, ...args) => /** @type {any} */ (opened?.page.evaluate(use, ...args)),
    problems: async () => (opened?.problems ?? []).filter((one) => !HARMLESS.test(one)),
    close: lab.close,
  };
}
