// @ts-check
// What the page builder does with HTML: trees, read and written by parse5.
import {html as names, parseFragment, serialize} from 'parse5';

/** @import {DefaultTreeAdapterTypes as Tree} from 'parse5' */
/** @typedef {Tree.ChildNode} Node */
/** @typedef {Tree.Element} Element */
/** @typedef {Tree.DocumentFragment | Tree.Element} Parent */

/** @param {string} html @returns {Tree.DocumentFragment} whose nodes know where they are in the text */
export const parseHtml = (html) => parseFragment(html, {sourceCodeLocationInfo: true});

/** @param {Parent} tree @returns {string} what is inside */
export const toHtml = (tree) => serialize(tree);

/** @type {Record<string, string>} */
const ENTITIES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/**
 * Text as it is written in HTML or XML, in an element or an attribute. Entities have names: Moodle escapes the & of &#38; again.
 *
 * @param {unknown} text
 */
export const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** @param {Node} node @returns {node is Element} */
export const isElement = (node) => 'tagName' in node;

/** @param {Node} node @returns {node is Tree.TextNode} */
export const isText = (node) => node.nodeName === '#text';

/**
 * Every node below a parent in document order. What a caller puts in place of a node is not visited.
 *
 * @param {Parent} parent
 * @param {(element: Element) => boolean} [enters] whether to visit what is inside an element
 * @returns {Generator<Node>}
 */
export function* nodesBelow(parent, enters = () => true) {
  for (const node of [...parent.childNodes]) {
    yield node;
    if (isElement(node) && enters(node)) yield* nodesBelow(node, enters);
  }
}

/** @param {Parent} parent @param {string} tag @returns {Element[]} */
export const elementsOf = (parent, tag) =>
  [...nodesBelow(parent)].filter(isElement).filter((element) => element.tagName === tag);

/** @param {Element} element @param {string} name @returns {string | undefined} */
export const attribute = (element, name) => element.attrs.find((one) => one.name === name)?.value;

/** @param {Node | Parent} node @returns {string} all the text inside */
export function textOf(node) {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/**
 * An empty element that is in no tree yet.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @returns {Element}
 */
export const makeElement = (tag, attributes) => ({
  nodeName: tag,
  tagName: tag,
  attrs: Object.entries(attributes).map(([name, value]) => ({name, value})),
  namespaceURI: names.NS.HTML,
  parentNode: null,
  childNodes: [],
});

/** @param {string} value @returns {Node} */
export const makeText = (value) => ({nodeName: '#text', value, parentNode: null});

/** @param {Parent} parent @param {Node[]} children that are in no tree, or no longer */
export function setChildren(parent, children) {
  for (const child of children) child.parentNode = parent;
  parent.childNodes = children;
}

/** @param {Node} node @param {Node[]} nodes that take its place */
export function replaceNode(node, nodes) {
  const parent = /** @type {Parent} */ (node.parentNode);
  setChildren(
    parent,
    parent.childNodes.flatMap((one) => (one === node ? nodes : [one])),
  );
}
