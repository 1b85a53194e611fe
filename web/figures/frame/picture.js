// @ts-check
// A figure as one PNG: its panels as they are on the screen, with title, legend and where it comes from.
import {readTheme} from '../../draw/theme.js';
import {provenanceOf} from './numbers-file.js';

/** @import {Figure} from './figure.js' */

/** Pixels of the picture to one of the page. */
export const PICTURE_SCALE = 2;
const PADDING = 16;
const LINE = 20;

/** The settings in one line. @param {Figure} figure */
function provenanceText(figure) {
  const {figure: tag, preset, fault, settings, version} = provenanceOf(figure);
  const values = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return `${version}, ${tag} ${preset}${fault ? `, fault ${fault}` : ''}: ${values.join(', ')}`;
}

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
 * @param {Figure} figure one that has been drawn
 * @returns {HTMLCanvasElement}
 */
export function pictureOf(figure) {
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const theme = readTheme(/** @type {HTMLElement} */ (root.querySelector('.probe')));
  const area = /** @type {HTMLElement} */ (root.querySelector('.panels')).getBoundingClientRect();
  const width = area.width + 2 * PADDING;
  const picture = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
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
  picture.width = Math.round(width * PICTURE_SCALE);
  picture.height = Math.round((sourceTop + source.length * 15 + PADDING) * PICTURE_SCALE);
  context.scale(PICTURE_SCALE, PICTURE_SCALE);
  context.textBaseline = 'top';
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, picture.width, picture.height);
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
  figure.redrawAt(PICTURE_SCALE);
  for (const canvas of canvasesOf(root)) {
    const box = canvas.getBoundingClientRect();
    context.drawImage(canvas, box.left + left, box.top + top, box.width, box.height);
  }
  figure.redrawAt();
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
  return picture;
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
