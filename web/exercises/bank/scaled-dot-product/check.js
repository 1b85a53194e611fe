// @ts-check
import {attention} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{axes?: number[], nQuery: number, nKey: number, d: number, dV?: number, isLarge?: boolean, hides?: (i: number, j: number) => boolean,
 *   isHidden?: boolean}} sizes
 */
function caseOf(
  random,
  title,
  {axes = [], nQuery, nKey, d, dV = d, isLarge = false, hides, isHidden = false},
) {
  const q = random.normal(...axes, nQuery, d);
  const [k, v] = [random.normal(...axes, nKey, d), random.normal(...axes, nKey, dV)];
  for (const {tensor} of isLarge ? [q, k] : [])
    tensor.data = tensor.data.map((one) => Math.round(15 * one)); // scores are exact
  const visible = filled([nQuery, nKey], (i, j) => Number(!hides?.(i, j)));
  const mask = {tensor: {...visible, data: Float64Array.from(visible.data), dtype: 'bool'}};
  const steps = [call('attention', q, k, v, ...(hides ? [mask] : []))];
  return {title, isHidden, steps, q: tensorOf(q), k: tensorOf(k), v: tensorOf(v), visible};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'no mask', {nQuery: 2, nKey: 3, d: 4}),
  caseOf(random, 'a causal mask', {nQuery: 4, nKey: 4, d: 2, hides: (i, j) => j > i}),
  caseOf(random, 'two axes before', {
    axes: [2, 3],
    nQuery: 3,
    nKey: 5,
    d: 8,
    dV: 3,
    isHidden: true,
  }),
  caseOf(random, 'a query that sees nothing', {
    axes: [2],
    nQuery: 3,
    nKey: 4,
    d: 4,
    hides: (i, j) => i === 1 || j === 2,
    isHidden: true,
  }),
  caseOf(random, 'scores of hundreds', {
    nQuery: 3,
    nKey: 4,
    d: 4,
    isLarge: true,
    isHidden: true,
  }),
  caseOf(random, 'sizes of its own', {
    axes: [random.int(2, 4)],
    nQuery: random.int(3, 8),
    nKey: random.int(9, 14),
    d: random.int(3, 6),
    dV: random.int(7, 12),
    hides: (i, j) => (i + j) % 3 === 1,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {q, k, v, visible}) => {
  const axes = q.shape.slice(0, -2);
  const nHeads = axes.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
  const [nQuery, nKey] = visible.shape;
  const [d, dV] = [q, v].map(({shape}) => shape[shape.length - 1]);
  const width = Math.max(d, dV); // the core has one for all: zeros change no score
  const flat = (/** @type {TensorLike} */ {data, shape: [...shape]}) => {
    const [own, n] = [shape.pop() ?? 0, shape.pop() ?? 0];
    return filled([nHeads, n, width], (h, i, c) => (c < own ? data[(h * n + i) * own + c] : 0));
  };
  const bias = filled([nHeads, nQuery, nKey], (_, i, j) =>
    visible.data[i * nKey + j] ? 0 : -Infinity,
  );
  const wide = {q: flat(q), k: flat(k), v: flat(v), bias, scale: d ** -0.5};
  const {output, weights} = attention(core, wide);
  const own = output.data.filter((_, at) => at % width < dV);
  return [
    {data: own, shape: [...axes, nQuery, dV]},
    {data: weights.data, shape: [...axes, nQuery, nKey]},
  ];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'rows-sum-to-one',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'The weights of a query add up to 1, or to 0 where it sees no key.',
    holds: ([, {data}], {visible}) => {
      const [nQuery, nKey] = visible.shape;
      const all = Array.from(data);
      for (let row = 0; row < all.length / nKey; row++) {
        const sum = all.slice(row * nKey, (row + 1) * nKey).reduce((a, b) => a + b, 0);
        const i = row % nQuery;
        const want = Number(visible.data.slice(i * nKey, (i + 1) * nKey).includes(1));
        if (!(Math.abs(sum - want) < 1e-4)) return `query ${i}: ${sum.toFixed(4)}`;
      }
      return true;
    },
  },
];

/** @type {Check['forbidden']} */
export const forbidden = [
  {used: 'attention', by: ['attention'], words: 'PyTorch’s scaled_dot_product_attention()'},
];
