// @ts-check
import {failureOf} from './protocol.js';

/** @import {Command, Report} from './protocol.js' */

/** The parts of a Worker that are used. @typedef {Pick<Worker, 'postMessage' | 'terminate' |
 *   'onmessage' | 'onmessageerror' | 'onerror'>} WorkerLike */

/**
 * @typedef {object} Source where workers come from
 * @property {() => WorkerLike} makeWorker
 * @property {() => Promise<object>} loadModule the compiled core, once for all workers
 * @property {() => Promise<ArrayBuffer>} loadBytes the core for a worker that can take no module
 * @property {(lock: string) => Promise<void>} [ended] resolves when a worker's lock is let go
 */

/** Seconds without a sign of life after which a worker that should work is given up. */
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
  #loaded;
  #isReady = false;
  #isEnded = false;
  #silence = 0;

  /** @param {Source} source @throws where no worker can be made */
  constructor(source) {
    this.#source = source;
    this.#worker = source.makeWorker();
    this.#worker.onmessage = ({data}) => this.#hear(data);
    this.#worker.onmessageerror = () => this.#lose('A message of the worker could not be read.');
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      const {message} = event;
      this.#lose(message ? `The worker stopped with an error: ${message}.` : NOT_LOADED);
    };
    this.#loaded = source
      .loadModule()
      .then((module) => this.#sendCore(module))
      .catch((error) => this.#lose(`The core could not be loaded: ${failureOf(error).message}.`));
  }

  /**
   * Commands arrive in order, and after the core.
   *
   * @param {Command} command
   * @param {ArrayBuffer[]} [transfer]
   */
  send(command, transfer = []) {
    this.#silence = 0;
    this.#loaded.then(() => {
      if (!this.#isEnded) this.#worker.postMessage(command, transfer);
    });
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

  /** @param {object} module */
  #sendCore(module) {
    if (this.#isEnded) return;
    try {
      this.#worker.postMessage({type: 'load', core: module});
    } catch {
      return this.#sendBytes(); // this browser does not clone modules
    }
  }

  async #sendBytes() {
    const core = await this.#source.loadBytes();
    if (!this.#isEnded) this.#worker.postMessage({type: 'load', core}, [core]);
  }

  /** @param {Report} report */
  #hear(report) {
    if (this.#isEnded) return;
    this.#silence = 0;
    if (report.type === 'ready') return this.#listen(report.lock);
    if (report.type === 'unreadable') {
      this.#sendBytes().catch((error) => this.#lose(failureOf(error).message));
      return;
    }
    if (report.type === 'failed' && report.id === undefined) {
      this.#lose(`The core could not be started: ${report.error.message}.`);
      return;
    }
    this.onReport(report);
  }

  /** @param {string} [lock] */
  #listen(lock) {
    this.#isReady = true;
    if (lock === undefined) return;
    this.#source.ended?.(lock).then(
      () => this.#lose('The worker has ended.'),
      () => {}, // no locks after all: silence tells, later
    );
  }

  /** @param {string} why */
  #lose(why) {
    if (this.#isEnded) return;
    this.end();
    this.onLost(why);
  }
}
