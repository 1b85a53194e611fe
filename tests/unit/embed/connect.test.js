// Who may connect to a frame: the page around it, of the origin that its address names, and one port at a time.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onConnect, reportHeight, takeScheme} from '../../../web/embed/connect.js';

const HOST = 'https://course.example';

/**
 * A frame whose address names an origin.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} search
 */
function frame(t, search) {
  const parent = {};
  /** @type {((event: any) => void)[]} */
  const listeners = [];
  const globals = {
    parent,
    location: {search},
    addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
      type === 'message' && listeners.push(listener),
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  /** @type {{port: any, signal: AbortSignal}[]} */
  const served = [];
  onConnect((port, signal) => served.push({port, signal}));
  const port = () => ({
    isClosed: false,
    close() {
      this.isClosed = true;
    },
  });
  const post = (/** @type {object} */ more) => {
    const event = {
      source: parent,
      origin: HOST,
      data: {poslab: 1, type: 'connect'},
      ports: [port()],
    };
    for (const listener of listeners) listener({...event, ...more});
  };
  return {served, post};
}

test('the page around is served, with its port', (t) => {
  const {served, post} = frame(t, `?figure=pe-heatmap&origin=${encodeURIComponent(HOST)}`);
  post({});
  assert.equal(served.length, 1);
  assert.equal(served[0].signal.aborted, false);
});

test('no other window, origin or message is', (t) => {
  const {served, post} = frame(t, `?origin=${encodeURIComponent(HOST)}`);
  for (const more of [
    {source: {}},
    {origin: 'https://other.example'},
    {origin: 'null'},
    {data: null},
    {data: 'connect'},
    {data: {poslab: 2, type: 'connect'}},
    {data: {poslab: 1, type: 'other'}},
    {ports: []},
  ])
    post(more);
  assert.deepEqual(served, []);
});

test('an address without an origin of a site lets no page in', (t) => {
  for (const origin of ['', 'null', 'file://', 'data:,x', 'javascript:1']) {
    const {served, post} = frame(t, `?origin=${encodeURIComponent(origin)}`);
    for (const sender of [origin, 'null', HOST]) if (sender) post({origin: sender});
    assert.deepEqual(served, [], origin);
  }
});

test('a second connection takes the place of the first, whose port is closed', (t) => {
  const {served, post} = frame(t, `?origin=${encodeURIComponent(HOST)}`);
  post({});
  post({});
  const [first, second] = served;
  assert.deepEqual([first.signal.aborted, first.port.isClosed], [true, true]);
  assert.deepEqual([second.signal.aborted, second.port.isClosed], [false, false]);
});

test('the height of the page is reported in whole pixels, until the connection ends', (t) => {
  /** @type {(() => void)[]} */
  const calls = [];
  let isObserving = false;
  const globals = {
    document: {
      body: {getBoundingClientRect: () => ({height: 612.3})},
      documentElement: {style: {setProperty() {}}},
    },
    ResizeObserver: class {
      constructor(/** @type {() => void} */ call) {
        calls.push(call);
      }
      observe() {
        isObserving = true;
      }
      disconnect() {
        isObserving = false;
      }
    },
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  /** @type {unknown[]} */
  const posted = [];
  const connection = new AbortController();
  reportHeight(/** @type {any} */ ({postMessage: (/** @type {unknown} */ one) => posted.push(one)}), connection.signal); // biome-ignore format: one thought
  calls[0]();
  assert.deepEqual([posted, isObserving], [[{type: 'height', px: 613}], true]);
  connection.abort();
  assert.equal(isObserving, false);
});

test('the scheme is that of the theme in the address, or else that of the page around, now and later', (t) => {
  const style = {colorScheme: ''};
  const globals = {document: {documentElement: {style}}, location: {search: ''}};
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  const taken = (
    /** @type {string} */ search,
    /** @type {string[]} */ sent = [],
    hasPort = false,
  ) => {
    Object.assign(globalThis, {location: {search}});
    style.colorScheme = '';
    /** @type {((event: any) => void)[]} */
    const listeners = [];
    const addEventListener = (/** @type {string} */ _, /** @type {any} */ one) =>
      listeners.push(one);
    takeScheme(/** @type {any} */ (hasPort ? {addEventListener} : null));
    for (const scheme of sent) for (const one of listeners) one({data: {type: 'scheme', scheme}});
    return style.colorScheme;
  };
  assert.equal(taken('?theme=light&scheme=dark'), 'light');
  assert.equal(taken('?theme=dark&scheme=light'), 'dark');
  assert.equal(taken('?theme=dark', ['light'], true), 'dark', 'a theme stays');
  assert.equal(taken('?scheme=light'), 'light');
  assert.equal(taken('?theme=auto&scheme=dark'), 'dark');
  assert.equal(taken('?scheme=url(x)'), '');
  assert.equal(taken('?scheme=dark', [], true), '', 'the page around says it itself');
  assert.equal(taken('', ['light', 'dark'], true), 'dark');
  assert.equal(taken('', ['dark', 'other'], true), 'dark');
});
