// A walk by keyboard alone through the first figure of each chapter.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {DIST, Lab, writeTestPage} from '../support/browser.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {{name: string, what: string, problems: string[]}} Stop where the focus is, and what is wrong with that */

const MOST_STOPS = 80;

/** The tags of the first figures, with their attributes. */
const FIGURES = readdirSync(path.join(DIST, 'chapters')).flatMap((name) => {
  const page = readFileSync(path.join(DIST, 'chapters', name), 'utf8');
  const found = /<([a-z0-9]+-[a-z0-9-]+) ([^>]*)\bdata-star\b/.exec(page);
  return found ? [{tag: found[1], preset: /preset="([^"]+)"/.exec(found[2])?.[1] ?? ''}] : [];
});

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** Runs in the page. @returns {Stop} */
function stopHere() {
  let at = /** @type {any} */ (document.activeElement);
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const shown = at.matches('input')
    ? [at, at.nextElementSibling, at.closest('label'), at.closest('.key')]
    : [at];
  const hasRing = shown.some((element) => {
    if (!element) return false;
    const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(element);
    return (
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
    );
  });
  const {top, bottom, left, right} = at.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  const name = at.id || at.name || at.className || at.textContent.trim().slice(0, 30);
  const what = `${at.localName}${at.type ? `[${at.type}]` : ''} ${name} ${at.value ?? ''}`;
  const problems = [];
  if (!hasRing) problems.push('no ring');
  if (!isInView) problems.push('out of view');
  return {name: String(name), what, problems};
}

/** @param {Page} page @param {boolean} isBack @returns {Promise<Stop[]>} what has the focus between the two buttons */
async function walk(page, isBack) {
  const [start, end] = isBack ? ['after', 'before'] : ['before', 'after'];
  await page.focus(`#${start}`);
  if (isBack) await page.keyboard.down('Shift');
  const stops = [];
  for (let k = 0; k < MOST_STOPS; k++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopHere);
    if (stop.name === end) break;
    stops.push(stop);
  }
  if (isBack) await page.keyboard.up('Shift');
  return stops;
}

for (const {tag, preset} of FIGURES) {
  test(`${preset}: Tab goes through all that it has and out again, and back; keys move a slider and throw a fault`, async () => {
    const {page, problems} = await lab.open(pageOf(tag, preset), {height: 800});
    await page.waitForFunction(
      (name) => /** @type {any} */ (document.querySelector(name))?.drawing,
      {},
      tag,
    );
    const there = await walk(page, false);
    const back = await walk(page, true);
    assert.ok(there.length > 2 && there.length < MOST_STOPS, `${there.length} stops`);
    assert.deepEqual(
      back.map(({what}) => what).reverse(),
      there.map(({what}) => what),
    );
    assert.deepEqual(
      [...there, ...back].filter((stop) => stop.problems.length > 0),
      [],
    );
    assert.deepEqual(await inertControls(page, tag), []);
    assert.deepEqual(problems, []);
    await page.close();
  });
}

/** @param {string} tag @param {string} preset */
function pageOf(tag, preset) {
  const name = `keyboard-${preset}.html`;
  writeTestPage(
    name,
    `<!doctype html><html lang="en"><title>${preset}</title><link rel="icon" href="data:,">
<script type="module" src="../lab/${tag}.js"></script>
<button id="before">before</button><${tag} preset="${preset}"></${tag}><button id="after">after</button>`,
  );
  return `test/${name}`;
}

/**
 * The sliders in view and the switches that draw nothing new when their keys are pressed.
 *
 * @param {Page} page
 * @param {string} tag
 */
async function inertControls(page, tag) {
  const names = await page.$eval(tag, (figure) => {
    const inputs = /** @type {HTMLInputElement[]} */ ([
      ...(figure.shadowRoot?.querySelectorAll('input[type=range], .faults input:checked') ?? []),
    ]);
    return inputs.filter((one) => one.checkVisibility()).map((one) => `${one.type} ${one.name}`);
  });
  const inert = [];
  for (const [k, name] of names.entries()) {
    const key = await page.$eval(
      tag,
      (figure, at) => {
        const inputs = /** @type {HTMLInputElement[]} */ ([
          ...(figure.shadowRoot?.querySelectorAll('input[type=range], .faults input:checked') ??
            []),
        ]).filter((one) => one.checkVisibility());
        inputs[at].focus();
        const isLast =
          inputs[at].type === 'range' && Number(inputs[at].value) >= Number(inputs[at].max);
        /** @type {any} */ (globalThis).drawingBefore = /** @type {any} */ (figure).drawing;
        return isLast ? 'ArrowLeft' : inputs[at].type === 'range' ? 'ArrowRight' : 'ArrowDown';
      },
      k,
    );
    await page.keyboard.press(/** @type {any} */ (key));
    const hasDrawn = await page
      .waitForFunction(
        (one) =>
          /** @type {any} */ (document.querySelector(one)).drawing !==
          /** @type {any} */ (globalThis).drawingBefore,
        {timeout: 5000},
        tag,
      )
      .then(() => true, () => false); // biome-ignore format: a line
    if (!hasDrawn) inert.push(name);
  }
  return inert;
}

for (const address of ['index.html', 'practice.html', 'notebook.html', 'chapters/4-rope.html'])
  for (const width of [390, 1280])
    test(`the first stop of ${address} at ${width} px skips to the text, and nothing covers it`, async () => {
      const {page} = await lab.open(address, {width});
      await page.keyboard.press('Tab');
      const [text, isInFront] = await page.evaluate(() => {
        const at = /** @type {HTMLElement} */ (document.activeElement);
        const {left, top, width: w, height} = at.getBoundingClientRect();
        return [at.textContent, document.elementFromPoint(left + w / 2, top + height / 2) === at];
      });
      assert.deepEqual([text, isInFront], ['Skip to the text', true]);
      await page.close();
    });
