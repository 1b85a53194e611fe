// The page of errata: every error that was found in the source documents, and where to check it.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {errataHtml} from '../../../web/build/errata-page.js';
import {readExercises} from '../../../web/build/exercise-lists.js';
import {parseHtml} from '../../../web/build/html.js';
import {ROOT} from '../../../web/build/paths.js';

/** @import {Errata, Erratum, Target} from '../../../web/build/errata-page.js' */

/** How many errors were found in each document, and between them. */
const COUNTS = {'000': 33, '001': 31, '002': 20, '003': 39, '004': 28, all: 8};
const MOST_WORDS = 50;

/** @param {string} file below web/ */
const read = (file) => readFile(path.join(ROOT, 'web', file), 'utf8');

/** @type {Errata} */
const DATA = JSON.parse(await read('pages/errata.json'));

/** @param {Erratum} erratum */
const linkOf = ({check}) => check.href ?? '';

/** The pages of the site that an erratum links to. @returns {Promise<Target[]>} */
const targets = () =>
  Promise.all(
    [...new Set(DATA.errata.map((one) => linkOf(one).split('#')[0]))]
      .filter((address) => address.endsWith('.html'))
      .map(async (address) => {
        const file = address.startsWith('chapters/') ? address : `pages/${address}`;
        return {address, title: address, content: parseHtml(await read(file))};
      }),
  );

test('every one of the 159 errata is there, once, under its document', () => {
  const counts = Object.fromEntries(
    DATA.documents.map(({id}) => [id, DATA.errata.filter((one) => one.document === id).length]),
  );
  assert.deepEqual(counts, COUNTS);
  assert.equal(DATA.errata.length, 159);
  assert.equal(new Set(DATA.errata.map(({id}) => id)).size, 159);
});

test('readers meet the documents by what they are, not by a number', () => {
  for (const {title} of DATA.documents) assert.doesNotMatch(title, /\b00\d\b/);
  for (const {id, where, says, right} of DATA.errata)
    assert.doesNotMatch(
      `${where} ${says} ${right}`,
      /\b[Dd]ocuments? \d|(?<![,.\d])\b00[0-4]\b/,
      id,
    );
});

test('every erratum says where, what is said, what is right and how to check it, briefly', () => {
  for (const {id, where, says, right, check} of DATA.errata) {
    for (const [field, text] of Object.entries({where, says, right})) {
      assert.match(text, /^\S.*\S$/, `${id}: ${field}`);
      const nWords = text.split(/\s+/).length;
      assert.ok(nWords <= MOST_WORDS, `${id}: ${field} has ${nWords} words`);
    }
    assert.match(says, /\.$/, id);
    assert.match(right, /\.$/, id);
    assert.ok(check.source || check.href, `${id}: no check`);
  }
});

test('every link of an erratum leads to a section, an exercise, a page or a source', async () => {
  const html = errataHtml(DATA, await targets(), await readExercises());
  const items = html.match(/<li id=/g) ?? [];
  assert.equal(items.length, 159);
  for (const one of DATA.errata) {
    const href = linkOf(one);
    if (one.check.source) assert.match(href, /^(https:\/\/\S+)?$/, one.id);
    else assert.match(href, /^(chapters\/[\w-]+\.html#[\w-]+|practice\.html(#[\w-]+)?)$/, one.id);
  }
});

test('a link to nothing is refused by name', async () => {
  const [first] = DATA.errata;
  const lost = {...first, check: {href: 'chapters/1-why-position.html#nowhere'}};
  const pages = await targets();
  assert.throws(
    () => errataHtml({...DATA, errata: [lost]}, pages, []),
    /errata\.json: E000-01: nothing on the site is at chapters\/1-why-position\.html#nowhere/,
  );
});

test('the foot of every page links to the errata, the menu does not', async () => {
  const template = await read('build/template.html');
  assert.match(template.slice(template.indexOf('<footer')), /href="\{\{root\}\}errata\.html"/);
  assert.doesNotMatch(await read('pages/errata.html'), /"menu"/);
});
