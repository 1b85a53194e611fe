// One figure on the whole screen: where it goes and comes back to, its keys, and the states that they lead through.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeElement, fakeDom} from '../../support/fake-dom.js';
import '../../support/page-modules.js';

const {statesOf, togglePresentation} = await import('../../../web/figures/frame/present.js');

class Dialog extends FakeElement {
  isShown = false;
  showModal = () => {
    this.isShown = true;
  };
  close = () => {
    this.isShown = false;
  };
}

class Figure extends FakeElement {
  static stateAttributes = ['preset', 'dims', 'fault'];
  shadowRoot = Object.assign(new FakeElement('root'), {
    adoptedStyleSheets: /** @type {any[]} */ ([]),
    activeElement: null,
  });
  faults = ['swapped', 'mixed'];

  get faultName() {
    return this.getAttribute('fault') ?? '';
  }

  /** @param {string} name @param {string} value */
  change(name, value) {
    this.setAttribute(name, value);
  }
}

/** @param {import('node:test').TestContext} t @param {Record<string, string>} [attributes] */
function presented(t, attributes = {preset: 'heat', dims: '8'}) {
  const {body, page} = fakeDom(t);
  const scrolls = /** @type {any[]} */ ([]);
  const globals = {
    scrollX: 0,
    scrollY: 70,
    scrollTo: (/** @type {any} */ to) => scrolls.push(to),
    dispatchEvent() {},
    matchMedia: () => ({matches: false}),
    getComputedStyle: () => ({fontSize: '16px', colorScheme: 'light'}),
  };
  Object.assign(globalThis, globals);
  const create = document.createElement;
  document.createElement = /** @type {any} */ (
    (/** @type {string} */ tag) => (tag === 'dialog' ? new Dialog(tag, page) : create(tag))
  );
  const figure = new Figure('pe-heatmap', page);
  for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
  const frame = new FakeElement('figure', page);
  const caption = new FakeElement('figcaption', page);
  figure.shadowRoot.append(frame, caption);
  body.append(figure);
  const focused = new FakeElement('button', page);
  Object.assign(document, {activeElement: focused});
  const toggle = () => togglePresentation(/** @type {any} */ (figure));
  toggle();
  const dialog = /** @type {Dialog} */ (figure.shadowRoot.querySelector('dialog'));
  t.after(() => {
    if (dialog.parentElement) toggle();
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  });
  /** @param {string} key @param {FakeElement} [target] */
  const press = (key, target = dialog) => target.fire('keydown', {key, composedPath: () => [target]}); // biome-ignore format: one thought
  const state = () => Object.fromEntries(figure.attributes.map(({name, value}) => [name, value]));
  const said = () => dialog.querySelector('output')?.textContent;
  return {figure, frame, dialog, press, state, said, toggle, scrolls, focused, page};
}

test('the frame goes into a dialog with a style, and comes back to its place, with the focus', (t) => {
  const {figure, frame, dialog, press, scrolls, focused, page} = presented(t);
  assert.equal(frame.parentElement, dialog);
  assert.equal(dialog.isShown, true);
  assert.equal(figure.shadowRoot.adoptedStyleSheets.length, 1);
  press('Escape');
  assert.deepEqual(
    figure.shadowRoot.children.map(({localName}) => localName),
    ['figure', 'figcaption'],
  );
  assert.deepEqual(scrolls, [{left: 0, top: 70, behavior: 'instant'}]);
  assert.equal(page.active, focused);
});

test('arrows lead through the figure as it should be and its faults, and stop at the ends', (t) => {
  const {press, state, said} = presented(t);
  const states = ['ArrowRight', 'PageDown', 'ArrowRight', 'ArrowLeft', 'PageUp', 'ArrowLeft'].map((key) => { press(key); return [state().fault, said()]; }); // biome-ignore format: one thought
  assert.deepEqual(states, [
    ['swapped', 'State 2 of 3'],
    ['mixed', 'State 3 of 3'],
    ['mixed', 'State 3 of 3'],
    ['swapped', 'State 2 of 3'],
    ['', 'State 1 of 3'],
    ['', 'State 1 of 3'],
  ]);
});

test('states of the page are attributes over what the figure was given; others it has not', (t) => {
  const states = 'fault=mixed&dims=64 dims=12&onclick=alert(1)';
  const {figure, press, state} = presented(t);
  figure.dataset.states = states;
  assert.deepEqual(statesOf(/** @type {any} */ (figure)), [{fault: 'mixed', dims: '64'}, {dims: '12', onclick: 'alert(1)'}]); // biome-ignore format: one thought
  figure.setAttribute('dims', '99'); // by a reader, meanwhile
  press('ArrowRight'); // from the state that has its fault: none
  assert.deepEqual(state(), {preset: 'heat', dims: '12', fault: ''});
  press('ArrowLeft');
  assert.deepEqual(state(), {preset: 'heat', dims: '64', fault: 'mixed'});
});

test('a digit breaks the figure, and 0 mends it; one that has no fault does nothing', (t) => {
  const {press, state} = presented(t);
  const states = ['2', '1', '3', '0'].map((key) => { press(key); return state().fault; }); // biome-ignore format: one thought
  assert.deepEqual(states, ['mixed', 'swapped', 'swapped', '']);
});

test('B blackens, and any key or press lights again', (t) => {
  const {dialog, press, state} = presented(t);
  const isBlack = () => dialog.classList.contains('black');
  press('b');
  assert.equal(isBlack(), true);
  press('ArrowRight');
  assert.deepEqual([isBlack(), state().fault], [false, undefined]);
  press('.');
  dialog.click();
  assert.equal(isBlack(), false);
});

test('keys that are typed, or belong to what has the focus, are left alone', (t) => {
  const {dialog, press, state} = presented(t);
  const slider = new FakeElement('input');
  slider.matches = () => true;
  dialog.append(slider);
  assert.equal(press('1', slider).isPrevented, false);
  assert.equal(press('ArrowRight', slider).isPrevented, false);
  assert.equal(state().fault, undefined);
  assert.equal(press('PageDown', slider).isPrevented, true);
  assert.equal(state().fault, 'swapped');
});
