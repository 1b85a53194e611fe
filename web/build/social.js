// @ts-check
// Makes dist/social.png, which other sites show with a link: the sinusoidal table as the core computes it, and the
// name. No browser has to be there for it.
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {PNG} from 'pngjs';

import {loadCore} from '../core/core.js';
import {sinusoidal} from '../core/pe.js';
import {DIST} from './paths.js';

const WIDTH = 1200;
const HEIGHT = 630;
/** Of the table, in px; what is left below it has the name. */
const CELL_WIDTH = 12;
const CELL_HEIGHT = 8;
const N_POS = 60;
const D_MODEL = WIDTH / CELL_WIDTH;

/** Red, paper, blue: -1, 0, 1. */
const SCALE = [
  [178, 24, 43],
  [247, 247, 247],
  [33, 102, 172],
];
/** Indices into the palette: those of the scale, and two more. */
const N_SHADES = 101;
const GROUND = N_SHADES;
const INK = N_SHADES + 1;

/** Letters of five by seven dots: one word per row, one bit per dot. @type {Record<string, number[]>} */
const LETTERS = {
  p: [0, 0, 0b11110, 0b10001, 0b11110, 0b10000, 0b10000],
  o: [0, 0, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110],
  s: [0, 0, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110],
  l: [0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
  a: [0, 0, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111],
  b: [0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b10001, 0b11110],
};
const DOT = 14;
/** A PNG's type of colour. */
const RGB = 2;

/** @returns {number[][]} red, green and blue of each index */
function palette() {
  const shades = Array.from({length: N_SHADES}, (_, k) => {
    const at = (k / (N_SHADES - 1)) * 2;
    const first = Math.min(Math.floor(at), 1);
    const [from, to] = [SCALE[first], SCALE[first + 1]];
    return from.map((value, c) => Math.round(value + (to[c] - value) * (at - first)));
  });
  return [...shades, [251, 250, 247], [11, 110, 117]];
}

/**
 * @param {ArrayLike<number>} table (N_POS, D_MODEL), of -1 to 1
 * @returns {Uint8Array} (HEIGHT, WIDTH), indices into the palette
 */
function pixels(table) {
  const image = new Uint8Array(WIDTH * HEIGHT).fill(GROUND);
  const fill = (/** @type {number[]} */ [x, y, width, height], /** @type {number} */ index) => {
    for (let row = y; row < y + height; row++)
      image.fill(index, row * WIDTH + x, row * WIDTH + x + width);
  };
  for (let pos = 0; pos < N_POS; pos++) {
    for (let dim = 0; dim < D_MODEL; dim++) {
      const shade = Math.round(((table[pos * D_MODEL + dim] + 1) / 2) * (N_SHADES - 1));
      fill([dim * CELL_WIDTH, pos * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT], shade);
    }
  }
  const top = N_POS * CELL_HEIGHT + 28;
  [...'poslab'].forEach((letter, k) => {
    LETTERS[letter].forEach((row, y) => {
      for (let x = 0; x < 5; x++) {
        if ((row >> (4 - x)) & 1) fill([60 + (6 * k + x) * DOT, top + y * DOT, DOT, DOT], INK);
      }
    });
  });
  return image;
}

/** @param {Uint8Array} image (HEIGHT, WIDTH), indices into the palette @returns {Buffer} a PNG */
function encoded(image) {
  const colours = palette();
  const png = new PNG({width: WIDTH, height: HEIGHT});
  image.forEach((index, k) => {
    png.data.set([...colours[index], 255], 4 * k);
  });
  return PNG.sync.write(png, {colorType: RGB, deflateLevel: 9});
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const core = await loadCore(await readFile(path.join(DIST, 'lab/core.wasm')));
  const {data} = sinusoidal(core, {nPos: N_POS, dModel: D_MODEL});
  await writeFile(path.join(DIST, 'social.png'), encoded(pixels(data)));
}
