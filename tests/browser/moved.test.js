// Scripts of the lab in pages of other sites: what ten figures load, scripts that were moved away from the other files
// (base-url), and those of the npm package, which need no other file.
import assert from 'node:assert/strict';
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {gzipSync} from 'node:zlib';

import {ROOT} from '../../web/build/paths.js';
import {serve} from '../../web/build/serve.js';
import {readBank} from '../support/bank.js';
import {CACHE, DIST, Lab} from '../support/browser.js';
import {ask, put} from '../support/experiment.js';
import {CARD, check, openCard} from '../support/learner.js';

/** @import {Page} from 'puppeteer-core' */
/** @typedef {{name: string, gzip: number}} Loaded */

const MOVED = path.join(CACHE, 'moved');
/** Ten figures, and what a page of them may load: `nCores` compiled cores, and bytes, each file gzipped. */
const TENS = [
  {
    what: 'of the small core',
    tags: ['attention-order', 'pe-shift', 'pe-heatmap', 'pe-curves', 'pe-similarity', 'pe-space', 'pe-cost', 'relative-bias', 'rope-logits', 'rope-rotation'],
    nCores: 1,
    most: 150_000,
  },
  {
    what: 'one of which needs the whole core',
    tags: ['attention-maps', 'attention-order', 'pe-shift', 'pe-heatmap', 'pe-curves', 'pe-similarity', 'pe-space', 'pe-cost', 'relative-bias', 'rope-logits'],
    nCores: 1,
    most: 150_000,
  },
]; // biome-ignore format: lists

/** @type {Lab} */
let lab;
/** @type {Awaited<ReturnType<typeof serve>>} */
let moved;
before(async () => {
  rmSync(MOVED, {recursive: true, force: true});
  mkdirSync(path.join(MOVED, 'scripts'), {recursive: true});
  for (const name of readdirSync(path.join(DIST, 'lab')).filter((one) => one.endsWith('.js')))
    if (name !== 'worker.js')
      cpSync(path.join(DIST, 'lab', name), path.join(MOVED, 'scripts', name));
  cpSync(path.join(ROOT, 'lib'), path.join(MOVED, 'lib'), {recursive: true});
  cpSync(path.join(CACHE, 'poslab-python/lib'), path.join(MOVED, 'python-lib'), {recursive: true});
  lab = await Lab.start();
  moved = await serve(MOVED);
});
after(async () => {
  await lab.close();
  moved.server.closeAllConnections();
  moved.server.close();
});

/** Counts what the page compiles: runs before its scripts. */
function countCores() {
  const scope = /** @type {any} */ (globalThis);
  scope.nCompiled = 0;
  for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
    const original = scope.WebAssembly[name];
    scope.WebAssembly[name] = (/** @type {any} */ source, /** @type {any[]} */ ...rest) => {
      if (!(source instanceof WebAssembly.Module)) scope.nCompiled++;
      return original(source, ...rest);
    };
  }
  scope.WebAssembly.Module = new Proxy(scope.WebAssembly.Module, {
    construct(Module, args) {
      scope.nCompiled++;
      return new Module(...args);
    },
  });
}

/**
 * Opens a page of another site.
 *
 * @param {string} body
 * @param {(page: Page, loaded: Loaded[]) => Promise<void>} use loaded: what came from other servers
 */
async function foreign(body, use) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>theirs</title><link rel="icon" href="data:,">${body}`); // biome-ignore format: a page
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  const page = await lab.browser.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {Loaded[]} */
  const loaded = [];
  page.on('response', (response) => {
    const {protocol, host, pathname} = new URL(response.url());
    if (protocol !== 'http:' || host === `127.0.0.1:${port}`) return;
    const isMoved = host === new URL(moved.url).host;
    const file = path.join(isMoved ? MOVED : DIST, decodeURIComponent(pathname));
    const gzip = response.ok() ? gzipSync(readFileSync(file), {level: 9}).length : 0;
    loaded.push({name: `${isMoved ? 'moved' : 'lab'}${pathname}`, gzip});
  });
  try {
    await page.setCacheEnabled(false);
    await page.evaluateOnNewDocument(countCores);
    await page.goto(`http://127.0.0.1:${port}/`);
    await use(page, loaded);
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Waits until each element of a page has drawn. @param {Page} page @param {string[]} tags */
const drawn = (page, tags) =>
  page.waitForFunction(
    (names) => names.every((name) => /** @type {any} */ (document.querySelector(name))?.drawing),
    {polling: 100},
    tags,
  );

/** Trains to the end, and says how each run ended. @param {Page} page */
const trained = (page) =>
  ask(page, async ({figure, until}) => {
    figure.start();
    await until(() =>
      figure.runs.every((/** @type {any} */ r) => ['done', 'failed'].includes(r.state)),
    );
    return figure.runs.map((/** @type {any} */ {state, error}) => error?.message ?? state);
  });

for (const {what, tags, nCores, most} of TENS)
  test(`ten figures by elements.js, ${what}: at most ${most} bytes gzip, and ${nCores} compiled`, async () => {
    const body = tags.map((tag) => `<${tag} loading="eager"></${tag}>`).join('\n');
    await foreign(
      `${body}<script type="module" src="${lab.url}lab/elements.js"></script>`,
      async (page, loaded) => {
        await drawn(page, tags);
        await page.waitForNetworkIdle();
        const nCompiled = await page.evaluate(() => /** @type {any} */ (globalThis).nCompiled);
        assert.equal(nCompiled, nCores);
        const gzip = loaded.reduce((sum, one) => sum + one.gzip, 0);
        const largest = loaded.sort((a, b) => b.gzip - a.gzip).slice(0, 8);
        assert.ok(loaded.length > 10, 'the requests were seen');
        assert.ok(gzip <= most, `${gzip} bytes: ${JSON.stringify(largest)}`);
        console.log(`# ten figures ${what}: ${gzip} bytes gzip in ${loaded.length} requests`);
      },
    );
  });

test('scripts that were moved load the core from base-url: attribute and property', async () => {
  const script = `<script type="module" src="${moved.url}scripts/elements.js"></script>`;
  for (const [body, property] of [
    [`<pe-heatmap base-url="${lab.url}lab" loading="eager"></pe-heatmap>${script}`, false],
    [`<pe-heatmap></pe-heatmap>${script}`, true],
  ])
    await foreign(String(body), async (page, loaded) => {
      if (property)
        await page.evaluate((url) => {
          const figure = /** @type {any} */ (document.querySelector('pe-heatmap'));
          Object.assign(figure, {baseUrl: url, loading: 'eager'});
        }, `${lab.url}lab/`);
      await drawn(page, ['pe-heatmap']);
      const wasm = loaded.map(({name}) => name).filter((name) => name.endsWith('.wasm'));
      assert.deepEqual(
        wasm.filter((name) => name.startsWith('lab/')),
        ['lab/lab/figures.wasm'],
      );
    });
});

for (const [moment, method] of [
  ['the first figure’s core is on its way', 'GET'],
  ['the figure asks why that has not come', 'HEAD'],
])
  test(`a base-url that is set while ${moment} is used by both figures`, async () => {
    const script = `<script type="module" src="${moved.url}scripts/elements.js"></script>`;
    await foreign(script, async (page) => {
      await page.setRequestInterception(true);
      let isHeld = false;
      page.on('request', async (request) => {
        const {pathname, origin} = new URL(request.url());
        const isCore = pathname === '/scripts/figures.wasm' && moved.url.startsWith(origin);
        if (!isHeld && isCore && request.method() === method) {
          isHeld = true;
          await page.evaluate((url) => {
            const [first, second] = /** @type {any[]} */ ([...document.querySelectorAll('pe-heatmap, pe-curves')]); // biome-ignore format: one thought
            first.baseUrl = url;
            second.loading = 'eager';
          }, `${lab.url}lab/`);
        }
        await request.continue();
      });
      await page.evaluate(() => {
        document.body.innerHTML = '<pe-heatmap loading="eager"></pe-heatmap><pe-curves></pe-curves>'; // biome-ignore format: one thought
      });
      await drawn(page, ['pe-heatmap', 'pe-curves']);
      assert.ok(isHeld);
    });
  });

test('a training run, too, with its worker and the recorded runs', async () => {
  await foreign(
    `<length-race></length-race><script type="module" src="${moved.url}scripts/elements.js"></script>`,
    async (page, loaded) => {
      await page.evaluate(() => customElements.whenDefined('length-race').then(() => {}));
      const attributes = {'base-url': `${lab.url}lab/`, methods: 'none,alibi', 'seq-len': '4', steps: '20'}; // biome-ignore format: one thought
      await page.evaluate(put, attributes);
      assert.deepEqual(await trained(page), ['done', 'done']);
      const names = loaded.map(({name}) => name);
      assert.ok(
        names.includes('lab/lab/core.wasm') && names.includes('lab/lab/worker.js'),
        `${names}`,
      );
      const astray = names.filter((name) => name.startsWith('moved/') && !/scripts\/[\w-]+\.js$/.test(name)); // biome-ignore format: one thought
      assert.deepEqual(astray, []);
    },
  );
});

test('a base-url that is no address is said, and the scripts’ own folder is used', async () => {
  await foreign(
    `<pe-heatmap base-url="http://[" loading="eager"></pe-heatmap><script type="module" src="${lab.url}lab/elements.js"></script>`,
    async (page) => {
      await drawn(page, ['pe-heatmap']);
      const notice = await page.$eval('pe-heatmap', (one) => one.shadowRoot?.querySelector('.notice')?.textContent); // biome-ignore format: one thought
      assert.match(
        String(notice),
        /base-url must be the address of the folder lab\/, got "http:\/\/\["/,
      );
    },
  );
});

test('the npm package draws and trains with its modules alone', async () => {
  await foreign(
    `<pe-heatmap loading="eager"></pe-heatmap><length-race></length-race>
<script type="module" src="${moved.url}lib/register/pe-heatmap.js"></script><script type="module" src="${moved.url}lib/elements.js"></script>`,
    async (page, loaded) => {
      await drawn(page, ['pe-heatmap', 'length-race']);
      await page.evaluate(put, {methods: 'none,alibi', 'seq-len': '4', steps: '20'});
      assert.deepEqual(await trained(page), ['done', 'done']);
      const others = loaded
        .map(({name}) => name)
        .filter((name) => !/^moved\/lib\/.*\.js$/.test(name));
      assert.deepEqual(others, []);
    },
  );
});

test('poslab-python runs an exercise, with the Python beside its script', async () => {
  await foreign(
    `<exercise-card id="${CARD}" exercise="${CARD}" heading="The table"></exercise-card><script type="module" src="${moved.url}python-lib/index.js"></script>`,
    async (page, loaded) => {
      await openCard(page);
      await check(page, readBank(CARD, 'solution.py'), 'Passed');
      const python = loaded.map(({name}) => name).filter((name) => name.endsWith('python.wasm'));
      assert.deepEqual(python, ['moved/python-lib/python/python.wasm']);
    },
  );
});

test('poslab-python runs an exercise where a bundler left its files: copied, and named by base-url', async () => {
  const scripts = path.join(MOVED, 'python-scripts'); // what Angular and esbuild make
  cpSync(path.join(CACHE, 'poslab-python/lib'), scripts, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'python',
  });
  cpSync(path.join(CACHE, 'poslab-python/lib/python'), path.join(MOVED, 'copied/python'), {recursive: true}); // biome-ignore format: one thought
  await foreign(
    `<exercise-card id="${CARD}" exercise="${CARD}" heading="The table" base-url="${moved.url}copied/"></exercise-card><script type="module" src="${moved.url}python-scripts/index.js"></script>`,
    async (page, loaded) => {
      await openCard(page);
      await check(page, readBank(CARD, 'solution.py'), 'Passed');
      const files = loaded.map(({name}) => name).filter((name) => !name.endsWith('.js'));
      assert.deepEqual(files.sort(), ['moved/copied/python/library.bin', 'moved/copied/python/python.wasm']); // biome-ignore format: one thought
    },
  );
});
