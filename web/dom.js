// @ts-check
// Makes elements; the one place where attributes, classes and children come together. What makes them needs words too, so
// the function for these is passed on.

import {spokenParts} from './strings/powers.js';
import {t} from './strings/t.js';
import {sheetOf} from './style-sheet.js';

export {inLanguage, language, t} from './strings/t.js';

/** What elements extend. On a server, which has none, their modules can be imported all the same. */
export const HostElement = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes that are read or heard. */
const WORDS = /^(aria-label|title|placeholder)$/;

/**
 * Its texts come in the language of the page.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, className = '', attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, WORDS.test(name) ? t(value) : value);
  element.append(...children.map((child) => (typeof child === 'string' ? t(child) : child)));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.map((child) => (typeof child === 'string' ? t(child) : child)));
  return element;
}

/**
 * A text with numbers: its powers of ten are spoken as such. What has not changed is left, and is not announced again.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent === text) return;
  const parts = spokenParts(text);
  if (parts.every(({spoken}) => !spoken)) {
    element.textContent = text;
    return;
  }
  element.replaceChildren(
    ...parts.map((part) =>
      part.spoken
        ? html('span', '', {role: 'math', 'aria-label': part.spoken}, part.text)
        : part.text,
    ),
  );
}

/**
 * Other children, unless they are like those that are there: what has not changed is neither laid out nor painted anew.
 *
 * @param {Element} element
 * @param {readonly Element[]} children
 * @returns {boolean} whether there are others now
 */
export function setChildren(element, children) {
  const old = element.children;
  const isSame = (/** @type {Element} */ child, /** @type {number} */ k) =>
    child.isEqualNode(old[k]);
  if (old.length === children.length && children.every(isSame)) return false;
  element.replaceChildren(...children);
  return true;
}

/**
 * A button that submits no form.
 *
 * @param {string} text
 * @param {() => void} onPress
 * @param {string} [className]
 * @returns {HTMLButtonElement}
 */
export function button(text, onPress, className) {
  const element = html('button', className, {type: 'button'}, text);
  element.addEventListener('click', onPress);
  return element;
}

/**
 * Keys pressed in an element of ours go no further: on a slide they would show the next one, and in a notebook
 * delete the cell. The lab's own pages listen before the element does, in the capture phase.
 *
 * @param {HTMLElement} element
 */
export function keepKeys(element) {
  for (const type of ['keydown', 'keypress', 'keyup', 'input']) {
    element.addEventListener(type, (event) => event.stopPropagation());
  }
  // Jupyter's name for an element that has keys of its own. Not before: React compares what a server wrote with what is there.
  element.addEventListener('focusin', () => {
    element.dataset.lmSuppressShortcuts = 'true';
  });
}

/**
 * Where a pointer is in an element, in the element's own pixels: those of a slide that is shown larger are not the
 * window's.
 *
 * @param {HTMLElement} element
 * @param {{clientX: number, clientY: number}} pointer
 * @returns {{x: number, y: number}} from its left and top edge
 */
export function placeIn(element, {clientX, clientY}) {
  const box = element.getBoundingClientRect();
  return {
    x: (clientX - box.left) * (element.offsetWidth / box.width || 1),
    y: (clientY - box.top) * (element.offsetHeight / box.height || 1),
  };
}

/**
 * Adds a style sheet to a shadow root, unless it has it.
 *
 * @param {ShadowRoot} root
 * @param {string} css
 */
export function adoptStyle(root, css) {
  const sheet = sheetOf(css);
  if (root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
