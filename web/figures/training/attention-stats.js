// @ts-check
// What maps of attention have to say in numbers: weight against distance, how far a map looks back,
// and how far clusters of maps coincide with anything that has a name.
import {permutation} from '../../core/base.js';
import {pearson} from '../../core/linalg.js';

/** @import {Core, Tensor} from '../../core/core.js' */

/**
 * How many keys query i may see.
 *
 * @param {number} i
 * @param {number} n
 * @param {boolean} causal
 */
export const visibleKeys = (i, n, causal) => (causal ? i + 1 : n);

/**
 * Every weight that the mask leaves free, with its distance and what an even spread would give it.
 *
 * @typedef {{distances: number[], weights: number[], uniform: number[]}} Pairs
 */

/**
 * @param {readonly Tensor[]} maps each (n, n)
 * @param {boolean} causal
 * @returns {Pairs}
 */
export function pairsOf(maps, causal) {
  /** @type {Pairs} */
  const pairs = {distances: [], weights: [], uniform: []};
  for (const {data, shape} of maps) {
    const n = shape[0];
    for (let i = 0; i < n; i++) {
      const nVisible = visibleKeys(i, n, causal);
      for (let j = 0; j < nVisible; j++) {
        pairs.distances.push(Math.abs(i - j));
        pairs.weights.push(data[i * n + j]);
        pairs.uniform.push(1 / nVisible);
      }
    }
  }
  return pairs;
}

/**
 * Pearson's r of weight and distance three ways: as it is; of weight ÷ even share, which the mask
 * leaves alone; and of the even shares themselves, which is the mask's own. 0 where nothing varies.
 *
 * @param {Core} core
 * @param {Pairs} pairs
 */
export function correlations(core, {distances, weights, uniform}) {
  const r = (/** @type {number[]} */ y) => {
    const value = pearson(core, {x: distances, y});
    return Number.isNaN(value) ? 0 : value;
  };
  return {weight: r(weights), ratio: r(weights.map((w, k) => w / uniform[k])), uniform: r(uniform)};
}

/**
 * The distance that a map looks, weight by weight, as a mean over its queries.
 *
 * @param {Tensor} map (n, n)
 */
export function reach({data, shape: [n]}) {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += data[i * n + j] * Math.abs(i - j);
  return sum / n;
}

/**
 * The same of an even spread.
 *
 * @param {number} n
 * @param {boolean} causal
 */
export function evenReach(n, causal) {
  const data = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    const nVisible = visibleKeys(i, n, causal);
    data.fill(1 / nVisible, i * n, i * n + nVisible);
  }
  return reach({data, shape: [n, n]});
}

/**
 * How often each class occurs in each cluster.
 *
 * @param {ArrayLike<number>} labels cluster of each thing
 * @param {ArrayLike<number>} classes class of each thing
 * @param {{nClusters: number, nClasses: number}} sizes
 * @returns {number[][]} (nClusters, nClasses)
 */
export function crossTable(labels, classes, {nClusters, nClasses}) {
  const counts = Array.from({length: nClusters}, () => Array(nClasses).fill(0));
  for (let k = 0; k < labels.length; k++) counts[labels[k]][classes[k]]++;
  return counts;
}

/**
 * The share of things that are of the commonest class of their cluster, and what is left of it when the
 * clusters' labels are shuffled: many clusters and unequal classes make a share large by themselves.
 *
 * @param {Core} core
 * @param {ArrayLike<number>} labels
 * @param {ArrayLike<number>} classes
 * @returns {{purity: number, shuffled: number, kept: number}} kept: 0 no better than shuffled, 1 perfect
 */
export function purity(core, labels, classes) {
  const sizes = {nClusters: most(labels) + 1, nClasses: most(classes) + 1};
  const of = (/** @type {ArrayLike<number>} */ given) =>
    crossTable(given, classes, sizes).reduce((sum, row) => sum + Math.max(...row), 0) /
    labels.length;
  const draws = Array.from({length: 20}, (_, k) => {
    const {data} = permutation(core, {seed: k, name: 'purity', n: labels.length});
    return of(Array.from(data, (from) => labels[from]));
  });
  const pure = of(labels);
  const shuffled = draws.reduce((a, b) => a + b, 0) / draws.length;
  return {purity: pure, shuffled, kept: shuffled < 1 ? (pure - shuffled) / (1 - shuffled) : 0};
}

/** @param {ArrayLike<number>} values */
const most = (values) => Math.max(...Array.from(values));
