// @ts-check
// Another language than English: what its one script imports, as lab/strings.js. English pages never load this.
//
// Figures compose sentences of parts and values. A text that is shown is therefore looked up as a whole, then as an entry
// whose {names} stand for values, which are looked up in turn, or cut into sentences, clauses and words: whatever leaves
// the fewest letters in English.

/** @import {Language} from './t.js' */

/** What a text is cut at where it has no entry of its own: at sentences first, then at clauses, then at words. */
const CUTS = [
  /((?<=[.!?…][”)]?) +|\n)/,
  /(; |, |: | — | · | \/ | \(|\)|(?<=^\w+)\()/,
  /( +|-(?=\p{L}))/u,
];
/** So many parts, of which so many are looked up together. A text of more parts is data. */
const MAX_PARTS = 40;
const MAX_TOGETHER = 8;
/** The price of a second entry for a text, in letters that stay English. */
const PRICE = 0.5;
const WORD = /\p{L}+/gu;
/** One that no value touches, where values are {}. */
const WHOLE_WORD = /(?<![\p{L}}])\p{L}+(?![\p{L}{])/gu;
/** So many entries with values are tried for a text. */
const MAX_TRIED = 12;
/** Texts with numbers that change are many; the oldest are forgotten. */
const MAX_KNOWN = 50_000;

/** What holds text in the data of a figure; all else is names, tensors and settings. */
export const TEXT_KEYS = new Set(
  (
    'title label short note says help name names text above below unit unseen columns rows groups labels axes options ' +
    'named frozen placeholder'
  ).split(' '),
);
/** Their names are no text but what tells them apart. */
const NAMED_BY_ID = new Set(['meters', 'actions']);

/**
 * An entry with values: the English between them, and `word`, one of its words that no value touches, if there is one.
 *
 * @typedef {{keys: RegExp[], names: string[], words: string, literals: string[], word: string, letters: number}} Pattern
 */
/** `cost`: the letters that stayed English, and the price of the entries. @typedef {{words: string, cost: number}} Found */

/**
 * Shows figures and controls in another language, from when they are loaded on.
 *
 * @param {Record<string, string>} catalogue English -> translation, with the same {names}
 * @param {{lang?: string}} [options] the language's tag, as in `<html lang>`; default: the page's
 */
export function useStrings(catalogue, {lang = document.documentElement.lang} = {}) {
  const text = translator(catalogue);
  /** @type {Language} */
  const language = {lang, text, all: (value) => translated(value, text, '', false)};
  /** @type {any} */ (globalThis).POSLAB_LANGUAGE = language;
}

/** The letters of words: one alone is a symbol. @param {string} text */
const lettersOf = (text) =>
  (text.match(/\p{L}{2,}/gu) ?? []).reduce((sum, {length}) => sum + length, 0);

/**
 * @param {Record<string, string>} catalogue
 * @returns {(text: string) => string}
 */
export function translator(catalogue) {
  const exact = new Map(Object.entries(catalogue).flatMap(alsoWithin));
  const patterns = [...exact].flatMap(([key, words]) => patternOf(key, words));
  patterns.sort((a, b) => b.letters - a.letters);
  /** @type {Map<string, number[]>} */
  const byWord = new Map();
  for (const [k, {word}] of patterns.entries()) byWord.set(word, [...(byWord.get(word) ?? []), k]);
  /** @type {Map<string, Found>} */
  const known = new Map();
  /** @type {Map<string, Found>} */
  const knownByPattern = new Map();

  /** The patterns that a text may be, in their order. @param {string} text */
  const candidates = (text) => {
    const words = new Set(text.match(WORD));
    const numbers = ['', ...words].flatMap((word) => byWord.get(word) ?? []);
    return numbers.sort((a, b) => a - b).map((k) => patterns[k]);
  };

  /** The best of the entries whose values are parts of a text. @param {string} text @returns {Found} */
  const byPattern = (text) => {
    const before = knownByPattern.get(text);
    if (before) return before;
    let best = {words: text, cost: lettersOf(text)};
    let nTried = 0;
    for (const {keys, names, words, literals} of candidates(text)) {
      if (!fits(text, literals)) continue;
      for (const key of keys) {
        const values = /** @type {RegExpExecArray} */ (key.exec(text));
        let cost = PRICE;
        const found = words.replace(/\{(\w+)\}/g, (whole, name) => {
          if (!names.includes(name)) return whole;
          const value = lookUp(values[1 + names.indexOf(name)]);
          cost += value.cost;
          return value.words;
        });
        if (cost < best.cost) best = {words: found, cost};
      }
      if (best.cost <= PRICE || ++nTried === MAX_TRIED) break;
    }
    keep(knownByPattern, text, best);
    return best;
  };

  /** The best way to cut a text. @param {string} text @param {number} level of CUTS @returns {Found} */
  const byParts = (text, level) => {
    const whole = {words: text, cost: lettersOf(text)};
    if (level === CUTS.length) return whole;
    const parts = text.split(CUTS[level]); // those at odd places are between the others
    if (level === CUTS.length - 1 && parts.length > MAX_PARTS) return whole;
    if (parts.length < 3 || parts.length > 4 * MAX_PARTS) return byParts(text, level + 1);
    /** @type {Found[]} the rest of the text from each part on */
    const rest = Array(parts.length + 2).fill({words: '', cost: 0});
    for (let from = parts.length - 1; from >= 0; from -= 2) {
      rest[from] = {words: '', cost: Infinity};
      for (let to = from; to < Math.min(parts.length, from + 2 * MAX_TOGETHER); to += 2) {
        const part = parts.slice(from, to + 1).join('');
        if (part === text) continue;
        const after = parts[to + 1] ?? '';
        const own = to === from ? lookUp(part, level + 1) : byEntry(part, level + 1);
        const cost = own.cost + rest[to + 2].cost;
        if (cost < rest[from].cost)
          rest[from] = {words: own.words + after + rest[to + 2].words, cost};
      }
    }
    return rest[0].cost < whole.cost ? rest[0] : whole;
  };

  /** @param {string} text @param {number} level @returns {Found} by one entry; words are looked up as they are */
  const byEntry = (text, level) => {
    const words = exact.get(text);
    if (words !== undefined) return {words, cost: PRICE};
    return level < CUTS.length ? byPattern(text) : {words: text, cost: lettersOf(text)};
  };

  /** @param {string} text @param {number} [level] of CUTS @returns {Found} */
  function lookUp(text, level = 0) {
    const cost = lettersOf(text);
    if (cost === 0) return {words: text, cost};
    const at = `${level}${text}`;
    const before = known.get(at);
    if (before) return before;
    known.set(at, {words: text, cost}); // a value that is the text itself is not looked up again
    const inner = text.trim();
    let best = byEntry(inner, level);
    if (best.cost > PRICE && level < CUTS.length) {
      const cut = byParts(inner, level);
      if (cut.cost < best.cost) best = cut;
    }
    const headed = /^([^:]{1,60}?: )(.+?)( \([^()]+\))?$/su.exec(inner);
    if (best.cost > PRICE && headed) {
      const own = headed.slice(1).map((part) => lookUp(part ?? ''));
      const cost = own.reduce((sum, part) => sum + part.cost, 0);
      if (cost < best.cost) best = {words: own.map((part) => part.words).join(''), cost};
    }
    const lower = inner.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
    if (best.cost > PRICE && lower !== inner) {
      const own = byEntry(lower, level); // a part that begins a sentence here
      const words = own.words.replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
      if (own.cost < best.cost) best = {words, cost: own.cost};
    }
    const bare = inner.replace(/^[(“]+|[.,:;)”]+$/g, '');
    if (best.cost > PRICE && bare !== inner) {
      const own = lookUp(bare, level);
      if (own.cost < best.cost)
        best = {words: inner.replace(bare, () => own.words), cost: own.cost};
    }
    const found = {words: text.replace(inner, () => best.words), cost: best.cost};
    keep(known, at, found);
    return found;
  }
  return (text) => lookUp(text).words;
}

/** @param {Map<string, Found>} known @param {string} text @param {Found} found */
function keep(known, text, found) {
  if (known.size >= MAX_KNOWN) known.delete(/** @type {string} */ (known.keys().next().value));
  known.set(text, found);
}

/** Whether a text is these parts in their order, with anything between them. @param {string} text @param {string[]} parts */
function fits(text, parts) {
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const end = text.length - last.length;
  if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= end;
}

/** An entry that continues a sentence, ", and so on", is looked up without its comma too. @param {[string, string]} entry @returns {[string, string][]} */
const alsoWithin = ([key, words]) =>
  /^[,;:] /.test(key)
    ? [
        [key, words],
        [key.slice(2), words.replace(/[,;:] /, '')],
      ]
    : [[key, words]];

/** @param {string} key @param {string} words @returns {Pattern[]} none where the entry has no values, or nothing but values */
function patternOf(key, words) {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const literals = key.split(/\{\w+\}/);
  const letters = lettersOf(literals.join(' '));
  if (names.length === 0 || letters === 0) return [];
  const source = literals.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const keys = ['([^]*?)', '([^]*)'].map((value) => new RegExp(`^${source.join(value)}$`, 'u'));
  // a word that touches a value may be a part of a longer one in the text
  const word = (literals.join('{}').match(WHOLE_WORD) ?? []).reduce(
    (a, b) => (b.length > a.length ? b : a),
    '',
  );
  return [{keys, names, words, literals, word, letters}]; // with values as short, and as long, as can be
}

/**
 * @template T
 * @param {T} value
 * @param {(text: string) => string} text
 * @param {string} key what it is in
 * @param {boolean} isText whether strings in it are text
 * @returns {T}
 */
function translated(value, text, key, isText) {
  /** @type {any} */
  const one = value;
  if (typeof one === 'string') return /** @type {any} */ (isText ? text(one) : one);
  if (typeof one === 'function')
    return /** @type {any} */ (
      (/** @type {any[]} */ ...given) => translated(one(...given), text, key, isText)
    );
  if (Array.isArray(one))
    return /** @type {any} */ (one.map((item) => translated(item, text, key, isText)));
  if (one === null || typeof one !== 'object' || Object.getPrototypeOf(one) !== Object.prototype)
    return one;
  return /** @type {any} */ (
    Object.fromEntries(
      Object.entries(one).map(([name, inner]) => {
        const isOwn = key === 'options' || TEXT_KEYS.has(name);
        const isId = (name === 'name' && NAMED_BY_ID.has(key)) || name === 'settings';
        return [name, isId ? inner : translated(inner, text, keyFor(name, key), isOwn)];
      }),
    )
  );
}

/** Items of a list are in what the list is in. @param {string} name @param {string} key */
const keyFor = (name, key) => (name === '' ? key : name);
