// No figure of any page is an empty chart: brought into view, and before anything is pressed, each of its panels has
// marks. What trains shows its recorded runs, says so, and gives way to the reader's own.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {WEB} from '../../web/build/paths.js';
import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const PAGES = [
  ...readdirSync(path.join(WEB, 'pages')).filter((name) => name.endsWith('.html')),
  ...readdirSync(path.join(WEB, 'chapters')).map((name) => `chapters/${name}`),
];
const PAGE =
  '<!doctype html><html lang="en"><title>alone</title><link rel="icon" href="data:,"><main></main>';

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('alone.html', PAGE);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * Runs in the page: brings each of its figures into view; the panels that then have nothing drawn.
 *
 * @returns {Promise<{nFigures: number, empty: string[]}>}
 */
async function emptyPanels() {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  /** @type {HTMLElement | null} */ (document.querySelector('input[value="advanced"]'))?.click();
  /** @param {any} panel @returns {number} numbers that it draws, axes and reference lines aside */
  const marksOf = (panel) => {
    const finite = (/** @type {Iterable<any>} */ values) =>
      [...values].filter((v) => v !== null && Number.isFinite(Number(v))).length;
    const sum = (/** @type {any[]} */ list, /** @type {(one: any) => number} */ of) =>
      list.reduce((total, one) => total + of(one), 0);
    switch (panel.kind) {
      case 'lines':
      case 'curve':
        return sum(panel.series, (s) => (s.reference ? 0 : finite(s.y)));
      case 'bars':
        return sum(panel.series, (s) => finite(s.values));
      case 'strip':
        return sum(panel.series, (s) => finite(s.y));
      case 'heatmap':
        return finite(panel.tensor.data);
      case 'plane':
        return panel.arrows.length;
      case 'scene':
        return sum(panel.paths, (p) => p.points.length) + (panel.surface ? 1 : 0);
      case 'grid':
        return panel.lines.length;
      case 'cells':
        return panel.cells.length;
      default:
        return sum(
          panel.rows,
          (row) => row.slice(1).filter((/** @type {unknown} */ cell) => cell !== '—').length,
        );
    }
  };
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [preset]')]);
  const empty = [];
  for (const figure of figures) {
    figure.scrollIntoView({block: 'center', behavior: 'instant'});
    await customElements.whenDefined(figure.localName);
    if (!('drawing' in figure)) continue; // a diagram
    for (let k = 0; k < 3000 && !figure.drawing; k++) await wait(20);
    const name = figure.getAttribute('preset');
    if (!figure.drawing) empty.push(`${name}: not drawn`);
    if (figure.shadowRoot.querySelector('.empty:not([hidden])')) empty.push(`${name}: hidden`);
    for (const panel of figure.drawing?.panels ?? [])
      if (marksOf(panel) === 0) empty.push(`${name}: ${panel.title ?? panel.kind}`);
  }
  return {nFigures: figures.length, empty};
}

suite('brought into view, no figure has an empty panel', () => {
  for (const address of PAGES) {
    test(address, async () => {
      const {page, problems} = await lab.open(address);
      const {nFigures, empty} = await page.evaluate(emptyPanels);
      assert.deepEqual(empty, []);
      if (address.startsWith('chapters/') && !address.includes('12-'))
        assert.ok(nFigures > 0, 'the figures were found');
      assert.deepEqual(problems, []);
      await page.close();
    });
  }
});

/**
 * Runs in the page: one figure of three bars' worth of training, drawn.
 *
 * @param {Record<string, string>} attributes
 */
async function put(attributes) {
  const figure = /** @type {any} */ (document.createElement('accuracy-bars'));
  for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
  document.querySelector('main')?.replaceChildren(figure);
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const until = async (/** @type {() => boolean} */ is) => {
    for (let k = 0; k < 3000 && !is(); k++) await new Promise((r) => setTimeout(r, 20));
    if (!is()) throw new Error(`never: ${root.textContent}`);
  };
  const tools = {
    figure,
    until,
    tag: () => root.querySelector('.recorded')?.textContent,
    empty: () => root.querySelector('.empty:not([hidden])')?.textContent ?? '',
    bars: () => figure.drawing.panels[0].series.flatMap((/** @type {any} */ s) => [...s.values]),
  };
  Object.assign(window, {tools});
  await until(() => figure.drawing !== null);
}

/**
 * @template T
 * @param {Page} page
 * @param {(tools: any) => T} f
 * @returns {Promise<Awaited<T>>}
 */
const ask = (page, f) => /** @type {any} */ (page.evaluate(`(${f})(window.tools)`));

suite('recorded runs', () => {
  test('are drawn at once, say so, and are the numbers that Run gives', () =>
    lab.withElement('test/alone.html', 'accuracy-bars', async (page) => {
      await page.evaluate(put, {preset: 'three-cases'});
      await eventually(async () =>
        assert.equal(await ask(page, (t) => t.tag()), 'recorded · seed 1'),
      );
      const recorded = await ask(page, (t) => t.bars());
      assert.equal(recorded.filter((/** @type {unknown} */ v) => v !== null).length, 6);
      await eventually(async () =>
        assert.match(
          await ask(page, (t) => t.figure.drawing.note),
          /recorded when the page was made/,
        ),
      );
      await ask(page, (t) => t.figure.start());
      await ask(page, (t) => t.until(() => t.tag() === 'faint: recorded · seed 1'));
      await ask(page, (t) => t.until(() => t.tag() === '' && !t.figure.isLive));
      await eventually(async () => assert.deepEqual(await ask(page, (t) => t.bars()), recorded));
      await eventually(async () =>
        assert.doesNotMatch(await ask(page, (t) => t.figure.drawing.note), /recorded/),
      );
    }));

  test('are not shown with other settings, and the figure says so', () =>
    lab.withElement('test/alone.html', 'accuracy-bars', async (page) => {
      await page.evaluate(put, {preset: 'three-cases', seed: '7'});
      await eventually(async () =>
        assert.match(
          await ask(page, (t) => t.empty()),
          /No run with these settings has been recorded/,
        ),
      );
      const bars = await ask(page, (t) => t.bars());
      assert.ok(bars.every((/** @type {unknown} */ v) => v === null));
      await ask(page, (t) => t.figure.setAttribute('seed', '1'));
      await ask(page, (t) => t.until(() => t.tag() === 'recorded · seed 1'));
    }));

  test('that cannot be fetched leave the figure as it waits for Run', async () => {
    const {page} = await lab.open('test/alone.html');
    await page.setRequestInterception(true);
    page.on('request', (request) =>
      request.url().includes('/runs/') ? request.abort() : request.continue(),
    );
    await page.addScriptTag({url: '../lab/accuracy-bars.js', type: 'module'});
    await page.evaluate(put, {preset: 'three-cases'});
    await eventually(async () => assert.equal(await ask(page, (t) => t.tag()), ''));
    await eventually(async () => assert.match(await ask(page, (t) => t.empty()), /press Run/));
    await eventually(async () =>
      assert.match(await ask(page, (t) => t.figure.drawing.note), /Nothing has been trained yet/),
    );
    await page.close();
  });
});
