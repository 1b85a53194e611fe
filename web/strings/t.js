// @ts-check
// The one function that words of the interface go through. Its key is the English text itself, so that English needs no
// catalogue; en.json lists every text, and is what a translator copies. Another language is one script, loaded before the
// figures, that sets POSLAB_STRINGS to such an object: English -> translation.

/**
 * @param {string} text English, with {name} where a value goes
 * @param {Record<string, string | number>} [values] by those names
 * @returns {string} in the language of the page; English where it has no translation
 */
export function t(text, values) {
  /** @type {string} */
  const words = /** @type {any} */ (globalThis).POSLAB_STRINGS?.[text] ?? text;
  return values ? words.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`) : words;
}
