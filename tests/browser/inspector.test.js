// The config inspector in Chromium, in the reader's hands: a file is pasted, spoiled and mended, by keyboard
// alone, on a telephone, and for a reader who hears it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, suite, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const TAG = 'config-inspector';
const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const FOREIGN =
  '<!doctype html><html lang="en"><title>foreign</title><link rel="icon" href="data:,"><main></main>';
const GEMMA = readFileSync(new URL('../fixtures/configs/gemma-7b.json', import.meta.url), 'utf8');

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('inspector.html', FOREIGN);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * @param {Record<string, string>} attributes
 * @param {(page: Page) => Promise<void>} use
 */
const withInspector = (attributes, use) =>
  lab.withElement('test/inspector.html', TAG, async (page) => {
    await page.evaluate(
      (tag, given) => {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
        document.querySelector('main')?.replaceChildren(element);
      },
      TAG,
      attributes,
    );
    await page.waitForFunction(
      (tag) => /** @type {any} */ (document.querySelector(tag)).drawing,
      {},
      TAG,
    );
    await use(page);
  });

/** What a reader sees. @param {Page} page */
const look = (page) =>
  page.evaluate((tag) => {
    const element = /** @type {any} */ (document.querySelector(tag));
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const area = /** @type {HTMLTextAreaElement} */ (root.querySelector('textarea'));
    const notice = /** @type {HTMLElement} */ (root.querySelector('.notice'));
    const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
    return {
      text: area.value,
      invalid: area.getAttribute('aria-invalid'),
      describes: root.getElementById(area.getAttribute('aria-describedby') ?? '') === notice,
      label: area.labels?.[0]?.textContent,
      notice: notice.hidden ? '' : notice.textContent,
      distance: notice.hidden ? 0 : box(notice).top - box(area).bottom,
      nPairs: element.drawing.panels[3].series[0].x.length,
      width: root.querySelector('tbody td')?.textContent,
      note: root.querySelector('.note')?.textContent,
      says: [...root.querySelectorAll('.says')].map((one) => one.textContent).find(Boolean),
      scrollWidth: document.documentElement.scrollWidth,
    };
  }, TAG);

/** @param {Page} page @param {string} selector */
const inside = (page, selector) => page.locator(`${TAG} >>> ${selector}`).waitHandle();

/** Writes a text as if it were pasted. @param {Page} page @param {string} text */
async function paste(page, text) {
  await (await inside(page, 'textarea')).focus();
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyA');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
}

/** @param {Page} page @param {string} wanted part of the message, '' for none */
const noticeIs = (page, wanted) =>
  page.waitForFunction(
    (tag, part) => {
      const root = /** @type {ShadowRoot} */ (document.querySelector(tag)?.shadowRoot);
      const notice = /** @type {HTMLElement} */ (root.querySelector('.notice'));
      return part ? !notice.hidden && notice.textContent?.includes(part) : notice.hidden;
    },
    {timeout: 60_000},
    TAG,
    wanted,
  );

/** @param {Page} page @param {number} nPairs */
const drawn = (page, nPairs) =>
  page.waitForFunction(
    (tag, n) =>
      /** @type {any} */ (document.querySelector(tag)).drawing.panels[3].series[0].x.length === n,
    {timeout: 60_000},
    TAG,
    nPairs,
  );

suite('the config inspector', () => {
  test('reads a file that is pasted, and tells what it found', () =>
    withInspector({}, async (page) => {
      await eventually(async () => assert.equal((await look(page)).nPairs, 32));
      await paste(page, GEMMA);
      await drawn(page, 128);
      const got = await look(page);
      assert.equal(got.invalid, 'false');
      assert.match(got.note ?? '', /^128 pairs of a head of 256: kept 0 to 127\./);
      assert.equal(got.says, 'This file gives no warnings.');
    }));

  test('names what it cannot read beside the text, and the last good picture stays', () =>
    withInspector({model: 'gemma-7b'}, async (page) => {
      const good = await look(page);
      assert.deepEqual([good.notice, good.invalid, good.describes], ['', 'false', true]);
      for (const [text, message] of [
        ['{"hidden_size": 64', 'config must be JSON'],
        [
          GEMMA.replace('"head_dim": 256', '"head_dim": "wide"'),
          'head_dim must be an integer >= 1, got "wide".',
        ],
        [
          GEMMA.replace('"num_hidden_layers": 28,', '"num_hidden_layers": -28,'),
          'num_hidden_layers must be an integer >= 1, got -28.',
        ],
      ]) {
        await paste(page, text);
        await noticeIs(page, message);
        const bad = await look(page);
        assert.equal(bad.invalid, 'true', text);
        assert.deepEqual([bad.nPairs, bad.note, bad.text], [128, good.note, text]);
        assert.ok(
          bad.distance >= 0 && bad.distance < 30,
          `${bad.distance} pixels beneath the text`,
        );
      }
      await paste(page, GEMMA);
      await noticeIs(page, '');
      await eventually(async () => assert.equal((await look(page)).invalid, 'false'));
    }));

  test('goes to another model by keyboard, and back from an edited file', () =>
    withInspector({}, async (page) => {
      await (await inside(page, 'select[name="model"]')).focus();
      await page.keyboard.type('Gemma');
      await drawn(page, 128);
      await eventually(async () =>
        assert.deepEqual(JSON.parse((await look(page)).text), JSON.parse(GEMMA)),
      );
      await paste(page, '{}');
      await noticeIs(page, 'hidden_size');
      await page.keyboard.press('Tab'); // the button beneath
      await page.keyboard.press('Enter');
      await noticeIs(page, '');
      await eventually(async () =>
        assert.deepEqual(JSON.parse((await look(page)).text), JSON.parse(GEMMA)),
      );
    }));

  test('shows the curves of the group whose layer is chosen, by keyboard', () =>
    withInspector({model: 'command-r7b'}, async (page) => {
      await (await inside(page, '.layer-row button')).focus();
      for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
      const said = await page.evaluate(
        (tag) => document.querySelector(tag)?.shadowRoot?.activeElement?.textContent,
        TAG,
      );
      assert.match(said ?? '', /Layer 3, group B: sees all tokens; no positions\./);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (tag) =>
          document
            .querySelector(tag)
            ?.shadowRoot?.querySelector('.note')
            ?.textContent?.startsWith('Group B: these layers rotate nothing'),
        {timeout: 60_000},
        TAG,
      );
      const pressed = await page.evaluate(
        (tag) =>
          document
            .querySelector(tag)
            ?.shadowRoot?.querySelectorAll('.layer-row [aria-pressed="true"]').length,
        TAG,
      );
      assert.equal(pressed, 8);
    }));

  test('compares with a second file, and names what it cannot read in that one', () =>
    withInspector({model: 'gemma-7b', against: 'llama-2-7b'}, async (page) => {
      const differs = () =>
        page.evaluate(
          (tag) =>
            [...(document.querySelector(tag)?.shadowRoot?.querySelectorAll('caption') ?? [])].some(
              (one) => one.textContent === 'What differs from the second file',
            ),
          TAG,
        );
      await eventually(async () => assert.ok(await differs()));
      await (await inside(page, '#second')).focus();
      await page.keyboard.press('End');
      await page.keyboard.sendCharacter(' oops');
      await noticeIs(page, 'In the second file, config must be JSON');
      const invalid = await page.evaluate(
        (tag) =>
          ['config', 'second'].map(
            (id) => document.querySelector(tag)?.shadowRoot?.getElementById(id)?.ariaInvalid,
          ),
        TAG,
      );
      assert.deepEqual(invalid, ['false', 'true']);
    }));

  test('fits a telephone, and has no fault that a checker of accessibility finds', () =>
    withInspector({preset: 'config-inspector-deepseek', fault: 'extended-length'}, async (page) => {
      await eventually(async () => assert.match((await look(page)).label ?? '', /config\.json/));
      await page.setViewport({width: 390, height: 800});
      // the pictures follow the window's width one frame later
      await page.waitForFunction(() => document.documentElement.scrollWidth <= 390);
      await page.addScriptTag({path: AXE});
      const violations = await page.evaluate(async () => {
        const run = /** @type {any} */ (globalThis).axe.run;
        const {violations: found} = await run('main', {resultTypes: ['violations']});
        return found.map((/** @type {any} */ {id, nodes}) => `${id}: ${nodes[0].html}`);
      });
      assert.deepEqual(violations, []);
    }));
});

/** Runs in the page: presses the button, and returns the file that it saves. @param {string} tag @param {string} label */
async function savedBy(tag, label) {
  const root = /** @type {ShadowRoot} */ (document.querySelector(tag)?.shadowRoot);
  const button = [...root.querySelectorAll('button')].find((one) => one.textContent === label);
  const made = URL.createObjectURL;
  /** @type {Promise<{text: string, name: string}>} */
  const saved = new Promise((resolve) => {
    let text = Promise.resolve('');
    URL.createObjectURL = (content) => {
      text = /** @type {Blob} */ (content).text();
      return made.call(URL, content);
    };
    HTMLAnchorElement.prototype.click = async function () {
      resolve({text: await text, name: this.download});
    };
  });
  button?.click();
  return saved;
}

test('the report is saved as Markdown and as JSON, and says what the figure says', () =>
  withInspector({model: 'gemma-7b'}, async (page) => {
    const markdown = await page.evaluate(savedBy, TAG, 'Save the report as Markdown');
    assert.equal(markdown.name, 'positions-gemma.md');
    assert.match(markdown.text, /^# Positions of `gemma`\n\n28 layers, 16 heads/);
    const json = await page.evaluate(savedBy, TAG, 'as JSON');
    assert.equal(json.name, 'positions-gemma.json');
    const {modelType, nLayers, groups} = JSON.parse(json.text);
    assert.deepEqual([modelType, nLayers, groups.length], ['gemma', 28, 1]);
  }));
