// The labs in Chromium, in the reader's hands: channels dragged into place by pointer and by keyboard, a
// strip that is edited, and what is no permutation and no strip.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const FOREIGN =
  '<!doctype html><html lang="en"><title>foreign</title><link rel="icon" href="data:,"><main></main>';

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('labs.html', FOREIGN);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * One lab, drawn.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(page: Page) => Promise<void>} use
 */
const withLab = (tag, attributes, use) =>
  lab.withElement('test/labs.html', tag, async (page) => {
    await page.evaluate(
      (name, given) => {
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
        document.querySelector('main')?.replaceChildren(element);
      },
      tag,
      attributes,
    );
    await page.waitForFunction(
      (name) => /** @type {any} */ (document.querySelector(name)).drawing,
      {},
      tag,
    );
    await use(page);
  });

/** What a test wants to know of the lab on the page. @param {Page} page */
const look = (page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const element = /** @type {any} */ (document.querySelector('main > *'));
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const texts = (/** @type {string} */ selector) =>
      [...root.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    return {
      cells: texts('.cell .text'),
      chosen: [...root.querySelectorAll('.cell')].indexOf(
        /** @type {Element} */ (root.activeElement),
      ),
      pressed: root.querySelectorAll('.cell[aria-pressed="true"]').length,
      readout: texts('.readout')[0],
      notice: texts('.notice:not([hidden])').join(' '),
      note: texts('.note')[0],
      states: Object.fromEntries(
        [...root.querySelectorAll('.meter')].map((meter) => [
          meter.getAttribute('data-meter'),
          meter.getAttribute('data-state'),
        ]),
      ),
      attributes: Object.fromEntries([...element.attributes].map(({name, value}) => [name, value])),
    };
  });

/** @param {Page} page @param {number} k @returns {Promise<{x: number, y: number}>} its middle */
const middleOf = (page, k) =>
  page.evaluate((at) => {
    const root = /** @type {any} */ (document.querySelector('main > *')).shadowRoot;
    const box = root.querySelectorAll('.cell')[at].getBoundingClientRect();
    return {x: box.left + box.width / 2, y: box.top + box.height / 2};
  }, k);

/** @param {Page} page @param {number} from @param {number} to */
async function drag(page, from, to) {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 3, {steps: 2});
  await page.mouse.move(end.x, end.y, {steps: 4});
  await page.mouse.up();
}

/** @param {Page} page @param {number} k */
const focusCell = (page, k) =>
  page.evaluate((at) => {
    const root = /** @type {any} */ (document.querySelector('main > *')).shadowRoot;
    root.querySelectorAll('.cell')[at].focus();
  }, k);

/** @param {Page} page @param {string} name @param {string} text */
const write = (page, name, text) =>
  page.evaluate(
    (field, value) => {
      const root = /** @type {any} */ (document.querySelector('main > *')).shadowRoot;
      const input = root.querySelector(`input[name="${field}"]`);
      input.value = value;
      input.dispatchEvent(new Event('change', {bubbles: true}));
    },
    name,
    text,
  );

suite('pairing-lab', () => {
  test('is solved by dragging: the meter turns green with the last channel', () =>
    withLab('pairing-lab', {code: 'half'}, async (page) => {
      await eventually(async () => assert.equal((await look(page)).states.agree, 'broken'));
      // 0 1 2 3 4 5 6 7 -> 0 2 4 6 1 3 5 7 by exchanges
      for (const [from, to] of [
        [2, 1],
        [4, 2],
        [6, 3],
        [4, 6],
        [5, 4],
      ]) {
        await drag(page, from, to);
      }
      let {cells, states} = await look(page);
      for (const [place, channel] of [0, 2, 4, 6, 1, 3, 5, 7].entries()) {
        const at = cells.indexOf(String(channel));
        if (at === place) continue;
        assert.equal(states.agree, 'broken');
        await drag(page, at, place);
        ({cells, states} = await look(page));
      }
      assert.deepEqual(cells, ['0', '2', '4', '6', '1', '3', '5', '7']);
      assert.equal(states.agree, 'holds');
      const {attributes, note} = await look(page);
      assert.equal(attributes.order, '0 2 4 6 1 3 5 7');
      assert.match(note, /Converted/);
    }));

  test('is solved by keyboard, and says what it does', () =>
    withLab('pairing-lab', {code: 'half', order: '0 4 2 6 1 3 5 7'}, async (page) => {
      await focusCell(page, 0);
      await page.keyboard.press('ArrowRight');
      await eventually(async () =>
        assert.match(
          (await look(page)).readout,
          /Place 1: channel 4, trained as the first of pair C/,
        ),
      );
      await page.keyboard.press('Space');
      const picked = await look(page);
      assert.equal(picked.pressed, 1);
      assert.match(picked.readout, /Picked up/);
      await page.keyboard.press('ArrowRight');
      const moved = await look(page);
      assert.deepEqual(moved.cells, ['0', '2', '4', '6', '1', '3', '5', '7']);
      assert.deepEqual([moved.chosen, moved.pressed], [2, 1]);
      assert.equal(moved.states.agree, 'holds');
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      const put = await look(page);
      assert.deepEqual(put.cells, moved.cells);
      assert.deepEqual([put.chosen, put.pressed], [7, 0]);
      await page.keyboard.press('Space');
      await page.keyboard.press('Escape');
      await page.keyboard.press('ArrowLeft');
      await eventually(async () => assert.deepEqual((await look(page)).cells, moved.cells));
    }));

  test('lets a channel go where there is no other: nothing changes', () =>
    withLab('pairing-lab', {code: 'half'}, async (page) => {
      const {cells} = await look(page);
      const start = await middleOf(page, 3);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x, start.y + 300, {steps: 3});
      await page.mouse.up();
      await page.mouse.click(start.x, start.y);
      const after = await look(page);
      assert.deepEqual(after.cells, cells);
      assert.equal(after.attributes.order, undefined);
    }));

  test('refuses an order that is none, and the last good picture stays', () =>
    withLab('pairing-lab', {code: 'half'}, async (page) => {
      const before = await look(page);
      for (const [text, message] of /** @type {const} */ ([
        ['0 1 2 3', /order must have each channel of 0 to 7 once; 4, 5, 6, 7 missing/],
        ['0 1 2 3 4 5 6 6', /got 6 twice/],
        ['one two', /got "one"/],
      ])) {
        await write(page, 'order', text);
        const got = await look(page);
        assert.match(got.notice, message);
        assert.deepEqual(got.cells, before.cells);
        assert.deepEqual(got.states, before.states);
      }
      await drag(page, 0, 5); // a picture of an older order takes no changes
      await eventually(async () => assert.deepEqual((await look(page)).cells, before.cells));
      await write(page, 'order', '0 2 4 6 1 3 5 7');
      const good = await look(page);
      assert.deepEqual([good.notice, good.states.agree], ['', 'holds']);
    }));
});

suite('position-lab', () => {
  test('is edited by keys: padding, a document, a token taken out', () =>
    withLab('position-lab', {tokens: 'the cat sat'}, async (page) => {
      await focusCell(page, 0);
      await page.keyboard.press('_');
      await page.waitForFunction(
        () => document.querySelector('main > *')?.getAttribute('tokens') === '_ the cat sat',
      );
      await eventually(async () =>
        assert.deepEqual((await look(page)).cells, ['pad', 'the', 'cat', 'sat']),
      );
      await page.keyboard.press('End');
      await page.keyboard.press('|');
      await eventually(async () =>
        assert.equal((await look(page)).attributes.tokens, '_ the cat | sat'),
      );
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Delete');
      const {attributes, cells, readout} = await look(page);
      assert.equal(attributes.tokens, '_ the | sat');
      assert.deepEqual(cells, ['pad', 'the', 'sat']);
      assert.match(readout, /Place 2: “sat”, document 2, id 1/);
    }));

  test('is edited by buttons, at the token that was chosen', () =>
    withLab('position-lab', {preset: 'mrope-grid'}, async (page) => {
      await focusCell(page, 5); // a patch
      const press = (/** @type {string} */ name) =>
        page.evaluate((action) => {
          const root = /** @type {any} */ (document.querySelector('main > *')).shadowRoot;
          root.querySelector(`[data-action="${action}"]`).click();
        }, name);
      await press('remove');
      await eventually(async () =>
        assert.equal((await look(page)).attributes.tokens, 'look at and say why'),
      );
      await press('pad');
      await eventually(async () => assert.match((await look(page)).attributes.tokens, /_/));
    }));

  test('says why an edit or a text is none, and the last good picture stays', () =>
    withLab('position-lab', {tokens: 'alone'}, async (page) => {
      await focusCell(page, 0);
      await page.keyboard.press('Delete');
      const kept = await look(page);
      assert.match(kept.notice, /tokens must hold a word/);
      assert.deepEqual(kept.cells, ['alone']);
      await write(page, 'tokens', 'a [9x9] b');
      const refused = await look(page);
      assert.match(refused.notice, /an image must be written .* got "\[9x9\]"/);
      assert.deepEqual(refused.cells, ['alone']);
      await write(page, 'tokens', 'a [2x1] b');
      const good = await look(page);
      assert.equal(good.notice, '');
      assert.equal(good.cells.length, 4);
    }));
});

suite('a slider from position 0', () => {
  test('finds more bugs with every step, by keyboard', () =>
    withLab('position-zero', {position: '0'}, async (page) => {
      await eventually(async () => assert.equal((await look(page)).states.found, 'broken'));
      await page.evaluate(() => {
        const root = /** @type {any} */ (document.querySelector('main > *')).shadowRoot;
        root.querySelector('input[name="position"]').focus();
      });
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(
        () => document.querySelector('main > *')?.getAttribute('position') === '1',
      );
      const says = await page.evaluate(
        () => document.querySelector('main > *')?.shadowRoot?.querySelector('.says')?.textContent,
      );
      assert.equal(says, 'At position 1 a test finds 9 of 12.');
    }));
});

test('the address keeps a strip and an order: a reload draws the same picture', async () => {
  const {page, problems} = await lab.open('chapters/11-labs.html');
  const given = {packing: 'tokens', 'pairing-convert': 'order'};
  const texts = {packing: '_ a | b [1x2] c', 'pairing-convert': '0 2 4 6 1 3 5 7'};
  const drawnAs = (/** @type {string} */ id) =>
    page.waitForFunction(
      (name, attribute, text) => {
        const figure = /** @type {any} */ (document.getElementById(name));
        figure?.scrollIntoView();
        return figure?.drawing && figure.getAttribute(attribute) === text;
      },
      {},
      id,
      given[/** @type {keyof typeof given} */ (id)],
      texts[/** @type {keyof typeof texts} */ (id)],
    );
  for (const [id, attribute] of Object.entries(given)) {
    await page.waitForFunction(
      (name) => {
        const figure = /** @type {any} */ (document.getElementById(name));
        figure?.scrollIntoView();
        return figure?.drawing;
      },
      {},
      id,
    );
    await page.evaluate(
      (name, setting, text) =>
        /** @type {any} */ (document.getElementById(name)).change(setting, text),
      id,
      attribute,
      texts[/** @type {keyof typeof texts} */ (id)],
    );
  }
  await page.waitForFunction(() => /packing/.test(location.hash) && /pairing/.test(location.hash));
  await page.reload();
  for (const id of Object.keys(given)) await drawnAs(id);
  assert.deepEqual(problems, []);
  await page.close();
});

suite('the labs', () => {
  for (const [tag, preset] of [
    ['pairing-lab', 'pairing-convert'],
    ['position-lab', 'packing'],
    ['cache-lab', 'attention-sinks'],
    ['precision-lab', 'precision-chain'],
    ['position-zero', 'position-zero'],
  ]) {
    test(`<${tag}> has no fault that axe finds, at a telephone's width too`, () =>
      withLab(tag, {preset}, async (page) => {
        await page.addScriptTag({path: AXE});
        for (const width of [1200, 390]) {
          await page.setViewport({width, height: 800});
          await page.evaluate(() => new Promise((done) => setTimeout(done, 100))); // sizes are observed
          const found = await page.evaluate(async () => {
            const {violations} = await /** @type {any} */ (globalThis).axe.run('main', {
              rules: {region: {enabled: false}},
            });
            return violations.map((/** @type {any} */ {id, nodes}) => `${id}: ${nodes[0].html}`);
          });
          assert.deepEqual(found, []);
          const isWide = await page.evaluate(
            () => document.documentElement.scrollWidth > innerWidth,
          );
          assert.ok(!isWide, `${width}: wider than the window`);
        }
      }));
  }
});
