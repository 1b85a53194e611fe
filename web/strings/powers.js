// @ts-check
// Powers of ten as readers see them, hear them, and as programs read them back.

import {t} from './t.js';

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A number and a power of ten: 1.67·10⁻⁶, and 10⁻⁶ alone.
 *
 * @param {number} value
 * @param {number} decimals at most, without zeros at the end
 */
export function formatPower(value, decimals) {
  const [digits, exponent] = value.toExponential(decimals).split('e');
  const number = (decimals > 0 ? digits.replace(/\.?0+$/, '') : digits).replace('-', '−');
  const power = `10${superscript(Number(exponent))}`;
  return /^−?1$/.test(number) ? number.replace('1', power) : `${number}·${power}`;
}

/** @param {number} exponent */
export const superscript = (exponent) =>
  String(exponent).replace(/./g, (sign) => (sign === '-' ? '⁻' : SUPERSCRIPT[Number(sign)]));

/** The exponent that superscripts write. @param {string} text */
const exponentOf = (text) =>
  Number(text.replace(/./g, (sign) => (sign === '⁻' ? '-' : String(SUPERSCRIPT.indexOf(sign)))));

/**
 * @param {string} text
 * @returns {number} NaN unless it is one number for readers, and nothing else
 */
export function readNumber(text) {
  const [, sign, digits, factor = digits, power = ''] =
    /^([−-]?)(?:([\d,]*\.?\d+)|(?:(\d[\d.,]*) ?· ?)?10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))$/.exec(text) ?? [];
  if (sign === undefined) return Number.NaN;
  const number = `${(factor ?? '1').replaceAll(',', '')}e${power ? exponentOf(power) : 0}`;
  return Number(sign ? `-${number}` : number);
}

/**
 * A text in parts, so that each number with a power of ten can be spoken: superscripts alone are often read as if they
 * were digits of the ten.
 *
 * @param {string} text
 * @returns {{text: string, spoken: string}[]} spoken: '' for what needs nothing
 */
export function spokenParts(text) {
  const parts = [];
  let end = 0;
  for (const {0: found, 1: factor, 2: exponent, index} of text.matchAll(
    /(?:([−-]?\d[\d.,]*) ?· ?)?10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
  )) {
    const power = t('10 to the power of {n}', {n: String(exponentOf(exponent)).replace('-', '−')});
    const spoken = factor ? t('{number} times {power}', {number: factor, power}) : power;
    parts.push({text: text.slice(end, index), spoken: ''}, {text: found, spoken});
    end = index + found.length;
  }
  return [...parts, {text: text.slice(end), spoken: ''}].filter((part) => part.text !== '');
}
