// @ts-check
// Where in Python's memory is what a run must leave alone: the names and values of dictionaries, what functions are made of,
// and of what class things are. web/exercises/runtime/started.js compares these words with those of the start, which takes a
// hundredth of the time in which Python would compare the values.
//
// The offsets are those of Python 3.14 on 32 bits, by its headers of dictionaries, functions and cells. Each is tested here
// by what Python says of its values, so that another Python fails to build.

/**
 * As runtime_support.py's _places() writes it; all but sort and first are addresses.
 *
 * @typedef {object} Place
 * @property {number} sort what a change of it means, a power of two
 * @property {number} [dict] whose names and values are watched
 * @property {number[]} [values] of the dict, in its order
 * @property {number[] | null} [only] of these values, where the dict holds others too
 * @property {number} [object] whose words are watched
 * @property {number[]} [points] by which it points to these
 * @property {number} [first] or which are these, from this one on
 * @property {number[]} [words]
 */

/** Of a dict: how many it holds, its table, and its values where an object holds them. */
const [USED, KEYS, VALUES] = [2, 6, 7];
/** Of a table: sizes, kind, how many entries it has, and where its indices begin; all in words. The second is its version. */
const [SIZES, FREE, N_ENTRIES, INDICES] = [1, 3, 4, 5];
/** A dict whose names are all texts has two words in each entry, others have the hash before them. */
const TEXTS = [1, 2];
/** Words of an object in which it may point to its dict or bases; a few are before it. */
const [BEFORE, WITHIN] = [4, 80];

/** @typedef {[start: number, end: number]} Span in words */

/** @param {Int32Array} memory @param {number} at of a table, in words */
function tableOf(memory, at) {
  const sizes = memory[at + SIZES];
  const kind = (sizes >> 16) & 255;
  const entries = at + INDICES + ((1 << ((sizes >> 8) & 255)) >> 2);
  return {kind, entries, width: TEXTS.includes(kind) ? 2 : 3, n: memory[at + N_ENTRIES]};
}

/** @param {Int32Array} memory @param {Place} place @returns {Span[]} */
function dictSpans(memory, {dict = 0, values, only}) {
  const at = dict >> 2;
  const table = memory[at + KEYS] >> 2;
  const {entries, width, n} = tableOf(memory, table);
  const own = memory[at + VALUES] >> 2; // a word of sizes, then values in the order of the table
  const places = Array.from({length: n}, (_, k) =>
    own ? own + 1 + k : entries + width * (k + 1) - 1,
  );
  const held = places.filter((word) => memory[word] !== 0);
  const found = held.map((word) => memory[word]);
  if (String(found.sort()) !== String(values?.sort())) {
    throw new Error(`the dict at ${dict} does not hold what Python says`);
  }
  /** @type {Span} */
  const leads = [at + KEYS, at + VALUES + 1];
  if (only) {
    const known = held.filter((word) => only.includes(memory[word]));
    return [leads, ...known.map((word) => /** @type {Span} */ ([word + 1 - width, word + 1]))];
  }
  return [
    leads,
    [at + USED, at + USED + 1],
    [table + SIZES, table + SIZES + 1],
    [table + FREE, entries + width * n],
    [own, own && own + 1 + n],
  ];
}

/** @param {Int32Array} memory @param {Place} place @returns {Span[]} */
function objectSpans(memory, {object = 0, points, first = 0, words = []}) {
  const at = object >> 2;
  if (points) {
    return points.map((to) => {
      const k = [memory.indexOf(to, at), memory.indexOf(to, at - BEFORE)].find(
        (found) => found >= 0 && found < at + WITHIN,
      );
      if (k === undefined) throw new Error(`the object at ${object} does not point to ${to}`);
      return [k, k + 1];
    });
  }
  const span = memory.subarray(at + first, at + first + words.length);
  if (String(span) !== String(words))
    throw new Error(`the object at ${object} has other words than Python says`);
  return [[at + first, at + first + words.length]];
}

/**
 * @param {Int32Array} memory
 * @param {Place[]} places
 * @returns {Record<number, number[]>} of each sort its spans: words from the end of the one before, length, and so on
 */
export function watchedSpans(memory, places) {
  /** @type {Record<number, Span[]>} */
  const bySort = {};
  for (const place of places) {
    bySort[place.sort] ??= [];
    bySort[place.sort].push(...(place.dict ? dictSpans : objectSpans)(memory, place));
  }
  return Object.fromEntries(Object.entries(bySort).map(([sort, spans]) => [sort, joined(spans)]));
}

/** @param {Span[]} spans in any order, which may meet */
function joined(spans) {
  let end = 0;
  return spans
    .sort((a, b) => a[0] - b[0])
    .flatMap(([from, to]) => {
      const start = Math.max(from, end);
      if (to <= start) return [];
      const span = [start - end, to - start];
      end = to;
      return span;
    });
}
