// @ts-check

/**
 * What the wrappers check before a call. Every message names the argument, its value and what was expected.
 */

/** @import {Core, Numbers, TensorLike} from './core.js' */

export const MAX_INT32 = 2 ** 31 - 1;

/**
 * Refuses what the boundary would change in silence: wasm reads 1.5 as 1, and NaN as 0.
 *
 * @template {Record<string, number>} T
 * @param {T} sizes
 * @returns {T}
 * @throws {RangeError} naming the first that is not an integer >= 1
 */
export function requireSizes(sizes) {
  return requireIntegers(sizes, 1);
}

/**
 * @template {Record<string, number>} T
 * @param {T} values
 * @param {number} min
 * @param {number} [max]
 * @returns {T}
 * @throws {RangeError} naming the first that is not an integer of min..max
 */
export function requireIntegers(values, min, max = MAX_INT32) {
  for (const [name, value] of Object.entries(values)) {
    if (Number.isInteger(value) && value >= min && value <= max) continue;
    const isOpen = max === MAX_INT32 && !(value > max);
    const range = isOpen ? `an integer >= ${min}` : `an integer from ${min} to ${max}`;
    throw new RangeError(`${name} must be ${range}, got ${show(value)}.`);
  }
  return values;
}

/**
 * @template {Record<string, number>} T
 * @param {T} values
 * @returns {T}
 * @throws {RangeError} naming the first that is not a finite number
 */
export function requireFinite(values) {
  return requireEach(values, Number.isFinite, 'a finite number');
}

/**
 * @template {Record<string, number>} T
 * @param {T} values
 * @returns {T}
 * @throws {RangeError} naming the first that is not a finite number > 0
 */
export function requirePositive(values) {
  return requireEach(values, (v) => Number.isFinite(v) && v > 0, 'a finite number > 0');
}

/**
 * @template {Record<string, number>} T
 * @param {T} values
 * @returns {T}
 * @throws {RangeError} naming the first that is not a finite number >= 0
 */
export function requireNotNegative(values) {
  return requireEach(values, (v) => Number.isFinite(v) && v >= 0, 'a finite number >= 0');
}

/**
 * @template {Record<string, number>} T
 * @param {T} values
 * @param {(value: number) => boolean} accepts
 * @param {string} expected
 * @returns {T}
 */
function requireEach(values, accepts, expected) {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' && accepts(value)) continue;
    throw new RangeError(`${name} must be ${expected}, got ${show(value)}.`);
  }
  return values;
}

/**
 * The sizes of a tensor: each an integer >= 1, and the tensor small enough for the core.
 *
 * @template {Record<string, number>} T
 * @param {Core} core
 * @param {T} sizes
 * @returns {T}
 * @throws {RangeError} naming the size, or all of them where the product is too large
 */
export function requireShape(core, sizes) {
  requireSizes(sizes);
  const product = Object.values(sizes).reduce((a, b) => a * b, 1);
  if (product <= core.describe.maxElements) return sizes;
  const names = Object.keys(sizes).join(' x ');
  const values = Object.values(sizes).join(' x ');
  const limit = `at most ${core.describe.maxElements} elements`;
  throw new RangeError(`${names} must be ${limit}, got ${values} = ${product}.`);
}

/**
 * A tensor whose data fills its shape. Sizes of the wanted shape that are named by text are free:
 * `requireTensor(core, 'x', x, ['n', 'd'])`.
 *
 * @param {Core} core
 * @param {string} name
 * @param {TensorLike} tensor
 * @param {readonly (string | number)[]} wanted
 * @returns {readonly number[]} its shape
 * @throws {TypeError | RangeError}
 */
export function requireTensor(core, name, tensor, wanted) {
  const expected = `a tensor {data, shape: [${wanted.join(', ')}]}`;
  const isOne = Array.isArray(tensor?.shape) && isList(tensor.data);
  if (!isOne) {
    throw new TypeError(`${name} must be ${expected}, got ${show(tensor)}.`);
  }
  const {data, shape} = tensor;
  const fits =
    shape.length === wanted.length &&
    wanted.every((size, k) => typeof size === 'string' || size === shape[k]);
  if (!fits) throw new RangeError(`${name} must be ${expected}, got shape [${shape.join(', ')}].`);
  const sizes = shape.map((size, k) => [`${name}.shape[${k}]`, size]);
  requireShape(core, Object.fromEntries(sizes));
  const length = shape.reduce((a, b) => a * b, 1);
  if (data.length !== length) {
    throw new RangeError(`${name}.data must have ${length} elements, got ${data.length}.`);
  }
  return shape;
}

/**
 * A list of finite numbers, such as positions or slopes.
 *
 * @param {string} name
 * @param {Numbers} values
 * @returns {Numbers}
 * @throws {TypeError | RangeError} naming the first element that is not finite
 */
export function requireNumbers(name, values) {
  if (!isList(values)) {
    throw new TypeError(`${name} must be an array of numbers, got ${show(values)}.`);
  }
  if (values.length === 0) throw new RangeError(`${name} must not be empty.`);
  for (let k = 0; k < values.length; k++) {
    if (!Number.isFinite(values[k])) {
      throw new RangeError(`${name}[${k}] must be a finite number, got ${show(values[k])}.`);
    }
  }
  return values;
}

/** @param {unknown} values a text has a length too, but no numbers */
function isList(values) {
  return typeof values === 'object' && typeof (/** @type {any} */ (values)?.length) === 'number';
}

/** @param {readonly string[]} names */
export function listNames(names) {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length < 2 ? quoted.join('') : `one of ${quoted.join(', ')}`;
}

/** A value as an error message shows it. @param {unknown} value */
export function show(value) {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'object' && value !== null) return Object.prototype.toString.call(value);
  return String(value);
}
