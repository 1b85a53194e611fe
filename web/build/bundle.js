// @ts-check
// Bundles web/ into dist/lab/, flat: elements.js, page.js and style.css for the site, one <tag>.js a
// figure for foreign pages, chunks of what is imported lazily, and worker.js.
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build, transform} from 'esbuild';

import {exerciseBank} from './bank.js';

/** @import {BuildOptions, Metafile, Plugin} from 'esbuild' */

const ROOT = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const WEB = path.join(ROOT, 'web');
const OUT = path.join(ROOT, 'dist/lab');
const TARGET = 'es2022';

/**
 * The figures: modules of web/figures/ that declare their own file name as their tag.
 *
 * @returns {Promise<string[]>} tags, sorted
 */
export async function figureTags() {
  const folder = path.join(WEB, 'figures');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const tags = await Promise.all(
    files.map(async (name) => {
      const tag = path.basename(name, '.js');
      const text = await readFile(path.join(folder, name), 'utf8');
      return text.includes(`static tag = '${tag}'`) ? [tag] : [];
    }),
  );
  return tags.flat();
}

/** @param {string} tag @returns {string} its class: pe-heatmap, PeHeatmap */
const classOf = (tag) => tag.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());

/** @param {string} tag @returns {string} the folder of its module */
const roomOf = (tag) => (tag === 'exercise-card' ? 'exercises' : 'figures');

/**
 * Resolves `tag:pe-heatmap` to a module that registers this one element.
 *
 * @type {Plugin}
 */
const oneElement = {
  name: 'one-element',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^tag:/}, ({path}) => ({path: path.slice(4), namespace: 'tag'}));
    onLoad({filter: /.*/, namespace: 'tag'}, ({path: tag}) => ({
      contents: `import {${classOf(tag)}} from './${roomOf(tag)}/${tag}.js';\n${classOf(tag)}.define();\n`,
      resolveDir: WEB,
    }));
  },
};

/**
 * Style sheets that modules import come as minified text.
 *
 * @type {Plugin}
 */
const cssText = {
  name: 'css-text',
  setup({onLoad}) {
    onLoad({filter: /\.css$/}, async ({path: file}) => {
      const {code} = await transform(await readFile(file, 'utf8'), {
        loader: 'css',
        minify: true,
        sourcefile: file,
      });
      return {contents: code, loader: 'text'};
    });
  },
};

/**
 * One bundle: its entries, and chunks for what they share or import lazily.
 *
 * @param {BuildOptions['entryPoints']} entryPoints
 * @returns {Promise<Metafile>}
 */
async function bundleScripts(entryPoints) {
  const {metafile} = await build({
    entryPoints,
    outdir: OUT,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    sourcemap: 'linked',
    target: TARGET,
    chunkNames: 'chunk-[hash]',
    legalComments: 'none', // dist/licenses.txt has them whole
    loader: {'.py': 'text'},
    plugins: [oneElement, cssText, exerciseBank],
    metafile: true,
    absWorkingDir: ROOT,
    logLevel: 'warning',
  });
  return metafile;
}

/** The scripts of the site's own pages. */
async function siteEntries() {
  const scripts = (await readdir(WEB)).filter((name) => ['elements.js', 'page.js'].includes(name));
  return [
    ...scripts.map((name) => ({in: path.join(WEB, name), out: path.basename(name, '.js')})),
    // a foreign page's own: it shares the chunks that opening an exercise loads
    {in: 'tag:exercise-card', out: 'exercise-card'},
  ];
}

/** The workers' script: classic and in one piece, so that a page of any origin can start it. */
async function bundleWorker() {
  const {metafile} = await build({
    entryPoints: [{in: path.join(WEB, 'workers/worker.js'), out: 'worker'}],
    outdir: OUT,
    bundle: true,
    format: 'iife',
    minify: true,
    sourcemap: 'linked',
    target: TARGET,
    legalComments: 'none',
    define: {'import.meta.url': 'self.location.href'}, // the page sends the core
    metafile: true,
    absWorkingDir: ROOT,
    logLevel: 'warning',
  });
  return metafile;
}

/** One sheet for the pages out of those of web/style/ that are not a figure's own. */
async function bundleStyle() {
  const sheets = (await readdir(path.join(WEB, 'style'))).filter((name) =>
    ['tokens.css', 'page.css'].includes(name),
  );
  const imports = sheets.sort().reverse(); // tokens before page
  await build({
    stdin: {
      contents: imports.map((name) => `@import './${name}';`).join('\n'),
      loader: 'css',
      resolveDir: path.join(WEB, 'style'),
    },
    bundle: true,
    minify: true,
    outfile: path.join(OUT, 'style.css'),
  });
}

/**
 * Builds dist/lab/ but for the core, and writes what went where to dist/bundle.json.
 *
 * The pages share chunks between their figures. A figure for a foreign page is a bundle of its own:
 * one file, which is smaller than the ten that it would share (34 kB gzip against 38).
 */
export async function bundle() {
  for (const name of await readdir(OUT).catch(() => [])) {
    if (/\.(js|css|map)$/.test(name)) await rm(path.join(OUT, name));
  }
  const metafiles = await Promise.all([
    bundleScripts(await siteEntries()),
    bundleWorker(),
    ...(await figureTags()).map((tag) => bundleScripts([{in: `tag:${tag}`, out: tag}])),
    bundleStyle(),
  ]);
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile?.outputs));
  await writeFile(path.join(ROOT, 'dist/bundle.json'), JSON.stringify({outputs}));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  // esbuild has shown what is wrong, with file and line
  await bundle().catch(() => {
    process.exitCode = 1;
  });
}
