// How long the page is blocked while it trains: the longest task of its main thread, in headless
// Chromium, while the default length race runs for a while in its workers.

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */
/** @import {Row} from './measure.js' */

const BUDGET_MS = 50;
const SECONDS = 10;

/**
 * Runs in the page.
 *
 * @param {number} seconds
 * @returns {Promise<{redraws: number[], tasks: number[]}>} milliseconds: of each redraw of the figure,
 *   and of each task that took 50 or more
 */
async function trained(seconds) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const figure = /** @type {any} */ (document.createElement('length-race'));
  document.body.replaceChildren(figure);
  for (let k = 0; k < 300 && !figure.drawing; k++) await frame();
  for (let k = 0; k < 30; k++) await frame(); // the first drawing compiles
  /** @type {number[]} */
  const tasks = [];
  const observer = new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({duration}) => duration));
  });
  observer.observe({type: 'longtask'});
  /** @type {number[]} */
  const redraws = [];
  const draw = figure.computeDrawing;
  figure.computeDrawing = (/** @type {any[]} */ ...args) => {
    const begin = performance.now();
    queueMicrotask(() => redraws.push(performance.now() - begin)); // the figure has been drawn then
    return draw.apply(figure, args);
  };
  figure.start();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const {step} = figure.runs[0];
  figure.remove();
  observer.disconnect();
  if (step === 0 || redraws.length === 0) throw new Error('the length race did not run');
  return {redraws: redraws.sort((a, b) => a - b), tasks};
}

/** @param {Lab} lab @param {string} address of an empty page @returns {Promise<Row>} */
export async function longestTask(lab, address) {
  const {page, problems} = await lab.open(address);
  await page.addScriptTag({url: '../lab/length-race.js', type: 'module'});
  const {redraws, tasks} = await page.evaluate(trained, SECONDS);
  await page.close();
  if (problems.length > 0) throw new Error(problems.join('; '));
  const longest = Math.max(redraws[redraws.length - 1], ...tasks);
  return {
    name: 'longest task while seven methods race',
    unit: 'ms',
    min: redraws[0],
    median: redraws[Math.floor(redraws.length / 2)],
    ratio: longest / BUDGET_MS,
    against:
      `the longest of the main thread in ${SECONDS} s, against ${BUDGET_MS} ms ` +
      `(min, median: ${redraws.length} redraws; ${tasks.length} tasks of 50 ms or more)`,
    budget: '<= 1',
    met: longest <= BUDGET_MS,
  };
}
