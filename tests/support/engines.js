// The three engines by the same few commands: open a page, run something in it, ask what went wrong.
import {browserPath, Lab} from './browser.js';
import {serveFaulty} from './faulty-site.js';
import {WebKit, whyNoWebKit} from './webkit.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Faults} from './faulty-site.js' */
/** @typedef {'chromium' | 'firefox' | 'webkit'} EngineName */
/**
 * @typedef {object} Engine
 * @property {() => string} url of the site, with a slash at its end
 * @property {(address: string) => Promise<unknown>} open relative to the site; the page before is closed
 * @property {<A extends any[], R>(use: (...args: A) => R, ...args: A) => Promise<Awaited<R>>} run in the page
 * @property {() => Promise<string[]>} problems of the page
 * @property {number} pid of a process that has started all of its processes
 * @property {() => Promise<void>} close
 */

/** ENGINE=webkit asks for one alone. */
export const ENGINES = /** @type {const} */ (['chromium', 'firefox', 'webkit']).filter(
  (name) => !process.env.ENGINE || name === process.env.ENGINE,
);

/** What a ResizeObserver reports where an element changed its size again: every engine goes on in the next frame. */
const HARMLESS = /ResizeObserver loop/;

/** @param {EngineName} name @returns {string} why it cannot be tested here; '' where it can */
export function whyNot(name) {
  if (name === 'webkit') return whyNoWebKit();
  return name === 'firefox' && !browserPath(name)
    ? 'Firefox is not here: install firefox-esr, or set FIREFOX_PATH'
    : '';
}

/** @param {string} userAgent @returns {string} such as 'Firefox 128.0' */
export function nameOf(userAgent) {
  const [, name, version] = userAgent.match(/(Firefox|Chrome|Version)\/([\d.]+)/) ?? [
    '',
    userAgent,
    '',
  ];
  const names = {Chrome: 'Chromium', Version: 'WebKit, Safari'};
  return `${names[/** @type {keyof typeof names} */ (name)] ?? name} ${version}`.trim();
}

/** @param {EngineName} name @returns {Promise<Engine>} */
export async function startEngine(name) {
  return name === 'webkit' ? startWebKit() : startLab(name);
}

/**
 * An engine whose site has the faults of `faults`.
 *
 * @param {EngineName} name
 * @returns {Promise<Engine & {faults: Faults}>}
 */
export async function startFaultyEngine(name) {
  const engine = await startEngine(name);
  const {url, faults, close} = await serveFaulty(engine.url());
  return {
    ...engine,
    faults,
    open: (address) => engine.open(new URL(address, url).href),
    async close() {
      await engine.close();
      close();
    },
  };
}

/** @returns {Promise<Engine>} */
async function startWebKit() {
  const browser = await WebKit.start();
  await browser.resize(1280);
  return {
    url: () => browser.url,
    open: (address) => browser.open(address),
    run: (use, ...args) => browser.run(use, ...args),
    problems: async () => (await browser.problems()).filter((one) => !HARMLESS.test(one)),
    pid: browser.pid,
    close: browser.close,
  };
}

/** @param {'chromium' | 'firefox'} name @returns {Promise<Engine>} */
async function startLab(name) {
  const lab = await Lab.start(undefined, name);
  /** @type {{page: Page, problems: string[]} | undefined} */
  let opened;
  return {
    url: () => lab.url,
    async open(address) {
      await opened?.page.close();
      opened = await lab.open(address, {folded: true});
      opened.page.setDefaultTimeout(120_000);
    },
    run: (use, ...args) => /** @type {any} */ (opened?.page.evaluate(use, ...args)),
    problems: async () => (opened?.problems ?? []).filter((one) => !HARMLESS.test(one)),
    pid: lab.browser.process()?.pid ?? 0,
    close: lab.close,
  };
}
