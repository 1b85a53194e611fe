// Views: what pointer and keys do to a panel, what is marked, and that nothing watches the page for a view that was removed.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {CellsView} from '../../../web/views/cells-view.js';
import {legendItems} from '../../../web/views/legend.js';
import {TableView} from '../../../web/views/table-view.js';
import {tableElement} from '../../../web/views/values-table.js';
import {RecordingContext, THEME} from '../../support/canvas.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

/** @param {unknown} element */
const fake = (element) => /** @type {FakeElement} */ (element);

/** @param {import('node:test').TestContext} t */
function page(t) {
  const {body, observers} = fakeDom(t);
  const colours = {color: 'rgb(255, 255, 255)', fontFamily: 'sans', getPropertyValue: () => ''};
  const frames = /** @type {Set<number>} */ (new Set());
  const globals = {
    getComputedStyle: () => colours,
    matchMedia: () => ({matches: false}),
    requestAnimationFrame: () => {
      frames.add(frames.size + 1);
      return frames.size;
    },
    cancelAnimationFrame: (/** @type {number} */ id) => frames.delete(id),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
  t.after(() => Object.keys(globals).map((name) => Reflect.deleteProperty(globalThis, name)));
  const make = globalThis.document.createElement;
  t.mock.method(globalThis.document, 'createElement', (/** @type {string} */ tag) => {
    const made = fake(make.call(globalThis.document, tag));
    made.clientWidth = 300;
    made.clientHeight = tag === 'div' ? 200 : 0;
    const context = Object.assign(new RecordingContext(), {setTransform() {}, clearRect() {}});
    return Object.assign(made, {width: 0, height: 0, offsetWidth: 300, offsetHeight: 200, getContext: () => context}); // biome-ignore format: one thought
  });
  const probe = /** @type {any} */ (new FakeElement('div'));
  for (let k = 0; k < 30; k++) probe.append(new FakeElement('span'));
  return {body, observers, probe, frames};
}

const MAP = /** @type {any} */ ({
  kind: 'heatmap',
  title: 'weights',
  tensor: {data: Float32Array.from({length: 6}, (_, k) => k), shape: [2, 3]},
  x: {label: 'key'},
  y: {label: 'query'},
  value: {label: 'weight'},
  colour: {map: 'weight', domain: [0, 5]},
});

test('arrow keys move the cursor cell by cell and no further than the edge, and the page does not scroll', async (t) => {
  const {probe} = page(t);
  const {PanelView} = await import('../../../web/views/panel-view.js');
  const {addKind} = await import('../../../web/draw/kinds.js');
  addKind('heatmap', /** @type {any} */ (await import('../../../web/draw/heatmap.js')));
  /** @type {(string | undefined)[]} */
  const cells = [];
  const view = new PanelView(probe, (_, cursor) => cells.push(cursor && `${cursor.row},${cursor.col}`)); // biome-ignore format: one thought
  view.show(MAP, /** @type {any} */ (THEME));
  const stage = /** @type {FakeElement} */ (fake(view.element).querySelector('.stage'));
  const keys = ['ArrowRight', 'ArrowDown', 'ArrowDown', 'End', 'ArrowRight', 'ArrowUp', 'Home'];
  for (const key of keys) assert.ok(stage.fire('keydown', {key}).isPrevented, key);
  assert.deepEqual(cells, ['0,1', '1,1', '1,2', '0,2', '0,0']);
  assert.ok(!stage.fire('keydown', {key: 'a'}).isPrevented);
  assert.ok(!stage.fire('keydown', {key: 'ArrowUp', ctrlKey: true}).isPrevented);
});

test('when the pointer leaves, the cell under it stays marked, as if chosen by a key', async (t) => {
  const {probe} = page(t);
  const {PanelView} = await import('../../../web/views/panel-view.js');
  const {addKind} = await import('../../../web/draw/kinds.js');
  /** @type {(object | null | undefined)[]} */
  const drawn = [];
  addKind('heatmap', /** @type {any} */ ({
    ...(await import('../../../web/draw/heatmap.js')),
    draw: (/** @type {any[]} */ ...given) => drawn.push(given[4]),
    locate: () => ({row: 1, col: 1}),
  })); // biome-ignore format: one thought
  const view = new PanelView(probe, () => {});
  view.show(MAP, /** @type {any} */ (THEME));
  const stage = /** @type {FakeElement} */ (fake(view.element).querySelector('.stage'));
  stage.fire('pointermove', {clientX: 9, clientY: 9});
  stage.fire('pointerleave');
  assert.deepEqual(drawn.at(-2), {row: 1, col: 1, isPointed: true});
  assert.deepEqual(drawn.at(-1), {row: 1, col: 1, isPointed: undefined});
});

test('a view that is removed watches nothing', async (t) => {
  const {probe, observers, body} = page(t);
  const {PanelView} = await import('../../../web/views/panel-view.js');
  const {GridView} = await import('../../../web/views/grid-view.js');
  const views = [new PanelView(probe, () => {}), new TableView(), new GridView()];
  assert.equal(observers.length, 3);
  for (const view of views) {
    body.append(fake(view.element));
    view.remove();
  }
  assert.deepEqual(observers.map(({observed}) => observed.size), [0, 0, 0]); // biome-ignore format: one thought
  assert.equal(body.children.length, 0);
});

test('a scene turns by a full turn over the height of its picture, until the pointer is let go', async (t) => {
  const {probe} = page(t);
  const {SceneView} = await import('../../../web/views/scene-view.js');
  const {addKind} = await import('../../../web/draw/kinds.js');
  /** @type {any[]} */
  const views = [];
  const scene = await import('../../../web/draw/scene.js');
  addKind('scene', /** @type {any} */ ({...scene.default, draw: (/** @type {any} */ _, /** @type {any} */ {view}) => views.push({...view})})); // biome-ignore format: one thought
  const view = new SceneView(probe, () => {});
  const points = [[0, 0, 0], [1, 1, 1]]; // biome-ignore format: a table
  view.show(/** @type {any} */ ({kind: 'scene', axes: ['a', 'b', 'c'], paths: [{name: 'p', points}]}), /** @type {any} */ (THEME)); // biome-ignore format: one thought
  const element = fake(view.element);
  assert.deepEqual(element.children.map(({className}) => className), ['panel', 'rotate']); // biome-ignore format: one thought
  const stage = /** @type {FakeElement} */ (element.querySelector('.stage'));
  const [before] = views;
  stage.fire('pointerdown', {button: 0, isPrimary: true, clientX: 0, clientY: 0, pointerId: 1});
  stage.fire('pointermove', {clientX: 50, clientY: 0});
  const angle_rad = before.azimuth_rad - views.at(-1).azimuth_rad;
  assert.ok(Math.abs(angle_rad - Math.PI / 2) < 1e-9, `${angle_rad}, 50 of 200 pixels`);
  stage.fire('pointerup');
  const n = views.length;
  stage.fire('pointermove', {clientX: 90, clientY: 0});
  assert.equal(views.length, n);
  const event = stage.fire('keydown', {key: 'ArrowLeft', shiftKey: true});
  assert.deepEqual([event.isPrevented, event.isStopped, views.length], [true, true, n + 1]);
});

test('a scene that is paused asks for no further picture', async (t) => {
  const {probe, frames} = page(t);
  const {SceneView} = await import('../../../web/views/scene-view.js');
  const view = new SceneView(probe, () => {});
  const button = /** @type {FakeElement} */ (fake(view.element).querySelector('.rotate'));
  button.click();
  assert.equal(frames.size, 1);
  button.click();
  assert.equal(frames.size, 0);
  assert.match(button.textContent, /Rotate/);
});

test('cells have their title, and what is right and what is faint is marked', (t) => {
  const {probe} = page(t);
  const view = new CellsView(probe, () => {});
  const element = fake(view.element);
  Object.assign(element.querySelector('.cell-row') ?? {}, {matches: () => false});
  const cells = [
    {text: 'a', says: 'a', right: true},
    {text: 'b', says: 'b', faint: true},
    {text: 'c', says: 'c'},
  ];
  view.show(/** @type {any} */ ({kind: 'cells', title: 'tokens', help: '', cells}));
  const classes = element.querySelectorAll('button').map(({className}) => className);
  assert.deepEqual(classes, ['cell right', 'cell faint', 'cell']);
  assert.equal(element.querySelector('.panel-title')?.textContent, 'tokens');
});

test('a table has a caption where it has a title, and none otherwise', (t) => {
  page(t);
  const view = new TableView();
  const captions = () => fake(view.element).querySelectorAll('caption').map((one) => one.textContent); // biome-ignore format: one thought
  const panel = {kind: 'table', columns: ['a'], rows: [['x']]};
  view.show(/** @type {any} */ (panel));
  assert.deepEqual(captions(), []);
  view.show(/** @type {any} */ ({...panel, title: 'Costs'}));
  assert.deepEqual(captions(), ['Costs']);
});

test('of a table of numbers the first 128 rows and 64 columns are there, and its caption says so', (t) => {
  page(t);
  const columns = Array.from({length: 66}, (_, k) => `c${k}`);
  const rows = Array.from({length: 129}, (_, k) => [`r${k}`, ...columns.map(() => k)]);
  const element = fake(tableElement('Costs', {columns, rows}));
  assert.equal(element.querySelectorAll('th').length, 65 + 128);
  assert.equal(element.querySelectorAll('td').length, 128 * 64);
  assert.match(element.querySelectorAll('caption')[0].textContent, /first 128 rows and 64 columns of 129 rows, 65 columns/); // biome-ignore format: one thought
});

test('a table that is shown again unchanged keeps its cells', (t) => {
  page(t);
  const view = new TableView();
  const cells = () => fake(view.element).querySelectorAll('td');
  const panel = {kind: 'table', title: 'Costs', columns: ['a', 'b'], rows: [['x', 1]]};
  view.show(/** @type {any} */ (panel));
  const before = cells();
  view.show(/** @type {any} */ ({...panel, rows: [['x', 1]]}));
  assert.deepEqual(cells(), before);
  assert.equal(cells()[0], before[0]);
  view.show(/** @type {any} */ ({...panel, rows: [['x', 2]]}));
  assert.notEqual(cells()[0], before[0]);
  assert.equal(cells()[0].textContent, '2');
});

test('a table tells heads from cells and numbers from words, and its sentence is announced beneath', (t) => {
  page(t);
  const view = new TableView();
  const rows = [
    ['RoPE', '12 %', 'holds', '—'],
    ['ALiBi', 1e-6, '3', '+0.5'],
  ];
  view.show(/** @type {any} */ ({kind: 'table', columns: ['method', 'a', 'b', 'c'], rows, says: 'RoPE holds.'})); // biome-ignore format: one thought
  const table = fake(view.element).querySelectorAll('table')[0];
  const heads = table.querySelectorAll('th').map((cell) => [cell.textContent, cell.getAttribute('scope'), cell.className]); // biome-ignore format: one thought
  assert.deepEqual(heads, [
    ['method', 'col', 'words'],
    ['a', 'col', 'number'],
    ['b', 'col', 'words'],
    ['c', 'col', 'number'],
    ['RoPE', 'row', 'words'],
    ['ALiBi', 'row', 'words'],
  ]);
  const cells = table.querySelectorAll('td').map((cell) => [cell.textContent, cell.className, cell.dataset.head]); // biome-ignore format: one thought
  assert.deepEqual(cells, [
    ['12 %', 'number', 'a'],
    ['holds', 'words', 'b'],
    ['—', 'number', 'c'],
    ['10⁻⁶', 'number', 'a'],
    ['3', 'words', 'b'],
    ['+0.5', 'number', 'c'],
  ]);
  const [scroll, says] = fake(view.element).children;
  assert.equal(scroll.children[0], table);
  assert.deepEqual([says.textContent, says.getAttribute('role')], ['RoPE holds.', 'status']);
  view.fold(); // its rows, not its sentence
  const [details, left] = fake(view.element).children;
  assert.deepEqual(details.children, [details.querySelectorAll('summary')[0], scroll]);
  assert.equal(left, says);
});

test('a table that is larger than its place can be reached, and is cards where it has words', (t) => {
  const {observers} = page(t);
  for (const [scrollWidth, scrollHeight, word, isLarge, isCards] of /** @type {const} */ ([
    [300, 200, 'x', false, false],
    [301, 200, '1', true, false],
    [300, 201, '1', true, false],
    [301, 200, 'x', true, true],
  ])) {
    const view = new TableView();
    const [scroll] = fake(view.element).children;
    Object.assign(scroll, {scrollWidth, scrollHeight});
    const show = (/** @type {string} */ text) =>
      view.show(/** @type {any} */ ({kind: 'table', title: 'Costs', columns: ['a', 'b'], rows: [['y', text]]})); // biome-ignore format: one thought
    const state = () => [scroll.getAttribute('tabindex'), scroll.getAttribute('role'), scroll.getAttribute('aria-label')]; // biome-ignore format: one thought
    const large = ['0', 'group', 'Table: Costs'], small = [null, null, null]; // biome-ignore format: one thought
    const isInCards = () => fake(view.element).querySelectorAll('table')[0].classList.contains('cards'); // biome-ignore format: one thought
    show(word);
    assert.deepEqual(state(), isLarge ? large : small);
    assert.equal(isInCards(), isCards);
    // at another width it is laid out anew
    Object.assign(scroll, {clientWidth: 400, clientHeight: 400});
    observers[observers.length - 1].call();
    assert.deepEqual([state(), isInCards()], [small, false]);
  }
});

test('a ring in a legend is a circle of two arcs around the middle of its swatch', (t) => {
  page(t);
  const panel = {
    kind: 'lines',
    series: [{name: 'a', style: 'points', open: true}, {name: 'b'}],
  };
  const [first] = legendItems(/** @type {any} */ ([panel]));
  const [ring] = fake(first).querySelectorAll('path').map((one) => one.getAttribute('d')); // biome-ignore format: one thought
  assert.equal(ring, 'M7 6a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z');
});
