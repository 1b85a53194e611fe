// @ts-check
// The page's side of the learner's realm: loads Python once, runs files in it, stops them, and starts
// it again when it has died.
/** @import {Answer} from './realm/python.js' */

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
const MOST_BYTES = 256 * 2 ** 20;
const [START_LIMIT_MS, RESTART_LIMIT_MS] = [60000, 8000];

const ASSETS = {wasm: 'python/python.wasm', library: 'python/library.zip', core: 'core.wasm'};
const [SCRIPT, FRAME] = ['python/realm.js', 'python/frame.js'];

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
  /** @type {{id: number, end: (result: RunResult) => void, onPrint: (text: string) => void} | null} */
  #run = null;
  #lastRun = 0;
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
    const [assets, frame] = await Promise.all([this.#load(), this.#makeFrame()]);
    this.#frame = frame;
    this.#enter('starting');
    const ready = this.#whenReady(START_LIMIT_MS);
    const {wasm, library, core} = assets;
    this.#post({type: 'assets', ...assets, mostBytes: MOST_BYTES}, [wasm, library, core]);
    await ready;
    this.#enter('ready');
  }

  async #load() {
    let [bytes, total] = [0, 16e6]; // what it is about; a server that compresses does not say
    const onBytes = (/** @type {number} */ n) => {
      bytes += n;
      total = Math.max(total, bytes);
      this.#onState('loading', bytes / total);
    };
    const [script, ...buffers] = await Promise.all([
      fetchBytes(SCRIPT, onBytes),
      ...Object.values(ASSETS).map((name) => fetchBytes(name, onBytes)),
    ]);
    const [wasm, library, core] = buffers;
    return {wasm, library, core, script: new TextDecoder().decode(script)};
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
    if (!this.#frame || source !== this.#frame.contentWindow || !data) return;
    const run = this.#run;
    if (data.type === 'frame') this.#onFrame();
    else if (data.type === 'ready') this.#onStarted?.();
    else if (data.type === 'broken') this.#broken(String(data.message));
    else if (!run || data.run !== run.id)
      return; // of a run that is over
    else if (data.type === 'print') run.onPrint(String(data.text));
    else if (data.type === 'done') run.end(data);
  };

  /** @param {string} message */
  #broken(message) {
    if (this.#onStarted) this.#onStarted(new Error(message));
    else if (this.#run) this.#cut({type: 'died', message});
  }

  /** @param {any} message @param {Transferable[]} [transfer] */
  #post(message, transfer = []) {
    this.#frame?.contentWindow?.postMessage(message, '*', transfer);
  }

  /** @param {number} limitMs @returns {Promise<void>} */
  #whenReady(limitMs) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#onStarted?.(new Error(`Python did not start within ${limitMs / 1000} s`)),
        limitMs,
      );
      this.#onStarted = (error) => {
        clearTimeout(timer);
        this.#onStarted = null;
        if (error) reject(error);
        else resolve();
      };
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
    const id = ++this.#lastRun;
    this.#enter('running');
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#cut({type: 'timeout', limitMs}), limitMs);
      const end = (/** @type {RunResult} */ result) => {
        clearTimeout(timer);
        this.#run = null;
        if (result.type === 'done') this.#enter('ready');
        resolve(result);
      };
      this.#run = {id, end, onPrint};
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
    this.#started = this.#whenReady(RESTART_LIMIT_MS).then(
      () => this.#enter('ready'),
      (error) => {
        this.close(); // the frame has died too: the next start makes a new one
        this.#enter('failed');
        throw error;
      },
    );
    this.#started.catch(() => {}); // told by start() and run()
    this.#post({type: 'restart'});
    run?.end(result);
  }

  /** Gives up the realm and its memory. start() makes another. */
  close() {
    removeEventListener('message', this.#listen);
    this.#frame?.remove();
    this.#frame = null;
    this.#run?.end({type: 'stopped'});
    this.#started = null;
    this.#onStarted = null;
    this.#enter('idle');
  }
}
