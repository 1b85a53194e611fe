// @ts-check
// Two texts, line by line: what left, what came, what stayed.

/** @typedef {{mark: ' ' | '-' | '+', line: string}} DiffLine */

/**
 * The longest common subsequence of lines stays; of a change, what left comes before what came.
 *
 * @param {string} before
 * @param {string} after
 * @returns {DiffLine[]}
 */
export function lineDiff(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  // common[i][j]: how many lines a[i..] and b[j..] have in common, in order
  const common = Array.from({length: a.length + 1}, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i][j] =
        a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  /** @type {DiffLine[]} */
  const lines = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({mark: ' ', line: a[i]});
      i++;
      j++;
    } else if (j === b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
      lines.push({mark: '-', line: a[i++]});
    } else {
      lines.push({mark: '+', line: b[j++]});
    }
  }
  return lines;
}
