// @ts-check
// Random numbers by a seed, the same on every machine, and not PyTorch's.

const MASK = (1n << 64n) - 1n;

/** splitmix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014. */
export class Random {
  #state = 0n;
  /** @type {number | null} */
  #spare = null;

  /** @param {number} seed */
  seed(seed) {
    this.#state = BigInt.asUintN(64, BigInt(Math.trunc(seed)));
    this.#spare = null;
  }

  #next() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let z = this.#state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  }

  /** In [0, 1), of 53 bits. */
  uniform() {
    return Number(this.#next() >> 11n) * 2 ** -53;
  }

  /** Below n. @param {number} n */
  below(n) {
    return Math.floor(this.uniform() * n);
  }

  /** Standard normal: G. Box, M. Muller, 1958. */
  normal() {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    const size = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    const angle = 2 * Math.PI * this.uniform();
    this.#spare = size * Math.sin(angle);
    return size * Math.cos(angle);
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
