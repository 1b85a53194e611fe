// @ts-check

import {
  requireFinite,
  requireIntegers,
  requireNumbers,
  requireShape,
  requireTensor,
} from '../check.js';
import {
  defaultOf,
  MAX_FREQUENCY,
  MIN_POSITION,
  numbersOf,
  requirePositions,
  requireRopeWidth,
  requireSettings,
  requireWithin,
} from './checks.js';

/** @import { Core, Numbers, Tensor, Tensor64, TensorLike } from '../core.js' */

/**
 * @typedef {'half' | 'interleaved'} RopeLayout see src/pe/rope.h
 * @typedef {{cos: Tensor, sin: Tensor}} RopeTables (n, nPairs) each
 */

/**
 * Angular frequency of each pair, base^(-2i/dim), in radians per position; by another rule: scaling.js.
 *
 * @param {Core} core
 * @param {{dim: number, base?: number}} options dim even
 * @returns {Tensor64} (dim / 2)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeFrequencies(core, {dim, base = defaultOf(core, 'base')}) {
  requireRopeWidth(core, dim);
  requireSettings(core, {base});
  return core.scratch((mem) => {
    const invFreq = mem.f64(dim / 2);
    core.call('pe_rope_frequencies', invFreq.ptr, base, dim);
    return {data: invFreq.copy(), shape: [dim / 2]};
  });
}

/**
 * cos and sin of position times frequency, at given positions or at nPos of them from firstPos.
 *
 * @param {Core} core
 * @param {{positions?: Numbers, nPos?: number, firstPos?: number, dim?: number, base?: number,
 *   invFreq?: Numbers | TensorLike, attentionFactor?: number}} options
 *   frequencies: invFreq, or dim and base; every value is multiplied by attentionFactor. What
 *   ropeScaling() gives can be spread into them.
 * @returns {RopeTables} (n, nPairs) each
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeTables(core, options) {
  const {positions, nPos, firstPos = 0, attentionFactor = 1} = options;
  const invFreq = ropeInvFreq(core, options);
  requireFinite({attentionFactor});
  const nPairs = invFreq.length;
  if (positions === undefined) {
    const sizes = requireShape(core, {nPos: /** @type {number} */ (nPos), nPairs});
    requireIntegers({firstPos}, MIN_POSITION);
    return ropeRows(core, invFreq, firstPos, sizes.nPos, attentionFactor);
  }
  const n = requirePositions(positions).length;
  requireShape(core, {'positions.length': n, nPairs});
  return core.scratch((mem) => {
    const cos = mem.f32(n * nPairs);
    const sin = mem.f32(n * nPairs);
    const inputs = [mem.f64(positions).ptr, mem.f64(invFreq).ptr];
    core.call('pe_rope_tables', cos.ptr, sin.ptr, ...inputs, attentionFactor, n, nPairs);
    return ropePair(cos.copy(), sin.copy(), n, nPairs);
  });
}

/**
 * Rotates queries or keys by their tables. Where the tables are narrower than half a head, the rest
 * of the head passes through (partial rotation).
 *
 * @param {Core} core
 * @param {{x: TensorLike, cos: TensorLike, sin: TensorLike, layout?: RopeLayout,
 *   inverse?: boolean}} options
 *   x (nHeads, n, dHead); cos, sin (n, nPairs) with 2 nPairs <= dHead
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeRotate(core, {x, cos, sin, layout = 'half', inverse = false}) {
  const [nHeads, n, dHead] = requireTensor(core, 'x', x, ['nHeads', 'n', 'dHead']);
  const nPairs = requireRopeTables(core, cos, sin, n, dHead);
  const layoutId = core.enumValue('ropeLayout', 'layout', layout);
  return core.scratch((mem) => {
    const out = mem.f32(x.data);
    const inputs = [out.ptr, mem.f32(cos.data).ptr, mem.f32(sin.data).ptr];
    const direction = inverse ? 1 : 0;
    const sizes = {nHeads, n, dHead, nPairs};
    const rotation = mem.struct('PeRotation', {layout: layoutId, inverse: direction, ...sizes});
    core.call('pe_rope_rotate', out.ptr, ...inputs, rotation.ptr);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/** Tables from position 0 that grow row by row and keep the rows they have. */
export class RopeCache {
  #core;
  #invFreq;
  #cos = new Float32Array(0);
  #sin = new Float32Array(0);
  #nPos = 0;

  /**
   * @param {Core} core
   * @param {{dim?: number, base?: number, invFreq?: Numbers | TensorLike}} options
   */
  constructor(core, options) {
    this.#core = core;
    this.#invFreq = Float64Array.from(ropeInvFreq(core, options));
  }

  /** Rows computed so far. */
  get nPos() {
    return this.#nPos;
  }

  /**
   * Exactly nPos rows, never fewer: what is missing is computed first.
   *
   * @param {number} nPos
   * @returns {RopeTables} (nPos, nPairs) each
   * @throws {RangeError} unless nPos is an integer >= 1
   */
  tables(nPos) {
    const nPairs = this.#invFreq.length;
    requireShape(this.#core, {nPos, nPairs});
    if (nPos > this.#nPos) this.#grow(nPos);
    const length = nPos * nPairs;
    return ropePair(this.#cos.slice(0, length), this.#sin.slice(0, length), nPos, nPairs);
  }

  /** @param {number} nPos */
  #grow(nPos) {
    const missing = nPos - this.#nPos;
    const {cos, sin} = ropeRows(this.#core, this.#invFreq, this.#nPos, missing, 1);
    this.#cos = append(this.#cos, cos.data);
    this.#sin = append(this.#sin, sin.data);
    this.#nPos = nPos;
  }
}

/**
 * @param {Core} core
 * @param {{dim?: number, base?: number, invFreq?: Numbers | TensorLike}} options
 * @returns {Numbers}
 */
function ropeInvFreq(core, {dim, base, invFreq}) {
  if (invFreq !== undefined) {
    const list = requireNumbers('invFreq', numbersOf(invFreq));
    return requireWithin('invFreq', list, MAX_FREQUENCY, '1e100');
  }
  return ropeFrequencies(core, {dim: /** @type {number} */ (dim), base}).data;
}

/**
 * @param {Core} core
 * @param {Numbers} invFreq
 * @param {number} firstPos
 * @param {number} nPos
 * @param {number} attentionFactor
 * @returns {RopeTables}
 */
function ropeRows(core, invFreq, firstPos, nPos, attentionFactor) {
  const nPairs = invFreq.length;
  return core.scratch((mem) => {
    const cos = mem.f32(nPos * nPairs);
    const sin = mem.f32(nPos * nPairs);
    const inputs = mem.f64(invFreq).ptr;
    core.call('pe_rope_rows', cos.ptr, sin.ptr, inputs, attentionFactor, firstPos, nPos, nPairs);
    return ropePair(cos.copy(), sin.copy(), nPos, nPairs);
  });
}

/**
 * @param {Float32Array} cos
 * @param {Float32Array} sin
 * @param {number} n
 * @param {number} nPairs
 * @returns {RopeTables}
 */
function ropePair(cos, sin, n, nPairs) {
  return {cos: {data: cos, shape: [n, nPairs]}, sin: {data: sin, shape: [n, nPairs]}};
}

/**
 * @param {Core} core
 * @param {TensorLike} cos
 * @param {TensorLike} sin
 * @param {number} n rows they must have
 * @param {number} dHead
 * @returns {number} nPairs
 */
export function requireRopeTables(core, cos, sin, n, dHead) {
  const [, nPairs] = requireTensor(core, 'cos', cos, [n, 'nPairs']);
  requireTensor(core, 'sin', sin, [n, nPairs]);
  if (2 * nPairs <= dHead) return nPairs;
  throw new RangeError(`cos must have at most dHead / 2 = ${dHead / 2} columns, got ${nPairs}.`);
}

/** @param {Float32Array} head @param {Float32Array} tail */
function append(head, tail) {
  const joined = new Float32Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
