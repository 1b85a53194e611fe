// @ts-check
// What the long tests have found, as tables and curves: builds, engines, an hour of random use, planted mistakes.
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';

import {escapeHtml} from './html.js';
import {WEB} from './paths.js';

/**
 * @typedef {{runs: number, builds: {build: string, version: string, agrees: string}[]}} Builds as tests/hashes/run.js saves it
 * @typedef {{engine: string, browser: string, day: string, pages: number, widths: number[], figures: number, faults: number,
 *   trainings: number, presets: number}} Visit one engine's, as tests/browser/engines.test.js saves it
 * @typedef {{seconds: number, memoryMb: number, heapMb?: number}} Held
 * @typedef {{engine: string, browser: string, day: string, minutes: number, seed: number, actions: number, wrong: string[],
 *   growths: {name: string, level: number, growth: number, allowed: number}[], samples: Held[]}} Soak as tests/soak/run.js saves it
 * @typedef {{n: number, killed: number, alive: number}} Count
 * @typedef {{day: string, seed: number, total: Count, folders: Record<string, Count>, operators: Record<string, Count>,
 *   alive: Record<string, string>}} Mutants as tests/mutants/run.js saves it; alive: why each of those may live
 */

const FOLDER = path.join(WEB, 'tested');

/** @param {string} caption @param {string[]} heads @param {(string | number)[][]} rows the first cell of each names it */
function table(caption, heads, rows) {
  const head = heads.map((one) => `<th scope="col">${escapeHtml(one)}</th>`).join('');
  const body = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('');
    return `<tr><th scope="row">${escapeHtml(String(name))}</th>${rest}</tr>`;
  });
  return `<table class="tested"><caption>${escapeHtml(caption)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${body.join('\n')}</tbody></table>`;
}

/** @param {string} heading @param {string} text HTML @param {string} shown HTML */
const section = (heading, text, shown) =>
  `<section class="idea wide"><div class="prose"><h2>${heading}</h2>\n<p>${text}</p></div>\n${shown}</section>`;

/** @param {Builds} builds */
const buildsHtml = ({builds}) =>
  table(
    'Weights after 100 steps, by build',
    ['Build', 'Runs with the same weights', 'Compiler'],
    builds.map(({build, version, agrees}) => [build, agrees, version]),
  );

/** @param {Visit[]} visits */
const visitsHtml = (visits) =>
  table(
    'What each engine went through without an error',
    ['Engine', 'Pages', 'Widths', 'Figures drawn', 'Faults', 'Presets', 'Trainings', 'Day'],
    visits.map((one) => [
      one.browser,
      one.pages,
      one.widths.join(', '),
      one.figures,
      one.faults,
      `${one.presets}, the same`,
      `${one.trainings}, the same`,
      one.day,
    ]),
  );

/** @type {Record<string, {unit: string, words: string}>} what a soak measures */
const QUANTITIES = {
  memoryMb: {unit: 'MB of memory', words: 'Memory of all processes'},
  heapMb: {unit: 'MB of JavaScript heap', words: 'JavaScript heaps after a collection'},
  nodes: {unit: 'nodes', words: ''},
  listeners: {unit: 'listeners', words: ''},
};

/** @param {number} value */
const rounded = (value) => Math.round(value).toLocaleString('en');

/** The curve of one quantity, from 0 to its greatest value. @param {Held[]} samples @param {'memoryMb' | 'heapMb'} name */
function curveOf(samples, name) {
  const points = samples.flatMap(({seconds, [name]: value}) =>
    value === undefined ? [] : [{seconds, value}],
  );
  if (points.length === 0) return '';
  const last = samples[samples.length - 1].seconds || 1;
  const most = Math.max(...points.map(({value}) => value));
  const places = points.map(
    ({seconds, value}) =>
      `${((1000 * seconds) / last).toFixed(1)},${(205 - (200 * value) / most).toFixed(1)}`,
  );
  const caption = `${QUANTITIES[name].words}: ${Math.round(last / 60)} minutes from left to right, 0 to ${rounded(most)} MB from bottom to top`;
  return `<figure class="curve"><svg viewBox="0 0 1000 206" preserveAspectRatio="none" role="img" aria-label="${caption}" fill="none" stroke="currentColor">
<path d="M0 0V205H1000" opacity="0.4" vector-effect="non-scaling-stroke"/>
<polyline points="${places.join(' ')}" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>
<figcaption>${caption}</figcaption></figure>`;
}

/** @param {Soak} soak */
function soakHtml({browser, day, minutes, seed, actions, wrong, growths, samples}) {
  const grew = growths.map(({name, growth, allowed}) => {
    const sign = growth < 0 ? '−' : '+';
    const by = Math.abs(growth).toLocaleString('en', {maximumFractionDigits: 1});
    return `${sign}${by} ${QUANTITIES[name].unit} (${rounded(allowed)} allowed)`;
  });
  const found = wrong.length === 0 ? 'Nothing was wrong.' : `Wrong: ${wrong.join('; ')}.`;
  const text = `${day}, ${minutes} minutes, seed ${seed}: ${actions.toLocaleString('en')} actions. Growth after the first ten minutes: ${grew.join(', ')}. ${found}`;
  return `<div class="prose"><h3>${escapeHtml(browser)}</h3><p>${escapeHtml(text)}</p></div>
${curveOf(samples, 'memoryMb')}${curveOf(samples, 'heapMb')}`;
}

/** @param {Mutants} mutants */
function mutantsHtml({folders, operators, alive}) {
  const rowsOf = (/** @type {Record<string, Count>} */ counts) =>
    Object.entries(counts).map(([name, {n, killed, alive: left}]) => [name, n, killed, left]);
  const counts = ['Planted', 'Noticed', 'Alive'];
  const kept = Object.entries(alive).map(([id, reason]) => [
    id,
    reason || 'no reason is known: a test is missing',
  ]);
  return [
    table('By folder', ['Folder', ...counts], rowsOf(folders)),
    table('By kind of mistake', ['Mistake', ...counts], rowsOf(operators)),
    kept.length > 0 ? table('Alive', ['Change', 'Why no test notices it'], kept) : '',
  ].join('\n');
}

/** @typedef {{builds: Builds, visits: Visit[], soaks: Soak[], mutants: Mutants}} Found */

/** @returns {Promise<Found>} all that was saved */
export async function readFound() {
  const names = await readdir(FOLDER);
  const saved = (/** @type {string} */ start) =>
    Promise.all(
      names
        .filter((name) => name.startsWith(start))
        .map(async (name) => JSON.parse(await readFile(path.join(FOLDER, name), 'utf8'))),
    );
  const [[builds], visits, soaks, [mutants]] = await Promise.all(
    ['builds.', 'engine-', 'soak-', 'mutants.'].map(saved),
  );
  return {builds, visits, soaks, mutants};
}

/** @param {Found} found @returns {string} HTML */
export function testedHtml({builds, visits, soaks, mutants}) {
  const {n, killed} = mutants.total;
  return [
    section(
      'One result in every build',
      `${builds.runs} runs of 100 training steps, with every method. One hash of all weights at the end is compared, so that one bit would be noticed. The last build fuses multiplication and addition on purpose: it has to differ.`,
      buildsHtml(builds),
    ),
    section(
      'Three browsers, the same numbers',
      'Every page is opened with all that it folds away, at each width; every figure is drawn with every fault. The numbers of each preset and the weights of each training are compared with those of Node, bit for bit.',
      visitsHtml(visits),
    ),
    section(
      'Random use',
      'Four chapters and the exercises are open at once. By a seed, pages are scrolled, hidden and shown, figures get other settings and faults, models train, exercises are written and checked. An error on the console, a blank figure or growing memory counts as wrong.',
      soaks.map(soakHtml).join('\n'),
    ),
    section(
      'Mistakes planted on purpose',
      `On ${mutants.day}, ${n} small mistakes were planted in C and JavaScript, one at a time (seed ${mutants.seed}). The tests noticed ${killed} of them.`,
      mutantsHtml(mutants),
    ),
  ].join('\n');
}
