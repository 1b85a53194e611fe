// @ts-check
// What the RoPE figures share: q and k rotated the right way or by one of the known bugs. The formulas, right and
// wrong, are the core's.

import {faultBf16, faultRopeByHead, faultRopeMixed} from '../../core/fault.js';
import {ropeFrequencies, ropeRotate, ropeTables} from '../../core/pe.js';
import {COMMON_SLIP, onGitHub} from '../frame/faults.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Fault} from '../frame/faults.js' */
/** @import {Settings} from '../frame/settings.js' */

/** @typedef {(x: Tensor, positions: ArrayLike<number>) => Tensor} Rotation of x (nHeads, n, dim) */

export const ROPE_FAULTS = /** @type {Record<string, Fault>} */ ({
  mixed: {
    label: 'half-split tables read as interleaved pairs',
    source: onGitHub('raiyanyahya/how-to-train-your-gpt#6'),
    breaks: 'norm',
    says:
      'The tables hold the angles of half-split pairs, and neighbouring elements are rotated by them: the two ' +
      'elements of a pair get the angles of two different pairs. That is no rotation: from position 1 on, vectors ' +
      'change their length.',
  },
  'by-head': {
    label: 'rotated by the number of the head, not by the position',
    source: COMMON_SLIP,
    breaks: 'position',
    says:
      'Each head is rotated by the table’s row of its own number, so every position in a head gets the same angle. ' +
      'Equal angles cancel in q · k: the logits are those of no encoding at all.',
  },
  bf16: {
    label: 'frequencies rounded to bf16',
    source: onGitHub('EleutherAI/gpt-neox#1003'),
    breaks: 'phase',
    says: ({value}) =>
      'Each frequency is rounded to 8 significant bits, and the position multiplies the error: where it is ' +
      `measured, the angle of the worst pair is off by ${value('phase')} rad. Queries and keys use the same wrong ` +
      'frequencies, so every law of distance still holds.',
  },
});

/**
 * Radians per position of each pair, as the fault has them.
 *
 * @param {Core} core
 * @param {Settings} settings dim, base
 * @param {string} fault
 */
export function frequenciesOf(core, {dim, base}, fault) {
  const exact = ropeFrequencies(core, {dim, base});
  return fault === 'bf16' ? faultBf16(core, {values: exact}) : exact;
}

/**
 * @param {Core} core
 * @param {Settings} settings dim, base, layout
 * @param {string} fault
 * @returns {Rotation}
 */
export function rotationOf(core, settings, fault) {
  const {dim, layout} = settings;
  if (fault === 'mixed' && dim < 4) {
    throw new RangeError(
      `dim must be at least 4 to read its tables wrongly: one pair has one layout, got ${dim}.`,
    );
  }
  const invFreq = frequenciesOf(core, settings, fault);
  return (x, positions) => {
    if (fault === 'by-head') {
      const {cos, sin} = ropeTables(core, {positions: atLeast(positions, x.shape[0]), invFreq});
      return faultRopeByHead(core, {x, cos, sin, layout});
    }
    const {cos, sin} = ropeTables(core, {positions, invFreq});
    if (fault === 'mixed') return faultRopeMixed(core, {x, cos, sin});
    return ropeRotate(core, {x, cos, sin, layout});
  };
}

/**
 * Consecutive positions, carried on until there are as many as heads.
 *
 * @param {ArrayLike<number>} positions
 * @param {number} n
 */
function atLeast(positions, n) {
  return Array.from({length: Math.max(n, positions.length)}, (_, k) => positions[0] + k);
}

/**
 * How far the worst pair stands from where the exact table has it, in radians, at each position:
 * rotated forward by the frequencies in use, back by the exact ones, what is left is the error.
 *
 * @param {Core} core
 * @param {Settings} settings dim, base
 * @param {string} fault
 * @param {ArrayLike<number>} positions
 */
export function phaseErrors(core, {dim, base}, fault, positions) {
  const n = positions.length;
  const used = ropeTables(core, {positions, invFreq: frequenciesOf(core, {dim, base}, fault)});
  const exact = ropeTables(core, {positions, dim, base});
  const x = {data: unitPairs(n, dim, 'interleaved'), shape: [1, n, dim]};
  const ahead = ropeRotate(core, {x, ...used, layout: 'interleaved'});
  const {data} = ropeRotate(core, {x: ahead, ...exact, layout: 'interleaved', inverse: true});
  return Float64Array.from({length: n}, (_, row) => {
    let worst = 0;
    for (let k = row * dim; k < (row + 1) * dim; k += 2) {
      worst = Math.max(worst, Math.abs(Math.atan2(data[k + 1], data[k])));
    }
    return worst;
  });
}

/**
 * Rows whose every pair is (1, 0).
 *
 * @param {number} n
 * @param {number} dim
 * @param {string} layout
 */
export function unitPairs(n, dim, layout) {
  const data = new Float32Array(n * dim);
  for (let row = 0; row < n; row++) {
    for (let pair = 0; pair < dim / 2; pair++) data[row * dim + pairAt(pair, dim, layout)[0]] = 1;
  }
  return data;
}

/**
 * The two columns of a pair.
 *
 * @param {number} pair
 * @param {number} dim
 * @param {string} layout
 * @returns {[number, number]}
 */
export function pairAt(pair, dim, layout) {
  return layout === 'half' ? [pair, pair + dim / 2] : [2 * pair, 2 * pair + 1];
}
