// @ts-check
// A notebook as a file: Jupyter's format (nbformat 4.5), as far as cells of code and text go.
import {hasManyAccents, MANY_ACCENTS, shownValue} from '../../shown.js';

/**
 * @typedef {{kind: 'code' | 'text', source: string, count?: number | null, printed?: string}} CellData
 *   count: the number of its last run; printed: what it printed then
 */

export const MOST = {cells: 200, characters: 100_000, all: 1_000_000, bytes: 20e6};
const FORMAT = {nbformat: 4, nbformat_minor: 5};

/** Why a file is no notebook of this page. */
export class NotebookError extends Error {}

/** @param {boolean} isFit @param {string} message */
function need(isFit, message) {
  if (!isFit) throw new NotebookError(message);
}

/** @param {any} source a text, or a list of its lines @param {number} k */
function textOf(source, k) {
  const lines = Array.isArray(source) ? source : [source];
  need(
    lines.every((line) => typeof line === 'string'),
    `cells[${k}].source must be a text or a list of lines.`,
  );
  const text = lines.join('');
  need(!hasManyAccents(text), `cells[${k}] ${MANY_ACCENTS}.`);
  const most = MOST.characters;
  need(
    text.length <= most,
    `cells[${k}] must have at most ${most} characters, got ${text.length}. Split it into two cells.`,
  );
  return text;
}

/**
 * The cells of a file. What they printed is left behind: it comes back when they run.
 *
 * @param {string} text
 * @returns {CellData[]}
 * @throws {NotebookError} that says what is wrong
 */
export function readNotebook(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new NotebookError('The file is not JSON: it was cut or changed on its way. Save the notebook anew, and open that file.'); // biome-ignore format: a sentence
  }
  need(
    file?.nbformat === 4,
    `nbformat must be 4, got ${shownValue(file?.nbformat).slice(0, 60)}. Save it as a notebook of Jupyter, version 4.`,
  );
  const {cells} = file;
  need(Array.isArray(cells), 'cells must be a list.');
  need(cells.length <= MOST.cells, `cells must be at most ${MOST.cells}, got ${cells.length}.`);
  const read = cells.map((/** @type {any} */ cell, /** @type {number} */ k) => ({
    kind:
      cell?.cell_type === 'code' ? /** @type {const} */ ('code') : /** @type {const} */ ('text'),
    source: textOf(cell?.source, k),
  }));
  checkSize(read);
  return read;
}

/** @param {readonly CellData[]} cells @throws {NotebookError} where they are more than is kept */
export function checkSize(cells) {
  const n = cells.reduce((sum, {source}) => sum + source.length, 0);
  need(
    n <= MOST.all,
    `All cells together must have at most ${MOST.all} characters, got ${n}. Make two notebooks of it.`,
  );
}

/** @param {string} text @returns {string[]} its lines, as the format has them */
const linesOf = (text) => text.split(/(?<=\n)/).filter((line) => line !== '');

/** @param {readonly CellData[]} cells @returns {string} the text of a file */
export function writeNotebook(cells) {
  const written = cells.map(({kind, source, count = null, printed = ''}, k) => {
    const common = {id: `cell-${k + 1}`, metadata: {}, source: linesOf(source)};
    if (kind === 'text') return {cell_type: 'markdown', ...common};
    const outputs = printed
      ? [{output_type: 'stream', name: 'stdout', text: linesOf(printed)}]
      : [];
    return {cell_type: 'code', ...common, execution_count: count, outputs};
  });
  const metadata = {
    kernelspec: {display_name: 'Python 3', language: 'python', name: 'python3'},
    language_info: {name: 'python', file_extension: '.py'},
  };
  return `${JSON.stringify({...FORMAT, metadata, cells: written}, null, 1)}\n`;
}
