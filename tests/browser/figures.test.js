// Every figure alone in a foreign page: each preset draws numbers and pixels, each fault turns the
// meter red that catches it, and the keyboard reaches everything.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';

import {Lab, writeTestPage} from '../support/browser.js';
import {FIGURE_TAGS} from '../support/elements.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

// The figures that the chapters were promised, by the names of their presets.
const PROMISED = `
  sin-heatmap-000 sin-heatmap-001 sin-heatmap-002 sin-heatmap-004 sin-waves-000 sin-waves-002
  sin-similarity sin-offset-diff sin-position-profiles sin-frequency-spectrum
  sin-vs-learned-heatmaps toy-pe-heatmaps phase1-comparison-heatmaps pe-similarity-matrix pe-pca-3d
  token-plus-pos-3d param-count-bars memory-scaling rope-rotation-2d rope-rotation-anim
  rope-score-matrix rope-score-vs-offset rope-cos-heatmap rope-sin-heatmap rope-frequency-spectrum
  rope-frequency-bands rope-cos-curves rope-same-vector-profiles rope-dot-vs-offset rope-spiral-3d
  rope-relpos-matrix alibi-head-grid alibi-mask-panels alibi-bias-heatmaps alibi-slope-curves
  alibi-landscape-3d attn-with-without-pe attn-pattern-3x3 nopos-attn-grid permutation-variance
  distance-vs-attention relpos-matrix relpos-bias diagram-position-problem diagram-sinusoidal-flow
  diagram-rope-flow diagram-pipeline-sequence alibi-mirror-blindness rope-shift-invariance
  sin-shift-rotation attention-dilution
  toy-pe-heatmaps-trained pe-similarity-matrix-trained pe-pca-3d-trained learned-loss
  attn-pattern-3x3-trained distance-vs-attention-trained attn-clusters nopos-tsne
  length-race length-race-seeds length-race-newer length-race-recall length-race-values length-race-first ids-race ids-race-recall ids-race-addition drop-race drop-race-first passage-places length-gen-curves rope-extrapolation alibi-extrapolation hybrid-curves
  nopos-accuracy-bars position-resolution alibi-mirror-classifier three-cases summary-comparison
  run-everything
  pairing-convert pairing-nope precision-chain precision-table cache-dynamic-ntk cache-longrope
  attention-sinks cache-offset left-padding packing mrope-grid position-zero
  rope-scaling-compare rope-scaling-three rope-scaling-dynamic rope-bands rope-bands-llama3 rope-partial
  config-inspector config-inspector-deepseek config-inspector-longrope config-inspector-partial
  yarn-amplitude yarn-amplitude-deepseek yarn-amplitude-none log-n-logits rope-scaling-race
  relative-family relative-by-distance relative-by-content relative-fire relative-cached
  t5-bucket-strip t5-causal t5-slips-float64 t5-slips-float32 deberta-bucket-strip deberta-slips
  distance-gallery distance-gallery-all distance-hump
  four-terms four-terms-relative txl-shift txl-shift-both deberta-terms xpos-decay cope-gates
  floater-steps floater-cost
`
  .trim()
  .split(/\s+/);

// A page that is not ours: no style, no script, no policy.
const FOREIGN =
  '<!doctype html><html lang="en"><title>foreign</title><link rel="icon" href="data:,">';

/** @type {Lab} */
let lab;
before(async () => {
  writeTestPage('foreign.html', FOREIGN);
  lab = await Lab.start();
});
after(() => lab.close());

/**
 * A foreign page with one element's script and nothing else.
 *
 * @param {string} tag
 * @param {(page: Page) => Promise<void>} use
 */
const inForeignPage = (tag, use) => lab.withElement('test/foreign.html', tag, use);

/**
 * Runs in the page: one element with attributes, drawn; what a test wants to know of it.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
async function drawn(tag, attributes) {
  const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const element = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.innerHTML = '<p>fallback</p>';
  document.body.replaceChildren(element);
  const root = /** @type {ShadowRoot} */ (element.shadowRoot);
  for (let k = 0; k < 3000 && !root.querySelector('canvas, svg, table td'); k++) await wait(25);
  for (let k = 0; k < 3000 && 'drawing' in element && !element.drawing; k++) await wait(25);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return {
    caption: root.querySelector('figcaption, .title')?.textContent ?? '',
    notice: root.querySelector('.notice:not([hidden])')?.textContent ?? '',
    nColours: [...root.querySelectorAll('canvas')].map(coloursOf),
    nShapes: root.querySelectorAll('svg path, svg rect, svg circle').length,
    nCells: root.querySelectorAll('.panel td').length,
    numbers: numbersOf(element.drawing?.panels ?? []),
    labels: labelsOf(element.drawing?.panels ?? []),
    meters: /** @type {any[]} */ (element.drawing?.meters ?? []).map(({name}) => ({
      name: /** @type {string} */ (name),
      state: root.querySelector(`[data-meter="${name}"]`)?.getAttribute('data-state'),
    })),
  };

  /** @param {HTMLCanvasElement} canvas */
  function coloursOf(canvas) {
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }

  /** @param {any[]} panels */
  function numbersOf(panels) {
    const arrays = panels
      .flatMap((panel) => [
        panel.tensor?.data,
        panel.surface?.tensor.data,
        ...(panel.series ?? []).map((/** @type {any} */ s) => s.y ?? s.values),
        ...(panel.arrows ?? []).map((/** @type {any} */ a) => [a.x, a.y]),
        ...(panel.paths ?? []).flatMap((/** @type {any} */ p) => p.points),
        ...(panel.rows ?? []).map((/** @type {any[]} */ r) =>
          r.filter((v) => typeof v === 'number'),
        ),
      ])
      .filter(Boolean);
    const values = arrays.flatMap((values) => Array.from(values));
    return {n: values.length, nNaN: values.filter(Number.isNaN).length};
  }

  /** @param {any[]} panels */
  function labelsOf(panels) {
    return panels.flatMap((panel) =>
      panel.x ? [panel.x.label, panel.y.label] : (panel.axes ?? panel.columns ?? []),
    );
  }
}

/**
 * The presets of an element: those of its class.
 *
 * @param {Page} page
 * @param {string} tag
 * @returns {Promise<{presets: string[], faults: Record<string, {breaks: string | null, presets: string[]}>}>}
 */
const staticsOf = (page, tag) =>
  page.evaluate((name) => {
    const {presets, faults = {}} = /** @type {any} */ (customElements.get(name));
    const all = Object.keys(presets);
    const offering = (/** @type {string} */ fault) =>
      all.filter((p) => presets[p].faults?.includes(fault) ?? true);
    return {
      presets: all,
      faults: Object.fromEntries(
        Object.entries(faults).map(([fault, {breaks}]) => [
          fault,
          {breaks, presets: offering(fault)},
        ]),
      ),
    };
  }, tag);

/** @type {Set<string>} */
const drawnPresets = new Set();

for (const tag of FIGURE_TAGS) {
  suite(`<${tag}> in a foreign page`, () => {
    test('each preset draws numbers and pixels, with named axes, and its laws hold', () =>
      inForeignPage(tag, async (page) => {
        for (const preset of (await staticsOf(page, tag)).presets) {
          drawnPresets.add(preset);
          const got = await page.evaluate(drawn, tag, {preset});
          assert.equal(got.notice, '', preset);
          assert.ok(got.caption.length > 5, `${preset} has no caption`);
          for (const n of got.nColours) assert.ok(n > 3, `${preset}: a canvas of ${n} colours`);
          assert.ok(got.nColours.length + got.nShapes + got.nCells > 0, `${preset} draws nothing`);
          if (tag === 'pe-diagram') continue;
          assert.ok(got.numbers.n > 0 || got.nCells > 0, `${preset} holds no numbers`);
          assert.equal(got.numbers.nNaN, 0, `${preset} holds NaN`);
          assert.ok(
            got.labels.length > 0 && got.labels.every(Boolean),
            `${preset}: an axis without a name`,
          );
          for (const {name, state} of got.meters)
            assert.equal(state, 'holds', `${preset}: ${name}`);
        }
      }));

    test('each fault turns its meter red, and a harmless one none', () =>
      inForeignPage(tag, async (page) => {
        for (const [fault, {breaks, presets}] of Object.entries(
          (await staticsOf(page, tag)).faults,
        )) {
          assert.ok(presets.length > 0, `${fault} is offered nowhere`);
          const broken = [];
          for (const preset of presets) {
            const got = await page.evaluate(drawn, tag, {preset, fault});
            assert.equal(got.notice, '', `${preset} with ${fault}`);
            broken.push(
              ...got.meters.filter(({state}) => state === 'broken').map(({name}) => name),
            );
          }
          if (breaks === null) assert.deepEqual(broken, [], fault);
          else
            assert.ok(broken.includes(breaks), `${fault} should break ${breaks}, broke ${broken}`);
        }
      }));
  });
}

test('every figure that was promised is a preset of some element', () => {
  assert.deepEqual(
    PROMISED.filter((name) => !drawnPresets.has(name)),
    [],
  );
});

suite('a figure', () => {
  test('tells what is wrong with an attribute and draws with the default', () =>
    inForeignPage('pe-heatmap', async (page) => {
      const got = await page.evaluate(drawn, 'pe-heatmap', {'n-pos': 'many', fault: 'nonsense'});
      assert.match(got.notice, /n-pos must be an integer from 1 to 512, got "many"; using 50/);
      assert.match(got.notice, /fault must be one of .*, got "nonsense"/);
      assert.ok(got.nColours[0] > 3);
    }));

  test('says in its caption that a control was moved, and not otherwise', () =>
    inForeignPage('pe-heatmap', async (page) => {
      const preset = 'sin-heatmap-000';
      const given = await page.evaluate(drawn, 'pe-heatmap', {preset});
      const moved = await page.evaluate(drawn, 'pe-heatmap', {preset, 'n-pos': '49'});
      assert.doesNotMatch(given.caption, /changed/);
      assert.equal(moved.caption, `${given.caption} (changed)`);
    }));

  test('is worked by the keyboard: slider, cursor, read-out, table', () =>
    inForeignPage('pe-heatmap', async (page) => {
      await page.evaluate(drawn, 'pe-heatmap', {preset: 'sin-heatmap-000'});
      const inside = (/** @type {string} */ selector) => page.locator(`pe-heatmap >>> ${selector}`);
      await (await inside('input[name="nPos"]').waitHandle()).focus();
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(
        () =>
          /** @type {any} */ (document.querySelector('pe-heatmap')).drawing.panels[0].tensor
            .shape[0] === 49,
      );
      await (await inside('.stage').waitHandle()).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await eventually(async () =>
        assert.equal(await textOf(page, '.readout'), 'position 1, dimension 1: value 0.54'),
      );
      await (await inside('.table summary').waitHandle()).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() =>
        document.querySelector('pe-heatmap')?.shadowRoot?.querySelector('.table td'),
      );
      await eventually(async () =>
        assert.match(await textOf(page, '.table caption'), /sinusoidal/),
      );
    }));

  test('takes the digit of a fault for itself, and leaves other keys to the page', () =>
    inForeignPage('pe-heatmap', async (page) => {
      await page.evaluate(drawn, 'pe-heatmap', {preset: 'sin-heatmap-000'});
      await page.evaluate(() => {
        const pressed = /** @type {KeyboardEvent[]} */ ([]);
        Object.assign(window, {pressed});
        addEventListener('keydown', (event) => pressed.push(event), {capture: true});
      });
      await (await page.locator('pe-heatmap >>> .stage').waitHandle()).focus();
      for (const key of /** @type {const} */ (['1', '9', 'x'])) await page.keyboard.press(key);
      await page.waitForFunction(
        () => /** @type {any} */ (document.querySelector('pe-heatmap')).fault !== '',
      );
      const taken = await page.evaluate(() =>
        /** @type {any} */ (window).pressed.map((/** @type {KeyboardEvent} */ event) => [
          event.key,
          event.defaultPrevented,
        ]),
      );
      assert.deepEqual(taken, [['1', true], ['9', false], ['x', false]]); // biome-ignore format: one thought
    }));

  test('computes nothing before it comes near the viewport', () =>
    inForeignPage('pe-heatmap', async (page) => {
      const before = await page.evaluate(async () => {
        document.body.innerHTML = '<div style="height: 4000px"></div><pe-heatmap></pe-heatmap>';
        await new Promise((resolve) => setTimeout(resolve, 300));
        return /** @type {any} */ (document.querySelector('pe-heatmap')).drawing;
      });
      assert.equal(before, null);
      await page.evaluate(() => scrollTo(0, 4000));
      await page.waitForFunction(
        () => /** @type {any} */ (document.querySelector('pe-heatmap')).drawing !== null,
      );
    }));

  test('computes nothing when it is scrolled back to unchanged', () =>
    inForeignPage('pe-heatmap', async (page) => {
      await page.evaluate(drawn, 'pe-heatmap', {preset: 'sin-heatmap-000'});
      const isSame = await page.evaluate(async () => {
        const figure = /** @type {any} */ (document.querySelector('pe-heatmap'));
        const {drawing} = figure;
        document.body.append(
          Object.assign(document.createElement('div'), {style: 'height: 6000px'}),
        );
        for (const top of [6000, 0]) {
          scrollTo({top, behavior: 'instant'});
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        return figure.drawing === drawing;
      });
      assert.ok(isSame);
    }));

  test('has needles that can be dragged: the position goes with them, within its range', () =>
    inForeignPage('rope-rotation', async (page) => {
      const settings = {preset: 'rope-rotation-anim', position: '5'};
      const centre = await page.evaluate(drawn, 'rope-rotation', settings).then(() =>
        page.evaluate(() => {
          const root = document.querySelector('rope-rotation')?.shadowRoot;
          const box = root?.querySelector('.rotates .stage canvas')?.getBoundingClientRect();
          // the plot is square, and the margins of its axes are at the left and below
          if (!box) throw new Error('no needle can be dragged');
          return {x: box.left + (46 + box.width - 12) / 2, y: box.top + (8 + box.height - 40) / 2};
        }),
      );
      /** @param {number} from @param {number} to degrees, anticlockwise */
      const drag = async (from, to) => {
        const at = (/** @type {number} */ degrees) => {
          const angle = (degrees * Math.PI) / 180;
          return /** @type {const} */ ([
            centre.x + 50 * Math.cos(angle),
            centre.y - 50 * Math.sin(angle),
          ]);
        };
        await page.mouse.move(...at(from));
        await page.mouse.down();
        for (let k = 1; k <= 8; k++) await page.mouse.move(...at(from + ((to - from) * k) / 8));
        await page.mouse.up();
        return page.$eval('rope-rotation', (figure) => figure.getAttribute('position'));
      };
      // one radian per position: 115 degrees are two positions
      assert.equal(await drag(20, 135), '7');
      assert.equal(await drag(135, 20), '5');
      assert.equal(await drag(170, -400), '0');
    }));

  test('stops its player when it has left the viewport, and plays nothing by itself', () =>
    inForeignPage('rope-rotation', async (page) => {
      await page.evaluate(drawn, 'rope-rotation', {preset: 'rope-rotation-anim'});
      const label = () => textOf(page, '.player', 'rope-rotation');
      await eventually(async () => assert.match(await label(), /Play/));
      await (await page.locator('rope-rotation >>> .player').waitHandle()).focus();
      await page.keyboard.press('Enter');
      await eventually(async () => assert.match(await label(), /Pause/));
      await page.evaluate(() => {
        document.body.prepend(
          Object.assign(document.createElement('div'), {style: 'height: 4000px'}),
        );
        scrollTo(0, 0);
      });
      await page.waitForFunction(() =>
        /Play/.test(
          document.querySelector('rope-rotation')?.shadowRoot?.querySelector('.player')
            ?.textContent ?? '',
        ),
      );
    }));
});

/**
 * @param {Page} page
 * @param {string} selector
 * @param {string} [tag]
 */
const textOf = (page, selector, tag = 'pe-heatmap') =>
  page.evaluate(
    (name, inner) =>
      document.querySelector(name)?.shadowRoot?.querySelector(inner)?.textContent ?? '',
    tag,
    selector,
  );

suite('the page', () => {
  test('keeps what the reader sets in the address: a reload draws the same picture', async () => {
    const {page, problems} = await lab.open('chapters/2-sinusoidal.html');
    const shape = () =>
      page.evaluate(
        () =>
          /** @type {any} */ (document.getElementById('sin-heatmap-000')).drawing?.panels[0].tensor
            .shape,
      );
    const near = () =>
      page.evaluate(() => document.getElementById('sin-heatmap-000')?.scrollIntoView());
    await near();
    await page.waitForFunction(
      () => /** @type {any} */ (document.getElementById('sin-heatmap-000')).drawing,
    );
    await page.evaluate(() => {
      const root = document.getElementById('sin-heatmap-000')?.shadowRoot;
      const input = /** @type {HTMLInputElement} */ (
        root?.querySelector('.range:has([name="nPos"]) .typed')
      );
      input.value = '7';
      input.dispatchEvent(new Event('change', {bubbles: true}));
    });
    await page.waitForFunction(() => location.hash.includes('sin-heatmap-000/n-pos=7'));
    await page.reload();
    await near();
    await page.waitForFunction(
      () => /** @type {any} */ (document.getElementById('sin-heatmap-000')).drawing,
    );
    await eventually(async () => assert.deepEqual(await shape(), [7, 32]));
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('remembers the depth', async () => {
    const {page} = await lab.open('chapters/2-sinusoidal.html');
    await page.evaluate(() =>
      /** @type {HTMLElement} */ (document.querySelector('.depth input[value="advanced"]')).click(),
    );
    await page.goto(new URL('chapters/4-rope.html', lab.url).href);
    await eventually(async () =>
      assert.equal(await page.evaluate(() => document.documentElement.dataset.level), 'advanced'),
    );
    await page.close();
  });
});

test('a power of ten is seen with superscripts and heard in words, in gauges, notes and tables', () =>
  inForeignPage('xpos-decay', async (page) => {
    await page.evaluate(drawn, 'xpos-decay', {preset: 'xpos-decay'});
    const snapshot = JSON.stringify(await page.accessibility.snapshot({interestingOnly: false}));
    assert.match(snapshot, /\d times 10 to the power of −\d/);
    assert.doesNotMatch(snapshot, /\d[eE][-+−]\d/);
    const texts = await page.$eval('xpos-decay', (figure) =>
      ['.meters', '.note'].map((part) => figure.shadowRoot?.querySelector(part)?.textContent ?? ''),
    );
    for (const text of texts) assert.match(text, /10⁻/);
  }));

suite('a bug that changes nothing', () => {
  /** @param {string} tag @param {Record<string, string>} attributes @param {RegExp} title @param {RegExp} note */
  const shows = (tag, attributes, title, note) =>
    inForeignPage(tag, async (page) => {
      const {caption} = await page.evaluate(drawn, tag, attributes);
      assert.match(caption, title);
      const [said, ...verdicts] = await page.$eval(tag, (figure) =>
        ['.note > .first', '.meter .verdict'].flatMap((part) =>
          [...(figure.shadowRoot?.querySelectorAll(part) ?? [])].map(
            (one) => one.textContent ?? '',
          ),
        ),
      );
      assert.match(said, note);
      assert.ok(verdicts.length > 0);
      for (const verdict of verdicts) assert.equal(verdict, 'nothing to notice');
    });

  test('with these settings is no miss of any law', () =>
    shows(
      'window-edge',
      {preset: 'window-edge', fault: 'inclusive', 'n-tokens': '4'},
      /— no difference here: the key at distance W visible too/,
      /^A text of up to 6 tokens shows nothing/,
    ));

  test('and has no reason of its own says so too', () =>
    shows(
      'split-machines',
      {preset: 'split-machines', fault: 'own-slice', split: 'contiguous'},
      /— no difference here: /,
      /^With these settings this bug changes no number here\.$/,
    ));

  test('by design keeps its own sentence', () =>
    shows(
      'pe-heatmap',
      {preset: 'sin-heatmap-000', fault: 'swapped'},
      /— changed: sin and cos swapped/,
      /another layout, not a bug/,
    ));
});
