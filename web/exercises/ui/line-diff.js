// @ts-check
// Two texts, line by line: what left, what came, what stayed.
import {diffArrays} from 'diff';

/** @typedef {{mark: ' ' | '-' | '+', line: string}} DiffLine */

/** The search takes the square of this: where more lines than this left and came, all are said to have changed. */
const MOST_CHANGES = 4000;

/** @param {DiffLine['mark']} mark @param {string[]} lines @returns {DiffLine[]} */
const marked = (mark, lines) => lines.map((line) => ({mark, line}));

/**
 * The longest common subsequence of lines stays; of a change, what left comes before what came.
 *
 * @param {string} before
 * @param {string} after
 * @returns {DiffLine[]}
 */
export function lineDiff(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const parts = diffArrays(a, b, {maxEditLength: MOST_CHANGES});
  if (!parts) return [...marked('-', a), ...marked('+', b)];
  return parts.flatMap(({removed, added, value}) =>
    marked(removed ? '-' : added ? '+' : ' ', value),
  );
}
