// @ts-check
import bars from './bars.js';
import heatmap from './heatmap.js';
import lines from './lines.js';

/** @import {Frame, Kind, Panel} from './panel.js' */

/** The kinds of panels that are drawn on a canvas; a rare one is added when it is loaded. */
export const KINDS = /** @type {Record<string, Kind<any>>} */ ({
  bars,
  heatmap,
  lines,
});

/** @param {string} name @param {Kind<any>} kind */
export function addKind(name, kind) {
  KINDS[name] = kind;
}

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

/** Pixels of a plot that is still a picture: no cap makes one lower. */
const LEAST_PLOT = 80;

/**
 * The frame of a panel that is at most `width` pixels wide and, where that leaves a picture, at most `cap` high.
 * Where the ratio of the sides means something (`keepsAspect`), a plot that is too high becomes narrower as well.
 *
 * @param {Panel} panel
 * @param {number} width
 * @param {number} [cap]
 * @returns {Frame}
 */
export function frameOf(panel, width, cap = Infinity) {
  const kind = kindOf(panel);
  const aspect = panel.aspect ?? kind.aspect ?? 0.6;
  const {left, right, top, bottom} = kind.margins(panel, width, Math.max(cap, LEAST_PLOT));
  const plot = Math.max(40, width - left - right);
  const least = Math.min(kind.leastHeight ?? 0, plot);
  const own = kind.height?.(panel);
  const wanted = own ?? Math.max(plot * aspect, least);
  const height = own ?? Math.min(wanted, Math.max(cap - top - bottom, LEAST_PLOT));
  const narrower = Math.ceil(height / aspect) + left + right;
  if (height < wanted && kind.keepsAspect && narrower < width) {
    return frameOf(panel, narrower, cap); // again, because slanted names may need a higher margin there
  }
  return {
    width,
    height: height + top + bottom,
    left,
    top,
    right: left + plot,
    bottom: top + height,
  };
}
