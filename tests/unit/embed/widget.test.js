// A figure as a widget of a notebook: what Python gives it, and what it writes back.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import widget from '../../../web/embed/widget.js';
import {FakeElement, fakeDom} from '../../support/fake-dom.js';

class Figure extends FakeElement {
  version = '1';
  isLive = false;
  meters = [{name: 'law', value: 0}];
  data = [{name: 'table', shape: [1, 2], data: Float32Array.of(1, 2).subarray(1)}];
  state = /** @type {any} */ ({});
  nSet = 0;
  getState = () => this.state;
  setState = (/** @type {any} */ state) => {
    this.state = state;
    this.nSet++;
  };
}

/** @param {import('node:test').TestContext} t @param {Record<string, any>} traits as Python has set them */
function notebook(t, traits) {
  fakeDom(t);
  const folder = mkdtempSync(path.join(tmpdir(), 'poslab-widget-'));
  t.after(() => rmSync(folder, {recursive: true}));
  writeFileSync(path.join(folder, 'pe-heatmap.js'), 'globalThis.nLoaded = 1;');
  t.after(() => Reflect.deleteProperty(globalThis, 'nLoaded'));
  document.createElement = /** @type {any} */ ((/** @type {string} */ tag) => new Figure(tag));
  /** @type {Map<string, () => void>} */
  const listeners = new Map();
  let nSaved = 0;
  /** @type {Record<string, any>} */
  const now = {figure: 'pe-heatmap', lab: `${pathToFileURL(folder)}/`, ...traits};
  const model = {
    get: (/** @type {string} */ name) => now[name],
    set: (/** @type {string} */ name, /** @type {any} */ value) => {
      now[name] = value;
    },
    save_changes: () => nSaved++,
    on: (/** @type {string} */ name, /** @type {() => void} */ listener) =>
      listeners.set(name, listener),
    off: (/** @type {string} */ name) => listeners.delete(name),
  };
  const cell = new FakeElement('div');
  const render = () => widget.render({model, el: /** @type {any} */ (cell)});
  const set = (/** @type {Record<string, any>} */ values) => {
    Object.assign(now, values);
    for (const name of Object.keys(values)) listeners.get(`change:${name}`)?.();
  };
  return {now, cell, render, set, listeners, nSaved: () => nSaved};
}

for (const figure of [undefined, 7, '', 'heatmap', 'Pe-Heatmap', '../pe-heatmap'])
  test(`the trait figure must be a tag, not ${figure}`, async (t) => {
    await assert.rejects(notebook(t, {figure}).render(), /figure must be the tag of a figure, as "pe-heatmap", got/); // biome-ignore format: one thought
  });

test('the figure has the state of the traits, at first and after each change, named as in JavaScript', async (t) => {
  const {cell, render, set} = notebook(t, {preset: 'heat', settings: {d_model: 8}});
  await render();
  const figure = /** @type {Figure} */ (cell.children[0]);
  assert.deepEqual([figure.localName, /** @type {any} */ (globalThis).nLoaded], ['pe-heatmap', 1]);
  assert.deepEqual(figure.state, {preset: 'heat', fault: '', settings: {dModel: 8}});
  set({fault: 'mixed'});
  assert.deepEqual(figure.state, {preset: 'heat', fault: 'mixed', settings: {dModel: 8}});
});

test('what the reader changes is written to the traits, and not read back from them', async (t) => {
  const {cell, now, render, set, nSaved} = notebook(t, {preset: 'heat', fault: '', settings: {}});
  await render();
  const figure = /** @type {Figure} */ (cell.children[0]);
  figure.state = {preset: 'heat', fault: 'mixed', settings: {nPos: 9}};
  figure.fire('poslab-change');
  assert.deepEqual([now.fault, now.settings, nSaved()], ['mixed', {n_pos: 9}, 1]);
  set({fault: 'mixed'});
  assert.equal(figure.nSet, 1);
});

test('tensors, laws, results and the version go to the traits that there are', async (t) => {
  const {cell, now, render} = notebook(t, {meters: null, data: null, result: null});
  await render();
  const figure = /** @type {Figure} */ (cell.children[0]);
  figure.isLive = true;
  figure.fire('poslab-draw');
  assert.equal(now.data, null, 'not at each step of a training');
  figure.isLive = false;
  figure.fire('poslab-draw');
  const [{name, shape, columns, dtype, data}] = /** @type {any} */ (now).data;
  assert.deepEqual([name, shape, columns, dtype, data.byteLength, data.getFloat32(0, true)], ['table', [1, 2], null, 'float32', 4, 2]); // biome-ignore format: one thought
  assert.deepEqual(now.meters, figure.meters);
  figure.fire('poslab-result', {detail: {loss: 1}});
  assert.deepEqual(now.result, {loss: 1});
  figure.fire('poslab-ready');
  assert.equal('version' in now, false);
});

test('at its end nothing listens any more, and the figure is gone', async (t) => {
  const {cell, render, listeners} = notebook(t, {});
  const end = await render();
  assert.equal(listeners.size, 3);
  end();
  assert.deepEqual([listeners.size, cell.children.length], [0, 0]);
});
