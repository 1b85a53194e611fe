// @ts-check
// The edges of a pair of axes as matplotlib draws them, with grid, ticks and names.
import {FONT_PX, setFont} from '../../draw/axes.js';
import {line, rotated, stroke} from './pyplot-pen.js';

/** @import {Pen} from './pyplot-pen.js' */

const LETTER_PX = 6.7;
const MOST_TICKS = 60;

/** The longest of texts in pixels. @param {string[]} ticks */
export const longest = (ticks) =>
  LETTER_PX * Math.max(0, ...ticks.flatMap((text) => text.split('\n')).map((row) => row.length)); // biome-ignore format: one thought

/** Whether names of ticks need the slant that the learner gave, or one of their own. @param {any} record @param {number} width */
export function isSlanted(record, width) {
  const {texts} = record.view.x;
  const degrees = record.looks?.xticks?.rotation;
  return Boolean(degrees) || (longest(texts) + 6) * texts.length > width * 1.6;
}

/** @param {any} record */
export const barOf = (record) => record.parts.find((/** @type {any} */ part) => part.bar);

/** The lines of both grids, in the page's colour or in their own. @param {CanvasRenderingContext2D} context @param {any} record @param {Pen} pen */
export function drawGrid(context, record, pen) {
  const {isOff, isHidden, isTwin, view, looks = {}} = record;
  if (isOff || isHidden || isTwin) return;
  const {left, right, top, bottom} = pen.frame;
  const put = (/** @type {string} */ axis, /** @type {number[]} */ xs, /** @type {number[]} */ ys, /** @type {number} */ width, /** @type {any} */ look) => {
    context.save();
    context.beginPath();
    for (const at of axis === 'y' ? [] : xs) line(context, pen.x(at), top, pen.x(at), bottom);
    for (const at of axis === 'x' ? [] : ys) line(context, left, pen.y(at), right, pen.y(at));
    if (look.color) {
      context.globalAlpha = look.alpha ?? 1;
      stroke(context, {linewidth: 0.8, ...look}, pen);
    } else {
      context.strokeStyle = pen.theme.grid;
      context.lineWidth = width;
      context.stroke();
    }
    context.restore();
  }; // biome-ignore format: one thought
  const {x, y} = view;
  if (record.minorGrid) put(record.minorGrid, x.minor ?? [], y.minor ?? [], 0.6, looks.minorGrid ?? {}); // biome-ignore format: one call
  if (record.grid) put(record.gridAxis ?? 'both', x.ticks, y.ticks, 1, looks.grid ?? {});
}

/** @param {CanvasRenderingContext2D} context @param {any} record @param {Pen} pen @param {boolean} isTwin */
export function drawFrame(context, record, pen, isTwin) {
  if (record.isOff || record.isHidden) return;
  const {frame, theme} = pen;
  const {left, right, top, bottom} = frame;
  const {view, looks = {}} = record;
  const {hidden = [], places = {}, colours = {}} = record.spines ?? {};
  const at = (/** @type {any} */ place, /** @type {number} */ plain, /** @type {(v: number) => number} */ of, /** @type {number[]} */ [from, to]) =>
    !place ? plain : place[0] === 'data' ? of(place[1]) : place[0] === 'axes' ? from + place[1] * (to - from) : plain; // biome-ignore format: one thought
  const yLeft = at(places.left, left, pen.x, [left, right]);
  const xBottom = at(places.bottom, bottom, pen.y, [bottom, top]);
  const spines = /** @type {Record<string, number[]>} */ ({
    left: [yLeft, top, yLeft, bottom],
    right: [right, top, right, bottom],
    bottom: [left, xBottom, right, xBottom],
    top: [left, top, right, top],
  });
  context.lineWidth = 1;
  for (const [edge, ends] of Object.entries(spines)) {
    if (hidden.includes(edge) || isTwin) continue;
    context.strokeStyle = colours[edge] ? pen.paint(colours[edge]) : theme.muted;
    context.beginPath();
    line(context, ends[0], ends[1], ends[2], ends[3]);
    context.stroke();
  }
  setFont(context, theme);
  context.fillStyle = theme.muted;
  const isX = !isTwin || record.isTwin === 'y';
  const isY = !isTwin || record.isTwin === 'x';
  const {xside: xSide = 'bottom', yside: ySide = 'left'} = record;
  if (isX && !record.xhidden) drawTicks(context, record, pen, 'x', xSide, xSide === 'bottom' ? xBottom : top); // biome-ignore format: one call
  if (isY && !record.yhidden) drawTicks(context, record, pen, 'y', ySide, ySide === 'left' ? yLeft : right); // biome-ignore format: one call
  context.textAlign = 'center';
  const label = (/** @type {string} */ name) => {
    context.fillStyle = looks[name]?.color ? pen.paint(looks[name].color) : theme.ink;
    setFont(context, theme, looks[name]?.weight ? '700' : '400');
  };
  if (isX && record.xlabel) {
    label('xlabel');
    const isTop = record.xlabelside === 'top';
    context.textBaseline = isTop ? 'top' : 'alphabetic';
    const flat = barOf(record)?.bar.isFlat ? 46 : 0;
    context.fillText(record.xlabel, (left + right) / 2, isTop ? 2 : frame.height - 5 - flat, frame.width); // biome-ignore format: one call
  }
  if (isY && record.ylabel) {
    label('ylabel');
    context.textBaseline = 'alphabetic';
    const beside = ySide === 'right' ? longest(view.y.texts) + 22 : FONT_PX + 4;
    const x = record.ylabelside === 'right' ? right + beside : FONT_PX;
    rotated(context, x, (top + bottom) / 2, -90, () => context.fillText(record.ylabel, 0, 0));
  }
}

/** @param {CanvasRenderingContext2D} context @param {any} record @param {Pen} pen @param {'x' | 'y'} axis @param {string} side @param {number} edge */
function drawTicks(context, record, pen, axis, side, edge) {
  const {frame, theme} = pen;
  const view = record.view[axis];
  const isBare = record[`${axis}bare`];
  const slanted = axis === 'x' && isSlanted(record, frame.right - frame.left);
  const look = record.looks?.[`${axis}ticks`] ?? {};
  const out = side === 'bottom' || side === 'right' ? 1 : -1;
  setFont(context, theme);
  context.strokeStyle = theme.muted;
  context.fillStyle = look.color ? pen.paint(look.color) : theme.muted;
  let free = axis === 'x' ? -Infinity : Infinity;
  const {ticks, texts, minor = [], minorTexts = []} = view;
  const marksOf = (/** @type {number[]} */ places, /** @type {string[]} */ names, /** @type {number} */ size) => places.map((value, k) => ({at: pen[axis](value), text: names[k], size})); // biome-ignore format: one thought
  const between = marksOf(minor, minorTexts, 2);
  const marks = [...marksOf(ticks, texts, 4), ...between.filter(({text}) => text)];
  marks.sort((/** @type {any} */ a, /** @type {any} */ b) => (axis === 'x' ? a.at - b.at : b.at - a.at)); // biome-ignore format: one thought
  const step = Math.ceil(marks.length / MOST_TICKS);
  context.beginPath();
  for (const {at, size} of [...marks, ...between]) {
    if (axis === 'x') line(context, at, edge, at, edge + size * out);
    else line(context, edge, at, edge + size * out, at);
  }
  context.stroke();
  for (const [k, {at, text}] of isBare ? [] : marks.entries()) {
    if (k % step || !text) continue;
    const rows = text.split('\n');
    const width = Math.max(...rows.map((/** @type {string} */ row) => context.measureText(row).width)); // biome-ignore format: one thought
    if (axis === 'y') {
      if (at + 5 > free) continue; // it would be over the one before
      free = at - 6;
      context.textAlign = side === 'left' ? 'right' : 'left';
      context.textBaseline = 'middle';
      context.fillText(text, edge + 7 * out, at);
      continue;
    }
    const half = slanted ? 5 : width / 2 + 2;
    if (at - half < free) continue;
    free = at + half;
    context.textBaseline = slanted ? 'middle' : out > 0 ? 'top' : 'bottom';
    context.textAlign = slanted ? (out > 0 ? 'right' : 'left') : 'center';
    const degrees = slanted ? (Math.abs(look.rotation ?? 45) > 60 ? -90 : -45) : 0;
    rotated(
      context,
      slanted ? at : Math.min(at, frame.width - width / 2 - 1),
      edge + 7 * out,
      degrees,
      () => {
        for (const [i, row] of rows.entries()) context.fillText(row, 0, i * 13);
      },
    );
  }
  if (!view.offset || isBare) return;
  context.textAlign = axis === 'x' || side === 'right' ? 'right' : 'left';
  context.textBaseline = axis === 'x' ? 'bottom' : 'alphabetic';
  if (axis === 'y')
    context.fillText(view.offset, side === 'left' ? frame.left : frame.right, frame.top - 5); // biome-ignore format: one call
  else context.fillText(view.offset, frame.right, edge - 3);
}
