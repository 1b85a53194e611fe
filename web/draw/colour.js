// @ts-check
// One scale of colours per quantity, the same in every figure. Zero has the colour of the paper it is
// drawn on, light or dark: what is nothing looks like nothing.

/** @import {Colour} from './panel.js' */

const PAPER = '';

/**
 * Equally spaced colours from the least value to the greatest, on light paper and on dark.
 *
 * @type {Record<Colour['map'], [light: string[], dark: string[]]>}
 */
const MAPS = {
  // tables, logits, biases, differences: the domain is symmetric about 0
  signed: [
    ['#67001f', '#d6604d', PAPER, '#4393c3', '#053061'],
    ['#ff8a70', '#8c5349', PAPER, '#3e6891', '#63b3ff'],
  ],
  // weights, probabilities, similarities, amounts: from 0 up
  weight: [
    [PAPER, '#6baed6', '#08306b'],
    [PAPER, '#5b7491', '#9ecbff'],
  ],
  // what is taken from a logit: from the largest penalty up to 0
  penalty: [
    ['#4a2c0f', '#c9a77c', PAPER],
    ['#f0cfa0', '#847661', PAPER],
  ],
  // log10 of an error, from what counts as none; red, as faults are
  error: [
    [PAPER, '#d98e8a', '#b3261e'],
    [PAPER, '#8c5351', '#ff8a80'],
  ],
  // buckets, rows of a table: neighbours have different tints, and their number is written in them
  index: [
    ['#dbe7f3', '#9fc0e0'],
    ['#23384f', '#3d6690'],
  ],
};
const STEPS = 257; // odd, so that the middle of a signed map is its paper exactly

/**
 * @param {string} text #rrggbb, or rgb() as browsers give what they computed
 * @returns {number[] | undefined} red, green and blue, 0 to 255
 */
function bytesOf(text) {
  if (text.startsWith('#')) return [1, 3, 5].map((k) => Number.parseInt(text.slice(k, k + 2), 16));
  if (text.startsWith('rgb'))
    return text
      .match(/[\d.]+/g)
      ?.slice(0, 3)
      .map(Number);
}

/** @type {Map<string, {bytes: Uint8ClampedArray, pixels: Uint32Array}>} */
const tables = new Map();

/**
 * The colours of a map from its least value to its greatest: as red, green and blue, and as opaque pixels
 * with the bytes in the order of ImageData.
 *
 * @param {Colour} colour
 * @param {string} paper
 * @returns {{bytes: Uint8ClampedArray, pixels: Uint32Array}} (257, 3) and (257)
 */
function tableOf({map, domain: [low, high]}, paper) {
  const span = map === 'index' ? high - low : 0; // the other maps do not depend on it
  const name = `${map} ${paper} ${span}`;
  const known = tables.get(name);
  if (known) return known;
  const mixed = bytesOf(paper) ?? [255, 255, 255]; // white where it cannot be read
  const isDark = mixed[0] + mixed[1] + mixed[2] < 384;
  const stops = MAPS[map][isDark ? 1 : 0].map((stop) => bytesOf(stop) ?? mixed);
  const bytes = new Uint8ClampedArray(STEPS * 3);
  const rgba = new Uint8Array(STEPS * 4).fill(255);
  for (let k = 0; k < STEPS; k++) {
    const part = k / (STEPS - 1);
    const at = map === 'index' ? Math.round(part * span) % 2 : part * (stops.length - 1);
    const [from, to] = [stops[Math.floor(at)], stops[Math.ceil(at)]];
    for (let c = 0; c < 3; c++)
      bytes[3 * k + c] = rgba[4 * k + c] = Math.round(from[c] + (to[c] - from[c]) * (at % 1));
  }
  const table = {bytes, pixels: new Uint32Array(rgba.buffer)};
  tables.set(name, table);
  return table;
}

/**
 * Values to pixels in one sweep; a value that is not finite leaves its pixel as it is.
 *
 * @param {Uint32Array} pixels of an ImageData
 * @param {ArrayLike<number>} values
 * @param {Colour} colour
 * @param {string} paper
 */
export function fillPixels(pixels, values, colour, paper) {
  const [low, high] = colour.domain;
  const table = tableOf(colour, paper).pixels;
  const perUnit = high > low ? (STEPS - 1) / (high - low) : 0;
  for (let k = 0; k < pixels.length; k++) {
    const step = (values[k] - low) * perUnit + 0.5;
    if (step - step !== 0) continue; // NaN or infinite
    pixels[k] = table[step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step | 0];
  }
}

/**
 * A function from a value to its colour, and one to that of a text on it.
 *
 * @param {Colour} colour
 * @param {string} paper
 */
export function colourScale(colour, paper) {
  const [low, high] = colour.domain;
  const table = tableOf(colour, paper).bytes;
  const perUnit = high > low ? (STEPS - 1) / (high - low) : 0;
  /** @param {number} value */
  const at = (value) => {
    const step = Math.round((value - low) * perUnit);
    const k = 3 * Math.max(0, Math.min(STEPS - 1, step));
    return table.subarray(k, k + 3);
  };
  /** @param {number} value */
  const css = (value) => `rgb(${at(value).join(' ')})`;
  /** @param {number} value */
  const textOn = (value) => {
    const [r, g, b] = Array.from(at(value), (part) => (part / 255) ** 2.2);
    // at this luminance black and white have the same contrast, 4.5
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#000' : '#fff';
  };
  return {css, textOn};
}

/**
 * The stops of a map as CSS, from the least value to the greatest; they follow the theme by themselves.
 *
 * @param {Colour['map']} map
 */
export function cssStops(map) {
  const [light, dark] = MAPS[map];
  return light.map((stop, k) =>
    stop === PAPER ? 'var(--pe-paper)' : `light-dark(${stop}, ${dark[k]})`,
  );
}

/**
 * The least and the greatest finite value; of none, 0 and 1.
 *
 * @param {readonly ArrayLike<number>[]} arrays
 * @returns {[low: number, high: number]}
 */
export function rangeOf(arrays) {
  let [low, high] = [Infinity, -Infinity];
  for (const values of arrays) {
    for (let k = 0; k < values.length; k++) {
      if (!Number.isFinite(values[k])) continue;
      low = Math.min(low, values[k]);
      high = Math.max(high, values[k]);
    }
  }
  return low <= high ? [low, high] : [0, 1];
}

/**
 * The smallest domain that has 0 where the map has the paper, and holds every finite value.
 *
 * @param {'signed' | 'weight' | 'penalty'} map
 * @param {...ArrayLike<number>} arrays
 * @returns {Colour}
 */
export function colourFor(map, ...arrays) {
  const [low, high] = rangeOf(arrays);
  const size = Math.max(-low, high) || 1;
  if (map === 'weight') return {map, domain: [0, size]};
  return {map, domain: [-size, map === 'signed' ? size : 0]};
}
