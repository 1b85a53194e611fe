// The contents beside the text: which section is current, which have been read, and when the list is folded.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {startContents} from '../../../web/page/contents.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

const HEIGHT = 1000;

class Link extends FakeElement {
  /** @param {string} hash */
  constructor(hash) {
    super('a');
    this.hash = hash;
    this.append(hash.slice(1));
  }
}

/** A section of the text. */
class Section extends FakeElement {
  top = 0;

  getBoundingClientRect = () => ({left: 0, width: 0, height: 800, top: this.top, bottom: this.top + 800}); // biome-ignore format: a record
}

/**
 * A chapter of three sections of 800 pixels.
 *
 * @param {import('node:test').TestContext} t
 * @param {{kept?: string, isNarrow?: boolean, address?: string, folded?: string}} [options]
 */
function chapter(
  t,
  {kept = '[]', isNarrow = false, address = '/chapters/4-rope.html', folded = ''} = {},
) {
  const {body} = fakeDom(t);
  const [rail, details, now] = ['nav', 'details', 'span'].map((tag) => new FakeElement(tag));
  rail.className = 'rail';
  now.className = 'now';
  const names = ['angles', 'sums', 'ends'];
  const links = names.map((name) => new Link(`#${name}`));
  const sections = names.map((name) => {
    const checkVisibility = () => name !== folded;
    return Object.assign(new Section('section'), {id: name, checkVisibility});
  });
  details.append(...links);
  rail.append(now, details);
  const listed = new FakeElement('li');
  listed.setAttribute('data-chapter', '4-rope');
  body.append(rail, listed, ...sections);
  const onWindow = new FakeElement('window');
  /** @type {Record<string, string>} */
  const storage = {'poslab-read': kept};
  const narrow = /** @type {any} */ (Object.assign(new FakeElement('query'), {matches: isNarrow}));
  const globals = {
    location: {pathname: address},
    innerHeight: HEIGHT,
    scrollY: 0,
    matchMedia: () => narrow,
    localStorage: {
      getItem: (/** @type {string} */ key) => storage[key] ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
        storage[key] = text;
      },
    },
    addEventListener: onWindow.addEventListener.bind(onWindow),
    requestAnimationFrame: (/** @type {() => void} */ frame) => frame(),
    Element: FakeElement,
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  const scroll = (/** @type {number} */ y) => {
    Object.assign(globalThis, {scrollY: y});
    sections.forEach((section, k) => {
      section.top = 200 + 800 * k - y;
    });
    onWindow.fire('scroll');
  };
  sections.forEach((section, k) => {
    section.top = 200 + 800 * k;
  });
  startContents();
  const current = () => links.filter((link) => link.getAttribute('aria-current') === 'location').map(({hash}) => hash); // biome-ignore format: one thought
  const read = () => links.filter((link) => link.classList.contains('read')).map(({hash}) => hash);
  const leave = () => {
    onWindow.fire('pagehide');
    return JSON.parse(storage['poslab-read']);
  };
  return {details, links, now, listed, narrow, scroll, current, read, leave};
}

test('the current section is the last whose top has come to the bar, above all the first', (t) => {
  const {scroll, current, now} = chapter(t);
  assert.deepEqual([current(), now.textContent], [['#angles'], 'angles']);
  scroll(839);
  assert.deepEqual(current(), ['#angles']);
  scroll(840);
  assert.deepEqual([current(), now.textContent], [['#sums'], 'sums']);
  scroll(10);
  assert.deepEqual(current(), ['#angles']);
});

test('a section that is folded is never current, and need not be read', (t) => {
  const {scroll, current, leave} = chapter(t, {folded: 'angles'});
  assert.deepEqual(current(), ['#sums']);
  scroll(900);
  scroll(1700);
  assert.deepEqual(leave(), ['4-rope#sums', '4-rope#ends', '4-rope']);
});

test('a section has been read when its end has been in view, and a chapter when all have', (t) => {
  const {scroll, read, leave} = chapter(t);
  scroll(1);
  assert.deepEqual(read(), ['#angles'], 'its end was in view, and the reader had scrolled');
  scroll(850);
  assert.deepEqual(read(), ['#angles', '#sums']);
  assert.deepEqual(leave(), ['4-rope#angles', '4-rope#sums']);
  scroll(1650);
  assert.deepEqual(leave(), ['4-rope#angles', '4-rope#sums', '4-rope#ends', '4-rope']);
});

test('nothing has been read where the reader has not scrolled, and what was read stays so', (t) => {
  const {read, listed, leave} = chapter(t, {kept: '["4-rope#ends", "4-rope"]'});
  assert.deepEqual(read(), ['#ends']);
  assert.equal(listed.classList.contains('read'), true);
  assert.deepEqual(leave(), ['4-rope#ends', '4-rope']);
});

for (const kept of ['no JSON', '{}'])
  test(`what was kept as ${kept} counts as nothing`, (t) => {
    assert.deepEqual(chapter(t, {kept}).leave(), []);
  });

test('of a page that is no chapter nothing is kept', (t) => {
  const {scroll, leave} = chapter(t, {address: '/index.html'});
  scroll(850);
  assert.deepEqual(leave(), []);
});

test('the list is folded on a narrow screen, and again once a section was chosen', (t) => {
  const {details, links, narrow} = chapter(t, {isNarrow: true});
  const states = [details.open];
  details.open = true;
  links[1].click();
  states.push(details.open);
  narrow.matches = false;
  narrow.fire('change');
  assert.deepEqual([...states, details.open], [false, false, true]);
});
