// @ts-check
// Least squares: the curve of a family that comes closest to a given one.

/**
 * Curves by distance that a method can draw: sums of columns, and where `inner` is given with one more
 * number, which the columns depend on, searched for between `low` and `high` by its logarithm, in `steps` and
 * then in as many between the neighbours of the best, or without `isFine` in the first steps alone. `isFalling`: its one
 * coefficient is not negative. `columns`: those of each of some inner numbers, made in one call.
 *
 * @typedef {{inner?: {low: number, high: number, steps: number}, isFine?: boolean, isFalling?: boolean,
 *   columns(inners: readonly number[]): (readonly ArrayLike<number>[])[]}} Family
 */

/**
 * `values` by distance, without `shift`, the constant that the softmax ignores; `misfit` is the root of
 * the weighted mean square of what is left.
 *
 * @typedef {{values: Float64Array, coefficients: number[], inner: number, shift: number,
 *   misfit: number}} Fit
 */

/** @typedef {{unit: Float64Array, along: number[], size: number, place: number}[]} Orthogonal */
/** @typedef {{inner: number, columns: readonly ArrayLike<number>[], kept: Orthogonal}} Prepared */

// Each round between the neighbours of the best divides the steps by half their number.
const ROUNDS = 3;
// Of a column's length. What is left of it would need numbers so large that float32 does not hold their sum.
const DEPENDENT = 1e-3;
// Of a column's length, too: with less of it left, what was taken away has left rounding errors that count.
const LITTLE = 0.1;

/** Every octave of distance weighs the same. @param {number} distance */
export const weightOf = (distance) => 1 / (1 + distance);

/** Fits one family to one curve after the other; what does not depend on the curve is kept. */
export class Fitter {
  #family;
  #roots;
  /** @type {Prepared[]} of the first steps, made once */
  #first;

  /**
   * @param {Family} family
   * @param {number} n distances, from 0
   */
  constructor(family, n) {
    this.#family = family;
    this.#roots = Float64Array.from({length: n}, (_, d) => Math.sqrt(weightOf(d)));
    const {low, high} = family.inner ?? {low: 1, high: 1};
    this.#first = this.#between(Math.log(low), Math.log(high));
  }

  /** @param {ArrayLike<number>} target by distance @returns {Fit} */
  fit(target) {
    const goal = this.#roots.map((root, k) => root * target[k]);
    let steps = this.#first;
    let best = this.#best(goal, steps);
    for (let round = 0; this.#family.isFine && round < ROUNDS; round++) {
      const at = steps.indexOf(best);
      const [low, high] = [steps[at - 1] ?? best, steps[at + 1] ?? best];
      steps = this.#between(Math.log(low.inner), Math.log(high.inner));
      best = this.#best(goal, steps);
    }
    return this.#solve(target, goal, best);
  }

  /** @param {number} low its logarithm @param {number} high @returns {Prepared[]} */
  #between(low, high) {
    const {steps} = this.#family.inner ?? {steps: 0};
    const inners = Array.from({length: steps + 1}, (_, k) =>
      Math.exp(low + (k * (high - low)) / Math.max(1, steps)),
    );
    const ones = new Float64Array(this.#roots.length).fill(1);
    return this.#family.columns(inners).map((columns, k) => {
      const weighted = [ones, ...columns].map((column) =>
        this.#roots.map((root, distance) => root * column[distance]),
      );
      return {inner: inners[k], columns, kept: orthogonal(weighted)};
    });
  }

  /** @param {Float64Array} goal @param {Prepared[]} steps */
  #best(goal, steps) {
    const lefts = steps.map((prepared) => this.#left(goal, prepared));
    return steps[lefts.indexOf(Math.min(...lefts))];
  }

  /** Those that the family may use: a falling one no column that would have to rise. @param {Orthogonal} kept @param {Float64Array} goal */
  #usable(kept, goal) {
    const isRising = this.#family.isFalling && kept.length > 1 && dot(goal, kept[1].unit) < 0;
    return isRising ? kept.slice(0, 1) : kept;
  }

  /** The square of what no curve of the family reaches. @param {Float64Array} goal @param {Prepared} prepared */
  #left(goal, {kept}) {
    return this.#usable(kept, goal).reduce(
      (rest, {unit}) => rest - dot(goal, unit) ** 2,
      dot(goal, goal),
    );
  }

  /**
   * @param {ArrayLike<number>} target
   * @param {Float64Array} goal the same, weighted
   * @param {Prepared} prepared
   * @returns {Fit}
   */
  #solve(target, goal, {inner, columns, kept}) {
    const usable = this.#usable(kept, goal);
    const [shift, ...coefficients] = coefficientsOf(usable, goal, columns.length + 1);
    const values = new Float64Array(goal.length);
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
 * Columns made orthogonal one after the other; one of which little is left a second time, so that rounding does not add
 * up (Daniel and others 1976, Mathematics of Computation 30, p. 772). One that those before it make up is left out.
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
    const length = Math.sqrt(dot(column, column));
    let size = length;
    for (let pass = 0; pass === 0 || (pass === 1 && size < LITTLE * length); pass++) {
      kept.forEach(({unit}, k) => {
        const part = dot(rest, unit);
        along[k] += part;
        for (let i = 0; i < rest.length; i++) rest[i] -= part * unit[i];
      });
      size = Math.sqrt(dot(rest, rest));
    }
    if (size <= DEPENDENT * length) return;
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
