// The ways from page to page: the bar, its menus, and the cards at the end of a chapter.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

test('the bar names every chapter with its part and minutes, and marks the one that is open', async () => {
  const {page, problems} = await lab.open('chapters/4-rope.html', {height: 800});
  await page.click('.chapters > summary');
  const menu = await page.$eval('.parts', (element) => ({
    rows: [...element.querySelectorAll('a')].map((a) => a.innerText.replace(/\s+/g, ' ')),
    parts: [...element.querySelectorAll('.part')].map((part) => part.firstChild?.nodeValue?.trim()),
    current: element.querySelector('[aria-current]')?.textContent,
    bottom: element.getBoundingClientRect().bottom,
  }));
  assert.equal(menu.rows.length, 12);
  for (const row of menu.rows) assert.match(row, /^\d+ .{4,} \d+ min$/);
  assert.deepEqual(menu.parts, ['Ideas', 'Methods', 'Length', 'Workshop']);
  assert.match(menu.current ?? '', /RoPE/);
  assert.ok(menu.bottom < 800, 'the menu is on one screen');
  await page.keyboard.press('Escape');
  const state = await page.evaluate(() => [
    document.querySelectorAll('.bar details[open]').length,
    document.activeElement?.textContent,
  ]);
  assert.deepEqual(state, [0, 'Chapters'], 'closed, and the focus is back on what opened it');
  assert.deepEqual(problems, []);
  await page.close();
});

test('the bar is opaque and 48 px high, on a phone too, where one button opens the menus', async () => {
  for (const [width, height] of /** @type {const} */ ([
    [1280, 800],
    [390, 844],
  ])) {
    const {page, problems} = await lab.open('chapters/4-rope.html', {width, height});
    const bar = await page.$eval('.bar', (element) => ({
      height: element.getBoundingClientRect().height,
      ground: getComputedStyle(element).backgroundColor,
      isMenuShown: element.querySelector('.bar-menu')?.checkVisibility(),
    }));
    assert.equal(bar.height, 48);
    assert.match(bar.ground, /^rgb\(/, 'a colour with an alpha would be rgba()');
    assert.equal(bar.isMenuShown, width === 1280);
    if (width === 390) {
      await page.click('.menu-button');
      await page.click('.chapters > summary');
      assert.ok(await page.$eval('.parts a', (a) => a.checkVisibility()));
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      assert.equal(await page.$eval('.bar-menu', (menu) => menu.checkVisibility()), false);
    }
    assert.deepEqual(problems, []);
    await page.close();
  }
});

test('a chapter ends with cards for its neighbours, each with what it is about', async () => {
  const {page} = await lab.open('chapters/4-rope.html');
  const cards = await page.$$eval('.chapter-nav a', (links) =>
    links.map(({rel, textContent}) => [rel, textContent]),
  );
  assert.deepEqual(
    cards.map(([rel]) => rel),
    ['prev', 'next'],
  );
  assert.match(cards[0][1] ?? '', /3\. Learned positions .{40,}/);
  assert.match(cards[1][1] ?? '', /5\. ALiBi .{40,}/);
  await page.close();
});
