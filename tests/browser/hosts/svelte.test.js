// Svelte: a component, compiled by its own compiler.
import {compile} from 'svelte/compiler';
import {bundledSite, compiler, testHost} from '../../support/hosts.js';

const plugin = compiler(
  /\.svelte$/,
  (source, filename) => compile(source, {filename, generate: 'client', dev: true}).js.code,
);

testHost('svelte', {
  site: (host) => bundledSite(host, 'main.mjs', {plugin}),
});
