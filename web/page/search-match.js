// @ts-check
// Which entries of the site a query finds, and in which order: every word of the query must begin a word of the entry.

/** The kinds of entries, in the order of the results. */
export const KINDS = {
  term: 'Terms',
  page: 'Pages',
  section: 'Sections',
  figure: 'Figures',
  bug: 'Bugs',
  exercise: 'Exercises',
  question: 'Questions',
};

/**
 * `also`: other words that find it; `href`: from dist/
 *
 * @typedef {{kind: keyof typeof KINDS, title: string, about: string, also?: string, href: string}} Entry
 */

const MOST_OF_A_KIND = 5;
const [WHOLE_WORD, BEGINNING, IN_ABOUT, FIRST_WORD] = [4, 3, 1, 1];

/** In lower case, without accents. @param {string} text @returns {string[]} */
export const searchWords = (text) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How well an entry matches.
 *
 * @param {string[]} query words
 * @param {Entry} entry
 * @returns {number} 0 where a word of the query begins none of the entry's
 */
function scoreOf(query, {title, about, also = ''}) {
  const [inTitle, inAbout] = [searchWords(title), searchWords(`${about} ${also}`)];
  let score = 0;
  for (const word of query) {
    const at = inTitle.findIndex((other) => other.startsWith(word));
    if (at >= 0) {
      score += inTitle.includes(word) ? WHOLE_WORD : BEGINNING;
      if (at === 0) score += FIRST_WORD;
    } else if (inAbout.some((other) => other.startsWith(word))) score += IN_ABOUT;
    else return 0;
  }
  return score + 1 / (1 + inTitle.length); // of two equals the shorter
}

/**
 * @param {string} text what the reader typed
 * @param {Entry[]} entries
 * @returns {[kind: Entry['kind'], entries: Entry[], nFound: number][]} the best of each kind that has any; nFound: of
 *   how many
 */
export function searchMatches(text, entries) {
  const query = searchWords(text);
  if (query.length === 0) return [];
  const scored = entries
    .map((entry) => ({entry, score: scoreOf(query, entry)}))
    .filter(({score}) => score > 0)
    .sort((a, b) => b.score - a.score);
  return /** @type {Entry['kind'][]} */ (Object.keys(KINDS)).flatMap((kind) => {
    const found = scored.filter(({entry}) => entry.kind === kind).map(({entry}) => entry);
    return found.length ? [[kind, found.slice(0, MOST_OF_A_KIND), found.length]] : [];
  });
}
