// @ts-check
// The stages of Transformer-XL's shift and of XLNet's, and the numbers that they move.

import {txlShift} from '../../core/pe.js';
import {firstColumns} from '../shared/tensors.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Settings} from '../frame/settings.js' */

/** @typedef {{title: string, heads: [row: string, column: string], note: string}} Step */

/**
 * The five steps: both shifts move the same way, and say other words about it.
 *
 * @param {string} first what is in the cells at the start
 * @param {string} last
 * @param {string[]} notes one per step
 * @returns {Step[]}
 */
const steps = (first, last, notes) => [
  {title: first, heads: ['query', 'distance'], note: notes[0]},
  {title: 'pad: a column of zeros in front', heads: ['row', 'column'], note: notes[1]},
  {title: 'read the same numbers in shorter rows', heads: ['row', 'column'], note: notes[2]},
  {title: 'drop the first row', heads: ['row', 'column'], note: notes[3]},
  {title: last, heads: ['query', 'key'], note: notes[4]},
];

/** @type {Record<'past' | 'both', Step[]>} */
export const STEPS = {
  past: steps('one score for every query and distance', 'read in long rows again', [
    'One matrix product gives each query its score for every distance. Type other numbers into the cells and follow them.',
    'Each row is one cell longer now.',
    'Nothing has moved in memory. Only the length of a row has changed: as many cells as there are queries.',
    'As many numbers are dropped as there are queries: the padding of the first query and the distances that it cannot reach.',
    'Row by row the numbers have slid to the left, each row one cell less than the row above.',
  ]),
  both: steps(
    'one score for every query and offset, past and future',
    'read in long rows again, and keep as many columns as there are keys',
    [
      'Keys after the query have negative distances. They get scores of their own.',
      'Each row is one cell longer now.',
      'Nothing has moved in memory.',
      'As many numbers go as there are queries.',
      'Every pair has the score of its own distance, before the query and after it.',
    ],
  ),
};

/**
 * The scores before they are edited: each is the distance it was made for, query minus key.
 *
 * @param {Settings} settings
 * @returns {Tensor} (queries, columns)
 */
export function numbersOf({side, queries, keys}) {
  const columns = side === 'both' ? keys + queries - 1 : keys;
  const data = Float32Array.from({length: queries * columns}, (_, k) => keys - 1 - (k % columns));
  return {data, shape: [queries, columns]};
}

const EDIT = /^(\d+),(\d+)=(-?\d+(?:\.\d+)?)$/;

/**
 * @param {string} edits 'none', or row,column=number for each
 * @param {Tensor} numbers
 * @returns {Tensor}
 */
export function readEdits(edits, numbers) {
  const [nRows, nCols] = numbers.shape;
  const data = numbers.data.slice();
  for (const edit of edits === 'none' ? [] : edits.trim().split(/\s+/)) {
    const [, row, col, value] = EDIT.exec(edit) ?? [];
    if (value === undefined) {
      throw new RangeError(`edits must be "none" or "row,column=number", got "${edit}".`);
    }
    if (Number(row) < nRows && Number(col) < nCols)
      data[Number(row) * nCols + Number(col)] = Number(value);
  }
  return {data, shape: numbers.shape};
}

/**
 * @param {string} edits
 * @param {string} at row,column
 * @param {string} value '' takes the edit back
 */
export function withEdit(edits, at, value) {
  const others =
    edits === 'none' ? [] : edits.split(/\s+/).filter((edit) => !edit.startsWith(`${at}=`));
  const text = value.trim().replace('−', '-');
  const all = text === '' ? others : [...others, `${at}=${text}`];
  return all.length > 0 ? all.join(' ') : 'none';
}

/**
 * @param {Core} core
 * @param {Tensor} x the scores
 * @param {Settings} settings
 * @param {string} fault
 * @returns {Tensor[]} one per step
 */
export function stagesOf(core, x, {keys}, fault) {
  const [queries, columns] = x.shape;
  const {before, padded, reshaped, sliced} = txlShift(core, {x: widened(x)});
  const isLast = fault === 'last-row';
  const kept = isLast ? reshaped.data.slice(0, -queries) : reshaped.data.slice(queries);
  const dropped = {data: kept, shape: [columns, queries]};
  const end = isLast ? {data: kept, shape: [queries, columns]} : sliced;
  return [before, padded, reshaped, dropped, firstColumns(end, keys)];
}

/**
 * The core's shift takes scores of the future too and drops them: here there are none, so zeros.
 *
 * @param {Tensor} x (queries, columns)
 * @returns {Tensor} (queries, columns + queries - 1)
 */
function widened({data, shape: [queries, columns]}) {
  const width = columns + queries - 1;
  const out = new Float32Array(queries * width);
  for (let row = 0; row < queries; row++) {
    out.set(data.subarray(row * columns, (row + 1) * columns), row * width);
  }
  return {data: out, shape: [queries, width]};
}
