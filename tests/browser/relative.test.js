// The figures of relative position in the hands of a reader: a strip that is pointed at, and a curve that is
// drawn by mouse, by finger and by keyboard.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import axe from 'axe-core';

import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {AxeResults} from 'axe-core' */
/** @import {KeyInput, Page} from 'puppeteer-core' */

const POINTS = [0, 1, 3, 7, 15, 31, 63, 127, 255];

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage(
    'relative.html',
    '<!doctype html><html lang="en"><title>page</title><link rel="icon" href="data:,"><main></main>',
  );
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * One drawn figure in a page of its own; `window.changes` counts its change events.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(page: Page) => Promise<void>} use
 */
const withFigure = (tag, attributes, use) =>
  lab.withElement('test/relative.html', tag, async (page) => {
    await page.evaluate(
      (name, given) => {
        const figure = document.createElement(name);
        for (const [key, value] of Object.entries(given)) figure.setAttribute(key, value);
        Object.assign(window, {figure, changes: 0});
        figure.addEventListener('change', () => {
          /** @type {any} */ (window).changes++;
        });
        document.querySelector('main')?.replaceChildren(figure);
      },
      tag,
      attributes,
    );
    await page.waitForFunction(
      () => /** @type {any} */ (window).figure.shadowRoot.querySelector('canvas')?.height > 100,
    );
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await use(page);
  });

/** @param {Page} page @param {string} selector */
const textOf = (page, selector) =>
  page.evaluate(
    (inner) => /** @type {any} */ (window).figure.shadowRoot.querySelector(inner)?.textContent,
    selector,
  );

/**
 * The box of an element inside the figure, after it has come into view.
 *
 * @param {Page} page
 * @param {string} selector
 */
const boxOf = (page, selector) =>
  page.evaluate((inner) => {
    const element = /** @type {any} */ (window).figure.shadowRoot.querySelector(inner);
    element.scrollIntoView({block: 'center'});
    const {left, top, width, height} = element.getBoundingClientRect();
    return {left, top, width, height};
  }, selector);

/** @param {Page} page @param {KeyInput[]} keys */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

suite('the strip of buckets', () => {
  test('names the distance under the pointer, its bucket and the bucket’s range', () =>
    withFigure('bucket-strip', {preset: 't5-bucket-strip'}, async (page) => {
      const {left, top, width} = await boxOf(page, '.stage');
      // distance 19 on an axis of log(1 + distance) from 10 pixels to 10 pixels before the end
      const along = Math.log(20.5) / Math.log(258);
      await page.mouse.move(left + 10 + along * (width - 20), top + 35);
      await eventually(async () =>
        assert.equal(
          await textOf(page, '.readout'),
          'key before the query, distance 19: bucket 10, which holds 16 to 22',
        ),
      );
      await page.mouse.move(left + 10 + along * (width - 20), top + 35 + 62);
      await eventually(async () =>
        assert.match(
          await textOf(page, '.readout'),
          /^key after the query, distance 19: bucket 26,/,
        ),
      );
    }));

  test('is read by arrow keys, and its read-out is announced', () =>
    withFigure('bucket-strip', {preset: 't5-slips-float64'}, async (page) => {
      await page.evaluate(() =>
        /** @type {any} */ (window).figure.shadowRoot.querySelector('.stage').focus(),
      );
      await press(page, 'ArrowDown', 'ArrowDown');
      for (let k = 0; k < 8; k++) await page.keyboard.press('ArrowRight');
      await eventually(async () =>
        assert.equal(
          await textOf(page, '.readout'),
          'key before the query, in float64, distance 8: bucket 4, which holds 4 to 8; wrong, it belongs in 5',
        ),
      );
      await page.keyboard.press('End');
      await eventually(async () =>
        assert.match(
          await textOf(page, '.readout'),
          /distance 160: bucket 8, which holds 65 and on$/,
        ),
      );
      await eventually(async () =>
        assert.equal(
          await page.evaluate(() =>
            /** @type {any} */ (window).figure.shadowRoot
              .querySelector('.readout')
              .getAttribute('aria-live'),
          ),
          'polite',
        ),
      );
    }));

  test('keeps the last good picture when the settings leave no buckets', () =>
    withFigure('bucket-strip', {preset: 't5-bucket-strip'}, async (page) => {
      await page.evaluate(() => {
        const {figure} = /** @type {any} */ (window);
        figure.setAttribute('max-distance', '5');
      });
      await page.waitForFunction(() =>
        /maxDistance must be above/.test(
          /** @type {any} */ (window).figure.shadowRoot.querySelector('.notice').textContent,
        ),
      );
      const y = await page.evaluate(
        () => /** @type {any} */ (window).figure.drawing.panels[0].series[0].y[200],
      );
      assert.equal(y, 15);
    }));
});

/** @param {Page} page @returns {Promise<number[]>} the heights of the reader's curve */
const heightsOf = (page) =>
  page.evaluate(() => /** @type {any} */ (window).figure.drawing.panels[0].points.y);

/** @param {Page} page @param {(values: number[]) => boolean} is */
async function untilHeights(page, is) {
  for (let k = 0; k < 1200; k++) {
    if (is(await heightsOf(page))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await eventually(async () => assert.fail(`heights ${await heightsOf(page)}`));
}

suite('the gallery of distances', () => {
  test('has one handle a point, and one stop of the Tab key for all of them', () =>
    withFigure('distance-gallery', {}, async (page) => {
      const handles = await page.evaluate(() =>
        [.../** @type {any} */ (window).figure.shadowRoot.querySelectorAll('.handle')].map(
          (handle) => [
            handle.getAttribute('aria-label'),
            handle.getAttribute('role'),
            Number(handle.getAttribute('aria-valuenow')),
            handle.tabIndex,
          ],
        ),
      );
      const values = await heightsOf(page);
      assert.deepEqual(
        handles,
        POINTS.map((distance, k) => [
          `your curve at distance ${distance}`,
          'slider',
          values[k],
          k === 0 ? 0 : -1,
        ]),
      );
    }));

  test('moves a point by keys: up, down and by leaps; left and right go to the next', () =>
    withFigure('distance-gallery', {}, async (page) => {
      await page.evaluate(() =>
        /** @type {any} */ (window).figure.shadowRoot.querySelector('.handle').focus(),
      );
      await press(page, 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'PageDown');
      await untilHeights(page, (values) => values[1] === -1.3 && values[0] === 0);
      const [attribute, label, changes, readout] = await page.evaluate(() => {
        const {figure, changes} = /** @type {any} */ (window);
        const {activeElement} = figure.shadowRoot;
        return [
          figure.getAttribute('curve'),
          `${activeElement.getAttribute('aria-label')} ${activeElement.getAttribute('aria-valuetext')}`,
          changes,
          figure.shadowRoot.querySelector('.readout').textContent,
        ];
      });
      assert.match(attribute, /^0, -1\.3, -1\.1, /);
      assert.equal(label, 'your curve at distance 1 −1.3');
      assert.deepEqual([changes, readout], [3, ''], 'the panel’s own cursor did not move');
    }));

  test('stops at the ends of the axis', () =>
    withFigure('distance-gallery', {}, async (page) => {
      await page.evaluate(() =>
        /** @type {any} */ (window).figure.shadowRoot.querySelector('.handle').focus(),
      );
      for (let k = 0; k < 12; k++) await page.keyboard.press('PageDown');
      await untilHeights(page, (values) => values[0] === -8);
      await page.keyboard.press('ArrowLeft'); // there is none: nothing happens
      for (let k = 0; k < 12; k++) await page.keyboard.press('PageUp');
      await untilHeights(page, (values) => values[0] === 2);
    }));

  test('is drawn by a stroke of the mouse: points that it jumps over lie on its way', () =>
    withFigure('distance-gallery', {}, async (page) => {
      const before = await heightsOf(page);
      const {left, top, width, height} = await boxOf(page, '.drawn .stage');
      const [x0, x1] = [left + 50, left + width - 14];
      await page.mouse.move(x0, top + 0.2 * height);
      await page.mouse.down();
      await page.mouse.move(x1, top + 0.2 * height);
      await page.mouse.up();
      await untilHeights(page, (values) => values.every((value) => value === values[0]));
      await page.mouse.move(x0, top + 0.6 * height); // no button: nothing is drawn
      const after = await heightsOf(page);
      assert.ok(after[8] > before[8] + 3 && after[8] < 2, `${after}`);
      const meters = await page.evaluate(
        () =>
          /** @type {any} */ (window).figure.shadowRoot.querySelector('[data-meter="acts"]').dataset
            .state,
      );
      assert.equal(meters, 'broken', 'a flat bias does nothing');
    }));

  test('a finger on a handle drags it', () =>
    withFigure('distance-gallery', {}, async (page) => {
      const box = await boxOf(page, '.handle:nth-of-type(5)');
      const before = await heightsOf(page);
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      await page.touchscreen.touchStart(x, y);
      for (let k = 1; k <= 5; k++) await page.touchscreen.touchMove(x, y + 10 * k);
      await page.touchscreen.touchEnd();
      await untilHeights(page, (values) => values[4] < before[4] - 0.8);
      const after = await heightsOf(page);
      assert.deepEqual(
        after.filter((_, k) => k !== 4),
        before.filter((_, k) => k !== 4),
      );
    }));

  test('says what is wrong with a text that is no curve, and keeps the last picture', () =>
    withFigure('distance-gallery', {}, async (page) => {
      await page.evaluate(() => /** @type {any} */ (window).figure.setAttribute('curve', '1, 2'));
      await page.waitForFunction(() =>
        /curve must be 9 numbers from -8 to 2/.test(
          /** @type {any} */ (window).figure.shadowRoot.querySelector('.notice').textContent,
        ),
      );
      await eventually(async () => assert.equal((await heightsOf(page)).length, 9));
      // a point that is moved now starts from the picture
      await page.evaluate(() =>
        /** @type {any} */ (window).figure.shadowRoot.querySelector('.handle').focus(),
      );
      await page.keyboard.press('ArrowUp');
      await untilHeights(page, (values) => values[0] === 0.1);
      await eventually(async () => assert.equal(await textOf(page, '.notice'), ''));
    }));
});

for (const [tag, preset] of [
  ['relative-family', 'relative-family'],
  ['bucket-strip', 't5-slips-float64'],
  ['distance-gallery', 'distance-gallery'],
]) {
  test(`<${tag}> fits a phone, in either colour scheme, without barriers`, () =>
    withFigure(tag, {preset}, async (page) => {
      await page.setViewport({width: 390, height: 844, deviceScaleFactor: 1});
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value}]);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        await eventually(async () =>
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390),
        );
        await page.evaluate(axe.source);
        const {violations} = /** @type {AxeResults} */ (
          await page.evaluate(() => /** @type {any} */ (window).axe.run(document.body))
        );
        const serious = violations.filter(({impact}) => /serious|critical/.test(impact ?? ''));
        assert.deepEqual(
          serious.map(({id, nodes}) => `${id}: ${nodes[0].html.slice(0, 200)}`),
          [],
          value,
        );
      }
    }));
}

test('FLOATER’s times are measured when the reader asks, and forgotten with the settings they are of', () =>
  withFigure('floater-steps', {preset: 'floater-cost'}, async (page) => {
    const times = () =>
      page.evaluate(() => {
        const {drawing} = /** @type {any} */ (window).figure;
        const {rows} = drawing.panels.find((/** @type {any} */ {kind}) => kind === 'table');
        return rows.map((/** @type {any[]} */ row) => row[3]);
      });
    await eventually(async () => assert.deepEqual(await times(), ['—', '—', '—', '—']));
    await page.evaluate(() => {
      const {shadowRoot} = /** @type {any} */ (window).figure;
      const buttons = [...shadowRoot.querySelectorAll('button')];
      buttons.find(({textContent}) => textContent === 'Measure the times here').click();
    });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    for (const ms of await times()) assert.ok(ms > 0 && ms < 1000, `${ms} ms`);
    await page.evaluate(() => /** @type {any} */ (window).figure.setAttribute('n-pos', '128'));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await eventually(async () => assert.deepEqual(await times(), ['—', '—', '—', '—']));
  }));
