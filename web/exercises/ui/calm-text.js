// @ts-check
// A text of a learner's or of an address, as the page can show it: browsers take seconds to place many thousands of accents
// on one letter, and draw nothing, or another sign, for a control character.

const MOST_MARKS = 8; // on a letter: no script has as many
const MARKS = /(\p{M}{8})\p{M}+/gu;
const LEADING = /^\p{M}+/u;
const TRAILING = /\p{M}{1,8}$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /\r\n|[\0-\x08\x0b-\x1f\x7f]/g;

/** The sign for a control character, as ␛ for escape; a line may end as in Windows. @param {string} letter */
function picture(letter) {
  if (letter === '\r\n') return '\n';
  return letter === '\x7f' ? '␡' : String.fromCharCode(0x2400 + letter.charCodeAt(0));
}

/** @param {string} text @returns {string} */
export const calmText = (text) => text.replace(MARKS, '$1').replace(CONTROLS, picture);

/** For a text that comes in parts: a letter at the end of one has its accents in the next. @returns {(part: string) => string} */
export function calmParts() {
  let nMarks = 0;
  return (part) => {
    const leading = part.match(LEADING)?.[0] ?? '';
    const kept = [...leading].slice(0, MOST_MARKS - nMarks).join('');
    const text = calmText(kept + part.slice(leading.length));
    const trailing = [...(text.match(TRAILING)?.[0] ?? '')].length;
    nMarks = trailing === [...text].length ? Math.min(MOST_MARKS, nMarks + trailing) : trailing;
    return text;
  };
}
