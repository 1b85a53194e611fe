// @ts-check
// The classes of figures in Node: what compute() makes of settings needs no browser, but the base class
// extends HTMLElement and imports a style sheet.
import {register} from 'node:module';

import {elementModules} from './bundle.js';

const HOOK = `export async function load(url, context, next) {
  if (!url.endsWith('.css')) return next(url, context);
  return {format: 'module', source: 'export default "";', shortCircuit: true};
}`;

let isRegistered = false;

/** From now on Node imports a style sheet, as an empty text. */
export function allowStyleSheets() {
  if (isRegistered) return;
  isRegistered = true;
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
}

/** @type {Map<string, string> | undefined} tag -> its module, relative to web/ */
let files;

/**
 * @param {string} tag
 * @returns {Promise<any>} its class
 * @throws {Error} where no module declares the tag
 */
export async function loadFigure(tag) {
  const scope = /** @type {any} */ (globalThis);
  scope.HTMLElement ??= class {};
  allowStyleSheets();
  const name = tag.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
  files ??= new Map(elementModules().map(({tag, file}) => [tag, file]));
  const file = files.get(tag);
  if (!file) throw new Error(`no module of web/ declares the tag ${tag}`);
  const Class = (await import(`../${file}`))[name];
  await Class.load?.(); // what its compute() needs, and a page loads later
  return Class;
}
