// @ts-check
// A notebook: cells of Python that share their names, in a sandbox of their own.
import {adoptStyle, HostElement, html, keepKeys} from '../../../dom.js';
import {themeProbe, watchTheme} from '../../../draw/theme.js';
import {followScheme} from '../../../page-scheme.js';
import {saveFile} from '../../../save-file.js';
import elementCss from '../../../style/element.css';
import css from '../../../style/exercise.css';
import notebookCss from '../../../style/notebook.css';
import {MOST_CELL_MS, Sandbox} from '../../runtime/sandbox.js';
import {actionButton, dropDown, enable} from '../button.js';
import {FIRST_CELLS} from './first-cells.js';
import {NotebookAside} from './notebook-aside.js';
import {NotebookCell} from './notebook-cell.js';
import {MOST, NotebookError, readNotebook, writeNotebook} from './notebook-file.js';
import {NotebookStore} from './notebook-store.js';

/** @import {SandboxState} from '../../runtime/sandbox.js' */
/** @import {CellData} from './notebook-file.js' */

const TAG = 'code-notebook';
const SAVE_MS = 400;
const LIMIT_S = 60;

/** @type {Record<SandboxState, string>} */
const STATES = {
  idle: 'Python starts with the first cell.',
  loading: 'Loading Python …',
  starting: 'Starting Python …',
  ready: 'Python is ready.',
  running: 'Running …',
  failed: 'Python could not be started. Run a cell to try again.',
};
const BEGAN_ANEW = 'Python began anew: what the cells defined is gone. Run them again.';
const OTHER_TAB = 'Another tab has changed this notebook: its cells are here now.';

const MOST_BACK = 50;

/** @param {readonly CellData[]} cells */
const sourcesOf = (cells) => JSON.stringify(cells.map(({kind, source}) => [kind, source]));

/** <code-notebook>: the one of this browser. */
export class CodeNotebook extends HostElement {
  /** @param {CustomElementRegistry} [registry] */
  static define(registry = customElements) {
    if (!registry.get(TAG)) registry.define(TAG, this);
  }

  #store = new NotebookStore();
  /** @type {NotebookCell[]} */
  #cells = [];
  #list = html('div', 'cells');
  #aside = new NotebookAside(this.#store, {
    cells: () => this.#all,
    replace: (cells, sentence) => this.#replace(cells, sentence),
    say: (problem) => this.#say(problem),
  });
  #state = html('p', 'state', {role: 'status'});
  #live = html('p', 'live', {'aria-live': 'polite'});
  #problem = html('p', 'bad', {role: 'alert'});
  #loading = html('progress', '', {'aria-label': 'Loading Python'});
  #limit = html('input', '', {
    ...{
      type: 'number',
      min: '1',
      max: String(MOST_CELL_MS / 1000),
      step: '1',
      value: String(LIMIT_S),
    },
  });
  #file = html('input', '', {type: 'file', accept: '.ipynb,application/json', hidden: ''});
  #probe = themeProbe();
  #sandbox = new Sandbox({onState: (state, progress) => this.#showState(state, progress)});
  #left = new AbortController();
  #buttons = {
    all: actionButton('Run all', () => this.#runAll(this.#cells)),
    stop: actionButton('Stop', () => this.#stop()),
    restart: actionButton('Restart Python', () => this.#restart()),
    undo: actionButton('Undo', () => this.#undo()),
  };
  /** What the cells have in common: another name is another Python. */
  #session = crypto.randomUUID?.() ?? String(Math.random());
  #nRuns = 0;
  /** Those that are still to run. @type {NotebookCell[]} */
  #queue = [];
  #isRunning = false;
  /** Each brings back what was there before cells were deleted, or a file was opened. @type {(() => string)[]} */
  #changesBack = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({mode: 'open'});
    for (const sheet of [elementCss, css, notebookCss]) adoptStyle(root, sheet);
    followScheme(root);
    keepKeys(this);
    const head = html('div', 'head');
    head.append(this.#bar(), this.#state, this.#loading, this.#live, this.#problem);
    root.append(this.#probe, head, this.#aside.element, this.#list, this.#file);
    const {cells, problem, damaged} = this.#store.read();
    this.#lay(cells ?? FIRST_CELLS);
    this.#say(problem);
    if (damaged) this.#offerDamaged(damaged);
    this.#aside.show();
    this.#showState('idle', 0);
    this.#watch();
  }

  disconnectedCallback() {
    this.#keepNow();
    this.#left.abort();
    this.#sandbox.close();
  }

  #bar() {
    const {all, stop, restart, undo} = this.#buttons;
    const row = html('div', 'buttons');
    const limit = html('label', '', {}, 'Seconds at most for a cell ', this.#limit);
    this.#limit.addEventListener('change', () => (this.#limit.value = String(this.#limitSeconds)));
    undo.hidden = true;
    row.append(
      ...[all, stop, restart, undo],
      dropDown(
        'Notebook',
        actionButton('Save as .ipynb', () => this.#save()),
        actionButton('Open an .ipynb file', () => this.#file.click()),
        actionButton('Delete all cells', () => this.#replace([{kind: 'code', source: ''}], 'All cells were deleted.')),
        actionButton('Bring the first cells back', () => this.#replace(FIRST_CELLS, 'The first cells are back.')),
        limit,
      ),
    ); // biome-ignore format: one thought
    return row;
  }

  #watch() {
    const {signal} = this.#left;
    this.#store.watch(() => this.#follow(), signal);
    this.#file.addEventListener('change', () => this.#open());
    addEventListener('pagehide', () => this.#keepNow(), {signal});
    document.addEventListener('visibilitychange', () => this.#keepNow(), {signal});
    const redraw = () => {
      for (const cell of this.#cells) cell.redraw();
    };
    addEventListener('themechange', redraw, {signal});
    watchTheme(this.#probe, redraw);
  }

  get #limitSeconds() {
    const asked = Number(this.#limit.value);
    return asked > 0 ? Math.min(Math.max(asked, 1), MOST_CELL_MS / 1000) : LIMIT_S;
  }

  // ------------------------------------------------------------------------- cells

  /** @param {CellData} data */
  #make(data) {
    return new NotebookCell(
      data,
      {
        run: (cell) => this.#runAll([cell]),
        runNext: (cell) => this.#runNext(cell),
        change: () => this.#keepSoon(),
        warm: () => this.#sandbox.start().catch(() => {}), // the state says so
        move: (cell, by) => this.#move(cell, by),
        add: (after, kind) => this.#add(this.#cells.indexOf(after) + 1, kind)?.focus(),
        remove: (cell) => this.#remove(cell),
      },
      this.#probe,
    );
  }

  /** @param {readonly CellData[]} cells */
  #lay(cells) {
    for (const cell of this.#cells) cell.remove();
    const all = cells.length > 0 ? cells : [{kind: /** @type {const} */ ('code'), source: ''}];
    this.#cells = all.map((data) => this.#make(data));
    this.#list.append(...this.#cells.map(({element}) => element));
    this.#number();
  }

  /** Shows what another tab has made of it, unless something is being written here: that is kept beside it. */
  #follow() {
    this.#aside.show();
    if (this.#timer !== undefined || !this.#store.isOther) return;
    const {cells} = this.#store.read();
    if (!cells) return; // damaged: the next change here puts it aside
    this.#adopt(cells);
    this.#read(OTHER_TAB);
  }

  /** Cells that are the same go on, with what they printed. @param {readonly CellData[]} cells */
  #adopt(cells) {
    const left = [...this.#cells];
    const taken = (/** @type {(cell: NotebookCell) => boolean} */ fits) => {
      const at = left.findIndex(fits);
      return at < 0 ? undefined : left.splice(at, 1)[0];
    };
    const same = cells.map(({kind, source}) =>
      taken((cell) => cell.kind === kind && cell.source === source),
    );
    this.#cells = cells.map((data, k) => {
      const cell = same[k] ?? taken(({kind}) => kind === data.kind);
      if (cell && !same[k]) cell.source = data.source;
      return cell ?? this.#make(data);
    });
    for (const cell of left) {
      this.#queue = this.#queue.filter((one) => one !== cell);
      cell.remove();
    }
    for (const [k, {element}] of this.#cells.entries())
      if (this.#list.children[k] !== element)
        this.#list.insertBefore(element, this.#list.children[k] ?? null);
    this.#number();
    clearTimeout(this.#timer); // what was set here is kept already
    this.#timer = undefined;
  }

  #number() {
    for (const [k, cell] of this.#cells.entries()) cell.setPlace(k + 1, this.#cells.length);
  }

  /** @param {number} at @param {CellData['kind']} kind @returns {NotebookCell | null} */
  #add(at, kind) {
    if (this.#cells.length >= MOST.cells) {
      this.#say(`A notebook has at most ${MOST.cells} cells.`);
      return null;
    }
    const cell = this.#make({kind, source: ''});
    this.#list.insertBefore(cell.element, this.#cells[at]?.element ?? null);
    this.#cells.splice(at, 0, cell);
    this.#number();
    this.#keepSoon();
    return cell;
  }

  /** @param {NotebookCell} cell @param {number} by */
  #move(cell, by) {
    const from = this.#cells.indexOf(cell);
    const to = from + by;
    if (to < 0 || to >= this.#cells.length) return;
    this.#cells.splice(from, 1);
    this.#cells.splice(to, 0, cell);
    this.#list.insertBefore(cell.element, this.#cells[to + 1]?.element ?? null);
    this.#number();
    this.#keepSoon();
    cell.focus();
    this.#read(`It is cell ${to + 1} now.`);
  }

  /** @param {NotebookCell} cell */
  #remove(cell) {
    const at = this.#cells.indexOf(cell);
    const {data} = cell;
    this.#addUndo(() => this.#putBack(at, data));
    this.#queue = this.#queue.filter((one) => one !== cell);
    this.#cells.splice(at, 1);
    cell.remove();
    if (this.#cells.length === 0) this.#add(0, 'code');
    this.#number();
    this.#keepSoon();
    this.#cells[Math.min(at, this.#cells.length - 1)].focus();
    this.#read(`Cell ${at + 1} was deleted. Undo brings it back.`);
  }

  /** All cells give way to others. @param {readonly CellData[]} cells @param {string} sentence */
  #replace(cells, sentence) {
    this.#stop();
    this.#change(cells);
    this.#keepSoon();
    this.#read(`${sentence} Undo brings back what was here.`);
  }

  /** @param {readonly CellData[]} cells in the place of all */
  #change(cells) {
    const before = this.#all;
    this.#lay(cells);
    const laid = sourcesOf(this.#all);
    this.#addUndo(() => {
      this.#stop();
      if (sourcesOf(this.#all) === laid) this.#lay(before);
      else this.#change(before); // what was written since comes back by another Undo
      this.#cells[0].focus();
      return 'The cells are back, without what they printed.';
    });
  }

  /** A cell that was deleted. @param {number} at @param {CellData} data @returns {string} */
  #putBack(at, data) {
    const [first, second] = this.#cells;
    const isEmpty = !second && first.source === ''; // the one that took its place
    if (isEmpty) this.#lay([data]);
    const cell = isEmpty ? this.#cells[0] : this.#add(Math.min(at, this.#cells.length), data.kind);
    if (!cell) {
      this.#addUndo(() => this.#putBack(at, data));
      return `A notebook has at most ${MOST.cells} cells: delete another one first.`;
    }
    cell.source = data.source;
    cell.focus();
    return 'The cell is back, without what it printed.';
  }

  get #all() {
    return this.#cells.map(({data}) => data);
  }

  /** @param {() => string} undo says what it did */
  #addUndo(undo) {
    this.#changesBack = [...this.#changesBack, undo].slice(-MOST_BACK);
    this.#buttons.undo.hidden = false;
  }

  #undo() {
    const undo = this.#changesBack.pop();
    const sentence = undo?.() ?? '';
    this.#buttons.undo.hidden = this.#changesBack.length === 0;
    this.#keepSoon();
    this.#read(sentence);
  }

  // -------------------------------------------------------------------------- runs

  /** @param {NotebookCell} cell */
  #runNext(cell) {
    const next =
      this.#cells[this.#cells.indexOf(cell) + 1] ?? this.#add(this.#cells.length, 'code');
    if (cell.kind === 'code') this.#runAll([cell]);
    next?.focus();
  }

  /** They run one after another, after those that wait already. @param {readonly NotebookCell[]} cells */
  async #runAll(cells) {
    const more = cells.filter((cell) => cell.kind === 'code' && !this.#queue.includes(cell));
    for (const cell of more) cell.wait();
    this.#queue.push(...more);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#keepNow();
    try {
      while (this.#queue.length > 0)
        await this.#runOne(/** @type {NotebookCell} */ (this.#queue.shift()));
    } catch (error) {
      this.#skipRest();
      this.#say(`Python could not be started: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.#isRunning = false;
      this.#showState(this.#sandbox.state, 1);
    }
  }

  /** @param {NotebookCell} cell */
  async #runOne(cell) {
    this.#say('');
    const count = ++this.#nRuns;
    const result = await this.#sandbox.run({
      code: cell.source,
      file: `cell [${count}]`,
      isMain: true,
      session: this.#session,
      timeLimitMs: 1000 * this.#limitSeconds,
      onPrint: cell.printer(),
    });
    if (this.#left.signal.aborted) return;
    const place = this.#cells.indexOf(cell) + 1;
    if (place === 0) return; // it was deleted meanwhile
    const sentence = cell.show(result, count, (text) => this.#read(text));
    this.#read(`Cell ${place}: ${sentence}`);
    if (result.type !== 'done' || result.error) this.#skipRest();
    if (result.type !== 'done' || result.isSpent) this.#forget(BEGAN_ANEW);
  }

  /** After an error nothing runs that may need what did not come. */
  #skipRest() {
    for (const cell of this.#queue.splice(0)) cell.skip();
  }

  #stop() {
    this.#skipRest();
    this.#sandbox.stop();
  }

  #restart() {
    this.#stop();
    this.#forget(BEGAN_ANEW);
    this.#say('');
    this.#read(BEGAN_ANEW);
  }

  /** @param {string} sentence */
  #forget(sentence) {
    this.#session = crypto.randomUUID?.() ?? String(Math.random());
    this.#nRuns = 0;
    for (const cell of this.#cells) cell.forget();
    this.#say(sentence);
  }

  /** @param {SandboxState} state @param {number} progress */
  #showState(state, progress) {
    if (this.#state.textContent !== STATES[state]) this.#state.textContent = STATES[state]; // said once
    this.#loading.hidden = state !== 'loading';
    this.#loading.value = progress;
    enable(this.#buttons.stop, this.#isRunning);
  }

  // -------------------------------------------------------------------------- files

  #save() {
    saveFile('notebook.ipynb', writeNotebook(this.#all), 'application/x-ipynb+json');
  }

  async #open() {
    const file = this.#file.files?.[0];
    this.#file.value = '';
    if (!file) return;
    try {
      if (file.size > MOST.bytes)
        throw new NotebookError(
          `A notebook must have at most ${MOST.bytes} bytes, got ${file.size}.`,
        );
      const cells = readNotebook(await file.text());
      this.#say('');
      this.#replace(cells, `${file.name} is open. Nothing has run.`);
    } catch (error) {
      if (!(error instanceof NotebookError)) throw error;
      this.#say(`${file.name} could not be opened. ${error.message}`);
    }
  }

  /** @param {string} text that was kept, and is no notebook */
  #offerDamaged(text) {
    const save = actionButton('Save the damaged text', () =>
      saveFile('damaged-notebook.txt', text, 'text/plain'),
    );
    this.#problem.append(' ', save);
  }

  #keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), SAVE_MS);
  }

  #keepNow() {
    if (this.#timer !== undefined) this.#keep();
  }

  #keep() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const problem = this.#store.write(this.#all);
    if (problem) this.#say(problem);
    this.#aside.show();
  }

  /** @param {string} problem */
  #say(problem) {
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === '';
  }

  /** @param {string} text */
  #read(text) {
    this.#live.textContent = text;
  }
}
