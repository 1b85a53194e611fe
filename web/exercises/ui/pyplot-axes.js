// @ts-check
// One pair of axes as matplotlib draws it: limits, ticks and looks are those that Python has computed
// (web/python/matplotlib/_axes.py); letters, paper and what is black or white on it are the page's.
import {setFont} from '../../draw/axes.js';
import {addKind} from '../../draw/kinds.js';
import {barOf, drawFrame, drawGrid, isSlanted, longest} from './pyplot-frame.js';
import {colourTable} from './pyplot-maps.js';
import {drawPart, drawWords} from './pyplot-parts.js';
import {penOf, rotated} from './pyplot-pen.js';
import {nearest, rowsOf} from './pyplot-reading.js';

/** @import {Cursor, Frame, Panel} from '../../draw/panel.js' */
/** @import {Theme} from '../../draw/theme.js' */
/** @import {Box, Row} from './pyplot-reading.js' */

const BAR_PX = 12;
const GRID_ORDER = 1.5; // over bars and maps, under curves
const REACH_PX = 40; // from the pointer to what it reads
/** @type {Record<string, number>} */
const ORDERS = {image: 0, picture: 0, text: 3, line: 2, stems: 2, vline: 2, hline: 2};

/** @typedef {{kind: string, title?: string, aspect?: number, records: any[], rows: Row[]}} PlotPanel */

/** All that is written at the ticks of an axis. @param {any} record @param {'x' | 'y'} axis @returns {string[]} */
function textsOf(record, axis) {
  const {texts, minorTexts = []} = record.view[axis];
  return record.isOff || record[`${axis}bare`] ? [] : [...texts, ...minorTexts];
}

/** Of axes at one place: each side has the ticks and the names that are on it. @param {PlotPanel} panel @param {number} width */
function margins({records}, width) {
  const bar = barOf(records[0])?.bar;
  const need = /** @type {Record<string, number>} */ ({left: 4, right: 12, top: 10, bottom: 8});
  for (const record of records.filter(({isTwin}) => isTwin !== 'y')) {
    const texts = textsOf(record, 'y');
    need[record.yside ?? 'left'] += texts.length ? longest(texts) + 6 : 0;
    need[record.ylabelside ?? 'left'] += record.ylabel ? 18 : 0;
  }
  if (bar && !bar.isFlat) need.right += BAR_PX + 24 + longest(bar.texts) + (bar.label ? 16 : 0);
  need.left = Math.max(14, need.left);
  for (const record of records.filter(({isTwin}) => isTwin !== 'x')) {
    const texts = textsOf(record, 'x');
    const rows = Math.max(1, ...texts.map((text) => text.split('\n').length));
    const isLong = isSlanted(record, width - need.left - need.right);
    const slant = isLong ? Math.min(90, longest(texts)) * Math.SQRT1_2 : 0;
    need[record.xside ?? 'bottom'] += texts.length ? 14 * rows + slant : 0;
    need[record.xlabelside ?? 'bottom'] += record.xlabel ? 18 : 0;
  }
  if (records.some(({view}) => view.y.offset) || bar?.offset) need.top += 14;
  if (bar?.isFlat) need.bottom += 46;
  return /** @type {{left: number, right: number, top: number, bottom: number}} */ (need);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {PlotPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
function draw(context, panel, frame, theme, cursor) {
  const isOnMap = panel.records[0].parts.some((/** @type {any} */ {kind, filled}) => kind === 'image' || kind === 'picture' || filled); // biome-ignore format: one thought
  panel.records.forEach((record, k) => {
    const pen = penOf(record, frame, theme, isOnMap);
    drawFrame(context, record, pen, k > 0);
    const parts = record.parts.filter((/** @type {any} */ part) => part.look?.visible !== false); // biome-ignore format: one thought
    const order = (/** @type {any} */ part) => part.look?.zorder ?? ORDERS[part.kind] ?? 1;
    parts.sort((/** @type {any} */ a, /** @type {any} */ b) => order(a) - order(b));
    const lines = parts.findIndex(
      (/** @type {any} */ part) => order(part) >= (record.isBelow ? 0 : GRID_ORDER),
    );
    for (const [k, part] of parts.entries()) {
      if (k === lines) drawGrid(context, record, pen);
      context.save();
      if (part.kind !== 'text') clip(context, frame);
      drawPart(context, part, record, pen);
      context.restore();
      if (part.kind === 'bars' && part.words) drawWords(context, part, record, pen);
    }
    if (lines < 0) drawGrid(context, record, pen);
  });
  const bar = barOf(panel.records[0]);
  if (bar) drawBar(context, bar, frame, theme);
  const read = cursor ? panel.rows[cursor.row] : null;
  if (!cursor || !read?.box) return;
  const pen = penOf(read.record, frame, theme, isOnMap);
  drawCursor(context, read.box(Math.min(cursor.col, read.n - 1), pen), theme);
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame */
function clip(context, {left, right, top, bottom}) {
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Frame} frame @param {Theme} theme */
function drawBar(context, part, frame, theme) {
  const {bar} = part;
  const {left, right, top, bottom} = frame;
  const {list} = part.paints && part.filled ? {list: part.paints} : colourTable(part.scale);
  const [length, x, y] = bar.isFlat
    ? [right - left, left, frame.height - 44]
    : [bottom - top, right + 12, top];
  const n = list.length;
  list.forEach((/** @type {string} */ colour, /** @type {number} */ k) => {
    context.fillStyle = colour;
    const from = (length * k) / n;
    if (bar.isFlat) context.fillRect(x + from, y, length / n + 0.5, BAR_PX);
    else context.fillRect(x, y + length - from - length / n, BAR_PX, length / n + 0.5);
  });
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  context.strokeRect(x, y, bar.isFlat ? length : BAR_PX, bar.isFlat ? BAR_PX : length);
  setFont(context, theme);
  context.fillStyle = theme.muted;
  bar.texts.forEach((/** @type {string} */ text, /** @type {number} */ k) => {
    const at = bar.at[k];
    if (at === null || !(at >= -0.001 && at <= 1.001)) return;
    context.textAlign = bar.isFlat ? 'center' : 'left';
    context.textBaseline = bar.isFlat ? 'top' : 'middle';
    if (bar.isFlat) context.fillText(text, x + at * length, y + BAR_PX + 4);
    else context.fillText(text, x + BAR_PX + 5, y + length * (1 - at));
  });
  context.textAlign = bar.isFlat ? 'right' : 'left';
  context.textBaseline = 'alphabetic';
  if (bar.offset && !bar.isFlat) context.fillText(bar.offset, x, y - 5);
  if (!bar.label) return;
  context.textAlign = 'center';
  context.fillStyle = theme.ink;
  if (bar.isFlat) context.fillText(bar.label, (left + right) / 2, frame.height - 3);
  else rotated(context, x + BAR_PX + longest(bar.texts) + 20, (top + bottom) / 2, -90, () => context.fillText(bar.label, 0, 0)); // biome-ignore format: one call
}

/** @param {CanvasRenderingContext2D} context @param {Box} place @param {Theme} theme */
function drawCursor(context, place, theme) {
  context.lineWidth = 2;
  context.strokeStyle = theme.ink;
  context.beginPath();
  if (place.width) context.rect(place.x - 1, place.y - 1, place.width + 2, place.height + 2);
  else context.arc(place.x, place.y, 6, 0, 2 * Math.PI);
  context.stroke();
}

const NO_THEME = /** @type {any} */ ({paper: '#ffffff'}); // of a pen that only says places

const kind = {
  leastHeight: 190,
  margins,
  draw,
  locate: (/** @type {PlotPanel} */ {rows}, /** @type {Frame} */ frame, /** @type {number} */ x, /** @type {number} */ y) =>
    nearest(rows, (record) => penOf(record, frame, NO_THEME, false), x, y, REACH_PX),
  extent: (/** @type {PlotPanel} */ {rows}) => ({rows: rows.length, cols: Math.max(...rows.map(({n}) => n), 1)}),
  read: (/** @type {PlotPanel} */ {rows}, /** @type {Cursor} */ {row, col}) =>
    rows[row]?.say(Math.min(col, rows[row].n - 1)) ?? 'There are no numbers to read.',
  table: (/** @type {PlotPanel} */ {rows}) => ({
    columns: ['what is drawn'],
    rows: rows.flatMap(({n, say}) => Array.from({length: n}, (_, k) => [say(k)])),
  }),
}; // biome-ignore format: one row each
addKind('plot', kind);
addKind('plot to scale', {...kind, leastHeight: 0, keepsAspect: true});

/** @param {any[]} records of axes at one place @param {string[]} saved names of files @returns {Panel} */
export function plotPanel(records, saved) {
  const [{view, equal, shape, title}] = records;
  const length = (/** @type {any} */ {lim}) => Math.abs(lim[1] - lim[0]);
  const isToScale = equal !== null && view.x.scale === 'linear' && view.y.scale === 'linear';
  const aspect = isToScale
    ? (equal * length(view.y)) / length(view.x)
    : Math.min(1.1, Math.max(0.3, shape));
  return /** @type {any} */ ({
    kind: isToScale ? 'plot to scale' : 'plot',
    title,
    aspect: Math.min(4, Math.max(0.05, aspect)),
    records,
    rows: rowsOf(records),
    saved,
  });
}
