// @ts-check
// Statements of boxes about what attention does to the order of its tokens, and to their number.
import {permutation, randomNormal} from '../core/base.js';
import {pearson} from '../core/linalg.js';
import {selfAttention} from '../core/model.js';
import {methods, ropeRotate, ropeTables} from '../core/pe.js';
import {dot, lengthOf, rowOf, upTo} from './measures.js';

/** @import {Core, Tensor} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

const RANDOM = 'random vectors of width 64, stream “x”, seed 1; random weights, four heads';
const WIDTH = 64;
const LAYER = {nHeads: 4, seed: 1};

/** @param {Core} core @param {number} n @returns {Tensor} (n, 64) */
const tokensOf = (core, n) => randomNormal(core, {seed: 1, name: 'x', shape: [n, WIDTH]});

/** The rows of a table in another order. @param {Tensor} x @param {ArrayLike<number>} order @returns {Tensor} */
function inOrder(x, order) {
  const rows = Array.from(order, (row) => [...rowOf(x, row)]);
  return {data: Float32Array.from(rows.flat()), shape: [order.length, x.shape[1]]};
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const difference = (a, b) => Math.max(...Array.from(a, (value, k) => Math.abs(value - b[k])));

/** The mean row of a table. @param {Tensor} x @returns {number[]} */
function meanRow({data, shape: [n, width]}) {
  return upTo(width).map(
    (column) => upTo(n).reduce((sum, row) => sum + data[row * width + column], 0) / n,
  );
}

/**
 * What another order of the tokens does to the outputs of a layer without positions.
 *
 * @param {Core} core
 * @param {number} n
 * @param {boolean} causal
 */
function reordered(core, n, causal) {
  const x = tokensOf(core, n);
  const order = permutation(core, {seed: 1, name: 'order', n}).data;
  const before = selfAttention(core, {x, ...LAYER, causal}).output;
  const after = selfAttention(core, {x: inOrder(x, order), ...LAYER, causal}).output;
  return {
    byToken: difference(inOrder(before, order).data, after.data),
    byPlace: difference(before.data, after.data),
    ofMean: difference(meanRow(before), meanRow(after)),
  };
}

/** @type {Claim[]} */
export default [
  {
    id: 'attention-equivariant',
    source: `Six ${RANDOM}, in two orders`,
    settings: {tokens: 6},
    compute: (core, {tokens}) => ({both: reordered(core, tokens, false)}),
    law: {
      says: 'each token keeps its output and the mean stays, while the outputs by position change',
      holds: ({both}) => both.byToken < 1e-5 && both.ofMean < 1e-5 && both.byPlace > 0.1,
    },
  },
  {
    id: 'mean-under-the-mask',
    source: `Six ${RANDOM}, in two orders`,
    settings: {tokens: 6},
    compute: (core, {tokens}) => ({
      both: reordered(core, tokens, false).ofMean,
      causal: reordered(core, tokens, true).ofMean,
    }),
    law: {
      says: 'the mean of the outputs stays where both sides are visible, and changes under the mask',
      holds: ({both, causal}) => both < 1e-5 && causal > 0.01,
    },
  },
  {
    id: 'uneven-without-position',
    source: `Six ${RANDOM}, no positions`,
    settings: {tokens: 6},
    compute(core, {tokens}) {
      const {weights} = selfAttention(core, {x: tokensOf(core, tokens), ...LAYER});
      const rows = upTo(weights.data.length / tokens).map((row) =>
        weights.data.subarray(row * tokens, (row + 1) * tokens),
      );
      return {ratio: Math.max(...rows.map((row) => Math.max(...row) / Math.min(...row)))};
    },
    law: {
      says: 'in some row one weight is more than three times another',
      holds: ({ratio}) => ratio > 3,
    },
  },
  {
    id: 'copies-of-a-word',
    source: `Six ${RANDOM}, of which the fifth is a copy of the first`,
    settings: {tokens: 6},
    compute(core, {tokens}) {
      const x = inOrder(tokensOf(core, tokens), [0, 1, 2, 3, 0, 5]);
      const apart = (/** @type {boolean} */ causal) => {
        const {output} = selfAttention(core, {x, ...LAYER, causal});
        return difference(rowOf(output, 0), rowOf(output, 4));
      };
      return {both: apart(false), causal: apart(true)};
    },
    law: {
      says: 'the two copies have one output where both sides are visible, and two under the mask',
      holds: ({both, causal}) => both < 1e-6 && causal > 0.01,
    },
  },
  {
    id: 'where-methods-act',
    source: 'The table of the core that runs the figures',
    compute(core) {
      const acts = (/** @type {string} */ method) =>
        methods(core).find(({name}) => name === method)?.actsOn;
      return {
        input: Number(acts('sinusoidal') === 'input' && acts('learned') === 'input'),
        qk: Number(acts('rope-half') === 'qk'),
        logits: Number(acts('alibi') === 'logits' && acts('t5') === 'logits'),
      };
    },
    law: {
      says: 'tables act on the input, RoPE on queries and keys, ALiBi and T5 on the logits',
      holds: ({input, qk, logits}) => input === 1 && qk === 1 && logits === 1,
    },
  },
  {
    id: 'rope-adds-nothing',
    source: 'A vector of zeros, and a random one of width 64, stream “x”, seed 1, at position 9',
    settings: {position: 9},
    compute(core, {position}) {
      const tables = ropeTables(core, {positions: [position, position], dim: WIDTH});
      const data = new Float32Array(2 * WIDTH);
      data.set(tokensOf(core, 1).data, WIDTH);
      const rotated = ropeRotate(core, {x: {data, shape: [1, 2, WIDTH]}, ...tables}).data;
      const [zero, other] = [rotated.subarray(0, WIDTH), rotated.subarray(WIDTH)];
      return {zero: lengthOf(zero), ratio: lengthOf(other) / lengthOf(data.subarray(WIDTH))};
    },
    law: {
      says: 'zeros stay zeros, and a vector keeps its length',
      holds: ({zero, ratio}) => zero === 0 && Math.abs(ratio - 1) < 1e-6,
    },
  },
  {
    id: 'nearly-orthogonal',
    source: 'The mean size of the cosine of 1,000 pairs of random vectors, stream “pairs”, seed 1',
    settings: {pairs: 1000, narrow: 4, wide: 768},
    compute(core, {pairs, narrow, wide}) {
      const meanCosine = (/** @type {number} */ width) => {
        const x = randomNormal(core, {seed: 1, name: 'pairs', shape: [2 * pairs, width]});
        const cosines = upTo(pairs).map((pair) => {
          const [a, b] = [rowOf(x, 2 * pair), rowOf(x, 2 * pair + 1)];
          return Math.abs(dot(a, b)) / (lengthOf(a) * lengthOf(b));
        });
        return cosines.reduce((sum, one) => sum + one, 0) / pairs;
      };
      return {ofNarrow: meanCosine(narrow), ofWide: meanCosine(wide)};
    },
  },
  {
    id: 'attention-quadratic',
    source: `16 and 32 ${RANDOM}: the entries of the logits, and those of the rotated queries`,
    settings: {few: 16, many: 32},
    compute(core, {few, many}) {
      const of = (/** @type {number} */ n) =>
        selfAttention(core, {x: tokensOf(core, n), ...LAYER, methods: ['rope-half']});
      const [small, large] = [of(few), of(many)];
      return {
        logits: large.logits.data.length / small.logits.data.length,
        rotated: large.q.data.length / small.q.data.length,
      };
    },
    law: {
      says: 'twice the tokens are four times the logits and twice the rotations',
      holds: ({logits, rotated}) => logits === 4 && rotated === 2,
    },
  },
  {
    id: 'shift-test',
    source: `Eight ${RANDOM}, at positions from 0 and from 100`,
    settings: {tokens: 8, shift: 100},
    compute(core, {tokens, shift}) {
      const logits = (/** @type {string} */ method, firstPos = 0) =>
        selfAttention(core, {x: tokensOf(core, tokens), ...LAYER, methods: [method], firstPos})
          .logits.data;
      const without = selfAttention(core, {x: tokensOf(core, tokens), ...LAYER}).logits.data;
      const changes = (/** @type {string} */ method) => ({
        byMethod: difference(logits(method), without),
        byShift: difference(logits(method), logits(method, shift)),
      });
      return {rope: changes('rope-half'), sinusoidal: changes('sinusoidal')};
    },
    law: {
      says: 'both methods change the logits; a shift of all positions changes those of sinusoids and not those of RoPE',
      holds: ({rope, sinusoidal}) =>
        Math.min(rope.byMethod, sinusoidal.byMethod, sinusoidal.byShift) > 0.1 &&
        rope.byShift < 1e-3,
    },
  },
  {
    id: 'alibi-content-scale',
    source: `48 ${RANDOM}, multiplied by 0.1 and by 10: the correlation of weight and distance in the last row of each head`,
    settings: {tokens: 48, small: 0.1, large: 10},
    compute(core, {tokens, small, large}) {
      const correlations = (/** @type {number} */ factor) => {
        const {data, shape} = tokensOf(core, tokens);
        const x = {data: data.map((value) => factor * value), shape};
        const {weights} = selfAttention(core, {x, ...LAYER, causal: true, methods: ['alibi']});
        return upTo(LAYER.nHeads).map((head) => {
          const start = ((head + 1) * tokens - 1) * tokens;
          const distances = Float32Array.from(upTo(tokens), (key) => tokens - 1 - key);
          return pearson(core, {x: distances, y: weights.data.slice(start, start + tokens)});
        });
      };
      return {ofSmall: correlations(small), ofLarge: correlations(large)};
    },
    law: {
      says: 'with small content every head is below −0.3; with large content most are nearer to 0 than −0.3',
      holds: ({ofSmall, ofLarge}) =>
        Math.max(...ofSmall) < -0.3 &&
        ofLarge.filter((/** @type {number} */ one) => one > -0.3).length >= 3,
    },
  },
];
