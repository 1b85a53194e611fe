// @ts-check
// What the reader has changed, as one record in the URL hash, so that reload and share give the
// same picture. Keys are `figure/attribute`; `at` is the place that a link jumped to.
//
//   #at=fast-and-slow&sin-heatmap-000/dims=12&sin-heatmap-000/fault=swapped

/** @typedef {Map<string, string>} State */

/**
 * @param {string} hash with or without its '#'
 * @returns {State} empty but for `at` when the hash is a plain anchor
 */
export function readHash(hash) {
  const text = hash.replace(/^#/, '');
  if (text === '') return new Map();
  if (!text.includes('=')) return new Map([['at', decodeURIComponent(text)]]);
  return new Map(new URLSearchParams(text));
}

/**
 * @param {State} state
 * @returns {string} '' or a hash with its '#'
 */
export function writeHash(state) {
  if (state.size === 0) return '';
  if (state.size === 1 && state.has('at')) return `#${state.get('at')}`;
  const parts = [...state].map(
    ([key, value]) =>
      `${encodeURIComponent(key).replaceAll('%2F', '/')}=${encodeURIComponent(value)}`,
  );
  return `#${parts.join('&')}`;
}

/**
 * The state with one figure's attributes in place of what it had.
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
