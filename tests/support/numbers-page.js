// A page that computes what figures draw and what training ends with, for any browser.
import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

import {elementModules, sourcePlugins} from '../../web/build/bundle.js';
import {WEB} from '../../web/build/paths.js';
import {TEST_PAGES} from './browser.js';

export const NUMBERS = 'test/numbers/index.html';
const FOLDER = path.join(TEST_PAGES, 'numbers');
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>numbers</title>
<link rel="icon" href="data:,"></head><body><script type="module" src="numbers.js"></script></body></html>`;

// The files that the classes load lie elsewhere than this bundle.
const BANNER = `const HERE = new URL('../../lab/x.js', location.href).href;`;

const figures = elementModules().filter(({file}) => file.startsWith('figures/'));
const ENTRY = `
import {fullCore} from './core/full-core.js';
import {drawingOf, figureHashes} from '../tests/support/figure-numbers.js';
import {runNames, trainingHash} from '../tests/support/training-hashes.js';
${figures.map(({file}, k) => `import * as module${k} from './${file}';`).join('\n')}
const modules = {${figures.map(({tag}, k) => `'${tag}': module${k}`).join(', ')}};

/** By tag, what compute() gives for each preset and fault. */
async function figureNumbers() {
  const core = await fullCore();
  const all = {};
  for (const [tag, module] of Object.entries(modules)) {
    const Class = Object.values(module).find((one) => one?.tag === tag);
    await Class.load?.();
    if (Class.compute) all[tag] = figureHashes(Class, (...which) => drawingOf(core, ...which));
  }
  return all;
}

async function trainingHashes() {
  const core = await fullCore();
  return Object.fromEntries(runNames(core).map((name) => [name, trainingHash(core, name)]));
}

Object.assign(globalThis, {numbers: {figureNumbers, trainingHashes}});
`;

export async function makeNumbersPage() {
  await mkdir(FOLDER, {recursive: true});
  await build({
    stdin: {contents: ENTRY, resolveDir: WEB},
    outfile: path.join(FOLDER, 'numbers.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    plugins: sourcePlugins,
    define: {'import.meta.url': 'HERE'},
    banner: {js: BANNER},
    logLevel: 'warning',
  });
  await writeFile(path.join(FOLDER, 'index.html'), PAGE);
}
