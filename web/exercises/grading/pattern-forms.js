// @ts-check
// Rotated pairs whose formula is wrong: sine and cosine of each pair are read from what was given and what is right, and
// formulas that people write in place of a rotation are tried with them.

/** @import {TensorLike} from '../../core/core.js' */
/** @import {Layout} from './pattern-pairs.js' */

/** @typedef {{a: number, b: number, c: number, s: number}} Pair what was given, and the cosine and sine of its angle */

/** @type {[words: string, form: (pair: Pair) => [number, number]][]} */
const FORMS = [
  [
    'the second channel is computed from the first one after that has been written over: keep both until both are computed',
    ({a, b, c, s}) => [a * c - b * s, (a * c - b * s) * s + b * c],
  ],
  [
    'the first channel is computed from the second one after that has been written over: keep both until both are computed',
    ({a, b, c, s}) => [a * c - (a * s + b * c) * s, a * s + b * c],
  ],
  [
    'the minus before the sine of the first channel is missing',
    ({a, b, c, s}) => [a * c + b * s, a * s + b * c],
  ],
  [
    'the sine of the second channel has a minus, too',
    ({a, b, c, s}) => [a * c - b * s, b * c - a * s],
  ],
  ['sine and cosine have changed places', ({a, b, c, s}) => [a * s - b * c, a * c + b * s]],
  ['the two channels have changed places', ({a, b, c, s}) => [a * s + b * c, a * c - b * s]],
  [
    'the two channels that were given have changed places',
    ({a, b, c, s}) => [b * c - a * s, b * s + a * c],
  ],
  [
    'each channel is multiplied by the sine of itself, and not of its partner',
    ({a, b, c, s}) => [a * c - a * s, b * c + b * s],
  ],
  [
    'each channel is multiplied by cosine and sine of itself: the sine belongs to its partner',
    ({a, b, c, s}) => [a * c + a * s, b * c + b * s],
  ],
  ['each channel is multiplied by the cosine alone', ({a, b, c}) => [a * c, b * c]],
  ['each channel is multiplied by the sine alone', ({a, b, s}) => [a * s, b * s]],
  ['the first channel has the cosine alone', ({a, b, c, s}) => [a * c, a * s + b * c]],
  ['the second channel has the cosine alone', ({a, b, c, s}) => [a * c - b * s, b * c]],
  [
    'the first channel is multiplied by the cosine, the second one by the sine: each needs both',
    ({a, b, c, s}) => [a * c, b * s],
  ],
  ['the second channel is as it was', ({a, b, c, s}) => [a * c - b * s, b]],
  ['the first channel is as it was', ({a, b, c, s}) => [a, a * s + b * c]],
];

const LEAST = 4; // pairs that are rotated: of fewer several formulas are true
const CLOSE = 2e-4;

/** @param {number} a @param {number} b @param {Pair} pair */
const isClose = (a, b, pair) => Math.abs(a - b) <= CLOSE * (1 + Math.hypot(pair.a, pair.b));

/**
 * @param {TensorLike} got the learner's output @param {TensorLike} want the solution's @param {TensorLike} before the input of both
 * @param {Layout} layout of the pairs that the solution rotates
 * @returns {string} what is wrong with the formula, or ''
 */
export function formOfPairs(got, want, before, layout) {
  const width = want.shape[want.shape.length - 1];
  const half = width / 2;
  const all = Array.from({length: want.data.length / 2}, (_, k) => {
    const [row, i] = [Math.floor(k / half) * width, k % half];
    const [one, other] = [row + layout.first(i, half), row + layout.second(i, half)];
    const [a, b, x, y] = [before.data[one], before.data[other], want.data[one], want.data[other]];
    const size = a * a + b * b;
    const pair = {a, b, c: (a * x + b * y) / size, s: (a * y - b * x) / size};
    return {...pair, row, i, got: [got.data[one], got.data[other]]};
  }).filter(({c}) => Number.isFinite(c));
  if (all.filter(({s}) => Math.abs(s) > 0.01).length < LEAST) return '';
  const holds = (/** @type {(pair: Pair) => [number, number]} */ form) =>
    all.every((pair) => form(pair).every((v, k) => isClose(pair.got[k], v, pair)));
  const found = FORMS.find(([, form]) => holds(form));
  if (found) return found[0];
  /** @type {Map<string, Pair>} */
  const known = new Map(all.map((pair) => [`${pair.row} ${pair.i}`, pair]));
  const otherLayout = layout.first(1, half) === 1 ? (/** @type {number} */ k) => k >> 1 : (/** @type {number} */ k) => k % half; // biome-ignore format: one line
  const hasOther = all.every((pair) => {
    const [one, other] = [layout.first(pair.i, half), layout.second(pair.i, half)].map((k) =>
      known.get(`${pair.row} ${otherLayout(k)}`),
    );
    if (!one || !other) return true;
    const {a, b} = pair;
    const mine = [a * one.c - b * one.s, a * other.s + b * other.c];
    return mine.every((v, k) => isClose(pair.got[k], v, pair));
  });
  return hasOther
    ? 'the tables are laid out for the other pairs: its two channels get cosines and sines of different frequencies'
    : '';
}
