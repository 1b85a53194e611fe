// @ts-check
// How numbers of matplotlib's axes become places, lines and colours of the page.

/** @import {Frame} from '../../draw/panel.js' */
/** @import {Theme} from '../../draw/theme.js' */

export const POINT_PX = 1.2; // a point of matplotlib in pixels of the page

/** @typedef {{x: (v: number) => number, y: (v: number) => number, theme: Theme, frame: Frame, paint: (c: any) => string}} Pen */

/** From a number to its share of an axis. @param {any} view */
function shareOn({lim, scale, near = 1}) {
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

/** @param {any} record @param {Frame} frame @param {Theme} theme @param {boolean} isOnMap @returns {Pen} */
export function penOf({view}, frame, theme, isOnMap) {
  const [shareX, shareY] = [shareOn(view.x), shareOn(view.y)];
  return {
    x: (v) => frame.left + shareX(v) * (frame.right - frame.left),
    y: (v) => frame.bottom - shareY(v) * (frame.bottom - frame.top),
    theme,
    frame,
    paint: painter(theme, isOnMap),
  };
}

/** @param {CanvasRenderingContext2D} context @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
export function line(context, x0, y0, x1, y1) {
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} degrees @param {() => void} inside */
export function rotated(context, x, y, degrees, inside) {
  context.save();
  context.translate(x, y);
  context.rotate((degrees * Math.PI) / 180);
  inside();
  context.restore();
}

/** @type {Record<string, number[]>} */
const DASHES = {'--': [3.7, 1.6], ':': [1, 1.65], '-.': [6.4, 1.6, 1, 1.6]};

/** @param {CanvasRenderingContext2D} context @param {any} look @param {Pen} pen @param {string} [colour] */
export function stroke(context, look, pen, colour = look.color) {
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
export function trace(context, xs, ys, pen) {
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
export const isClear = (colour) => /^#[\da-f]{6}00$/.test(colour);

/** @param {CanvasRenderingContext2D} context @param {any} look @param {Pen} pen */
export function fillAndEdge(context, look, pen) {
  const face = look.facecolor;
  if (face && look.fill !== false && !isClear(face)) {
    context.fillStyle = pen.paint(face);
    context.fill();
  }
  if (look.edgecolor) stroke(context, {linewidth: 1, ...look}, pen, look.edgecolor);
}

/** Of many looks the k-th. @param {any} many @param {number} k */
export const nth = (many, k) => (Array.isArray(many) ? many[k % many.length] : many);
