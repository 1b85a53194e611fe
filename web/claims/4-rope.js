// @ts-check
import {randomNormal} from '../core/base.js';
import {faultRopeByHead} from '../core/fault.js';
import {maxAbsDiff} from '../core/linalg.js';
import {ropeFrequencies, ropePrecision, ropeRotate, ropeTables, yarnMagnitude} from '../core/pe.js';
import {dot, meanCosine, spread, upTo} from './measures.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

const FULL_CIRCLE = 2 * Math.PI;
const RADIAN_DEGREES = 360 / FULL_CIRCLE;

/**
 * Vectors at one position each, rotated.
 *
 * @param {Core} core
 * @param {Tensor} x (1, n, width)
 * @param {number[]} positions n
 * @param {'half' | 'interleaved'} [layout]
 */
const rotated = (core, x, positions, layout) =>
  ropeRotate(core, {x, ...ropeTables(core, {positions, dim: x.shape[2]}), layout});

/** @type {Claim[]} */
export default [
  {
    id: 'rope-one-pair',
    source: 'The tables of the pair with frequency 1',
    settings: {arrows: 10},
    compute(core, {arrows}) {
      const {cos, sin} = ropeTables(core, {nPos: 100, dim: 2});
      const angle = Math.atan2(sin.data[1], cos.data[1]);
      const isBack = (/** @type {number} */ p) => p > 0 && cos.data[p] > 0.9995;
      const back = upTo(100).findIndex(isBack);
      const steps = arrows - 1;
      return {
        degrees: RADIAN_DEGREES * angle,
        laps: (steps * angle) / FULL_CIRCLE,
        back,
        rounds: Math.round(back / FULL_CIRCLE),
      };
    },
  },
  {
    id: 'rope-fixed-vector',
    source: 'One random vector of length 8, stream “vector”, seed 1',
    settings: {width: 64, nDistances: 6},
    compute(core, {width, nDistances}) {
      const {data} = randomNormal(core, {seed: 1, name: 'vector', shape: [width]});
      const length = Math.sqrt(dot(data, data));
      const one = Array.from(data, (x) => (8 * x) / length);
      const x = {
        data: Float32Array.from(upTo(nDistances).flatMap(() => one)),
        shape: [1, nDistances, width],
      };
      const {data: rows} = rotated(core, x, upTo(nDistances));
      const row = (/** @type {number} */ k) => rows.subarray(k * width, (k + 1) * width);
      return {products: upTo(nDistances).map((k) => dot(row(0), row(k)))};
    },
  },
  {
    id: 'rope-wavelengths',
    source: 'Su et al. 2021, section 3.2: base 10,000',
    settings: {width: 64, tokens: 4096, pairs: 32},
    compute(core, {width, tokens}) {
      const {data} = ropeFrequencies(core, {dim: width});
      const waves = Array.from(data, (w) => FULL_CIRCLE / w);
      return {
        waves,
        atLeastOnce: waves.filter((wave) => wave <= tokens).length,
        step: data[1] / data[0],
      };
    },
  },
  {
    id: 'rope-slow-cosine',
    source: 'Su et al. 2021, section 3.2: base 10,000',
    settings: {width: 64, positions: 100, column: 31},
    compute(core, {width, positions, column}) {
      const {cos} = ropeTables(core, {nPos: positions, dim: width});
      const {data} = ropeFrequencies(core, {dim: width});
      return {
        lowest: Math.min(...upTo(positions).map((p) => cos.data[(p * width) / 2 + column])),
        periods: Array.from(data, (w) => ((positions - 1) * w) / FULL_CIRCLE),
      };
    },
    law: {says: 'the last cosine stays above 0.9999', holds: ({lowest}) => lowest > 0.9999},
  },
  {
    id: 'rope-ones',
    source: 'Queries and keys of ones, width 64, base 10,000',
    settings: {width: 64, near: 50, far: 100},
    compute: (core, {width, near, far}) => ({
      atNear: meanCosine(core, {width, distance: near}),
      atFar: meanCosine(core, {width, distance: far}),
    }),
    law: {says: 'it is larger at the larger distance', holds: ({atNear, atFar}) => atFar > atNear},
  },
  {
    id: 'rope-ones-softmax',
    source: 'Query 10 of 20 queries and keys of ones, width 64, base 10,000',
    settings: {width: 64, query: 10, keys: 20},
    compute(core, {width, query, keys}) {
      const dots = upTo(keys).map(
        (key) => width * meanCosine(core, {width, distance: query - key}),
      );
      const weight = (/** @type {number} */ divisor) =>
        1 / dots.reduce((sum, x) => sum + Math.exp((x - dots[query]) / divisor), 0);
      return {undivided: weight(1), divided: weight(Math.sqrt(width))};
    },
    law: {
      says: 'without the division the own key gets more weight',
      holds: ({undivided, divided}) => undivided > divided,
    },
  },
  {
    id: 'rope-random-spread',
    source: '4,000 pairs of random vectors, streams “q” and “k”, seed 1',
    settings: {width: 64, n: 4000, far: 10000},
    compute(core, {width, n, far}) {
      const [q, k] = ['q', 'k'].map((name) =>
        randomNormal(core, {seed: 1, name, shape: [1, n, width]}),
      );
      const moved = rotated(core, q, Array(n).fill(far));
      const rowOf = (/** @type {Tensor} */ {data}, /** @type {number} */ row) =>
        data.subarray(row * width, (row + 1) * width);
      const logits = (/** @type {Tensor} */ x) =>
        upTo(n).map((row) => dot(rowOf(x, row), rowOf(k, row)));
      const [atZero, atFar] = [q, moved].map((x) => spread(logits(x)));
      return {atZero, atFar, ratio: atFar / atZero};
    },
    law: {
      says: 'the spread of the logits at distance 10,000 is that at 0, within 5 %',
      holds: ({ratio}) => Math.abs(ratio - 1) < 0.05,
    },
  },
  {
    id: 'rope-norm-is-blind',
    source: 'Random rows of width 64, stream “x”, seed 1, at reversed positions',
    settings: {width: 64, rows: 32},
    compute(core, {width, rows}) {
      const x = randomNormal(core, {seed: 1, name: 'x', shape: [1, rows, width]});
      const right = rotated(core, x, upTo(rows)).data;
      const reversed = rotated(core, x, upTo(rows).reverse()).data;
      const lengthOf = (/** @type {Float32Array} */ data) => Math.sqrt(dot(data, data));
      const change = Math.max(...right.map((value, k) => Math.abs(value - reversed[k])));
      return {change, lengthRatio: lengthOf(reversed) / lengthOf(x.data)};
    },
    law: {
      says: 'reversed positions give other vectors of the same length',
      holds: ({change, lengthRatio}) => change > 0.1 && Math.abs(lengthRatio - 1) < 1e-6,
    },
  },
  {
    id: 'rope-sign',
    source: 'Su et al. 2021, section 3.2; random vectors, streams “q” and “k”, seed 1',
    settings: {width: 64, m: 9, n: 4},
    compute(core, {width, m, n}) {
      const [q, k] = ['q', 'k'].map((name) =>
        randomNormal(core, {seed: 1, name, shape: [1, 1, width]}),
      );
      const at = (/** @type {Tensor} */ x, /** @type {number} */ position) =>
        rotated(core, x, [position]).data;
      const logit = dot(at(q, m), at(k, n));
      return {
        right: Math.abs(logit - dot(q.data, at(k, n - m))),
        wrong: Math.abs(logit - dot(q.data, at(k, m - n))),
      };
    },
    law: {
      says: 'the logit is q · R(n − m) k to rounding, and not q · R(m − n) k',
      holds: ({right, wrong}) => right < 1e-3 && wrong > 0.1,
    },
  },
  {
    id: 'rope-layouts',
    source: 'Random vectors of width 64, streams “q” and “k”, seed 1, at positions 9 and 4',
    settings: {width: 64, m: 9, n: 4},
    compute(core, {width, m, n}) {
      const [q, k] = ['q', 'k'].map((name) =>
        randomNormal(core, {seed: 1, name, shape: [1, 1, width]}),
      );
      const logit = (/** @type {'half' | 'interleaved'} */ layout) =>
        dot(rotated(core, q, [m], layout).data, rotated(core, k, [n], layout).data);
      return {difference: Math.abs(logit('half') - logit('interleaved'))};
    },
    law: {
      says: 'the two logits differ by more than 0.1',
      holds: ({difference}) => difference > 0.1,
    },
  },
  {
    id: 'rope-by-head',
    source: 'Eight heads of eight equal rows of width 16, stream “row”, seed 1',
    settings: {heads: 8, width: 16, first: 0, second: 5},
    compute(core, {heads, width, first, second}) {
      const {data: row} = randomNormal(core, {seed: 1, name: 'row', shape: [width]});
      const data = Float32Array.from(upTo(heads * heads).flatMap(() => [...row]));
      const tables = ropeTables(core, {nPos: heads, dim: width});
      const {data: out} = faultRopeByHead(core, {
        x: {data, shape: [heads, heads, width]},
        ...tables,
      });
      const last = (/** @type {number} */ position) => {
        const start = ((heads - 1) * heads + position) * width;
        return {data: out.subarray(start, start + width), shape: [width]};
      };
      return {difference: maxAbsDiff(core, {a: last(first), b: last(second)})};
    },
    law: {
      says: 'positions 0 and 5 of the last head are equal',
      holds: ({difference}) => difference === 0,
    },
  },
  {
    id: 'rope-bf16',
    source: 'The largest phase error of any pair, against double precision',
    settings: {width: 128, base: 10000, short: 512, middle: 2048, long: 4096},
    compute(core, {width, base, short, middle, long}) {
      const worstWithin = (/** @type {number} */ n) => {
        const {phaseError} = ropePrecision(core, {
          dim: width,
          base,
          frequencyType: 'bfloat16',
          positions: upTo(n),
        });
        return phaseError.data.reduce((worst, error) => Math.max(worst, Math.abs(error)), 0);
      };
      return {worst: [short, middle, long].map(worstWithin)};
    },
    law: {
      says: 'within 4,096 positions the worst angle is off by half a turn, to 0.01',
      holds: ({worst}) => Math.abs(worst[2] - Math.PI) < 0.01,
    },
  },
  {
    id: 'rope-yarn-logits',
    source: 'Peng et al. 2023, section 3.4: the factor of the logits',
    settings: {four: 4, sixteen: 16},
    compute: (core, {four, sixteen}) => ({
      atFour: yarnMagnitude(core, {factor: four}) ** 2,
      atSixteen: yarnMagnitude(core, {factor: sixteen}) ** 2,
    }),
  },
];
