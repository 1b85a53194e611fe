// @ts-check
import {softmax} from '../../../core/nn.js';
import {call} from '../steps.js';
import {filled, scalar, tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {CaseRandom} random @param {string} title @param {{n: number, nExperts: number, k: number, isHidden?: boolean}} sizes */
function caseOf(random, title, {n, nExperts, k, isHidden = false}) {
  const logits = random.normal(n, nExperts);
  return {title, isHidden, steps: [call('route', logits, k)], logits: tensorOf(logits), k};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, '3 tokens, 2 of 4 experts', {n: 3, nExperts: 4, k: 2}),
  caseOf(random, 'one expert each', {n: 4, nExperts: 3, k: 1}),
  caseOf(random, 'all experts', {n: 3, nExperts: 4, k: 4, isHidden: true}),
  caseOf(random, 'sizes of its own', {
    n: random.int(10, 30),
    nExperts: random.int(6, 9),
    k: random.int(2, 4),
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {logits, k}) => {
  const [n, nExperts] = logits.shape;
  const row = (/** @type {number} */ t) =>
    Array.from(logits.data.slice(t * nExperts, (t + 1) * nExperts));
  const kept = filled([n, nExperts], (t, e) => {
    const least = row(t).sort((a, b) => b - a)[k - 1];
    return row(t)[e] >= least ? row(t)[e] : -Infinity;
  });
  const weights = softmax(core, {x: kept});
  const all = softmax(core, {x: logits});
  let balance = 0;
  for (let e = 0; e < nExperts; e++) {
    let [chosen, probability] = [0, 0];
    for (let t = 0; t < n; t++) {
      chosen += Number(weights.data[t * nExperts + e] > 0);
      probability += all.data[t * nExperts + e];
    }
    balance += (chosen / (n * k)) * (probability / n);
  }
  return [weights, scalar(nExperts * balance)];
};

/** @type {Check['laws']} */
export const laws = [
  {
    id: 'sums-to-one',
    figure: '1-why-position.html#attention-in-words',
    sentence: 'A token gives k experts a weight, and the weights add up to 1.',
    holds: ([{data, shape}], {k}) => {
      const all = Array.from(data);
      for (let t = 0; t < shape[0]; t++) {
        const row = all.slice(t * shape[1], (t + 1) * shape[1]);
        if (row.filter((w) => w > 0).length !== k)
          return `token ${t} has the wrong number of experts`;
        const sum = row.reduce((a, b) => a + b, 0);
        if (Math.abs(sum - 1) > 1e-4) return `token ${t}: ${sum.toFixed(4)}`;
      }
      return true;
    },
  },
];
