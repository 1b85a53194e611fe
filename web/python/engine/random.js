// @ts-check
// Random numbers by a seed: those that PyTorch draws on a CPU, and apart from them those of numpy.random.
// Both come of the Mersenne twister: M. Matsumoto, T. Nishimura, ACM TOMACS 8, 1998.
import {DTYPES} from './dtypes.js';
import {BLOCK, otherBlock, singleBlock} from './normal.js';

const [N, M] = [624, 397];

/** MT19937, 32 bits at a time. */
class Twister {
  #state = new Uint32Array(N);
  #at = N;

  /** @param {number} seed its low 32 bits count */
  seed(seed) {
    const state = this.#state;
    state[0] = Number(BigInt.asUintN(32, BigInt(Math.trunc(seed))));
    for (let k = 1; k < N; k++) {
      state[k] = Math.imul(1812433253, state[k - 1] ^ (state[k - 1] >>> 30)) + k;
    }
    this.#at = N;
  }

  /** Where it stands, and its words. @returns {number[]} */
  get state() {
    return [this.#at, ...this.#state];
  }

  set state([at, ...words]) {
    this.#at = at;
    this.#state.set(words);
  }

  #refill() {
    const state = this.#state;
    for (let k = 0; k < N; k++) {
      const y = (state[k] & 0x80000000) | (state[(k + 1) % N] & 0x7fffffff);
      state[k] = state[(k + M) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.#at = 0;
  }

  /** @returns {number} a whole number below 2^32 */
  next() {
    if (this.#at === N) this.#refill();
    let y = this.#state[this.#at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }
}

/** Bits of a number in [0, 1), by the dtype. @type {Record<string, number>} */
const BITS = {float32: 24, float16: 11, bfloat16: 8};

/** A generator of PyTorch's for the CPU. */
export class TorchRandom {
  #twister = new Twister();
  /** @type {number | null} */
  #spare = null;

  /** @param {number} seed */
  seed(seed) {
    this.#twister.seed(seed);
    this.#spare = null;
  }

  /** With the second of two normal numbers, where it is still to come. @returns {(number | null)[]} */
  get state() {
    return [this.#spare, ...this.#twister.state];
  }

  set state([spare, ...words]) {
    this.#spare = spare;
    this.#twister.state = words.map(Number);
  }

  /** 64 bits, the high ones first. */
  bits64() {
    const [high, low] = [this.#twister.next(), this.#twister.next()];
    return (BigInt(high) << 32n) | BigInt(low);
  }

  /** In [0, 1), of 53 bits. */
  double() {
    const [high, low] = [this.#twister.next(), this.#twister.next()];
    return ((high & 0x1fffff) * 2 ** 32 + low) * 2 ** -53;
  }

  /** In [0, 1). @param {string} dtype */
  uniform(dtype) {
    const bits = BITS[dtype];
    return bits ? (this.#twister.next() % 2 ** bits) * 2 ** -bits : this.double();
  }

  /** Below n. @param {number} n */
  below(n) {
    if (n <= 2 ** 32 - 1) return this.#twister.next() % n;
    return Number(this.bits64() % BigInt(n));
  }

  /** Exponential, of rate 1. */
  exponential() {
    return -Math.log(1 - this.double());
  }

  /** Standard normal: G. Box, M. Muller, 1958. */
  #normal() {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    const [v, u] = [this.double(), this.double()];
    const radius = Math.sqrt(-2 * Math.log1p(-u));
    this.#spare = radius * Math.sin(2 * Math.PI * v);
    return radius * Math.cos(2 * Math.PI * v);
  }

  /**
   * n normal numbers, not rounded.
   *
   * @param {string} dtype @param {number} n @param {number} [mean] @param {number} [std]
   * @param {boolean} [isDense] whether they go to places without gaps: PyTorch draws others one by one
   * @returns {Float64Array}
   */
  normals(dtype, n, mean = 0, std = 1, isDense = true) {
    const out = new Float64Array(n);
    if (n < BLOCK || !isDense) return out.map(() => this.#normal() * std + mean);
    const {round} = DTYPES[dtype];
    const block = dtype === 'float32' ? singleBlock : otherBlock;
    const [m, s] = [round(mean), round(std)];
    for (let k = 0; k < n; k++) out[k] = this.uniform(dtype);
    for (let from = 0; from + BLOCK <= n; from += BLOCK) block(out, from, m, s, round);
    if (n % BLOCK) {
      // the last ones are drawn once more, so that they are a whole block
      for (let k = n - BLOCK; k < n; k++) out[k] = this.uniform(dtype);
      block(out, n - BLOCK, m, s, round);
    }
    return out;
  }

  /** @param {number} n @returns {number[]} 0 .. n - 1 in some order */
  permutation(n) {
    const order = Array.from({length: n}, (_, k) => k);
    for (let k = 0; k < n - 1; k++) {
      const other = k + (this.#twister.next() % (n - k));
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  }
}

/** What numpy.random.seed() seeds: numpy's RandomState. */
export class NumpyRandom {
  #twister = new Twister();
  /** @type {number | null} */
  #spare = null;

  /** @param {number} seed */
  seed(seed) {
    this.#twister.seed(seed);
    this.#spare = null;
  }

  /** In [0, 1), of 53 bits. */
  uniform() {
    const [high, low] = [this.#twister.next() >>> 5, this.#twister.next() >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** Standard normal, by the polar method: G. Marsaglia, T. Bray, 1964. */
  normal() {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    for (;;) {
      const [x, y] = [2 * this.uniform() - 1, 2 * this.uniform() - 1];
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const size = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = size * x;
      return size * y;
    }
  }

  /** Below n, which is at most 2^32: bits are drawn until they are. @param {number} n */
  below(n) {
    if (n <= 1) return 0;
    const mask = 2 ** (32 - Math.clz32(n - 1)) - 1;
    for (;;) {
      const value = (this.#twister.next() & mask) >>> 0;
      if (value < n) return value;
    }
  }

  /** @param {number} n @returns {number[]} 0 .. n - 1 in some order */
  permutation(n) {
    const order = Array.from({length: n}, (_, k) => k);
    for (let k = n - 1; k > 0; k--) {
      const other = this.below(k + 1);
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  }
}
