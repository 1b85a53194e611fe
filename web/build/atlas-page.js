// @ts-check
// The bug atlas as HTML: rows are bugs, columns are laws. One table for bugs that share a law.
import {BUGS_BY_EXERCISE} from './atlas-exercises.js';
import {escapeHtml} from './html.js';

/** @import {Source} from '../figures/frame/faults.js' */
/** @import {Finding} from './atlas.js' */
/** @typedef {{label: string, findings: Finding[], cells: Map<string, boolean>}} Row `cells`: law -> is it noticed */
/** @typedef {{href: string, title: string}} Practice */

/** A law's name without what a preset puts into it: its numbers, and the list of methods that it holds for. @param {string} label */
const lawKey = (label) => label.replace(/: [^:]*,[^:]*$/, '').replace(/\d[\d.,]*/g, '#');

/**
 * Rows of one chapter: a bug that several figures have is one row, and a law notices it if it does so in any of them.
 *
 * @param {Finding[]} findings
 * @param {Map<string, string>} names of the laws, grows
 * @returns {Row[]}
 */
function rowsOf(findings, names) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const one of findings) {
    /** @type {Row} */
    const row = rows.get(one.label) ?? {label: one.label, findings: [], cells: new Map()};
    rows.set(one.label, row);
    row.findings.push(one);
    for (const {label, isNoticed} of one.cells) {
      const key = lawKey(label);
      if (!names.has(key)) names.set(key, label.replace(/: [^:]*,[^:]*$/, ''));
      row.cells.set(key, isNoticed || row.cells.get(key) === true);
    }
  }
  return [...rows.values()].filter(({cells}) => cells.size > 0);
}

/**
 * Tables: rows that share a law, directly or through others.
 *
 * @param {Row[]} rows
 * @returns {Row[][]}
 */
function tablesOf(rows) {
  /** @type {Row[][]} */
  let tables = [];
  for (const row of rows) {
    const shares = (/** @type {Row[]} */ table) =>
      table.some(({cells}) => [...cells.keys()].some((law) => row.cells.has(law)));
    const joined = tables.filter(shares).flat();
    tables = [...tables.filter((table) => !shares(table)), [...joined, row]];
  }
  return tables;
}

/** The address of a figure with a bug switched on. @param {Finding} finding */
function figureAddress({chapter, figure, fault}) {
  const id = encodeURIComponent(figure);
  return `chapters/${chapter}.html#at=${id}&${id}/fault=${encodeURIComponent(fault)}`;
}

/** @param {Row} row @returns {Finding} where most laws are measured, of those that show it being noticed */
function bestFigure({findings}) {
  const score = (/** @type {Finding} */ {cells}) =>
    (cells.some(({isNoticed}) => isNoticed) ? 100 : 0) + cells.length;
  return findings.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/**
 * Every bug once, with the figure that shows it best.
 *
 * @param {Finding[]} all
 * @returns {{label: string, source: string, chapter: string, href: string}[]}
 */
export function bugList(all) {
  return rowsOf(all, new Map()).map((row) => {
    const best = bestFigure(row);
    const {source, chapter} = best;
    return {label: row.label, source: source.text, chapter, href: figureAddress(best)};
  });
}

/**
 * The exercise of each bug that has one.
 *
 * @param {Finding[]} all
 * @param {readonly {id: string, title: string}[]} exercises
 * @returns {Map<string, Practice>} by the name of the bug
 */
export function practiceByBug(all, exercises) {
  const labels = new Set(all.map(({label}) => label));
  return new Map(
    Object.entries(BUGS_BY_EXERCISE).flatMap(([id, bugs]) => {
      const exercise = exercises.find((one) => one.id === id);
      if (!exercise)
        throw new Error(`atlas-exercises.js names an exercise that is not there: ${id}`);
      return bugs.map((bug) => {
        if (!labels.has(bug))
          throw new Error(`atlas-exercises.js names a bug that is not there: ${bug}`);
        return /** @type {const} */ ([bug, {href: `practice.html#${id}`, title: exercise.title}]);
      });
    }),
  );
}

/** @param {Source} source @returns {string} HTML */
const sourceHtml = ({text, url}) =>
  url ? `<a class="report" href="${escapeHtml(url)}">${escapeHtml(text)}</a>` : escapeHtml(text);

/**
 * @param {Row} row
 * @param {string[]} laws
 * @param {Map<string, string>} names of the laws
 * @param {Map<string, Practice>} practice exercises by bug
 */
function rowHtml(row, laws, names, practice) {
  const best = bestFigure(row);
  const exercise = practice.get(row.label);
  const links = [
    sourceHtml(best.source),
    exercise &&
      `<a class="exercise" href="${exercise.href}">Exercise: ${escapeHtml(exercise.title)}</a>`,
  ].filter(Boolean);
  const isHarmless = row.findings.every((finding) => finding.isHarmless);
  const cells = laws.map((law) => {
    const isNoticed = row.cells.get(law);
    if (isNoticed === undefined) {
      return '<td class="none"><span class="hidden-text">not measured</span></td>';
    }
    const words = isNoticed
      ? 'class="catches">catches it'
      : isHarmless
        ? 'class="unseen">nothing to notice'
        : 'class="misses">does not notice';
    return `<td data-law="${escapeHtml(names.get(law))}" ${words}</td>`;
  });
  const harmless = isHarmless ? ' <small>no harm by itself</small>' : '';
  const nMissed = isHarmless ? 0 : [...row.cells.values()].filter((isNoticed) => !isNoticed).length;
  const facts = `data-missed="${nMissed}" data-measured="${row.cells.size}"`;
  return `<tr ${facts}><th scope="row"><a href="${figureAddress(best)}">${escapeHtml(row.label)}</a>${harmless}
<span class="about">${links.join('<br>')}</span></th>${cells.join('')}</tr>`;
}

/**
 * @param {Row[]} rows
 * @param {string} caption
 * @param {Map<string, string>} names of the laws
 * @param {Map<string, Practice>} practice
 */
function tableHtml(rows, caption, names, practice) {
  const laws = [...names.keys()].filter((law) => rows.some(({cells}) => cells.has(law)));
  const heads = laws.map((law) => `<th scope="col">${escapeHtml(names.get(law))}</th>`);
  return `<table class="atlas"><caption class="hidden-text">${escapeHtml(caption)}</caption>
<thead><tr><th scope="col">Bug</th>${heads.join('')}</tr></thead>
<tbody>${rows.map((row) => rowHtml(row, laws, names, practice)).join('\n')}</tbody></table>`;
}

/**
 * @param {Finding[]} all
 * @returns {{nBugs: number, nMeasured: number, nMissed: number}} of bugs that do harm
 */
export function atlasCounts(all) {
  const rows = [...new Set(all.map(({chapter}) => chapter))].flatMap((chapter) =>
    rowsOf(
      all.filter((one) => one.chapter === chapter && !one.isHarmless),
      new Map(),
    ),
  );
  const cells = rows.flatMap((row) => [...row.cells.values()]);
  return {
    nBugs: new Set(rows.map(({label}) => label)).size,
    nMeasured: cells.length,
    nMissed: cells.filter((isNoticed) => !isNoticed).length,
  };
}

/** What page/atlas-filter.js runs. */
const FILTER = `<form id="atlas-filter" role="search" hidden>
<label>Find <input type="search" name="words" placeholder="cache, bf16, mask, a repository"></label>
<label>Show <select name="which">
<option value="">every bug</option>
<option value="missed">those that most of their laws miss</option>
<option value="reported">those with a public report</option>
<option value="exercise">those with an exercise</option>
</select></label>
<label>Order <select name="order">
<option value="">as in the chapters</option>
<option value="missed">most missed first</option>
</select></label>
<output></output></form>`;

/**
 * @param {Finding[]} all
 * @param {{address: string, number?: number, title: string}[]} chapters
 * @param {Map<string, Practice>} practice
 */
export function atlasHtml(all, chapters, practice) {
  const {nBugs, nMeasured, nMissed} = atlasCounts(all);
  const sections = chapters.flatMap(({address, number, title}) => {
    const chapter = address.replace(/^chapters\/|\.html$/g, '');
    const names = new Map();
    const rows = rowsOf(
      all.filter((one) => one.chapter === chapter),
      names,
    );
    if (rows.length === 0) return [];
    const tables = tablesOf(rows).map((table, k) =>
      tableHtml(
        table,
        `${title}: bugs and the laws that notice them${k ? `, ${k + 1}` : ''}`,
        names,
        practice,
      ),
    );
    return [
      `<section class="idea wide" id="bugs-of-${number}"><div class="prose"><h2>${escapeHtml(title)}</h2>
${tables.join('\n')}</div></section>`,
    ];
  });
  return `<p class="atlas-count"><strong>${nBugs}</strong> bugs that do harm were each switched on beside the laws of their figures: ${nMeasured} pairs. In <strong>${nMissed}</strong> of them, ${Math.round((100 * nMissed) / nMeasured)} %, the law still holds: a test of it would have passed.</p>
${FILTER}
${sections.join('\n')}`;
}

/**
 * The bugs of one figure, as a teaser.
 *
 * @param {Finding[]} all
 * @param {string} figure
 */
export function atlasOfFigure(all, figure) {
  const names = new Map();
  const rows = rowsOf(
    all.filter((one) => one.figure === figure),
    names,
  );
  if (rows.length === 0) throw new Error(`the atlas has no bug of a figure ${figure}`);
  return tableHtml(rows, 'RoPE: bugs and the laws that notice them', names, new Map());
}
