// @ts-check
import {scaleLinear} from 'd3-scale';
import {drawGrid, drawLabels, drawTicks, scaleTicks, setFont} from './axes.js';
import {formatNumber} from './format.js';

/** @import {Cursor, Frame, PlanePanel, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

const HEAD_PX = 9;

/** @param {PlanePanel} _panel */
export function margins(_panel) {
  return {left: 46, right: 12, top: 8, bottom: 40};
}

/** @param {PlanePanel} panel */
export function extent(panel) {
  return {rows: 1, cols: panel.arrows.length};
}

/**
 * Equal units on both axes, centred in the frame.
 *
 * @param {PlanePanel} panel
 * @param {Frame} frame
 */
function scalesOf(panel, frame) {
  const half = Math.min(frame.right - frame.left, frame.bottom - frame.top) / 2;
  const x0 = (frame.left + frame.right) / 2;
  const y0 = (frame.top + frame.bottom) / 2;
  const domain = [-panel.limit, panel.limit];
  return {
    x: scaleLinear(domain, [x0 - half, x0 + half]),
    y: scaleLinear(domain, [y0 + half, y0 - half]),
    inner: {...frame, left: x0 - half, right: x0 + half, top: y0 - half, bottom: y0 + half},
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {PlanePanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
export function draw(context, panel, frame, theme, cursor) {
  const {x, y, inner} = scalesOf(panel, frame);
  const xTicks = scaleTicks(x, 4, false);
  const yTicks = scaleTicks(y, 4, false);
  drawGrid(context, inner, theme, {x: xTicks.map((t) => t.at), y: yTicks.map((t) => t.at)});
  drawTicks(context, inner, theme, 'x', xTicks);
  drawTicks(context, inner, theme, 'y', yTicks);
  drawLabels(context, inner, theme, panel.x.label, panel.y.label);
  if (panel.circle) {
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    context.beginPath();
    context.arc(x(0), y(0), x(panel.circle) - x(0), 0, 2 * Math.PI);
    context.stroke();
  }
  panel.arrows.forEach((arrow, k) => {
    const colour = theme.series[(arrow.series ?? 0) % theme.series.length];
    const tip = [x(arrow.x), y(arrow.y)];
    drawArrow(context, [x(0), y(0)], tip, colour, arrow.ghost ? 0.35 : 1, cursor?.col === k);
    if (!arrow.ghost || cursor?.col === k) drawName(context, theme, [x(0), y(0)], tip, arrow.name);
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number[]} from
 * @param {number[]} to
 * @param {string} colour
 * @param {number} alpha
 * @param {boolean} isMarked
 */
function drawArrow(context, from, to, colour, alpha, isMarked) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  context.globalAlpha = alpha;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = isMarked ? 4 : 2;
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0], to[1]);
  context.stroke();
  context.beginPath();
  context.moveTo(to[0], to[1]);
  for (const turn of [2.7, -2.7]) {
    context.lineTo(to[0] + HEAD_PX * Math.cos(angle + turn), to[1] + HEAD_PX * Math.sin(angle + turn));
  }
  context.fill();
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Theme} theme
 * @param {number[]} from
 * @param {number[]} to
 * @param {string} name
 */
function drawName(context, theme, from, to, name) {
  setFont(context, theme);
  context.fillStyle = theme.ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const size = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const out = 1 + 14 / size;
  context.fillText(name, from[0] + (to[0] - from[0]) * out, from[1] + (to[1] - from[1]) * out);
}

/**
 * The arrow whose tip is nearest.
 *
 * @param {PlanePanel} panel
 * @param {Frame} frame
 * @param {number} px
 * @param {number} py
 * @returns {Cursor | null}
 */
export function locate(panel, frame, px, py) {
  const {x, y} = scalesOf(panel, frame);
  let best = null;
  let least = 40 ** 2;
  panel.arrows.forEach((arrow, col) => {
    const far = (x(arrow.x) - px) ** 2 + (y(arrow.y) - py) ** 2;
    if (far >= least) return;
    least = far;
    best = {row: 0, col};
  });
  return best;
}

/**
 * @param {PlanePanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {col}) {
  const {name, x, y} = panel.arrows[col];
  const degrees = (Math.atan2(y, x) * 180) / Math.PI;
  return `${name}: (${formatNumber(x)}, ${formatNumber(y)}), angle ${formatNumber(degrees)}°`;
}

/**
 * @param {PlanePanel} panel
 * @returns {Table}
 */
export function table(panel) {
  return {
    columns: ['arrow', panel.x.label, panel.y.label],
    rows: panel.arrows.map(({name, x, y}) => [name, x, y]),
  };
}
