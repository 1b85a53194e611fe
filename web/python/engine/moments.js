// @ts-check
// The mean and the variance of numbers of bfloat16, as PyTorch 1.13 has them: it rounds each step.
import {toBfloat16 as round} from './dtypes.js';

const [LANES, CHUNK] = [16, 16]; // numbers of one register, and registers of one chunk

/** n numbers: their mean, and the sum of the squares of what they are off it. @typedef {{n: number, mean: number, squares: number}} Moments */

/** @returns {Moments} */
const none = () => ({n: 0, mean: 0, squares: 0});

/** @param {Moments} to @param {number} x @param {(off: number, n: number) => number} shareOf */
function add({n, mean, squares}, x, shareOf) {
  const off = round(x - mean);
  const next = round(mean + shareOf(off, n + 1));
  return {n: n + 1, mean: next, squares: round(squares + round(off * round(x - next)))};
}

/** @param {Moments} a @param {Moments} b */
function joined(a, b) {
  const n = a.n + b.n;
  if (n === 0) return a;
  const share = round(round(b.n) / round(n));
  const off = round(b.mean - a.mean);
  const between = round(round(round(off * off) * share) * round(a.n));
  return {
    n,
    mean: round(a.mean + round(share * off)),
    squares: round(a.squares + round(b.squares + between)),
  };
}

/** One lane: chunks are joined in pairs, pairs in fours, and so on. @param {ArrayLike<number>} values @param {number} first @param {number} n */
function ofLane(values, first, n) {
  const chunks = Math.ceil(n / CHUNK);
  const levels = Array.from({length: Math.max(1, Math.ceil(Math.log2(chunks)))}, none);
  for (let c = 0; c < chunks; c++) {
    let chunk = none();
    for (let k = c * CHUNK; k < Math.min(n, (c + 1) * CHUNK); k++) {
      chunk = add(chunk, values[first + k * LANES], (off, m) => round(off * round(1 / m)));
    }
    levels[0] = joined(levels[0], chunk);
    for (let j = 1; j < levels.length && (c + 1) % 2 ** j === 0; j++) {
      levels[j] = joined(levels[j], levels[j - 1]);
      levels[j - 1] = none();
    }
  }
  return levels.reduce((low, high) => joined(low, high));
}

/** @param {ArrayLike<number>} values @param {number} from @param {number} n @returns {[mean: number, variance: number]} */
export function roundedMoments(values, from, n) {
  const perLane = Math.floor(n / LANES);
  let all = none();
  for (let k = perLane * LANES; k < n; k++) {
    all = add(all, values[from + k], (off, m) => round(off / round(m)));
  }
  for (let lane = 0; perLane && lane < LANES; lane++) {
    all = joined(all, ofLane(values, from + lane, perLane));
  }
  return [all.mean, round(all.squares / round(n))];
}
