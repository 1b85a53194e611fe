// @ts-check
// One pair of axes as matplotlib draws it: limits, ticks and looks are those that Python has computed
// (web/python/matplotlib/_axes.py); letters, paper and what is black or white on it are the page's.
import {setFont} from '../../draw/axes.js';
import {addKind, kindOf} from '../../draw/kinds.js';
import {barOf, drawFrame, isSlanted, longest} from './pyplot-frame.js';
import {colourTable} from './pyplot-maps.js';
import {barRect, drawPart, namesOf} from './pyplot-parts.js';
import {penOf, rotated} from './pyplot-pen.js';

/** @import {Cursor, Frame, Panel} from '../../draw/panel.js' */
/** @import {Theme} from '../../draw/theme.js' */
/** @import {Pen} from './pyplot-pen.js' */

const BAR_PX = 12;
/** @type {Record<string, number>} */
const ORDERS = {image: 0, picture: 0, text: 3, line: 2, stems: 2, vline: 2, hline: 2};

/** @typedef {{kind: string, title?: string, aspect?: number, plain: any, records: any[]}} PlotPanel */

/** @param {PlotPanel} panel @param {number} width */
function margins({records}, width) {
  const [first, ...twins] = records;
  const rightTwin = twins.find(({isTwin}) => isTwin === 'x');
  const yTexts = first.isOff || first.ybare ? [] : first.view.y.texts;
  const left = Math.max(14, longest(yTexts) + 10 + (first.ylabel ? 18 : 0));
  const bar = barOf(first);
  const twinTexts = rightTwin?.view.y.texts ?? [];
  const right =
    12 +
    (rightTwin ? longest(twinTexts) + (rightTwin.ylabel ? 20 : 4) : 0) +
    (bar && !bar.bar.isFlat ? BAR_PX + 24 + longest(bar.bar.texts) + (bar.bar.label ? 16 : 0) : 0);
  const xTexts = first.isOff || first.xbare ? [] : first.view.x.texts;
  const rows = Math.max(1, ...xTexts.map((/** @type {string} */ text) => text.split('\n').length));
  const slant = isSlanted(first, width - left - right) ? Math.min(90, longest(xTexts)) * Math.SQRT1_2 : 0; // biome-ignore format: one thought
  const isTop = first.xside === 'top' || twins.some(({isTwin}) => isTwin === 'y');
  const offset = first.view.y.offset || bar?.bar.offset ? 14 : 0;
  const bottom =
    8 +
    (xTexts.length ? 14 * rows + slant : 0) +
    (first.xlabel ? 18 : 0) +
    (bar?.bar.isFlat ? 46 : 0);
  return {left, right, top: 10 + (isTop ? 20 + slant : 0) + offset, bottom};
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {PlotPanel} panel
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {Cursor | null} cursor
 */
function draw(context, panel, frame, theme, cursor) {
  const isOnMap = panel.records[0].parts.some((/** @type {any} */ {kind}) => kind === 'image' || kind === 'picture'); // biome-ignore format: one thought
  panel.records.forEach((record, k) => {
    const pen = penOf(record, frame, theme, isOnMap);
    drawFrame(context, record, pen, k > 0);
    const parts = record.parts.filter((/** @type {any} */ part) => !part.isOld && part.look?.visible !== false); // biome-ignore format: one thought
    const order = (/** @type {any} */ part) => part.look?.zorder ?? ORDERS[part.kind] ?? 1;
    parts.sort((/** @type {any} */ a, /** @type {any} */ b) => order(a) - order(b));
    for (const part of parts) {
      context.save();
      if (part.kind !== 'text') clip(context, frame);
      drawPart(context, part, record, pen);
      context.restore();
    }
  });
  const bar = barOf(panel.records[0]);
  if (bar) drawBar(context, bar, frame, theme);
  if (cursor) drawCursor(context, panel, penOf(panel.records[0], frame, theme, isOnMap), cursor);
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

/** What a place of the cursor is in pixels. @param {PlotPanel} panel @param {Pen} pen @param {Cursor} cursor */
function placeOf({plain, records}, pen, {row, col}) {
  if (plain.kind === 'heatmap') {
    const {x, y} = plain.along;
    const [at, up] = [x.middle(x.cells[col]), y.middle(y.cells[row])];
    const [halfX, halfY] = [x.middle(1) - x.middle(0), y.middle(1) - y.middle(0)].map((v) => v / 2);
    const [x0, x1] = [pen.x(at - halfX), pen.x(at + halfX)];
    const [y0, y1] = [pen.y(up - halfY), pen.y(up + halfY)];
    return {x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0)}; // biome-ignore format: one row
  }
  if (plain.kind === 'bars') {
    const part = records[0].parts.filter((/** @type {any} */ {kind}) => kind === 'bars')[row];
    const number = namesOf(records[0], part);
    if (col >= part.x.length || part.isOld) return null;
    return barRect(number ? {...part, x: part.x.map(number)} : part, col, pen);
  }
  const series = plain.series[row];
  if (!series || col >= series.x.length) return null;
  return {x: pen.x(series.x[col]), y: pen.y(series.y[col]), width: 0, height: 0};
}

/** @param {CanvasRenderingContext2D} context @param {PlotPanel} panel @param {Pen} pen @param {Cursor} cursor */
function drawCursor(context, panel, pen, cursor) {
  const place = placeOf(panel, pen, cursor);
  if (!place) return;
  context.lineWidth = 2;
  context.strokeStyle = pen.theme.ink;
  context.beginPath();
  if (place.width) context.rect(place.x - 1, place.y - 1, place.width + 2, place.height + 2);
  else context.arc(place.x, place.y, 6, 0, 2 * Math.PI);
  context.stroke();
}

/** The nearest of what can be read. @param {PlotPanel} panel @param {Frame} frame @param {number} x @param {number} y @returns {Cursor | null} */
function locate(panel, frame, x, y) {
  const theme = /** @type {any} */ ({paper: '#ffffff'});
  const pen = penOf(panel.records[0], frame, theme, false);
  const {rows, cols} = kindOf(panel.plain).extent(panel.plain);
  if (panel.plain.kind === 'heatmap') {
    const first = placeOf(panel, pen, {row: 0, col: 0});
    const last = placeOf(panel, pen, {row: rows - 1, col: cols - 1});
    if (!first || !last) return null;
    const at = (/** @type {number} */ v, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ n) => n < 2 ? 0 : Math.round(((v - from) / (to - from)) * (n - 1)); // biome-ignore format: one thought
    const col = at(x - first.width / 2, first.x, last.x, cols);
    const row = at(y - first.height / 2, first.y, last.y, rows);
    return col >= 0 && col < cols && row >= 0 && row < rows ? {row, col} : null;
  }
  let [best, least] = [/** @type {Cursor | null} */ (null), 40 ** 2];
  for (let row = 0; row < rows; row++) {
    const n = panel.plain.kind === 'bars' ? cols : panel.plain.series[row].x.length;
    for (let col = 0; col < n; col++) {
      const place = placeOf(panel, pen, {row, col});
      if (!place) continue;
      const dx = Math.max(place.x - x, 0, x - place.x - place.width);
      const dy = Math.max(place.y - y, 0, y - place.y - place.height);
      const far = dx * dx + dy * dy;
      if (far < least) [best, least] = [{row, col}, far];
    }
  }
  return best;
}

const kind = {
  leastHeight: 190,
  margins,
  draw,
  locate,
  extent: (/** @type {any} */ {plain}) => kindOf(plain).extent(plain),
  read: (/** @type {any} */ {plain}, /** @type {Cursor} */ cursor) => kindOf(plain).read(plain, cursor),
  table: (/** @type {any} */ {plain}) => kindOf(plain).table(plain),
}; // biome-ignore format: one row each
addKind('plot', kind);
addKind('plot to scale', {...kind, leastHeight: 0, keepsAspect: true});

/** The panel that is drawn: what can be read of it, and the records of its axes. @param {any} plain @param {any[]} records @returns {Panel} */
export function plotPanel(plain, records) {
  const [{view, equal, shape}] = records;
  const length = (/** @type {any} */ {lim}) => Math.abs(lim[1] - lim[0]);
  const isToScale = equal !== null && view.x.scale === 'linear' && view.y.scale === 'linear';
  const aspect = isToScale
    ? (equal * length(view.y)) / length(view.x)
    : Math.min(1.1, Math.max(0.3, shape));
  return /** @type {any} */ ({
    kind: isToScale ? 'plot to scale' : 'plot',
    title: plain.title,
    aspect: Math.min(4, Math.max(0.05, aspect)),
    plain,
    records,
  });
}
