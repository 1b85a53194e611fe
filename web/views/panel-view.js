// @ts-check

import {placeIn, setText, t} from '../dom.js';
import {frameOf, kindOf} from '../draw/kinds.js';
import {readTheme} from '../draw/theme.js';

/** @import {Cursor, Frame, Panel} from '../draw/panel.js' */
/** @import {Theme} from '../draw/theme.js' */

const HELP = 'Arrow keys move through the values, Home and End to the ends of a row.';

/** What a panel without a title is called. @type {Record<string, string>} */
const KINDS = /* t */ {bars: 'bars', heatmap: 'map', lines: 'curves'};

/** @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** One panel on a canvas, with a cursor that pointer, finger and arrow keys move. */
export class PanelView {
  element = document.createElement('div');
  #title = document.createElement('p');
  #canvas = document.createElement('canvas');
  #stage = document.createElement('div');
  /** @type {Panel | null} */
  #panel = null;
  /** @type {Cursor | null} */
  #cursor = null;
  #probe;
  #onRead;
  /** @type {ResizeObserver} */
  #resize;
  // From the observer: asking the stage in the midst of changes makes the browser lay out the page.
  #width = 0;
  /** As high as the style allows a picture to be: the height of an unseen element; 0 where it says nothing. */
  #cap = document.createElement('div');
  #capHeight = 0;
  /** How much larger than on a page all of the picture is drawn. */
  scale = 1;

  /**
   * @param {HTMLElement} probe of draw/theme.js
   * @param {(text: string, cursor?: Cursor) => void} onRead called with the words of the value at the cursor, and
   *   where in a map that is
   */
  constructor(probe, onRead) {
    this.#probe = probe;
    this.#onRead = onRead;
    this.element.className = 'panel';
    this.#title.className = 'panel-title';
    this.#stage.className = 'stage';
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute('role', 'application');
    this.#stage.setAttribute('aria-roledescription', 'figure panel');
    this.#canvas.ariaHidden = 'true';
    this.#stage.append(this.#canvas);
    this.#cap.className = 'cap';
    this.element.append(this.#cap, this.#title, this.#stage);
    this.#stage.addEventListener('pointermove', (event) => this.#point(event));
    this.#stage.addEventListener('pointerdown', (event) => this.#point(event));
    this.#stage.addEventListener('pointerleave', () => this.#leave());
    this.#stage.addEventListener('keydown', (event) => this.#key(event));
    this.#stage.addEventListener('focus', () => {
      if (!this.#cursor && this.#stage.matches(':focus-visible')) this.#moveTo({row: 0, col: 0});
    });
    this.#resize = new ResizeObserver(() => {
      const [width, cap] = [this.#stage.clientWidth, this.#cap.clientHeight];
      if (width === this.#width && cap === this.#capHeight) return;
      this.#width = width;
      this.#capHeight = cap;
      this.redraw();
    });
    this.#resize.observe(this.element);
    this.#resize.observe(this.#cap);
  }

  /** @param {Panel} panel @param {Theme} [theme] default: read now */
  show(panel, theme = readTheme(this.#probe)) {
    this.#panel = panel;
    if (this.#cursor) this.#cursor = this.#clamped(this.#cursor);
    this.redraw(undefined, theme);
    const title = panel.title ?? '';
    if (title === this.#title.textContent && !this.#title.hidden === Boolean(title)) return; // not laid out again
    setText(this.#title, title);
    this.#title.hidden = !title;
    this.#stage.setAttribute(
      'aria-label',
      `${title || t(KINDS[panel.kind] ?? panel.kind)}. ${t(HELP)}`,
    );
  }

  /**
   * @param {number} [pixels] of the canvas to one of the page; default: the screen's
   * @param {Theme} [theme] default: read now
   */
  redraw(pixels = globalThis.devicePixelRatio || 1, theme = readTheme(this.#probe)) {
    const panel = this.#panel;
    this.scale = theme.scale;
    const {frame, scale} = this;
    if (!panel || !frame) return;
    const ratio = pixels * scale;
    const width = Math.round(frame.width * ratio);
    const height = Math.round(frame.height * ratio);
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#canvas.style.width = `${frame.width * scale}px`;
    this.#canvas.style.height = `${frame.height * scale}px`;
    const context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext('2d'));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    kindOf(panel).draw(context, panel, frame, theme, this.#cursor);
  }

  /** @param {Panel} panel */
  table(panel) {
    return kindOf(panel).table(panel);
  }

  /** Frees what watches the page. */
  remove() {
    this.#resize.disconnect();
    this.element.remove();
    [this.#canvas.width, this.#canvas.height] = [0, 0]; // WebKit would hold its pixels until it collects
  }

  /** Where the picture and its plot are, before they are scaled. @returns {Frame | null} null while the panel has no width */
  get frame() {
    if (this.#width === 0) {
      this.#width = this.#stage.clientWidth;
      this.#capHeight = this.#cap.clientHeight;
    }
    if (!this.#panel || this.#width === 0) return null;
    const {scale} = this;
    return frameOf(this.#panel, this.#width / scale, (this.#capHeight || Infinity) / scale);
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const {frame} = this;
    if (!this.#panel || !frame) return;
    const {x, y} = placeIn(this.#canvas, event);
    const panel = this.#panel;
    const cursor = kindOf(panel).locate(panel, frame, x / this.scale, y / this.scale);
    if (cursor) this.#moveTo({...cursor, isPointed: true});
    else this.#leave();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const {row, col} = this.#cursor ?? {row: 0, col: 0};
    this.#moveTo(this.#clamped({row: row + move[0], col: col + move[1]}));
  }

  /**
   * @param {Cursor} cursor
   * @returns {Cursor}
   */
  #clamped({row, col}) {
    const panel = /** @type {Panel} */ (this.#panel);
    const {rows, cols} = kindOf(panel).extent(panel);
    return {row: Math.max(0, Math.min(rows - 1, row)), col: Math.max(0, Math.min(cols - 1, col))};
  }

  /** @param {Cursor} cursor */
  #moveTo(cursor) {
    if (!this.#panel) return;
    const {row, col, isPointed} = this.#cursor ?? {};
    if (cursor.row === row && cursor.col === col && cursor.isPointed === isPointed) return;
    this.#cursor = cursor;
    const isMap = this.#panel.kind === 'heatmap';
    this.#onRead(kindOf(this.#panel).read(this.#panel, cursor), isMap ? cursor : undefined);
    this.redraw();
  }

  /** The pointer is gone: the value stays marked, and all curves are as plain as before. */
  #leave() {
    if (!this.#cursor?.isPointed) return;
    this.#cursor = {...this.#cursor, isPointed: undefined};
    this.redraw();
  }

  /** Marks the cell that the cursor is on in another map, where this one has it. @param {Cursor} cursor */
  mark(cursor) {
    if (this.#panel?.kind !== 'heatmap') return;
    const {rows, cols} = kindOf(this.#panel).extent(this.#panel);
    if (cursor.row >= rows || cursor.col >= cols) return;
    if (cursor.row === this.#cursor?.row && cursor.col === this.#cursor?.col) return;
    this.#cursor = cursor;
    this.redraw();
  }
}
