// The site in Chromium, Firefox and WebKit: pages without an error and without sideways scrolling, every figure drawn with
// every fault, and the same numbers. Python's sandbox in all three is in sandbox.test.js, faults in faults.test.js. An engine
// that is not on this machine is skipped, with what to install. With POSLAB_SAVE=1 (npm run engines) the site's page
// Tests shows what each engine went through.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {WEB} from '../../web/build/paths.js';
import {differences, savedFigureHashes} from '../hashes/figures.js';
import {readBank} from '../support/bank.js';
import {DIST, writeTestPage} from '../support/browser.js';
import {ENGINES, nameOf, startEngine, whyNot} from '../support/engines.js';
import {makeNumbersPage, NUMBERS} from '../support/numbers-page.js';

/** @import {Engine} from '../support/engines.js' */

const WIDTHS = [1280, 1024, 768, 390, 320];
const PAGES = ['', 'chapters/'].flatMap((folder) =>
  readdirSync(path.join(DIST, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => folder + name),
);
const CARD = 'sinusoidal-table';
const TRAINING = new URL('../hashes/training.json', import.meta.url);
const RACE = {methods: 'learned,alibi', 'seq-len': '4', steps: '50', rows: '20'};

before(async () => {
  writeTestPage(
    'frame.html',
    '<!doctype html><html lang="en"><head><title>frame</title><link rel="icon" href="data:,"></head><body style="margin: 0"></body></html>',
  );
  await makeNumbersPage();
});

/**
 * Runs in test/frame.html: a page of the site with all that it folds away open and every figure drawn, and then at each width.
 *
 * @param {string} address
 * @param {number[]} widths
 */
async function visited(address, widths) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const frame = document.createElement('iframe');
  frame.style.cssText = `border: 0; height: 900px; width: ${widths[0]}px`;
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  frame.src = address;
  document.body.replaceChildren(frame);
  await isLoaded;
  const inside = /** @type {Window & typeof globalThis} */ (frame.contentWindow);
  const {document: page} = inside;
  for (const details of page.querySelectorAll('details')) details.open = true;
  const figures = /** @type {any[]} */ ([...page.querySelectorAll('main [preset]')]);
  await Promise.all(figures.map((one) => inside.customElements.whenDefined(one.localName)));
  inside.dispatchEvent(new Event('beforeprint')); // on paper every figure is drawn, wherever the reader is
  const isDrawn = (/** @type {any} */ figure) => !('drawing' in figure) || figure.drawing;
  for (let k = 0; k < 1200 && !figures.every(isDrawn); k++) await wait(50);

  /** @type {string[]} */
  const wide = [];
  for (const width of widths) {
    frame.style.width = `${width}px`;
    const measure = () => {
      const {scrollWidth, clientWidth} = page.documentElement;
      const bar = page.querySelector('.bar')?.getBoundingClientRect().height ?? 0;
      if (scrollWidth <= clientWidth && bar < 60) return '';
      const scrolls = (/** @type {Element | null} */ element) =>
        element && inside.getComputedStyle(element).overflowX !== 'visible';
      const out = [...page.querySelectorAll('body *')].filter((element) => {
        if (element.getBoundingClientRect().right <= clientWidth + 1) return false;
        let box = element.parentElement;
        while (box && !scrolls(box)) box = box.parentElement;
        return !box || box === page.documentElement || box === page.body;
      });
      const first = out.slice(0, 3).map((element) => element.outerHTML.slice(0, 90));
      return `at ${width}: ${scrollWidth} px wide, the bar is ${bar} px high ${first.join(' ')}`;
    };
    await wait(60);
    for (let k = 0; k < 20 && measure(); k++) await wait(50);
    if (measure()) wide.push(measure());
  }
  const notices = () =>
    figures
      .map((one) => one.shadowRoot?.querySelector('.notice:not([hidden])')?.textContent)
      .filter(Boolean);
  const missing = figures.filter((one) => !isDrawn(one)).map((one) => one.outerHTML.slice(0, 90));
  const said = notices();

  // each fault that a figure of the page offers, once for each kind of figure: all their first ones at once, and so on
  const offered = new Map(
    figures.flatMap((figure) => {
      const {presets = {}, faults = {}} = figure.constructor;
      const names = presets[figure.presetName]?.faults ?? Object.keys(faults);
      return names.map((/** @type {string} */ fault) => [
        `${figure.localName} ${fault}`,
        {figure, fault},
      ]);
    }),
  );
  const nFaults = offered.size;
  while (offered.size > 0) {
    /** @type {Map<any, {key: string, figure: any, fault: string, before: any}>} */
    const byFigure = new Map();
    for (const [key, {figure, fault}] of offered)
      byFigure.set(figure, {key, figure, fault, before: figure.drawing});
    const broken = [...byFigure.values()];
    for (const {key} of broken) offered.delete(key);
    for (const {figure, fault} of broken) figure.setAttribute('fault', fault);
    inside.dispatchEvent(new Event('beforeprint'));
    const isOld = (/** @type {any} */ {figure, before}) =>
      !figure.drawing || figure.drawing === before;
    for (let n = 0; n < 2400 && broken.some(isOld); n++) await wait(25);
    for (const one of broken.filter(isOld))
      missing.push(`${one.figure.localName} with ${one.fault}`);
    said.push(...notices());
  }
  return {nFigures: figures.length, nFaults, missing, notices: said, wide};
}

/** Runs in practice.html: puts code into the editor of a card, and checks it. @param {string} id @param {string} code */
async function checked(id, code) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  /** @template T @param {() => T} find */
  const found = async (find) => {
    for (let k = 0; k < 1800; k++) {
      const one = find();
      if (one) return one;
      await wait(50);
    }
    throw new Error(`nothing is there after 90 s: ${find}`);
  };
  const root = await found(() => document.getElementById(id)?.shadowRoot);
  /** @type {HTMLElement} */ (await found(() => root?.querySelector('summary'))).click();
  const editor = /** @type {HTMLElement} */ (await found(() => root?.querySelector('.cm-content')));
  editor.focus();
  document.execCommand('selectAll');
  await wait(100);
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', code);
  const data = /** @type {any} */ ({clipboardData, dataType: 'text/plain', data: code});
  editor.dispatchEvent(new ClipboardEvent('paste', {...data, bubbles: true, cancelable: true}));
  await found(() => editor.textContent?.includes('return'));
  const check = await found(() => root?.querySelector('.buttons > button'));
  /** @type {HTMLElement} */ (check).click();
  const head = await found(() => root?.querySelector('.verdict-head'));
  return head?.textContent ?? '';
}

/** Runs in a page: a race of two methods to its end. @param {Record<string, string>} attributes */
async function raced(attributes) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await import(new URL('../lab/length-race.js', location.href).href);
  const figure = /** @type {any} */ (document.createElement('length-race'));
  for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
  document.body.replaceChildren(figure);
  for (let k = 0; k < 600 && !figure.drawing; k++) await wait(50);
  figure.start();
  const isOver = () =>
    figure.runs.length > 0 &&
    figure.runs.every((/** @type {any} */ {state}) => ['done', 'failed'].includes(state)) &&
    !/are done\.|Run trains/.test(figure.drawing.note);
  for (let k = 0; k < 1200 && !isOver(); k++) await wait(100);
  return {
    states: figure.runs.map((/** @type {any} */ {state}) => state),
    // rounded to float32: Math.exp differs between engines in its last bit
    series: figure.drawing.panels.flatMap((/** @type {any} */ {series = []}) =>
      series.map((/** @type {any} */ one) => [
        one.name,
        ...[...(one.y ?? one.values)].map(Math.fround),
      ]),
    ),
  };
}

/** Of the first engine that was here. @type {unknown} */
let firstRace;

for (const name of ENGINES) {
  const reason = whyNot(name);
  suite(`the site in ${name}`, {skip: reason || false}, () => {
    /** @type {Engine} */
    let engine;
    /** What it has gone through without an error. */
    const passed = {pages: 0, figures: 0, faults: 0, presets: 0, trainings: 0};
    before(async () => {
      engine = await startEngine(name);
    });
    after(async () => {
      if (process.env.POSLAB_SAVE) {
        const browser = nameOf(await engine.run(() => navigator.userAgent));
        const day = new Date().toISOString().slice(0, 10);
        const found = {engine: name, browser, day, widths: WIDTHS, ...passed};
        const place = path.join(WEB, 'tested', `engine-${name}.json`);
        writeFileSync(place, `${JSON.stringify(found, null, 1)}\n`);
      }
      await engine?.close();
    });

    for (const address of PAGES) {
      test(`${address} has no error, draws every figure with every fault, and fits each width`, async (t) => {
        await engine.open('test/frame.html');
        const {missing, notices, wide, nFigures, nFaults} = await engine.run(
          visited,
          `../${address}`,
          WIDTHS,
        );
        assert.deepEqual({missing, notices, wide}, {missing: [], notices: [], wide: []});
        if (/^chapters\/([1-9]|10)-/.test(address))
          assert.ok(nFigures > 0, 'a chapter has figures');
        t.diagnostic(`${nFigures} figures, ${nFaults} faults`);
        assert.deepEqual(await engine.problems(), []);
        passed.pages++;
        passed.figures += nFigures;
        passed.faults += nFaults;
      });
    }

    test('100 steps with each method end with the weights that Node has', async () => {
      await engine.open(NUMBERS);
      const got = await engine.run(() => /** @type {any} */ (globalThis).numbers.trainingHashes());
      assert.deepEqual(got, JSON.parse(readFileSync(TRAINING, 'utf8')).hashes);
      passed.trainings = Object.keys(got).length;
    });

    test('every figure draws the numbers that Node has', async () => {
      await engine.open(NUMBERS);
      const got = await engine.run(() => /** @type {any} */ (globalThis).numbers.figureNumbers());
      assert.deepEqual(differences(got, savedFigureHashes()), []);
      passed.presets = Object.values(savedFigureHashes()).flatMap(Object.keys).length;
    });

    test('a race runs to its end, with the numbers of the other engines', async () => {
      await engine.open('test/frame.html');
      const race = await engine.run(raced, RACE);
      assert.deepEqual(race.states, ['done', 'done']);
      firstRace ??= race;
      assert.deepEqual(race, firstRace);
      assert.deepEqual(await engine.problems(), []);
    });

    test('an exercise is checked in Python: a wrong answer is named, the right one passes', async () => {
      await engine.open('practice.html');
      assert.match(
        await engine.run(checked, CARD, readBank(CARD, 'wrong/cosine-first.py')),
        /Not yet/,
      );
      await engine.open('practice.html');
      assert.match(await engine.run(checked, CARD, readBank(CARD, 'solution.py')), /Passed/);
      assert.deepEqual(await engine.problems(), []);
    });

    test('the page for frames shows its figure', async () => {
      await engine.open('embed.html?figure=pe-heatmap&n-pos=12');
      const nPos = await engine.run(async () => {
        await customElements.whenDefined('pe-heatmap');
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const figure = /** @type {any} */ (document.querySelector('pe-heatmap'));
        await figure.ready;
        return figure.drawing.panels[0].tensor.shape[0];
      });
      assert.equal(nPos, 12);
      assert.deepEqual(await engine.problems(), []);
    });
  });
}
