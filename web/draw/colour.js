// @ts-check

import {rgb} from 'd3-color';
import {
  interpolateBlues,
  interpolateCividis,
  interpolateRdBu,
  interpolateViridis,
} from 'd3-scale-chromatic';

/** @import {Colour} from './panel.js' */

// All four keep their order for the common kinds of colour blindness.
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
