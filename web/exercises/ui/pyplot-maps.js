// @ts-check
// Maps of numbers in the colours of matplotlib: images, and lines of equal height.

/** @import {Pen} from './pyplot-pen.js' */

const MOST_PIXELS = 4e6;

/**
 * The colours of a map, and which of them a number has.
 *
 * @param {{colours: string, low: number, high: number, edges?: number[], ends?: (string | null)[], bad?: string | null}} scale
 */
export function colourTable({colours, low, high, edges, ends = [], bad}) {
  const n = colours.length / 6;
  const list = Array.from({length: n}, (_, k) => `#${colours.slice(6 * k, 6 * k + 6)}`);
  const bytes = list.map((text) => [1, 3, 5].map((k) => Number.parseInt(text.slice(k, k + 2), 16)));
  /** Its place; -1 below all and n above. @param {number} v */
  const at = (v) => {
    if (!edges) return high > low ? (v === high ? n - 1 : Math.floor(((v - low) / (high - low)) * n)) : 0; // biome-ignore format: one thought
    if (v < edges[0]) return -1;
    if (v > edges[n]) return n;
    let [from, to] = [0, n];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (edges[middle] <= v) from = middle;
      else to = middle;
    }
    return from;
  };
  const ofEnd = (/** @type {string | null | undefined} */ colour, /** @type {number} */ k) =>
    colour ? [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)) : bytes[k];
  const [under, over] = [ofEnd(ends[0], 0), ofEnd(ends[1], n - 1)];
  const isBad = Boolean(bad) && !/^#.{6}00$/.test(String(bad));
  const badBytes = isBad ? ofEnd(bad, 0) : null;
  /** @param {any} v @returns {number[] | null} */
  const rgb = (v) => {
    if (typeof v !== 'number' || !Number.isFinite(v)) return badBytes;
    const k = at(v);
    return k < 0 ? under : k >= n ? over : bytes[k];
  };
  /** @param {any} v */
  const css = (v) => {
    const parts = rgb(v);
    return parts ? `rgb(${parts.join(' ')})` : '';
  };
  return {list, rgb, css};
}

/** @param {any} part */
function extentOf({rows, origin, extent, channels = 1}) {
  const [n, m] = [rows.length, rows[0].length / channels];
  if (extent) return extent;
  return origin === 'lower' ? [-0.5, m - 0.5, -0.5, n - 0.5] : [-0.5, m - 0.5, n - 0.5, -0.5];
}

/**
 * Pixels between the ends of a map.
 *
 * @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen
 * @param {(pixels: Uint8ClampedArray, row: any[], at: number) => void} fill a row
 */
function putPixels(context, part, pen, fill) {
  const {rows, origin, smooth, channels = 1} = part;
  const [nRows, nCols] = [rows.length, rows[0]?.length / channels];
  if (!nRows || !nCols || nRows * nCols > MOST_PIXELS) return;
  const image = new ImageData(nCols, nRows);
  rows.forEach((/** @type {any[]} */ row, /** @type {number} */ k) => {
    fill(image.data, row, 4 * k * nCols);
  });
  const cells = new OffscreenCanvas(nCols, nRows);
  /** @type {OffscreenCanvasRenderingContext2D} */ (cells.getContext('2d')).putImageData(image, 0, 0); // biome-ignore format: one call
  const [left, right, bottom, top] = extentOf(part);
  const [first, last] = origin === 'lower' ? [bottom, top] : [top, bottom];
  const [width, height] = [pen.x(right) - pen.x(left), pen.y(last) - pen.y(first)];
  context.save();
  context.translate(pen.x(left), pen.y(first));
  context.scale(width / nCols, height / nRows);
  context.imageSmoothingEnabled = smooth || Math.abs(width) < nCols || Math.abs(height) < nRows;
  context.imageSmoothingQuality = 'high';
  context.drawImage(cells, 0, 0);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
export function drawMap(context, part, pen) {
  const {rgb} = colourTable(part.scale);
  putPixels(context, part, pen, (pixels, row, at) => {
    row.forEach((value, k) => {
      const colour = rgb(value);
      if (colour) pixels.set([...colour, 255], at + 4 * k);
    });
  });
  const {linewidth, edgecolor} = part.look;
  if (!linewidth || !edgecolor) return;
  const [left, right, bottom, top] = extentOf(part);
  const [n, m] = [part.rows.length, part.rows[0].length];
  context.strokeStyle = edgecolor;
  context.lineWidth = linewidth;
  context.beginPath();
  for (let k = 0; k <= m; k++) {
    const x = pen.x(left + ((right - left) * k) / m);
    context.moveTo(x, pen.y(bottom));
    context.lineTo(x, pen.y(top));
  }
  for (let k = 0; k <= n; k++) {
    const y = pen.y(bottom + ((top - bottom) * k) / n);
    context.moveTo(pen.x(left), y);
    context.lineTo(pen.x(right), y);
  }
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen */
export function drawPicture(context, part, pen) {
  const {channels} = part;
  putPixels(context, part, pen, (pixels, row, at) => {
    for (let k = 0; k * channels < row.length; k++)
      for (let c = 0; c < 4; c++)
        pixels[at + 4 * k + c] = c < channels ? row[k * channels + c] : 255;
  });
}

/**
 * Lines of equal height, or the bands between them: cell by cell, with heights between corners in proportion.
 *
 * @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen @param {number} pointPx
 */
export function drawContour(context, part, pen, pointPx) {
  const {xs, ys, rows, levels, paints, filled, look} = part;
  const [px, py] = [xs.map(pen.x), ys.map(pen.y)];
  const cells = (/** @type {(corners: number[][]) => void} */ of) => {
    for (let i = 0; i + 1 < ys.length; i++)
      for (let j = 0; j + 1 < xs.length; j++) {
        const at = [[i, j], [i, j + 1], [i + 1, j + 1], [i + 1, j]]; // biome-ignore format: one row
        const corners = at.map(([r, c]) => [px[c], py[r], rows[r][c]]);
        if (corners.every(([, , height]) => height !== null)) of(corners);
      }
  };
  const bands = filled ? levels.length - 1 : levels.length;
  for (let k = 0; k < bands; k++) {
    context.beginPath();
    if (filled) {
      const isLast = k === bands - 1;
      cells((corners) => {
        const band = between(between(corners, levels[k], 1), isLast ? levels[k + 1] + 1e-12 : levels[k + 1], -1); // biome-ignore format: one thought
        band.forEach(([x, y], n) => {
          if (n) context.lineTo(x, y);
          else context.moveTo(x, y);
        });
        if (band.length) context.closePath();
      });
      context.fillStyle = context.strokeStyle = paints[k];
      context.fill();
      context.lineWidth = 0.4; // no gaps between cells
      if (context.globalAlpha === 1) context.stroke();
      continue;
    }
    cells((corners) => {
      const crossings = corners.flatMap((corner, n) => crossing(corner, corners[(n + 1) % 4], levels[k])); // biome-ignore format: one thought
      for (let n = 0; n + 1 < crossings.length; n += 2) {
        context.moveTo(crossings[n][0], crossings[n][1]);
        context.lineTo(crossings[n + 1][0], crossings[n + 1][1]);
      }
    });
    const style = look.linestyle ?? (new Set(paints).size === 1 && levels[k] < 0 ? '--' : '-');
    context.strokeStyle = pen.paint(paints[k]);
    const width = Array.isArray(look.linewidth) ? look.linewidth[k % look.linewidth.length] : (look.linewidth ?? 1.5); // biome-ignore format: one thought
    context.lineWidth = width * pointPx;
    context.setLineDash(style === '--' ? [5, 3] : style === ':' ? [1.5, 2.5] : []);
    context.stroke();
    context.setLineDash([]);
    if (part.labels) labelLine(context, part, pen, k, px, py);
  }
}

/** Where an edge of a cell has a height. @param {number[]} a @param {number[]} b @param {number} level */
function crossing(a, b, level) {
  if (a[2] < level === b[2] < level) return [];
  const t = (level - a[2]) / (b[2] - a[2]);
  return [[a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]];
}

/** The part of a polygon above a height, or below it. @param {number[][]} corners @param {number} level @param {1 | -1} side */
function between(corners, level, side) {
  const isIn = (/** @type {number[]} */ corner) => side * (corner[2] - level) >= 0;
  return corners.flatMap((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    const made = isIn(corner) ? [corner] : [];
    if (isIn(corner) === isIn(next)) return made;
    const t = (level - corner[2]) / (next[2] - corner[2]);
    return [...made, corner.map((v, n) => v + t * (next[n] - v))];
  });
}

/** The height of a line, written once on it. @param {CanvasRenderingContext2D} context @param {any} part @param {Pen} pen @param {number} k @param {number[]} px @param {number[]} py */
function labelLine(context, {rows, levels}, pen, k, px, py) {
  for (let i = Math.floor(py.length / 2); i < py.length; i++)
    for (let j = 0; j + 1 < px.length; j++) {
      const [a, b] = [rows[i][j], rows[i][j + 1]];
      if (a === null || b === null || a < levels[k] === b < levels[k]) continue;
      const text = String(Number(levels[k].toPrecision(4)));
      context.font = `10px ${pen.theme.font}`;
      const width = context.measureText(text).width;
      context.fillStyle = pen.theme.paper;
      context.globalAlpha = 0.8;
      context.fillRect(px[j] - width / 2 - 2, py[i] - 6, width + 4, 12);
      context.globalAlpha = 1;
      context.fillStyle = pen.theme.ink;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(text, px[j], py[i]);
      return;
    }
}
