// What the Share menu copies: link, frame, element and Markdown of figures that a reader has changed or broken, each taken to
// a page of another origin, where it shows the same state.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {Lab} from '../support/browser.js';
import {hostFolder, problemsOf, served} from '../support/hosts.js';

/** @import {Frame} from 'puppeteer-core' */
/** @import {Site} from '../support/hosts.js' */

/** A chapter, a figure of it, and what the reader sets. @type {[page: string, tag: string, set: Record<string, unknown>][]} */
const FIGURES = [
  ['chapters/2-sinusoidal.html', 'pe-heatmap', {nPos: 23}],
  ['chapters/2-sinusoidal.html', 'pe-similarity', {fault: 'doubled-exponent'}],
  ['chapters/4-rope.html', 'rope-rotation', {position: 7}],
  ['chapters/7-length-race.html', 'length-race', {seqLen: 6}],
  ['inspect.html', 'config-inspector', {tokens: '4096'}],
];

/** @type {Lab} */
let lab;
/** @type {Site} */
let site;
const folder = hostFolder('shared');
before(async () => {
  lab = await Lab.start();
  site = await served(folder);
});
after(async () => {
  await site?.close();
  await lab?.close();
});

/** The state of a figure once it has drawn. @param {Frame} frame @param {string} tag */
async function stateIn(frame, tag) {
  while (!frame.url()) await new Promise((resolve) => setTimeout(resolve, 20)); // it has just been found
  const id = new URLSearchParams(new URL(frame.url()).hash.slice(1)).get('at') ?? '';
  await frame.waitForFunction((name, at) => /** @type {any} */ (document.getElementById(at) ?? document.querySelector(name))?.drawing, {polling: 50}, tag, id); // biome-ignore format: one thought
  return frame.evaluate((name, at) => {
    const figure = /** @type {any} */ (document.getElementById(at) ?? document.querySelector(name));
    return {state: figure.getState(), notice: figure.shadowRoot.querySelector('.notice').textContent};
  }, tag, id); // biome-ignore format: one thought
}

for (const [address, tag, set] of FIGURES)
  test(`${tag}: link, frame, element and Markdown show what the reader saw`, async () => {
    const {page, problems} = await lab.open(address);
    const {state, texts} = await page.evaluate(
      async (name, wanted) => {
        await customElements.whenDefined(name);
        const figure = /** @type {any} */ (document.querySelector(name));
        figure.scrollIntoView();
        await figure.ready;
        Object.assign(figure, wanted);
        await figure.updateComplete;
        const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
        let copied = '';
        Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (/** @type {string} */ text) => { copied = text; }}}); // biome-ignore format: one thought
        const press = (/** @type {string} */ query) => /** @type {HTMLElement | null} */ (root.querySelector(query))?.click(); // biome-ignore format: one thought
        press('button.share');
        while (!root.querySelector('.share-menu')) await new Promise((resolve) => setTimeout(resolve, 20)); // biome-ignore format: one thought
        /** @type {Record<string, string>} */
        const texts = {};
        for (const way of ['link', 'iframe', 'embed', 'markdown']) {
          copied = '';
          press(`.share-menu .${way}`);
          while (!copied) await new Promise((resolve) => setTimeout(resolve, 20));
          texts[way] = copied;
        }
        return {state: figure.getState(), texts};
      },
      tag,
      set,
    );
    for (const [name, value] of Object.entries(set))
      assert.equal(name === 'fault' ? state.fault : state.settings[name], value);
    assert.deepEqual(problems, []);
    await page.close();
    for (const [way, text] of Object.entries(texts)) {
      writeFileSync(path.join(folder, `${tag}-${way}.html`), `<!doctype html><html lang="en"><title>theirs</title><main>${text}</main>`); // biome-ignore format: one thought
      const there = await lab.browser.newPage();
      const own = problemsOf(there);
      const link = way === 'markdown' ? /\]\(([^)]*)\)/.exec(text)?.[1] : text;
      await there.goto(way === 'link' || way === 'markdown' ? String(link) : `${site.url}${tag}-${way}.html`); // biome-ignore format: one thought
      const frame = way === 'iframe' ? await (await there.waitForSelector('iframe'))?.contentFrame() : there.mainFrame(); // biome-ignore format: one thought
      assert.deepEqual(await stateIn(/** @type {Frame} */ (frame), tag), {state, notice: ''}, `${way}: ${text}`); // biome-ignore format: one thought
      assert.deepEqual(own, [], way);
      await there.close();
    }
  });
