// The diagrams: which one a preset shows, its words, and labels that keep clear of the arrows.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {allowStyleSheets} from '../../../web/build/figure-classes.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

allowStyleSheets();
/** The line that letters are on, which `y` names, is so far above an arrow: they are clear of its head. */
const ABOVE_PX = 12;

/** @param {import('node:test').TestContext} t @param {string} [preset] */
async function shown(t, preset) {
  const {body, page} = fakeDom(t);
  class Host extends FakeElement {
    isConnected = true;
    shadowRoot = Object.assign(new FakeElement('root', page), {adoptedStyleSheets: [], host: this});
    constructor() {
      super('pe-diagram', page);
    }
    attachShadow = () => this.shadowRoot;
  }
  Object.assign(globalThis, {
    HTMLElement: Host,
    getComputedStyle: () => ({colorScheme: 'light', outlineColor: 'color(srgb 0 0 0)', fontSize: '16px'}),
  }); // biome-ignore format: a record
  const {PeDiagram} = await import(`../../../web/figures/tables/pe-diagram.js?${t.name}`);
  const element = new PeDiagram();
  if (preset) element.setAttribute('preset', preset);
  body.append(element);
  element.connectedCallback();
  const root = /** @type {FakeElement} */ (element.shadowRoot);
  // until then it may load what looks at the page around, which needs the page
  while (!root.querySelector('.page-ink')) await new Promise((resolve) => setImmediate(resolve));
  const text = (/** @type {string} */ selector) => root.querySelector(selector)?.textContent;
  return {element, root, text, presets: PeDiagram.presets};
}

test('a preset shows its diagram, with its title and its words; another one, or none, the first', async (t) => {
  const {element, root, text, presets} = await shown(t);
  const [first, ...others] = Object.keys(presets);
  for (const name of [...others, 'no-diagram']) {
    element.setAttribute('preset', name);
    element.attributeChangedCallback();
    const {title, description, boxes} = presets[name] ?? presets[first];
    assert.deepEqual(['figcaption', 'title', 'desc', 'p'].map(text), [title, title, description, description]); // biome-ignore format: one thought
    assert.ok(root.querySelectorAll('text').length >= boxes.length);
  }
});

test('the label of each message is clear above its arrow, also of one that comes back', async (t) => {
  const {element, root, presets} = await shown(t);
  const [name] = Object.keys(presets).filter((one) => presets[one].lifelines);
  element.setAttribute('preset', name);
  element.attributeChangedCallback();
  const messages = root.querySelectorAll('g.message');
  assert.equal(messages.length, presets[name].arrows.length);
  const places = messages.map((message) => {
    const [arrow, label] = ['path', 'text'].map((tag) => message.querySelector(tag));
    const [, top, back] = /^M[\d.]+ ([\d.]+)h?(\d*)/.exec(arrow?.getAttribute('d') ?? '') ?? [];
    return {above: Number(top) - Number(label?.getAttribute('y')), comesBack: back !== ''};
  });
  assert.ok(
    places.every(({above}) => above === ABOVE_PX),
    JSON.stringify(places),
  );
  assert.equal(places.filter(({comesBack}) => comesBack).length, 2);
});
