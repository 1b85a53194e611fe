// @ts-check
import * as bars from './bars.js';
import * as heatmap from './heatmap.js';
import * as lines from './lines.js';
import * as plane from './plane.js';

/** @import {Frame, Kind, Panel} from './panel.js' */

const KINDS = /** @type {Record<string, Kind<any>>} */ ({bars, heatmap, lines, plane});

/**
 * The functions of a flat panel's kind; a scene is drawn by scene.js, which is fetched when needed.
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

const LEAST_HEIGHT = 190; // of curves, so that a telephone does not flatten them

/**
 * The frame of a panel that is `width` pixels wide.
 *
 * @param {Panel} panel
 * @param {number} width
 * @param {Kind<any>} [kind] where it is not one of those above
 * @returns {Frame}
 */
export function frameOf(panel, width, kind = kindOf(panel)) {
  const {left, right, top, bottom} = kind.margins(panel, width);
  const plot = Math.max(40, width - left - right);
  const least = panel.kind === 'lines' || panel.kind === 'bars' ? Math.min(LEAST_HEIGHT, plot) : 0;
  const height = kind.height?.(panel) ?? Math.max(plot * (panel.aspect ?? 0.6), least);
  return {
    width,
    height: height + top + bottom,
    left,
    top,
    right: left + plot,
    bottom: top + height,
  };
}
