// @ts-check
// The learner's work, kept in the browser: code, verdicts, progress. One entry per exercise, each with the one
// before it, so that damage costs at most the last change of one exercise.

import {hasManyAccents, MANY_ACCENTS, shownValue} from '../shown.js';

/** @import {Verdict} from '../grading/grader.js' */

/**
 * @typedef {object} Entry
 * @property {string} code
 * @property {'new' | 'tried' | 'partial' | 'solved'} progress the best so far
 * @property {{status: Verdict['status'], sentence: string} | null} verdict the last
 * @property {number} hints how many were opened
 * @property {boolean} hasSeenSolution
 * @property {string} at when, ISO 8601
 * @property {number[]} [ticked] of a question, whose answer is `code`: the points that the answer names
 */

const PREFIX = 'poslab.exercise.';
const PREVIOUS = '.previous';
/** Where attempts.js keeps its lists. */
export const ATTEMPTS = 'poslab.attempts.';
const FORMAT = 'poslab-exercises';
export const VERSION = 1;
const MOST_CODE = 200_000;
const MOST_POINTS = 20;
const MOST_INDEX = 100; // there are not so many hints, or points of an answer, anywhere
const MOST_TEXT = 10_000;
export const MOST_ENTRIES = 1000; // of a file
const QUOTA = 'the browser has no room for more';
const PROGRESS = ['new', 'tried', 'partial', 'solved'];
const STATUSES = ['pass', 'partial', 'fail', 'error'];

/** FNV-1a, 32 bit: shows that a text was cut or changed. @param {string} text */
function checksum(text) {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) {
    hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The beginning of a value, for a sentence. @param {unknown} value */
const shown = (value) => shownValue(value).slice(0, 60);

/** @param {any} entry @returns {string} what is wrong with it, or '' */
function problemOf(entry) {
  if (typeof entry !== 'object' || entry === null) return 'is no object';
  if (typeof entry.code !== 'string') return 'has no code';
  if (entry.code.length > MOST_CODE) return `has code of more than ${MOST_CODE} characters`;
  if (hasManyAccents(entry.code)) return MANY_ACCENTS;
  if (!PROGRESS.includes(entry.progress))
    return `has progress ${shown(entry.progress)}, not one of ${PROGRESS.join(', ')}`;
  return '';
}

/** @param {unknown} value */
const isIndex = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_INDEX;

/** Only what an entry may hold. @param {any} entry @returns {Entry} */
function cleaned({code, progress, verdict, hints, hasSeenSolution, at, ticked}) {
  const isVerdict = STATUSES.includes(verdict?.status) && typeof verdict.sentence === 'string';
  return {
    code,
    progress,
    verdict: isVerdict
      ? {status: verdict.status, sentence: verdict.sentence.slice(0, MOST_TEXT)}
      : null,
    hints: isIndex(hints) ? hints : 0,
    hasSeenSolution: Boolean(hasSeenSolution),
    at: typeof at === 'string' && at.length < 40 ? at : new Date(0).toISOString(),
    ...(Array.isArray(ticked) ? {ticked: ticked.filter(isIndex).slice(0, MOST_POINTS)} : {}),
  };
}

/** @param {Entry} entry */
function written(entry) {
  const text = JSON.stringify(entry);
  return `${VERSION} ${checksum(text)} ${text}`;
}

/** @param {string} text @returns {Entry | string} or why not */
function readEntry(text) {
  const [version, sum] = text.split(' ', 2);
  const body = text.slice(version.length + 1 + (sum ?? '').length + 1);
  if (Number(version) !== VERSION) return `is of version ${version.slice(0, 20)}, not ${VERSION}`;
  if (sum !== checksum(body)) return 'is damaged';
  try {
    const entry = JSON.parse(body);
    return problemOf(entry) || cleaned(entry);
  } catch {
    return 'is damaged';
  }
}

/** The browser's storage, or null where a page may not use it. @returns {Storage | null} */
export function browserStorage() {
  try {
    const storage = globalThis.localStorage;
    storage.getItem(PREFIX);
    return storage;
  } catch {
    return null;
  }
}

/** Halves the longest list of attempts: the older ones go. @param {Storage} storage @returns {boolean} whether there was one */
function giveWay(storage) {
  const names = Object.keys(storage).filter((name) => name.startsWith(ATTEMPTS));
  const length = (/** @type {string} */ name) => storage.getItem(name)?.length ?? 0;
  const [name] = names.sort((a, b) => length(b) - length(a));
  if (name === undefined) return false;
  /** @type {unknown} */
  let list = null;
  try {
    list = JSON.parse(storage.getItem(name) ?? '');
  } catch {
    // damaged
  }
  const newer = Array.isArray(list) ? list.slice(Math.ceil(list.length / 2)) : [];
  if (newer.length > 0) storage.setItem(name, JSON.stringify(newer));
  else storage.removeItem(name);
  return true;
}

/**
 * Keeps a text. Where there is no room, old attempts give way to it.
 *
 * @param {Storage} storage @param {string} key @param {string} text
 * @throws {Error} the browser's, where there is still no room
 */
export function keepText(storage, key, text) {
  for (;;) {
    try {
      storage.setItem(key, text);
      return;
    } catch (error) {
      if (!giveWay(storage)) throw error;
    }
  }
}

export class Work {
  #storage;
  /** @type {Map<string, Entry>} what is kept for as long as the page lives */
  #entries = new Map();
  /** @type {Set<string>} */
  #problems = new Set();
  /** @type {Set<(id: string, isImport: boolean) => void>} */
  #listeners = new Set();

  /** @param {Storage | null} [storage] null: nothing is kept */
  constructor(storage = browserStorage()) {
    this.#storage = storage;
    for (const id of this.#ids()) this.#load(id);
    globalThis.addEventListener?.('storage', ({key}) => this.#follow(key));
    // what other tabs did while this page waited behind another
    globalThis.addEventListener?.('pageshow', ({persisted}) => {
      if (persisted) for (const id of this.#ids()) this.#follow(PREFIX + id);
    });
  }

  /** Another tab has written. @param {string | null} key */
  #follow(key) {
    if (!key?.startsWith(PREFIX) || key.endsWith(PREVIOUS)) return;
    const id = key.slice(PREFIX.length);
    const entry = this.#kept(id);
    if (!entry || entry.at === this.#entries.get(id)?.at) return;
    this.#entries.set(id, entry);
    this.#notify(id, true);
  }

  /** What the storage has of it now, where that is whole. @param {string} id @returns {Entry | null} */
  #kept(id) {
    const entry = readEntry(this.#storage?.getItem(PREFIX + id) ?? '');
    return typeof entry === 'string' ? null : entry;
  }

  /** Whether the work outlives the page. */
  get isKept() {
    return this.#storage !== null;
  }

  /** What was dropped, and why: one sentence each. @returns {readonly string[]} */
  get problems() {
    return [...this.#problems];
  }

  /** The problems have been read: what is damaged goes, what was saved of it takes its place. */
  settle() {
    this.#problems.clear();
    for (const id of this.#ids()) {
      const text = this.#storage?.getItem(PREFIX + id) ?? '';
      const entry = this.#entries.get(id);
      if (!entry) this.remove(id);
      else if (typeof readEntry(text) === 'string') this.#save(id, entry);
    }
  }

  /**
   * @param {(id: string, isImport: boolean) => void} listener called after each change
   * @returns {() => void} ends it
   */
  watch(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {string} id @param {boolean} isImport */
  #notify(id, isImport) {
    for (const listener of this.#listeners) listener(id, isImport);
  }

  #ids() {
    const names = this.#storage ? Object.keys(this.#storage) : [];
    const own = names.filter((name) => name.startsWith(PREFIX));
    return new Set(own.map((name) => name.slice(PREFIX.length).replace(PREVIOUS, '')));
  }

  /** @param {string} id */
  #load(id) {
    const reasons = [];
    for (const key of [PREFIX + id, PREFIX + id + PREVIOUS]) {
      const text = this.#storage?.getItem(key);
      if (text === null || text === undefined) continue;
      const entry = readEntry(text);
      if (typeof entry !== 'string') {
        this.#entries.set(id, entry);
        break;
      }
      reasons.push(entry);
    }
    if (reasons.length === 0) return;
    const rest = this.#entries.has(id) ? 'The state before it was taken.' : 'It was dropped.';
    this.#problems.add(`What was kept of ${id} ${reasons[0]}. ${rest}`);
  }

  /** @param {string} id @returns {Entry | undefined} */
  read(id) {
    return this.#entries.get(id);
  }

  /** @returns {[id: string, entry: Entry][]} */
  all() {
    return [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /**
   * Keeps some of an entry's fields; progress only ever rises.
   *
   * @param {string} id
   * @param {Partial<Entry> & {code: string}} change
   * @param {boolean} [isImport]
   * @returns {boolean} whether it outlives the page
   */
  write(id, change, isImport = false) {
    const before = this.#entries.get(id);
    const entry = cleaned({progress: 'new', ...before, ...change, at: new Date().toISOString()});
    const best = Math.max(
      ...[before, entry, this.#kept(id)].map((one) => PROGRESS.indexOf(one?.progress ?? 'new')),
    );
    entry.progress = /** @type {Entry['progress']} */ (PROGRESS[best]);
    this.#entries.set(id, entry);
    const isKept = this.#save(id, entry);
    this.#notify(id, isImport);
    return isKept;
  }

  /** @param {string} id @param {Entry} entry */
  #save(id, entry) {
    try {
      if (!this.#storage) return false;
      const last = this.#storage.getItem(PREFIX + id);
      if (last && typeof readEntry(last) !== 'string') {
        keepText(this.#storage, PREFIX + id + PREVIOUS, last);
      }
      keepText(this.#storage, PREFIX + id, written(entry));
      return true;
    } catch (error) {
      const why = error instanceof DOMException && error.name === 'QuotaExceededError' ? QUOTA : String(error); // biome-ignore format: one thought
      this.#problems.add(`${id} could not be kept: ${why}. Save your work as a file.`);
      return false;
    }
  }

  /** @param {string} id */
  remove(id) {
    this.#entries.delete(id);
    this.#storage?.removeItem(PREFIX + id);
    this.#storage?.removeItem(PREFIX + id + PREVIOUS);
    this.#notify(id, false);
  }

  /** All of it, as the text of one file. @param {object} [beside] what the file has beside it */
  exportText(beside = {}) {
    const exercises = Object.fromEntries(this.all());
    return `${JSON.stringify({format: FORMAT, version: VERSION, exercises, ...beside}, null, 2)}\n`;
  }

  /**
   * Whose code or answer a file would replace by another.
   *
   * @param {string | WorkFile} file
   * @returns {string[]} names
   * @throws {Error} as importText()
   */
  replacedBy(file) {
    return Object.entries(readWork(file).exercises)
      .filter(([id, entry]) => {
        const own = this.#entries.get(id)?.code;
        return own && !importProblem(id, entry) && own !== entry.code;
      })
      .map(([id]) => id);
  }

  /**
   * Takes over what a file holds, entry by entry; a file that is none of ours changes nothing.
   *
   * @param {string | WorkFile} file
   * @returns {{taken: string[], dropped: string[], nUnkept?: number}} dropped: one sentence each; nUnkept: of those taken, how many
   *   last as long as the page, for want of room
   * @throws {Error} that says what is wrong with the file
   */
  importText(file) {
    const {exercises} = readWork(file);
    /** @type {{taken: string[], dropped: string[], nUnkept?: number}} */
    const outcome = {taken: [], dropped: []};
    for (const [id, entry] of Object.entries(exercises)) {
      const problem = importProblem(id, entry);
      if (problem) {
        outcome.dropped.push(`${id.slice(0, 60)} ${problem}`);
      } else {
        const isKept = this.write(id, cleaned(entry), true);
        if (!isKept && this.isKept) outcome.nUnkept = (outcome.nUnkept ?? 0) + 1;
        outcome.taken.push(id);
      }
    }
    return outcome;
  }
}

/** Whether a file may name an exercise so. @param {string} id */
export const isName = (id) => /^[a-z0-9-]{1,60}$/.test(id);

/** @param {string} id @param {any} entry @returns {string} what is wrong with it, or '' */
const importProblem = (id, entry) => (isName(id) ? problemOf(entry) : 'is no name of an exercise');

/** @typedef {{exercises: Record<string, any>, attempts?: any}} WorkFile */

/**
 * What a file of “Save work” holds.
 *
 * @param {string | WorkFile} text
 * @returns {WorkFile}
 * @throws {Error} that says what is wrong with it
 */
export function readWork(text) {
  if (typeof text !== 'string') return text;
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON: it was cut or changed on its way. Save your work anew, and load that file.'); // biome-ignore format: a sentence
  }
  if (file?.format !== FORMAT) {
    throw new Error(
      `This file was not made by “Save work”: format must be "${FORMAT}", got ${shown(file?.format)}.`,
    );
  }
  if (file.version !== VERSION) {
    throw new Error(
      `It was made by another version of this page: version must be ${VERSION}, got ${shown(file.version)}.`,
    );
  }
  if (Object.prototype.toString.call(file.exercises) !== '[object Object]') {
    throw new Error(`exercises must be an object, one entry per exercise, got ${shown(file.exercises)}.`); // biome-ignore format: a sentence
  }
  const n = Object.keys(file.exercises).length;
  if (n > MOST_ENTRIES) {
    throw new Error(`exercises must have at most ${MOST_ENTRIES} entries, got ${n}.`);
  }
  return file;
}

/** The page's own. */
export const work = new Work();
