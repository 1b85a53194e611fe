// @ts-check
// Fields of a configuration, each with a type: what is of another type is refused by its name.

import {readJson} from '../../../files/json.js';
import {otherKindOf} from '../../../files/json-kinds.js';

/** @typedef {Record<string, unknown>} Fields */

/**
 * A text as JSON, with remarks on how it is written.
 *
 * @param {string} text
 * @returns {{fields: Fields, remarks: {field: string, text: string}[]}}
 * @throws {RangeError} saying where it ceases to be JSON, or what it is instead of a configuration
 */
export function parseJson(text) {
  if (text.trim() === '') throw new RangeError('config must be JSON, got nothing.');
  const {value, remarks} = parsed(text);
  if (!isFields(value)) {
    throw new RangeError(`config must be a JSON object { ... }, got ${show(value)}.`);
  }
  const other = otherKindOf(value);
  if (other !== null) throw new RangeError(`config must be that of a model, got ${other}.`);
  return {fields: value, remarks};
}

/** @param {string} text */
function parsed(text) {
  try {
    return readJson(text);
  } catch (error) {
    throw new RangeError(`config ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @param {unknown} value @returns {value is Fields} */
export function isFields(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a message tells it. @param {unknown} value */
export function show(value) {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

/**
 * The fields of an object, under the names that people give them. A field that is null is as good as
 * none.
 */
export class Reader {
  #fields;
  #path;

  /** @param {Fields} fields @param {string} [path] of the object, with a dot behind it */
  constructor(fields, path = '') {
    this.#fields = fields;
    this.#path = path;
  }

  /** @param {string} name */
  has(name) {
    return (this.value(name) ?? null) !== null;
  }

  /** The same fields, with one more. @param {string} name @param {unknown} value */
  with(name, value) {
    return new Reader({...this.#fields, [name]: value}, this.#path);
  }

  /** As it is in the file. @param {string} name @returns {unknown} */
  value(name) {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  /** All names in the object, also those of null. */
  names() {
    return Object.keys(this.#fields);
  }

  /** Its name within the whole file. @param {string} name */
  path(name) {
    return `${this.#path}${name}`;
  }

  /**
   * The first of some names that is there.
   *
   * @param {readonly string[]} names
   */
  nameOf(names) {
    return names.find((name) => this.has(name));
  }

  /**
   * @param {string} name
   * @param {string} expected
   * @param {(value: any) => boolean} accepts
   * @returns {any} undefined where there is none
   */
  #read(name, expected, accepts) {
    if (!this.has(name)) return undefined;
    const value = this.value(name);
    if (accepts(value)) return value;
    throw new RangeError(`${this.path(name)} must be ${expected}, got ${show(value)}.`);
  }

  /** @param {string} name @param {number} [least] @returns {number | undefined} */
  integer(name, least = 1) {
    const accepts = (/** @type {unknown} */ v) =>
      Number.isInteger(v) && Number(v) >= least && Number(v) < 2 ** 31;
    const value = this.value(name);
    const isLarge = typeof value === 'number' && value >= 2 ** 31;
    return this.#read(name, isLarge ? 'an integer below 2^31' : `an integer >= ${least}`, accepts);
  }

  /** @param {string} name @param {number} [above] @returns {number | undefined} */
  number(name, above = 0) {
    const accepts = (/** @type {unknown} */ v) =>
      typeof v === 'number' && Number.isFinite(v) && v > above && v <= 1e50;
    const value = this.value(name);
    const isLarge = typeof value === 'number' && value > 1e50;
    return this.#read(name, isLarge ? 'a number up to 1e50' : `a number > ${above}`, accepts);
  }

  /** As number(), but 0 too. @param {string} name @returns {number | undefined} */
  weight(name) {
    const accepts = (/** @type {unknown} */ v) =>
      typeof v === 'number' && Number.isFinite(v) && v >= 0 && v <= 1e50;
    return this.#read(name, 'a number >= 0', accepts);
  }

  /** @param {string} name @returns {string | undefined} */
  text(name) {
    return this.#read(name, 'a text', (v) => typeof v === 'string');
  }

  /** @param {string} name @returns {boolean | undefined} */
  flag(name) {
    return this.#read(name, 'true or false', (v) => typeof v === 'boolean');
  }

  /** @param {string} name @returns {string[] | undefined} */
  texts(name) {
    const accepts = (/** @type {unknown} */ v) =>
      Array.isArray(v) && v.every((one) => typeof one === 'string');
    return this.#read(name, 'a list of texts', accepts);
  }

  /** @param {string} name @param {number} least @returns {number[] | undefined} */
  list(name, least) {
    const isOne = (/** @type {unknown} */ v) =>
      typeof v === 'number' && Number.isFinite(v) && v >= least && v <= 1e50;
    const words = least > 0 ? 'numbers > 0' : 'numbers >= 0';
    return this.#read(name, `a list of ${words}`, (v) => Array.isArray(v) && v.every(isOne));
  }

  /** @param {string} name @returns {Reader | undefined} */
  object(name) {
    const fields = this.#read(name, 'an object { ... } or null', isFields);
    return fields && new Reader(fields, `${this.path(name)}.`);
  }

  /**
   * The first of some names that is there, as an integer.
   *
   * @param {readonly string[]} names the one that a message tells comes first
   * @param {number} [least]
   * @returns {number}
   * @throws {RangeError} where none is there
   */
  required(names, least = 1) {
    const name = this.nameOf(names);
    if (name) return /** @type {number} */ (this.integer(name, least));
    const near = this.names().find((one) => names.some((other) => isMisspelt(one, other)));
    const meant = near === undefined ? '' : ` Perhaps ${near} is misspelt.`;
    throw new RangeError(
      `${this.path(names[0])} must be an integer >= ${least}, got nothing.${meant}`,
    );
  }
}

/**
 * Whether a name is another one with one or two wrong letters.
 *
 * @param {string} name
 * @param {string} right
 */
export const isMisspelt = (name, right) =>
  name !== right &&
  right.length >= 6 &&
  Math.abs(name.length - right.length) <= 2 &&
  distance(name, right) <= (right.length >= 10 ? 2 : 1);

/**
 * Levenshtein's distance: letters to be put in, taken out or changed.
 *
 * @param {string} a
 * @param {string} b
 * @returns {number}
 */
export function distance(a, b) {
  const from = a.slice(0, 64);
  let row = Array.from({length: b.length + 1}, (_, k) => k);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (from[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, change));
    }
    row = next;
  }
  return row[b.length];
}
