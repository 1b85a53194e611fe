// A card that is closed, and what opens with it: the whole window, its address and the title of the page.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeElement, fakeDom} from '../../support/fake-dom.js';
import '../../support/page-modules.js';

class Host extends FakeElement {
  isConnected = true;
  shadowRoot = Object.assign(new FakeElement('root'), {adoptedStyleSheets: [], host: this});
  constructor() {
    super('exercise-card');
  }
  attachShadow = () => this.shadowRoot;
  scrollIntoView() {}
}

/** @param {import('node:test').TestContext} t @param {Record<string, string>} attributes */
async function card(t, attributes) {
  fakeDom(t);
  Object.assign(document, {title: 'All exercises', baseURI: 'https://lab.example/', querySelectorAll: () => []}); // biome-ignore format: one thought
  const globals = {
    HTMLElement: Host,
    location: {hash: '', pathname: '/practice.html', search: ''},
    history: {pushState() {}},
    addEventListener() {},
    localStorage: {getItem: () => null, setItem() {}},
    getComputedStyle: () => ({colorScheme: 'light', outlineColor: 'color(srgb 0 0 0)', fontSize: '16px'}), // biome-ignore format: a record
  };
  Object.assign(globalThis, globals);
  const {ExerciseCard} = await import('../../../web/exercises/ui/exercise-card.js');
  const element = /** @type {any} */ (new ExerciseCard());
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.connectedCallback();
  const details = element.shadowRoot.querySelector('details');
  const toggle = (/** @type {boolean} */ isOpen) => {
    details.open = isOpen;
    details.fire('toggle');
  };
  const settled = async () => {
    for (let k = 0; k < 60; k++) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {element, details, toggle, settled};
}

const ATTRIBUTES = {exercise: 'no-exercise', heading: 'The table', topic: 'RoPE', level: '2', minutes: '15', id: 'table'}; // biome-ignore format: a record

test('a closed card has its heading, its facts and how far the learner is', async (t) => {
  const {details, settled} = await card(t, ATTRIBUTES);
  const [summary] = details.children;
  assert.deepEqual(
    summary.children.map((/** @type {FakeElement} */ one) => one.textContent),
    ['The table', 'RoPE', '●●○level 2 of 3', '15 min', 'new'],
  );
  await settled();
});

test('one that fills the window gives the page its title, and back that of all', async (t) => {
  const {element, toggle, settled} = await card(t, {...ATTRIBUTES, 'full-page': ''});
  const state = () => [document.title, element.hasAttribute('shown')];
  toggle(true);
  assert.deepEqual(state(), ['The table · poslab', true]);
  toggle(false);
  assert.deepEqual(state(), ['All exercises', false]);
  await settled();
});

test('a card within a page keeps its title and address, and says when its exercise cannot be loaded', async (t) => {
  const {element, details, toggle, settled} = await card(t, ATTRIBUTES);
  toggle(true);
  assert.deepEqual([document.title, location.hash], ['All exercises', '']);
  for (let k = 0; k < 100 && !/could not be loaded/.test(details.textContent); k++) await settled();
  assert.match(details.textContent, /This exercise could not be loaded: .* Close it and open it again/); // biome-ignore format: one thought
  assert.equal(element.attemptsLeft, Number.POSITIVE_INFINITY);
});
