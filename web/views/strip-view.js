// @ts-check
import * as strip from '../draw/strip.js';
import {PanelView} from './panel-view.js';

/** A panel of strips, for the few figures that have one: the others need not load how it is drawn. */
export class StripView extends PanelView {
  /**
   * @param {HTMLElement} probe
   * @param {(text: string) => void} onRead
   */
  constructor(probe, onRead) {
    super(probe, onRead, strip);
  }
}
