// When the sections below the first are laid out, on a phone.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {layOutRest} from '../../../web/page/lay-out-rest.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {{hash?: string, type?: string, scrollY?: number}} [visit]
 */
function visited(t, {hash = '', type = 'navigate', scrollY = 0} = {}) {
  fakeDom(t);
  const {classList} = document.documentElement;
  const isLaidOut = () => classList.contains('laid-out');
  // what is in the middle of the screen comes 300 pixels further down when all above it is laid out
  const middle = {getBoundingClientRect: () => ({top: isLaidOut() ? 400 : 100})};
  Object.assign(document, {
    elementFromPoint: (/** @type {number} */ x) => (x === 50 ? middle : null),
  });
  /** @type {number[]} */
  const scrolls = [];
  t.mock.timers.enable({apis: ['setTimeout']});
  t.mock.method(performance, 'getEntriesByType', () => [{type}]);
  const onWindow = new FakeElement('window');
  const globals = {innerWidth: 100, innerHeight: 200, scrollY, scrollBy: (/** @type {{top: number}} */ {top}) => scrolls.push(top), location: {hash}, addEventListener: onWindow.addEventListener.bind(onWindow)}; // biome-ignore format: a record
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  layOutRest();
  return {onWindow, isLaidOut, scrolls};
}

for (const [type, ms] of /** @type {const} */ ([
  ['poslab-ready', 200],
  ['load', 1000],
]))
  test(`${ms} ms after ${type}`, (t) => {
    const {onWindow, isLaidOut} = visited(t);
    onWindow.fire(type);
    t.mock.timers.tick(ms - 1);
    assert.equal(isLaidOut(), false);
    t.mock.timers.tick(1);
    assert.equal(isLaidOut(), true);
  });

for (const type of ['hashchange', 'beforeprint'])
  test(`at once at ${type}`, (t) => {
    const {onWindow, isLaidOut} = visited(t);
    assert.equal(isLaidOut(), false);
    onWindow.fire(type);
    assert.equal(isLaidOut(), true);
  });

test('at once where the reader begins elsewhere than at the top', (t) => {
  assert.equal(visited(t, {hash: '#sums'}).isLaidOut(), true);
});

test('at once where the reader comes back', (t) => {
  assert.equal(visited(t, {type: 'back_forward'}).isLaidOut(), true);
});

test('what the reader has gone on to stays where it is on the screen', (t) => {
  const {onWindow, scrolls} = visited(t, {scrollY: 900});
  onWindow.fire('beforeprint');
  assert.deepEqual(scrolls, [300]);
});

test('a reader at the top is scrolled nowhere', (t) => {
  const {onWindow, scrolls} = visited(t);
  onWindow.fire('beforeprint');
  assert.deepEqual(scrolls, []);
});
