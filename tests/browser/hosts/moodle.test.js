// Moodle: the HTML that a teacher writes in its editor, in a page as Moodle makes it. Moodle itself is not run.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import path from 'node:path';

import {hostFolder, recipe, served, testHost} from '../../support/hosts.js';

testHost('moodle', {
  async site({id, files}, lab) {
    const folder = hostFolder(id);
    const block = recipe(id, files[0], lab);
    writeFileSync(path.join(folder, 'index.html'), `<!doctype html><html lang="en"><title>Course</title><div class="no-overflow">${block}</div>`); // biome-ignore format: a page
    return served(folder);
  },
  checks: {
    async draws({page}) {
      const frame = await (await page.waitForSelector('iframe'))?.contentFrame();
      await frame?.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
      const height = await frame?.evaluate(() => document.body.getBoundingClientRect().width);
      assert.ok(Number(height) > 300);
      // where the frame was taken out, the link shows the same figure
      const link = await page.$eval('p > a', (one) => /** @type {HTMLAnchorElement} */ (one).href);
      const alone = await page.browser().newPage();
      await alone.goto(link);
      await alone.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.nPos === 16 && /** @type {any} */ (document.querySelector('pe-heatmap')).drawing, {polling: 50}); // biome-ignore format: one thought
      await alone.close();
    },
    async keys({page}) {
      await page.evaluate(() => {
        const heard = /** @type {string[]} */ ([]);
        Object.assign(window, {heard});
        addEventListener('keydown', ({key}) => heard.push(key));
      });
      const frame = await (await page.waitForSelector('iframe'))?.contentFrame();
      await (await frame?.waitForSelector('pe-heatmap >>> input[name=nPos]'))?.focus();
      await page.keyboard.press('ArrowRight');
      assert.deepEqual(await page.evaluate('heard'), []);
    },
  },
});
