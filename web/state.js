// @ts-check
// What the reader has changed, as one record in the URL hash, so that a reload and a shared link show
// the same picture. Keys are `figure/attribute`; `at` is the anchor that a link jumped to.
//
//   #at=fast-and-slow&sin-heatmap-000/dims=12&sin-heatmap-000/fault=swapped

/** @typedef {Map<string, string>} State */

/** A figure's id, a slash, and an attribute's name as figures have them: in kebab-case. */
const FIGURE_KEY = /^[^/]+\/[a-z][a-z0-9-]*$/;

/**
 * Never throws: anyone can write an address.
 *
 * @param {string} hash with or without its '#'
 * @returns {State} empty but for `at` when the hash is a plain anchor, which is also what a hash
 *   without any of our keys counts as; other keys are left out
 */
export function readHash(hash) {
  const text = hash.replace(/^#/, '');
  if (text === '') return new Map();
  const pairs = text.includes('=') ? [...new URLSearchParams(text)] : [];
  const known = pairs.filter(([key]) => key === 'at' || FIGURE_KEY.test(key));
  return new Map(known.length > 0 ? known : [['at', decoded(text)]]);
}

/** @param {string} text percent-encoded, or any other text, which is returned as it is */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {State} state
 * @returns {string} '' or a hash with its '#'
 */
export function writeHash(state) {
  if (state.size === 0) return '';
  if (state.size === 1 && state.has('at')) return `#${encoded(state.get('at') ?? '')}`;
  const parts = [...state].map(
    ([key, value]) => `${encoded(key).replaceAll('%2F', '/')}=${encoded(value)}`,
  );
  return `#${parts.join('&')}`;
}

/** @param {string} text half a surrogate pair, which no address can hold, becomes U+FFFD */
const encoded = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/**
 * The state with one figure's attributes in place of those it had.
 *
 * @param {State} state
 * @param {string} figure
 * @param {Record<string, string>} attributes
 * @returns {State}
 */
export function withFigure(state, figure, attributes) {
  const next = new Map([...state].filter(([key]) => !key.startsWith(`${figure}/`)));
  for (const [name, value] of Object.entries(attributes)) next.set(`${figure}/${name}`, value);
  return next;
}

/**
 * @param {State} state
 * @param {string} figure
 * @returns {[string, string][]} attributes
 */
export function figureAttributes(state, figure) {
  return [...state]
    .filter(([key]) => key.startsWith(`${figure}/`))
    .map(([key, value]) => [key.slice(figure.length + 1), value]);
}
