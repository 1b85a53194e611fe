// The glossary: its entries, and the links to them in the chapters.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {glossaryHtml, linkTerms} from '../../../web/build/glossary.js';
import {parseHtml, toHtml} from '../../../web/build/html.js';
import {DIST, WEB} from '../../../web/build/paths.js';
import {anchorsOf} from '../../support/chapters.js';

/** @import {Term} from '../../../web/build/glossary.js' */

/** @type {Term[]} */
const terms = JSON.parse(readFileSync(path.join(WEB, 'pages/terms.json'), 'utf8'));

/** @param {string} html @returns {string} with links */
function linked(html) {
  const tree = parseHtml(html);
  const some = terms.filter(({id}) => ['token', 'logit', 'cope', 'learned-table'].includes(id));
  linkTerms(tree, some);
  return toHtml(tree).replace(
    /<a class="term" href="\.\.\/glossary\.html#([\w-]+)">([^<]*)<\/a>/g,
    '<$1">$2',
  );
}

/** @param {string} prose */
const inSection = (prose) => `<section class="idea"><div class="prose">${prose}</div></section>`;

test('each term has one or two sentences, and a place in a chapter that shows it', () => {
  assert.ok(terms.length >= 60, `${terms.length}`);
  assert.equal(new Set(terms.map(({id}) => id)).size, terms.length);
  for (const {id, term, text, see} of terms) {
    assert.match(id, /^[a-z0-9-]+$/);
    assert.match(text, /^[A-Z0-9].*\.$/, term);
    assert.ok(text.length < 280, `${term}: ${text.length} characters`);
    assert.ok(anchorsOf(see).has(see), `${term}: ${see}`);
  }
});

test('no two terms claim the same words', () => {
  const forms = terms.flatMap((one) => one.forms);
  assert.deepEqual(
    forms.filter((form, k) => forms.indexOf(form) !== k),
    [],
  );
});

test('the first use in each section is a link, the second is none', () => {
  const text = '<p>Tokens, then a token.</p><p>A logit of tokens.</p>';
  const expected = '<p><token">Tokens, then a token.</p><p>A <logit">logit of tokens.</p>';
  assert.equal(
    linked(inSection(text) + inSection(text)),
    inSection(expected) + inSection(expected),
  );
});

test('each reading level has its own first use', () => {
  const level = (/** @type {string} */ name, /** @type {string} */ inside) =>
    `<div class="level" data-level="${name}"><p>${inside}</p></div>`;
  assert.equal(
    linked(inSection(level('plain', 'A token.') + level('basic', 'A token.'))),
    inSection(level('plain', 'A <token">token.') + level('basic', 'A <token">token.')),
  );
});

test('names keep their case, parts of words and what is no prose are left alone', () => {
  for (const same of [
    'They cope with it, as a tokenizer does.',
    '<code>token</code> <a href="x">token</a> <pe-heatmap>token</pe-heatmap>',
    '<h2>Token</h2><aside class="claim"><p>A token</p></aside>',
  ]) {
    assert.equal(linked(inSection(same)), inSection(same));
  }
  assert.equal(linked(inSection('CoPE')), inSection('<cope">CoPE'));
  assert.equal(
    linked(inSection('the learned table')),
    inSection('the <learned-table">learned table'),
  );
});

test('the page has every term by the alphabet, and the chapters link to terms that are there', () => {
  const page = readFileSync(path.join(DIST, 'glossary.html'), 'utf8');
  const titles = [...page.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, title]) => title);
  assert.equal(titles.length, terms.length);
  assert.deepEqual(
    titles,
    [...titles].sort((a, b) => a.localeCompare(b, 'en')),
  );
  const chapter = readFileSync(path.join(DIST, 'chapters/4-rope.html'), 'utf8');
  const ids = [...chapter.matchAll(/class="term" href="\.\.\/glossary\.html#([\w-]+)"/g)];
  assert.ok(ids.length > 30, `${ids.length}`);
  for (const [, id] of ids) assert.ok(page.includes(`<div id="${id}">`), id);
  assert.throws(() => glossaryHtml(terms, []), /is in no chapter/);
});
