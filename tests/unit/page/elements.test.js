// When the page fetches its elements: each when its first tag is there, figures with the core that they share.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeElement} from '../../support/fake-dom.js';
import '../../support/page-modules.js';

const PRELOAD = '[href$="figures.wasm"]';
const UNDEFINED = ':not(:defined)';
const TAGS = ['pe-plain', 'pe-figure', 'pe-other'];
let nLoads = 0;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs web/elements.js in a page.
 *
 * @param {import('node:test').TestContext} t
 * @param {string[]} tags in the page
 * @param {{isPreloaded?: boolean, define?: (tag: string) => Promise<void>}} [options]
 */
async function load(t, tags, {isPreloaded = false, define = async () => {}} = {}) {
  /** @type {string[]} */
  const calls = [];
  /** @type {(() => void)[]} */
  const observers = [];
  const body = new FakeElement('body');
  const add = (/** @type {string} */ tag) => body.append(new FakeElement(tag));
  tags.forEach(add);
  const undefinedTags = () => body.children.filter(({localName}) => !TAGS.includes(localName));
  const definer = (/** @type {string} */ tag) => () => {
    calls.push(tag);
    return define(tag);
  };
  const globals = {
    testElements: {
      elements: Object.fromEntries(TAGS.map((tag) => [tag, definer(tag)])),
      nPlain: 1,
      shareFullCore: async () => {
        await settled();
        calls.push('the whole core');
      },
    },
    document: {
      querySelector: (/** @type {string} */ selector) => {
        if (selector === PRELOAD) return isPreloaded ? {} : null;
        return selector === UNDEFINED ? (undefinedTags()[0] ?? null) : body.querySelector(selector);
      },
      querySelectorAll: (/** @type {string} */ selector) =>
        selector === UNDEFINED ? undefinedTags() : body.querySelectorAll(selector),
    },
    MutationObserver: class {
      /** @param {() => void} onChange */
      constructor(onChange) {
        observers.push(onChange);
      }
      observe() {}
    },
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  t.mock.timers.enable({apis: ['setTimeout']});
  await import(`../../../web/elements.js?${nLoads++}`);
  for (let k = 0; k < 3; k++) await settled();
  const change = async (/** @type {string} */ tag) => {
    add(tag);
    for (const onChange of observers) onChange();
    await settled();
  };
  return {calls, body, change};
}

test('the first tag of an element fetches it, and no other tag fetches it again', async (t) => {
  const {calls, change} = await load(t, ['pe-plain', 'pe-plain']);
  assert.deepEqual(calls, ['pe-plain']);
  await change('pe-plain');
  assert.deepEqual(calls, ['pe-plain']);
  await change('pe-other');
  assert.deepEqual(calls, ['pe-plain', 'pe-other']);
});

test('a page with a figure shares the whole core, before the figure is there', async (t) => {
  const {calls} = await load(t, ['pe-other', 'pe-plain']);
  assert.deepEqual(calls, ['the whole core', 'pe-plain', 'pe-other']);
});

test('a page that asks for the small core fetches no whole one', async (t) => {
  const {calls} = await load(t, ['pe-figure'], {isPreloaded: true});
  assert.deepEqual(calls, ['pe-figure']);
});

test('a page without elements fetches nothing', async (t) => {
  assert.deepEqual((await load(t, [])).calls, []);
});

test('three seconds later a tag that is nearly one of ours is named', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  await load(t, ['pe-plane']);
  t.mock.timers.tick(2999);
  for (let k = 0; k < 20; k++) await settled();
  assert.equal(said.mock.callCount(), 0);
  t.mock.timers.tick(1);
  for (const end = performance.now() + 20_000; performance.now() < end && said.mock.callCount() === 0; ) await settled(); // biome-ignore format: one thought
  assert.match(String(said.mock.calls[0]?.arguments[0]), /^<pe-plane> .* write <pe-plain>/);
});

test('an element that cannot be fetched says so in each of its tags, before what is inside', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const {body} = await load(t, ['pe-plain', 'pe-plain', 'pe-other'], {
    define: async (tag) => {
      if (tag === 'pe-plain') throw new TypeError('gone');
    },
  });
  const words = '<pe-plain> could not be loaded; scripts of an older version? Reload the page. ';
  assert.deepEqual(
    body.children.map(({textContent}) => textContent),
    [words, words, ''],
  );
  assert.equal(said.mock.callCount(), 1);
});
