// The life of a figure in its page: when it computes, what it says, and what it leaves behind.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {allowStyleSheets} from '../../../web/build/figure-classes.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

allowStyleSheets();

/** A panel whose view comes later than the figure's script. */
const LATE = {kind: 'cells', title: 'later', help: '', cells: [{text: 'a', says: 'a'}]};

/** What figures are in a document: one class for all tests, since scripts look it up once. */
class Host extends FakeElement {
  isConnected = true;
  states = new Set();
  events = /** @type {[string, any][]} */ ([]);
  shadowRoot = Object.assign(new FakeElement('root'), {adoptedStyleSheets: [], host: this});
  constructor() {
    super('pe-test');
    Reflect.deleteProperty(this, 'value'); // which a figure has itself
  }
  attachShadow = () => this.shadowRoot;
  attachInternals = () => ({states: this.states});
  dispatchEvent = (/** @type {any} */ {type, detail}) => Boolean(this.events.push([type, detail]));
}

/**
 * A figure of one table, which shows its one setting.
 *
 * @param {import('node:test').TestContext} t
 * @param {{attributes?: Record<string, string>, core?: () => Promise<any>}} [options]
 */
async function inPage(t, {attributes = {}, core = async () => 'a core'} = {}) {
  const {body, observers} = fakeDom(t);
  Object.assign(document, {baseURI: 'https://lab.example/'});
  /** @type {{onChange: (entries: any[]) => void, isOn: boolean}[]} */
  const near = [];
  const globals = {
    HTMLElement: Host,
    Element: FakeElement,
    IntersectionObserver: class {
      isOn = true;
      /** @param {(entries: any[]) => void} onChange */
      constructor(onChange) {
        this.onChange = onChange;
        near.push(this);
      }
      observe() {}
      disconnect() {
        this.isOn = false;
      }
    },
    addEventListener() {},
    location: {href: 'https://lab.example/', search: '', hash: ''},
    requestAnimationFrame: (/** @type {() => void} */ frame) => setTimeout(frame),
    getComputedStyle: () => ({colorScheme: 'light', outlineColor: 'color(srgb 0 0 0)', fontSize: '16px', color: 'rgb(0, 0, 0)', gridTemplateColumns: '300px', containerType: 'normal', getPropertyValue: () => ''}), // biome-ignore format: a record
  };
  Object.assign(globalThis, globals);
  const {Figure} = await import('../../../web/figures/frame/figure.js');
  await import('../../../web/page-scheme.js'); // by which it looks at the page around
  let nComputed = 0;
  class Test extends Figure {
    static tag = 'pe-test';
    static core = core;
    static settings = /** @type {any} */ ({dims: {type: 'int', default: 8, min: 1, max: 64, label: 'Dimensions'}}); // biome-ignore format: a record
    static presets = /** @type {any} */ ({own: {title: 'A table'}, other: {title: 'Another', settings: {dims: 3}}}); // biome-ignore format: a record
    static faults = /** @type {any} */ (Object.fromEntries(
      [['off', 'law'], ['quiet', 'law'], ['harmless', null]].map(([name, breaks]) => [name, {label: name, source: {text: 'a report'}, breaks, says: 'It is off.'}]),
    )); // biome-ignore format: a record
    /** @param {any} _ @param {any} settings @param {string} fault @returns {any} */
    static compute(_, {dims}, fault) {
      nComputed++;
      if (dims === 13) throw new RangeError('dims must not be 13.');
      const value = fault === 'off' ? 1 : 0;
      return {
        panels: [
          {kind: 'table', columns: ['dims'], rows: [[dims + Number(fault !== '')]]},
          ...(dims === 20 ? [LATE] : []),
        ],
        meters: [{name: 'law', label: 'a law', value, limit: 0.5}],
      };
    }
  }
  const element = /** @type {any} */ (new Test());
  element.shadowRoot.querySelector('figure').dataset.state = 'waiting';
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  body.append(element);
  element.connectedCallback();
  const settled = async () => {
    for (let k = 0; k < 40; k++) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const move = async (/** @type {boolean} */ isIntersecting) => {
    for (const one of near) if (one.isOn) one.onChange([{isIntersecting}]);
    await settled();
  };
  const change = async (/** @type {string} */ name, /** @type {string} */ value) => {
    element.setAttribute(name, value);
    element.attributeChangedCallback(name);
    await settled();
  };
  t.after(async () => {
    await settled();
  });
  const text = (/** @type {string} */ selector) => element.shadowRoot.querySelector(selector)?.textContent; // biome-ignore format: one thought
  return {
    element,
    events: element.events,
    near,
    observers,
    move,
    change,
    settled,
    text,
    nComputed: () => nComputed,
  };
}

test('a figure computes when it comes near, once, and tells its page', async (t) => {
  const {element, events, move, nComputed, text} = await inPage(t);
  await move(false);
  assert.equal(nComputed(), 0);
  await move(true);
  assert.equal(text('.notice'), '');
  await element.ready;
  await move(false);
  await move(true);
  assert.equal(nComputed(), 1);
  assert.deepEqual(
    events.map((/** @type {any} */ [type]) => type),
    ['poslab-ready', 'poslab-draw'],
  );
  assert.equal(text('.title'), 'A table');
  assert.equal(element.states.has('drawn'), true);
  assert.deepEqual(
    element.data.map((/** @type {any} */ one) => [...one.data]),
    [[8]],
  );
});

test('a change far away is drawn when the figure is near again', async (t) => {
  const {element, move, change, nComputed} = await inPage(t);
  await move(true);
  await move(false);
  await change('dims', '5');
  assert.equal(nComputed(), 1);
  await move(true);
  assert.deepEqual([nComputed(), element.getState().settings.dims], [2, 5]);
});

test('what is wrong is said: a value, a name, and what its page says of it', async (t) => {
  const {events, move, text} = await inPage(t, {
    attributes: {dims: '99', preset: 'none', fault: 'no', d_ims: '4', locked: 'no-setting'},
  });
  await move(true);
  const said = text('.notice') ?? '';
  assert.match(said, /dims must be an integer from 1 to 64, got "99"; using 8\./);
  assert.match(said, /preset must be one of own, other, got "none"\./);
  assert.match(said, /fault must be one of off, quiet, harmless, got "no"\./);
  assert.match(said, /locked must|no-setting/);
  const [, error] = events.find((/** @type {any} */ [type]) => type === 'poslab-error') ?? [];
  assert.deepEqual(error, {code: 'setting', message: said, directive: ''});
});

test('a drawing that cannot be computed is said, and the last good one stays', async (t) => {
  const {element, move, change, text} = await inPage(t);
  await move(true);
  await change('dims', '13');
  assert.equal(text('.notice'), 'dims must not be 13.');
  assert.deepEqual(
    element.data.map((/** @type {any} */ one) => [...one.data]),
    [[8]],
  );
  await change('dims', '12');
  assert.equal(text('.notice'), '');
});

test('a law says whether it holds, or notices the bug that is on', async (t) => {
  const {element, move, change} = await inPage(t);
  await move(true);
  const said = () => element.shadowRoot.querySelector('.meters').textContent;
  const words = [];
  for (const fault of ['', 'off', 'quiet', 'harmless']) {
    await change('fault', fault);
    words.push(/holds|broken|catches it|does not notice|nothing to notice/.exec(said())?.[0]);
  }
  assert.deepEqual(words, ['holds', 'catches it', 'does not notice', 'nothing to notice']);
});

test('other controls are offered as soon as its page says so', async (t) => {
  const {element, move, change} = await inPage(t);
  await move(true);
  const names = () => element.shadowRoot.querySelectorAll('input[type=range]').map((/** @type {FakeElement} */ one) => one.name); // biome-ignore format: one thought
  assert.deepEqual(names(), ['dims']);
  await change('controls', 'none');
  assert.deepEqual(names(), []);
});

test('nothing of the page holds a figure that has left it', async (t) => {
  const {element, move, near, observers} = await inPage(t);
  await move(true);
  const isWatched = () => [near.some(({isOn}) => isOn), observers.some(({observed}) => [...observed].some((one) => element.shadowRoot.contains(one) && one.className.includes('panels')))]; // biome-ignore format: one thought
  assert.deepEqual(isWatched(), [true, true]);
  element.isConnected = false;
  element.disconnectedCallback();
  assert.deepEqual(isWatched(), [false, false]);
});

test('a panel whose view comes later is shown when it is there, and until then the last picture stays', async (t) => {
  const {element, move, change, text} = await inPage(t);
  await move(true);
  await change('dims', '20');
  assert.equal(text('.notice'), '');
  const kinds = element.shadowRoot.querySelectorAll('.panel').map((/** @type {FakeElement} */ {dataset}) => dataset.kind); // biome-ignore format: one thought
  assert.deepEqual(kinds, ['table', 'cells']);
});

test('a core that does not come is said with a button that tries again', async (t) => {
  const answers = [() => Promise.reject(new Error('no connection')), async () => 'a core'];
  const {element, events, move, settled, text} = await inPage(t, {core: () => answers[Math.min(1, n++)]()}); // biome-ignore format: one thought
  await move(true);
  assert.match(text('.notice') ?? '', /^This figure cannot be drawn: .*no connection.*Try again$/);
  assert.equal(events[0][1].code, 'network');
  element.shadowRoot.querySelector('.retry').click();
  await settled();
  assert.equal(element.states.has('drawn'), true);
});
let n = 0;
