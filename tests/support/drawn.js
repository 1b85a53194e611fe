// Chapters with every figure drawn, wherever the reader is.
/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from './browser.js' */

/** Before a page opens: its reader has chosen the deepest level. */
const readAllLevels = () => localStorage.setItem('poslab-level', 'advanced');

/**
 * A chapter at its deepest level, all of it laid out, with all that it folds away open.
 *
 * @param {Lab} lab
 * @param {string} name
 * @param {{width: number, height: number}} size
 */
export async function openUnfolded(lab, name, size) {
  const {page, problems} = await lab.open(`chapters/${name}`, {
    ...size,
    before: (one) => one.evaluateOnNewDocument(readAllLevels),
  });
  await page.waitForFunction(() => document.documentElement.classList.contains('laid-out'));
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  return {page, problems};
}

/**
 * The same with every figure drawn, as for paper.
 *
 * @param {Lab} lab
 * @param {string} name
 * @param {{width: number, height: number}} size
 */
export async function openDrawn(lab, name, size) {
  const opened = await openUnfolded(lab, name, size);
  await drawAll(opened.page);
  return opened;
}

/** Has every figure drawn, and waits until none changes its height any more. @param {Page} page */
export const drawAll = (page) =>
  page.evaluate(async () => {
    const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [preset]')]);
    await Promise.all(figures.map((figure) => customElements.whenDefined(figure.localName)));
    dispatchEvent(new Event('beforeprint'));
    const isDrawn = (/** @type {any} */ figure) => !('drawing' in figure) || figure.drawing;
    for (let k = 0; k < 600 && !figures.every(isDrawn); k++) await wait(100);
    let last = -1;
    for (let height = 0; height !== last; ) {
      last = height;
      await wait(300);
      height = document.body.getBoundingClientRect().height;
    }
  });
