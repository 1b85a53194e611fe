// The front page: what a visitor sees before anything is scrolled.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

test('at 1280x800 the doors, every switch, the picture and the first gauge are in view', async () => {
  const {page, problems} = await lab.open('index.html', {width: 1280, height: 800});
  await page.waitForFunction(() => {
    const root = document.querySelector('rope-logits')?.shadowRoot;
    return root?.querySelector('.panels canvas') && root.querySelector('.meters li');
  });
  const bottoms = await page.evaluate(() => {
    const root = document.querySelector('rope-logits')?.shadowRoot;
    const of = (/** @type {ParentNode | null | undefined} */ within, /** @type {string} */ name) =>
      [...(within?.querySelectorAll(name) ?? [])].map((one) => one.getBoundingClientRect().bottom);
    return {
      doors: of(document, '.door'),
      switches: of(root, 'input[type=radio][name*=fault], .faults input'),
      pictures: of(root, '.panels canvas'),
      gauge: of(root, '.meters li').slice(0, 1),
    };
  });
  for (const [name, list] of Object.entries(bottoms)) {
    assert.ok(list.length > 0, name);
    for (const bottom of list) assert.ok(bottom > 0 && bottom <= 800, `${name} ends at ${bottom}`);
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test('the doors say how much is behind them, and the atlas says the same', async () => {
  const {page} = await lab.open('index.html', {scripts: false});
  const doors = await page.$$eval('.door', (all) => all.map((one) => one.textContent ?? ''));
  assert.match(doors[0], /Understand 12 chapters, \d{3} figures/);
  assert.match(doors[2], /Practise 67 exercises/);
  await page.goto(new URL('atlas.html', lab.url).href);
  const count = await page.$eval('.atlas-count strong', (one) => one.textContent);
  assert.ok(doors[1].includes(`Debug ${count} bugs`), `${doors[1]}, ${count}`);
  await page.close();
});
