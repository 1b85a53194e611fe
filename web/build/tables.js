// @ts-check
// A table that is wider than its window scrolls by itself, and the keyboard can reach it to do so.
import {
  attribute,
  elementsOf,
  isElement,
  isText,
  makeElement,
  makeText,
  replaceNode,
  setChildren,
  textOf,
} from './html.js';

/** @import {Element, Node, Parent} from './html.js' */

/**
 * Puts every table into a scrolling region that has the caption for its name.
 *
 * @param {Parent} tree
 */
export function scrollTables(tree) {
  for (const table of elementsOf(tree, 'table')) {
    const [caption] = elementsOf(table, 'caption');
    const name = caption ? textOf(caption).replace(/\s+/g, ' ').trim() : 'Table';
    const region = makeElement('div', {
      class: 'table-scroll',
      role: 'region',
      tabindex: '0',
      'aria-label': name,
    });
    const outer = /** @type {Element} */ (table.parentNode);
    replaceNode(isRegion(outer) ? outer : table, [region]);
    setChildren(region, [makeText('\n'), table, makeText('\n')]);
  }
}

/** @param {Element} element @returns {boolean} a region that holds nothing but a table */
const isRegion = (element) =>
  isElement(element) &&
  attribute(element, 'class') === 'table-scroll' &&
  element.childNodes.every((node) => (isText(node) ? node.value.trim() === '' : isElement(node))) &&
  element.childNodes.filter(isElement).length === 1;
