#!/usr/bin/env node
// npm run bench [-- --json]: verifies each kernel, times it, and says whether its budget is met.
//
// Budgets are ratios within one run, so that they hold on any machine. --json prints one object a
// line: name, unit, min, median, ratio, against, and budget and met where there is one. Exit code 1
// when a kernel is wrong; a budget that is missed is said, not failed.
import {existsSync} from 'node:fs';

import * as coreBench from './core.bench.js';

/** @import {Row} from './measure.js' */

/** @param {number | undefined} value */
const short = (value) => (value === undefined ? '' : value.toPrecision(3));

/** @param {Row[]} rows */
function table(rows) {
  const head = ['', 'min', 'median', 'unit', 'ratio', 'budget', '', 'of what'];
  const lines = rows.map(({name, min, median, unit, ratio, budget = '', met, against = ''}) => {
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
    return [name, short(min), short(median), unit, short(ratio), budget, verdict, against];
  });
  const widths = head.map((_, c) => Math.max(...[head, ...lines].map((line) => line[c].length)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, c) => cell.padEnd(widths[c]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The core's benchmarks, and the page's where they are there. @returns {Promise<Row[]>} */
async function allRows() {
  const rows = await coreBench.run();
  const page = new URL('page.bench.js', import.meta.url);
  if (!existsSync(page)) return rows;
  return [...rows, ...(await (await import(page.href)).run())];
}

const rows = await allRows();
if (process.argv.includes('--json')) {
  for (const row of rows) console.log(JSON.stringify(row));
} else {
  console.log(table(rows));
  const missed = rows.filter(({met}) => met === false);
  console.log(missed.length === 0 ? 'every budget is met' : `${missed.length} budgets are missed`);
}
