// Jupyter Notebook: its server, a Python kernel, and its page, where the cells of the recipe are run, saved and opened again.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import path from 'node:path';
import {ASK, hostFolder, missingTool, recipe, testHost, versionIs} from '../../support/hosts.js';
import {CARD, openCard} from '../../support/learner.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Site} from '../../support/hosts.js' */

const PROGRAM = 'jupyter-notebook';

const code = (/** @type {string} */ source, /** @type {object[]} */ outputs = []) => ({
  cell_type: 'code',
  execution_count: null,
  metadata: {},
  outputs,
  source,
});
const notebook = (/** @type {object[]} */ cells) =>
  JSON.stringify({cells, metadata: {kernelspec: {display_name: 'Python 3', language: 'python', name: 'python3'}}, nbformat: 4, nbformat_minor: 4}); // biome-ignore format: one thought

/** @returns {Promise<number>} a port that nothing listens at */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const {port} = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The notebook's server, whose settings and data are in the folder alone. @param {string} folder @returns {Promise<Site>} */
async function notebookServer(folder) {
  const inside = (/** @type {string} */ name) => path.join(folder, name);
  const server = spawn(PROGRAM, ['--no-browser', '--allow-root', '--ip=127.0.0.1', `--port=${await freePort()}`, '--NotebookApp.token=', `--notebook-dir=${folder}`], {
    env: {...process.env, HOME: folder, JUPYTER_CONFIG_DIR: inside('config'), JUPYTER_DATA_DIR: inside('data'), JUPYTER_RUNTIME_DIR: inside('runtime')},
    stdio: ['ignore', 'ignore', 'pipe'],
  }); // biome-ignore format: one thought
  let said = '';
  const url = await new Promise((resolve, reject) => {
    server.stderr.on('data', (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  const close = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM'); // it ends its kernels
    await ended;
  };
  return {url: `${url}notebooks/lesson.ipynb`, close};
}

/** The notebook as its page holds it. @param {Page} page */
const cells = (page) =>
  page.evaluate(() => {
    const {notebook: open} = /** @type {any} */ (window).Jupyter;
    return open.get_cells().map((/** @type {any} */ one) => `${one.cell_type} ${one.get_text()}`);
  });

const kernelIsReady = (/** @type {Page} */ page) =>
  page.waitForFunction(() => {
    const open = /** @type {any} */ (window).Jupyter?.notebook;
    return open?._fully_loaded && open.kernel?.is_connected();
  }, {polling: 50}); // biome-ignore format: one thought

let folder = '';
/** What the notebook's page reports before any cell has run. @type {string[]} */
let own = [];
testHost('notebook', {
  missing: () => missingTool(PROGRAM),
  async site(host, lab) {
    await versionIs(host, PROGRAM);
    folder = hostFolder(host.id);
    const cell = recipe('jupyter', 'cell.html', lab);
    writeFileSync(path.join(folder, 'cell.html'), cell);
    const exercise = `<script type="module" src="${lab.url}lab/elements.js"></script><exercise-card id="${CARD}" exercise="${CARD}"></exercise-card>`;
    writeFileSync(path.join(folder, 'exercise.html'), exercise);
    const show = 'from IPython.display import HTML; HTML(filename="cell.html")';
    writeFileSync(path.join(folder, 'lesson.ipynb'), notebook([code(show), code('HTML(filename="exercise.html")'), code('6 * 7')])); // biome-ignore format: one thought
    const output = {output_type: 'display_data', metadata: {}, data: {'text/html': cell}};
    writeFileSync(path.join(folder, 'untrusted.ipynb'), notebook([code(show, [output])]));
    return notebookServer(folder);
  },
  checks: {
    /** Output that is not trusted keeps the text of the figure. */
    async draws({page, problems}) {
      await kernelIsReady(page);
      own = problems.splice(0);
      await page.evaluate(() => /** @type {any} */ (window).Jupyter.notebook.execute_all_cells());
      await ASK.draws({page});
      await page.waitForFunction(() => /** @type {any} */ (window).Jupyter.notebook.get_cell(2).output_area.outputs[0]?.data['text/plain'] === '42', {polling: 50}); // biome-ignore format: one thought
      const text = await page.evaluate(async () => {
        const frame = document.createElement('iframe');
        frame.src = 'untrusted.ipynb';
        document.body.append(frame);
        const area = () => frame.contentDocument?.querySelector('.output_area .output_html');
        while (!area()) await new Promise((resolve) => setTimeout(resolve, 50));
        const html = area()?.innerHTML;
        frame.remove();
        return html;
      });
      assert.match(String(text), /A table of sines and cosines/);
      assert.doesNotMatch(String(text), /pe-heatmap/);
      problems.push(...problems.splice(0).filter((one) => !own.includes(one)));
    },
    /** Keys that delete, insert, move and run cells, in each place of a figure and in the editor of an exercise. */
    async keys({page}) {
      const pressed = async (/** @type {readonly string[]} */ ...keys) => {
        for (const key of keys) await page.keyboard.press(/** @type {any} */ (key));
        return cells(page);
      };
      const before = await cells(page);
      await page.evaluate(() => {
        const {notebook: open} = /** @type {any} */ (window).Jupyter;
        open.select(2);
        open.focus_cell();
        open.command_mode();
      });
      assert.equal((await pressed('b')).length, before.length + 1, 'the keys are bound');
      assert.deepEqual(await pressed('d', 'd'), before);
      for (const inner of ['input[name=nPos]', 'button', '[tabindex="0"]']) {
        const control = await page.waitForSelector(`pe-heatmap >>> ${inner}`);
        await control?.focus();
        assert.deepEqual(await pressed('d', 'd', 'b', 'a', 'm', 'x', 'ArrowDown'), before, inner);
      }
      await openCard(page);
      const editor = await page.waitForSelector(`#${CARD} >>> .cm-content`);
      await editor?.click();
      assert.deepEqual(await pressed('d', 'd', 'b', 'Enter', 'Escape', 'd', 'd', 'x'), before, 'the editor'); // biome-ignore format: one thought
      assert.match(String(await editor?.evaluate((one) => one.textContent)), /ddb.*ddx/s);
    },
    /** Saved, and opened again: outputs are kept, and trusted, for they were made here. */
    async returns({page, problems}) {
      const before = await cells(page);
      await page.evaluate(() => /** @type {any} */ (window).Jupyter.notebook.save_notebook());
      assert.match(readFileSync(path.join(folder, 'lesson.ipynb'), 'utf8'), /<pe-heatmap method/);
      await page.reload();
      await ASK.draws({page});
      assert.deepEqual(await cells(page), before);
      await openCard(page);
      problems.push(...problems.splice(0).filter((one) => !own.includes(one)));
    },
  },
});
