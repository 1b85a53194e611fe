// @ts-check
// What a validator says: where, what is there, what is expected.
import {hasManyAccents, MANY_ACCENTS, shownValue} from '../shown.js';

const MOST_SHOWN = 40;

/** A value as JSON, cut where it is long. @param {unknown} value @returns {string} */
export function shown(value) {
  const text = shownValue(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isRecord = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} low @param {number} high @returns {value is number} */
export const isWhole = (value, low, high) =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high;

/**
 * Fields that are not known, and those that are missing.
 *
 * @param {string} where
 * @param {Record<string, any>} record
 * @param {readonly string[]} required
 * @param {readonly string[]} [optional]
 * @returns {string[]}
 */
export function fieldProblems(where, record, required, optional = []) {
  const known = [...required, ...optional];
  return [
    ...required
      .filter((name) => !Object.hasOwn(record, name))
      .map((name) => `${where}: ${name} is missing.`),
    ...Object.keys(record)
      .filter((name) => !known.includes(name))
      .map((name) => `${where}: ${shown(name)} is no field; there are ${known.join(', ')}.`),
  ];
}

/**
 * @param {string} where
 * @param {unknown} value
 * @param {number} most characters
 * @returns {string[]}
 */
export function textProblems(where, value, most) {
  if (typeof value !== 'string' || value.trim() === '')
    return [`${where} must be a text that is not empty, got ${shown(value)}.`];
  if (value.length > most)
    return [`${where} must have at most ${most} characters, got ${value.length}.`];
  return hasManyAccents(value) ? [`${where} ${MANY_ACCENTS}.`] : [];
}

const TAG = /<(\/?)([a-z]+)( href="(?:https:\/\/|\.?\/|#|chapters\/)[^"<>]*")?>/g;
const TAGS = ['p', 'b', 'i', 'code', 'sub', 'sup', 'em', 'strong', 'ul', 'ol', 'li', 'pre', 'br', 'a', 'table', 'tr', 'th', 'td']; // biome-ignore format: a list

/**
 * HTML that may be shown as it is: these tags alone, closed, without attributes but the address of a link.
 *
 * @param {string} where
 * @param {unknown} value
 * @param {number} most characters
 * @returns {string[]}
 */
export function htmlProblems(where, value, most) {
  const problems = textProblems(where, value, most);
  if (problems.length > 0) return problems;
  const text = String(value);
  const rest = text.split(TAG).filter((_, k) => k % 4 === 0);
  const part = rest.find((one) => one.includes('<'));
  if (part !== undefined)
    return [
      `${where} has ${shown(part.slice(part.indexOf('<')))}, which is no tag that may be there; there may be ${TAGS.join(', ')}, without attributes, but <a href="https://…">. A sign of less-than is written &lt;.`,
    ];
  const open = [];
  for (const [whole, slash, tag, href] of text.matchAll(TAG)) {
    if (!TAGS.includes(tag) || (href && (tag !== 'a' || slash)))
      return [`${where} has ${shown(whole)}; there may be the tags ${TAGS.join(', ')}.`];
    if (tag === 'br') {
      if (slash) return [`${where} has ${shown(whole)}; a line break is <br>.`];
    } else if (!slash) open.push(tag);
    else if (open.pop() !== tag) return [`${where} has </${tag}>, which closes nothing.`];
  }
  return open.map((tag) => `${where}: <${tag}> is not closed.`);
}
