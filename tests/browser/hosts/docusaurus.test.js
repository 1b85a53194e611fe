// Docusaurus: MDX, which it compiles its pages with, rendered by React. Docusaurus itself is not run.

import {readFile} from 'node:fs/promises';
import {compile} from '@mdx-js/mdx';

import {bundledSite, testHost} from '../../support/hosts.js';

/** @type {import('esbuild').Plugin} */
const mdx = {
  name: 'mdx',
  setup({onLoad}) {
    onLoad({filter: /\.mdx$/}, async ({path: file}) => {
      const compiled = await compile(await readFile(file), {jsxImportSource: 'react'});
      return {contents: String(compiled), loader: 'js'};
    });
  },
};

testHost('docusaurus', {site: (host) => bundledSite(host, 'main.mjs', {plugins: [mdx]})});
