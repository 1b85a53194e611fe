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
    const isOpen = max === MAX_INT32 && !(typeof value === 'number' && value > max);
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
 * @throws {RangeError} naming the first that a float32 cannot hold as a finite number
 */
export function requireFinite32(values) {
  return requireEach(values, isFinite32, 'a finite number that float32 holds');
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
  if (!fits) {
    const got = shape.map(show).join(', ');
    throw new RangeError(`${name} must be ${expected}, got shape [${got}].`);
  }
  const sizes = shape.map((size, k) => [`${name}.shape[${k}]`, size]);
  requireShape(core, Object.fromEntries(sizes));
  const length = shape.reduce((a, b) => a * b, 1);
  if (data.length !== length) {
    throw new RangeError(`${name}.data must have ${length} elements, got ${data.length}.`);
  }
  requireElements(`${name}.data`, data);
  return shape;
}

/**
 * A tensor of any rank as rows: its last axis is the row.
 *
 * @param {Core} core
 * @param {string} name
 * @param {TensorLike} tensor
 * @returns {[nRows: number, n: number]} rows and their length
 * @throws {TypeError | RangeError}
 */
export function requireRows(core, name, tensor) {
  const rank = Array.isArray(tensor?.shape) ? Math.max(tensor.shape.length, 1) : 1;
  const free = Array.from({length: rank}, (_, k) => `size ${k}`);
  const shape = requireTensor(core, name, tensor, free);
  const n = shape[rank - 1];
  return [tensor.data.length / n, n];
}

/**
 * A list of finite numbers, such as positions.
 *
 * @param {string} name
 * @param {Numbers} values
 * @returns {Numbers}
 * @throws {TypeError | RangeError} naming the first element that is not finite
 */
export function requireNumbers(name, values) {
  return requireAll(name, values, Number.isFinite, 'a finite number');
}

/**
 * A list of numbers that are finite as float32 too, such as slopes.
 *
 * @param {string} name
 * @param {Numbers} values
 * @returns {Numbers}
 * @throws {TypeError | RangeError} naming the first element that is not
 */
export function requireNumbers32(name, values) {
  return requireAll(name, values, isFinite32, 'a finite number that float32 holds');
}

/**
 * @param {string} name
 * @param {Numbers} values
 * @param {(value: number) => boolean} accepts
 * @param {string} expected
 * @returns {Numbers}
 */
function requireAll(name, values, accepts, expected) {
  requireList(name, values);
  if (values.length === 0) throw new RangeError(`${name} must not be empty.`);
  for (let k = 0; k < values.length; k++) {
    if (typeof values[k] === 'number' && accepts(values[k])) continue;
    throw new RangeError(`${name}[${k}] must be ${expected}, got ${show(values[k])}.`);
  }
  return values;
}

/**
 * @param {string} name
 * @param {Numbers} values
 * @throws {TypeError} unless it is an array, or like one
 */
export function requireList(name, values) {
  if (isList(values)) return;
  throw new TypeError(`${name} must be an array of numbers, got ${show(values)}.`);
}

/**
 * What a typed array would convert in silence, or refuse in words that name no argument.
 *
 * @param {string} name
 * @param {Numbers} values
 * @throws {TypeError} naming the first element that is no number
 */
function requireElements(name, values) {
  if (values instanceof Float32Array) return; // nothing else is in it
  for (let k = 0; k < values.length; k++) {
    if (typeof values[k] === 'number') continue;
    throw new TypeError(`${name}[${k}] must be a number, got ${show(values[k])}.`);
  }
}

/** @param {number} value */
const isFinite32 = (value) => Number.isFinite(Math.fround(value));

/** @param {unknown} values a text has a length too, but no numbers */
function isList(values) {
  const length = typeof values === 'object' && /** @type {any} */ (values)?.length;
  return Number.isInteger(length) && length >= 0;
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
