// @ts-check
import {attention} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{axes?: number[], nQuery: number, nKey: number, d: number, hides?: (i: number, j: number) => boolean,
 *   isHidden?: boolean}} sizes
 */
function caseOf(random, title, {axes = [], nQuery, nKey, d, hides, isHidden = false}) {
  const q = random.normal(...axes, nQuery, d);
  const [k, v] = [random.normal(...axes, nKey, d), random.normal(...axes, nKey, d)];
  const visible = filled([nQuery, nKey], (i, j) => Number(!hides?.(i, j)));
  const mask = {tensor: {...visible, data: Float64Array.from(visible.data), dtype: 'bool'}};
  const steps = [call('attention', q, k, v, ...(hides ? [mask] : []))];
  return {title, isHidden, steps, q: tensorOf(q), k: tensorOf(k), v: tensorOf(v), visible};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'no mask', {nQuery: 2, nKey: 3, d: 4}),
  caseOf(random, 'a causal mask', {nQuery: 4, nKey: 4, d: 2, hides: (i, j) => j > i}),
  caseOf(random, 'two axes before', {axes: [2, 3], nQuery: 3, nKey: 5, d: 8, isHidden: true}),
  caseOf(random, 'a query that sees nothing', {
    axes: [2],
    nQuery: 3,
    nKey: 4,
    d: 4,
    hides: (i, j) => i === 1 || j === 2,
    isHidden: true,
  }),
  caseOf(random, 'sizes of its own', {
    axes: [random.int(2, 4)],
    nQuery: random.int(3, 8),
    nKey: random.int(9, 14),
    d: random.int(3, 12),
    hides: (i, j) => (i + j) % 3 === 1,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {q, k, v, visible}) => {
  const axes = q.shape.slice(0, -2);
  const nHeads = axes.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
  const flat = (/** @type {any} */ x) => ({data: x.data, shape: [nHeads, ...x.shape.slice(-2)]});
  const [nQuery, nKey] = visible.shape;
  const bias = filled([nHeads, nQuery, nKey], (_, i, j) =>
    visible.data[i * nKey + j] ? 0 : -Infinity,
  );
  const {output, weights} = attention(core, {q: flat(q), k: flat(k), v: flat(v), bias});
  return [
    {data: output.data, shape: [...axes, nQuery, v.shape.at(-1)]},
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
