// @ts-check
import {t} from '../dom.js';

/** @import {GridCell, GridPanel, Table} from '../draw/panel.js' */

const STATES = {pad: 'padding', hidden: 'hidden by the mask', wrong: 'wrong'};

/** @param {GridCell} cell as it is read aloud */
const inWords = ({text, note, state}) =>
  [text, note, state ? t(STATES[state]) : ''].filter(Boolean).join(', ');

/** A matrix as a table whose cells can be edited. An edit is an event: the figure's state is elsewhere. */
export class GridView {
  element = document.createElement('div');
  #title = document.createElement('p');
  #scroll = document.createElement('div');
  #table = document.createElement('table');
  #resize = new ResizeObserver(() => this.#reach());

  constructor() {
    this.element.className = 'panel';
    this.#title.className = 'panel-title';
    this.#scroll.className = 'scroll';
    this.#table.className = 'cells';
    this.#scroll.append(this.#table);
    this.element.append(this.#title, this.#scroll);
    this.#table.addEventListener('change', (event) => this.#edited(event));
    this.#resize.observe(this.#scroll);
  }

  /** @param {GridPanel} panel */
  show(panel) {
    const at = this.#place(); // the focus stays where the reader types
    this.#title.textContent = panel.title;
    this.#scroll.ariaLabel = panel.title;
    this.#table.replaceChildren();
    this.#table.setAttribute('aria-label', panel.title);
    const head = this.#table.createTHead().insertRow();
    head.append(headOf(`${panel.y.label} \\ ${panel.x.label}`, 'col', 'corner'));
    head.append(...panel.columns.map((name) => headOf(name, 'col')));
    const body = this.#table.createTBody();
    panel.lines.forEach(({name, cells}, row) => {
      const line = body.insertRow();
      line.append(headOf(name, 'row'), ...cells.map((cell, col) => cellOf(cell, row, col, panel)));
    });
    if (at) this.#input(at)?.focus();
    this.#reach();
  }

  redraw() {}

  remove() {
    this.#resize.disconnect();
    this.element.remove();
  }

  /**
   * @param {GridPanel} panel
   * @returns {Table}
   */
  table({x, y, columns, lines}) {
    return {
      columns: [`${y.label} \\ ${x.label}`, ...columns],
      rows: lines.map(({name, cells}) => [name, ...cells.map(inWords)]),
    };
  }

  /** @param {Event} event */
  #edited({target}) {
    if (!(target instanceof HTMLInputElement)) return;
    const detail = {at: target.dataset.at, value: target.value};
    this.element.dispatchEvent(new CustomEvent('edit', {detail, bubbles: true}));
  }

  #place() {
    const root = this.element.getRootNode();
    const active = root instanceof ShadowRoot ? root.activeElement : null;
    return active instanceof HTMLElement && this.#table.contains(active)
      ? (active.dataset.at ?? '')
      : '';
  }

  /** @param {string} at @returns {HTMLInputElement | null} */
  #input(at) {
    return this.#table.querySelector(`input[data-at="${at}"]`);
  }

  /** The keyboard must reach a table that is wider than its place. */
  #reach() {
    if (this.#scroll.scrollWidth > this.#scroll.clientWidth) {
      this.#scroll.tabIndex = 0;
      this.#scroll.setAttribute('role', 'group');
    } else {
      this.#scroll.removeAttribute('tabindex');
      this.#scroll.removeAttribute('role');
    }
  }
}

/**
 * @param {string} text
 * @param {'row' | 'col'} scope
 * @param {string} [name]
 */
function headOf(text, scope, name = '') {
  const element = document.createElement('th');
  element.setAttribute('scope', scope);
  element.className = name;
  element.textContent = text;
  return element;
}

/**
 * @param {GridCell} cell
 * @param {number} row
 * @param {number} col
 * @param {GridPanel} panel
 */
function cellOf(cell, row, col, panel) {
  const element = document.createElement('td');
  if (cell.tone !== null) element.dataset.tone = String(cell.tone);
  if (cell.state) element.dataset.state = cell.state;
  element.title = inWords(cell);
  const note = document.createElement('small');
  note.textContent = cell.note;
  element.append(cell.isEditable ? inputOf(cell, row, col, panel) : cell.text, note);
  return element;
}

/**
 * @param {GridCell} cell
 * @param {number} row
 * @param {number} col
 * @param {GridPanel} panel
 */
function inputOf({text}, row, col, {lines, columns, x, y}) {
  const input = document.createElement('input');
  input.type = 'text';
  input.inputMode = 'numeric';
  input.autocomplete = 'off';
  input.value = text;
  input.dataset.at = `${row},${col}`;
  input.ariaLabel = `${y.label} ${lines[row].name}, ${x.label} ${columns[col]}`;
  return input;
}
