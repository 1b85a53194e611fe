// @ts-check
import {scaleLinear} from 'd3-scale';
import {drawGrid, drawLabels, drawTicks, FONT_PX, scaleTicks, setFont, tickWidth} from './axes.js';
import {formatNumber} from './format.js';
import {shadeOf} from './theme.js';

/** @import {Cursor, Frame, PlanePanel, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

const HEAD_PX = 9;

export const keepsAspect = true;

/** @param {PlanePanel} panel */
export function margins({limit}) {
  const ticks = scaleTicks(scaleLinear([-limit, limit], [1, 0]), 4, false);
  return {left: Math.max(46, 28 + tickWidth(ticks)), right: 12, top: 8, bottom: 40};
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
  const colours = panel.arrows.map((arrow) => colourOf(arrow, theme));
  panel.arrows.forEach((arrow, k) => {
    const isMarked = cursor?.col === k;
    drawArrow(
      context,
      [x(0), y(0)],
      [x(arrow.x), y(arrow.y)],
      colours[k],
      arrow.faint && !isMarked ? 0.35 : 1,
      isMarked,
    );
  });
  // names last: no arrow is drawn over one
  /** @type {{x: number, y: number, width: number}[]} */
  const taken = [];
  panel.arrows.forEach((arrow, k) => {
    if (arrow.faint && cursor?.col !== k) return;
    drawName(context, theme, [x(0), y(0)], [x(arrow.x), y(arrow.y)], arrow.name, taken);
  });
}

/**
 * @param {PlanePanel['arrows'][number]} arrow
 * @param {Theme} theme
 */
function colourOf({series = 0, shade}, theme) {
  if (shade === undefined) return theme.series[series % theme.series.length];
  return shadeOf(shade, theme.series[0], theme.ink);
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
  for (const side_rad of [2.7, -2.7]) {
    context.lineTo(
      to[0] + HEAD_PX * Math.cos(angle + side_rad),
      to[1] + HEAD_PX * Math.sin(angle + side_rad),
    );
  }
  context.fill();
  context.globalAlpha = 1;
}

/**
 * The name beyond an arrow's tip, moved down until it does not touch an earlier name.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Theme} theme
 * @param {number[]} from
 * @param {number[]} to
 * @param {string} name
 * @param {{x: number, y: number, width: number}[]} taken places of names; this one is added
 */
function drawName(context, theme, from, to, name, taken) {
  setFont(context, theme);
  context.fillStyle = theme.ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const size = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [across, up] = [(to[0] - from[0]) / size, (to[1] - from[1]) / size];
  const {width} = context.measureText(name);
  // half the text's width beside the tip, half its height above or below
  const gap = 6 + Math.abs(across) * (width / 2) + Math.abs(up) * 6;
  const x = to[0] + across * gap;
  let y = to[1] + up * gap;
  /** @param {{x: number, y: number, width: number}} other */
  const touches = (other) =>
    Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < FONT_PX;
  while (taken.some(touches)) y += FONT_PX;
  taken.push({x, y, width});
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeStyle = theme.paper;
  context.strokeText(name, x, y);
  context.fillText(name, x, y);
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
  const degrees = formatNumber((Math.atan2(y, x) * 180) / Math.PI);
  const what = panel.named ? `${panel.named} ${name}` : name;
  return `${what}: (${formatNumber(x)}, ${formatNumber(y)}), angle ${degrees}°`;
}

/**
 * @param {PlanePanel} panel
 * @returns {Table}
 */
export function table(panel) {
  return {
    columns: [panel.named ?? 'arrow', panel.x.label, panel.y.label],
    rows: panel.arrows.map(({name, x, y}) => [name, x, y]),
  };
}

/** The functions of this kind of panel. */
export default {keepsAspect, margins, extent, draw, locate, read, table};
