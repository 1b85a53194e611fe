// @ts-check
import {randomNormal} from '../core/base.js';
import {faultSinusoidalDoubledExponent} from '../core/fault.js';
import {maxAbsDiff} from '../core/linalg.js';
import {sinusoidal, sinusoidalAt, sinusoidalFrequencies} from '../core/pe.js';
import {pca} from '../core/proj.js';
import {closestOffset, dot, lengthOf, meanCosine, rowOf, upTo} from './measures.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

const SOURCE = 'Vaswani et al. 2017, section 3.5: the formula';

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const difference = (a, b) => Array.from(a, (value, k) => value - b[k]);

/** The Euclidean distance of two rows at any positions. @param {Core} core @param {number} width @param {number[]} positions two */
function distanceOf(core, width, positions) {
  const table = sinusoidalAt(core, {positions, dModel: width});
  return lengthOf(difference(rowOf(table, 0), rowOf(table, 1)));
}

/** How often a column leaves or crosses zero. @param {Tensor} table @param {number} column */
function crossings({data, shape: [n, width]}, column) {
  const signs = upTo(n).map((row) => Math.sign(data[row * width + column]));
  return signs.filter((sign, k) => k > 0 && sign !== signs[k - 1]).length;
}

/** @type {Claim[]} */
export default [
  {
    id: 'sin-first-row',
    source: SOURCE,
    settings: {width: 64},
    compute(core, {width}) {
      const {data} = sinusoidal(core, {nPos: 1, firstPos: 1, dModel: width});
      return {sine: data[0], cosine: data[1]};
    },
  },
  {
    id: 'sin-wavelengths',
    source: SOURCE,
    settings: {width: 64, wide: 128, pairs: 32},
    compute(core, {width, wide}) {
      const waves = (/** @type {number} */ dModel) =>
        Array.from(sinusoidalFrequencies(core, {dModel}).data, (w) => (2 * Math.PI) / w);
      const [own, ofWide] = [waves(width), waves(wide)];
      return {
        waves: own,
        step: own[0] / own[1],
        longest: /** @type {number} */ (ofWide.at(-1)),
        bound: 2 * Math.PI * 1e4,
      };
    },
  },
  {
    id: 'sin-doubled-exponent',
    source:
      'The exponent 2 · index / width, index counting dimensions, against the formula; 100 positions',
    settings: {width: 512, nPos: 100},
    compute(core, {width, nPos}) {
      const a = sinusoidal(core, {nPos, dModel: width});
      return {
        worst: maxAbsDiff(core, {
          a,
          b: faultSinusoidalDoubledExponent(core, {nPos, dModel: width}),
        }),
      };
    },
  },
  {
    id: 'sin-crossings',
    source: 'Changes of sign over 100 positions; that from 0 at position 0 counts',
    settings: {width: 128, nPos: 100},
    compute(core, {width, nPos}) {
      const table = sinusoidal(core, {nPos, dModel: width});
      return {
        at: Object.fromEntries([0, 10, 20, 50].map((column) => [column, crossings(table, column)])),
      };
    },
  },
  {
    id: 'sin-one-pair',
    source: 'The Euclidean distance of two rows of width 2',
    settings: {near: 44, far: 710},
    compute: (core, {near, far}) => ({
      atNear: distanceOf(core, 2, [0, near]),
      atFar: distanceOf(core, 2, [0, far]),
    }),
    law: {says: 'position 710 is within 0.0001 of position 0', holds: ({atFar}) => atFar < 1e-4},
  },
  {
    id: 'sin-closest',
    source: 'The smallest Euclidean distance of two rows, over every offset in the range',
    settings: {width: 64, first: 1000, last: 1000000},
    compute: (core, {width, first, last}) => ({
      far: closestOffset(core, {width, first, last}),
      neighbours: distanceOf(core, width, [0, 1]),
    }),
    law: {
      says: 'no far row is as close as a neighbour',
      holds: ({far, neighbours}) => far > neighbours,
    },
  },
  {
    id: 'sin-similarity',
    source: 'The cosine similarity of two rows',
    settings: {width: 64, five: 5, six: 6, near: 50, far: 100},
    compute: (core, {width, five, six, near, far}) => {
      const at = (/** @type {number} */ distance) => meanCosine(core, {width, distance});
      return {atFive: at(five), atSix: at(six), atNear: at(near), atFar: at(far)};
    },
    law: {
      says: 'it rises from offset 5 to 6, and from 50 to 100',
      holds: ({atFive, atSix, atNear, atFar}) => atSix > atFive && atFar > atNear,
    },
  },
  {
    id: 'sin-differences',
    source: 'PE(5) − PE(0) and PE(15) − PE(10)',
    settings: {width: 64},
    compute(core, {width}) {
      const table = sinusoidal(core, {nPos: 16, dModel: width});
      const first = difference(rowOf(table, 5), rowOf(table, 0));
      const second = difference(rowOf(table, 15), rowOf(table, 10));
      const [a, b] = [lengthOf(first), lengthOf(second)];
      return {cosine: dot(first, second) / (a * b), length: a, other: b};
    },
    law: {
      says: 'both have one length',
      holds: ({length, other}) => Math.abs(length - other) < 1e-5,
    },
  },
  {
    id: 'sin-shift-law',
    source: 'The sine of B(k) PE(p) against that of PE(p + k) in double precision',
    settings: {width: 64, last: 500, step: 10, offsets: 40},
    compute(core, {width, last, step, offsets}) {
      const {data} = sinusoidalFrequencies(core, {dModel: width});
      let gap = 0;
      for (const w of data) {
        for (let p = 0; p <= last; p += step) {
          for (let k = 0; k <= offsets; k++) {
            const rotated = Math.cos(k * w) * Math.sin(p * w) + Math.sin(k * w) * Math.cos(p * w);
            gap = Math.max(gap, Math.abs(rotated - Math.sin((p + k) * w)));
          }
        }
      }
      return {gap, decimals: Math.floor(-Math.log10(gap))};
    },
    law: {says: 'they agree to more than 12 decimals', holds: ({gap}) => gap < 1e-12},
  },
  {
    id: 'sin-sum',
    source: 'PE(3) + PE(7) against every row from 0 to 100',
    settings: {width: 128},
    compute(core, {width}) {
      const table = sinusoidal(core, {nPos: 101, dModel: width});
      const sum = Array.from(rowOf(table, 3), (value, k) => value + rowOf(table, 7)[k]);
      const miss = (/** @type {number} */ row) => lengthOf(difference(sum, rowOf(table, row)));
      const own = miss(10);
      const closer = upTo(101).filter((row) => miss(row) < own).length;
      return {miss: own / lengthOf(rowOf(table, 10)), closer};
    },
  },
  {
    id: 'sin-three-components',
    source: 'The share of the variance in the first three principal components',
    settings: {width: 64, few: 6, some: 21, many: 100},
    compute(core, {width, few, some, many}) {
      const shareOf = (/** @type {number} */ nPos) => {
        const x = sinusoidal(core, {nPos, dModel: width});
        const {explainedVarianceRatio} = pca(core, {x, nComponents: 3});
        return explainedVarianceRatio.data.subarray(0, 3).reduce((a, b) => a + b, 0);
      };
      return {ofFew: shareOf(few), ofSome: shareOf(some), ofMany: shareOf(many)};
    },
  },
  {
    id: 'sin-lengths',
    source:
      'The length of a row; for embeddings the mean over 1,000 random vectors, stream “embeddings”, seed 1',
    settings: {width: 64, n: 1000, sigma: 0.02},
    compute(core, {width, n, sigma}) {
      const row = lengthOf(sinusoidal(core, {nPos: 1, dModel: width}).data);
      const x = randomNormal(core, {seed: 1, name: 'embeddings', shape: [n, width]});
      const mean = upTo(n).reduce((sum, k) => sum + lengthOf(rowOf(x, k)), 0) / n;
      return {
        row,
        embedded: mean * Math.sqrt(width),
        small: sigma * mean,
        ratio: row / (sigma * mean),
      };
    },
  },
];
