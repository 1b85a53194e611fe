// A figure on the whole screen, and what its Share button gives: with keys, in a real browser.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const PAGE = 'chapters/4-rope.html';
const ID = 'rope-shift-invariance';
const CURVES = 'rope-cos-curves';

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** Runs in the page: what a figure shows on the screen. @param {string} id */
function stateOf(id) {
  const figure = /** @type {any} */ (
    [...document.querySelectorAll('main [id]')].find((one) => one.id === id && 'drawing' in one)
  );
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const dialog = root.querySelector('dialog');
  const texts = [...(dialog ?? root).querySelectorAll('*')].filter(
    (one) =>
      one.checkVisibility() &&
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
  );
  return {
    isOpen: dialog?.open ?? false,
    isBlack: dialog?.classList.contains('black') ?? false,
    scheme: dialog?.style.colorScheme ?? '',
    fault: figure.faultName,
    names: figure.faults,
    picture: root.querySelector('canvas')?.clientHeight ?? 0,
    smallest: Math.min(...texts.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
    hasFocus: dialog !== null && root.activeElement !== null && dialog.contains(root.activeElement),
    controls: root.querySelector('.controls')?.checkVisibility() ?? false,
    scroll: scrollY,
  };
}

/** @param {Page} page @param {string} [id] */
async function presented(page, id = ID) {
  await page.waitForFunction(
    (name) =>
      [...document.querySelectorAll('main [id]')].some(
        (one) =>
          one.id === name &&
          'drawing' in one &&
          one.drawing &&
          one.shadowRoot?.querySelector('dialog[open] canvas'),
      ),
    {timeout: 60_000},
    id,
  );
  return page.evaluate(stateOf, id);
}

/** @param {Page} page @param {string} id */
async function scrolledTo(page, id) {
  await page.waitForFunction(
    (name) => {
      const figure = /** @type {any} */ (
        [...document.querySelectorAll('main [id]')].find(
          (one) => one.id === name && one.localName.includes('-'),
        )
      );
      figure?.scrollIntoView({block: 'center', behavior: 'instant'});
      return figure?.drawing && figure.shadowRoot.querySelector('.share');
    },
    {timeout: 60_000, polling: 200},
    id,
  );
}

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
]) {
  test(`?present= fills ${width} by ${height} with a picture of half the height and type of 20 px`, async () => {
    const {page, problems} = await lab.open(`${PAGE}?present=${CURVES}`, {width, height});
    const {picture, smallest, isOpen, hasFocus} = await presented(page, CURVES);
    assert.ok(isOpen && hasFocus);
    assert.ok(picture >= height / 2, `${picture} of ${height} px`);
    assert.ok(smallest >= 20, `${smallest} px`);
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test('?present= shows a figure that its page folds away, though its place is far from the window', async () => {
  const id = 'relative-family';
  const {page, problems} = await lab.open(`chapters/9-relative.html?present=${id}`, {folded: true});
  const {isOpen} = await presented(page, id);
  assert.ok(isOpen);
  await page.evaluate(() => scrollTo({top: 0, behavior: 'instant'}));
  await page.keyboard.press('1');
  await eventually(async () =>
    assert.match(await page.$eval(`#${id} >>> .title`, (one) => String(one.textContent)), /broken/),
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('in a presentation letters in pictures grow with the screen, and all laws of a figure are in view', async () => {
  for (const [width, height, px] of [
    [1280, 800, 20],
    [1920, 1080, 25],
    [2560, 1440, 30],
  ]) {
    const {page} = await lab.open(`${PAGE}?present=${ID}`, {width, height});
    const {picture} = await presented(page);
    await eventually(async () => {
      const [chart, bottom, end] = await page.$eval(`#${ID} >>> dialog`, (dialog) => {
        const bottomOf = (/** @type {string} */ css) =>
          dialog.querySelector(css)?.getBoundingClientRect().bottom;
        return [getComputedStyle(dialog).getPropertyValue('--chart-px'), bottomOf('.meters'), bottomOf('.present > .figure')]; // biome-ignore format: one thought
      });
      assert.equal(Number(chart), px);
      assert.ok(Number(bottom) <= Number(end) + 1, `at ${width} px laws end at ${bottom}, ${end}`);
      assert.ok(picture >= height / 2, `a picture of ${picture} px`);
    });
    await page.close();
  }
});

test('P presents the figure in the middle; keys of a remote control step, digits break, Esc gives the page back', async () => {
  const {page, problems} = await lab.open(PAGE, {width: 1280, height: 800});
  await scrolledTo(page, ID);
  const before = await page.evaluate(stateOf, ID);
  await page.keyboard.press('p');
  const first = await presented(page);
  assert.equal(first.fault, '');
  assert.equal(first.controls, false);
  const press = async (/** @type {any} */ key) => {
    await page.keyboard.press(key);
    return page.evaluate(stateOf, ID);
  };
  assert.equal((await press('PageDown')).fault, first.names[0]);
  assert.equal((await press('ArrowRight')).fault, first.names[1]);
  assert.equal((await press('PageUp')).fault, first.names[0]);
  assert.equal((await press('ArrowLeft')).fault, '');
  assert.equal((await press('3')).fault, first.names[2]);
  assert.equal((await press('0')).fault, '');
  assert.equal((await press('b')).isBlack, true);
  assert.deepEqual(
    await press('PageDown').then(({isBlack, fault}) => ({isBlack, fault})),
    {isBlack: false, fault: ''},
    'the next key only ends the black',
  );
  assert.equal((await press('s')).controls, true);
  assert.equal((await press('t')).scheme, 'dark');
  assert.equal((await press('t')).scheme, 'light');
  for (let k = 0; k < 12; k++) assert.equal((await press('Tab')).isOpen, true);
  const left = await press('Escape');
  assert.equal(left.isOpen, false);
  assert.equal(left.scroll, before.scroll);
  assert.deepEqual(problems, []);
  await page.close();
});

test('the button presents too, and has the focus again afterwards', async () => {
  const {page, problems} = await lab.open(PAGE, {width: 1280, height: 800});
  await scrolledTo(page, CURVES);
  const focused = () =>
    page.evaluate(
      (id) => document.getElementById(id)?.shadowRoot?.activeElement?.getAttribute('aria-label'),
      CURVES,
    );
  await page.evaluate(
    (id) =>
      /** @type {HTMLElement | null | undefined} */ (
        document.getElementById(id)?.shadowRoot?.querySelector('.present')
      )?.focus(),
    CURVES,
  );
  await page.keyboard.press('Enter');
  await presented(page, CURVES);
  await page.keyboard.press('Escape');
  await eventually(async () => assert.match((await focused()) ?? '', /^Present/));
  assert.deepEqual(problems, []);
  await page.close();
});

/** Runs in the page: what each entry of the menu gives. @param {string} id */
async function share(id) {
  const figure = /** @type {any} */ (
    [...document.querySelectorAll('main [id]')].find((one) => one.id === id && 'drawing' in one)
  );
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  /** @type {{copied: string[], files: Record<string, Blob>}} */
  const got = {copied: [], files: {}};
  Object.defineProperty(navigator, 'clipboard', {
    value: {writeText: async (/** @type {string} */ text) => got.copied.push(text)},
  });
  /** @type {Blob[]} */
  const blobs = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = (/** @type {any} */ blob) => {
    blobs.push(blob);
    return create.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = function () {
    got.files[this.download] = blobs[blobs.length - 1];
  };
  const until = async (/** @type {() => any} */ ready) => {
    for (let k = 0; k < 3000 && !ready(); k++) await new Promise((done) => setTimeout(done, 25));
    return ready();
  };
  /** @type {HTMLElement} */ (root.querySelector('.share')).click();
  await until(() => root.querySelector('.share-menu'));
  const said = [];
  for (const entry of root.querySelectorAll('.share-menu button')) {
    const status = /** @type {HTMLElement} */ (root.querySelector('.said'));
    status.textContent = '';
    /** @type {HTMLElement} */ (entry).click();
    said.push(await until(() => status.textContent));
  }
  const png = Object.entries(got.files).find(([name]) => name.endsWith('.png'))?.[1];
  const bitmap = await createImageBitmap(/** @type {Blob} */ (png));
  const texts = await Promise.all(
    Object.entries(got.files)
      .filter(([name]) => !name.endsWith('.png'))
      .map(async ([name, blob]) => /** @type {[string, string]} */ ([name, await blob.text()])),
  );
  return {
    copied: got.copied,
    said,
    size: [bitmap.width, bitmap.height],
    panels: root.querySelector('.panels')?.getBoundingClientRect().toJSON(),
    files: Object.fromEntries(texts),
    tables: JSON.parse(JSON.stringify(figure.tables)),
    settings: figure.currentSettings().settings,
  };
}

test('a shared figure: its link restores it, its code embeds it, its files hold its picture and numbers', async () => {
  const {page, problems} = await lab.open(`${PAGE}#${ID}/fault=mixed&${ID}/n-pos=12`);
  await scrolledTo(page, ID);
  const given = await page.evaluate(share, ID);
  assert.match(given.said.join(' '), /^Link copied\. Code copied\./);
  assert.equal(given.size[0], Math.round((given.panels.width + 32) * 2));
  assert.ok(given.size[1] > given.panels.height * 2);
  const csv = Object.entries(given.files).filter(([name]) => name.endsWith('.csv'));
  assert.equal(csv.length, given.tables.length);
  csv.forEach(([, text], k) => {
    assert.match(text, /^# poslab \d\S+, rope-logits /, 'where it comes from');
    const [, , ...rows] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    assert.deepEqual(rows.map((row) => row.slice(1).map(Number)), given.tables[k].rows.map((/** @type {any[]} */ row) => row.slice(1))); // biome-ignore format: one thought
  });
  const json = Object.entries(given.files).find(([name]) => name.endsWith('.json'))?.[1] ?? '';
  // a row's label that reads as a number is written as one
  const inFile = given.tables.map((/** @type {any} */ table) => ({
    ...table,
    rows: table.rows.map((/** @type {any[]} */ [label, ...cells]) => [/^\d+$/.test(label) ? Number(label) : label, ...cells]), // biome-ignore format: one thought
  }));
  assert.deepEqual(JSON.parse(json).tables, inFile);
  assert.equal(JSON.parse(json).fault, 'mixed');

  const [link, code] = given.copied;
  const second = await lab.open(link);
  await scrolledTo(second.page, ID);
  const again = await second.page.evaluate(share, ID);
  assert.deepEqual(again.settings, given.settings);
  assert.deepEqual(again.tables, given.tables);

  writeTestPage('embedded.html', `<!doctype html><html lang="en"><title>embedded</title><link rel="icon" href="data:,"><main>${code}</main>`); // biome-ignore format: a page
  const third = await lab.open('test/embedded.html');
  await third.page.waitForFunction(() => {
    const figure = /** @type {any} */ (document.querySelector('rope-logits'));
    return figure?.drawing && figure.shadowRoot.querySelector('.share');
  });
  const embedded = await third.page.evaluate(() =>
    JSON.parse(JSON.stringify(/** @type {any} */ (document.querySelector('rope-logits')).tables)),
  );
  assert.deepEqual(embedded, given.tables);
  for (const opened of [{page, problems}, second, third]) {
    assert.deepEqual(opened.problems, []);
    await opened.page.close();
  }
});
