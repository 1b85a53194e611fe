// @ts-check
// Makes elements; the one place where attributes, classes and children come together.

const SVG = 'http://www.w3.org/2000/svg';

/**
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
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
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
  element.append(...children);
  return element;
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

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/**
 * Adds a style sheet to a shadow root. Each is parsed once for a page, not once per element.
 *
 * @param {ShadowRoot} root
 * @param {string} css
 */
export function adoptStyle(root, css) {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
