// @ts-check
// Bundles web/ into dist/lab/, flat: elements.js, page.js and style.css for the site, one <tag>.js a
// figure for foreign pages, chunks of what is imported lazily, and worker.js.
import {readdirSync, readFileSync} from 'node:fs';
import {cp, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build, transform} from 'esbuild';
import {minify} from 'terser';

import {abiDefine} from './abi.js';
import {exerciseBank} from './bank.js';
import {lighterInter} from './fonts.js';
import {withGroups} from './grouped.js';
import {MARK} from './inline.js';
import {CACHE, DIST, ROOT, WEB} from './paths.js';

/** @import {BuildOptions, Metafile, Plugin} from 'esbuild' */

const OUT = path.join(DIST, 'lab');
const TARGET = 'es2022';
export const PACKAGE = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** The first line of scripts and style sheets. The site's chunks, whose names are of their contents, do without. */
export const BANNER = `/*! poslab ${PACKAGE.version}, MIT licence */`;

/**
 * The custom elements: modules of web/figures/ and web/exercises/ that declare their own file name as
 * their tag.
 *
 * @returns {{tag: string, file: string}[]} file relative to web/, sorted by tag
 */
export function elementModules() {
  return ['figures', 'exercises/ui']
    .flatMap((folder) =>
      readdirSync(path.join(WEB, folder), {recursive: true, encoding: 'utf8'})
        .filter((name) => name.endsWith('.js'))
        .map((name) => ({tag: path.basename(name, '.js'), file: `${folder}/${name}`})),
    )
    .filter(({tag, file}) =>
      readFileSync(path.join(WEB, file), 'utf8').includes(`static tag = '${tag}'`),
    )
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

/** The tags of the figures, sorted. @returns {string[]} */
export const figureTags = () =>
  elementModules()
    .filter(({file}) => file.startsWith('figures/'))
    .map(({tag}) => tag);

/** @param {string} tag @returns {string} its class: pe-heatmap, PeHeatmap */
const classOf = (tag) => tag.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());

/** Figures that the site's pages load with those of another folder, because the same pages show them, or by themselves. */
const GROUPS = new Map([
  ['config-inspector', 'files'],
  ['flat-perplexity', 'training'],
  ['relative-bias', 'relative-bias'],
  ['scaling-race', 'scaling'],
  ['passage-places', 'scaling'],
]);

/**
 * What the site's pages load a figure with: the others of its folder.
 *
 * @param {{tag: string, file: string}} module
 * @returns {string | undefined} undefined for what is no figure
 */
export const figureGroup = ({tag, file}) => GROUPS.get(tag) ?? /^figures\/(\w+)\//.exec(file)?.[1];

/**
 * Resolves `tag:pe-heatmap` to a module that registers this one element, and `elements:all` to a map
 * from each tag to a function that loads and registers it. Its first `nPlain` do without the whole core, which the others
 * share by `shareFullCore`.
 *
 * @param {(module: {tag: string, file: string}) => boolean} [isWanted] which elements the map has
 * @param {boolean} [isSite] whether the figures of a folder are loaded together
 * @returns {Plugin}
 */
export const elementsPlugin = (isWanted = () => true, isSite = false) => ({
  name: 'elements',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^tag:/}, ({path}) => ({path: path.slice(4), namespace: 'tag'}));
    onLoad({filter: /.*/, namespace: 'tag'}, async ({path: tag}) => {
      const {file} = elementModules().find((module) => module.tag === tag) ?? {};
      if (!file) return {errors: [{text: `no module of web/ declares the tag ${tag}`}]};
      const define = `if (globalThis.customElements) ${classOf(tag)}.define();`; // not on a server
      return {
        contents: `import {${classOf(tag)}} from './${file}';\n${define}\n`,
        resolveDir: WEB,
      };
    });
    onResolve({filter: /^elements:all$/}, () => ({path: 'all', namespace: 'elements'}));
    onLoad({filter: /.*/, namespace: 'elements'}, async () => {
      // every page loads this map: one function for all finds a module's element by its tag
      const define =
        'const define = (tag) => (module) => Object.values(module).find((one) => one?.tag === tag).define();';
      const wanted = await Promise.all(
        elementModules()
          .filter(isWanted)
          .map(async (one) => ({...one, isPlain: (await neededBy(one.file)).core !== 'core.wasm'})),
      );
      const plain = wanted.filter(({isPlain}) => isPlain);
      const sorted = [...plain, ...wanted.filter(({isPlain}) => !isPlain)];
      const lines = sorted.map(({tag, file}) => {
        const group = isSite && figureGroup({tag, file});
        const module = group ? `figures:${group}` : `./${file}`;
        return `'${tag}': () => import(${JSON.stringify(module)}).then(define('${tag}')),`;
      });
      // at hand in the site's pages, and a request less; elsewhere with the first figure
      const share = isSite
        ? "export {shareFullCore} from './core/full-core.js';"
        : "export const shareFullCore = async () => (await import('./core/full-core.js')).shareFullCore();";
      return {
        contents: `${define}\nexport default {\n${lines.join('\n')}\n};\nexport const nPlain = ${plain.length};\n${share}\n`,
        resolveDir: WEB,
      };
    });
    onResolve({filter: /^figures:/}, ({path}) => ({path: path.slice(8), namespace: 'figures'}));
    onLoad({filter: /.*/, namespace: 'figures'}, ({path: group}) => {
      const lines = elementModules()
        .filter((module) => figureGroup(module) === group)
        .map(({tag, file}) => `export {${classOf(tag)}} from './${file}';`);
      return {contents: lines.join('\n'), resolveDir: WEB};
    });
  },
});

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
 * The scales that figures use interpolate numbers alone.
 *
 * @type {Plugin}
 */
const numberScales = {
  name: 'number-scales',
  setup({onResolve}) {
    onResolve({filter: /^d3-interpolate$/}, ({importer}) =>
      importer.endsWith('continuous.js')
        ? {path: path.join(WEB, 'draw/interpolate.js')}
        : undefined,
    );
  },
};

/** What every build of web/ needs, beside the elements. */
export const sourcePlugins = [cssText, exerciseBank, numberScales];

/** The views that are loaded when a panel needs them: kind of panel -> file in web/views/. */
async function lazyViews() {
  const registry = await readFile(path.join(WEB, 'views/index.js'), 'utf8');
  return new Map(
    [...registry.matchAll(/(\w+): \{load: .*?([\w-]+-view\.js)/g)].map(([, kind, file]) => [
      kind,
      file,
    ]),
  );
}

/**
 * What a figure loads beside its scripts.
 *
 * @param {string} file relative to web/
 * @returns {Promise<{views: string[], core: 'core.wasm' | 'figures.wasm'}>} views: those that are lazy, in web/views/
 */
export async function neededBy(file) {
  const [views, text] = await Promise.all([lazyViews(), figureText(file)]);
  const own = [...views].filter(([kind]) => text.includes(`kind: '${kind}'`));
  return {
    views: own.map(([, view]) => view),
    core: text.includes('fullCore') ? 'core.wasm' : 'figures.wasm', // the whole core is the larger one
  };
}

/** What a figure loads when a button of it is pressed: modules of web/figures/frame/. */
const TOOLS = ['exports', 'numbers-table', 'present', 'share'];
const LATER = new RegExp(`(-view|/(${TOOLS.join('|')}))\\.js$`);

/** @param {string} file of a view, or of TOOLS @returns {string} its bundle for figures on foreign pages */
const laterChunk = (file) => `chunk-${path.basename(file, '.js')}`;

/**
 * The modules of web/figures/ that a figure is made of, as one text.
 *
 * @param {string} file relative to web/
 * @param {Set<string>} [read] grows
 * @returns {Promise<string>}
 */
async function figureText(file, read = new Set()) {
  if (read.has(file) || !file.startsWith('figures/')) return '';
  read.add(file);
  const text = await readFile(path.join(WEB, file), 'utf8');
  const names = [
    ...text.matchAll(/^(?:import|\} from|export) ?.*'(\.[^']+\.js)';$/gm),
    ...text.matchAll(/await import\('(\.[^']+\.js)'\)/g),
  ];
  const others = await Promise.all(
    names.map(([, name]) => figureText(path.posix.join(path.posix.dirname(file), name), read)),
  );
  return [text, ...others].join('\n');
}

/**
 * A figure on a foreign page comes in one file. It holds the kinds of panels that its modules name; the lazy views
 * of others are files that all figures share, loaded if a panel should need one after all.
 *
 * @param {{tag: string, file: string}} figure
 * @param {BuildOptions} options
 * @returns {Promise<BuildOptions>}
 */
async function figureBundle({tag, file}, options) {
  const [{views: own, core}, text] = await Promise.all([neededBy(file), figureText(file)]);
  /** @type {Plugin} */
  const viewsOfFigure = {
    name: 'views-of-figure',
    setup({onLoad, onResolve}) {
      onLoad({filter: /\/views\/index\.js$/}, async ({path: index}) => {
        const imports = [''];
        const contents = (await readFile(index, 'utf8')).replace(
          /\{load: .*?'\.\/([\w-]+-view\.js)'\)\)\.(\w+)\}/g,
          (loader, view, name) => {
            if (!own.includes(view)) return loader;
            imports.push(`import {${name}} from './${view}';`);
            return `{View: ${name}}`;
          },
        );
        return {contents: contents + imports.join('\n'), loader: 'js'};
      });
      onLoad({filter: /\/draw\/kinds\.js$/}, async ({path: kinds}) => {
        // a view may draw as another kind: a curve does as lines
        const named = await Promise.all(
          own.map((view) => readFile(path.join(WEB, 'views', view), 'utf8')),
        );
        const all = [text, ...named].join('\n');
        const contents = (await readFile(kinds, 'utf8')).replace(
          /^import (\w+) from '.*';\n|^ {2}(\w+),\n/gm,
          (line, imported, entry) => (all.includes(`kind: '${imported ?? entry}'`) ? line : ''),
        );
        return {contents, loader: 'js'};
      });
      onResolve({filter: LATER}, ({path: file, kind}) =>
        kind.startsWith('dynamic') ? {path: `./${laterChunk(file)}.js`, external: true} : undefined,
      );
    },
  };
  const bundle = scripts([{in: `tag:${tag}`, out: tag}], options, [viewsOfFigure]);
  if (core === 'core.wasm') return {...bundle, splitting: false}; // it is too large
  // the last line: in the midst of the script it would cost gzip two kilobytes more
  const footer = {js: `var POSLAB_FIGURES_WASM="${MARK}";`};
  const define = {...bundle.define, 'globalThis.POSLAB_FIGURES_WASM': 'POSLAB_FIGURES_WASM'};
  return {...bundle, define, footer, splitting: false};
}

/**
 * What all bundles have in common. The site ships without source maps, which would be more than half of
 * dist/: the server of `npm run dev` has them.
 *
 * @param {string} outdir
 * @param {boolean} isDev
 * @returns {BuildOptions}
 */
const common = (outdir, isDev) => ({
  outdir,
  bundle: true,
  minify: !isDev,
  sourcemap: isDev ? 'linked' : false,
  target: TARGET,
  // the server of `npm run dev` keeps its bundles while the core changes
  define: {
    'globalThis.POSLAB_VERSION': JSON.stringify(PACKAGE.version),
    'globalThis.POSLAB_FIGURES_WASM': 'undefined',
    'globalThis.POSLAB_OWN_PAGE': 'false',
    ...(isDev ? {} : abiDefine()),
  },
  legalComments: 'none', // dist/licenses.txt has them all
  metafile: true,
  absWorkingDir: ROOT,
  logLevel: 'warning',
});

/**
 * Scripts: their entries, and chunks for what they share or import lazily.
 *
 * @param {BuildOptions['entryPoints']} entryPoints
 * @param {BuildOptions} options
 * @param {Plugin[]} [plugins] before those of every bundle
 * @returns {BuildOptions}
 */
const scripts = (entryPoints, options, plugins = []) => ({
  ...options,
  entryPoints,
  splitting: true,
  format: 'esm',
  chunkNames: 'chunk-[hash]',
  loader: {'.py': 'text'},
  plugins: [...plugins, elementsPlugin(), ...sourcePlugins],
});

/**
 * The bundles of the site: first what its pages load, which has the figures of a folder in one chunk, then what other
 * sites load, with a chunk for each figure; and what goes with them.
 *
 * @param {string} outdir
 * @param {boolean} [isDev] readable, with source maps
 * @returns {BuildOptions[]}
 */
export function siteBundles(outdir, isDev = false) {
  const options = common(outdir, isDev);
  const page = [{in: path.join(WEB, 'page.js'), out: 'page'}];
  const ofPages = {...options, define: {...options.define, 'globalThis.POSLAB_OWN_PAGE': 'true'}};
  const pages = scripts(page, ofPages, [elementsPlugin(undefined, true)]);
  const entries = [
    {in: path.join(WEB, 'elements.js'), out: 'elements'},
    // the frame of one figure, the element that shows such a frame, and the widget of notebooks
    {in: path.join(WEB, 'embed/embed-page.js'), out: 'embed-page'},
    {in: path.join(WEB, 'embed/embed.js'), out: 'embed'},
    {in: path.join(WEB, 'embed/widget.js'), out: 'widget'},
    {in: path.join(WEB, 'teach/assignment-page.js'), out: 'assignment-page'},
    // what the script of another language imports
    {in: path.join(WEB, 'strings/use-strings.js'), out: 'strings'},
    // a foreign page's own: it shares the chunks that opening an exercise loads
    {in: 'tag:exercise-card', out: 'exercise-card'},
  ];
  // classic and in one piece, so that a page of any origin can start it
  const worker = {
    ...options,
    entryPoints: [{in: path.join(WEB, 'workers/worker.js'), out: 'worker'}],
    format: /** @type {const} */ ('iife'),
    // the page sends the core
    define: {...options.define, 'import.meta.url': 'self.location.href'},
  };
  // one sheet out of those of web/style/ that are not a figure's own
  const style = {
    ...options,
    stdin: {
      contents: ['fonts', 'tokens', 'page', 'heights']
        .map((part) => `@import './${part}.css';`)
        .join(' '),
      loader: /** @type {const} */ ('css'),
      resolveDir: path.join(WEB, 'style'),
    },
    outdir: undefined,
    outfile: path.join(outdir, 'style.css'),
    loader: {'.woff2': /** @type {const} */ ('file')},
    plugins: [lighterInter],
    assetNames: '[name]',
  };
  // In one file: chunks shared with it would make the first view of every page larger.
  const forms = [
    {in: path.join(WEB, 'page/own-code-page.js'), out: 'own-code'},
    {in: path.join(WEB, 'page/make-assignment.js'), out: 'make-assignment'},
  ].map((entry) => ({...scripts([entry], options), splitting: false}));
  // With chunks of its own, for the same reason: what it loads later stays apart from its first view.
  const notebook = {in: path.join(WEB, 'exercises/ui/notebook/notebook-page.js'), out: 'notebook'};
  return [pages, scripts(entries, options), worker, style, ...forms, scripts([notebook], options)];
}

/** As many scripts as import one that is worth a second pass. */
const N_IMPORTERS = 20;

/**
 * The scripts that most others import are made smaller by a second tool: 3 % less of the first view, in 2 s.
 *
 * @param {Metafile['outputs']} outputs
 */
async function shrinkShared(outputs) {
  const imported = Object.values(outputs).flatMap(({imports}) =>
    imports.flatMap(({path: name, kind}) => (kind === 'import-statement' ? name : [])),
  );
  for (const name of new Set(imported)) {
    if (imported.filter((other) => other === name).length < N_IMPORTERS) continue;
    const file = path.join(ROOT, name);
    const {code} = await minify(await readFile(file, 'utf8'), {module: true, ecma: 2020});
    await writeFile(file, /** @type {string} */ (code));
  }
}

/**
 * Builds dist/lab/ but for the core, with the recorded runs beside the scripts, and writes what went where to .cache/bundle.json.
 *
 * The pages share chunks between their figures, few of them (grouped.js). A figure for a foreign page is a bundle of its own:
 * one file, which is smaller than the ten that it would share (34 kB gzip against 38).
 */
export async function bundle() {
  const before = await readdir(OUT).catch(() => []);
  const options = common(OUT, false);
  const figures = elementModules().filter(({file}) => file.startsWith('figures/'));
  const [pages, foreign, ...others] = siteBundles(OUT);
  const all = [
    ...(await Promise.all([pages, foreign].map(withGroups))),
    ...others,
    scripts(
      [
        ...[...(await lazyViews()).values()].map((file) => `views/${file}`),
        ...TOOLS.map((name) => `figures/frame/${name}.js`),
      ].map((file) => ({in: path.join(WEB, file), out: laterChunk(file)})),
      options,
    ),
    ...(await Promise.all(figures.map((figure) => figureBundle(figure, options)))),
  ];
  const results = await Promise.all(all.map((one) => build(one)));
  const outputs = Object.assign({}, ...results.map(({metafile}) => metafile?.outputs));
  // what is old goes when the new is there: a page that is opened meanwhile, as by a test, finds its scripts
  const made = new Set(Object.keys(outputs).map((name) => path.basename(name)));
  for (const name of before) {
    if (/\.(js|css|map|woff2)$/.test(name) && !made.has(name)) await rm(path.join(OUT, name));
  }
  for (const name of await readdir(OUT)) {
    if (!/\.(js|css)$/.test(name) || name.startsWith('chunk-')) continue;
    const file = path.join(OUT, name);
    await writeFile(file, `${BANNER}\n${await readFile(file, 'utf8')}`);
  }
  await shrinkShared(outputs);
  await rm(path.join(OUT, 'runs'), {recursive: true, force: true});
  await cp(path.join(WEB, 'runs'), path.join(OUT, 'runs'), {recursive: true});
  await mkdir(CACHE, {recursive: true});
  await writeFile(path.join(CACHE, 'bundle.json'), JSON.stringify({outputs}));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  // esbuild has shown what is wrong, with file and line
  await bundle().catch(() => {
    process.exitCode = 1;
  });
}
