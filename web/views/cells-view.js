// @ts-check
// A row of cells that the reader moves or edits: one button a cell, in the order of reading, so that
// keyboard and screen reader get what the pointer gets.

import {t} from '../dom.js';
import {N_SERIES} from '../draw/theme.js';

/** @import {Action, Cell, CellsPanel, Table} from '../draw/panel.js' */

/** @typedef {{from: number, to: number}} Swap cells that change places */
/** @typedef {{name: string, at: number}} Act */

const DRAG_PX = 5; // a press that moves less is a click

/** Tells the figure: `swapcells` with a Swap, or `actoncell` with an Act, both of which bubble. */
export class CellsView {
  element = document.createElement('div');
  #title = document.createElement('p');
  #row = document.createElement('div');
  #bar = document.createElement('div');
  #help = document.createElement('p');
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {CellsPanel | null} */
  #panel = null;
  #at = 0;
  #isPicked = false;
  /** @type {{from: number, x: number, y: number, moved: boolean} | null} */
  #drag = null;
  #onRead;

  /**
   * @param {HTMLElement} _probe
   * @param {(text: string) => void} onRead
   */
  constructor(_probe, onRead) {
    this.#onRead = onRead;
    this.element.className = 'panel cells';
    this.#title.className = 'panel-title';
    this.#row.className = 'cell-row';
    this.#row.setAttribute('role', 'group');
    this.#bar.className = 'cell-actions';
    this.#bar.setAttribute('role', 'group');
    this.#bar.ariaLabel = t('Change the chosen cell');
    this.#help.className = 'cell-help';
    this.element.append(this.#title, this.#row, this.#bar, this.#help);
    this.#row.addEventListener('keydown', (event) => this.#key(event));
    this.#row.addEventListener('pointerdown', (event) => this.#grab(event));
    this.#row.addEventListener('pointermove', (event) => this.#move(event));
    this.#row.addEventListener('pointerup', (event) => this.#drop(event));
    this.#row.addEventListener('pointercancel', () => this.#release());
    this.#row.addEventListener('focusin', (event) => this.#focused(event));
    this.#row.addEventListener('focusout', () => this.#pick(false));
  }

  /** @param {CellsPanel} panel */
  show(panel) {
    this.#panel = panel;
    this.#title.textContent = panel.title ?? '';
    this.#title.hidden = !panel.title;
    this.#help.textContent = panel.help;
    this.#row.ariaLabel = `${panel.title ?? t('cells')}. ${panel.help}`;
    this.#row.classList.toggle('movable', panel.isMovable ?? false);
    while (this.#buttons.length > panel.cells.length) this.#buttons.pop()?.remove();
    while (this.#buttons.length < panel.cells.length) this.#addButton();
    this.#at = Math.min(this.#at, panel.cells.length - 1);
    panel.cells.forEach((cell, k) => {
      this.#fill(this.#buttons[k], cell, k);
    });
    this.#showActions(panel.actions ?? []);
    if (this.#row.matches(':focus-within')) this.#onRead(panel.cells[this.#at].says);
  }

  redraw() {}

  remove() {
    this.element.remove();
  }

  /**
   * @param {CellsPanel} panel
   * @returns {Table}
   */
  table({columns, rows}) {
    return {columns: [...columns], rows: rows.map((row) => [...row])};
  }

  #addButton() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cell';
    for (const name of ['above', 'text', 'below']) {
      const part = document.createElement('span');
      part.className = name;
      part.ariaHidden = 'true';
      button.append(part);
    }
    const spoken = document.createElement('span');
    spoken.className = 'spoken';
    button.append(spoken);
    this.#buttons.push(button);
    this.#row.append(button);
  }

  /** @param {HTMLButtonElement} button @param {Cell} cell @param {number} k */
  #fill(button, cell, k) {
    const texts = [cell.above ?? '', cell.text, cell.below ?? '', cell.says];
    texts.forEach((text, part) => {
      button.children[part].textContent = text;
    });
    button.tabIndex = k === this.#at ? 0 : -1;
    button.style.setProperty('--tone', toneOf(cell.tone));
    button.style.setProperty('--frame', toneOf(cell.frame ?? cell.tone));
    button.classList.toggle('faint', cell.faint ?? false);
    button.classList.toggle('right', cell.right ?? false);
    if (this.#panel?.isMovable) {
      button.setAttribute('aria-pressed', String(this.#isPicked && k === this.#at));
    }
  }

  /** @param {readonly Action[]} actions */
  #showActions(actions) {
    this.#bar.hidden = actions.length === 0;
    if (this.#bar.children.length === actions.length) return;
    this.#bar.replaceChildren(
      ...actions.map(({name, label, key}) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = `${label} (${t(key)})`;
        button.dataset.action = name;
        button.addEventListener('click', () => this.#dispatch('actoncell', {name, at: this.#at}));
        return button;
      }),
    );
  }

  /** @param {string} type @param {Swap | Act} detail */
  #dispatch(type, detail) {
    this.element.dispatchEvent(new CustomEvent(type, {detail, bubbles: true}));
  }

  /** @param {Event} event */
  #indexOf(event) {
    const button = /** @type {Element} */ (event.target).closest('button.cell');
    return this.#buttons.indexOf(/** @type {any} */ (button));
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const at = this.#indexOf(event);
    if (at < 0) return;
    this.#at = at;
    this.#buttons.forEach((button, k) => {
      button.tabIndex = k === at ? 0 : -1;
      button.classList.toggle('chosen', k === at);
    });
    this.#onRead(this.#panel?.cells[at].says ?? '');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#panel) return;
    const step = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[event.key];
    const action = this.#panel.actions?.find(({key}) => key === event.key);
    if (step !== undefined) this.#step(step);
    else if (action) this.#dispatch('actoncell', {name: action.name, at: this.#at});
    else if (this.#panel.isMovable && (event.key === ' ' || event.key === 'Enter'))
      this.#pick(!this.#isPicked);
    else if (event.key === 'Escape' && this.#isPicked) this.#pick(false);
    else return;
    event.preventDefault();
  }

  /** The focus, or what is picked up, goes to another cell. @param {number} step */
  #step(step) {
    const last = this.#buttons.length - 1;
    const to = Math.max(0, Math.min(last, this.#at + step));
    if (to === this.#at) return;
    const [from, isPicked] = [this.#at, this.#isPicked];
    this.#at = to;
    if (isPicked) this.#dispatch('swapcells', {from, to});
    this.#buttons[to].focus();
    this.#isPicked = isPicked; // the focus has left one cell for another
    this.#mark();
  }

  /** @param {boolean} isPicked */
  #pick(isPicked) {
    if (this.#isPicked === isPicked) return;
    this.#isPicked = isPicked;
    this.#mark();
    if (!this.#panel) return;
    const {says} = this.#panel.cells[this.#at];
    this.#onRead(isPicked ? `Picked up: ${says}. Arrow keys move it, Enter puts it down.` : says);
  }

  #mark() {
    if (!this.#panel?.isMovable) return;
    this.#buttons.forEach((button, k) => {
      button.setAttribute('aria-pressed', String(this.#isPicked && k === this.#at));
    });
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const from = this.#indexOf(event);
    if (from < 0 || !this.#panel?.isMovable || event.button !== 0) return;
    this.#drag = {from, x: event.clientX, y: event.clientY, moved: false};
    this.#row.setPointerCapture(event.pointerId);
    this.#buttons[from].focus({preventScroll: true});
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#drag) return;
    const [dx, dy] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
    this.#drag.moved ||= Math.hypot(dx, dy) > DRAG_PX;
    if (!this.#drag.moved) return;
    const button = this.#buttons[this.#drag.from];
    button.classList.add('dragged');
    button.style.translate = `${dx}px ${dy}px`;
    const over = this.#under(event);
    this.#buttons.forEach((other, k) => {
      other.classList.toggle('target', k === over && k !== this.#drag?.from);
    });
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const drag = this.#drag;
    this.#release();
    if (!drag?.moved) return;
    const to = this.#under(event);
    if (to < 0 || to === drag.from) return;
    this.#at = to;
    this.#dispatch('swapcells', {from: drag.from, to});
    this.#buttons[to].focus({preventScroll: true});
  }

  #release() {
    if (this.#drag) this.#buttons[this.#drag.from].style.translate = '';
    this.#drag = null;
    for (const button of this.#buttons) button.classList.remove('dragged', 'target');
  }

  /** The place whose cell lies under the pointer, by where cells are at rest. @param {PointerEvent} event */
  #under({clientX, clientY}) {
    const dragged = this.#drag?.from ?? -1;
    return this.#buttons.findIndex((button, k) => {
      const box = k === dragged ? null : button.getBoundingClientRect();
      if (!box) return false;
      const isInside = clientX >= box.left && clientX < box.right;
      return isInside && clientY >= box.top && clientY < box.bottom;
    });
  }
}

/** @param {number | undefined} tone */
const toneOf = (tone) =>
  tone === undefined ? 'var(--pe-muted)' : `var(--pe-series-${(tone % N_SERIES) + 1})`;
