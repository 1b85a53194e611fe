// @ts-check
// Parts that the demos share: texts of numbers, tables, and views of the core's tensors.
import {minDistance} from '../../../core/linalg.js';
import {rowOf} from '../../shared/tensors.js';

/** @import {Core, Tensor} from '../../../core/core.js' */
/** @import {TablePanel} from '../../../draw/panel.js' */
/** @import {Drawing, Preset} from '../../frame/figure.js' */
/** @import {Settings} from '../../frame/settings.js' */

/**
 * A demonstration as a table: a preset, and the function from its settings to its
 * tables. `limits` are largest values of its settings, where they are lower than pe-readout's.
 *
 * @typedef {Preset & {limits?: Record<string, number>,
 *   compute(core: Core, settings: Settings, fault: string): Drawing}} Demo
 */

/** @param {number} n */
export const counted = (n) => Array.from({length: n}, (_, k) => k);

/**
 * With a fixed number of decimals, so that a column lines up.
 *
 * @param {number} value
 * @param {number} [decimals]
 */
export const fixed = (value, decimals = 4) => value.toFixed(decimals).replace('-', '−');

/**
 * A shape as Python prints it.
 *
 * @param {readonly number[]} shape
 */
export const shapeText = (shape) => `(${shape.join(', ')})`;

/** @param {number} bytes */
export function bytesText(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const step = Math.min(3, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** step).toPrecision(3))} ${units[step]}`;
}

/** @param {boolean} isSo */
export const yesNo = (isSo) => (isSo ? /* t */ 'yes' : /* t */ 'no');

/**
 * @param {string[]} columns
 * @param {(string | number)[][]} rows the first cell of each is its name
 * @param {{title?: string, says?: string}} [texts] `says` is announced when it changes
 * @returns {TablePanel}
 */
export const tableOf = (columns, rows, texts = {}) => ({kind: 'table', columns, rows, ...texts});

/**
 * One head of queries, keys or values.
 *
 * @param {Tensor} x (n, d)
 * @returns {Tensor} (1, n, d)
 */
export const oneHead = ({data, shape}) => ({data, shape: [1, ...shape]});

/**
 * The last two axes of a stack of one.
 *
 * @param {Tensor} x (1, n, m)
 * @returns {Tensor} (n, m)
 */
export const only = ({data, shape}) => ({data, shape: shape.slice(1)});

/**
 * @param {Tensor} x (n, d)
 * @param {ArrayLike<number>} order which row comes to place k
 * @returns {Tensor}
 */
export function pickRows(x, order) {
  const rows = Array.from(order, (row) => rowOf(x, row));
  return stack(rows);
}

/**
 * @param {ArrayLike<number>[]} rows of one length
 * @returns {Tensor}
 */
export function stack(rows) {
  const width = rows[0].length;
  const data = new Float32Array(rows.length * width);
  for (const [k, row] of rows.entries()) data.set(row, k * width);
  return {data, shape: [rows.length, width]};
}

/**
 * The length of a - b.
 *
 * @param {Core} core
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} [b] the origin where missing
 */
export const lengthOf = (core, a, b = new Float32Array(a.length)) =>
  minDistance(core, {x: stack([a, b])}).distance;

/**
 * Rows that no earlier row equals, number by number.
 *
 * @param {Tensor} x (n, d)
 */
export const distinctRows = (x) =>
  new Set(counted(x.shape[0]).map((row) => rowOf(x, row).join())).size;

/** @param {ArrayLike<number>} values */
export function meanOf(values) {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum / values.length;
}
