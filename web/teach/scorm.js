// @ts-check
// A session of a learner for a learning management system, by SCORM 1.2 or SCORM 2004. Nothing is written before the
// learner has done something but that the attempt has begun.
import {isoDuration} from './xapi.js';

/** @import {Session} from './session.js' */

/** @typedef {'1.2' | '2004'} Version */

const NAMES = {
  1.2: {
    api: 'API',
    ...{initialize: 'LMSInitialize', get: 'LMSGetValue', set: 'LMSSetValue'},
    ...{commit: 'LMSCommit', finish: 'LMSFinish', error: 'LMSGetLastError'},
    ...{entry: 'cmi.core.entry', exit: 'cmi.core.exit', time: 'cmi.core.session_time'},
    ...{score: 'cmi.core.score', most: 4096},
  },
  2004: {
    api: 'API_1484_11',
    ...{initialize: 'Initialize', get: 'GetValue', set: 'SetValue'},
    ...{commit: 'Commit', finish: 'Terminate', error: 'GetLastError'},
    ...{entry: 'cmi.entry', exit: 'cmi.exit', time: 'cmi.session_time'},
    ...{score: 'cmi.score', most: 64_000},
  },
};
/** Frames of an LMS are not nested deeper. */
const MOST_FRAMES = 50;

/**
 * The object of the LMS, in a window around this one or in those around the window that opened it.
 *
 * @param {Window} from
 * @param {Version} version
 * @returns {any | null} null where there is none that this page may read
 */
export function findApi(from, version) {
  const {api} = NAMES[version];
  /** @param {Window | null} start */
  const above = (start) => {
    let frame = start;
    for (let k = 0; frame && k < MOST_FRAMES; k++) {
      try {
        if (/** @type {any} */ (frame)[api]) return /** @type {any} */ (frame)[api];
      } catch {
        // of another origin: what is around it may not be
      }
      if (frame.parent === frame) break;
      frame = frame.parent;
    }
    return null;
  };
  return above(from) ?? above(from.top?.opener ?? from.opener);
}

/** @param {number} seconds @returns {string} HHHH:MM:SS.SS */
export function timespan(seconds) {
  const hundredths = Math.min(Math.max(0, Math.round(seconds * 100)), 9999 * 360_000 + 359_999);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, '0')}`;
}

export class Scorm {
  #api;
  #names;
  #version;
  #session;
  #began = performance.now();
  #isOpen = false;
  /** Exercises whose code the LMS has no space for. @type {string[]} */
  dropped = [];

  /** @param {any} api @param {Version} version @param {Session} session */
  constructor(api, version, session) {
    this.#api = api;
    this.#version = version;
    this.#names = NAMES[version];
    this.#session = session;
  }

  /** Of this session. */
  get seconds() {
    return (performance.now() - this.#began) / 1000;
  }

  /**
   * Begins, and takes what was saved at the last time.
   *
   * @throws {Error} where the LMS refuses
   */
  open() {
    const {initialize, get} = this.#names;
    if (String(this.#api[initialize]('')) !== 'true') throw new Error(this.#failure(initialize));
    this.#isOpen = true;
    const status = String(this.#api[get](this.#statusName));
    const saved = String(this.#api[get]('cmi.suspend_data') ?? '');
    if (saved) this.#session.restore(saved);
    // the attempt is recorded as begun; one that was passed before stays so
    if (['', 'not attempted', 'unknown'].includes(status)) {
      this.#set(this.#statusName, 'incomplete');
      this.#commit();
    }
  }

  get #statusName() {
    return this.#version === '1.2' ? 'cmi.core.lesson_status' : 'cmi.completion_status';
  }

  /** Writes how far the learner is. */
  report() {
    if (!this.#isOpen) return;
    const {status, score, progress} = this.#session.report;
    this.#saveWork();
    if (status === 'not attempted') return;
    if (score !== null) {
      const {score: name} = this.#names;
      const raw = String(Math.round(10_000 * score) / 100);
      for (const [field, value] of [['min', '0'], ['max', '100'], ['raw', raw]]) this.#set(`${name}.${field}`, value); // biome-ignore format: one thought
      if (this.#version === '2004')
        this.#set(`${name}.scaled`, String(Math.round(1e4 * score) / 1e4));
    }
    if (this.#version === '1.2') this.#set(this.#statusName, status);
    else {
      this.#set('cmi.progress_measure', String(Math.round(1e4 * progress) / 1e4));
      this.#set(this.#statusName, status === 'incomplete' ? 'incomplete' : 'completed');
      if (status === 'passed' || status === 'failed') this.#set('cmi.success_status', status);
    }
    this.#commit();
  }

  #saveWork() {
    const {text, dropped} = this.#session.save(this.#names.most, this.seconds);
    this.dropped = dropped;
    const {isTouched, isDone, code} = this.#session;
    if (isTouched || isDone || Object.keys(code).length > 0) this.#set('cmi.suspend_data', text);
  }

  /** Ends the session, once. */
  close() {
    if (!this.#isOpen) return;
    const {exit, time, finish} = this.#names;
    this.#isOpen = false;
    const spent = this.#version === '1.2' ? timespan(this.seconds) : isoDuration(this.seconds);
    try {
      this.#saveWork();
      this.#set(time, spent);
      this.#set(exit, 'suspend'); // what was saved is there at the next time
      this.#commit();
    } finally {
      this.#api[finish]('');
    }
  }

  /** @param {string} name @param {string} value */
  #set(name, value) {
    const {set} = this.#names;
    if (String(this.#api[set](name, value)) !== 'true')
      throw new Error(this.#failure(`${set}("${name}", "${value.slice(0, 40)}")`));
  }

  #commit() {
    this.#api[this.#names.commit]('');
  }

  /** @param {string} call */
  #failure(call) {
    return `The learning management system refused ${call}: its error is ${this.#api[this.#names.error]()}.`;
  }
}
