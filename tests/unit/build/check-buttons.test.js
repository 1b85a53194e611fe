// The buttons that check the numbers of a page: where they are, and what each says.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {addCheckButtons} from '../../../web/build/claims.js';
import {attribute, elementsOf, parseHtml, textOf} from '../../../web/build/html.js';

/** @param {string} html @returns {[string, string][]} the text before each button, and what it says */
function buttonsOf(html) {
  const content = parseHtml(html);
  addCheckButtons(content);
  return elementsOf(content, 'button').map((button) => {
    const place = /** @type {import('../../../web/build/html.js').Element} */ (button.parentNode);
    return [textOf(place), attribute(button, 'aria-label') ?? ''];
  });
}

test('a paragraph with numbers of claims has one, which says how many they are', () => {
  assert.deepEqual(
    buttonsOf(`<p>No number.</p>
<p>One is <data data-claim="a.b">3</data>.</p>
<ul><li>Two are <data data-claim="a.b">3</data> and <data data-cited="src-x">4</data>.</li></ul>
<p><data value="5">5</data> is of no claim.</p>`),
    [
      ['One is 3. check', 'Check this number'],
      ['Two are 3 and 4. check', 'Check these 2 numbers'],
    ],
  );
});

test('a box with a claim has one in its last paragraph, and a table in its caption', () => {
  assert.deepEqual(
    buttonsOf(`<aside data-claim="a"><p>“It is.”</p><p>It is not.</p></aside>
<aside><p>No claim.</p></aside>
<table><caption>Numbers</caption><tr><td><data data-claim="a.b">3</data></td></tr></table>`),
    [
      ['It is not. check', 'Check this statement'],
      ['Numbers check', 'Check this number'],
    ],
  );
});
