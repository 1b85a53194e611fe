// @ts-check
// What is drawn between the edges of a pair of axes: lines, bars, points, bands, rules, arrows, texts.
import {FONT_PX, setFont} from '../../draw/axes.js';
import {colourTable, drawContour, drawMap, drawPicture} from './pyplot-maps.js';
import {drawMark, marksOf} from './pyplot-marks.js';
import {fillAndEdge, isClear, line, nth, POINT_PX, rotated, stroke, trace} from './pyplot-pen.js';

/** @import {Pen} from './pyplot-pen.js' */

/** @param {CanvasRenderingContext2D} context @param {any} part @param {any} record @param {Pen} pen */
export function drawPart(context, part, record, pen) {
  const {kind, look = {}} = part;
  if (typeof look.alpha === 'number') context.globalAlpha = look.alpha;
  const own = numbered(record, part);
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
export function numbered(record, part) {
  if (!part.x?.some?.((/** @type {any} */ at) => typeof at === 'string')) return part;
  const {names = []} = record.view[part.isSideways ? 'y' : 'x'];
  return {...part, x: part.x.map((/** @type {any} */ v) => typeof v === 'string' ? names.indexOf(v) : v)}; // biome-ignore format: one thought
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
export function barRect({x, y, base, width, isSideways}, k, pen) {
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
  const {look} = part;
  part.x.forEach((/** @type {any} */ _, /** @type {number} */ k) => {
    const rect = barRect(part, k, pen);
    context.beginPath();
    context.rect(rect.x, rect.y, rect.width, rect.height);
    const own = {...look, facecolor: nth(look.facecolor, k), edgecolor: nth(look.edgecolor, k), linewidth: nth(look.linewidth, k)}; // biome-ignore format: one row
    fillAndEdge(context, own, pen);
    if (look.hatch) hatch(context, rect, look.hatch, pen);
  });
  context.globalAlpha = 1;
  if (part.low) drawErrors(context, part, pen, '#000000');
}

/** Words at the ends of bars, which may be outside of the axes. @param {CanvasRenderingContext2D} context @param {any} bars @param {any} record @param {Pen} pen */
export function drawWords(context, bars, record, pen) {
  const part = numbered(record, bars);
  setFont(context, pen.theme);
  context.fillStyle = pen.theme.ink;
  const [where = 'edge', padding = 0] = part.wordsAt ?? [];
  part.words.forEach((/** @type {string} */ word, /** @type {number} */ k) => {
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

/** @param {CanvasRenderingContext2D} context @param {{x: number, y: number, width: number, height: number}} rect @param {string} marks @param {Pen} pen */
function hatch(context, {x: left, y: top, width, height}, marks, pen) {
  const [right, bottom] = [left + width, top + height];
  const step = 7;
  context.save();
  context.clip();
  context.beginPath();
  for (const mark of new Set(marks)) {
    if ('/x'.includes(mark)) for (let x = left - height; x < right; x += step) line(context, x, bottom, x + height, top); // biome-ignore format: one thought
    if ('\\x'.includes(mark)) for (let x = left - height; x < right; x += step) line(context, x, top, x + height, bottom); // biome-ignore format: one thought
    if ('-+'.includes(mark)) for (let y = top; y < bottom; y += step) line(context, left, y, right, y); // biome-ignore format: one thought
    if ('|+'.includes(mark)) for (let x = left; x < right; x += step) line(context, x, top, x, bottom); // biome-ignore format: one thought
    if ('.oO*'.includes(mark)) for (let x = left; x < right; x += step) for (let y = top; y < bottom; y += step) line(context, x, y, x + 1.5, y); // biome-ignore format: one thought
  }
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
