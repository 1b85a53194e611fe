// @ts-check
// A cell of a notebook: its editor, and below it what its last run printed, drew or raised.
import {html} from '../../../dom.js';
import {actionButton, dropDown, enable} from '../button.js';
import {editorIn} from '../editor.js';
import {printerTo} from '../printed-lines.js';
import {pyplotElement} from '../pyplot-view.js';
import {scrollingText} from '../verdict-view.js';

/** @import {View} from '../../../views/index.js' */
/** @import {RunResult} from '../../runtime/sandbox.js' */
/** @import {CellData} from './notebook-file.js' */

/** How high a text is, where the browser does not fit its area by itself. @param {string} text */
const nLines = (text) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 72)), 0);

/**
 * @typedef {{run: (cell: NotebookCell) => void, runNext: (cell: NotebookCell) => void, change: () => void, warm: () => void,
 *   move: (cell: NotebookCell, by: number) => void, add: (after: NotebookCell, kind: CellData['kind']) => void,
 *   remove: (cell: NotebookCell) => void}} Notebook what a cell asks of its notebook
 */

const ENDS = {
  stopped: 'Stopped.',
  died: 'Python ended in the middle of this cell: it may have needed more memory than there is.',
  moved:
    'The page around this cell has removed Python, or put another document in its place. Run it again: it starts anew.',
};

export class NotebookCell {
  element = html('section', 'cell');
  kind;
  /** The number of its last run. @type {number | null} */
  count = null;
  printed = '';
  #box = html('div', 'editor');
  #output = html('div', 'output');
  #count = html('span', 'count');
  #editor;
  #probe;
  /** @type {View[]} */
  #views = [];
  #run;

  /** @param {CellData} data @param {Notebook} notebook @param {HTMLElement} probe of draw/theme.js */
  constructor({kind, source}, notebook, probe) {
    this.kind = kind;
    this.#probe = probe;
    this.#run = actionButton('Run', () => notebook.run(this));
    const options = {
      code: source,
      label: kind === 'code' ? 'Python code; Shift-Enter runs it and goes on' : 'Text',
      onChange: () => {
        this.#editor?.mark(null);
        notebook.change();
      },
      onRun: () => notebook.run(this),
      onRunNext: () => notebook.runNext(this),
      onFocus: () => kind === 'code' && notebook.warm(),
    };
    this.#editor = kind === 'code' ? editorIn(this.#box, options) : this.#textArea(options);
    const more = dropDown(
      'Cell',
      actionButton('Add code below', () => notebook.add(this, 'code')),
      actionButton('Add text below', () => notebook.add(this, 'text')),
      actionButton('Move up', () => notebook.move(this, -1)),
      actionButton('Move down', () => notebook.move(this, 1)),
      actionButton('Delete', () => notebook.remove(this)),
    );
    const side = html(
      'div',
      'side',
      {},
      ...(kind === 'code' ? [this.#run, this.#count] : []),
      more,
    );
    this.element.append(side, html('div', 'main', {}, this.#box, this.#output));
    this.element.classList.add(kind);
    this.#showCount();
  }

  /** @param {import('../editor.js').EditorOptions} options */
  #textArea({code, label, onChange, onRunNext}) {
    const area = html('textarea', '', {'aria-label': label});
    area.value = code;
    const fit = () => {
      area.rows = nLines(area.value);
    };
    area.addEventListener('input', () => {
      fit();
      onChange(area.value);
    });
    area.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !event.shiftKey) return;
      event.preventDefault();
      onRunNext?.();
    });
    fit();
    this.#box.append(area);
    return {
      element: area,
      get value() {
        return area.value;
      },
      set value(text) {
        area.value = text;
        fit();
      },
      focus: () => area.focus(),
      mark() {},
    };
  }

  get source() {
    return this.#editor.value;
  }

  set source(text) {
    this.#editor.value = text;
  }

  /** @returns {CellData} */
  get data() {
    const {kind, source, count, printed} = this;
    return {kind, source, count, printed};
  }

  focus() {
    this.#editor.focus();
    this.element.scrollIntoView({block: 'nearest'});
  }

  /** @param {number} place from 1 @param {number} nCells */
  setPlace(place, nCells) {
    this.element.setAttribute('aria-label', `Cell ${place} of ${nCells}, ${this.kind}`);
  }

  /** @param {boolean} isOn */
  enableRun(isOn) {
    enable(this.#run, isOn);
  }

  /** @param {string} [text] in the place of the number */
  #showCount(text = this.count === null ? '[ ]' : `[${this.count}]`) {
    this.#count.textContent = text;
  }

  /** It waits for its turn. */
  wait() {
    this.clear();
    this.#showCount('[*]');
  }

  /** It was to run, and a cell before it has failed. */
  skip() {
    this.#showCount();
  }

  /** Python began anew: what it gave stays to be read, but is not there for other cells. */
  forget() {
    this.count = null;
    this.#showCount();
  }

  clear() {
    for (const view of this.#views.splice(0)) view.remove();
    this.#output.replaceChildren();
    this.printed = '';
    this.#editor.mark(null);
  }

  /** Where the next run prints. @returns {(text: string) => void} */
  printer() {
    const place = scrollingText('', 'printed', 'What the cell printed');
    const print = printerTo(place);
    return (text) => {
      if (!place.isConnected) this.#output.prepend(place);
      this.printed += text;
      print(text);
    };
  }

  /**
   * @param {RunResult} result
   * @param {number} count
   * @param {(text: string) => void} onRead gets the read-out at the cursor of a plot
   * @returns {string} what came of it, in a sentence
   */
  show(result, count, onRead) {
    this.count = count;
    this.#showCount();
    if (result.type !== 'done') {
      const sentence =
        result.type === 'timeout'
          ? `Stopped after ${result.limitMs / 1000} seconds. "Seconds at most" allows more.`
          : ENDS[result.type];
      this.#output.append(html('p', 'bad', {}, sentence));
      return sentence;
    }
    if (result.isCut)
      this.#output.append(html('p', 'muted', {}, '… the rest of the output was cut.'));
    if (result.figures.length > 0) {
      const {element, views} = pyplotElement(result.figures, this.#probe, onRead);
      this.#views.push(...views);
      this.#output.append(element);
    }
    if (!result.error) return `ran in ${(result.ms / 1000).toFixed(2)} s.`;
    const {type, message, traceback, line} = result.error;
    this.#editor.mark(line);
    this.#output.append(
      scrollingText(traceback || message, 'traceback', `What Python says: ${type}`),
    );
    return message;
  }

  redraw() {
    for (const view of this.#views) view.redraw();
  }

  remove() {
    this.clear();
    this.element.remove();
  }
}
