// @ts-check
// Makes dist/*.html and dist/chapters/*.html from web/pages/*.html, web/chapters/*.html and template.html. Every address in them is relative: the site works in any sub-folder.
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {transform} from 'esbuild';

import {atlasCounts, atlasHtml, atlasOfFigure, practiceByBug} from './atlas-page.js';
import {BANNER, elementModules, figureGroup, figureTags, neededBy} from './bundle.js';
import {addCheckButtons, claimsHtml, evaluateClaims, filledText, fillSlots} from './claims.js';
import {elementsHtml, readElements} from './element-schema.js';
import {errataHtml} from './errata-page.js';
import {fillExerciseLists, readExercises, readQuestions} from './exercise-lists.js';
import {glossaryHtml, linkTerms} from './glossary.js';
import {
  elementsOf,
  escapeHtml,
  isElement,
  isText,
  makeText,
  nodesBelow,
  parseHtml,
  replaceNode,
  toHtml,
} from './html.js';
import {layOut, sectionsOf, takeOpening} from './layout.js';
import {exampleHtml, exampleLesson} from './lesson-page.js';
import {licences} from './licences.js';
import {renderMath} from './math.js';
import {chapterList, contentsRail, pager, readingMinutes, siteMenu} from './navigation.js';
import {ownCodeTables} from './own-code-table.js';
import {CACHE, DIST, ROOT, WEB} from './paths.js';
import {raceTable} from './race-table.js';
import {handTable, hostsTable, policiesTable, recipesHtml} from './recipes-page.js';
import {changelogHtml, referenceHtml} from './reference.js';
import {figureIndexHtml, listFigures, searchEntries} from './search-index.js';
import {ICON_ADDRESS, siteFiles, socialTags} from './site-files.js';
import {allSpeedHtml} from './speed-page.js';
import {scrollTables} from './tables.js';
import {readFound, testedHtml} from './tested-page.js';

/** @import {Metafile} from 'esbuild' */
/** @import {Finding} from './atlas.js' */
/** @import {Evaluated} from './claims.js' */
/** @import {ListedFigure} from './search-index.js' */
/** @import {Term} from './glossary.js' */
/** @import {Parent} from './html.js' */
/**
 * `address` is relative to dist/. A chapter has a number and a part; another page has, if the bar links to it, its
 * name there and its order.
 *
 * @typedef {{file: string, address: string, number?: number, part?: string, menu?: string, order?: number,
 *   title: string, summary: string, minutes?: number, content: Parent}} Page
 */

/** All that dist/ holds beside what is made here. */
const FOLDERS_AND_FILES = [
  'chapters',
  'lab',
  'licenses.txt',
  'offline.json',
  'social.png',
  'sw.js',
];
/** A server shows this page for any address that it does not know, at any depth. */
const NOT_FOUND = '404.html';

/**
 * @param {string} file below web/
 * @param {string} address
 * @param {Evaluated} claims
 * @returns {Promise<Page>}
 */
async function readPage(file, address, claims) {
  const html = await readFile(path.join(ROOT, 'web', file), 'utf8');
  const content = parseHtml(html);
  const head = content.childNodes.find((node) => !isText(node) || node.value.trim() !== '');
  if (!head || !('data' in head) || !head.data.trim().startsWith('{')) {
    throw new Error(
      `web/${file}: must start with <!-- {"number": …, "title": …, "summary": …} -->`,
    );
  }
  replaceNode(head, []);
  await fillExerciseLists(content);
  fillSlots(content, `web/${file}`, claims);
  try {
    const minutes = readingMinutes(content);
    return {...JSON.parse(head.data), file: `web/${file}`, address, minutes, content};
  } catch (error) {
    throw new Error(`web/${file}: its first comment is no JSON: ${error}`);
  }
}

/**
 * @param {'chapters' | 'pages'} folder of web/
 * @param {string} prefix of the addresses
 * @param {Evaluated} claims
 * @returns {Promise<Page[]>}
 */
async function readPages(folder, prefix, claims) {
  const files = await readdir(path.join(WEB, folder));
  const names = files.filter((name) => name.endsWith('.html'));
  return Promise.all(
    names.map((name) => readPage(`${folder}/${name}`, `${prefix}${name}`, claims)),
  );
}

/** @param {Evaluated} claims @returns {Promise<Page[]>} in the order of their numbers */
async function readChapters(claims) {
  const chapters = await readPages('chapters', 'chapters/', claims);
  for (const {file, number} of chapters) {
    if (!Number.isInteger(number)) throw new Error(`${file}: "number" must be an integer`);
  }
  return chapters.sort((a, b) => Number(a.number) - Number(b.number));
}

/** @param {Metafile['outputs']} outputs @returns {string} what holds web/page.js: its entry, or a chunk that the entry imports */
export function pageScript(outputs) {
  const [name] = Object.keys(outputs).filter(
    (one) => outputs[one].inputs['web/page.js']?.bytesInOutput,
  );
  return name;
}

/** The script in each page: one opened from a folder gets a script that says so, elsewhere it costs no request. */
const FROM_FILE =
  "if(location.protocol=='file:')document.body.append(Object.assign(document.createElement('script'),{src:document.currentScript.dataset.src}))";

/**
 * The scripts of a page, and hints for what they import and for its figures with their core, so that all of it loads
 * at once: found one after another, it would wait for the network four times more.
 *
 * @param {Metafile['outputs']} outputs
 * @param {string} root the way from the page to dist/
 * @param {string} html of the page
 */
async function scriptTags(outputs, root, html) {
  const page = pageScript(outputs);
  const figures = figuresOf(outputs, html);
  const first = figures.length > 0 ? await firstNeeds(outputs, figures[0]) : null;
  const chunks = figures.map(({chunk}) => chunk);
  const needed = staticImports(outputs, [page, ...chunks, ...(first?.views ?? [])]);
  const href = (/** @type {string} */ name) => `${root}lab/${path.basename(name)}`;
  // a browser asks for six files at a time: first what takes longest
  const hints = needed.filter((name) => name !== page);
  hints.sort((a, b) => outputs[b].bytes - outputs[a].bytes);
  return [
    ...(first
      ? [`<link rel="preload" href="${root}lab/${first.core}" as="fetch" crossorigin>`]
      : []),
    ...hints.map((name) => `<link rel="modulepreload" href="${href(name)}">`),
    `<script type="module" src="${href(page)}"></script>`,
  ].join('\n');
}

/**
 * @param {Metafile['outputs']} outputs
 * @param {string} html of a page of the site
 * @returns {{file: string, chunk: string}[]} its figures, in their order: the module relative to web/, and what holds it
 */
export function figuresOf(outputs, html) {
  const chunks = new Map(Object.entries(outputs).map(([name, {entryPoint}]) => [entryPoint, name]));
  const modules = new Map(elementModules().map((module) => [module.tag, module]));
  const elements = [...nodesBelow(parseHtml(html))].filter(isElement);
  const tags = new Set(elements.map(({tagName}) => tagName));
  return [...tags].flatMap((tag) => {
    const module = modules.get(tag);
    const chunk = module && chunks.get(`figures:${figureGroup(module)}`);
    return chunk ? [{file: module.file, chunk}] : [];
  });
}

/**
 * What the figure that is drawn first needs beside its scripts: chunks of lazy views, and its core.
 *
 * @param {Metafile['outputs']} outputs
 * @param {{file: string, chunk: string}} figure
 */
async function firstNeeds(outputs, {file, chunk}) {
  const {views, core} = await neededBy(file);
  const names = views.map((view) => `web/views/${view}`);
  const chunks = staticImports(outputs, [chunk])
    .flatMap((name) => outputs[name].imports)
    .map(({path: name}) => name)
    .filter((name) => names.includes(outputs[name]?.entryPoint ?? ''));
  return {views: chunks, core};
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
 * Puts what is made of data where a page asks for it: \<!-- contents -->, \<!-- errata -->, \<!-- glossary -->, \<!-- claims -->, \<!-- atlas -->,
 * \<!-- own-code -->, \<!-- atlas: FIGURE -->, \<!-- speed -->, \<!-- tested -->, \<!-- hosts -->, \<!-- hosts-by-hand -->, \<!-- policies -->, \<!-- recipes -->, \<!-- lesson -->.
 *
 * @param {Parent} content
 * @param {{chapters: Page[], errata: Parent, terms: Term[], counts: Record<string, number>,
 *   figures: ListedFigure[], claims: string}} data errata with their numbers, and claims as HTML
 */
async function fillMadeParts(content, {chapters, figures, errata, terms, counts, claims}) {
  for (const node of nodesBelow(content)) {
    if (!('data' in node)) continue;
    if (node.data === ' contents ') replaceNode(node, parseHtml(chapterList(chapters)).childNodes);
    if (node.data === ' glossary ') {
      replaceNode(node, parseHtml(glossaryHtml(terms, chapters)).childNodes);
    }
    if (node.data === ' hosts ') replaceNode(node, parseHtml(hostsTable()).childNodes);
    if (node.data === ' hosts-by-hand ') replaceNode(node, parseHtml(handTable()).childNodes);
    if (node.data === ' policies ') replaceNode(node, parseHtml(policiesTable()).childNodes);
    if (node.data === ' recipes ') replaceNode(node, parseHtml(recipesHtml()).childNodes);
    if (node.data === ' speed ') replaceNode(node, parseHtml(await allSpeedHtml()).childNodes);
    if (node.data === ' tested ')
      replaceNode(node, parseHtml(testedHtml(await readFound())).childNodes);
    if (node.data === ' lesson ') replaceNode(node, parseHtml(exampleHtml()).childNodes);
    if (node.data === ' errata ') replaceNode(node, errata.childNodes);
    if (node.data === ' claims ') replaceNode(node, parseHtml(claims).childNodes);
    if (node.data === ' figures ') {
      replaceNode(node, parseHtml(figureIndexHtml(figures)).childNodes);
    }
    if (node.data === ' race ') {
      const race = JSON.parse(await readFile(path.join(WEB, 'runs/length-race.json'), 'utf8'));
      replaceNode(node, parseHtml(raceTable(race)).childNodes);
    }
    if (node.data === ' own-code ') {
      const rows = await readFile(path.join(WEB, 'own-code/bugs-by-tests.json'), 'utf8');
      replaceNode(node, parseHtml(ownCodeTables(JSON.parse(rows))).childNodes);
    }
    const [, what] = node.data.match(/^ count: (\w+) $/) ?? [];
    if (what) replaceNode(node, [makeText(String(countOf(counts, what)))]);
    const [asked, figure] = node.data.match(/^ atlas(?:: (\S+))? $/) ?? [];
    if (!asked) continue;
    const all = JSON.parse(await readFile(path.join(CACHE, 'atlas.json'), 'utf8'));
    const html = figure
      ? atlasOfFigure(all, figure)
      : atlasHtml(all, chapters, practiceByBug(all, await readExercises()));
    replaceNode(node, parseHtml(html).childNodes);
  }
}

/**
 * @param {Page} page
 * @param {{chapters: Page[], pages: Page[], template: string, outputs: Metafile['outputs'], errata: Parent,
 *   terms: Term[], counts: Record<string, number>, figures: ListedFigure[], claims: string}} site
 */
async function renderPage(
  page,
  {chapters, pages, template, outputs, errata, terms, counts, figures, claims},
) {
  const isChapter = chapters.includes(page);
  const {content} = page;
  await fillMadeParts(content, {chapters, figures, errata, terms, counts, claims});
  layOut(content, page.file);
  renderMath(content, page.file);
  if (isChapter) linkTerms(content, terms);
  scrollTables(content);
  if (isChapter) addCheckButtons(content);
  const isLost = page.address === NOT_FOUND;
  const root = isLost
    ? new URL(process.env.SITE_URL || 'http://localhost').pathname
    : isChapter
      ? '../'
      : '';
  if (isLost) addRoot(content, root);
  const isFront = page.address === 'index.html';
  const opening = isChapter ? takeOpening(content, Number(page.minutes)) : '';
  const body = toHtml(content).trim();
  return fill(template, {
    title: escapeHtml(isFront ? `poslab: ${page.title}` : `${page.title} · poslab`),
    summary: escapeHtml(page.summary),
    social: socialTags(page),
    icon: ICON_ADDRESS,
    hashes: `'${await frameHash()}' '${hashSource(FROM_FILE)}'`,
    fromFile: FROM_FILE,
    frames: page.address === 'assign.html' ? "'self'" : "'none'", // it shows a preview
    root,
    scripts: await scriptTags(outputs, root, opening + body),
    menu: siteMenu(page, chapters, pages, root),
    opening,
    contents: isFront ? '' : contentsRail(sectionsOf(content)),
    content: body,
    pager: pager(page, chapters),
  });
}

/**
 * The frame of Python has its script as text where the site is stored (web/exercises/runtime/sandbox.js), and the
 * page's policy, which holds in the frame too, allows this one.
 */
async function frameHash() {
  return hashSource(await readFile(path.join(DIST, 'lab/python/frame.js')));
}

/** @param {string | Uint8Array} script @returns {string} what a policy allows it by */
const hashSource = (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** Leads the links of a page, which are relative to dist/, to the same places from anywhere. @param {Parent} content @param {string} root */
function addRoot(content, root) {
  for (const link of elementsOf(content, 'a')) {
    const href = link.attrs.find(({name}) => name === 'href');
    if (href && !/^(#|\w+:)/.test(href.value)) href.value = root + href.value;
  }
}

/** @param {Evaluated} claims @returns {Promise<Term[]>} with the numbers of their claims */
async function readTerms(claims) {
  const file = 'pages/terms.json';
  /** @type {Term[]} */
  const terms = JSON.parse(await readFile(path.join(WEB, file), 'utf8'));
  return terms.map((one) => ({...one, text: filledText(one.text, `web/${file}`, claims)}));
}

/** The pages that are made from sources. @returns {Promise<Page[]>} */
async function madePages() {
  const changes = '.github/CHANGELOG.md';
  return [
    {
      file: 'web/build/reference.js',
      address: 'reference.html',
      title: 'Reference of the core',
      summary: 'Every function of the core in C and in JavaScript, with shapes, units and errors.',
      content: parseHtml(await referenceHtml()),
    },
    {
      file: 'web/build/element-schema.js',
      address: 'elements.html',
      title: 'Reference of the elements',
      summary:
        'Every figure as an element: attributes, properties, methods, events, parts and error codes.',
      content: parseHtml(elementsHtml(await readElements())),
    },
    {
      file: changes,
      address: 'changelog.html',
      title: 'Changelog',
      summary: 'What changed for readers, learners and embedders, version by version.',
      content: parseHtml(changelogHtml(await readFile(path.join(ROOT, changes), 'utf8'))),
    },
  ];
}

/**
 * What the front page counts.
 *
 * @param {Page[]} chapters
 * @param {{kind: string}[]} entries of the search
 * @param {Finding[]} findings
 * @returns {Record<string, number>}
 */
function countsOf(chapters, entries, findings) {
  const n = (/** @type {string} */ kind) => entries.filter((one) => one.kind === kind).length;
  return {
    chapters: chapters.length,
    figures: n('figure'),
    bugs: atlasCounts(findings).nBugs,
    exercises: n('exercise'),
  };
}

/** @param {Record<string, number>} counts @param {string} what */
function countOf(counts, what) {
  if (!Object.hasOwn(counts, what)) throw new Error(`nothing counts ${what}`);
  return counts[what];
}

/**
 * @param {{chapters: Page[], pages: Page[], figures: ListedFigure[], findings: Finding[], terms: Term[]}} site
 */
async function searchIndex({chapters, pages, figures, findings, terms}) {
  const [exercises, questions] = await Promise.all([readExercises(), readQuestions()]);
  return searchEntries({chapters, pages, figures, findings, exercises, questions, terms});
}

/**
 * Every page of the site.
 *
 * @param {Metafile['outputs']} outputs what went where in lab/
 * @returns {Promise<[string, string][]>} address, relative to dist/, and HTML; as JSON what the search finds and what
 *   the terms mean; and what is for crawlers
 */
export async function renderPages(outputs) {
  const template = await readFile(path.join(WEB, 'build/template.html'), 'utf8');
  const evaluated = await evaluateClaims();
  const chapters = await readChapters(evaluated);
  const all = [...(await readPages('pages', '', evaluated)), ...(await madePages())];
  const lost = all.filter(({address}) => address === NOT_FOUND);
  const pages = all.filter((page) => !lost.includes(page));
  const data = JSON.parse(await readFile(path.join(WEB, 'pages/errata.json'), 'utf8'));
  const errata = parseHtml(errataHtml(data, [...pages, ...chapters], await readExercises()));
  fillSlots(errata, 'web/pages/errata.json', evaluated);
  const terms = await readTerms(evaluated);
  const findings = JSON.parse(await readFile(path.join(CACHE, 'atlas.json'), 'utf8'));
  // before the pages are laid out
  const figures = await listFigures(chapters, figureTags());
  const search = await searchIndex({chapters, pages, figures, findings, terms});
  const counts = countsOf(chapters, search, findings);
  const claims = claimsHtml([...chapters, ...pages], evaluated);
  const site = {chapters, pages, template, outputs, errata, terms, counts, figures, claims};
  const rendered = [...lost, ...pages, ...chapters].map(
    async (page) => /** @type {[string, string]} */ ([page.address, await renderPage(page, site)]),
  );
  const fromFile = await readFile(path.join(WEB, 'from-file.js'), 'utf8');
  const {code} = await transform(fromFile, {minify: true, target: 'es2022', format: 'iife'});
  const meanings = terms.map((/** @type {Term} */ {id, term, text}) => ({id, term, text}));
  return [
    ...(await Promise.all(rendered)),
    ['lesson-example.json', await exampleLesson()],
    ['search.json', JSON.stringify(search)],
    ['terms.json', JSON.stringify(meanings)],
    ['lab/from-file.js', `${BANNER}\n${code}`],
    ...siteFiles(
      [...pages, ...chapters].map(({address}) => address),
      process.env.SITE_URL,
      await frameHash(),
    ),
  ];
}

/** Writes dist/ but for dist/lab/, and removes what an older build left there. */
async function buildPages() {
  const {outputs} = JSON.parse(await readFile(path.join(CACHE, 'bundle.json'), 'utf8'));
  const pages = await renderPages(outputs);
  const served = [...FOLDERS_AND_FILES, ...pages.map(([address]) => address)];
  for (const name of await readdir(DIST)) {
    if (!served.includes(name)) await rm(path.join(DIST, name), {recursive: true});
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
