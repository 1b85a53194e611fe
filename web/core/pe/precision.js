// @ts-check

import {requireNumbers, requireShape} from '../check.js';
import {defaultOf, numbersOf, requirePositions, requireSettings} from './checks.js';

/** @import { Core, Numbers, Tensor64, TensorLike } from '../core.js' */

/** @typedef {'float64' | 'float32' | 'bfloat16' | 'float16'} NumberType see src/pe/precision.h */

/** The range of src/base/elementary.h. */
const MAX_ANGLE_RAD = 2 ** 31;

/**
 * RoPE's table as code in these number types makes it, and how far each pair is from the exact
 * angle. An angle that is too large for its type has no cosine, no sine and no error: NaN.
 *
 * @param {Core} core
 * @param {{dim: number, base?: number, positions: Numbers, frequencyType?: NumberType,
 *   angleType?: NumberType, tableType?: NumberType}} options
 *   dim even; types of the frequency, of position and angle, of cosine and sine: float64
 * @returns {{cos: Tensor64, sin: Tensor64, phaseError: Tensor64}} (n, dim / 2) each; phaseError in
 *   radians, within -π .. π, positive where the pair is ahead
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropePrecision(core, options) {
  const {dim, base = defaultOf(core, 'base'), positions} = options;
  const n = requirePositions(positions).length;
  requireShape(core, {dim});
  if (dim % 2 !== 0) throw new RangeError(`dim must be even, since pairs are rotated, got ${dim}.`);
  requireShape(core, {'positions.length': n, dim});
  requireSettings(core, {base});
  requireAngles(positions, base, dim);
  const {frequencyType = 'float64', angleType = 'float64', tableType = 'float64'} = options;
  const types = Object.entries({frequencyType, angleType, tableType});
  const ids = types.map(([name, type]) => [name, core.enumValue('numberType', name, type)]);
  const shape = [n, dim / 2];
  return core.scratch((mem) => {
    const out = [0, 1, 2].map(() => mem.f64((n * dim) / 2));
    const inputs = [...out.map((block) => block.ptr), mem.f64(positions).ptr];
    const chosen = mem.struct('PePrecision', Object.fromEntries(ids)).ptr;
    core.call('pe_precision_tables', ...inputs, base, chosen, n, dim);
    const [cos, sin, phaseError] = out.map((block) => ({data: block.copy(), shape}));
    return {cos, sin, phaseError};
  });
}

/**
 * Numbers rounded to a type: to the nearest, of two equally near ones to the even; too large ones
 * become infinite.
 *
 * @param {Core} core
 * @param {{values: Numbers | TensorLike, type: NumberType}} options
 * @returns {Tensor64} (values.length)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function roundToType(core, {values, type}) {
  const list = requireNumbers('values', numbersOf(values));
  const id = core.enumValue('numberType', 'type', type);
  return core.scratch((mem) => {
    const out = mem.f64(list);
    core.call('pe_precision_round', out.ptr, out.ptr, id, list.length);
    return {data: out.copy(), shape: [list.length]};
  });
}

/** @param {Numbers} positions @param {number} base @param {number} dim */
function requireAngles(positions, base, dim) {
  const fastest = base < 1 ? base ** (2 / dim - 1) : 1;
  for (let k = 0; k < positions.length; k++) {
    if (Math.abs(positions[k]) * fastest <= MAX_ANGLE_RAD) continue;
    const range = `an angle within -2^31 .. 2^31 rad`;
    throw new RangeError(`positions[${k}] must give ${range}, got position ${positions[k]}.`);
  }
}
