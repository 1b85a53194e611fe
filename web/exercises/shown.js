// @ts-check
// What comes from a file or an address: a value in a sentence about it, and whether a text can be shown.

/** A value as JSON. A file can be nested deeper than JavaScript can write again. @param {unknown} value @returns {string} */
export function shownValue(value) {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'lists in lists that are too many to show';
  }
}

/** Browsers take a minute to place 100,000 accents on one letter; no script has more than a few. @param {string} text */
export const hasManyAccents = (text) => /\p{M}{33}/u.test(text);

export const MANY_ACCENTS = 'has more than 32 accents on one letter, which a browser cannot show';
