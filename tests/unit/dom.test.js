// How elements are made: texts in the language of the page, elements as they are, and powers of ten that are spoken.
import assert from 'node:assert/strict';
import {afterEach, test} from 'node:test';

import {html, placeIn, setChildren, setText, svg} from '../../web/dom.js';
import {useStrings} from '../../web/strings/use-strings.js';
import {fakeDom} from '../support/fake-dom.js';

/** @import {FakeElement} from '../support/fake-dom.js' */

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'POSLAB_LANGUAGE');
});

/** @param {unknown} element */
const fake = (element) => /** @type {FakeElement} */ (element);

test('texts among children are translated, elements are not', (t) => {
  fakeDom(t);
  useStrings({kept: 'KEPT'}, {lang: 'xx'});
  const inner = html('b');
  assert.deepEqual(fake(html('p', '', {}, 'kept', inner)).nodes, ['KEPT', inner]);
  assert.deepEqual(fake(svg('g', {}, 'kept', inner)).nodes, ['KEPT', inner]);
});

test('children are replaced only where others come', (t) => {
  fakeDom(t);
  const list = html('ul');
  const items = (/** @type {string[]} */ ...texts) =>
    texts.map((text) => html('li', 'item', {}, text));
  assert.equal(setChildren(list, items('a', 'b')), true);
  const [first] = list.children;
  assert.equal(setChildren(list, items('a', 'b')), false);
  assert.equal(list.children[0], first);
  for (const others of [
    items('a', 'c'),
    items('a'),
    [],
    items('a', 'b'),
    [html('li', 'other', {}, 'a'), html('li', 'item', {}, 'b')],
  ]) {
    assert.equal(setChildren(list, others), true);
    assert.deepEqual([...list.children], others);
  }
});

test('a drawing is an element of SVG', (t) => {
  fakeDom(t);
  const path = fake(svg('path', {d: 'M0 0'}));
  assert.deepEqual([path.localName, path.namespaceURI], ['path', 'http://www.w3.org/2000/svg']);
});

test('a text with a power of ten says it, and one without is a text alone', (t) => {
  fakeDom(t);
  const element = html('p');
  setText(element, 'loss 2');
  assert.deepEqual(fake(element).nodes, ['loss 2']);
  setText(element, 'loss 1.5·10⁻⁷, and more');
  const spoken = fake(element).querySelectorAll('span[role]');
  assert.equal(spoken.length, 1);
  assert.match(spoken[0].getAttribute('aria-label') ?? '', /10 to the (power )?/);
  assert.equal(fake(element).textContent, 'loss 1.5·10⁻⁷, and more');
});

test('a place is in the pixels of a scaled element, and in those of the page where the element has no size', () => {
  const element = (/** @type {number} */ width, /** @type {number} */ height) =>
    /** @type {any} */ ({
      getBoundingClientRect: () => ({left: 10, top: 20, width, height}),
      offsetWidth: width && 100,
      offsetHeight: height && 100,
    });
  const at = {clientX: 30, clientY: 30};
  assert.deepEqual(placeIn(element(200, 50), at), {x: 10, y: 20});
  assert.deepEqual(placeIn(element(0, 0), at), {x: 20, y: 10});
});
