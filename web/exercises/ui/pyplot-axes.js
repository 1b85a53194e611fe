// @ts-check
// One pair of axes as matplotlib draws it: limits, ticks and looks are those that Python has computed
// (web/python/matplotlib/_axes.py); letters, paper and what is black or white on it are the page's.
import {FONT_PX, setFont} from '../../draw/axes.js';
import {addKind, kindOf} from '../../draw/kinds.js';
import {colourTable, drawContour, drawMap, drawPicture} from './pyplot-maps.js';
import {drawMark, marksOf} from './pyplot-marks.js';

/** @import {Cursor, Frame, Panel} from '../../draw/panel.js' */
/** @import {Theme} from '../../draw/theme.js' */

const POINT_PX = 1.2; // a point of matplotlib in pixels of the page
const LETTER_PX = 6.7;
const [BAR_PX, MOST_TICKS] = [12, 60];
/** @type {Record<string, number>} */
const ORDERS = {image: 0, picture: 0, text: 3, line: 2, stems: 2, vline: 2, hline: 2};

/** @typedef {{kind: string, title?: string, aspect?: number, plain: any, records: any[]}} PlotPanel */
/** @typedef {{x: (v: number) => number, y: (v: number) => number, theme: Theme, frame: Frame, paint: (c: any) => string}} Pen */

/** From a number to its share of an axis. @param {any} view */
export function shareOn({lim, scale, near = 1}) {
  const to = (/** @type {number} */ v) =>
    scale === 'log'
      ? Math.log10(v)
      : scale === 'symlog' && Math.abs(v) > near
        ? Math.sign(v) * near * (10 / 9 + Math.log10(Math.abs(v) / near))
        : scale === 'symlog'
          ? (v * 10) / 9
          : v;
  const [low, high] = lim.map(to);
  return (/** @type {number} */ v) => (to(v) - low) / (high - low);
}

/** Black on light paper is ink on any, where nothing else is behind it. @param {Theme} theme @param {boolean} isOnMap */
function painter(theme, isOnMap) {
  const [red = 255] = (theme.paper.match(/[\d.]+/g) ?? []).map(Number);
  const isDark = theme.paper.startsWith('#')
    ? Number.parseInt(theme.paper.slice(1, 3), 16) < 128
    : red < (theme.paper.startsWith('rgb') ? 128 : 0.5);
  return (/** @type {any} */ colour) => {
    if (typeof colour !== 'string' || !/^#[\da-f]{6}/.test(colour)) return theme.ink;
    if (!isDark || isOnMap) return colour;
    const parts = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
    const light = 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2];
    if (light > 70) return colour;
    return `color-mix(in srgb, ${colour}, ${theme.ink} ${Math.round(90 - light)}%)`;
  };
}

/** The longest of texts in pixels. @param {string[]} ticks */
const longest = (ticks) =>
  LETTER_PX * Math.max(0, ...ticks.flatMap((text) => text.split('\n')).map((row) => row.length)); // biome-ignore format: one thought

/** Whether names of ticks need the slant that the learner gave, or one of their own. @param {any} record @param {number} width */
function isSlanted(record, width) {
  const {texts} = record.view.x;
  const degrees = record.looks?.xticks?.rotation;
  return Boolean(degrees) || (longest(texts) + 6) * texts.length > width * 1.6;
}

/** @param {any} record */
const barOf = (record) => record.parts.find((/** @type {any} */ part) => part.bar && !part.isOld);

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

/** @param {any} record @param {Frame} frame @param {Theme} theme @param {boolean} isOnMap @returns {Pen} */
function penOf({view}, frame, theme, isOnMap) {
  const [shareX, shareY] = [shareOn(view.x), shareOn(view.y)];
  return {
    x: (v) => frame.left + shareX(v) * (frame.right - frame.left),
    y: (v) => frame.bottom - shareY(v) * (frame.bottom - frame.top),
    theme,
    frame,
    paint: painter(theme, isOnMap),
  };
}

/** @param {CanvasRenderingContext2D} context @param {Frame} frame */
function clip(context, {left, right, top, bottom}) {
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
}

// ------------------------------------------------------------------ edges and ticks

/** @param {CanvasRenderingContext2D} context @param {any} record @param {Pen} pen @param {boolean} isTwin */
function drawFrame(context, record, pen, isTwin) {
  if (record.isOff || record.isHidden) return;
  const {frame, theme} = pen;
  const {left, right, top, bottom} = frame;
  const {view, looks = {}} = record;
  if (record.grid && !isTwin) {
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.beginPath();
    if (record.gridAxis !== 'y')
      for (const at of view.x.ticks) line(context, pen.x(at), top, pen.x(at), bottom);
    if (record.gridAxis !== 'x')
      for (const at of view.y.ticks) line(context, left, pen.y(at), right, pen.y(at));
    context.stroke();
  }
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
  const xSide = record.isTwin === 'y' || record.xside === 'top' ? 'top' : 'bottom';
  const ySide = record.isTwin === 'x' || record.yside === 'right' ? 'right' : 'left';
  if (isX && !record.xhidden) drawTicks(context, record, pen, 'x', xSide, xSide === 'bottom' ? xBottom : top); // biome-ignore format: one call
  if (isY && !record.yhidden) drawTicks(context, record, pen, 'y', ySide, ySide === 'left' ? yLeft : right); // biome-ignore format: one call
  context.textAlign = 'center';
  const label = (/** @type {string} */ name) => {
    context.fillStyle = looks[name]?.color ? pen.paint(looks[name].color) : theme.ink;
    setFont(context, theme, looks[name]?.weight ? '700' : '400');
  };
  if (isX && record.xlabel) {
    label('xlabel');
    context.textBaseline = xSide === 'top' ? 'top' : 'alphabetic';
    const flat = barOf(record)?.bar.isFlat ? 46 : 0;
    context.fillText(record.xlabel, (left + right) / 2, xSide === 'top' ? 2 : frame.height - 5 - flat, frame.width); // biome-ignore format: one call
  }
  if (isY && record.ylabel) {
    label('ylabel');
    context.textBaseline = 'alphabetic';
    const x = ySide === 'left' ? FONT_PX : right + longest(view.y.texts) + 22;
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
  const marks = view.ticks.map((/** @type {number} */ value, /** @type {number} */ k) => ({at: pen[axis](value), text: view.texts[k]})); // biome-ignore format: one thought
  marks.sort((/** @type {any} */ a, /** @type {any} */ b) => (axis === 'x' ? a.at - b.at : b.at - a.at)); // biome-ignore format: one thought
  const step = Math.ceil(marks.length / MOST_TICKS);
  context.beginPath();
  for (const {at} of marks) {
    if (axis === 'x') line(context, at, edge, at, edge + 4 * out);
    else line(context, edge, at, edge + 4 * out, at);
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

/** @param {CanvasRenderingContext2D} context @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
function line(context, x0, y0, x1, y1) {
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} degrees @param {() => void} inside */
function rotated(context, x, y, degrees, inside) {
  context.save();
  context.translate(x, y);
  context.rotate((degrees * Math.PI) / 180);
  inside();
  context.restore();
}

// ------------------------------------------------------------------ parts

/** @type {Record<string, number[]>} */
const DASHES = {'--': [3.7, 1.6], ':': [1, 1.65], '-.': [6.4, 1.6, 1, 1.6]};

/** @param {CanvasRenderingContext2D} context @param {any} look @param {Pen} pen @param {string} [colour] */
function stroke(context, look, pen, colour = look.color) {
  const width = (look.linewidth ?? 1.5) * POINT_PX;
  const style = look.linestyle ?? '-';
  if (style === 'None' || width === 0) return;
  context.strokeStyle = pen.paint(colour);
  context.lineWidth = width;
  const dashes = Array.isArray(style) ? style : (DASHES[style] ?? []);
  context.setLineDash(dashes.map((part) => part * width));
  context.lineJoin = 'round';
  context.stroke();
  context.setLineDash([]);
}

/** A path with gaps where a number is missing. @param {CanvasRenderingContext2D} context @param {any} xs @param {any} ys @param {Pen} pen */
function trace(context, xs, ys, pen) {
  context.beginPath();
  let isOn = false;
  for (let k = 0; k < xs.length; k++) {
    const [x, y] = [pen.x(xs[k] ?? Number.NaN), pen.y(ys[k] ?? Number.NaN)];
    const isPlace = xs[k] !== null && ys[k] !== null && Number.isFinite(x) && Number.isFinite(y);
    if (isPlace && isOn) context.lineTo(x, y);
    else if (isPlace) context.moveTo(x, y);
    isOn = isPlace;
  }
}

/** @param {any} colour */
const isClear = (colour) => /^#[\da-f]{6}00$/.test(colour);

/** @param {CanvasRenderingContext2D} context @param {any} look @param {Pen} pen */
function fillAndEdge(context, look, pen) {
  const face = look.facecolor;
  if (face && look.fill !== false && !isClear(face)) {
    context.fillStyle = pen.paint(face);
    context.fill();
  }
  if (look.edgecolor) stroke(context, {linewidth: 1, ...look}, pen, look.edgecolor);
}

/** Of many looks the k-th. @param {any} many @param {number} k */
const nth = (many, k) => (Array.isArray(many) ? many[k % many.length] : many);

/** @param {CanvasRenderingContext2D} context @param {any} part @param {any} record @param {Pen} pen */
function drawPart(context, part, record, pen) {
  const {kind, look = {}} = part;
  if (typeof look.alpha === 'number') context.globalAlpha = look.alpha;
  const number = namesOf(record, part);
  const own = number ? {...part, x: part.x.map(number)} : part;
  if (kind === 'image') drawMap(context, part, pen);
  else if (kind === 'picture') drawPicture(context, part, pen);
  else if (kind === 'contour') drawContour(context, part, pen, POINT_PX);
  else if (kind === 'bars') drawBars(context, own, pen);
  else if (kind === 'points') drawPoints(context, own, pen);
  else if (kind === 'band') drawBand(context, own, pen);
  else if (kind === 'text') drawText(context, part, pen);
  else if (kind === 'arrows') drawArrows(context, own, pen);
  else if (kind === 'vline' || kind === 'hline') drawRule(context, part, pen);
  else if (kind === 'shape' || part.isShape) {
    trace(context, own.x, own.y, pen);
    if (!part.isOpen) context.closePath();
    fillAndEdge(context, look, pen);
  } else if (kind === 'line' || kind === 'stems') drawLine(context, own, pen);
}

/** Names become the places that they have on their axis. @param {any} record @param {any} part */
function namesOf(record, {x, isSideways}) {
  if (typeof x?.[0] !== 'string') return null;
  const {names = []} = record.view[isSideways ? 'y' : 'x'];
  return (/** @type {any} */ v) => (typeof v === 'string' ? names.indexOf(v) : v);
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawLine(context, part, pen) {
  const {x, y, look = {}, stem, errors} = part;
  if (stem) {
    context.beginPath();
    for (let k = 0; k < x.length; k++) line(context, pen.x(x[k]), pen.y(stem.bottom), pen.x(x[k]), pen.y(y[k])); // biome-ignore format: one thought
    stroke(context, {linewidth: look.linewidth}, pen, stem.colour);
  } else {
    trace(context, x, y, pen);
    stroke(context, look, pen);
  }
  if (errors && part.low) drawErrors(context, part, pen, look.color);
  const [xs, ys] = part.places ?? [x, y];
  if (!look.marker || look.marker === 'None') return;
  const shown = marksOf(look.markevery, xs.length);
  for (const k of shown) {
    if (xs[k] === null || ys[k] === null) continue;
    drawMark(context, look.marker, pen.x(xs[k]), pen.y(ys[k]), (look.markersize ?? 6) * POINT_PX, {
      face: isClear(look.markerfacecolor) ? null : pen.paint(look.markerfacecolor ?? look.color),
      edge: pen.paint(look.markeredgecolor ?? look.color),
      width: (look.markeredgewidth ?? 1) * POINT_PX,
    }); // biome-ignore format: one call
  }
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen @param {string} plain colour */
function drawErrors(context, {x, low, high, errors, isSideways}, pen, plain) {
  const half = (errors.cap ?? 0) * POINT_PX;
  context.beginPath();
  x.forEach((/** @type {number} */ at, /** @type {number} */ k) => {
    if (low[k] === null || high[k] === null) return;
    const [across, from, to] = isSideways
      ? [pen.y(at), pen.x(low[k]), pen.x(high[k])]
      : [pen.x(at), pen.y(low[k]), pen.y(high[k])];
    const put = (/** @type {number[]} */ [a, b, c, d]) => isSideways ? line(context, b, a, d, c) : line(context, a, b, c, d); // biome-ignore format: one thought
    put([across, from, across, to]);
    if (half) for (const end of [from, to]) put([across - half, end, across + half, end]);
  });
  stroke(context, {linewidth: errors.width ?? 1.5}, pen, errors.colour ?? plain);
}

/** The rectangle of a bar in pixels. @param {any} part @param {number} k @param {Pen} pen */
function barRect({x, y, base, width, isSideways}, k, pen) {
  const [from, to] = [base?.[k] ?? 0, (base?.[k] ?? 0) + (y[k] ?? 0)];
  const [low, high] = [x[k] - width[k] / 2, x[k] + width[k] / 2];
  const along = isSideways ? pen.x : pen.y;
  const end = (/** @type {number} */ v) => (Number.isFinite(along(v)) ? along(v) : isSideways ? pen.frame.left : pen.frame.bottom + 1); // biome-ignore format: one thought
  const [x0, x1] = isSideways ? [end(from), end(to)] : [pen.x(low), pen.x(high)];
  const [y0, y1] = isSideways ? [pen.y(low), pen.y(high)] : [end(from), end(to)];
  return {x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0), tip: isSideways ? x1 : y1}; // biome-ignore format: one row
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawBars(context, part, pen) {
  const {look, words} = part;
  part.x.forEach((/** @type {any} */ _, /** @type {number} */ k) => {
    const rect = barRect(part, k, pen);
    context.beginPath();
    context.rect(rect.x, rect.y, rect.width, rect.height);
    const own = {...look, facecolor: nth(look.facecolor, k), edgecolor: nth(look.edgecolor, k), linewidth: nth(look.linewidth, k)}; // biome-ignore format: one row
    fillAndEdge(context, own, pen);
    if (look.hatch) hatch(context, rect, pen);
  });
  context.globalAlpha = 1;
  if (part.low) drawErrors(context, part, pen, '#000000');
  if (!words) return;
  setFont(context, pen.theme);
  context.fillStyle = pen.theme.ink;
  const [where = 'edge', padding = 0] = part.wordsAt ?? [];
  words.forEach((/** @type {string} */ word, /** @type {number} */ k) => {
    const rect = barRect(part, k, pen);
    const isDown = part.y[k] < 0;
    const gap = 3 + padding;
    if (where === 'center') {
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(word, rect.x + rect.width / 2, rect.y + rect.height / 2);
    } else if (part.isSideways) {
      context.textAlign = isDown ? 'right' : 'left';
      context.textBaseline = 'middle';
      context.fillText(word, rect.tip + (isDown ? -gap : gap), rect.y + rect.height / 2);
    } else {
      context.textAlign = 'center';
      context.textBaseline = isDown ? 'top' : 'bottom';
      const tip = Math.min(rect.tip, part.high ? pen.y(part.high[k]) : rect.tip);
      context.fillText(word, rect.x + rect.width / 2, tip + (isDown ? gap : -gap));
    }
  });
}

/** @param {CanvasRenderingContext2D} context @param {{x: number, y: number, width: number, height: number}} rect @param {Pen} pen */
function hatch(context, rect, pen) {
  context.save();
  context.clip();
  context.beginPath();
  for (let x = rect.x - rect.height; x < rect.x + rect.width; x += 7) line(context, x, rect.y + rect.height, x + rect.height, rect.y); // biome-ignore format: one thought
  context.strokeStyle = pen.theme.ink;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawPoints(context, part, pen) {
  const {x, y, look, sizes = [36], values, scale} = part;
  const table = values && scale ? colourTable(scale) : null;
  x.forEach((/** @type {any} */ at, /** @type {number} */ k) => {
    if (at === null || y[k] === null) return;
    const face = table ? table.css(values[k]) : pen.paint(nth(look.facecolor, k));
    if (!face) return;
    if (Array.isArray(look.alpha)) context.globalAlpha = look.alpha[k] ?? 1;
    const size = Math.sqrt(nth(sizes, k)) * POINT_PX;
    const edge = look.edgecolor && !isClear(look.edgecolor) ? pen.paint(nth(look.edgecolor, k)) : null; // biome-ignore format: one thought
    const isOpen = isClear(nth(look.facecolor, k)) && !table;
    drawMark(context, look.marker ?? 'o', pen.x(at), pen.y(y[k]), size, {
      face: isOpen ? null : face,
      edge: edge ?? (isOpen || 'x+12'.includes(look.marker ?? 'o') ? face : null),
      width: (nth(look.linewidth, k) ?? (edge ? 1 : 1.5)) * POINT_PX,
    });
  });
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawBand(context, {x, low, high, look}, pen) {
  for (let from = 0, k = 0; k <= x.length; k++) {
    if (k < x.length && low[k] !== null && high[k] !== null) continue;
    context.beginPath();
    for (let i = from; i < k; i++) context.lineTo(pen.x(x[i]), pen.y(low[i]));
    for (let i = k - 1; i >= from; i--) context.lineTo(pen.x(x[i]), pen.y(high[i]));
    context.closePath();
    if (k > from) fillAndEdge(context, {...look, facecolor: nth(look.facecolor, 0), edgecolor: nth(look.edgecolor, 0)}, pen); // biome-ignore format: one call
    from = k + 1;
  }
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawRule(context, {kind, at, span, isEnd, ends = [0, 1], look}, pen) {
  if (isEnd) return;
  const {left, right, top, bottom} = pen.frame;
  const isUp = kind === 'vline';
  const [from, to] = isUp
    ? ends.map((/** @type {number} */ share) => bottom - share * (bottom - top))
    : ends.map((/** @type {number} */ share) => left + share * (right - left));
  context.beginPath();
  if (span) {
    const [a, b] = span.map(isUp ? pen.x : pen.y);
    if (isUp) context.rect(a, from, b - a, to - from);
    else context.rect(from, a, to - from, b - a);
    return fillAndEdge(context, look, pen);
  }
  if (isUp) line(context, pen.x(at), from, pen.x(at), to);
  else line(context, from, pen.y(at), to, pen.y(at));
  stroke(context, look, pen);
}

const HEAD = {px: 9, halfAngle_rad: 0.42};

/** @param {CanvasRenderingContext2D} context @param {number[]} from @param {number[]} to pixels */
function arrowHead(context, [fromX, fromY], [x, y]) {
  const angle = Math.atan2(fromY - y, fromX - x);
  const size = Math.min(HEAD.px, Math.hypot(fromX - x, fromY - y));
  context.beginPath();
  context.moveTo(x, y);
  for (const side of [-HEAD.halfAngle_rad, HEAD.halfAngle_rad])
    context.lineTo(x + size * Math.cos(angle + side), y + size * Math.sin(angle + side));
  context.closePath();
  context.fill();
}

/** @param {CanvasRenderingContext2D} context @param {number[]} from @param {number[]} to @param {string | undefined} heads @param {string} colour @param {number} width */
function arrow(context, from, to, heads, colour, width) {
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  line(context, from[0], from[1], to[0], to[1]);
  context.stroke();
  if (heads === 'end' || heads === 'both') arrowHead(context, from, to);
  if (heads === 'start' || heads === 'both') arrowHead(context, to, from);
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawArrows(context, {x, y, heads, look, values, scale}, pen) {
  const table = values && scale ? colourTable(scale) : null;
  for (let k = 0; k + 1 < x.length; k += 2) {
    const [from, to] = [k, k + 1].map((i) => [pen.x(x[i]), pen.y(y[i])]);
    const colour = table ? table.css(values[k / 2]) : pen.paint(nth(look.color, k / 2));
    if (colour) arrow(context, from, to, heads, colour, (look.linewidth ?? 1.2) * POINT_PX);
  }
}

/** @type {Record<string, CanvasTextBaseline>} */
const BASELINES = {center: 'middle', top: 'top', bottom: 'bottom', baseline: 'alphabetic', center_baseline: 'middle'}; // biome-ignore format: one row

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
function drawText(context, part, pen) {
  const {left, right, top, bottom} = pen.frame;
  const {look = {}, text, to, heads, points = [0, 0]} = part;
  const place = (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ isShare) =>
    isShare ? [left + x * (right - left), bottom - y * (bottom - top)] : [pen.x(x), pen.y(y)];
  const [plainX, plainY] = place(part.x, part.y, part.isShare);
  const [x, y] = [plainX + points[0] * POINT_PX, plainY - points[1] * POINT_PX];
  if (![x, y].every(Number.isFinite)) return;
  const isInside = x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
  if (!isInside && !part.isShare && look.clip_on) return;
  const size = FONT_PX * Math.max(0.75, Math.min(1.6, (look.fontsize ?? 10) / 10));
  context.font = `${look.weight ? 700 : 400} ${size}px ${pen.theme.font}`;
  const rows = text.split('\n');
  const width = Math.max(...rows.map((/** @type {string} */ row) => context.measureText(row).width)); // biome-ignore format: one thought
  const ha = look.ha ?? 'left';
  const va = look.va ?? 'baseline';
  const boxX = ha === 'center' ? -width / 2 : ha === 'right' ? -width : 0;
  const high = rows.length * size * 1.2;
  const boxY = va === 'center' ? -high / 2 : va === 'top' ? 0 : -high + (va === 'bottom' ? 0 : 3);
  if (to) {
    const end = place(to[0], to[1], to[2]);
    const from = [x + boxX + width / 2, y + boxY + high / 2];
    const far = Math.hypot(end[0] - from[0], end[1] - from[1]) || 1;
    const skip = text ? Math.min(0.8, (Math.abs(end[0] - from[0]) * high > Math.abs(end[1] - from[1]) * width ? (width / 2 + 3) / (Math.abs(end[0] - from[0]) || 1) : (high / 2 + 2) / (Math.abs(end[1] - from[1]) || 1))) : 0; // biome-ignore format: where the line leaves the box
    const start = text ? from.map((v, k) => v + (end[k] - v) * skip) : [x, y];
    if (far > 4) arrow(context, start, end, heads, pen.paint(part.arrow?.[0]), Math.min(3, part.arrow?.[1] ?? 1) * POINT_PX); // biome-ignore format: one call
  }
  rotated(context, x, y, -(look.rotation ?? 0), () => {
    if (look.bbox) {
      context.fillStyle = look.bbox[0];
      context.strokeStyle = look.bbox[1];
      context.beginPath();
      context.rect(boxX - 4, boxY - 3, width + 8, high + 6);
      context.fill();
      context.lineWidth = 1;
      context.stroke();
    }
    context.fillStyle = look.color ? (look.bbox ? look.color : pen.paint(look.color)) : look.bbox ? '#000' : pen.theme.ink; // biome-ignore format: one thought
    context.textAlign = /** @type {CanvasTextAlign} */ (ha);
    context.textBaseline = BASELINES[va] ?? 'alphabetic';
    const first = rows.length === 1 ? 0 : va === 'center' ? (-(rows.length - 1) * size * 1.2) / 2 : va === 'top' ? 0 : -(rows.length - 1) * size * 1.2; // biome-ignore format: one thought
    for (const [k, row] of rows.entries()) context.fillText(row, 0, first + k * size * 1.2);
  });
}

// ------------------------------------------------------------------ colour bar and cursor

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
