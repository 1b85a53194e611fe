// The frame of a figure: embed.html by itself, and the element that holds such a frame.
import assert from 'node:assert/strict';

import {testHost} from '../../support/hosts.js';

/** @import {Frame, Page} from 'puppeteer-core' */

/** The figure of the plain frame, and of poslab-embed. @param {Page} page @param {number} at @returns {Promise<Frame>} */
async function figureFrame(page, at) {
  const handles = [await page.$('iframe'), await page.$('poslab-embed >>> iframe')];
  const frame = await handles[at]?.contentFrame();
  assert.ok(frame, `frame ${at} is there`);
  await frame.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
  return frame;
}
const rows = (/** @type {Frame} */ frame) =>
  frame.$eval('pe-heatmap', (figure) => /** @type {any} */ (figure).data[0].shape[0]);

testHost('iframe', {
  checks: {
    async draws({page}) {
      for (const at of [0, 1]) assert.equal(await rows(await figureFrame(page, at)), 16);
    },
    async settings({page}) {
      const frame = await figureFrame(page, 1);
      await page.click('#longer');
      await frame.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap')).data[0].shape[0] === 20, {polling: 50}); // biome-ignore format: one thought
    },
    async events({page}) {
      const frame = await figureFrame(page, 1);
      const slider = await frame.waitForSelector('pe-heatmap >>> input[name=nPos]');
      await slider?.focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => document.querySelector('output')?.textContent, {polling: 50}); // biome-ignore format: one thought
      assert.equal(await page.$eval('output', (one) => one.textContent), `${await rows(frame)} positions`); // biome-ignore format: one thought
    },
    /** The frame loads anew where it is put back, and says again that it is ready. */
    async returns({page}) {
      const tag = await page.evaluate(async () => {
        const figure = /** @type {HTMLElement} */ (document.querySelector('poslab-embed'));
        const ready = new Promise((resolve) => {
          figure.addEventListener('poslab-ready', (event) => resolve(/** @type {CustomEvent} */ (event).detail.tag)); // biome-ignore format: one thought
        });
        figure.remove();
        document.body.prepend(figure);
        return ready;
      });
      assert.equal(tag, 'pe-heatmap');
    },
    /** Keys go to the frame's document, and are not heard in that of the host. */
    async keys({page}) {
      const frame = await figureFrame(page, 1);
      await page.evaluate(() => {
        const heard = /** @type {string[]} */ ([]);
        Object.assign(window, {heard});
        addEventListener('keydown', ({key}) => heard.push(key));
      });
      const slider = await frame.waitForSelector('pe-heatmap >>> input[name=nPos]');
      await slider?.focus();
      const before = await rows(frame);
      for (const key of /** @type {const} */ (['d', 'd', 'ArrowRight']))
        await page.keyboard.press(key);
      await frame.waitForFunction((n) => /** @type {any} */ (document.querySelector('pe-heatmap')).data[0].shape[0] !== n, {polling: 50}, before); // biome-ignore format: one thought
      assert.deepEqual(await page.evaluate('heard'), []);
    },
    /** start(), pause() and stop() go through the port. */
    async trains({page}) {
      const found = await page.evaluate(async () => {
        const figure = /** @type {any} */ (document.createElement('poslab-embed'));
        const attributes = {figure: 'length-race', methods: 'none', 'seq-len': '4', steps: '2000', loading: 'eager'}; // biome-ignore format: one thought
        for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
        /** @type {any[]} */
        const progress = [];
        figure.addEventListener('poslab-progress', (/** @type {CustomEvent} */ {detail}) => progress.push(detail)); // biome-ignore format: one thought
        const until = async (/** @type {(one: any) => boolean} */ is) => {
          for (let k = 0; k < 1200 && !(progress.length > 0 && is(progress.at(-1))); k++)
            await new Promise((resolve) => setTimeout(resolve, 50));
          return progress.at(-1)?.condition;
        };
        document.body.prepend(figure);
        await figure.ready;
        await figure.start();
        const started = await until(({condition, fraction}) => condition === 'running' && fraction > 0); // biome-ignore format: one thought
        await figure.pause();
        const paused = await until(({condition}) => condition !== 'running');
        const held = progress.at(-1).fraction;
        await new Promise((resolve) => setTimeout(resolve, 500));
        const stays = progress.at(-1).fraction === held;
        await figure.start();
        const again = await until(({condition}) => condition === 'running');
        await figure.stop();
        const stopped = await until(({condition}) => condition !== 'running');
        return [started, paused, stays, again, stopped];
      });
      assert.deepEqual(found, ['running', 'paused', true, 'running', 'stopped']);
    },
  },
});
