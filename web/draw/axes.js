// @ts-check
import {ticks} from 'd3-array';
import {cellName, formatTick} from './format.js';

/** @import {Axis, Frame} from './panel.js' */
/** @import {Theme} from './theme.js' */

export const FONT_PX = 12;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Theme} theme
 * @param {string} [weight]
 */
export function setFont(context, theme, weight = '400') {
  context.font = `${weight} ${FONT_PX}px ${theme.font}`;
}

/**
 * The label of the horizontal axis below the plot, the vertical one's turned beside it.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {string} x
 * @param {string} y
 */
export function drawLabels(context, frame, theme, x, y) {
  setFont(context, theme);
  context.fillStyle = theme.muted;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(x, (frame.left + frame.right) / 2, frame.height - 5, frame.width);
  context.save();
  context.translate(FONT_PX, (frame.top + frame.bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(y, 0, 0, frame.height);
  context.restore();
}

/**
 * Tick texts at pixel places, thinned until they do not touch; `isSlanted` ones need less room.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {'x' | 'y'} side
 * @param {{at: number, text: string}[]} places
 * @param {boolean} [isSlanted] of the x axis
 */
export function drawTicks(context, frame, theme, side, places, isSlanted = false) {
  setFont(context, theme);
  context.fillStyle = theme.muted;
  context.textBaseline = side === 'x' && !isSlanted ? 'top' : 'middle';
  context.textAlign = side === 'x' && !isSlanted ? 'center' : 'right';
  let free = side === 'x' ? -Infinity : Infinity;
  for (const {at, text} of places) {
    if (side === 'y') {
      if (at + FONT_PX / 2 > free && free !== Infinity) continue;
      context.fillText(text, frame.left - 6, at);
      free = at - FONT_PX / 2 - 2;
      continue;
    }
    const half = isSlanted ? FONT_PX / 2 : context.measureText(text).width / 2;
    if (at - half < free) continue;
    if (isSlanted) drawSlanted(context, text, at + 3, frame.bottom + 6);
    else context.fillText(text, at, frame.bottom + 5);
    free = at + half + (isSlanted ? 0 : 6);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x where it ends
 * @param {number} y
 */
function drawSlanted(context, text, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 4);
  context.fillText(text, 0, 0);
  context.restore();
}

/**
 * Where the names of cells go: round numbers for counted cells, every name for named ones.
 *
 * @param {Axis} axis
 * @param {number} n
 * @param {(index: number) => number} centre
 */
export function cellTicks(axis, n, centre) {
  const named = typeof axis.names?.[0] === 'string';
  const indices = named
    ? Array.from({length: n}, (_, k) => k)
    : ticks(0, n - 1, Math.min(n, axis.ticks ?? 6)).filter(Number.isInteger);
  return indices.map((k) => ({at: centre(k), text: cellName(axis, k)}));
}

/**
 * @param {import('d3-scale').ScaleContinuousNumeric<number, number>} scale
 * @param {number} count
 * @param {boolean} isLog
 */
export function scaleTicks(scale, count, isLog) {
  const values = scale.ticks(count).filter((v) => !isLog || isPowerOfTen(v));
  return values.map((value) => ({at: scale(value), text: formatTick(value)}));
}

/** @param {number} value */
const isPowerOfTen = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {{x: number[], y: number[]}} lines
 */
export function drawGrid(context, frame, theme, {x, y}) {
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const at of x) {
    context.moveTo(Math.round(at) + 0.5, frame.top);
    context.lineTo(Math.round(at) + 0.5, frame.bottom);
  }
  for (const at of y) {
    context.moveTo(frame.left, Math.round(at) + 0.5);
    context.lineTo(frame.right, Math.round(at) + 0.5);
  }
  context.stroke();
}

/**
 * Labelled reference lines.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {readonly {axis: 'x' | 'y', at: number, label: string}[]} rules `at` in pixels
 */
export function drawRules(context, frame, theme, rules) {
  setFont(context, theme);
  context.strokeStyle = theme.ink;
  context.fillStyle = theme.ink;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.setLineDash([4, 3]);
  for (const {axis, at, label} of rules) {
    context.beginPath();
    if (axis === 'x') {
      context.moveTo(at, frame.top);
      context.lineTo(at, frame.bottom);
    } else {
      context.moveTo(frame.left, at);
      context.lineTo(frame.right, at);
    }
    context.stroke();
    const [x, y] = axis === 'x' ? [at + 4, frame.top + 2] : [frame.left + 4, at + 2];
    const width = Math.max(20, frame.right - x);
    context.setLineDash([]);
    context.strokeStyle = theme.paper; // a halo: the text may stand on any colour
    context.lineWidth = 4;
    context.strokeText(label, x, y, width);
    context.fillText(label, x, y, width);
    context.lineWidth = 1;
    context.strokeStyle = theme.ink;
    context.setLineDash([4, 3]);
  }
  context.setLineDash([]);
}
