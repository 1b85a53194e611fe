// @ts-check
// The page's end of a worker, and where workers come from in a browser.
import {compileCore, coreBytes} from '../core/full-core.js';
import {isInside, labFile, labUrl} from '../core/lab-files.js';

/** @import {Command, Report} from './protocol.js' */

/** The parts of a Worker that are used. @typedef {Pick<Worker, 'postMessage' | 'terminate' |
 *   'onmessage' | 'onmessageerror' | 'onerror'>} WorkerLike */

/**
 * @typedef {object} Source where workers come from
 * @property {() => WorkerLike} makeWorker
 * @property {() => Promise<object>} loadModule the compiled core, once for all workers
 * @property {() => Promise<ArrayBuffer>} loadBytes the core for a worker that can take no module
 * @property {(lock: string) => Promise<void>} [ended] resolves when a worker's lock is released
 */

/** Seconds without a report after which a worker that should work is given up. */
const SILENCE_S = 15;
const SILENCE_AT_START_S = 60; // its script and the core are fetched meanwhile

const NOT_LOADED =
  'The worker could not be loaded; the page may forbid workers (worker-src in its policy), or ' +
  'worker.js is not beside the other scripts.';

/** The page's end of one worker: commands out, reports in, and one call when it is lost. */
export class Port {
  /** @type {(report: Report) => void} */
  onReport = () => {};
  /** @type {(why: string) => void} why: a sentence */
  onLost = () => {};

  #worker;
  #source;
  #coreSent;
  #isReady = false;
  #isEnded = false;
  #silence = 0;

  /** @param {Source} source @throws where no worker can be made */
  constructor(source) {
    this.#source = source;
    this.#worker = source.makeWorker();
    this.#worker.onmessage = ({data}) => this.#receive(data);
    this.#worker.onmessageerror = () => this.#lose('A message of the worker could not be read.');
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      const {message} = event;
      this.#lose(message ? `The worker stopped with an error: ${message}.` : NOT_LOADED);
    };
    this.#coreSent = source
      .loadModule()
      .then((module) => {
        try {
          this.#post({type: 'load', core: module});
        } catch {
          return this.#sendBytes(); // this browser does not clone modules
        }
      })
      .catch((error) => this.#lose(asSentence('The core could not be loaded', error)));
  }

  /**
   * Commands arrive in order, and after the core; after end() they are dropped.
   *
   * @param {Command} command
   */
  send(command) {
    this.#silence = 0;
    this.#coreSent
      .then(() => this.#post(command))
      .catch((error) => this.#lose(asSentence('A command could not be sent', error)));
  }

  end() {
    this.#isEnded = true;
    this.#worker.terminate();
  }

  /** To be called once a second while the worker should be at work. */
  tick() {
    this.#silence++;
    const limit = this.#isReady ? SILENCE_S : SILENCE_AT_START_S;
    // ticks are counted, not the clock: a laptop that slept has given its workers no time either
    if (this.#silence > limit) this.#lose(`The worker gave no sign of life for ${limit} seconds.`);
  }

  /**
   * @param {Command} command
   * @param {ArrayBuffer[]} [transfer]
   */
  #post(command, transfer = []) {
    if (!this.#isEnded) this.#worker.postMessage(command, transfer);
  }

  async #sendBytes() {
    const core = await this.#source.loadBytes();
    this.#post({type: 'load', core}, [core]);
  }

  /** @param {Report} report */
  #receive(report) {
    if (this.#isEnded) return;
    this.#silence = 0;
    if (report.type === 'ready') {
      this.#isReady = true;
      if (report.lock === undefined) return;
      this.#source.ended?.(report.lock).then(
        () => this.#lose('The worker has ended.'),
        () => {}, // no locks after all: silence will show its end
      );
    } else if (report.type === 'unreadable') {
      this.#sendBytes().catch((error) =>
        this.#lose(asSentence('The core could not be loaded', error)),
      );
    } else if (report.type === 'failed' && report.id === undefined) {
      this.#lose(asSentence('The core could not be started', report.error));
    } else {
      this.onReport(report);
    }
  }

  /** @param {string} why */
  #lose(why) {
    if (this.#isEnded) return;
    this.end();
    this.onLost(why);
  }
}

/** @param {string} what @param {unknown} error */
function asSentence(what, error) {
  const {message} = /** @type {{message?: unknown}} */ (error ?? {});
  const text = `${what}: ${message ?? error}`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** @returns {Source} */
export function browserSource() {
  return {
    makeWorker: () => makeWorker('worker.js'),
    loadModule: compileCore,
    loadBytes: coreBytes,
    ended: (lock) => navigator.locks.request(lock, () => {}),
  };
}

/**
 * A worker of a script. A browser starts none from another origin, and a sandboxed frame has an origin of its own,
 * which is not location's.
 *
 * @param {string} name of a file of lab/
 * @returns {WorkerLike}
 */
function makeWorker(name) {
  const url = labUrl(name);
  const isOwn = url.origin === self.origin && !isInside(name);
  return isOwn ? new Worker(url) : fetchedWorker(name);
}

/**
 * A worker of another origin's script: its text is fetched by CORS, as the page's own modules are, and the worker
 * is made of that. So the page may be isolated, and its policy may trust no host.
 *
 * @param {string} name
 * @returns {WorkerLike}
 */
function fetchedWorker(name) {
  const made = labFile(name).then(async (response) => {
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const address = URL.createObjectURL(await response.blob());
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // by then it has been read
    const {onmessage, onmessageerror, onerror} = late;
    return Object.assign(new Worker(address), {onmessage, onmessageerror, onerror});
  });
  made.catch(({message}) =>
    late.onerror?.call(
      /** @type {any} */ (late),
      new ErrorEvent('error', {message: `${labUrl(name)} could not be loaded: ${message}`}),
    ),
  );
  const whenMade = (/** @type {(worker: Worker) => void} */ use) => made.then(use, () => {});
  /** @type {WorkerLike} */
  const late = {
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (/** @type {any} */ ...message) =>
      whenMade((worker) => worker.postMessage(.../** @type {[any]} */ (message))),
    terminate: () => whenMade((worker) => worker.terminate()),
  };
  return late;
}
