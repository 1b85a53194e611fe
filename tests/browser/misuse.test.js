// Experiments in Chromium in the hands of somebody who tries everything: settings that cannot train,
// buttons in any order, files of another model, two figures that share a run.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {ask, inPage as inPageOf, startLab, workersAre} from '../support/experiment.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const SMALL = {methods: 'none,alibi', 'seq-len': '4', steps: '50'};
const LONG = {methods: 'alibi', 'seq-len': '24', steps: '3000'};

/** @type {Lab} */
let lab;
before(async () => {
  lab = await startLab();
});
after(() => lab.close());

/** @param {Record<string, string>} attributes @param {(page: Page) => Promise<void>} use */
const inPage = (attributes, use) => inPageOf(lab, attributes, use);

test('a learning rate that is too high stops at a step that is named, and the curve stays', () =>
  inPage({...SMALL, lr: '1e3', steps: '200'}, async (page) => {
    const {problem, runs} = await ask(page, async ({figure, until, all, problem}) => {
      figure.start();
      await until(() => all('failed') && problem() !== '');
      const ends = () =>
        figure.drawing.panels[2].series.slice(0, 2).map((/** @type {any} */ {x}) => x.at(-1));
      await until(() =>
        figure.runs.every(
          (/** @type {any} */ {step}, /** @type {number} */ k) => ends()[k] > step - 2,
        ),
      );
      return {
        problem: problem(),
        runs: figure.runs.map((/** @type {any} */ {step, error}) => ({step, at: error.step})),
      };
    });
    for (const {step, at} of runs) {
      assert.ok(step > 3 && at === step + 1, `${step}, ${at}`);
      assert.match(problem, new RegExp(`The loss is NaN at step ${at}, so training stops there`));
    }
  }));

test('a batch that does not fit is refused with the bytes that it would need', () =>
  inPage({...SMALL, batch: '65536', 'seq-len': '24'}, async (page) => {
    const text = await ask(page, async ({figure, until, all, problem}) => {
      figure.start();
      await until(() => all('failed') && problem() !== '');
      return problem();
    });
    assert.match(text, /This run needs 2\d\.?\d* GiB of memory, more than the 1 GiB that one may/);
    const text2 = await ask(page, async ({figure, until, all, button}) => {
      figure.setAttribute('batch', '16');
      await until(() => all('idle') && button('problem').hidden);
      figure.start();
      await until(() => figure.runs[0].step > 0);
      button('stop').click();
      return button('problem').textContent;
    });
    assert.equal(text2, '');
  }));

test('a table shorter than the text it is trained on is refused in a sentence', () =>
  inPage({methods: 'learned', 'seq-len': '6', steps: '50', rows: '4'}, async (page) => {
    const text = await ask(page, async ({figure, until, all, problem}) => {
      figure.start();
      await until(() => all('failed') && problem() !== '');
      return problem();
    });
    assert.match(text, /4/);
    assert.match(text, /position/);
  }));

test('a length of 0 and a word for a number are reported, and the default is used', () =>
  inPage({...SMALL, 'seq-len': '0', steps: 'many', lr: '-1'}, async (page) => {
    const {notice, spec} = await ask(page, ({figure}) => ({
      notice: figure.shadowRoot.querySelector('.notice').textContent,
      spec: figure.runs[0].spec,
    }));
    assert.match(notice, /seq-len must be an integer from 4 to 24, got "0"; using 6\./);
    assert.match(notice, /steps must be an integer from 50 to 3000, got "many"; using 400\./);
    assert.match(notice, /lr must be one of 0\.0005, .*0\.1, 1e3, got "-1"; using 0\.005\./);
    assert.deepEqual([spec.seqLen, spec.steps, spec.lr], [6, 400, 0.005]);
  }));

test('a method that joins a race runs too, and those that run go on', () =>
  inPage({...LONG, methods: 'none'}, async (page) => {
    const {before, after, states} = await ask(page, async ({figure, until}) => {
      figure.start();
      await until(() => figure.runs[0].step > 2);
      const before = figure.runs[0].step;
      figure.setAttribute('methods', 'none,alibi');
      await until(() => figure.runs.length === 2);
      const after = figure.runs[0].step;
      return {before, after, states: figure.runs.map((/** @type {any} */ run) => run.state)};
    });
    assert.ok(after >= before, `${before}, ${after}`);
    assert.deepEqual(new Set(['running', 'waiting', ...states]).size, 2, `${states}`);
    const left = await ask(page, async ({figure, until}) => {
      figure.setAttribute('methods', 'alibi');
      await until(() => figure.runs.length === 1);
      return figure.runs.map((/** @type {any} */ run) => run.state);
    });
    assert.ok(['running', 'waiting'].includes(left[0]), left[0]);
    await workersAre(page, 1);
    const other = await ask(page, async ({figure, until, all}) => {
      figure.setAttribute('seed', '7');
      await until(() => all('idle'));
      return figure.runs[0].spec.seed;
    });
    assert.equal(other, 7, 'what shares nothing waits for the reader');
    await workersAre(page, 0);
  }));

test('two figures of one run: stopped in one it is stopped in both, closed in one it goes on', () =>
  inPage(LONG, async (page) => {
    const states = await ask(page, async ({figure, until, button}) => {
      const twin = /** @type {any} */ (figure.cloneNode());
      document.body.append(twin);
      twin.scrollIntoView(); // a figure that is far away watches nothing
      await until(() => twin.runs.length === 1);
      const pressed = (/** @type {string} */ name) =>
        twin.shadowRoot.querySelector(`.transport .${name}`).click();
      pressed('main');
      await until(() => figure.runs[0].step > 0 && button('main').textContent === '❚❚ Pause');
      pressed('stop');
      await until(() => button('main').textContent === '▶ Run again');
      const stopped = [figure.runs[0].state, twin.runs[0].state];
      button('main').click();
      await until(() => twin.runs[0].state === 'running');
      twin.remove();
      const {step} = figure.runs[0];
      await until(() => figure.runs[0].step > step);
      return [...stopped, figure.runs[0].state];
    });
    assert.deepEqual(states, ['stopped', 'stopped', 'running']);
    await workersAre(page, 1);
  }));

test('Run twice is once, and Step after Step is a step each', () =>
  inPage({...LONG, methods: 'none'}, async (page) => {
    const {steps, drawn} = await ask(page, async ({figure, until, all, button}) => {
      const steps = [];
      for (let k = 1; k <= 3; k++) {
        button('step').click();
        await until(() => all('paused') && figure.runs[0].step >= k);
        steps.push(figure.runs[0].step);
      }
      await until(() => figure.drawing.panels[2].series[0]?.x[0] > 1.5); // the picture is of all three
      const drawn = figure.drawing.panels[2].series[0].x;
      figure.start();
      figure.start();
      button('step').click();
      await until(() => figure.runs[0].step > 5);
      return {steps, drawn};
    });
    assert.deepEqual([steps, drawn], [[1, 2, 3], [2]]);
    await workersAre(page, 1);
  }));

test('a file that is no model, and one of another model, change nothing and say why', () =>
  inPage(SMALL, async (page) => {
    const {texts, states} = await ask(page, async ({figure, until, all, button, problem}) => {
      figure.start();
      await until(() => all('done'));
      const alibi = figure.runs[1].model;
      const give = async (/** @type {BlobPart} */ content, /** @type {string} */ name) => {
        const input = figure.shadowRoot.querySelector('input[type=file]');
        const files = new DataTransfer();
        files.items.add(new File([content], name));
        input.files = files.files;
        input.dispatchEvent(new Event('change'));
        await until(() => problem().startsWith(`${name} `));
        return problem();
      };
      const flipped = new Uint8Array(figure.runs[0].model.slice(0));
      flipped[flipped.length >> 1] ^= 1;
      const texts = [
        await give('', 'empty'),
        await give('PNG '.repeat(1000), 'picture'),
        await give(flipped, 'flipped'),
        await give(alibi, 'alibi'), // the first run of the list is that of none
      ];
      button('model-file').open = true;
      return {texts, states: figure.runs.map((/** @type {any} */ r) => [r.state, r.isLoaded])};
    });
    assert.match(texts[0], /^empty was not loaded: /);
    assert.match(texts[1], /^picture was not loaded: /);
    assert.match(texts[2], /^flipped was not loaded: /);
    assert.match(texts[3], /another model than this run's: methods alibi, not none\.$/);
    assert.equal(new Set(texts.map((text) => text.replace(/^\w+/, ''))).size, 4);
    assert.deepEqual(states, [
      ['done', false],
      ['done', false],
    ]);
  }));

test('on a phone everything open fits, and two figures of a kind are no two landmarks of a name', () =>
  inPage(SMALL, async (page) => {
    await page.setViewport({width: 390, height: 844, deviceScaleFactor: 1});
    await page.addScriptTag({path: AXE});
    const {width, violations} = await ask(page, async ({figure, until, all, button}) => {
      figure.start();
      await until(() => all('done') && button('main').textContent === '✓ Done');
      const twin = /** @type {any} */ (figure.cloneNode());
      document.body.append(twin);
      twin.scrollIntoView();
      await until(() => twin.drawing !== null);
      for (const one of [figure, twin])
        for (const details of one.shadowRoot.querySelectorAll('details')) details.open = true;
      await until(() => twin.shadowRoot.querySelectorAll('.scroll').length > 2);
      const result = await /** @type {any} */ (window).axe.run(document.body, {
        rules: {region: {enabled: false}},
      });
      return {
        width: document.documentElement.scrollWidth,
        violations: result.violations.map(
          (/** @type {any} */ v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`,
        ),
      };
    });
    assert.equal(width, 390);
    assert.deepEqual(violations, []);
  }));
