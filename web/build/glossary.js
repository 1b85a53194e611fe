// @ts-check
// The glossary: its page, and a link at the first use of each term in each section of a chapter.
import {
  attribute,
  elementsOf,
  escapeHtml,
  isElement,
  isText,
  parseHtml,
  replaceNode,
} from './html.js';
import {hasClass} from './layout.js';

/** @import {Element, Node, Parent} from './html.js' */
/**
 * A term of web/pages/terms.json. `forms`: as chapters write it, none where its word has other meanings too; a form in
 * lower case is also found at the beginning of a sentence. `see`: the place in a chapter that shows it.
 *
 * @typedef {{id: string, term: string, forms: string[], text: string, see: string}} Term
 */

/** Text that is no prose, and links, which lead elsewhere. */
const SKIPPED = /^(a|button|code|fieldset|kbd|math|table|figure|svg|summary|h[1-6]|.*-.*)$/;

/** @param {Term[]} terms @returns {Term[]} by the alphabet */
const sorted = (terms) => [...terms].sort((a, b) => a.term.localeCompare(b.term, 'en'));

/**
 * @param {Term[]} terms
 * @param {{address: string, number?: number, title: string}[]} chapters
 * @returns {string} HTML
 */
export function glossaryHtml(terms, chapters) {
  const entries = sorted(terms).map(({id, term, text, see}) => {
    const chapter = chapters.find(({address}) => address === `chapters/${see.split('#')[0]}`);
    if (!chapter) throw new Error(`terms.json, ${id}: ${see} is in no chapter`);
    const link = `<a href="chapters/${see}">Chapter ${chapter.number}, ${escapeHtml(chapter.title)}</a>`;
    return `<div id="${id}"><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)} ${link}</dd></div>`;
  });
  return `<dl class="glossary">\n${entries.join('\n')}\n</dl>`;
}

/** @param {string} form */
function patternOf(form) {
  const escaped = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [first] = escaped;
  return first === first.toLowerCase() && first !== first.toUpperCase()
    ? `[${first}${first.toUpperCase()}]${escaped.slice(1)}`
    : escaped;
}

/**
 * Finds the first use of each term in texts that it gets in their order.
 *
 * @param {Term[]} terms
 */
function makeFinder(terms) {
  const forms = terms.flatMap(({id, forms}) => forms.map((form) => ({id, form})));
  forms.sort((a, b) => b.form.length - a.form.length); // the longest that fits
  const pattern = forms.map(({form}) => `(${patternOf(form)})`).join('|');
  const find = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${pattern})(?![\\p{L}\\p{N}_-])`, 'gu');
  /**
   * @param {string} text
   * @param {Set<string>} linked ids, grows
   * @returns {string | null} HTML with links, or nothing where no term is used for the first time
   */
  return (text, linked) => {
    let html = '';
    let end = 0;
    for (const match of text.matchAll(find)) {
      const {id} = forms[match.slice(1).findIndex((group) => group !== undefined)];
      if (linked.has(id)) continue;
      linked.add(id);
      const link = `<a class="term" href="../glossary.html#${id}">${escapeHtml(match[0])}</a>`;
      html += escapeHtml(text.slice(end, match.index)) + link;
      end = match.index + match[0].length;
    }
    return end === 0 ? null : html + escapeHtml(text.slice(end));
  };
}

/**
 * Makes the first use of each term in each section of a chapter a link to the glossary. Of the reading levels, of which
 * one is shown, each has its own first use.
 *
 * @param {Parent} content
 * @param {Term[]} terms
 */
export function linkTerms(content, terms) {
  const withLinks = makeFinder(terms);
  /** @param {Node} node @param {Set<string>} linked */
  const visit = (node, linked) => {
    if (isText(node)) {
      const html = withLinks(node.value, linked);
      if (html !== null) replaceNode(node, parseHtml(html).childNodes);
    } else if (
      isElement(node) &&
      !SKIPPED.test(node.tagName) &&
      !['claim', 'do'].some((name) => hasClass(node, name))
    ) {
      const inside = attribute(node, 'data-level') === undefined ? linked : new Set(linked);
      for (const child of [...node.childNodes]) visit(child, inside);
    }
  };
  for (const section of elementsOf(content, 'section')) {
    if (!hasClass(section, 'idea')) continue;
    const linked = new Set();
    for (const child of section.childNodes) {
      if (isElement(child) && hasClass(child, 'prose')) visit(child, linked);
    }
  }
}
