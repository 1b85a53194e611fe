// Figures and exercises in pages of other sites: strict policies, isolated pages, frames without an origin, slides,
// notebooks, and frameworks that set properties. Each page is served from an origin of its own.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import path from 'node:path';
import {after, before, suite, test} from 'node:test';
import {readBank} from '../support/bank.js';
import {DIST, writeTestPage} from '../support/browser.js';
import {eventually} from '../support/eventually.js';
import {ask, put} from '../support/experiment.js';
import {
  CARD,
  check,
  chunkOf,
  loadedBy,
  openCard,
  pressButton,
  textOf,
  waitForText,
} from '../support/learner.js';
import {startBrowser} from '../support/sandbox-page.js';

/** @import {Frame, Page} from 'puppeteer-core' */
/** @import {Lab} from '../support/browser.js' */

const SMALL = {methods: 'none,alibi', 'seq-len': '4', steps: '20'};
const SOLUTION = readBank(CARD, 'solution.py');
const CARD_TAG = `<exercise-card id="${CARD}" exercise="${CARD}" heading="The table"></exercise-card>`;
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * A page of another site.
 *
 * @param {string} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{url: string, close: () => void}>}
 */
async function host(body, headers = {}) {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const page = `<!doctype html><html lang="en"><title>theirs</title><link rel="icon" href="data:,"><main></main>${body}`;
    response.end(request.url === '/' ? page : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The scripts that elements.js can load but for the one that holds a module. @param {string} module @returns {string[]} */
function chunksWithout(module) {
  const entry = 'dist/lab/elements.js';
  const without = chunkOf(module, entry);
  const scripts = Object.keys(loadedBy(entry)).map((name) => path.basename(name));
  return scripts.filter((name) => name !== without);
}

/** The lab on a server that sends no Access-Control-Allow-Origin. */
async function silentLab() {
  const server = createServer((request, response) => {
    const file = path.join(DIST, new URL(String(request.url), 'http://host').pathname);
    response.end(file.endsWith('/') ? '' : readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {url: `http://127.0.0.1:${port}/`, close: () => server.close()};
}

/** Trains to the end, and says how each run ended. @param {Page | Frame} page */
const trained = (page) =>
  ask(/** @type {Page} */ (page), async ({figure, until}) => {
    figure.start();
    await until(() =>
      figure.runs.every((/** @type {any} */ r) => ['done', 'failed'].includes(r.state)),
    );
    return figure.runs.map((/** @type {any} */ {state, error}) => error?.message ?? state);
  });

for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
  suite(`a page of another site in ${browser}`, () => {
    /** @type {Lab | string} */
    let started = '';
    /** @type {Lab} */
    let lab;
    before(async () => {
      started = await startBrowser(browser);
      if (typeof started !== 'string') lab = started;
    });
    after(async () => {
      if (typeof started !== 'string') await lab.close();
    });

    /**
     * @param {string} name
     * @param {() => {body: string, headers?: Record<string, string>}} site
     * @param {(page: Page) => Promise<void>} use
     */
    const it = (name, site, use) =>
      test(name, async (context) => {
        if (typeof started === 'string') return context.skip(started);
        const {body, headers} = site();
        const {url, close} = await host(body, headers);
        const page = await lab.browser.newPage();
        page.setDefaultTimeout(60_000);
        try {
          await page.goto(url);
          await use(page);
        } finally {
          await page.close();
          close();
        }
      });
    /** A server with the files of the lab, which lets no other site read them. @type {Awaited<ReturnType<typeof silentLab>>} */
    let silent;
    before(async () => {
      silent = await silentLab();
    });
    after(() => silent.close());
    const silentUrl = () => `${silent.url}lab/`;
    const script = (/** @type {string} */ name, rights = '') =>
      `<script type="module" ${rights} src="${lab.url}lab/${name}.js"></script>`;

    it(
      'that is isolated (COOP and COEP) trains, and runs Python',
      () => ({
        body: `${CARD_TAG}${script('length-race')}${script('exercise-card')}`,
        headers: ISOLATED,
      }),
      async (page) => {
        await eventually(async () => assert.ok(await page.evaluate(() => crossOriginIsolated)));
        await openCard(page);
        await check(page, SOLUTION, 'Passed');
        await page.evaluate(put, SMALL);
        assert.deepEqual(await trained(page), ['done', 'done']);
      },
    );

    it(
      'whose policy asks for a nonce and strict-dynamic trains, and runs Python',
      () => ({
        body: `${CARD_TAG}${script('length-race', 'nonce="abc"')}${script('exercise-card', 'nonce="abc"')}`,
        headers: {
          'content-security-policy': `script-src 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'; worker-src blob:; object-src 'none'; base-uri 'none'`,
        },
      }),
      async (page) => {
        await openCard(page);
        await check(page, SOLUTION, 'Passed');
        await page.evaluate(put, SMALL);
        assert.deepEqual(await trained(page), ['done', 'done']);
      },
    );

    for (const [code, policy, tag, directive] of /** @type {const} */ ([
      ['csp-wasm', "script-src 'self' LAB", 'pe-heatmap', "script-src 'wasm-unsafe-eval'"],
      ['csp-connect', "connect-src 'self'", 'length-race', 'connect-src LAB'],
    ]))
      it(
        `whose policy is ${policy} reads which directive is missing: ${code}`,
        () => ({
          body: `<${tag}></${tag}>${script(tag)}`,
          headers: {
            'content-security-policy': policy.replace('LAB', new URL(lab.url).origin),
          },
        }),
        async (page) => {
          const notice = await page.waitForFunction(
            (name) =>
              document.querySelector(name)?.shadowRoot?.querySelector('.notice')?.textContent,
            {},
            tag,
          );
          const error = await page.evaluate(async (name) => {
            const figure = /** @type {any} */ (document.querySelector(name));
            const copy = figure.cloneNode();
            return new Promise((resolve) => {
              document.addEventListener('poslab-error', (event) => resolve(/** @type {CustomEvent} */ (event).detail), {once: true}); // biome-ignore format: one thought
              figure.replaceWith(copy);
            });
          }, tag);
          assert.match(String(await notice.jsonValue()), /Content-Security-Policy forbids .*: its owner must add /); // biome-ignore format: one thought
          assert.deepEqual(
            [error.code, error.directive],
            [code, directive.replace('LAB', new URL(lab.url).origin)],
          );
        },
      );

    it(
      'whose policy lets no script into a frame says so at once, without waiting',
      () => ({
        // the page's own script has come before the policy, which later frames inherit
        body: `${CARD_TAG}${script('exercise-card')}`,
      }),
      async (page) => {
        await openCard(page);
        await page.evaluate(() => {
          const meta = document.createElement('meta');
          meta.httpEquiv = 'Content-Security-Policy';
          meta.content = `script-src-elem 'none'`;
          document.head.append(meta);
        });
        await pressButton(page, 'Check');
        await waitForText(page, '.output', 'script-src');
        await eventually(async () =>
          assert.match(await textOf(page, '.output'), /python\/frame\.js could not be loaded/),
        );
      },
    );

    it(
      'that shows a page of the lab in a frame without an origin trains there',
      () => {
        writeTestPage(
          'race.html',
          '<!doctype html><html lang="en"><title>race</title><main></main><script type="module" src="../lab/length-race.js"></script>',
        );
        return {
          body: `<iframe sandbox="allow-scripts" src="${lab.url}test/race.html" width="900" height="900"></iframe>`,
        };
      },
      async (page) => {
        const frame = await page.waitForFrame((one) => one.url().endsWith('race.html'));
        await frame.waitForFunction(() => customElements.get('length-race'));
        await frame.evaluate(put, SMALL);
        assert.deepEqual(await trained(frame), ['done', 'done']);
      },
    );

    it(
      'keeps its keys, its input events and the scale of its slide',
      () => ({
        body: `<div id="slide" style="transform: scale(1.5); transform-origin: 0 0; width: 800px">
          <pe-heatmap id="table" preset="sin-heatmap"></pe-heatmap></div>${script('pe-heatmap')}`,
      }),
      async (page) => {
        await page.waitForFunction(
          () => /** @type {any} */ (document.getElementById('table')).drawing,
        );
        await page.evaluate(() => {
          const events = /** @type {string[]} */ ([]);
          Object.assign(window, {events});
          for (const type of ['keydown', 'keyup', 'input'])
            document.addEventListener(type, (event) =>
              events.push(`${type} ${/** @type {KeyboardEvent} */ (event).key ?? ''}`),
            );
        });
        const slider = await page.waitForSelector('#table >>> input[type=range]');
        await slider?.focus();
        const before = await slider?.evaluate((one) => /** @type {HTMLInputElement} */ (one).value);
        await page.keyboard.press('ArrowRight');
        await eventually(async () =>
          assert.notEqual(
            await slider?.evaluate((one) => /** @type {HTMLInputElement} */ (one).value),
            before,
          ),
        );
        await eventually(async () => assert.deepEqual(await page.evaluate('events'), []));
        // the middle of the picture is the middle of the table, however large it is shown
        const read = await page.evaluate(async () => {
          const root = /** @type {ShadowRoot} */ (document.getElementById('table')?.shadowRoot);
          const canvas = /** @type {HTMLCanvasElement} */ (root.querySelector('canvas'));
          const readAt = (/** @type {number} */ x) => {
            const {left, top, width, height} = canvas.getBoundingClientRect();
            const [clientX, clientY] = [left + x * width, top + height / 2];
            const options = {bubbles: true, composed: true, clientX, clientY};
            canvas.dispatchEvent(new PointerEvent('pointermove', options));
            return root.querySelector('.readout')?.textContent ?? '';
          };
          const onSlide = readAt(0.6);
          /** @type {HTMLElement} */ (document.getElementById('slide')).style.transform = '';
          readAt(0.1);
          return [onSlide, readAt(0.6)];
        });
        assert.ok(read[0].length > 0);
        assert.equal(read[0], read[1]);
      },
    );

    it(
      'registers tags that come later, and takes its width and colours from no name but its own',
      () => ({
        body: `<style>:root{--muted:#f1f5f9;--accent:#f1f5f9;--ink:#fff} #row{display:flex;text-align:center;text-transform:uppercase}</style>
          <div id="row"></div>${script('elements')}`,
      }),
      async (page) => {
        await page.evaluate(() => customElements.get('pe-heatmap'));
        const found = await page.evaluate(async () => {
          const row = /** @type {HTMLElement} */ (document.getElementById('row'));
          row.innerHTML = '<pe-heatmap preset="sin-heatmap"></pe-heatmap>';
          const figure = /** @type {any} */ (row.firstElementChild);
          for (let k = 0; k < 3000 && !figure.drawing; k++)
            await new Promise((r) => setTimeout(r, 50));
          const style = getComputedStyle(figure);
          return {
            isDrawn: Boolean(figure.drawing),
            width: figure.offsetWidth,
            window: row.clientWidth,
            align: style.textAlign,
            transform: style.textTransform,
            muted: style.getPropertyValue('--pe-muted').includes('f1f5f9'),
          };
        });
        assert.deepEqual(found, {
          ...found,
          isDrawn: true,
          align: 'start',
          transform: 'none',
          muted: false,
        });
        assert.equal(found.width, found.window);
      },
    );

    it(
      'whose root has a small font, as Bootstrap 3 and Jupyter Notebook have, reads figures and exercises at their size',
      () => ({
        body: `<script>document.documentElement.style.fontSize = sessionStorage.size || ''</script><div style="width: 900px"><pe-heatmap preset="sin-heatmap" loading="eager"></pe-heatmap>${CARD_TAG}</div>${script('elements')}`,
      }),
      async (page) => {
        const measured = async () => {
          await page.waitForFunction(() => /** @type {any} */ (document.querySelector('pe-heatmap'))?.drawing, {polling: 50}); // biome-ignore format: one thought
          await openCard(page);
          return page.evaluate(() =>
            ['pe-heatmap .controls', 'pe-heatmap .controls label', 'pe-heatmap .meters', 'exercise-card summary', 'exercise-card .cm-content'].map((path) => {
              const [tag, ...inner] = path.split(' ');
              const found = document.querySelector(tag)?.shadowRoot?.querySelector(inner.join(' '));
              if (!found) throw new Error(`nothing is ${path}`);
              return {path, size: getComputedStyle(found).fontSize, width: found.getBoundingClientRect().width};
            }),
          ); // biome-ignore format: one thought
        };
        const usual = await measured();
        for (const size of ['10px', '62.5%']) {
          await page.evaluate((text) => {
            sessionStorage.size = text;
          }, size);
          await page.reload();
          for (const [k, one] of (await measured()).entries()) {
            assert.equal(one.size, usual[k].size, `${size}: ${one.path}`);
            assert.ok(Math.abs(one.width - usual[k].width) < 4, `${size}: ${one.path}, ${one.width} px, not ${usual[k].width}`); // biome-ignore format: one thought
          }
        }
      },
    );

    it(
      'may hold the text of a figure’s script, and forbid every connection',
      () => ({
        body: `<pe-heatmap id="table" preset="sin-heatmap"></pe-heatmap><script type="module">${readFileSync(path.join(DIST, 'lab/pe-heatmap.js'), 'utf8').replaceAll('</script', '<\\/script')}</script>`,
        headers: {
          'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; img-src data:`,
        },
      }),
      async (page) => {
        await page.waitForFunction(
          () => /** @type {any} */ (document.getElementById('table')).drawing,
        );
      },
    );

    it(
      'whose policy is style-src ’self’ draws maps, curves and space, and breaks no rule of it',
      () => ({
        body: `${['pe-heatmap', 'pe-curves', 'pe-space'].map((tag) => `<${tag} loading="eager"></${tag}>`).join('')}${script('elements')}`,
        headers: {'content-security-policy': "style-src 'self'"},
      }),
      async (page) => {
        await page.evaluate(() => {
          const broken = /** @type {string[]} */ ([]);
          Object.assign(window, {broken});
          addEventListener('securitypolicyviolation', ({violatedDirective}) =>
            broken.push(violatedDirective),
          );
        });
        const tags = ['pe-heatmap', 'pe-curves', 'pe-space'];
        await page.waitForFunction(
          (names) =>
            names.every((name) => /** @type {any} */ (document.querySelector(name)).drawing),
          {polling: 50},
          tags,
        );
        const painted = await page.evaluate(
          (names) =>
            names.map((name) => {
              const root = document.querySelector(name)?.shadowRoot;
              const canvas = /** @type {HTMLCanvasElement} */ (root?.querySelector('canvas'));
              const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
              const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
              return new Set(new Uint32Array(data.buffer)).size;
            }),
          tags,
        );
        assert.ok(
          painted.every((nColours) => nColours > 10),
          `colours: ${painted}`,
        );
        assert.deepEqual(await page.evaluate('broken'), []);
      },
    );

    it(
      'may put figures into its form: Enter submits nothing, and no field of theirs is sent',
      () => ({
        body: `<form><input name="mine" value="1"><attention-order loading="eager"></attention-order><button>Send</button></form>${script('elements')}`,
      }),
      async (page) => {
        await page.waitForFunction(
          () => /** @type {any} */ (document.querySelector('attention-order')).drawing,
          {polling: 50},
        );
        await page.evaluate(() => {
          const sent = /** @type {any[]} */ ([]);
          Object.assign(window, {sent});
          const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
          form.addEventListener('submit', (event) => {
            event.preventDefault();
            sent.push([...new FormData(form)]);
          });
          for (const type of ['change', 'input'])
            form.addEventListener(type, () => sent.push(type));
        });
        const field = await page.waitForSelector('attention-order >>> input[type=text]');
        await field?.focus();
        await page.keyboard.type(' now');
        await page.keyboard.press('Enter');
        const slider = await page.waitForSelector('attention-order >>> input[type=range]');
        await slider?.focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await eventually(async () => assert.deepEqual(await page.evaluate('sent'), []));
        await page.click('form > button');
        await eventually(async () =>
          assert.deepEqual(await page.evaluate('sent'), [[['mine', '1']]]),
        );
      },
    );

    it(
      'may put figures into cells, columns, floats and lines: each has a width, and is not endless',
      () => ({
        body: `<style>body{inline-size:900px} .flex{display:flex} .grid{display:grid;grid-template-columns:1fr 1fr} .float>*{float:left} .line>*{display:inline-block} .max>*{inline-size:max-content}</style>
          ${['flex', 'grid', 'float', 'line', 'max'].map((name) => `<div class="${name}" style="overflow:auto"><pe-heatmap loading="eager"></pe-heatmap></div>`).join('')}
          <table><tr><td><pe-heatmap loading="eager"></pe-heatmap></td></tr></table>${script('elements')}`,
      }),
      async (page) => {
        await page.waitForFunction(
          () =>
            [...document.querySelectorAll('pe-heatmap')].every(
              (one) => /** @type {any} */ (one).drawing,
            ),
          {polling: 50},
        );
        const sizes = await page.$$eval('pe-heatmap', (all) =>
          all.map((one) => [
            one.closest('div, table')?.className || 'table',
            /** @type {HTMLElement} */ (one).offsetWidth,
            /** @type {HTMLElement} */ (one).offsetHeight,
          ]),
        );
        for (const [where, width, height] of sizes)
          assert.ok(
            Number(width) >= 250 && Number(height) < 1500,
            `${where}: ${width} x ${height}`,
          );
      },
    );

    it(
      'that changes its pages without loading them draws what comes, and keeps its own address',
      () => ({
        body: `<nav><button>Next</button></nav>${script('elements')}`,
      }),
      async (page) => {
        await page.evaluate(() => {
          const main = /** @type {HTMLElement} */ (document.querySelector('main'));
          let n = 0;
          document.querySelector('button')?.addEventListener('click', () => {
            const tag = ['pe-heatmap', 'pe-curves', 'rope-rotation'][n % 3];
            history.pushState({}, '', `/page-${++n}`);
            main.innerHTML = `<${tag} loading="eager"></${tag}>`;
          });
        });
        for (const [k, tag] of [
          'pe-heatmap',
          'pe-curves',
          'rope-rotation',
          'pe-heatmap',
        ].entries()) {
          await page.click('button');
          await page.waitForFunction(
            (name) => /** @type {any} */ (document.querySelector(name))?.drawing,
            {polling: 50},
            tag,
          );
          assert.equal(new URL(page.url()).pathname + new URL(page.url()).hash, `/page-${k + 1}`);
        }
      },
    );

    it(
      'that puts another body in place of its own, as Astro’s router does, runs Python before and after',
      () => ({body: `${CARD_TAG}${script('exercise-card')}`}),
      async (page) => {
        const passes = async () => {
          await openCard(page);
          await check(page, SOLUTION, 'Passed');
        };
        const leave = (/** @type {boolean} */ isAll) =>
          page.evaluate(
            (tag, isWhole) => {
              const body = document.createElement('body');
              body.innerHTML = tag;
              // others remove whatever their page does not have
              if (isWhole) document.documentElement.replaceChildren(document.head, body);
              else document.body.replaceWith(body);
            },
            CARD_TAG,
            isAll,
          );
        await passes();
        await leave(false);
        await passes();
        await leave(true);
        await passes();
        assert.equal(page.frames().length, 2);
      },
    );

    it(
      'says that the server of the lab must let other sites read its files: cors',
      () => ({
        // the one script is in the page; the core has to be fetched
        body: `<attention-maps loading="eager" base-url="${silentUrl()}"></attention-maps>${script('elements')}`,
      }),
      async (page) => {
        const found = await page.waitForFunction(
          () =>
            document.querySelector('attention-maps')?.shadowRoot?.querySelector('.notice')
              ?.textContent,
          {polling: 50},
        );
        const said = String(await found.jsonValue());
        assert.match(said, /does not let other sites read its files. It must send the header Access-Control-Allow-Origin: \*/); // biome-ignore format: a sentence
        const code = await page.evaluate(async () => {
          const figure = /** @type {HTMLElement} */ (document.querySelector('attention-maps'));
          return new Promise((resolve) => {
            document.addEventListener('poslab-error', (event) => resolve(/** @type {CustomEvent} */ (event).detail.code), {once: true}); // biome-ignore format: one thought
            figure.replaceWith(figure.cloneNode());
          });
        });
        assert.equal(code, 'cors');
      },
    );

    it(
      'whose policy names some scripts of the lab, and not the one of a view: csp-script',
      () => {
        const addresses = chunksWithout('web/views/scene-view.js').map((name) => `${lab.url}lab/${name}`); // biome-ignore format: one thought
        return {
          body: `<pe-space loading="eager"></pe-space>${script('elements')}`,
          headers: {
            'content-security-policy': `script-src ${addresses.join(' ')} 'wasm-unsafe-eval'`,
          },
        };
      },
      async (page) => {
        const found = await page.waitForFunction(
          () =>
            document.querySelector('pe-space')?.shadowRoot?.querySelector('.notice')?.textContent,
          {polling: 50},
        );
        const {origin} = new URL(lab.url);
        assert.match(String(await found.jsonValue()), new RegExp(`forbids a file of ${origin}: its owner must add ${origin} to script-src`)); // biome-ignore format: one thought
        const code = await page.evaluate(async () => {
          const figure = /** @type {HTMLElement} */ (document.querySelector('pe-space'));
          return new Promise((resolve) => {
            document.addEventListener('poslab-error', (event) => resolve(/** @type {CustomEvent} */ (event).detail.code), {once: true}); // biome-ignore format: one thought
            figure.replaceWith(figure.cloneNode());
          });
        });
        assert.equal(code, 'csp-script');
      },
    );

    it(
      'reads which tag is wrong, and which script did not come',
      () => ({
        body: `<pe-heat-map>The picture, in words.</pe-heat-map><their-card></their-card><pe-curves>Curves, in words.</pe-curves>${script('elements')}`,
        headers: {
          // the script of the second figure is as one that was removed by a new deployment
          'content-security-policy': `script-src 'wasm-unsafe-eval' ${chunksWithout(
            'web/figures/tables/pe-curves.js',
          )
            .map((name) => `${lab.url}lab/${name}`)
            .join(' ')}`,
        },
      }),
      async (page) => {
        const said = /** @type {string[]} */ ([]);
        page.on('console', (message) => said.push(message.text()));
        await page.reload();
        await eventually(async () => {
          const all = said.join('\n');
          assert.match(all, /<pe-heat-map> is no element of poslab: write <pe-heatmap>\./);
          assert.match(all, /<pe-curves> could not be loaded; scripts of an older version/);
          assert.doesNotMatch(all, /their-card/);
        });
        const words = await page.$$eval('pe-heat-map, pe-curves', (all) => all.map((one) => one.textContent)); // biome-ignore format: one thought
        assert.deepEqual(words, [
          'The picture, in words.',
          '<pe-curves> could not be loaded; scripts of an older version? Reload the page. Curves, in words.',
        ]);
      },
    );

    it(
      'may set an exercise as a property, as React 19 does, and finds no other attribute',
      () => ({body: script('exercise-card')}),
      async (page) => {
        await page.waitForFunction(() => customElements.get('exercise-card'));
        const attributes = await page.evaluate((id) => {
          const card = /** @type {any} */ (document.createElement('exercise-card'));
          card.exercise = id;
          document.body.append(card);
          return [...card.attributes].map(({name, value}) => [name, value]);
        }, CARD);
        assert.deepEqual(attributes, [['exercise', CARD]]);
      },
    );
  });
}
