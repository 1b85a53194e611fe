// What a long chapter folds away, and everything that opens it.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {DIST, Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

const MAX_FIGURES = 9;
/** In three parts, each with its own heading. */
const IN_PARTS = {name: '9-relative.html', nFigures: 12};
const FOLDED = 'four-rows-one-curve';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** @param {string} [hash] */
const rope = (hash = '') => lab.open(`chapters/4-rope.html${hash}`, {height: 800, folded: true});
const isShown = (/** @type {import('puppeteer-core').Page} */ page, id = FOLDED) =>
  page.$eval(`[id="${id}"]`, (place) => place.checkVisibility());

test('a chapter opens with a star and at most eight more figures; the rest is folded and named', async () => {
  for (const name of readdirSync(path.join(DIST, 'chapters'))) {
    const {page} = await lab.open(`chapters/${name}`, {folded: true});
    const {nFigures, labels, nParts} = await page.evaluate(() => ({
      nFigures: [...document.querySelectorAll('main [preset]:not(pe-readout)')].filter(
        (one) => !one.closest('details.more'),
      ).length,
      labels: [...document.querySelectorAll('.more > summary')].map(
        ({textContent}) => textContent ?? '',
      ),
      nParts: document.querySelectorAll('.chapter-part > h2').length,
    }));
    const most = name === IN_PARTS.name ? IN_PARTS.nFigures : MAX_FIGURES;
    assert.ok(nFigures <= most, `${name}: ${nFigures} figures`);
    for (const label of labels) assert.match(label, /^More of this: .{10,}/, name);
    assert.equal(nParts, name === IN_PARTS.name ? 3 : 0, name);
    await page.close();
  }
});

test('an address, a link of the contents and a button open what is folded around their place', async () => {
  for (const hash of [`#${FOLDED}`, '#at=rope-score-vs-offset&rope-score-vs-offset/fault=mixed']) {
    const {page, problems} = await rope(hash);
    await page.waitForFunction(
      () =>
        /** @type {any} */ (document.getElementById('rope-score-vs-offset'))?.drawing &&
        (document.getElementById('four-rows-one-curve')?.getBoundingClientRect().top ?? 800) < 700,
    );
    assert.deepEqual(problems, []);
    await page.close();
  }
  const {page} = await rope();
  await eventually(async () => assert.equal(await isShown(page), false));
  for (let press = 0; press < 2; press++) {
    // the second time the address has this place already
    await page.click(`.rail a[href="#${FOLDED}"]`);
    await eventually(async () => assert.equal(await isShown(page), true));
    await page.$eval(`details.more:has(#${FOLDED})`, (fold) => fold.removeAttribute('open'));
  }
  await page.close();
});

test('what is folded is neither the current section nor asked for before a chapter counts as read', async () => {
  const {page} = await rope('#fast-and-slow-bands');
  await page.waitForFunction(
    () =>
      document.querySelector('.rail [aria-current]')?.getAttribute('href') ===
      '#fast-and-slow-bands',
  );
  await page.close();
});

test('printing opens all, and closes it again', async () => {
  const {page} = await rope();
  const open = () => page.$$eval('details.more[open]', (folds) => folds.length);
  const n = (await page.$$('details.more')).length;
  assert.ok(n >= 2);
  await eventually(async () => assert.equal(await open(), 0));
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await eventually(async () => assert.equal(await open(), n));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await eventually(async () => assert.equal(await open(), 0));
  await page.close();
});
