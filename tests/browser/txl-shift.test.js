// Transformer-XL's grid in Chromium: typed into, stepped through, and what a screen reader reads.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const FOREIGN =
  '<!doctype html><html lang="en"><title>shift</title><link rel="icon" href="data:,">';

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('txl-shift.html', FOREIGN);
  lab = await Lab.start();
});
after(() => lab.close());

/** @param {(page: Page) => Promise<void>} use */
const inPage = (use) => lab.withElement('test/txl-shift.html', 'txl-shift', use);

/** @param {Page} page @param {Record<string, string>} attributes */
const place = (page, attributes) =>
  page.evaluate(async (given) => {
    const element = /** @type {any} */ (document.createElement('txl-shift'));
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    document.body.replaceChildren(element);
    for (let k = 0; k < 3000 && !element.drawing; k++)
      await new Promise((go) => setTimeout(go, 25));
  }, attributes);

/** @param {Page} page @param {string} at @param {string} text */
async function type(page, at, text) {
  const input = await page.locator(`txl-shift >>> input[data-at="${at}"]`).waitHandle();
  await input.focus();
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** @param {Page} page the second grid, as text */
const result = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('txl-shift')?.shadowRoot;
    const table = root?.querySelectorAll('table.cells')[1];
    return [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
  });

test('a number that is typed into a cell arrives where the shift puts it, and the page hears of it', () =>
  inPage(async (page) => {
    await place(page, {preset: 'txl-shift'});
    await page.evaluate(() => {
      document.addEventListener('poslab-change', (event) => {
        const {detail} = /** @type {CustomEvent} */ (event);
        if (detail) /** @type {any} */ (window).edits = detail.attributes.edits;
      });
    });
    await type(page, '1,3', '99'); // query 1, distance 4: its key is 1
    await page.waitForFunction(() => /** @type {any} */ (window).edits);
    await eventually(async () =>
      assert.equal(await page.evaluate(() => /** @type {any} */ (window).edits), '1,3=99'),
    );
    await eventually(async () => assert.equal((await result(page))[1][1], '99q1'));
    const at = await page.evaluate(() => {
      const active = document.querySelector('txl-shift')?.shadowRoot?.activeElement;
      return active instanceof HTMLElement ? active.dataset.at : '';
    });
    assert.equal(at, '1,3', 'the focus stays where the reader types');
  }));

test('what is no number is refused in words, and the last good grid stays', () =>
  inPage(async (page) => {
    await place(page, {preset: 'txl-shift'});
    const before = await result(page);
    await type(page, '0,0', 'many');
    await page.waitForFunction(
      () =>
        document.querySelector('txl-shift')?.shadowRoot?.querySelector('.notice:not([hidden])')
          ?.textContent,
    );
    const notice = await page.$eval(
      'txl-shift',
      (element) => element.shadowRoot?.querySelector('.notice')?.textContent,
    );
    assert.match(notice ?? '', /edits must be "none" or "row,column=number", got "0,0=many"/);
    await eventually(async () => assert.deepEqual(await result(page), before));
  }));

test('the player goes through the steps; cells, heads and states have words', () =>
  inPage(async (page) => {
    await place(page, {preset: 'txl-shift', fault: 'encoder'});
    const words = await page.evaluate(() => {
      const root = document.querySelector('txl-shift')?.shadowRoot;
      const titles = [...(root?.querySelectorAll('.cells td') ?? [])].map((cell) =>
        cell.getAttribute('title'),
      );
      const input = root?.querySelector('input[data-at="2,1"]')?.ariaLabel;
      return {wrong: titles.filter((title) => title?.endsWith('wrong')), input};
    });
    assert.deepEqual(words.wrong, [
      '0, pad, wrong',
      '7, q1, wrong',
      '6, q1, wrong',
      '0, pad, wrong',
      '7, q2, wrong',
      '0, pad, wrong',
    ]);
    assert.equal(words.input, 'query q2, distance 6');
    await (await page.locator('txl-shift >>> .player').waitHandle()).click();
    await page.waitForFunction(
      () => document.querySelector('txl-shift')?.getAttribute('step') === '2',
    );
    const title = await page.$eval(
      'txl-shift',
      (element) => element.shadowRoot?.querySelector('.panel-title')?.textContent,
    );
    assert.match(title ?? '', /^Step 2: /);
  }));
