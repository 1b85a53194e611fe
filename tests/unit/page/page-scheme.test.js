// Whether an element is light or dark as the page around it, by what the page says and by the colour of its words.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeElement, fakeDom} from '../../support/fake-dom.js';
import '../../support/page-modules.js';

const {followScheme} = await import('../../../web/page-scheme.js');

const [BLACK, WHITE] = ['color(srgb 0 0 0)', 'color(srgb 1 1 1)'];

/**
 * An element whose page has words of some colour and says some scheme.
 *
 * @param {import('node:test').TestContext} t
 * @param {{ink?: string, said?: string, prefersDark?: boolean}} [page] that it begins with
 */
function followed(t, {ink = BLACK, said = 'normal', prefersDark = false} = {}) {
  fakeDom(t);
  const page = {ink, said};
  const parent = new FakeElement('section');
  const host = new FakeElement('pe-heatmap');
  parent.append(host);
  const root = Object.assign(new FakeElement('root'), {host, adoptedStyleSheets: []});
  /** @type {(() => void)[]} */
  const frames = [];
  class CSSStyleSheet {
    text = '';
    replaceSync(/** @type {string} */ text) {
      this.text = text;
    }
  }
  const globals = {
    CSSStyleSheet,
    getComputedStyle: (/** @type {FakeElement} */ of) =>
      of === parent
        ? {colorScheme: page.said}
        : {outlineColor: page.ink, colorScheme: page.said, fontSize: '16px'},
    matchMedia: () => ({matches: prefersDark}),
    requestAnimationFrame: (/** @type {() => void} */ frame) => frames.push(frame),
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  /** @type {string[]} */
  const changes = [];
  const follow = followScheme(/** @type {any} */ (root), (scheme) => changes.push(scheme));
  const own = () =>
    /** @type {any[]} */ (root.adoptedStyleSheets)
      .map(({text}) => /^@media screen\{:host\{color-scheme:(\w+)\}\}$/.exec(text)?.[1])
      .filter(Boolean);
  const probe = /** @type {FakeElement} */ (root.children[0]);
  /** The pictures that the browser shows, as long as one is requested. */
  const nFrames = () => {
    let n = 0;
    for (let frame = frames.shift(); frame && n < 100; frame = frames.shift(), n++) frame();
    return n;
  };
  return {page, follow, own, changes, probe, nFrames};
}

for (const [ink, scheme] of [
  [BLACK, 'light'],
  [WHITE, 'dark'],
  ['color(srgb 0.26 0.27 0.28)', 'light'],
  ['color(srgb 0.51 0.58 0.59)', 'dark'],
  ['color(srgb 0.1 0 0.5)', 'light'], // blue has little light
  ['color(srgb 0 0 1)', 'light'],
  ['color(srgb 1 0 0)', 'light'],
  ['color(srgb 0 1 0)', 'dark'],
])
  test(`words of ${ink} are those of a ${scheme} page`, (t) => {
    assert.equal(followed(t, {ink}).follow(), scheme);
  });

test('an element has a scheme of its own only where the page does not say it', (t) => {
  const {page, follow, own} = followed(t);
  const see = (/** @type {{ink?: string, said?: string}} */ change) => {
    Object.assign(page, change);
    return [follow(), ...own()];
  };
  assert.deepEqual(see({}), ['light']);
  assert.deepEqual(see({ink: WHITE}), ['dark', 'dark']);
  assert.deepEqual(see({said: 'dark'}), ['dark']);
  assert.deepEqual(see({said: 'light'}), ['light']);
  assert.deepEqual(see({said: 'light dark'}), ['dark', 'dark']);
  assert.deepEqual(see({ink: BLACK}), ['light']);
});

test('where both schemes are said to be there, the reader has chosen one', (t) => {
  const {page, follow, own} = followed(t, {ink: WHITE, said: 'light dark', prefersDark: true});
  assert.deepEqual([follow(), ...own()], ['dark']);
  page.ink = BLACK;
  assert.deepEqual([follow(), ...own()], ['light', 'light']);
});

test('a change is reported once', (t) => {
  const {page, follow, changes} = followed(t);
  follow();
  follow();
  page.ink = WHITE;
  follow();
  follow();
  assert.deepEqual(changes, ['light', 'dark']);
});

test('a colour that fades is followed until it has been the same for three pictures', (t) => {
  const {page, follow, changes, probe, nFrames} = followed(t);
  follow();
  page.ink = 'color(srgb 0.1 0.1 0.1)';
  probe.fire('transitionrun');
  probe.fire('transitionrun'); // of another of its colours
  page.ink = WHITE;
  assert.equal(nFrames(), 4, 'one that sees the change, and three that do not');
  assert.deepEqual(changes, ['light', 'dark']);
  page.ink = BLACK;
  probe.fire('animationstart');
  assert.deepEqual(changes, ['light', 'dark', 'light']);
});
