// @ts-check
import {scaleLinear} from 'd3-scale';
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
 * The label of the horizontal axis below the plot, and that of the vertical one rotated beside it.
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
  const middle = (frame.top + frame.bottom) / 2;
  context.save();
  context.translate(FONT_PX, middle);
  context.rotate(-Math.PI / 2);
  context.fillText(y, 0, 0, 2 * Math.min(middle, frame.height - middle));
  context.restore();
}

/**
 * Tick texts at pixel positions; where they would touch, only every second, third ... one. Slanted
 * texts need less width.
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
  const width = (/** @type {string} */ text) =>
    side === 'y' ? FONT_PX - 4 : isSlanted ? FONT_PX - 6 : context.measureText(text).width;
  for (const {at, text} of thinned(places, width)) {
    if (side === 'y') context.fillText(text, frame.left - 6, at);
    else if (isSlanted) {
      context.save();
      context.translate(at + 3, frame.bottom + 6); // where the text ends
      context.rotate(-Math.PI / 4);
      context.fillText(text, 0, 0);
      context.restore();
    } else {
      const half = width(text) / 2; // the last text may be wider than the margin beside the plot
      context.fillText(text, Math.min(at, frame.width - half - 1), frame.bottom + 5);
    }
  }
}

const GAP_PX = 6;

/**
 * Every place, or every second, third ... one: the first choice that leaves a gap between any two
 * texts.
 *
 * @param {{at: number, text: string}[]} places in order, upwards or downwards
 * @param {(text: string) => number} width
 */
function thinned(places, width) {
  const widths = places.map(({text}) => width(text));
  for (let step = 1; ; step++) {
    let fits = true;
    for (let k = step; fits && k < places.length; k += step) {
      const distance = Math.abs(places[k].at - places[k - step].at);
      fits = distance >= (widths[k] + widths[k - step]) / 2 + GAP_PX;
    }
    if (fits) return places.filter((_, k) => k % step === 0);
  }
}

/**
 * The names of cells and their positions: round numbers for counted cells, every name for named ones.
 *
 * @param {Axis} axis
 * @param {number} n
 * @param {(index: number) => number} centre
 */
export function cellTicks(axis, n, centre) {
  if (axis.at) return axis.at.map((place) => ({at: centre(place), text: cellName(axis, place)}));
  const named = typeof axis.names?.[0] === 'string';
  const indices = named
    ? Array.from({length: n}, (_, k) => k)
    : scaleLinear([0, n - 1], [0, 1])
        .ticks(Math.min(n, axis.ticks ?? 6))
        .filter(Number.isInteger);
  return indices.map((k) => ({at: centre(k), text: cellName(axis, k)}));
}

/**
 * Round numbers on a scale; on a logarithmic one powers of ten, with 2 and 5 between where they are
 * few.
 *
 * @param {import('d3-scale').ScaleContinuousNumeric<number, number>} scale
 * @param {number} count
 * @param {boolean} isLog
 */
export function scaleTicks(scale, count, isLog) {
  const all = scale.ticks(count);
  const powers = all.filter((v) => leadOf(v) === 1);
  const few = all.filter((v) => [1, 2, 5].includes(leadOf(v)));
  const values = !isLog ? all : powers.length > 2 ? powers : few;
  return values.map((value) => ({at: scale(value), text: formatTick(value)}));
}

/**
 * The first digit of a round number.
 *
 * @param {number} value
 */
const leadOf = (value) => Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));

/**
 * About the width of the widest text at the ticks of an axis, before there is a canvas.
 *
 * @param {{text: string}[]} places
 */
export const tickWidth = (places) => 6.7 * Math.max(0, ...places.map(({text}) => text.length));

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
    if (!label) continue;
    const textWidth = Math.min(width, context.measureText(label).width);
    context.fillStyle = theme.paper; // any colour may be behind the text
    context.fillRect(x - 3, y - 1, textWidth + 6, FONT_PX + 2);
    context.fillStyle = theme.ink;
    context.fillText(label, x, y, width);
  }
  context.setLineDash([]);
}
