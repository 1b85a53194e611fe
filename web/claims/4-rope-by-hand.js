// @ts-check
// The example of chapter 4 that a reader can follow with a calculator.
import {ropeFrequencies, ropeRotate, ropeTables} from '../core/pe.js';
import {dot} from './measures.js';

/** @import {Core} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

const QUERY = [1, 0, 1, 1];
const KEY = [1, 1, 0, 2];
const BASE = 100;

/**
 * A head of two neighbouring pairs, rotated to a position.
 *
 * @param {Core} core
 * @param {number[]} vector
 * @param {number} position
 * @returns {Float32Array}
 */
const rotated = (core, vector, position) =>
  ropeRotate(core, {
    x: {data: Float32Array.from(vector), shape: [1, 1, 4]},
    ...ropeTables(core, {positions: [position], dim: 4, base: BASE}),
    layout: 'interleaved',
  }).data;

/** @type {Claim[]} */
export default [
  {
    id: 'rope-by-hand',
    source: 'A head of two pairs, base 100, query (1, 0, 1, 1) and key (1, 1, 0, 2)',
    settings: {m: 7, n: 3, moves: 100},
    compute(core, {m, n, moves}) {
      const q = rotated(core, QUERY, m);
      const k = rotated(core, KEY, n);
      const w = Array.from(ropeFrequencies(core, {dim: 4, base: BASE}).data);
      return {
        w,
        angles: {q: m * w[1], k: n * w[1]},
        q,
        k,
        parts: [0, 2].map((at) => dot(q.subarray(at, at + 2), k.subarray(at, at + 2))),
        logit: dot(q, k),
        moved: dot(rotated(core, QUERY, m + moves), rotated(core, KEY, n + moves)),
        nearer: dot(q, rotated(core, KEY, n + 1)),
      };
    },
    law: {
      says: 'moving both positions leaves the logit, moving the key changes it',
      holds: ({logit, moved, nearer}) =>
        Math.abs(moved - logit) < 1e-5 && Math.abs(nearer - logit) > 0.1,
    },
  },
];
