#!/usr/bin/env node
// npm run bench [-- --json]: verifies each kernel, times it, and says whether its budget is met.
//
// Budgets are ratios within one run, so that they hold on any machine. --json prints one object a
// line: name, unit, min, median, ratio, against, and budget and met where there is one. Exit code 1
// when a kernel is wrong; a budget that is missed is said, not failed.
import {existsSync} from 'node:fs';

import * as coreBench from './core.bench.js';
import {report} from './table.js';
import * as trainBench from './train.bench.js';

/** @import {Row} from './measure.js' */

/** The core's benchmarks, and the page's and Python's where they are there. @returns {Promise<Row[]>} */
async function allRows() {
  const rows = [...(await coreBench.run()), ...(await trainBench.run())];
  for (const name of ['page.bench.js', 'python.bench.js']) {
    const file = new URL(name, import.meta.url);
    if (existsSync(file)) rows.push(...(await (await import(file.href)).run()));
  }
  return rows;
}

report(await allRows());
