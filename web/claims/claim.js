// @ts-check
// What a claim is: numbers that prose prints, and the run that yields them. The same code fills the slots at build,
// recomputes them in the tests, and checks them in the reader's browser.

import {formatPower, readNumber} from '../strings/powers.js';

/** @import {Core} from '../core/core.js' */
/** @import {Recording} from '../workers/recorded.js' */

/**
 * Numbers by name, also in lists and objects: `slopes.8` is the ninth of `slopes`.
 *
 * @typedef {{[name: string]: number | ArrayLike<number> | Values}} Values
 */
/**
 * `settings` are what the run is given; a slot can print them as well. A live claim has `compute`, a recorded one the
 * name of its file in web/runs/ and `read`. `law` is what must be true of the values, for a claim that prints none or
 * whose sentence compares them.
 *
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} source where the numbers come from: the paper and its section, or the model and its seeds
 * @property {Record<string, number>} [settings]
 * @property {(core: Core, settings: any) => Values} [compute]
 * @property {string} [run]
 * @property {(recording: Recording, settings: any) => Values} [read]
 * @property {{says: string, holds: (values: any) => boolean}} [law]
 */

/** @typedef {{claim: string, name: string, format: string}} Slot `rope-bf16.at512:.3` */

/** In the source of a chapter: [[rope-bf16.at512:.3]], and [[0.78 @src-neox-1003]] for a number that is quoted. */
export const SLOT =
  /\[\[([a-z][a-z0-9-]*)\.([\w.]+)(?::([^\]\s]+))?\]\]|\[\[([^\]@]+) @(src-[\w-]+)\]\]/g;

const FORMAT = /^(?:\.(\d+)|(?:\.(\d+))?%|~(\d+)|e(\d+))?$/;

/** @param {string} text as in `data-claim`: rope-bf16.at512:.3 @returns {Slot} */
export function readSlot(text) {
  const [, claim, name, format = ''] = /^([\w-]+)\.([\w.]+)(?::(.+))?$/.exec(text) ?? [];
  if (!claim) throw new Error(`a slot must be CLAIM.NAME:FORMAT, got "${text}"`);
  return {claim, name, format};
}

/** @param {string} digits @returns {string} with a comma before each three digits of a whole number's end */
const withCommas = (digits) =>
  digits.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/**
 * A number as it is printed, and the largest distance from it that still prints alike.
 *
 * | format | prints 12345.678 |
 * |---|---|
 * | none | an integer only: 12,346 would be refused |
 * | .2 | 12,345.68 |
 * | % or .1% | 1234567.8 % |
 * | ~3 | 12,300, to significant digits |
 * | e2 | 1.23·10^4 as it is written in text: 1.23·10⁴ |
 *
 * @param {number} value
 * @param {string} format
 * @returns {{text: string, limit: number}}
 * @throws {Error} for a format that does not exist, and for a number that does not fit it
 */
export function print(value, format) {
  const parts = FORMAT.exec(format);
  if (!parts) throw new Error(`a format must be .N, %, .N%, ~N or eN, got "${format}"`);
  if (!Number.isFinite(value)) throw new Error(`a printed number must be finite, got ${value}`);
  const [, decimals, percentDecimals, significant, mantissa] = parts;
  if (format.endsWith('%')) {
    const digits = Number(percentDecimals ?? 0);
    return {text: `${withCommas((100 * value).toFixed(digits))} %`, limit: 0.005 * 10 ** -digits};
  }
  if (mantissa !== undefined) {
    const exponent = Number(value.toExponential(Number(mantissa)).split('e')[1]);
    return {
      text: formatPower(value, Number(mantissa)),
      limit: 0.5 * 10 ** (exponent - Number(mantissa)),
    };
  }
  if (significant !== undefined) {
    const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
    const digits = Number(significant) - 1 - magnitude;
    const rounded = Number(value.toPrecision(Number(significant)));
    return {text: withCommas(rounded.toFixed(Math.max(0, digits))), limit: 0.5 * 10 ** -digits};
  }
  if (decimals === undefined && !Number.isInteger(value)) {
    throw new Error(`without a format a number must be an integer, got ${value}`);
  }
  const digits = Number(decimals ?? 0);
  const text = withCommas(value.toFixed(digits)).replace(/^-/, '−');
  return {text, limit: decimals === undefined ? 0 : 0.5 * 10 ** -digits};
}

/**
 * The number that a printed text stands for.
 *
 * @param {string} text
 * @returns {number}
 */
export function readPrinted(text) {
  return text.endsWith(' %') ? readNumber(text.slice(0, -2)) / 100 : readNumber(text);
}

/**
 * @param {Claim} claim
 * @param {Values} values
 * @param {string} name with dots: slopes.8
 * @returns {number}
 * @throws {Error} naming the claim and what it has
 */
export function numberIn(claim, values, name) {
  /** @type {any} */
  let value = {...claim.settings, ...values};
  for (const part of name.split('.')) value = value?.[part];
  if (typeof value === 'number') return value;
  const known = Object.keys({...claim.settings, ...values}).join(', ');
  throw new Error(`claim ${claim.id} has no number "${name}"; it has ${known}`);
}

/**
 * Runs a claim once.
 *
 * @param {Claim} claim
 * @param {{core: Core, recording?: Recording}} sources the recording for a recorded claim
 * @returns {{values: Values, ms: number, lawHolds: boolean}}
 */
export function evaluate(claim, {core, recording}) {
  const begun = performance.now();
  const {compute, read, settings = {}, law} = claim;
  const values = compute
    ? compute(core, settings)
    : /** @type {any} */ (read)(/** @type {Recording} */ (recording), settings);
  const lawHolds = law ? law.holds({...settings, ...values}) : true;
  return {values, ms: performance.now() - begun, lawHolds};
}

/**
 * Compares a computed number with the printed one.
 *
 * @param {number} value
 * @param {string} printed
 * @param {string} format
 * @returns {{value: number, limit: number, passed: boolean}} limit: how far from the printed number it may be
 */
export function judge(value, printed, format) {
  const shown = readPrinted(printed);
  const {limit} = print(shown, format);
  // a number halfway between two prints may be rounded either way
  const passed = Math.abs(value - shown) <= limit * 1.0002;
  return {value, limit, passed};
}
