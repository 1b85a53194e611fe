// @ts-check
// Makes dist/lab/from-folder.js, with which a page from a folder or a file share presents a figure: node
// web/build/from-folder.js. Browsers load neither modules nor WebAssembly from there, so it is one classic script with
// the core and the recorded runs in it.
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';

import {abiDefine} from './abi.js';
import {BANNER, elementsPlugin, PACKAGE, sourcePlugins} from './bundle.js';
import {filesPlugin, packed} from './packed.js';
import {DIST, ROOT, WEB} from './paths.js';

const LAB = path.join(DIST, 'lab');
const runs = readdirSync(path.join(LAB, 'runs')).map((name) => `runs/${name}`);
const small = `figures.wasm:${packed(path.join(LAB, 'figures.wasm'))}`;

await build({
  entryPoints: [path.join(WEB, 'from-folder.js')],
  outfile: path.join(LAB, 'from-folder.js'),
  bundle: true,
  ignoreAnnotations: true, // package.json says that importing elements.js in web/ does nothing
  format: 'iife',
  minify: true,
  target: 'es2022',
  banner: {js: `${BANNER}\nvar POSLAB_SCRIPT=document.currentScript.src;`},
  legalComments: 'none', // licenses.txt has them all
  loader: {'.py': 'text'},
  define: {
    'import.meta.url': 'POSLAB_SCRIPT',
    'globalThis.POSLAB_VERSION': JSON.stringify(PACKAGE.version),
    'globalThis.POSLAB_FIGURES_WASM': JSON.stringify(small),
    ...abiDefine(),
  },
  plugins: [
    elementsPlugin(({file}) => file.startsWith('figures/')),
    ...sourcePlugins,
    filesPlugin({inside: ['core.wasm', 'worker.js', ...runs]}),
  ],
  absWorkingDir: ROOT,
  logLevel: 'warning',
});
