// @ts-check
import {t} from '../dom.js';
import {addKind} from '../draw/kinds.js';
import scene, {FIRST_VIEW} from '../draw/scene.js';
import {PanelView} from './panel-view.js';

/** @import {ScenePanel} from '../draw/panel.js' */
/** @import {Theme} from '../draw/theme.js' */

addKind('scene', scene);

const HELP = 'Arrow keys move from point to point; dragging, or Shift and an arrow key, rotates.';
const SPEED_RAD_PER_S = 2;
const STEP_RAD = Math.PI / 22.5;

/** Shift and this key: by how many steps azimuth and elevation of the eye change. */
const ORBITS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

/** A panel in space: a PanelView whose picture can be rotated by dragging, by keys and by a button. */
export class SceneView {
  element = document.createElement('div');
  #inner;
  #stage;
  #button = document.createElement('button');
  #view = {...FIRST_VIEW};
  /** @type {{x: number, y: number} | null} where the pointer that drags was last */
  #drag = null;
  #spin = 0;

  /**
   * @param {HTMLElement} probe of draw/theme.js
   * @param {(text: string) => void} onRead called with the text of the value at the cursor
   */
  constructor(probe, onRead) {
    this.#inner = new PanelView(probe, onRead);
    this.element.className = 'panel';
    this.#stage = /** @type {HTMLElement} */ (this.#inner.element.querySelector('.stage'));
    this.#stage.classList.add('scene');
    this.#stage.setAttribute('aria-roledescription', 'figure panel in space');
    // captured: what rotates the view must not move the cursor too
    const options = {capture: true};
    this.#stage.addEventListener('pointerdown', (event) => this.#beginDrag(event));
    this.element.addEventListener('pointermove', (event) => this.#dragTo(event), options);
    for (const end of ['pointerup', 'pointercancel'])
      this.#stage.addEventListener(end, () => {
        this.#drag = null;
      });
    this.element.addEventListener('keydown', (event) => this.#key(event), options);
    this.#button.type = 'button';
    this.#button.className = 'rotate';
    this.#button.addEventListener('click', () => (this.#spin ? this.pause() : this.#start()));
    this.pause();
    this.element.append(this.#inner.element, this.#button);
  }

  /** @param {ScenePanel} panel @param {Theme} [theme] */
  show(panel, theme) {
    this.#inner.show({...panel, view: this.#view}, theme);
    this.#stage.setAttribute('aria-label', `${panel.title ?? t('scene')}. ${t(HELP)}`);
  }

  /** @param {ScenePanel} panel */
  table(panel) {
    return this.#inner.table(panel);
  }

  /** @type {PanelView['redraw']} */
  redraw(pixels, theme) {
    this.#inner.redraw(pixels, theme);
  }

  pause() {
    cancelAnimationFrame(this.#spin);
    this.#spin = 0;
    this.#button.textContent = t('↻ Rotate');
  }

  remove() {
    this.pause();
    this.#inner.remove();
    this.element.remove();
  }

  #start() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#orbit(-Math.PI / 4, 0);
      return;
    }
    this.#button.textContent = t('❚❚ Stop');
    let last_ms = performance.now();
    const step = (/** @type {number} */ now_ms) => {
      this.#orbit((-SPEED_RAD_PER_S * Math.max(0, now_ms - last_ms)) / 1000, 0);
      last_ms = now_ms;
      this.#spin = requestAnimationFrame(step);
    };
    this.#spin = requestAnimationFrame(step);
  }

  /**
   * @param {number} azimuth_rad is added; a negative angle moves what is in front to the right
   * @param {number} elevation_rad is added; the eye stops right above and right below
   */
  #orbit(azimuth_rad, elevation_rad) {
    const elevation = this.#view.elevation_rad + elevation_rad;
    this.#view.azimuth_rad = (this.#view.azimuth_rad + azimuth_rad) % (2 * Math.PI);
    this.#view.elevation_rad = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, elevation));
    this.redraw();
  }

  /** @param {PointerEvent} event */
  #beginDrag(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#drag = {x: event.clientX, y: event.clientY};
    this.#stage.setPointerCapture(event.pointerId);
  }

  /** Across the height of the picture is one revolution. @param {PointerEvent} event */
  #dragTo(event) {
    if (!this.#drag) return;
    event.stopPropagation();
    const perPixel_rad = (2 * Math.PI) / this.#stage.clientHeight;
    const [dx, dy] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
    this.#drag = {x: event.clientX, y: event.clientY};
    this.#orbit(-dx * perPixel_rad, dy * perPixel_rad);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const orbit = ORBITS[event.key];
    if (!orbit || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#orbit(orbit[0] * STEP_RAD, orbit[1] * STEP_RAD);
  }
}
