// @ts-check
import {scaleBand, scaleLinear, scaleLog} from 'd3-scale';
import {drawGrid, drawLabels, drawTicks, FONT_PX, scaleTicks, setFont} from './axes.js';
import {formatNumber} from './format.js';

/** @import {BarsPanel, Cursor, Frame, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

/** @param {BarsPanel} _panel */
export function margins(_panel) {
  return {left: 66, right: 10, top: 20, bottom: 40};
}

/** @param {BarsPanel} panel */
export function extent(panel) {
  return {rows: panel.series.length, cols: panel.groups.length};
}

/**
 * @param {BarsPanel} panel
 * @param {Frame} frame
 */
function scalesOf(panel, frame) {
  const isLog = panel.y.scale === 'log';
  const values = panel.series.flatMap((s) => Array.from(s.values)).filter((v) => !isLog || v > 0);
  const low = panel.y.domain?.[0] ?? (isLog ? Math.min(...values, 1) : Math.min(0, ...values));
  const high = panel.y.domain?.[1] ?? Math.max(...values, low + 1);
  const range = [frame.bottom, frame.top];
  const y = (isLog ? scaleLog() : scaleLinear()).domain([low, high]).range(range).nice();
  const x = scaleBand(panel.groups.map((_, k) => String(k)), [frame.left, frame.right]).padding(0.25);
  const inner = scaleBand(panel.series.map((_, k) => String(k)), [0, x.bandwidth()]).padding(0.08);
  return {x, inner, y};
}

/**
 * @param {BarsPanel} panel
 * @param {ReturnType<typeof scalesOf>} scales
 * @param {Cursor} cursor
 */
function barOf(panel, {x, inner, y}, {row, col}) {
  const value = panel.series[row].values[col];
  const base = y.range()[0];
  const shown = panel.y.scale === 'log' && value <= 0 ? base : y(value);
  return {
    x: (x(String(col)) ?? 0) + (inner(String(row)) ?? 0),
    y: Math.min(shown, base),
    width: inner.bandwidth(),
    height: Math.abs(base - shown),
  };
}

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
  const names = panel.groups.map((g, k) => ({at: (scales.x(String(k)) ?? 0) + centre, text: String(g)}));
  drawTicks(context, frame, theme, 'x', names);
  drawLabels(context, frame, theme, panel.x.label, panel.y.label);
  panel.series.forEach((series, row) => {
    for (let col = 0; col < panel.groups.length; col++) {
      drawBar(context, barOf(panel, scales, {row, col}), theme, row, textOf(panel, row, col));
    }
  });
  if (!cursor) return;
  const bar = barOf(panel, scales, cursor);
  context.strokeStyle = theme.ink;
  context.lineWidth = 2;
  context.strokeRect(bar.x - 2, bar.y - 2, bar.width + 4, bar.height + 4);
}

/**
 * @param {BarsPanel} panel
 * @param {number} row
 * @param {number} col
 */
function textOf(panel, row, col) {
  return panel.series[row].text?.[col] ?? formatNumber(panel.series[row].values[col]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ReturnType<typeof barOf>} bar
 * @param {Theme} theme
 * @param {number} row
 * @param {string} text
 */
function drawBar(context, bar, theme, row, text) {
  context.fillStyle = theme.series[row % theme.series.length];
  context.fillRect(bar.x, bar.y, bar.width, Math.max(1, bar.height));
  setFont(context, theme);
  if (context.measureText(text).width > bar.width + 24) return;
  context.fillStyle = theme.ink;
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  context.fillText(text, bar.x + bar.width / 2, Math.max(bar.y - 2, FONT_PX));
}

/**
 * @param {BarsPanel} panel
 * @param {Frame} frame
 * @param {number} x
 * @param {number} _y
 * @returns {Cursor | null}
 */
export function locate(panel, frame, x, _y) {
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
    rows: panel.groups.map((g, k) => [g, ...panel.series.map((s) => s.values[k])]),
  };
}
