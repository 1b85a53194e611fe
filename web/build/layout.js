// @ts-check
// Where the parts of a page go: boxes beside the text that they belong to, and the list of its sections.
import {
  attribute,
  elementsOf,
  isElement,
  isText,
  makeElement,
  makeText,
  nodesBelow,
  parseHtml,
  replaceNode,
  setChildren,
  textOf,
  toHtml,
} from './html.js';

/** @import {Element, Node, Parent} from './html.js' */

/** The levels of a section, and what its readers see them called. @type {Record<string, string>} */
const DEPTHS = {
  plain: 'In words',
  basic: 'The idea',
  intermediate: 'Formulas',
  advanced: 'Details',
};

/** A box of so many characters is as high as this many of the text, whose lines are longer, and one heading. */
const heightOfBox = (/** @type {number} */ nCharacters) => 1.25 * nCharacters + 120;

/** @param {Element} element @param {string} name */
export const hasClass = (element, name) =>
  (attribute(element, 'class') ?? '').split(/\s+/).includes(name);

/** @param {Node} node */
const isLevel = (node) => isElement(node) && hasClass(node, 'level');

/** How many characters a reader sees at the depth that a page opens with. @param {Node} node */
const lengthOf = (node) =>
  isLevel(node) &&
  !['plain', 'basic'].includes(attribute(/** @type {Element} */ (node), 'data-level') ?? '')
    ? 0
    : textOf(node).trim().length;

/** @param {string} className @param {Node[]} children @param {string} [tag] */
function box(className, children, tag = 'div') {
  const element = makeElement(tag, {class: className});
  setChildren(element, children);
  return element;
}

/**
 * The last nodes of a text that together are as high as the boxes beside them, or all. Levels stay together,
 * since one of them is shown.
 *
 * @param {Node[]} nodes
 * @param {number} nCharacters of the boxes
 * @returns {number} the index of the first
 */
function startBeside(nodes, nCharacters) {
  let height = 0;
  for (let k = nodes.length - 1; k > 0; k--) {
    height += lengthOf(nodes[k]);
    const splitsLevels = isLevel(nodes[k]) && nodes.slice(0, k).some(isLevel);
    if (height >= heightOfBox(nCharacters) && !splitsLevels) return k;
  }
  return 0;
}

/**
 * Puts each run of boxes into the margin, beside the end of the text before it.
 *
 * @param {Element} prose
 */
function placeAsides(prose) {
  /** @type {Node[]} */
  const placed = [];
  /** @type {Node[]} */
  let text = [];
  const nodes = prose.childNodes.filter((node) => !isText(node) || node.value.trim() !== '');
  for (let k = 0; k < nodes.length; k++) {
    const isAside = (/** @type {Node | undefined} */ node) =>
      node !== undefined && isElement(node) && node.tagName === 'aside';
    if (!isAside(nodes[k])) {
      text.push(nodes[k]);
      continue;
    }
    let end = k;
    while (isAside(nodes[end])) end++;
    const asides = nodes.slice(k, end);
    const start = startBeside(
      text,
      asides.map(lengthOf).reduce((a, b) => a + b),
    );
    placed.push(
      ...text.slice(0, start),
      box('with-side', [box('beside', text.slice(start)), box('side', asides)]),
    );
    text = [];
    k = end - 1;
  }
  setChildren(prose, [...placed, ...text]);
}

/**
 * Takes the head of a chapter and its star, the one figure that it begins with, out of the content: they are as wide
 * as text and contents together, which begin below them.
 *
 * @param {Parent} content a chapter's
 * @param {number} minutes that it takes
 * @returns {string} HTML
 */
export function takeOpening(content, minutes) {
  const isOpening = (/** @type {Node} */ node) =>
    isElement(node) && ['chapter-head', 'star'].some((name) => hasClass(node, name));
  const opening = content.childNodes.filter(isOpening);
  for (const node of opening) {
    for (const summary of elementsOf(/** @type {Element} */ (node), 'summary')) {
      const facts = box('facts', [makeText(factsOf(content, minutes))], 'span');
      setChildren(summary, [facts, makeText(' '), ...summary.childNodes]);
    }
  }
  const holder = box('opening', opening);
  setChildren(
    content,
    content.childNodes.filter((node) => !opening.includes(node)),
  );
  return `<div class="opening">${toHtml(holder)}</div>`;
}

/** How long a chapter takes, and how many figures it has that are more than a table of numbers. @param {Parent} content @param {number} minutes */
function factsOf(content, minutes) {
  const isFigure = (/** @type {Node} */ node) =>
    isElement(node) && attribute(node, 'preset') !== undefined && node.tagName !== 'pe-readout';
  const n = [...nodesBelow(content)].filter(isFigure).length;
  return [`${minutes} min`, ...(n ? [`${n} figures`] : [])].join(' · ');
}

/** What is said of a claim that many texts make. @type {Record<string, string>} */
export const VERDICTS = {wrong: 'wrong', half: 'half true', condition: 'needs a condition'};

/**
 * Puts a heading with the verdict on top of a box with a common claim.
 *
 * @param {Element} aside
 */
function headClaim(aside) {
  const verdict = attribute(aside, 'data-verdict') ?? '';
  if (!Object.hasOwn(VERDICTS, verdict)) {
    const known = Object.keys(VERDICTS).join(', ');
    throw new Error(`data-verdict of a claim must be one of ${known}, got "${verdict}"`);
  }
  const head = makeElement('p', {class: 'claim-head'});
  const chip = makeElement('span', {class: 'verdict'});
  setChildren(chip, [makeText(VERDICTS[verdict])]);
  setChildren(head, [makeText('Common claim '), chip]);
  setChildren(aside, [head, ...aside.childNodes]);
}

/**
 * Puts the switch of depths below the heading of each section that has levels. All of them set one choice; a level is
 * shown with those before it.
 *
 * @param {Parent} content
 * @param {string} file for messages
 */
function addDepths(content, file) {
  for (const section of elementsOf(content, 'section')) {
    const levels = elementsOf(section, 'div')
      .filter(isLevel)
      .map((level) => attribute(level, 'data-level') ?? '');
    if (levels.length === 0) continue;
    const id = attribute(section, 'id');
    if (levels.join() !== Object.keys(DEPTHS).join()) {
      throw new Error(
        `${file}: section ${id} must have the levels ${Object.keys(DEPTHS).join(', ')} in this order, got ${levels.join(', ')}`,
      );
    }
    const labels = levels.map(
      (level) =>
        `<label><input type="radio" name="depth-${id}" value="${level}"><span>${DEPTHS[level]}</span></label>`,
    );
    const [fieldset] = parseHtml(
      `<fieldset class="depth"><legend>Depth</legend>${labels.join('')}</fieldset>`,
    ).childNodes;
    const [heading] = elementsOf(section, 'h2');
    replaceNode(heading, [heading, fieldset]);
  }
}

/** @param {Parent} content a page's, before its formulas are rendered @param {string} [file] for messages */
export function layOut(content, file = 'a page') {
  addDepths(content, file);
  for (const aside of elementsOf(content, 'aside')) {
    if (hasClass(aside, 'claim')) headClaim(aside);
  }
  for (const element of elementsOf(content, 'div')) {
    if (hasClass(element, 'prose')) placeAsides(element);
  }
}

/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * The sections of a page, by their headings: an id for those that have none.
 *
 * @param {Parent} content
 * @returns {{id: string, heading: string, isPart: boolean}[]} headings as HTML; a part is followed by its sections
 */
export function sectionsOf(content) {
  return elementsOf(content, 'section').flatMap((section) => {
    if (!['idea', 'chapter-part', 'checkpoint', 'sources'].some((name) => hasClass(section, name)))
      return [];
    const [heading] = elementsOf(section, 'h2');
    if (!heading) return [];
    const known = attribute(section, 'id') ?? attribute(heading, 'id');
    const id = known ?? slug(textOf(heading));
    if (!known) section.attrs.push({name: 'id', value: id});
    return [{id, heading: toHtml(heading), isPart: hasClass(section, 'chapter-part')}];
  });
}
