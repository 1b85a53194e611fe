// @ts-check
// JSON as people have it: what is not JSON is said with its place and what to do about it, and names that are there
// twice are found, which JSON.parse passes over.

/**
 * @typedef {{value: unknown, remarks: {field: string, text: string}[]}} ReadJson remarks on how it is written
 */

const MARK = '\ufeff';

/**
 * @param {string} text
 * @returns {ReadJson}
 * @throws {RangeError} "must be JSON, got ..." without a subject
 */
export function readJson(text) {
  /** @type {ReadJson['remarks']} */
  const remarks = [];
  if (text.startsWith(MARK)) {
    remarks.push({
      field: 'byte order mark',
      text: 'The text begins with a byte order mark (U+FEFF). It is passed over here; Python’s json stops at it.',
    });
  }
  const {words, repeated} = scan(text.startsWith(MARK) ? text.slice(1) : text);
  for (const field of repeated) {
    remarks.push({
      field,
      text: 'The name is there more than once in its object. The last value is read, as Python and JavaScript do; a reader in another language may take the first.',
    });
  }
  if (words.numbers.length > 0) {
    remarks.push({
      field: words.numbers[0],
      text: 'It is not JSON, though Python’s json writes and reads it. It is taken as a text here, so a field of positions that has it is refused.',
    });
  }
  return {value: JSON.parse(words.text), remarks};
}

/**
 * JSON as a program writes it.
 *
 * @param {string} text
 * @returns {{value: unknown, repeated: string[]}} names that an object has twice, with the objects around them
 * @throws {Error} where it is no JSON
 */
export function parseWithNames(text) {
  const value = JSON.parse(text);
  return {value, repeated: scan(text).repeated};
}

/** A place in a text, as an editor counts it. @param {string} text @param {number} at */
function placeOf(text, at) {
  const lines = text.slice(0, at).split('\n');
  return `in line ${lines.length}, column ${lines[lines.length - 1].length + 1}`;
}

/** @param {string} text @param {number} at @param {string} got @param {string} [todo] */
const notJson = (text, at, got, todo = '') =>
  new RangeError(`must be JSON, got ${got} ${placeOf(text, at)}.${todo ? ` ${todo}` : ''}`);

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
const PYTHON_NUMBER = /(?:NaN|-?Infinity)(?!\w)/y;
const MAX_DEPTH = 200;

/**
 * Walks a text once, without recursion.
 *
 * @param {string} text
 * @returns {{words: {text: string, numbers: string[]}, repeated: string[]}} words.text: with Python's numbers in
 *   quotation marks; repeated: names that an object has twice, with the objects around them
 */
function scan(text) {
  /** @type {{close: string, names: Set<string> | null, name: string}[]} */
  const open = [];
  /** @type {string[]} */
  const pieces = [];
  /** @type {string[]} */
  const numbers = [];
  /** @type {Set<string>} */
  const repeated = new Set();
  let [at, kept] = [0, 0];
  const skip = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  /** What comes next: a value, a name or the end of an object, or what may follow a value. */
  let next = 'value';
  const path = () =>
    open
      .map(({name}) => name)
      .filter(Boolean)
      .join('.');
  for (;;) {
    skip(SPACE);
    const top = open.at(-1);
    const sign = text[at];
    if (next === 'end') {
      if (at < text.length) throw wrongAt(text, at, 'the end');
      pieces.push(text.slice(kept));
      return {words: {text: pieces.join(''), numbers}, repeated: [...repeated]};
    }
    if (next === 'after') {
      if (!top) next = 'end';
      else if (sign === ',') {
        at++;
        skip(SPACE);
        if (text[at] === top.close) {
          throw notJson(text, at, `${top.close} after a comma`, 'Delete the comma before it.');
        }
        next = top.names ? 'name' : 'value';
      } else if (sign === top.close) {
        at++;
        open.pop();
      } else throw wrongAt(text, at, `a comma or ${top.close}`);
      continue;
    }
    if (next === 'name' || next === 'first name') {
      if (sign === '}' && next === 'first name') {
        at++;
        open.pop();
        next = 'after';
        continue;
      }
      const start = at;
      const name = skip(STRING);
      if (name === undefined || !top?.names) throw wrongAt(text, at, 'a name in "..."');
      top.name = textOf(text, start, name);
      if (top.names.has(top.name)) repeated.add(path());
      top.names.add(top.name);
      skip(SPACE);
      if (text[at] !== ':') throw wrongAt(text, at, `a colon after ${name.slice(0, 40)}`);
      at++;
      next = 'value';
      continue;
    }
    if (sign === '{' || sign === '[') {
      if (open.length >= MAX_DEPTH)
        throw notJson(text, at, `more than ${MAX_DEPTH} levels of nesting`);
      at++;
      open.push({
        close: sign === '{' ? '}' : ']',
        names: sign === '{' ? new Set() : null,
        name: '',
      });
      next = sign === '{' ? 'first name' : 'value';
      skip(SPACE);
      if (sign === '[' && text[at] === ']') {
        at++;
        open.pop();
        next = 'after';
      }
      continue;
    }
    const start = at;
    if (skip(PYTHON_NUMBER)) {
      numbers.push(path() || text.slice(start, at));
      pieces.push(text.slice(kept, start), `"${text.slice(start, at)}"`);
      kept = at;
    } else {
      const string = skip(STRING);
      if (string !== undefined) textOf(text, start, string);
      else if (!(skip(NUMBER) ?? skip(WORD))) throw wrongAt(text, at, 'a value');
    }
    next = 'after';
  }
}

/**
 * What a text in quotation marks says.
 *
 * @param {string} text
 * @param {number} start of the first quotation mark
 * @param {string} string
 * @returns {string}
 */
function textOf(text, start, string) {
  for (let k = 0; k < string.length; k++) {
    if (string.charCodeAt(k) < 32) {
      throw notJson(text, start + k, 'a line break or another control character within "..."');
    }
  }
  if (!string.includes('\\')) return string.slice(1, -1);
  try {
    return JSON.parse(string);
  } catch {
    throw notJson(text, start, 'a text with a \\ that JSON does not know', 'Write \\\\ for it.');
  }
}

/** What people write that is not JSON, and what to do about it. @type {[pattern: RegExp, got: string, todo: string][]} */
const KNOWN = [
  [/\/[/*]|#/y, 'a comment', 'JSON has none: delete it.'],
  [
    /'/y,
    'a single quotation mark',
    'JSON has double ones: this may be a dict that Python printed.',
  ],
  [/(?:True|False|None)(?!\w)/y, 'a word of Python', 'JSON has true, false and null.'],
  [/"/y, 'a text that is not closed', 'A quotation mark (") is missing.'],
  [/[“”]/y, 'a curly quotation mark', 'JSON has straight ones (").'],
];

/** @param {string} text @param {number} at @param {string} expected */
function wrongAt(text, at, expected) {
  if (at >= text.length) {
    return new RangeError(`must be JSON, got a text that ends too early: ${expected} is missing.`);
  }
  for (const [pattern, got, todo] of KNOWN) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return notJson(text, at, got, todo);
  }
  return notJson(text, at, JSON.stringify(text[at]), `Expected there: ${expected}.`);
}
