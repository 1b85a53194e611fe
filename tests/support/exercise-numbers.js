// What the numbers in the texts of exercises come from. An exercise's texts have no slots that a build fills, so each number
// that a run can give is held to that run instead: printed with as many decimals as the text has.

import {CLAIMS} from '../../web/claims/index.js';
import {alibiSlopes, ropeScaling, sinusoidal, t5Buckets} from '../../web/core/pe.js';

/** @import {Core} from '../../web/core/core.js' */

/** The values of a claim. @param {Core} core @param {string} id @returns {any} */
function valuesOf(core, id) {
  const claim = CLAIMS.get(id);
  if (!claim?.compute) throw new Error(`a live claim must have the id "${id}"`);
  return claim.compute(core, claim.settings);
}

/** @param {Core} core @param {number} nHeads */
const slopesOf = (core, nHeads) => [...alibiSlopes(core, {nHeads}).data];

/** What 16 heads have that 8 have not. @param {Core} core */
const slopesBetween = (core) => slopesOf(core, 16).filter((_, head) => head % 2 === 0);

/** The largest x whose exp has a value up to `largest`. @param {number} largest */
const limitOfExp = (largest) => Math.log(largest);
const LARGEST_FLOAT32 = 2 ** 128 - 2 ** 104;
/** From half of the smallest number on, exp(-x) is rounded to 0. */
const UNDERFLOW = -Math.log(2 ** -150);

/** The mean cosine of two rows of a table, of one and of another position. @param {Core} core */
function meanCosine(core) {
  const [n, dim] = [20, 128];
  const {data} = sinusoidal(core, {nPos: n, dModel: dim});
  let sum = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      if (i !== j) for (let k = 0; k < dim; k++) sum += data[i * dim + k] * data[j * dim + k];
  return sum / (n * (n - 1)) / (dim / 2);
}

/** Width 64, L = 128, scale 2: how many pairs are blended and divided, and what the first keeps. @param {Core} core */
function yarnShares(core) {
  const [dim, factor] = [64, 2];
  const options = {kind: /** @type {const} */ ('yarn-paper'), dim, factor};
  const shares = [...ropeScaling(core, {...options, originalMaxPosition: 128}).ratio.data];
  const divided = shares.filter((share) => share < 1 / factor + 1e-6).length;
  return [dim, dim / 2 - divided, divided, shares[0]];
}

/** Where each bucket of an encoder begins. @param {Core} core */
function bucketStarts(core) {
  const distances = Array.from({length: 129}, (_, k) => k);
  const {data} = t5Buckets(core, {relative: distances.map((distance) => -distance)});
  return distances.filter((k) => k === 0 || data[k] !== data[k - 1]);
}

/** By exercise: the numbers that its texts may print. @type {Record<string, (core: Core) => number[]>} */
export const NUMBERS = {
  'alibi-mask': slopesBetween,
  'alibi-slopes-12': (core) => [
    slopesBetween(core)[0],
    ...[8, 16, 32].filter((n) =>
      slopesOf(core, n).every(
        (slope, head) => Math.abs(slope - 2 ** ((-8 * (head + 1)) / n)) < 1e-7,
      ),
    ),
  ],
  'alibi-two-functions': (core) => slopesOf(core, 6),
  'bf16-frequencies': (core) => [
    ...valuesOf(core, 'rope-bf16').worst,
    2 ** -9,
    ...[8, 9, 10].map((power) => 2 ** power),
  ],
  'compare-encodings': (core) => [meanCosine(core)],
  experiments: () => [(8 * 1024 ** 2) / 1e6, (1024 * 512) / 1e6],
  'masked-cross-entropy': () => [UNDERFLOW],
  'no-position': () => [limitOfExp(LARGEST_FLOAT32)],
  'repair-frequencies': () => [1 / 0.005],
  'rms-norm': (core) => {
    const {largest, tooLarge} = valuesOf(core, 'number-types');
    return [300, 300 ** 2, largest, Math.ceil(Math.sqrt(tooLarge))];
  },
  'rope-tables': () => [2 ** 8, 2 ** 8 + 2],
  'scaled-dot-product': () => [limitOfExp(LARGEST_FLOAT32), limitOfExp(65504)],
  'sinusoidal-module': () => [1 - 0.1],
  'sinusoidal-table': (core) => [valuesOf(core, 'float32-chain').upToShort],
  't5-bias': (core) => [32 * 12, 512, 512 * 768, ...bucketStarts(core)],
  yarn: (core) => [32 - 1, ...yarnShares(core)],
};
