// @ts-check
// A figure as one picture, PNG or SVG: its panels as they are on the screen, with title, legend and where it comes from.
import {readTheme} from '../../draw/theme.js';
import {provenanceText} from './numbers-file.js';
import {SvgContext} from './svg-context.js';

/** @import {Figure} from './figure.js' */

/** Pixels of the picture to one of the page. */
export const PICTURE_SCALE = 2;
const PADDING = 16;
const LINE = 20;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} width
 * @returns {string[]} lines that are no wider
 */
function wrapped(context, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The canvases of a figure on the screen. @param {ShadowRoot} root */
const canvasesOf = (root) =>
  [...root.querySelectorAll('canvas')].filter((canvas) => canvas.clientWidth > 0);

/** Whether there is something to paint: not in a figure of tables. @param {Figure} figure */
export const hasPicture = (figure) =>
  canvasesOf(/** @type {ShadowRoot} */ (figure.shadowRoot)).length > 0;

/**
 * Some canvases of a figure draw on another context once more, as they do on their own.
 *
 * @param {Figure} figure
 * @param {readonly HTMLCanvasElement[]} canvases
 * @param {(canvas: HTMLCanvasElement) => CanvasRenderingContext2D} contextOf
 */
function drawOn(figure, canvases, contextOf) {
  for (const canvas of canvases)
    Object.defineProperty(canvas, 'getContext', {
      configurable: true,
      value: () => contextOf(canvas),
    });
  try {
    figure.redrawAt(1);
  } finally {
    for (const canvas of canvases) Reflect.deleteProperty(canvas, 'getContext');
    figure.redrawAt();
  }
}

/**
 * @param {Figure} figure one that has been drawn
 * @param {number} [scale] pixels of the picture to one of the page
 * @returns {HTMLCanvasElement}
 */
export function pictureOf(figure, scale = PICTURE_SCALE) {
  const picture = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
  drawPicture(figure, context, {
    begin(width, height) {
      picture.width = Math.round(width * scale);
      picture.height = Math.round(height * scale);
      context.scale(scale, scale);
    },
    panels(canvases, left, top) {
      figure.redrawAt(scale);
      for (const canvas of canvases) {
        const box = canvas.getBoundingClientRect();
        context.drawImage(canvas, box.left + left, box.top + top, box.width, box.height);
      }
      figure.redrawAt();
    },
  });
  return picture;
}

/**
 * @param {Figure} figure one that has been drawn
 * @returns {string} an SVG file
 */
export function svgOf(figure) {
  const context = new SvgContext();
  const as2d = /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (context));
  let size = [0, 0];
  drawPicture(figure, as2d, {
    begin(width, height) {
      size = [width, height];
    },
    panels(canvases, left, top) {
      drawOn(figure, canvases, (canvas) => {
        const box = canvas.getBoundingClientRect();
        context.placeAt(box.left + left, box.top + top, 1);
        return as2d;
      });
      context.placeAt(0, 0, 1);
    },
  });
  return context.toSvg(size[0], size[1], provenanceText(figure));
}

/**
 * @param {Figure} figure
 * @param {CanvasRenderingContext2D} context
 * @param {{begin: (width: number, height: number) => void,
 *   panels: (canvases: HTMLCanvasElement[], left: number, top: number) => void}} page its size, and what draws
 *   the panels, whose places in the window are moved by left and top
 */
function drawPicture(figure, context, page) {
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const theme = readTheme(/** @type {HTMLElement} */ (root.querySelector('.probe')));
  const area = /** @type {HTMLElement} */ (root.querySelector('.panels')).getBoundingClientRect();
  const width = area.width + 2 * PADDING;
  const fonts = {
    title: `600 16px ${theme.font}`,
    label: `600 13px ${theme.font}`,
    text: `13px ${theme.font}`,
    small: `11px ${theme.font}`,
  };
  const lines = (/** @type {string} */ text, /** @type {string} */ font) => {
    context.font = font;
    return wrapped(context, text, area.width);
  };
  const title = lines(root.querySelector('.title')?.textContent ?? '', fonts.title);
  const source = lines(provenanceText(figure), fonts.small);
  const legend = legendPlaces(root, context, fonts.text, area.width);
  const legendTop = PADDING + title.length * LINE + 8 + area.height + 8;
  const sourceTop = legendTop + legend.height;
  const height = sourceTop + source.length * 15 + PADDING;
  page.begin(width, height);
  context.textBaseline = 'top';
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, width, height);
  const write = (
    /** @type {string[]} */ text,
    /** @type {string} */ font,
    /** @type {number} */ top,
    step = LINE,
  ) => {
    context.font = font;
    text.forEach((line, k) => {
      context.fillText(line, PADDING, top + k * step);
    });
  };
  context.fillStyle = theme.ink;
  write(title, fonts.title, PADDING);
  const [left, top] = [PADDING - area.left, PADDING + title.length * LINE + 8 - area.top];
  context.save(); // panels leave what they have set
  page.panels(canvasesOf(root), left, top);
  context.restore();
  context.font = fonts.label;
  for (const label of root.querySelectorAll('.panel-title:not([hidden])')) {
    const box = label.getBoundingClientRect();
    context.fillText(label.textContent ?? '', box.left + left, box.top + top + 2, box.width);
  }
  context.font = fonts.text;
  for (const {text, colour, x, y} of legend.items) {
    context.fillStyle = colour;
    context.fillRect(PADDING + x, legendTop + y + 4, 18, 6);
    context.fillStyle = theme.ink;
    context.fillText(text, PADDING + x + 24, legendTop + y);
  }
  context.fillStyle = theme.muted;
  write(source, fonts.small, sourceTop, 15);
}

/**
 * The entries of the legend, row by row.
 *
 * @param {ShadowRoot} root
 * @param {CanvasRenderingContext2D} context
 * @param {string} font
 * @param {number} width
 */
function legendPlaces(root, context, font, width) {
  context.font = font;
  const items = [];
  let [x, y] = [0, 0];
  for (const item of root.querySelectorAll('.legend li')) {
    const swatch = item.querySelector('svg');
    const text = item.textContent ?? '';
    const wide = context.measureText(text).width + 40;
    if (x > 0 && x + wide > width) [x, y] = [0, y + LINE];
    items.push({text, colour: swatch ? getComputedStyle(swatch).color : 'transparent', x, y});
    x += wide;
  }
  return {items, height: items.length > 0 ? y + LINE + 4 : 0};
}
