// @ts-check

import {cellTicks, drawLabels, drawRules, drawTicks, FONT_PX, setFont} from './axes.js';
import {colourScale, fillPixels} from './colour.js';
import {cellName, formatNumber} from './format.js';

/** @import {Cursor, Frame, HeatmapPanel, Table} from './panel.js' */
/** @import {Theme} from './theme.js' */

const BAR_WIDTH = 10;
const BAR_STEPS = 257; // colours of a bar: as many as a map has

const LETTER_PX = 7; // about the width of one, before there is a canvas to measure it

/**
 * The longest name of an axis in pixels; 0 for cells that are only counted.
 *
 * @param {HeatmapPanel['x']} axis
 */
function nameWidth({names}) {
  if (typeof names?.[0] !== 'string') return 0;
  return LETTER_PX * Math.max(...names.map((name) => String(name).length));
}

/**
 * Names that are wider than their cells are slanted, so that none is left out.
 *
 * @param {HeatmapPanel} panel
 * @param {number} cellWidth
 */
const isSlanted = (panel, cellWidth) =>
  nameWidth(panel.x) > 0 && nameWidth(panel.x) + 4 > cellWidth;

export const keepsAspect = true;

/**
 * @param {HeatmapPanel} panel
 * @param {number} width of the panel
 */
export function margins(panel, width) {
  const names = typeof panel.y.names?.[0] === 'string';
  const last = extent(panel).rows - 1;
  const numbers = panel.y.names?.map((_, k) => cellName(panel.y, k)) ?? [cellName(panel.y, last)];
  const digits = names ? 0 : Math.max(...numbers.map((text) => text.length));
  const left = Math.max(46, 28 + LETTER_PX * digits, Math.min(110, nameWidth(panel.y) + 28));
  const right = panel.bar === false ? 8 : 58;
  const cellWidth = (width - left - right) / extent(panel).cols;
  const slant = isSlanted(panel, cellWidth) ? Math.min(80, nameWidth(panel.x)) * Math.SQRT1_2 : 0;
  return {left, right, top: 6, bottom: 40 + slant};
}

/** @param {HeatmapPanel} panel */
export function extent(panel) {
  return {rows: panel.tensor.shape[0], cols: panel.tensor.shape[1]};
}

/** @type {OffscreenCanvas | undefined} reused: making a canvas and its context took a millisecond per drawing */
let cells;

/**
 * One pixel per cell, transparent where masked.
 *
 * @param {Pick<HeatmapPanel, 'tensor' | 'colour'>} panel
 * @param {Theme} theme
 * @returns {OffscreenCanvas} until the next call
 */
function cellImage({tensor, colour}, theme) {
  const [rows, cols] = tensor.shape;
  const image = new ImageData(cols, rows);
  fillPixels(new Uint32Array(image.data.buffer), tensor.data, colour, theme.paper);
  cells ??= new OffscreenCanvas(cols, rows);
  [cells.width, cells.height] = [cols, rows];
  const context = cells.getContext('2d');
  /** @type {OffscreenCanvasRenderingContext2D} */ (context).putImageData(image, 0, 0);
  return cells;
}

/**
 * Diagonal strokes under the cells: they show through where a cell is masked.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {Theme} theme
 */
function drawHatch(context, frame, theme) {
  context.save();
  context.beginPath();
  context.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
  context.clip();
  context.strokeStyle = theme.hatch;
  context.lineWidth = 1;
  context.beginPath();
  const height = frame.bottom - frame.top;
  for (let x = frame.left - height; x < frame.right; x += 6) {
    context.moveTo(x, frame.bottom);
    context.lineTo(x + height, frame.top);
  }
  context.stroke();
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {HeatmapPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 */
function drawBar(context, panel, frame, theme) {
  const {colour} = panel;
  const [low, high] = colour.domain;
  const x = frame.right + 10;
  const height = frame.bottom - frame.top;
  const values = Float32Array.from(
    {length: BAR_STEPS},
    (_, k) => high - ((high - low) * k) / (BAR_STEPS - 1),
  );
  const bar = cellImage({tensor: {data: values, shape: [BAR_STEPS, 1]}, colour}, theme);
  context.drawImage(bar, x, frame.top, BAR_WIDTH, height);
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.strokeRect(x - 0.5, frame.top - 0.5, BAR_WIDTH + 1, height + 1);
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  for (const part of [0, 0.5, 1]) {
    context.textBaseline = part === 0 ? 'bottom' : part === 1 ? 'top' : 'middle';
    const text = formatNumber(Number((low + (high - low) * part).toPrecision(3)));
    context.fillText(text, x + BAR_WIDTH + 4, frame.bottom - part * height, 34);
  }
}

/**
 * @param {HeatmapPanel} panel
 * @param {Frame} frame
 */
function cellPlaces(panel, frame) {
  const {rows, cols} = extent(panel);
  const width = (frame.right - frame.left) / cols;
  const height = (frame.bottom - frame.top) / rows;
  return {
    width,
    height,
    /** @param {number} col */
    x: (col) => frame.left + (col + 0.5) * width,
    /** @param {number} row */
    y: (row) => frame.top + (row + 0.5) * height,
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {HeatmapPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
export function draw(context, panel, frame, theme, cursor) {
  const {rows, cols} = extent(panel);
  const cell = cellPlaces(panel, frame);
  drawHatch(context, frame, theme);
  // cells stay sharp when enlarged; where there are more of them than pixels they are averaged
  context.imageSmoothingEnabled = cell.width < 1 || cell.height < 1;
  context.imageSmoothingQuality = 'high';
  const width = frame.right - frame.left;
  context.drawImage(
    cellImage(panel, theme),
    frame.left,
    frame.top,
    width,
    frame.bottom - frame.top,
  );
  // what is 0 has the colour of the paper, so the edge shows where the matrix ends
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.strokeRect(frame.left - 0.5, frame.top - 0.5, width + 1, frame.bottom - frame.top + 1);
  drawText(context, panel, cell, theme);
  drawRange(context, panel, frame, theme);
  const slanted = isSlanted(panel, cell.width);
  drawTicks(context, frame, theme, 'x', cellTicks(panel.x, cols, cell.x), slanted);
  drawTicks(context, frame, theme, 'y', cellTicks(panel.y, rows, cell.y).reverse());
  drawLabels(context, frame, theme, panel.x.label, panel.y.label);
  const rules = (panel.rules ?? []).map((rule) => ({
    ...rule,
    at: rule.axis === 'x' ? cell.x(rule.at - 0.5) : cell.y(rule.at - 0.5),
  }));
  drawRules(context, frame, theme, rules);
  if (panel.bar !== false) drawBar(context, panel, frame, theme);
  if (cursor) drawCursor(context, cell, theme, cursor);
}

/**
 * The texts of all cells, or of none: half a matrix with numbers would mislead.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {HeatmapPanel} panel
 * @param {ReturnType<typeof cellPlaces>} cell
 * @param {Theme} theme
 */
function drawText(context, {text, tensor, colour}, cell, theme) {
  if (!text || cell.height < FONT_PX) return;
  setFont(context, theme);
  if (Math.max(...text.map((word) => context.measureText(word).width)) > cell.width - 4) return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const {textOn} = colourScale(colour, theme.paper);
  const cols = tensor.shape[1];
  tensor.data.forEach((value, k) => {
    if (!Number.isFinite(value)) return;
    context.fillStyle = textOn(value);
    context.fillText(text[k], cell.x(k % cols), cell.y(Math.floor(k / cols)));
  });
}

// As a share of the scale's end: a smaller value has a colour that the eye cannot tell from the paper.
const LEAST_SHADE = 1 / 256;

/**
 * Writes the range of the values where all of them look like the paper, so that the matrix does not seem empty.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {HeatmapPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 */
function drawRange(context, {text, tensor, colour}, frame, theme) {
  const [low, high] = colour.domain;
  if (text || low !== -high) return;
  let most = 0;
  for (const value of tensor.data) if (Math.abs(value) > most) most = Math.abs(value); // NaN: masked
  if (most > high * LEAST_SHADE) return;
  const range = most === 0 ? '0' : `±${formatNumber(most)}`;
  setFont(context, theme);
  const [x, y] = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
  const width = context.measureText(range).width + 12;
  context.fillStyle = theme.paper; // over the hatch of what is masked
  context.fillRect(x - width / 2, y - FONT_PX, width, 2 * FONT_PX);
  context.fillStyle = theme.muted;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(range, x, y);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ReturnType<typeof cellPlaces>} cell
 * @param {Theme} theme
 * @param {Cursor} cursor
 */
function drawCursor(context, cell, theme, {row, col}) {
  const width = Math.max(6, cell.width);
  const height = Math.max(6, cell.height);
  const [x, y] = [cell.x(col) - width / 2, cell.y(row) - height / 2];
  context.lineWidth = 3;
  context.strokeStyle = theme.paper;
  context.strokeRect(x, y, width, height);
  context.lineWidth = 1.5;
  context.strokeStyle = theme.ink;
  context.strokeRect(x, y, width, height);
}

/**
 * @param {HeatmapPanel} panel
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 */
export function locate(panel, frame, x, y) {
  const {rows, cols} = extent(panel);
  const col = Math.floor(((x - frame.left) / (frame.right - frame.left)) * cols);
  const row = Math.floor(((y - frame.top) / (frame.bottom - frame.top)) * rows);
  return col >= 0 && col < cols && row >= 0 && row < rows ? {row, col} : null;
}

/**
 * @param {HeatmapPanel} panel
 * @param {Cursor} cursor
 */
export function read(panel, {row, col}) {
  const value = panel.tensor.data[row * panel.tensor.shape[1] + col];
  const y = `${panel.y.label} ${cellName(panel.y, row)}`;
  const x = `${panel.x.label} ${cellName(panel.x, col)}`;
  return `${y}, ${x}: ${panel.value.label} ${formatNumber(value)}`;
}

/**
 * @param {HeatmapPanel} panel
 * @returns {Table}
 */
export function table(panel) {
  const {rows, cols} = extent(panel);
  const columns = [`${panel.y.label} \\ ${panel.x.label}`];
  for (let col = 0; col < cols; col++) columns.push(cellName(panel.x, col));
  const body = [];
  for (let row = 0; row < rows; row++) {
    const values = Array.from(panel.tensor.data.subarray(row * cols, (row + 1) * cols));
    body.push([cellName(panel.y, row), ...values]);
  }
  return {columns, rows: body};
}

/** The functions of this kind of panel. */
export default {keepsAspect, margins, extent, draw, locate, read, table};
