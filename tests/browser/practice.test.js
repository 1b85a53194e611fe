// Practice: timed sets, attempts, shared code, and what a pass shows.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {exampleLesson} from '../../web/build/lesson-page.js';
import {fragmentOf} from '../../web/exercises/ui/shared-code.js';
import {readBank} from '../support/bank.js';
import {eventually} from '../support/eventually.js';
import {
  ADDRESS,
  CARD,
  check,
  closeCard,
  codeOf,
  find,
  inside,
  openCard,
  paste,
  press,
  pressButton,
  textOf,
  visit,
  waitForText,
  withControl,
} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const SOLUTION = readBank(CARD, 'solution.py');
const COSINE_FIRST = readBank(CARD, 'wrong/cosine-first.py');
/** Time to press something else while it is checked. */
const SLOW = `import time\ntime.sleep(1.5)\n${SOLUTION}`;
const SET = 'practice-set >>> ';

/** @param {Page} page @param {string} text */
const waitForSet = (page, text) =>
  page.waitForFunction(
    (part) => document.querySelector('practice-set')?.shadowRoot?.textContent?.includes(part),
    {polling: 50},
    text,
  );

/** Begins a set of the one exercise that the tests know. @param {Page} page */
async function startSet(page) {
  await page.evaluate((id) => {
    for (const card of document.querySelectorAll('exercise-card')) {
      if (card.id !== id) card.remove();
    }
  }, CARD);
  await press(page, `${SET}button::-p-text(15 minutes)`);
  await find(page, inside('.cm-content'));
}

/** The newest attempt is put back into the editor. @param {Page} page @param {string} code that it has */
async function restoresLastAttempt(page, code) {
  await pressButton(page, 'Attempts');
  await press(page, inside('.attempt summary'));
  await press(page, inside('.attempt button'));
  await eventually(async () => assert.equal(await codeOf(page), code));
}

suite('practice', () => {
  /** @type {Lab} */
  let lab;
  before(async () => {
    lab = /** @type {Lab} */ (await startBrowser('chromium'));
  });
  after(() => lab.close());

  /** @param {string} name @param {(page: Page) => Promise<void>} use */
  const it = (name, use) => test(name, () => visit(lab, {}, use));

  it('a timed set gives no hints and no verdict before its end, then all of them', async (page) => {
    await startSet(page);
    await eventually(async () => assert.equal(await page.$(inside('button::-p-text(Hint)')), null));
    await eventually(async () => assert.match(await textOf(page, '.time'), /^1[45]:\d\d left$/));
    await paste(page, COSINE_FIRST);
    await pressButton(page, 'Hand in');
    await waitForText(page, '.output', 'Handed in.');
    await eventually(async () => assert.equal(await page.$(inside('.verdict')), null));
    await press(page, inside('a::-p-text(list of the set)'));
    await press(page, `${SET}button::-p-text(End the set)`);
    await waitForSet(page, '0 of 1 passed');
    await waitForSet(page, 'What an interviewer asks next');
    const report = await find(page, `${SET}.verdict`);
    await eventually(async () =>
      assert.match(await report.evaluate((one) => one.textContent ?? ''), /Not yet, \d+ s of work/),
    );
    await openCard(page);
    await eventually(async () =>
      assert.equal(await codeOf(page), COSINE_FIRST.trimEnd().concat('\n')),
    );
    await eventually(async () =>
      assert.notEqual(await page.$(inside('button::-p-text(Hint)')), null),
    );
  });

  it('an answer that is still checked when its set ends counts, and so does its code', async (page) => {
    await startSet(page);
    await paste(page, SLOW);
    await pressButton(page, 'Hand in');
    await waitForText(page, '.state', 'Running');
    await paste(page, '# written meanwhile');
    await press(page, inside('a::-p-text(list of the set)'));
    await press(page, `${SET}button::-p-text(End the set)`);
    await openCard(page); // another panel takes the place of the one that waits
    await closeCard(page);
    await waitForSet(page, '1 of 1 passed');
    await openCard(page);
    await eventually(async () => assert.equal(await codeOf(page), '# written meanwhile'));
    await restoresLastAttempt(page, SLOW);
  });

  it('an attempt has the code that was checked, not what was written meanwhile', async (page) => {
    await openCard(page);
    await paste(page, SLOW);
    await pressButton(page, 'Check');
    await waitForText(page, '.state', 'Running');
    await paste(page, '# written meanwhile');
    await waitForText(page, '.verdict-head', 'Passed');
    await restoresLastAttempt(page, SLOW);
  });

  it('the clock can be hidden, and the set goes on after a reload', async (page) => {
    await startSet(page);
    await pressButton(page, 'Hide the clock');
    await eventually(async () => assert.equal(await textOf(page, '.time'), ''));
    await paste(page, '# half done');
    await page.reload();
    await openCard(page);
    await eventually(async () => assert.equal(await codeOf(page), '# half done'));
    await eventually(async () => assert.equal(await textOf(page, '.time'), ''));
    await pressButton(page, 'Show the clock');
    await eventually(async () => assert.match(await textOf(page, '.time'), /left$/));
  });

  it('a pass shows the laws with their figures, another way, and what is asked next', async (page) => {
    await openCard(page);
    await check(page, SOLUTION, 'Passed');
    await waitForText(page, '.after-pass', 'held to 2 laws');
    await waitForText(page, '.after-pass', 'What an interviewer asks next');
    const links = await page.$$eval(inside('.laws a'), (all) =>
      all.map((one) => /** @type {HTMLAnchorElement} */ (one).href.replace(/.*\//, '')),
    );
    assert.deepEqual(links, [
      '2-sinusoidal.html#a-step-is-a-rotation',
      '2-sinusoidal.html#one-row',
    ]);
    await eventually(async () =>
      assert.equal(await textOf(page, '.other-way pre'), readBank(CARD, 'other.py')),
    );
  });

  it('attempts are listed with differences, and their code can be restored', async (page) => {
    await openCard(page);
    await check(page, COSINE_FIRST, 'Not yet');
    await check(page, SOLUTION, 'Passed');
    await pressButton(page, 'Attempts');
    await waitForText(page, '.attempts', 'newest first');
    const heads = await page.$$eval(inside('.attempt summary'), (all) =>
      all.map((one) => one.textContent?.split(' · ')[1]),
    );
    assert.deepEqual(heads, ['passed', 'not yet']);
    await press(page, inside('.attempt:last-of-type > summary'));
    await waitForText(page, '.attempt pre', '+ ');
    await press(page, inside('.attempt:last-of-type button'));
    await eventually(async () => assert.equal(await codeOf(page), COSINE_FIRST));
  });

  it('an address brings code, which takes the place of one’s own only when asked', async (page) => {
    await openCard(page);
    await paste(page, '# mine');
    await pressButton(page, 'Share');
    await find(page, inside('.address'));
    const [, address] = await page.$$eval(inside('.address'), (all) =>
      all.map((one) => /** @type {HTMLInputElement} */ (one).value),
    );
    await paste(page, '# another');
    await withControl(page, 'Home');
    const other = await lab.open(`${ADDRESS}#${address.split('#')[1]}`);
    await find(other.page, inside('.share'));
    await eventually(async () => assert.match(await textOf(other.page, '.share pre'), /^# mine$/));
    await pressButton(other.page, 'Put it into the editor');
    await eventually(async () => assert.equal(await codeOf(other.page), '# mine'));
    await other.page.close();
  });

  it('code that gave way to other code is among the attempts, after a reload too', async (page) => {
    await openCard(page);
    await paste(page, '# the first');
    await pressButton(page, 'Start over');
    await paste(page, '# the \u202Esecond');
    assert.match(await textOf(page, '.cm-specialChar'), /^.$/); // it can be seen
    // over the address of the open page, which then does not load anew
    const hash = await fragmentOf(CARD, '# oth\u202Eer');
    await page.evaluate((text) => (location.hash = text), hash);
    await waitForText(page, '.share pre', '# oth⟨U+202E⟩er');
    await pressButton(page, 'Put it into the editor');
    await page.reload();
    await pressButton(page, 'Attempts');
    await waitForText(page, '.attempts', 'newest first');
    const heads = await page.$$eval(inside('.attempt summary'), (all) =>
      all.map((one) => one.textContent?.split(' · ').slice(1).join()),
    );
    assert.deepEqual(heads, ['not checked', 'not checked']);
    await press(page, inside('.attempt:last-of-type > summary'));
    await waitForText(page, '.attempt pre', '− # the first');
    await press(page, inside('.attempt:last-of-type button'));
    await eventually(async () => assert.equal(await codeOf(page), '# the first'));
  });

  it('what is printed holds nothing up, however it is written', async (page) => {
    await openCard(page);
    await paste(
      page,
      'print("a" + "\\u0301" * 90_000)\nfor _ in range(9): print("\\u0302", end="")',
    );
    await pressButton(page, 'Run the file');
    await waitForText(page, '.live', 'It ran to its end.');
    assert.equal((await textOf(page, '.printed')).length, 9 + 1 + 8);
  });

  it('a lesson with a long word is no wider than the window, and says whom to tell what is wrong', async (page) => {
    const lesson = JSON.parse(await exampleLesson());
    lesson.exercises[0]['exercise.json'].title = 'T'.repeat(120);
    lesson.exercises[0]['solution.py'] += '\nraise ValueError("no end")\n';
    await page.setViewport({width: 390, height: 800});
    const text = JSON.stringify(lesson);
    await find(page, 'lesson-opener >>> input[type=file]');
    await page.evaluate((content) => {
      const input = /** @type {HTMLInputElement} */ (
        document.querySelector('lesson-opener')?.shadowRoot?.querySelector('input[type=file]')
      );
      const files = new DataTransfer();
      files.items.add(new File([content], 'lesson.json'));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    }, text);
    const [id] = await page
      .waitForFunction(
        () => {
          const card = document.querySelector('lesson-opener exercise-card');
          return card ? [card.id] : null;
        },
        {polling: 50},
      )
      .then((found) => found.jsonValue())
      .then((found) => found ?? []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.evaluate((name) => (location.hash = name), id);
    await find(page, inside('.cm-content', id));
    await pressButton(page, 'Check', id);
    await waitForText(
      page,
      '.output',
      'ValueError: no end. Tell the person who wrote the lesson.',
      id,
    );
    await page.evaluate(() => sessionStorage.clear());
  });

  it('what was written in a set and not handed in is there after it', async (page) => {
    await startSet(page);
    await paste(page, '# half done');
    await press(page, inside('a::-p-text(list of the set)'));
    await press(page, `${SET}button::-p-text(End the set)`);
    await waitForSet(page, 'What you wrote is in the exercise.');
    await openCard(page);
    await eventually(async () => assert.equal(await codeOf(page), '# half done'));
  });

  it('a case that can be seen shows its call, what is expected and what came back', async (page) => {
    await openCard(page);
    await check(page, COSINE_FIRST, 'Not yet');
    await press(page, inside('.case-text > summary'));
    await waitForText(page, '.case-text', 'The call');
    const parts = await page.$$eval(inside('.case-text:first-of-type pre'), (all) =>
      all.slice(0, 3).map((one) => one.textContent ?? ''),
    );
    assert.match(parts[0], /print\(get_sinusoidal_positional_encoding\(\d+, \d+\)\)/);
    assert.match(parts[1], /^\[\[0, 1, 0, 1/);
    assert.match(parts[2], /^\[\[1, 0, 1, 0/);
  });

  it('a call of one’s own runs after the code', async (page) => {
    await openCard(page);
    await paste(page, SOLUTION);
    await pressButton(page, 'Your own call');
    const area = await find(page, inside('.own-call textarea'));
    await area.evaluate((one) => {
      /** @type {HTMLTextAreaElement} */ (one).value =
        'print(get_sinusoidal_positional_encoding(3, 4).shape)';
      one.dispatchEvent(new Event('input'));
    });
    await pressButton(page, 'Run this call');
    await waitForText(page, '.printed', 'torch.Size([3, 4])');
    await eventually(async () => assert.doesNotMatch(await textOf(page, '.printed'), /\n./)); // the file itself printed nothing
    // the box stays, and an error counts the lines of the call
    await area.evaluate((one) => {
      /** @type {HTMLTextAreaElement} */ (one).value = 'n = 3\nmissing';
      one.dispatchEvent(new Event('input'));
    });
    await (await find(page, inside('.own-call button'))).focus();
    await page.keyboard.press('Enter');
    await waitForText(page, '.traceback', 'File "your own call", line 2, in <module>');
    const focused = () =>
      page.evaluate(
        (id) => document.getElementById(id)?.shadowRoot?.activeElement?.textContent,
        CARD,
      );
    assert.equal(await focused(), 'Run this call');
    await pressButton(page, 'Attempts');
    await eventually(async () => assert.equal((await page.$$(inside('.own-call'))).length, 0));
  });

  it('an error that cannot be shown as it is, is shown calmly, and kept among the attempts', async (page) => {
    await openCard(page);
    const accents = String.raw`"a" + "\u0301" * 3000 + "\x1b"`;
    await check(page, `def get_sinusoidal_positional_encoding(n, d):\n    x = "\\u0301" * 99\n    raise ValueError(${accents})`, 'Python stopped'); // biome-ignore format: one thought
    const marks = (/** @type {string} */ text) => Math.max(...text.match(/\p{M}*/gu)?.map((one) => one.length) ?? []); // biome-ignore format: one thought
    const verdict = await textOf(page, '.verdict');
    assert.ok(marks(verdict) <= 16, `${marks(verdict)} accents`);
    assert.match(verdict, /␛/);
    await pressButton(page, 'Attempts');
    assert.equal((await page.$$(inside('.attempt'))).length, 1);
  });
});
