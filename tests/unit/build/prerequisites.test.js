// Each chapter says before its first section what its words mean, or where that is said.
import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {attribute, elementsOf, nodesBelow, parseHtml, textOf} from '../../../web/build/html.js';
import {WEB} from '../../../web/build/paths.js';

/** @type {Record<string, RegExp>} */
const WORDS = {
  token: /\btokens?\b/i,
  query: /\b(?:query|queries)\b/i,
  key: /\bkeys?\b/i,
  head: /\bheads?\b/i,
  logit: /\blogits?\b/i,
  softmax: /\bsoftmax\b/i,
  'causal mask': /\bcausal mask\b/i,
  pair: /\bpairs?\b(?!\s+of\s+(?:tokens?|rows)\b)/i,
  frequency: /\b(?:frequency|frequencies)\b/i,
  bias: /\bbias\b/i,
  'type of number': /\b(?:float32|float16|bfloat16|float64|dtype)\b/i,
};
/** Fewer uses than these are explained where they are. */
const LEAST = 3;

const ATTENTION = ['token', 'query', 'key', 'head', 'logit', 'softmax', 'causal mask'];
/** What a place explains that a chapter sends its readers to first. @type {Record<string, string[]>} */
const PLACES = {
  '1-why-position.html#attention-in-words': ATTENTION,
  '#attention-in-words': [...ATTENTION, 'bias'],
  '4-rope.html': [...ATTENTION, 'pair', 'frequency', 'type of number'],
  '5-alibi.html': [...ATTENTION, 'bias'],
  '../glossary.html': Object.keys(WORDS),
};
/** Chapters that a sentence names by their numbers: “the methods of chapters 2 to 5”. */
const CHAPTERS = /\bmethods of chapters 2 to 5\b/;

const chapters = (await readdir(path.join(WEB, 'chapters'))).filter((one) => one.endsWith('.html'));
for (const name of chapters) {
  test(`${name} says what its words mean before it uses them`, async () => {
    const content = parseHtml(await readFile(path.join(WEB, 'chapters', name), 'utf8'));
    const needs = elementsOf(content, 'p').find((one) =>
      textOf(one).startsWith('What you need first:'),
    );
    assert.ok(needs, 'the chapter says what its readers need first');
    const said = textOf(needs);
    const places = elementsOf(needs, 'a').map((link) => attribute(link, 'href') ?? '');
    if (CHAPTERS.test(said)) places.push('4-rope.html', '5-alibi.html');
    const known = new Set(places.flatMap((place) => PLACES[place] ?? []));
    const isProse = (/** @type {import('../../../web/build/html.js').Element} */ element) =>
      !element.tagName.includes('-') &&
      !['code', 'header'].includes(element.tagName) &&
      attribute(element, 'class') !== 'sources';
    const prose = [...nodesBelow(content, isProse)]
      .map((node) => ('value' in node ? node.value : ''))
      .join(' ');
    for (const [word, pattern] of Object.entries(WORDS)) {
      const nUses = [...prose.matchAll(new RegExp(pattern.source, 'gi'))].length;
      if (nUses < LEAST) continue;
      assert.ok(known.has(word) || pattern.test(said), `“${word}” is used ${nUses} times`);
    }
  });
}
