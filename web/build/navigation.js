// @ts-check
// The ways from page to page: the menu in the bar, the contents of a page beside its text, the chapters by
// part, and the cards that lead to the chapter before and after.
import path from 'node:path';

import {attribute, escapeHtml, isElement, nodesBelow} from './html.js';

/** @import {Element, Parent} from './html.js' */
/** @import {Page} from './pages.js' */

/** The parts of the course in their order, and what each is about. @type {Record<string, string>} */
const PARTS = {
  Ideas: 'What position is for',
  Methods: 'How it is encoded',
  Length: 'What happens further out',
  Workshop: 'Bugs and code',
};
const WORDS_PER_MINUTE = 220;
const MINUTES_PER_FIGURE = 0.5;

/** @param {Page[]} chapters @returns {[string, Page[]][]} each part's name and chapters */
function byPart(chapters) {
  for (const {file, part} of chapters) {
    if (!part || !Object.hasOwn(PARTS, part)) {
      const known = Object.keys(PARTS).join(', ');
      throw new Error(`${file}: "part" must be one of ${known}, got ${JSON.stringify(part)}`);
    }
  }
  return Object.keys(PARTS).map((name) => [name, chapters.filter(({part}) => part === name)]);
}

/**
 * How long a page takes: its words at the depth that a page opens with, and a look at each figure.
 *
 * @param {Parent} content
 * @returns {number} minutes, a multiple of 5
 */
export function readingMinutes(content) {
  const isRead = (/** @type {Element} */ element) =>
    [undefined, 'plain', 'basic'].includes(attribute(element, 'data-level')) &&
    !element.tagName.includes('-');
  let nWords = 0;
  let nFigures = 0;
  for (const node of nodesBelow(content, isRead)) {
    if (isElement(node)) nFigures += node.tagName.includes('-') ? 1 : 0;
    else if ('value' in node) nWords += node.value.split(/\s+/).filter(Boolean).length;
  }
  const minutes = nWords / WORDS_PER_MINUTE + nFigures * MINUTES_PER_FIGURE;
  return Math.max(5, 5 * Math.round(minutes / 5));
}

/** @param {Page} page @param {Page} current */
const ifCurrent = (page, current) => (page === current ? ' aria-current="page"' : '');

/**
 * The links of the bar: the chapters by part, then the other pages that ask for a place in the menu.
 *
 * @param {Page} current
 * @param {Page[]} chapters
 * @param {Page[]} pages
 * @param {string} root the way from the page to dist/
 */
export function siteMenu(current, chapters, pages, root) {
  const parts = byPart(chapters).map(([name, list]) => {
    const links = list.map(
      (page) =>
        `<li><a href="${root}${page.address}" data-chapter="${path.basename(page.address, '.html')}"` +
        `${ifCurrent(page, current)}><span class="number">${page.number}</span> ` +
        `<span>${escapeHtml(page.title)}</span> <span class="minutes">${page.minutes} min</span></a></li>`,
    );
    return `<section><p class="part">${name} <span>${PARTS[name]}</span></p><ul>${links.join('\n')}</ul></section>`;
  });
  const others = pages
    .filter(({menu}) => menu)
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(
      (page) =>
        `<a href="${root}${page.address}"${ifCurrent(page, current)}>${escapeHtml(page.menu)}</a>`,
    );
  return `<details class="drop chapters" name="bar"><summary>Chapters</summary>
<div class="parts">${parts.join('\n')}</div>
</details>
${others.join('\n')}`;
}

/**
 * The chapters by part, each with its summary, for the front page.
 *
 * @param {Page[]} chapters
 */
export function chapterList(chapters) {
  const parts = byPart(chapters).map(([name, list]) => {
    const items = list.map(
      ({address, number, title, summary, minutes}) =>
        `<li><a href="${address}" data-chapter="${path.basename(address, '.html')}">` +
        `<span class="kicker">Chapter ${number} · ${minutes} min</span> ` +
        `<strong>${escapeHtml(title)}</strong> <span>${escapeHtml(summary)}</span></a></li>`,
    );
    return `<section><h3>${name} <span>${PARTS[name].toLowerCase()}</span></h3>
<ol class="contents">\n${items.join('\n')}\n</ol></section>`;
  });
  return `<div class="contents-parts">${parts.join('\n')}</div>`;
}

/**
 * Cards that lead to the chapter before and after.
 *
 * @param {Page} page
 * @param {Page[]} chapters
 */
export function pager(page, chapters) {
  const at = chapters.indexOf(page);
  if (at === -1) return '';
  const card = (/** @type {Page | undefined} */ other, /** @type {'prev' | 'next'} */ rel) => {
    const direction = rel === 'prev' ? '← Before' : 'Next →';
    if (!other) {
      return `<a href="../index.html#chapters"><span class="kicker">${direction}</span> <strong>All chapters</strong></a>`;
    }
    return (
      `<a rel="${rel}" href="${path.basename(other.address)}"><span class="kicker">${direction}</span> ` +
      `<strong>${other.number}. ${escapeHtml(other.title)}</strong> <span>${escapeHtml(other.summary)}</span></a>`
    );
  };
  const both = [card(chapters[at - 1], 'prev'), card(chapters[at + 1], 'next')];
  return `<nav class="chapter-nav" aria-label="Next and previous chapter">${both.join('\n')}</nav>`;
}

/**
 * The sections of a page, to stay in view beside its text; on a narrow screen they open from one line below the bar.
 *
 * @param {{id: string, heading: string, isPart: boolean}[]} sections
 */
export function contentsRail(sections) {
  if (sections.length < 3) return '';
  const items = sections.map(
    ({id, heading, isPart}) =>
      `<li${isPart ? ' class="chapter-part"' : ''}><a href="#${id}">${heading}</a></li>`,
  );
  return `<nav class="rail" aria-label="On this page"><details open><summary>On this page<span class="now"></span></summary>
<ol>${items.join('\n')}</ol></details></nav>`;
}
