// @ts-check
// Least squares: the curve of a family that comes closest to a given one.

/**
 * Curves by distance that a method can draw: sums of columns, and where `inner` is given with one more
 * number, which the columns depend on, searched for between `low` and `high` by its logarithm, in `steps` and
 * then between two of them, or without `isFine` in these steps alone, whose columns are made once. `isFalling`: its one
 * coefficient is not negative.
 *
 * @typedef {{inner?: {low: number, high: number, steps: number}, isFine?: boolean, isFalling?: boolean,
 *   columns(inner: number): readonly ArrayLike<number>[]}} Family
 */

/**
 * `values` by distance, without `shift`, the constant that the softmax ignores; `misfit` is the root of
 * the weighted mean square of what is left.
 *
 * @typedef {{values: Float64Array, coefficients: number[], inner: number, shift: number,
 *   misfit: number}} Fit
 */

/** @typedef {{unit: Float64Array, along: number[], size: number, place: number}[]} Orthogonal */
/** @typedef {{columns: readonly ArrayLike<number>[], kept: Orthogonal}} Prepared */

const STEPS = 24;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
// Of a column's length. What is left of it would need numbers so large that float32 does not hold their sum.
const DEPENDENT = 1e-3;

/** Every octave of distance weighs the same. @param {number} distance */
export const weightOf = (distance) => 1 / (1 + distance);

/** Fits one family to one curve after the other; what does not depend on the curve is kept. */
export class Fitter {
  #family;
  #roots;
  /** @type {Map<number, Prepared>} */
  #prepared = new Map();

  /**
   * @param {Family} family
   * @param {number} n distances, from 0
   */
  constructor(family, n) {
    this.#family = family;
    this.#roots = Float64Array.from({length: n}, (_, d) => Math.sqrt(weightOf(d)));
  }

  /** @param {ArrayLike<number>} target by distance @returns {Fit} */
  fit(target) {
    const {inner, isFine} = this.#family;
    if (!inner) return this.at(target, 0);
    const [low, high] = [Math.log(inner.low), Math.log(inner.high)];
    const step = (high - low) / inner.steps;
    const fits = Array.from({length: inner.steps + 1}, (_, k) =>
      this.at(target, Math.exp(low + k * step)),
    );
    const misfits = fits.map(({misfit}) => misfit);
    const best = misfits.indexOf(Math.min(...misfits));
    if (!isFine) return fits[best];
    const ends = [Math.max(0, best - 1), Math.min(inner.steps, best + 1)].map(
      (k) => low + k * step,
    );
    const place = goldenSection((log) => this.#fresh(target, Math.exp(log)).misfit, ends);
    const found = this.#fresh(target, Math.exp(place));
    return found.misfit <= fits[best].misfit ? found : fits[best];
  }

  /** @param {ArrayLike<number>} target @param {number} inner @returns {Fit} */
  at(target, inner) {
    const known = this.#prepared.get(inner) ?? this.#prepare(inner);
    this.#prepared.set(inner, known);
    return this.#solve(target, inner, known);
  }

  /** Of numbers that will not come again. @param {ArrayLike<number>} target @param {number} inner */
  #fresh(target, inner) {
    return this.#solve(target, inner, this.#prepare(inner));
  }

  /** @param {number} inner @returns {Prepared} */
  #prepare(inner) {
    const columns = this.#family.columns(inner);
    const ones = new Float64Array(this.#roots.length).fill(1);
    const weighted = [ones, ...columns].map((column) =>
      this.#roots.map((root, k) => root * column[k]),
    );
    return {columns, kept: orthogonal(weighted)};
  }

  /** @param {ArrayLike<number>} target @param {number} inner @param {Prepared} prepared @returns {Fit} */
  #solve(target, inner, {columns, kept}) {
    const roots = this.#roots;
    const goal = roots.map((root, k) => root * target[k]);
    let [shift, ...coefficients] = coefficientsOf(kept, goal, columns.length + 1);
    if (this.#family.isFalling && coefficients[0] < 0) {
      coefficients = [0];
      [shift] = coefficientsOf(kept.slice(0, 1), goal, 1);
    }
    const values = new Float64Array(roots.length);
    columns.forEach((column, c) => {
      for (let k = 0; k < values.length; k++) values[k] += coefficients[c] * column[k];
    });
    return {values, coefficients, inner, shift, misfit: misfitOf(values, target, shift)};
  }
}

/**
 * The root of the weighted mean square of a difference.
 *
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} target
 * @param {number} shift
 */
export function misfitOf(values, target, shift) {
  let [sum, total] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    sum += weightOf(k) * (values[k] + shift - target[k]) ** 2;
    total += weightOf(k);
  }
  return Math.sqrt(sum / total);
}

/**
 * Where a function with one valley between two ends is least.
 *
 * @param {(x: number) => number} f
 * @param {number[]} ends
 */
function goldenSection(f, [low, high]) {
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [fa, fb] = [f(a), f(b)];
  for (let k = 0; k < STEPS; k++) {
    if (fa < fb) {
      [high, b, fb] = [b, a, fa];
      a = high - GOLDEN * (high - low);
      fa = f(a);
    } else {
      [low, a, fa] = [a, b, fb];
      b = low + GOLDEN * (high - low);
      fb = f(b);
    }
  }
  return (low + high) / 2;
}

/**
 * Columns made orthogonal one after the other, each twice, so that rounding does not add up. One that those
 * before it make up is left out.
 *
 * @param {readonly Float64Array[]} columns
 * @returns {Orthogonal}
 */
export function orthogonal(columns) {
  /** @type {Orthogonal} */
  const kept = [];
  columns.forEach((column, place) => {
    const rest = column.slice();
    const along = kept.map(() => 0);
    for (let pass = 0; pass < 2; pass++) {
      kept.forEach(({unit}, k) => {
        const part = dot(rest, unit);
        along[k] += part;
        for (let i = 0; i < rest.length; i++) rest[i] -= part * unit[i];
      });
    }
    const size = Math.sqrt(dot(rest, rest));
    if (size <= DEPENDENT * Math.sqrt(dot(column, column))) return;
    kept.push({unit: rest.map((value) => value / size), along, size, place});
  });
  return kept;
}

/**
 * Of the columns whose sum is closest to the goal; 0 for one that was left out.
 *
 * @param {Orthogonal} kept
 * @param {Float64Array} goal
 * @param {number} n columns
 * @returns {number[]}
 */
export function coefficientsOf(kept, goal, n) {
  const coefficients = new Array(n).fill(0);
  const parts = kept.map(({unit}) => dot(goal, unit));
  for (let k = kept.length - 1; k >= 0; k--) {
    let value = parts[k];
    for (let later = k + 1; later < kept.length; later++) {
      value -= kept[later].along[k] * coefficients[kept[later].place];
    }
    coefficients[kept[k].place] = value / kept[k].size;
  }
  return coefficients;
}

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
