// A matrix whose cells can be edited: what they show, what an edit reports, and where the focus stays.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {GridView} from '../../../web/views/grid-view.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

const cell = (/** @type {object} */ more) => ({text: '1', note: '', tone: null, state: undefined, isEditable: false, ...more}); // biome-ignore format: a record
const PANEL = /** @type {any} */ ({
  kind: 'grid',
  title: 'scores',
  x: {label: 'key'},
  y: {label: 'query'},
  columns: ['a', 'b'],
  lines: [
    {name: 'q0', cells: [cell({text: '7', note: 'q0', tone: 0}), cell({state: 'hidden'})]},
    {name: 'q1', cells: [cell({isEditable: true, text: '3'}), cell({tone: 2})]},
  ],
});

/** @param {import('node:test').TestContext} t */
function shown(t) {
  const {page} = fakeDom(t);
  const root = new FakeElement('root');
  const globals = {ShadowRoot: FakeElement};
  Object.assign(globalThis, globals);
  t.after(() => Reflect.deleteProperty(globalThis, 'ShadowRoot'));
  Object.defineProperty(root, 'activeElement', {get: () => page.active});
  const view = new GridView();
  const element = /** @type {any} */ (view.element);
  element.getRootNode = () => root;
  root.append(element);
  view.show(PANEL);
  return {view, element, page};
}

test('cells have their text, note, tone and state, and lines and columns their names', (t) => {
  const {element} = shown(t);
  assert.equal(element.className, 'panel');
  const heads = element.querySelectorAll('th').map((/** @type {FakeElement} */ one) => one.textContent); // biome-ignore format: one thought
  assert.deepEqual(heads, ['query \\ key', 'a', 'b', 'q0', 'q1']);
  const cells = element.querySelectorAll('td').map((/** @type {FakeElement} */ {textContent, dataset}) => [textContent, {...dataset}]); // biome-ignore format: one thought
  assert.deepEqual(cells, [
    ['7q0', {tone: '0'}],
    ['1', {state: 'hidden'}],
    ['', {}],
    ['1', {tone: '2'}],
  ]);
});

test('the focus stays in the cell where the reader types, when all is shown anew', (t) => {
  const {view, element, page} = shown(t);
  const input = () => element.querySelector('input');
  const {at} = input().dataset;
  element.querySelector('table').querySelector = (/** @type {string} */ selector) => selector === `input[data-at="${at}"]` ? input() : null; // biome-ignore format: one thought
  const before = input();
  before.focus();
  view.show(PANEL);
  assert.notEqual(input(), before);
  assert.equal(page.active, input());
  page.active = null;
  view.show(PANEL);
  assert.equal(page.active, null, 'and comes to none where it was elsewhere');
});
