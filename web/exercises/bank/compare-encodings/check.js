// @ts-check
import {cosineSimilarity, matmul} from '../../../core/linalg.js';
import {argumentOf, filled, permuted, tensorOf, vector} from '../tensors.js';

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

/** @param {Core} core @param {Tensor} x */
const products = (core, x) => matmul(core, {a: x, b: permuted(x, [1, 0])});

/** @param {Case} item @param {(x: Tensor) => number} measure */
const answer = (item, measure) => [vector(sets(item).map(measure))];

/** @param {Core} core @param {(i: number, j: number) => boolean} [counts] */
const similarity =
  (core, counts = differ) =>
  (/** @type {Tensor} */ x) =>
    mean(cosineSimilarity(core, {x}), counts);

/** @type {Check['truth']} */
export const truth = (core, item) => answer(item, similarity(core));

/** @type {Check['mistakes']} */
export const mistakes = [
  {
    id: 'diagonal-counted',
    sentence:
      'Every row is compared with itself too: that is always 1 and lifts every number by about 1 / time. Leave the diagonal out.',
    truth: (core, item) =>
      answer(
        item,
        similarity(core, () => true),
      ),
  },
  {
    id: 'divided-by-square',
    sentence:
      'The sum leaves the diagonal out, but it is divided by time² all the same. There are time² − time pairs of different rows.',
    truth: (core, item) =>
      answer(item, (x) => {
        const n = x.shape[0];
        return similarity(core)(x) * (1 - 1 / n);
      }),
  },
  {
    id: 'half-counted',
    sentence:
      'Only the pairs above the diagonal are summed up, but the mean is taken over the whole square, zeros and all. Divide by the number of pairs that were summed.',
    truth: (core, item) =>
      answer(item, (x) => {
        const n = x.shape[0];
        return (similarity(core)(x) * (1 - 1 / n)) / 2;
      }),
  },
  {
    id: 'dot-products',
    sentence:
      'These are dot products, not cosines: rows must be divided by their lengths first. Long vectors look alike otherwise.',
    truth: (core, item) => answer(item, (x) => mean(products(core, x), differ)),
  },
  {
    id: 'whole-norm',
    sentence:
      'The whole matrix is divided by one length. Each row has its own: torch.linalg.norm(x, dim=-1, keepdim=True).',
    truth: (core, item) =>
      answer(item, (x) => {
        const square = x.data.reduce((sum, v) => sum + v * v, 0);
        return mean(products(core, x), differ) / square;
      }),
  },
  {
    id: 'neighbours-only',
    sentence:
      'Only neighbours are compared. Waves are most alike there; the measure takes every two different rows.',
    truth: (core, item) =>
      answer(
        item,
        similarity(core, (i, j) => j === i + 1),
      ),
  },
  {
    id: 'no-baseline',
    sentence:
      'The baseline is written down as 0. Random tokens are alike by chance, one way or the other: measure it as the others are measured.',
    truth: (core, item) => {
      const [, ...others] = sets(item).map(similarity(core));
      return [vector([0, ...others])];
    },
  },
  {
    id: 'sum-for-table',
    sentence:
      'The numbers that end in _only have the tokens in them. What a table does by itself is seen only without them.',
    truth: (core, item) => {
      const [tokens, waving, learned] = sets(item).map(similarity(core));
      return [vector([tokens, waving, learned, waving, learned])];
    },
  },
  {
    id: 'against-tokens',
    sentence:
      'Each row is compared with its own token. That tells how much the table changes, not how alike the rows of a text are: compare rows with each other.',
    truth: (core, item) =>
      answer(item, (x) => {
        const [tokens] = item.tables;
        const n = x.shape[0];
        const both = {
          data: Float32Array.of(...x.data, ...tokens.data),
          shape: [2 * n, x.shape[1]],
        };
        return mean(cosineSimilarity(core, {x: both}), (i, j) => j === i + n);
      }),
  },
];

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
