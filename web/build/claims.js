// @ts-check
// Fills the slots of chapters with the numbers of their claims, puts a button beside what can be checked, and lists all
// of it for the page that runs every claim.
import {readFile} from 'node:fs/promises';
import path from 'node:path';

import {evaluate, numberIn, print, SLOT} from '../claims/claim.js';
import {CLAIMS} from '../claims/index.js';
import {loadCore} from '../core/core.js';
import {spokenParts} from '../strings/powers.js';
import {abiVersion} from './abi.js';
import {
  attribute,
  elementsOf,
  escapeHtml,
  isElement,
  isText,
  makeElement,
  makeText,
  nodesBelow,
  replaceNode,
  setChildren,
  textOf,
} from './html.js';
import {hasClass} from './layout.js';
import {DIST, WEB} from './paths.js';

/** @import {Claim, Values} from '../claims/claim.js' */
/** @import {Element, Node, Parent} from './html.js' */
/** @typedef {Map<string, {claim: Claim, values: Values}>} Evaluated by the ids of the claims */
/** @typedef {{address: string, number?: number, title: string, content: Parent}} Chapter */

const FORMULA = /\\\([\s\S]*?\\\)|\\\[[\s\S]*?\\\]/g;
/** What a claim is quoted with, and what its button belongs to. */
const BLOCKS = new Set(['p', 'li', 'table', 'aside', 'summary', 'h2', 'h3']);
/** A button cannot be in these. */
const NO_BUTTON = new Set(['summary', 'h2', 'h3']);

/** Every claim, run once with the core that ships. @param {Iterable<Claim>} [claims] @returns {Promise<Evaluated>} */
export async function evaluateClaims(claims = CLAIMS.values()) {
  const core = await loadCore(await readFile(path.join(DIST, 'lab/core.wasm')), abiVersion());
  /** @type {Evaluated} */
  const evaluated = new Map();
  for (const claim of claims) {
    const recording =
      claim.run && JSON.parse(await readFile(path.join(WEB, `runs/${claim.run}.json`), 'utf8'));
    const {values, lawHolds} = evaluate(claim, {core, recording});
    if (!lawHolds) throw new Error(`claim ${claim.id}: “${claim.law?.says}” does not hold`);
    evaluated.set(claim.id, {claim, values});
  }
  return evaluated;
}

/**
 * Puts the numbers in the place of the slots. In a formula a number is text, and the element that says where it is from
 * follows the formula.
 *
 * @param {Parent} content
 * @param {string} file for messages
 * @param {Evaluated} evaluated
 */
export function fillSlots(content, file, evaluated) {
  for (const text of [...nodesBelow(content)].filter(isText)) {
    if (!text.value.includes('[[')) continue;
    /** @type {Node[]} */
    const nodes = [];
    /** @type {Node[]} */
    let hidden = [];
    const add = (/** @type {string} */ part, /** @type {boolean} */ isFormula) => {
      let end = 0;
      for (const slot of part.matchAll(SLOT)) {
        const number = numberOf(slot, file, evaluated);
        nodes.push(
          makeText(part.slice(end, slot.index)),
          isFormula ? makeText(textOf(number)) : number,
        );
        if (isFormula && isElement(number)) hidden.push(hiddenCopy(number));
        end = slot.index + slot[0].length;
      }
      nodes.push(makeText(part.slice(end)));
    };
    let end = 0;
    for (const {0: formula, index} of text.value.matchAll(FORMULA)) {
      add(text.value.slice(end, index), false);
      add(formula, true);
      nodes.push(...hidden);
      hidden = [];
      end = index + formula.length;
    }
    add(text.value.slice(end), false);
    replaceNode(text, joined(nodes));
  }
}

/**
 * The same for a text that is no HTML.
 *
 * @param {string} text
 * @param {string} file for messages
 * @param {Evaluated} evaluated
 */
export const filledText = (text, file, evaluated) =>
  text.replace(SLOT, (...match) => textOf(numberOf(match, file, evaluated)));

/** Texts in a row as one, so that a formula is in one piece. @param {Node[]} nodes */
function joined(nodes) {
  /** @type {Node[]} */
  const all = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (last && isText(last) && isText(node)) last.value += node.value;
    else all.push(node);
  }
  return all;
}

/** A printed number, whose power of ten is spoken as such. @param {string} text */
const heardNodes = (text) =>
  spokenParts(text).map((part) => {
    if (!part.spoken) return makeText(part.text);
    const heard = makeElement('span', {role: 'math', 'aria-label': part.spoken});
    setChildren(heard, [makeText(part.text)]);
    return heard;
  });

/**
 * @param {readonly string[]} slot the match and its groups
 * @param {string} file
 * @param {Evaluated} evaluated
 * @returns {Element | Node} the printed number, with its claim or the source that it is quoted from; a setting is text
 */
function numberOf([whole, id, name, format = '', quoted, source], file, evaluated) {
  if (quoted) {
    const number = makeElement('data', {value: quoted, 'data-cited': source});
    setChildren(number, [makeText(quoted)]);
    return number;
  }
  const known = evaluated.get(id);
  if (!known) throw new Error(`${file}: ${whole}: no claim has the id ${id}`);
  try {
    const value = numberIn(known.claim, known.values, name);
    if (Object.hasOwn(known.claim.settings ?? {}, name)) return makeText(print(value, format).text);
    const number = makeElement('data', {
      value: String(value),
      'data-claim': `${id}.${name}${format && `:${format}`}`,
    });
    setChildren(number, heardNodes(print(value, format).text));
    return number;
  } catch (error) {
    throw new Error(`${file}: ${whole}: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {Element} number */
function hiddenCopy(number) {
  const {attrs} = number;
  const copy = makeElement('data', {
    ...Object.fromEntries(attrs.map(({name, value}) => [name, value])),
    hidden: '',
  });
  setChildren(copy, [makeText(textOf(number))]);
  return copy;
}

/** @param {Element} element */
const isNumber = (element) =>
  element.tagName === 'data' &&
  (attribute(element, 'data-claim') ?? attribute(element, 'data-cited')) !== undefined;

/** @param {Element} element @returns {Element | undefined} the outermost box or table, else the innermost paragraph */
function blockOf(element) {
  /** @type {Element | undefined} */
  let block;
  /** @type {Parent | null} */
  let node = element;
  while (node && 'tagName' in node) {
    if (['aside', 'table'].includes(node.tagName)) return node;
    if (!block && BLOCKS.has(node.tagName)) block = node;
    node = /** @type {Parent | null} */ (node.parentNode);
  }
  return block;
}

/**
 * The blocks that hold numbers of claims, or name a claim by their own attribute.
 *
 * @param {Parent} content
 * @returns {Map<Element, Element[]>} the numbers of each
 */
function blocksOf(content) {
  /** @type {Map<Element, Element[]>} */
  const blocks = new Map();
  for (const element of [...nodesBelow(content)].filter(isElement)) {
    const isBox = element.tagName === 'aside' && attribute(element, 'data-claim') !== undefined;
    const block = isBox ? element : isNumber(element) ? blockOf(element) : undefined;
    if (!block) continue;
    const numbers = blocks.get(block) ?? [];
    if (!isBox) numbers.push(element);
    blocks.set(block, numbers);
  }
  return blocks;
}

/**
 * Puts a button at the end of each block with numbers: it checks them in the browser.
 *
 * @param {Parent} content a chapter's, laid out
 */
export function addCheckButtons(content) {
  for (const [block, numbers] of blocksOf(content)) {
    if (NO_BUTTON.has(block.tagName)) continue;
    const n = numbers.length;
    const what = n === 0 ? 'this statement' : n === 1 ? 'this number' : `these ${n} numbers`;
    // the page's script makes it a button; until then only its space is there
    const button = makeElement('button', {
      class: 'check',
      type: 'button',
      disabled: '',
      'aria-expanded': 'false',
      'aria-label': `Check ${what}`,
    });
    setChildren(button, [makeText('check')]);
    const [place] = block.tagName === 'table' ? elementsOf(block, 'caption') : lastParagraph(block);
    setChildren(place ?? block, [...(place ?? block).childNodes, makeText(' '), button]);
  }
}

/** @param {Element} block */
const lastParagraph = (block) =>
  block.tagName === 'aside' ? elementsOf(block, 'p').slice(-1) : [block];

/** @param {Parent} node @returns {string} its text on one line */
const lineOf = (node) => textOf(node).replace(/\s+/g, ' ').trim();

/**
 * The sentences of a block that hold the given numbers.
 *
 * @param {Element} block
 * @param {Element[]} numbers
 */
function sentencesWith(block, numbers) {
  if (block.tagName === 'table') return lineOf(elementsOf(block, 'caption')[0] ?? block);
  if (block.tagName === 'aside') {
    const [, right] = elementsOf(block, 'p').filter((p) => !hasClass(p, 'claim-head'));
    return lineOf(right ?? block);
  }
  // marks which sentences hold one, since two numbers can be alike
  const mark = '¤';
  /** @param {Node} node @returns {string} */
  const marked = (node) => {
    const text = 'childNodes' in node ? node.childNodes.map(marked).join('') : textOf(node);
    return isElement(node) && attribute(node, 'hidden') !== undefined
      ? mark
      : numbers.includes(/** @type {Element} */ (node))
        ? mark + text
        : text;
  };
  const sentences = marked(block)
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.:?!]) (?=[“(¤]*[A-Z\\])/);
  return sentences
    .filter((sentence) => sentence.includes(mark))
    .join(' ')
    .replaceAll(mark, '');
}

/**
 * Every claim of the pages with the sentences that state it, for the page that runs them.
 *
 * @param {Chapter[]} pages filled, and not laid out yet
 * @param {Evaluated} evaluated
 * @returns {string} HTML
 */
export function claimsHtml(pages, evaluated) {
  return pages
    .map(({address, number, title, content}) => {
      /** @type {Map<string, string[]>} items by claim */
      const items = new Map();
      for (const section of elementsOf(content, 'section')) {
        for (const [block, numbers] of blocksOf(section)) {
          const href = `${address}#${attribute(section, 'id') ?? ''}`;
          for (const [id, html] of itemsOf(block, numbers, href))
            items.set(id, [...(items.get(id) ?? []), html]);
        }
      }
      if (items.size === 0) return '';
      const list = [...items].map(([id, parts]) => {
        const {claim} = /** @type {{claim: Claim}} */ (evaluated.get(id));
        const law = claim.law ? `<p class="law">Must hold: ${escapeHtml(claim.law.says)}.</p>` : '';
        const kind = claim.run ? 'recorded' : 'live';
        const run = claim.run ? ` data-run="${claim.run}"` : '';
        return `<li data-check="${id}" data-kind="${kind}"${run}>${parts.join('\n')}${law}
<p class="stands-on">${escapeHtml(claim.source)}.</p></li>`;
      });
      return `<section class="idea wide" id="claims-of-${number ?? address.replace('.html', '')}"><div class="prose"><h2>${number ? `${number}. ` : ''}${escapeHtml(title)}</h2>
<ul class="checks">${list.join('\n')}</ul></div></section>`;
    })
    .join('\n');
}

/**
 * @param {Element} block
 * @param {Element[]} numbers
 * @param {string} href of the section
 * @returns {[string, string][]} claim and HTML
 */
function itemsOf(block, numbers, href) {
  const own = attribute(block, 'data-claim');
  const claimOf = (/** @type {Element} */ number) => attribute(number, 'data-claim')?.split('.')[0];
  const ids = new Set([own, ...numbers.map(claimOf)].filter((id) => id !== undefined));
  return [...ids].map((id) => {
    const printed = numbers.filter((number) => claimOf(number) === id);
    const sentence = `<p class="says"><a href="${href}">${escapeHtml(sentencesWith(block, printed))}</a></p>`;
    const list = printed.map(
      (number) =>
        `<data value="${attribute(number, 'value')}" data-claim="${attribute(number, 'data-claim')}">${escapeHtml(textOf(number))}</data>`,
    );
    const values = list.length ? `<p class="printed">Printed: ${list.join('; ')}</p>` : '';
    return [id, sentence + values];
  });
}
