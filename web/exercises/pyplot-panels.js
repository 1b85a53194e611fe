// @ts-check
// What pyplot recorded, as the panels that the page draws.
import {colourFor} from '../draw/colour.js';

/** @import {Panel} from '../draw/panel.js' */

const DIVERGING = /^(rdbu|coolwarm|bwr|seismic|brbg|prgn|piyg|rdylbu|spectral)/i;

/** @param {any} value */
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/** @param {any} part @param {any} axes @returns {Panel} */
function imagePanel(part, axes) {
  const rows = part.origin === 'lower' ? [...part.rows].reverse() : part.rows;
  const data = Float32Array.from(rows.flat(), (v) => (isNumber(v) ? v : 0));
  const kind = DIVERGING.test(part.cmap ?? '') ? 'diverging' : 'sequential';
  const [low, high] = [part.vmin, part.vmax].map((v) => (isNumber(v) ? [v] : []));
  return /** @type {any} */ ({
    kind: 'heatmap',
    title: axes.title,
    tensor: {data, shape: [rows.length, rows[0]?.length ?? 0]},
    x: {label: axes.xlabel || 'column'},
    y: {label: axes.ylabel || 'row'},
    value: {label: part.colorbar || 'value'},
    colour: colourFor(kind, Float32Array.from([...data, ...low, ...high])),
    ...(part.aspect === 'equal' ? {aspect: rows.length / Math.max(1, rows[0]?.length ?? 1)} : {}),
  });
}

/** @param {any[]} parts @param {any} axes @returns {Panel} */
function linesPanel(parts, axes) {
  const points = (/** @type {any} */ {x, y}) =>
    x
      .map((/** @type {any} */ v, /** @type {number} */ k) => [v, y[k]])
      .filter((/** @type {any[]} */ [a, b]) => isNumber(a) && isNumber(b));
  return /** @type {any} */ ({
    kind: 'lines',
    title: axes.title,
    series: parts.map((part, k) => {
      const xy = points(part);
      return {
        name: part.label ?? `line ${k + 1}`,
        x: Float64Array.from(xy, ([a]) => a),
        y: Float64Array.from(xy, ([, b]) => b),
        colour: k,
        dashed: Boolean(part.isDashed),
        style: part.kind === 'points' || part.isBare ? 'points' : part.marker ? 'both' : 'line',
      };
    }),
    x: {label: axes.xlabel || 'x', ...(axes.xscale === 'log' ? {scale: 'log'} : {})},
    y: {label: axes.ylabel || 'y', ...(axes.yscale === 'log' ? {scale: 'log'} : {})},
    rules: rulesOf(axes),
  });
}

/** @param {any} axes */
const rulesOf = ({parts}) =>
  parts
    .filter(
      (/** @type {any} */ {kind, at}) => (kind === 'vline' || kind === 'hline') && isNumber(at),
    )
    .map((/** @type {any} */ {kind, at, label = ''}) => ({
      axis: kind === 'vline' ? 'x' : 'y',
      at,
      label,
    }));

/** @param {any[]} parts @param {any} axes @returns {Panel} */
function barsPanel(parts, axes) {
  const names = axes.xticklabels ?? parts[0].x.map(String);
  return /** @type {any} */ ({
    kind: 'bars',
    title: axes.title,
    groups: names.map(String),
    series: parts.map((part, k) => ({
      name: part.label ?? `bars ${k + 1}`,
      values: Float64Array.from(part.y, (v) => (isNumber(v) ? v : 0)),
    })),
    x: {label: axes.xlabel || ''},
    y: {label: axes.ylabel || 'value'},
  });
}

/**
 * The panels of all figures of a run. What cannot be drawn is said in `missing`.
 *
 * @param {any[]} figures as web/python/matplotlib/pyplot.py records them
 * @returns {{panels: Panel[], titles: string[], missing: string[]}}
 */
export function pyplotPanels(figures) {
  /** @type {Panel[]} */
  const panels = [];
  const missing = new Set();
  for (const {axes = []} of figures) {
    for (const one of axes) {
      const of = (/** @type {string[]} */ ...kinds) =>
        one.parts.filter((/** @type {any} */ {kind}) => kinds.includes(kind));
      const [images, lines, bars] = [of('image'), of('line', 'points', 'arrow'), of('bars')];
      if (images.length) panels.push(imagePanel(images[images.length - 1], one));
      else if (bars.length) panels.push(barsPanel(bars, one));
      else if (lines.length) panels.push(linesPanel(lines, one));
      for (const {kind} of of('band', 'text')) missing.add(kind);
    }
  }
  const titles = figures.map(({suptitle}) => String(suptitle ?? '')).filter(Boolean);
  return {panels, titles, missing: [...missing]};
}
