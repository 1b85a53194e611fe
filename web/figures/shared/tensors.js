// @ts-check
// Views of tensors that figures need before they draw: no arithmetic, only which number goes where.

/** @import {Tensor} from '../../core/core.js' */

/**
 * @param {Tensor} tensor (n, m)
 * @returns {Tensor} (m, n)
 */
export function transpose({data, shape: [n, m]}) {
  const out = new Float32Array(n * m);
  for (let row = 0; row < n; row++)
    for (let col = 0; col < m; col++) out[col * n + row] = data[row * m + col];
  return {data: out, shape: [m, n]};
}

/**
 * @param {Tensor} tensor (n, m)
 * @param {number} count
 * @returns {Tensor} (n, min(m, count))
 */
export function firstColumns({data, shape: [n, m]}, count) {
  const width = Math.min(m, count);
  const out = new Float32Array(n * width);
  for (let row = 0; row < n; row++) out.set(data.subarray(row * m, row * m + width), row * width);
  return {data: out, shape: [n, width]};
}

/**
 * @param {Tensor} tensor (n, m)
 * @param {number} count
 * @returns {Tensor} (min(n, count), m), a view
 */
export function firstRows({data, shape: [n, m]}, count) {
  const height = Math.min(n, count);
  return {data: data.subarray(0, height * m), shape: [height, m]};
}

/**
 * @param {Tensor} tensor (n, m)
 * @param {number} first
 * @returns {Tensor} (n - first, m), a view
 */
export function rowsFrom({data, shape: [n, m]}, first) {
  return {data: data.subarray(first * m), shape: [n - first, m]};
}

/**
 * One matrix of a stack.
 *
 * @param {Tensor} tensor (k, n, m)
 * @param {number} index
 * @returns {Tensor} (n, m), a view
 */
export function slice({data, shape: [, n, m]}, index) {
  return {data: data.subarray(index * n * m, (index + 1) * n * m), shape: [n, m]};
}

/**
 * @param {Tensor} tensor (n, m)
 * @param {number} index
 */
export function rowOf({data, shape: [, m]}, index) {
  return data.subarray(index * m, (index + 1) * m);
}

/**
 * @param {Tensor} tensor (n, m)
 * @param {number} index
 */
export function columnOf({data, shape: [n, m]}, index) {
  return Float32Array.from({length: n}, (_, row) => data[row * m + index]);
}

/**
 * The sum of two tensors of one shape: what an input method does to the embeddings.
 *
 * @param {Tensor} a
 * @param {Tensor} b
 * @returns {Tensor}
 */
export function add(a, b) {
  return {data: Float32Array.from(a.data, (value, k) => value + b.data[k]), shape: a.shape};
}

/**
 * @param {number} first
 * @param {number} n
 */
export function positionsFrom(first, n) {
  return Array.from({length: n}, (_, k) => first + k);
}
