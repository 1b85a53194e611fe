// @ts-check
// npm run dev: serves the site, and after each save under src/ or web/ rebuilds what depends on the file and
// reloads the browser. PORT=8080. Its pages and scripts are in .cache/dev/, readable and with source
// maps; the core and Python are those of dist/.
import {spawn} from 'node:child_process';
import {watch} from 'node:fs';
import {copyFile, cp, mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {context} from 'esbuild';

import {siteBundles} from './bundle.js';
import {renderPages} from './pages.js';
import {CACHE, DIST, ROOT, WEB} from './paths.js';
import {serve} from './serve.js';

/** @import {ServerResponse} from 'node:http' */
/** @typedef {'core' | 'scripts' | 'pages' | 'python'} Part */

const OUT = path.join(CACHE, 'dev');
const SETTLE_MS = 50; // an editor writes a file in several steps

/** What a saved file changes. @param {string} file relative to the root @returns {Part[]} */
function partsOf(file) {
  if (file.startsWith('src/')) return ['core', 'pages']; // the reference is made of the sources
  if (/\.html$|\.json$/.test(file)) return ['scripts', 'pages']; // the bank's facts are in both
  if (/^web\/(python|core|exercises\/runtime)\//.test(file)) return ['scripts', 'pages', 'python'];
  return ['scripts', 'pages'];
}

/** @param {string} target of web/build/Makefile @returns {Promise<void>} */
function make(target) {
  const args = ['--no-print-directory', '-s', '-j2', '-f', 'web/build/Makefile', 'QUIET=1', target];
  const child = spawn('make', args, {cwd: ROOT, stdio: 'inherit'});
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`make ${target} failed`)),
    );
  });
}

const contexts = await Promise.all(
  siteBundles(path.join(OUT, 'lab'), true).map((options) => context(options)),
);
/** @type {import('esbuild').Metafile['outputs']} */
let outputs = {};

/** How each part is made. @type {Record<Part, () => Promise<void>>} */
const MAKERS = {
  async core() {
    await make('dist/lab/core.wasm');
    // figures.wasm is made of what the minified bundles name; the whole core has all of that
    await copyFile(path.join(DIST, 'lab/core.wasm'), path.join(OUT, 'lab/figures.wasm'));
  },
  async scripts() {
    const results = await Promise.all(contexts.map((one) => one.rebuild()));
    outputs = Object.assign({}, ...results.map(({metafile}) => metafile?.outputs));
    await cp(path.join(WEB, 'runs'), path.join(OUT, 'lab/runs'), {recursive: true});
  },
  async pages() {
    await make('.cache/atlas.json');
    const live = (/** @type {string} */ html) =>
      html.replace('</head>', '<script src="/live.js"></script>\n</head>');
    for (const [address, html] of await renderPages(outputs)) {
      await writeFile(path.join(OUT, address), live(html));
    }
  },
  python: () => make('dist/lab/python/worker.js'),
};

/** @type {Set<ServerResponse>} */
const listeners = new Set();
/** @type {Set<string>} */
const saved = new Set();
let isBuilding = false;

async function rebuild() {
  if (isBuilding || saved.size === 0) return;
  isBuilding = true;
  const begun = performance.now();
  const files = [...saved];
  saved.clear();
  const needed = new Set(files.flatMap(partsOf));
  try {
    for (const part of /** @type {const} */ (['core', 'scripts', 'pages'])) {
      if (needed.has(part)) await MAKERS[part]();
    }
    for (const response of listeners) response.write('event: change\ndata:\n\n');
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${files.join(', ')}: rebuilt in ${seconds} s`);
    if (needed.has('python')) {
      await MAKERS.python(); // no page needs it before an exercise starts
      console.log('Python: rebuilt');
    }
  } catch (error) {
    // the compiler or esbuild has shown what is wrong; the browser keeps what it has
    console.error(String(/** @type {Error} */ (error).message ?? error).split('\n')[0]);
  }
  isBuilding = false;
  await rebuild(); // what was saved meanwhile
}

await rm(OUT, {recursive: true, force: true});
await mkdir(path.join(OUT, 'chapters'), {recursive: true});
await mkdir(path.join(OUT, 'lab'), {recursive: true});
await writeFile(
  path.join(OUT, 'live.js'),
  "new EventSource('/events').addEventListener('change', () => location.reload());\n",
);
for (const part of Object.values(MAKERS)) await part();

/** @type {NodeJS.Timeout | undefined} */
let timer;
for (const folder of ['src', 'web']) {
  watch(path.join(ROOT, folder), {recursive: true}, (_, name) => {
    if (!name || !/\.(c|h|js|css|html|json|py)$/.test(name)) return;
    if (name.startsWith('build/')) console.log(`web/${name}: start npm run dev again to use it`);
    else saved.add(`${folder}/${name}`);
    clearTimeout(timer);
    timer = setTimeout(rebuild, SETTLE_MS);
  });
}

const {url} = await serve([OUT, DIST], Number(process.env.PORT ?? 8080), {
  '/events': (request, response) => {
    response.writeHead(200, {'content-type': 'text/event-stream', 'cache-control': 'no-store'});
    response.write('retry: 500\n\n');
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
  },
});
console.log(`poslab is at ${url}, and reloads after each save`);
