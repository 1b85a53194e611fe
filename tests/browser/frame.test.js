// What every figure does in the same way, whatever it draws.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {Lab} from '../support/browser.js';
import {FIGURE_TAGS, openElements} from '../support/elements.js';
import {eventually} from '../support/eventually.js';
import {chunkOf} from '../support/learner.js';

/** @import {HTTPRequest, Page} from 'puppeteer-core' */

/** @type {Lab} */
let lab;
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
before(async () => {
  lab = await Lab.start();
  ({page, problems} = await openElements(lab));
  await page.evaluate(addTools);
});
after(() => lab.close());

/** Runs in the page: what tests ask of it, under `tools`. */
function addTools() {
  const tools = {
    wait: (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    /** A figure with attributes, drawn, alone in the page. @param {string} tag @param {Record<string, string>} [attributes] */
    async draw(tag, attributes = {}) {
      const figure = /** @type {any} */ (document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
      document.body.replaceChildren(figure);
      for (let k = 0; k < 3000 && !figure.drawing; k++) await tools.wait(10);
      if (!figure.drawing) throw new Error(`<${tag}> has drawn nothing within 4 s`);
      return figure;
    },
  };
  Object.assign(globalThis, {tools});
}

test('each redraw computes its drawing once', async () => {
  const counts = await page.evaluate(
    async (tags) => {
      const {tools} = /** @type {any} */ (globalThis);
      /** @type {Record<string, number>} */
      const found = {};
      for (const tag of tags) {
        const figure = await tools.draw(tag);
        const Class = /** @type {any} */ (customElements.get(tag));
        const own = Object.getOwnPropertyDescriptor(Class, 'compute');
        const {compute} = Class;
        let n = 0;
        Class.compute = (/** @type {any[]} */ ...args) => {
          n++;
          return compute.apply(Class, args);
        };
        await tools.wait(0);
        figure.refresh();
        for (let k = 0; k < 3000 && n === 0; k++) await tools.wait(10);
        await tools.wait(50); // a second time would come within
        if (own) Object.defineProperty(Class, 'compute', own);
        else delete Class.compute;
        found[tag] = n;
      }
      return found;
    },
    FIGURE_TAGS.filter((tag) => tag !== 'pe-diagram'),
  );
  const notOnce = Object.entries(counts).filter(([, n]) => n !== 1);
  assert.deepEqual(notOnce, []);
  assert.deepEqual(problems, []);
});

test('the words that a page has for a figure are one press away, and in no state that they were not written for', async () => {
  const {page: own} = await openElements(lab);
  const isShown = () => own.evaluate(() => document.body.querySelector('p')?.checkVisibility());
  /** @param {Record<string, unknown>} change @returns {Promise<boolean | undefined>} whether the words are in view then */
  const after = async (change) => {
    await own.evaluate((given) => {
      const figure = /** @type {any} */ (document.body.firstElementChild);
      return figure.setState({preset: 'rope-shift-invariance', ...given});
    }, change);
    return isShown();
  };
  try {
    await own.evaluate(() => {
      document.body.innerHTML =
        '<rope-logits preset="rope-shift-invariance"><p>Two maps of logits.</p></rope-logits>';
    });
    await isDrawn(own);
    assert.equal(await isShown(), false, 'folded away');
    await own.locator('rope-logits >>> .table summary').click();
    assert.equal(await isShown(), true, 'opened');
    assert.equal(await after({fault: 'mixed'}), false, 'with a fault');
    assert.equal(await after({fault: ''}), true, 'without it');
    assert.equal(await after({settings: {shift: 7}}), false, 'with another shift');
    assert.equal(await after({preset: 'rope-score-matrix'}), false, 'another preset');
    assert.equal(await after({}), true, 'as at first');
  } finally {
    await own.close();
  }
});

/**
 * A figure on a page of its own, where some requests are answered by the test.
 *
 * @param {string} tag
 * @param {(request: HTTPRequest) => void} answer must continue, abort or answer each request
 * @param {(page: Page) => Promise<void>} use
 */
async function withRequests(tag, answer, use) {
  const {page: own} = await openElements(lab);
  try {
    await own.setCacheEnabled(false);
    await own.setRequestInterception(true);
    own.on('request', answer);
    await own.evaluate((name) => {
      const figure = document.createElement(name);
      figure.textContent = 'words for readers without the picture';
      document.body.replaceChildren(figure);
    }, tag);
    await use(own);
  } finally {
    await own.close();
  }
}

/** What a reader sees of the only figure of a page. @param {Page} own */
const shown = (own) =>
  own.evaluate(() => {
    const figure = /** @type {any} */ (document.body.firstElementChild);
    const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
    const fallback = /** @type {HTMLElement} */ (root.querySelector('.fallback'));
    return {
      isDrawn: figure.drawing !== null,
      notice: root.querySelector('.notice:not([hidden])')?.textContent ?? '',
      hasWords: fallback.checkVisibility(),
      nPanels: root.querySelectorAll('.panels > *').length,
    };
  });

/** @param {Page} own @param {string} text */
const noticeHas = (own, text) =>
  own.waitForFunction(
    (part) => document.body.firstElementChild?.shadowRoot?.querySelector('.notice')?.textContent?.includes(part), // biome-ignore format: one thought
    {timeout: 60_000},
    text,
  );

/** @param {Page} own */
const isDrawn = (own) =>
  own.waitForFunction(() => /** @type {any} */ (document.body.firstElementChild).drawing !== null, {
    timeout: 60_000,
  });

suite('a view that is loaded when a panel needs it', () => {
  const VIEW = new RegExp(`${chunkOf('web/views/grid-view.js', 'dist/lab/elements.js')}$`);
  /** @param {HTTPRequest[]} held @returns {(request: HTTPRequest) => void} keeps the requests for the view */
  const holdTo = (held) => (request) => {
    if (VIEW.test(request.url())) held.push(request);
    else request.continue();
  };

  test('shows nothing half done while it is loading, and is not built for a figure that has left', async () => {
    /** @type {HTTPRequest[]} */
    const held = [];
    await withRequests('txl-shift', holdTo(held), async (own) => {
      await eventually(() => assert.equal(held.length, 1, 'its file is requested once'), 60_000);
      const before = await shown(own);
      assert.deepEqual(before, {isDrawn: false, notice: '', hasWords: true, nPanels: 0});
      await own.evaluate(() => {
        const {body} = document;
        Object.assign(globalThis, {left: body.firstElementChild});
        body.firstElementChild?.remove();
      });
      await held[0].continue();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const nPanels = await own.evaluate(
        () =>
          /** @type {any} */ (globalThis).left.shadowRoot.querySelectorAll('.panels > *').length,
      );
      assert.equal(nPanels, 0, 'a figure that has left builds no view');
      await own.evaluate(() => document.body.append(/** @type {any} */ (globalThis).left));
      await isDrawn(own);
      const {hasWords, nPanels: after} = await shown(own);
      assert.deepEqual([hasWords, after > 0], [false, true]);
    });
  });

  test('is waited for by a page that is printed meanwhile, though the figure is scrolled away', async () => {
    /** @type {HTTPRequest[]} */
    const held = [];
    await withRequests('txl-shift', holdTo(held), async (own) => {
      await eventually(() => assert.equal(held.length, 1), 60_000);
      await own.evaluate(async () => {
        dispatchEvent(new Event('beforeprint'));
        const figure = /** @type {HTMLElement} */ (document.body.firstElementChild);
        figure.style.marginTop = '9000px';
        await new Promise((resolve) => setTimeout(resolve, 300)); // it is seen to be far away
      });
      await held[0].continue();
      await isDrawn(own);
    });
  });

  test('is said where it cannot be had, and can be tried again', async () => {
    let isDown = true;
    const refuse = (/** @type {HTTPRequest} */ request) => {
      if (isDown && VIEW.test(request.url())) request.abort('connectionfailed');
      else request.continue();
    };
    await withRequests('txl-shift', refuse, async (own) => {
      await noticeHas(own, 'could not be loaded');
      const {isDrawn: is, notice, hasWords, nPanels} = await shown(own);
      assert.deepEqual([is, hasWords, nPanels], [false, true, 0]);
      assert.match(notice, /^This figure cannot be drawn: a file that it needs could not be loaded\. Check the connection and try again, or reload/); // biome-ignore format: one thought
      isDown = false;
      await (await own.locator('txl-shift >>> .notice .retry').waitHandle()).click();
      await isDrawn(own);
      await eventually(async () => assert.equal((await shown(own)).notice, ''));
    });
  });
});

test('what a press needs and cannot have is said in the figure, and comes with the next press', async () => {
  for (const [chunk, press, came] of [
    ['figures/frame/share.js', '.tool.share', '.share-menu'],
    ['figures/frame/present.js', '.tool.present', 'dialog[open]'],
    ['figures/frame/numbers-table.js', '.table summary', '.table table'],
  ]) {
    const file = new RegExp(`${chunkOf(`web/${chunk}`, 'dist/lab/elements.js')}$`);
    let isDown = true;
    const refuse = (/** @type {HTTPRequest} */ request) => {
      if (isDown && file.test(request.url())) request.abort('connectionfailed');
      else request.continue();
    };
    await withRequests('pe-heatmap', refuse, async (own) => {
      await isDrawn(own);
      const click = () =>
        own.$eval(`pe-heatmap >>> ${press}`, (one) => /** @type {HTMLElement} */ (one).click());
      await click();
      await noticeHas(own, 'What this needs could not be loaded');
      isDown = false;
      await click();
      if (press.includes('summary')) await click(); // the first has closed it
      await own.waitForFunction(
        (part) => document.body.firstElementChild?.shadowRoot?.querySelector(part),
        {},
        came,
      );
      assert.equal((await shown(own)).notice, '');
    });
  }
});

suite('a core that cannot be had is said in plain words in the figure', () => {
  const CORES = /(figures|core)\.wasm$/;
  const WRONG = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // a module that holds nothing
  const TRUNCATED = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60);
  /** @type {[string, Partial<import('puppeteer-core').ResponseForRequest>, RegExp][]} */
  const FAULTS = [
    ['missing', {status: 404, body: ''}, /a file that it needs could not be loaded/],
    ['empty', {status: 200, body: ''}, /its calculations \(WebAssembly\) is damaged or incomplete/],
    ['truncated', {status: 200, body: TRUNCATED}, /is damaged or incomplete/],
    ['a page of HTML', {status: 200, body: '<!doctype html>'}, /is damaged or incomplete/],
    [
      'another module',
      {status: 200, body: WRONG},
      /cannot be drawn: its scripts and its core are of two versions/,
    ],
  ];
  // one whose core is figures.wasm, one of core.wasm, one that trains
  for (const tag of ['pe-heatmap', 'relative-family', 'length-race'])
    for (const [name, response, words] of FAULTS)
      test(`<${tag}>, ${name}`, async () => {
        let isDown = true;
        const answer = (/** @type {HTTPRequest} */ request) => {
          if (isDown && CORES.test(request.url())) request.respond(response);
          else request.continue();
        };
        await withRequests(tag, answer, async (own) => {
          await noticeHas(own, 'cannot be drawn');
          const got = await shown(own);
          assert.match(got.notice, words);
          assert.match(
            got.notice,
            /try again, or reload the page; if that does not help, the file on the server is/,
          );
          assert.ok(got.hasWords && got.nPanels === 0);
          isDown = false;
          await (await own.locator(`${tag} >>> .notice .retry`).waitHandle()).click();
          await isDrawn(own);
          await eventually(async () => assert.equal((await shown(own)).notice, ''));
        });
      });
});

test('another preset takes nothing of what the reader had changed in the one before', async () => {
  const left = await page.evaluate(async (tags) => {
    const {tools} = /** @type {any} */ (globalThis);
    const kebab = (/** @type {string} */ name) =>
      name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    /** @type {string[]} */
    const found = [];
    let n = 0;
    for (const tag of tags) {
      const Class = /** @type {any} */ (customElements.get(tag));
      const [from, to] = Object.keys(Class.presets);
      if (!to || !Class.hasMenu) continue;
      const figure = await tools.draw(tag, {preset: from});
      const {settings} = figure.currentSettings();
      for (const [name, value] of Object.entries(settings))
        figure.setAttribute(kebab(name), String(value));
      for (const fault of Object.keys(Class.faults).slice(0, 1))
        figure.setAttribute('fault', fault);
      await tools.wait(0);
      const menu = figure.shadowRoot.querySelector('select[name="preset"]');
      if (menu) {
        menu.value = to;
        menu.dispatchEvent(new Event('change', {bubbles: true}));
      } else figure.shadowRoot.querySelector(`input[name="preset"][value="${to}"]`).click();
      n++;
      const attributes = figure
        .getAttributeNames()
        .filter((/** @type {string} */ a) => a !== 'preset');
      if (figure.getAttribute('preset') !== to || attributes.length > 0)
        found.push(`${tag}: ${attributes}`);
      const fresh = document.createElement(tag);
      fresh.setAttribute('preset', to);
      const same = JSON.stringify(/** @type {any} */ (fresh).currentSettings().settings);
      if (JSON.stringify(figure.currentSettings().settings) !== same)
        found.push(`${tag}: settings`);
      if (figure.faultName !== '') found.push(`${tag}: fault`);
    }
    return {found, n};
  }, FIGURE_TAGS);
  assert.ok(left.n > 15, `${left.n} figures have a menu`);
  assert.deepEqual(left.found, []);
});

test('the legend gives each curve the colour and the dash that it is drawn with', async () => {
  const pairs = await page.evaluate(async () => {
    const {tools} = /** @type {any} */ (globalThis);
    /** @type {{colour: string, dash: string}[]} */
    const strokes = [];
    const {stroke} = CanvasRenderingContext2D.prototype;
    /** @this {CanvasRenderingContext2D} @param {...any} args */
    CanvasRenderingContext2D.prototype.stroke = function (...args) {
      if (this.lineWidth >= 1.5)
        strokes.push({colour: String(this.strokeStyle), dash: this.getLineDash().join(' ')});
      return Reflect.apply(stroke, this, args);
    };
    const figure = await tools.draw('pe-curves', {preset: 'sin-waves-000'});
    await tools.wait(50);
    strokes.length = 0;
    dispatchEvent(new Event('themechange'));
    CanvasRenderingContext2D.prototype.stroke = stroke;
    const hex = (/** @type {string} */ css) => {
      const context = /** @type {any} */ (document.createElement('canvas').getContext('2d'));
      context.fillStyle = css;
      return context.fillStyle;
    };
    const swatches = [...figure.shadowRoot.querySelectorAll('.legend .swatch')].map((swatch) => ({
      colour: hex(getComputedStyle(swatch).color),
      dash: swatch.querySelector('path').getAttribute('stroke-dasharray'),
    }));
    const names = [...figure.shadowRoot.querySelectorAll('.legend li')].map((li) => li.textContent);
    const series = figure.drawing.panels[0].series.map((/** @type {any} */ one) => one.name);
    return {swatches, strokes: strokes.slice(0, series.length), names, series};
  });
  assert.equal(pairs.series.length, 5);
  assert.deepEqual(pairs.names, pairs.series);
  assert.deepEqual(pairs.swatches, pairs.strokes);
  assert.equal(new Set(pairs.swatches.map(({colour}) => colour)).size, 5);
});

test('in forced colours a picture has the system’s paper and ink, and its series stay apart', async () => {
  const features = [{name: 'forced-colors', value: 'active'}];
  const session = await page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', {features});
  try {
    const colours = await page.evaluate(async () => {
      const {tools} = /** @type {any} */ (globalThis);
      const figure = await tools.draw('pe-curves');
      const probe = /** @type {HTMLElement} */ (figure.shadowRoot.querySelector('.probe'));
      const of = (/** @type {string} */ name) => {
        const parts = /** @type {HTMLElement[]} */ ([...probe.children]);
        const part = parts.find(({style}) => style.color === `var(--pe-${name})`);
        if (!part) throw new Error(`no colour ${name}`);
        return getComputedStyle(part).color;
      };
      document.body.style.cssText = 'color: CanvasText; background-color: Canvas';
      const {color, backgroundColor} = getComputedStyle(document.body);
      document.body.style.cssText = '';
      const series = [1, 2, 3, 4, 5, 6].map((k) => of(`series-${k}`));
      return {ink: of('ink'), paper: of('paper'), color, backgroundColor, series};
    });
    assert.equal(colours.ink, colours.color);
    assert.equal(colours.paper, colours.backgroundColor);
    assert.equal(new Set([colours.paper, ...colours.series]).size, 7, String(colours.series));
  } finally {
    await session.send('Emulation.setEmulatedMedia', {features: []});
    await session.detach();
  }
});
