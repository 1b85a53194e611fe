// The buttons of the prose, pressed: the figure takes the state, and gives it back.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {DIST, Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * The attributes of the figure that the n-th button is for, where they are not what the button sets, and what the
 * figure complains of.
 *
 * @param {Page} page
 * @param {number} n
 */
const stateAfter = (page, n) =>
  page.evaluate((k) => {
    const button = /** @type {HTMLElement} */ (document.querySelectorAll('.do')[k]);
    const figure = /** @type {any} */ (
      document.querySelector(`[preset][id="${button.dataset.for}"]`)
    );
    const wanted = [...new URLSearchParams(button.dataset.state)];
    return {
      wrong: wanted.filter(([name, value]) => figure.getAttribute(name) !== value),
      notice: figure.shadowRoot?.querySelector('.notice:not([hidden])')?.textContent ?? '',
      pressed: button.getAttribute('aria-pressed'),
      hasFocus: document.activeElement === button,
      said: document.querySelector('.unseen[role=status]')?.textContent,
      shown: figure.getBoundingClientRect().top < innerHeight,
      attributes: figure.getAttributeNames().join(),
    };
  }, n);

/** Before a page opens: its reader has chosen the deepest level. */
const readAllLevels = () => localStorage.setItem('poslab-level', 'advanced');

/** Waits until the figures around the reader are drawn, and no longer grow. @param {Page} page */
const standsStill = (page) =>
  page.evaluate(async () => {
    let last = -1;
    for (let height = 0; height !== last; ) {
      last = height;
      await new Promise((resolve) => setTimeout(resolve, 250));
      height = document.body.getBoundingClientRect().height;
    }
  });

for (const name of readdirSync(path.join(DIST, 'chapters'))) {
  test(`${name}: every button in the prose sets its figure, shows it, says so, and takes it back`, async () => {
    const {page, problems} = await lab.open(`chapters/${name}`, {
      height: 800,
      before: (one) => one.evaluateOnNewDocument(readAllLevels),
    });
    const n = (await page.$$('.do')).length;
    for (let k = 0; k < n; k++) {
      await page.evaluate((at) => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const button = /** @type {HTMLElement} */ (document.querySelectorAll('.do')[at]);
        button.focus();
      }, k);
      await standsStill(page);
      const {attributes} = await stateAfter(page, k);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (at) => {
          const button = /** @type {HTMLElement} */ (document.querySelectorAll('.do')[at]);
          const figure = document.querySelector(`[preset][id="${button.dataset.for}"]`);
          return /** @type {any} */ (figure)?.drawing;
        },
        {},
        k,
      );
      await eventually(async () => {
        const {said, ...set} = await stateAfter(page, k);
        assert.match(said ?? '', /^Done: ./);
        assert.deepEqual(
          {...set, attributes: ''},
          {wrong: [], notice: '', pressed: 'true', hasFocus: true, shown: true, attributes: ''},
        );
      });
      await page.keyboard.press('Tab');
      await eventually(async () =>
        assert.equal(await page.evaluate(() => document.activeElement?.className), 'undo'),
      );
      await page.keyboard.press('Enter');
      await eventually(async () => {
        const undone = await stateAfter(page, k);
        assert.deepEqual(
          [undone.attributes, undone.pressed, undone.hasFocus],
          [attributes, 'false', true],
        );
      });
    }
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test('a button that is pressed again takes its state back, and one that is overtaken by the reader does not', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {height: 800});
  const button = '.do[data-state="fault=mixed"]';
  const fault = () =>
    page.$eval('#rope-shift-invariance', (figure) => figure.getAttribute('fault'));
  const pressed = () => page.$eval(button, (one) => one.getAttribute('aria-pressed'));
  await page.focus(button);
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await fault(), 'mixed'));
  await eventually(() => assert.match(page.url(), /rope-shift-invariance\/fault=mixed/));
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await fault(), null));
  await eventually(() => assert.doesNotMatch(page.url(), /fault/));
  await page.keyboard.press('Enter');
  await page.$eval('#rope-shift-invariance', (figure) =>
    /** @type {any} */ (figure).change('shift', '7'),
  );
  await eventually(async () => assert.equal(await pressed(), 'false'));
  await eventually(async () => assert.equal(await page.$('.undo'), null));
  await eventually(async () => assert.equal(await fault(), 'mixed'));
  await page.close();
});

test('the text of a button breaks across lines as the words around it do, and Space presses it once', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {width: 390, height: 800});
  const button = '.do[data-state="fault=mixed"]';
  const lines = await page.$eval(button, (one) => {
    const after = document.createRange();
    after.setStartAfter(one);
    after.setEnd(/** @type {Node} */ (one.nextSibling), 1);
    const boxes = [...one.getClientRects()];
    return {
      count: boxes.length,
      gap: after.getBoundingClientRect().left - boxes[boxes.length - 1].right,
    };
  });
  assert.ok(lines.count >= 2, `${lines.count} lines`);
  assert.ok(Math.abs(lines.gap) < 1, `the comma after it is ${lines.gap} px away`);
  await page.focus(button);
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press('Space');
  await eventually(async () =>
    assert.equal(await page.$eval(button, (one) => one.getAttribute('aria-pressed')), 'true'),
  );
  assert.ok((await page.evaluate(() => scrollY)) <= before + 1);
  await page.close();
});

test('without scripts a button of the prose is text that cannot be pressed', async () => {
  const {page} = await lab.open('chapters/4-rope.html', {scripts: false});
  const looks = await page.$eval('.do', (button) => {
    const [own, around] = [button, button.parentElement ?? button].map((element) =>
      getComputedStyle(element),
    );
    const same = /** @type {const} */ (['color', 'fontSize', 'fontFamily']);
    const isText = !button.hasAttribute('role') && !button.hasAttribute('tabindex');
    return [isText, same.every((name) => own[name] === around[name])];
  });
  assert.deepEqual(looks, [true, true]);
  await page.close();
});
