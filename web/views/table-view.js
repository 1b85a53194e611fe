// @ts-check
import {html, setChildren, setText, t} from '../dom.js';
import {formatNumber, readNumber} from '../draw/format.js';

/** @import {Table, TablePanel} from '../draw/panel.js' */

/** A dash stands for a number that is not known yet. @param {string | number} value */
const isNumber = (value) =>
  typeof value === 'number' ||
  value === '—' ||
  !Number.isNaN(readNumber(value.replace(/^\+| ?%$/g, '')));

/**
 * @param {string | number} value
 * @param {boolean} isEnd to the right, with the figures below each other
 * @param {'row' | 'col'} [scope] of a head
 * @param {string | number} [head] of its column, for a table whose rows are cards
 */
function cellOf(value, isEnd, scope, head) {
  const element = document.createElement(scope ? 'th' : 'td');
  if (scope) element.setAttribute('scope', scope);
  setText(element, typeof value === 'number' ? formatNumber(value) : value);
  element.className = isEnd ? 'number' : 'words';
  if (head !== undefined && !scope) element.dataset.head = String(head);
  return element;
}

/** A panel that is a table: numbers to be read, not pointed at. Its sentence is announced. */
export class TableView {
  element = document.createElement('div');
  #scroll = document.createElement('div');
  #table = document.createElement('table');
  #says = document.createElement('p');
  #summary = document.createElement('summary');
  #name = '';
  #isWordy = false; // a column beside the heads has words
  #width = 0; // that the table was laid out for
  #resize = new ResizeObserver(() => this.#reach());

  constructor() {
    this.element.className = 'panel';
    this.#scroll.className = 'scroll';
    this.#says.className = 'says';
    this.#scroll.append(this.#table);
    this.element.append(this.#scroll, this.#says);
    this.#resize.observe(this.#scroll);
    this.#resize.observe(this.#table);
  }

  /** @param {TablePanel} panel */
  show(panel) {
    this.#summary.textContent = panel.title ?? t('Table');
    this.#name = t('Table: {name}', {name: panel.title ?? panel.columns.join(', ')});
    const isEnd = panel.columns.map((_, k) => panel.rows.every((row) => isNumber(row[k])));
    const head = panel.columns.map((name, k) => cellOf(name, isEnd[k], 'col'));
    const rows = panel.rows.map((values) =>
      html(
        'tr',
        '',
        {},
        ...values.map((value, k) =>
          cellOf(value, isEnd[k], k === 0 ? 'row' : undefined, panel.columns[k]),
        ),
      ),
    );
    const caption = html('caption');
    caption.textContent = panel.title ?? '';
    const isOther = setChildren(this.#table, [
      ...(panel.title ? [caption] : []),
      html('thead', '', {}, html('tr', '', {}, ...head)),
      html('tbody', '', {}, ...rows),
    ]);
    this.#isWordy = isEnd.slice(1).includes(false);
    const says = panel.says ?? '';
    setText(this.#says, says); // told once, not at every step
    this.#says.setAttribute('role', 'status'); // not before: what a page comes with is not news
    if (!isOther) return;
    this.#width = 0;
    this.#reach();
  }

  redraw() {}

  /** Beneath a picture its rows can be unfolded, and its sentence is in view. */
  fold() {
    const details = document.createElement('details');
    details.className = 'rows';
    details.append(this.#summary, this.#scroll);
    this.element.prepend(details);
  }

  remove() {
    this.#resize.disconnect();
    this.element.remove();
  }

  /**
   * @param {TablePanel} panel
   * @returns {Table}
   */
  table({columns, rows}) {
    return {columns: [...columns], rows: rows.map((row) => [...row])};
  }

  /** Where a table of words is wider than its place, each row is a card. */
  #layOut() {
    const {clientWidth} = this.#scroll;
    if (!this.#isWordy || clientWidth === this.#width) return;
    this.#width = clientWidth;
    this.#table.classList.remove('cards');
    this.#table.classList.toggle('cards', this.#scroll.scrollWidth > clientWidth);
  }

  /** The keyboard must reach a table that is larger than its place. */
  #reach() {
    this.#layOut();
    const {scrollWidth, clientWidth, scrollHeight, clientHeight} = this.#scroll;
    const isLarge = scrollWidth > clientWidth || scrollHeight > clientHeight;
    for (const [name, value] of [
      ['tabindex', '0'],
      ['role', 'group'], // a region would be a landmark, and a page has many tables of one name
      ['aria-label', this.#name],
    ]) {
      if (isLarge) this.#scroll.setAttribute(name, value);
      else this.#scroll.removeAttribute(name);
    }
  }
}
