// An experiment in Chromium, with its real workers: to the end, interrupted, killed, closed, saved and
// loaded, hidden, and in pages of another origin.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';

import {serve} from '../../web/build/serve.js';
import {eventually} from '../support/eventually.js';
import {ask, inPage as inPageOf, PAGE, put, startLab, workersAre} from '../support/experiment.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

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

/** @type {any} what an undisturbed run gave */
let undisturbed;

test('it trains to the end and holds numbers; nothing starts by itself', () =>
  inPage(SMALL, async (page) => {
    assert.equal(page.workers().length, 0);
    await eventually(async () => assert.ok(await ask(page, ({all}) => all('idle'))));
    const got = await ask(page, async (tools) => {
      tools.figure.start();
      await tools.until(() => tools.all('done'));
      await tools.until(() => tools.button('main').textContent === '✓ Done');
      const {bar, left} = {bar: tools.button('bar').value, left: tools.button('left').textContent};
      const runs = tools.figure.runs.map((/** @type {any} */ run) => ({...run, losses: null, model: run.model.byteLength})); // biome-ignore format: one thought
      return {losses: tools.losses(), results: tools.results(), bar, left, runs};
    });
    undisturbed = got;
    assert.deepEqual([got.bar, got.left], [1, 'done']);
    for (const losses of got.losses) {
      assert.equal(losses.length, 50);
      assert.ok(losses.every((/** @type {number} */ loss) => loss > 0 && loss < 10));
      assert.ok(losses[49] < losses[0] - 0.5, 'it learns');
    }
    for (const results of got.results) {
      assert.deepEqual(results.map((/** @type {any[]} */ r) => r[0]), [4, 8, 16, 32, 64]); // biome-ignore format: one thought
      for (const [, accuracy, perplexity] of results)
        assert.ok(accuracy > 0 && accuracy <= 1 && perplexity >= 1);
    }
    assert.ok(got.runs.every((/** @type {any} */ run) => run.nParams > 1e4 && run.model > 4e4));
  }));

test('paused, stepped and resumed it gives the same bits as undisturbed', () =>
  inPage(SMALL, async (page) => {
    const got = await ask(page, async (tools) => {
      const {button, until, all, figure} = tools;
      button('step').click();
      await until(() => all('paused'));
      const first = figure.runs.map((/** @type {any} */ run) => run.step);
      button('main').click();
      await until(() => figure.runs.every((/** @type {any} */ run) => run.step > 5));
      button('main').click();
      await until(() => !figure.runs.some((/** @type {any} */ run) => run.state === 'running'));
      button('step').click();
      await until(() =>
        figure.runs.every((/** @type {any} */ r) => ['paused', 'done'].includes(r.state)),
      );
      button('main').click();
      await until(() => all('done'));
      return {first, losses: tools.losses(), results: tools.results()};
    });
    assert.deepEqual(got.first, [1, 1]);
    assert.deepEqual(got.losses, undisturbed.losses);
    assert.deepEqual(got.results, undisturbed.results);
  }));

test('a worker that dies is reported at once, its curve stays, and the figure can start again', () =>
  inPage({...SMALL, methods: 'none', steps: '1000'}, async (page) => {
    await ask(page, async ({figure, until}) => {
      figure.start();
      await until(() => figure.runs[0].step > 3);
    });
    await page
      .workers()[0]
      .evaluate(() => self.close())
      .catch(() => {});
    const {state, error, step, nLosses, text} = await ask(page, async ({figure, until, all, problem}) => {
      await until(() => all('failed'));
      await until(() => problem() !== '');
      const {state, error, step, losses} = figure.runs[0];
      return {state, error, step, nLosses: losses.length, text: problem()};
    }); // biome-ignore format: one thought
    assert.equal(state, 'failed');
    assert.equal(text, error.message);
    assert.match(
      text,
      /^The worker has ended\. The run ended at step \d+ of 1000\. It can be started again\.$/,
    );
    assert.equal(nLosses, step);
    await workersAre(page, 0);
    await ask(page, async ({figure, until, button}) => {
      await until(() => button('main').textContent === '▶ Run again');
      button('main').click();
      await until(() => figure.runs[0].state === 'running' && figure.runs[0].step > 0);
      await until(() => button('problem').textContent === '');
      button('stop').click();
      await until(() => figure.runs[0].state === 'stopped');
    });
    await workersAre(page, 0);
  }));

test('closing a figure ends its worker; put back it is as new', () =>
  inPage(LONG, async (page) => {
    await ask(page, async ({figure, until}) => {
      figure.start();
      await until(() => figure.runs[0].step > 0);
      figure.remove();
    });
    await workersAre(page, 0);
    const states = await ask(page, async ({figure, until}) => {
      document.body.append(figure);
      await until(() => figure.runs.length > 0);
      return figure.runs.map((/** @type {any} */ run) => [run.state, run.step]);
    });
    assert.deepEqual(states, [['idle', 0]]);
  }));

test('another setting is another run, and going back finds the done one', () =>
  inPage(SMALL, async (page) => {
    const got = await ask(page, async ({figure, until, all, losses}) => {
      figure.start();
      await until(() => all('done'));
      const before = losses();
      figure.setAttribute('seed', '2');
      await until(() => figure.runs[0].spec.seed === 2);
      const idle = all('idle');
      figure.setAttribute('seed', '1');
      await until(() => figure.runs[0].spec.seed === 1);
      return {idle, done: all('done'), same: JSON.stringify(before) === JSON.stringify(losses())};
    });
    assert.deepEqual(got, {idle: true, done: true, same: true});
  }));

test('the keyboard starts, pauses and stops it, and the focus stays on its button', () =>
  inPage(LONG, async (page) => {
    const focused = () => ask(page, ({figure}) => figure.shadowRoot.activeElement?.className);
    for (let k = 0; k < 60 && (await focused()) !== 'main'; k++) await page.keyboard.press('Tab');
    await eventually(async () => assert.equal(await focused(), 'main'));
    await page.keyboard.press('Enter');
    await ask(page, ({until, figure}) => until(() => figure.runs[0].step > 0));
    await eventually(async () => assert.equal(await focused(), 'main'));
    await page.keyboard.press('Space');
    await ask(page, ({until, all, button}) => until(() => all('paused') && button('main').textContent === '▶ Resume')); // biome-ignore format: one thought
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await eventually(async () => assert.equal(await focused(), 'stop'));
    await page.keyboard.press('Enter');
    await ask(page, ({until, all}) => until(() => all('stopped')));
    await eventually(async () => assert.equal(await focused(), 'stop'));
  }));

test('what is said aloud is said once, not at each redraw', () =>
  inPage(SMALL, async (page) => {
    const said = await ask(page, async ({figure, until, all, button}) => {
      /** @type {string[]} */
      const heard = [];
      const look = () => heard.push(button('spoken').textContent);
      new MutationObserver(look).observe(button('spoken'), {childList: true, characterData: true, subtree: true}); // biome-ignore format: one thought
      figure.start();
      await until(() => all('done'));
      await until(() => button('spoken').textContent === 'done');
      return heard;
    });
    assert.ok(said.length >= 2 && said.length <= 8, said.join(' | '));
    assert.equal(new Set(said).size, said.length, said.join(' | '));
  }));

test('it draws less often where a frame takes the page long', () =>
  inPage(LONG, async (page) => {
    const gaps = await ask(page, async ({figure, until}) => {
      const [FRAME_MS, N] = [60, 6];
      /** @type {number[]} */
      const times = [];
      figure.addEventListener('poslab-draw', () => {
        times.push(performance.now());
        requestAnimationFrame((begin) => {
          while (performance.now() - begin < FRAME_MS);
        });
      });
      figure.start();
      await until(() => times.length > N);
      figure.drive('stop');
      return times.slice(1).map((time, k) => time - times[k]);
    });
    const shortest = Math.min(...gaps.slice(1)); // before the first, no frame was slow
    assert.ok(shortest >= 8 * 60 * 0.9, `${gaps.map(Math.round)} ms`);
  }));

test('a trained model is saved, loaded with the same results, and refused where it is damaged', () =>
  inPage(SMALL, async (page) => {
    const got = await ask(page, async (tools) => {
      const {figure, until, all, button, results, problem} = tools;
      const pick = figure.shadowRoot.querySelector('.model-file');
      pick.open = true;
      const offBefore = button('save').getAttribute('aria-disabled');
      figure.start();
      await until(() => all('done'));
      await until(() => button('save').getAttribute('aria-disabled') === 'false');
      const before = results();
      /** @type {any} */
      let blob;
      const create = URL.createObjectURL;
      URL.createObjectURL = (/** @type {any} */ content) => {
        blob = content;
        return create(content);
      };
      /** @type {any} */
      let name;
      HTMLAnchorElement.prototype.click = function () {
        name = this.download;
      };
      button('save').click();
      await until(() => blob);
      const bytes = await blob.arrayBuffer();
      /** @param {ArrayBuffer} content @param {string} called */
      const give = (content, called) => {
        const input = figure.shadowRoot.querySelector('input[type=file]');
        const files = new DataTransfer();
        files.items.add(new File([content], called));
        input.files = files.files;
        input.dispatchEvent(new Event('change'));
      };
      give(bytes.slice(0, 1000), 'short.model');
      await until(() => problem() !== '');
      const refusal = problem();
      const kept = all('done') && !figure.runs[0].isLoaded;
      give(bytes, 'whole.model');
      await until(() => figure.runs[0].isLoaded && problem() === '');
      const {losses, state} = figure.runs[0];
      const after = results();
      await until(() => /Not trained here but loaded, in place of: none/.test(figure.drawing.note));
      await until(() => button('main').textContent === '▶ Run again');
      button('main').click();
      await until(() => all('done') && !figure.runs[0].isLoaded);
      await until(() => !/Not trained here/.test(figure.drawing.note));
      return {
        offBefore,
        name,
        refusal,
        kept,
        state,
        nLosses: losses.length,
        before,
        after,
        again: figure.runs[0].losses.length,
      };
    });
    assert.equal(got.offBefore, 'true');
    assert.match(got.name, /^poslab-none-causal-order-2-at-length-4-seed-1\.model$/);
    assert.match(
      got.refusal,
      /^short\.model was not loaded: The file is cut off: it has 1000 bytes/,
    );
    assert.ok(got.kept, 'nothing is half loaded');
    assert.deepEqual([got.state, got.nLosses], ['done', 0]);
    assert.deepEqual(got.after, got.before);
    assert.equal(got.again, 50, 'what was trained here comes back');
  }));

test('a hidden tab pauses where that was chosen, and goes on when it is seen again', () =>
  inPage(LONG, async (page) => {
    await ask(page, async ({figure, until, all, button}) => {
      const setHidden = (/** @type {boolean} */ hidden) => {
        Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
      };
      figure.start();
      await until(() => figure.runs[0].step > 0);
      setHidden(true);
      const {step} = figure.runs[0];
      await until(() => figure.runs[0].step > step);
      setHidden(false);
      const select = figure.shadowRoot.querySelector('select[name=background]');
      select.value = 'pause';
      select.dispatchEvent(new Event('change'));
      setHidden(true);
      await until(() => all('paused'));
      setHidden(false);
      await until(() => all('running'));
      const resumed = figure.runs[0].step;
      await until(() => figure.runs[0].step > resumed);
      button('stop').click();
    });
  }));

suite('in a page of another origin', () => {
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let other;
  const folder = mkdtempSync(path.join(tmpdir(), 'poslab-other-'));
  before(async () => {
    const script = `<script type="module" src="${lab.url}lab/length-race.js"></script>`;
    writeFileSync(path.join(folder, 'plain.html'), `${PAGE}${script}`);
    const policy = `default-src * 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'none'`;
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    writeFileSync(path.join(folder, 'strict.html'), `${PAGE}${meta}${script}`);
    const frame = `<iframe sandbox="allow-scripts" src="plain.html" width="900" height="900"></iframe>`;
    writeFileSync(path.join(folder, 'frame.html'), `${PAGE}${frame}`);
    other = await serve(folder);
  });
  after(() => {
    other.server.closeAllConnections();
    other.server.close();
    rmSync(folder, {recursive: true});
  });

  test('it trains there too', async () => {
    const page = await lab.browser.newPage();
    await page.goto(`${other.url}plain.html`);
    await page.evaluate(put, SMALL);
    const losses = await ask(page, async ({figure, until, all, losses}) => {
      figure.start();
      await until(() => all('done'));
      return losses();
    });
    assert.deepEqual(losses, undisturbed.losses);
    await page.close();
  });

  test('it trains in a frame without an origin', async () => {
    const page = await lab.browser.newPage();
    await page.goto(`${other.url}frame.html`);
    const frame = await page.waitForFrame((one) => one.url().endsWith('plain.html'));
    await frame.waitForFunction(() => customElements.get('length-race'));
    await frame.evaluate(put, SMALL);
    const result = await frame.evaluate(async () => {
      const {figure, until, losses} = /** @type {any} */ (window).tools;
      figure.start();
      await until(() =>
        figure.runs.every((/** @type {any} */ r) => ['done', 'failed'].includes(r.state)),
      );
      return {
        losses: losses(),
        errors: figure.runs.map((/** @type {any} */ r) => r.error?.message ?? ''),
      };
    });
    assert.deepEqual(result.errors, ['', '']);
    assert.deepEqual(result.losses, undisturbed.losses);
    await page.close();
  });

  test('where workers are forbidden, the figure says so', async () => {
    const page = await lab.browser.newPage();
    await page.goto(`${other.url}strict.html`);
    await page.evaluate(put, SMALL);
    const text = await ask(page, async ({figure, until, all, problem}) => {
      figure.start();
      await until(() => all('failed') && problem() !== '');
      return problem();
    });
    assert.match(text, /: The worker could not be loaded; .* It can be started again\.$/);
    await page.close();
  });
});
