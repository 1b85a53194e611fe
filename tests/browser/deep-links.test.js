// A link into the middle of a long chapter, opened in a browser that has nothing of the site yet: while figures
// above its place load and grow, the place stays at the top of the window.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const N_PROFILES = 4;
/** Of the window below the bar. */
const MAX_TOP_PX = 120;
/** Each address with the place that it leads to: sections, figures, and both behind "More of this". */
const TARGETS = [
  ['chapters/10-longer-contexts.html#at=config-inspector', 'config-inspector'],
  ['chapters/4-rope.html#rope-score-vs-offset', 'rope-score-vs-offset'],
  ['chapters/9-relative.html#at=distance-gallery-all', 'distance-gallery-all'],
  ['chapters/8-experiments.html#hybrid-curves', 'hybrid-curves'],
  // an address as the bar has it after a reader has switched on a bug
  ['chapters/2-sinusoidal.html#sin-similarity/positions=30', 'sin-similarity'],
];

/**
 * Waits until no figure that the reader sees is still to be drawn and the page keeps its height.
 *
 * @param {Page} page
 */
async function atRest(page) {
  await page.waitForFunction(() => {
    const scope = /** @type {any} */ (globalThis);
    const isInWindow = (/** @type {Element} */ one) => {
      const {top, bottom} = one.getBoundingClientRect();
      return one.checkVisibility() && top < innerHeight && bottom > 0;
    };
    const waits = [...document.querySelectorAll('main [preset]')].some(
      (one) => isInWindow(one) && !(/** @type {any} */ (one).drawing),
    );
    const height = document.body.scrollHeight;
    if (waits || scope.restHeight !== height) scope.restSince = performance.now();
    scope.restHeight = height;
    return performance.now() - scope.restSince > 1000;
  });
}

/** Where a place is, in px below the bar. @param {Page} page @param {string} id */
const topOf = (page, id) =>
  page.evaluate((name) => {
    const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
    return (document.getElementById(name)?.getBoundingClientRect().top ?? 1e6) - bar;
  }, id);

for (let profile = 1; profile <= N_PROFILES; profile++) {
  test(`links into long chapters lead to their places in fresh browser ${profile}`, async () => {
    const lab = await Lab.start();
    try {
      // each browser meets another of them first
      const order = TARGETS.map((_, k) => TARGETS[(k + profile) % TARGETS.length]);
      for (const [address, id] of order) {
        const {page, problems} = await lab.open(address, {
          height: 800,
          width: profile === N_PROFILES ? 390 : 1280,
          folded: true,
        });
        await atRest(page);
        const top = await topOf(page, id);
        assert.ok(top >= 0 && top <= MAX_TOP_PX, `${address}: ${top} px below the bar`);
        assert.deepEqual(problems, []);
        await page.close();
      }
    } finally {
      await lab.close();
    }
  });
}

test('a page that is loaded again stays where the reader was, not where a changed figure is', async () => {
  const lab = await Lab.start();
  try {
    const {page} = await lab.open('chapters/2-sinusoidal.html#sin-similarity/positions=30', {
      height: 800,
    });
    await atRest(page);
    await page.mouse.wheel({deltaY: -100});
    await page.evaluate(() => scrollTo({top: 0, behavior: 'instant'}));
    await page.reload({waitUntil: 'load'});
    await atRest(page);
    await eventually(async () => assert.ok(await page.evaluate(() => scrollY < 400)));
  } finally {
    await lab.close();
  }
});
