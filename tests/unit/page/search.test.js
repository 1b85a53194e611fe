// The search: what a query finds, and that every address of its index is there.
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {DIST} from '../../../web/build/paths.js';
import {KINDS, searchMatches, searchWords} from '../../../web/page/search-match.js';

/** @import {Entry} from '../../../web/page/search-match.js' */

/** @param {Entry['kind']} kind @param {string} title @param {string} [about] @returns {Entry} */
const entry = (kind, title, about = '') => ({kind, title, about, href: title});

/** @param {string} text @param {Entry[]} entries */
const titlesOf = (text, entries) =>
  searchMatches(text, entries).map(([kind, found]) => [kind, found.map(({title}) => title)]);

test('words are compared in lower case, without accents and signs', () => {
  assert.deepEqual(searchWords('  Half-split, naïve √d\n'), ['half', 'split', 'naive', 'd']);
});

test('every word of a query must begin a word of the entry', () => {
  const entries = [
    entry('figure', 'RoPE with half-split tables'),
    entry('figure', 'RoPE, rotated'),
  ];
  assert.deepEqual(titlesOf('rope ha', entries), [['figure', ['RoPE with half-split tables']]]);
  assert.deepEqual(titlesOf('ope', entries), []);
  assert.deepEqual(titlesOf('rope xyz', entries), []);
  assert.deepEqual(titlesOf(' ,. ', entries), []);
});

test('the best of a kind comes first: a whole word, then a beginning, then what is said about it', () => {
  const entries = [
    entry('bug', 'wrong mask', 'ALiBi'),
    entry('bug', 'ALiBies'),
    entry('bug', 'ALiBi'),
    entry('term', 'ALiBi'),
  ];
  assert.deepEqual(titlesOf('alibi', entries), [
    ['term', ['ALiBi']],
    ['bug', ['ALiBi', 'ALiBies', 'wrong mask']],
  ]);
});

test('of many the first five are shown, with how many there are', () => {
  const many = Array.from({length: 9}, (_, k) => entry('section', `Part ${k}`));
  const [[kind, found, nFound]] = searchMatches('part', many);
  assert.deepEqual([kind, found.length, nFound], ['section', 5, 9]);
});

test('every address of the index is a place of the site, and no kind is empty', () => {
  /** @type {Entry[]} */
  const entries = JSON.parse(readFileSync(path.join(DIST, 'search.json'), 'utf8'));
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const {title, href} of entries) {
    const [page, hash = ''] = href.split('#');
    const file = path.join(DIST, page);
    assert.ok(existsSync(file), href);
    if (!pages.has(page)) pages.set(page, readFileSync(file, 'utf8'));
    const id = new URLSearchParams(hash.includes('=') ? hash : `at=${hash}`).get('at');
    const html = pages.get(page) ?? '';
    assert.ok(!id || html.includes(`="${id}"`), `${title}: ${href}`);
  }
  for (const kind of Object.keys(KINDS)) {
    assert.ok(entries.filter((one) => one.kind === kind).length > 5, kind);
  }
});
