// Every figure with every preset in a false language: what it shows, in HTML and on canvases, and where that lies.
import {readFileSync} from 'node:fs';

import {CATALOGUE} from '../../web/build/strings.js';
import {writeTestPage} from './browser.js';
import {FIGURE_TAGS} from './elements.js';
import {falseText} from './strings.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from './browser.js' */

/** @typedef {{preset: string, texts: string[], data: string, overlaps: string[], outside: string[], wide: number}} Shown */

/**
 * A page in the false language.
 *
 * @param {Lab} lab
 * @param {'ltr' | 'rtl'} direction
 * @param {number} width
 * @param {string[]} [keys] the texts that are translated; default: all
 */
export async function openFalse(lab, direction, width, keys) {
  const list = keys ?? Object.keys(JSON.parse(readFileSync(CATALOGUE, 'utf8')));
  const strings = Object.fromEntries(list.map((text) => [text, falseText(text)]));
  const name = `false-${direction}.html`;
  writeTestPage(
    'false.js',
    `import {useStrings} from '../lab/strings.js';\nuseStrings(${JSON.stringify(strings)}, {lang: 'x-false'});\n`,
  );
  writeTestPage(
    name,
    `<!doctype html><html lang="x-false" dir="${direction}"><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width"><title>false</title>' +
      '<link rel="icon" href="data:,"><link rel="stylesheet" href="../lab/style.css">' +
      `<script type="module" src="false.js"></script><main></main><div id="all" hidden>${FIGURE_TAGS.map((tag) => `<${tag}></${tag}>`).join('')}</div>` +
      '<script type="module" src="../lab/elements.js"></script>',
  );
  const opened = await lab.open(`test/${name}`, {
    width,
    before: (page) => page.evaluateOnNewDocument(hearCanvas),
  });
  await opened.page.evaluate(async (tags) => {
    await Promise.all(tags.map((tag) => customElements.whenDefined(tag)));
    document.getElementById('all')?.remove();
  }, FIGURE_TAGS);
  return opened;
}

/** Runs in the page, first: every text that is written on a canvas is kept. */
function hearCanvas() {
  const {prototype} = CanvasRenderingContext2D;
  const {fillText} = prototype;
  const heard = new Set();
  /** @type {any} */ (globalThis).heard = heard;
  prototype.fillText = function (...given) {
    heard.add(given[0]);
    return fillText.apply(this, given);
  };
}

/**
 * @param {Page} page
 * @param {string} tag
 * @param {boolean} withFaults each fault of each preset too
 * @returns {Promise<Shown[]>}
 */
export const shownBy = (page, tag, withFaults) => page.evaluate(lookAt, tag, withFaults);

/**
 * Runs in the page.
 *
 * @param {string} tag
 * @param {boolean} withFaults
 */
async function lookAt(tag, withFaults) {
  const {presets, faults: allFaults} = /** @type {any} */ (customElements.get(tag));
  const heard = /** @type {Set<string>} */ (/** @type {any} */ (globalThis).heard);
  /** @type {Shown[]} */
  const found = [];
  for (const preset of Object.keys(presets)) {
    const own = presets[preset].faults ?? Object.keys(allFaults ?? {});
    for (const fault of ['', ...(withFaults ? own : [])]) {
      const figure = /** @type {any} */ (document.createElement(tag));
      figure.setAttribute('preset', preset);
      if (fault) figure.setAttribute('fault', fault);
      heard.clear();
      document.querySelector('main')?.replaceChildren(figure);
      await figure.updateComplete;
      const root = figure.shadowRoot;
      const hasTools = 'getState' in figure; // a diagram has none
      for (let k = 0; hasTools && k < 200 && !root.querySelector('.tool.share'); k++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      for (const one of root.querySelectorAll('details')) one.open = true;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)));
      const data = JSON.stringify([figure.getState?.().settings, presets[preset].settings]);
      found.push({
        preset: `${preset} ${fault}`.trim(),
        texts: [...textsOf(root), ...heard],
        data,
        ...layoutOf(root),
      });
    }
  }
  return found;

  /** @param {ShadowRoot} root */
  function textsOf(root) {
    /** @type {string[]} */
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.parentElement;
      if (at?.closest('style, code, pre, textarea, .source')) continue;
      texts.push(node.textContent ?? '');
    }
    for (const one of root.querySelectorAll('[aria-label], [title]:not(.source)'))
      texts.push(one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '');
    return texts.filter((text) => text.trim() !== '');
  }

  /** @param {ShadowRoot} root */
  function layoutOf(root) {
    const isVisible = (/** @type {Element} */ one) =>
      one.getClientRects().length > 0 &&
      one.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const boxes = [
      ...root.querySelectorAll(
        'button, summary, select, input:not([type=file]), label > span, legend, .meter, .title, .panel-title, .note > p',
      ),
    ]
      .filter((one) => isVisible(one) && !one.closest('.scroll, .layer-row, .cell-row, svg'))
      .map((one) => ({
        one,
        name: (one.textContent || one.className).slice(0, 60),
        box: one.getBoundingClientRect(),
      }))
      .filter(({box}) => box.width > 2 && box.height > 2);
    const overlaps = boxes.flatMap(({one, name, box}, k) =>
      boxes
        .slice(k + 1)
        .filter(
          (other) =>
            !one.contains(other.one) &&
            !other.one.contains(one) &&
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
        )
        .map((other) => `${name} / ${other.name}`),
    );
    const width = document.documentElement.clientWidth;
    const outside = boxes
      .filter(({box}) => box.left < -1 || box.right > width + 1)
      .map(({name, box}) => `${name} ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const clipped = boxes
      .filter(
        ({one}) =>
          one instanceof HTMLElement &&
          !/INPUT|SELECT/.test(one.tagName) &&
          getComputedStyle(one).overflowX !== 'visible' &&
          one.scrollWidth > one.clientWidth + 1,
      )
      .map(({name}) => `${name} is clipped`);
    return {
      overlaps,
      outside: [...outside, ...clipped],
      wide: document.documentElement.scrollWidth - width,
    };
  }
}
