// Pages that were opened, and scripts that were stored, before a new deployment: they go on with files of their own.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {deploy} from '../../web/build/deploy.js';
import {CACHE, DIST, Lab, writeTestPage} from '../support/browser.js';

/** @import {Page} from 'puppeteer-core' */

const SITE = path.join(CACHE, 'deployed');
const NEXT = path.join(CACHE, 'deployed-next');
const CHAPTER = 'chapters/2-sinusoidal.html';
/** @type {Lab} */
let lab;
let first = '';

/** A version with other chunks: each has another name, and the old ones are not there any more. */
function makeNext() {
  rmSync(NEXT, {recursive: true, force: true});
  cpSync(DIST, NEXT, {recursive: true});
  const folder = path.join(NEXT, 'lab');
  const html = readdirSync(NEXT, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.html'))
    .map((name) => path.join(NEXT, name));
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => path.join(folder, name)); // biome-ignore format: one thought
  for (const file of [...html, ...scripts]) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/chunk-([0-9A-Z]{8})/g, 'chunk-N$1'));
    const name = path.basename(file);
    if (/^chunk-[0-9A-Z]{8}\.js$/.test(name))
      renameSync(file, path.join(folder, name.replace('chunk-', 'chunk-N')));
  }
}

/** @param {Page} page */
const drawn = (page) =>
  page.waitForFunction(
    () => {
      const figure = document.querySelector('pe-heatmap');
      figure?.scrollIntoView();
      return /** @type {any} */ (figure)?.drawing;
    },
    {polling: 100, timeout: 30_000},
  );

before(async () => {
  rmSync(SITE, {recursive: true, force: true});
  first = deploy(SITE);
  makeNext();
  lab = await Lab.start([SITE, path.join(CACHE, 'site')]);
});
after(() => lab.close());

test('a page names the folder of its version, and works', async () => {
  const text = readFileSync(path.join(SITE, CHAPTER), 'utf8');
  assert.match(text, new RegExp(`<script type="module" src="../${first}/[\\w-]+.js"`));
  assert.doesNotMatch(text, /(src|href)="\.\.\/lab\/[^"]*\.(js|css|woff2|wasm)"/);
  const {page, problems} = await lab.open(CHAPTER);
  await drawn(page);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a page that is open during a deployment loads its later scripts from its own version', async () => {
  writeTestPage(
    'stored.html',
    `<!doctype html><html lang="en"><title>theirs</title><link rel="icon" href="data:,"><pe-heatmap></pe-heatmap>
<script type="module">import '../${first}/elements.js';</script>`,
  );
  assert.equal(readFileSync(path.join(SITE, 'lab/elements.js'), 'utf8').split('\n')[1], `export * from "../${first}/elements.js";`); // biome-ignore format: one thought
  const {page, problems} = await lab.open(CHAPTER);
  const isDrawn = await page.$eval('pe-heatmap', (one) =>
    Boolean(/** @type {any} */ (one).drawing),
  );
  assert.equal(isDrawn, false, 'nothing is drawn before one scrolls there');
  const second = deploy(SITE, NEXT);
  assert.notEqual(second, first);
  assert.ok(existsSync(path.join(SITE, first)));
  await drawn(page);
  assert.deepEqual(problems, []);
  await page.close();

  const next = await lab.open(CHAPTER);
  await drawn(next.page);
  assert.deepEqual(next.problems, []);
  assert.ok(await next.page.$(`script[src^="../${second}/"]`));
  await next.page.close();

  // a browser that kept lab/elements.js of before, and one that asks for it now
  const stored = await lab.open('test/stored.html');
  await drawn(stored.page);
  assert.deepEqual(stored.problems, []);
  await stored.page.close();
});

test('lab/ stays the address for other sites: entries, a figure alone, and the core', async () => {
  for (const [name, script] of [
    ['all', 'elements.js'],
    ['alone', 'pe-heatmap.js'],
  ]) {
    writeTestPage(
      `${name}.html`,
      `<!doctype html><html lang="en"><title>theirs</title><link rel="icon" href="data:,"><pe-heatmap></pe-heatmap>
<script type="module" src="../lab/${script}"></script>`,
    );
    const {page, problems} = await lab.open(`test/${name}.html`);
    await drawn(page);
    const link = await page.$eval('pe-heatmap', (one) => /** @type {any} */ (one).link());
    assert.equal(new URL(link).pathname, '/embed.html');
    assert.deepEqual(problems, []);
    await page.close();
  }
  assert.ok(existsSync(path.join(SITE, 'lab/core.wasm')));
});

test('what is kept for use without a network is of one version', () => {
  const {files} = JSON.parse(readFileSync(path.join(SITE, 'offline.json'), 'utf8'));
  /** @type {string[]} */
  const names = files.map((/** @type {[string, number, string]} */ one) => one[0]);
  const labs = names.filter((name) => name.startsWith('lab'));
  const folders = new Set(labs.map((name) => name.split('/')[0]));
  assert.equal(folders.size, 1);
  assert.match([...folders][0], /^lab-/);
});

test('deploying the same again changes no folder', () => {
  const names = readdirSync(SITE);
  deploy(SITE, NEXT);
  assert.deepEqual(readdirSync(SITE), names);
});
