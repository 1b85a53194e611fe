// @ts-check
// The notebook of this browser, kept as the text of its file.
import {browserStorage, keepText} from '../store.js';
import {checkSize, NotebookError, readNotebook, writeNotebook} from './notebook-file.js';

/** @import {CellData} from './notebook-file.js' */

const KEY = 'poslab.notebook';
/** What gave way to this tab's version, newest first. */
const ASIDE = 'poslab.notebook.aside';
const MOST_ASIDE = 5;
const UNKEPT =
  'This page may not keep anything here: save your notebook as a file before you leave.';
const FULL = 'Your browser has no room to keep this notebook: save it as a file before you leave.';

export class NotebookStore {
  #storage;
  /** What was last read or written here. */
  #last = '';
  #isDamaged = false;

  /** @param {Storage | null} [storage] null: nothing is kept */
  constructor(storage = browserStorage()) {
    this.#storage = storage;
  }

  /**
   * @returns {{cells: CellData[] | null, problem: string, damaged: string}} cells: null where none are kept; damaged: a text
   *   that was kept, and is no notebook
   */
  read() {
    const text = this.#storage?.getItem(KEY) ?? '';
    this.#last = text;
    const problem = this.#storage ? '' : UNKEPT;
    if (text === '') return {cells: null, problem, damaged: ''};
    try {
      return {cells: readNotebook(text), problem, damaged: ''};
    } catch (error) {
      if (!(error instanceof NotebookError)) throw error;
      this.#isDamaged = true;
      return {
        cells: null,
        problem: `The notebook that was kept here is damaged. ${error.message}`,
        damaged: text,
      };
    }
  }

  /** Texts that another tab, or damage, has left here, newest first. @returns {string[]} */
  get aside() {
    try {
      const list = JSON.parse(this.#storage?.getItem(ASIDE) ?? '[]');
      return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
    } catch {
      return [];
    }
  }

  /** @param {readonly string[]} texts newest first @throws {Error} the browser's, where there is no room */
  setAside(texts) {
    if (!this.#storage) return;
    if (texts.length === 0) this.#storage.removeItem(ASIDE);
    else keepText(this.#storage, ASIDE, JSON.stringify(texts.slice(0, MOST_ASIDE)));
  }

  /** What is kept and is not this tab's, before this tab's takes its place. @param {string} text this tab's */
  #putAside(text) {
    const now = this.#storage?.getItem(KEY) ?? '';
    const isKnown = now === this.#last && !this.#isDamaged;
    this.#isDamaged = false;
    if (now === '' || now === text || isKnown) return;
    this.setAside([now, ...this.aside.filter((one) => one !== now)]);
  }

  /** @param {readonly CellData[]} cells @returns {string} why they are not kept, or '' */
  write(cells) {
    if (!this.#storage) return UNKEPT;
    try {
      checkSize(cells);
      const text = writeNotebook(cells.map(({kind, source}) => ({kind, source})));
      if (text !== this.#last) {
        this.#putAside(text);
        keepText(this.#storage, KEY, text);
      }
      this.#last = text;
      return '';
    } catch (error) {
      return error instanceof NotebookError
        ? `${error.message} What you changed last is not kept.`
        : FULL;
    }
  }

  /** Whether another tab has written what is not shown here. */
  get isOther() {
    const text = this.#storage?.getItem(KEY) ?? '';
    return text !== '' && text !== this.#last;
  }

  /** @param {() => void} listener called when another tab may have written @param {AbortSignal} signal */
  watch(listener, signal) {
    const onStorage = (/** @type {StorageEvent} */ {key}) => {
      if (key === KEY || key === ASIDE) listener();
    };
    globalThis.addEventListener('storage', onStorage, {signal});
    // what other tabs did while this page waited behind another
    globalThis.addEventListener('pageshow', listener, {signal});
  }
}
