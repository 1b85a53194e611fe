// The sentence inside a figure's tag, which a page shows beside the figure, gives numbers. Each of them is one that the
// figure draws or is set to, or that a claim fills in.
import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {figureTags} from '../../../web/build/bundle.js';
import {attribute, isElement, nodesBelow, parseHtml, textOf} from '../../../web/build/html.js';
import {WEB} from '../../../web/build/paths.js';
import {SLOT} from '../../../web/claims/claim.js';
import {settingsOf} from '../../support/figure-numbers.js';
import {knownDrawing, loadFigure} from '../../support/figures.js';

/** @import {Element} from '../../../web/build/html.js' */

const tags = figureTags();
const NUMBER = /(?<![\w.,/])[−-]?\d[\d,]*(?:\.\d+)?(?![\w/])/g;
/** Counts may be of what is drawn, and need not be among its numbers. */
const LARGEST_COUNT = 20;

/** @param {string} text */
const sizeOf = (text) => Math.abs(Number(text.replace(/,/g, '').replace('−', '-')));

/**
 * Every number below a value, and those that its texts print.
 *
 * @param {unknown} value
 * @param {number[]} [found]
 * @returns {number[]}
 */
function numbersBelow(value, found = []) {
  if (typeof value === 'number') {
    found.push(Math.abs(value));
  } else if (typeof value === 'string') {
    found.push(...[...value.matchAll(NUMBER)].map(([text]) => sizeOf(text)));
  } else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    for (const one of /** @type {unknown[]} */ (value)) numbersBelow(one, found);
  } else if (typeof value === 'object' && value !== null) {
    numbersBelow(
      value instanceof Map || value instanceof Set ? [...value] : Object.values(value),
      found,
    );
  }
  return found;
}

/**
 * @param {string} text of a description
 * @param {readonly number[]} drawn
 * @returns {string[]} the numbers that the figure does not have
 */
function unknownNumbers(text, drawn) {
  const prose = text.replace(SLOT, '§').replace(/[\d,]+ [×x] [\d,]+|[A-Z]\w+ \d\.\d/g, '□');
  return [...prose.matchAll(NUMBER)].flatMap(({0: found, index}) => {
    const digits = found.replace(/,$/, '');
    const value = sizeOf(digits);
    const decimals = (digits.split('.')[1] ?? '').length;
    if (decimals === 0 && value <= LARGEST_COUNT) return [];
    const isPercent = prose.slice(index + digits.length).startsWith(' %');
    const isValue = (/** @type {number} */ one) =>
      Math.abs(one - value) <= 0.5000001 * 10 ** -decimals;
    const isKnown = drawn.some((one) => isValue(one) || (isPercent && isValue(100 * one)));
    return isKnown ? [] : [digits];
  });
}

/** @returns {Promise<[string, Element][]>} every figure of the pages, with its file */
async function figuresOfPages() {
  /** @type {[string, Element][]} */
  const all = [];
  for (const folder of ['chapters', 'pages']) {
    for (const name of await readdir(path.join(WEB, folder))) {
      if (!name.endsWith('.html')) continue;
      const content = parseHtml(await readFile(path.join(WEB, folder, name), 'utf8'));
      const figures = [...nodesBelow(content)].filter(isElement);
      all.push(
        ...figures
          .filter(({tagName}) => tags.includes(tagName))
          .map((figure) => /** @type {[string, Element]} */ ([name, figure])),
      );
    }
  }
  return all;
}

test('each number of a figure’s description is one of the figure', async () => {
  let nChecked = 0;
  for (const [file, figure] of await figuresOfPages()) {
    const Class = await loadFigure(figure.tagName);
    const preset = attribute(figure, 'preset') ?? '';
    if (!Class.compute || !Class.presets?.[preset]) continue;
    const drawn = numbersBelow([knownDrawing(Class, preset), settingsOf(Class, preset)]);
    const text = textOf(figure);
    nChecked += [...text.matchAll(NUMBER)].length;
    assert.deepEqual(
      unknownNumbers(text, drawn),
      [],
      `${file}: ${figure.tagName} ${preset}: ${text}`,
    );
  }
  assert.ok(nChecked > 500, `${nChecked} numbers`);
});

test('a number that a figure does not have is found', () => {
  assert.deepEqual(unknownNumbers('it falls to 0.625 at 4,096', [0.6251, 4096]), []);
  assert.deepEqual(unknownNumbers('it falls to 0.625 at 4,096', [0.6261, 4096]), ['0.625']);
  assert.deepEqual(unknownNumbers('42 % of 8 × 64, or 1/256', [0.4189]), []);
  assert.deepEqual(unknownNumbers('it is [[rope-bf16.worst.0:.3]]', []), []);
});
