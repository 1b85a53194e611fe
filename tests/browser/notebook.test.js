// The notebook: cells, their order, what is kept, files, and the keyboard.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {readNotebook} from '../../web/exercises/ui/notebook/notebook-file.js';
import {eventually} from '../support/eventually.js';
import {find, press, realProblems} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const ROOT = 'code-notebook >>> ';

/** @param {string} kind @param {number} nCells */
const names = (kind, nCells) => Array.from({length: nCells}, () => kind);

/** What the page says of one cell. @param {Page} page @param {number} k from 1 @param {string} inner */
const textIn = (page, k, inner) =>
  page.evaluate(
    (at, selector) => {
      const root = document.querySelector('code-notebook')?.shadowRoot;
      const cell = root?.querySelectorAll('.cell')[at - 1];
      return cell?.querySelector(selector)?.textContent ?? '';
    },
    k,
    inner,
  );

/** @param {Page} page @param {string} inner */
const textOf = async (page, inner) =>
  (await find(page, ROOT + inner)).evaluate((one) => one.textContent ?? '');

/** @param {Page} page @param {string} name */
const pressButton = (page, name) => press(page, `${ROOT}button::-p-text(${name})`);

/** Puts code into a cell of code, as a reader pastes it. @param {Page} page @param {number} k from 1 @param {string} code */
async function paste(page, k, code) {
  const editor = await find(page, `${ROOT}.cell:nth-of-type(${k}) .cm-content`);
  await editor.evaluate(async (element, text) => {
    /** @type {HTMLElement} */ (element).focus();
    document.execCommand('selectAll');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const data = /** @type {any} */ ({clipboardData, dataType: 'text/plain', data: text});
    element.dispatchEvent(new ClipboardEvent('paste', {...data, bubbles: true, cancelable: true}));
  }, code);
}

/** @param {Page} page @param {string} key @param {'Shift' | 'Control'} held */
async function pressWith(page, held, key) {
  await page.keyboard.down(held);
  await page.keyboard.press(/** @type {any} */ (key));
  await page.keyboard.up(held);
}

/** A notebook of these cells of code, by a file. @param {Page} page @param {string[]} sources */
async function openFile(page, sources) {
  const cells = sources.map((source) => ({
    cell_type: 'code',
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  }));
  await openText(page, JSON.stringify({nbformat: 4, nbformat_minor: 5, metadata: {}, cells}));
  await eventually(async () =>
    assert.equal((await page.$$(`${ROOT}.cell .cm-content`)).length, sources.length),
  );
}

/** @param {Page} page @param {string} text */
async function openText(page, text) {
  const file = path.join(os.tmpdir(), `notebook-${process.pid}.ipynb`);
  writeFileSync(file, text);
  const input = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (await find(page, `${ROOT}input[type=file]`)); // biome-ignore format: one thought
  await input.uploadFile(file);
}

/** What the cells of code hold. @param {Page} page @returns {Promise<string[]>} */
const sourcesIn = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('code-notebook')?.shadowRoot;
    return [...(root?.querySelectorAll('.cell.code') ?? [])].map((cell) =>
      [...cell.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    );
  });

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`notebook, ${browser}`, () => {
    /** @type {Lab} */
    let lab;
    before(async () => {
      lab = /** @type {Lab} */ (await startBrowser(browser));
      assert.notEqual(typeof lab, 'string', String(lab));
    });
    after(() => lab.close());

    /** @param {string} name @param {(page: Page) => Promise<void>} use */
    const it = (name, use) =>
      test(name, async () => {
        const {page, problems} = await lab.open('notebook.html');
        try {
          page.setDefaultTimeout(60_000);
          await find(page, `${ROOT}.cm-content`);
          await use(page);
          assert.deepEqual(realProblems(problems), []);
        } finally {
          await page.evaluate(() => localStorage.clear());
          await page.close();
        }
      });

    it('the first cells run, print and draw', async (page) => {
      await pressButton(page, 'Run all');
      await eventually(
        async () =>
          assert.match(await textIn(page, 3, '.printed'), /^the loss went from \d\.\d+ to 0\.0/),
        60_000,
      );
      assert.equal(await textIn(page, 2, '.printed'), 'torch.Size([50, 32])\n');
      await eventually(async () =>
        assert.deepEqual(
          [await textIn(page, 2, '.count'), await textIn(page, 3, '.count')], // a cell ends after its last print
          ['[1]', '[2]'],
        ),
      );
      for (const k of [2, 3]) await find(page, `${ROOT}.cell:nth-of-type(${k}) .stage`);
    });

    it('by the keyboard alone: Shift-Enter runs and goes on, and makes a cell at the end', async (page) => {
      await openFile(page, ['a = 2']);
      await (await find(page, `${ROOT}.cm-content`)).focus();
      await pressWith(page, 'Shift', 'Enter');
      await find(page, `${ROOT}.cell:nth-of-type(2) .cm-content`);
      await eventually(async () => assert.equal(await textIn(page, 1, '.count'), '[1]'), 60_000);
      await eventually(async () => {
        const label = await page.evaluate(
          () =>
            document.querySelector('code-notebook')?.shadowRoot?.activeElement?.closest('.cell')
              ?.ariaLabel,
        );
        assert.equal(label, 'Cell 2 of 2, code');
      });
      await page.keyboard.type('a * 21');
      await pressWith(page, 'Control', 'Enter');
      await eventually(async () => assert.equal(await textIn(page, 2, '.printed'), '42\n'));
      assert.equal((await page.$$(`${ROOT}.cell`)).length, names('code', 2).length);
    });

    it('an error stops what waits, marks its line, and leaves the names', async (page) => {
      await openFile(page, ['b = 1', 'b += 1\nmissing', 'b = 7']);
      await pressButton(page, 'Run all');
      await eventually(
        async () =>
          assert.match(
            await textIn(page, 2, '.traceback'),
            /NameError: name 'missing' is not defined/,
          ),
        60_000,
      );
      assert.equal(await textIn(page, 2, '.cm-wrong'), 'missing');
      assert.equal(await textIn(page, 3, '.count'), '[ ]');
      await paste(page, 3, 'print(b)');
      await pressWith(page, 'Control', 'Enter');
      await eventually(async () => assert.equal(await textIn(page, 3, '.printed'), '2\n'));
    });

    it('a loop without an end is stopped, by the button and by the clock; Python begins anew', async (page) => {
      await openFile(page, ['c = 1', 'print("on")\nwhile True: pass', 'c']);
      await pressButton(page, 'Run all');
      await eventually(async () => assert.equal(await textIn(page, 2, '.printed'), 'on\n'), 60_000);
      await pressButton(page, 'Stop');
      await eventually(async () => assert.match(await textIn(page, 2, '.output'), /Stopped\./));
      await eventually(async () =>
        assert.match(await textOf(page, '[role=alert]'), /Python began anew/),
      );
      assert.equal(await textIn(page, 1, '.count'), '[ ]');
      await press(page, `${ROOT}.cell:nth-of-type(3) .side > button`);
      await eventually(async () =>
        assert.match(await textIn(page, 3, '.traceback'), /NameError: name 'c'/),
      );
      const limit = await find(page, `${ROOT}input[type=number]`);
      await limit.evaluate((one) => one.setAttribute('value', '1'));
      await press(page, `${ROOT}.cell:nth-of-type(2) .side > button`);
      await eventually(
        async () => assert.match(await textIn(page, 2, '.output'), /Stopped after 1 seconds/),
        30_000,
      );
    });

    it('restart forgets the names and keeps the cells', async (page) => {
      await openFile(page, ['d = 5', 'd']);
      await pressButton(page, 'Run all');
      await eventually(async () => assert.equal(await textIn(page, 2, '.printed'), '5\n'), 60_000);
      await pressButton(page, 'Restart Python');
      await press(page, `${ROOT}.cell:nth-of-type(2) .side > button`);
      await eventually(
        async () => assert.match(await textIn(page, 2, '.traceback'), /NameError: name 'd'/),
        30_000,
      );
      assert.equal(await textIn(page, 2, '.count'), '[1]');
    });

    it('cells are kept over a reload, deleted, brought back and saved as a file', async (page) => {
      await openFile(page, ['e = 1', 'e + 1']);
      await paste(page, 1, 'e = 10');
      await eventually(async () =>
        assert.match(
          String(await page.evaluate(() => localStorage.getItem('poslab.notebook'))),
          /e = 10/,
        ),
      );
      await page.reload();
      await find(page, `${ROOT}.cell:nth-of-type(2) .cm-content`);
      await press(page, `${ROOT}.cell:nth-of-type(1) button::-p-text(Delete)`);
      await eventually(async () => assert.equal((await page.$$(`${ROOT}.cell`)).length, 1));
      await pressButton(page, 'Undo');
      await eventually(async () =>
        assert.equal((await page.$$(`${ROOT}.cell .cm-content`)).length, 2),
      );
      await pressButton(page, 'Run all');
      await eventually(async () => assert.equal(await textIn(page, 2, '.printed'), '11\n'), 60_000);
      await page.evaluate(() => {
        const made = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          /** @type {any} */ (globalThis).saved = /** @type {Blob} */ (blob).text();
          return made.call(URL, blob);
        };
        HTMLAnchorElement.prototype.click = () => {}; // no dialog of the browser
      });
      await pressButton(page, 'Save as .ipynb');
      const saved = String(await page.evaluate(() => /** @type {any} */ (globalThis).saved));
      assert.deepEqual(
        readNotebook(saved).map(({source}) => source),
        ['e = 10', 'e + 1'],
      );
      assert.deepEqual(JSON.parse(saved).cells[1].outputs[0].text, ['11\n']);
    });

    it('Undo takes nothing that was written after a deletion, nor after a file was opened', async (page) => {
      await openFile(page, ['a = 1', 'a = 2', 'a = 3']);
      await press(page, `${ROOT}.cell:nth-of-type(2) button::-p-text(Delete)`);
      await press(page, `${ROOT}.cell:nth-of-type(1) button::-p-text(Delete)`);
      await eventually(async () => assert.equal((await page.$$(`${ROOT}.cell`)).length, 1));
      await paste(page, 1, 'a = 30');
      await pressButton(page, 'Undo');
      await pressButton(page, 'Undo');
      await eventually(async () =>
        assert.deepEqual(await sourcesIn(page), ['a = 1', 'a = 2', 'a = 30']),
      );
      await pressButton(page, 'Bring the first cells back');
      await eventually(async () => assert.match(String(await sourcesIn(page)), /import torch/));
      await openFile(page, ['b = 1']);
      await paste(page, 1, 'b = 2');
      await pressButton(page, 'Undo');
      await eventually(async () => assert.match(String(await sourcesIn(page)), /import torch/));
      await pressButton(page, 'Undo');
      await eventually(async () => assert.deepEqual(await sourcesIn(page), ['b = 2']));
    });

    it('two tabs show the same, and what both write at once is kept', async (page) => {
      await openFile(page, ['a = 1', 'print(a)']);
      await pressButton(page, 'Run all');
      await eventually(async () => assert.equal(await textIn(page, 2, '.printed'), '1\n'), 60_000);
      const {page: other, problems} = await lab.open('notebook.html');
      await eventually(async () => assert.deepEqual(await sourcesIn(other), ['a = 1', 'print(a)']));
      await paste(other, 1, 'a = 2');
      await eventually(async () => assert.deepEqual(await sourcesIn(page), ['a = 2', 'print(a)']));
      assert.equal(await textIn(page, 2, '.printed'), '1\n');
      // a tab that waits behind another one hears nothing of it
      await page.evaluate(() => {
        addEventListener('storage', (event) => event.stopImmediatePropagation(), {capture: true});
        const {getItem} = Storage.prototype;
        localStorage.setItem(
          'poslab.notebook',
          String(getItem.call(localStorage, 'poslab.notebook')).replace('a = 2', 'a = 7'),
        );
      });
      await page.bringToFront(); // else it draws no frames
      await paste(page, 1, 'a = 3');
      const aside = `${ROOT}.aside button`;
      await eventually(async () => assert.equal((await page.$$(aside)).length, 3));
      await press(page, `${aside}::-p-text(Put it)`);
      await eventually(async () => assert.deepEqual(await sourcesIn(page), ['a = 7', 'print(a)']));
      await eventually(async () => assert.deepEqual(await sourcesIn(other), ['a = 7', 'print(a)']));
      await press(other, `${aside}::-p-text(Put it)`);
      await eventually(async () => assert.deepEqual(await sourcesIn(other), ['a = 3', 'print(a)']));
      await press(other, `${aside}::-p-text(Delete)`);
      await eventually(async () => assert.equal((await other.$$(aside)).length, 0));
      assert.deepEqual(realProblems(problems), []);
      await other.close();
    });

    it('a file that is none is refused, and what was there stays', async (page) => {
      await openFile(page, ['f = 1']);
      await openText(page, '{"nbformat": 3}');
      await eventually(async () =>
        assert.match(
          await textOf(page, '[role=alert]'),
          /could not be opened\. nbformat must be 4, got 3/,
        ),
      );
      assert.equal(await textIn(page, 1, '.cm-line'), 'f = 1');
    });

    it('a damaged notebook is put aside, and can be saved', async (page) => {
      await page.evaluate(() => {
        const code = document.querySelector('code-notebook');
        code?.remove(); // keeps what it has
        localStorage.setItem('poslab.notebook', 'half a note');
      });
      await page.reload();
      await find(page, `${ROOT}.cm-content`);
      assert.match(
        await textOf(page, '[role=alert]'),
        /kept here is damaged\. The file is not JSON/,
      );
      await find(page, `${ROOT}button::-p-text(Save the damaged text)`);
    });
  });
}

test('the page of exercises leads to it', async () => {
  const html = await readFile(new URL('../../dist/practice.html', import.meta.url), 'utf8');
  assert.match(html, /<a href="notebook.html">/);
});
