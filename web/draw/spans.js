// @ts-check
// Where neighbouring numbers are the same.

/**
 * Runs of one bucket.
 *
 * @param {ArrayLike<number>} y buckets by distance
 * @returns {{bucket: number, from: number, to: number}[]} both ends included
 */
export function spansOf(y) {
  const spans = [];
  for (let from = 0; from < y.length; ) {
    let to = from;
    while (to + 1 < y.length && y[to + 1] === y[from]) to++;
    spans.push({bucket: y[from], from, to});
    from = to + 1;
  }
  return spans;
}
