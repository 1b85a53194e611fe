// @ts-check
// What pyplot recorded, as the panels that the page draws.
import {colourFor} from '../draw/colour.js';

/** @import {Panel} from '../draw/panel.js' */

const [MOST_CELLS, MOST_POINTS, MOST_PANELS] = [4e6, 2e5, 24];
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

/** Whether the page can draw it at once. @param {any} part */
function isLarge({kind, rows, x, y}) {
  if (kind === 'image') return rows.length * (rows[0]?.length ?? 0) > MOST_CELLS;
  return Math.max(x?.length ?? 0, y?.length ?? 0) > MOST_POINTS;
}

/**
 * @param {any} axes
 * @param {Set<string>} missing
 * @returns {Panel | null}
 */
function panelOf(axes, missing) {
  const parts = axes.parts.filter((/** @type {any} */ part) => {
    if (isLarge(part)) missing.add(`${part.kind} (too large)`);
    return !isLarge(part);
  });
  const of = (/** @type {string[]} */ ...kinds) =>
    parts.filter((/** @type {any} */ {kind}) => kinds.includes(kind));
  for (const {kind} of of('band', 'text')) missing.add(kind);
  const [images, lines, bars] = [of('image'), of('line', 'points', 'arrow'), of('bars')];
  if (images.length) return imagePanel(images[images.length - 1], axes);
  if (bars.length) return barsPanel(bars, axes);
  return lines.length ? linesPanel(lines, axes) : null;
}

/**
 * The panels of all figures of a run. What cannot be drawn is said in `missing`. The figures come from the
 * learner's realm, so that nothing holds of them.
 *
 * @param {any} figures as web/python/matplotlib/pyplot.py records them
 * @returns {{panels: Panel[], titles: string[], missing: string[]}}
 */
export function pyplotPanels(figures) {
  /** @type {Panel[]} */
  const panels = [];
  const missing = new Set();
  const all = Array.isArray(figures) ? figures : [];
  for (const axes of all.flatMap((figure) => figure?.axes ?? [])) {
    try {
      const panel = panelOf(axes, missing);
      if (panel && panels.length < MOST_PANELS) panels.push(panel);
      else if (panel) missing.add(`more than ${MOST_PANELS} pictures`);
    } catch {
      missing.add('a picture that is none');
    }
  }
  const titles = all.map((figure) => String(figure?.suptitle ?? '')).filter(Boolean);
  return {panels, titles: titles.slice(0, MOST_PANELS), missing: [...missing]};
}
