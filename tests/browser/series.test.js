// Words and symbols in the colour of a curve: pointed at, they show it alone.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

test('a word in the colour of a curve shows that curve alone while the pointer is on it', async () => {
  const {page, problems} = await lab.open('chapters/10-longer-contexts.html');
  const picture = () =>
    page.$eval('rope-bands >>> canvas', (canvas) => /** @type {any} */ (canvas).toDataURL());
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('rope-bands'))?.drawing,
  );
  let whole = '';
  await eventually(async () => {
    const before = whole;
    whole = await picture();
    assert.equal(whole, before, 'drawn, with its fonts');
  });
  const pictures = new Set([whole]);
  for (const place of [1, 2, 3]) {
    await page.hover(`.try .series-${place}`);
    await eventually(async () => assert.ok(!pictures.has(await picture()), `series-${place}`));
    pictures.add(await picture());
  }
  await page.mouse.move(5, 5);
  await eventually(async () => assert.equal(await picture(), whole));
  assert.deepEqual(problems, []);
  await page.close();
});
