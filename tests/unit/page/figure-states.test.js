// What a reader has changed in the figures of a page: it comes back from an address, goes into it, and leaves it again.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {startFigureStates} from '../../../web/page/figure-states.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

class Figure extends FakeElement {
  static stateAttributes = ['preset', 'dims', 'base', 'fault'];
}

/**
 * A page with two figures, one of whose names begins like the other's.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} hash
 */
async function page(t, hash) {
  const {body} = fakeDom(t);
  const [one, two] = [{preset: 'heat', dims: '8'}, {preset: 'heat-more', base: '100'}].map((attributes) => {
    const figure = new Figure('pe-heatmap');
    for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
    body.append(figure);
    return figure;
  }); // biome-ignore format: one thought
  const location = {
    hash,
    pathname: '/chapter.html',
    search: '',
    href: 'https://lab.example/chapter.html',
  };
  /** @type {Map<string, () => void>} */
  const onWindow = new Map();
  const globals = {
    location,
    history: {
      replaceState: (
        /** @type {any} */ _,
        /** @type {string} */ __,
        /** @type {string} */ address,
      ) => {
        location.hash = address.startsWith('#') ? address : '';
      },
    },
    customElements: {whenDefined: async () => {}},
    addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) =>
      onWindow.set(type, listener),
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  t.mock.method(performance, 'getEntriesByType', () => [{type: 'reload'}]);
  const states = startFigureStates();
  await settled();
  return {body, one, two, location, states, onWindow};
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {FakeElement} figure */
const attributesOf = (figure) => Object.fromEntries(figure.attributes.filter(({name}) => name !== 'id').map(({name, value}) => [name, value])); // biome-ignore format: one thought

test('an address gives a figure what it says, over what the page says, and the others nothing', async (t) => {
  const {one, two} = await page(t, '#heat/dims=12&heat/fault=swapped');
  assert.deepEqual(attributesOf(one), {preset: 'heat', dims: '12', fault: 'swapped'});
  assert.deepEqual(attributesOf(two), {preset: 'heat-more', base: '100'});
});

test('a plain address leaves every figure as the page has it', async (t) => {
  const {one, two} = await page(t, '#some-section');
  assert.deepEqual(attributesOf(one), {preset: 'heat', dims: '8'});
  assert.deepEqual(attributesOf(two), {preset: 'heat-more', base: '100'});
});

test('another address is a whole state: what it does not say is as the page has it', async (t) => {
  const {one, two, location, onWindow} = await page(
    t,
    '#heat/dims=12&heat/base=7&heat/fault=swapped',
  );
  location.hash = '#heat-more/base=50';
  onWindow.get('hashchange')?.();
  await settled();
  assert.deepEqual(attributesOf(one), {preset: 'heat', dims: '8'});
  assert.deepEqual(attributesOf(two), {preset: 'heat-more', base: '50'});
});

test('an address names only settings that a figure has', async (t) => {
  const {one} = await page(t, '#heat/onclick=alert&heat/style=color&heat/dims=9');
  assert.deepEqual(attributesOf(one), {preset: 'heat', dims: '9'});
});

test('what a reader changes goes into the address, and leaves it with the change', async (t) => {
  const {body, one, two, location, states} = await page(t, '#heat-more/base=50');
  const event = (
    /** @type {string} */ type,
    /** @type {FakeElement} */ target,
    /** @type {any} */ detail,
  ) => {
    const sent = new CustomEvent(type, {detail});
    Object.defineProperty(sent, 'target', {value: target});
    return sent;
  };
  const send = (/** @type {any} */ sent) => body.send(sent);
  send(event('poslab-change', one, {attributes: {dims: '20'}}));
  assert.equal(location.hash, '#heat-more/base=50&heat/dims=20');
  send(event('poslab-change', two, {attributes: {}}));
  assert.equal(location.hash, '#heat/dims=20');
  const asked = event('address', two, {attributes: {base: '3'}, url: ''});
  send(asked);
  assert.equal(
    asked.detail.url,
    'https://lab.example/chapter.html#at=heat-more&heat-more/base=3',
    'of this figure alone',
  );
  send(event('poslab-change', one, {attributes: {}}));
  assert.equal(location.hash, '');
  states.set('heat', {dims: '5'});
  await settled();
  assert.deepEqual([one.getAttribute('dims'), location.hash], ['5', '#heat/dims=5']);
  assert.deepEqual([states.get('heat'), states.figure('heat')], [{dims: '5'}, one]);
});

test('while a slider is dragged the address follows, with fewer changes than a browser takes, to the last', async (t) => {
  const {location, states} = await page(t, '');
  t.mock.timers.enable({apis: ['setTimeout']});
  const written = t.mock.method(history, 'replaceState').mock;
  for (let dims = 1; dims <= 600; dims++) {
    states.set('heat', {dims: `${dims}`});
    if (dims <= 60) assert.equal(location.hash, `#heat/dims=${dims}`, 'the first at once');
    t.mock.timers.tick(10_000 / 600);
  }
  assert.ok(written.callCount() > 85 && written.callCount() < 100, `${written.callCount()}`);
  t.mock.timers.tick(300);
  assert.equal(location.hash, '#heat/dims=600');
  const n = written.callCount();
  t.mock.timers.tick(10_000);
  assert.equal(written.callCount(), n, 'nothing is written again');
});
