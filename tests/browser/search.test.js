// The search of the site, from the key that opens it to the place that it leads to.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import axe from 'axe-core';

import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** @param {Page} page @param {string} text */
async function type(page, text) {
  await page.waitForSelector('dialog.search[open]');
  await page.type('.search input', text);
  await page.waitForFunction(() => document.querySelector('.search-status')?.textContent !== '');
}

/** @param {Page} page */
const chosen = (page) =>
  page.$eval('.search input', (field) => {
    const id = field.getAttribute('aria-activedescendant');
    return document.getElementById(id ?? '')?.querySelector('.search-title')?.textContent ?? '';
  });

test('"/" opens it, arrow keys go through the results, and Enter opens a bug in its figure', async () => {
  const {page, problems} = await lab.open('index.html');
  const asked = /** @type {string[]} */ ([]);
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('/');
  await type(page, 'half-split read as');
  await eventually(async () =>
    assert.equal(await chosen(page), 'half-split tables read as interleaved pairs'),
  );
  assert.equal(asked.filter((url) => url.endsWith('search.json')).length, 1, 'at the first use');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await eventually(async () =>
    assert.equal(await chosen(page), 'half-split tables read as interleaved pairs'),
  );
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await eventually(() =>
    assert.match(page.url(), /chapters\/4-rope\.html#at=rope-shift-invariance.*fault=mixed$/),
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('the button of the bar opens it on a phone, within the width of the window', async () => {
  const {page, problems} = await lab.open('chapters/5-alibi.html', {width: 390, height: 844});
  await page.click('.search-button');
  await type(page, 'slopes');
  const {left, right} = await page.$eval('.search', (one) => one.getBoundingClientRect().toJSON());
  assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
  const groups = await page.$$eval('.search-kind', (all) => all.map((one) => one.textContent));
  assert.ok(groups.length >= 3, `${groups}`);
  await page.evaluate(axe.source);
  const barriers = await page.evaluate(async () =>
    (await /** @type {any} */ (window).axe.run('.search')).violations.map(
      (/** @type {any} */ {id, help}) => `${id}: ${help}`,
    ),
  );
  assert.deepEqual(barriers, []);
  assert.deepEqual(problems, []);
  await page.close();
});

test('without a result it says so, and a result in the same page closes it', async () => {
  const {page} = await lab.open('chapters/5-alibi.html');
  await page.keyboard.press('/');
  await type(page, 'qwertz');
  const said = () => page.$eval('.search-status', (one) => one.textContent);
  await eventually(async () =>
    assert.match((await said()) ?? '', /Nothing here is called “qwertz”/),
  );
  await page.$eval('.search input', (field) => {
    /** @type {HTMLInputElement} */ (field).value = '';
  });
  await type(page, 'Slopes for 8 heads, and for 12');
  await page.waitForFunction(() =>
    document.querySelector('.search [role=option]')?.textContent?.includes('Slopes for 8 heads'),
  );
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('dialog.search[open]'));
  await eventually(() => assert.equal(new URL(page.url()).hash, '#slopes'));
  await page.close();
});

test('a "/" that is written into a field stays a character', async () => {
  const {page} = await lab.open('inspect.html');
  await page.waitForFunction(() => {
    const field = document.querySelector('config-inspector')?.shadowRoot?.querySelector('textarea');
    field?.focus();
    return field?.matches(':focus');
  });
  await page.keyboard.press('/');
  await eventually(async () => assert.equal(await page.$('dialog.search'), null));
  await page.close();
});
