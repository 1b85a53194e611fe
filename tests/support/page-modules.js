// Imports that only a bundle has, for tests that load a script of the page without one: style sheets, as empty ones, the
// list of all elements, which a test gives as `globalThis.testElements`, and that of all exercises, as an empty one.
import {register} from 'node:module';

import {allowStyleSheets} from '../../web/build/figure-classes.js';

const moduleOf = (/** @type {string} */ text) => `data:text/javascript,${encodeURIComponent(text)}`;

const LISTS = {
  'elements:all': moduleOf(`export default globalThis.testElements.elements;
export const {nPlain, shareFullCore} = globalThis.testElements;`),
  'bank:all': moduleOf('export default {}; export const titles = {};'),
};

/** Each page has lists of its own. */
const HOOK = `const lists = ${JSON.stringify(LISTS)};
let n = 0;
export const resolve = (name, context, next) =>
  name in lists ? {url: lists[name] + '//' + n++, shortCircuit: true} : next(name, context);
`;

allowStyleSheets();
register(moduleOf(HOOK));
