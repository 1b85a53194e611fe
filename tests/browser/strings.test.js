// A figure in a false language: accents, 40 % longer, and right to left too. Nothing of its frame and controls stays
// English, nothing is wider than its place, and no two buttons overlap. How far runs have come, and what a figure draws and
// says of itself, is not in the catalogue.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';
import {calledTexts, falseText} from '../support/strings.js';

const CATALOGUE = Object.fromEntries(calledTexts().map((text) => [text, falseText(text)]));
/** One that trains, one with bugs, one that plays. */
const FIGURES = [
  ['accuracy-bars', 'three-cases'],
  ['rope-logits', 'rope-shift-invariance'],
  ['rope-rotation', 'rope-rotation-anim'],
];

/** @type {Lab} */
let lab;
before(async () => {
  for (const direction of ['ltr', 'rtl']) {
    writeTestPage(
      `false-${direction}.html`,
      `<!doctype html><html lang="en" dir="${direction}"><meta name="viewport" content="width=device-width">` +
        '<title>false</title><link rel="icon" href="data:,"><main></main>',
    );
  }
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * Runs in the page: what is wrong with the words of its figure.
 *
 * @returns {{english: string[], nFalse: number, overlaps: string[], outside: string[]}}
 */
function faultsOfFrame() {
  const figure = /** @type {Element} */ (document.querySelector('main > *'));
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const frame = [
    ...root.querySelectorAll(
      '.transport button, .transport summary, .player, .draw-again, .more > summary, ' +
        '.table > summary, .note summary, .share-menu button, .faults legend, .meters .verdict',
    ),
  ].filter((one) => one.textContent?.trim() && one.getClientRects().length > 0);
  const named = [
    ...root.querySelectorAll('.tool, .meters, .controls, .transport, .transport .bar'),
  ];
  const words = [
    ...frame.map((one) => one.textContent ?? ''),
    ...named.map((one) => one.getAttribute('aria-label') ?? ''),
  ];
  const english = words.filter((text) => text && !text.includes('⟦'));
  const boxes = [...root.querySelectorAll('button, summary, select, input:not([type=file])')]
    .filter(
      (one) => one.getClientRects().length > 0 && one.checkVisibility({opacityProperty: true}),
    )
    .map((one) => ({name: one.textContent || one.className, box: one.getBoundingClientRect()}))
    .filter(({box}) => box.width > 2 && box.height > 2);
  const overlaps = boxes.flatMap(({name, box}, k) =>
    boxes
      .slice(k + 1)
      .filter(
        (other) =>
          Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
          Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
      )
      .map((other) => `${name} / ${other.name}`),
  );
  const width = document.documentElement.clientWidth;
  const outside = boxes
    .filter(({box}) => box.left < -1 || box.right > width + 1)
    .map(({name}) => name);
  return {english, nFalse: words.length - english.length, overlaps, outside};
}

suite('a figure in a false language', () => {
  for (const [tag, preset] of FIGURES) {
    for (const direction of ['ltr', 'rtl']) {
      for (const width of [390, 1280]) {
        test(`${tag}, ${direction}, ${width} px: all translated, nothing overlaps`, async () => {
          const {page, problems} = await lab.open(`test/false-${direction}.html`, {
            width,
            before: (fresh) =>
              fresh.evaluateOnNewDocument((catalogue) => {
                /** @type {any} */ (globalThis).POSLAB_STRINGS = catalogue;
              }, CATALOGUE),
          });
          await page.addScriptTag({url: `../lab/${tag}.js`, type: 'module'});
          await page.evaluate(
            async (name, of) => {
              const figure = document.createElement(name);
              figure.setAttribute('preset', of);
              document.querySelector('main')?.append(figure);
              const root = () => figure.shadowRoot;
              while (!root()?.querySelector('.tool.share'))
                await new Promise((resolve) => setTimeout(resolve, 50));
              for (const one of root()?.querySelectorAll('details') ?? []) one.open = true;
              await new Promise((resolve) => setTimeout(resolve, 300));
            },
            tag,
            preset,
          );
          const {english, nFalse, overlaps, outside} = await page.evaluate(faultsOfFrame);
          assert.deepEqual(english, []);
          assert.ok(nFalse >= 6, `${nFalse} translated`);
          assert.deepEqual(overlaps, []);
          assert.deepEqual(outside, []);
          assert.deepEqual(problems, []);
          if (process.env.STRINGS_PICTURE)
            await page.screenshot({
              path: `${process.env.STRINGS_PICTURE}-${tag}-${direction}-${width}.png`,
            });
          await page.close();
        });
      }
    }
  }
});
