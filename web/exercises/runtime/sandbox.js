// @ts-check
// The page's side of the learner's realm: loads Python once, runs files in it, stops them, and starts
// it again when it has died.
import {MOST_PRINTED, messageOf} from './answer.js';

/** @import {Answer} from './python.js' */

/**
 * How a run ended: with an answer; or stopped by the learner, by the clock, or with its realm.
 *
 * @typedef {({type: 'done'} & Answer) | {type: 'stopped'} | {type: 'timeout', limitMs: number} |
 *   {type: 'died', message: string}} RunResult
 */

/** @typedef {'idle' | 'loading' | 'starting' | 'ready' | 'running' | 'failed'} SandboxState */

/** @typedef {{code: string, file?: string, steps?: any[], isMain?: boolean, timeLimitMs?: number,
 *   onPrint?: (text: string) => void}} Request */

export const [DEFAULT_LIMIT_MS, MOST_LIMIT_MS] = [5000, 30000];
const [START_LIMIT_MS, RESTART_LIMIT_MS, SPAWN_LIMIT_MS] = [60000, 15000, 3000];

const FRAME = 'python/frame.js';
const ASSETS = {
  script: 'python/realm.js',
  wasm: 'python/python.wasm',
  library: 'python/library.zip',
  core: 'core.wasm',
};

/**
 * The frame's document. Its one script comes from our own origin, which the page's own policy allows too;
 * after that nothing can be asked for.
 */
function frameDocument() {
  const url = new URL(FRAME, import.meta.url).href;
  const policy = `default-src 'none'; connect-src 'none'; script-src ${url} blob: 'wasm-unsafe-eval'; worker-src blob:`;
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script src="${url}"></script>`;
}

/**
 * @param {string} name
 * @param {(bytes: number) => void} onBytes
 * @returns {Promise<ArrayBuffer>}
 */
async function fetchBytes(name, onBytes) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok || !response.body) {
    throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  }
  const chunks = [];
  const reader = response.body.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    chunks.push(value);
    onBytes(value.length);
  }
  return new Blob(chunks).arrayBuffer();
}

/** What nobody in the realm can foresee. */
const secret = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('');

/**
 * @param {number} limitMs
 * @param {(settle: (error?: Error) => void) => void} listen
 * @param {Promise<unknown>} [begun] when the clock begins
 * @returns {Promise<void>} rejects after the limit, as it does when it is settled with an error
 */
function answered(limitMs, listen, begun = Promise.resolve()) {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`Python did not start within ${limitMs / 1000} s`));
    let timer = 0;
    begun.then(() => {
      timer = window.setTimeout(late, limitMs);
    }, reject);
    listen((error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** @param {number} most characters @param {(text: string) => void} onPrint */
function atMost(most, onPrint) {
  let left = most;
  return (/** @type {string} */ text) => {
    if (left > 0) onPrint(text.slice(0, left));
    left -= text.length;
  };
}

/** One realm of Python. Nothing is loaded before start() or run(). */
export class Sandbox {
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {SandboxState} */
  #state = 'idle';
  /** @type {Promise<void> | null} */
  #started = null;
  /** @type {((error?: Error) => void) | null} */
  #onStarted = null;
  /** @type {((error?: Error) => void) | null} */
  #onSpawned = null;
  /** @type {{id: string, end: (result: RunResult) => void, onPrint: (text: string) => void} | null} */
  #run = null;
  #onState;

  /**
   * @param {{onState?: (state: SandboxState, progress: number) => void}} [options] progress: the part of
   *   the bytes that has come
   */
  constructor({onState = () => {}} = {}) {
    this.#onState = onState;
  }

  get state() {
    return this.#state;
  }

  /** @param {SandboxState} state @param {number} [progress] */
  #enter(state, progress = 1) {
    this.#state = state;
    this.#onState(state, progress);
  }

  /** Loads Python; settles when it is ready, and rejects where it cannot be. @returns {Promise<void>} */
  start() {
    this.#started ??= this.#start().catch((error) => {
      this.close();
      this.#enter('failed');
      throw error;
    });
    return this.#started;
  }

  async #start() {
    this.#enter('loading', 0);
    const loaded = this.#load();
    const ready = this.#whenReady(START_LIMIT_MS, loaded);
    await Promise.race([loaded, ready]); // ready only where it fails
    this.#enter('starting');
    await ready;
    this.#enter('ready');
  }

  /** The frame gets each file as it comes: Python's loader is parsed while Python itself is on its way. */
  async #load() {
    let [bytes, total] = [0, 16e6]; // what it is about; a server that compresses does not say
    const onBytes = (/** @type {number} */ n) => {
      bytes += n;
      total = Math.max(total, bytes);
      if (this.#state === 'loading') this.#onState('loading', bytes / total);
    };
    const frame = this.#makeFrame();
    const load = async (/** @type {[string, string]} */ [name, file]) => {
      const message = {type: 'asset', name, bytes: await fetchBytes(file, onBytes)};
      (await frame).contentWindow?.postMessage(message, '*', [message.bytes]);
    };
    await Promise.all(Object.entries(ASSETS).map(load));
  }

  /** @returns {Promise<HTMLIFrameElement>} when it listens */
  #makeFrame() {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.setAttribute('aria-hidden', 'true');
    frame.tabIndex = -1;
    frame.hidden = true;
    frame.title = 'Python';
    frame.srcdoc = frameDocument();
    addEventListener('message', this.#listen);
    return new Promise((resolve) => {
      this.#onFrame = () => resolve(frame);
      this.#frame = frame;
      document.body.append(frame);
    });
  }

  #onFrame = () => {};

  #listen = (/** @type {MessageEvent} */ {source, data}) => {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    const message = messageOf(data);
    const run = this.#run;
    if (message?.type === 'frame') this.#onFrame();
    else if (message?.type === 'spawned') this.#onSpawned?.();
    else if (message?.type === 'ready') this.#onStarted?.();
    else if (!message || message.type === 'broken') this.#broken(message?.message ?? 'no message');
    else if (!run || message.run !== run.id)
      return; // of a run that is over
    else if (message.type === 'print') run.onPrint(message.text);
    else run.end(message);
  };

  /** @param {string} message */
  #broken(message) {
    if (this.#onStarted) this.#onStarted(new Error(message));
    else this.#cut({type: 'died', message}); // in a run, or after it: the realm is not to be used again
  }

  /** @param {any} message */
  #post(message) {
    this.#frame?.contentWindow?.postMessage(message, '*');
  }

  /** @param {number} limitMs @param {Promise<unknown>} [begun] @returns {Promise<void>} */
  #whenReady(limitMs, begun) {
    /** @type {((error?: Error) => void) | undefined} */
    let mine;
    const listen = (/** @type {(error?: Error) => void} */ settle) => {
      this.#onStarted = mine = settle;
    };
    return answered(limitMs, listen, begun).finally(() => {
      if (this.#onStarted === mine) this.#onStarted = null;
    });
  }

  /**
   * Runs a file, one at a time.
   *
   * @param {Request} request
   * @returns {Promise<RunResult>}
   */
  async run({
    code,
    file,
    steps = [],
    isMain = false,
    timeLimitMs = DEFAULT_LIMIT_MS,
    onPrint = () => {},
  }) {
    await this.start();
    if (this.#run) throw new Error('Python is running already.');
    const limitMs = Math.min(Math.max(timeLimitMs, 100), MOST_LIMIT_MS);
    const id = secret();
    this.#enter('running');
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#cut({type: 'timeout', limitMs}), limitMs);
      const end = (/** @type {RunResult} */ result) => {
        clearTimeout(timer);
        this.#run = null;
        if (result.type === 'done') this.#enter('ready');
        resolve(result);
      };
      this.#run = {id, end, onPrint: atMost(MOST_PRINTED, onPrint)};
      this.#post({type: 'run', run: id, code, file, steps, isMain});
    });
  }

  /** Ends what runs; Python is there again within half a second. */
  stop() {
    if (this.#run) this.#cut({type: 'stopped'});
  }

  /** The realm ends with its run, and a new one begins. @param {RunResult} result */
  #cut(result) {
    const run = this.#run;
    this.#enter('starting');
    this.#started = this.#restart().then(
      () => this.#enter('ready'),
      (error) => {
        this.close();
        this.#enter('failed');
        throw error;
      },
    );
    this.#started.catch(() => {}); // told by start() and run()
    run?.end(result);
  }

  /** A new worker in the frame; where the frame has died with its worker, a new frame. */
  async #restart() {
    const ready = this.#whenReady(RESTART_LIMIT_MS);
    const spawned = answered(SPAWN_LIMIT_MS, (settle) => {
      this.#onSpawned = settle;
    });
    this.#post({type: 'restart'});
    try {
      await Promise.all([spawned, ready]);
    } catch {
      this.#discard();
      await this.#start();
    }
  }

  #discard() {
    removeEventListener('message', this.#listen);
    this.#frame?.remove();
    this.#frame = null;
    this.#onStarted = null;
    this.#onSpawned = null;
  }

  /** Gives up the realm and its memory. start() makes another. */
  close() {
    this.#discard();
    this.#started = null;
    this.#run?.end({type: 'stopped'});
    this.#enter('idle');
  }
}
