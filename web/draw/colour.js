// @ts-check

import {rgb} from 'd3-color';
import {
  interpolateBlues,
  interpolateCividis,
  interpolateRdBu,
  interpolateViridis,
} from 'd3-scale-chromatic';

/** @import {Colour} from './panel.js' */

// All four keep their order with the common kinds of colour blindness.
const MAPS = {
  diverging: interpolateRdBu,
  sequential: interpolateCividis,
  viridis: interpolateViridis,
  blues: interpolateBlues,
};
const STEPS = 256;

/** @type {Map<string, Uint8ClampedArray>} */
const tables = new Map();

/**
 * @param {Colour['map']} map
 * @returns {Uint8ClampedArray} (256, 3)
 */
function tableOf(map) {
  const known = tables.get(map);
  if (known) return known;
  const table = new Uint8ClampedArray(STEPS * 3);
  for (let k = 0; k < STEPS; k++) {
    const {r, g, b} = rgb(MAPS[map](k / (STEPS - 1)));
    table.set([r, g, b], 3 * k);
  }
  tables.set(map, table);
  return table;
}

/** @type {Map<string, Uint32Array>} */
const pixelTables = new Map();

/**
 * The colours of a map as opaque pixels, with the bytes in the order of ImageData.
 *
 * @param {Colour['map']} map
 * @returns {Uint32Array} (256)
 */
function pixelsOf(map) {
  const known = pixelTables.get(map);
  if (known) return known;
  const table = tableOf(map);
  const bytes = new Uint8Array(STEPS * 4).fill(255);
  for (let k = 0; k < STEPS; k++) bytes.set(table.subarray(3 * k, 3 * k + 3), 4 * k);
  const pixels = new Uint32Array(bytes.buffer);
  pixelTables.set(map, pixels);
  return pixels;
}

/**
 * Values to pixels in one sweep; a value that is not finite leaves its pixel as it is.
 *
 * @param {Uint32Array} pixels of an ImageData
 * @param {ArrayLike<number>} values
 * @param {Colour} colour
 */
export function fillPixels(pixels, values, {map, domain: [low, high]}) {
  const table = pixelsOf(map);
  const perUnit = high > low ? (STEPS - 1) / (high - low) : 0;
  for (let k = 0; k < pixels.length; k++) {
    const step = (values[k] - low) * perUnit + 0.5;
    if (step - step !== 0) continue; // NaN or infinite
    pixels[k] = table[step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step | 0];
  }
}

/**
 * A function from a value to the offset of its colour in the returned table of bytes.
 *
 * @param {Colour} colour
 */
export function colourScale({map, domain: [low, high]}) {
  const table = tableOf(map);
  const perUnit = high > low ? (STEPS - 1) / (high - low) : 0;
  /** @param {number} value */
  const at = (value) => {
    const step = Math.round((value - low) * perUnit);
    return 3 * Math.max(0, Math.min(STEPS - 1, step));
  };
  /** @param {number} value */
  const css = (value) => {
    const k = at(value);
    return `rgb(${table[k]} ${table[k + 1]} ${table[k + 2]})`;
  };
  return {table, at, css};
}

/**
 * The smallest domain that holds every finite value; symmetric about 0 for a diverging map.
 *
 * @param {Colour['map']} map
 * @param {...ArrayLike<number>} arrays
 * @returns {Colour}
 */
export function colourFor(map, ...arrays) {
  let low = Infinity;
  let high = -Infinity;
  for (const values of arrays) {
    for (let k = 0; k < values.length; k++) {
      if (!Number.isFinite(values[k])) continue;
      low = Math.min(low, values[k]);
      high = Math.max(high, values[k]);
    }
  }
  if (low > high) return {map, domain: [0, 1]};
  if (map !== 'diverging') return {map, domain: [low, high]};
  const size = Math.max(-low, high) || 1;
  return {map, domain: [-size, size]};
}
