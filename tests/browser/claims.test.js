// Numbers of the chapters, computed again in a browser: one paragraph at a time, and all on one page.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import axe from 'axe-core';

import {CLAIMS} from '../../web/claims/index.js';
import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const CHECK = '#right-at-zero button.check';

/** @param {Page} page @param {string} inside */
async function barriersOf(page, inside) {
  await page.evaluate(axe.source);
  return page.evaluate(
    async (selector) =>
      (await /** @type {any} */ (window).axe.run(selector)).violations.map(
        (/** @type {any} */ {id}) => id,
      ),
    inside,
  );
}

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`the claims in ${browser}`, () => {
    /** @type {Lab} */
    let lab;
    before(async () => {
      lab = await Lab.start(undefined, browser);
    });
    after(() => lab.close());

    test('a button shows each number of its paragraph as it is here, and hides it again', async () => {
      const {page, problems} = await lab.open('chapters/4-rope.html');
      await page.waitForSelector(`${CHECK}:not([disabled])`);
      await page.focus(CHECK);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.check-result .agrees');
      const text = await page.$eval('.check-result', (one) => one.textContent ?? '');
      assert.match(text, /0\.625: here 0\.62504\d*, may differ by 5·10⁻⁴: agrees/);
      assert.match(text, /0\.78: quoted, not computed\. .*gpt-neox issue 1003/);
      await eventually(async () =>
        assert.equal(await page.$eval(CHECK, (one) => one.getAttribute('aria-expanded')), 'true'),
      );
      if (browser === 'chromium') assert.deepEqual(await barriersOf(page, '#right-at-zero'), []);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => !document.querySelector('.check-result'));
      // a printed number that is wrong is found
      await page.$eval('#right-at-zero data[data-claim]', (number) => {
        number.textContent = '0.635';
      });
      await page.keyboard.press('Enter');
      await page.waitForSelector('.check-result .differs');
      assert.deepEqual(problems, []);
      await page.close();
    });

    test('the page of all claims runs each, with progress, and every one passes', async (context) => {
      const {page, problems} = await lab.open('check.html');
      await page.waitForSelector('.run-all');
      await eventually(async () =>
        assert.equal(
          await page.$eval(
            '.save-report',
            (one) => /** @type {HTMLButtonElement} */ (one).disabled,
          ),
          true,
        ),
      );
      await page.click('.run-all');
      await page.waitForSelector('.save-report:not([disabled])', {timeout: 60_000});
      const [items, outcomes, failed, summary, done] = await page.evaluate(() => [
        new Set(
          [...document.querySelectorAll('[data-check]')].map(
            (one) => /** @type {HTMLElement} */ (one).dataset.check,
          ),
        ).size,
        document.querySelectorAll('.outcome').length,
        [...document.querySelectorAll('.outcome.differs')].map(
          (one) => one.parentElement?.textContent,
        ),
        document.querySelector('.check-summary')?.textContent,
        document.querySelector('progress')?.position,
      ]);
      context.diagnostic(`${summary}`);
      assert.deepEqual(failed, []);
      assert.equal(items, CLAIMS.size, 'every claim is on the page');
      assert.ok(Number(outcomes) >= CLAIMS.size);
      assert.equal(done, 1);
      assert.match(String(summary), /^All \d+ claims were run in [\d.]+ s: \d+ passed/);
      if (browser === 'chromium') assert.deepEqual(await barriersOf(page, 'main'), []);
      assert.deepEqual(problems, []);
      await page.close();
    });

    test('a recorded run is trained again here, and gives the same numbers', async () => {
      const {page, problems} = await lab.open('check.html');
      await page.waitForSelector('.trainings');
      await page.$eval('.trainings', (one) => one.setAttribute('open', ''));
      const press = '.trainings button[aria-label*="which of two letters"]';
      await page.click(press);
      await page.waitForFunction(
        (selector) => document.querySelector(selector)?.textContent === 'Train again',
        {timeout: 240_000},
        press,
      );
      const outcomes = await page.$$eval('[data-check="mirror-task"] .outcome', (all) =>
        all.map(({textContent}) => textContent ?? ''),
      );
      assert.ok(outcomes.every((text) => text.startsWith('Passed, trained here')));
      assert.match(outcomes.join('\n'), /^Passed, trained here0\.511: here 0\.51074219/m);
      assert.deepEqual(problems, []);
      await page.close();
    });
  });
}
