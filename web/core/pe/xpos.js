// @ts-check

import {requireFinite, requireIntegers, requireShape, requireTensor, show} from '../check.js';
import {defaultOf, MIN_POSITION, requireSettings} from './checks.js';

/** @import { Core, Tensor, TensorLike } from '../core.js' */

/**
 * @typedef {{scaleBase?: number, centre?: number, firstPos?: number}} XposSettings
 *   scaleBase (default 512): positions over which the slowest and the fastest pair are multiplied by
 *   their zeta once; centre (0): the position whose factor is 1, any finite number; firstPos (0)
 */

const FASTEST = Math.log(3.5); // -ln zeta of pair 0, whatever the width
const FARTHEST = 80; // factors stay within e^-80 .. e^80: float32 holds little more

/**
 * xPos's factors: zeta_i^((p - centre) / scaleBase), zeta_i = (2i + 0.4 dim) / (1.4 dim); a query is
 * multiplied by them, a key divided. See src/pe/xpos.h.
 *
 * @param {Core} core
 * @param {{nPos: number, dim: number} & XposSettings} options dim: even, the elements that are rotated
 * @returns {Tensor} (nPos, dim / 2), positions firstPos, firstPos + 1, ...
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function xposScales(core, {nPos, dim, ...settings}) {
  requireShape(core, {nPos, dim});
  requireEven('dim', dim, dim);
  const ones = {data: new Float32Array(nPos * dim).fill(1), shape: [1, nPos, dim]};
  const {data} = xposScale(core, {x: ones, ...settings});
  return {data: data.filter((_, at) => at % 2 === 0), shape: [nPos, dim / 2]};
}

/**
 * Queries, or keys where `divide`, after their rotation (ropeRotate, interleaved): each pair times
 * or by its factor.
 *
 * @param {Core} core
 * @param {{x: TensorLike, divide?: boolean, rotaryDim?: number} & XposSettings} options
 *   x (nHeads, n, dHead); rotaryDim: the leading elements that are rotated, by default all
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function xposScale(core, {x, divide = false, rotaryDim, ...settings}) {
  const [nHeads, n, dHead] = requireTensor(core, 'x', x, ['nHeads', 'n', 'dHead']);
  const dim = rotaryDim === undefined ? dHead : rotaryDim;
  requireEven(rotaryDim === undefined ? 'dHead' : 'rotaryDim', dim, dHead);
  const {scaleBase, centre, firstPos} = requireXpos(core, n, settings);
  return core.scratch((mem) => {
    const out = mem.f32(x.data);
    const rule = [divide ? 1 : 0, scaleBase, firstPos - centre];
    core.call('pe_xpos_scale', out.ptr, ...rule, nHeads, n, dHead, dim);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/** @param {string} name @param {number} dim @param {number} most */
function requireEven(name, dim, most) {
  if (Number.isInteger(dim) && dim >= 2 && dim % 2 === 0 && dim <= most) return;
  const range = typeof dim === 'number' && dim > most ? ` of at most ${most}` : '';
  throw new RangeError(`${name} must be an even integer >= 2${range}, got ${show(dim)}.`);
}

/** @param {Core} core @param {number} n @param {XposSettings} settings */
function requireXpos(
  core,
  n,
  {scaleBase = defaultOf(core, 'scaleBase'), centre = 0, firstPos = 0},
) {
  requireSettings(core, {scaleBase});
  requireFinite({centre});
  requireIntegers({firstPos}, MIN_POSITION);
  const far = Math.max(Math.abs(firstPos - centre), Math.abs(firstPos + n - 1 - centre));
  if ((far / scaleBase) * FASTEST <= FARTHEST) return {scaleBase, centre, firstPos};
  const least = ((far * FASTEST) / FARTHEST).toPrecision(4);
  const reason = `positions ${far} from the centre leave what float32 holds`;
  throw new RangeError(`scaleBase must be at least ${least}, since ${reason}, got ${scaleBase}.`);
}
