// Finds the numbers in prose that somebody has typed though a run could give them. What is exempt follows from the form
// of the text:
//
//   what a formula is made of, but not what it says something is equal to; code, and the bibliography
//   the description inside a figure's tag, whose numbers tests/unit/figures/descriptions.test.js looks for in the figure
//   counts: integers up to 20 that are no percentage and no multiple
//   an integer that a noun introduces: chapter 4, position 2,044, width 64, lengths 16 and 24
//   the sizes of a product, 512 × 768, and of a fraction, 1/256
//   years, and what is part of a name: float32, GPT-2, Llama 3.1
//   a finding, whose data-run names the recordings that tests/unit/figures/chapter-8.test.js holds its numbers to
//   what a figure or a button of the same section, or the figure that opens the chapter, is set to
//   a setting of a claim that the section prints
//   what a question supposes: the numbers of its own words, in its answers too

import {loadFigure} from '../../web/build/figure-classes.js';
import {attribute, isElement, isText, nodesBelow, textOf} from '../../web/build/html.js';
import {SLOT} from '../../web/claims/claim.js';
import {CLAIMS} from '../../web/claims/index.js';

/** @import {Element, Parent} from '../../web/build/html.js' */

const LARGEST_COUNT = 20;
const NUMBER = /(?<![\w.,·^#-])\d[\d,]*(?:\.\d+)?(?:\s?·\s?10)?/g;
const NOUNS =
  'chapters? sections? equations? figures? tables? issues? requests? appendix algorithm positions? rows? columns? ' +
  'elements? heads? layers? distances? lengths? widths? bases? seeds? index indices factors? steps? offsets? dimensions? ' +
  'queries query keys? places? tokens? version sizes?';
const NUMERAL = String.raw`[−-]?\d[\d,]*`;
/** "positions 0, 10, " before 20, "lengths 16 and " before 24 */
const INTRODUCED = new RegExp(
  String.raw`\b(?:${NOUNS.split(' ').join('|')})\s(?:${NUMERAL}(?:,\s|\s(?:and|or|to)\s))*$`,
  'i',
);
const YEAR = /^(?:19[5-9]\d|20[0-3]\d)$/;
const VERSION_OF = /[A-Z]\w*[\w.]\s$/;
const PRODUCT_AFTER = /^\s×\s[\d□]/;
const PRODUCT_BEFORE = /[\d□]\s×\s$|\d\/$/;
const RESULT_AFTER = /^\s?(?:%|×|times as\b)/;

/** In a formula: the sign, and a number that nothing follows. */
const EQUALS = /(\\approx|=)\s*(\d[\d,{}]*(?:\.\d+)?)(?![\d.]|\s*[\\A-Za-z^(+*/-])/g;
const NAME_BEFORE = /(?:^|[,;:(]\s*)\\?[A-Za-z]+(?:_\{?\w+\}?)?\s*$/;

/** Text that is no prose. @param {Element} element */
const isProse = (element) =>
  !['code', 'pre', 'data'].includes(element.tagName) &&
  !element.tagName.includes('-') &&
  attribute(element, 'class') !== 'sources' &&
  attribute(element, 'data-run') === undefined;

/** Numbers in any nesting of settings. @param {unknown} value @returns {number[]} */
function numbersIn(value) {
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  if (value && typeof value === 'object') return Object.values(value).flatMap(numbersIn);
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? [number] : [];
}

/** What the claims of a text are set to. @param {string} text with slots */
const settingsOfClaims = (text) =>
  [...text.matchAll(SLOT)].flatMap(([, id]) => numbersIn(CLAIMS.get(id)?.settings));

/**
 * What the figures, buttons and claims of a section are set to.
 *
 * @param {Parent} section
 * @param {readonly string[]} tags of figures
 * @returns {Promise<Set<number>>}
 */
async function settingsOf(section, tags) {
  /** @type {number[]} */
  const all = [];
  for (const element of [...nodesBelow(section)].filter(isElement)) {
    const state = attribute(element, 'data-state');
    if (state)
      all.push(
        ...numbersIn([...new URLSearchParams(state).values()].flatMap((one) => one.split(','))),
      );
    if (!tags.includes(element.tagName)) continue;
    const Class = await loadFigure(element.tagName);
    const preset = Class.presets?.[attribute(element, 'preset') ?? ''];
    const initial = Object.values(Class.settings ?? {}).map(
      (/** @type {any} */ one) => one.default,
    );
    all.push(...numbersIn([initial, preset?.settings, element.attrs.map(({value}) => value)]));
  }
  return new Set([...all, ...settingsOfClaims(textOf(section))]);
}

/**
 * The numbers that a formula arrives at: 34.98 of `64 \cdot 7 = 34.98`, and not 0.9 of `p = 0.9`.
 *
 * @param {string} formula
 * @param {ReadonlySet<number>} settings
 * @returns {string[]}
 */
function resultsOf(formula, settings) {
  return [...formula.matchAll(EQUALS)].flatMap(({0: found, 1: sign, 2: digits, index}) => {
    const value = Number(digits.replace(/[,{}]/g, ''));
    const isGiven = sign === '=' && NAME_BEFORE.test(formula.slice(0, index));
    const isCount = Number.isInteger(value) && value <= LARGEST_COUNT;
    return isGiven || isCount || settings.has(value)
      ? []
      : [`${formula.slice(Math.max(0, index - 40), index)}${found.replace(digits, `>${digits}<`)}`];
  });
}

/**
 * @param {string} text with slots and formulas
 * @param {ReadonlySet<number>} settings
 * @returns {string[]} each number with what is beside it
 */
export function typedNumbers(text, settings) {
  /** @type {string[]} */
  const results = [];
  const prose = text
    .replace(SLOT, '§')
    .replace(/\\\(([\s\S]*?)\\\)|\\\[([\s\S]*?)\\\]/g, (formula, inline, display) => {
      results.push(...resultsOf(inline ?? display, settings));
      return '□'.repeat(Math.min(3, formula.length));
    });
  const typed = [...prose.matchAll(NUMBER)].flatMap(({0: found, index}) => {
    const digits = found.replace(/,$/, '');
    const value = Number(digits.replace(/,/g, ''));
    const [before, after] = [prose.slice(0, index), prose.slice(index + digits.length)];
    const isInteger = Number.isInteger(value) && !digits.includes('.');
    const isExempt =
      /^[\w-]*[A-Za-z]/.test(after) ||
      (isInteger && value <= LARGEST_COUNT && !RESULT_AFTER.test(after)) ||
      (/\b(?:section|equation|table|figure|appendix)s?\s$/i.test(before) &&
        /^\d+(\.\d+)?$/.test(digits)) ||
      (isInteger && INTRODUCED.test(before) && !RESULT_AFTER.test(after)) ||
      (isInteger && (PRODUCT_AFTER.test(after) || PRODUCT_BEFORE.test(before))) ||
      YEAR.test(digits) ||
      (/^\d\.\d$/.test(digits) && VERSION_OF.test(before)) ||
      settings.has(value);
    return isExempt
      ? []
      : [`${before.slice(-40)}>${digits}<${after.slice(0, 25)}`.replace(/\s+/g, ' ')];
  });
  return [...results, ...typed];
}

/**
 * @param {Parent} content of a page, as it was read
 * @param {readonly string[]} tags of figures
 * @returns {Promise<string[]>} each number that a claim should give, with its line
 */
export async function typedNumbersOf(content, tags) {
  const found = [];
  const star = [...nodesBelow(content)]
    .filter(isElement)
    .find((one) => attribute(one, 'class') === 'star');
  const ofStar = star ? await settingsOf(star, tags) : [];
  /** @type {Map<Parent, Set<number>>} */
  const known = new Map();
  for (const node of [...nodesBelow(content, isProse)].filter(isText)) {
    let section = /** @type {Parent} */ (node.parentNode);
    while ('parentNode' in section && section.tagName !== 'section' && section.parentNode) {
      section = /** @type {Parent} */ (section.parentNode);
    }
    const settings =
      known.get(section) ?? new Set([...ofStar, ...(await settingsOf(section, tags))]);
    known.set(section, settings);
    const line = node.sourceCodeLocation?.startLine ?? 0;
    found.push(...typedNumbers(node.value, settings).map((one) => `${line}: ${one}`));
  }
  return found;
}

/**
 * @param {readonly string[]} texts that belong together, with slots and formulas
 * @param {readonly string[]} [supposed] texts whose numbers are given, not found
 * @returns {string[]} each number that a claim should give
 */
export function typedNumbersOfTexts(texts, supposed = []) {
  const given = supposed
    .flatMap((text) => [...text.matchAll(NUMBER)])
    .map(([digits]) => Number(digits.replace(/,/g, '')));
  const known = new Set([...given, ...settingsOfClaims(texts.join(' '))]);
  return texts.flatMap((text) => typedNumbers(text, known));
}

/**
 * The texts of a figure that are there before it draws: its presets' titles, and what is said of its bugs and settings.
 *
 * @param {any} Class of the figure
 * @param {readonly number[]} given what else its texts may name
 * @returns {string[]} each number that a run should give, with what has it
 */
export function typedNumbersOfFigure({settings = {}, presets = {}, faults = {}}, given) {
  const initial = Object.values(settings).map((/** @type {any} */ one) => one.default);
  /** @type {[string, any, unknown[]][]} name, texts, and what they may name */
  const holders = [
    ...Object.entries(presets).map(
      ([name, one]) => /** @type {any} */ ([name, one, [one.settings]]),
    ),
    ...Object.entries(faults).map(([name, one]) => /** @type {any} */ ([name, one, []])),
    ...Object.entries(settings).map(([name, one]) => /** @type {any} */ ([name, one, [one]])),
  ];
  return holders.flatMap(([name, texts, settingsOfIt]) => {
    const known = new Set([...numbersIn([initial, settingsOfIt]), ...given]);
    return Object.entries(texts)
      .filter(([key, text]) => key !== 'default' && typeof text === 'string')
      .flatMap(([key, text]) => typedNumbers(text, known).map((one) => `${name}.${key}: ${one}`));
  });
}

/**
 * The prose of an exercise's HTML: code, indices and "n = 1,024" are no results, and a power of ten is a number.
 *
 * @param {string} text
 */
export function proseOf(text) {
  return text
    .replace(/([\d.]+)·10<sup>−(\d+)<\/sup>/g, (_, digits, power) =>
      (digits / 10 ** power).toFixed(power),
    )
    .replace(/<(code|pre)>[\s\S]*?<\/\1>/g, '□')
    .replace(/<(su[bp])>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\b[A-Za-z]\w* = \d[\d,.]*\d?(?![\d.])/g, '□');
}
