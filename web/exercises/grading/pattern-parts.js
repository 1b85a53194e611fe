// @ts-check
// What the patterns of wrong tensors are made of: numbers that are near, axes, lists of indices.

/** @typedef {(k: number) => number} At a number by its place */

const [ATOL, RTOL] = [1e-5, 1e-4];

/** @param {number} a @param {number} b */
export const near = (a, b) =>
  Object.is(a, b) ||
  a === b ||
  (Number.isFinite(b) && Math.abs(a - b) <= ATOL + RTOL * Math.abs(b));

/** As Python writes it. @param {number} value */
export const shown = (value) =>
  Number.isFinite(value)
    ? String(Number(value.toPrecision(6)))
    : String(value).replace('Infinity', 'inf').replace('NaN', 'nan');

/** @param {readonly number[]} shape @param {number} axis */
export const strideOf = (shape, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1);

/** Along which axis something holds. @param {readonly number[]} shape @param {(axis: number, n: number, indexOf: At, stride: number) => boolean} holds */
export function axisWhere(shape, holds) {
  return shape.findIndex((n, axis) => {
    const stride = strideOf(shape, axis);
    return n > 2 && holds(axis, n, (k) => Math.floor(k / stride) % n, stride);
  });
}

/** @param {number[]} list of indices */
export const listed = (list) =>
  list.slice(0, 4).join(', ') + (list.length > 4 ? ` and ${list.length - 4} more` : '');

/** @param {readonly unknown[]} list @param {number} [most] */
export const begun = (list, most = 4) =>
  list.slice(0, most).join(', ') + (list.length > most ? ' …' : '');
