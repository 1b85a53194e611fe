// When the sections below the first are laid out, on a phone.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {layOutRest} from '../../../web/page/lay-out-rest.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {{hash?: string, type?: string}} [visit]
 */
function visited(t, {hash = '', type = 'navigate'} = {}) {
  fakeDom(t);
  t.mock.timers.enable({apis: ['setTimeout']});
  t.mock.method(performance, 'getEntriesByType', () => [{type}]);
  const onWindow = new FakeElement('window');
  const globals = {location: {hash}, addEventListener: onWindow.addEventListener.bind(onWindow)};
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  layOutRest();
  const {classList} = document.documentElement;
  return {onWindow, isLaidOut: () => classList.contains('laid-out')};
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
