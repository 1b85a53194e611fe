// What every figure does in the same way, whatever it draws.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';
import {FIGURE_TAGS, openElements} from '../support/elements.js';

/** @import {Page} from 'puppeteer-core' */

/** @type {Lab} */
let lab;
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
before(async () => {
  lab = await Lab.start();
  ({page, problems} = await openElements(lab));
  await page.evaluate(addTools);
});
after(() => lab.close());

/** Runs in the page: what tests ask of it, under `tools`. */
function addTools() {
  const tools = {
    wait: (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    /** A figure with attributes, drawn, alone in the page. @param {string} tag @param {Record<string, string>} [attributes] */
    async draw(tag, attributes = {}) {
      const figure = /** @type {any} */ (document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
      document.body.replaceChildren(figure);
      for (let k = 0; k < 400 && !figure.drawing; k++) await tools.wait(10);
      if (!figure.drawing) throw new Error(`<${tag}> has drawn nothing within 4 s`);
      return figure;
    },
  };
  Object.assign(globalThis, {tools});
}

test('each redraw computes its drawing once', async () => {
  const counts = await page.evaluate(
    async (tags) => {
      const {tools} = /** @type {any} */ (globalThis);
      /** @type {Record<string, number>} */
      const found = {};
      for (const tag of tags) {
        const figure = await tools.draw(tag);
        const Class = /** @type {any} */ (customElements.get(tag));
        const own = Object.getOwnPropertyDescriptor(Class, 'compute');
        const {compute} = Class;
        let n = 0;
        Class.compute = (/** @type {any[]} */ ...args) => {
          n++;
          return compute.apply(Class, args);
        };
        await tools.wait(0);
        figure.refresh();
        await tools.wait(50);
        if (own) Object.defineProperty(Class, 'compute', own);
        else delete Class.compute;
        found[tag] = n;
      }
      return found;
    },
    FIGURE_TAGS.filter((tag) => tag !== 'pe-diagram'),
  );
  const notOnce = Object.entries(counts).filter(([, n]) => n !== 1);
  assert.deepEqual(notOnce, []);
  assert.deepEqual(problems, []);
});
