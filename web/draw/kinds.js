// @ts-check
import * as bars from './bars.js';
import * as heatmap from './heatmap.js';
import * as lines from './lines.js';
import * as plane from './plane.js';
import * as scene from './scene.js';
import * as strip from './strip.js';

/** @import {Frame, Kind, Panel} from './panel.js' */

/** Every kind of panel that is drawn on a canvas. */
export const KINDS = /** @type {Record<string, Kind<any>>} */ ({
  bars,
  heatmap,
  lines,
  plane,
  scene,
  strip,
});

/**
 * The functions of a panel's kind.
 *
 * @param {Panel} panel
 * @returns {Kind<any>}
 */
export function kindOf(panel) {
  const kind = KINDS[panel.kind];
  if (!kind)
    throw new TypeError(`panel.kind must be one of ${Object.keys(KINDS)}, got ${panel.kind}.`);
  return kind;
}

/**
 * The frame of a panel that is `width` pixels wide.
 *
 * @param {Panel} panel
 * @param {number} width
 * @returns {Frame}
 */
export function frameOf(panel, width) {
  const kind = kindOf(panel);
  const {left, right, top, bottom} = kind.margins(panel, width);
  const plot = Math.max(40, width - left - right);
  const least = Math.min(kind.leastHeight ?? 0, plot);
  const aspect = panel.aspect ?? kind.aspect ?? 0.6;
  const height = kind.height?.(panel) ?? Math.max(plot * aspect, least);
  return {
    width,
    height: height + top + bottom,
    left,
    top,
    right: left + plot,
    bottom: top + height,
  };
}
