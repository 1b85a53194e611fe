// @ts-check
// Every check of an exercise, kept in the browser: when, what came of it, how long it took, and the code. Code that gave
// way to other code is kept among them.

import {hasManyAccents} from '../shown.js';
import {browserStorage, isName, MOST_ENTRIES, ATTEMPTS as PREFIX} from './store.js';

/** @import {Verdict} from '../grading/grader.js' */

/**
 * @typedef {object} Attempt
 * @property {string} at when, ISO 8601
 * @property {Verdict['status'] | 'kept'} status kept: it was not checked
 * @property {string} sentence of the verdict
 * @property {number} seconds of work since the attempt before it
 * @property {string} code
 */

const MOST = 20; // of an exercise
const MOST_KEPT = 5; // of those, what was not checked
const [MOST_CODE, MOST_SENTENCE, MOST_SECONDS] = [50_000, 1000, 1e6];
export const STATUSES = ['pass', 'partial', 'fail', 'error'];
/** Days until an exercise that failed comes again: at first, and after each pass that was due. */
export const DAYS = [1, 3, 7, 21, 60];
const DAY_MS = 86_400_000;

/** @param {any} one @returns {Attempt[]} a list of one; empty where it is no attempt */
function cleaned(one) {
  const isAttempt =
    typeof one?.code === 'string' &&
    typeof one.sentence === 'string' &&
    !hasManyAccents(one.code + one.sentence) &&
    [...STATUSES, 'kept'].includes(one.status) &&
    Number.isFinite(Date.parse(one.at));
  if (!isAttempt) return [];
  const {at, status, sentence, seconds, code} = one;
  const used = Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MOST_SECONDS) : 0;
  return [
    {
      at: new Date(at).toISOString(),
      status,
      sentence: sentence.slice(0, MOST_SENTENCE),
      seconds: Math.round(used),
      code: code.slice(0, MOST_CODE),
    },
  ];
}

/** @param {string | null | undefined} text @returns {Attempt[]} what can be read of it */
function readAttempts(text) {
  try {
    const list = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.flatMap(cleaned).slice(-MOST) : [];
  } catch {
    return []; // damaged: the code itself is kept elsewhere
  }
}

/** Years of more than four digits do not sort as texts. @param {string} a @param {string} b ISO 8601 */
const isBefore = (a, b) => Date.parse(a) < Date.parse(b);

export class Attempts {
  #storage;
  /** @type {Map<string, Attempt[]>} what could not be kept, for as long as the page lives */
  #lists = new Map();
  /** What was read last, by exercise. @type {Map<string, {text: string, list: Attempt[]}>} */
  #read = new Map();

  /** @param {Storage | null} [storage] null: nothing is kept */
  constructor(storage = browserStorage()) {
    this.#storage = storage;
  }

  /** @param {string} id @returns {Attempt[]} oldest first */
  of(id) {
    return [...(this.#lists.get(id) ?? this.#kept(id))];
  }

  /** What the storage has: it is read again only where it is another. @param {string} id */
  #kept(id) {
    const text = this.#storage?.getItem(PREFIX + id) ?? '';
    const known = this.#read.get(id);
    if (known?.text === text) return known.list;
    const list = readAttempts(text || '[]');
    this.#read.set(id, {text, list});
    return list;
  }

  /** Keeps code that gives way to other code, unless a check has kept it. @param {string} id @param {string} code @param {string} sentence why */
  putAway(id, code, sentence) {
    if (this.of(id).some((one) => one.code === code)) return;
    this.add(id, {at: new Date().toISOString(), status: 'kept', sentence, seconds: 0, code});
  }

  /** @param {string} id @param {Attempt} attempt */
  add(id, attempt) {
    this.#keep(id, [...this.of(id), ...cleaned(attempt)]);
  }

  /** Of every exercise, for a file. @returns {Record<string, Attempt[]>} */
  all() {
    const names = this.#storage ? Object.keys(this.#storage) : [];
    const kept = names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)); // biome-ignore format: one thought
    const ids = [...new Set([...kept, ...this.#lists.keys()])].filter(isName).sort();
    return Object.fromEntries(ids.map((id) => [id, this.of(id)]));
  }

  /** Takes over those of a file, among what is here. What is no attempt is left out. @param {any} lists by exercise */
  take(lists) {
    const isRecord = Object.prototype.toString.call(lists) === '[object Object]';
    // an attempt that is still to come would always be the newest, and never due
    const last = new Date(Date.now() + DAY_MS).toISOString();
    for (const [id, list] of Object.entries(isRecord ? lists : {}).slice(0, MOST_ENTRIES)) {
      if (!isName(id) || !Array.isArray(list)) continue;
      const own = this.of(id);
      const known = new Set(own.map(({at}) => at));
      const others = list.flatMap(cleaned).filter(({at}) => !known.has(at) && isBefore(at, last));
      const byTime = (/** @type {Attempt} */ a, /** @type {Attempt} */ b) => isBefore(a.at, b.at) ? -1 : 1; // biome-ignore format: one thought
      if (others.length > 0) this.#keep(id, [...own, ...others].sort(byTime));
    }
  }

  /** Keeps the newest ones. Where the storage is full, older ones go first. @param {string} id @param {Attempt[]} all oldest first */
  #keep(id, all) {
    const kept = all.filter(({status}) => status === 'kept').slice(-MOST_KEPT);
    let list = all.filter((one) => one.status !== 'kept' || kept.includes(one)).slice(-MOST);
    this.#lists.set(id, list);
    while (this.#storage && list.length > 0) {
      try {
        this.#storage.setItem(PREFIX + id, JSON.stringify(list));
        this.#lists.delete(id);
        return;
      } catch {
        list = list.slice(1);
      }
    }
  }
}

/**
 * When an exercise comes again. One that never failed does not. After a failure it is due the next day; each pass
 * on or after that day moves it further away, and another failure brings it back to the beginning.
 *
 * @param {readonly Attempt[]} attempts oldest first
 * @returns {number | null} milliseconds since 1970
 */
export function dueAt(attempts) {
  let [step, due] = [0, /** @type {number | null} */ (null)];
  for (const {at, status} of attempts) {
    const now = Date.parse(at);
    if (status === 'kept') continue;
    if (status !== 'pass') [step, due] = [0, now + DAYS[0] * DAY_MS];
    else if (due !== null && now >= due) {
      step = Math.min(step + 1, DAYS.length - 1);
      due = now + DAYS[step] * DAY_MS;
    }
  }
  return due;
}

/** The page's own. */
export const attempts = new Attempts();
