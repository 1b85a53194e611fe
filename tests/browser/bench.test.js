// The figures of all chapters as a bench: how high they are, what is in view first, and what their switches do.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {DIST, Lab} from '../support/browser.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {{id: string, height: number, picture: number}} Measure px; `picture` from the figure's top to its picture's */

const CHAPTERS = readdirSync(path.join(DIST, 'chapters'));

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** Before a page opens: its reader has chosen the deepest level. */
const readAllLevels = () => localStorage.setItem('poslab-level', 'advanced');

/**
 * A chapter with all that it folds away open, and every figure drawn, as for paper.
 *
 * @param {string} name
 * @param {{width: number, height: number}} size
 */
async function openDrawn(name, size) {
  const {page, problems} = await lab.open(`chapters/${name}`, {
    ...size,
    before: (one) => one.evaluateOnNewDocument(readAllLevels),
  });
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await drawAll(page);
  return {page, problems};
}

/** Has every figure drawn, and waits until none changes its height any more. @param {Page} page */
const drawAll = (page) =>
  page.evaluate(async () => {
    const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const figures = /** @type {any[]} */ ([
      ...document.querySelectorAll('main :is([preset], [demo])'),
    ]);
    await Promise.all(figures.map((figure) => customElements.whenDefined(figure.localName)));
    dispatchEvent(new Event('beforeprint'));
    const isDrawn = (/** @type {any} */ figure) => !('drawing' in figure) || figure.drawing;
    for (let k = 0; k < 150 && !figures.every(isDrawn); k++) await wait(100);
    let last = -1;
    for (let height = 0; height !== last; ) {
      last = height;
      await wait(300);
      height = document.body.getBoundingClientRect().height;
    }
  });

/** Runs in the page: the figures that can be seen, and have a picture. @returns {Measure[]} */
function measures() {
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [id]')]);
  return figures.flatMap((figure) => {
    const frame = figure.shadowRoot?.querySelector('figure');
    if (!figure.drawing || !figure.checkVisibility() || frame.matches('.compact')) return [];
    const {top, height} = figure.getBoundingClientRect();
    const picture = frame.querySelector('.panels').getBoundingClientRect().top - top;
    return [{id: figure.id, height, picture}];
  });
}

for (const {width, height, most, highest} of [
  {width: 1280, height: 800, most: 48, highest: 690},
  {width: 390, height: 844, most: 96, highest: Infinity},
]) {
  suite(`at ${width} by ${height}`, () => {
    /** @type {Measure[]} */
    const all = [];

    for (const name of CHAPTERS) {
      test(`${name}: every picture begins at most ${most} px below the top of its figure`, async () => {
        const {page, problems} = await openDrawn(name, {width, height});
        const found = await page.evaluate(measures);
        all.push(...found);
        await page.close();
        assert.deepEqual(
          found.filter(({picture}) => picture > most),
          [],
        );
        assert.deepEqual(problems, []);
      });
    }

    test(`at least nine figures in ten are at most ${highest} px high`, () => {
      assert.ok(all.length > 100, `only ${all.length} figures`);
      const higher = all.filter((one) => one.height > highest);
      assert.ok(higher.length <= 0.1 * all.length, JSON.stringify(higher));
    });
  });
}
