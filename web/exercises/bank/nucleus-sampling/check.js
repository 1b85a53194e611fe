// @ts-check
import {tensorOf} from '../tensors.js';

/** @import {Case, Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {number} n
 * @param {{temperature?: number, top_k?: number, top_p?: number}} kwargs
 * @param {boolean} [isHidden]
 */
function caseOf(random, title, n, kwargs, isHidden = false) {
  const logits = random.normal(n);
  const target = 'next_token_probabilities';
  const steps = [{op: 'call', target, args: [logits], kwargs, get: true}];
  return {title, isHidden, steps, logits: tensorOf(logits), ...kwargs};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'temperature alone', 6, {temperature: 0.5}),
  caseOf(random, 'the 3 largest', 8, {top_k: 3}),
  caseOf(random, 'three quarters of the probability', 8, {top_p: 0.75}),
  caseOf(random, 'no argument', random.int(5, 9), {}, true),
  caseOf(random, 'less than the most probable one', 7, {top_p: 0.01}, true),
  caseOf(random, 'the largest alone', 6, {top_k: 1}, true),
  caseOf(random, 'more than there are', 5, {top_k: 50}, true),
  caseOf(
    random,
    'all at once',
    random.int(20, 40),
    {temperature: 1.7, top_k: 12, top_p: 0.6},
    true,
  ),
];

/** @type {Check['truth']} */
export const truth = (_core, {logits, temperature = 1, top_k = 0, top_p = 1}) => {
  const values = Array.from(logits.data, (logit) => logit / temperature);
  const order = values.map((_, i) => i).sort((a, b) => values[b] - values[a]);
  const most = top_k > 0 ? order.slice(0, top_k) : order;
  const weights = most.map((i) => Math.exp(values[i] - values[order[0]]));
  const total = weights.reduce((a, b) => a + b, 0);
  const result = new Float64Array(values.length);
  let sum = 0;
  for (const [k, i] of most.entries()) {
    if (sum >= top_p) break;
    result[i] = weights[k] / total;
    sum += result[i];
  }
  return [{data: result.map((p) => p / sum), shape: logits.shape}];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'sums-to-one',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'Probabilities are not negative, and add up to 1.',
    holds: ([{data}]) => {
      const sum = Array.from(data).reduce((a, b) => a + b, 0);
      if (data.some((p) => p < 0)) return 'one is negative';
      return Math.abs(sum - 1) < 1e-4 || `the sum is ${sum.toFixed(4)}`;
    },
  },
];
