// @ts-check
// The numbers of a figure as text for other programs.

import {readNumber} from '../../draw/format.js';

/** @import {Table} from '../../draw/panel.js' */
/** @import {Figure} from './figure.js' */

/** What a picture or a file says of where it comes from. @param {Figure} figure */
export function provenanceOf(figure) {
  const {settings} = figure.currentSettings();
  return {
    figure: figure.localName,
    preset: figure.presetName,
    fault: figure.faultName || null,
    settings,
    version: `poslab ${figure.version}`,
  };
}

/** The same in one line. @param {Figure} figure */
export function provenanceText(figure) {
  const {figure: tag, preset, fault, settings, version} = provenanceOf(figure);
  const values = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return `${version}, ${tag} ${preset}${fault ? `, fault ${fault}` : ''}: ${values.join(', ')}`;
}

/** A cell that shows a number to readers is a number again. @param {Table} table */
const machineTable = ({columns, rows, ...rest}) => ({
  ...rest,
  columns,
  rows: rows.map((row) =>
    row.map((value) => {
      const number = typeof value === 'string' ? readNumber(value) : value;
      return Number.isNaN(number) ? value : number;
    }),
  ),
});

/** A cell that a comma, a quotation mark or a line's end would break. @param {string | number} value */
function cell(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * RFC 4180, with a head line; numbers as JavaScript writes them, so that none is rounded.
 *
 * @param {Table} table
 * @param {string} [provenance] becomes a first line that numpy and R leave out, and pandas with comment='#'
 */
export const csvOf = (table, provenance) =>
  (provenance ? `# ${provenance}\r\n` : '') +
  [table.columns, ...machineTable(table).rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');

/** All tables and laws of a figure. @param {Figure} figure */
export function jsonOf(figure) {
  return `${JSON.stringify({...provenanceOf(figure), tables: figure.tables.map(machineTable), laws: figure.meters}, null, 1)}\n`;
}
