// @ts-check
// What the claims of several chapters measure.
import {ropeTables} from '../core/pe.js';

/** @import {Core, Numbers} from '../core/core.js' */

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
