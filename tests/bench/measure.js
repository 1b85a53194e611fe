// Two things timed turn by turn, so that what the machine does meanwhile hits both.

/**
 * @typedef {object} Row one line of the report
 * @property {string} name
 * @property {string} unit of min and median
 * @property {number} min
 * @property {number} median
 * @property {number} [ratio] what the budget is about
 * @property {string} [against] what the ratio compares with, and how
 * @property {string} [budget] such as '<= 2'
 * @property {boolean} [met]
 */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Milliseconds of one call of each function, round by round in turn. A function faster than MIN_MS is
 * called several times a round.
 *
 * @param {(() => void)[]} functions
 * @param {number} rounds
 * @returns {number[][]} for each function, one number per round
 */
export function alternate(functions, rounds) {
  const repeats = functions.map(repeatsOf);
  /** @type {number[][]} */
  const times = functions.map(() => []);
  for (let round = 0; round < rounds; round++) {
    functions.forEach((f, i) => {
      times[i].push(timeOf(f, repeats[i]));
    });
  }
  return times;
}

const MIN_MS = 4;

/** @param {() => void} f */
function repeatsOf(f) {
  f(); // compiled, and its memory touched
  f();
  return Math.max(1, Math.ceil(MIN_MS / Math.max(timeOf(f, 1), 1e-3)));
}

/** @param {() => void} f @param {number} repeats */
function timeOf(f, repeats) {
  const begin = performance.now();
  for (let k = 0; k < repeats; k++) f();
  return (performance.now() - begin) / repeats;
}

/**
 * A row about `times`. The ratio is that of the fastest rounds: what the rest of the machine does in
 * the meantime only ever makes a round slower.
 *
 * @param {string} name
 * @param {number[]} times
 * @param {{against: string, ratio: number, atMost?: number, atLeast?: number}} compared
 * @returns {Row}
 */
export function rowOf(name, times, {against, ratio, atMost, atLeast}) {
  /** @type {Row} */
  const row = {name, unit: 'ms', min: Math.min(...times), median: median(times), ratio, against};
  if (atMost !== undefined) return {...row, budget: `<= ${atMost}`, met: ratio <= atMost};
  if (atLeast !== undefined) return {...row, budget: `>= ${atLeast}`, met: ratio >= atLeast};
  return row;
}
