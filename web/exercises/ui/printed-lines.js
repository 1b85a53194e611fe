// @ts-check
// What a run prints, as a terminal shows it: what comes after a carriage return is written over the line, as progress
// bars have it.
import {calmParts} from './calm-text.js';

const LETTERS = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * For a text that comes in parts.
 *
 * @returns {(part: string) => {ended: string, line: string}} ended: lines to which nothing more comes; line: the last one as it
 *   is now
 */
export function printedLines() {
  /** @type {string[]} of the last line */
  let letters = [];
  let column = 0;
  return (part) => {
    let ended = '';
    for (const piece of part.split(/([\r\n])/)) {
      if (piece === '\r') column = 0;
      else if (piece === '\n') {
        ended += `${letters.join('')}\n`;
        [letters, column] = [[], 0];
      } else for (const letter of piece.match(LETTERS) ?? []) letters[column++] = letter;
    }
    return {ended, line: letters.join('')};
  };
}

/** @param {HTMLElement} place @returns {(part: string) => void} prints there */
export function printerTo(place) {
  const [calm, lines] = [calmParts(), printedLines()];
  const last = document.createTextNode('');
  place.append(last);
  return (part) => {
    const {ended, line} = lines(calm(part));
    if (ended !== '') last.before(ended);
    last.data = line;
  };
}
