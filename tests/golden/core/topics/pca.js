import {pca} from '../../../../web/core/proj.js';
import {firstMismatch} from '../compare.js';

/** @import {Core} from '../../../../web/core/core.js' */
/** @import {Decoded, DecodedCase, Tolerance} from '../compare.js' */

/** Eigenvalues nearer to each other than this, relative to the first, share a span. */
const SMALL_GAP = 1e-3;

/** @param {Core} core @param {DecodedCase} item */
export function run(core, item) {
  if (!item.out.components) throw new Error('has no out.components');
  const nComponents = item.out.components.shape[0];
  const fit = pca(core, {x: item.in.x, nComponents});
  return {
    mean: fit.mean,
    explained_variance: fit.explainedVariance,
    explained_variance_ratio: fit.explainedVarianceRatio,
    singular_values: fit.singularValues,
    components: fit.components,
    scores: fit.scores,
    gap: gaps(fit.explainedVariance.data, nComponents),
  };
}

/**
 * Values element by element; singular values relative to the first; components and scores up to
 * sign, and where eigenvalues nearly meet by the span of the whole cluster.
 *
 * @param {Record<string, Decoded>} want
 * @param {Record<string, any>} got
 * @param {{tol?: Record<string, Tolerance>}} item
 */
export function compare(want, got, item) {
  if (!want.explained_variance) return ['has no out.explained_variance'];
  const problems = [];
  for (const [name, array] of Object.entries(want)) {
    if (name === 'components' || name === 'scores') continue;
    problems.push(
      firstMismatch(name, array, got[name], toleranceOf(name, array, item.tol?.[name])),
    );
  }
  for (const [first, last] of clusters(want)) {
    problems.push(compareSpan('components', componentsOf, first, last));
    problems.push(compareSpan('scores', scoresOf, first, last));
  }
  return problems.filter((problem) => problem !== undefined);

  /**
   * @param {string} name
   * @param {(tensor: Decoded, k: number) => number[]} vectorOf
   * @param {number} first
   * @param {number} last
   */
  function compareSpan(name, vectorOf, first, last) {
    if (!want[name]) return undefined;
    const indices = Array.from({length: last - first + 1}, (_, k) => first + k);
    const wanted = indices.map((k) => vectorOf(want[name], k));
    const given = indices.map((k) => vectorOf(got[name], k));
    const tolerance = item.tol?.[name] ?? {};
    if (first === last) return compareUpToSign(`${name} ${first}`, wanted[0], given[0], tolerance);
    return compareGram(`${name} ${first} to ${last}`, wanted, given, tolerance);
  }
}

/** @param {ArrayLike<number>} variance @param {number} n */
function gaps(variance, n) {
  return Array.from({length: n}, (_, k) => {
    const next = k + 1 < variance.length ? variance[k + 1] : 0;
    return (variance[k] - next) / variance[0];
  });
}

/** @param {string} name @param {Decoded} array @param {Tolerance} [tolerance] @returns {Tolerance} */
function toleranceOf(name, array, tolerance = {}) {
  if (name !== 'singular_values') return tolerance;
  return {atol: (tolerance.atol ?? 0) + (tolerance.rtol ?? 0) * Math.abs(array.data[0])};
}

/**
 * Runs of components whose eigenvalues cannot be told apart; one that runs past those stored is not
 * compared at all, since its span is not complete.
 *
 * @param {Record<string, Decoded>} want
 * @returns {[number, number][]} first, last
 */
function clusters(want) {
  const n = want.components.shape[0];
  const gap = want.gap?.data ?? gaps(want.explained_variance.data, n);
  const isZero = want.explained_variance.data.map((v) =>
    Number(v < 1e-9 * want.explained_variance.data[0]),
  );
  /** @type {[number, number][]} */
  const runs = [];
  let first = 0;
  for (let k = 0; k < n; k++) {
    if (gap[k] < SMALL_GAP && !(isZero[k + 1] && gap[k] > 1e-8)) continue;
    if (!isZero[first]) runs.push([first, k]);
    first = k + 1;
  }
  return runs;
}

/** @param {Decoded} components @param {number} k */
function componentsOf({data, shape}, k) {
  return Array.from(data.slice(k * shape[1], (k + 1) * shape[1]));
}

/** @param {Decoded} scores @param {number} k */
function scoresOf({data, shape}, k) {
  return Array.from({length: shape[0]}, (_, i) => data[i * shape[1] + k]);
}

/**
 * @param {string} name
 * @param {number[]} want
 * @param {number[]} got
 * @param {Tolerance} tolerance
 */
function compareUpToSign(name, want, got, tolerance) {
  const sign = dot(want, got) < 0 ? -1 : 1;
  const decoded = {data: Float64Array.from(want), shape: [want.length]};
  return firstMismatch(
    name,
    decoded,
    got.map((v) => sign * v),
    tolerance,
  );
}

/**
 * The sum of v v^T over the cluster is the same for every orthonormal choice of its vectors.
 *
 * @param {string} name
 * @param {number[][]} want
 * @param {number[][]} got
 * @param {Tolerance} tolerance
 */
function compareGram(name, want, got, {atol = 0, rtol = 0}) {
  const gram = (/** @type {number[][]} */ vectors) =>
    vectors[0].flatMap((_, i) =>
      vectors[0].map((__, j) => vectors.reduce((sum, v) => sum + v[i] * v[j], 0)),
    );
  const largest = Math.max(...want.flat().map(Math.abs));
  const data = Float64Array.from(gram(want));
  // an error e of a vector is one of 2 |v| e in v v^T, for each vector of the cluster
  const slack = {atol: 2 * want.length * largest * (atol + rtol * largest)};
  return firstMismatch(name, {data, shape: [data.length]}, gram(got), slack);
}

/** @param {number[]} a @param {number[]} b */
function dot(a, b) {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}
