// @ts-check
import {requireFinite, requireNumbers, requireRows, requireTensor} from './check.js';

/** @import { Core, Numbers, Tensor, TensorLike } from './core.js' */

/** Measures of tables and matrices: the meters of the lab. See src/linalg/measure.h. */

/**
 * Cosine similarity of every two rows.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x (n, d)
 * @returns {Tensor} (n, n); 0 where a row is all zeros
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function cosineSimilarity(core, {x}) {
  const [n, d] = requireTensor(core, 'x', x, ['n', 'd']);
  return core.scratch((mem) => {
    const out = mem.f32(n * n);
    const block = mem.f32(x.data);
    core.call('linalg_measure_cosine', out.ptr, mem.f64(n).ptr, block.ptr, n, d);
    return {data: out.copy(), shape: [n, n]};
  });
}

/**
 * The two rows that are nearest to each other: 0 means that two positions look the same.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x (n, d), n >= 2
 * @returns {{distance: number, i: number, j: number}} i < j
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function minDistance(core, {x}) {
  const [n, d] = requireTensor(core, 'x', x, ['n >= 2', 'd']);
  if (n < 2) throw new RangeError(`x must have at least 2 rows, got ${n}.`);
  return core.scratch((mem) => {
    const distance = mem.f64(1);
    const pair = mem.i32(2);
    core.call('linalg_measure_min_distance', distance.ptr, pair.ptr, mem.f32(x.data).ptr, n, d);
    const [i, j] = pair.view();
    return {distance: distance.view()[0], i, j};
  });
}

/**
 * How far y's rows are from having the length of x's rows: the largest |‖y_r‖ / ‖x_r‖ - 1|.
 *
 * @param {Core} core
 * @param {{x: TensorLike, y: TensorLike}} options of one shape; the last axis is a row
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function normError(core, {x, y}) {
  const [n, d] = requireRows(core, 'x', x);
  requireTensor(core, 'y', y, x.shape);
  return measure(core, (mem, out) => {
    core.call('linalg_measure_norm_error', out, mem.f32(y.data).ptr, mem.f32(x.data).ptr, n, d);
  });
}

/**
 * How far a matrix is from depending on i - j alone: the largest spread along a diagonal.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x (n, m)
 * @returns {number} diagonals that are -Infinity throughout have no spread
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function toeplitzSpread(core, {x}) {
  const [n, m] = requireTensor(core, 'x', x, ['n', 'm']);
  return measure(core, (mem, out) => {
    core.call('linalg_measure_toeplitz_spread', out, mem.f32(x.data).ptr, n, m);
  });
}

/**
 * The largest |sum of a row - expected|.
 *
 * @param {Core} core
 * @param {{x: TensorLike, expected?: number}} options the last axis of x is a row
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function rowSumError(core, {x, expected = 1}) {
  const [n, m] = requireRows(core, 'x', x);
  requireFinite({expected});
  return measure(core, (mem, out) => {
    core.call('linalg_measure_row_sum_error', out, mem.f32(x.data).ptr, expected, n, m);
  });
}

/**
 * The largest |a - b|; equal infinities do not differ, NaN anywhere gives NaN.
 *
 * @param {Core} core
 * @param {{a: TensorLike, b: TensorLike}} options of one shape
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function maxAbsDiff(core, {a, b}) {
  const [rows, columns] = requireRows(core, 'a', a);
  requireTensor(core, 'b', b, a.shape);
  return measure(core, (mem, out) => {
    const inputA = mem.f32(a.data).ptr;
    core.call('linalg_measure_max_abs_diff', out, inputA, mem.f32(b.data).ptr, rows * columns);
  });
}

/**
 * Pearson's correlation r.
 *
 * @param {Core} core
 * @param {{x: Numbers, y: Numbers}} options of one length >= 2
 * @returns {number} NaN where x or y does not vary
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function pearson(core, {x, y}) {
  requireNumbers('x', x);
  requireNumbers('y', y);
  if (x.length < 2) throw new RangeError(`x must have at least 2 elements, got ${x.length}.`);
  if (y.length !== x.length) {
    throw new RangeError(`y must have as many elements as x, ${x.length}, got ${y.length}.`);
  }
  return measure(core, (mem, out) => {
    core.call('linalg_measure_pearson', out, mem.f32(x).ptr, mem.f32(y).ptr, x.length);
  });
}

/**
 * Matrix product.
 *
 * @param {Core} core
 * @param {{a: TensorLike, b: TensorLike}} options a (m, k), b (k, n)
 * @returns {Tensor} (m, n)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function matmul(core, {a, b}) {
  const [m, k] = requireTensor(core, 'a', a, ['m', 'k']);
  const [, n] = requireTensor(core, 'b', b, [k, 'n']);
  return core.scratch((mem) => {
    const out = mem.f32(m * n);
    const panels = mem.u8(core.number('linalg_matmul_n_bytes', n, k));
    const inputs = [mem.f32(a.data).ptr, mem.f32(b.data).ptr, panels.ptr];
    core.call('linalg_matmul', out.ptr, ...inputs, 0, m, n, k);
    return {data: out.copy(), shape: [m, n]};
  });
}

/**
 * @param {Core} core
 * @param {(mem: import('./core.js').Memory, out: number) => void} call writes one double at out
 * @returns {number}
 */
function measure(core, call) {
  return core.scratch((mem) => {
    const out = mem.f64(1);
    call(mem, out.ptr);
    return out.view()[0];
  });
}
