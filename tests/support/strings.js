// The words of the interface, as the sources call for them, and a false language made of them.
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

import {WEB} from '../../web/build/paths.js';

/** A text in a call, or one that is marked, in a table that a call reads. */
const CALL = /(?:\bt\(\s*|\/\* t \*\/ )(['`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const LETTERS = /\{\w+\}|[aeiou]/gi;
const ACUTE = '\u0301';
const LONGER = 0.4;

/** @returns {string[]} every text that the sources pass to t(), once, in order */
export function calledTexts() {
  const files = readdirSync(WEB, {recursive: true}).map(String);
  const texts = files
    .filter((name) => /^(controls|figures|views|page|exercises)\/.*\.js$/.test(name))
    .filter((name) =>
      /\bt\b[^}]*\} from '[./]+dom\.js'/.test(readFileSync(path.join(WEB, name), 'utf8')),
    )
    .flatMap((name) =>
      [...readFileSync(path.join(WEB, name), 'utf8').matchAll(CALL)].map(([, , text]) => text),
    );
  return [...new Set(texts)].sort();
}

/** A text in a language that nobody should mistake for English: accents, 40 % longer, in brackets. @param {string} text */
export function falseText(text) {
  const accented = text.replace(LETTERS, (part) => (part.length > 1 ? part : part + ACUTE));
  const n = Math.ceil(LONGER * text.length);
  return `⟦${accented} ${'ö é '.repeat(n).slice(0, n).trim()}⟧`;
}
