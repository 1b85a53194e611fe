// @ts-check
// What the search of the site finds: every page, section, figure, bug, exercise, question and term, with the address
// that shows it.
import {bugList} from './atlas-page.js';
import {loadFigure} from './figure-classes.js';
import {attribute, escapeHtml, isElement, nodesBelow, parseHtml, textOf} from './html.js';
import {sectionsOf} from './layout.js';

/** @import {Facts, Question} from '../exercises/schema.js' */
/** @import {Entry} from '../page/search-match.js' */
/** @import {Finding} from './atlas.js' */
/** @import {Term} from './glossary.js' */
/** @import {Page} from './pages.js' */
/** @typedef {{id: string, title: string, href: string, chapter: Page}} ListedFigure */

/** @param {Page} page */
const nameOf = ({number, title}) => (number ? `${number}. ${title}` : title);

/** @param {string} html */
const plain = (html) => textOf(parseHtml(html)).replace(/\s+/g, ' ').trim();

/** Not one of those that every chapter has. @param {{id: string}} section */
const isOwn = ({id}) => id !== 'checkpoint' && id !== 'sources';

/** @param {Page} page @returns {Entry[]} */
function sectionEntries(page) {
  return sectionsOf(page.content)
    .filter(isOwn)
    .map(({id, heading}) => ({
      kind: 'section',
      title: plain(heading),
      about: nameOf(page),
      href: `${page.address}#${id}`,
    }));
}

/**
 * The figures of the chapters in their order, without read-outs, which are tables of numbers.
 *
 * @param {Page[]} chapters whose content is as it was read
 * @param {string[]} tags of figures
 * @returns {Promise<ListedFigure[]>}
 */
export async function listFigures(chapters, tags) {
  /** @type {ListedFigure[]} */
  const figures = [];
  for (const chapter of chapters) {
    for (const element of [...nodesBelow(chapter.content)].filter(isElement)) {
      const preset = attribute(element, 'preset');
      if (!preset || !tags.includes(element.tagName)) continue;
      const title = (await loadFigure(element.tagName)).presets?.[preset]?.title;
      const id = attribute(element, 'id') ?? preset;
      if (title) figures.push({id, title, href: `${chapter.address}#${id}`, chapter});
    }
  }
  return figures;
}

/**
 * The figures by chapter, for their page.
 *
 * @param {ListedFigure[]} figures
 * @returns {string} HTML
 */
export function figureIndexHtml(figures) {
  const chapters = [...new Set(figures.map(({chapter}) => chapter))];
  const sections = chapters.map((chapter) => {
    const items = figures
      .filter((one) => one.chapter === chapter)
      .map(({title, href}) => `<li><a href="${href}">${escapeHtml(title)}</a></li>`);
    return `<section class="idea" id="figures-of-${chapter.number}"><div class="prose"><h2>${escapeHtml(nameOf(chapter))}</h2>
<ul>${items.join('\n')}</ul></div></section>`;
  });
  return sections.join('\n');
}

/**
 * @param {{chapters: Page[], pages: Page[], figures: ListedFigure[], findings: Finding[], exercises: Facts[],
 *   questions: Question[], terms: Term[]}} site
 * @returns {Entry[]} hrefs are relative to dist/
 */
export function searchEntries({chapters, pages, figures, findings, exercises, questions, terms}) {
  const titles = new Map(
    chapters.map((page) => [page.address.replace(/^chapters\/|\.html$/g, ''), nameOf(page)]),
  );
  /** @type {Entry[][]} */
  const entries = [
    [...chapters, ...pages].map((page) => ({
      kind: 'page',
      title: nameOf(page),
      about: page.summary,
      href: page.address,
    })),
    [...chapters, ...pages.filter(({menu}) => menu)].flatMap(sectionEntries),
    figures.map(({id, title, href, chapter}) => ({
      kind: 'figure',
      title,
      about: nameOf(chapter),
      also: id,
      href,
    })),
    bugList(findings).map(({label, source, chapter, href}) => ({
      kind: 'bug',
      title: label,
      about: [titles.get(chapter), source].filter(Boolean).join(' · '),
      href,
    })),
    exercises.map(({id, title, topic, level, minutes}) => ({
      kind: 'exercise',
      title,
      about: `${topic}, level ${level}, ${minutes} min`,
      also: id,
      href: `practice.html#${id}`,
    })),
    questions.map(({id, question}) => ({
      kind: 'question',
      title: question,
      about: 'Talk about it',
      href: `practice.html#question-${id}`,
    })),
    terms.map(({id, term, forms, text}) => ({
      kind: 'term',
      title: term,
      about: text,
      also: forms.join(' '),
      href: `glossary.html#${id}`,
    })),
  ];
  return entries.flat();
}
