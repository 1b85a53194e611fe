// @ts-check
// The settings of a figure as properties: read with their types, and set as attributes, which stay the one state.
import {attributeOf} from './settings.js';

/** @import {Figure} from './figure.js' */

/** Text attributes, which are properties of the same text. */
const TEXTS = ['controls', 'locked', 'hide', 'caption', 'theme', 'loading', 'baseUrl'];

/**
 * @param {any} Class
 * @param {string} name of the property
 * @param {(figure: Figure) => unknown} get
 */
function define(Class, name, get) {
  const attribute = attributeOf(name);
  Object.defineProperty(Class.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {Figure} */
    get() {
      return get(this);
    },
    /** @this {Figure} @param {unknown} value */
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, String(value)); // what it cannot be, the figure says itself
    },
  });
}

/** @param {typeof Figure} Class */
export function defineProperties(Class) {
  define(Class, 'preset', ({presetName}) => presetName);
  define(Class, 'fault', ({faultName}) => faultName);
  for (const name of Object.keys(Class.settings))
    define(Class, name, (figure) => figure.currentSettings().settings[name]);
  for (const name of TEXTS)
    define(Class, name, (figure) => figure.getAttribute(attributeOf(name)) ?? '');
}

/** What a page set before the element was registered. @param {Figure} figure */
export function keepProperties(figure) {
  const Class = /** @type {typeof Figure} */ (figure.constructor);
  const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (figure));
  for (const name of ['preset', 'fault', 'value', ...TEXTS, ...Object.keys(Class.settings)]) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
