// @ts-check
// A text of a learner's or of an address, as the page can show it: browsers take seconds to place many thousands of accents
// on one letter, and draw nothing, or another sign, for a control character.

const MOST_MARKS = 8; // on a letter: no script has as many
const MARKS = /(\p{M}{8})\p{M}+/gu;
const LEADING = /^\p{M}+/u;
const TRAILING = /\p{M}{1,8}$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;
const RETURNS = /\r\n?/g;

/** The sign for a control character, as ␛ for escape. @param {string} letter */
const picture = (letter) =>
  letter === '\x7f' ? '␡' : String.fromCharCode(0x2400 + letter.charCodeAt(0));

/** @param {string} text */
const calmLetters = (text) => text.replace(MARKS, '$1').replace(CONTROLS, picture);

/** A line may end as in Windows. @param {string} text @returns {string} */
export const calmText = (text) =>
  calmLetters(text).replace(RETURNS, (end) => (end === '\r' ? '␍' : '\n'));

/**
 * For a text that comes in parts: a letter at the end of one has its accents in the next. Carriage returns stay.
 *
 * @returns {(part: string) => string}
 */
export function calmParts() {
  let nMarks = 0;
  return (part) => {
    const leading = part.match(LEADING)?.[0] ?? '';
    const kept = [...leading].slice(0, MOST_MARKS - nMarks).join('');
    const text = calmLetters(kept + part.slice(leading.length));
    const trailing = [...(text.match(TRAILING)?.[0] ?? '')].length;
    nMarks = trailing === [...text].length ? Math.min(MOST_MARKS, nMarks + trailing) : trailing;
    return text;
  };
}
