// A figure in a frame of another site: <poslab-embed>, its port, and who may not talk to it; and the widget of notebooks.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {after, before, suite, test} from 'node:test';

import {startBrowser} from '../support/sandbox-page.js';

/** @import {Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

/** @param {string} body @returns {Promise<{url: string, close: () => void}>} a page of another site */
async function host(body) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/' ? `<!doctype html><html lang="en"><title>theirs</title><link rel="icon" href="data:,">${body}` : ''); // biome-ignore format: a page
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {url: `http://127.0.0.1:${port}/`, close: () => server.closeAllConnections() ?? server.close()}; // biome-ignore format: one thought
}

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`a frame in ${browser}`, () => {
    /** @type {Lab | string} */
    let started = '';
    before(async () => {
      started = await startBrowser(browser);
    });
    after(async () => {
      if (typeof started !== 'string') await started.close();
    });
    /** @param {string} name @param {(lab: Lab) => string} body @param {(page: Page, lab: Lab) => Promise<void>} use */
    const it = (name, body, use) =>
      test(name, async (context) => {
        if (typeof started === 'string') return context.skip(started);
        const site = await host(body(started));
        const page = await started.browser.newPage();
        page.setDefaultTimeout(60_000);
        try {
          await page.goto(site.url);
          await use(page, started);
        } finally {
          await page.close();
          site.close();
        }
      });

    it(
      'is as high as its figure, gives its state, numbers and picture, and takes a state',
      (lab) => `<poslab-embed figure="pe-heatmap" n-pos="12" controls="none"></poslab-embed><script>log = []; for (const name of ['ready', 'draw', 'error']) addEventListener('poslab-' + name, () => log.push(name))</script><script type="module" src="${lab.url}lab/embed.js"></script>`, // biome-ignore format: a page
      async (page) => {
        const found = await page.evaluate(async () => {
          await customElements.whenDefined('poslab-embed');
          const embed = /** @type {any} */ (document.querySelector('poslab-embed'));
          const {log} = /** @type {any} */ (globalThis);
          await embed.ready;
          const state = await embed.getState();
          const [tensor] = await embed.getData();
          const png = await embed.toBlob('image/png');
          await embed.setState({...state, settings: {...state.settings, nPos: 20}});
          const [after] = await embed.getData();
          const wrong = await embed.toBlob('no/type').catch((/** @type {Error} */ error) => error.message); // biome-ignore format: one thought
          const none = await embed.setState(null).catch((/** @type {Error} */ error) => error.message); // biome-ignore format: one thought
          return {none, log, preset: state.settings.nPos, shape: tensor.shape[0], isFloat: tensor.data instanceof Float32Array, png: [png.type, png.size], after: after.shape[0], value: embed.value.settings.nPos, wrong}; // biome-ignore format: one thought
        });
        assert.deepEqual([found.preset, found.shape, found.after, found.value], [12, 12, 20, 20]);
        assert.ok(found.isFloat);
        assert.equal(found.png[0], 'image/png');
        assert.ok(found.png[1] > 1000);
        assert.match(found.wrong, /type must be one of/);
        assert.equal(found.none, 'setState(): must be a state as getState() gives it, got object.');
        assert.ok(found.log.includes('ready') && !found.log.includes('error'), `${found.log}`);
        for (let k = 0; ; k++) {
          const inner = await page
            .frames()[1]
            .evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
          const outer = await page.evaluate(
            () => document.querySelector('poslab-embed')?.getBoundingClientRect().height,
          );
          if (inner === outer) break;
          assert.ok(k < 1200, `the frame is ${outer} px high, its figure ${inner} px`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      },
    );

    it(
      'draws its picture as high as on a page, however high the frame is',
      (lab) => `<iframe src="${lab.url}embed.html?figure=relative-bias" width="100%" height="300"></iframe><relative-bias loading="eager"></relative-bias><poslab-embed figure="relative-bias"></poslab-embed><script type="module" src="${lab.url}lab/relative-bias.js"></script><script type="module" src="${lab.url}lab/embed.js"></script>`, // biome-ignore format: a page
      async (page) => {
        // a figure draws where it is near the screen: those above the last one do not grow
        await page.setViewport({width: 1000, height: 1000});
        await page.waitForFunction(() => /** @type {any} */ (document.querySelector('relative-bias'))?.drawing && document.querySelector('poslab-embed')?.shadowRoot?.querySelector('iframe')?.style.blockSize, {polling: 50}); // biome-ignore format: one thought
        const heightIn = (/** @type {import('puppeteer-core').Frame} */ frame) =>
          frame.evaluate(async () => {
            const figure = /** @type {any} */ (document.querySelector('relative-bias'));
            await figure.ready;
            for (let k = 0, last = -1; ; k++) {
              const {height} = figure.shadowRoot.querySelector('canvas').getBoundingClientRect();
              if (height === last || k > 100) return height;
              last = height;
              await new Promise((resolve) => setTimeout(resolve, 300)); // a frame is given its height
            }
          });
        const heights = await Promise.all(page.frames().map(heightIn));
        assert.equal(heights.length, 3);
        assert.ok(heights[0] > 300, `${heights[0]} px`);
        for (const height of heights) assert.ok(Math.abs(height - heights[0]) < 4, `${heights} px`);
      },
    );

    it(
      'answers no page whose origin is not the one in its address',
      (lab) => `<iframe src="${lab.url}embed.html?figure=pe-heatmap&origin=https://else.example"></iframe><iframe src="${lab.url}embed.html?figure=pe-heatmap"></iframe>`, // biome-ignore format: a page
      async (page, lab) => {
        for (const frame of page.frames().slice(1))
          await frame.waitForFunction(() => /** @type {any} */ (document.body.firstElementChild)?.drawing, {polling: 50}); // biome-ignore format: one thought
        const answers = await page.evaluate(async (url) => {
          /** @type {string[]} */
          const got = [];
          /** @param {HTMLIFrameElement} frame @param {string} name */
          const connect = (frame, name) => {
            const {port1, port2} = new MessageChannel();
            port1.onmessage = ({data}) => data.id === 1 && got.push(name);
            frame.contentWindow?.postMessage({poslab: 1, type: 'connect'}, '*', [port2]);
            port1.postMessage({id: 1, call: 'getState'});
          };
          const frames = [...document.querySelectorAll('iframe')];
          for (const frame of frames) connect(frame, 'another');
          // by the time one of our own page has started and answers, those before it could have answered
          const own = document.createElement('iframe');
          own.src = `${url}embed.html?figure=pe-heatmap&origin=${location.origin}`;
          document.body.append(own);
          const wait = (/** @type {number} */ ms) =>
            new Promise((resolve) => setTimeout(resolve, ms));
          for (let k = 0; k < 600 && !got.includes('our own'); k++) {
            connect(own, 'our own');
            await wait(100);
          }
          return [...new Set(got)];
        }, lab.url);
        assert.deepEqual(answers, ['our own']);
      },
    );

    it(
      'takes from its address what a figure observes, and nothing else',
      (lab) => `<iframe src="${lab.url}embed.html?figure=pe-heatmap&n-pos=9&onclick=alert(1)&style=color:red&caption=%3Cb%3Ex"></iframe><iframe src="${lab.url}embed.html?figure=script"></iframe>`, // biome-ignore format: a page
      async (page) => {
        const frameOf = (/** @type {string} */ figure) => page.waitForFrame((frame) => frame.url().includes(`figure=${figure}`)); // biome-ignore format: one thought
        const [first, second] = [await frameOf('pe-heatmap'), await frameOf('script')];
        await first.waitForFunction(() => /** @type {any} */ (document.body.firstElementChild)?.drawing, {polling: 50}); // biome-ignore format: one thought
        const names = await first.evaluate(() => document.body.firstElementChild?.getAttributeNames().filter((name) => !name.startsWith('data-'))); // biome-ignore format: one thought
        assert.deepEqual(names?.sort(), ['caption', 'n-pos']);
        const text = await second.evaluate(() => document.body.textContent);
        assert.equal(text, 'figure must be the tag of a figure, as "pe-heatmap", got "script".');
      },
    );

    it(
      'says which name is written otherwise, in its address and in the element',
      (lab) => `<iframe src="${lab.url}embed.html?figure=pe-heatmap&nPos=9&d_model=8"></iframe><poslab-embed figure="pe-heatmap" npos="9"></poslab-embed>`, // biome-ignore format: a page
      async (page, lab) => {
        const said = page.evaluate(async (url) => {
          const event = await new Promise((resolve) => {
            document.addEventListener('poslab-error', resolve, {once: true});
            import(`${url}lab/embed.js`);
          });
          return event.detail;
        }, lab.url);
        const {code, message} = await said;
        assert.deepEqual([code, message], ['setting', 'npos is no attribute of <pe-heatmap>: write n-pos.']); // biome-ignore format: one thought
        const frame = await page.waitForFrame((one) => one.url().includes('nPos'));
        await frame.waitForFunction(() => /** @type {any} */ (document.body.firstElementChild)?.drawing, {polling: 50}); // biome-ignore format: one thought
        const notice = await frame.evaluate(() => document.body.firstElementChild?.shadowRoot?.querySelector('.notice')?.textContent); // biome-ignore format: one thought
        assert.equal(notice, 'd_model is no attribute of <pe-heatmap>: write d-model. npos is no attribute of <pe-heatmap>: write n-pos.'); // biome-ignore format: one thought
      },
    );

    it(
      'the widget writes numbers as numbers, and shows what its model is set to',
      () => '<main></main>',
      async (page, lab) => {
        const found = await page.evaluate(async (url) => {
          const {default: widget} = await import(`${url}lab/widget.js`);
          /** @type {Record<string, any>} */
          const traits = {figure: 'pe-heatmap', preset: '', fault: '', settings: {n_pos: 11}, data: [], meters: [], version: ''}; // biome-ignore format: a record
          /** @type {Map<string, () => void>} */
          const listeners = new Map();
          let nSaved = 0;
          const model = {
            get: (/** @type {string} */ name) => traits[name],
            set(/** @type {string} */ name, /** @type {any} */ value) {
              traits[name] = value;
              listeners.get(`change:${name}`)?.();
            },
            save_changes: () => nSaved++,
            on: (/** @type {string} */ name, /** @type {() => void} */ listener) => listeners.set(name, listener), // biome-ignore format: one thought
            off: (/** @type {string} */ name) => listeners.delete(name),
          };
          const el = /** @type {HTMLElement} */ (document.querySelector('main'));
          const leave = await widget.render({model, el});
          const figure = /** @type {any} */ (el.firstElementChild);
          await figure.ready;
          const first = traits.data[0];
          const slider = figure.shadowRoot.querySelector('input[name="nPos"]');
          slider.value = slider.max;
          slider.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
          await figure.updateComplete;
          const changed = traits.settings.n_pos;
          traits.settings = {n_pos: 5};
          listeners.get('change:settings')?.();
          await figure.updateComplete;
          const shown = figure.data[0].shape[0];
          const version = traits.version;
          leave();
          return {first: [first.dtype, first.shape[0], first.data.byteLength === 4 * first.shape[0] * first.shape[1]], changed, shown, version, nSaved, left: el.childElementCount, listeners: listeners.size}; // biome-ignore format: one thought
        }, lab.url);
        assert.deepEqual(found.first, ['float32', 11, true]);
        assert.equal(typeof found.changed, 'number');
        assert.ok(found.changed > 11);
        assert.deepEqual([found.shown, found.left, found.listeners], [5, 0, 0]);
        assert.match(found.version, /^\d/);
        assert.ok(found.nSaved >= 3);
      },
    );
  });
}
