// @ts-check
// The page's side of a learner's Python: loads it once, runs files in it, stops them, and starts it again
// when it has died.
import {labFile, labUrl} from '../../core/lab-files.js';
import {html} from '../../dom.js';
import {MOST_PRINTED, messageOf} from './answer.js';

/** @import {Message} from './answer.js' */
/** @import {Answer} from './python.js' */

/**
 * How a run ended: with an answer; or stopped by the learner, by the clock, or with its worker; or `moved`:
 * a page that embeds this one has put another document in the place of Python's, or removed it.
 *
 * @typedef {({type: 'done'} & Answer) | {type: 'stopped'} | {type: 'timeout', limitMs: number} | {type: 'moved'} |
 *   {type: 'died', message: string}} RunResult
 */

/** @typedef {'idle' | 'loading' | 'starting' | 'ready' | 'running' | 'failed'} SandboxState */

/**
 * session: the notebook that the run is a cell of; cells find all as the one before has left it.
 *
 * @typedef {{code: string, file?: string, steps?: any[], isMain?: boolean, session?: string, timeLimitMs?: number,
 *   onPrint?: (text: string) => void}} Request
 */

export const [DEFAULT_LIMIT_MS, MOST_LIMIT_MS, MOST_CELL_MS] = [5000, 30000, 600_000];
const [START_LIMIT_MS, RESTART_LIMIT_MS, SPAWN_LIMIT_MS] = [60000, 15000, 3000];
/** How long after its document the frame's script has had its turn. */
const BLOCKED_MS = 2000;
/** A timer that is later than this was held up by more than work: the machine slept. */
const LATE_MS = 10_000;

const FRAME = 'python/frame.js';
const ASSETS = {
  script: 'python/worker.js',
  wasm: 'python/python.wasm',
  library: 'python/library.bin',
  core: 'core.wasm',
};

/**
 * The frame's document. Its one script comes from our own origin, which the page's own policy allows too;
 * the frame's policy allows no other request. The page's policy holds in the frame as well: where it asks for
 * a nonce, the scripts of the page have it.
 *
 * @param {object} way
 * @param {{text: string, hash: string}} [way.stored] the script, which then needs no request
 * @param {boolean} [way.isByCors] a page with COEP may embed only what is fetched by CORS; and a server that sends no
 *   Access-Control-Allow-Origin, as those of many sites and of bundlers, answers this frame only without
 */
function frameDocument({stored, isByCors = false}) {
  const url = labUrl(FRAME).href;
  const nonce =
    /** @type {HTMLScriptElement | null} */ (document.querySelector('script[nonce]'))?.nonce ?? '';
  const from = stored ? `'sha256-${stored.hash}'` : url;
  const policy = `default-src 'none'; connect-src 'none'; script-src ${from} blob: 'wasm-unsafe-eval'; worker-src blob:`;
  const meta = html('meta', '', {'http-equiv': 'Content-Security-Policy', content: policy});
  const script = stored
    ? html('script', '', {}, stored.text)
    : html('script', '', {...(isByCors ? {crossorigin: ''} : {}), nonce, src: url});
  return `<!doctype html>${meta.outerHTML}${script.outerHTML}`;
}

/** Whether the site is kept for use without a network: a frame without an origin has no part in that. */
function isKept() {
  try {
    return Boolean(navigator.serviceWorker.controller) && labUrl('').origin === self.origin;
  } catch {
    return false; // no service workers, or a page that may not ask
  }
}

/** The frame's script, and the hash by which the page's policy allows it. @param {AbortSignal} signal */
async function keptScript(signal) {
  const bytes = await fetchBytes(FRAME, () => {}, signal);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return {text: new TextDecoder().decode(bytes), hash: btoa(String.fromCharCode(...digest))};
}

/**
 * How the frame can come by its script, in the order in which it is tried. WebKit loses what the page's `'self'` is
 * once the frame has a policy of its own, so there the text comes first: the policy of our pages has its hash.
 *
 * @param {AbortSignal} signal
 * @returns {(() => {isByCors: boolean} | Promise<{text: string, hash: string}>)[]}
 */
function waysToLoad(signal) {
  const byText = () => keptScript(signal);
  if (isKept()) return [byText];
  const order = globalThis.crossOriginIsolated ? [true, false] : [false, true];
  const byAddress = order.map((isByCors) => () => ({isByCors}));
  return globalThis.navigator?.vendor?.startsWith('Apple') ? [byText, ...byAddress] : byAddress;
}

/**
 * @param {string} name
 * @param {(bytes: number) => void} onBytes
 * @param {AbortSignal} signal ends the download
 * @returns {Promise<ArrayBuffer>}
 * @throws {Error} which file did not come, and what to do
 */
async function fetchBytes(name, onBytes, signal) {
  const chunks = [];
  try {
    const response = await labFile(name, {signal});
    if (!response.ok || !response.body) {
      throw new Error(`${response.status} ${response.statusText}`);
    }
    const reader = response.body.getReader();
    for (;;) {
      const {done, value} = await reader.read();
      if (done) break;
      chunks.push(value);
      onBytes(value.length);
    }
  } catch (error) {
    signal.throwIfAborted();
    const {message} = /** @type {Error} */ (error);
    throw new Error(
      `${labUrl(name)} could not be loaded, or not to its end. Try again, or reload the page. (${message})`,
    );
  }
  return new Blob(chunks).arrayBuffer();
}

/** Why a frame whose document has loaded says nothing. */
const blocked = () =>
  new Error(
    `${labUrl(FRAME)} could not be loaded in a frame. The policy of this page must allow it: ` +
      `script-src ${labUrl('').origin}`,
  );

/** The name of a run, which code in the worker cannot foresee. */
const secret = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('');

/** @param {number} most characters @param {(text: string) => void} onPrint */
function atMost(most, onPrint) {
  let left = most;
  return (/** @type {string} */ text) => {
    if (left > 0) onPrint(text.slice(0, left));
    left -= text.length;
  };
}

/**
 * Calls after a time in which the machine was awake. A timer that is much too late tells that it slept, and gave Python no
 * time either: Python gets its time once more, once, for in a hidden page every timer is late.
 *
 * @param {() => void} call
 * @param {number} ms
 * @returns {() => void} ends it
 */
function awakeTimeout(call, ms) {
  const due = Date.now() + ms;
  let timer = setTimeout(() => {
    if (Date.now() < due + LATE_MS) call();
    else timer = setTimeout(call, ms);
  }, ms);
  return () => clearTimeout(timer);
}

/** Rejects when the signal aborts; else never settles. @param {AbortSignal} signal @returns {Promise<never>} */
const aborted = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), {once: true});
  });

/**
 * A frame with the worker in it, and the page's end of its messages. Every listener, timer and download
 * that belongs to it ends with `end`.
 */
class Frame {
  #element = document.createElement('iframe');
  #end = new AbortController();
  signal = this.#end.signal;
  /** Those who wait for a message of a type. @type {Map<string, {resolve: () => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #onMessage;
  #ended = aborted(this.signal);

  /**
   * @param {(message: Message) => void} onMessage what nothing waits for
   * @param {() => void} onMoved when another document has taken the frame's place, or its page has removed it
   */
  constructor(onMessage, onMoved) {
    this.#onMessage = onMessage;
    this.#ended.catch(() => {}); // of those who wait there may be none
    const element = this.#element;
    element.setAttribute('sandbox', 'allow-scripts');
    element.setAttribute('aria-hidden', 'true');
    element.tabIndex = -1;
    element.hidden = true;
    element.title = 'Python';
    addEventListener('message', (event) => this.#listen(event), {signal: this.signal});
    const ways = waysToLoad(this.signal);
    let isAwaited = false;
    const removed = new MutationObserver(() => element.isConnected || onMoved());
    this.signal.addEventListener('abort', () => removed.disconnect());
    const show = (/** @type {Parameters<typeof frameDocument>[0]} */ way) => {
      isAwaited = true;
      element.srcdoc = frameDocument(way);
      if (element.isConnected) return;
      document.documentElement.append(element); // not to the body, which routers as Astro's replace
      removed.observe(document.documentElement, {childList: true});
    };
    const tryNext = () => {
      if (this.signal.aborted) return; // what was on its way has failed by that
      const refuse = (/** @type {Error} */ error) => this.#waiting.get('frame')?.reject(error);
      const way = ways.shift()?.();
      if (!way) return refuse(blocked());
      if (!(way instanceof Promise)) return show(way);
      way.then(
        (stored) => this.signal.aborted || show({stored}),
        (error) => (ways.length > 0 ? tryNext() : refuse(error)),
      );
    };
    const onLoad = () => {
      if (!isAwaited) return onMoved();
      isAwaited = false;
      setTimeout(() => this.#waiting.has('frame') && tryNext(), BLOCKED_MS);
    };
    element.addEventListener('load', onLoad, {signal: this.signal});
    tryNext();
  }

  /** @param {MessageEvent} event */
  #listen({source, data}) {
    if (source !== this.#element.contentWindow) return;
    const message = messageOf(data) ?? {type: 'broken', message: 'no message'};
    if (message.type === 'broken' && this.#waiting.size > 0) {
      const words = `a file that it needs is damaged, incomplete, or of another version. Try again, or reload the page. (${message.message})`;
      for (const {reject} of this.#waiting.values()) reject(new Error(words));
    } else if (this.#waiting.has(message.type)) {
      this.#waiting.get(message.type)?.resolve();
    } else {
      this.#onMessage(message);
    }
  }

  /** @param {any} message @param {Transferable[]} [transfer] */
  post(message, transfer = []) {
    this.#element.contentWindow?.postMessage(message, '*', transfer);
  }

  /**
   * @param {'frame' | 'spawned' | 'ready'} type
   * @param {number} limitMs
   * @param {Promise<unknown>} [begun] when the clock begins
   * @returns {Promise<void>} rejects after the limit, when Python breaks, and when the frame ends
   */
  async message(type, limitMs, begun = Promise.resolve()) {
    let stopClock = () => {};
    const answered = new Promise((resolve, reject) => {
      this.#waiting.set(type, {resolve: () => resolve(undefined), reject});
      begun.then(() => {
        if (!this.#waiting.has(type) || this.signal.aborted) return;
        const late = () => reject(new Error(`Python did not start within ${limitMs / 1000} s`));
        stopClock = awakeTimeout(late, limitMs);
      }, reject);
    });
    try {
      await Promise.race([answered, this.#ended]);
    } finally {
      stopClock();
      this.#waiting.delete(type);
    }
  }

  /** @param {Error} reason what those who wait for the frame get */
  end(reason) {
    this.#end.abort(reason);
    this.#element.remove();
  }
}

/** Why a start did not come to its end. */
class Closed extends Error {
  message = 'Python was closed before it had started';
}

/** One Python. Nothing is loaded before start() or run(). */
export class Sandbox {
  /** @type {Frame | null} */
  #frame = null;
  /** @type {SandboxState} */
  #state = 'idle';
  /** The newest start or restart: one that is not the newest changes nothing when it settles. @type {Promise<void> | null} */
  #started = null;
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
    return this.#started ?? this.#follow(this.#start());
  }

  /** Enters the state that a start ends in. @param {Promise<void>} starting @returns {Promise<void>} */
  #follow(starting) {
    const mine = starting.then(
      () => {
        if (this.#started !== mine) throw new Closed();
        this.#enter('ready');
      },
      (error) => {
        if (this.#started === mine) {
          this.#discard(error);
          this.#enter('failed');
        }
        throw error;
      },
    );
    mine.catch(() => {}); // start() and run() report it
    this.#started = mine;
    return mine;
  }

  async #start() {
    this.#enter('loading', 0);
    const frame = new Frame(
      (message) => this.#receive(message),
      () => this.#moved(),
    );
    this.#frame = frame;
    const loaded = this.#load(frame);
    const ready = frame.message('ready', START_LIMIT_MS, loaded);
    await Promise.race([loaded, ready]); // ready comes first only where it fails
    frame.signal.throwIfAborted();
    this.#enter('starting');
    await ready;
  }

  /**
   * The frame gets each file as it comes: Python's loader is parsed while Python itself is on its way.
   *
   * @param {Frame} frame
   */
  async #load(frame) {
    let [bytes, total] = [0, 16e6]; // an estimate: a server that compresses does not say
    const onBytes = (/** @type {number} */ n) => {
      bytes += n;
      total = Math.max(total, bytes);
      if (!frame.signal.aborted) this.#onState('loading', bytes / total);
    };
    const listens = frame.message('frame', START_LIMIT_MS);
    const load = async (/** @type {[string, string]} */ [name, file]) => {
      const message = {type: 'asset', name, bytes: await fetchBytes(file, onBytes, frame.signal)};
      await listens;
      frame.post(message, [message.bytes]);
    };
    await Promise.all([listens, ...Object.entries(ASSETS).map(load)]);
  }

  /** @param {Message} message that no start waits for */
  #receive(message) {
    // in a run, or after it: this worker is not to be used again
    if (message.type === 'broken') this.#cut({type: 'died', message: message.message});
    if (!('run' in message) || message.run !== this.#run?.id) return; // of a run that is over
    if (message.type === 'print') this.#run.onPrint(message.text);
    else if (message.isSpent) this.#cut(message);
    else this.#run.end(message);
  }

  /**
   * Runs a file, one at a time.
   *
   * @param {Request} request
   * @returns {Promise<RunResult>} rejects where Python cannot be started
   */
  async run({
    code,
    file,
    steps = [],
    isMain = false,
    session = '',
    timeLimitMs = DEFAULT_LIMIT_MS,
    onPrint = () => {},
  }) {
    const started = this.start();
    try {
      await started;
    } catch (error) {
      if (error instanceof Closed) return {type: 'stopped'};
      throw error;
    }
    if (this.#started !== started) return {type: 'stopped'}; // closed just now
    if (this.#run) throw new Error('Python is running already.');
    const limitMs = Math.min(Math.max(timeLimitMs, 100), session ? MOST_CELL_MS : MOST_LIMIT_MS);
    const id = secret();
    this.#enter('running');
    return new Promise((resolve) => {
      const stopClock = awakeTimeout(() => this.#cut({type: 'timeout', limitMs}), limitMs);
      const end = (/** @type {RunResult} */ result) => {
        stopClock();
        this.#run = null;
        if (result.type === 'done' && !result.isSpent) this.#enter('ready');
        resolve(result);
      };
      this.#run = {id, end, onPrint: atMost(MOST_PRINTED, onPrint)};
      this.#frame?.post({type: 'run', run: id, code, file, steps, isMain, session});
    });
  }

  /** Ends what runs; Python is there again within half a second. */
  stop() {
    if (this.#run) this.#cut({type: 'stopped'});
  }

  /** The worker ends with its run, and a new one begins. @param {RunResult} result */
  #cut(result) {
    const run = this.#run;
    this.#enter('starting');
    this.#follow(this.#restart());
    run?.end(result);
  }

  /** The frame is no longer ours: the next run begins with another. */
  #moved() {
    const run = this.#run;
    this.#discard(
      new Error('the page around has removed Python, or put another document in its place'),
    );
    this.#enter('idle');
    run?.end({type: 'moved'});
  }

  /** A new worker in the frame; where the frame has died with its worker, a new frame. */
  async #restart() {
    const frame = this.#frame;
    if (!frame) return this.#start();
    const spawned = frame.message('spawned', SPAWN_LIMIT_MS);
    const ready = frame.message('ready', RESTART_LIMIT_MS);
    frame.post({type: 'restart'});
    try {
      await Promise.all([spawned, ready]);
    } catch (error) {
      frame.signal.throwIfAborted();
      frame.end(/** @type {Error} */ (error));
      await this.#start();
    }
  }

  /** @param {Error} reason what those get who wait for its frame */
  #discard(reason) {
    this.#frame?.end(reason);
    this.#frame = null;
    this.#started = null;
  }

  /** Ends Python, its run and its start, and frees its memory. start() makes another. */
  close() {
    this.#discard(new Closed());
    this.#run?.end({type: 'stopped'});
    this.#enter('idle');
  }
}
