// The address in a real browser: it restores what the reader has changed, and none stops the page's script.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import fc from 'fast-check';

import {anyText} from '../support/any-text.js';
import {Lab} from '../support/browser.js';
import {eventually} from '../support/eventually.js';

/** @import {Page} from 'puppeteer-core' */

/** @type {Lab} */
let lab;
before(async () => {
  lab = await Lab.start();
});
after(() => lab.close());

/** A page with one figure and the page's script, under no policy that would hold a script back. */
const SMALL_PAGE = `<!doctype html><title>small</title><link rel="icon" href="data:,">
<pe-heatmap preset="sin-heatmap-000"><p>a table</p></pe-heatmap>
<p id="no-simd">no SIMD</p>
<script type="module" src="../lab/page.js"></script>`;

/** @param {Page} page */
async function serveSmallPage(page) {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isOurs = request.url().includes('chapters/small.html');
    if (isOurs) request.respond({contentType: 'text/html', body: SMALL_PAGE});
    else request.continue();
  });
}

const NAMED = [
  '#100%', '#sin-heatmap-000//=0', '#%', '#%E0%A4%A', '#=', '#&', '#a=b', '#at=', '#at=%', '#at=no-simd',
  '#sin-heatmap-000/onclick=hit()', '#sin-heatmap-000/style=display:none', '#sin-heatmap-000/id=other',
  '#sin-heatmap-000/class=x', '#sin-heatmap-000/hidden=', '#sin-heatmap-000/=1', '#sin-heatmap-000/ =1',
  '#sin-heatmap-000/<b>=1', '#__proto__/hit=1', '#constructor/prototype=1', '#sin-heatmap-000/__proto__=1',
  '#sin-heatmap-000/fault=__proto__', '#sin-heatmap-000/preset=constructor', '#sin-heatmap-000/dims=1e999',
  '#sin-heatmap-000/dims=%00', '#at=<img src=x onerror=hit()>', '#javascript:hit()', '#/', '#//', '#?#',
]; // biome-ignore format: a list

/** Addresses of pieces that are known to hurt; the same ones at each run. */
function nastyHashes() {
  const piece = fc.oneof(
    fc.constantFrom(
      'sin-heatmap-000', '/', '=', '&', '#', '%', '%zz', '+', 'dims', 'fault', 'preset', 'onload', 'onfocus',
      'autofocus', 'tabindex', '__proto__', 'constructor', 'hit()', '<script>hit()</script>', '"', ' ', '\0',
      'at', '-1', '1e999', 'NaN', '💥', '..',
    ), // biome-ignore format: a list
    anyText({maxLength: 4}),
  );
  const hash = fc.array(piece, {minLength: 1, maxLength: 9}).map((parts) => `#${parts.join('')}`);
  return [...NAMED, ...fc.sample(hash, {numRuns: 200 - NAMED.length, seed: 11})];
}

test('no address stops the page’s script, runs one, or sets what is not the figure’s', async () => {
  const {page, problems} = await lab.open('chapters/small.html', {before: serveSmallPage});
  const hashes = nastyHashes();
  assert.equal(hashes.length, 200);
  for (let first = 0; first < hashes.length; first += 20) {
    const part = hashes.slice(first, first + 20);
    for (const {hash, ...got} of await page.evaluate(visitAll, part)) {
      const {isOver, isHit, polluted, attributes, errors} = got;
      assert.deepEqual({isOver, isHit, polluted, errors}, {isOver: true, isHit: false, polluted: [], errors: []}, hash); // biome-ignore format: one thought
      const known = ['preset', 'id', 'fault', 'dims', 'd-model', 'base', 'n-pos', 'positions']; // biome-ignore format: a list
      assert.deepEqual(attributes.filter((name) => !known.includes(name)), [], hash); // biome-ignore format: one thought
    }
  }
  // a frame that is removed takes with it what its figure still loads
  const isAborted = (/** @type {string} */ text) =>
    /(figures\.wasm|chunk-\w+\.js) net::ERR_ABORTED/.test(text);
  assert.deepEqual(problems.filter((text) => !isAborted(text)), []); // biome-ignore format: one thought
  await page.close();
});

/**
 * Runs in the page: what each address does to the small page, in a frame of its own.
 *
 * @param {string[]} hashes
 */
function visitAll(hashes) {
  const visit = async (/** @type {string} */ hash) => {
    const frame = document.createElement('iframe');
    frame.src = `small.html${hash}`;
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve));
    const scope = /** @type {any} */ (frame.contentWindow);
    const figure = scope.document.querySelector('pe-heatmap');
    const sentence = scope.document.getElementById('no-simd');
    // the script's last act hides the sentence
    for (let k = 0; k < 3000 && !(sentence.hidden && 'drawing' in figure); k++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const state = {
      hash,
      isOver: sentence.hidden && 'drawing' in figure,
      isHit: 'hit' in scope,
      polluted: Object.keys(scope.Object.prototype),
      attributes: /** @type {string[]} */ (figure.getAttributeNames()),
      errors: figure.id === 'sin-heatmap-000' ? [] : [`the figure's id is ${figure.id}`],
    };
    frame.remove();
    return state;
  };
  return Promise.all(hashes.map(visit));
}

/**
 * Runs in the page: the figures that have drawn, and what a reader has set in each.
 *
 * @param {string[]} ids
 */
function settingsOf(ids) {
  return ids.map((id) => {
    const figure = /** @type {any} */ (document.getElementById(id));
    const {settings, problems} = figure.currentSettings();
    return {id, settings, problems, fault: figure.faultName, preset: figure.presetName};
  });
}

/** @param {Page} page @param {string[]} ids */
async function drawn(page, ids) {
  for (const id of ids) {
    // once more where the page has grown above it in the meantime
    await page.waitForFunction(
      (name) => {
        const figure = /** @type {any} */ (document.getElementById(name));
        if (!figure.drawing) figure.scrollIntoView();
        return figure.drawing;
      },
      {polling: 200},
      id,
    );
  }
}

/**
 * Runs in the page: works every control of a figure and its last fault as a reader does.
 *
 * @param {string[]} ids
 */
function workControls(ids) {
  for (const id of ids) {
    const root = /** @type {ShadowRoot} */ (document.getElementById(id)?.shadowRoot);
    for (const input of root.querySelectorAll('.controls input, .controls select')) {
      if (!input.isConnected || /** @type {any} */ (input).name === 'preset') continue;
      if (input instanceof HTMLSelectElement) input.selectedIndex = input.options.length - 1;
      else if (!(input instanceof HTMLInputElement)) continue;
      else if (input.type === 'range') input.stepUp();
      else if (input.type === 'checkbox') input.checked = !input.checked;
      else if (input.type === 'radio') input.checked = true;
      else if (input.type === 'text' && input.name === 'text') input.value = 'a & b = #c + d%';
      for (const event of ['input', 'change'])
        input.dispatchEvent(new Event(event, {bubbles: true}));
    }
    const faults = [...root.querySelectorAll('input[name="fault"]')];
    /** @type {HTMLInputElement | undefined} */ (faults.at(-1))?.click();
  }
}

/** Figures that have faults or many kinds of controls, by chapter. */
const SAMPLE = {
  'chapters/2-sinusoidal.html': ['sin-heatmap-000', 'sin-waves-000', 'pe-pca-3d'],
  'chapters/4-rope.html': ['rope-rotation-2d', 'rope-shift-invariance'],
  'chapters/11-labs.html': ['left-padding', 'cache-dynamic-ntk'],
};

for (const [address, ids] of Object.entries(SAMPLE)) {
  test(`what a reader changes on ${address} comes back from its address, faults included`, async () => {
    const first = await lab.open(address);
    await drawn(first.page, ids);
    const given = await first.page.evaluate(settingsOf, ids);
    await first.page.evaluate(workControls, ids);
    const changed = await first.page.evaluate(settingsOf, ids);
    assert.notDeepEqual(changed, given);
    assert.ok(
      changed.some(({fault}) => fault !== ''),
      'a fault is switched on',
    );
    const shared = first.page.url();
    const second = await lab.open(shared);
    await drawn(second.page, ids);
    await eventually(async () =>
      assert.deepEqual(await second.page.evaluate(settingsOf, ids), changed, shared),
    );

    // a shared address that is pasted over that of an open page
    const third = await lab.open(address);
    await drawn(third.page, ids);
    await third.page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(shared).hash);
    await drawn(third.page, ids);
    await eventually(async () =>
      assert.deepEqual(await third.page.evaluate(settingsOf, ids), changed),
    );

    // one that names a single figure gives the others back what the chapter gave them
    await third.page.evaluate((id) => {
      location.hash = `#${id}/preset=${id}`;
    }, ids[0]);
    await drawn(third.page, ids);
    await eventually(async () =>
      assert.deepEqual(await third.page.evaluate(settingsOf, ids), given),
    );
    for (const {page, problems} of [first, second, third]) {
      assert.deepEqual(problems, []);
      await page.close();
    }
  });
}

test('another figure of the menu, over the chapter’s own, comes back from the address', async () => {
  const {page, problems} = await lab.open('chapters/2-sinusoidal.html');
  const id = 'sin-waves-000';
  await drawn(page, [id]);
  await page.evaluate((name) => {
    const root = document.getElementById(name)?.shadowRoot;
    const menu = /** @type {HTMLSelectElement} */ (root?.querySelector('select[name="preset"]'));
    menu.selectedIndex = menu.options.length - 1;
    menu.dispatchEvent(new Event('change', {bubbles: true}));
  }, id);
  const [chosen] = await page.evaluate(settingsOf, [id]);
  assert.notEqual(chosen.preset, id);
  await page.reload();
  await drawn(page, [id]);
  await eventually(async () => assert.deepEqual(await page.evaluate(settingsOf, [id]), [chosen]));
  assert.deepEqual(problems, []);
  await page.close();
});

test('a fault that is switched off again leaves the address', async () => {
  const {page, problems} = await lab.open('chapters/2-sinusoidal.html');
  const choose = (/** @type {number} */ k) =>
    page.evaluate((n) => {
      const root = document.getElementById('sin-heatmap-000')?.shadowRoot;
      /** @type {HTMLElement | undefined} */ ([...(root?.querySelectorAll('input[name="fault"]') ?? [])][n])?.click();
    }, k); // biome-ignore format: one thought
  await drawn(page, ['sin-heatmap-000']);
  await choose(1);
  await eventually(() => assert.match(page.url(), /sin-heatmap-000\/fault=/));
  await choose(0);
  await eventually(() => assert.doesNotMatch(page.url(), /fault/));
  assert.deepEqual(problems, []);
  await page.close();
});
