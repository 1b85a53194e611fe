// @ts-check
import {readTheme} from '../draw/theme.js';

/** @import {Cursor, ScenePanel} from '../draw/panel.js' */
/** @typedef {typeof import('../draw/scene.js')} SceneRoom */

const HELP = 'Arrow keys move from point to point; with Shift they turn the view.';
const SPIN_RAD = Math.PI / 90;
const QUARTER_RAD = Math.PI / 2;

/** @type {Record<string, [number, number]>} */
const MOVES = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

/**
 * One panel in space. three.js is fetched when the first one is shown; until then, and where it
 * cannot be had, the table view holds the numbers.
 */
export class SceneView {
  element = document.createElement('div');
  #title = document.createElement('p');
  #stage = document.createElement('div');
  #button = document.createElement('button');
  /** @type {ScenePanel | null} */
  #panel = null;
  /** @type {Cursor | null} */
  #cursor = null;
  /** @type {SceneRoom | null} */
  #room = null;
  /** @type {import('../draw/scene.js').SceneDrawing | null} */
  #drawing = null;
  #spin = 0;
  #probe;
  #onRead;
  #resize = new ResizeObserver(() => this.#fit());

  /**
   * @param {HTMLElement} probe of draw/theme.js
   * @param {(text: string) => void} onRead
   */
  constructor(probe, onRead) {
    this.#probe = probe;
    this.#onRead = onRead;
    this.element.className = 'panel';
    this.#title.className = 'panel-title';
    this.#stage.className = 'stage scene';
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute('role', 'application');
    this.#stage.setAttribute('aria-roledescription', 'figure panel in space');
    this.#stage.addEventListener('pointermove', (event) => this.#point(event));
    this.#stage.addEventListener('keydown', (event) => this.#key(event));
    this.#button.type = 'button';
    this.#button.className = 'turn';
    this.#button.addEventListener('click', () => (this.#spin ? this.pause() : this.#start()));
    this.pause();
    this.element.append(this.#title, this.#stage, this.#button);
    this.#resize.observe(this.element);
  }

  /** @param {ScenePanel} panel */
  async show(panel) {
    this.#panel = panel;
    this.#title.textContent = panel.title ?? '';
    this.#stage.setAttribute('aria-label', `${panel.title ?? 'scene'}. ${HELP}`);
    this.#room ??= await import('../draw/scene.js');
    this.#drawing ??= new this.#room.SceneDrawing(this.#stage);
    this.#fit();
    this.redraw();
  }

  redraw() {
    if (this.#panel) this.#drawing?.show(this.#panel, readTheme(this.#probe), this.#cursor);
  }

  /** @param {ScenePanel} panel */
  table(panel) {
    return this.#room?.table(panel) ?? {columns: ['the drawing is still loading'], rows: []};
  }

  pause() {
    cancelAnimationFrame(this.#spin);
    this.#spin = 0;
    this.#button.textContent = '↻ Turn around';
  }

  remove() {
    this.pause();
    this.#resize.disconnect();
    this.#drawing?.remove();
    this.element.remove();
  }

  #start() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#drawing?.turn(QUARTER_RAD / 2);
      return;
    }
    this.#button.textContent = '❚❚ Stop';
    const step = () => {
      this.#drawing?.turn(SPIN_RAD);
      this.#spin = requestAnimationFrame(step);
    };
    this.#spin = requestAnimationFrame(step);
  }

  #fit() {
    const width = this.#stage.clientWidth;
    if (width > 0 && this.#panel) this.#drawing?.resize(width, width * (this.#panel.aspect ?? 0.8));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const move = MOVES[event.key];
    if (!move || !this.#room || !this.#panel || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    if (event.shiftKey) {
      this.#drawing?.turn(move[1] * 4 * SPIN_RAD);
      return;
    }
    const {rows, cols} = this.#room.extent(this.#panel);
    const {row, col} = this.#cursor ?? {row: 0, col: -1};
    this.#moveTo({
      row: Math.max(0, Math.min(rows - 1, row + move[0])),
      col: Math.max(0, Math.min(cols - 1, col + move[1])),
    });
  }

  /** @param {PointerEvent} event */
  #point(event) {
    if (event.buttons !== 0) return; // the view is being turned
    const box = this.#stage.getBoundingClientRect();
    const cursor = this.#drawing?.locate(event.clientX - box.left, event.clientY - box.top);
    if (cursor) this.#moveTo(cursor);
  }

  /** @param {Cursor} cursor */
  #moveTo(cursor) {
    if (!this.#room || !this.#panel) return;
    if (cursor.row === this.#cursor?.row && cursor.col === this.#cursor?.col) return;
    this.#cursor = cursor;
    this.#onRead(this.#room.read(this.#panel, cursor));
    this.redraw();
  }
}
