// @ts-check
// Sums in numpy's order, so that their last digits are numpy's (its pairwise sum, and the way of its iterator).
import {permute} from './shapes.js';
import {clone, dense, make, sizeOf} from './tensor.js';

/** @import {Numbers} from './dtypes.js' */
/** @import {Tensor} from './tensor.js' */

const BLOCK = 128;
/** So many numbers numpy copies at a time: no sum in pairs is longer. */
const BUFFER = 8192;

/** @typedef {(x: number) => number} Round */

/** Eight sums side by side up to 128 numbers, and longer rows by halves. @param {Numbers} row @param {number} from @param {number} n @param {Round} round @returns {number} */
function inPairs(row, from, n, round) {
  if (n > BLOCK) {
    const half = (n >> 1) - ((n >> 1) % 8);
    return round(inPairs(row, from, half, round) + inPairs(row, from + half, n - half, round));
  }
  const [whole, end] = [from + n - (n % 8), from + n];
  let sum = 0;
  if (n >= 8) {
    const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((lane) => {
      let side = row[from + lane];
      for (let k = from + 8 + lane; k < whole; k += 8) side = round(side + row[k]);
      return side;
    });
    sum = round(round(round(a + b) + round(c + d)) + round(round(e + f) + round(g + h)));
  }
  for (let k = whole; k < end; k++) sum = round(sum + row[k]);
  return sum;
}

/**
 * Along axes that go, which stay with size 1. As numpy's iterator goes: in pairs along the axis with the smallest
 * steps, where that one goes, and number by number along the others.
 *
 * @param {Tensor} x of float64 or float32, with at least one number
 * @param {readonly number[]} axes from 0 on
 * @returns {Tensor}
 */
export function sumInOrder(x, axes) {
  const {shape, strides, dtype} = x;
  const all = shape.map((_, d) => d);
  const byStep = all.filter((d) => shape[d] > 1);
  byStep.sort((a, b) => Math.abs(strides[b]) - Math.abs(strides[a]));
  const gone = byStep.filter((d) => axes.includes(d));
  if (gone.length === 0) return clone(x);
  const kept = all.filter((d) => !axes.includes(d));
  const rows = dense(permute(x, [...kept, ...axes.filter((d) => shape[d] === 1), ...gone]));
  const n = sizeOf(gone.map((d) => shape[d]));
  const run = runLength(x, byStep, gone);
  const out = make(
    dtype,
    shape.map((size, d) => (axes.includes(d) ? 1 : size)),
  );
  const {data} = out.storage;
  for (let k = 0; k < data.length; k++) {
    let sum = 0;
    for (let at = 0; at < n; at += run)
      for (let from = at; from < at + run; from += BUFFER) {
        const part = inPairs(rows, k * n + from, Math.min(BUFFER, at + run - from), dtype.round);
        sum = dtype.round(sum + part);
      }
    data[k] = sum;
  }
  return out;
}

/**
 * How many numbers in a row are summed in pairs: those of the innermost axis, with the axes that lie around it
 * without a gap; all where all axes go.
 *
 * @param {Tensor} x @param {number[]} byStep the axes, the smallest steps last @param {number[]} gone those that go
 */
function runLength({shape, strides}, byStep, gone) {
  if (byStep.at(-1) !== gone.at(-1)) return 1;
  if (gone.length === byStep.length) return sizeOf(gone.map((d) => shape[d]));
  let run = shape[gone[gone.length - 1]];
  for (let k = 2; k <= gone.length && byStep.at(-k) === gone.at(-k); k++) {
    const [outer, inner] = [gone[gone.length - k], gone[gone.length - k + 1]];
    if (Math.abs(strides[outer]) !== Math.abs(strides[inner]) * shape[inner]) break;
    run *= shape[outer];
  }
  return run;
}
