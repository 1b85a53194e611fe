// @ts-check
import {allocateStreamStruct, randomNormal} from './base.js';
import {requireIntegers, requireNumbers32, requireSizes, requireTensor, show} from './check.js';

/** @import { Block, Core, Memory, Tensor, Tensor64, TensorInt, TensorLike } from './core.js' */

/**
 * Principal components of the rows of x. See src/proj/pca.h.
 *
 * @param {Core} core
 * @param {{x: TensorLike, nComponents?: number}} options x (n, d), n >= 2,
 *   finite; default 2 components
 * @returns {{mean: Tensor, components: Tensor, scores: Tensor, explainedVariance: Tensor,
 *   explainedVarianceRatio: Tensor, singularValues: Tensor}} mean (d), components (k, d),
 *   scores (n, k); the last three are complete, (min(n, d)), largest first
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function pca(core, {x, nComponents = 2}) {
  const [n, d] = requireTensor(core, 'x', x, ['n', 'd']);
  const side = Math.min(n, d);
  if (n < 2) throw new RangeError(`x must have at least 2 rows, got ${n}.`);
  requireIntegers({nComponents}, 1, side);
  requireNumbers32('x.data', x.data);
  const scratchBytes = core.number('proj_pca_n_bytes', n, d);
  if (scratchBytes <= 0) {
    throw new RangeError(`x must have a side of at most 2048, got [${n}, ${d}].`);
  }
  return core.scratch((mem) => {
    const mean = mem.f32(d);
    const components = mem.f32(nComponents * d);
    const scores = mem.f32(n * nComponents);
    const [variance, ratio, singular] = [mem.f32(side), mem.f32(side), mem.f32(side)];
    const made = mem.struct('ProjPca', {
      mean: mean.ptr,
      components: components.ptr,
      scores: scores.ptr,
      explainedVariance: variance.ptr,
      explainedVarianceRatio: ratio.ptr,
      singularValues: singular.ptr,
    });
    const scratch = mem.f64(scratchBytes / Float64Array.BYTES_PER_ELEMENT);
    core.call('proj_pca_fit', made.ptr, scratch.ptr, mem.f32(x.data).ptr, nComponents, n, d);
    return {
      mean: {data: mean.copy(), shape: [d]},
      components: {data: components.copy(), shape: [nComponents, d]},
      scores: {data: scores.copy(), shape: [n, nComponents]},
      explainedVariance: {data: variance.copy(), shape: [side]},
      explainedVarianceRatio: {data: ratio.copy(), shape: [side]},
      singularValues: {data: singular.copy(), shape: [side]},
    };
  });
}

// ------------------------------------------------------------------------------------ t-SNE

const MAX_POINTS = 4096;
const MAX_DIMS = 3;
const INIT_SIGMA = 1e-4; // of a first map: small, so that the first steps are the data's own
const MAX_LEARNING_RATE = 1e6;
const MAX_EXAGGERATION = 1000;

/**
 * How near each row of x has its neighbours. See src/proj/tsne.h.
 *
 * @param {Core} core
 * @param {{x: TensorLike, perplexity: number}} options x (n, d), finite, n of 2..4096; perplexity
 *   of 1..n-1: about how many neighbours count
 * @returns {{conditional: Tensor64, beta: Tensor64, joint: Tensor64}} conditional (n, n): row i is
 *   p(j|i); beta (n) = 1 / (2 sigma_i^2), infinite where as many neighbours are equally near;
 *   joint (n, n): symmetric, of sum 1
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function tsneAffinities(core, {x, perplexity}) {
  const n = requirePoints(core, x, perplexity);
  return core.scratch((mem) => {
    const {conditional, beta} = allocateConditional(core, mem, x, perplexity);
    const rows = conditional.copy();
    core.call('proj_tsne_joint', conditional.ptr, conditional.ptr, n);
    return {
      conditional: {data: rows, shape: [n, n]},
      beta: {data: beta.copy(), shape: [n]},
      joint: {data: conditional.copy(), shape: [n, n]},
    };
  });
}

/**
 * @typedef {object} TsneOptions
 * @property {TensorLike} x (n, d), finite, n of 2..4096
 * @property {number} [perplexity] 1..n-1, about how many neighbours count; default the smaller of 30
 *   and a third of n: with 6 points 2
 * @property {'pca' | 'random' | TensorLike} [init] the first map: the principal components, in which
 *   equal rows stay together; Gaussian numbers, in which they start apart; or (n, nDims)
 * @property {number | bigint} [seed] of init 'random'; default 0
 * @property {number} [nDims] of the map, 1..3; default 2
 * @property {number} [learningRate] default n / 6, but at most the larger of 50 and n / 48: from the
 *   usual 50 the map of a few points oscillates and ends at a larger divergence
 * @property {number} [earlyExaggeration] 1..1000, of P in the first steps; default 12
 * @property {number} [exaggerationSteps] how many those are, with momentum 0.5; after them, with 0.8,
 *   velocity and gains start afresh; default 100
 */

/**
 * A t-SNE map, step by step: exact, every pair of points in each. See src/proj/tsne.h. Keeps no
 * memory of the core's between two calls.
 */
export class Tsne {
  /** @type {Core} */
  #core;
  /** @type {number} */
  #n;
  /** @type {number} */
  #nDims;
  /** @type {Float64Array} P (n, n) */
  #joint;
  /** @type {Float64Array} (4, n, nDims): y, velocity, gains, gradient */
  #state;
  #learningRate;
  #earlyExaggeration;
  #exaggerationSteps;
  #nDone = 0;

  /**
   * @param {Core} core
   * @param {TsneOptions} options
   * @throws {TypeError | RangeError} naming the argument, its value and what was expected
   */
  constructor(core, {x, perplexity, init = 'pca', seed = 0, nDims = 2, ...schedule}) {
    const [n] = requireTensor(core, 'x', x, ['n', 'd']);
    const {earlyExaggeration = 12, exaggerationSteps = 100} = schedule;
    const {learningRate = Math.min(n / 6, Math.max(50, n / 48))} = schedule;
    const wanted = perplexity === undefined ? Math.max(1, Math.min(30, n / 3)) : perplexity;
    requirePoints(core, x, wanted);
    requireIntegers({nDims}, 1, MAX_DIMS);
    requireIntegers({exaggerationSteps}, 0);
    requireRange({earlyExaggeration}, 1, MAX_EXAGGERATION);
    requireRange({learningRate}, Number.MIN_VALUE, MAX_LEARNING_RATE);
    const first = firstMap(core, {x, init, seed, nDims});
    this.#core = core;
    this.#n = n;
    this.#nDims = nDims;
    this.#learningRate = learningRate;
    this.#earlyExaggeration = earlyExaggeration;
    this.#exaggerationSteps = exaggerationSteps;
    this.#joint = core.scratch((mem) => {
      const {conditional} = allocateConditional(core, mem, x, wanted);
      core.call('proj_tsne_joint', conditional.ptr, conditional.ptr, n);
      return conditional.copy();
    });
    this.#state = core.scratch((mem) => {
      const state = mem.f64(4 * n * nDims);
      core.call('proj_tsne_init', state.ptr, mem.f32(first).ptr, n, nDims);
      return state.copy();
    });
  }

  /** Steps done. */
  get nSteps() {
    return this.#nDone;
  }

  /**
   * Takes steps, 1 by default; 0 only returns the current map.
   *
   * @param {number} [nSteps]
   * @returns {{kl: number, y: Tensor}} of the map after them: the divergence of P from Q in nats,
   *   without exaggeration; the points (n, nDims)
   * @throws {RangeError} unless nSteps is an integer >= 0
   */
  step(nSteps = 1) {
    requireIntegers({nSteps}, 0);
    return this.#core.scratch((mem) => {
      const [joint, state] = [mem.f64(this.#joint), mem.f64(this.#state)];
      for (let k = 0; k < nSteps; k++) this.#advance(state, joint.ptr);
      const kl = mem.f64(1);
      this.#core.call('proj_tsne_kl', kl.ptr, joint.ptr, state.ptr, this.#n, this.#nDims);
      this.#state = state.copy();
      const y = Float32Array.from(this.#state.subarray(0, this.#n * this.#nDims));
      return {kl: kl.view()[0], y: {data: y, shape: [this.#n, this.#nDims]}};
    });
  }

  /** @param {Block<Float64Array>} state @param {number} joint */
  #advance(state, joint) {
    const isEarly = this.#nDone < this.#exaggerationSteps;
    const size = this.#n * this.#nDims;
    if (this.#nDone === this.#exaggerationSteps) {
      state
        .view()
        .fill(0, size, 2 * size)
        .fill(1, 2 * size, 3 * size);
    }
    const exaggeration = isEarly ? this.#earlyExaggeration : 1;
    const speed = [this.#learningRate, exaggeration, isEarly ? 0.5 : 0.8];
    this.#core.call('proj_tsne_step', state.ptr, joint, ...speed, this.#n, this.#nDims);
    this.#nDone++;
  }
}

/**
 * @param {Core} core
 * @param {TensorLike} x
 * @param {number} perplexity
 * @returns {number} n
 * @throws {TypeError | RangeError} naming what is wrong
 */
function requirePoints(core, x, perplexity) {
  const [n] = requireTensor(core, 'x', x, ['n', 'd']);
  if (n < 2 || n > MAX_POINTS) {
    throw new RangeError(`x must have 2 to ${MAX_POINTS} rows, got ${n}.`);
  }
  requireNumbers32('x.data', x.data);
  const isNumber = typeof perplexity === 'number';
  if (isNumber && perplexity >= 1 && perplexity <= n - 1) return n;
  const about = Math.max(1, Math.min(30, Math.round(n / 3)));
  throw new RangeError(
    `perplexity must be 1 to n - 1 = ${n - 1}, since each of the ${n} points has ${n - 1} ` +
      `neighbours (about ${about} is usual here), got ${show(perplexity)}.`,
  );
}

/**
 * @param {Record<string, number>} values
 * @param {number} min
 * @param {number} max
 */
function requireRange(values, min, max) {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number' && value >= min && value <= max) continue;
    const from = min === Number.MIN_VALUE ? '> 0 and' : `>= ${min} and`;
    throw new RangeError(`${name} must be a number ${from} <= ${max}, got ${show(value)}.`);
  }
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {TensorLike} x
 * @param {number} perplexity
 * @returns {{conditional: Block<Float64Array>, beta: Block<Float64Array>}}
 */
function allocateConditional(core, mem, x, perplexity) {
  const [n, d] = x.shape;
  const [conditional, beta] = [mem.f64(n * n), mem.f64(n)];
  const rows = mem.f32(x.data);
  core.call('proj_tsne_conditional', conditional.ptr, beta.ptr, rows.ptr, perplexity, n, d);
  return {conditional, beta};
}

/**
 * @param {Core} core
 * @param {{x: TensorLike, init: 'pca' | 'random' | TensorLike, seed: number | bigint,
 *   nDims: number}} options
 * @returns {ArrayLike<number>} (n, nDims)
 */
function firstMap(core, {x, init, seed, nDims}) {
  const [n, d] = x.shape;
  if (init === 'random') {
    return randomNormal(core, {seed, name: 'tsne', shape: [n, nDims], sigma: INIT_SIGMA}).data;
  }
  if (init !== 'pca') {
    if (typeof init !== 'object' || init === null) {
      throw new RangeError(`init must be 'pca', 'random' or a tensor, got ${show(init)}.`);
    }
    requireTensor(core, 'init', init, [n, nDims]);
    return requireNumbers32('init.data', init.data);
  }
  if (nDims > Math.min(n, d)) {
    throw new RangeError(
      `nDims must be at most min(n, d) = ${Math.min(n, d)} for init 'pca', got ${nDims}.`,
    );
  }
  const {scores} = pca(core, {x, nComponents: nDims});
  const column = scores.data.filter((_, k) => k % nDims === 0); // of mean 0
  const deviation = Math.hypot(...column) / Math.sqrt(n);
  return deviation > 0 ? scores.data.map((v) => (v / deviation) * INIT_SIGMA) : scores.data;
}

// ---------------------------------------------------------------------------------- k-means

const MAX_STEPS = 300;

/**
 * The rows of x in k clusters: k-means++ and Lloyd's steps until no label changes, from several
 * seeds, of which the one with the least inertia is kept. See src/proj/kmeans.h.
 *
 * @param {Core} core
 * @param {{x: TensorLike, k: number, seed?: number | bigint, nStarts?: number}} options x (n, d),
 *   finite; k of 1..n; default 10 starts
 * @returns {{labels: TensorInt, centres: Tensor64, inertia: number, inertias: number[]}}
 *   labels (n): the nearest of the centres (k, d), of equally near ones the first; inertia: the sum of
 *   squared distances from them; inertias: that of each step on the way
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function kmeans(core, {x, k, seed = 0, nStarts = 10}) {
  const [n] = requireTensor(core, 'x', x, ['n', 'd']);
  requireIntegers({k}, 1, n);
  requireSizes({nStarts});
  requireNumbers32('x.data', x.data);
  const starts = Array.from({length: nStarts}, (_, at) =>
    kmeansRun(core, x, k, {seed, name: `kmeans ${at}`}),
  );
  return starts.reduce((best, run) => (run.inertia < best.inertia ? run : best));
}

/**
 * @param {Core} core
 * @param {TensorLike} x
 * @param {number} k
 * @param {{seed: number | bigint, name: string}} random
 * @returns {ReturnType<typeof kmeans>}
 */
function kmeansRun(core, x, k, random) {
  const [n, d] = x.shape;
  return core.scratch((mem) => {
    const [rows, centres] = [mem.f32(x.data), mem.f64(k * d)];
    const [labels, inertia, scratch] = [mem.i32(n), mem.f64(1), mem.f64(n)];
    const stream = allocateStreamStruct(mem, random);
    core.call('proj_kmeans_seed', centres.ptr, scratch.ptr, rows.ptr, stream, k, n, d);
    const outputs = [labels, centres, inertia, scratch].map(({ptr}) => ptr);
    /** @type {number[]} */
    const inertias = [];
    let kept = centres.copy();
    let isAtRest = false;
    while (!isAtRest && inertias.length < MAX_STEPS) {
      const before = inertias.length > 0 ? labels.copy() : undefined;
      kept = centres.copy(); // those that the new labels belong to
      core.call('proj_kmeans_step', ...outputs, rows.ptr, k, n, d);
      const after = labels.view();
      isAtRest = before?.every((label, i) => label === after[i]) ?? false;
      inertias.push(inertia.view()[0]);
    }
    return {
      labels: {data: labels.copy(), shape: [n]},
      centres: {data: kept, shape: [k, d]},
      inertia: inertia.view()[0],
      inertias,
    };
  });
}
