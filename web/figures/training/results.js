// @ts-check
// What runs have shown, as numbers: means and spreads over seeds, curves thin enough to draw, and the
// laws that every result must obey.
import {isActive} from '../../workers/protocol.js';

/** @import {Meter} from '../frame/meters.js' */
/** @import {Measured, RunState} from '../../workers/protocol.js' */
/** @import {Method} from './train-specs.js' */

/**
 * The runs of one method, one a seed.
 *
 * @typedef {{method: Method, runs: RunState[]}} Entry
 */

/**
 * What is known of a task at a length, of web/core/task.js.
 *
 * @typedef {{chance: number, best: number, bestPerplexity: number | null,
 *   chancePerplexity: number | null, nOut: number}} Info
 */

/** @typedef {{mean: number, low: number, high: number}} Spread over seeds */
/** @typedef {{accuracy: Spread, perplexity: Spread, nTargets: number, n: number}} Result `n` seeds */

/**
 * @param {readonly Method[]} methods
 * @param {number} nSeeds
 * @param {readonly RunState[]} runs method by method, seed by seed
 * @returns {Entry[]}
 */
export const entriesOf = (methods, nSeeds, runs) =>
  methods.map((method, k) => ({method, runs: runs.slice(k * nSeeds, (k + 1) * nSeeds)}));

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spreadOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, low: Math.min(...values), high: Math.max(...values)};
}

/**
 * A perplexity is the power of a mean loss, so its mean over seeds is taken of the losses.
 *
 * @param {readonly Measured[]} measured
 * @returns {Spread}
 */
function perplexityOf(measured) {
  const {mean, low, high} = spreadOf(measured.map(({loss}) => loss));
  return {mean: Math.exp(mean), low: Math.exp(low), high: Math.exp(high)};
}

/**
 * What the seeds of a method reached at a length.
 *
 * @param {Entry} entry
 * @param {number} seqLen
 * @returns {Result | null} null where nothing has been measured
 */
export function resultAt({runs}, seqLen) {
  const measured = runs.flatMap(({evaluations}) =>
    evaluations.filter((one) => one.seqLen === seqLen && one.missing === undefined),
  );
  if (measured.length === 0) return null;
  const numbers = /** @type {Measured[]} */ (measured);
  return {
    accuracy: spreadOf(numbers.map(({accuracy}) => accuracy)),
    perplexity: perplexityOf(numbers),
    nTargets: numbers.reduce((sum, {nTargets}) => sum + nTargets, 0),
    n: numbers.length,
  };
}

/**
 * Why a method has no result at a length.
 *
 * @param {Entry} entry
 * @param {number} seqLen
 * @returns {string} '' where it has one, or may yet
 */
export function missingAt({runs}, seqLen) {
  for (const {evaluations} of runs) {
    const one = evaluations.find((evaluation) => evaluation.seqLen === seqLen);
    if (one?.missing !== undefined) return one.missing;
  }
  return '';
}

const CURVE_POINTS = 120;

/**
 * Of a loss curve each point is the mean of so many steps.
 *
 * @param {number} steps of a whole run
 */
export const curveWindow = (steps) => Math.max(1, Math.ceil(steps / CURVE_POINTS));

/**
 * The loss against the step: the mean over windows of equal width, and over those seeds that have come so
 * far. Only the window at the very end may be narrower: a few steps more would make the end of a curve that
 * grows jump about. Each is marked by its middle.
 *
 * @param {readonly RunState[]} runs
 * @param {number} steps of a whole run
 * @returns {{x: number[], y: number[]}}
 */
export function lossCurve(runs, steps) {
  const done = Math.max(...runs.map(({losses}) => losses.length));
  const width = curveWindow(steps);
  const isGrowing = done < steps && runs.some(isActive);
  /** @type {{x: number[], y: number[]}} */
  const curve = {x: [], y: []};
  for (let first = 0; first < done; first += width) {
    const end = Math.min(first + width, done);
    if (end - first < width && isGrowing) break;
    const known = runs.filter(({losses}) => losses.length >= end);
    let sum = 0;
    for (const {losses} of known) for (let k = first; k < end; k++) sum += losses[k];
    curve.x.push((first + 1 + end) / 2);
    curve.y.push(sum / (known.length * (end - first)));
  }
  return curve;
}

const END_STEPS = 50;

/**
 * The mean loss of the last steps.
 *
 * @param {readonly RunState[]} runs
 * @returns {number | null} null before they are over
 */
export function endLoss(runs) {
  if (runs.length === 0 || runs.some(({state, step}) => state !== 'done' || step === 0))
    return null;
  const ends = runs.map(({losses}) => {
    const last = losses.subarray(Math.max(0, losses.length - END_STEPS));
    return last.reduce((sum, loss) => sum + loss, 0) / last.length;
  });
  return spreadOf(ends).mean;
}

const SIGMAS = 4;

/**
 * How far above the best possible accuracy a perfect model may come by luck.
 *
 * @param {Info} info
 * @param {number} nTargets
 */
export const accuracyLuck = ({best}, nTargets) =>
  SIGMAS * Math.sqrt((best * (1 - best)) / nTargets);

/**
 * How far below the least possible loss a perfect model may come by luck, in nats: from the deviation
 * of the surprise where the likeliest answer is `best` and the rest is shared evenly. That is exact for
 * the order-2 language, and wide for languages with more than two grades of likelihood.
 *
 * @param {Info} info
 * @param {number} nTargets
 */
export function lossLuck({best, nOut}, nTargets) {
  if (best >= 1) return 0;
  const rest = (1 - best) / Math.max(1, nOut - 1);
  return SIGMAS * Math.sqrt((best * (1 - best)) / nTargets) * Math.log(best / rest);
}

/**
 * Two laws of every run: no model beats the best possible accuracy, nor the least possible loss, by more
 * than luck.
 *
 * @param {readonly RunState[]} runs
 * @param {(seqLen: number) => Info} info
 * @returns {Meter[]} none before something has been measured
 */
export function ceilingMeters(runs, info) {
  const measured = /** @type {Measured[]} */ (
    runs.flatMap(({evaluations}) => evaluations.filter((one) => one.missing === undefined))
  );
  if (measured.length === 0) return [];
  const over = worst(measured, ({accuracy, seqLen, nTargets}) => ({
    value: accuracy - info(seqLen).best,
    limit: accuracyLuck(info(seqLen), nTargets),
  }));
  const accuracy = {
    name: 'accuracy-ceiling',
    label: 'no accuracy above the best possible',
    ...over,
  };
  const bounded = measured.filter(({seqLen}) => info(seqLen).bestPerplexity !== null);
  if (bounded.length === 0) return [accuracy];
  const under = worst(bounded, ({loss, seqLen, nTargets}) => ({
    value: Math.log(info(seqLen).bestPerplexity ?? 1) - loss,
    limit: lossLuck(info(seqLen), nTargets),
  }));
  return [accuracy, {name: 'loss-floor', label: 'no loss below the least possible', ...under}];
}

/**
 * The pair that comes nearest to its limit, or passes it furthest. Rounding is allowed for.
 *
 * @param {readonly Measured[]} measured
 * @param {(one: Measured) => {value: number, limit: number}} lawOf
 */
function worst(measured, lawOf) {
  const pairs = measured.map(lawOf).map(({value, limit}) => ({value, limit: limit + 1e-5}));
  return pairs.reduce((a, b) => (b.value - b.limit > a.value - a.limit ? b : a));
}
