// @ts-check
// The cases of Shaw's vectors and of DeBERTa's buckets, as cases.js has those of other code.
import {debertaBuckets} from '../core/pe/deberta.js';
import {shawKeys} from '../core/pe/shaw.js';
import {inputs, list, makeCase} from './cases.js';

/** @import {Core} from '../core/core.js' */
/** @import {Numbers} from './cases.js' */

const N_HEADS = 2;

/**
 * @param {Core} core
 * @param {{dHead: number, clip: number}} settings
 * @returns {Numbers}
 */
export function shawNumbers(core, {dHead, clip}) {
  const nRows = 2 * clip + 1;
  const table = {data: inputs(nRows * dHead).reverse(), shape: [nRows, dHead]};
  const shawCase = (/** @type {number} */ nQuery, /** @type {number} */ nKey) => {
    const q = {data: inputs(N_HEADS * nQuery * dHead), shape: [N_HEADS, nQuery, dHead]};
    const shape = [N_HEADS, nQuery, nKey];
    const first = nKey - nQuery;
    const near = (/** @type {number} */ offset, most = clip) =>
      Math.min(Math.max(offset, -most), most);
    /** The term with other rows of the table. @param {(query: number, key: number) => number} rowOf @param {number} [scale] */
    const term = (rowOf, scale = 1 / Math.sqrt(dHead)) =>
      Array.from({length: N_HEADS * nQuery * nKey}, (_, at) => {
        const [query, key] = [Math.floor(at / nKey), at % nKey];
        const row = (rowOf((query % nQuery) + first, key) + nRows) % nRows;
        let sum = 0;
        for (let c = 0; c < dHead; c++)
          sum += q.data[query * dHead + c] * table.data[row * dHead + c];
        return scale * sum;
      });
    const args = {
      q: {data: list(q.data), shape: q.shape},
      table: {data: list(table.data), shape: table.shape},
      n_key: nKey,
    };
    return makeCase({args, shape, tolerance: 2e-5}, shawKeys(core, {q, table, nKey}).data, {
      'sign-flipped': term((i, j) => near(i - j) + clip),
      'wraps-around': term((i, j) => Math.max(Math.min(j - i, clip) + clip, -nRows)),
      'not-shifted': term((i, j) => near(j - i)),
      'clipped-early': term((i, j) => near(j - i, clip - 1) + clip),
      'cache-misaligned': first ? term((i, j) => near(j - i + first) + clip) : null,
      unscaled: term((i, j) => near(j - i) + clip, 1),
    });
  };
  const n = clip + 4; // some distances are clipped, and none is farther than the table is long
  return {
    cases: {square: shawCase(n, n), with_cache: shawCase(2, n)},
    facts: {dHead, clip},
  };
}

/**
 * @param {Core} core
 * @param {{nBuckets: number, maxPosition: number}} settings
 * @returns {Numbers}
 */
export function debertaNumbers(core, {nBuckets, maxPosition}) {
  const middle = nBuckets / 2;
  const share = (/** @type {number} */ distance, most = maxPosition - 1) =>
    (Math.log(distance / middle) / Math.log(most / middle)) * (middle - 1);
  // A logarithm in floating point may fall on either side of a whole number: those distances are left out.
  const isSafe = (/** @type {number} */ d) =>
    d <= middle || Math.abs(share(d) - Math.round(share(d))) > 1e-4;
  const distances = Array.from({length: maxPosition}, (_, d) => d).filter(isSafe);
  const relative = [...distances.map((d) => -d).reverse(), ...distances.slice(1)];
  const signed = (/** @type {(distance: number) => number} */ bucketOf) =>
    relative.map((r) => Math.sign(r) * bucketOf(Math.abs(r)));
  const beyond = (/** @type {(distance: number) => number} */ far) =>
    signed((d) => (d <= middle ? d : far(d)));
  const right = debertaBuckets(core, {relative: relative.map((r) => -r), nBuckets, maxPosition});
  const shape = [relative.length];
  const buckets = makeCase(
    {args: {relative: {data: relative, shape, type: 'int'}}, shape, tolerance: 0},
    right.data,
    {
      'sign-flipped': right.data.map((bucket) => -bucket),
      'one-direction': right.data.map(Math.abs),
      'rounds-down': beyond((d) => middle + Math.floor(share(d))),
      'longest-distance': beyond((d) => middle + Math.ceil(share(d, maxPosition))),
      'no-logarithm': signed((d) => Math.min(d, nBuckets - 1)),
      't5-rule': signed((d) => t5Bucket(d, {n: nBuckets, maxDistance: maxPosition})),
    },
  );
  return {cases: {buckets}, facts: {nBuckets, maxPosition}};
}

/** T5's bucket of a distance to the past. @param {number} distance @param {{n: number, maxDistance: number}} rule */
function t5Bucket(distance, {n, maxDistance}) {
  const nExact = n / 2;
  if (distance < nExact) return distance;
  const log = Math.log(distance / nExact) / Math.log(maxDistance / nExact);
  return nExact + Math.floor(log * (n - nExact)); // below n: distance < maxDistance
}
