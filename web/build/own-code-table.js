// @ts-check
// Which test of a reader's file catches which bug, as HTML: a table for each kind of code, made of a recorded run.
import {BUGS} from '../own-code/cases.js';
import {KINDS} from '../own-code/pytest-file.js';
import {escapeHtml} from './html.js';

/** @typedef {{kind: string, bug: string, tests: string[], failed: string[]}} Row */

/** @param {string} name of a test in Python */
const words = (name) => name.replace(/^test_/, '').replaceAll('_', ' ');

/** @param {Row[]} rows of one kind */
function tableHtml(rows) {
  const {tests, kind} = rows[0];
  const head = tests.map((name) => `<th scope="col">${words(name)}</th>`).join('');
  const body = rows.map(({bug, failed}) => {
    const cells = tests.map((name) =>
      failed.includes(name)
        ? '<td class="catches">catches it</td>'
        : '<td class="misses">does not notice</td>',
    );
    return `<tr><th scope="row"><code>${bug}</code> <span class="about">${escapeHtml(BUGS[bug])}</span></th>${cells.join('')}</tr>`;
  });
  return `<h3>${KINDS[kind].label}</h3>
<table class="atlas"><thead><tr><th scope="col">Bug</th>${head}</tr></thead>
<tbody>${body.join('\n')}</tbody></table>`;
}

/** @param {Row[]} rows @returns {string} */
export const ownCodeTables = (rows) =>
  Object.keys(KINDS)
    .map((kind) => tableHtml(rows.filter((row) => row.kind === kind)))
    .join('\n');
