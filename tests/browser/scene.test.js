// Scenes in space on a page with a strict policy: what is drawn, and what rotates and moves.
import assert from 'node:assert/strict';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {Lab, TEST_PAGES} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src data:";
const STRICT =
  '<!doctype html><html lang="en"><title>strict</title><link rel="icon" href="data:,">' +
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;

/** @type {Lab} */
let lab;
before(async () => {
  mkdirSync(TEST_PAGES, {recursive: true});
  writeFileSync(path.join(TEST_PAGES, 'strict.html'), STRICT);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * A figure with scenes on the page of the strict policy, drawn.
 *
 * @param {string} preset
 * @param {(page: Page) => Promise<void>} use
 */
const withScene = (preset, use) =>
  lab.withElement('test/strict.html', 'pe-space', async (page) => {
    await page.evaluate(async (name) => {
      const figure = /** @type {any} */ (document.createElement('pe-space'));
      figure.setAttribute('preset', name);
      document.body.replaceChildren(figure);
      for (let k = 0; k < 3000 && !figure.drawing; k++) await new Promise((r) => setTimeout(r, 25));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    }, preset);
    await use(page);
  });

/**
 * Runs in the page: how many pixels of each canvas have the colour of the first series, and of the axes.
 *
 * @returns {{path: number, axes: number}[]}
 */
function pixelCounts() {
  const root = /** @type {ShadowRoot} */ (document.querySelector('pe-space')?.shadowRoot);
  const probes = root.querySelectorAll('.probe > *'); // in the order of draw/theme.js
  const [muted, series] = [1, 7].map(
    (k) => getComputedStyle(probes[k]).color.match(/\d+/g)?.map(Number) ?? [],
  );
  return [...root.querySelectorAll('canvas')].map((canvas) => {
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
    const counts = {path: 0, axes: 0};
    for (let k = 0; k < data.length; k += 4) {
      const isNear = (/** @type {number[]} */ colour) =>
        data[k + 3] > 200 && colour.every((value, c) => Math.abs(data[k + c] - value) < 12);
      if (isNear(series)) counts.path++;
      if (isNear(muted)) counts.axes++;
    }
    return counts;
  });
}

/** @param {Page} page @returns {Promise<string>} the pixels of the first scene */
const picture = (page) =>
  page.evaluate(
    () =>
      document.querySelector('pe-space')?.shadowRoot?.querySelector('canvas')?.toDataURL() ?? '',
  );

/** @param {Page} page */
const readout = (page) =>
  page.evaluate(
    () => document.querySelector('pe-space')?.shadowRoot?.querySelector('.readout')?.textContent,
  );

test('every line of a scene is drawn under a strict policy', () =>
  withScene('rope-spiral-3d', async (page) => {
    const counts = await page.evaluate(pixelCounts);
    assert.equal(counts.length, 2);
    for (const {path, axes} of counts) {
      assert.ok(path > 1_900, `path: ${path} pixels`); // its 40 marks alone: about 1,300
      assert.ok(axes > 150, `axes: ${axes} pixels`);
    }
  }));

test('the numbers of a scene are in the table as soon as it is drawn', () =>
  withScene('rope-spiral-3d', async (page) => {
    const rows = await page.evaluate(async () => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('pe-space')?.shadowRoot);
      /** @type {HTMLElement} */ (root.querySelector('details.table summary')).click();
      const nRows = () => root.querySelectorAll('details.table tbody tr').length;
      for (let k = 0; k < 200 && nRows() === 0; k++) await new Promise((go) => setTimeout(go, 50));
      return nRows();
    });
    assert.equal(rows, 80);
  }));

test('arrow keys read values; with Shift they rotate, and leave the cursor where it is', () =>
  withScene('alibi-landscape-3d', async (page) => {
    await (await page.locator('pe-space >>> .stage').waitHandle()).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const text = await readout(page);
    assert.match(text ?? '', /^query 1, key 1: key 1, query 1, weight /);
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
      const old = await picture(page);
      await page.keyboard.down('Shift');
      await page.keyboard.press(/** @type {any} */ (key));
      await page.keyboard.up('Shift');
      await eventually(async () => assert.notEqual(await picture(page), old, key));
      await eventually(async () => assert.equal(await readout(page), text, key));
    }
  }));

test('a point is read under the pointer; dragging rotates and reads nothing', () =>
  withScene('pe-pca-3d', async (page) => {
    const stage = await page.locator('pe-space >>> .stage').waitHandle();
    const box = /** @type {{x: number, y: number, width: number, height: number}} */ (
      await stage.boundingBox()
    );
    // the whole stage in steps: somewhere there are points
    const texts = new Set();
    for (let y = 0.2; y < 0.9; y += 0.1) {
      await page.mouse.move(box.x + 20, box.y + y * box.height);
      await page.mouse.move(box.x + box.width - 20, box.y + y * box.height, {steps: 12});
      texts.add(await readout(page));
    }
    assert.ok(texts.size > 3, `${[...texts].join('; ')}`);
    const [text, old] = [await readout(page), await picture(page)];
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, {steps: 5});
    await eventually(async () => assert.notEqual(await picture(page), old));
    await eventually(async () => assert.equal(await readout(page), text));
    await page.mouse.up();
    const rotated = await picture(page);
    await page.mouse.move(box.x + 2, box.y + 2);
    await eventually(async () => assert.equal(await picture(page), rotated));
  }));

test('the button rotates until it is pressed again', () =>
  withScene('pe-pca-3d', async (page) => {
    const press = () => page.locator('pe-space >>> .rotate').click();
    const old = await picture(page);
    await press();
    await page.waitForFunction(
      (before) =>
        document.querySelector('pe-space')?.shadowRoot?.querySelector('canvas')?.toDataURL() !==
        before,
      {},
      old,
    );
    await press();
    const stopped = await picture(page);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await eventually(async () => assert.equal(await picture(page), stopped));
  }));
