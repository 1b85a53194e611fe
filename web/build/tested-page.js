// @ts-check
// The results of the long tests as tables and curves: builds, engines, random use, and mutation tests.
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
 *   growths: {name: string, level: number, growth: number, allowed: number}[],
 *   own?: {growthMb: number, addresses: number, kbPerAddress: number}, samples: Held[]}} Soak as tests/soak/run.js saves it
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
  return `<table><caption>${escapeHtml(caption)}</caption>
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
    'What passed in each engine',
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

/** @type {Record<string, string>} what a soak measures */
const UNITS = {
  memoryMb: 'MB of memory',
  heapMb: 'MB of JavaScript heap',
  nodes: 'nodes',
  listeners: 'listeners',
};

/** @param {number} value */
const rounded = (value) => Math.round(value).toLocaleString('en');

/**
 * The curve of one quantity, from 0 to its greatest value.
 *
 * @param {Held[]} samples
 * @param {'memoryMb' | 'heapMb'} name
 * @param {string} title
 */
function curveOf(samples, name, title) {
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
  const caption = `${title}: ${Math.round(last / 60)} minutes from left to right, 0 to ${rounded(most)} MB from bottom to top`;
  return `<figure class="curve"><svg viewBox="0 0 1000 206" preserveAspectRatio="none" role="img" aria-label="${caption}" fill="none" stroke="currentColor">
<path d="M0 0V205H1000" opacity="0.4" vector-effect="non-scaling-stroke"/>
<polyline points="${places.join(' ')}" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>
<figcaption>${caption}</figcaption></figure>`;
}

/** @param {Soak} soak */
function soakHtml({browser, day, minutes, seed, actions, wrong, growths, own, samples}) {
  const grew = growths.map(({name, growth, allowed}) => {
    const sign = growth < 0 ? '−' : '+';
    const by = Math.abs(growth).toLocaleString('en', {maximumFractionDigits: 1});
    return `${sign}${by} ${UNITS[name]} (${rounded(allowed)} allowed)`;
  });
  const around = own
    ? ` The program around the pages, which is left out here, grew by ${rounded(own.growthMb)} MB: it keeps ${rounded(own.kbPerAddress)} kB of each address that a page adds to its history, of a page of plain text too, and the exercises added ${rounded(own.addresses)}.`
    : '';
  const found = wrong.length === 0 ? 'Nothing failed.' : `Failed: ${wrong.join('; ')}.`;
  const text = `${day}, ${minutes} minutes, seed ${seed}: ${actions.toLocaleString('en')} actions. Growth after the first ten minutes: ${grew.join(', ')}.${around} ${found}`;
  return `<div class="prose"><h3>${escapeHtml(browser)}</h3><p>${escapeHtml(text)}</p></div>
${curveOf(samples, 'memoryMb', own ? 'Memory of the processes of pages' : 'Memory of all processes')}${curveOf(samples, 'heapMb', 'JavaScript heaps after a collection')}`;
}

/** @param {Mutants} mutants */
function mutantsHtml({folders, operators, alive}) {
  const rowsOf = (/** @type {Record<string, Count>} */ counts) =>
    Object.entries(counts).map(([name, {n, killed, alive: left}]) => [name, n, killed, left]);
  const counts = ['Mutants', 'Caught', 'Alive'];
  const kept = Object.entries(alive).map(([id, reason]) => [
    id,
    reason || 'no reason is known: a test is missing',
  ]);
  return [
    table('By folder', ['Folder', ...counts], rowsOf(folders)),
    table('By kind of change', ['Change', ...counts], rowsOf(operators)),
    kept.length > 0 ? table('Alive', ['Change', 'Why no test catches it'], kept) : '',
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
      `${builds.runs} runs of 100 training steps, with every method. The hash of all weights at the end is compared, so one different bit is enough to fail. The last build fuses multiplication and addition on purpose, and must differ.`,
      buildsHtml(builds),
    ),
    section(
      'Three browsers, the same numbers',
      'Every page is opened at each width with all its folded sections open, and every figure is drawn with each of its faults. The numbers of each preset and the weights of each training are compared with those of Node, bit for bit.',
      visitsHtml(visits),
    ),
    section(
      'Random use',
      'Four chapters and the exercises are open at once. A seeded sequence of actions scrolls, hides and shows pages, changes settings and faults, trains models, and writes and checks exercises. An error on the console, a blank figure or growing memory is a failure.',
      soaks.map(soakHtml).join('\n'),
    ),
    section(
      'Mutation tests',
      `A mutant is the code with one small change, such as &lt; in place of &lt;=. A test should fail with it. On ${mutants.day} the tests caught ${killed} of ${n} mutants of C and JavaScript (seed ${mutants.seed}).`,
      mutantsHtml(mutants),
    ),
  ].join('\n');
}
