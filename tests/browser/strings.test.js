// Every figure with each of its presets in a false language: longer, with accents, and from right to left too. What it
// shows is in the catalogue, and its labels neither overlap nor leave the page.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {METHOD_TEXTS} from '../../web/core/pe/method-texts.js';
import {SENTENCES} from '../../web/figures/training/grammar-probe.js';
import {Lab} from '../support/browser.js';
import {FIGURE_TAGS} from '../support/elements.js';
import {outsideOf} from '../support/strings.js';
import {openFalse, shownBy} from '../support/words-shown.js';

/** @import {Shown} from '../support/words-shown.js' */

// What is no text of ours, and stays as it is. Names of methods with a capital or a figure inside are no plain words.
const NOT_OURS = [
  /“[^”]*”/g, // words that a model reads
  /\S+@\d+|\d+ \(\w+\)/g, // such a word with its place
  /[\w-]+(\/[\w.-]+)?#\d+/g, // a public report
  /\b\w+([._]\w+)+/g, // code: names with dots and underscores
  /\b[\p{Ll}\d]+-[\p{Ll}\d-]+/gu, // names of methods, families and tasks as in the API
];
/** Names of methods and tasks that are one plain word in the API, and the words of the toy grammar. */
const NAMES = new Set([
  ...Object.keys(METHOD_TEXTS),
  ...SENTENCES.flatMap((sentence) => sentence.split(' ')),
  'successor',
  'pronoun',
  'before',
  'grammar',
  'induction',
  'index',
  'longrope',
  'mscale',
  'huggingface',
]);

/** @param {string} text @param {string} data the settings: what a reader types is data @returns {string[]} English words */
function englishIn(text, data) {
  const own = NOT_OURS.reduce((rest, what) => rest.replace(what, ' '), outsideOf(text));
  return (own.match(/[\p{L}\p{M}\d’'-]{3,}/gu) ?? []).filter(
    (word) => /^\p{Lu}?\p{Ll}{2,}$/u.test(word) && !NAMES.has(word) && !data.includes(word),
  );
}

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

suite('figures in a false language', {concurrency: 1}, () => {
  for (const direction of /** @type {const} */ (['ltr', 'rtl'])) {
    for (const width of [390, 1280]) {
      test(`${direction}, ${width} px: all is translated, nothing overlaps`, async () => {
        const {page, problems} = await openFalse(lab, direction, width);
        /** @type {string[]} */
        const english = [];
        /** @type {string[]} */
        const misplaced = [];
        let nTexts = 0;
        for (const tag of FIGURE_TAGS) {
          for (const shown of await shownBy(page, tag, false)) {
            nTexts += shown.texts.length;
            for (const text of shown.texts) {
              const words = englishIn(text, shown.data);
              if (words.length > 0) english.push(`${tag}: ${words.join(' ')} | ${text}`);
            }
            misplaced.push(...misplacedOf(tag, shown));
          }
        }
        assert.ok(nTexts > 5000, `${nTexts} texts`);
        assert.deepEqual([...new Set(english)], []);
        assert.deepEqual(misplaced, []);
        assert.deepEqual(problems, []);
        await page.close();
      });
    }
  }
});

/** @param {string} tag @param {Shown} shown */
const misplacedOf = (tag, {preset, overlaps, outside, wide}) => [
  ...[...overlaps, ...outside].map((what) => `${tag} ${preset}: ${what}`),
  ...(wide > 1 ? [`${tag} ${preset}: the page is ${wide} px too wide`] : []),
];
