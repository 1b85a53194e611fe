// @ts-check
// What `npm run bench -- --save=NAME` has measured, as tables: a section a machine.
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';

import {escapeHtml} from './html.js';
import {WEB} from './paths.js';

/**
 * @typedef {{name: string, unit: string, min: number, median: number, ratio?: number, against?: string, budget?: string,
 *   met?: boolean}} Row as tests/bench/measure.js makes it
 * @typedef {{machine: string, day: string, load: number, versions: string[],
 *   groups: {name: string, rows: Row[]}[]}} SpeedFile one machine on one day; load: processes that were waiting before
 */

const GROUPS = new Map([
  ['core', 'The core'],
  ['train', 'Training in the core'],
  ['page', 'Sliders and switches'],
  ['experiments', 'Experiments in the page'],
  ['loading', 'Loading on a slow phone'],
  ['python', 'Python'],
  ['notebook', 'A notebook’s training loop'],
  ['peers', 'Beside other programs'],
]);

/** @param {number | undefined} value */
const short = (value) =>
  value === undefined
    ? ''
    : Number(value.toPrecision(3)).toLocaleString('en', {useGrouping: false});

/** @param {Row} row */
function rowHtml({name, unit, median, ratio, against = '', budget = '', met}) {
  const verdict = met === undefined ? '' : met ? 'met' : 'missed';
  const cells = [`${short(median)} ${unit}`, short(ratio), budget, verdict, against];
  return `<tr><th scope="row">${escapeHtml(name)}</th>${cells
    .map((cell) => `<td>${escapeHtml(cell.trim().replace('<=', '≤').replace('>=', '≥'))}</td>`)
    .join('')}</tr>`;
}

/** @param {SpeedFile} file @returns {string} HTML */
export function speedHtml({machine, day, load, versions, groups}) {
  const rows = groups.flatMap((group) => group.rows);
  const budgets = rows.filter(({met}) => met !== undefined);
  const missed = budgets.filter(({met}) => !met).length;
  const heads = ['What', 'Median', 'Ratio', 'Budget', 'Verdict', 'Ratio of what']
    .map((head) => `<th scope="col">${head}</th>`)
    .join('');
  const tables = groups.map(
    ({name, rows: own}) =>
      `<table class="speed"><caption>${GROUPS.get(name) ?? escapeHtml(name)}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${own.map(rowHtml).join('\n')}</tbody></table>`,
  );
  const waiting = `${load} ${load === 1 ? 'process' : 'processes'} at work before it began`;
  return `<section class="idea wide"><div class="prose"><h2>${escapeHtml(machine)}</h2>
<p>Measured on <time datetime="${day}">${day}</time> with ${escapeHtml(versions.join(', '))}; ${waiting}. ${budgets.length} rows have a budget, ${missed} of them ${missed === 1 ? 'misses' : 'miss'} it.</p></div>
${tables.join('\n')}</section>`;
}

/** @returns {Promise<string>} HTML of every saved file, the newest first */
export async function allSpeedHtml() {
  const folder = path.join(WEB, 'speed');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  /** @type {SpeedFile[]} */
  const files = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8'))),
  );
  files.sort((a, b) => (a.day < b.day ? 1 : -1));
  return files.map(speedHtml).join('\n');
}
