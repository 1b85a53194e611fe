// @ts-check
import {requireFinite, requireIntegers, requireNotNegative, requireShape, show} from './check.js';

/** @import { Block, Core, Memory, Tensor, TensorInt } from './core.js' */

/**
 * Seeded random numbers. A stream is named by a seed and a text: the same two give the same numbers
 * on every machine, and another name gives numbers that have nothing to do with them. See
 * src/base/rng.h.
 *
 * @typedef {{seed: number | bigint, name: string}} Stream
 *   seed: an integer of 0..2^53-1, or a bigint of 64 bits
 */

/**
 * Uniform numbers of [-scale, scale).
 *
 * @param {Core} core
 * @param {Stream & {shape: readonly number[], scale?: number}} options
 * @returns {Tensor} of that shape
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function randomUniform(core, {seed, name, shape, scale = 1}) {
  requireFinite({scale});
  return floats(core, 'rng_uniform', {seed, name, shape, parameter: scale});
}

/**
 * Gaussian numbers of mean 0 and standard deviation sigma.
 *
 * @param {Core} core
 * @param {Stream & {shape: readonly number[], sigma?: number}} options
 * @returns {Tensor} of that shape
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function randomNormal(core, {seed, name, shape, sigma = 1}) {
  requireNotNegative({sigma});
  return floats(core, 'rng_normal', {seed, name, shape, parameter: sigma});
}

/**
 * Integers of 0..modulus-1.
 *
 * @param {Core} core
 * @param {Stream & {n: number, modulus: number}} options
 * @returns {TensorInt} (n)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function randomIntegers(core, {seed, name, n, modulus}) {
  requireShape(core, {n});
  requireIntegers({modulus}, 1);
  return core.scratch((mem) => {
    const out = mem.i32(n);
    const stream = allocateStream(mem, {seed, name});
    core.call('rng_integers', out.ptr, ...stream, modulus, n);
    return {data: out.copy(), shape: [n]};
  });
}

/**
 * The numbers 0..n-1 in a random order.
 *
 * @param {Core} core
 * @param {Stream & {n: number}} options
 * @returns {TensorInt} (n)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function permutation(core, {seed, name, n}) {
  requireShape(core, {n});
  return core.scratch((mem) => {
    const out = mem.i32(n);
    const stream = allocateStream(mem, {seed, name});
    core.call('rng_permutation', out.ptr, ...stream, n);
    return {data: out.copy(), shape: [n]};
  });
}

/**
 * A stream as C takes it: pointer and bytes of the name, the seed's low and high half.
 *
 * @param {Memory} mem
 * @param {Stream} stream
 * @returns {[number, number, number, number]} name, n_name, seed_lo, seed_hi
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function allocateStream(mem, {seed, name}) {
  if (typeof name !== 'string') throw new TypeError(`name must be a string, got ${show(name)}.`);
  const bits = requireSeed(seed);
  const text = mem.utf8(name);
  return [text.ptr, text.length, Number(bits & 0xffffffffn), Number(bits >> 32n)];
}

/**
 * The same as a struct.
 *
 * @param {Memory} mem
 * @param {Stream} stream
 * @returns {number} pointer to RngStream
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function allocateStreamStruct(mem, stream) {
  const [name, nName, seedLo, seedHi] = allocateStream(mem, stream);
  return mem.struct('RngStream', {name, nName, seedLo, seedHi}).ptr;
}

/** @param {number | bigint} seed @returns {bigint} */
function requireSeed(seed) {
  const isWhole = typeof seed === 'bigint' || Number.isSafeInteger(seed);
  if (isWhole && seed >= 0 && BigInt(seed) < 1n << 64n) return BigInt(seed);
  const expected = 'an integer from 0 to 2^53 - 1, or a bigint from 0 to 2^64 - 1';
  throw new RangeError(`seed must be ${expected}, got ${show(seed)}.`);
}

/**
 * @param {Core} core
 * @param {string} call
 * @param {Stream & {shape: readonly number[], parameter: number}} options
 * @returns {Tensor} of that shape
 */
function floats(core, call, {seed, name, shape, parameter}) {
  if (!Array.isArray(shape)) {
    throw new TypeError(`shape must be an array of sizes, got ${show(shape)}.`);
  }
  const sizes = shape.map((size, k) => [`shape[${k}]`, size]);
  requireShape(core, Object.fromEntries(sizes));
  const n = shape.reduce((a, b) => a * b, 1);
  return core.scratch((mem) => {
    const out = mem.f32(n);
    const stream = allocateStream(mem, {seed, name});
    core.call(call, out.ptr, ...stream, parameter, n);
    return {data: out.copy(), shape: [...shape]};
  });
}
