// @ts-check
// A set of exercises against the clock: which ones, what was written and handed in, and when it ends. It goes on
// after a reload.
import {attempts, STATUSES} from './attempts.js';
import {browserStorage, isName, keepText, work} from './store.js';

/** @import {Verdict} from '../grading/grader.js' */
/** @import {Attempts} from './attempts.js' */
/** @import {Work} from './store.js' */

/**
 * @typedef {{status: Verdict['status'], sentence: string, seconds: number}} HandedIn seconds: of work, all in all
 *
 * @typedef {object} SetState
 * @property {string} kind one of KINDS
 * @property {string[]} ids
 * @property {number} endsAt milliseconds since 1970
 * @property {boolean} isClockHidden
 * @property {boolean} isOver
 * @property {Record<string, string>} code what was written, by exercise
 * @property {Record<string, HandedIn>} done what was handed in last, by exercise
 *
 * @typedef {{id: string, topic: string, minutes: number}} Facts of an exercise to choose from
 */

/** @type {Record<string, {minutes: number, most: number, label: string}>} most: how many exercises */
export const KINDS = {
  15: {minutes: 15, most: 1, label: '15 minutes'},
  30: {minutes: 30, most: 2, label: '30 minutes'},
  60: {minutes: 60, most: 4, label: '60 minutes'},
  mock: {minutes: 45, most: 3, label: 'Mock interview, 45 minutes'},
};

const KEY = 'poslab.set';
const MOST_IDS = 20;
/** How often the clock is looked at. */
const LOOK_MS = 1000;

/**
 * Exercises that fit into a time together. What is due again comes first, then what is new, then what is solved; in
 * a mock interview no topic comes twice.
 *
 * @param {readonly Facts[]} all
 * @param {{kind: string, topic?: string | null, rankOf: (id: string) => number,
 *   random?: () => number}} options topic: null for any; rankOf: smaller ones come first
 * @returns {string[]} one at least, where there is any of the topic
 */
export function chooseExercises(all, {kind, topic = null, rankOf, random = Math.random}) {
  const {minutes, most} = KINDS[kind];
  const open = all
    .filter((one) => topic === null || one.topic === topic)
    .map((one) => ({...one, order: rankOf(one.id) + random()}))
    .sort((a, b) => a.order - b.order);
  /** @type {Facts[]} */
  const chosen = [];
  let left = minutes;
  for (const one of open) {
    const isNewTopic = chosen.every((other) => other.topic !== one.topic);
    if (chosen.length === most || one.minutes > left) continue;
    if (kind === 'mock' && topic === null && !isNewTopic) continue;
    chosen.push(one);
    left -= one.minutes;
  }
  if (chosen.length === 0 && open.length > 0) {
    chosen.push(open.reduce((a, b) => (b.minutes < a.minutes ? b : a)));
  }
  return chosen.map(({id}) => id);
}

/** @param {any} one */
const isText = (one) => typeof one === 'string';

/** Whether a set may have it: what every object has is no exercise. @param {any} id */
const isId = (id) => isText(id) && isName(id) && !(id in Object.prototype);

/** @param {any} record @param {(value: any) => boolean} isValue */
const isRecordOf = (record, isValue) =>
  record?.constructor === Object && Object.values(record).every(isValue);

/** @param {any} one @returns {one is HandedIn} */
const isHandedIn = (one) =>
  STATUSES.includes(one?.status) && isText(one.sentence) && Number.isFinite(one.seconds);

/** @param {any} state @returns {SetState | null} */
function cleaned(state) {
  const isState =
    Object.hasOwn(KINDS, state?.kind) &&
    Array.isArray(state.ids) &&
    state.ids.length <= MOST_IDS &&
    state.ids.every(isId) &&
    Number.isFinite(state.endsAt) &&
    isRecordOf(state.code, isText) &&
    isRecordOf(state.done, isHandedIn);
  if (!isState) return null;
  // a clock that was set back does not make it longer
  const endsAt = Math.min(state.endsAt, Date.now() + 60_000 * KINDS[state.kind].minutes);
  return {...state, endsAt, isOver: state.isOver === true};
}

/** @param {string | null} text @returns {SetState | null} null where there is none, or a damaged one */
function readState(text) {
  try {
    return cleaned(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

export class TimedSet {
  #storage;
  #work;
  #attempts;
  /** What was last read or written here. @type {string | null} */
  #last = null;
  /** @type {SetState | null} */
  #state = null;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Storage | null} [storage] @param {Work} [ownWork] whose progress rises at the end @param {Attempts} [ownAttempts] */
  constructor(storage = browserStorage(), ownWork = work, ownAttempts = attempts) {
    this.#storage = storage;
    this.#work = ownWork;
    this.#attempts = ownAttempts;
    this.#adopt();
    this.#wait();
    globalThis.addEventListener?.('storage', ({key}) => key === KEY && this.#follow());
    // what other tabs did while this page waited behind another
    globalThis.addEventListener?.('pageshow', ({persisted}) => persisted && this.#follow());
  }

  get state() {
    return this.#state;
  }

  get isRunning() {
    return this.#state !== null && !this.#state.isOver;
  }

  /** Whether an exercise is one of a set that runs. @param {string} id */
  has(id) {
    return this.isRunning && this.#state?.ids.includes(id) === true;
  }

  /** Whole seconds until the end. */
  get secondsLeft() {
    return Math.max(0, Math.ceil(((this.#state?.endsAt ?? 0) - Date.now()) / 1000));
  }

  /** The first exercise after one that was not handed in. @param {string} [id] @returns {string | null} */
  nextOpen(id) {
    if (!this.#state) return null;
    const {ids, done} = this.#state;
    const at = ids.indexOf(id ?? '') + 1;
    const order = [...ids.slice(at), ...ids.slice(0, at)];
    return order.find((one) => one !== id && !Object.hasOwn(done, one)) ?? null;
  }

  /** @param {string} kind @param {string[]} ids @param {boolean} isClockHidden */
  start(kind, ids, isClockHidden) {
    const endsAt = Date.now() + 60_000 * KINDS[kind].minutes;
    this.#change({kind, ids, endsAt, isClockHidden, isOver: false, code: {}, done: {}});
    this.#wait();
  }

  /** The end comes by itself, also where the machine slept: then timers are late, and the clock is not. */
  #wait() {
    clearTimeout(this.#timer);
    if (!this.isRunning) return;
    const leftMs = (this.#state?.endsAt ?? 0) - Date.now();
    if (leftMs <= 0) this.finish();
    else this.#timer = setTimeout(() => this.#wait(), Math.min(leftMs, LOOK_MS));
  }

  /** @param {boolean} isClockHidden */
  hideClock(isClockHidden) {
    this.#follow();
    if (this.#state) this.#change({...this.#state, isClockHidden});
  }

  /** @param {string} id @returns {string | undefined} */
  codeOf(id) {
    return this.#state?.code[id];
  }

  /** @param {string} id @param {string} code @returns {boolean} whether it outlives the page */
  keep(id, code) {
    const isOther = this.#adopt();
    if (!this.#state) return false;
    this.#state.code[id] = code;
    if (this.#state.isOver) this.#keepOutside(id);
    const isKept = this.#save();
    if (isOther) this.#notify();
    return isKept;
  }

  /** Where another tab has changed the set, this one goes on with that. */
  #follow() {
    if (!this.#adopt()) return;
    this.#notify();
    this.#wait();
  }

  /** What was written outlives the set: in the exercise, or among its attempts where the reader has other code there. @param {string} id */
  #keepOutside(id) {
    const written = this.#state?.code[id];
    const own = this.#work.read(id)?.code;
    if (written === undefined || written === own) return;
    if (own === undefined) this.#work.write(id, {code: written});
    else this.#attempts.putAway(id, written, 'It was written in a timed set.');
  }

  /** Takes what another tab has made of the set. @returns {boolean} whether it is another */
  #adopt() {
    const text = this.#storage?.getItem(KEY) ?? null;
    if (!this.#storage || text === this.#last) return false;
    this.#last = text;
    this.#state = readState(text);
    return true;
  }

  /**
   * What was handed in before the end counts, though its check may end after it.
   *
   * @param {string} id @param {HandedIn & {code: string, pressedAt?: number}} answer seconds: since it was handed in before;
   *   pressedAt: milliseconds since 1970
   */
  handIn(id, {status, sentence, seconds, code, pressedAt = Date.now()}) {
    this.#follow();
    const state = this.#state;
    if (state?.ids.includes(id) && pressedAt < state.endsAt) {
      this.#attempts.add(id, {at: new Date().toISOString(), status, sentence, seconds, code});
      const all = seconds + (state.done[id]?.seconds ?? 0);
      const done = {...state.done, [id]: {status, sentence, seconds: all}};
      this.#change({...state, done});
      if (state.isOver) this.#raise(id);
    }
    this.#wait(); // its end may have passed just now
  }

  /** Ends it: from now on the verdicts are shown. */
  finish() {
    this.#follow();
    if (!this.#state || this.#state.isOver) return;
    clearTimeout(this.#timer);
    for (const id of this.#state.ids) {
      this.#keepOutside(id);
      this.#raise(id);
    }
    const endsAt = Math.min(this.#state.endsAt, Date.now());
    this.#change({...this.#state, endsAt, isOver: true});
  }

  /** What was handed in raises the progress outside of the set. @param {string} id */
  #raise(id) {
    const done = this.#state?.done ?? {};
    if (!Object.hasOwn(done, id)) return;
    const {status, sentence} = done[id];
    const progress = status === 'pass' ? 'solved' : status === 'partial' ? 'partial' : 'tried';
    const code = this.#work.read(id)?.code ?? '';
    this.#work.write(id, {code, progress, verdict: {status, sentence}});
  }

  /** Puts it away. */
  clear() {
    this.#change(null);
  }

  /** @param {() => void} listener called after each change @returns {() => void} ends it */
  watch(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {SetState | null} state */
  #change(state) {
    this.#state = state;
    this.#save();
    this.#notify();
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  #save() {
    try {
      const text = this.#state && JSON.stringify(this.#state);
      if (text && this.#storage) keepText(this.#storage, KEY, text);
      else this.#storage?.removeItem(KEY);
      this.#last = text;
      return this.#storage !== null;
    } catch {
      return false; // no room: it lasts as long as the page
    }
  }
}

/** The page's own. */
export const timedSet = new TimedSet();
