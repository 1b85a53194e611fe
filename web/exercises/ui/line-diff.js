// @ts-check
// Two texts, line by line: what left, what came, what stayed.
import {diffComm} from 'node-diff3';

/** @typedef {{mark: ' ' | '-' | '+', line: string}} DiffLine */

/**
 * The longest common subsequence of lines stays; of a change, what left comes before what came.
 *
 * @param {string} before
 * @param {string} after
 * @returns {DiffLine[]}
 */
export function lineDiff(before, after) {
  const marked = (/** @type {DiffLine['mark']} */ mark, /** @type {string[]} */ lines) =>
    lines.map((line) => ({mark, line}));
  return diffComm(before.split('\n'), after.split('\n')).flatMap((part) =>
    part.common
      ? marked(' ', part.common)
      : [...marked('-', part.buffer1), ...marked('+', part.buffer2)],
  );
}
