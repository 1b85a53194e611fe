// The site kept for use without a network, with its server stopped; and what is said where it cannot be kept.
import assert from 'node:assert/strict';
import {appendFileSync, cpSync, readFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {makeOffline} from '../../web/build/offline.js';
import {ROOT} from '../../web/build/paths.js';
import {serve} from '../../web/build/serve.js';
import {readBank} from '../support/bank.js';
import {CACHE, DIST, Lab} from '../support/browser.js';
import {ask, put} from '../support/experiment.js';
import {CARD, check, openCard} from '../support/learner.js';

/** @import {Page} from 'puppeteer-core' */

const FOLDER = path.join(CACHE, 'offline-site');
const PATIENCE = {timeout: 60_000, polling: 100};
const CHAPTER = 'chapters/2-sinusoidal.html';
/** @type {Lab} */
let lab;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
let port = 0;

const stop = () =>
  new Promise((resolve) => {
    site.server.close(resolve);
    site.server.closeAllConnections();
  });

/** @param {string} address @param {(page: Page) => Promise<void>} [prepare] @returns {Promise<Page>} */
async function open(address, prepare = async () => {}) {
  const page = await lab.browser.newPage();
  await prepare(page);
  await page.goto(`http://localhost:${port}/${address}`);
  return page;
}

/** The foot of the page, once it has looked: until then, what comes above may push it down again. @param {Page} page */
async function scrollToFoot(page) {
  const isThere = () => {
    document.querySelector('.page-foot')?.scrollIntoView();
    return document.querySelector('#offline:not([hidden]) input') !== null;
  };
  await page.waitForFunction(isThere, {timeout: 20_000, polling: 100});
}

/** @param {Page} page */
const status = (page) => page.$eval('#offline [role=status]', (one) => one.textContent ?? '');

/** Presses the switch, and waits for what it says. @param {Page} page @param {string} words */
async function press(page, words) {
  await page.$eval('#offline input', (box) => /** @type {HTMLElement} */ (box).click());
  await page.waitForFunction(
    (text) => document.querySelector('#offline [role=status]')?.textContent?.includes(text),
    PATIENCE,
    words,
  );
}

/** @param {Page} page @returns {Promise<{caches: string[], registrations: number}>} */
const kept = (page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    registrations: (await navigator.serviceWorker.getRegistrations()).length,
  }));

/** Switches it on. */
async function keepSite() {
  const page = await open('index.html');
  await scrollToFoot(page);
  if (!(await page.$eval('#offline input', (box) => /** @type {any} */ (box).checked)))
    await press(page, 'The whole lab is stored');
  await page.close();
}

before(async () => {
  rmSync(FOLDER, {recursive: true, force: true});
  cpSync(DIST, FOLDER, {recursive: true});
  lab = await Lab.start();
  site = await serve(FOLDER);
  port = Number(new URL(site.url).port);
});
after(async () => {
  await lab.close();
  await stop();
});

/** What is stored, as the page says it. */
function size() {
  const {bytes} = JSON.parse(readFileSync(path.join(FOLDER, 'offline.json'), 'utf8'));
  return `${Math.round(bytes / 1e6)} MB`;
}

test('nothing is stored before a reader asks for it; the switch says how much it is', async () => {
  const page = await open('index.html');
  await scrollToFoot(page);
  assert.deepEqual(await kept(page), {caches: [], registrations: 0});
  const label = await page.$eval('#offline label', (one) => one.textContent ?? '');
  assert.ok(label.includes(`(${size()})`), label);
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const said = Number(/stores it \(about (\d+) MB, Python too\)/.exec(readme)?.[1]);
  assert.ok(
    Math.abs(said - Number.parseInt(size(), 10)) <= 1,
    `README.md says ${said} MB: ${size()}`,
  );
  await page.close();
});

test('with the server stopped: a chapter, a figure, a training run, and an exercise in Python', async () => {
  await keepSite();
  await stop();
  try {
    const chapter = await open(CHAPTER);
    await chapter.$eval('pe-heatmap', (one) => one.scrollIntoView());
    await chapter.waitForFunction(
      () => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing,
      PATIENCE,
    );
    await chapter.close();

    const race = await open('embed.html?figure=length-race');
    await race.waitForSelector('length-race', PATIENCE);
    await race.evaluate(put, {methods: 'none,alibi', 'seq-len': '4', steps: '20'});
    const states = await ask(race, async ({figure, until}) => {
      figure.start();
      await until(() =>
        figure.runs.every((/** @type {any} */ r) => ['done', 'failed'].includes(r.state)),
      );
      return figure.runs.map((/** @type {any} */ {state, error}) => error?.message ?? state);
    });
    assert.deepEqual(states, ['done', 'done']);
    await race.close();

    const practice = await open('practice.html');
    await openCard(practice);
    await check(practice, readBank(CARD, 'solution.py'), 'Passed');
    await practice.close();

    const assign = await open('assign.html');
    await assign.waitForSelector('select[name=figure] option[value=pe-heatmap]', PATIENCE);
    await assign.close();

    const nowhere = await open('chapters/13-nothing.html?x=1');
    assert.equal(new URL(nowhere.url()).pathname, '/404.html');
    assert.match(await nowhere.title(), /^No such page/);
    await nowhere.close();
  } finally {
    site = await serve(FOLDER, port);
  }
});

test('a new deployment is used as a whole, after all pages of the old one are closed', async () => {
  await keepSite();
  const old = await open(CHAPTER);
  const before = await kept(old);
  for (const name of [CHAPTER, 'lab/page.js']) appendFileSync(path.join(FOLDER, name), '\n');
  makeOffline(FOLDER);
  await old.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await old.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting,
    PATIENCE,
  );
  const read = (/** @type {Page} */ page) =>
    page.evaluate(async () => {
      const texts = [location.href, '../lab/page.js'].map(async (url) => (await fetch(url)).text());
      return (await Promise.all(texts)).map((text) => text.endsWith('\n\n'));
    });
  assert.deepEqual(await read(old), [false, false], 'the old page has the old files');
  const second = await open(CHAPTER);
  assert.deepEqual(await read(second), [false, false], 'so has one that is opened beside it');
  assert.equal((await kept(second)).caches.length, 2);
  await old.close();
  await second.close();
  await new Promise((resolve) => setTimeout(resolve, 1500)); // the browser switches when both are gone
  const next = await open(CHAPTER);
  await next.waitForFunction(async () => (await caches.keys()).length === 1, PATIENCE);
  assert.deepEqual(await read(next), [true, true]);
  assert.notDeepEqual((await kept(next)).caches, before.caches);
  await next.close();
});

test('a deployment that is under way is not stored: what is stored stays', async () => {
  await keepSite();
  const page = await open(CHAPTER);
  const before = await kept(page);
  appendFileSync(path.join(FOLDER, 'glossary.html'), '\n');
  makeOffline(FOLDER);
  appendFileSync(path.join(FOLDER, 'glossary.html'), '\n'); // another than the list has
  const ended = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const worker = registration?.installing;
    await new Promise((resolve) => {
      if (worker?.state === 'redundant') resolve(null);
      worker?.addEventListener('statechange', () => worker.state === 'redundant' && resolve(null));
    });
    return worker?.state;
  });
  assert.equal(ended, 'redundant');
  assert.deepEqual(await kept(page), before);
  makeOffline(FOLDER);
  await page.close();
});

test('switching it off removes all of it', async () => {
  await keepSite();
  const page = await open('index.html');
  await scrollToFoot(page);
  await press(page, 'Nothing is stored any more');
  assert.deepEqual(await kept(page), {caches: [], registrations: 0});
  await page.close();
});

test('a browser without room says how much is missing, and keeps nothing', async () => {
  const page = await open('index.html', async (one) => {
    await one.evaluateOnNewDocument(() => {
      navigator.storage.estimate = async () => ({quota: 6e6, usage: 1e6});
    });
  });
  await scrollToFoot(page);
  await press(page, 'could not be stored');
  assert.ok(
    (await status(page)).includes(`it needs ${size()}, and this browser has room for 5 MB`),
    await status(page),
  );
  assert.deepEqual(await kept(page), {caches: [], registrations: 0});
  await page.close();
});

test('a browser whose room ends while it stores says so, and keeps nothing', async () => {
  const page = await open('index.html');
  const client = await page.createCDPSession();
  const origin = `http://localhost:${port}`;
  await client.send('Storage.overrideQuotaForOrigin', {origin, quotaSize: 5e6});
  await scrollToFoot(page);
  await press(page, 'could not be stored');
  assert.ok(
    (await status(page)).includes(`needs ${size()}, and this browser has`),
    await status(page),
  );
  await page.waitForFunction(async () => (await caches.keys()).length === 0, PATIENCE);
  assert.deepEqual(await kept(page), {caches: [], registrations: 0});
  await client.send('Storage.overrideQuotaForOrigin', {origin});
  await page.close();
});

test('a browser without service workers says so', async () => {
  const page = await open('index.html', async (one) => {
    await one.evaluateOnNewDocument(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', {get: () => undefined});
    });
  });
  await scrollToFoot(page);
  assert.match(await status(page), /stores no pages here/);
  assert.ok(await page.$eval('#offline input', (box) => /** @type {any} */ (box).disabled));
  await page.close();
});
