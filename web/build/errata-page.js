// @ts-check
// The errata of the source documents as HTML: one section per document, one list item per erratum.
import {attribute, elementsOf, escapeHtml, isElement, nodesBelow, textOf} from './html.js';

/** @import {Parent} from './html.js' */
/**
 * `href` is relative to the root of the site, or an address of a source. Without a `source` it leads to a section of a
 * chapter, an exercise or a page that shows the error.
 *
 * @typedef {{id: string, document: string, where: string, says: string, right: string,
 *   check: {href?: string, source?: string}}} Erratum
 */
/** @typedef {{id: string, title: string, about: string}} SourceDocument */
/** @typedef {{address: string, number?: number, title: string, content: Parent}} Target */
/** @typedef {{documents: SourceDocument[], errata: Erratum[]}} Errata */

/**
 * What a link of the site is called: the section's heading, the exercise's title or the page's.
 *
 * @param {Erratum} erratum
 * @param {Target[]} pages
 * @param {{id: string, title: string}[]} exercises
 */
function linkText({id, check: {href = ''}}, pages, exercises) {
  const [address, anchor] = href.split('#');
  const page = pages.find((one) => one.address === address);
  const exercise = exercises.find((one) => address === 'practice.html' && one.id === anchor);
  if (exercise) return `Exercise: ${exercise.title}`;
  if (page && anchor === undefined) return page.title;
  const section = [...(page ? nodesBelow(page.content) : [])]
    .filter(isElement)
    .find((element) => attribute(element, 'id') === anchor);
  if (!page || !section) throw new Error(`errata.json: ${id}: nothing on the site is at ${href}`);
  const [heading] = elementsOf(section, 'h2');
  return `Chapter ${page.number}: ${textOf(heading)}`;
}

/**
 * @param {Erratum} erratum
 * @param {Target[]} pages
 * @param {{id: string, title: string}[]} exercises
 */
function checkHtml(erratum, pages, exercises) {
  const {href, source} = erratum.check;
  const text = source ? `By source: ${source}` : linkText(erratum, pages, exercises);
  return href ? `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>` : escapeHtml(text);
}

/**
 * @param {Errata} data
 * @param {Target[]} pages of the site, chapters included
 * @param {{id: string, title: string}[]} exercises
 */
export function errataHtml({documents, errata}, pages, exercises) {
  return documents
    .map(({id, title, about}) => {
      const own = errata.filter((erratum) => erratum.document === id);
      const items = own.map(
        (one) => `<li id="${one.id}"><p class="where">${escapeHtml(one.where)}</p>
<p class="says"><b>Says:</b> ${escapeHtml(one.says)}</p>
<p class="right"><b>Right:</b> ${escapeHtml(one.right)}</p>
<p class="check">${checkHtml(one, pages, exercises)}</p></li>`,
      );
      return `<section class="idea" id="document-${id}"><div class="prose"><h2>${escapeHtml(title)}</h2>
<p>${own.length} errata: ${escapeHtml(about)}.</p></div>
<ul class="errata">${items.join('\n')}</ul></section>`;
    })
    .join('\n');
}
