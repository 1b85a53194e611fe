// @ts-check
// The marks of matplotlib, and the entries of its legends.
import {html, svg} from '../../dom.js';

/** Corners of marks in shares of half a size, from 12 o'clock. @type {Record<string, number[][]>} */
const CORNERS = {
  s: [[-1, -1], [1, -1], [1, 1], [-1, 1]],
  D: [[0, -1.4], [1.4, 0], [0, 1.4], [-1.4, 0]],
  d: [[0, -1.4], [0.85, 0], [0, 1.4], [-0.85, 0]],
  '^': [[0, -1], [1, 1], [-1, 1]],
  v: [[0, 1], [1, -1], [-1, -1]],
  '<': [[-1, 0], [1, -1], [1, 1]],
  '>': [[1, 0], [-1, -1], [-1, 1]],
  P: [[-0.35, -1], [0.35, -1], [0.35, -0.35], [1, -0.35], [1, 0.35], [0.35, 0.35], [0.35, 1], [-0.35, 1], [-0.35, 0.35], [-1, 0.35], [-1, -0.35], [-0.35, -0.35]],
}; // biome-ignore format: one row each

/** Strokes from end to end. @type {Record<string, number[][]>} */
const STROKES = {
  x: [[-1, -1, 1, 1], [-1, 1, 1, -1]],
  '+': [[-1, 0, 1, 0], [0, -1, 0, 1]],
  '|': [[0, -1, 0, 1]],
  _: [[-1, 0, 1, 0]],
  1: [[0, 0, 0, 1], [0, 0, -0.8, -0.5], [0, 0, 0.8, -0.5]],
  2: [[0, 0, 0, -1], [0, 0, -0.8, 0.5], [0, 0, 0.8, 0.5]],
}; // biome-ignore format: one row each

/** @param {number} n @param {number} [inner] of a star @param {number} [tilt] */
const polygon = (n, inner, tilt = 0) =>
  Array.from({length: inner ? 2 * n : n}, (_, k) => {
    const angle = (2 * Math.PI * k) / (inner ? 2 * n : n) - Math.PI / 2 + tilt;
    const r = inner && k % 2 ? inner : 1;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
Object.assign(CORNERS, {'*': polygon(5, 0.4), p: polygon(5), h: polygon(6), H: polygon(6, 0, Math.PI / 6), 8: polygon(8), X: CORNERS.P.map(([x, y]) => [(x - y) * 0.75, (x + y) * 0.75])}); // biome-ignore format: one row

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 * @param {number} size pixels
 * @param {{face: string | null, edge: string | null, width: number}} look
 */
export function drawMark(context, mark, x, y, size, {face, edge, width}) {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  const half = size / 2;
  context.beginPath();
  context.lineWidth = width;
  const strokes = STROKES[mark];
  if (strokes) {
    for (const [x0, y0, x1, y1] of strokes) {
      context.moveTo(x + half * x0, y + half * y0);
      context.lineTo(x + half * x1, y + half * y1);
    }
    context.strokeStyle = edge ?? face ?? '#000';
    context.stroke();
    return;
  }
  const corners = CORNERS[mark];
  if (corners) {
    for (const [dx, dy] of corners) context.lineTo(x + half * dx, y + half * dy);
    context.closePath();
  } else context.arc(x, y, mark === '.' ? half / 2 : mark === ',' ? 0.6 : half, 0, 2 * Math.PI);
  if (face) {
    context.fillStyle = face;
    context.fill();
  }
  if (!edge) return;
  context.strokeStyle = edge;
  context.stroke();
}

/** Which of n marks are drawn. @param {any} every @param {number} n */
export function marksOf(every, n) {
  const all = Array.from({length: n}, (_, k) => k);
  if (typeof every === 'number') return all.filter((k) => k % every === 0);
  if (!Array.isArray(every)) return all;
  return every.filter((k) => k >= 0 && k < n);
}

/** @type {Record<string, string>} */
const DASHES = {'--': '5 3', ':': '1.5 2.5', '-.': '7 2.5 1.5 2.5'};

/** @param {string | undefined} colour */
const inked = (colour) => (!colour || /^#0{6}/.test(colour) ? 'var(--pe-ink)' : colour);

/** An entry of a legend. @param {{label: string, kind: string, look: any}} entry */
function legendItem({label, kind, look}) {
  const one = (/** @type {any} */ many) => (Array.isArray(many) ? many[0] : many);
  const sample = svg('svg', {viewBox: '0 0 24 12', class: 'swatch', 'aria-hidden': 'true'});
  const alpha = typeof look.alpha === 'number' ? look.alpha : 1;
  const isFace = ['bars', 'band', 'shape', 'contour'].includes(kind);
  if (isFace) {
    const edge = one(look.edgecolor);
    const face = one(look.facecolor) ?? one(look.color);
    sample.append(svg('path', {d: 'M4 1h16v10h-16z', fill: face === '#00000000' || look.fill === false ? 'none' : inked(face), stroke: edge ? inked(edge) : 'none', opacity: alpha})); // biome-ignore format: one call
  } else {
    const colour = inked(one(look.color) ?? one(look.facecolor));
    if (kind !== 'points' && look.linestyle !== 'None')
      sample.append(svg('path', {d: 'M0 6H24', stroke: colour, 'stroke-width': Math.min(4, look.linewidth ?? 2), 'stroke-dasharray': DASHES[look.linestyle] ?? 'none', opacity: alpha, fill: 'none'})); // biome-ignore format: one call
    if (kind === 'points' || (look.marker && look.marker !== 'None'))
      sample.append(markShape(look.marker ?? 'o', inked(one(look.markerfacecolor) ?? (kind === 'points' ? one(look.facecolor) : colour)), alpha)); // biome-ignore format: one call
  }
  return html('li', '', {}, sample, label);
}

/** @param {string} mark @param {string} colour @param {number} alpha */
function markShape(mark, colour, alpha) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `${12 + 4 * x} ${6 + 4 * y}`;
  const strokes = STROKES[mark];
  if (strokes) return svg('path', {d: strokes.map(([a, b, c, d]) => `M${at(a, b)}L${at(c, d)}`).join(''), stroke: colour, 'stroke-width': 1.5, opacity: alpha}); // biome-ignore format: one call
  const corners = CORNERS[mark];
  const d = corners
    ? `M${corners.map(([x, y]) => at(x, y)).join('L')}z`
    : 'M8 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z';
  return svg('path', {d, fill: colour, opacity: alpha});
}

/** What a legend that was called for has, below the picture. @param {any[]} records @returns {HTMLLIElement[]} */
export function legendEntries(records) {
  return records.flatMap(({legend}) => {
    const entries = Array.isArray(legend?.entries) ? legend.entries : [];
    const items = entries.map(legendItem);
    return legend?.title && items.length
      ? [html('li', 'head', {}, `${legend.title}:`), ...items]
      : items;
  });
}
