// The figures of all chapters as a bench: how high they are, what is in view first, and what their switches do.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {DIST, Lab} from '../support/browser.js';
import {drawAll, openUnfolded} from '../support/drawn.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {{id: string, height: number, picture: number}} Measure px; `picture` from the figure's top to its picture's */

const CHAPTERS = readdirSync(path.join(DIST, 'chapters'));

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

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

/**
 * Runs in the page: the first figure of the page with known bugs gets the focus; returns what it shows.
 *
 * @param {string} selector of what has the focus, in the figure
 */
function faulty(selector) {
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [id]')]);
  const figure = figures.find(
    (one) => one.drawing?.meters?.length > 0 && one.faults.length > 0 && one.checkVisibility(),
  );
  if (!figure) return null;
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const texts = (/** @type {string} */ css) =>
    [...root.querySelectorAll(css)].map((one) => one.textContent ?? '');
  /** @type {HTMLElement | null} */ (root.querySelector(selector))?.focus();
  return {
    id: figure.id,
    nFaults: figure.faults.length,
    fault: figure.faultName,
    title: texts('.title')[0],
    note: texts('.note')[0],
    verdicts: texts('.verdict'),
    hasField: root.querySelector(selector) !== null,
  };
}

/** Runs in the page: settings whose track or field is not as their range asks for. */
function wrongRanges() {
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [id]')]);
  return figures
    .filter((figure) => figure.drawing)
    .flatMap((figure) =>
      [...figure.shadowRoot.querySelectorAll('.range')].flatMap((range) => {
        const track = /** @type {HTMLInputElement} */ (range.querySelector('[type=range]'));
        const typed = /** @type {HTMLInputElement} */ (range.querySelector('[type=number]'));
        const isWide = Number(typed.max) / Math.max(Number(typed.min), 1) > 500;
        const isLog = track.max === '1000' && track.min === '0' && track.max !== typed.max;
        return typed.value !== '' && isWide === isLog ? [] : [`${figure.id}: ${track.name}`];
      }),
    );
}

/** Runs in the page: charts in view that have axes and nothing in them. */
function emptyCharts() {
  const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [id]')]);
  return figures.flatMap((figure) => {
    const shown = figure.shadowRoot?.querySelector('.panels')?.checkVisibility();
    if (!figure.drawing || !shown) return [];
    return figure.drawing.panels
      .filter((/** @type {any} */ {series}) => series)
      .filter((/** @type {any} */ {series}) =>
        series
          .filter((/** @type {any} */ {reference}) => !reference)
          .every((/** @type {any} */ one) =>
            [...(one.y ?? one.values)].every((value) => value === null),
          ),
      )
      .map((/** @type {any} */ {title}) => `${figure.id}: ${title}`);
  });
}

/** A page whose figures are drawn: keys throw its bugs and clear them. @param {Page} page */
async function pressDigits(page) {
  const stage = '.stage, .cell, .presets input, summary';
  const before = await page.evaluate(faulty, stage);
  if (!before) return false;
  assert.ok(
    before.verdicts.every((words) => words === 'holds'),
    before.id,
  );
  for (const digit of [before.nFaults, 1]) {
    await page.keyboard.press(/** @type {any} */ (String(digit)));
    await page.waitForFunction(
      (id, title) =>
        document.getElementById(id)?.shadowRoot?.querySelector('.title')?.textContent !== title,
      {},
      before.id,
      before.title,
    );
    const thrown = await page.evaluate(faulty, stage);
    assert.match(thrown?.title ?? '', / — (broken|changed): /);
    assert.notEqual(thrown?.note, before.note);
    const isHarmless = / — changed: /.test(thrown?.title ?? '');
    for (const words of thrown?.verdicts ?? [])
      assert.match(
        words,
        isHarmless ? /^(catches it|nothing to notice)$/ : /^(catches it|does not notice)$/,
      );
    await page.keyboard.press('0');
    await page.waitForFunction(
      (id, title) =>
        document.getElementById(id)?.shadowRoot?.querySelector('.title')?.textContent === title,
      {},
      before.id,
      before.title,
    );
    assert.deepEqual(await page.evaluate(faulty, stage), before);
  }
  const field = 'input[type=number], input[type=text], select';
  if (!(await page.evaluate(faulty, field))?.hasField) return true;
  await page.keyboard.press('1');
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await page.evaluate(faulty, stage))?.fault, '', 'a digit that is typed');
  return true;
}

/** A page whose figures are drawn, at 400 %: all are drawn, and nothing is cut. @param {Page} page */
async function fitsEnlarged(page) {
  // 1280 by 1024 pixels, of which four by four are one
  await page.setViewport({width: 320, height: 256});
  await drawAll(page);
  const found = await page.evaluate(() => {
    const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [id]')]);
    const waiting = figures.filter((figure) => 'drawing' in figure && !figure.drawing);
    return [document.documentElement.scrollWidth, waiting.map(({id}) => id)];
  });
  assert.deepEqual(found, [320, []]);
}

for (const {width, height, most, highest} of [
  {width: 1280, height: 800, most: 48, highest: 690},
  {width: 390, height: 844, most: 96, highest: 0},
]) {
  suite(`at ${width} by ${height}`, () => {
    /** @type {Measure[]} */
    const all = [];
    /** @type {string[]} */
    const withFaults = [];

    for (const name of CHAPTERS) {
      test(`${name}: printing draws every figure, pictures at most ${most} px below the top, ${width < 600 ? 'tracks, at 400 % nothing is cut' : 'tracks and switches'}`, async () => {
        const {page, problems} = await openUnfolded(lab, name, {width, height});
        const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
        const kept = await pageHeight();
        await drawAll(page);
        const grown = (await pageHeight()) / kept;
        assert.ok(grown > 0.95 && grown < 1.05, `grows to ${grown}: node tests/browser/heights.js`);
        const found = await page.evaluate(measures);
        all.push(...found);
        await eventually(async () => assert.deepEqual(await page.evaluate(wrongRanges), []));
        await eventually(async () => assert.deepEqual(await page.evaluate(emptyCharts), []));
        if (width > 600 && (await pressDigits(page))) withFaults.push(name);
        if (width < 600) await fitsEnlarged(page);
        await page.close();
        assert.deepEqual(
          found.filter(({picture}) => picture > most),
          [],
        );
        assert.deepEqual(problems, []);
      });
    }

    if (width < 600) return; // a telephone scrolls
    test(`at least nine figures in ten are at most ${highest} px high`, () => {
      assert.ok(all.length > 100, `only ${all.length} figures`);
      assert.ok(withFaults.length >= 8, `digits were pressed in ${withFaults}`);
      const higher = all.filter((one) => one.height > highest);
      assert.ok(higher.length <= 0.1 * all.length, JSON.stringify(higher));
    });
  });
}

test('a button of the prose that asks for what was not recorded shows what Run will do, and no empty chart', async () => {
  const {page, problems} = await lab.open('chapters/7-length-race.html', {height: 800});
  const state = () =>
    page.evaluate(() => {
      const root = document.getElementById('length-race')?.shadowRoot;
      const visible = (/** @type {string} */ css) =>
        [...(root?.querySelectorAll(css) ?? [])].filter((one) => one.checkVisibility());
      return {
        nCharts: visible('.panels canvas').length,
        words: visible('.empty').map((one) => one.textContent),
        hasRun: visible('.empty button').length === 1,
      };
    });
  const isDrawn = (/** @type {boolean} */ hasCharts) =>
    page.waitForFunction(
      (has) => {
        const figure = /** @type {any} */ (document.getElementById('length-race'));
        const panels = figure?.shadowRoot?.querySelector('.panels');
        return figure?.drawing && panels.checkVisibility() === has;
      },
      {},
      hasCharts,
    );
  await page.evaluate(() => document.getElementById('length-race')?.scrollIntoView());
  await isDrawn(true);
  const before = await state();
  assert.deepEqual([before.words, before.nCharts > 0], [[], true]);
  const length = await page.evaluate(() => {
    const figure = /** @type {any} */ (document.getElementById('length-race'));
    figure.change('task', 'induction');
    return figure.currentSettings().settings.task;
  });
  assert.equal(length, 'induction');
  await isDrawn(false);
  const {nCharts, words, hasRun} = await state();
  assert.deepEqual([nCharts, hasRun], [0, true]);
  assert.match(words.join(), /No run with these settings has been recorded: press Run/);
  await page.evaluate(() =>
    /** @type {HTMLElement | null | undefined} */ (
      document.getElementById('length-race')?.shadowRoot?.querySelector('.empty button')
    )?.click(),
  );
  await isDrawn(true);
  await eventually(async () => assert.deepEqual((await state()).words, []));
  assert.deepEqual(problems, []);
  await page.close();
});

test('a page that is printed to a file has its figures on paper, though none of them was scrolled into view', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {height: 800});
  await page.waitForFunction(
    () => /** @type {any} */ (document.getElementById('rope-shift-invariance'))?.drawing,
  );
  const undrawn = () =>
    page.evaluate(() => {
      const figures = /** @type {any[]} */ ([...document.querySelectorAll('main [id]')]);
      return figures.filter((one) => 'drawing' in one && !one.drawing).map(({id}) => id);
    });
  await eventually(async () => assert.ok((await undrawn()).length > 5));
  await page.pdf({width: '210mm', height: '297mm'});
  await eventually(async () => assert.deepEqual(await undrawn(), []));
  await page.close();
});

/** Runs in the page: sections that the first layout leaves out, and whether the rest has been laid out. */
const leftOut = () => {
  const sections = [...document.querySelectorAll('.column > section')];
  const isLeft = (/** @type {Element} */ one) => getComputedStyle(one).contentVisibility === 'auto';
  return {n: sections.filter(isLeft).length, isFirst: isLeft(sections[0])};
};

test('on a phone the sections below are laid out after the first picture, and at once for a reader who begins there', async () => {
  const parts = () => document.documentElement.classList.contains('laid-out');
  for (const [hash, isLate] of /** @type {const} */ ([
    ['', true],
    ['#no-promise-of-decay', false],
  ])) {
    const page = await lab.browser.newPage();
    await page.setViewport({width: 390, height: 844});
    await page.evaluateOnNewDocument(() => {
      addEventListener('poslab-ready', () => {
        Object.assign(window, {
          wasLaidOut: document.documentElement.classList.contains('laid-out'),
        });
      });
    });
    await page.goto(`${lab.url}chapters/4-rope.html${hash}`, {waitUntil: 'domcontentloaded'});
    if (isLate) {
      const {n, isFirst} = await page.evaluate(leftOut);
      assert.ok(n > 5 && !isFirst, `${n} sections were left out, the first ${isFirst}`);
    }
    await page.waitForFunction(parts);
    assert.equal((await page.evaluate(leftOut)).n, 0);
    await page.waitForFunction(() => 'wasLaidOut' in window);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).wasLaidOut), !isLate);
    await page.close();
  }
});

/** Runs in the page: goes far down before all is laid out, and returns by how much what was reached has moved afterwards. */
async function movedByLayout() {
  const root = document.documentElement;
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const wasLaidOut = root.classList.contains('laid-out');
  const reached = /** @type {Element} */ (
    document.querySelector('main a[href="chapters/9-relative.html"]')
  );
  reached.scrollIntoView({block: 'center', behavior: 'instant'});
  await wait(50); // what is around it is laid out now
  const {top} = reached.getBoundingClientRect();
  while (!root.classList.contains('laid-out')) await wait(5);
  await wait(100);
  return {wasLaidOut, px: Math.abs(reached.getBoundingClientRect().top - top)};
}

test('on a phone, the place that a reader has jumped to stays in view when the rest is laid out', async () => {
  const page = await lab.browser.newPage();
  await page.setViewport({width: 390, height: 844});
  await page.goto(lab.url, {waitUntil: 'domcontentloaded'});
  const {wasLaidOut, px} = await page.evaluate(movedByLayout);
  assert.ok(!wasLaidOut, 'the reader was not quick enough');
  assert.ok(px < 4, `it moved by ${px} px`);
  await page.close();
});

/** Runs in the page: reads it slowly to its end, and sums how far what is in view was moved by what was not asked for. */
async function readSlowly() {
  let sum = 0;
  const count = (/** @type {PerformanceEntry[]} */ entries) => {
    for (const entry of /** @type {any[]} */ (entries))
      if (!entry.hadRecentInput) sum += entry.value;
  };
  const shifts = new PerformanceObserver((list) => count(list.getEntries()));
  shifts.observe({type: 'layout-shift', buffered: true});
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await wait(1000); // the first figure, and what came before this
  for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 160) {
    scrollTo({top: y, behavior: 'instant'});
    await wait(60);
  }
  await wait(300);
  count(shifts.takeRecords());
  return sum;
}

for (const name of CHAPTERS) {
  test(`${name}: nothing moves in view while a reader scrolls through`, async () => {
    const {page, problems} = await lab.open(`chapters/${name}`, {height: 800, folded: true});
    const sum = await page.evaluate(readSlowly);
    assert.ok(sum < 0.02, `layout shifts of ${sum}`);
    assert.deepEqual(problems, []);
    await page.close();
  });
}

/** Runs in the page: the pictures of a figure, as they are painted. @param {string} id */
const paintedOf = (id) =>
  [.../** @type {any} */ (document.getElementById(id)).shadowRoot.querySelectorAll('canvas')].map(
    (canvas) => canvas.toDataURL(),
  );

/** Runs in the page: where an element of a drawn figure is on the screen. @param {string} id @param {string} css */
async function placeOf(id, css) {
  const figure = /** @type {any} */ (document.getElementById(id));
  figure.scrollIntoView({block: 'center', behavior: 'instant'});
  for (let k = 0; k < 3000 && !figure.drawing; k++) await new Promise((r) => setTimeout(r, 50));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const {x, y, width, height} = figure.shadowRoot.querySelector(css).getBoundingClientRect();
  return {x: x + width / 2, y: y + height / 2};
}

test('a cell under the pointer is marked in every map of its figure', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {height: 800});
  const id = 'rope-shift-invariance';
  const {x, y} = await page.evaluate(placeOf, id, '.stage');
  const before = await page.evaluate(paintedOf, id);
  await page.mouse.move(x, y);
  assert.equal(before.length, 2);
  await eventually(async () => {
    const pointed = await page.evaluate(paintedOf, id);
    assert.deepEqual(
      pointed.map((data, k) => data !== before[k]),
      [true, true],
    );
  });
  await page.close();
});

test('a curve whose name in the legend is pointed at stands alone, and then all are there again', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {height: 800});
  const id = 'rope-cos-curves';
  const {x, y} = await page.evaluate(placeOf, id, '.legend li:nth-child(2)');
  const before = await page.evaluate(paintedOf, id);
  await page.mouse.move(x, y);
  const first = async () => (await page.evaluate(paintedOf, id))[0];
  await eventually(async () => assert.notEqual(await first(), before[0]));
  await page.mouse.move(5, 5);
  await eventually(async () => assert.equal(await first(), before[0]));
  await page.close();
});
