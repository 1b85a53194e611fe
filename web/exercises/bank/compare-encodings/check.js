// @ts-check
import {cosineSimilarity} from '../../../core/linalg.js';
import {argumentOf, filled, tensorOf, vector} from '../tensors.js';

/** @import {Core, Tensor, TensorLike} from '../../../core/core.js' */
/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

const NAMES = ['tokens', 'sinusoidal', 'learned', 'sinusoidal_only', 'learned_only'];

/** Waves with a common part, as sinusoidal rows have; another table at every run. @param {CaseRandom} random @param {number} n @param {number} d */
function waves(random, n, d) {
  const speed = 0.5 + random.uniform();
  return filled([n, d], (p, c) => {
    const angle = (p * speed) / 30 ** ((2 * (c >> 1)) / d);
    return c % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

/** @param {CaseRandom} random @param {string} title @param {{n: number, d: number, isHidden?: boolean}} sizes */
function caseOf(random, title, {n, d, isHidden = false}) {
  const tokens = tensorOf(random.normal(n, d));
  const learned = tensorOf(random.normal(n, d));
  const tables = [tokens, waves(random, n, d), learned];
  const steps = [
    {
      op: 'call',
      target: 'position_encoding_comparison_experiment',
      args: tables.map(argumentOf),
      wants: NAMES,
      get: true,
    },
  ];
  return {title, isHidden, steps, tables};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '6 tokens of width 8', {n: 6, d: 8}),
  caseOf(random, 'two tokens', {n: 2, d: 2 * random.int(2, 8), isHidden: true}),
  caseOf(random, 'sizes of its own', {
    n: random.int(8, 20), // in loops every pair of rows is a few calls
    d: 2 * random.int(5, 30),
    isHidden: true,
  }),
];

/** @param {Tensor} a @param {Tensor} b @returns {Tensor} */
const plus = (a, b) => ({data: a.data.map((v, k) => v + b.data[k]), shape: a.shape});

/** The five sets of rows. @param {Case} item @returns {Tensor[]} */
const sets = ({tables: [tokens, waving, learned]}) => [
  tokens,
  plus(tokens, waving),
  plus(tokens, learned),
  waving,
  learned,
];

/** Mean over the places of a matrix that count. @param {TensorLike} matrix @param {(i: number, j: number) => boolean} counts */
function mean({data, shape}, counts) {
  let [sum, n] = [0, 0];
  for (let k = 0; k < data.length; k++) {
    if (!counts(Math.floor(k / shape[1]), k % shape[1])) continue;
    sum += data[k];
    n++;
  }
  return sum / n;
}

/** @param {number} i @param {number} j */
const differ = (i, j) => i !== j;

/** @param {Case} item @param {(x: Tensor) => number} measure */
const answer = (item, measure) => [vector(sets(item).map(measure))];

/** @param {Core} core @param {(i: number, j: number) => boolean} [counts] */
const similarity =
  (core, counts = differ) =>
  (/** @type {Tensor} */ x) =>
    mean(cosineSimilarity(core, {x}), counts);

/** @type {Check['truth']} */
export const truth = (core, item) => answer(item, similarity(core));

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'cosines',
    figure: '2-sinusoidal.html#near-and-far',
    sentence: 'A mean of cosines is between −1 and 1.',
    holds: ([{data}]) => {
      const at = data.findIndex((v) => !(Math.abs(v) <= 1.0001));
      return at < 0 || NAMES[at];
    },
  },
];

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-5, rtol: 1e-5});
