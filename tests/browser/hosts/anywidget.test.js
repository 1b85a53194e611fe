// anywidget: the module and the model of its contract (AFM). The traits are those of the recipe's class.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {WEB} from '../../../web/build/paths.js';
import {hostFolder, served, testHost} from '../../support/hosts.js';

const PYTHON = readFileSync(path.join(WEB, 'recipes/anywidget/figure.py'), 'utf8');
/** The address of the module, what a new widget is given, and every trait, as the recipe writes them. */
const TRAITS = [...PYTHON.matchAll(/^ {4}(\w+) = traitlets/gm)].map(([, name]) => name);

const PAGE = `<!doctype html><html lang="en"><title>cell</title><div id="cell"></div>
<button id="longer">Longer</button><button id="show">Show or hide</button><output></output>
<script type="module">
import widget from 'LAB/lab/widget.js';
const values = {figure: 'pe-heatmap', preset: '', fault: '', settings: {method: 'sinusoidal', n_pos: 16}, meters: [], data: []};
const listeners = new Map();
const model = {
  get: (name) => values[name],
  set(name, value) {
    if (!(name in values)) throw new Error('no such trait: ' + name);
    values[name] = value;
    for (const listener of listeners.get('change:' + name) ?? []) listener();
  },
  save_changes() {},
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  off: (event, listener) => listeners.set(event, (listeners.get(event) ?? []).filter((one) => one !== listener)),
};
window.values = values;
window.listeners = listeners;
const el = document.querySelector('#cell');
let leave = await widget.render({model, el});
model.on('change:settings', () => {
  document.querySelector('output').textContent = values.settings.n_pos + ' positions';
});
document.querySelector('#longer').onclick = () =>
  model.set('settings', {...values.settings, n_pos: values.settings.n_pos + 4});
document.querySelector('#show').onclick = async () => {
  if (leave) leave(leave = null);
  else leave = await widget.render({model, el});
};
</script>`;

testHost('anywidget', {
  async site({id}, lab) {
    const folder = hostFolder(id);
    writeFileSync(path.join(folder, 'index.html'), PAGE.replace('LAB/', lab.url));
    return served(folder);
  },
  checks: {
    async draws({page}) {
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
      await page.waitForFunction(() => /** @type {any} */ (window).values.data.length > 0, {polling: 50}); // biome-ignore format: one thought
      const {shape, traits} = await page.evaluate(() => {
        const {values} = /** @type {any} */ (window);
        return {shape: values.data[0].shape, traits: Object.keys(values)};
      });
      assert.equal(shape[0], 16);
      assert.deepEqual(traits.sort(), [...TRAITS].sort(), 'the model has the traits of the class');
    },
  },
});
