// Every block of code on the page "Put it in your site", and that of the README: read from the page as a reader copies
// it, pasted into a page of another origin, and run there. What first needs another program is run by tests/browser/hosts/.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {attribute, elementsOf, isElement, parseHtml, textOf} from '../../web/build/html.js';
import {ROOT} from '../../web/build/paths.js';
import {BY_HAND} from '../../web/recipes/hosts.js';
import {DIST, Lab} from '../support/browser.js';
import {
  EXAMPLE,
  hostFolder,
  NODE_MODULES,
  problemsOf,
  recipeText,
  served,
} from '../support/hosts.js';
import {openCard} from '../support/learner.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Site} from '../support/hosts.js' */
/** @typedef {{id: string, file: string, text: string}} Block id: of its host */

/** What no browser reads as it is, and what reads it. @type {Record<string, string>} */
const PROGRAMS = {
  '.jsx': 'Vite',
  '.vue': 'Vite',
  '.svelte': 'Vite',
  '.mjs': 'a bundler, or Observable',
  '.mdx': 'Docusaurus',
  '.py': 'Python',
  '.yml': 'MkDocs',
  '.ts': 'Angular',
  '.astro': 'Astro',
};
/** HTML whose scripts or styles a program makes first, by host. @type {Record<string, string>} */
const MADE = {
  'vite-dev': 'Vite',
  vitepress: 'VitePress',
  framework: 'Observable Framework',
  webpack: 'webpack',
  tailwind: 'Tailwind',
};

/** @returns {Block[]} those of the page, in order */
function blocksOfPage() {
  const page = parseHtml(readFileSync(path.join(DIST, 'your-site.html'), 'utf8'));
  return elementsOf(page, 'section').flatMap((section) => {
    const id = /^recipe-(.*)$/.exec(attribute(section, 'aria-labelledby') ?? '')?.[1];
    if (!id) return [];
    const names = section.childNodes.filter(isElement).filter((_, k, all) => all[k + 1]?.tagName === 'pre'); // biome-ignore format: one thought
    return elementsOf(section, 'pre').map((pre, k) => ({id, file: textOf(names[k]), text: textOf(pre)})); // biome-ignore format: one thought
  });
}

const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
/** @type {Block[]} */
const BLOCKS = [
  ...blocksOfPage(),
  ...[...README.matchAll(/^```html\n([\s\S]*?)^```/gm)].map(([, text]) => ({id: 'readme', file: 'README.md', text})), // biome-ignore format: one thought
];

/** The HTML in a block, which other formats have on lines of their own; '' where a browser cannot run it. @param {Block} block */
function htmlOf({id, file, text}) {
  if (PROGRAMS[path.extname(file)] || MADE[id]) return '';
  if (file.endsWith('.html') || id === 'readme') return text;
  return text.split('\n').filter((line) => line.trim().startsWith('<')).join('\n'); // biome-ignore format: one thought
}

/** Waits until all of poslab in a page has drawn, and says what is wrong. @param {Page} page */
async function drawn(page) {
  const tags = await page.evaluate(() => [...document.querySelectorAll('*')].filter(({localName}) => localName.includes('-') || localName === 'iframe').map(({localName}) => localName)); // biome-ignore format: one thought
  for (const [k, tag] of tags.entries()) {
    const nth = tags.slice(0, k).filter((one) => one === tag).length;
    const element = (await page.$$(tag))[nth];
    const isShown = () =>
      element.evaluate((one) =>
        one.checkVisibility({opacityProperty: true, visibilityProperty: true}),
      );
    for (let n = 0; n < tags.length && !(await isShown()); n++) {
      await page.keyboard.press('ArrowRight'); // the next slide, which may come slowly
      for (let k = 0; k < 20 && !(await isShown()); k++)
        await new Promise((resolve) => setTimeout(resolve, 250));
    }
    await element.evaluate((one) => one.scrollIntoView());
    if (tag === 'exercise-card') {
      await openCard(page);
      continue;
    }
    const inner = tag === 'iframe' ? element : tag === 'poslab-embed' ? await page.waitForSelector('poslab-embed >>> iframe') : null; // biome-ignore format: a choice
    const frame = inner ? await inner.contentFrame() : page.mainFrame();
    const name = inner ? 'pe-heatmap' : tag;
    await frame?.waitForFunction((one) => /** @type {any} */ (document.querySelector(one))?.drawing, {polling: 50}, name); // biome-ignore format: one thought
    const found = await frame?.$eval(name, (figure) => {
      const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
      const canvas = /** @type {HTMLCanvasElement} */ (root.querySelector('canvas'));
      const {data} = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height); // biome-ignore format: one thought
      return {notice: root.querySelector('.notice')?.textContent, nColours: new Set(new Uint32Array(data.buffer)).size}; // biome-ignore format: one thought
    });
    assert.equal(found?.notice, '', tag);
    assert.ok(Number(found?.nColours) > 4, `${tag}: ${found?.nColours} colours`);
  }
  return tags;
}

/** @type {Lab} */
let lab;
/** @type {Site} */
let site;
const folder = hostFolder('pasted');
before(async () => {
  lab = await Lab.start();
  site = await served([folder, NODE_MODULES]);
});
after(async () => {
  await site?.close();
  await lab?.close();
});

test('each block is what its host’s test runs, and each host has one, or was tried by hand', () => {
  assert.ok(BLOCKS.length > 25, `${BLOCKS.length}`);
  for (const {id, file, text} of BLOCKS.filter((one) => one.id !== 'readme')) {
    assert.equal(text, recipeText(id, file), `${id}: ${file}`);
    const isByHand = BY_HAND.some((one) => one.id === id);
    const hasTest = existsSync(path.join(ROOT, `tests/browser/hosts/${id}.test.js`));
    assert.equal(hasTest, !isByHand, id);
  }
});

for (const block of BLOCKS.filter((one) => htmlOf(one) !== ''))
  test(`${block.id}: ${block.file}, pasted into a page, draws`, async () => {
    const own = htmlOf(block).replaceAll(EXAMPLE, lab.url);
    const page = await lab.browser.newPage();
    page.setDefaultTimeout(60_000);
    const problems = problemsOf(page);
    const around = `<!doctype html><html lang="en"><title>theirs</title><body><main>${own}</main>`;
    const name = `${block.id}-${path.basename(block.file).replace(/\W/g, '-')}.html`;
    writeFileSync(path.join(folder, name), own.startsWith('<!doctype') ? own : around);
    try {
      await page.setViewport({width: 1280, height: 900});
      await page.goto(site.url + name, {waitUntil: 'networkidle0'}); // slides have been arranged
      const tags = await drawn(page);
      assert.ok(tags.length > 0);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });
