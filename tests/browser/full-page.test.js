// An exercise that is open: a work area that fills the window, with the verdict docked below the editor.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {readBank} from '../support/bank.js';
import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';
import {
  ADDRESS,
  check,
  find,
  inside,
  openCard,
  press,
  pressButton,
  visit,
} from '../support/learner.js';

/** @import {Page} from 'puppeteer-core' */

const CARD = 'sinusoidal-table';
const WRONG = readBank(CARD, 'wrong/cosine-first.py');
const RIGHT = readBank(CARD, 'solution.py');

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** @param {Page} page @param {string} inner */
async function boxOf(page, inner) {
  const element = await find(page, inside(inner));
  return element.evaluate((one) => {
    const {top, right, bottom, left} = one.getBoundingClientRect();
    return {top, right, bottom, left, isShown: one.checkVisibility()};
  });
}

test('at 1280x800 the task is beside the editor, and a verdict comes into view and moves nothing', () =>
  visit(lab, {width: 1280, height: 800}, async (page) => {
    await openCard(page);
    const [task, editor, run] = [
      await boxOf(page, '.task'),
      await boxOf(page, '.editor'),
      await boxOf(page, '.buttons'),
    ];
    assert.ok(task.right <= editor.left, `${task.right} ${editor.left}`);
    assert.ok(editor.bottom - editor.top > 300, `${editor.bottom - editor.top} px to write in`);
    for (const [code, head] of [
      [WRONG, 'Not yet'],
      [RIGHT, 'Passed'],
    ]) {
      await check(page, code, head);
      for (const inner of ['.verdict-head', '.verdict > p:nth-child(2)']) {
        const {top, bottom} = await boxOf(page, inner);
        assert.ok(top > run.bottom && bottom <= 800, `${head}, ${inner}: ${top} to ${bottom}`);
      }
      await eventually(async () => assert.deepEqual(await boxOf(page, '.editor'), editor));
      await eventually(async () => assert.deepEqual(await boxOf(page, '.buttons'), run));
    }
    const scrolled = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(scrolled <= 800, 'the page itself does not scroll');
  }));

test('after a pass the next exercise is one press away, and Back returns to the one before', () =>
  visit(lab, {width: 1280, height: 800}, async (page) => {
    await openCard(page);
    await check(page, WRONG, 'Not yet');
    await eventually(async () => assert.equal(await page.$(inside('.next')), null));
    await check(page, RIGHT, 'Passed');
    const {top, bottom} = await boxOf(page, '.next');
    assert.ok(top > 0 && bottom < 800);
    await press(page, inside('.next'));
    await find(page, '#sinusoidal-module[shown] >>> .cm-content');
    await eventually(() => assert.equal(new URL(page.url()).hash, '#sinusoidal-module'));
    await eventually(async () => assert.match(await page.title(), /Sinusoids as a module/));
    await page.goBack();
    await find(page, `#${CARD}[shown]`);
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector('exercise-card[shown]'));
    await eventually(async () =>
      assert.equal(await page.$eval('h1', (one) => one.checkVisibility()), true),
    );
    await eventually(async () => assert.equal(await page.title(), 'Practice · poslab'));
  }));

test('an address opens its exercise, and the way to the list puts the focus on its line', async () => {
  const {page, problems} = await lab.open(`${ADDRESS}#rope-tables`, {height: 800});
  await find(page, '#rope-tables[shown] >>> .cm-content');
  await eventually(async () =>
    assert.equal(await page.$eval('h1', (one) => one.checkVisibility()), false),
  );
  await press(page, '#rope-tables >>> summary');
  await page.waitForFunction(() => !document.querySelector('exercise-card[shown]'));
  await eventually(() => assert.equal(new URL(page.url()).hash, ''));
  await eventually(async () =>
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'rope-tables'),
  );
  const top = await page.$eval('#rope-tables', (one) => one.getBoundingClientRect().top);
  assert.ok(top > 48 && top < 800, `${top}`);
  assert.deepEqual(problems, []);
  await page.close();
});

test('on a phone an open exercise shows task, code or result, and the buttons with each', () =>
  visit(lab, {width: 390, height: 844}, async (page) => {
    await openCard(page);
    const shown = async () => {
      const boxes = await Promise.all(['.task', '.editor', '.out'].map((one) => boxOf(page, one)));
      return boxes.map(({isShown}) => isShown);
    };
    await eventually(async () => assert.deepEqual(await shown(), [true, false, false]));
    await pressButton(page, 'Code');
    await eventually(async () => assert.deepEqual(await shown(), [false, true, false]));
    await check(page, WRONG, 'Not yet');
    await eventually(async () =>
      assert.deepEqual(await shown(), [false, false, true], 'a check brings the result forward'),
    );
    const {bottom} = await boxOf(page, '.buttons');
    assert.ok(bottom <= 844, `${bottom}`);
    await pressButton(page, 'Hint');
    await eventually(async () =>
      assert.deepEqual(await shown(), [true, false, false], 'hints are below the task'),
    );
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width} pixels wide`);
  }));

for (const width of [390, 1280])
  test(`at ${width} px Tab stays in the open exercise, and the head of a verdict breaks no word`, () =>
    visit(lab, {width, height: 800}, async (page) => {
      await openCard(page);
      await check(page, RIGHT, 'Passed');
      const outside = await page.evaluate(() => {
        const opener = document.querySelector('lesson-opener')?.shadowRoot;
        const all = [...document.links, ...(opener?.querySelectorAll('button, input') ?? [])];
        return all.filter((one) => one.checkVisibility()).map((one) => one.textContent);
      });
      assert.deepEqual(outside, []);
      const nLines = await page.$eval(inside('.verdict-head'), (head) => {
        const range = document.createRange();
        range.selectNode(/** @type {Node} */ (head.firstChild));
        return range.getClientRects().length;
      });
      assert.equal(nLines, 1);
    }));
