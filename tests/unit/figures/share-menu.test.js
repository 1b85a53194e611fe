// The menu of a figure's Share button: it opens and closes, and nothing of one that was closed stays behind.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeElement, fakeDom} from '../../support/fake-dom.js';
import {loadFigure} from '../../support/figures.js';

await loadFigure('pe-heatmap'); // lets style sheets be imported
const {embedAddress, embedCode, linkOf, toggleShareMenu} = await import(
  '../../../web/figures/frame/share.js'
);

class Figure extends FakeElement {
  static stateAttributes = ['dims'];
  tables = ['one', 'two'].map((title) => ({title, columns: [title], rows: [[7]]}));
  data = [{name: 'a'}, {name: 'b'}];
  version = '1';
  presetName = 'heat';
  faultName = '';
  offsetHeight = 100;
  innerHTML = 'A table.';
  currentSettings = () => ({settings: {dims: 8}});
}

/** @param {import('node:test').TestContext} t */
function shown(t) {
  const {body, page} = fakeDom(t);
  t.mock.method(globalThis.document, 'addEventListener', () => {});
  /** @type {{listener: (event: any) => void, signal: AbortSignal}[]} */
  const listening = [];
  Object.assign(globalThis.document, {
    baseURI: 'https://lab.example/',
    addEventListener: (
      /** @type {string} */ type,
      /** @type {any} */ listener,
      /** @type {any} */ {signal},
    ) => {
      if (type === 'pointerdown') listening.push({listener, signal});
    },
  });
  const figure = new Figure('pe-heatmap', page);
  const [tools, opener] = [new FakeElement('div', page), new FakeElement('button', page)];
  const root = Object.assign(new FakeElement('root', page), {adoptedStyleSheets: []});
  Object.defineProperty(root, 'activeElement', {get: () => page.active});
  Object.assign(figure, {shadowRoot: root, dispatchEvent: () => true, drawing: {panels: []}});
  tools.append(opener);
  body.append(figure, root);
  root.append(tools);
  const press = () => toggleShareMenu(/** @type {any} */ (figure), /** @type {any} */ (opener));
  const menu = () => tools.querySelector('.share-menu');
  const isListening = () => listening.filter(({signal}) => !signal.aborted).length;
  /** A press of the pointer, on these elements. @param {(FakeElement | null)[]} path */
  const point = (...path) => {
    for (const {listener, signal} of listening)
      if (!signal.aborted) listener({composedPath: () => path});
  };
  return {figure: /** @type {any} */ (figure), opener, press, menu, isListening, point, page};
}

test('it opens under its button, which says so, and closes by the button, by Escape and by a press elsewhere', (t) => {
  const {opener, press, menu, point, isListening, page} = shown(t);
  /** @type {(() => void)[]} */
  const ways = [
    press,
    () => menu()?.fire('keydown', {key: 'Escape'}),
    () => point(new FakeElement('p')),
  ];
  for (const close of ways) {
    press();
    assert.deepEqual([opener.getAttribute('aria-expanded'), menu()?.getAttribute('role'), isListening()], ['true', 'group', 1]); // biome-ignore format: one thought
    assert.equal(page.active, menu()?.querySelector('button'), 'its first entry has the focus');
    close();
    assert.deepEqual([opener.getAttribute('aria-expanded'), menu(), isListening()], ['false', null, 0]); // biome-ignore format: one thought
  }
});

test('a press in a menu that was opened again leaves it open, and marked as open', (t) => {
  const {opener, press, menu, point} = shown(t);
  press();
  menu()?.fire('keydown', {key: 'Escape'});
  press();
  point(menu());
  assert.equal(opener.getAttribute('aria-expanded'), 'true');
  assert.ok(menu());
});

test('arrows go through the entries, from the last to the first too', (t) => {
  const {press, menu, page} = shown(t);
  press();
  const list = menu()?.querySelectorAll('button') ?? [];
  assert.ok(list.length > 5, `${list.length} entries`);
  for (const [key, at] of /** @type {const} */ ([
    ['ArrowUp', list.length - 1],
    ['ArrowDown', 0],
    ['ArrowDown', 1],
  ])) {
    assert.ok(menu()?.fire('keydown', {key}).isPrevented);
    assert.equal(list.indexOf(/** @type {FakeElement} */ (page.active)), at);
  }
  assert.ok(menu()?.fire('keydown', {key: '1'}).isStopped, 'a digit is no fault here');
});

test('the code of a figure has the words of its preset, and its title where it is changed or broken', (t) => {
  const {figure} = shown(t);
  figure.shadowRoot.append(Object.assign(new FakeElement('h3', figure.page), {className: 'title', textContent: 'A table (changed) <'})); // biome-ignore format: one thought
  const words = () => />([^>]*)<\/pe-heatmap>/.exec(embedCode(figure))?.[1];
  assert.equal(words(), 'A table.');
  figure.setAttribute('dims', '8');
  assert.equal(words(), 'A table (changed) &lt;');
});

test('each table is saved with its own numbers and name, and what cannot be saved says why', async (t) => {
  t.mock.timers.enable({apis: ['setTimeout']}); // what is saved is kept for ten seconds
  const {figure, press, menu, page} = shown(t);
  /** @type {Blob[]} */
  const blobs = [];
  /** @type {string[]} */
  const names = [];
  t.mock.method(URL, 'createObjectURL', (/** @type {Blob} */ blob) => `blob:${blobs.push(blob)}`);
  t.mock.method(globalThis.document, 'createElement', (/** @type {string} */ tag) => {
    const made = new FakeElement(tag, page);
    if (tag === 'a') made.click = () => names.push(String(made.getAttribute('download')));
    return made;
  });
  figure.faultName = 'swapped';
  press();
  const save = async (/** @type {string} */ text) => {
    const entry = menu()
      ?.querySelectorAll('button')
      .find((one) => one.textContent === text);
    assert.ok(
      entry,
      `${menu()
        ?.querySelectorAll('button')
        .map((one) => one.textContent)}`,
    );
    entry.click();
    for (let k = 0; k < 20; k++) await new Promise((resolve) => setImmediate(resolve));
    return menu()?.querySelector('.said')?.textContent;
  };
  assert.match(String(await save('Save numbers (CSV): two')), /poslab-heat-swapped\.2\.csv saved/);
  assert.deepEqual(names, ['poslab-heat-swapped.2.csv']);
  assert.match(await blobs[0].text(), /\r\ntwo\r\n7\r\n$/);
  for (const thrown of [new Error('no room'), 'no room']) {
    Object.defineProperty(figure, 'tables', {
      configurable: true,
      get() {
        throw thrown;
      },
    });
    assert.equal(await save('Save numbers (CSV): one'), 'no room');
  }
});

test('the link of a figure is that of its page, where the page gives one, and else that of the figure alone', (t) => {
  const {figure} = shown(t);
  assert.match(embedAddress(figure), /embed\.html\?figure=pe-heatmap/);
  assert.equal(linkOf(figure), embedAddress(figure));
  figure.dispatchEvent = (/** @type {CustomEvent} */ {type, detail}) => {
    if (type === 'address') detail.url = 'https://lab.example/#at=heat';
    return true;
  };
  assert.equal(linkOf(figure), 'https://lab.example/#at=heat');
});
