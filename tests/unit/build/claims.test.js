// The common claims in the chapters: short, each with its verdict.
import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';

import {
  attribute,
  elementsOf,
  isElement,
  parseHtml,
  textOf,
  toHtml,
} from '../../../web/build/html.js';
import {hasClass, layOut, VERDICTS} from '../../../web/build/layout.js';
import {WEB} from '../../../web/build/paths.js';

/** @import {Element} from '../../../web/build/html.js' */

const MOST_WORDS = 40;

/** @returns {Promise<[string, Element][]>} chapter and box */
async function claims() {
  const names = (await readdir(path.join(WEB, 'chapters'))).filter((name) =>
    name.endsWith('.html'),
  );
  const perChapter = names.map(async (name) => {
    const content = parseHtml(await readFile(path.join(WEB, 'chapters', name), 'utf8'));
    return elementsOf(content, 'aside')
      .filter((aside) => hasClass(aside, 'claim'))
      .map((aside) => /** @type {[string, Element]} */ ([name, aside]));
  });
  return (await Promise.all(perChapter)).flat();
}

test('a common claim has a verdict, the claim in quotes and what is right, in 40 words', async () => {
  const all = await claims();
  assert.ok(all.length >= 70);
  for (const [chapter, aside] of all) {
    const text = textOf(aside).replace(/\s+/g, ' ').trim();
    assert.ok(Object.hasOwn(VERDICTS, attribute(aside, 'data-verdict') ?? ''), text);
    const [claim, right, ...more] = aside.childNodes.filter(isElement);
    assert.match(textOf(claim), /^“.*”$/, `${chapter}: ${text}`);
    assert.ok(right && more.length === 0, `${chapter}: ${text}`);
    const nWords = `${textOf(claim)} ${textOf(right)}`.split(/\s+/).length;
    assert.ok(nWords <= MOST_WORDS, `${chapter}: ${nWords} words: ${text}`);
  }
});

test('a common claim can be checked: it has a run, a number of one, or a source of its chapter', async () => {
  for (const [chapter, aside] of await claims()) {
    const html = toHtml(aside);
    const named = attribute(aside, 'data-claim') !== undefined || html.includes('[[');
    const isCited = html.includes('href="#src-');
    assert.ok(named || isCited, `${chapter}: nothing holds: ${textOf(aside)}`);
  }
});

test('the built page says “Common claim” and the verdict in words', () => {
  const content = parseHtml('<aside class="claim" data-verdict="half"><p>“a”</p><p>b</p></aside>');
  layOut(content);
  assert.match(
    toHtml(content),
    /<p class="claim-head">Common claim <span class="verdict">half true<\/span><\/p><p>“a”<\/p>/,
  );
});

test('a verdict that does not exist is refused by name', () => {
  const content = parseHtml('<aside class="claim" data-verdict="maybe"><p>“a”</p></aside>');
  assert.throws(() => layOut(content), /one of wrong, half, condition, got "maybe"/);
});

test('no page, figure or exercise speaks of notes that the reader does not have', async () => {
  const found = [];
  for (const folder of ['chapters', 'pages', 'figures', 'exercises', 'page', 'views']) {
    const entries = await readdir(path.join(WEB, folder), {recursive: true, withFileTypes: true});
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      const text = await readFile(file, 'utf8');
      for (const [phrase] of text.matchAll(/\b(of )?the notes\b|notes-err|data-erratum/gi)) {
        found.push(`${path.relative(WEB, file)}: ${phrase}`);
      }
    }
  }
  assert.deepEqual(found, []);
});
