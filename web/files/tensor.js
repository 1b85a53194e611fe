// @ts-check
// A tensor that a file names, and its numbers, read when they are wanted.
import {decode} from './dtypes.js';

/** @import {Source} from './bytes.js' */
/** @import {Dtype} from './dtypes.js' */

/**
 * @typedef {{data: Float32Array | Float64Array, shape: number[], nRows: number}} Values row-major; shape: that of
 *   what was read, with fewer rows than the tensor's nRows where it is too large
 */

/**
 * @typedef {object} FileTensor
 * @property {string} name
 * @property {string} dtype as the file calls it
 * @property {number[]} shape row-major
 * @property {string} file where it is
 * @property {() => Promise<Values>} read its numbers
 */

/** The most numbers that are read of one tensor: a table of 2,048 rows of 2,048. */
export const MAX_NUMBERS = 2 ** 22;

/**
 * How many rows of a tensor are read.
 *
 * @param {readonly number[]} shape
 * @returns {{rows: number, perRow: number}} for no axis at all, one row
 */
export function rowsToRead(shape) {
  const perRow = shape.slice(1).reduce((product, side) => product * side, 1);
  const rows = shape.length === 0 ? 1 : shape[0];
  return {rows: perRow === 0 ? rows : Math.min(rows, Math.floor(MAX_NUMBERS / perRow)), perRow};
}

/**
 * A tensor whose rows lie one after another in a file.
 *
 * @param {Source} source
 * @param {{name: string, word: string, dtype: Dtype, shape: number[], offset: number, little?: boolean}} about
 *   word: the dtype's name in the file; offset: of its first byte
 * @returns {FileTensor}
 */
export function storedTensor(source, {name, word, dtype, shape, offset, little = true}) {
  const what = `tensor ${name}`;
  return {
    name,
    dtype: word,
    shape,
    file: source.name,
    read: async () => {
      if (!dtype.read) {
        throw source.error(
          `${what} must be of a type whose numbers are read here (integers, F8_E4M3, F8_E5M2, F16, BF16, F32, F64, Q8_0, Q4_0), got ${word}.`,
        );
      }
      const {rows, perRow} = rowsToRead(shape);
      if (rows === 0 && shape[0] > 0) {
        throw source.error(
          `${what} must have rows of at most ${MAX_NUMBERS} numbers, got ${perRow}.`,
        );
      }
      const nBytes = ((rows * perRow) / dtype.perBlock) * dtype.nBytes;
      const data = decode(dtype, await source.read(offset, nBytes, what), little);
      return {
        data,
        shape: shape.length === 0 ? [] : [rows, ...shape.slice(1)],
        nRows: shape[0] ?? 1,
      };
    },
  };
}
