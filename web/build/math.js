// @ts-check
// `\( … \)` and `\[ … \]` in text become MathML, at build time: no script and no fonts on the page.
import temml from 'temml';

import {
  isElement,
  isText,
  makeElement,
  makeText,
  nodesBelow,
  parseHtml,
  replaceNode,
  setChildren,
} from './html.js';

/** @import {Element, Node, Parent} from './html.js' */

const FORMULA = /\\\(([\s\S]*?)\\\)|\\\[([\s\S]*?)\\\]/g;
/** Where a backslash is a backslash. */
const LITERAL = new Set(['code', 'pre', 'script', 'style']);
const OPENING = /[(“]$/;
const CLOSING = /^[)”’.,;:!?]+/;

/**
 * Puts MathML in the place of every formula.
 *
 * @param {Parent} tree
 * @param {string} file for messages
 * @throws {Error} naming file, line and formula where LaTeX is wrong, or a formula has no end
 */
export function renderMath(tree, file) {
  const texts = [...nodesBelow(tree, ({tagName}) => !LITERAL.has(tagName))].filter(isText);
  for (const text of texts) {
    if (!text.value.includes('\\')) continue;
    const lineOf = (/** @type {number} */ at) =>
      (text.sourceCodeLocation?.startLine ?? 1) + text.value.slice(0, at).split('\n').length - 1;
    /** @type {Node[]} */
    const nodes = [];
    let end = 0;
    for (const {0: formula, 1: inline, 2: display, index} of text.value.matchAll(FORMULA)) {
      nodes.push(makeText(text.value.slice(end, index)));
      nodes.push(
        mathOf(inline ?? display, inline === undefined, formula, `${file}:${lineOf(index)}`),
      );
      end = index + formula.length;
    }
    nodes.push(makeText(text.value.slice(end)));
    const open = nodes.findIndex((node) => isText(node) && /\\[([\])]/.test(node.value));
    if (open !== -1) {
      throw new Error(
        `${file}:${lineOf(0)}: a formula begins or ends alone; write &lt; for < in it`,
      );
    }
    replaceNode(text, nodes);
  }
  for (const node of [...nodesBelow(tree)]) {
    if (isElement(node) && node.tagName === 'math' && node.attrs.length === 0) keepTogether(node);
  }
}

/** Of the commands that could do harm only \class{name}{…} is used: it marks a symbol with the colour that a figure draws it in. */
const isClass = (/** @type {{command: string}} */ {command}) => command === '\\class';

/**
 * @param {string} latex
 * @param {boolean} isDisplay
 * @param {string} formula and
 * @param {string} place for messages
 * @returns {Element}
 */
function mathOf(latex, isDisplay, formula, place) {
  try {
    const options = {displayMode: isDisplay, throwOnError: true, trust: isClass};
    const [math] = parseHtml(temml.renderToString(latex.trim(), options)).childNodes;
    if (!isDisplay) return /** @type {Element} */ (math);
    // A long formula scrolls sideways on a phone, so the keyboard must reach it; only Chromium scrolls <math> itself.
    const box = makeElement('span', {class: 'formula', tabindex: '0'});
    setChildren(box, [math]);
    return box;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${place}: ${why}\n  in ${formula}`);
  }
}

/**
 * A line may break beside a formula, as beside a picture: not before the comma that follows it, nor after
 * the bracket before it.
 *
 * @param {Element} math
 */
function keepTogether(math) {
  const parent = /** @type {Parent} */ (math.parentNode);
  const at = parent.childNodes.indexOf(math);
  const [before, after] = [parent.childNodes[at - 1], parent.childNodes[at + 1]];
  const opening = before && isText(before) ? (before.value.match(OPENING)?.[0] ?? '') : '';
  const closing = after && isText(after) ? (after.value.match(CLOSING)?.[0] ?? '') : '';
  if (opening + closing === '') return;
  if (opening && isText(before)) before.value = before.value.slice(0, -opening.length);
  if (closing && isText(after)) after.value = after.value.slice(closing.length);
  const span = makeElement('span', {class: 'unbroken'});
  replaceNode(math, [span]);
  setChildren(
    span,
    [makeText(opening), math, makeText(closing)].filter((node) => !isText(node) || node.value),
  );
}
