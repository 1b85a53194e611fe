// @ts-check
import {scaleLinear, scaleLog} from 'd3-scale';
import {line} from 'd3-shape';
import {
  drawGrid,
  drawLabels,
  drawRules,
  drawTicks,
  scaleTicks,
  setFont,
  tickWidth,
} from './axes.js';
import {formatNumber, formatTick} from './format.js';
import {shadeOf} from './theme.js';

/** @import {Axis, Cursor, Frame, LinesPanel, Series, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

// Series differ in dash and mark as well as in colour. Six colours, eleven dashes and seven marks: places of
// the palette that share one of the three differ in the other two.
export const DASHES = [
  [],
  [6, 3],
  [10, 4],
  [8, 3, 2, 3],
  [12, 3, 3, 3],
  [2, 2],
  [4, 2, 1, 2],
  [3, 5],
  [9, 2, 2, 2],
  [5, 2, 1, 2, 1, 2],
  [1, 3],
];
const N_MARKS = 7;
export const REFERENCE_DASHES = {dashes: [9, 5], dots: [2, 5]};

/** Of what is faint. */
export const FAINT = 0.3;

/** @param {LinesPanel} panel */
export const height = (panel) => panel.height;
export const leastHeight = 190; // a telephone must not flatten curves

/** @param {LinesPanel} panel @param {number} [width] of the picture @param {number} [cap] its greatest height */
export function margins(panel, width = 0, cap = Infinity) {
  const y = scaleOf(panel.y, heights(panel), [1, 0]);
  const ticks = ticksOf(panel.y, y, 5);
  const [top, bottom] = [8, 40];
  const high = Math.min(panel.height ?? (panel.aspect ?? 0.6) * (width - 200), cap - top - bottom);
  const names = [...namedAtEnd(panel, width, high).keys()].map((text) => ({text}));
  const right = names.length > 0 ? endWidth(names) : NO_NAMES;
  return {left: Math.max(44, 26 + tickWidth(ticks)), right, top, bottom};
}

// Names beside the ends of curves: in a picture that is wide enough, of which they take at most that share, and that has a line for each.
const END = {leastWidth: 480, mostNames: 9, share: 0.3, linePx: 12, swatch: 12};

/** Pixels beside a plot without names. */
const NO_NAMES = 12;

/** Pixels beside the plot. @param {{text: string}[]} names */
const endWidth = (names) => END.swatch + 6 + tickWidth(names);

/**
 * The curves that have their names at their ends, or none: one per name, and of two, the one that is not faint.
 *
 * @param {LinesPanel} panel
 * @param {number} width of the picture
 * @param {number} height of the plot
 * @returns {Map<string, {series: Series, colour: number}>}
 */
function namedAtEnd({series}, width, height) {
  const named = new Map();
  if (width < END.leastWidth) return named;
  series.forEach((one, k) => {
    const {name, style = 'line'} = one;
    if (style !== 'line' && style !== 'both') return;
    if (named.has(name) && one.faint) return;
    named.set(name, {series: one, colour: one.colour ?? k});
  });
  const names = [...named.keys()];
  const most = Math.min(END.mostNames, height / END.linePx);
  const fits = names.length <= most && endWidth(names.map((text) => ({text}))) <= END.share * width;
  return names.length > 1 && fits ? named : new Map();
}

/** @param {LinesPanel} panel */
export function extent(panel) {
  const cols = Math.max(...panel.series.map((series) => series.x.length), 1);
  return {rows: panel.series.length, cols};
}

/**
 * @param {Axis} axis
 * @param {ArrayLike<number>[]} arrays
 * @param {[number, number]} range pixels
 */
function scaleOf(axis, arrays, range) {
  const isLog = axis.scale === 'log';
  const [low, high] = axis.domain ?? spanOf(arrays, isLog);
  const scale = isLog ? scaleLog() : scaleLinear();
  scale.domain(low === high ? [low - (isLog ? low / 2 : 1), high + 1] : [low, high]).range(range);
  return axis.domain ? scale : scale.nice();
}

/**
 * The least and the greatest number that the axis can show; of none, 1 and 1.
 *
 * @param {ArrayLike<number>[]} arrays
 * @param {boolean} isLog
 */
function spanOf(arrays, isLog) {
  let [low, high] = [Infinity, -Infinity];
  for (const values of arrays) {
    for (let k = 0; k < values.length; k++) {
      const value = values[k];
      if (!Number.isFinite(value) || (isLog && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : [1, 1];
}

/** @param {Axis} axis @param {Scales['x']} scale @param {number} count where the axis does not say how many or where */
function ticksOf(axis, scale, count) {
  const [low, high] = [...scale.domain()].sort((a, b) => a - b);
  const given = axis.at?.map((value, k) => ({
    value,
    at: scale(value),
    text: String(axis.names?.[k] ?? formatTick(value)),
  }));
  return (
    given?.filter(({value}) => value >= low && value <= high) ??
    scaleTicks(scale, axis.ticks ?? count, axis.scale === 'log')
  );
}

/**
 * @param {LinesPanel} panel
 * @param {Frame} frame
 */
function scalesOf(panel, frame) {
  const widths = [...panel.series.map((s) => s.x), panel.x.at ?? []];
  const x = scaleOf(panel.x, widths, [frame.left, frame.right]);
  const y = scaleOf(panel.y, heights(panel), [frame.bottom, frame.top]);
  return {x, y};
}

/** What the y axis has to hold. @param {LinesPanel} panel */
const heights = ({series, y: {at = []}}) => [
  at,
  ...series.flatMap(({y, spread}) => (spread ? [y, spread.low, spread.high] : [y])),
];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {LinesPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
export function draw(context, panel, frame, theme, cursor) {
  const scales = scalesOf(panel, frame);
  const xTicks = ticksOf(panel.x, scales.x, 6);
  const yTicks = ticksOf(panel.y, scales.y, 5);
  drawGrid(context, frame, theme, {x: xTicks.map((t) => t.at), y: yTicks.map((t) => t.at)});
  drawTicks(context, frame, theme, 'x', xTicks);
  drawTicks(context, frame, theme, 'y', yTicks);
  drawLabels(context, frame, theme, panel.x.label, panel.y.label);
  const rules = (panel.rules ?? []).map((rule) => ({...rule, at: scales[rule.axis](rule.at)}));
  drawRules(context, frame, theme, rules);
  context.save();
  context.beginPath();
  context.rect(
    frame.left - 4,
    frame.top - 4,
    frame.right - frame.left + 8,
    frame.bottom - frame.top + 8,
  );
  context.clip();
  const pointed = cursor?.isPointed ? panel.series[cursor.row].name : undefined;
  const alphaOf = (/** @type {Series} */ {faint, name}) =>
    faint || name !== (pointed ?? name) ? FAINT : 1;
  panel.series.forEach((series, k) => {
    const place = series.colour ?? k;
    context.globalAlpha = alphaOf(series);
    drawSeries(context, series, scales, theme, place);
  });
  if (cursor) drawCursor(context, panel, scales, theme, cursor);
  context.restore();
  drawNames(context, panel, frame, theme, scales, alphaOf);
}

/**
 * The names of curves at their ends, none over another.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {LinesPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Scales} scales
 * @param {(series: Series) => number} alphaOf
 */
function drawNames(context, panel, frame, theme, scales, alphaOf) {
  if (frame.width - frame.right <= NO_NAMES) return; // the margins, which only guess the height, left no room
  const ends = [...namedAtEnd(panel, frame.width, frame.bottom - frame.top).values()].flatMap(
    ({series, colour}) => {
      const last = Array.from(series.y).findLast(Number.isFinite);
      return last === undefined ? [] : [{series, colour, y: scales.y(last)}];
    },
  );
  const {linePx, swatch} = END;
  // from the top down each at least a line below the one before, then from the bottom up back into the plot
  ends.sort((a, b) => a.y - b.y);
  let free = frame.top;
  for (const end of ends) {
    end.y = Math.max(free, end.y);
    free = end.y + linePx;
  }
  free = frame.bottom;
  for (const end of ends.toReversed()) {
    end.y = Math.min(free, end.y);
    free = end.y - linePx;
  }
  setFont(context, theme);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const left = frame.right + 4;
  for (const {series, colour, y} of ends) {
    context.globalAlpha = alphaOf(series);
    context.strokeStyle = strokeOf(series, theme, colour);
    context.lineWidth = 1.8;
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(left + swatch - 3, y);
    context.stroke();
    context.fillStyle = theme.ink;
    context.fillText(series.name, left + swatch, y, frame.width - left - swatch);
  }
  context.globalAlpha = 1;
}

/**
 * @param {Series} series
 * @param {Theme} theme
 * @param {number} place in the palette
 */
function strokeOf({shade, reference}, theme, place) {
  if (reference) return theme.muted;
  if (shade !== undefined) return shadeOf(shade, theme.series[0], theme.ink);
  return theme.series[place % theme.series.length];
}

/** @typedef {ReturnType<typeof scalesOf>} Scales */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Series} series
 * @param {Scales} scales
 * @param {Theme} theme
 * @param {number} k its place in the palette
 */
function drawSeries(context, series, scales, theme, k) {
  context.strokeStyle = context.fillStyle = strokeOf(series, theme, k);
  const style = series.style ?? 'line';
  const indices = Array.from({length: series.x.length}, (_, i) => i);
  const [placeX, placeY] = [quick(scales.x), quick(scales.y)];
  /** @param {number} i */
  const px = (i) => placeX(series.x[i]);
  /** @param {number} i */
  const py = (i) => placeY(series.y[i]);
  if (style === 'line' || style === 'both') {
    context.lineWidth = style === 'both' ? 1.2 : 1.8;
    context.setLineDash(dashOf(series, k));
    context.beginPath();
    line(px, py)
      .defined((i) => Number.isFinite(series.y[i]))
      .context(context)(/** @type {any} */ (indices.map((i) => i)));
    context.stroke();
    context.setLineDash([]);
  }
  if (style === 'bars') {
    const zero = Number.isFinite(scales.y(0)) ? scales.y(0) : scales.y.range()[0];
    context.lineWidth = 1.2;
    for (const i of indices) {
      context.beginPath();
      context.moveTo(px(i), zero);
      context.lineTo(px(i), py(i));
      context.stroke();
    }
  }
  if (series.spread) drawSpread(context, series, scales);
  for (const x of series.missing ?? []) drawCross(context, placeX(x), scales.y.range()[0] - 7);
  if (style === 'line') return;
  context.lineWidth = 1.5;
  for (const i of apart(indices, px, py)) {
    if (!Number.isFinite(py(i))) continue;
    if (series.colours) context.fillStyle = theme.series[series.colours[i] % theme.series.length];
    // a ring leaves the mark of another series inside it in sight
    if (series.open) traceMark(context, [px(i), py(i)], 6, 0);
    else traceMark(context, [px(i), py(i)], 3, markOf(series, k));
    if (series.open) context.stroke();
    else context.fill();
  }
}

/**
 * @param {Pick<Series, 'reference' | 'dashed'>} series
 * @param {number} k its place in the palette
 */
export function dashOf({reference, dashed}, k) {
  if (reference) return REFERENCE_DASHES[reference];
  return dashed ? [5, 4] : DASHES[k % DASHES.length];
}

/**
 * @param {Pick<Series, 'mark'>} series
 * @param {number} k its place in the palette
 * @returns {number} a place among the marks
 */
export const markOf = ({mark}, k) => mark ?? k % N_MARKS;

/**
 * From the least to the greatest, with a cap at either end.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Series} series
 * @param {Scales} scales
 */
function drawSpread(context, {x, spread}, scales) {
  if (!spread) return;
  context.lineWidth = 1.2;
  context.beginPath();
  for (let k = 0; k < x.length; k++) {
    const [at, low, high] = [scales.x(x[k]), scales.y(spread.low[k]), scales.y(spread.high[k])];
    if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) continue;
    context.moveTo(at, low);
    context.lineTo(at, high);
    for (const end of [low, high]) {
      context.moveTo(at - 4, end);
      context.lineTo(at + 4, end);
    }
  }
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 */
function drawCross(context, x, y) {
  context.lineWidth = 2;
  context.beginPath();
  for (const slope of [-1, 1]) {
    context.moveTo(x - 4, y - 4 * slope);
    context.lineTo(x + 4, y + 4 * slope);
  }
  context.stroke();
}

/**
 * A linear scale as one product and one sum, for thousands of points.
 *
 * @param {Scales['x']} scale
 * @returns {(value: number) => number}
 */
function quick(scale) {
  if ('base' in scale) return scale;
  const at = scale(0);
  const perUnit = scale(1) - at;
  return (value) => at + perUnit * value;
}

const CROWD = 200;
// The pixels of a plot, each with the number of the last crowd that had a mark there.
const plot = {width: 2048, height: 1024, owners: new Uint32Array(0), crowd: 0};

/**
 * Of a crowd of marks one per pixel: equal marks at one place look like one.
 *
 * @param {number[]} indices
 * @param {(i: number) => number} px
 * @param {(i: number) => number} py
 */
function apart(indices, px, py) {
  if (indices.length < CROWD) return indices;
  if (plot.owners.length === 0) plot.owners = new Uint32Array(plot.width * plot.height);
  plot.crowd++;
  return indices.filter((i) => {
    const place = (py(i) & (plot.height - 1)) * plot.width + (px(i) & (plot.width - 1));
    const isFree = plot.owners[place] !== plot.crowd;
    plot.owners[place] = plot.crowd;
    return isFree;
  });
}

// The corners of a mark for a radius of 1: square, triangle, diamond, triangle pointing down, cross, star.
const CORNERS = [
  [-1, -1, 1, -1, 1, 1, -1, 1],
  [0, -1.3, 1.3, 1, -1.3, 1],
  [0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0],
  [0, 1.3, 1.3, -1, -1.3, -1],
  [
    -1.3, -0.4, -0.4, -0.4, -0.4, -1.3, 0.4, -1.3, 0.4, -0.4, 1.3, -0.4, 1.3, 0.4, 0.4, 0.4, 0.4,
    1.3, -0.4, 1.3, -0.4, 0.4, -1.3, 0.4,
  ],
  [0, -1.5, 0.4, -0.4, 1.5, 0, 0.4, 0.4, 0, 1.5, -0.4, 0.4, -1.5, 0, -0.4, -0.4],
];

/**
 * The outline of a mark, a circle or a polygon, to be filled or stroked.
 *
 * @param {Pick<CanvasRenderingContext2D, 'beginPath' | 'closePath' | 'lineTo'>
 *   & {arc(x: number, y: number, r: number, from: number, to: number): void}} context
 * @param {readonly number[]} at pixels
 * @param {number} r
 * @param {number} mark
 */
export function traceMark(context, [x, y], r, mark) {
  context.beginPath();
  const corners = CORNERS[(mark % (CORNERS.length + 1)) - 1];
  if (!corners) context.arc(x, y, r, 0, 2 * Math.PI);
  else
    for (let k = 0; k < corners.length; k += 2)
      context.lineTo(x + r * corners[k], y + r * corners[k + 1]);
  context.closePath();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {LinesPanel} panel
 * @param {Scales} scales
 * @param {Theme} theme
 * @param {Cursor} cursor
 */
function drawCursor(context, panel, scales, theme, {row, col}) {
  const series = panel.series[row];
  if (col >= series.x.length) return;
  context.lineWidth = 2;
  context.strokeStyle = theme.ink;
  context.beginPath();
  context.arc(scales.x(series.x[col]), scales.y(series.y[col]), 6, 0, 2 * Math.PI);
  context.stroke();
}

/**
 * The nearest point of any series.
 *
 * @param {LinesPanel} panel
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @returns {Cursor | null}
 */
export function locate(panel, frame, x, y) {
  const scales = scalesOf(panel, frame);
  let best = null;
  let least = 40 ** 2;
  panel.series.forEach((series, row) => {
    for (let col = 0; col < series.x.length; col++) {
      const far = (scales.x(series.x[col]) - x) ** 2 + (scales.y(series.y[col]) - y) ** 2;
      if (!(far < least)) continue;
      least = far;
      best = {row, col};
    }
  });
  return best;
}

/**
 * @param {LinesPanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {row, col}) {
  const series = panel.series[row];
  if (series.x.length === 0) return `${series.name}: no values yet`;
  const k = Math.min(col, series.x.length - 1);
  const x = series.labels?.[k] ?? formatNumber(series.x[k]);
  const {spread} = series;
  const ends =
    spread && spread.low[k] !== spread.high[k]
      ? ` (${formatNumber(spread.low[k])} to ${formatNumber(spread.high[k])})`
      : '';
  return `${series.name}, ${panel.x.label} ${x}: ${panel.y.label} ${formatNumber(series.y[k])}${ends}`;
}

/**
 * One row per point; series that share their x become columns.
 *
 * @param {LinesPanel} panel
 * @returns {Table}
 */
export function table(panel) {
  const [first] = panel.series;
  const shared =
    panel.series.every((s) => s.missing === undefined || s.missing.length === 0) &&
    panel.series.every(
      (s) => s.x.length === first.x.length && Array.from(s.x).every((x, k) => x === first.x[k]),
    );
  if (shared) {
    return {
      columns: [panel.x.label, ...panel.series.map((s) => s.name)],
      rows: Array.from(first.x, (x, k) => [
        first.labels?.[k] ?? x,
        ...panel.series.map((s) => s.y[k]),
      ]),
    };
  }
  return {
    columns: ['series', panel.x.label, panel.y.label],
    rows: panel.series.flatMap((s) => [
      ...Array.from(s.x, (x, k) => [s.name, s.labels?.[k] ?? x, s.y[k]]),
      ...(s.missing ?? []).map((x) => [s.name, x, 'no such position']),
    ]),
  };
}

/** The functions of this kind of panel. */
export default {leastHeight, height, margins, extent, draw, locate, read, table};
