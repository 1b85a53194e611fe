// @ts-check
// How far equal words are apart, in a model's space or on a map.
import {rowOf} from '../shared/tensors.js';
import {SENTENCE_LENGTH, THE} from './grammar-probe.js';

/** @import {Tensor} from '../../core/core.js' */

/**
 * How far the two “the” of a sentence are apart, as a mean over the sentences and at most, beside the
 * median distance of any two tokens.
 *
 * @param {Tensor} x (sentences * 6, d)
 * @returns {{mean: number, most: number, median: number}}
 */
export function theApart(x) {
  const n = x.shape[0];
  const rows = Array.from({length: n}, (_, row) => rowOf(x, row));
  const far = (/** @type {number} */ i, /** @type {number} */ j) => {
    let sum = 0;
    for (let k = 0; k < rows[i].length; k++) sum += (rows[i][k] - rows[j][k]) ** 2;
    return Math.sqrt(sum);
  };
  const starts = Array.from({length: n / SENTENCE_LENGTH}, (_, k) => k * SENTENCE_LENGTH);
  const apart = starts.map((start) => far(start + THE[0], start + THE[1]));
  const all = [];
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) all.push(far(i, j));
  all.sort((a, b) => a - b);
  const middle = all.length / 2;
  return {
    mean: apart.reduce((a, b) => a + b, 0) / apart.length,
    most: Math.max(...apart),
    median: (all[Math.ceil(middle) - 1] + all[Math.floor(middle)]) / 2,
  };
}
