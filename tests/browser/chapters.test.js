// Every page of the built site, as its readers meet it.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';
import axe from 'axe-core';

import {DIST, Lab, screenshot, scrollThrough} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {AxeResults} from 'axe-core' */
/** @import {Page} from 'puppeteer-core' */
/** @import {View} from '../support/browser.js' */

const LEVELS = ['plain', 'basic', 'intermediate', 'advanced'];
/** Pages that hold one figure or assignment of another page's. */
const FRAMES = ['assignment.html', 'embed.html'];
const PAGES = [
  ...readdirSync(DIST).filter((name) => name.endsWith('.html') && !FRAMES.includes(name)),
  ...readdirSync(path.join(DIST, 'chapters')).map((name) => `chapters/${name}`),
];
/** px: a phone of the smallest kind, a usual one, a tablet upright and on its side, a window */
const WIDTHS = [320, 390, 768, 1024, 1280];

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * Opens a page, uses it, closes it, and fails on whatever went wrong meanwhile.
 *
 * @param {string} address
 * @param {View} view
 * @param {(page: Page) => Promise<void>} use
 */
async function visit(address, view, use) {
  const {page, problems} = await lab.open(address, view);
  try {
    await use(page);
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
}

/**
 * What axe-core calls serious or critical, a line each.
 *
 * @param {Page} page
 * @param {string} within a selector of the elements that are looked at
 */
async function barriers(page, within = 'html') {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const {violations} = /** @type {AxeResults} */ (await page.evaluate(checkedByAxe, within));
  return violations
    .filter(({impact}) => impact === 'serious' || impact === 'critical')
    .flatMap(({id, nodes}) =>
      nodes.map(({target, failureSummary}) => `${id}: ${target} ${failureSummary}`),
    );
}

/** Runs in the page, without the rules whose findings are all minor or moderate. @param {string} include */
function checkedByAxe(include) {
  const {axe} = /** @type {any} */ (window);
  const isSlight = (/** @type {any} */ {impact}) => impact === 'minor' || impact === 'moderate';
  const leftOut = axe._audit.rules.filter(isSlight).map((/** @type {any} */ {id}) => id);
  const rules = Object.fromEntries(
    leftOut.map((/** @type {string} */ id) => [id, {enabled: false}]),
  );
  return axe.run({include}, {resultTypes: ['violations'], rules});
}

/** Runs in the page: removes what neither is in a switch of levels nor holds one. */
function keepSwitches() {
  const holders = new Set();
  for (let one of document.querySelectorAll('.depth'))
    for (; one.parentElement; one = one.parentElement) holders.add(one);
  for (const one of document.querySelectorAll('body *'))
    if (!holders.has(one) && !one.closest('.depth')) one.remove();
}

/** @param {Page} page @param {string} level */
const choose = (page, level) =>
  page.evaluate((value) => {
    /** @type {HTMLElement | null} */ (
      document.querySelector(`.depth input[value="${value}"]`)
    )?.click();
  }, level);

/** @param {string} address */
const shotName = (address) => path.basename(address, '.html');

// Each page loads twice with its figures: in a light window of five widths, and on a dark phone.
for (const address of PAGES) {
  suite(address, () => {
    test(`in a light window: no error, no foreign request, no barrier at any level, no sideways scroll at ${WIDTHS.join(', ')} pixels, no table cut in the widest`, () =>
      visit(address, {scheme: 'light'}, async (page) => {
        await scrollThrough(page);
        await screenshot(page, `${shotName(address)}-light`);
        // the deepest level shows all that the others show; only the switch is another in each
        await choose(page, 'advanced');
        assert.deepEqual(await barriers(page), []);
        for (const width of WIDTHS) {
          await page.setViewport({width, height: 844});
          await eventually(async () =>
            assert.deepEqual(await page.evaluate(tooWide), [], `${width}`),
          );
        }
        assert.deepEqual(await page.evaluate(cutTables), [], `at ${WIDTHS.at(-1)} pixels`);
        const hasLevels = (await page.$('.depth input')) !== null;
        if (hasLevels) await page.evaluate(keepSwitches); // axe-core goes through all that is there
        for (const level of hasLevels ? LEVELS : []) {
          await choose(page, level);
          assert.deepEqual(await barriers(page, '.depth'), [], level);
        }
      }));

    test('on a dark phone: no error, no foreign request, no barrier, no sideways scroll at any level, also in forced colours', () =>
      visit(address, {scheme: 'dark', width: 390, height: 844}, async (page) => {
        await scrollThrough(page);
        await screenshot(page, `${shotName(address)}-dark-phone`);
        assert.deepEqual(await barriers(page), []);
        for (const level of LEVELS) {
          await choose(page, level);
          await eventually(async () => assert.deepEqual(await page.evaluate(tooWide), [], level));
        }
        await forceColours(page);
        await eventually(async () =>
          assert.ok(
            await page.evaluate(() => matchMedia('(forced-colors: active)').matches),
            'no forced colours',
          ),
        );
        await screenshot(page, `${shotName(address)}-forced-colours`);
        await eventually(async () => assert.deepEqual(await page.evaluate(edgeless), []));
        assert.deepEqual(await page.evaluate(tooWide), []);
      }));

    test('with scripts off shows its text, its tables, every level, and says so', () =>
      visit(address, {scripts: false}, async (page) => {
        const parts = await page.evaluate(visibleParts);
        assert.match(parts.text, /Scripts are off in this browser/);
        assert.ok(parts.text.length > 600, `only ${parts.text.length} characters of text`);
        assert.equal(parts.nHidden, 0, 'levels, tables or fallbacks that are hidden');
        await screenshot(page, `${shotName(address)}-no-scripts`);
      }));

    test('without WebAssembly SIMD shows its text and fallbacks, and says so', () =>
      visit(address, {before: withoutSimd}, async (page) => {
        await scrollThrough(page, {waitForFigures: false});
        const parts = await page.evaluate(visibleParts);
        assert.match(parts.text, /This browser has no WebAssembly SIMD/);
        assert.deepEqual(parts.hiddenFallbacks, []);
        await screenshot(page, `${shotName(address)}-no-simd`);
      }));
  });
}

for (const [address, id] of [
  ['chapters/2-sinusoidal.html#pe-pca-3d', 'pe-pca-3d'],
  ['chapters/10-longer-contexts.html#at=log-n-logits', 'log-n-logits'],
  [
    'chapters/4-rope.html#at=rope-dot-vs-offset&rope-dot-vs-offset/fault=mixed',
    'rope-dot-vs-offset',
  ],
]) {
  test(`a browser that has never seen the page lands on ${id}, while figures above it grow`, async () => {
    const fresh = await Lab.start();
    try {
      const {page} = await fresh.open(address, {height: 800});
      await page.waitForFunction(
        (name) => {
          const place = document.getElementById(name);
          const figure = place?.querySelector('[preset]') ?? place;
          return /** @type {any} */ (figure)?.drawing || place?.localName === 'section';
        },
        {},
        id,
      );
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await eventually(async () => {
        const [top, bar] = await page.evaluate(
          (name) =>
            [`[id="${name}"]`, '.bar'].map((selector) => {
              const box = document.querySelector(selector)?.getBoundingClientRect();
              return selector === '.bar' ? box?.bottom : box?.top;
            }),
          id,
        );
        const below = Number(top) - Number(bar);
        assert.ok(below >= 0 && below < 120, `${below} pixels below the bar`);
      });
    } finally {
      await fresh.close();
    }
  });
}

test('a sandboxed frame without an origin draws its figures and throws nothing', () =>
  visit('index.html', {}, async (page) => {
    await page.setBypassCSP(true);
    await page.reload();
    await page.evaluate(() => {
      document.body.innerHTML =
        '<iframe sandbox="allow-scripts" src="index.html" width="1200" height="900"></iframe>';
    });
    const frame = await (await page.waitForSelector('iframe'))?.contentFrame();
    await frame?.waitForFunction(
      () => /** @type {any} */ (document.querySelector('rope-logits'))?.drawing,
    );
  }));

test('without SIMD the sentence is there, and with SIMD it is not', async () => {
  for (const [view, isShown] of /** @type {const} */ ([
    [{before: withoutSimd}, true],
    [{}, false],
  ])) {
    const {page} = await lab.open('index.html', view);
    const visible = await page.$eval('#no-simd', (element) => element.checkVisibility());
    assert.equal(visible, isShown);
    await page.close();
  }
});

/**
 * Before the page's own scripts: WebAssembly as in a browser that does not know SIMD.
 *
 * @param {Page} page
 */
function withoutSimd(page) {
  return page.evaluateOnNewDocument(() => {
    const refuse = () => Promise.reject(new WebAssembly.CompileError('invalid value type v128'));
    WebAssembly.validate = () => false;
    WebAssembly.compile = refuse;
    WebAssembly.compileStreaming = refuse;
    WebAssembly.instantiate = /** @type {any} */ (refuse);
    WebAssembly.instantiateStreaming = refuse;
  });
}

/** Colours as a reader's system has them. @param {Page} page */
async function forceColours(page) {
  const session = await page.createCDPSession();
  const features = [{name: 'forced-colors', value: 'active'}];
  await session.send('Emulation.setEmulatedMedia', {features});
}

/** Runs in the page: buttons with neither an edge nor a ground of their own. In figures and cards too. */
function edgeless() {
  const roots = [
    document,
    ...[...document.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
  ];
  return roots.flatMap((root) =>
    [...root.querySelectorAll('button:enabled')]
      .filter((one) => {
        const {borderBlockStartWidth, borderBlockStartColor, textDecorationLine, backgroundColor} = getComputedStyle(one); // biome-ignore format: one thought
        const hasEdge = Number.parseFloat(borderBlockStartWidth) > 0 && !/^rgba.*, 0\)$/.test(borderBlockStartColor); // biome-ignore format: one thought
        const ground = getComputedStyle(document.body).backgroundColor;
        return one.checkVisibility() && !hasEdge && textDecorationLine === 'none' && [ground, 'rgba(0, 0, 0, 0)'].includes(backgroundColor); // biome-ignore format: one thought
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  );
}

/** Runs in the page: what makes it wider than its window. */
function tooWide() {
  const root = document.documentElement;
  if (root.scrollWidth <= innerWidth) return [];
  const culprits = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1,
  );
  return [
    `${root.scrollWidth} pixels`,
    ...culprits.slice(0, 8).map((e) => e.outerHTML.slice(0, 90)),
  ];
}

/** Runs in the page: tables that are seen whole by scrolling only. */
function cutTables() {
  const scrollers = [...document.querySelectorAll('.table-scroll')];
  return scrollers
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map(
      (one) =>
        `${one.scrollWidth} of ${one.clientWidth} pixels: ${one.textContent?.trim().slice(0, 60)}`,
    );
}

/** Runs in the page: what a reader sees where no figure is drawn. */
function visibleParts() {
  const hidden = (/** @type {string} */ selector) =>
    [...document.querySelectorAll(selector)].filter((element) => !element.checkVisibility());
  // what stands inside a figure's tag, where the figure has not drawn and its level is shown
  const fallbacks = [...document.querySelectorAll('main p')].filter((element) => {
    const figure = element.parentElement;
    if (!figure?.localName.includes('-')) return false;
    const hasDrawn = 'drawing' in figure ? figure.drawing !== null : figure.shadowRoot !== null;
    return !hasDrawn && figure.closest('.level')?.checkVisibility() !== false;
  });
  const hiddenFallbacks = fallbacks.filter((element) => !element.checkVisibility());
  return {
    text: document.body.innerText,
    nHidden: hidden('main .level, main table, main h1, main h2').length + hiddenFallbacks.length,
    hiddenFallbacks: hiddenFallbacks.map((element) => element.textContent?.slice(0, 80)),
  };
}
