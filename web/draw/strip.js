// @ts-check
// Distances in a row, coloured by the bucket that holds them.
import {drawLabels, setFont} from './axes.js';
import {colourScale} from './colour.js';
import {formatNumber, formatTick} from './format.js';
import {spansOf} from './spans.js';

/** @import {Cursor, Frame, Strip, StripPanel, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

const NAME_PX = 16; // the line above a strip
const BAND_PX = 30;
const GAP_PX = 16; // below it, with the marks
const TICKS = [0, 1, 2, 3, 5, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/** @param {StripPanel} panel */
export const height = ({series}) => series.length * (NAME_PX + BAND_PX + GAP_PX);

export const margins = () => ({left: 10, right: 10, top: 4, bottom: 38});

/** @param {StripPanel} panel */
export const extent = ({series}) => ({rows: series.length, cols: series[0].y.length});

/**
 * Pixels of the left edge of a distance's cell, and the inverse.
 *
 * @param {StripPanel} panel
 * @param {Frame} frame
 */
function scaleOf(panel, {left, right}) {
  const perLog = (right - left) / Math.log(1 + extent(panel).cols);
  return {
    x: (/** @type {number} */ distance) => left + perLog * Math.log(1 + distance),
    distance: (/** @type {number} */ x) => Math.exp((x - left) / perLog) - 1,
  };
}

/** @param {Frame} frame @param {number} row */
const bandTop = (frame, row) => frame.top + row * (NAME_PX + BAND_PX + GAP_PX) + NAME_PX;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {StripPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
export function draw(context, panel, frame, theme, cursor) {
  const scale = scaleOf(panel, frame);
  panel.series.forEach((strip, row) => {
    setFont(context, theme);
    context.fillStyle = theme.ink;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    const top = bandTop(frame, row);
    context.fillText(strip.name, frame.left, top - NAME_PX / 2, frame.right - frame.left);
    drawBand(context, panel, strip, scale, theme, top);
    drawSlips(context, panel, strip, scale, theme, top + BAND_PX);
  });
  drawTicks(context, panel, frame, scale, theme);
  drawLabels(context, frame, theme, panel.x.label, '');
  if (cursor) drawCursor(context, scale, theme, cursor.col, bandTop(frame, cursor.row));
}

/** @typedef {ReturnType<typeof scaleOf>} Scale */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {StripPanel} panel
 * @param {Strip} strip
 * @param {Scale} scale
 * @param {Theme} theme
 * @param {number} top
 */
function drawBand(context, {range}, {y}, {x}, theme, top) {
  const {css, textOn} = colourScale({map: 'index', domain: range}, theme.paper);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const {bucket, from, to} of spansOf(y)) {
    const [left, width] = [x(from), x(to + 1) - x(from)];
    const inside = bucket >= range[0] && bucket <= range[1];
    context.fillStyle = inside ? css(bucket) : theme.bad;
    context.fillRect(left, top, Math.max(1, width - (width > 4 ? 1 : 0)), BAND_PX);
    const text = formatNumber(bucket);
    if (context.measureText(text).width > width - 3) continue;
    context.fillStyle = inside ? textOn(bucket) : theme.paper;
    context.fillText(text, left + width / 2, top + BAND_PX / 2 + 1);
  }
}

const MAX_NAMED = 12; // slips; more of them are drawn as a line, without numbers

/**
 * A triangle under each distance whose bucket is not that of the other strip, with its number.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {StripPanel} panel
 * @param {Strip} strip
 * @param {Scale} scale
 * @param {Theme} theme
 * @param {number} top
 */
function drawSlips(context, panel, {y, against}, {x}, theme, top) {
  if (against === undefined) return;
  const right = panel.series[against].y;
  const slips = Array.from(y, (_, distance) => distance).filter((k) => y[k] !== right[k]);
  context.fillStyle = theme.bad;
  if (slips.length > MAX_NAMED) {
    for (const k of slips) context.fillRect(x(k), top + 2, Math.max(1, x(k + 1) - x(k)), 4);
    return;
  }
  let end = -Infinity;
  for (const distance of slips) {
    const middle = (x(distance) + x(distance + 1)) / 2;
    context.beginPath();
    context.moveTo(middle, top + 1);
    context.lineTo(middle - 4, top + 8);
    context.lineTo(middle + 4, top + 8);
    context.fill();
    if (middle - 6 < end) continue;
    context.textAlign = 'left';
    context.textBaseline = 'top';
    context.fillText(String(distance), middle + 6, top + 2);
    end = middle + 8 + context.measureText(String(distance)).width;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {StripPanel} panel
 * @param {Frame} frame
 * @param {Scale} scale
 * @param {Theme} theme
 */
function drawTicks(context, panel, frame, {x}, theme) {
  setFont(context, theme);
  context.fillStyle = theme.muted;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  let end = -Infinity;
  for (const distance of TICKS.filter((tick) => tick < extent(panel).cols)) {
    const middle = (x(distance) + x(distance + 1)) / 2;
    const half = context.measureText(formatTick(distance)).width / 2;
    if (middle - half < end + 6 || middle + half > frame.width) continue;
    context.fillText(formatTick(distance), middle, frame.bottom + 2);
    end = middle + half;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Scale} scale
 * @param {Theme} theme
 * @param {number} distance
 * @param {number} top
 */
function drawCursor(context, {x}, theme, distance, top) {
  const width = Math.max(5, x(distance + 1) - x(distance));
  const left = (x(distance) + x(distance + 1) - width) / 2;
  for (const [colour, line] of /** @type {const} */ ([
    [theme.paper, 4],
    [theme.ink, 2],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.strokeRect(left, top - 1, width, BAND_PX + 2);
  }
}

/**
 * @param {StripPanel} panel
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @returns {Cursor | null}
 */
export function locate(panel, frame, x, y) {
  const {rows, cols} = extent(panel);
  const col = Math.floor(scaleOf(panel, frame).distance(x));
  const row = Math.floor((y - frame.top) / (NAME_PX + BAND_PX + GAP_PX));
  return col >= 0 && col < cols && row >= 0 && row < rows ? {row, col} : null;
}

/** @param {number} from @param {number} to @param {number} last that is shown */
const rangeText = (from, to, last) => {
  if (to === last) return `${formatNumber(from)} and on`;
  return from === to
    ? `${formatNumber(from)} alone`
    : `${formatNumber(from)} to ${formatNumber(to)}`;
};

/**
 * @param {StripPanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {row, col}) {
  const strip = panel.series[row];
  const {bucket, from, to} = spansOf(strip.y).find((span) => span.to >= col) ?? spansOf(strip.y)[0];
  const range = rangeText(from, to, strip.y.length - 1);
  const words =
    `${strip.name}, distance ${formatNumber(col)}: bucket ${formatNumber(bucket)}, ` +
    `which holds ${range}`;
  const right = strip.against === undefined ? bucket : panel.series[strip.against].y[col];
  return right === bucket ? words : `${words}; wrong, it belongs in ${formatNumber(right)}`;
}

/**
 * One row per bucket.
 *
 * @param {StripPanel} panel
 * @returns {Table}
 */
export function table(panel) {
  return {
    columns: ['strip', panel.y.label, 'first distance', 'last distance shown', 'distances'],
    rows: panel.series.flatMap(({name, y}) =>
      spansOf(y).map(({bucket, from, to}) => [name, bucket, from, to, to - from + 1]),
    ),
  };
}

/** The functions of this kind of panel. */
export default {height, margins, extent, draw, locate, read, table};
