// Vue: a component in one file, compiled as its own compiler does.
import {readFile} from 'node:fs/promises';
import {compileScript, parse} from 'vue/compiler-sfc';

import {bundledSite, testHost} from '../../support/hosts.js';

/** @type {import('esbuild').Plugin} */
const vue = {
  name: 'vue',
  setup({onLoad}) {
    onLoad({filter: /\.vue$/}, async ({path: filename}) => {
      const templateParseOptions = {isCustomElement: (/** @type {string} */ tag) => tag.includes('-')}; // biome-ignore format: one thought
      const source = await readFile(filename, 'utf8');
      const {descriptor} = parse(source, {filename, templateParseOptions});
      const {content} = compileScript(descriptor, {id: 'lesson', inlineTemplate: true});
      return {contents: content, loader: 'js'};
    });
  },
};
const define = {
  'process.env.NODE_ENV': '"development"',
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
};

testHost('vue', {
  site: (host) => bundledSite(host, 'main.mjs', {plugins: [vue], define}),
});
