// @ts-check
// What the claims of several chapters measure.
import {ropeFrequencies, ropeTables} from '../core/pe.js';

/** @import {Core, Numbers, Tensor} from '../core/core.js' */

/** 0, 1, ... @param {number} n @returns {number[]} */
export const upTo = (n) => Array.from({length: n}, (_, k) => k);

/** @param {Numbers} a @param {Numbers} b */
export function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** The standard deviation. @param {readonly number[]} list */
export function spread(list) {
  const mean = list.reduce((a, b) => a + b, 0) / list.length;
  return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / list.length);
}

/**
 * The mean of cos(distance · w) over all pairs: the similarity of two sinusoidal rows, and the logit of two equal vectors
 * of ones under RoPE, as a share of that at distance 0.
 *
 * @param {Core} core
 * @param {{width: number, distance: number, base?: number}} options
 */
export function meanCosine(core, {width, distance, base}) {
  const {cos} = ropeTables(core, {positions: [distance], dim: width, base});
  return cos.data.reduce((a, b) => a + b, 0) / cos.data.length;
}

/** The Euclidean length. @param {Numbers} x */
export const lengthOf = (x) => Math.sqrt(dot(x, x));

/** @param {Tensor} table (n, width) @param {number} row */
export const rowOf = ({data, shape: [, width]}, row) =>
  data.subarray(row * width, (row + 1) * width);

/**
 * The smallest Euclidean distance of two sinusoidal rows over a range of offsets: |row(p + k) - row(p)|² is the sum of
 * 2 - 2 cos(k w) over the pairs. Each cosine comes from the one before it, by one rotation, in double precision.
 *
 * @param {Core} core
 * @param {{width: number, first: number, last: number}} options offsets, both included
 */
export function closestOffset(core, {width, first, last}) {
  const {data: w} = ropeFrequencies(core, {dim: width});
  const [stepCos, stepSin] = [w.map(Math.cos), w.map(Math.sin)];
  const [cos, sin] = [w.map((x) => Math.cos(first * x)), w.map((x) => Math.sin(first * x))];
  let most = -Infinity; // of the sum of cosines
  for (let k = first; k <= last; k++) {
    let sum = 0;
    for (let pair = 0; pair < w.length; pair++) {
      const next = cos[pair] * stepCos[pair] - sin[pair] * stepSin[pair];
      sum += cos[pair];
      sin[pair] = sin[pair] * stepCos[pair] + cos[pair] * stepSin[pair];
      cos[pair] = next;
    }
    if (sum > most) most = sum;
  }
  return Math.sqrt(2 * w.length - 2 * most);
}
