// Svelte: a component, compiled by its own compiler.
import {readFile} from 'node:fs/promises';
import {compile} from 'svelte/compiler';

import {bundledSite, testHost} from '../../support/hosts.js';

/** @type {import('esbuild').Plugin} */
const svelte = {
  name: 'svelte',
  setup({onLoad}) {
    onLoad({filter: /\.svelte$/}, async ({path: filename}) => {
      const source = await readFile(filename, 'utf8');
      const {js} = compile(source, {filename, generate: 'client', dev: true});
      return {contents: js.code, loader: 'js'};
    });
  },
};

testHost('svelte', {site: (host) => bundledSite(host, 'main.mjs', {plugins: [svelte]})});
