// Imports that only a bundle has, for tests that load a script of the page without one: style sheets as texts, and the list
// of all elements, which a test gives as `globalThis.testElements`.
import {register} from 'node:module';

const ELEMENTS = `export default globalThis.testElements.elements;
export const {nPlain, shareFullCore} = globalThis.testElements;`;
const ADDRESS = `data:text/javascript,${encodeURIComponent(ELEMENTS)}`;

const hooks = `import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
let n = 0;
export const resolve = (name, context, next) =>
  name === 'elements:all'
    ? {url: ${JSON.stringify(ADDRESS)} + '//' + n++, shortCircuit: true}
    : next(name, context);
export const load = (url, context, next) =>
  url.endsWith('.css')
    ? {
        format: 'module',
        source: 'export default ' + JSON.stringify(readFileSync(fileURLToPath(url), 'utf8')),
        shortCircuit: true,
      }
    : next(url, context);
`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
