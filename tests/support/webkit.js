// WebKit on the built site: Debian's WebKitWebDriver and MiniBrowser, on a screen of Xvfb, by the commands of WebDriver.
import {spawn} from 'node:child_process';
import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import path from 'node:path';

import {startInNamespace} from './low-memory.js';
import {problemsScript, serveWatched} from './watched-site.js';

/** @import {ChildProcess} from 'node:child_process' */
/** @import {AddressInfo} from 'node:net' */

const LIBRARIES = '/usr/lib';
const LIMIT_MS = 120_000;

/** @param {string} name of a program @returns {boolean} */
const isOnPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)));

/** @returns {string | undefined} the browser that the driver starts: it is not on the PATH */
function miniBrowser() {
  if (!existsSync(LIBRARIES)) return undefined;
  return readdirSync(LIBRARIES)
    .flatMap((platform) => ['4.1', '4.0'].map((api) => `${platform}/webkit2gtk-${api}`))
    .map((folder) => path.join(LIBRARIES, folder, 'MiniBrowser'))
    .find((file) => existsSync(file));
}

/** @returns {string} why there is no WebKit here; '' where there is one */
export function whyNoWebKit() {
  const missing = ['WebKitWebDriver', 'Xvfb'].filter((name) => !isOnPath(name));
  if (missing.length === 0 && !miniBrowser()) missing.push('MiniBrowser');
  if (missing.length === 0) return '';
  return `WebKit is not here (${missing.join(', ')}): install webkit2gtk-driver and xvfb`;
}

/** A screen on a free number. @returns {Promise<{screen: ChildProcess, display: string}>} */
async function startScreen() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, {stdio: ['ignore', 'ignore', 'ignore', 'pipe']});
  const number = await new Promise((resolve, reject) => {
    screen.stdio[3]?.once('data', (text) => resolve(String(text).trim()));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)));
  });
  return {screen, display: `:${number}`};
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const {port} = /** @type {AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** A WebKit of its own, without a profile, on the site. */
export class WebKit {
  /** the address of the site, with a slash at its end */
  url = '';
  /** @type {() => Promise<void>} */
  close = async () => {};
  /** of the driver, whose children are the browser's processes */
  pid = 0;
  /** Gives back what is not needed any more, where start() has it. @type {() => Promise<void>} */
  giveBack = async () => {};
  #driver = '';
  #session = '';

  /**
   * @param {{givesBack?: boolean}} [options] givesBack: with giveBack(), for which whyNoLowMemory() must be ''
   * @returns {Promise<WebKit>}
   */
  static async start({givesBack = false} = {}) {
    const browser = new WebKit();
    const site = await serveWatched();
    const {screen, display} = await startScreen();
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // as root
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
    const args = [`--port=${port}`, '--host=127.0.0.1'];
    const started = givesBack
      ? startInNamespace('WebKitWebDriver', args, {env, stdio: 'ignore'})
      : null;
    const driver = started?.child ?? spawn('WebKitWebDriver', args, {env, stdio: 'ignore'});
    if (started) browser.giveBack = started.haveLowMemory;
    browser.pid = driver.pid ?? 0;
    browser.url = site.url;
    browser.#driver = `http://127.0.0.1:${port}`;
    browser.close = async () => {
      if (browser.#session) await browser.#call('DELETE', '').catch(() => {});
      driver.kill();
      screen.kill();
      site.close();
      started?.end();
    };
    try {
      await browser.#open();
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  async #open() {
    for (let k = 0; k < 100; k++) {
      if (await fetch(`${this.#driver}/status`).catch(() => null)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const options = {binary: miniBrowser(), args: ['--automation']};
    const alwaysMatch = {browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options};
    const {sessionId} = await this.#call('POST', 'session', {capabilities: {alwaysMatch}});
    this.#session = `/session/${sessionId}`;
    await this.#call('POST', '/timeouts', {script: LIMIT_MS, pageLoad: LIMIT_MS});
  }

  /** @param {string} method @param {string} command @param {any} [body] */
  async #call(method, command, body) {
    const at = this.#session + (this.#session ? command : `/${command}`);
    const response = await fetch(this.#driver + at, {
      method,
      headers: {'content-type': 'application/json'},
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(2 * LIMIT_MS),
    });
    const {value} = await response.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /** @param {string} address relative to the site */
  open(address) {
    return this.#call('POST', '/url', {url: new URL(address, this.url).href});
  }

  /** A page in a window of its own. @returns {Promise<string>} what show() takes */
  async openWindow() {
    const {handle} = await this.#call('POST', '/window/new', {type: 'window'});
    await this.show(handle);
    return handle;
  }

  /** The commands after this one are for that page. @param {string} handle */
  show(handle) {
    return this.#call('POST', '/window', {handle});
  }

  /** @returns {Promise<string>} the page that commands are for */
  shown() {
    return this.#call('GET', '/window');
  }

  /** The window's size; MiniBrowser's own buttons need 447 pixels. @param {number} width @param {number} [height] */
  resize(width, height = 900) {
    return this.#call('POST', '/window/rect', {x: 0, y: 0, width, height});
  }

  /**
   * Runs a function in the page.
   *
   * @template {any[]} A
   * @template R
   * @param {(...args: A) => R} use which sees nothing from outside but its arguments
   * @param {A} args
   * @returns {Promise<Awaited<R>>}
   */
  async run(use, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${use})(...[...arguments].slice(0, -1)))()
        .then((value) => done({value}), (error) => done({error: error + '\\n' + error?.stack}));`;
    const {value, error} = await this.#call('POST', '/execute/async', {script, args});
    if (error) throw new Error(error);
    return value;
  }

  /** What went wrong on the page since it was opened. @returns {Promise<string[]>} */
  problems() {
    return this.run(problemsScript);
  }

  /** @param {string} file */
  async screenshot(file) {
    writeFileSync(file, Buffer.from(await this.#call('GET', '/screenshot'), 'base64'));
  }
}
