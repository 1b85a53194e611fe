// @ts-check
import {attentionEntropy, softmax} from '../core/nn.js';
import {alibiBias, alibiSlopes} from '../core/pe.js';
import {upTo} from './measures.js';

/** @import {Core} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

/**
 * The weights of the last query of a text with equal content.
 *
 * @param {Core} core
 * @param {number} slope
 * @param {number} nKey
 */
const weightsOf = (core, slope, nKey) =>
  softmax(core, {x: alibiBias(core, {slopes: [slope], nQuery: 1, nKey})});

/** @type {Claim[]} */
export default [
  {
    id: 'alibi-slopes',
    source:
      'Press et al. 2022, section 3, and the rule of the authors’ code for other counts of heads',
    compute(core) {
      const counts = [6, 8, 12, 20];
      const of = (/** @type {'reference' | 'geometric'} */ rule) =>
        Object.fromEntries(
          counts.map((nHeads) => [nHeads, alibiSlopes(core, {nHeads, rule}).data]),
        );
      return {rule: of('reference'), plain: of('geometric')};
    },
  },
  {
    id: 'alibi-mean-distance',
    source: 'The mean distance of the last of 20,000 tokens of equal content',
    settings: {tokens: 20000},
    compute(core, {tokens}) {
      const meanDistance = (/** @type {number} */ slope) => {
        const {data} = weightsOf(core, slope, tokens);
        return data.reduce((sum, weight, j) => sum + weight * (tokens - 1 - j), 0);
      };
      return {steep: meanDistance(1 / 2), flat: meanDistance(1 / 256)};
    },
  },
  {
    id: 'alibi-deepest',
    source: 'The bias at the largest distance of 20 tokens, 8 heads',
    settings: {tokens: 20, heads: 8},
    compute(core, {tokens, heads}) {
      const {data} = alibiBias(core, {nHeads: heads, nQuery: tokens, nKey: tokens});
      const corner = (/** @type {number} */ head) =>
        data[head * tokens * tokens + (tokens - 1) * tokens];
      return {first: corner(0), last: corner(heads - 1)};
    },
  },
  {
    id: 'alibi-near-far',
    source: 'The weight at distance 0 over that at distance 5, equal content',
    settings: {tokens: 6, heads: 4},
    compute(core, {tokens, heads}) {
      const {data} = softmax(core, {x: alibiBias(core, {nHeads: heads, nQuery: 1, nKey: tokens})});
      return {
        ratio: upTo(heads).map((head) => data[head * tokens + tokens - 1] / data[head * tokens]),
      };
    },
  },
  {
    id: 'alibi-entropy',
    source: 'The entropy of the weights of the last query, equal content, in nats',
    settings: {short: 128, middle: 512, long: 2048, longest: 8192},
    compute(core, {short, middle, long, longest}) {
      const entropy = (/** @type {number} */ slope, /** @type {number} */ nKey) =>
        attentionEntropy(core, {weights: weightsOf(core, slope, nKey)}).data[0];
      return {
        uniform: Math.log(longest),
        steep: entropy(1 / 2, short),
        steepLongest: entropy(1 / 2, longest),
        middle: entropy(1 / 64, middle),
        flat: entropy(1 / 256, long),
        flatLongest: entropy(1 / 256, longest),
      };
    },
    law: {
      says: 'slope 1/2 gives one entropy at 128 and 8,192 keys, to 0.005',
      holds: ({steep, steepLongest}) => Math.abs(steep - steepLongest) < 0.005,
    },
  },
  {
    id: 'alibi-vector',
    source: 'One number per head and key, 4 bytes each',
    settings: {tokens: 8192, heads: 4},
    compute(core, {tokens, heads}) {
      const {data} = alibiSlopes(core, {nHeads: heads});
      return {kib: (data.length * tokens * data.BYTES_PER_ELEMENT) / 1024};
    },
  },
];
