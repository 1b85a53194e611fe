// Drives the built page in a real Chromium, the one that CHROME_PATH names or Debian's, and on request in
// a real Firefox, the one that FIREFOX_PATH names or Debian's ESR.
import assert from 'node:assert/strict';
import {accessSync, constants, mkdirSync, writeFileSync} from 'node:fs';
import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

import {CACHE, DIST} from '../../web/build/paths.js';
import {serve} from '../../web/build/serve.js';

/** @import {Browser, HTTPRequest, Page} from 'puppeteer-core' */
/**
 * @typedef {object} View how a page is looked at
 * @property {number} [width]
 * @property {number} [height]
 * @property {'light' | 'dark'} [scheme]
 * @property {boolean} [scripts] false: as in a browser with JavaScript switched off
 * @property {boolean} [reducedMotion]
 * @property {boolean} [folded] true: what the page folds away stays so; else it is opened, as by its reader
 * @property {(page: Page) => Promise<unknown>} [before] runs before the address is opened
 */
/** @typedef {{page: Page, problems: string[]}} Opened `problems` grows while the page lives */

export {CACHE, DIST};
export const SCREENSHOTS = path.join(CACHE, 'screenshots');
export const TEST_SITE = path.join(CACHE, 'site');
/** Pages that only tests open: each browser of the tests finds them at test/ beside the site. */
export const TEST_PAGES = path.join(TEST_SITE, 'test');

/**
 * Writes a page that only tests open.
 *
 * @param {string} name
 * @param {string} html
 */
export function writeTestPage(name, html) {
  mkdirSync(TEST_PAGES, {recursive: true});
  writeFileSync(path.join(TEST_PAGES, name), html);
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
];
// One picture of a long page is more than a viewer, or Chromium's own painter, can take.
const MAX_SHOT_HEIGHT = 10_000;

/** @type {Record<'chromium' | 'firefox', {variable: string, names: string[]}>} */
const BROWSERS = {
  chromium: {
    variable: 'CHROME_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
  firefox: {variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox']},
};

/** @param {'chromium' | 'firefox'} browser @returns {string | null} its program */
export function browserPath(browser) {
  const {variable, names} = BROWSERS[browser];
  const chosen = process.env[variable];
  if (chosen) return chosen;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const file of names.flatMap((name) => folders.map((folder) => path.join(folder, name)))) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not here
    }
  }
  return null;
}

/**
 * @param {'chromium' | 'firefox'} browser
 * @param {string} profile a folder of its own
 * @param {Record<string, any>} prefs more settings of Firefox
 */
function launch(browser, profile, prefs) {
  const executablePath = browserPath(browser);
  if (!executablePath) {
    throw new Error(`No ${browser} found: install it, or set ${BROWSERS[browser].variable}`);
  }
  // on a machine with other work a step of a test may take minutes
  const options = {executablePath, userDataDir: profile, protocolTimeout: 600_000};
  return browser === 'firefox'
    ? puppeteer.launch({
        ...options,
        browser,
        extraPrefsFirefox: {
          'browser.cache.disk.enable': true,
          // No second connection beside one that is slow to open: the spy would hear it.
          'network.http.connection-retry-timeout': 0,
          ...prefs,
        },
      })
    : puppeteer.launch({...options, args: FLAGS});
}

/** A browser of its own, with its own empty profile, on dist/ and the tests' pages, served from a free port. */
export class Lab {
  browser = /** @type {Browser} */ (/** @type {unknown} */ (undefined));
  /** the address of the site, with a slash at its end */
  url = '';
  /** @type {() => Promise<void>} */
  close = async () => {};
  isFirefox = false;

  /**
   * @param {string | string[]} [folder] what is served
   * @param {'chromium' | 'firefox'} [browser]
   * @param {Record<string, any>} [prefs] more settings of Firefox
   * @returns {Promise<Lab>}
   */
  static async start(folder = [DIST, TEST_SITE], browser = 'chromium', prefs = {}) {
    const lab = new Lab();
    mkdirSync(TEST_PAGES, {recursive: true});
    const profile = await mkdtemp(path.join(tmpdir(), 'poslab-browser-'));
    const {server, url} = await serve(folder);
    lab.url = url;
    lab.isFirefox = browser === 'firefox';
    lab.browser = await launch(browser, profile, prefs);
    lab.close = async () => {
      await lab.browser.close();
      server.closeAllConnections();
      server.close();
      await rm(profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
    };
    return lab;
  }

  /**
   * Opens a page of the site.
   *
   * @param {string} address relative to dist/
   * @param {View} [view]
   * @returns {Promise<Opened>}
   */
  async open(address, view = {}) {
    const {width = 1280, height = 900, scheme = 'light', scripts = true} = view;
    const page = await this.browser.newPage();
    const problems = collectProblems(page, this.url, scripts);
    await page.setViewport({width, height, deviceScaleFactor: 1});
    if (!this.isFirefox) {
      await page.setJavaScriptEnabled(scripts);
      await page.emulateMediaFeatures([
        {name: 'prefers-color-scheme', value: scheme},
        {name: 'prefers-reduced-motion', value: view.reducedMotion ? 'reduce' : 'no-preference'},
      ]);
    } else if (!scripts || scheme !== 'light' || view.reducedMotion) {
      throw new Error('Firefox has no command for scripts, colours or motion');
    }
    await view.before?.(page);
    await page.goto(new URL(address, this.url).href, {waitUntil: 'load'});
    if (!view.folded) {
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details.more')) one.setAttribute('open', '');
      });
    }
    return {page, problems};
  }

  /**
   * Opens a page that has nothing of ours, with the script of one element.
   *
   * @param {string} address relative to the site, in a folder below it
   * @param {string} tag
   * @param {(page: Page) => Promise<void>} use
   * @returns {Promise<void>} after the page has closed, and only where it met no problem
   */
  async withElement(address, tag, use) {
    const {page, problems} = await this.open(address);
    try {
      await page.addScriptTag({url: `../lab/${tag}.js`, type: 'module'});
      await page.evaluate((name) => customElements.whenDefined(name).then(() => {}), tag);
      await use(page);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  }
}

/**
 * Everything that must not happen on a page: errors on the console or thrown, requests that fail,
 * and requests to any other origin.
 *
 * @param {Page} page
 * @param {string} origin
 * @param {boolean} scripts false: scripts that are not loaded are no problem
 * @returns {string[]} filled as things happen
 */
function collectProblems(page, origin, scripts) {
  /** @type {string[]} */
  const problems = [];
  const isOwn = (/** @type {string} */ url) =>
    /^(data|blob|about):/.test(url) || url.startsWith(origin);
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) {
      problems.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) =>
    problems.push(`thrown: ${/** @type {Error} */ (error).stack ?? error}`),
  );
  page.on('request', (request) => {
    if (!isOwn(request.url())) problems.push(`foreign request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    if (!scripts && request.resourceType() === 'script') return;
    const reason = request.failure()?.errorText ?? '';
    // the spare Python that names a mistake may still load when the next check ends it
    if (/\/lab\/python\//.test(request.url()) && /ABORTED/.test(reason)) return;
    problems.push(`failed request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  return problems;
}

/**
 * Scrolls to the end in steps, so that whatever waits to come near the viewport does its work, and
 * then waits until every figure that can be seen has drawn (5 s at most).
 *
 * @param {Page} page
 * @param {{waitForFigures?: boolean}} [options]
 */
export async function scrollThrough(page, {waitForFigures = true} = {}) {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.8) {
      scrollTo({top: y, behavior: 'instant'});
      await frame();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });
  await page.waitForNetworkIdle({idleTime: 150, timeout: 60_000});
  if (waitForFigures) await figuresDrawn(page);
  await page.evaluate(() => {
    scrollTo({top: 0, behavior: 'instant'});
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  });
}

/** @param {Page} page */
async function figuresDrawn(page) {
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('main *')].every(
          (element) =>
            !('drawing' in element) || element.drawing !== null || !element.checkVisibility(),
        ),
      {timeout: 5_000},
    )
    .catch(() => {}); // a figure that never draws is reported by the tests of figures
}

/**
 * Where SCREENSHOTS=1 asks for it, writes the whole page to .cache/screenshots/<name>.png; a long one in parts,
 * <name>-1.png and on. A long page takes three seconds.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<string[]>} the files
 */
export async function screenshot(page, name) {
  if (!process.env.SCREENSHOTS) return [];
  await mkdir(SCREENSHOTS, {recursive: true});
  const {width, height} = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  const nParts = Math.ceil(height / MAX_SHOT_HEIGHT);
  const files = [];
  for (let part = 0; part < nParts; part++) {
    const y = part * MAX_SHOT_HEIGHT;
    const file = path.join(SCREENSHOTS, nParts === 1 ? `${name}.png` : `${name}-${part + 1}.png`);
    await page.screenshot({
      path: /** @type {`${string}.png`} */ (file),
      clip: {x: 0, y, width, height: Math.min(MAX_SHOT_HEIGHT, height - y)},
      captureBeyondViewport: true,
    });
    files.push(file);
  }
  return files;
}
