// What the built site weighs, gzipped: node tests/repo/size.js [--update]
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';

import {figuresOf, staticImports} from '../../web/build/pages.js';

/** @import {Metafile} from 'esbuild' */
/** @typedef {{bytes: number, budget: number}} Size gzipped bytes: those recorded in the repo, the limit */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXPECTED = path.join(ROOT, 'tests/repo/size.json');
const CORE = 'dist/lab/figures.wasm';

/** @param {string} file */
const gzipBytes = (file) => gzipSync(readFileSync(path.join(ROOT, file)), {level: 9}).length;

/** @param {Iterable<string>} files */
const total = (files) => [...new Set(files)].reduce((sum, file) => sum + gzipBytes(file), 0);

/** @returns {Metafile['outputs']} */
export function bundleOutputs() {
  return JSON.parse(readFileSync(path.join(ROOT, '.cache/bundle.json'), 'utf8')).outputs;
}

/** The entries of the bundle: `dist/lab/<name>.js` that no chunk is. */
export function entries() {
  return Object.entries(bundleOutputs())
    .filter(([name, {entryPoint}]) => entryPoint && !path.basename(name).startsWith('chunk-'))
    .map(([name]) => name);
}

/**
 * What elements.js loads for a figure: the chunk of its module, with all that it imports.
 *
 * @param {string} tag
 */
function figureChunks(tag) {
  const outputs = bundleOutputs();
  const entry = Object.keys(outputs).find(
    (name) =>
      /^web\/(figures|exercises)\//.test(outputs[name].entryPoint ?? '') &&
      outputs[name].entryPoint?.endsWith(`/${tag}.js`),
  );
  if (!entry) throw new Error(`no chunk holds web/figures/${tag}.js`);
  return staticImports(outputs, [entry]);
}

/**
 * The scripts that a page of the site loads for its figures.
 *
 * @param {string} page its file
 */
function figureScripts(page) {
  const outputs = bundleOutputs();
  const figures = figuresOf(outputs, readFileSync(path.join(ROOT, page), 'utf8'));
  return staticImports(
    outputs,
    figures.map(({chunk}) => chunk),
  );
}

/** What the heaviest chapter's figures load beyond what the front page has loaded. */
function heaviestChapter() {
  const front = new Set(figureScripts('dist/index.html'));
  const chapters = readdirSync(path.join(ROOT, 'dist/chapters'));
  return Math.max(
    ...chapters.map((name) =>
      total(figureScripts(`dist/chapters/${name}`).filter((file) => !front.has(file))),
    ),
  );
}

/** What a foreign page loads for one figure: its script, with the core in it and all that it imports. @param {string} tag */
const aloneBytes = (tag) => total(staticImports(bundleOutputs(), [`dist/lab/${tag}.js`]));

/** Ten figures of a foreign page. */
const TEN = ['attention-maps', 'attention-order', 'pe-shift', 'pe-heatmap', 'pe-curves', 'pe-similarity', 'pe-space', 'pe-cost', 'relative-bias', 'rope-logits']; // biome-ignore format: a list

const PYTHON = ['frame.js', 'worker.js', 'python.wasm', 'library.bin'];

/** @returns {Record<string, number>} gzipped bytes */
export function measure() {
  const outputs = bundleOutputs();
  const elements = staticImports(outputs, ['dist/lab/elements.js']);
  const scripts = staticImports(outputs, ['dist/lab/page.js']);
  const page = ['dist/index.html', 'dist/lab/style.css', CORE, ...scripts];
  return {
    'core.wasm': gzipBytes('dist/lab/core.wasm'),
    'first view of index.html': total([...page, ...figureScripts('dist/index.html')]),
    'pe-heatmap alone': aloneBytes('pe-heatmap'),
    'pe-space, in 3-D, alone': aloneBytes('pe-space'),
    'own scripts of the heaviest chapter': heaviestChapter(),
    'ten figures by elements.js': total([
      'dist/lab/core.wasm',
      ...elements,
      ...TEN.flatMap(figureChunks),
    ]),
    'Python, all that it loads': total(PYTHON.map((name) => `dist/lab/python/${name}`)),
  };
}

/** @returns {Record<string, Size>} */
export function readExpected() {
  return JSON.parse(readFileSync(EXPECTED, 'utf8'));
}

function update() {
  const expected = readExpected();
  for (const [name, bytes] of Object.entries(measure())) expected[name].bytes = bytes;
  writeFileSync(
    EXPECTED,
    `${JSON.stringify(expected, null, 2).replace(/\{\n {4}(.*)\n {4}(.*)\n {2}\}/g, '{$1 $2}')}\n`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === '--update') update();
  const expected = readExpected();
  for (const [name, bytes] of Object.entries(measure())) {
    console.log(
      `${name}: ${bytes} bytes gzip (${expected[name].bytes} in size.json, budget ${expected[name].budget})`,
    );
  }
}
