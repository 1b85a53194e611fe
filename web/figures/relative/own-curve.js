// @ts-check
// The curve that a reader draws: a few numbers, a bias for every distance, and the attention that it makes of
// content that says nothing.
import {attention} from '../../core/nn.js';

/** @import {Core, Tensor} from '../../core/core.js' */

/** Distances of the points that can be moved: evenly spread over the logarithm of distance + 1. */
export const POINTS = [0, 1, 3, 7, 15, 31, 63, 127, 255];
export const N_KEYS = 256;
export const LIMITS = /** @type {const} */ ([-8, 2]);

/**
 * @param {string} text numbers with commas between
 * @returns {number[]} one a point
 * @throws {RangeError} saying what was expected
 */
export function pointsOf(text) {
  const parts = text.replaceAll('−', '-').split(',');
  const values = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isWithin = values.every((value) => value >= LIMITS[0] && value <= LIMITS[1]);
  if (values.length === POINTS.length && isWithin) return values;
  throw new RangeError(
    `curve must be ${POINTS.length} numbers from ${LIMITS[0]} to ${LIMITS[1]}, separated by commas, got "${text}".`,
  );
}

/** @param {readonly number[]} values */
export const textOf = (values) => values.map((value) => Number(value.toFixed(2))).join(', ');

/**
 * Straight lines, on the picture's axis, from point to point.
 *
 * @param {readonly number[]} values one a point
 * @returns {Float64Array} by distance, of N_KEYS
 */
export function curveOf(values) {
  return Float64Array.from({length: N_KEYS}, (_, distance) => {
    const place = Math.log2(1 + distance); // point k is at k
    const k = Math.min(Math.floor(place), POINTS.length - 2);
    return values[k] + (values[k + 1] - values[k]) * (place - k);
  });
}

/**
 * A bias for every query and key, by their distance.
 *
 * @param {ArrayLike<number>} curve by distance, of N_KEYS
 * @returns {Tensor} (1, N_KEYS, N_KEYS)
 */
export function biasOf(curve) {
  const data = new Float32Array(N_KEYS * N_KEYS);
  for (let i = 0; i < N_KEYS; i++)
    for (let j = 0; j < N_KEYS; j++) data[i * N_KEYS + j] = curve[Math.abs(i - j)];
  return {data, shape: [1, N_KEYS, N_KEYS]};
}

/**
 * The mistake: one number per query, the same for all its keys.
 *
 * @param {ArrayLike<number>} curve
 * @returns {Tensor} (1, N_KEYS, N_KEYS)
 */
export function queryBiasOf(curve) {
  const data = Float32Array.from(
    {length: N_KEYS * N_KEYS},
    (_, at) => curve[N_KEYS - 1 - Math.floor(at / N_KEYS)],
  );
  return {data, shape: [1, N_KEYS, N_KEYS]};
}

/**
 * The weights of causal attention over queries and keys that are all zero: the bias alone decides.
 *
 * @param {Core} core
 * @param {Tensor} bias (1, n, n)
 * @returns {Tensor} (1, n, n)
 */
export function weightsOf(core, bias) {
  const n = bias.shape[1];
  const zero = {data: new Float32Array(n), shape: [1, n, 1]};
  return attention(core, {q: zero, k: zero, v: zero, bias, causal: true}).weights;
}
