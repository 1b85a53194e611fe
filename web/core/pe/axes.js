// @ts-check

import {
  requireFinite,
  requireIntegers,
  requireNumbers,
  requireShape,
  requireSizes,
  requireTensor,
  show,
} from '../check.js';
import {MAX_FREQUENCY, MAX_POSITION, numbersOf, requireWithin} from './checks.js';
import {ropeScaling} from './scaling.js';

/** @import { Core, Numbers, TensorLike } from '../core.js' */
/** @import { RopeTables } from './rope.js' */
/** @import { ScalingSettings } from './scaling.js' */

/**
 * cos and sin of each pair, by the coordinate of the token that the pair follows.
 *
 * @param {Core} core
 * @param {{positions: TensorLike, invFreq: Numbers | TensorLike, axisOf: Numbers,
 *   attentionFactor?: number}} options
 *   positions (nAxes, n); invFreq, axisOf (nPairs)
 * @returns {RopeTables} (n, nPairs) each
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeAxesTables(core, {positions, invFreq, axisOf, attentionFactor = 1}) {
  const [nAxes, n] = requireTensor(core, 'positions', positions, ['nAxes', 'n']);
  requireWithin('positions', requireNumbers('positions', positions.data), MAX_POSITION, '2^53');
  const frequencies = requireNumbers('invFreq', numbersOf(invFreq));
  requireWithin('invFreq', frequencies, MAX_FREQUENCY, '1e100');
  const nPairs = frequencies.length;
  requireShape(core, {n, nPairs});
  requireAxes(axisOf, nAxes, nPairs);
  requireFinite({attentionFactor});
  return core.scratch((mem) => {
    const [cos, sin] = [mem.f32(n * nPairs), mem.f32(n * nPairs)];
    const pointers = {positions: mem.f64(positions.data).ptr, axisOf: mem.i32(axisOf).ptr};
    const coordinates = mem.struct('PeCoordinates', {...pointers, nAxes});
    const inputs = [coordinates.ptr, mem.f64(frequencies).ptr];
    core.call('pe_axes_tables', cos.ptr, sin.ptr, ...inputs, attentionFactor, n, nPairs);
    const shape = [n, nPairs];
    return {cos: {data: cos.copy(), shape}, sin: {data: sin.copy(), shape: [...shape]}};
  });
}

/**
 * The axis that each pair follows: by consecutive sections (Qwen2-VL), or alternating (Qwen3-VL).
 *
 * @param {Core} core
 * @param {{sections: Numbers, interleaved?: boolean}} options pairs per axis
 * @returns {Int32Array} (the sum of sections)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function mropeAxes(core, {sections, interleaved = false}) {
  const list = requireNumbers('sections', sections);
  for (let k = 0; k < list.length; k++) requireIntegers({[`sections[${k}]`]: list[k]}, 0, 2 ** 27);
  const nPairs = Array.from(list).reduce((a, b) => a + b, 0);
  requireShape(core, {'the sum of sections': nPairs});
  return core.scratch((mem) => {
    const axisOf = mem.i32(nPairs);
    const inputs = mem.i32(list).ptr;
    const sizes = [list.length, nPairs];
    core.call('pe_axes_by_sections', axisOf.ptr, inputs, interleaved ? 1 : 0, ...sizes);
    return axisOf.copy();
  });
}

/**
 * M-RoPE's tables.
 *
 * @param {Core} core
 * @param {{positions: TensorLike, sections: Numbers, interleaved?: boolean, dim?: number,
 *   base?: number, scaling?: ScalingSettings}} options
 *   positions (one axis per section, n): time, height and width; sections sum to dim / 2
 * @returns {RopeTables} (n, dim / 2) each
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function mropeTables(core, options) {
  const {positions, sections, interleaved, dim, base, scaling} = options;
  const axisOf = mropeAxes(core, {sections, interleaved});
  const nPairs = axisOf.length;
  if (dim !== undefined && dim !== 2 * nPairs) {
    throw new RangeError(`dim must be twice the sum of sections, ${2 * nPairs}, got ${show(dim)}.`);
  }
  requireTensor(core, 'positions', positions, [sections.length, 'n']);
  const made = ropeScaling(core, {...scaling, dim: 2 * nPairs, base});
  const {invFreq, attentionFactor} = made;
  return ropeAxesTables(core, {positions, invFreq, axisOf, attentionFactor});
}

/**
 * Axial tables of an image, token by token along its rows: the first half of the pairs rotates by
 * the row, the second by the column, each with the frequencies of a head of dim / 2.
 *
 * @param {Core} core
 * @param {{height: number, width: number, dim: number, base?: number}} options dim a multiple of 4
 * @returns {RopeTables} (height * width, dim / 2) each
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function axial2d(core, {height, width, dim, base}) {
  requireShape(core, {height, width});
  requireSizes({dim});
  if (dim % 4 !== 0) {
    throw new RangeError(`dim must be a multiple of 4, pairs for two axes, got ${dim}.`);
  }
  requireShape(core, {height, width, dim});
  const n = height * width;
  const data = Float64Array.from({length: 2 * n}, (_, k) =>
    k < n ? Math.floor(k / width) : (k - n) % width,
  );
  const {data: one} = ropeScaling(core, {dim: dim / 2, base}).invFreq;
  return ropeAxesTables(core, {
    positions: {data, shape: [2, n]},
    invFreq: [...one, ...one],
    axisOf: Int32Array.from({length: dim / 2}, (_, pair) => (pair < dim / 4 ? 0 : 1)),
  });
}

/** @param {Numbers} axisOf @param {number} nAxes @param {number} nPairs */
function requireAxes(axisOf, nAxes, nPairs) {
  requireNumbers('axisOf', axisOf);
  if (axisOf.length !== nPairs) {
    throw new RangeError(`axisOf must have ${nPairs} axes, got ${axisOf.length}.`);
  }
  for (let k = 0; k < nPairs; k++) requireIntegers({[`axisOf[${k}]`]: axisOf[k]}, 0, nAxes - 1);
}
