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

/** Numbers by which people multiply or divide where they should not, and what they are. @type {[factor: number, words: string][]} */
const KNOWN_FACTORS = [
  [180 / Math.PI, '180 / π: degrees for radians'],
  [Math.PI / 180, 'π / 180: radians for degrees'],
  [2 * Math.PI, '2π'],
  [1 / (2 * Math.PI), '1 / 2π'],
  [1 / Math.LN2, '1 / ln 2: a logarithm to base 2 for the natural one'],
  [Math.LN2, 'ln 2: a natural logarithm for one to base 2'],
  [1 / Math.LN10, '1 / ln 10: a logarithm to base 10 for the natural one'],
];
export const MOST_UNDER_ROOT = 4096;

/** @param {number} a @param {number} b @param {number} [rtol] */
export const isSame = (a, b, rtol = 1e-5) => Math.abs(a - b) <= rtol * Math.abs(b);

/** What a factor is, where that can be seen: ' (1/√8)', or ''. @param {number} factor @param {number} [rtol] how well it is known */
export function factorWords(factor, rtol = 1e-5) {
  const size = Math.abs(factor);
  const known = KNOWN_FACTORS.find(([one]) => isSame(size, one, rtol));
  if (known) return ` (${known[1]})`;
  for (const [root, words] of /** @type {const} */ ([
    [size * size, '√'],
    [1 / (size * size), '1/√'],
  ])) {
    const n = Math.round(root);
    if (n < 2 || n > MOST_UNDER_ROOT || !isSame(root, n, 2 * rtol) || n * rtol > 0.1) continue;
    const whole = Math.round(Math.sqrt(n));
    if (whole * whole !== n) return ` (${words}${n})`;
    if (words === '1/√') return ` (1/${whole})`;
  }
  return '';
}
