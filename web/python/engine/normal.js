// @ts-check
// Normal numbers as PyTorch makes them of uniform ones, sixteen at a time. In float32 it takes the
// polynomials of the Cephes library (S. Moshier, 1992) in vector registers, where a product and a sum are
// rounded once: to have its last digits, the steps are the same here.

const {fround} = Math;
const BITS = new Int32Array(1);
const FLOAT = new Float32Array(BITS.buffer);

/** Numbers that PyTorch makes at a time, of a tensor that has as many. */
export const BLOCK = 16;

/** a b + c, rounded once. @param {number} a @param {number} b @param {number} c */
const fused = (a, b, c) => fround(a * b + c);

/** @param {number[]} coefficients from the highest power @param {number} x */
const polynomial = (coefficients, x) => coefficients.reduce((y, c) => fused(y, x, c));

/** @param {number[]} numbers */
const rounded = (numbers) => numbers.map(fround);

const LOG = rounded([
  7.0376836292e-2, -1.151461031e-1, 1.167699874e-1, -1.2420140846e-1, 1.4249322787e-1,
  -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
]); // prettier-ignore
const LN_2 = rounded([-2.1219444e-4, 0.693359375]);
const ROOT_HALF = fround(Math.SQRT1_2);
const COS = rounded([2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2]);
const SIN = rounded([-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1]);
const FOUR_OVER_PI = fround(4 / Math.PI);
const QUARTER_PI = rounded([-0.78515625, -2.4187564849853516e-4, -3.774894977445941e-8]);
const TWO_PI = fround(2 * Math.PI);

/** The natural logarithm of a float32 in (0, 1]. @param {number} value */
function log(value) {
  FLOAT[0] = value;
  let exponent = (BITS[0] >>> 23) - 0x7e;
  BITS[0] = (BITS[0] & 0x7fffff) | 0x3f000000;
  let x = FLOAT[0]; // in [1/2, 1)
  if (x < ROOT_HALF) {
    exponent--;
    x = fround(fround(x - 1) + x);
  } else x = fround(x - 1);
  const square = fround(x * x);
  let y = fround(fround(polynomial(LOG, x) * x) * square);
  y = fused(exponent, LN_2[0], y);
  y = fused(-square, 0.5, y);
  return fused(exponent, LN_2[1], fround(x + y));
}

/** @param {number} angle in [0, 2 pi] @returns {[number, number]} its cosine and sine */
function cosSin(angle) {
  const octant = (Math.trunc(fround(angle * FOUR_OVER_PI)) + 1) & ~1;
  const x = QUARTER_PI.reduce((rest, part) => fused(octant, part, rest), angle);
  const square = fround(x * x);
  const tail = fround(polynomial(COS, square) * square);
  const cos = fround(fused(tail, square, -square * 0.5) + 1);
  const sin = fused(fround(polynomial(SIN, square) * square), x, x);
  const isSwapped = (octant & 2) !== 0;
  const [cosSign, sinSign] = [~(octant - 2) & 4 ? -1 : 1, octant & 4 ? -1 : 1];
  return isSwapped ? [cosSign * sin, sinSign * cos] : [cosSign * cos, sinSign * sin];
}

/** Uniform numbers to normal ones, the first half of a block with the second: float32. @param {Float64Array} numbers @param {number} from @param {number} mean @param {number} std */
export function singleBlock(numbers, from, mean, std) {
  for (let k = from; k < from + BLOCK / 2; k++) {
    const radius = fround(Math.sqrt(fround(-2 * log(fround(1 - numbers[k])))));
    const [cos, sin] = cosSin(fround(TWO_PI * numbers[k + BLOCK / 2]));
    numbers[k] = fused(fround(radius * cos), std, mean);
    numbers[k + BLOCK / 2] = fused(fround(radius * sin), std, mean);
  }
}

/**
 * The same in other types: each step is rounded.
 *
 * @param {Float64Array} numbers @param {number} from @param {number} mean @param {number} std
 * @param {(x: number) => number} round
 */
export function otherBlock(numbers, from, mean, std, round) {
  for (let k = from; k < from + BLOCK / 2; k++) {
    const radius = round(Math.sqrt(round(-2 * round(Math.log(round(1 - numbers[k]))))));
    const angle = round(2 * Math.PI * numbers[k + BLOCK / 2]);
    const scaled = (/** @type {number} */ part) =>
      round(round(round(radius * round(part)) * std) + mean);
    numbers[k] = scaled(Math.cos(angle));
    numbers[k + BLOCK / 2] = scaled(Math.sin(angle));
  }
}
