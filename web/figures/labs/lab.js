// @ts-check
// What the labs add to a figure: the full core, and rows of cells that change its settings.

import {fullCore} from '../../core/full-core.js';
import {adoptStyle, t} from '../../dom.js';
import css from '../../style/labs.css';
import {Figure} from '../frame/figure.js';

/** @import {Act, Swap} from '../../views/cells-view.js' */

/** A figure with a row of cells; a subclass says what a change of them means. */
export class Lab extends Figure {
  static core = fullCore;

  constructor() {
    super();
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptStyle(root, css);
    root.addEventListener('swapcells', (event) =>
      this.swap(/** @type {CustomEvent<Swap>} */ (event).detail),
    );
    root.addEventListener('actoncell', (event) =>
      this.act(/** @type {CustomEvent<Act>} */ (event).detail),
    );
  }

  /** Two cells have changed places. @param {Swap} _swap */
  swap(_swap) {}

  /** A button or key of the chosen cell. @param {Act} _act */
  act(_act) {}

  /** Says why an edit was not made; the picture stays. @param {string} text */
  report(text) {
    const notice = /** @type {ShadowRoot} */ (this.shadowRoot).querySelector('.notice');
    if (!(notice instanceof HTMLElement)) return;
    notice.textContent = t(text);
    notice.hidden = false;
  }
}
