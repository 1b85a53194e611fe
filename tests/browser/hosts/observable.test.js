// Observable: a figure as a view, whose value other cells read.
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';

import {ROOT} from '../../../web/build/paths.js';
import {hostFolder, recipe, served, testHost} from '../../support/hosts.js';

const NOTEBOOK = `
import {Runtime} from '@observablehq/runtime';
import {Library} from '@observablehq/stdlib';
import * as cells from './notebook.mjs';
const show = (into) => ({fulfilled: (value) => into(value), rejected: (error) => console.error(error)});
const module = new Runtime(new Library()).module();
module.variable().define('lab', [], cells.lab);
module.variable(show((figure) => document.body.prepend(figure))).define('viewof table', ['lab', 'html'], cells.viewofTable);
module.variable().define('table', ['Generators', 'viewof table'], (Generators, view) => Generators.input(view));
module.variable(show((words) => { document.querySelector('output').textContent = words; })).define('words', ['table'], cells.words);
`;

testHost('observable', {
  async site({id, files}, lab) {
    const folder = hostFolder(id);
    writeFileSync(path.join(folder, 'notebook.mjs'), recipe(id, files[0], lab));
    await build({
      stdin: {contents: NOTEBOOK, resolveDir: folder},
      outfile: path.join(folder, 'app.js'),
      external: [`${lab.url}*`],
      nodePaths: [path.join(ROOT, 'node_modules')],
      bundle: true,
      format: 'esm',
      logLevel: 'warning',
    });
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html lang="en"><title>notebook</title><output></output><script type="module" src="app.js"></script>'); // biome-ignore format: a page
    return served(folder);
  },
});
