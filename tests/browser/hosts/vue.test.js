// Vue: a component in one file, compiled as its own compiler does.
import {compileScript, parse} from 'vue/compiler-sfc';
import {bundledSite, compiler, testHost} from '../../support/hosts.js';

const plugin = compiler(/\.vue$/, (source, filename) => {
  const templateParseOptions = {isCustomElement: (/** @type {string} */ tag) => tag.includes('-')};
  const {descriptor} = parse(source, {filename, templateParseOptions});
  return compileScript(descriptor, {id: 'lesson', inlineTemplate: true}).content;
});
const define = {
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
};

testHost('vue', {
  site: (host) => bundledSite(host, 'main.mjs', {plugin, define}),
});
