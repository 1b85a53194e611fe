// What the exercises keep, in Chromium and in Firefox: damage, no storage, the file for all work, the
// questions' answers.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {exerciseIds, readBank} from '../support/bank.js';
import {eventually} from '../support/eventually.js';
import {
  ADDRESS,
  barText,
  CARD,
  check,
  closeCard,
  codeOf,
  inside,
  leave,
  openCard,
  paste,
  press,
  pressButton,
  realProblems,
  textOf,
  visit,
} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const KEY = `poslab.exercise.${CARD}`;
const SOLUTION = readBank(CARD, 'solution.py');
const COSINE_FIRST = readBank(CARD, 'wrong/cosine-first.py');
const QUESTION = 'question-why-position';
const FORMAT = {format: 'poslab-exercises', version: 1};

/** @param {Page} page @param {string} file */
async function load(page, file) {
  const handle = await page.waitForFunction(() =>
    document.querySelector('work-bar')?.shadowRoot?.querySelector('input[type=file]'),
  );
  await /** @type {any} */ (handle.asElement()).uploadFile(file);
  await page.waitForFunction(
    (name) =>
      document
        .querySelector('work-bar')
        ?.shadowRoot?.querySelector('.status')
        ?.textContent?.includes(name),
    {},
    path.basename(file),
  );
  return barText(page, '.status');
}

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`what the exercises keep in ${browser}`, () => {
    /** @type {Lab | string} */
    let started = '';
    /** @type {Lab} */
    let lab;
    /** @type {string} */
    let folder;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'poslab-work-'));
      started = await startBrowser(browser);
      if (typeof started !== 'string') lab = started;
    });
    after(async () => {
      if (typeof started !== 'string') await lab.close();
      await rm(folder, {recursive: true, force: true});
    });

    /** @param {string} name @param {(page: Page) => Promise<void>} use a fresh visitor's page */
    const it = (name, use) =>
      test(name, async (context) => {
        if (typeof started === 'string') return context.skip(started);
        await visit(lab, {}, use);
      });

    /** @param {string} name @param {unknown} content */
    async function write(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    }

    it('a damaged entry is reported, costs no other, and is removed once the report is read', async (page) => {
      await openCard(page);
      await paste(page, '# first');
      await leave(page);
      await paste(page, '# second');
      await leave(page);
      await page.evaluate((key) => {
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').slice(0, 40));
        localStorage.setItem('poslab.exercise.question-why-position', 'rubbish');
      }, KEY);
      const again = await lab.open(ADDRESS);
      const problems = await barText(again.page, '.problems');
      assert.match(problems, /of sinusoidal-table is damaged\. The state before it was taken\./);
      assert.match(problems, /of question-why-position is of version rubbish.* It was dropped\./);
      await openCard(again.page);
      await eventually(async () => assert.equal(await codeOf(again.page), '# first'));
      await press(again.page, 'work-bar >>> .problems button');
      await again.page.reload();
      await eventually(async () => assert.equal(await barText(again.page, '.problems'), ''));
      assert.deepEqual(realProblems(again.problems), []);
      await again.page.close();
    });

    test('without storage the exercises work, and say that nothing is kept', async (context) => {
      if (typeof started === 'string') return context.skip(started);
      const noStorage = (/** @type {Page} */ page) =>
        page.evaluateOnNewDocument(() => {
          Object.defineProperty(globalThis, 'localStorage', {
            get() {
              throw new DOMException('Access is denied', 'SecurityError');
            },
          });
        });
      const {page, problems} = await lab.open(ADDRESS, {before: noStorage});
      await eventually(async () =>
        assert.match(await barText(page, '.unkept'), /may not keep anything/),
      );
      await openCard(page);
      await eventually(async () =>
        assert.match(await textOf(page, '.unkept'), /save your code before you leave/),
      );
      await check(page, SOLUTION, 'Passed');
      await eventually(async () => assert.equal(await textOf(page, '.progress'), 'solved'));
      await eventually(async () =>
        assert.match(await barText(page, '.name'), /^1 of \d+ exercises solved/),
      );
      assert.deepEqual(realProblems(problems), []);
      await page.close();
    });

    it('a file brings code back, after a question where it would replace other', async (page) => {
      const entry = {code: '# from the file', progress: 'tried'};
      const file = await write('work.json', {...FORMAT, exercises: {[CARD]: entry}});
      await openCard(page);
      await paste(page, '# newer');
      await leave(page);
      assert.match(await load(page, file), /of sinusoidal-table differs from the file/);
      await press(page, 'work-bar >>> button::-p-text(Keep mine)');
      await eventually(async () =>
        assert.match(await barText(page, '.status'), /was not loaded, and nothing has changed/),
      );
      await eventually(async () => assert.equal(await codeOf(page), '# newer'));
      await load(page, file);
      await press(page, 'work-bar >>> button::-p-text(Replace)');
      await eventually(async () => assert.match(await barText(page, '.status'), /1 entry loaded/));
      await eventually(async () => assert.equal(await codeOf(page), '# from the file'));
      await eventually(async () => assert.equal(await textOf(page, '.progress'), 'tried'));
    });

    it('a damaged, foreign, future or huge file says why and changes nothing', async (page) => {
      await openCard(page);
      await paste(page, '# mine');
      await leave(page);
      const kept = () => page.evaluate(() => JSON.stringify(localStorage));
      const before = await kept();
      const many = Object.fromEntries(
        Array.from({length: 1001}, (_, k) => [`e${k}`, {code: '', progress: 'new'}]),
      );
      /** @type {[string, unknown, RegExp][]} */
      const files = [
        ['cut.json', '{"format": "pos', /nothing has changed.*not JSON/],
        ['foreign.json', {cells: []}, /nothing has changed.*format must be/],
        ['future.json', {...FORMAT, version: 2}, /version must be 1, got 2/],
        ['huge.json', ' '.repeat(20e6 + 1), /more than 20 MB/],
        ['many.json', {...FORMAT, exercises: many}, /at most 1000 entries, got 1001/],
      ];
      for (const [name, content, report] of files) {
        assert.match(await load(page, await write(name, content)), report);
      }
      await eventually(async () => assert.equal(await kept(), before));
      const bad = Object.fromEntries(Array.from({length: 12}, (_, k) => [`e${k}`, {code: 1}]));
      const half = {...FORMAT, exercises: {yarn: {code: 'x', progress: 'tried'}, ...bad}};
      assert.match(
        await load(page, await write('half.json', half)),
        /1 entry loaded\..*Dropped: e0 has no code.*And 2 more/s,
      );
      await eventually(async () => assert.equal(await textOf(page, '.progress', 'yarn'), 'tried'));
      await eventually(async () => assert.equal(await codeOf(page), '# mine'));
    });

    it('a file of a thousand entries and 5,000 attempts does not hold the page up', async (page) => {
      const ids = Array.from({length: 1000}, (_, k) => exerciseIds[k] ?? `other-${k}`);
      const code = '# a line of an answer\n'.repeat(40);
      const attempts = [1, 2, 3, 4, 5].map((k) => ({code, status: 'fail', sentence: 'no', seconds: 9, at: new Date(k * 1e9).toISOString()})); // biome-ignore format: a record
      const file = await write('long.json', {
        ...FORMAT,
        exercises: Object.fromEntries(ids.map((id) => [id, {code, progress: 'tried'}])),
        attempts: Object.fromEntries(ids.map((id) => [id, attempts])),
      });
      await page.evaluate(() => {
        const own = /** @type {any} */ (globalThis);
        const {getItem} = Storage.prototype;
        Storage.prototype.getItem = function (key) {
          own.nReads = 1 + (own.nReads ?? 0);
          return getItem.call(this, key);
        };
      });
      assert.match(await load(page, file), /1000 entries loaded/);
      const nReads = await page.evaluate(() => /** @type {any} */ (globalThis).nReads);
      assert.ok(nReads < 20_000, `${nReads} reads of the storage`);
      // the code is kept, and of the attempts what there is room for
      const kept = await page.evaluate(
        () =>
          Object.keys(localStorage).filter((key) => /^poslab\.exercise\.[^.]*$/.test(key)).length,
      );
      assert.equal(kept, 1000);
    });

    it('exercises are chosen by topic, level, length and how far they are', async (page) => {
      const file = await write('solved.json', {
        ...FORMAT,
        exercises: {[CARD]: {code: 'x', progress: 'solved'}, yarn: {code: 'y', progress: 'tried'}},
      });
      await load(page, file);
      await eventually(async () =>
        assert.equal(
          await barText(page, 'section p:nth-of-type(2)'),
          'Go on with YaRN: fast pairs kept, slow pairs divided',
        ),
      );
      const choose = (/** @type {string} */ label, /** @type {string} */ value) =>
        page.$$eval(
          'work-bar >>> .filters label',
          (labels, name, chosen) => {
            const select = labels
              .find((one) => one.firstChild?.nodeValue === name)
              ?.querySelector('select');
            if (!select) throw new Error(`no choice is called ${name}`);
            select.value = chosen;
            select.dispatchEvent(new Event('change'));
          },
          label,
          value,
        );
      const shown = () =>
        page.$$eval('exercise-card', (cards) =>
          cards.filter((card) => card.checkVisibility()).map((card) => card.id),
        );
      await choose('State', 'solved');
      await eventually(async () => assert.deepEqual(await shown(), [CARD]));
      await eventually(async () =>
        assert.equal(await page.$eval('#find-the-bug', (one) => one.checkVisibility()), false),
      );
      await choose('State', 'begun');
      await choose('Level', '3');
      await eventually(async () => assert.deepEqual(await shown(), ['yarn']));
      await choose('Topic', 'RoPE');
      await eventually(async () => assert.deepEqual(await shown(), []));
      await choose('State', 'all');
      await choose('Level', '2');
      await choose('Time', '15');
      await eventually(async () => assert.deepEqual(await shown(), []));
      await choose('Time', '25');
      await eventually(async () => assert.ok((await shown()).includes('rope-tables')));
      await eventually(async () =>
        assert.match(
          await barText(page, '.filters .muted'),
          new RegExp(`^\\d+ of ${exerciseIds.length} shown\\.$`),
        ),
      );
      await press(page, 'work-bar >>> a');
      await page.waitForSelector('#yarn >>> details[open]');
      await closeCard(page, 'yarn');
      await eventually(async () => assert.equal((await shown()).length, exerciseIds.length));
    });

    it('no line and no open exercise shows where its task was taken from', async (page) => {
      const codes = /\bEX-00|\bE00\d|\bQA\d|confusion \d/;
      const inView = () =>
        page.evaluate(() =>
          [document, ...[...document.querySelectorAll('*')].map((one) => one.shadowRoot)]
            .map((root) => (root instanceof Document ? root.body : root)?.textContent)
            .join(' '),
        );
      await eventually(async () => assert.doesNotMatch(await inView(), codes));
      await openCard(page, '.cm-content', 'repair-rope-002');
      await eventually(async () => assert.doesNotMatch(await inView(), codes));
    });

    it('a question wants an answer first, then shows the points, and keeps both', async (page) => {
      const at = (/** @type {string} */ inner) => inside(inner, QUESTION);
      const isShown = () => page.$eval(at('.points'), (element) => element.checkVisibility());
      await press(page, at('summary .name')); // until the card is laid, a model answer has the first summary
      await press(page, at('button'));
      await eventually(async () =>
        assert.match(await textOf(page, '.state', QUESTION), /Write your answer first/),
      );
      await eventually(async () => assert.equal(await isShown(), false));
      await page.type(at('textarea'), 'Attention is permutation-equivariant, an LSTM is not.');
      await press(page, at('button'));
      await eventually(async () => assert.equal(await isShown(), true));
      await press(page, at('.ticks input'));
      await eventually(async () =>
        assert.match(await textOf(page, '.state', QUESTION), /names 1 of 5 points/),
      );
      const links = await page.$$eval(at('.ticks a'), (all) =>
        all.map((a) => /** @type {any} */ (a).href),
      );
      assert.equal(links.length, 5);
      const model = await textOf(page, '.model', QUESTION);
      assert.match(model, /A model answer.*The derivation.*What may be asked next/s);
      await eventually(async () => assert.equal((await page.$$(at('.model details'))).length, 2));
      await eventually(async () => assert.ok((await page.$$(at('.model math'))).length >= 4));
      assert.ok(
        links.every((href) => href.startsWith(`${lab.url}chapters/`)),
        `${links}`,
      );
      await page.reload();
      await press(page, at('summary .name'));
      await eventually(async () => assert.equal(await isShown(), true));
      const answer = await page.$eval(at('textarea'), (area) => /** @type {any} */ (area).value);
      assert.match(answer, /^Attention is permutation-equivariant/);
      await eventually(async () =>
        assert.match(await textOf(page, '.state', QUESTION), /names 1 of 5 points/),
      );
      await eventually(async () =>
        assert.match(await barText(page, '.name'), /1 of 31 questions answered/),
      );
    });

    test('all work and a verdict in Exercism’s format are saved as files', async (context) => {
      if (typeof started === 'string') return context.skip(started);
      if (browser === 'firefox') return context.skip('its driver cannot say where downloads go');
      await visit(lab, {}, async (page) => {
        const client = await page.createCDPSession();
        await client.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
        const saved = async (/** @type {string} */ name) => {
          for (let k = 0; k < 1200; k++) {
            const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
            if (text) return JSON.parse(text);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          throw new Error(`${name} was not saved`);
        };
        await openCard(page);
        await pressButton(page, 'Save results');
        await eventually(async () =>
          assert.match(await textOf(page, '.live'), /no verdict to save yet/),
        );
        await check(page, COSINE_FIRST, 'Not yet');
        await pressButton(page, 'Save results');
        const {version, status, tests} = await saved(`${CARD}-results.json`);
        assert.deepEqual([version, status], [3, 'fail']);
        assert.ok(tests.length >= 5);
        await press(page, 'work-bar >>> button');
        const {exercises, attempts} = await saved('poslab-work.json');
        assert.equal(exercises[CARD].code, COSINE_FIRST);
        assert.equal(attempts[CARD].at(-1).code, COSINE_FIRST);
      });
    });
  });
}
