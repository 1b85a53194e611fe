// @ts-check

import {requireIntegers, requireNumbers, requireShape, show} from '../check.js';

/** @import { Core, Field, Numbers, TensorLike } from '../core.js' */
/** @import { PeSettings } from './settings.js' */

/** What the wrappers of src/pe refuse in the same words. */

export const MIN_POSITION = -(2 ** 31);
export const MAX_POSITION = 2 ** 53; // where a double no longer holds every whole number

/** Of an angular frequency in radians per position: past it, angles leave what a double can hold. */
export const MAX_FREQUENCY = 1e100;

/** @typedef {Required<Omit<PeSettings, 'scaling'>>} Settings */

/** @param {Core} core @param {string} name @returns {Field} of PeConfig */
function fieldOf(core, name) {
  return /** @type {Field} */ (core.describe.structs.PeConfig.fields.find((f) => f.name === name));
}

/** The default of a setting. @param {Core} core @param {keyof Settings} name */
export function defaultOf(core, name) {
  return fieldOf(core, name).initial;
}

/**
 * @param {Core} core
 * @param {Partial<Settings>} settings
 * @throws {RangeError} naming the first setting that is not in its range, its value and what was expected
 */
export function requireSettings(core, settings) {
  for (const [name, value] of Object.entries(settings)) requireField(fieldOf(core, name), value);
}

/**
 * @param {Field} field of PeConfig
 * @param {unknown} value
 * @returns {number}
 * @throws {RangeError} unless the value is in the field's range and keeps its rule
 */
export function requireField({name, type, lowest, highest, rule}, value) {
  const number = /** @type {number} */ (value);
  if (type === 'int32_t') {
    requireIntegers({[name]: number}, lowest, highest);
    if (rule !== 'EVEN' || number % 2 === 0) return number;
    throw new RangeError(`${name} must be even, got ${number}.`);
  }
  const isInside = typeof value === 'number' && value >= lowest && value <= highest;
  if (isInside && (rule !== 'ABOVE' || value > lowest)) return value;
  const isAny = lowest === -highest;
  const range = isAny ? 'a finite number' : `within ${lowest} .. ${highest}`;
  const expected = rule === 'ABOVE' ? `a finite number > ${lowest}` : range;
  throw new RangeError(`${name} must be ${expected}, got ${show(value)}.`);
}

/** @param {Core} core @param {number} dim */
export function requireRopeWidth(core, dim) {
  requireShape(core, {dim});
  if (dim % 2 !== 0) throw new RangeError(`dim must be even, since pairs are rotated, got ${dim}.`);
}

/** @param {Numbers} positions @returns {Numbers} */
export function requirePositions(positions) {
  requireNumbers('positions', positions);
  return requireWithin('positions', positions, MAX_POSITION, '2^53');
}

/**
 * @param {string} name
 * @param {Numbers} values finite
 * @param {number} limit of their magnitude
 * @param {string} inWords
 * @returns {Numbers}
 */
export function requireWithin(name, values, limit, inWords) {
  for (let k = 0; k < values.length; k++) {
    if (Math.abs(values[k]) <= limit) continue;
    throw new RangeError(
      `${name}[${k}] must be within -${inWords} .. ${inWords}, got ${values[k]}.`,
    );
  }
  return values;
}

/** @param {Numbers | TensorLike | TensorLike} values @returns {Numbers} */
export function numbersOf(values) {
  const isTensor = typeof values === 'object' && values !== null && 'data' in values;
  return isTensor ? values.data : /** @type {Numbers} */ (values);
}
