// Tailwind with the colour names of shadcn/ui: their --muted and --accent are backgrounds, and must not become text.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {compile} from 'tailwindcss';
import {contrasts} from '../../support/host-style.js';
import {hostFolder, NODE_MODULES, recipe, served, testHost} from '../../support/hosts.js';

testHost('tailwind', {
  async site({id, files: [sheet, lesson]}, lab) {
    const folder = hostFolder(id);
    const html = recipe(id, lesson, lab);
    const {build} = await compile(recipe(id, sheet, lab), {
      base: folder,
      loadStylesheet: async (_, base) => {
        const file = path.join(NODE_MODULES, 'tailwindcss/index.css');
        return {path: file, base, content: readFileSync(file, 'utf8')};
      },
    });
    const [, names] = /class="([^"]*)"/.exec(html) ?? [];
    writeFileSync(path.join(folder, sheet), build(names.split(' ')));
    writeFileSync(path.join(folder, lesson), html);
    return served(folder, lesson);
  },
  checks: {
    async draws({page}) {
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
      const column = await page.$eval('main', (one) => getComputedStyle(one).textTransform);
      assert.equal(column, 'uppercase', 'the utilities are there');
      const found = await contrasts(page);
      assert.ok(found.least >= 4.5, JSON.stringify(found));
      assert.deepEqual([found.align, found.transform], ['start', 'none']);
    },
  },
});
