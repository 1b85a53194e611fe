// @ts-check
// A cache of keys that grows token by token: at which position and by which frequencies each key was
// rotated, at which it should be, and what that does to the logits of the newest query.

import {randomNormal} from '../../core/base.js';
import {attention} from '../../core/nn.js';
import {ropeRotate, ropeScaling, ropeTables} from '../../core/pe.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {ScalingSettings} from '../../core/pe/scaling.js' */

/** Where and by what rule something is rotated. @typedef {{position: number, scaling: ScalingSettings}} Rotation */

export const DIM = 32;
const BASE = 10000;
const PLAIN = /** @type {ScalingSettings} */ ({});

/**
 * Rows of queries and keys, the same for the same seed whatever their number.
 *
 * @param {Core} core
 * @param {{seed: number, n: number}} options
 * @returns {{q: Tensor, k: Tensor}} (n, DIM) each
 */
export function rowsOf(core, {seed, n}) {
  const shape = [n, DIM];
  return {
    q: randomNormal(core, {seed, name: 'query', shape}),
    k: randomNormal(core, {seed, name: 'key', shape}),
  };
}

/**
 * Each row rotated in its own way.
 *
 * @param {Core} core
 * @param {Tensor} x (n, DIM)
 * @param {readonly Rotation[]} rotations one per row
 * @returns {Tensor} (n, DIM)
 */
export function rotatedRows(core, x, rotations) {
  const out = new Float32Array(x.data.length);
  for (let from = 0; from < rotations.length; ) {
    const {scaling} = rotations[from];
    let to = from + 1;
    while (to < rotations.length && rotations[to].scaling === scaling) to++; // one table for a run of one rule
    const positions = rotations.slice(from, to).map(({position}) => position);
    const tables = ropeTables(core, {
      positions,
      ...ropeScaling(core, {dim: DIM, base: BASE, ...scaling}),
    });
    const rows = {data: x.data.subarray(from * DIM, to * DIM), shape: [1, to - from, DIM]};
    out.set(ropeRotate(core, {x: rows, ...tables}).data, from * DIM);
    from = to;
  }
  return {data: out, shape: x.shape};
}

/**
 * Logits of one query with every key, both as they are.
 *
 * @param {Core} core
 * @param {Float32Array} query (DIM)
 * @param {Float32Array} keys (n, DIM)
 * @returns {Float32Array} (n)
 */
export function logitsOf(core, query, keys) {
  const q = {data: query, shape: [1, 1, DIM]};
  const k = {data: keys, shape: [1, keys.length / DIM, DIM]};
  return attention(core, {q, k, v: k}).logits.data;
}

/** @param {Tensor} x (n, DIM) @param {number} from @param {number} [to] */
export const rowsFrom = ({data}, from, to = from + 1) => data.subarray(from * DIM, to * DIM);

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b of one length */
export function largestGap(a, b) {
  let most = 0;
  for (let k = 0; k < a.length; k++) most = Math.max(most, Math.abs(a[k] - b[k]));
  return most;
}

/** Rotated as the paper has it. @param {number} position @returns {Rotation} */
export const plainRotation = (position) => ({position, scaling: PLAIN});

// ------------------------------------------------------------ frequencies that go with the length

/** @typedef {'dynamic' | 'longrope'} Kind */

/**
 * The rule in force at each length 0, 1, 2, ..., one object for lengths that share one.
 *
 * @param {{kind: Kind, trainLen: number, factor: number, byOffset: boolean, n: number}} options
 *   byOffset: the length is read from the cache, without the token at hand
 * @returns {ScalingSettings[]} of lengths 0 .. n
 */
export function rulesByLength({kind, trainLen, factor, byOffset, n}) {
  /** @type {Map<number, ScalingSettings>} */
  const made = new Map();
  return Array.from({length: n + 1}, (_, length) => {
    const longest = Math.max(trainLen, byOffset ? length - 1 : length);
    const asked = kind === 'longrope' ? Math.min(longest, trainLen + 1) : longest;
    const rule = made.get(asked) ?? ruleAt(kind, trainLen, factor, asked);
    made.set(asked, rule);
    return rule;
  });
}

/** @param {Kind} kind @param {number} trainLen @param {number} factor @param {number} seqLen */
function ruleAt(kind, trainLen, factor, seqLen) {
  if (kind === 'dynamic') {
    return /** @type {ScalingSettings} */ ({kind, factor, maxPosition: trainLen, seqLen});
  }
  const nPairs = DIM / 2;
  const shortFactor = new Array(nPairs).fill(1);
  const longFactor = shortFactor.map((_, k) => 1 + ((factor - 1) * k) / (nPairs - 1));
  return /** @type {ScalingSettings} */ ({
    kind,
    factor,
    originalMaxPosition: trainLen,
    shortFactor,
    longFactor,
    seqLen,
  });
}

/**
 * The base whose plain frequencies these are (dynamic NTK), or by how much the slowest pair is slowed
 * (LongRoPE).
 *
 * @param {Core} core
 * @param {ScalingSettings} scaling
 */
export function markOf(core, scaling) {
  const {invFreq, ratio} = ropeScaling(core, {dim: DIM, base: BASE, ...scaling});
  if (scaling.kind === 'longrope') return 1 / ratio.data[DIM / 2 - 1];
  return invFreq.data[1] ** (-DIM / 2); // pair 1 turns by base^(-2/DIM)
}
