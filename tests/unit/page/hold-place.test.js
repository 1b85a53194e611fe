// A place that a link leads to is held while the page grows above it, until the reader moves or nothing grows any more.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {holdPlace} from '../../../web/page/hold-place.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

const SETTLE_MS = 3000;
const HOLD_MS = 20_000;

/** @param {import('node:test').TestContext} t */
function held(t) {
  fakeDom(t);
  t.mock.timers.enable({apis: ['setTimeout']});
  const [outer, inner, place] = ['details', 'details', 'h2'].map((tag) => new FakeElement(tag));
  outer.append(inner);
  inner.append(place);
  let nScrolls = 0;
  const scrollIntoView = () => nScrolls++;
  /** @type {Set<() => void>} */
  const growing = new Set();
  const onWindow = new FakeElement('window');
  const globals = {
    ResizeObserver: class {
      /** @param {() => void} onGrow */
      constructor(onGrow) {
        this.onGrow = onGrow;
      }
      observe() {
        growing.add(this.onGrow);
        this.onGrow();
      }
      disconnect() {
        growing.delete(this.onGrow);
      }
    },
    addEventListener: onWindow.addEventListener.bind(onWindow),
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  holdPlace(/** @type {any} */ (Object.assign(place, {scrollIntoView})));
  const grow = () => {
    for (const one of growing) one();
    return nScrolls;
  };
  return {outer, inner, grow, onWindow};
}

test('each growth of the page scrolls to the place, which is unfolded first', (t) => {
  const {outer, inner, grow} = held(t);
  assert.deepEqual([outer.open, inner.open], [true, true]);
  assert.equal(grow(), 2);
  t.mock.timers.tick(SETTLE_MS - 1);
  assert.equal(grow(), 3);
  t.mock.timers.tick(SETTLE_MS - 1);
  assert.equal(grow(), 4);
  t.mock.timers.tick(SETTLE_MS);
  assert.equal(grow(), 4, 'the page had settled');
});

test('a page that never settles is let go in the end', (t) => {
  const {grow} = held(t);
  for (let ms = 1000; ms < HOLD_MS; ms += 1000) {
    t.mock.timers.tick(1000);
    grow();
  }
  const before = grow();
  t.mock.timers.tick(1000);
  assert.equal(grow(), before);
});

for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown', 'hashchange'])
  test(`${type} lets it go, also where an element keeps the event to itself`, (t) => {
    const {grow, onWindow} = held(t);
    const picture = new FakeElement('canvas');
    onWindow.append(picture);
    picture.addEventListener(type, (event) => event.stopPropagation());
    const before = grow();
    picture.fire(type);
    assert.equal(grow(), before);
  });

test('without a place nothing is held', () => assert.equal(holdPlace(null), undefined));
