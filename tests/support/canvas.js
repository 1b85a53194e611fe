// A 2-D canvas context that keeps what is drawn: texts, rectangles, strokes and fills with their
// positions on the canvas, colours and dashes, so that a test can read a picture.

import {N_SERIES} from '../../web/draw/theme.js';

/** @typedef {{x: number, y: number}} At */
/** @typedef {{text: string, x: number, y: number, angle_rad: number, fill: string, align: string, baseline: string,
 *   maxWidth?: number, order: number}} Text */
/** @typedef {{x: number, y: number, width: number, height: number, fill: string, order: number}} Rect */
/** @typedef {{points: At[], isClosed: boolean}} SubPath */
/** @typedef {{paths: SubPath[], circles: {x: number, y: number, r: number}[], colour: string, width: number, dash: number[],
 *   dashOffset: number, alpha: number, order: number}} Stroke */
/** @typedef {Omit<Stroke, 'width' | 'dash' | 'dashOffset'>} Fill */
/** @typedef {{x0: number, y0: number, x1: number, y1: number, stops: [number, string][]}} Gradient */
/** @typedef {{cells: number[][] | null, cols: number, rows: number, x: number, y: number, width: number, height: number,
 *   isSmooth: boolean, order: number}} Image `cells`: one [r, g, b, a] per pixel of the source */

export const LETTER_PX = 6;

/** The theme that tests draw with: every colour is the name of its use. */
export const THEME = {
  ink: 'ink',
  muted: 'muted',
  grid: 'grid',
  paper: 'rgb(255, 255, 255)',
  accent: 'accent',
  bad: 'bad',
  hatch: 'hatch',
  font: 'sans',
  scale: 1,
  series: Array.from({length: N_SERIES}, (_, k) => `series-${k + 1}`),
};

const INITIAL = {
  fillStyle: /** @type {any} */ ('black'),
  strokeStyle: /** @type {any} */ ('black'),
  lineWidth: 1,
  lineJoin: 'miter',
  lineDashOffset: 0,
  globalAlpha: 1,
  font: '',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  imageSmoothingEnabled: true,
  imageSmoothingQuality: 'low',
};

export class RecordingContext {
  texts = /** @type {Text[]} */ ([]);
  halos = /** @type {Text[]} */ ([]);
  rects = /** @type {Rect[]} */ ([]);
  frames = /** @type {(Rect & {width_px: number})[]} */ ([]);
  strokes = /** @type {Stroke[]} */ ([]);
  fills = /** @type {Fill[]} */ ([]);
  images = /** @type {Image[]} */ ([]);
  clips = /** @type {Rect[]} */ ([]);
  /** @type {(typeof INITIAL & {dash: number[], x: number, y: number, angle_rad: number, wide: number, high: number})[]} */
  #saved = [];
  #dash = /** @type {number[]} */ ([]);
  #origin = {x: 0, y: 0, angle_rad: 0, wide: 1, high: 1};
  #paths = /** @type {SubPath[]} */ ([]);
  #circles = /** @type {{x: number, y: number, r: number}[]} */ ([]);
  #box = /** @type {Rect | null} */ (null);
  #order = 0;
  fillStyle = INITIAL.fillStyle;
  strokeStyle = INITIAL.strokeStyle;
  lineWidth = INITIAL.lineWidth;
  lineJoin = INITIAL.lineJoin;
  lineDashOffset = INITIAL.lineDashOffset;
  globalAlpha = INITIAL.globalAlpha;
  font = INITIAL.font;
  textAlign = INITIAL.textAlign;
  textBaseline = INITIAL.textBaseline;
  imageSmoothingEnabled = INITIAL.imageSmoothingEnabled;
  imageSmoothingQuality = INITIAL.imageSmoothingQuality;

  /** @param {number} x @param {number} y @returns {At} on the canvas */
  #at(x, y) {
    const {x: left, y: top, angle_rad, wide, high} = this.#origin;
    const [c, s] = [Math.cos(angle_rad), Math.sin(angle_rad)];
    return {x: left + c * x * wide - s * y * high, y: top + s * x * wide + c * y * high};
  }

  save() {
    const names = /** @type {(keyof typeof INITIAL)[]} */ (Object.keys(INITIAL));
    const state = Object.fromEntries(names.map((name) => [name, this[name]]));
    this.#saved.push(/** @type {any} */ ({...state, dash: this.#dash, ...this.#origin}));
  }

  restore() {
    const saved = this.#saved.pop();
    if (!saved) return;
    const {dash, x, y, angle_rad, wide, high, ...state} = saved;
    Object.assign(this, state);
    this.#dash = dash;
    this.#origin = {x, y, angle_rad, wide, high};
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.#origin = {...this.#origin, ...this.#at(x, y)};
  }

  /** @param {number} angle_rad */
  rotate(angle_rad) {
    this.#origin.angle_rad += angle_rad;
  }

  /** @param {number} wide @param {number} high */
  scale(wide, high) {
    this.#origin = {
      ...this.#origin,
      wide: this.#origin.wide * wide,
      high: this.#origin.high * high,
    };
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.#dash = dash;
  }

  beginPath() {
    this.#paths = [];
    this.#circles = [];
    this.#box = null;
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#paths.push({points: [this.#at(x, y)], isClosed: false});
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    const last = this.#paths[this.#paths.length - 1];
    if (last) last.points.push(this.#at(x, y));
    else this.moveTo(x, y);
  }

  closePath() {
    const last = this.#paths[this.#paths.length - 1];
    if (last) last.isClosed = true;
  }

  /** @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) {
    this.#circles.push({...this.#at(x, y), r});
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  rect(x, y, width, height) {
    this.#box = {...this.#at(x, y), width, height, fill: '', order: this.#order++};
  }

  clip() {
    if (this.#box) this.clips.push(this.#box);
  }

  stroke() {
    this.strokes.push({
      paths: this.#paths,
      circles: this.#circles,
      colour: this.strokeStyle,
      width: this.lineWidth,
      dash: this.#dash,
      dashOffset: this.lineDashOffset,
      alpha: this.globalAlpha,
      order: this.#order++,
    });
  }

  fill() {
    this.fills.push({
      paths: this.#paths,
      circles: this.#circles,
      colour: this.fillStyle,
      alpha: this.globalAlpha,
      order: this.#order++,
    });
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.rects.push({...this.#at(x, y), width, height, fill: this.fillStyle, order: this.#order++});
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    const width_px = this.lineWidth;
    const fill = this.strokeStyle;
    this.frames.push({...this.#at(x, y), width, height, fill, width_px, order: this.#order++});
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} fill @param {number} [maxWidth] @returns {Text} */
  #textAt(text, x, y, fill, maxWidth) {
    const {angle_rad} = this.#origin;
    const [align, baseline] = [this.textAlign, this.textBaseline];
    const order = this.#order++;
    return {text, ...this.#at(x, y), angle_rad, fill, align, baseline, maxWidth, order};
  }

  /** @param {string} text @param {number} x @param {number} y @param {number} [maxWidth] */
  fillText(text, x, y, maxWidth) {
    this.texts.push(this.#textAt(text, x, y, this.fillStyle, maxWidth));
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.halos.push(this.#textAt(text, x, y, this.strokeStyle));
  }

  /** @param {string} text */
  measureText(text) {
    return {width: LETTER_PX * String(text).length};
  }

  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  createLinearGradient(x0, y0, x1, y1) {
    /** @type {Gradient} */
    const gradient = {x0, y0, x1, y1, stops: []};
    return Object.assign(gradient, {
      addColorStop: (/** @type {number} */ at, /** @type {string} */ colour) =>
        gradient.stops.push([at, colour]),
    });
  }

  /** @param {{width: number, height: number, image?: StoredImage}} source @param {number} x @param {number} y @param {number} width @param {number} height */
  drawImage(source, x, y, width = source.width, height = source.height) {
    const {width: cols, height: rows, image} = source;
    const {wide, high} = this.#origin;
    const cells = image
      ? Array.from({length: cols * rows}, (_, k) =>
          Array.from(image.data.subarray(4 * k, 4 * k + 4)),
        )
      : null;
    const isSmooth = this.imageSmoothingEnabled;
    this.images.push({
      cells,
      cols,
      rows,
      ...this.#at(x, y),
      width: width * wide,
      height: height * high,
      isSmooth,
      order: this.#order++,
    });
  }

  /** The only text of these words. @param {string} text @returns {Text} */
  textOf(text) {
    const found = this.texts.filter((one) => one.text === text);
    if (found.length === 1) return found[0];
    const all = this.texts.map((one) => one.text).join(' | ');
    throw new Error(`"${text}" is drawn ${found.length} times among: ${all}`);
  }
}

class StoredImage {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

class StoredCanvas {
  image = /** @type {StoredImage | undefined} */ (undefined);
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
  }
  getContext() {
    return {
      putImageData: (/** @type {StoredImage} */ image) => {
        this.image = image;
      },
    };
  }
}

// Node has neither.
Object.assign(globalThis, {ImageData: StoredImage, OffscreenCanvas: StoredCanvas});

/**
 * Draws a panel as PanelView does.
 *
 * @param {import('../../web/draw/panel.js').Panel} panel
 * @param {{width?: number, cursor?: import('../../web/draw/panel.js').Cursor | null, theme?: typeof THEME}} [options]
 */
export async function drawPanel(panel, {width = 400, cursor = null, theme = THEME} = {}) {
  const {addKind, frameOf, kindOf} = await import('../../web/draw/kinds.js');
  addKind(panel.kind, await import(`../../web/draw/${panel.kind}.js`)); // as the views that are loaded do
  const kind = kindOf(panel);
  const frame = frameOf(panel, width);
  const context = new RecordingContext();
  kind.draw(/** @type {any} */ (context), panel, frame, theme, cursor);
  return {context, frame, kind};
}
