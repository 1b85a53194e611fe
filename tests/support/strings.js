// A false language, made of the catalogue: accents, 40 % longer, in brackets, so that it cannot be taken for English.
const LETTERS = /\{\w+\}|[aeiou]/gi;
const ACUTE = '\u0301';
const LONGER = 0.4;

/**
 * What comes from the catalogue is in ⟦ ⟧; values are outside, so that one that is English is seen.
 *
 * @param {string} text
 */
export function falseText(text) {
  const accented = text.replace(LETTERS, (part) => (part.length > 1 ? `⟧${part}⟦` : part + ACUTE));
  const n = Math.ceil(LONGER * text.length);
  return `⟦${accented} ${'ö é '.repeat(n).slice(0, n).trim()}⟧`.replaceAll('⟦⟧', '');
}

/** @param {string} text that is shown @returns {string} what of it is in no catalogue */
export const outsideOf = (text) => text.replace(/⟦[^⟦⟧]*⟧/g, ' ');
