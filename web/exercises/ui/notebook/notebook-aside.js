// @ts-check
// Other versions of the notebook: what two tabs wrote at the same time, or a text that is damaged. The reader says what
// becomes of them.
import {html} from '../../../dom.js';
import {saveFile} from '../../../save-file.js';
import {actionButton} from '../button.js';
import {NotebookError, readNotebook, writeNotebook} from './notebook-file.js';

/** @import {CellData} from './notebook-file.js' */
/** @import {NotebookStore} from './notebook-store.js' */

const TITLE =
  'Another version of this notebook is kept here: two tabs have written at the same time, or what was kept was damaged.';
const FULL = 'Your browser cannot store both versions. Save one as a file first.';
const FILE = 'other-notebook.ipynb';

/**
 * @typedef {{cells: () => CellData[], replace: (cells: CellData[], sentence: string) => void, say: (problem: string) => void}} Place
 *   where a version can be put; cells: what is there now
 */

export class NotebookAside {
  element = html('section', 'aside', {'aria-label': 'Another version'});
  #store;
  #place;
  #shown = '';

  /** @param {NotebookStore} store @param {Place} place */
  constructor(store, place) {
    this.#store = store;
    this.#place = place;
    this.element.hidden = true;
  }

  /** Follows the storage; buttons that are the same keep the focus. */
  show() {
    const all = this.#store.aside;
    const [text, ...more] = all;
    this.element.hidden = text === undefined;
    if (all.join('\n') === this.#shown) return;
    this.#shown = all.join('\n');
    if (text === undefined) return this.element.replaceChildren();
    const row = html('div', 'buttons');
    row.append(
      actionButton('Put it in the place of this one', () => this.#exchange(text, more)),
      actionButton('Save it as a file', () => saveFile(FILE, text, 'application/x-ipynb+json')),
      actionButton('Delete it', () => this.#set(more)),
    );
    const count = more.length > 0 ? ` There are ${all.length}; this is the newest.` : '';
    this.element.replaceChildren(html('p', '', {}, TITLE + count), row);
  }

  /** What is in the notebook takes the place of the version that goes there. @param {string} text @param {string[]} more */
  #exchange(text, more) {
    try {
      const cells = readNotebook(text);
      const here = this.#place.cells().map(({kind, source}) => ({kind, source}));
      if (this.#set([writeNotebook(here), ...more]))
        this.#place.replace(cells, 'The other version is here.');
    } catch (error) {
      if (!(error instanceof NotebookError)) throw error;
      this.#place.say(`It cannot be shown. ${error.message}`);
    }
  }

  /** @param {string[]} texts @returns {boolean} whether they are kept */
  #set(texts) {
    try {
      this.#store.setAside(texts);
      return true;
    } catch {
      this.#place.say(FULL);
      return false;
    } finally {
      this.show();
    }
  }
}
