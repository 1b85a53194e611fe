// Small races in a real browser, from the first press to the last number.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

const BLANK = '<!doctype html><html lang="en"><title>blank</title><link rel="icon" href="data:,">';

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('races.html', BLANK);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * A page with one figure, drawn.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(page: Page) => Promise<void>} use
 */
async function withFigure(tag, attributes, use) {
  const {page, problems} = await lab.open('test/races.html');
  try {
    await page.addScriptTag({url: `../lab/${tag}.js`, type: 'module'});
    await page.evaluate(
      async (name, given) => {
        await customElements.whenDefined(name);
        const figure = document.createElement(name);
        for (const [key, value] of Object.entries(given)) figure.setAttribute(key, value);
        document.body.replaceChildren(figure);
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
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
}

/**
 * Presses Run and waits for the last run, and for the drawing of it.
 *
 * @param {Page} page
 * @param {string} tag
 */
async function toTheEnd(page, tag) {
  await page.evaluate((name) => /** @type {any} */ (document.querySelector(name)).start(), tag);
  await page.waitForFunction(
    (name) => {
      const {runs, drawing} = /** @type {any} */ (document.querySelector(name));
      const over = runs.every((/** @type {any} */ run) => ['done', 'failed'].includes(run.state));
      return runs.length > 0 && over && !/are done\.|Run trains/.test(drawing.note);
    },
    {timeout: 120_000},
    tag,
  );
}

/**
 * What a figure holds, as plain data.
 *
 * @param {Page} page
 * @param {string} tag
 */
const held = (page, tag) =>
  page.evaluate((name) => {
    const {drawing, runs} = /** @type {any} */ (document.querySelector(name));
    const root = document.querySelector(name)?.shadowRoot;
    return {
      states: runs.map((/** @type {any} */ run) => run.state),
      series: drawing.panels
        .filter((/** @type {any} */ panel) => panel.series)
        .map((/** @type {any} */ panel) =>
          panel.series.map((/** @type {any} */ s) => ({
            name: s.name,
            x: Array.from(s.x ?? []),
            y: Array.from(s.y ?? s.values),
            missing: s.missing,
          })),
        ),
      rows: drawing.panels.find((/** @type {any} */ panel) => panel.rows)?.rows,
      note: drawing.note,
      meters: [...(root?.querySelectorAll('.meter') ?? [])].map((meter) =>
        meter.getAttribute('data-state'),
      ),
    };
  }, tag);

suite('a small race', () => {
  const RACE = {methods: 'learned,alibi', 'seq-len': '4', steps: '50', rows: '20'};

  test('ends in numbers at every length that a method has, and in its laws', () =>
    withFigure('length-race', RACE, async (page) => {
      await toTheEnd(page, 'length-race');
      const {states, series, rows, note, meters} = await held(page, 'length-race');
      assert.deepEqual(states, ['done', 'done']);
      const [accuracy, perplexity, loss] = series;
      assert.equal(loss[0].x.length, 50);
      assert.ok(
        loss.slice(0, 2).every((/** @type {any} */ s) => s.y[49] < s.y[0]),
        'it learns',
      );
      const [learned, alibi, chance, best] = accuracy;
      assert.deepEqual(
        [learned.x, learned.missing],
        [
          [4, 8, 16],
          [32, 64],
        ],
      );
      assert.deepEqual([alibi.x, alibi.missing], [[4, 8, 16, 32, 64], []]);
      assert.deepEqual(chance.y, Array(5).fill(0.0625));
      assert.ok(best.y.every((/** @type {number} */ value) => Math.abs(value - 0.90625) < 1e-6));
      for (const {y} of accuracy) assert.ok(y.every((/** @type {number} */ v) => v > 0 && v < 1));
      assert.ok(perplexity[1].y.every((/** @type {number} */ value) => value > 1 && value < 200));
      assert.equal(rows[0][7], 'no such position');
      assert.match(note, /Parameters: .*\(learned\).*\(ALiBi\)/);
      assert.deepEqual(meters, ['holds', 'holds']);
    }));

  test('is another race when a method is unticked, and never one of none', () =>
    withFigure('length-race', RACE, async (page) => {
      const box = (/** @type {string} */ value) =>
        page.locator(`length-race >>> input[name="methods"][value="${value}"]`);
      await box('learned').click();
      const methods = () =>
        page.evaluate(() => document.querySelector('length-race')?.getAttribute('methods'));
      await eventually(async () => assert.equal(await methods(), 'alibi'));
      await page.waitForFunction(
        () => /** @type {any} */ (document.querySelector('length-race')).runs.length === 1,
      );
      await box('alibi').click();
      await eventually(async () => assert.equal(await methods(), 'alibi'));
      const isTicked = await page.evaluate(() => {
        const root = document.querySelector('length-race')?.shadowRoot;
        const input = root?.querySelector('input[name="methods"][value="alibi"]');
        return input instanceof HTMLInputElement && input.checked;
      });
      assert.ok(isTicked);
      await box('none').click();
      await eventually(async () => assert.equal(await methods(), 'none,alibi'));
    }));
});

test('one model is read by each rule, and by those that follow the text as before at home', () =>
  withFigure(
    'scaling-race',
    {rules: 'none,linear,dynamic,log-n', 'seq-len': '8', steps: '100'},
    async (page) => {
      await toTheEnd(page, 'scaling-race');
      const {states, series, rows, note, meters} = await held(page, 'scaling-race');
      assert.deepEqual(states, ['done']);
      const [[none, linear, dynamic, logN], , [model]] = series;
      assert.equal(model.x.length, 100);
      for (const {x} of [none, linear, dynamic, logN]) assert.deepEqual(x, [8, 16, 32, 64]);
      assert.ok(linear.y[0] < none.y[0] - 0.02, `${linear.y[0]} of ${none.y[0]}`);
      assert.deepEqual([dynamic.y[0], logN.y[0]], [none.y[0], none.y[0]]);
      assert.notEqual(dynamic.y[3], none.y[3]);
      assert.equal(rows.length, 4);
      assert.match(note, /nothing is trained again/);
      assert.deepEqual(meters, ['holds', 'holds', 'holds']);
    },
  ));

test('the mirror is a coin without a mask and none with it', () =>
  withFigure(
    'accuracy-bars',
    {preset: 'alibi-mirror-classifier', methods: 'alibi', 'seq-len': '3'},
    async (page) => {
      await toTheEnd(page, 'accuracy-bars');
      const {series, meters} = await held(page, 'accuracy-bars');
      const [[open, causal]] = series;
      assert.ok(Math.abs(open.y[0] - 0.5) < 4 * Math.sqrt(0.25 / 1024), `${open.y[0]}`);
      assert.ok(causal.y[0] > 0.95, `${causal.y[0]}`);
      assert.deepEqual(meters, ['holds', 'holds']);
    },
  ));

test('everything is one list, each model once, with a state for each experiment', () =>
  withFigure('run-everything', {}, async (page) => {
    const {states, rows, note} = await held(page, 'run-everything');
    assert.ok(rows.length >= 15, `${rows.length} experiments`);
    assert.ok(states.length > 20 && states.every((/** @type {string} */ s) => s === 'idle'));
    assert.ok(rows.every((/** @type {any[]} */ row) => row[1].startsWith('idle, 0 of ')));
    assert.match(note, new RegExp(`which leaves ${states.length}\\.`));
    const names = await page.$$eval('run-everything >>> select[name="model"] option', (options) =>
      options.map(({textContent}) => textContent),
    );
    assert.equal(names.length, states.length);
    assert.equal(new Set(names).size, names.length, 'a name for each model');
  }));
