// @ts-check
// Loaded with what it draws, which few figures need.
import {placeIn} from '../dom.js';
import {addKind} from '../draw/kinds.js';
import plane from '../draw/plane.js';
import {PanelView} from './panel-view.js';

/** @import {PlanePanel} from '../draw/panel.js' */
/** @import {Theme} from '../draw/theme.js' */

addKind('plane', plane);

/** The detail of a `rotate` event: how many units the arrows were dragged on. @typedef {{steps: number}} Rotated */

/** Arrows in a plane; where the panel says how far a unit rotates them, each drag is a `rotate` event. */
export class PlaneView extends PanelView {
  #stage = /** @type {HTMLElement} */ (this.element.querySelector('.stage'));
  /** @type {PlanePanel | null} */
  #plane = null;
  /** @type {number | null} the angle of the pointer that no event has reported yet, radians */
  #from = null;

  /** @param {ConstructorParameters<typeof PanelView>} args */
  constructor(...args) {
    super(...args);
    this.#stage.addEventListener('pointerdown', (event) => this.#begin(event));
    this.#stage.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel'])
      this.#stage.addEventListener(end, () => {
        this.#from = null;
      });
  }

  /** @override @param {PlanePanel} panel @param {Theme} [theme] */
  show(panel, theme) {
    this.#plane = panel;
    this.element.classList.toggle('rotates', panel.radPerStep !== undefined);
    super.show(panel, theme);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0 || !this.#plane?.radPerStep) return;
    this.#from = this.#angle(event);
    this.#stage.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const {radPerStep} = this.#plane ?? {};
    if (this.#from === null || !radPerStep) return;
    const angle = this.#angle(event) - this.#from;
    const shorter = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
    const steps = Math.round(shorter / radPerStep);
    if (steps === 0) return;
    this.#from += steps * radPerStep;
    const detail = /** @type {Rotated} */ ({steps});
    this.element.dispatchEvent(new CustomEvent('rotate', {bubbles: true, detail}));
  }

  /** Of the pointer around the origin of the plane, anticlockwise. @param {PointerEvent} event */
  #angle(event) {
    const {frame, scale} = this;
    if (!frame) return 0;
    const {x, y} = placeIn(this.#stage, event);
    const [x0, y0] = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
    return Math.atan2(scale * y0 - y, x - scale * x0);
  }
}
