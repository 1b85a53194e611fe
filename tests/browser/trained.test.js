// The figures of trained models in Chromium, run to their end with few steps: they hold numbers, their
// laws hold, and what can be played, moved and refused is.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {after, before, suite, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';

/** @import {Page} from 'puppeteer-core' */

const PAGE =
  '<!doctype html><html lang="en"><title>trained</title><link rel="icon" href="data:,"><main></main>';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const STEPS = '20';

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('trained.html', PAGE);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * @param {string} tag
 * @param {(page: Page) => Promise<void>} use
 */
const inPage = (tag, use) => lab.withElement('test/trained.html', tag, use);

/**
 * Runs in the page: one figure with attributes, and all its runs to their end; what it then shows.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
async function done(tag, attributes) {
  const figure = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
  document.querySelector('main')?.replaceChildren(figure);
  const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
  const until = async (/** @type {() => boolean} */ is) => {
    for (let k = 0; k < 3000 && !is(); k++) await new Promise((r) => setTimeout(r, 20));
    if (!is()) throw new Error(`never: ${root.textContent}`);
  };
  await until(() => figure.drawing !== null);
  const isCached = figure.runs.every((/** @type {any} */ run) => run.state === 'done');
  figure.start();
  await until(() => root.querySelector('.transport .main')?.textContent === '✓ Done');
  // the picture may be a little later than the word
  const last = tag === 'token-tsne' ? /step 500 of 500/ : /^/;
  await until(() => {
    const {note, panels} = figure.drawing;
    return !/models are done|Nothing has/.test(note) && last.test(panels[0].title);
  });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  const {panels, meters, note} = figure.drawing;
  const numbers = panels.flatMap((/** @type {any} */ p) => [
    ...(p.tensor?.data ?? []),
    ...(p.series ?? []).flatMap((/** @type {any} */ s) => [...s.x, ...s.y]),
    ...(p.paths ?? []).flatMap((/** @type {any} */ s) => s.points.flat()),
  ]);
  return {
    isCached,
    note,
    titles: panels.map((/** @type {any} */ p) => p.title),
    kinds: panels.map((/** @type {any} */ p) => p.kind),
    nRuns: figure.runs.length,
    n: numbers.length,
    nNaN: numbers.filter(Number.isNaN).length,
    meters: meters.map((/** @type {any} */ m) => ({
      ...m,
      state: root.querySelector(`[data-meter="${m.name}"]`)?.getAttribute('data-state'),
    })),
    notice: root.querySelector('.notice:not([hidden])')?.textContent ?? '',
    nColours: [...root.querySelectorAll('canvas')].map((canvas) => {
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }),
  };
}

/** @type {Record<string, Record<string, {runs: number, panels: number, meters: string[], note: RegExp}>>} */
const EXPECTED = {
  'learned-table': {
    'toy-pe-heatmaps-trained': {
      runs: 1,
      panels: 5,
      meters: ['untrained-rows', 'trained-rows'],
      note: /largest number of the rows shown: 1 in the sinusoidal table, 0\.\d+ and 0\.\d+/,
    },
    'pe-similarity-matrix-trained': {
      runs: 1,
      panels: 4,
      meters: ['untrained-rows', 'trained-rows'],
      note: /cosine of neighbours −?0\.\d\d and −?0\.\d\d,.* So /,
    },
    'pe-pca-3d-trained': {
      runs: 1,
      panels: 4,
      meters: ['untrained-rows', 'trained-rows'],
      note: /sinusoidal 89 %; learned, before training \d+ %; learned, after 20 steps \d+ %/,
    },
    'learned-loss': {runs: 1, panels: 1, meters: ['accuracy-ceiling'], note: /Toy grammar/},
  },
  'trained-attention': {
    'attn-pattern-3x3-trained': {
      runs: 3,
      panels: 9,
      meters: ['row-sum', 'no-future'],
      note: /none: “\w+”@\d gives “\w+”@\d [01]\.\d\d; sinusoidal: .*; ALiBi: /,
    },
    'distance-vs-attention-trained': {
      runs: 4,
      panels: 5,
      meters: ['row-sum', 'no-future'],
      note: /an even spread has r = −0\.43.*most negative r is \w+’s, −?0\.\d\d in head \d/,
    },
    'attn-clusters': {
      runs: 5,
      panels: 2,
      meters: ['row-sum', 'no-future', 'nearest-centre'],
      note: /go most with the (method|layer|sentence).*an even spread 1\.25/,
    },
  },
  'token-tsne': {
    'nopos-tsne': {
      runs: 4,
      panels: 3,
      meters: ['the-one', 'the-apart'],
      note: /With both sides visible the two of one sentence do \(here they are 0 % of the median/,
    },
  },
};

for (const [tag, presets] of Object.entries(EXPECTED)) {
  test(`<${tag}> trains, draws numbers and keeps its laws in each preset`, () =>
    inPage(tag, async (page) => {
      const known = await page.evaluate(
        (name) => Object.keys(/** @type {any} */ (customElements.get(name)).presets),
        tag,
      );
      assert.deepEqual(known, Object.keys(presets));
      for (const [preset, expected] of Object.entries(presets)) {
        const got = await page.evaluate(done, tag, {preset, steps: STEPS});
        assert.equal(got.notice, '', preset);
        assert.equal(got.nRuns, expected.runs, preset);
        assert.equal(got.titles.length, expected.panels, `${preset}: ${got.titles}`);
        assert.ok(got.n > 30 && got.nNaN === 0, `${preset}: ${got.n} numbers, ${got.nNaN} NaN`);
        for (const n of got.nColours) assert.ok(n > 3, `${preset}: a canvas of ${n} colours`);
        for (const name of expected.meters)
          assert.ok(
            got.meters.some((/** @type {any} */ m) => m.name === name),
            `${preset}: ${name}`,
          );
        for (const {name, state, value} of got.meters)
          assert.equal(state, 'holds', `${preset}: ${name} ${value}`);
        assert.match(got.note, expected.note, preset);
        assert.match(
          got.note,
          /Task: Toy grammar.* 20 steps.*seed 1;.*chance 0\.010, best possible 0\.522\..*Parameters: 1\d\d,\d{3} .*Accuracy on sentences/,
          preset,
        );
      }
    }));
}

test('a table’s rows past the text do not move by a bit, and by one factor where weights decay', () =>
  inPage('learned-table', async (page) => {
    const plain = await page.evaluate(done, 'learned-table', {steps: STEPS});
    assert.equal(plain.meters[0].value, 0);
    assert.equal(plain.meters[0].limit, 0);
    const decayed = await page.evaluate(done, 'learned-table', {
      steps: STEPS,
      'weight-decay': '0.1',
    });
    assert.match(decayed.meters[0].label, /the old ones times 0\.99\d\d,/);
    assert.equal(decayed.meters[0].state, 'holds');
  }));

test('presets share what has been trained: a smaller one is there at once', () =>
  inPage('trained-attention', async (page) => {
    const first = await page.evaluate(done, 'trained-attention', {
      preset: 'attn-clusters',
      steps: STEPS,
    });
    assert.equal(first.isCached, false);
    const second = await page.evaluate(done, 'trained-attention', {
      preset: 'attn-pattern-3x3-trained',
      steps: STEPS,
    });
    assert.equal(second.isCached, true);
  }));

suite('a t-SNE map', () => {
  test('parts the two “the” under a causal mask', () =>
    inPage('token-tsne', async (page) => {
      const got = await page.evaluate(done, 'token-tsne', {steps: STEPS, mask: 'causal'});
      assert.deepEqual(
        got.meters.map((/** @type {any} */ m) => [m.name, m.state]),
        [
          ['the-two', 'holds'],
          ['the-apart', 'holds'],
        ],
      );
      assert.match(got.note, /Under a causal mask they do not: here they are \d/);
    }));

  test('is refused a perplexity that its tokens do not allow, and the picture stays', () =>
    inPage('token-tsne', async (page) => {
      await page.evaluate(done, 'token-tsne', {steps: STEPS});
      const got = await page.evaluate(async () => {
        const figure = /** @type {any} */ (document.querySelector('token-tsne'));
        const {drawing} = figure;
        figure.setAttribute('sentences', '1');
        const notice = () => figure.shadowRoot.querySelector('.notice').textContent;
        for (let k = 0; k < 3000 && !notice(); k++) await new Promise((r) => setTimeout(r, 20));
        return {
          notice: notice(),
          stays: figure.drawing === drawing,
        };
      });
      assert.match(got.notice, /perplexity must be smaller than the number of tokens, 6: .* got 8/);
      assert.ok(got.stays);
    }));

  test('can be seen again step by step: by the keyboard, and by Play', () =>
    inPage('token-tsne', async (page) => {
      await page.evaluate(done, 'token-tsne', {steps: STEPS});
      const isAt = (/** @type {number} */ step) =>
        page.waitForFunction(
          (n) =>
            /** @type {any} */ (
              document.querySelector('token-tsne')
            ).drawing.panels[0].title.includes(`: step ${n} of 500`),
          {},
          step,
        );
      await isAt(500);
      await (
        await page.locator('token-tsne >>> input[type=range][name="mapStep"]').waitHandle()
      ).focus();
      await page.keyboard.press('ArrowLeft');
      await isAt(480);
      await page.keyboard.press('Home');
      await isAt(0);
      await (await page.locator('token-tsne >>> .player').waitHandle()).focus();
      await page.keyboard.press('Enter');
      await isAt(20);
      await isAt(40);
      await page.keyboard.press('Enter');
    }));
});

test('what has been trained is shown without a violation that axe knows', () =>
  inPage('trained-attention', async (page) => {
    for (const tag of ['learned-table', 'token-tsne'])
      await page.addScriptTag({url: `../lab/${tag}.js`, type: 'module'});
    await page.addScriptTag({path: AXE});
    for (const [tag, preset] of [
      ['trained-attention', 'distance-vs-attention-trained'],
      ['trained-attention', 'attn-clusters'],
      ['learned-table', 'pe-pca-3d-trained'],
      ['token-tsne', 'nopos-tsne'],
    ]) {
      await page.evaluate(done, tag, {preset, steps: STEPS});
      const violations = await page.evaluate(async (name) => {
        const {axe} = /** @type {any} */ (window);
        const result = await axe.run(document.querySelector(name), {
          rules: {region: {enabled: false}},
        });
        return result.violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes[0].html}`);
      }, tag);
      assert.deepEqual(violations, [], preset);
    }
  }));
