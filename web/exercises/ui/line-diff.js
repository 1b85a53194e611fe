// @ts-check
// Two texts, line by line: what left, what came, what stayed.

/** @typedef {{mark: ' ' | '-' | '+', line: string}} DiffLine */

/** Pairs of lines that are compared at most: of longer changes the page says that all has changed. */
const MOST_PAIRS = 4e6;

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
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [
    ...marked(' ', a.slice(0, start)),
    ...changes(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...marked(' ', a.slice(a.length - end)),
  ];
}

/** @param {string[]} a @param {string[]} b @returns {DiffLine[]} */
function changes(a, b) {
  const width = b.length + 1;
  if (a.length * b.length > MOST_PAIRS) return [...marked('-', a), ...marked('+', b)];
  // how many lines the rest of a, from line i, and that of b, from line j, have in common
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      common[at] =
        a[i] === b[j] ? 1 + common[at + width + 1] : Math.max(common[at + width], common[at + 1]);
    }
  /** @type {DiffLine[]} */
  const lines = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const at = i * width + j;
    if (i < a.length && a[i] === b[j]) {
      lines.push({mark: ' ', line: a[i]});
      [i, j] = [i + 1, j + 1];
    } else if (j === b.length || (i < a.length && common[at + width] >= common[at + 1]))
      lines.push({mark: '-', line: a[i++]});
    else lines.push({mark: '+', line: b[j++]});
  }
  return lines;
}
