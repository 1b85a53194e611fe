// A page with nothing but the exercises' sandbox and grader, in a browser of the caller's choice.
import {rmSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

import {browserPath, Lab, TEST_PAGES} from './browser.js';

/** @import {Engine} from './engines.js' */
/** @typedef {'chromium' | 'firefox'} Browser */

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
// Test files run side by side, and each has a page of its own.
const NAME = `sandbox-${process.pid}`;
const FOLDER = path.join(TEST_PAGES, NAME);
process.once('exit', () => rmSync(FOLDER, {recursive: true, force: true}));

/** Beside it, in the same folder. */
export const OTHER_PAGE = `test/${NAME}/other.html`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>sandbox</title>
<meta http-equiv="Content-Security-Policy" content="frame-src 'none'"><link rel="icon" href="data:,"></head>
<body><script type="module" src="sandbox.js"></script></body></html>`;

/** What the page offers to the tests, beside the checks of the given exercises. */
const ENTRY = (/** @type {string[]} */ exercises) => `
import {Sandbox} from './exercises/runtime/sandbox.js';
import {grade} from './exercises/grading/grader.js';
import {casesOf} from './exercises/grading/cases.js';
import {CaseRandom} from './exercises/grading/random.js';
import {fullCore} from './core/full-core.js';
${exercises.map((id, k) => `import * as check${k} from './exercises/bank/${id}/check.js';`).join('\n')}
const checks = {${exercises.map((id, k) => `'${id}': check${k}`).join(', ')}};
Object.assign(globalThis, {Sandbox, grade, casesOf, CaseRandom, fullCore, checks});
`;

// Files of the lab lie elsewhere than this bundle; ?lab= names another folder with the same files.
const BANNER = `const HERE = new URL(new URLSearchParams(location.search).get('lab') ?? '../../lab/x.js', location.href).href;`;

/** @param {string[]} [exercises] whose checks the page has */
export async function makeSandboxPage(exercises = []) {
  await mkdir(FOLDER, {recursive: true});
  await build({
    stdin: {contents: ENTRY(exercises), resolveDir: WEB},
    outfile: path.join(FOLDER, 'sandbox.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: {'import.meta.url': 'HERE'},
    banner: {js: BANNER},
    logLevel: 'warning',
  });
  await writeFile(path.join(FOLDER, 'index.html'), PAGE);
  await writeFile(path.join(FOLDER, 'other.html'), '<!doctype html><title>another page</title>');
}

/**
 * A browser, or why there is none.
 *
 * @param {Browser} browser
 * @returns {Promise<Lab | string>}
 */
export async function startBrowser(browser) {
  if (browser === 'firefox' && !browserPath(browser)) {
    return 'Firefox is not here: install firefox-esr, or set FIREFOX_PATH';
  }
  return Lab.start(undefined, browser);
}

/**
 * The page with one sandbox, `box`.
 *
 * @param {Engine} engine
 * @param {string} [query] of its address
 */
export async function openSandboxPage(engine, query = '') {
  await engine.open(`test/${NAME}/index.html${query}`);
  await engine.run(() => {
    const own = /** @type {any} */ (globalThis);
    own.box = new own.Sandbox();
    own.beats = 0; // the page lives while these go on
    setInterval(() => own.beats++, 50);
  });
}

/**
 * Runs a file in the page's sandbox.
 *
 * @param {Engine} engine
 * @param {{code: string, steps?: any[], timeLimitMs?: number, stopAfterMs?: number}} request
 * @returns {Promise<{run: any, printed: string, ms: number, beats: number}>} run: without the numbers of
 *   tensors; beats: how often a second the page's own timer rang meanwhile, 20 at most
 */
export const runIn = (engine, request) =>
  engine.run(async ({stopAfterMs, ...rest}) => {
    const own = /** @type {any} */ (globalThis);
    // on a machine with other work a start may take longer than the page waits
    for (let k = 0; k < 4; k++) {
      const said = await own.box.start().then(String, String);
      if (!said.includes('did not start within')) break;
    }
    await own.box.start();
    let printed = '';
    const [begun, beats] = [performance.now(), own.beats];
    if (stopAfterMs) setTimeout(() => own.box.stop(), stopAfterMs);
    const run = await own.box.run({
      ...rest,
      onPrint: (/** @type {string} */ text) => {
        printed += text;
      },
    });
    const ms = performance.now() - begun;
    const shown = JSON.parse(
      JSON.stringify(run, (_, value) =>
        ArrayBuffer.isView(value) ? [.../** @type {any} */ (value)] : value,
      ),
    );
    return {run: shown, printed, ms, beats: (1000 * (own.beats - beats)) / ms};
  }, request);
