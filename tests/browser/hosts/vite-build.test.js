// Vite’s build, served from a folder below the root of a site.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';
import {build} from 'vite';
import {Lab} from '../../support/browser.js';
import {projectFolder, served, testHost} from '../../support/hosts.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Site} from '../../support/hosts.js' */

testHost('vite-build', {
  async site({folder = ''}) {
    const root = projectFolder(folder, 'vite-build');
    await build({root, configFile: false, logLevel: 'error', base: './', build: {outDir: path.join(root, 'site/course')}}); // biome-ignore format: one thought
    writeFileSync(path.join(root, 'site/favicon.ico'), '');
    return served(path.join(root, 'site'), 'course/index.html');
  },
});

/** What a button of the Share menu copies. @param {Page} page @param {string} name */
const copied = (page, name) =>
  page.$eval('pe-heatmap', async (figure, className) => {
      const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
      const {clipboard} = navigator;
      let text = '';
      Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText: async (/** @type {string} */ one) => { text = one; }}}); // biome-ignore format: one thought
      const press = (/** @type {string} */ query) => /** @type {HTMLElement | null} */ (root.querySelector(query))?.click();
      press('button.share');
      for (let k = 0; k < 400 && !root.querySelector('.share-menu'); k++) await new Promise((resolve) => setTimeout(resolve, 10));
      press(`.share-menu .${className}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      press('button.share');
      Object.defineProperty(navigator, 'clipboard', {configurable: true, value: clipboard});
      return text;
    }, name); // biome-ignore format: one thought

suite('the Share menu of a figure that a bundler has moved', () => {
  /** @type {Lab} */
  let lab;
  /** @type {Site} */
  let site;
  /** @type {Page} */
  let page;
  before(async () => {
    lab = await Lab.start();
    const root = projectFolder('vite', 'vite-share');
    await build({root, configFile: false, logLevel: 'error', base: './', build: {outDir: path.join(root, 'site')}}); // biome-ignore format: one thought
    site = await served(path.join(root, 'site'));
    page = await lab.browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
  });
  after(async () => {
    await site?.close();
    await lab?.close();
  });

  test('offers no frame and no address of a site, where there is none', async () => {
    /** @type {Record<string, string>} */
    const texts = {};
    for (const name of ['iframe', 'embed', 'markdown', 'bibtex', 'cite']) texts[name] = await copied(page, name); // biome-ignore format: one thought
    assert.equal(texts.iframe, '');
    assert.equal(texts.embed.split('\n')[0], `<script type="module">import "poslab/register/pe-heatmap";</script>`); // biome-ignore format: one thought
    for (const [name, text] of Object.entries(texts)) assert.doesNotMatch(text, /embed\.html|\/assets\/|\/lab\//, name); // biome-ignore format: one thought
    for (const name of ['markdown', 'bibtex', 'cite']) assert.ok(texts[name].includes(site.url), texts[name]); // biome-ignore format: one thought
    assert.equal(await page.$eval('pe-heatmap', (one) => /** @type {any} */ (one).link()), '');
  });

  test('writes the addresses of the site that base-url names', async () => {
    await page.$eval('pe-heatmap', (one, url) => one.setAttribute('base-url', url), `${lab.url}lab/`); // biome-ignore format: one thought
    const [, frame] = (await copied(page, 'iframe')).match(/src="([^"]*)"/) ?? [];
    const [, script] = (await copied(page, 'embed')).match(/src="([^"]*)"/) ?? [];
    for (const address of [frame, script])
      assert.equal((await fetch(address.replaceAll('&amp;', '&'))).status, 200, address);
  });
});
