// @ts-check
import {placeIn, t} from '../dom.js';
import {PanelView} from './panel-view.js';

/** @import {Axis, CurvePanel, LinesPanel, Table} from '../draw/panel.js' */
/** @import {Theme} from '../draw/theme.js' */

/** The detail of a `curve` event: a point that was moved. @typedef {{point: number, y: number}} Moved */

const HELP =
  'Drag across the picture to draw your curve, or choose one of its points: up and down arrows move it, ' +
  'left and right arrows go to the next.';
const STEP = 0.1;
const LEAP = 1;

/** @type {Record<string, number>} */
const MOVES = {ArrowUp: STEP, ArrowDown: -STEP, PageUp: LEAP, PageDown: -LEAP};

/** @param {Axis} axis @returns {readonly [number, number]} */
const domainOf = ({domain = [1, 2]}) => domain;

/** @param {CurvePanel} panel @returns {LinesPanel} */
const linesOf = (panel) => ({...panel, kind: 'lines'});

/** Curves with handles that pointer, finger and arrow keys move; each move is a `curve` event. */
export class CurveView {
  element = document.createElement('div');
  #inner;
  #stage;
  /** @type {HTMLElement[]} */
  #handles = [];
  /** @type {CurvePanel | null} */
  #panel = null;
  /** @type {number | null} the point that a stroke has passed last */
  #last = null;
  #resize = new ResizeObserver(() => this.#place());

  /**
   * @param {HTMLElement} probe
   * @param {(text: string) => void} onRead
   */
  constructor(probe, onRead) {
    this.#inner = new PanelView(probe, onRead);
    this.element.className = 'panel';
    this.element.append(this.#inner.element);
    this.#stage = /** @type {HTMLElement} */ (this.element.querySelector('.stage'));
    this.#stage.addEventListener('pointerdown', (event) => this.#begin(event));
    this.#stage.addEventListener('pointermove', (event) => this.#draw(event));
    for (const end of ['pointerup', 'pointercancel'])
      this.#stage.addEventListener(end, () => {
        this.#last = null;
      });
    this.#resize.observe(this.#stage);
  }

  /** @param {CurvePanel} panel @param {Theme} [theme] */
  show(panel, theme) {
    this.#panel = panel;
    this.#inner.show(linesOf(panel), theme);
    this.element.classList.toggle('drawn', panel.points !== undefined);
    const {x, y, names} = panel.points ?? {x: [], y: [], names: []};
    while (this.#handles.length < x.length) this.#addHandle(this.#handles.length);
    for (const handle of this.#handles.splice(x.length)) handle.remove();
    if (!panel.points) return;
    this.#stage.setAttribute('aria-label', `${panel.title ?? t('curves')}. ${t(HELP)}`);
    const [low, high] = domainOf(panel.y);
    this.#handles.forEach((handle, k) => {
      handle.setAttribute('aria-label', t('your curve at {name}', {name: names[k]}));
      handle.setAttribute('aria-valuemin', String(low));
      handle.setAttribute('aria-valuemax', String(high));
      handle.setAttribute('aria-valuenow', String(y[k]));
      handle.setAttribute('aria-valuetext', String(y[k]).replace('-', '−'));
    });
    this.#place();
  }

  /** @type {PanelView['redraw']} */
  redraw(pixels, theme) {
    this.#inner.redraw(pixels, theme);
  }

  remove() {
    this.#resize.disconnect();
    this.#inner.remove();
    this.element.remove();
  }

  /** @param {CurvePanel} panel @returns {Table} */
  table(panel) {
    return this.#inner.table(linesOf(panel));
  }

  /** @param {number} point */
  #addHandle(point) {
    const handle = document.createElement('div');
    handle.className = 'handle';
    handle.tabIndex = point === 0 ? 0 : -1;
    handle.setAttribute('role', 'slider');
    handle.setAttribute('aria-orientation', 'vertical');
    handle.addEventListener('keydown', (event) => this.#key(event, point));
    handle.addEventListener('focus', () => this.#enter(point));
    this.#handles.push(handle);
    this.#stage.append(handle);
  }

  /** One stop of the Tab key for all points: the last that was used. @param {number} point */
  #enter(point) {
    this.#handles.forEach((handle, k) => {
      handle.tabIndex = k === point ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event @param {number} point */
  #key(event, point) {
    const points = this.#panel?.points;
    if (!points || event.ctrlKey || event.metaKey || event.altKey) return;
    const side = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (side === 0 && !(event.key in MOVES)) return;
    event.preventDefault();
    event.stopPropagation(); // these keys move the panel's cursor too
    if (side !== 0) this.#handles[point + side]?.focus();
    else this.#report(point, points.y[point] + MOVES[event.key]);
  }

  #place() {
    const {frame, scale} = this.#inner;
    const points = this.#panel?.points;
    if (!this.#panel || !points || !frame) return;
    const [left, right] = domainOf(this.#panel.x);
    const [low, high] = domainOf(this.#panel.y);
    this.#handles.forEach((handle, k) => {
      const along = Math.log(points.x[k] / left) / Math.log(right / left);
      const up = (points.y[k] - low) / (high - low);
      handle.style.left = `${scale * (frame.left + along * (frame.right - frame.left))}px`;
      handle.style.top = `${scale * (frame.bottom - up * (frame.bottom - frame.top))}px`;
    });
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0 || this.#handles.length === 0) return;
    this.#last = this.#nearest(event);
    this.#stage.setPointerCapture(event.pointerId);
    this.#draw(event);
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    const {frame, scale} = this.#inner;
    const points = this.#panel?.points;
    if (this.#last === null || !frame || !this.#panel || !points) return;
    const point = this.#nearest(event);
    const {top, bottom} = frame;
    const [low, high] = domainOf(this.#panel.y);
    const at = placeIn(this.#stage, event).y / scale;
    const up = (bottom - at) / (bottom - top);
    const y = low + up * (high - low);
    // a quick stroke jumps over points: they come to lie on its way
    const from = points.y[this.#last];
    const [start, steps] = [this.#last, Math.abs(point - this.#last)];
    for (let k = 1; k < steps; k++) {
      this.#report(start + Math.sign(point - start) * k, from + ((y - from) * k) / steps);
    }
    this.#report(point, y);
    this.#last = point;
  }

  /** @param {PointerEvent} event */
  #nearest(event) {
    const {x} = placeIn(this.#stage, event);
    const far = this.#handles.map((handle) => Math.abs(Number.parseFloat(handle.style.left) - x));
    return far.indexOf(Math.min(...far));
  }

  /** @param {number} point @param {number} y */
  #report(point, y) {
    if (!this.#panel) return;
    const [low, high] = domainOf(this.#panel.y);
    const kept = Math.round(Math.max(low, Math.min(high, y)) * 100) / 100;
    const detail = /** @type {Moved} */ ({point, y: kept});
    this.element.dispatchEvent(new CustomEvent('curve', {bubbles: true, detail}));
  }
}
