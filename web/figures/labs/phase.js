// @ts-check
// Phase errors of RoPE in small number types, against position: what to compute of a million positions,
// and what to draw of it.

import {ropePrecision} from '../../core/pe.js';

/** @import {Core} from '../../core/core.js' */
/** @import {NumberType} from '../../core/pe/precision.js' */

/** @typedef {{frequencyType: NumberType, angleType: NumberType, tableType: NumberType}} Chain */
/** @typedef {{x: number[], y: number[], missing: number[]}} Curve */

export const REACH = 1_000_000;
const EVERY = 4096; // up to here every position is computed
const STRETCHES = 96; // beyond, this many stretches,
const STRETCH = 8; // of which so many positions each

/** Positions 1 .. EVERY, then the first few of each stretch, and the last. */
const POSITIONS = (() => {
  const positions = Array.from({length: EVERY}, (_, k) => k + 1);
  const step = (REACH / EVERY) ** (1 / STRETCHES);
  for (let k = 0; k < STRETCHES; k++) {
    const from = Math.round(EVERY * step ** k);
    for (let p = 1; p <= STRETCH; p++) positions.push(from + p);
  }
  return [...new Set([...positions, REACH])].sort((a, b) => a - b);
})();

const KEPT = 8; // curves: one slider's move changes one of three
/** @type {Map<string, Float64Array>} */
const kept = new Map();

/**
 * worstPairs() at POSITIONS, which is most of a figure's work: kept for the next drawing.
 *
 * @param {Core} core
 * @param {{dim: number, base: number}} settings
 * @param {Chain} chain
 */
export function worstByPosition(core, {dim, base}, chain) {
  const key = [dim, base, chain.frequencyType, chain.angleType, chain.tableType].join();
  const worst = kept.get(key) ?? worstPairs(core, {dim, base}, chain, POSITIONS);
  kept.delete(key); // the newest come last
  kept.set(key, worst);
  if (kept.size > KEPT) kept.delete([...kept.keys()][0]);
  return worst;
}

/**
 * The worst pair at each position, in radians; NaN where a pair has no angle.
 *
 * @param {Core} core
 * @param {{dim: number, base: number}} settings
 * @param {Chain} chain
 * @param {readonly number[]} positions
 * @returns {Float64Array}
 */
export function worstPairs(core, {dim, base}, chain, positions) {
  const {phaseError} = ropePrecision(core, {dim, base, positions, ...chain});
  const [n, nPairs] = phaseError.shape;
  const worst = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    for (let k = row * nPairs; k < (row + 1) * nPairs; k++) {
      const size = Math.abs(phaseError.data[k]);
      if (!(size <= worst[row])) worst[row] = size; // NaN too, and it stays
    }
  }
  return worst;
}

/**
 * The worst so far, thinned to where it can be seen on a logarithmic axis.
 *
 * @param {Float64Array} worst by POSITIONS
 * @returns {Curve} without the positions at which no error has been met yet, which have no logarithm
 */
export function curveOf(worst) {
  /** @type {Curve} */
  const curve = {x: [], y: [], missing: []};
  let [most, next] = [0, 1];
  for (let k = 0; k < worst.length; k++) {
    const isDue = POSITIONS[k] >= next || k === worst.length - 1;
    if (Number.isNaN(worst[k])) {
      if (isDue) curve.missing.push(POSITIONS[k]);
    } else {
      most = Math.max(most, worst[k]);
      if (isDue && most > 0) {
        curve.x.push(POSITIONS[k]);
        curve.y.push(most);
      }
    }
    if (isDue) next = POSITIONS[k] * 1.04;
  }
  return curve;
}

/**
 * The worst of positions 1 .. last, among those that are computed.
 *
 * @param {Float64Array} worst by POSITIONS
 * @param {number} last
 */
export function worstUpTo(worst, last) {
  let most = 0;
  for (let k = 0; k < worst.length && POSITIONS[k] <= last; k++) {
    if (worst[k] > most) most = worst[k];
  }
  return most;
}

/**
 * How many of the positions that are computed have a pair without an angle.
 *
 * @param {Float64Array} worst by POSITIONS
 */
export const nWithout = (worst) => worst.reduce((n, value) => n + Number(Number.isNaN(value)), 0);
