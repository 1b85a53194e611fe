// @ts-check
// The words of figures and controls pass through here. The key of a text is the text itself in English, so that English
// needs no catalogue; en.json lists every text, and is what a translator copies. Another language is one script, loaded
// before the figures, that hands its copy to useStrings() of strings.js.

/**
 * @typedef {object} Language what useStrings() sets
 * @property {string} lang as in the attribute `lang`
 * @property {(text: string) => string} text the translation of a text, with its values or without
 * @property {<T>(value: T) => T} all a copy of a figure's data in which each text is translated
 */

/** @returns {Language | undefined} */
export const language = () => /** @type {any} */ (globalThis).POSLAB_LANGUAGE;

/**
 * @param {string} text English, with {name} where a value goes
 * @param {Record<string, string | number>} [values] by those names
 * @returns {string} in the language of the page; English where it has no translation
 */
export function t(text, values) {
  const words = language()?.text(text) ?? text;
  return values ? words.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`) : words;
}

/**
 * Drawings, settings, presets and faults as a figure's class has them, in the language of the page.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export const inLanguage = (value) => language()?.all(value) ?? value;
