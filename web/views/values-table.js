// @ts-check
import {setText, t} from '../dom.js';
import {formatNumber} from '../draw/format.js';

/** @import {Table} from '../draw/panel.js' */

const MAX_ROWS = 128;
const MAX_COLUMNS = 65;

/**
 * @param {string} tag
 * @param {string | number} value
 * @param {string} [scope]
 */
function cell(tag, value, scope) {
  const element = document.createElement(tag);
  setText(element, t(typeof value === 'number' ? formatNumber(value) : value));
  if (scope) element.setAttribute('scope', scope);
  return element;
}

/**
 * The numbers of a panel as a table; of a very large one the first rows and columns, and a caption
 * that says so.
 *
 * @param {string} title
 * @param {Table} table
 */
export function tableElement(title, table) {
  const element = document.createElement('table');
  const columns = table.columns.slice(0, MAX_COLUMNS);
  const rows = table.rows.slice(0, MAX_ROWS);
  const caption = element.createCaption();
  const isCut = columns.length < table.columns.length || rows.length < table.rows.length;
  caption.textContent = isCut
    ? t(
        '{title} (the first {rows} rows and {columns} columns of {allRows} rows, {allColumns} columns)',
        {
          title,
          rows: rows.length,
          columns: columns.length - 1,
          allRows: table.rows.length,
          allColumns: table.columns.length - 1,
        },
      )
    : title;
  const head = element.createTHead().insertRow();
  for (const name of columns) head.append(cell('th', name, 'col'));
  const body = element.createTBody();
  for (const values of rows) {
    const row = body.insertRow();
    values.slice(0, MAX_COLUMNS).forEach((value, k) => {
      row.append(k === 0 ? cell('th', value, 'row') : cell('td', value));
    });
  }
  return element;
}
