// The pages opened by a double click, from a folder: browsers load no module there.
import assert from 'node:assert/strict';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {DIST, Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';
import {find} from '../support/learner.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** @param {string} address */
const fromFolder = (address) => pathToFileURL(path.join(DIST, address)).href;

for (const address of ['index.html', 'practice.html', 'chapters/4-rope.html']) {
  test(`${address} from a folder says why nothing runs and what to do, and offers nothing dead`, async () => {
    const {page} = await lab.open(fromFolder(address), {width: 390, height: 844});
    const notice = await page.$eval(
      '#from-file',
      (one) => one.checkVisibility() && one.textContent,
    );
    assert.match(String(notice), /opened from a folder.*npm start/);
    const end = await page.$eval('#from-file', (one) => one.getBoundingClientRect().bottom);
    assert.ok(end < 844, `the notice ends at ${end}`);
    const shown = await page.evaluate(() => ({
      buttons: [...document.querySelectorAll('button:enabled')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.outerHTML),
      fallbacks: [...document.querySelectorAll('main [preset] > p')].filter(
        (one) => !one.closest('.level, details') && !one.checkVisibility(),
      ).length,
      emptied: [...document.querySelectorAll('main [preset]')].filter(
        (one) => parseFloat(getComputedStyle(one).minBlockSize) > 0,
      ).length,
      width: document.documentElement.scrollWidth,
    }));
    assert.deepEqual(shown, {buttons: [], fallbacks: 0, emptied: 0, width: 390});
    await page.close();
  });
}

test('a chapter from a folder shows one reading level, which its reader can change', async () => {
  const {page} = await lab.open(fromFolder('chapters/4-rope.html'));
  const levels = () =>
    page.$$eval('.level', (all) => [
      ...new Set(
        all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('data-level')),
      ),
    ]);
  await eventually(async () => assert.deepEqual(await levels(), ['plain', 'basic']));
  await page.$eval('.depth input[value="plain"]', (one) =>
    /** @type {HTMLElement} */ (one).click(),
  );
  await eventually(async () => assert.deepEqual(await levels(), ['plain']));
  await page.close();
});

for (const [name, chapter, id] of [
  ['one that needs the small core', '4-rope', 'rope-shift-invariance'],
  ['one that runs the table of methods', '9-relative', 'relative-by-distance'],
  ['one with recorded runs', '7-length-race', 'length-race'],
]) {
  test(`?present= from a folder fills the screen with a figure, ${name}, and keys work`, async () => {
    const address = `${fromFolder(`chapters/${chapter}.html`)}?present=${id}`;
    const {page, problems} = await lab.open(address, {folded: true});
    const frame = `#${id} >>> dialog[open] .figure[data-state=ready]`;
    await find(page, `${frame} canvas`);
    const title = () => page.$eval(`${frame} .title`, (one) => one.textContent);
    if (id !== 'length-race') {
      const before = await title();
      await page.keyboard.press('PageDown'); // as a presenter's remote control
      await eventually(async () => assert.notEqual(await title(), before));
      await page.keyboard.press('PageUp');
      await eventually(async () => assert.equal(await title(), before));
    }
    await page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await page.$(`#${id} >>> dialog`), null));
    const isNoticed = await page.$eval('#from-file', (one) => one.checkVisibility());
    assert.equal(isNoticed, false, 'figures run now');
    const wrong = problems.filter((one) => /^thrown|request: http/.test(one)); // modules and fonts stay away
    assert.deepEqual(wrong, []);
    await page.close();
  });
}

test('a page that is served says nothing of folders', async () => {
  const {page, problems} = await lab.open('chapters/4-rope.html');
  await eventually(async () =>
    assert.equal(await page.$eval('#from-file', (one) => one.checkVisibility()), false),
  );
  await eventually(async () =>
    assert.equal(await page.$eval('html', (one) => one.classList.contains('from-file')), false),
  );
  assert.deepEqual(problems, []);
  await page.close();
});
