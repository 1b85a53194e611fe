// @ts-check
// What training does to a table of positions, in numbers: which rows moved, and whether near
// positions have come to look alike.
import {cosineSimilarity} from '../../core/linalg.js';
import {learnedInit} from '../../core/pe.js';
import {rowOf} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Meter} from '../frame/meters.js' */

/** What a random table shows by chance is read off this many of them. */
export const N_RANDOM = 20;

/**
 * How far each row went.
 *
 * @param {Tensor} before (n, d)
 * @param {Tensor} after (n, d)
 * @returns {Float32Array} (n), Euclidean
 */
export function rowChanges(before, after) {
  return Float32Array.from({length: before.shape[0]}, (_, row) => {
    const [a, b] = [rowOf(before, row), rowOf(after, row)];
    return Math.hypot(...Array.from(a, (value, k) => b[k] - value));
  });
}

/**
 * The factor by which the rows from `from` on shrank, if they all did alike: the best one in the
 * sense of least squares, and the largest element that it leaves over, against the largest of all.
 *
 * @param {Tensor} before (n, d)
 * @param {Tensor} after (n, d)
 * @param {number} from
 */
export function shrinkage(before, after, from) {
  const at = from * before.shape[1];
  let [product, square, most] = [0, 0, 0];
  for (let k = at; k < before.data.length; k++) {
    product += before.data[k] * after.data[k];
    square += before.data[k] ** 2;
    most = Math.max(most, Math.abs(before.data[k]));
  }
  const factor = product / square;
  let left = 0;
  for (let k = at; k < before.data.length; k++)
    left = Math.max(left, Math.abs(after.data[k] - factor * before.data[k]));
  return {factor, error: left / most};
}

/**
 * Only a row that stood under a token has a gradient. One without stays as it was to the bit; where
 * weights decay, all such rows shrink by one factor, which has nothing to do with the text.
 *
 * @param {Tensor} before (n, d)
 * @param {Tensor} after (n, d)
 * @param {{trained: number, weightDecay: number}} options the first `trained` rows stood under tokens
 * @returns {Meter[]}
 */
export function rowMeters(before, after, {trained, weightDecay}) {
  const changes = rowChanges(before, after);
  const least = Math.min(...changes.subarray(0, trained));
  const rest = changes.subarray(trained);
  /** @type {Meter} */
  const moved = {
    name: 'trained-rows',
    label: 'every trained row moved, the least by',
    value: least,
    limit: 1e-3,
    relation: '≥',
  };
  if (rest.length === 0) return [moved];
  if (weightDecay === 0) {
    const label = 'largest change of a row without a gradient';
    return [{name: 'untrained-rows', label, value: Math.max(...rest), limit: 0}, moved];
  }
  const {factor, error} = shrinkage(before, after, trained);
  return [
    {
      name: 'untrained-rows',
      label: `rows without a gradient are the old ones times ${factor.toFixed(4)}, but for`,
      value: error,
      limit: 1e-4,
    },
    moved,
  ];
}

/**
 * Whether near positions are more alike than far ones.
 *
 * @param {Core} core
 * @param {Tensor} table (n, d), n >= 3
 * @returns {{near: number, far: number, contrast: number}} mean cosines of neighbours and of pairs at least
 *   n / 2 apart; contrast = near - far
 */
export function structure(core, table) {
  const n = table.shape[0];
  const {data} = cosineSimilarity(core, {x: table});
  const mean = (/** @type {(distance: number) => boolean} */ isIn) => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) {
        if (!isIn(i - j)) continue;
        sum += data[i * n + j];
        count++;
      }
    return sum / count;
  };
  const near = mean((distance) => distance === 1);
  const far = mean((distance) => distance >= n / 2);
  return {near, far, contrast: near - far};
}

/**
 * The strongest contrast among random tables of this size, either way.
 *
 * @param {Core} core
 * @param {{nPos: number, dModel: number}} sizes
 */
export function randomContrast(core, {nPos, dModel}) {
  const contrasts = Array.from({length: N_RANDOM}, (_, k) => {
    const table = learnedInit(core, {maxLen: nPos, dModel, seed: 1000 + k});
    return Math.abs(structure(core, table).contrast);
  });
  return Math.max(...contrasts);
}
