// A teacher's lesson in the page of exercises: by an address of the site, by a file, and refused with its errors.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {exampleLesson} from '../../web/build/lesson-page.js';
import {readMistakes, withMistakes} from '../../web/exercises/grading/mistakes.js';
import {eventually} from '../support/eventually.js';
import {ADDRESS, check, find, openCard, textOf, waitForText} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {ElementHandle, Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const TEXT = await exampleLesson();
const [FILES] = JSON.parse(TEXT).exercises;
const ID = 'own-example-softmax-temperature';
const OPENER = 'lesson-opener >>> ';

/** What the opener says. @param {Page} page */
const said = async (page) =>
  (await find(page, `${OPENER}.status`)).evaluate((one) => one.textContent ?? '');

suite('a lesson', () => {
  /** @type {Lab} */
  let lab;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'poslab-lesson-'));
  before(async () => {
    lab = /** @type {Lab} */ (await startBrowser('chromium'));
  });
  after(async () => {
    rmSync(folder, {recursive: true});
    await lab.close();
  });

  /** @param {string} name @param {string} address @param {(page: Page) => Promise<void>} use */
  const it = (name, address, use) =>
    test(name, async () => {
      const {page, problems} = await lab.open(address, {});
      page.setDefaultTimeout(60_000);
      try {
        await use(page);
        assert.deepEqual(problems, []);
      } finally {
        await page.evaluate(() => {
          for (const storage of [localStorage, sessionStorage]) storage.clear();
        });
        await page.close();
      }
    });

  /** Chooses a file, as a reader does. @param {Page} page @param {string} text */
  async function choose(page, text) {
    const file = path.join(folder, 'week-3.json');
    writeFileSync(file, text);
    const input = await find(page, `${OPENER}input[type=file]:not([webkitdirectory])`);
    await /** @type {ElementHandle<HTMLInputElement>} */ (input).uploadFile(file);
  }

  it(
    'is opened by its address: mistakes are named, laws hold, and a pass shows both',
    `${ADDRESS}?lesson=lesson-example.json`,
    async (page) => {
      await eventually(async () => assert.match(await said(page), /An example lesson: 1 exercise/));
      await openCard(page, '.cm-content', ID);
      await check(page, FILES['starter.py'], 'Not yet', ID);
      const [times] = readMistakes(FILES['mistakes.py']);
      await check(page, withMistakes(FILES['solution.py'], [times]), 'Not yet', ID);
      await waitForText(page, '.verdict', 'multiplied by the temperature', ID);
      const lawless = FILES['solution.py'].replace('return weights /', 'return 2 * weights /');
      await check(page, lawless, 'Not yet', ID);
      await waitForText(page, '.verdict', 'Each row sums to 1.', ID);
      await check(page, FILES['solution.py'], 'Passed', ID);
      await waitForText(page, '.after-pass', 'held to one law', ID);
      await eventually(async () =>
        assert.equal(await textOf(page, '.other-way pre', ID), FILES['other.py']),
      );
    },
  );

  it('is opened from a file, and is there after a reload', ADDRESS, async (page) => {
    await choose(page, TEXT);
    await eventually(async () => assert.match(await said(page), /1 exercise/));
    await page.reload();
    await eventually(async () => assert.match(await said(page), /1 exercise/));
    await openCard(page, '.cm-content', ID);
    await eventually(async () => assert.match(page.url(), new RegExp(`#${ID}$`)));
  });

  it('with errors is not opened, and each error is listed', ADDRESS, async (page) => {
    const lesson = JSON.parse(TEXT);
    lesson.exercises[0]['exercise.json'].level = 9;
    lesson.exercises[0]['exercise.json'].prompt = '<img src=x onerror=alert(1)>';
    await choose(page, JSON.stringify(lesson));
    await eventually(async () => {
      const text = await said(page);
      assert.match(text, /week-3.json was not opened/);
      assert.match(text, /level must be 1, 2 or 3, got 9/);
      assert.match(text, /prompt has "<img/);
    });
    assert.equal(await page.$(`lesson-opener exercise-card`), null);
  });

  it(
    'of another site is not asked for',
    `${ADDRESS}?lesson=https://other.example/week-3.json`,
    async (page) => {
      await eventually(async () =>
        assert.match(
          await said(page),
          /must be an address of this site .* got https:\/\/other.example/,
        ),
      );
    },
  );
});
