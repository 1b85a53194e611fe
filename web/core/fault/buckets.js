// @ts-check

import {requireIntegers} from '../check.js';

/**
 * Buckets of distances by a logarithm in floating point, as the published codes compute them: near a
 * whole number its floor or ceiling may be the wrong one. The exact rules are those of src/pe/t5.h and
 * src/pe/deberta.h.
 *
 * @typedef {'float32' | 'float64'} FloatType every operation rounds to it
 */

const ROUND = {float32: Math.fround, float64: (/** @type {number} */ value) => value};

/**
 * T5's bucket of each distance, among the n of one direction.
 *
 * @param {{distances: ArrayLike<number>, n: number, maxDistance: number, type: FloatType,
 *   isCapped?: boolean}} options isCapped false: nothing keeps far distances in the last bucket
 *   (candle#1312)
 * @returns {number[]}
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function faultT5FloatBuckets({distances, n, maxDistance, type, isCapped = true}) {
  requireIntegers({n}, 2);
  const round = roundingOf(type);
  const nExact = Math.floor(n / 2);
  const octaves = round(Math.log(maxDistance / nExact));
  return Array.from(distances, (distance) => {
    if (distance < nExact) return distance;
    const log = round(Math.log(round(distance / nExact)));
    const bucket = nExact + Math.floor(round(round(log / octaves) * (n - nExact)));
    return isCapped ? Math.min(bucket, n - 1) : bucket;
  });
}

/**
 * DeBERTa's bucket of each distance from 0 up; that of a negative one is its negative.
 *
 * @param {{distances: ArrayLike<number>, nBuckets: number, maxPosition: number, type: FloatType}}
 *   options
 * @returns {number[]}
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function faultDebertaFloatBuckets({distances, nBuckets, maxPosition, type}) {
  requireIntegers({nBuckets}, 2);
  const round = roundingOf(type);
  const middle = Math.floor(nBuckets / 2);
  const octaves = round(Math.log(round((maxPosition - 1) / middle)));
  return Array.from(distances, (distance) => {
    if (distance <= middle) return distance;
    const log = round(Math.log(round(distance / middle)));
    return middle + Math.ceil(round(round(log / octaves) * (middle - 1)));
  });
}

/** @param {FloatType} type */
function roundingOf(type) {
  if (Object.hasOwn(ROUND, type)) return ROUND[type];
  throw new RangeError(`type must be 'float32' or 'float64', got '${String(type)}'.`);
}
