// @ts-check
// A matrix of queries and keys as a function of the offset.

/** @import {Tensor} from '../../core/core.js' */

/**
 * Of each diagonal with a finite number, from the farthest key before the query to the farthest after it: its
 * offset j - i, mean, least and greatest.
 *
 * @typedef {{offsets: number[], mean: number[], low: number[], high: number[]}} Diagonals
 */

/**
 * @param {Tensor} tensor (nQuery, nKey); query i is at position i + nKey - nQuery
 * @returns {Diagonals}
 */
export function diagonalsOf({data, shape: [nQuery, nKey]}) {
  /** @type {Diagonals} */
  const out = {offsets: [], mean: [], low: [], high: []};
  for (let offset = 1 - nKey; offset < nQuery; offset++) {
    const values = [];
    for (let i = 0; i < nQuery; i++) {
      const j = i + nKey - nQuery + offset;
      if (j >= 0 && j < nKey && Number.isFinite(data[i * nKey + j]))
        values.push(data[i * nKey + j]);
    }
    if (values.length === 0) continue;
    out.offsets.push(offset);
    out.mean.push(values.reduce((a, b) => a + b, 0) / values.length);
    out.low.push(Math.min(...values));
    out.high.push(Math.max(...values));
  }
  return out;
}

/**
 * How far apart a row's values at equal distances to both sides are, at most.
 *
 * @param {Tensor} tensor (n, n)
 */
export function sideDifference({data, shape: [n]}) {
  let most = 0;
  for (let i = 0; i < n; i++) {
    for (let d = 1; i - d >= 0 && i + d < n; d++) {
      most = Math.max(most, Math.abs(data[i * n + i + d] - data[i * n + i - d]));
    }
  }
  return most;
}

/**
 * Keys after their query are hidden.
 *
 * @param {Tensor} tensor (nQuery, nKey); query i is at position i + shift
 * @param {number} shift
 * @returns {Tensor}
 */
export function hideFuture({data, shape}, shift) {
  const nKey = shape[1];
  const hidden = data.map((value, at) =>
    (at % nKey) - Math.floor(at / nKey) > shift ? Number.NEGATIVE_INFINITY : value,
  );
  return {data: hidden, shape};
}
