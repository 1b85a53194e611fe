// @ts-check
// Which family comes closest to a curve that was drawn, and the laws that the answer keeps.
import {maxAbsDiff, rowSumError} from '../../core/linalg.js';
import {slice} from '../shared/tensors.js';
import {familiesOf} from './families.js';
import {Fitter, misfitOf} from './fit.js';
import {biasOf, N_KEYS, weightsOf} from './own-curve.js';

/** @import {Core, Tensor} from '../../core/core.js' */
/** @import {Meter} from '../frame/meters.js' */
/** @import {NamedFamily} from './families.js' */
/** @import {Fit} from './fit.js' */

/** @typedef {{family: NamedFamily, fit: Fit}} Fitted */

/** @type {WeakMap<Core, {family: NamedFamily, fitter: Fitter}[]>} */
const fitters = new WeakMap();

/**
 * Every family's curve that comes closest, from few free numbers to many.
 *
 * @param {Core} core
 * @param {Float64Array} curve
 * @returns {Fitted[]}
 */
export function fittedOf(core, curve) {
  const known =
    fitters.get(core) ??
    familiesOf(core, N_KEYS).map((family) => ({family, fitter: new Fitter(family, N_KEYS)}));
  fitters.set(core, known);
  return known.map(({family, fitter}) => ({family, fit: fitter.fit(curve)}));
}

/**
 * The closest of those that have so many free numbers or fewer.
 *
 * @param {readonly Fitted[]} fitted
 * @param {number} numbers
 */
export function closestOf(fitted, numbers) {
  const allowed = fitted.filter(({family}) => family.numbers <= numbers);
  return allowed.reduce((best, one) => (one.fit.misfit < best.fit.misfit - 1e-6 ? one : best));
}

/**
 * @param {Core} core
 * @param {Fitted} closest
 * @param {Float64Array} curve
 * @param {Tensor} bias
 * @param {Tensor} weights (n, n)
 * @returns {Meter[]}
 */
export function metersOf(core, {family, fit}, curve, bias, weights) {
  const flat = slice(weightsOf(core, biasOf(new Float64Array(N_KEYS))), 0);
  const acts = maxAbsDiff(core, {a: weights, b: flat});
  const drawn = family.draw(fit.coefficients, fit.inner);
  const kernel = maxAbsDiff(core, {
    a: {data: Float32Array.from(drawn, (value) => value - drawn[0]), shape: [N_KEYS]},
    b: {data: Float32Array.from(fit.values, (value) => value - fit.values[0]), shape: [N_KEYS]},
  });
  const meant = maxAbsDiff(core, {a: slice(bias, 0), b: slice(biasOf(curve), 0)});
  return [
    {
      name: 'as-drawn',
      label: 'the bias at work is the one drawn',
      value: meant,
      limit: 1e-6,
    },
    {
      name: 'acts',
      label: 'it changes the attention',
      value: acts,
      limit: 1e-3,
      relation: '≥',
    },
    {
      name: 'row-sum',
      label: 'every row sums to 1',
      value: rowSumError(core, {x: weights}),
      limit: 1e-5,
    },
    {
      name: 'kernel',
      label: `the core’s ${family.name} with the numbers found draws the closest curve`,
      value: kernel,
      limit: 5e-3,
    },
    {
      name: 'least',
      label: 'gained by a small step of any number found',
      value: gainOf(family, fit, curve),
      limit: 1e-4,
    },
  ];
}

/**
 * How much closer the curve comes when one number is a hundredth larger or smaller, at best.
 *
 * @param {NamedFamily} family
 * @param {Fit} fit
 * @param {Float64Array} curve
 */
function gainOf(family, {coefficients, inner, shift, misfit}, curve) {
  /** @type {{found: number[], at: number}[]} */
  const moves = coefficients.flatMap((value, k) =>
    [-1, 1].map((sign) => {
      const step = sign * 0.01 * Math.max(0.01, Math.abs(value));
      return {found: coefficients.map((old, c) => (c === k ? old + step : old)), at: inner};
    }),
  );
  if (family.inner && family.isFine) {
    const {low, high} = family.inner;
    for (const at of [0.99 * inner, 1.01 * inner]) {
      if (at >= low && at <= high) moves.push({found: coefficients, at});
    }
  }
  const tried = moves
    .filter(({found}) => !family.isFalling || found[0] >= 0)
    .map(({found, at}) => {
      const drawn = family.draw(found, at);
      return misfitOf(drawn, curve, bestShift(drawn, curve, shift));
    });
  return Math.max(0, misfit - Math.min(misfit, ...tried));
}

/** A constant is free for every family. @param {Float64Array} drawn @param {Float64Array} curve @param {number} from */
function bestShift(drawn, curve, from) {
  let [sum, total] = [0, 0];
  drawn.forEach((value, d) => {
    sum += (curve[d] - value - from) / (1 + d);
    total += 1 / (1 + d);
  });
  return from + sum / total;
}
