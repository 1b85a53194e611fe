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
  #known = new Map();

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
    const goal = this.#roots.map((root, k) => root * target[k]);
    if (!inner) return this.#solve(target, goal, 0);
    const [low, high] = [Math.log(inner.low), Math.log(inner.high)];
    const step = (high - low) / inner.steps;
    const places = Array.from({length: inner.steps + 1}, (_, k) => low + k * step);
    const left = (/** @type {number} */ log) => this.#left(goal, this.#prepared(Math.exp(log)));
    const lefts = places.map((log) => left(log));
    const best = lefts.indexOf(Math.min(...lefts));
    const ofGrid = this.#solve(target, goal, Math.exp(places[best]));
    if (!isFine) return ofGrid;
    const ends = [Math.max(0, best - 1), Math.min(inner.steps, best + 1)].map((k) => places[k]);
    // these numbers will not come again: nothing of them is kept
    const fresh = (/** @type {number} */ log) => this.#left(goal, this.#prepare(Math.exp(log)));
    const found = Math.exp(goldenSection(fresh, ends));
    const fine = this.#solve(target, goal, found, this.#prepare(found));
    return fine.misfit <= ofGrid.misfit ? fine : ofGrid;
  }

  /** @param {number} inner @returns {Prepared} made once */
  #prepared(inner) {
    const known = this.#known.get(inner) ?? this.#prepare(inner);
    this.#known.set(inner, known);
    return known;
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
   * @param {number} inner
   * @param {Prepared} prepared
   * @returns {Fit}
   */
  #solve(target, goal, inner, {columns, kept} = this.#prepared(inner)) {
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
