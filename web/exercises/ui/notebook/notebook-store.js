// @ts-check
// The notebook of this browser, kept as the text of its file.
import {browserStorage} from '../store.js';
import {checkSize, NotebookError, readNotebook, writeNotebook} from './notebook-file.js';

/** @import {CellData} from './notebook-file.js' */

const KEY = 'poslab.notebook';
const UNKEPT =
  'This page may not keep anything here: save your notebook as a file before you leave.';
const FULL = 'Your browser has no room to keep this notebook: save it as a file before you leave.';

export class NotebookStore {
  #storage;
  /** What was last read or written here. */
  #last = '';

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
      return {
        cells: null,
        problem: `The notebook that was kept here is damaged. ${error.message}`,
        damaged: text,
      };
    }
  }

  /** @param {readonly CellData[]} cells @returns {string} why they are not kept, or '' */
  write(cells) {
    if (!this.#storage) return UNKEPT;
    try {
      checkSize(cells);
      const text = writeNotebook(cells.map(({kind, source}) => ({kind, source})));
      if (text !== this.#last) this.#storage.setItem(KEY, text);
      this.#last = text;
      return '';
    } catch (error) {
      return error instanceof NotebookError
        ? `${error.message} What you changed last is not kept.`
        : FULL;
    }
  }

  /** @param {() => void} listener called when another tab has written @param {AbortSignal} signal */
  watch(listener, signal) {
    const onStorage = (/** @type {StorageEvent} */ {key, newValue}) => {
      if (key === KEY && newValue !== this.#last) listener();
    };
    globalThis.addEventListener('storage', onStorage, {signal});
  }
}
