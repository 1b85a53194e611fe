// Jupyter: the renderer of HTML that JupyterLab has, with its sanitizer, and the registry that runs its shortcut keys.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';

import {ROOT} from '../../../web/build/paths.js';
import {hostFolder, recipe, served, testHost} from '../../support/hosts.js';

/** A notebook: one cell, in command mode, whose output is the recipe's; and the keys that JupyterLab binds. */
const NOTEBOOK = `
import {renderHTML} from '@jupyterlab/rendermime/lib/renderers';
import {Sanitizer} from '@jupyterlab/apputils/lib/sanitizer';
import {CommandRegistry} from '@lumino/commands';
const commands = new CommandRegistry();
window.ran = [];
const bind = (id, ...keys) => {
  commands.addCommand(id, {execute: () => window.ran.push(id)});
  for (const selector of ['.jp-Notebook.jp-mod-commandMode :focus', '.jp-Notebook:focus'])
    commands.addKeyBinding({command: id, keys, selector});
};
bind('notebook:delete-cell', 'D', 'D');
bind('notebook:move-cursor-down', 'ArrowDown');
bind('notebook:insert-cell-above', 'A');
window.listen = (isCapture) =>
  document.addEventListener('keydown', (event) => commands.processKeydownEvent(event), isCapture);
window.render = async (source, trusted) => {
  const host = document.createElement('div');
  host.className = 'jp-RenderedHTMLCommon jp-OutputArea-output';
  document.querySelector('.jp-Notebook').append(host);
  await renderHTML({host, source, trusted, sanitizer: new Sanitizer(), resolver: null, linkHandler: null, shouldTypeset: false, latexTypesetter: null});
  return host;
};
`;
const PAGE =
  '<!doctype html><html lang="en"><title>notebook</title><div class="jp-Notebook jp-mod-commandMode" tabindex="0"><button id="cell">a cell</button></div><script type="module" src="notebook.js"></script>';

let cell = '';
testHost('jupyter', {
  async site({id, files}, lab) {
    const folder = hostFolder(id);
    cell = recipe(id, files[0], lab);
    await build({
      stdin: {contents: NOTEBOOK, resolveDir: ROOT},
      outfile: path.join(folder, 'notebook.js'),
      bundle: true,
      format: 'esm',
      define: {
        'process.env.NODE_ENV': '"production"',
        global: 'globalThis',
        process: '{"env": {}}',
      },
      loader: {'.svg': 'text', '.raw.css': 'text'},
      logLevel: 'error',
    });
    writeFileSync(path.join(folder, 'index.html'), PAGE);
    return served(folder);
  },
  checks: {
    /** Output that is not trusted keeps the text of the figure, and nothing runs. */
    async draws({page}) {
      await page.waitForFunction(() => 'render' in window, {polling: 50});
      const text = await page.evaluate(async (source) => (await /** @type {any} */ (window).render(source, false)).innerHTML, cell); // biome-ignore format: one thought
      assert.match(text, /A table of sines and cosines/);
      assert.doesNotMatch(text, /pe-heatmap/);
      await page.evaluate(async (source) => {
        const {render} = /** @type {any} */ (window);
        await render(source, true);
        await render(source, true); // two cells, one script
      }, cell);
      await page.waitForFunction(() => {
        const figures = [...document.querySelectorAll('pe-heatmap')];
        return figures.length === 2 && figures.every((one) => /** @type {any} */ (one).drawing);
      }, {polling: 50}); // biome-ignore format: one thought
    },
    /** The registry listens in the capture phase, as JupyterLab does by default, and then also as bubbles come. */
    async keys({page}) {
      const pressed = async () => {
        for (const key of /** @type {const} */ (['d', 'd', 'ArrowDown', 'a'])) await page.keyboard.press(key); // biome-ignore format: one thought
        return page.evaluate(() => /** @type {any} */ (window).ran.splice(0));
      };
      for (const isCapture of [true, false]) {
        await page.evaluate((capture) => /** @type {any} */ (window).listen(capture), isCapture);
        await page.focus('#cell');
        assert.ok((await pressed()).includes('notebook:delete-cell'), 'the keys are bound');
        for (const inner of ['input[name=nPos]', 'button', '[tabindex="0"]']) {
          const control = await page.waitForSelector(`pe-heatmap >>> ${inner}`);
          await control?.focus();
          assert.deepEqual(await pressed(), [], `${inner}, ${isCapture ? 'capture' : 'bubbles'}`);
        }
      }
    },
  },
});
