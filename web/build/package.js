// @ts-check
// Makes the npm packages out of what is built: node web/build/package.js
//
//   lib/                   what the package poslab ships beside package.json: elements, core, types
//   .cache/poslab-python/  the package poslab-python: exercises, and Python for them
//
// Bundlers move scripts, and know of no file that a script loads by an address it puts together. So whatever the
// figures load is a module of its own in lib/chunks/; Python is too large for that, and has addresses that
// bundlers understand.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';

import {abiDefine} from './abi.js';
import {BANNER, elementModules, elementsPlugin, PACKAGE, sourcePlugins} from './bundle.js';
import {CARD_TAG} from './card-schema.js';
import {BASE_FILE, listenerTypes, readElements, typesOf} from './element-schema.js';
import {licences} from './licences.js';
import {filesPlugin, packed} from './packed.js';
import {CACHE, DIST, ROOT, WEB} from './paths.js';

/** @import {BuildOptions, Plugin} from 'esbuild' */

const LAB = path.join(DIST, 'lab');
const LIB = path.join(ROOT, 'lib');
const PYTHON = path.join(CACHE, 'poslab-python');
const SETTING_TYPES = 'core/pe/setting-types.d.ts';
const PYTHON_FILES = ['frame.js', 'library.bin', 'python.wasm', 'worker.js'];

/** What names a script in custom-elements.json. */
const MODULE_KEYS = new Set(['path', 'module']);

/** The end of a line of a module that imports. @param {string} name */
const from = (name) => `from ${JSON.stringify(name)};\n`;

/** @param {string} name */
const exportAll = (name) => `export * ${from(name)}`;

/** Where the package has a module of custom-elements.json. @param {string} file */
const moduleOf = (file) => (file === BASE_FILE ? `lib/${file}` : `lib/register/${file}`);

const isFigure = (/** @type {{file: string}} */ {file}) => file.startsWith('figures/');

/** @param {string} folder @param {string} name @param {string} text */
function write(folder, name, text) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, text);
}

/** @param {string} outdir @param {Plugin[]} plugins @returns {BuildOptions} */
const common = (outdir, plugins) => ({
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  target: 'es2022',
  chunkNames: 'chunks/[name]-[hash]',
  banner: {js: BANNER},
  legalComments: 'none', // licenses.txt has them all
  loader: {'.py': 'text'},
  define: {
    'globalThis.POSLAB_VERSION': JSON.stringify(PACKAGE.version),
    'globalThis.POSLAB_IS_PACKAGE': 'true',
    ...abiDefine(),
  },
  plugins: [...sourcePlugins, ...plugins],
  absWorkingDir: ROOT,
  logLevel: 'warning',
});

/** elements.js, embed.js, the classes in figures/, and in register/ what registers one, and the widget beside them. */
async function bundleElements() {
  const figures = elementModules().filter(isFigure);
  const runs = readdirSync(path.join(LAB, 'runs')).map((name) => `runs/${name}`);
  const options = common(LIB, [
    elementsPlugin(isFigure),
    filesPlugin({inside: ['core.wasm', 'worker.js', ...runs]}),
  ]);
  for (const name of ['custom-elements.json', 'html-custom-data.json']) {
    const text = readFileSync(path.join(LAB, name), 'utf8');
    const data = JSON.parse(text, (key, value) =>
      MODULE_KEYS.has(key) && /\.js$/.test(value) ? moduleOf(value) : value,
    );
    const isHere = (/** @type {string} */ one) => one !== CARD_TAG && one !== `lib/register/${CARD_TAG}.js`; // biome-ignore format: one thought
    data.modules = data.modules?.filter((/** @type {any} */ one) => isHere(one.path));
    data.tags = data.tags?.filter((/** @type {any} */ one) => isHere(one.name));
    // custom-elements.json has them, too: a twentieth of the package
    for (const tag of data.tags ?? []) for (const one of tag.attributes) delete one.description;
    write(LIB, name, JSON.stringify(data)); // no blanks
  }
  const small = `figures.wasm:${packed(path.join(LAB, 'figures.wasm'))}`;
  const {metafile} = await build({
    ...options,
    metafile: true,
    define: {...options.define, 'globalThis.POSLAB_FIGURES_WASM': JSON.stringify(small)},
    entryPoints: [
      {in: path.join(WEB, 'elements.js'), out: 'elements'},
      {in: path.join(WEB, 'embed/embed.js'), out: 'embed'},
      {in: path.join(WEB, 'embed/widget.js'), out: 'register/widget'},
      {in: path.join(WEB, 'teach/index.js'), out: 'scorm'},
      ...figures.map(({tag, file}) => ({in: path.join(WEB, file), out: `figures/${tag}`})),
      ...figures.map(({tag}) => ({in: `tag:${tag}`, out: `register/${tag}`})),
    ],
  });
  write(LIB, 'licenses.txt', await licences(metafile.outputs, {hasPython: false}));
}

/** core.js: all of web/core/ in one module, with core.wasm beside it, and in the module in which the figures have it. */
async function bundleCore() {
  await build({
    ...common(LIB, [filesPlugin({beside: ['core.wasm'], inside: ['core.wasm']})]),
    entryPoints: [{in: path.join(WEB, 'core/index.js'), out: 'core'}],
  });
  cpSync(path.join(LAB, 'core.wasm'), path.join(LIB, 'core.wasm'));
}

/** Declarations of the core, the host's element, the widget and what records results, out of their JSDoc. */
function emitTypes() {
  const entries = ['core/index.js', 'embed/embed.js', 'embed/widget.js', 'teach/index.js'];
  const flags =
    '--allowJs --declaration --emitDeclarationOnly --strict --skipLibCheck --target es2022';
  const settings = '--module nodenext --lib es2023,dom,dom.iterable --types node --ignoreConfig';
  execFileSync(
    path.join(ROOT, 'node_modules/.bin/tsc'),
    [
      ...`${flags} ${settings} --rootDir ${WEB} --outDir ${path.join(LIB, 'types')}`.split(' '),
      path.join(WEB, 'modules.d.ts'), // of style sheets
      ...entries.map((file) => path.join(WEB, file)),
    ],
    {stdio: ['ignore', 'inherit', 'inherit']},
  );
  // tsc leaves out what is a declaration already
  cpSync(path.join(WEB, SETTING_TYPES), path.join(LIB, 'types', SETTING_TYPES));
  write(LIB, 'core.d.ts', exportAll('./types/core/index.js'));
  write(LIB, 'scorm.d.ts', exportAll('./types/teach/index.js'));
  const embed = './types/embed/embed.js';
  write(
    LIB,
    'embed.d.ts',
    `import {PoslabEmbed} ${from(embed)}import type {PoslabEvents} ${from('./elements.js')}${exportAll(embed)}declare module '${embed}' {
  interface PoslabEmbed {
${listenerTypes('PoslabEvents')}
  }
}
declare global {
  interface HTMLElementTagNameMap { 'poslab-embed': PoslabEmbed }
}
`,
  );
  write(LIB, 'register/widget.d.ts', `export {default} ${from('../types/embed/widget.js')}`);
}

/** Declarations of the elements, out of their schema. */
async function writeElementTypes() {
  const elements = await readElements();
  write(LIB, 'elements.d.ts', typesOf(elements));
  for (const {tag, className} of elements) {
    const isDiagram = tag === 'pe-diagram';
    const type = isDiagram ? 'HTMLElement' : `Elements.${className}`;
    const lines = [
      `import type * as Elements ${from('../elements.js')}`,
      `export type ${className} = ${type};`,
      `/** Not registered: ${className}.define() does that, and so does importing 'poslab/register/${tag}'. */`,
      `export declare const ${className}: Elements.ElementClass<${className}>;`,
    ];
    write(LIB, `figures/${tag}.d.ts`, `${lines.join('\n')}\n`);
    write(LIB, `register/${tag}.d.ts`, `export type {} ${from('../elements.js')}`);
  }
}

/** The exercises, with their elements and the files of Python. */
async function makePython() {
  rmSync(PYTHON, {recursive: true, force: true});
  const isExercise = (/** @type {{file: string}} */ module) => !isFigure(module);
  const names = PYTHON_FILES.map((name) => `python/${name}`);
  const options = common(path.join(PYTHON, 'lib'), [
    elementsPlugin(isExercise),
    filesPlugin({kept: ['core.wasm'], beside: names}), // base-url names the folder of python/ alone
  ]);
  const {metafile} = await build({
    ...options,
    metafile: true,
    chunkNames: '[name]-[hash]', // beside python/, which they name
    entryPoints: [{in: path.join(WEB, 'elements.js'), out: 'index'}],
  });
  cpSync(path.join(LAB, 'python'), path.join(PYTHON, 'lib/python'), {recursive: true});
  cpSync(path.join(ROOT, 'LICENSE'), path.join(PYTHON, 'LICENSE'));
  write(PYTHON, 'licenses.txt', await licences(metafile.outputs));
  write(PYTHON, 'lib/index.d.ts', 'export {};\n');
  const {version, license, author, engines, keywords} = PACKAGE;
  const manifest = {
    name: 'poslab-python',
    version,
    description:
      'Exercises in PyTorch on positional encodings, with the Python that runs them in the page',
    keywords,
    license,
    author,
    type: 'module',
    engines,
    sideEffects: ['./lib/index.js'],
    exports: {
      '.': {types: './lib/index.d.ts', default: './lib/index.js'},
      './python/*': './lib/python/*',
      './package.json': './package.json',
    },
  };
  write(PYTHON, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write(
    PYTHON,
    'README.md',
    `# poslab-python

Importing \`poslab-python\` registers \`<exercise-card exercise="yarn" heading="YaRN">\`: an exercise in PyTorch that runs
in the page, in a sandbox. \`python/\` loads when a reader starts one. Where a bundler does not find it, copy the folder
\`python/\` to your site and name the folder that holds it: \`base-url="/poslab/"\`. The package poslab has the figures.
`,
  );
}

/** Makes both packages, from dist/. */
export async function makePackages() {
  rmSync(LIB, {recursive: true, force: true});
  await Promise.all([bundleElements(), bundleCore(), writeElementTypes(), makePython()]);
  emitTypes();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await makePackages();
