// @ts-check
// What moves in a figure as a GIF: a scene once around, or the setting that its player advances from its least to its
// greatest value. Each frame is the picture that a PNG would be, with the line that says where it comes from.
import {encode} from 'modern-gif';

import {playedSetting, scenesOf} from './motion.js';
import {provenanceText} from './numbers-file.js';
import {pictureOf} from './picture.js';
import {attributeOf, maxOf} from './settings.js';

/** @import {Figure} from './figure.js' */
/** @import {NumberSetting} from './settings.js' */

/** Steps of a scene's own key that make a revolution (views/scene-view.js). */
const REVOLUTION = 45;
const MOST_FRAMES = 60;
const [SCENE_MS, PLAYER_MS] = [90, 250];

/**
 * Shows each step, and in the end what was there before.
 *
 * @param {Figure} figure
 * @param {() => void} onStep
 */
async function everyStep(figure, onStep) {
  const scenes = scenesOf(figure);
  if (scenes.length > 0) {
    for (let k = 0; k < REVOLUTION; k++) {
      onStep();
      for (const scene of scenes)
        scene.dispatchEvent(
          new KeyboardEvent('keydown', {key: 'ArrowLeft', shiftKey: true, bubbles: true}),
        );
      await new Promise((resolve) => setTimeout(resolve)); // the page stays alive
    }
    return;
  }
  const name = /** @type {string} */ (playedSetting(figure));
  const {settings} = figure.currentSettings();
  const setting = /** @type {NumberSetting} */ (
    /** @type {typeof Figure} */ (figure.constructor).settings[name]
  );
  const [attribute, {min, step = 1}] = [attributeOf(name), setting];
  const before = figure.getAttribute(attribute);
  const nSteps = Math.floor((maxOf(setting, settings) - min) / step);
  const stride = Math.ceil((nSteps + 1) / MOST_FRAMES);
  try {
    for (let k = 0; k <= nSteps; k += stride) {
      figure.setAttribute(attribute, String(min + k * step));
      await figure.updateComplete;
      onStep();
    }
  } finally {
    if (before === null) figure.removeAttribute(attribute);
    else figure.setAttribute(attribute, before);
    await figure.updateComplete;
  }
}

/**
 * @param {Figure} figure one that has been drawn, and moves
 * @param {number} [scale] pixels of the picture to one of the page
 * @param {typeof pictureOf} [paint] makes each picture
 * @returns {Promise<Blob>}
 */
export async function gifOf(figure, scale = 1, paint = pictureOf) {
  /** @type {HTMLCanvasElement[]} */
  const pictures = [];
  const delay = scenesOf(figure).length > 0 ? SCENE_MS : PLAYER_MS;
  await everyStep(figure, () => pictures.push(paint(figure, scale)));
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const page = Object.assign(document.createElement('canvas'), {width, height});
  const options = {willReadFrequently: true};
  const context = /** @type {CanvasRenderingContext2D} */ (page.getContext('2d', options));
  const frames = pictures.map((picture) => {
    context.drawImage(picture, 0, 0, 1, 1, 0, 0, width, height); // the paper, under one that is smaller
    context.drawImage(picture, 0, 0);
    return {data: context.getImageData(0, 0, width, height).data, delay};
  });
  const bytes = await encode({width, height, frames, looped: true, maxColors: 255});
  return new Blob([withComment(new Uint8Array(bytes), provenanceText(figure))], {
    type: 'image/gif',
  });
}

/**
 * The file with a comment, which comes before the byte that ends it.
 *
 * @param {Uint8Array} gif
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function withComment(gif, text) {
  const letters = [...new TextEncoder().encode(text)];
  const blocks = [];
  for (let at = 0; at < letters.length; at += 255) {
    const part = letters.slice(at, at + 255);
    blocks.push(part.length, ...part);
  }
  return Uint8Array.from([...gif.subarray(0, -1), 0x21, 0xfe, ...blocks, 0, 0x3b]);
}
