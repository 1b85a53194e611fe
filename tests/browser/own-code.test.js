// The page that makes a test file for the reader's own code.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {nodeFile} from '../../web/own-code/node-file.js';
import {KINDS, pytestFile} from '../../web/own-code/pytest-file.js';
import {Lab} from '../support/browser.js';
import {loadCore} from '../support/core.js';
import {eventually} from '../support/eventually.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

test('the page makes the files that Node makes, for each kind, in both languages', async () => {
  const core = await loadCore();
  const {page, problems} = await lab.open('test-your-code.html');
  await page.waitForSelector('#own-code select');
  // what a download would save
  await page.evaluate(() => {
    const made = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      /** @type {any} */ (globalThis).saved = /** @type {Blob} */ (blob).text();
      return made.call(URL, blob);
    };
  });
  for (const [k, kind] of Object.keys(KINDS).entries()) {
    await page.select('#own-code label:nth-of-type(1) select', String(k));
    for (const [language, make] of [pytestFile, nodeFile].entries()) {
      await page.select('#own-code label:nth-of-type(2) select', String(language));
      await page.click('#own-code .download-file');
      await eventually(async () => {
        const saved = await page.evaluate(() => /** @type {any} */ (globalThis).saved);
        assert.equal(saved, make(core, {kind}).text, `${kind}, ${make.name}`);
      });
    }
  }
  assert.deepEqual(problems, []);
  await page.close();
});
