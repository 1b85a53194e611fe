// How long a reader waits for trained models: the default length race, and everything of chapters 7 and 8, in headless
// Chromium; and of everything, how long the training steps of each experiment took.
import {Lab, writeTestPage} from '../support/browser.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Row} from './measure.js' */

/** @type {{tag: string, name: string, mostS: number}[]} */
const RUNS = [
  {tag: 'length-race', name: 'the default length race, seven methods', mostS: 15},
  {tag: 'run-everything', name: 'every experiment of chapters 7 and 8', mostS: 50},
];
const EMPTY = '<!doctype html><html lang="en"><title>bench</title><link rel="icon" href="data:,">';
const [LIMIT_MS, POLL_MS] = [600_000, 50];

/** Runs in the page. Whether each run is done; asked there, since a question from outside takes time of what is timed. */
function areDone() {
  const runs = /** @type {any} */ (document.body.firstElementChild).runs;
  const failed = runs.find((/** @type {{state: string}} */ run) => run.state === 'failed');
  if (failed) throw new Error(failed.error.message);
  return (
    runs.length > 0 && runs.every((/** @type {{state: string}} */ run) => run.state === 'done')
  );
}

/** Runs in the page: begins. @param {string} tag */
async function begin(tag) {
  const figure = /** @type {any} */ (document.createElement(tag));
  document.body.replaceChildren(figure);
  while (!figure.drawing) await new Promise((resolve) => setTimeout(resolve, 20));
  figure.start();
}

/** @param {Page} page @param {string} tag @returns {Promise<number>} seconds until every run is done */
async function trained(page, tag) {
  await page.evaluate(begin, tag);
  const begun = performance.now();
  await page.waitForFunction(areDone, {polling: POLL_MS, timeout: LIMIT_MS});
  return (performance.now() - begun) / 1000;
}

/** Runs in the page. @returns {[string, string][]} each experiment, and the time of its steps as its table says it */
const timesOfExperiments = () =>
  /** @type {any} */ (document.body.firstElementChild).drawing.panels[0].rows.map(
    (/** @type {string[]} */ [title, , , time]) => [title, time],
  );

/** @param {[string, string]} time @returns {Row} */
function experimentRow([title, time]) {
  const [, minutes = '0', seconds] = /^(?:(\d+) min )?(\d+) s$/.exec(time) ?? [];
  if (seconds === undefined) throw new Error(`${title}: '${time}' is not a time`);
  const total = 60 * Number(minutes) + Number(seconds);
  return {
    name: title,
    unit: 's',
    min: total,
    median: total,
    against: 'the training steps of its models, added up',
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  writeTestPage('bench.html', EMPTY);
  /** @type {Row[]} */
  const rows = [];
  for (const {tag, name, mostS} of RUNS) {
    const lab = await Lab.start(); // what one browser has trained, it does not train again
    try {
      const {page, problems} = await lab.open('test/bench.html');
      await page.addScriptTag({url: `../lab/${tag}.js`, type: 'module'});
      const seconds = await trained(page, tag);
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
      const ratio = seconds / mostS;
      rows.push({
        ...{name, unit: 's', min: seconds, median: seconds, ratio},
        ...{against: `once, against ${mostS} s`, budget: '<= 1', met: ratio <= 1},
      });
      if (tag !== 'run-everything') continue;
      rows.push(...(await page.evaluate(timesOfExperiments)).map(experimentRow));
    } finally {
      await lab.close();
    }
  }
  return rows;
}
