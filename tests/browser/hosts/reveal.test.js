// reveal.js: its keys, its scaled slides, and a slide that is left and entered again.
import assert from 'node:assert/strict';
import {readBank} from '../../support/bank.js';
import {testHost} from '../../support/hosts.js';
import {CARD, check, inside, openCard} from '../../support/learner.js';

/** @import {Page} from 'puppeteer-core' */

/** The slide that is shown, from 0. */
const slide = (/** @type {Page} */ page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('.slides > section')];
    return all.findIndex((one) => one.classList.contains('present'));
  });
const drawn = (/** @type {Page} */ page) =>
  page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought

testHost('reveal', {
  checks: {
    /** On a slide that reveal.js scales, the pointer names the cell that it points at. */
    async draws({page}) {
      await page.waitForSelector('.reveal.ready');
      await page.keyboard.press('ArrowRight');
      await drawn(page);
      const found = await page.evaluate(() => {
        const figure = /** @type {any} */ (document.querySelector('pe-heatmap'));
        const canvas = figure.shadowRoot.querySelector('canvas');
        const readAt = () => {
          const {left, top, width, height} = canvas.getBoundingClientRect();
          const [clientX, clientY] = [left + 0.6 * width, top + height / 2];
          const options = {bubbles: true, composed: true, clientX, clientY};
          canvas.dispatchEvent(new PointerEvent('pointermove', options));
          return figure.shadowRoot.querySelector('.readout').textContent;
        };
        const slides = /** @type {HTMLElement} */ (document.querySelector('.slides'));
        const isScaled = Math.abs(canvas.getBoundingClientRect().width / canvas.offsetWidth - 1) > 0.05; // biome-ignore format: one thought
        const onSlide = readAt();
        const style = slides.getAttribute('style') ?? '';
        Object.assign(slides.style, {transform: 'none', zoom: '1', scale: '1'});
        const plain = readAt();
        slides.setAttribute('style', style);
        return {isScaled, onSlide, plain, align: getComputedStyle(figure).textAlign};
      });
      assert.ok(found.isScaled, 'reveal.js has scaled the slide');
      assert.ok(found.onSlide.length > 0);
      assert.equal(found.onSlide, found.plain);
      assert.equal(found.align, 'start');
    },
    /** n, f, b and s are commands of reveal.js, and arrows turn slides. */
    async keys({page}) {
      assert.equal(await slide(page), 1);
      const slider = await page.waitForSelector('pe-heatmap >>> input[name=nPos]');
      await slider?.focus();
      for (const key of /** @type {const} */ (['ArrowRight', 'n', 'f', 'b', 'ArrowDown', ' ']))
        await page.keyboard.press(key);
      assert.equal(await slide(page), 1);
      assert.equal(await page.$('.reveal.paused'), null);
      assert.equal(await page.evaluate(() => document.fullscreenElement), null);
      await slider?.evaluate((one) => /** @type {HTMLElement} */ (one).blur());
      await page.keyboard.press('ArrowRight');
      assert.equal(await slide(page), 2);
      await openCard(page);
      const editor = await page.waitForSelector(inside('.cm-content'));
      await editor?.focus();
      await page.keyboard.type('nfbs');
      assert.match(String(await editor?.evaluate((one) => one.textContent)), /nfbs/);
      assert.equal(await slide(page), 2);
      assert.equal(await page.$('.reveal.paused'), null);
      await editor?.evaluate((one) => /** @type {HTMLElement} */ (one).blur());
    },
    async returns({page}) {
      await page.keyboard.press('ArrowLeft');
      assert.equal(await slide(page), 1);
      await drawn(page);
      const width = await page.$eval('pe-heatmap', (one) => /** @type {HTMLElement} */ (one).offsetWidth); // biome-ignore format: one thought
      assert.ok(width > 300, `${width} px wide`);
    },
    async python({page}) {
      await page.keyboard.press('ArrowRight');
      assert.equal(await slide(page), 2);
      await openCard(page);
      await check(page, readBank(CARD, 'solution.py'), 'Passed');
    },
  },
});
