// A curve that is drawn by hand: which point a press takes, how a stroke and keys move points, and where handles are.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {CurveView} from '../../../web/views/curve-view.js';
import {RecordingContext, THEME} from '../../support/canvas.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

const PANEL = /** @type {any} */ ({
  kind: 'curve',
  title: 'biases',
  series: [{name: 'yours', x: [1, 2, 4, 8], y: [0, 0, 0, 0]}],
  x: {label: 'distance', domain: [1, 8], log: true},
  y: {label: 'bias', domain: [-4, 4]},
  points: {x: [1, 2, 4, 8], y: [0, 1, 0, -2], names: ['1', '2', '4', '8']},
});

/** @param {import('node:test').TestContext} t */
function shown(t) {
  const {page} = fakeDom(t);
  const globals = {
    getComputedStyle: () => ({
      color: 'rgb(0, 0, 0)',
      fontFamily: 'sans',
      getPropertyValue: () => '',
    }),
    matchMedia: () => ({matches: false}),
    requestAnimationFrame: () => 1,
    cancelAnimationFrame() {},
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  const make = globalThis.document.createElement;
  t.mock.method(globalThis.document, 'createElement', (/** @type {string} */ tag) => {
    const made = /** @type {FakeElement} */ (/** @type {unknown} */ (make.call(globalThis.document, tag))); // biome-ignore format: one thought
    made.clientWidth = 300;
    made.clientHeight = tag === 'div' ? 200 : 0;
    const context = Object.assign(new RecordingContext(), {setTransform() {}, clearRect() {}});
    return Object.assign(made, {width: 0, height: 0, offsetWidth: 300, offsetHeight: 200, getContext: () => context}); // biome-ignore format: one thought
  });
  const probe = /** @type {any} */ (new FakeElement('div'));
  for (let k = 0; k < 30; k++) probe.append(new FakeElement('span'));
  const view = new CurveView(probe, () => {});
  const element = /** @type {any} */ (view.element);
  /** @type {[number, number][]} */
  const moves = [];
  element.dispatchEvent = (/** @type {CustomEvent} */ {detail: {point, y}}) =>
    moves.push([point, y]);
  view.show(PANEL, /** @type {any} */ (THEME));
  const handles = /** @type {FakeElement[]} */ (element.querySelectorAll('.handle'));
  const stage = element.querySelector('.stage');
  const placeOf = (/** @type {FakeElement} */ {style}) => ({clientX: Number.parseFloat(style.left), clientY: Number.parseFloat(style.top)}); // biome-ignore format: one thought
  const point = (/** @type {string} */ type, /** @type {object} */ place) => stage.fire(type, {button: 0, pointerId: 1, ...place}); // biome-ignore format: one thought
  return {handles, moves, placeOf, point, page};
}

test('handles are at their points: further right for a greater x, higher for a greater y', (t) => {
  const {handles, placeOf} = shown(t);
  const places = handles.map(placeOf);
  const steps = places.slice(1).map(({clientX}, k) => clientX - places[k].clientX);
  assert.ok(
    steps.every((step) => step > 10 && Math.abs(step - steps[0]) < 1e-6),
    `${steps}`,
  );
  const tops = places.map(({clientY}) => clientY);
  assert.ok(tops[1] < tops[0] && tops[0] === tops[2] && tops[2] < tops[3], `${tops}`);
  assert.equal(handles[3].getAttribute('aria-valuetext'), '−2');
});

test('a press takes the nearest point to where it is', (t) => {
  const {handles, moves, placeOf, point} = shown(t);
  for (const [k, handle] of handles.entries()) {
    const {clientX} = placeOf(handle);
    point('pointerdown', {clientX: clientX + 5, clientY: placeOf(handles[1]).clientY});
    point('pointerup', {});
    assert.deepEqual(moves.pop(), [k, 1]);
  }
});

test('a quick stroke takes the points along with it that it jumps over', (t) => {
  const {handles, moves, placeOf, point} = shown(t);
  const [first, , , last] = handles.map(placeOf);
  point('pointerdown', first);
  point('pointermove', last);
  assert.deepEqual(
    moves.map(([k]) => k),
    [0, 1, 2, 3],
  );
  const [from, one, two, to] = moves.map(([, y]) => y);
  assert.ok(from > one && one > two && two > to, `${moves}`);
  point('pointerup', {});
  point('pointermove', first);
  assert.equal(moves.length, 4, 'after its end a stroke moves nothing');
});

test('arrow keys move a point by a tenth, pages by one, and no further than the axis', (t) => {
  const {handles, moves, page} = shown(t);
  const press = (/** @type {number} */ k, /** @type {string} */ key) => handles[k].fire('keydown', {key}); // biome-ignore format: one thought
  for (const key of ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']) press(1, key);
  assert.deepEqual(moves, [[1, 1.1], [1, 0.9], [1, 2], [1, 0]]); // biome-ignore format: a list
  press(0, 'ArrowRight');
  assert.equal(page.active, handles[1]);
  assert.equal(press(0, 'a').isPrevented, false);
});
