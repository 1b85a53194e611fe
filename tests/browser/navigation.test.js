// The ways from page to page: the bar, its menus, and the cards at the end of a chapter.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {WEB} from '../../web/build/paths.js';
import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

test('the bar names every chapter with its part and minutes, and marks the one that is open', async () => {
  const {page, problems} = await lab.open('chapters/4-rope.html', {height: 800});
  await page.click('.chapters > summary');
  const menu = await page.$eval('.parts', (element) => ({
    rows: [...element.querySelectorAll('a')].map((a) => a.innerText.replace(/\s+/g, ' ')),
    parts: [...element.querySelectorAll('.part')].map((part) => part.firstChild?.nodeValue?.trim()),
    current: element.querySelector('[aria-current]')?.textContent,
    bottom: element.getBoundingClientRect().bottom,
  }));
  assert.equal(menu.rows.length, 12);
  for (const row of menu.rows) assert.match(row, /^\d+ .{4,} \d+ min$/);
  assert.deepEqual(menu.parts, ['Ideas', 'Methods', 'Length', 'Workshop']);
  assert.match(menu.current ?? '', /RoPE/);
  assert.ok(menu.bottom < 800, 'the menu is on one screen');
  await page.keyboard.press('Escape');
  const state = await page.evaluate(() => [
    document.querySelectorAll('.bar details[open]').length,
    document.activeElement?.textContent,
  ]);
  assert.deepEqual(state, [0, 'Chapters'], 'closed, and the focus is back on what opened it');
  assert.deepEqual(problems, []);
  await page.close();
});

test('the bar is opaque and 48 px high, on a phone too, where one button opens the menus', async () => {
  for (const [width, height] of /** @type {const} */ ([
    [1280, 800],
    [390, 844],
  ])) {
    const {page, problems} = await lab.open('chapters/4-rope.html', {width, height});
    const bar = await page.$eval('.bar', (element) => ({
      height: element.getBoundingClientRect().height,
      ground: getComputedStyle(element).backgroundColor,
      isMenuShown: element.querySelector('.bar-menu')?.checkVisibility(),
    }));
    assert.equal(bar.height, 48);
    assert.match(bar.ground, /^rgb\(/, 'a colour with an alpha would be rgba()');
    assert.equal(bar.isMenuShown, width === 1280);
    if (width === 390) {
      await page.click('.menu-button');
      await page.click('.chapters > summary');
      await eventually(async () =>
        assert.ok(await page.$eval('.parts a', (a) => a.checkVisibility())),
      );
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await eventually(async () =>
        assert.equal(await page.$eval('.bar-menu', (menu) => menu.checkVisibility()), false),
      );
    }
    assert.deepEqual(problems, []);
    await page.close();
  }
});

test('a chapter ends with cards for its neighbours, each with what it is about', async () => {
  const {page} = await lab.open('chapters/4-rope.html');
  const cards = await page.$$eval('.chapter-nav a', (links) =>
    links.map(({rel, textContent}) => [rel, textContent]),
  );
  assert.deepEqual(
    cards.map(([rel]) => rel),
    ['prev', 'next'],
  );
  assert.match(cards[0][1] ?? '', /3\. Learned positions .{40,}/);
  assert.match(cards[1][1] ?? '', /5\. ALiBi .{40,}/);
  await page.close();
});

test('the contents stay beside the text and mark the section that is read; narrow, they open below the bar', async () => {
  const {page, problems} = await lab.open('chapters/4-rope.html#real-tokens', {height: 800});
  const marked = '.rail [aria-current]';
  await page.waitForFunction(
    (mark) => document.querySelector(mark)?.getAttribute('href') === '#real-tokens',
    {},
    marked,
  );
  const wide = await page.$eval('.rail details', (details) => {
    const {top, right} = details.getBoundingClientRect();
    const text = document.querySelector('.column')?.getBoundingClientRect();
    return {
      top,
      isBeside: right <= (text?.left ?? 0),
      nSections: details.querySelectorAll('a').length,
    };
  });
  assert.ok(wide.top > 48 && wide.top < 120, `${wide.top}`);
  assert.ok(wide.isBeside);
  assert.equal(wide.nSections, 23);
  await page.setViewport({width: 390, height: 844});
  await page.waitForFunction(() => !document.querySelector('.rail details')?.hasAttribute('open'));
  await eventually(async () =>
    assert.match(await page.$eval('.rail summary', (line) => line.innerText), /On this page./),
  );
  await page.click('.rail summary');
  await page.click('.rail a[href="#which-axis-is-time"]');
  await page.waitForFunction(
    (mark) => document.querySelector(mark)?.getAttribute('href') === '#which-axis-is-time',
    {},
    marked,
  );
  await eventually(async () =>
    assert.equal(
      await page.$eval('.rail details', (details) => details.hasAttribute('open')),
      false,
    ),
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('what was read is ticked when the reader comes back', async () => {
  const {page} = await lab.open('chapters/12-interview.html', {height: 800});
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 200) {
      scrollTo({top: y, behavior: 'instant'});
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await page.goto(new URL('index.html', lab.url).href);
  const ticked = await page.$$eval('.contents .read', (links) =>
    links.map((link) => link.getAttribute('data-chapter')),
  );
  assert.deepEqual(ticked, ['12-interview']);
  await page.close();
});

test('while no section has a place on the page, nothing is marked and nothing counts as read', async () => {
  const unread = (/** @type {import('puppeteer-core').Page} */ page) =>
    page.evaluateOnNewDocument(() => {
      if (location.pathname.includes('/chapters/')) localStorage.removeItem('poslab-read');
    });
  const {page, problems} = await lab.open('chapters/12-interview.html', {
    height: 800,
    before: unread,
  });
  await page.evaluate(async () => {
    const style = document.createElement('style');
    style.textContent = '#content section { display: none } body { min-height: 300vh }';
    document.head.append(style);
    scrollTo({top: 300, behavior: 'instant'});
    for (let k = 0; k < 3; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.goto(new URL('index.html', lab.url).href);
  assert.equal(await page.$('.contents .read'), null);
  assert.deepEqual(problems, []);
  await page.close();
});

test('where a page may keep nothing, what was read is ticked until it is left', async () => {
  const noStorage = (/** @type {import('puppeteer-core').Page} */ page) =>
    page.evaluateOnNewDocument(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
    });
  const {page, problems} = await lab.open('chapters/12-interview.html', {
    height: 800,
    before: noStorage,
  });
  await page.evaluate(() => scrollTo({top: 99_999, behavior: 'instant'}));
  await page.waitForSelector('.rail a.read');
  await page.goto(new URL('index.html', lab.url).href);
  await eventually(async () => assert.equal(await page.$('.contents .read'), null));
  assert.deepEqual(problems, []);
  await page.close();
});

test('figures go from the text to the end of the margin, the star from the contents on, and boxes are in the margin', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {height: 800});
  const {rail, star, text, figures, asides} = await page.evaluate(() => {
    const box = (/** @type {Element} */ element) => element.getBoundingClientRect().toJSON();
    return {
      rail: box(/** @type {Element} */ (document.querySelector('.rail'))),
      star: box(/** @type {Element} */ (document.querySelector('.star .figure'))),
      text: box(/** @type {Element} */ (document.querySelector('.prose h2'))),
      figures: [...document.querySelectorAll('.idea .figure')].map(box),
      asides: [...document.querySelectorAll('.side > aside')]
        .filter((a) => a.checkVisibility())
        .map(box),
    };
  });
  assert.ok(figures.length > 10 && asides.length > 10, `${figures.length} ${asides.length}`);
  for (const {left, right} of figures) {
    assert.equal(left, text.left);
    assert.equal(right, Math.max(...asides.map((aside) => aside.right)));
  }
  assert.deepEqual([star.left, star.right], [rail.left, figures[0].right]);
  for (const {left, width} of asides) {
    assert.ok(left > text.left + 600 && width <= 256, `${left} ${width}`);
  }
  await page.close();
});

test('a chapter begins with a short head and its star, whose picture is on the first screen', async () => {
  for (const {file, nStars} of chapterStars()) {
    assert.equal(nStars, file === '12-interview.html' ? 0 : 1, file);
    const {page} = await lab.open(`chapters/${file}`, {height: 800});
    const head = await page.$eval('.chapter-head', (one) => one.getBoundingClientRect().height);
    assert.ok(head <= 300, `${file}: ${head}`);
    if (nStars > 0) {
      await page.waitForFunction(
        () => /** @type {any} */ (document.querySelector('[data-star]')).drawing,
      );
      const picture = await page.$eval('[data-star]', ({shadowRoot}) => {
        const panels = shadowRoot?.querySelector('.panels');
        return panels?.getBoundingClientRect().toJSON();
      });
      assert.ok(picture.top < 350 && picture.height > 100, `${file}: ${JSON.stringify(picture)}`);
    }
    await page.close();
  }
});

/** Each chapter, and how many of its figures are marked as its star. */
function chapterStars() {
  const folder = path.join(WEB, 'chapters');
  return readdirSync(folder).map((file) => {
    const html = readFileSync(path.join(folder, file), 'utf8');
    return {file, nStars: html.match(/<[a-z-]+ [^>]*\bdata-star\b/g)?.length ?? 0};
  });
}

test('an address that leads nowhere, at any depth, is answered with a page that leads on', async () => {
  const {page, problems} = await lab.open('chapters/deeper/none.html');
  await eventually(async () =>
    assert.match(await page.$eval('h1', (one) => one.textContent ?? ''), /no page at this address/),
  );
  await eventually(async () =>
    assert.equal(await page.$eval('.bar', (one) => getComputedStyle(one).position), 'sticky'),
  );
  const here = new Set(
    await page.$$eval('a[href]', (all) => all.map((one) => /** @type {any} */ (one).href)),
  );
  assert.ok(here.has(`${lab.url}chapters/4-rope.html`) && here.has(`${lab.url}practice.html`));
  assert.deepEqual(
    problems.filter((text) => !text.includes('none.html') && !text.includes('status of 404')),
    [],
  );
  await page.close();
});
