// @ts-check

import {requireFinite, requireIntegers, requireShape, requireSizes} from '../check.js';
import {
  defaultOf,
  MAX_POSITION,
  MIN_POSITION,
  requirePositions,
  requireSettings,
} from './checks.js';

/** @import { Core, Numbers, Tensor, Tensor64 } from '../core.js' */

/** @typedef {'interleaved' | 'concatenated' | 'tensor2tensor'} SinusoidalLayout see src/pe/sinusoidal.h */

/**
 * The sinusoidal table, rows firstPos .. firstPos + nPos - 1.
 *
 * @param {Core} core
 * @param {{nPos: number, dModel: number, base?: number, layout?: SinusoidalLayout,
 *   firstPos?: number}} options
 * @returns {Tensor} (nPos, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidal(core, options) {
  const {
    nPos,
    dModel,
    base = defaultOf(core, 'base'),
    layout = 'interleaved',
    firstPos = 0,
  } = options;
  requireShape(core, {nPos, dModel});
  requireSettings(core, {base});
  requireIntegers({firstPos}, MIN_POSITION);
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  return core.scratch((mem) => {
    const table = mem.f32(nPos * dModel);
    core.call('pe_sinusoidal_table', table.ptr, layoutId, base, firstPos, nPos, dModel);
    return {data: table.copy(), shape: [nPos, dModel]};
  });
}

/**
 * Rows of the sinusoidal table at any positions, integers or not, in any order.
 *
 * @param {Core} core
 * @param {{positions: Numbers, dModel: number, base?: number, layout?: SinusoidalLayout}} options
 * @returns {Tensor} (positions.length, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidalAt(
  core,
  {positions, dModel, base = defaultOf(core, 'base'), layout = 'interleaved'},
) {
  requirePositions(positions);
  const nPos = positions.length;
  requireShape(core, {'positions.length': nPos, dModel});
  requireSettings(core, {base});
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  return core.scratch((mem) => {
    const table = mem.f32(nPos * dModel);
    const block = mem.f64(positions);
    core.call('pe_sinusoidal_at', table.ptr, block.ptr, layoutId, base, nPos, dModel);
    return {data: table.copy(), shape: [nPos, dModel]};
  });
}

/**
 * Angular frequency of each sine and cosine pair, in radians per position, fastest first. An odd
 * dModel has one more for its lone sine (none in the tensor2tensor layout, whose last column is 0).
 *
 * @param {Core} core
 * @param {{dModel: number, base?: number, layout?: SinusoidalLayout}} options
 * @returns {Tensor64} (nPairs)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidalFrequencies(
  core,
  {dModel, base = defaultOf(core, 'base'), layout = 'interleaved'},
) {
  requireShape(core, {dModel});
  requireSettings(core, {base});
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  const n = layout === 'tensor2tensor' ? Math.floor(dModel / 2) : Math.ceil(dModel / 2);
  return core.scratch((mem) => {
    const frequencies = mem.f64(n);
    core.call('pe_sinusoidal_frequencies', frequencies.ptr, layoutId, base, dModel);
    return {data: frequencies.copy(), shape: [n]};
  });
}

/**
 * The matrix M with PE(p + offset) = M PE(p) for every p: a rotation in each pair.
 *
 * @param {Core} core
 * @param {{dModel: number, base?: number, layout?: SinusoidalLayout, offset: number}} options
 *   dModel even: the lone sine of an odd width has no such matrix
 * @returns {Tensor} (dModel, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidalShift(
  core,
  {dModel, base = defaultOf(core, 'base'), layout = 'interleaved', offset},
) {
  requireSizes({dModel});
  if (dModel % 2 !== 0) throw new RangeError(`dModel must be even, got ${dModel}.`);
  requireShape(core, {dModel, columns: dModel});
  requireSettings(core, {base});
  requireOffset(offset);
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  return core.scratch((mem) => {
    const shift = mem.f32(dModel * dModel);
    core.call('pe_sinusoidal_shift', shift.ptr, layoutId, base, offset, dModel);
    return {data: shift.copy(), shape: [dModel, dModel]};
  });
}

/** @param {number} offset */
function requireOffset(offset) {
  requireFinite({offset});
  if (Math.abs(offset) <= MAX_POSITION) return;
  throw new RangeError(`offset must be within -2^53 .. 2^53, got ${offset}.`);
}
