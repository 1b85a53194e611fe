// What happens to a page from outside: files that are gone or cut off, a machine that sleeps, one that is small. The page
// says what happened in words, and goes on. Workers that die are in experiment.test.js, storage in exercises-work.test.js,
// exercises.test.js and navigation.test.js, cores that cannot be had in frame.test.js.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {readBank} from '../support/bank.js';
import {eventually} from '../support/eventually.js';
import {ask, inPage, startLab} from '../support/experiment.js';
import {
  ADDRESS,
  chunkOf,
  codeOf,
  openCard,
  paste,
  pressButton,
  textOf,
  visit,
  waitForText,
} from '../support/learner.js';

/** @import {HTTPRequest, Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const SOLUTION = readBank('sinusoidal-table', 'solution.py');
const RACE = {methods: 'none,alibi', 'seq-len': '4', steps: '100'};

/** @type {Lab} */
let lab;
before(async () => {
  lab = await startLab();
});
after(() => lab.close());

/** The first half of a file as the server has it. @param {HTTPRequest} request */
async function half(request) {
  const body = new Uint8Array(await (await fetch(request.url())).arrayBuffer());
  const contentType = request.url().endsWith('.js') ? 'text/javascript' : 'application/wasm';
  await request.respond({status: 200, contentType, body: body.subarray(0, body.length / 2)});
}

/** @param {Page} page @param {(request: HTTPRequest) => Promise<void> | void} answer */
async function answered(page, answer) {
  await page.setCacheEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', answer);
}

for (const [fault, spoil] of /** @type {const} */ ([
  ['gone, as after a deployment', (/** @type {HTTPRequest} */ one) => one.respond({status: 404})],
  ['cut off in the middle', half],
]))
  test(`a script of figures that is ${fault}: they say so, its words stay, others draw`, async () => {
    const chunk = chunkOf('web/figures/tables/pe-curves.js');
    const {page} = await lab.open('chapters/4-rope.html', {
      before: (page) =>
        answered(page, (one) => (one.url().endsWith(chunk) ? spoil(one) : one.continue())),
    });
    const said = await page.waitForFunction(() => {
      const text = document.querySelector('pe-curves')?.textContent ?? '';
      return text.includes('could not be loaded') && text;
    });
    const words = String(await said.jsonValue());
    assert.match(words, /^<pe-curves> could not be loaded; .* Reload the page\. \s*\S{2}/);
    await page.$eval('rope-logits', (one) => one.scrollIntoView());
    await page.waitForFunction(() => {
      const figure = /** @type {any} */ (document.querySelector('rope-logits'));
      return figure.drawing !== null;
    });
    await page.close();
  });

for (const [what, file, press] of /** @type {const} */ ([
  ['The search', 'web/page/search-dialog.js', '.search-button'],
  ['The check', 'web/page/claim-check.js', '#right-at-zero button.check:not([disabled])'],
]))
  test(`${what.toLowerCase()} whose script is gone: the page says so, what to do, and lets it be closed`, async () => {
    const chunk = chunkOf(file);
    const {page} = await lab.open('chapters/4-rope.html', {
      width: 390,
      height: 844,
      before: (page) =>
        answered(page, (one) => (one.url().endsWith(chunk) ? one.abort() : one.continue())),
    });
    await page.waitForSelector(press);
    assert.equal(await page.$('.not-loaded'), null);
    await page.$eval(press, (one) => /** @type {HTMLElement} */ (one).click());
    const said = await page.waitForSelector('.not-loaded[role=alert]', {visible: true});
    const words = await said?.evaluate((one) => one.textContent ?? '');
    assert.match(words ?? '', new RegExp(`^${what} could not be loaded: .* Reload the page\\.`));
    const {left, right, bottom} = await page.$eval('.not-loaded', (one) =>
      one.getBoundingClientRect().toJSON(),
    );
    assert.ok(left >= 0 && right <= 390 && bottom <= 844, `${left} to ${right}, ${bottom}`);
    await page.click('.not-loaded button');
    assert.equal(await page.$('.not-loaded'), null);
    await page.close();
  });

test('files of Python that are cut off in the middle are reported; the code stays, and the next press passes', async () => {
  let cut = '';
  const {page} = await lab.open(ADDRESS, {
    before: (page) =>
      answered(page, (one) => (cut && one.url().endsWith(cut) ? half(one) : one.continue())),
  });
  page.setDefaultTimeout(60_000);
  cut = 'python.wasm';
  await openCard(page);
  await paste(page, SOLUTION);
  for (const file of ['python.wasm', 'library.zip', 'python/worker.js']) {
    cut = file;
    await pressButton(page, 'Check'); // what was said before is gone at once
    await waitForText(page, '.output', 'Python could not be started');
    assert.match(
      await textOf(page, '.output'),
      /started: a file that it needs is damaged, .* Try again, or reload the page\. \((?!\[object)/,
    );
    await eventually(async () => assert.equal((await codeOf(page)).trim(), SOLUTION.trim()));
  }
  cut = '';
  await pressButton(page, 'Check');
  await waitForText(page, '.verdict-head', 'Passed');
  await page.evaluate(() => localStorage.clear());
  await page.close();
});

/** Its clocks jump by an hour, as those of a laptop that slept. */
function sleepAnHour() {
  const {now} = performance;
  performance.now = () => now.call(performance) + 3_600_000;
  const today = Date.now;
  Date.now = () => today() + 3_600_000;
}

test('a laptop that sleeps during a race: it goes on to its end, and the hour is no time of training', () =>
  inPage(lab, {...RACE, methods: 'none', steps: '400'}, async (page) => {
    await ask(page, async ({figure, until}) => {
      figure.start();
      await until(() => figure.runs[0].step > 3);
    });
    await Promise.all([...page.workers(), page].map((one) => one.evaluate(sleepAnHour)));
    const {states, msPerStep} = await ask(page, async ({figure, until, all}) => {
      // the tool's own clock has jumped with the page's
      for (let k = 0; k < 3000 && !all('done'); k++) await new Promise((r) => setTimeout(r, 20));
      await until(() => all('done'));
      const [{state, msPerStep}] = figure.runs;
      return {states: [state], msPerStep};
    });
    assert.deepEqual(states, ['done']);
    assert.ok(msPerStep > 0 && msPerStep < 1000, `${msPerStep} ms for a step`);
  }));

test('a timed set whose end came while the laptop slept ends when it wakes, with its report', () =>
  visit(lab, {}, async (page) => {
    await openCard(page); // its bar is there then
    await page.evaluate(() => {
      const bar = document.querySelector('practice-set')?.shadowRoot;
      const buttons = [...(bar?.querySelectorAll('button') ?? [])];
      buttons.find(({textContent}) => textContent === '15 minutes')?.click();
    });
    const says = (/** @type {string} */ text) =>
      page.waitForFunction(
        (part) => document.querySelector('practice-set')?.shadowRoot?.textContent?.includes(part),
        {polling: 50},
        text,
      );
    await says('End the set');
    await page.evaluate(sleepAnHour);
    await says('0 of 1 passed');
  }));

test('a device of one core and 2 GB trains its methods one after the other, to the end', async () => {
  const {page, problems} = await lab.open('test/experiment.html', {
    before: (page) =>
      page.evaluateOnNewDocument(() => {
        Object.defineProperty(navigator, 'hardwareConcurrency', {value: 1});
        Object.defineProperty(navigator, 'deviceMemory', {value: 2});
      }),
  });
  await page.addScriptTag({url: '../lab/length-race.js', type: 'module'});
  const most = await page.evaluate(async (attributes) => {
    const figure = /** @type {any} */ (document.createElement('length-race'));
    for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
    document.body.append(figure);
    const states = () => figure.runs.map((/** @type {any} */ {state}) => state);
    const rest = () => new Promise((resolve) => setTimeout(resolve, 5));
    while (figure.drawing === null) await rest();
    figure.start();
    let most = 0;
    while (!states().every((/** @type {string} */ state) => state === 'done')) {
      most = Math.max(
        most,
        states().filter((/** @type {string} */ one) => one === 'running').length,
      );
      if (states().includes('failed')) throw new Error(figure.runs.map((/** @type {any} */ one) => one.error?.message).join()); // biome-ignore format: one thought
      await rest();
    }
    return most;
  }, RACE);
  assert.equal(most, 1);
  assert.deepEqual(problems, []);
  await page.close();
});
