// Bootstrap: its style sheet does not reach into a figure, and its dark theme does.
import assert from 'node:assert/strict';
import {contrasts} from '../../support/host-style.js';
import {testHost} from '../../support/hosts.js';

testHost('bootstrap', {
  checks: {
    async draws({page}) {
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
      for (const scheme of ['light', 'dark']) {
        await page.evaluate((name) => document.documentElement.setAttribute('data-bs-theme', name), scheme); // biome-ignore format: one thought
        const found = await contrasts(page);
        assert.ok(found.least >= 4.5, `${scheme}: ${JSON.stringify(found)}`);
        assert.ok(found.width > 400 && found.height < 1500, `${found.width} by ${found.height}`);
      }
    },
  },
});
