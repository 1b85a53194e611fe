#!/usr/bin/env node
// node tests/browser/appearance.js [--update]: takes pictures of the front page, the first figure of each chapter and an
// open exercise, in light and dark, at two widths, and compares them with those in tests/browser/appearance/, or
// writes them there. What differs is written as pictures to .cache/screenshots/appearance/.
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import pixelmatch from 'pixelmatch';
import {PNG} from 'pngjs';

import {Lab, SCREENSHOTS} from '../support/browser.js';
import {ADDRESS, inside, openCard} from '../support/learner.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {{name: string, png: Buffer}} Shot */

const REFERENCES = fileURLToPath(new URL('appearance', import.meta.url));
const OUTPUT = path.join(SCREENSHOTS, 'appearance');

const SIZES = [
  {width: 1280, height: 800},
  {width: 390, height: 844},
];
const SCHEMES = /** @type {const} */ (['light', 'dark']);
/** Pixels of a picture to one of the page: half as many are enough to see what has moved, and a quarter of the bytes. */
const SCALE = 0.5;
/** How far apart two colours of a pixel may be, 0 to 1, before they count as different. */
const COLOUR_DISTANCE = 0.1;
/** Parts of all pixels that may differ: another Chromium draws letters a little differently. */
const MOST_DIFFERENT = 0.005;

const CHAPTERS = [
  '1-why-position',
  '2-sinusoidal',
  '3-learned',
  '4-rope',
  '5-alibi',
  '6-without-position',
  '7-length-race',
  '8-experiments',
  '9-relative',
  '10-longer-contexts',
  '11-labs',
];

/** Runs in the page: its first figure, drawn, if there is one. */
async function firstFigure() {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const figure = /** @type {any} */ (document.querySelector('main [preset]'));
  if (!figure) return null;
  await customElements.whenDefined(figure.localName);
  figure.scrollIntoView({block: 'start', behavior: 'instant'});
  await figure.ready;
  await document.fonts.ready;
  for (let last = -1, height = 0; height !== last; ) {
    last = height;
    await wait(150);
    ({height} = figure.getBoundingClientRect());
  }
  return figure;
}

/**
 * @param {Page} page
 * @param {typeof SIZES[number]} size
 * @param {typeof SCHEMES[number]} scheme
 */
async function lookAs(page, size, scheme) {
  await page.setViewport({...size, deviceScaleFactor: SCALE});
  await page.emulateMediaFeatures([
    {name: 'prefers-color-scheme', value: scheme},
    {name: 'prefers-reduced-motion', value: 'reduce'},
  ]);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 250))),
  );
}

/**
 * A page in all sizes and schemes.
 *
 * @param {Page} page
 * @param {string} name
 * @param {'window' | 'figure'} what
 * @returns {Promise<Shot[]>}
 */
async function shotsOf(page, name, what) {
  /** @type {Shot[]} */
  const shots = [];
  for (const size of SIZES)
    for (const scheme of SCHEMES) {
      await lookAs(page, size, scheme);
      await page.evaluate(firstFigure);
      await page.waitForNetworkIdle({idleTime: 300}); // what has been recorded comes after the figure
      const figure =
        what === 'figure' ? (await page.evaluateHandle(firstFigure)).asElement() : null;
      if (!figure) await page.evaluate(() => scrollTo({top: 0, behavior: 'instant'}));
      const bytes = await /** @type {any} */ (figure ?? page).screenshot({type: 'png'});
      shots.push({name: `${name}-${size.width}-${scheme}`, png: Buffer.from(bytes)});
    }
  return shots;
}

/** @returns {Promise<Shot[]>} */
export async function takeShots() {
  const lab = await Lab.start();
  try {
    const view = {...SIZES[0], reducedMotion: true};
    const {page: front} = await lab.open('index.html', view);
    const shots = await shotsOf(front, 'front', 'window');
    await front.close();
    for (const chapter of CHAPTERS) {
      const {page} = await lab.open(`chapters/${chapter}.html`, view);
      shots.push(...(await shotsOf(page, chapter, 'figure')));
      await page.close();
    }
    const {page} = await lab.open(ADDRESS, view);
    await openCard(page);
    await page.waitForSelector(inside('.cm-content'));
    await page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      /** @type {HTMLElement | null} */ (focused)?.blur(); // no caret
    });
    shots.push(...(await shotsOf(page, 'exercise', 'window')));
    return shots;
  } finally {
    await lab.close();
  }
}

/** @param {string} name */
export const referenceOf = (name) => path.join(REFERENCES, `${name}.png`);

/**
 * Where a picture differs from its reference; both and the difference are written where it does.
 *
 * @param {Shot} shot
 * @returns {string | null}
 */
export function differenceOf({name, png}) {
  if (!existsSync(referenceOf(name))) return `${name}: there is no reference`;
  const [want, got] = [PNG.sync.read(readFileSync(referenceOf(name))), PNG.sync.read(png)];
  const {width, height} = want;
  const difference = new PNG({width, height});
  const isSameSize = width === got.width && height === got.height;
  const nDifferent = isSameSize
    ? pixelmatch(want.data, got.data, difference.data, width, height, {threshold: COLOUR_DISTANCE})
    : Infinity;
  const part = nDifferent / (width * height);
  if (part <= MOST_DIFFERENT) return null;
  mkdirSync(OUTPUT, {recursive: true});
  writeFileSync(path.join(OUTPUT, `${name}-now.png`), png);
  if (!isSameSize)
    return `${name}: ${got.width} x ${got.height} px, the reference ${width} x ${height}`;
  writeFileSync(path.join(OUTPUT, `${name}-difference.png`), PNG.sync.write(difference));
  return `${name}: ${(100 * part).toFixed(2)} % of the pixels differ`;
}

/** What differs, one line per picture. @param {readonly Shot[]} shots @returns {string[]} */
export function differences(shots) {
  rmSync(OUTPUT, {recursive: true, force: true});
  return shots.map(differenceOf).filter((line) => line !== null);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--update')) {
    rmSync(REFERENCES, {recursive: true, force: true});
    mkdirSync(REFERENCES, {recursive: true});
    for (const {name, png} of await takeShots()) writeFileSync(referenceOf(name), png);
  } else {
    const found = differences(await takeShots());
    console.log(found.join('\n') || 'no picture differs');
    process.exitCode = found.length > 0 ? 1 : 0;
  }
}
