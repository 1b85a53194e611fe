// The report of a benchmark: its lines as a table or as JSON.

/** @import {Row} from './measure.js' */

/** @param {number | undefined} value */
const short = (value) => (value === undefined ? '' : value.toPrecision(3));

/** @param {readonly Row[]} rows */
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

/**
 * Prints the rows: as a table with a closing line, or with --json an object a line.
 *
 * @param {readonly Row[]} rows
 */
export function report(rows) {
  if (process.argv.includes('--json')) {
    for (const row of rows) console.log(JSON.stringify(row));
    return;
  }
  console.log(table(rows));
  const missed = rows.filter(({met}) => met === false);
  console.log(missed.length === 0 ? 'every budget is met' : `${missed.length} budgets are missed`);
}
