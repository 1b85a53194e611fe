// Docusaurus: MDX, which it compiles its pages with, rendered by React. Docusaurus itself is not run.
import {compile} from '@mdx-js/mdx';
import {bundledSite, compiler, testHost} from '../../support/hosts.js';

const plugin = compiler(/\.mdx$/, async (source) =>
  String(await compile(source, {jsxImportSource: 'react'})),
);

testHost('docusaurus', {
  site: (host) => bundledSite(host, 'main.mjs', {plugin}),
});
