// @ts-check
// What the exercises' truths share: tensors whose axes are put in another order, and RoPE over
// (batch, time, heads, head width), the layout in which the exercises hand it over.
import {ropeRotate} from '../../core/pe.js';

/** @import {Core, Tensor, TensorLike} from '../../core/core.js' */
/** @import {RopeLayout} from '../../core/pe.js' */
/** @import {Argument, CaseRandom} from '../grading/random.js' */

/** @typedef {{cos: TensorLike, sin: TensorLike}} Tables (time, pairs) each */

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((n, size) => n * size, 1);

/**
 * A tensor whose numbers follow from their indices.
 *
 * @param {readonly number[]} shape
 * @param {(...index: number[]) => number} valueAt
 * @returns {Tensor}
 */
export function filled(shape, valueAt) {
  const index = shape.map(() => 0);
  const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
  for (let at = 0; at < data.length; at++) {
    let rest = at;
    for (let d = shape.length - 1; d >= 0; d--) {
      index[d] = rest % shape[d];
      rest = Math.floor(rest / shape[d]);
    }
    data[at] = valueAt(...index);
  }
  return {data, shape: [...shape]};
}

/** What an argument holds. @param {Argument} argument @returns {Tensor} */
export const tensorOf = ({tensor}) => ({
  data: Float32Array.from(tensor.data),
  shape: [...tensor.shape],
});

/** @param {TensorLike} tensor @returns {Argument} */
export const argumentOf = ({data, shape}) => ({
  tensor: {data: Float32Array.from(data), shape: [...shape], dtype: 'float32'},
});

/** A number as an output. @param {number} value @returns {TensorLike} */
export const scalar = (value) => ({data: Float64Array.of(value), shape: []});

/** @param {readonly number[]} values @returns {TensorLike} */
export const vector = (values) => ({data: Float64Array.from(values), shape: [values.length]});

/**
 * The axes in another order, as torch.permute does it.
 *
 * @param {TensorLike} tensor
 * @param {readonly number[]} order
 * @returns {Tensor}
 */
export function permuted({data, shape}, order) {
  const strides = shape.map((_, d) => sizeOf(shape.slice(d + 1)));
  const out = order.map((d) => shape[d]);
  const values = new Float32Array(data.length);
  const index = out.map(() => 0);
  for (let at = 0; at < values.length; at++) {
    values[at] = data[index.reduce((sum, i, d) => sum + i * strides[order[d]], 0)];
    for (let d = out.length - 1; d >= 0 && ++index[d] === out[d]; d--) index[d] = 0;
  }
  return {data: values, shape: out};
}

/**
 * The last axis in another order.
 *
 * @param {TensorLike} tensor
 * @param {(column: number, width: number) => number} from the old place of a new column
 * @returns {Tensor}
 */
export function columns({data, shape}, from) {
  const width = shape[shape.length - 1];
  const values = Float32Array.from(data, (_, at) => {
    const column = at % width;
    return data[at - column + from(column, width)];
  });
  return {data: values, shape: [...shape]};
}

/**
 * RoPE of (batch, time, heads, head width) by the first rows of the tables.
 *
 * @param {Core} core
 * @param {TensorLike} x
 * @param {Tables} tables
 * @param {{layout?: RopeLayout, inverse?: boolean, axis?: 1 | 2}} [options] axis: the one that counts
 *   positions; 2 (heads) is a mistake
 * @returns {Tensor}
 */
export function rotated(core, x, tables, {layout = 'interleaved', inverse = false, axis = 1} = {}) {
  const order = axis === 1 ? [0, 2, 1, 3] : [0, 1, 2, 3];
  const heads = permuted(x, order);
  const [nBatch, nOuter, n, dHead] = heads.shape;
  const rows = (/** @type {TensorLike} */ table) => ({
    data: Array.from(table.data).slice(0, n * table.shape[1]),
    shape: [n, table.shape[1]],
  });
  const flat = {data: heads.data, shape: [nBatch * nOuter, n, dHead]};
  const rotated = ropeRotate(core, {
    x: flat,
    cos: rows(tables.cos),
    sin: rows(tables.sin),
    layout,
    inverse,
  });
  return permuted({data: rotated.data, shape: heads.shape}, order);
}

/**
 * Cosines and sines of random angles: tables that no rule made.
 *
 * @param {CaseRandom} random @param {number} n @param {number} nPairs
 */
export function randomTables(random, n, nPairs) {
  const angles = Array.from({length: n * nPairs}, () => 2 * Math.PI * random.uniform());
  const table = (/** @type {(angle: number) => number} */ f) =>
    argumentOf({data: Float32Array.from(angles, f), shape: [n, nPairs]});
  return {cos: table(Math.cos), sin: table(Math.sin)};
}

/**
 * The law of rotations: lengths of the last axis' vectors stay what they were.
 *
 * @param {TensorLike} before @param {TensorLike} after
 * @returns {true | string} or the first vector that has another
 */
export function keepsLengths(before, after) {
  const width = before.shape[before.shape.length - 1];
  const length = (/** @type {TensorLike} */ {data}, /** @type {number} */ at) =>
    Math.hypot(...Array.from({length: width}, (_, i) => data[at + i]));
  for (let at = 0; at < before.data.length; at += width) {
    const [a, b] = [length(before, at), length(after, at)];
    if (Math.abs(a - b) > 1e-4 * (1 + a)) {
      return `vector ${at / width} had length ${a.toFixed(3)} and has ${b.toFixed(3)}`;
    }
  }
  return true;
}
