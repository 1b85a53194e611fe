// What a term means, shown beside its link in the text of a chapter.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import axe from 'axe-core';

import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

const LINK = '#three-identical-tokens a.term';

test('a term that is pointed at or has the focus shows what it means, until Escape', async () => {
  const {page, problems} = await lab.open('chapters/1-why-position.html');
  const isShown = () => page.$eval('.term-card', (card) => card.checkVisibility());
  await page.focus(LINK);
  await page.waitForSelector('.term-card:not([hidden])');
  const [text, described] = await page.$eval(LINK, (link) => [
    document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent,
    link.textContent?.slice(0, 4).toLowerCase(),
  ]);
  assert.ok(text && text.length > 40 && text.toLowerCase().includes(described ?? '?'), `${text}`);
  await page.evaluate(axe.source);
  const barriers = await page.evaluate(async () =>
    (await /** @type {any} */ (window).axe.run('.term-card')).violations.map(
      (/** @type {any} */ {id}) => id,
    ),
  );
  assert.deepEqual(barriers, []);
  await page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await isShown(), false));
  await page.$eval(LINK, (link) => {
    /** @type {HTMLElement} */ (link).blur();
    link.scrollIntoView({block: 'center', behavior: 'instant'});
  });
  await page.hover(LINK);
  await page.waitForSelector('.term-card:not([hidden])');
  const box = await page.$eval('.term-card', (card) => card.getBoundingClientRect().toJSON());
  assert.ok(box.left >= 0 && box.right <= 1280 && box.top >= 0 && box.bottom <= 900);
  await page.hover('.term-card');
  await new Promise((resolve) => setTimeout(resolve, 400));
  await eventually(async () => assert.equal(await isShown(), true, 'the pointer may go there'));
  await page.mouse.move(5, 5);
  await page.waitForSelector('.term-card[hidden]');
  assert.deepEqual(problems, []);
  await page.close();
});

test('without scripts a term leads to its entry in the glossary', async () => {
  const {page} = await lab.open('chapters/1-why-position.html', {scripts: false});
  const href = await page.$eval(LINK, (link) => link.getAttribute('href'));
  await page.goto(new URL(href ?? '', page.url()).href);
  const entry = await page.$eval(':target', (one) => one.textContent);
  assert.match(entry ?? '', /.{40,}Chapter \d/);
  await page.close();
});

test('a citation that has the focus shows its source, and what of it was checked', async () => {
  const {page, problems} = await lab.open('chapters/7-length-race.html');
  const textAt = async (/** @type {string} */ link) => {
    await page.focus(link);
    await page.waitForFunction(
      (selector) => document.querySelector(selector)?.hasAttribute('aria-describedby'),
      {},
      link,
    );
    return page.$eval('.term-card', (card) => card.textContent ?? '');
  };
  for (const [link, said] of /** @type {[string, RegExp][]} */ ([
    ['src-race-cho', /Cho.*Read in the code: equal ids for digits of equal place value/],
    ['src-race-press', /Press.*Read in the text: the caption of figure 1/],
    ['src-race-barbero', /Barbero.*From knowledge: not compared/],
  ])) {
    await eventually(async () => assert.match(await textAt(`a[href="#${link}"]`), said));
    await page.keyboard.press('Escape');
  }
  await page.focus('a[href="#src-race-cho"]');
  await page.evaluate(axe.source);
  const barriers = await page.evaluate(async () =>
    (await /** @type {any} */ (window).axe.run('.term-card')).violations.map(
      (/** @type {any} */ {id}) => id,
    ),
  );
  assert.deepEqual(barriers, []);
  assert.deepEqual(problems, []);
  await page.close();
});
