// @ts-check
// Makes dist/index.html and dist/chapters/*.html from web/index.html, web/chapters/*.html and
// template.html. Every address in them is relative: the site works in any sub-folder.
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {fillExerciseLists} from './exercise-lists.js';
import {
  attribute,
  escapeHtml,
  isElement,
  isText,
  nodesBelow,
  parseHtml,
  replaceNode,
  toHtml,
} from './html.js';
import {licences} from './licences.js';
import {renderMath} from './math.js';
import {CACHE, DIST, ROOT, WEB} from './paths.js';
import {changelogHtml, referenceHtml} from './reference.js';
import {scrollTables} from './tables.js';

/** @import {Metafile} from 'esbuild' */
/** @import {Parent} from './html.js' */
/**
 * @typedef {{file: string, address: string, number?: number, title: string, summary: string,
 *   content: Parent}} Page `address` is relative to dist/
 */

/** All that dist/ holds. */
const SITE = ['changelog.html', 'chapters', 'index.html', 'lab', 'licenses.txt', 'reference.html'];
const LEVELS = ['plain', 'basic', 'intermediate', 'advanced'];

/**
 * @param {string} file below web/
 * @returns {Promise<Page>}
 */
async function readPage(file) {
  const html = await readFile(path.join(ROOT, 'web', file), 'utf8');
  const content = parseHtml(html);
  const head = content.childNodes.find((node) => !isText(node) || node.value.trim() !== '');
  if (!head || !('data' in head) || !head.data.trim().startsWith('{')) {
    throw new Error(
      `web/${file}: must start with <!-- {"number": …, "title": …, "summary": …} -->`,
    );
  }
  replaceNode(head, []);
  try {
    return {...JSON.parse(head.data), file: `web/${file}`, address: file, content};
  } catch (error) {
    throw new Error(`web/${file}: its first comment is no JSON: ${error}`);
  }
}

/** @returns {Promise<Page[]>} in the order of their numbers */
async function readChapters() {
  const files = await readdir(path.join(ROOT, 'web/chapters')).catch(() => []);
  const names = files.filter((name) => name.endsWith('.html'));
  const chapters = await Promise.all(names.map((name) => readPage(`chapters/${name}`)));
  for (const {file, number} of chapters) {
    if (!Number.isInteger(number)) throw new Error(`${file}: "number" must be an integer`);
  }
  return chapters.sort((a, b) => Number(a.number) - Number(b.number));
}

/**
 * The scripts of a page, and hints for the modules that they import, so that all load at once.
 *
 * @param {Metafile['outputs']} outputs
 * @param {string} root the way from the page to dist/
 */
function scriptTags(outputs, root) {
  const entries = Object.keys(outputs).filter((name) => /\/lab\/(page|elements)\.js$/.test(name));
  entries.sort().reverse(); // the page before its elements
  const needed = staticImports(outputs, entries).filter((name) => !entries.includes(name));
  const href = (/** @type {string} */ name) => `${root}lab/${path.basename(name)}`;
  return [
    ...needed.map((name) => `<link rel="modulepreload" href="${href(name)}">`),
    ...entries.map((name) => `<script type="module" src="${href(name)}"></script>`),
  ].join('\n');
}

/**
 * @param {Metafile['outputs']} outputs
 * @param {string[]} entries
 * @returns {string[]} the entries and all that loads with them, without what they import lazily
 */
export function staticImports(outputs, entries) {
  const needed = new Set(entries);
  for (const name of needed) {
    for (const {path: file, kind} of outputs[name].imports) {
      if (kind === 'import-statement' && outputs[file]) needed.add(file);
    }
  }
  return [...needed];
}

/** @param {Page[]} chapters */
function contents(chapters) {
  const items = chapters.map(
    ({address, number, title, summary}) =>
      `<li><a href="${address}"><span>Chapter ${number}</span> ` +
      `<strong>${escapeHtml(title)}</strong> <span>${escapeHtml(summary)}</span></a></li>`,
  );
  return `<ol class="contents">\n${items.join('\n')}\n</ol>`;
}

/**
 * Links to the chapter before and after.
 *
 * @param {Page} page
 * @param {Page[]} chapters
 */
function pager(page, chapters) {
  const at = chapters.indexOf(page);
  if (at === -1) return '';
  const link = (/** @type {Page | undefined} */ other, /** @type {string} */ rel) => {
    if (!other) return `<a href="../index.html">All chapters</a>`;
    const label = `${other.number}. ${escapeHtml(other.title)}`;
    const text = rel === 'prev' ? `← ${label}` : `${label} →`;
    return `<a rel="${rel}" href="${path.basename(other.address)}">${text}</a>`;
  };
  const both = [link(chapters[at - 1], 'prev'), link(chapters[at + 1], 'next')];
  return `<nav class="chapter-nav" aria-label="Next and previous chapter">${both.join('\n')}</nav>`;
}

/**
 * Numbered links to all chapters, for the bar at the top.
 *
 * @param {Page} page
 * @param {Page[]} chapters
 * @param {string} root
 */
function chapterLinks(page, chapters, root) {
  return chapters
    .map((chapter) => {
      const here = chapter === page ? ' aria-current="page"' : '';
      const title = escapeHtml(chapter.title);
      return (
        `<a href="${root}${chapter.address}" title="${title}"` +
        ` aria-label="Chapter ${chapter.number}: ${title}"${here}>${chapter.number}</a>`
      );
    })
    .join(' ');
}

function levelSwitch() {
  const labels = LEVELS.map(
    (level) =>
      `<label><input type="radio" name="level" value="${level}"` +
      `${level === LEVELS[0] ? ' checked' : ''}>${level}</label>`,
  );
  return `<fieldset class="levels"><legend>Level</legend>\n${labels.join('\n')}\n</fieldset>`;
}

/**
 * @param {string} template
 * @param {Record<string, string>} parts
 */
function fill(template, parts) {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name) => {
    if (!Object.hasOwn(parts, name)) throw new Error(`template.html asks for ${whole}`);
    return parts[name];
  });
}

/**
 * @param {Page} page
 * @param {Page[]} chapters
 * @param {string} template
 * @param {Metafile['outputs']} outputs
 */
async function renderPage(page, chapters, template, outputs) {
  const isChapter = chapters.includes(page);
  const {content} = page;
  await fillExerciseLists(content);
  renderMath(content, page.file);
  scrollTables(content);
  const nodes = [...nodesBelow(content)];
  const place = nodes.find((node) => 'data' in node && node.data === ' contents ');
  if (place) replaceNode(place, parseHtml(contents(chapters)).childNodes);
  const hasLevels = nodes.some(
    (node) => isElement(node) && attribute(node, 'data-level') !== undefined,
  );
  const root = isChapter ? '../' : '';
  return fill(template, {
    title: escapeHtml(isChapter ? `${page.title} · poslab` : `poslab: ${page.title}`),
    summary: escapeHtml(page.summary),
    root,
    scripts: scriptTags(outputs, root),
    position: chapterLinks(page, chapters, root),
    levels: hasLevels ? levelSwitch() : '',
    content: toHtml(content).trim(),
    pager: pager(page, chapters),
  });
}

/** The pages that are made from sources. @returns {Promise<Page[]>} */
async function madePages() {
  const changes = '.github/CHANGELOG.md';
  return [
    {
      file: 'web/build/reference.js',
      address: 'reference.html',
      title: 'reference of the core',
      summary: 'Every function of the core in C and in JavaScript, with shapes, units and errors.',
      content: parseHtml(await referenceHtml()),
    },
    {
      file: changes,
      address: 'changelog.html',
      title: 'changelog',
      summary: 'What changed for readers, learners and embedders, version by version.',
      content: parseHtml(changelogHtml(await readFile(path.join(ROOT, changes), 'utf8'))),
    },
  ];
}

/**
 * Every page of the site.
 *
 * @param {Metafile['outputs']} outputs what went where in lab/
 * @returns {Promise<[string, string][]>} address, relative to dist/, and HTML
 */
export async function renderPages(outputs) {
  const template = await readFile(path.join(WEB, 'build/template.html'), 'utf8');
  const chapters = await readChapters();
  const pages = [await readPage('index.html'), ...chapters, ...(await madePages())];
  return Promise.all(
    pages.map(async (page) => [page.address, await renderPage(page, chapters, template, outputs)]),
  );
}

/** Writes dist/ but for dist/lab/, and removes what an older build left there. */
async function buildPages() {
  const {outputs} = JSON.parse(await readFile(path.join(CACHE, 'bundle.json'), 'utf8'));
  const pages = await renderPages(outputs);
  for (const name of await readdir(DIST)) {
    if (!SITE.includes(name)) await rm(path.join(DIST, name), {recursive: true});
  }
  await rm(path.join(DIST, 'chapters'), {recursive: true, force: true});
  await mkdir(path.join(DIST, 'chapters'), {recursive: true});
  for (const [address, html] of pages) await writeFile(path.join(DIST, address), html);
  await writeFile(path.join(DIST, 'licenses.txt'), await licences(outputs));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildPages().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
