// @ts-check
import {call} from '../steps.js';
import {argumentOf, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {number} n @param {number} vocab @returns {number[][]} */
function distributions(random, n, vocab) {
  const {data} = tensorOf(random.normal(n, vocab));
  return Array.from({length: n}, (_, i) => {
    const weights = Array.from(data.slice(i * vocab, (i + 1) * vocab), (x) => Math.exp(1.5 * x));
    const total = weights.reduce((a, b) => a + b, 0);
    return weights.map((w) => Math.fround(w / total));
  });
}

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{n: number, vocab: number, refused: number, isClose?: boolean, isHidden?: boolean}} options refused: the place of the
 *   first token that is not kept; n: all are. isClose: whether every u is near the ratio
 */
function caseOf(random, title, {n, vocab, refused, isClose = false, isHidden = false}) {
  const [p, q] = [distributions(random, n + 1, vocab), distributions(random, n, vocab)];
  const drafted = q.map((row, i) => {
    // at the place of the refusal a token that the draft likes more than the large model
    const gaps = row.map((value, token) => value - p[i][token]);
    return i === refused || isClose ? gaps.indexOf(Math.max(...gaps)) : random.int(0, vocab - 1);
  });
  const ratio = (/** @type {number} */ i) => p[i][drafted[i]] / q[i][drafted[i]];
  const u = drafted.map((_, i) =>
    isClose
      ? ratio(i) * (i === refused ? 1.002 : 0.998)
      : i === refused
        ? (1 + Math.min(1, ratio(i))) / 2
        : Math.min(1, ratio(i)) * 0.9 * random.uniform(),
  );
  return withArguments({title, isHidden, p, q, drafted, u, v: numberToDraw(random, p, q, refused)});
}

/** @param {{title: string, isHidden: boolean, p: number[][], q: number[][], drafted: number[], u: number[], v: number}} given */
function withArguments({title, isHidden, p, q, drafted, u, v}) {
  const vocab = p[0].length;
  const [pArgument, qArgument] = [p, q].map((rows) =>
    argumentOf({data: rows.flat(), shape: [rows.length, vocab]}),
  );
  const steps = [
    {...call('accept', pArgument, qArgument, {list: drafted}, {list: u}, v), wants: 'numbers'},
  ];
  return {title, isHidden, steps, p, q, drafted, u, v};
}

/** What the last token is drawn from. @param {number[][]} p @param {number[][]} q @param {number} at */
function lastOf(p, q, at) {
  return at === q.length ? p[at] : beyond(p[at], q[at]);
}

/** The positive part of a difference, divided by its sum. @param {number[]} p @param {number[]} q */
function beyond(p, q) {
  const rest = p.map((value, token) => Math.max(0, value - q[token]));
  const total = rest.reduce((a, b) => a + b, 0);
  return rest.map((value) => value / total);
}

/** The token that v draws. @param {number[]} probabilities @param {number} v */
function drawn(probabilities, v) {
  let sum = 0;
  return probabilities.findIndex((value) => {
    sum += value;
    return sum > v;
  });
}

/**
 * A number to draw with: not where rounding would decide, and such that a likely wrong distribution gives another token.
 *
 * @param {CaseRandom} random
 * @param {number[][]} p
 * @param {number[][]} q
 * @param {number} at
 */
function numberToDraw(random, p, q, at) {
  const right = lastOf(p, q, at);
  const wrong = at === q.length ? [p[at - 1], beyond(p[at], q[at - 1])] : [p[at], p[q.length]];
  for (let tries = 0; ; tries++) {
    const v = random.uniform();
    const isSafe = drawn(right, v - 1e-4) === drawn(right, v + 1e-4);
    const others = wrong.slice(0, tries < 500 ? 2 : 1); // some cases have no number that rules out both
    if (isSafe && others.every((one) => drawn(right, v) !== drawn(one, v))) return v;
  }
}

/** What decides is a number that floats hold: u[0] is the ratio itself, and v a cumulative probability. @param {number} v */
function edgeCase(v) {
  const q = [[0.5, 0.25, 0.125, 0.125]];
  const p = [
    [0.25, 0.25, 0.25, 0.25],
    [0.5, 0.25, 0.125, 0.125],
  ];
  const [pArgument, qArgument] = [p, q].map((rows) =>
    argumentOf({data: rows.flat(), shape: [rows.length, 4]}),
  );
  const [drafted, u] = [[0], [0.5]];
  const steps = [
    {...call('accept', pArgument, qArgument, {list: drafted}, {list: u}, v), wants: 'numbers'},
  ];
  return {title: `on the edge, v = ${v}`, isHidden: true, steps, p, q, drafted, u, v};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'both kept', {n: 2, vocab: 4, refused: 2}),
  caseOf(random, 'the second refused', {n: 3, vocab: 4, refused: 1}),
  caseOf(random, 'the first refused', {n: 2, vocab: 6, refused: 0, isHidden: true}),
  caseOf(random, 'the last refused', {n: 3, vocab: 8, refused: 2, isHidden: true}),
  ...[0, 0.5].map(edgeCase),
  ...[0, 1, 2].map((k) =>
    caseOf(random, `sizes of its own, ${k + 1}`, {
      n: 5,
      vocab: random.int(12, 24),
      refused: random.int(1, 5),
      isHidden: true,
    }),
  ),
  caseOf(random, 'close to the ratio', {
    n: 5,
    vocab: 6,
    refused: 4,
    isClose: true,
    isHidden: true,
  }),
  // all of these numbers are exact, in whatever order they are multiplied and divided
  withArguments({
    title: 'u is the ratio',
    isHidden: true,
    p: [
      [0.25, 0.75],
      [0.5, 0.5],
    ],
    q: [[0.5, 0.5]],
    drafted: [0],
    u: [0.5],
    v: 0.25,
  }),
];

/** @type {Check['truth']} */
export const truth = (_core, {p, q, drafted, u, v}) => {
  const ratio = (/** @type {number} */ i) => p[i][drafted[i]] / q[i][drafted[i]];
  const found = drafted.findIndex(
    (/** @type {number} */ _, /** @type {number} */ i) => u[i] >= ratio(i),
  );
  const at = found < 0 ? drafted.length : found;
  const tokens = [...drafted.slice(0, at), drawn(lastOf(p, q, at), v)];
  return [{data: Float64Array.from(tokens), shape: [tokens.length]}];
};
