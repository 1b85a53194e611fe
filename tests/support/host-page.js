// A host whose page holds a figure that trains from the start.
import assert from 'node:assert/strict';

/** @import {Page} from 'puppeteer-core' */

/** Runs the page's own length race to its end. @param {{page: Page}} visit */
export async function trains({page}) {
  const states = await page.evaluate(async () => {
    const figure = /** @type {any} */ (document.querySelector('length-race'));
    for (const [name, value] of Object.entries({methods: 'none,alibi', 'seq-len': '4', steps: '20', loading: 'eager'})) figure.setAttribute(name, value); // biome-ignore format: one thought
    await figure.ready;
    await figure.updateComplete;
    figure.start();
    const isOver = (/** @type {any} */ {state}) => ['done', 'failed'].includes(state);
    for (let k = 0; k < 1200 && !figure.runs.every(isOver); k++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return figure.runs.map((/** @type {any} */ {state, error}) => error?.message ?? state);
  });
  assert.deepEqual(states, ['done', 'done']);
}
