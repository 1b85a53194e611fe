// @ts-check
import {scaleBand, scaleLinear, scaleLog} from 'd3-scale';
import {
  cellTicks,
  drawGrid,
  drawLabels,
  drawRules,
  drawTicks,
  FONT_PX,
  scaleTicks,
  setFont,
  tickWidth,
} from './axes.js';
import {formatNumber} from './format.js';
import {FAINT, leastHeight} from './lines.js';
import {shadeOf} from './theme.js';

/** @import {BarsPanel, Cursor, Frame, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

const MAX_UPRIGHT = 16; // bars: more rotated texts are hard to read
const NOT_YET = 'not measured yet';
const RIM = 5; // pixels, around letters

const [LETTER, GAP, RIGHT] = [6.7, 6, 10]; // pixels: of a name, between names, beside the plot

export {leastHeight};

/**
 * @param {BarsPanel} panel
 * @param {number} width
 */
export function margins(panel, width) {
  const ticks = scaleTicks(valueScale(panel, [1, 0]), 5, panel.y.scale === 'log');
  const left = Math.max(44, 26 + tickWidth(ticks));
  const longest = Math.max(0, ...panel.groups.map((name) => String(name).length));
  const slant = isSlanted(panel, width - left - RIGHT) ? LETTER * longest * Math.SQRT1_2 - 12 : 0;
  return {left, right: RIGHT, top: 20, bottom: 40 + Math.max(0, slant)};
}

/**
 * Whether the names of groups are slanted, because side by side they would touch. Numbers are thinned instead.
 *
 * @param {BarsPanel} panel
 * @param {number} width of the plot
 */
function isSlanted({groups}, width) {
  const available = width / groups.length - GAP;
  return groups.some((name) => typeof name === 'string' && LETTER * name.length > available);
}

/** @param {BarsPanel} panel */
export function extent(panel) {
  return {rows: panel.series.length, cols: panel.groups.length};
}

/**
 * @param {BarsPanel} panel
 * @param {[number, number]} range pixels
 */
function valueScale(panel, range) {
  const isLog = panel.y.scale === 'log';
  const values = panel.series
    .flatMap((s) => [s.values, s.spread?.low ?? [], s.spread?.high ?? []])
    .flatMap((list) => Array.from(list))
    .filter((v) => v !== null && (!isLog || v > 0))
    .map(Number);
  const from = panel.from ?? (isLog ? 1 : 0);
  const low = panel.y.domain?.[0] ?? Math.min(from, ...values);
  const high = panel.y.domain?.[1] ?? Math.max(from, ...values);
  const scale = isLog ? scaleLog() : scaleLinear();
  return scale
    .domain([low, low < high ? high : low + 1])
    .range(range)
    .nice();
}

/**
 * @param {BarsPanel} panel
 * @param {Frame} frame
 */
function scalesOf(panel, frame) {
  const y = valueScale(panel, [frame.bottom, frame.top]);
  const x = scaleBand(
    panel.groups.map((_, k) => String(k)),
    [frame.left, frame.right],
  ).padding(0.25);
  const inner = scaleBand(
    panel.series.map((_, k) => String(k)),
    [0, x.bandwidth()],
  ).padding(0.08);
  const from = panel.from ?? (panel.y.scale === 'log' ? y.domain()[0] : 0);
  return {x, inner, y, base: y(Math.max(y.domain()[0], from))};
}

/**
 * @param {BarsPanel} panel
 * @param {ReturnType<typeof scalesOf>} scales
 * @param {Cursor} cursor
 */
function barOf(panel, {x, inner, y, base}, {row, col}) {
  const series = panel.series[row];
  const value = series.values[col] ?? panel.from ?? 0;
  const shown = panel.y.scale === 'log' && value <= 0 ? base : y(value);
  return {
    x: (x(String(col)) ?? 0) + (inner(String(row)) ?? 0),
    y: Math.min(shown, base),
    width: inner.bandwidth(),
    height: Math.abs(base - shown),
    isDown: shown > base,
    step: panel.series.length > 1 ? inner.step() : x.step(),
    tip: Math.min(shown, base, ...endsOf(series, col).map(y)),
  };
}

/** The ends of what a bar is the mean of. @param {BarsPanel['series'][number]} series @param {number} col */
const endsOf = ({spread}, col) =>
  [spread?.low[col], spread?.high[col]].filter((end) => typeof end === 'number');

/**
 * @param {CanvasRenderingContext2D} context
 * @param {BarsPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
export function draw(context, panel, frame, theme, cursor) {
  const scales = scalesOf(panel, frame);
  const yTicks = scaleTicks(scales.y, 5, panel.y.scale === 'log');
  drawGrid(context, frame, theme, {x: [], y: yTicks.map((t) => t.at)});
  drawTicks(context, frame, theme, 'y', yTicks);
  const centre = scales.x.bandwidth() / 2;
  const axis = {label: '', names: panel.groups, ticks: 12};
  const names = cellTicks(axis, panel.groups.length, (k) => (scales.x(String(k)) ?? 0) + centre);
  drawTicks(context, frame, theme, 'x', names, isSlanted(panel, frame.right - frame.left));
  drawLabels(context, frame, theme, panel.x.label, panel.y.label);
  const rules = (panel.rules ?? []).map((rule) => ({
    ...rule,
    at:
      rule.axis === 'y'
        ? scales.y(rule.at)
        : (scales.x('0') ?? 0) + centre + rule.at * scales.x.step(),
  }));
  const cells = panel.series
    .flatMap((_, row) => panel.groups.map((_, col) => ({row, col})))
    .filter(({row, col}) => typeof panel.series[row].values[col] === 'number');
  setFont(context, theme);
  const shown = cells.map((cell) => ({
    bar: barOf(panel, scales, cell),
    colour: colourIn(panel, cell, theme),
    alpha: panel.series[cell.row].isFaint?.[cell.col] ? FAINT : 1,
    text: textOf(panel, cell.row, cell.col),
  }));
  for (const {bar, colour, alpha} of shown) {
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fillRect(bar.x, bar.isDown ? bar.y : bar.y - 0.5, bar.width, Math.max(1, bar.height));
  }
  context.globalAlpha = 1;
  for (const cell of cells) drawSpread(context, panel, scales, theme, cell);
  drawRules(context, frame, theme, rules);
  drawTexts(context, theme, shown);
  if (!cursor) return;
  const bar = barOf(panel, scales, cursor);
  context.strokeStyle = theme.ink;
  context.lineWidth = 2;
  context.strokeRect(bar.x - 2, bar.y - 2, bar.width + 4, bar.height + 4);
}

/** @param {BarsPanel} panel @param {Cursor} cell @param {Theme} theme */
function colourIn({series}, {row, col}, theme) {
  const {shade, colours, colour = row} = series[row];
  if (shade !== undefined) return shadeOf(shade, theme.series[0], theme.ink);
  return theme.series[(colours?.[col] ?? colour) % theme.series.length];
}

/**
 * @param {BarsPanel} panel
 * @param {number} row
 * @param {number} col
 */
function textOf(panel, row, col) {
  const value = panel.series[row].values[col];
  return panel.series[row].text?.[col] ?? (value === null ? NOT_YET : formatNumber(value));
}

/**
 * The least and the greatest of what a bar is the mean of.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {BarsPanel} panel
 * @param {ReturnType<typeof scalesOf>} scales
 * @param {Theme} theme
 * @param {Cursor} cell
 */
function drawSpread(context, panel, scales, theme, cell) {
  const {spread} = panel.series[cell.row];
  const [low, high] = [spread?.low[cell.col] ?? null, spread?.high[cell.col] ?? null];
  if (low === null || high === null || low === high) return;
  const bar = barOf(panel, scales, cell);
  const x = bar.x + bar.width / 2;
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(x, scales.y(low));
  context.lineTo(x, scales.y(high));
  for (const end of [low, high]) {
    context.moveTo(x - 4, scales.y(end));
    context.lineTo(x + 4, scales.y(end));
  }
  context.stroke();
}

/** @typedef {{bar: ReturnType<typeof barOf>, colour: string, text: string}} Labelled */

/**
 * The values at the bars' ends: horizontal where all bars are wide enough, else all rotated or none.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Theme} theme
 * @param {readonly Labelled[]} shown
 */
function drawTexts(context, theme, shown) {
  const fits = (/** @type {Labelled} */ {bar, text}) =>
    context.measureText(text).width <= Math.min(bar.width * 1.25, bar.step - 2);
  context.fillStyle = theme.ink;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  if (shown.length === 0) return;
  if (shown.every(fits)) {
    for (const {bar, text} of shown) {
      const end = bar.isDown ? bar.y + bar.height + FONT_PX + 2 : Math.max(bar.tip - 3, FONT_PX);
      context.strokeStyle = theme.paper;
      fillWithRim(context, text, bar.x + bar.width / 2, end);
    }
  } else if (shown.length <= MAX_UPRIGHT && shown[0].bar.width >= FONT_PX) {
    for (const one of shown) drawUpright(context, theme, one);
  }
}

/**
 * Within a bar that is long enough, else beyond its end.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Theme} theme
 * @param {Labelled} labelled
 */
function drawUpright(context, theme, {bar, colour, text}) {
  const isInside = bar.height > context.measureText(text).width + 10;
  const end = bar.isDown ? bar.y + bar.height : bar.y;
  const outward = bar.isDown ? 5 : -5;
  context.save();
  context.translate(bar.x + bar.width / 2, isInside ? end - outward : end + outward);
  context.rotate(-Math.PI / 2);
  context.textAlign = isInside === bar.isDown ? 'left' : 'right';
  context.textBaseline = 'middle';
  if (isInside) context.fillStyle = theme.paper;
  context.strokeStyle = isInside ? colour : theme.paper;
  fillWithRim(context, text, 0, 1);
  context.restore();
}

/**
 * A text that no rule strikes through: its letters have a rim in the colour behind them.
 *
 * @param {CanvasRenderingContext2D} context strokeStyle: the colour of the rim
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function fillWithRim(context, text, x, y) {
  context.lineWidth = RIM;
  context.lineJoin = 'round'; // with mitred joins the corners of letters have spikes
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/**
 * @param {BarsPanel} panel
 * @param {Frame} frame
 * @param {number} x
 * @returns {Cursor | null}
 */
export function locate(panel, frame, x) {
  const scales = scalesOf(panel, frame);
  for (let row = 0; row < panel.series.length; row++) {
    for (let col = 0; col < panel.groups.length; col++) {
      const bar = barOf(panel, scales, {row, col});
      if (x >= bar.x && x <= bar.x + bar.width) return {row, col};
    }
  }
  return null;
}

/**
 * @param {BarsPanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {row, col}) {
  const name = panel.series.length > 1 ? `${panel.series[row].name}, ` : '';
  return `${name}${panel.groups[col]}: ${panel.y.label} ${textOf(panel, row, col)}`;
}

/**
 * @param {BarsPanel} panel
 * @returns {Table}
 */
export function table(panel) {
  return {
    columns: [panel.x.label, ...panel.series.map((s) => s.name)],
    rows: panel.groups.map((g, k) => [g, ...panel.series.map((s) => s.values[k] ?? NOT_YET)]),
  };
}

/** The functions of this kind of panel. */
export default {leastHeight, margins, extent, draw, locate, read, table};
