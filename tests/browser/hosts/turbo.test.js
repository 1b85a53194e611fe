// Turbo replaces the body of a page and keeps its scripts: figures come and go, and come back from its cache.
import assert from 'node:assert/strict';

import {testHost} from '../../support/hosts.js';

/** @import {Page} from 'puppeteer-core' */

const drawn = (/** @type {Page} */ page, /** @type {string} */ tag) =>
  page.waitForFunction((name) => /** @type {any} */ (document.querySelector(name))?.drawing, {polling: 50}, tag); // biome-ignore format: one thought

/**
 * Does what visits a page, and waits until Turbo has loaded it. Before, it shows the page of its cache; a visit that is left
 * while the answer is being read throws in Turbo 8.0.23 itself: receive() does not wait for requestSucceededWithResponse().
 *
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
async function visits(page, act) {
  await page.evaluate(() => {
    const loaded = new Promise((resolve) => addEventListener('turbo:load', resolve, {once: true}));
    Object.assign(window, {loaded});
  });
  await act();
  await page.evaluate('window.loaded');
}

testHost('turbo', {
  checks: {
    async draws({page}) {
      await drawn(page, 'pe-heatmap');
      await page.evaluate(() => Object.assign(window, {isSame: true}));
      await visits(page, () => page.click('a'));
      await drawn(page, 'rope-rotation');
      assert.ok(await page.evaluate('window.isSame'), 'the page was not loaded again');
    },
    /** Ten visits of both pages: what the figures held is let go. */
    async returns({page}) {
      for (let k = 0; k < 10; k++) {
        for (const [link, tag] of [['Back', 'pe-heatmap'], ['Next', 'rope-rotation']]) {
          await page.waitForFunction((text) => document.querySelector('a')?.textContent === text, {polling: 50}, link); // biome-ignore format: one thought
          await visits(page, () => page.evaluate(() => document.querySelector('a')?.click()));
          await drawn(page, tag);
        }
      } // biome-ignore format: a loop
      await visits(page, () => page.goBack());
      await drawn(page, 'pe-heatmap');
      assert.ok(await page.evaluate('window.isSame'));
      assert.equal(await page.$$eval('pe-heatmap, rope-rotation', (all) => all.length), 1);
    },
  },
});
