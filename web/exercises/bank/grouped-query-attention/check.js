// @ts-check

import {call} from '../steps.js';
import {tensorOf} from '../tensors.js';

/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{nHeads: number, nKv: number, nQuery: number, nKey: number, d: number, isHidden?: boolean}} sizes
 */
function caseOf(random, title, {nHeads, nKv, nQuery, nKey, d, isHidden = false}) {
  const q = random.normal(nHeads, nQuery, d);
  const [k, v] = [random.normal(nKv, nKey, d), random.normal(nKv, nKey, d)];
  const steps = [call('grouped_attention', q, k, v)];
  return {title, isHidden, steps, q: tensorOf(q), k: tensorOf(k), v: tensorOf(v)};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '4 query heads, 2 key heads', {nHeads: 4, nKv: 2, nQuery: 3, nKey: 3, d: 4}),
  caseOf(random, '2 new tokens after a cache of 4', {nHeads: 4, nKv: 2, nQuery: 2, nKey: 6, d: 2}),
  caseOf(random, 'one key head', {nHeads: 3, nKv: 1, nQuery: 4, nKey: 4, d: 8, isHidden: true}),
  caseOf(random, 'as many key heads', {
    nHeads: 3,
    nKv: 3,
    nQuery: 1,
    nKey: 7,
    d: 4,
    isHidden: true,
  }),
  caseOf(random, 'sizes of its own', {
    nHeads: 6,
    nKv: 2,
    nQuery: random.int(3, 6),
    nKey: random.int(8, 20),
    d: 2 * random.int(2, 8),
    isHidden: true,
  }),
];

/** One query's output: the values, weighted by the softmax of its scores. @param {Case} item @param {number} h @param {number} i */
function outputOf({q, k, v}, h, i) {
  const [nHeads, nQuery, d] = q.shape;
  const [nKv, nKey] = k.shape;
  const shared = Math.floor(h / (nHeads / nKv));
  const last = i + nKey - nQuery;
  const key = (/** @type {number} */ j, /** @type {number} */ c) => (shared * nKey + j) * d + c;
  const scores = Array.from({length: last + 1}, (_, j) => {
    let sum = 0;
    for (let c = 0; c < d; c++) sum += q.data[(h * nQuery + i) * d + c] * k.data[key(j, c)];
    return sum / Math.sqrt(d);
  });
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((a, b) => a + b, 0);
  return Array.from({length: d}, (_, c) =>
    weights.reduce((sum, weight, j) => sum + (weight / total) * v.data[key(j, c)], 0),
  );
}

/** @type {Check['truth']} */
export const truth = (_core, item) => {
  const [nHeads, nQuery] = item.q.shape;
  const rows = Array.from({length: nHeads * nQuery}, (_, r) =>
    outputOf(item, Math.floor(r / nQuery), r % nQuery),
  );
  return [{data: Float64Array.from(rows.flat()), shape: item.q.shape}];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'within-values',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'An output is a weighted mean of values, so no channel is beyond the largest value.',
    holds: ([{data}], {v}) => {
      const most = v.data.reduce(
        (/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, Math.abs(b)),
        0,
      );
      const at = data.findIndex((value) => Math.abs(value) > most + 1e-4);
      return at < 0 || `number ${at}`;
    },
  },
];
