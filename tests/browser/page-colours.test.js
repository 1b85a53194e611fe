// Figures, diagrams, exercises and frames follow the colours of the page around them, however and whenever it changes them.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const FIGURE = '<pe-heatmap preset="sin-heatmap" loading="eager"></pe-heatmap>';
/** A page between figures whose colours its attribute theme fixes: what those in the page must look like. */
const PAGE = (/** @type {string} */ style) => `<!doctype html><html lang="en"><title>theirs</title>
<link rel="icon" href="data:,"><style id="theirs">${style}</style>
<section id="place">${FIGURE}
<pe-diagram></pe-diagram>
<exercise-card exercise="sinusoidal-table" heading="The table"></exercise-card></section>
${FIGURE.replace('>', ' id="light" theme="light">')}${FIGURE.replace('>', ' id="dark" theme="dark">')}
<script type="module" src="../lab/elements.js"></script>`;

const COLOURS = 'background: #1b1b1d; color: #e3e3e3';
/**
 * How a page becomes dark: its style, what it does, and what brings it back.
 *
 * @type {Record<string, {style: string, dark: () => void, light: () => void}>}
 */
const WAYS = {
  'a class of html, which changes colours alone': {
    style: `html.dark {${COLOURS}}`,
    dark: () => document.documentElement.classList.add('dark'),
    light: () => document.documentElement.classList.remove('dark'),
  },
  'data-theme of html with color-scheme': {
    style: `html[data-theme=dark] {color-scheme: dark; ${COLOURS}}`,
    dark: () => document.documentElement.setAttribute('data-theme', 'dark'),
    light: () => document.documentElement.setAttribute('data-theme', 'light'),
  },
  'an attribute of body, which changes colours alone': {
    style: `body {color: rgba(0, 0, 0, 0.87)} body[data-jp-theme-light=false] {${COLOURS}}`,
    dark: () => document.body.setAttribute('data-jp-theme-light', 'false'),
    light: () => document.body.setAttribute('data-jp-theme-light', 'true'),
  },
  'a class of a section, as a dark slide': {
    style: '.has-dark-background {background: #002b36; color: #839496}',
    dark: () => document.querySelector('#place')?.classList.add('has-dark-background'),
    light: () => document.querySelector('#place')?.classList.remove('has-dark-background'),
  },
  'color-scheme in the style of html': {
    style: '',
    dark: () => document.documentElement.style.setProperty('color-scheme', 'dark'),
    light: () => document.documentElement.style.removeProperty('color-scheme'),
  },
  'color-scheme alone, where the words have a colour': {
    style: 'body {color: #444}',
    dark: () => document.documentElement.style.setProperty('color-scheme', 'dark'),
    light: () => document.documentElement.style.setProperty('color-scheme', 'light'),
  },
  'colours that fade in oklch, where both schemes are said to be there': {
    style:
      ':root {color-scheme: light dark; color: oklch(0.2 0.01 260); transition: color 0.2s, background-color 0.2s} .dark {background: #111; color: oklch(0.9 0.01 260)}',
    dark: () => document.documentElement.classList.add('dark'),
    light: () => document.documentElement.classList.remove('dark'),
  },
  'a style sheet that is switched on': {
    style: '',
    dark() {
      const sheet = document.createElement('style');
      sheet.id = 'dark-sheet';
      sheet.textContent = 'body {background: #1b1b1d; color: #e3e3e3}';
      document.head.append(sheet);
    },
    light: () => document.querySelector('#dark-sheet')?.remove(),
  },
  'a class of html, while its elements are hidden as in a tab': {
    style: `html.dark {${COLOURS}}`,
    dark() {
      const place = /** @type {HTMLElement} */ (document.querySelector('#place'));
      place.style.display = 'none';
      requestAnimationFrame(() => {
        document.documentElement.classList.add('dark');
        setTimeout(() => (place.style.display = ''), 50);
      });
    },
    light: () => document.documentElement.classList.remove('dark'),
  },
};

/** The scheme that each element is drawn in, as the two figures beside show it. @param {Page} page */
const schemes = (page) =>
  page.evaluate(() => {
    const picture = (/** @type {string} */ query) =>
      document.querySelector(query)?.shadowRoot?.querySelector('canvas')?.toDataURL();
    const pictures = {[String(picture('#light'))]: 'light', [String(picture('#dark'))]: 'dark'};
    const paper = (/** @type {string} */ query, /** @type {string} */ inner) => {
      const root = document.querySelector(query)?.shadowRoot;
      const element = root?.querySelector(inner);
      if (!element) return 'missing';
      const {backgroundColor} = getComputedStyle(element);
      const papers = /** @type {Record<string, string>} */ ({'rgb(255, 255, 255)': 'light', 'rgb(24, 28, 34)': 'dark'}); // biome-ignore format: one thought
      return papers[backgroundColor] ?? backgroundColor;
    };
    return {
      isCompared: Object.keys(pictures).length === 2,
      picture: pictures[String(picture('#place pe-heatmap'))] ?? 'another',
      diagram: paper('pe-diagram', 'figure'),
      card: paper('exercise-card', 'details'),
    };
  });
const all = (/** @type {string} */ scheme) => ({isCompared: true, picture: scheme, diagram: scheme, card: scheme}); // biome-ignore format: one thought

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`a page that changes its colours, in ${browser}`, () => {
    /** @type {Lab | string} */
    let started = '';
    before(async () => {
      started = await startBrowser(browser);
    });
    after(async () => {
      if (typeof started !== 'string') await started.close();
    });
    /** @param {string} name @param {string} html @param {(page: Page) => Promise<void>} use */
    const it = (name, html, use) =>
      test(name, async (context) => {
        if (typeof started === 'string') return context.skip(started);
        writeTestPage('page-colours.html', html);
        const {page, problems} = await started.open('test/page-colours.html');
        try {
          await use(page);
          assert.deepEqual(problems, []);
        } finally {
          await page.close();
        }
      });

    for (const [name, {style, dark, light}] of Object.entries(WAYS))
      it(`by ${name}: its elements become dark, and light again`, PAGE(style), async (page) => {
        await eventually(async () => assert.deepEqual(await schemes(page), all('light')));
        await page.evaluate(dark);
        await eventually(async () => assert.deepEqual(await schemes(page), all('dark')));
        await page.evaluate(light);
        await eventually(async () => assert.deepEqual(await schemes(page), all('light')));
      });

    it(
      'and was dark before its elements came: they are dark',
      PAGE(`body {${COLOURS}}`),
      async (page) => {
        await eventually(async () => assert.deepEqual(await schemes(page), all('dark')));
      },
    );

    it('and only in the colours of poslab: the picture is drawn again', PAGE(''), async (page) => {
      await eventually(async () => assert.deepEqual(await schemes(page), all('light')));
      const set = (/** @type {string} */ value) =>
        page.$eval('#place', (place, colour) => /** @type {HTMLElement} */ (place).style.setProperty('--poslab-muted', colour), value); // biome-ignore format: one thought
      await set('#0000ff');
      await eventually(async () => assert.equal((await schemes(page)).picture, 'another'));
      await set('');
      await eventually(async () => assert.equal((await schemes(page)).picture, 'light'));
    });

    if (browser === 'chromium')
      it(
        'with the system, and when its colours are forced',
        PAGE(':root {color-scheme: light dark}'),
        async (page) => {
          const picture = () =>
          page.$eval('#place pe-heatmap', (figure) => figure.shadowRoot?.querySelector('canvas')?.toDataURL()); // biome-ignore format: one thought
          await eventually(async () => assert.deepEqual(await schemes(page), all('light')));
          await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]);
          await eventually(async () => assert.deepEqual(await schemes(page), all('dark')));
          const before = await picture();
          const session = await page.createCDPSession();
          await session.send('Emulation.setEmulatedMedia', {features: [{name: 'forced-colors', value: 'active'}, {name: 'prefers-color-scheme', value: 'dark'}]}); // biome-ignore format: one thought
          await eventually(async () => assert.notEqual(await picture(), before));
        },
      );

    it(
      'with a frame: what is in the frame follows',
      `<!doctype html><html lang="en"><title>theirs</title><link rel="icon" href="data:,">
      <style>html.dark {${COLOURS}}</style>
      <poslab-embed id="auto" figure="pe-heatmap"></poslab-embed><poslab-embed figure="pe-diagram"></poslab-embed>
      <poslab-embed figure="pe-heatmap" theme="light"></poslab-embed>
      <script type="module" src="../lab/embed.js"></script>`,
      async (page) => {
        const inFrames = async () => {
          const frames = page.frames().filter((frame) => frame.url().includes('embed.html'));
          const found = await Promise.all(
            frames.map((frame) =>
              frame.evaluate(() => {
                const element = document.body?.firstElementChild;
                if (!element?.shadowRoot) return ['nothing yet', ''];
                const name = element.getAttribute('theme') ?? element.localName;
                return [name, getComputedStyle(element).colorScheme];
              }),
            ),
          );
          return Object.fromEntries(found);
        };
        const like = (/** @type {string} */ scheme) => ({'pe-heatmap': scheme, 'pe-diagram': scheme, light: 'light'}); // biome-ignore format: one thought
        await eventually(async () => assert.deepEqual(await inFrames(), like('light')));
        await page.evaluate(() => document.documentElement.classList.add('dark'));
        await eventually(async () => assert.deepEqual(await inFrames(), like('dark')));
        await page.evaluate(() => document.documentElement.classList.remove('dark'));
        await eventually(async () => assert.deepEqual(await inFrames(), like('light')));
      },
    );
  });
}
