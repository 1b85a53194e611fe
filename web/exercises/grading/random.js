// @ts-check
// What hidden cases are made of, afresh at every run: in the page, never where the learner's code runs.

/** @typedef {{tensor: {shape: number[], dtype: string, data: Float32Array | Float64Array}}} Argument */

const STEP = 0x9e3779b97f4a7c15n;

export class CaseRandom {
  #state;

  /** @param {bigint} [seed] any; in the page one that cannot be predicted */
  constructor(seed = crypto.getRandomValues(new BigUint64Array(1))[0]) {
    this.#state = seed;
  }

  /** In [0, 1). */
  uniform() {
    this.#state = BigInt.asUintN(64, this.#state + STEP);
    let z = this.#state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) >> 11n) * 2 ** -53;
  }

  /** @param {number} low @param {number} high both may come */
  int(low, high) {
    return low + Math.floor(this.uniform() * (high - low + 1));
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.int(0, list.length - 1)];
  }

  /** Of some, in some order. @template T @param {readonly T[]} list @param {number} n @returns {T[]} */
  sample(list, n) {
    const rest = [...list];
    return Array.from({length: n}, () => rest.splice(this.int(0, rest.length - 1), 1)[0]);
  }

  /** Standard normal float32 numbers, as an argument of a step. @param {...number} shape @returns {Argument} */
  normal(...shape) {
    const data = new Float32Array(shape.reduce((n, size) => n * size, 1));
    for (let k = 0; k < data.length; k++) {
      data[k] =
        Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
    }
    return {tensor: {shape, dtype: 'float32', data}};
  }

  /** Whole numbers, as an argument. @param {number} low @param {number} high @param {...number} shape @returns {Argument} */
  ints(low, high, ...shape) {
    const n = shape.reduce((a, b) => a * b, 1);
    const data = Float64Array.from({length: n}, () => this.int(low, high));
    return {tensor: {shape, dtype: 'int64', data}};
  }
}
