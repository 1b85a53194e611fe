// What the script of each page does at its start: the colours that were chosen, and the parts that only some pages have.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeElement, fakeDom} from '../../support/fake-dom.js';
import '../../support/page-modules.js';

let nLoads = 0;
const nextRound = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs web/page.js in a page that has nothing but the choice of colours and some parts.
 *
 * @param {import('node:test').TestContext} t
 * @param {{ids?: string[], theme?: string | null}} [options] ids of the parts; theme: what was kept
 */
async function load(t, {ids = [], theme = null} = {}) {
  const {body} = fakeDom(t);
  t.mock.timers.enable({apis: ['setTimeout']});
  t.mock.method(performance, 'getEntriesByType', () => [{type: 'navigate'}]);
  const page = /** @type {any} */ (document);
  const inputs = ['auto', 'light', 'dark'].map((value) =>
    Object.assign(new FakeElement('input'), {value}),
  );
  const parts = Object.fromEntries(ids.map((id) => [id, new FakeElement('section')]));
  page.documentElement.style = {};
  page.querySelector = () => null;
  page.querySelectorAll = (/** @type {string} */ selector) =>
    selector === 'input[name="theme"]' ? inputs : [];
  page.getElementById = (/** @type {string} */ id) => parts[id] ?? null;
  page.fonts = {addEventListener() {}};
  /** @type {Record<string, string | null>} */
  const kept = {'poslab-theme': theme};
  const globals = {
    testElements: {elements: {}, nPlain: 0, shareFullCore: async () => {}},
    HTMLFormElement: class {},
    MutationObserver: class {
      observe() {}
    },
    addEventListener() {},
    location: {hash: '', pathname: '/index.html', search: ''},
    history: {replaceState() {}},
    localStorage: {
      getItem: (/** @type {string} */ key) => kept[key] ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
        kept[key] = text;
      },
    },
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  await import(`../../../web/page.js?${nLoads++}`);
  for (let k = 0; k < 500; k++) await nextRound();
  const {dataset, style} = page.documentElement;
  const colours = () => [dataset.theme, style.colorScheme, inputs.find((input) => input.checked)?.value]; // biome-ignore format: one thought
  return {body, inputs, kept, parts, colours};
}

for (const [theme, now] of /** @type {const} */ ([
  [null, ['auto', 'light dark', 'auto']],
  ['dark', ['dark', 'dark', 'dark']],
  ['no theme', ['auto', 'light dark', 'auto']],
]))
  test(`the colours begin as they were kept: ${theme}`, async (t) => {
    const {colours, inputs, kept} = await load(t, {theme});
    assert.deepEqual(colours(), now);
    inputs[1].fire('change');
    assert.deepEqual([colours()[1], kept['poslab-theme']], ['light', 'light']);
  });

test('a page without parts of its own asks for no further script', async (t) => {
  const {body} = await load(t);
  assert.equal(body.textContent, '');
});

for (const id of ['own-code', 'make-assignment', 'notebook'])
  test(`a page with the part ${id} asks for its script, and says where it does not come`, async (t) => {
    const {body} = await load(t, {ids: [id]}); // bundles are only where the site was built
    for (const end = performance.now() + 20_000; performance.now() < end && body.textContent === ''; ) await nextRound(); // biome-ignore format: one thought
    assert.match(
      body.textContent,
      /^What runs on this page could not be loaded: .* Reload the page\./,
    );
  });

test('a browser that can run the core is not shown why it could not', async (t) => {
  const {parts} = await load(t, {ids: ['no-simd']});
  assert.equal(parts['no-simd'].hidden, true);
});
