// The element of a host page: every call of its figure is answered or refused, whatever becomes of the frame.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {allowStyleSheets} from '../../../web/build/figure-classes.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

allowStyleSheets();

/** @param {import('node:test').TestContext} t */
async function embedded(t) {
  const {body, page} = fakeDom(t);
  class Host extends FakeElement {
    isConnected = true;
    constructor() {
      super('poslab-embed', page);
      Object.assign(this, {shadowRoot: new FakeElement('root', page), dispatchEvent: () => true});
    }
    attachShadow() {
      return Object.assign(/** @type {any} */ (this).shadowRoot, {host: this});
    }
  }
  /** @type {MessagePort[]} */
  const ports = [];
  const make = globalThis.document.createElement;
  t.mock.method(globalThis.document, 'createElement', (/** @type {string} */ tag) => {
    const frame = make.call(globalThis.document, tag);
    const post = (/** @type {any} */ _, /** @type {any} */ {transfer}) => ports.push(transfer[0]);
    return Object.assign(frame, {part: {add() {}}, style: {}, contentWindow: {postMessage: post}});
  });
  const colours = {colorScheme: 'light', outlineColor: 'color(srgb 0 0 0)'}; // of the page around
  const globals = {HTMLElement: Host, location: {origin: 'https://host.example'}, getComputedStyle: () => colours}; // biome-ignore format: a record
  Object.assign(globalThis.document, {baseURI: 'https://host.example/'});
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
  t.after(() => ['location', 'getComputedStyle'].map((name) => Reflect.deleteProperty(globalThis, name))); // biome-ignore format: one thought
  const {PoslabEmbed} = await import(`../../../web/embed/embed.js?${t.name}`);
  const element = /** @type {any} */ (new PoslabEmbed());
  element.setAttribute('figure', 'pe-heatmap');
  body.append(element);
  element.connectedCallback();
  const frame = element.shadowRoot.querySelector('iframe');
  t.after(() => {
    element.disconnectedCallback();
    for (const port of ports) port.close();
  });
  /** The frame has loaded, and its figure has drawn unless isReady is false. @param {boolean} [isReady] */
  const load = async (isReady = true) => {
    frame.fire('load');
    const port = ports[ports.length - 1];
    if (!isReady) return port;
    port.postMessage({type: 'ready', tag: 'pe-heatmap', version: '1', state: {settings: {}}});
    await element.ready;
    return port;
  };
  return {element, load};
}

/** @param {Promise<unknown>} promise @returns {Promise<string>} what came of it within a moment */
const outcome = (promise) =>
  Promise.race([
    promise.then(() => 'fulfilled', (/** @type {Error} */ error) => error.message),
    new Promise((resolve) => setTimeout(() => resolve('waits'), 50)),
  ]); // biome-ignore format: one thought

test('a call before the figure is ready is refused, also where the frame has loaded', async (t) => {
  const {element, load} = await embedded(t);
  assert.match(
    await outcome(element.getData()),
    /getData\(\): not connected yet: await ready first/,
  );
  await load(false);
  assert.match(
    await outcome(element.getData()),
    /getData\(\): not connected yet: await ready first/,
  );
});

test('a call is answered with the value or the error of the frame', async (t) => {
  const {element, load} = await embedded(t);
  const port = await load();
  port.addEventListener('message', ({data: {id, call}}) => {
    const isFine = call === 'getData';
    port.postMessage(isFine ? {type: 'reply', id, value: [7]} : {type: 'reply', id, message: 'no'});
  });
  port.start();
  assert.deepEqual(await element.getData(), [7]);
  await assert.rejects(element.toBlob('image/png'), {message: 'no'});
});

test('what waits for an answer is refused when the element leaves its page', async (t) => {
  const {element, load} = await embedded(t);
  await load();
  const waiting = outcome(element.getData());
  element.disconnectedCallback();
  assert.match(await waiting, /getData\(\): the frame was closed/);
  assert.match(await outcome(element.getData()), /getData\(\): not connected/);
});

test('what waits for an answer is refused when the frame loads anew', async (t) => {
  const {element, load} = await embedded(t);
  await load();
  const waiting = outcome(element.getState());
  await load(false);
  assert.match(await waiting, /getState\(\): the frame was closed/);
});

test('what the figure reports becomes an event of the element, and a change its value', async (t) => {
  const {element, load} = await embedded(t);
  /** @type {[string, any][]} */
  const events = [];
  element.dispatchEvent = (/** @type {CustomEvent} */ {type, detail}) =>
    events.push([type, detail]);
  const port = await load();
  const state = {
    figure: 'pe-heatmap',
    version: '1',
    preset: 'heat',
    fault: '',
    settings: {dims: 8},
  };
  port.postMessage({type: 'draw', ms: 3});
  port.postMessage({type: 'change', ...state, attributes: {dims: '8'}});
  for (let k = 0; k < 100 && events.length < 4; k++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(events, [
    ['poslab-ready', {tag: 'pe-heatmap', version: '1'}],
    ['poslab-draw', {ms: 3}],
    ['poslab-change', {...state, attributes: {dims: '8'}}],
    ['input', undefined],
  ]);
  Reflect.deleteProperty(element, 'value'); // of all elements of this document
  assert.deepEqual(element.value, state);
});
