// Imports that only a bundle has, for tests that load a script of the page without one: style sheets, as empty ones, and the
// list of all elements, which a test gives as `globalThis.testElements`.
import {register} from 'node:module';

import {allowStyleSheets} from '../../web/build/figure-classes.js';

const ELEMENTS = `export default globalThis.testElements.elements;
export const {nPlain, shareFullCore} = globalThis.testElements;`;
const ADDRESS = `data:text/javascript,${encodeURIComponent(ELEMENTS)}`;

/** Each page has a list of its own. */
const HOOK = `let n = 0;
export const resolve = (name, context, next) =>
  name === 'elements:all'
    ? {url: ${JSON.stringify(ADDRESS)} + '//' + n++, shortCircuit: true}
    : next(name, context);
`;

allowStyleSheets();
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
