// A figure that trains, alone in an empty page, and what tests ask of it there.
import assert from 'node:assert/strict';

import {Lab, writeTestPage} from './browser.js';

/** @import {Page} from 'puppeteer-core' */

export const PAGE =
  '<!doctype html><html lang="en"><title>page</title><link rel="icon" href="data:,">';

/** @returns {Promise<Lab>} with the empty page in its folder */
export async function startLab() {
  writeTestPage('experiment.html', PAGE);
  return Lab.start();
}

/**
 * Runs in the page: the figure, drawn, under `window.figure`, and what tests ask of it.
 *
 * @param {Record<string, string>} attributes
 */
export async function put(attributes) {
  const figure = /** @type {any} */ (document.createElement('length-race'));
  for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
  document.body.replaceChildren(figure);
  const root = figure.shadowRoot;
  const tools = {
    figure,
    /** @param {() => boolean} is @param {number} [seconds] */
    async until(is, seconds = 60) {
      const end = performance.now() + 1000 * seconds;
      while (!is() && performance.now() < end) await new Promise((r) => setTimeout(r, 20));
      if (!is())
        throw new Error(`not within ${seconds} s: ${root.querySelector('.transport').textContent}`);
    },
    /** @param {string} name */
    button: (name) => root.querySelector(`.transport .${name}`),
    /** @param {string} state */
    all: (state) => figure.runs.every((/** @type {any} */ run) => run.state === state),
    losses: () => figure.runs.map((/** @type {any} */ run) => [...run.losses]),
    results: () =>
      figure.runs.map((/** @type {any} */ run) =>
        run.evaluations.map((/** @type {any} */ e) => [e.seqLen, e.accuracy, e.perplexity]),
      ),
    problem: () => root.querySelector('.problem').textContent,
  };
  Object.assign(window, {tools});
  await tools.until(() => figure.drawing !== null);
}

/**
 * A length race in a page of its own.
 *
 * @param {Lab} lab
 * @param {Record<string, string>} attributes
 * @param {(page: Page) => Promise<void>} use
 */
export async function inPage(lab, attributes, use) {
  const {page, problems} = await lab.open('test/experiment.html');
  try {
    await page.addScriptTag({url: '../lab/length-race.js', type: 'module'});
    await page.evaluate(put, attributes);
    await use(page);
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
}

/**
 * Runs in the page, with the tools of put().
 *
 * @template T
 * @param {Page} page
 * @param {(tools: any) => T} f
 * @returns {Promise<Awaited<T>>}
 */
export const ask = (page, f) => /** @type {any} */ (page.evaluate(`(${f})(window.tools)`));

/** @param {Page} page @param {number} n */
export async function workersAre(page, n) {
  for (let k = 0; k < 3000 && page.workers().length !== n; k++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(page.workers().length, n);
}
