// @ts-check
// Statements of boxes that print no number: each is a law of a run.
import {randomNormal} from '../core/base.js';
import {cosineSimilarity, minDistance} from '../core/linalg.js';
import {softmax} from '../core/nn.js';
import {
  alibiBias,
  alibiSlopes,
  ropeRotate,
  ropeScaling,
  ropeTables,
  t5Buckets,
} from '../core/pe.js';
import {dot} from './measures.js';
import {accuraciesByLength, accuraciesByMask, accuraciesByRule} from './runs.js';

/** @import {Tensor} from '../core/core.js' */
/** @import {Claim} from './claim.js' */

const RACE = {
  source:
    'Recorded: an order-2 language, seven methods, 400 steps at length 6, the mean of seeds 1, 2 and 3',
  run: 'length-race-seeds',
  read: accuraciesByLength,
};

/** @type {Claim[]} */
export default [
  {
    id: 'race-sinusoids-lose',
    ...RACE,
    law: {
      says: 'at 96 tokens sinusoids have less than half of their accuracy at 6',
      holds: ({sinusoidal}) => sinusoidal[96] < sinusoidal[6] / 2,
    },
  },
  {
    id: 'race-learned-loses',
    ...RACE,
    law: {
      says: 'at 12 tokens a learned table has lost more than 0.2',
      holds: ({learned}) => learned[12] < learned[6] - 0.2,
    },
  },
  {
    id: 'race-rope-loses',
    ...RACE,
    law: {
      says: 'at 96 tokens RoPE has less than half of its accuracy at 6',
      holds: ({rope}) => rope[96] < rope[6] / 2,
    },
  },
  {
    id: 'ntk-modest-stretch',
    source: 'Recorded: an order-2 language, 600 steps at length 24, the mean of seeds 1, 2 and 3',
    run: 'rope-scaling-race-seeds',
    read: (recording) => ({...accuraciesByRule(recording)}),
    law: {
      says: 'NTK-aware scaling is within 0.01 of its accuracy at 24 at 48 tokens, and more than 0.1 below at 96',
      holds: ({ntk}) => Math.abs(ntk[48] - ntk[24]) < 0.01 && ntk[96] < ntk[24] - 0.1,
    },
  },
  {
    id: 'average-similarity',
    source:
      '32 random rows of width 64, stream “rows”, seed 1, and the same with 1 added to every number',
    settings: {rows: 32, width: 64},
    compute(core, {rows, width}) {
      const x = randomNormal(core, {seed: 1, name: 'rows', shape: [rows, width]});
      const shared = {data: x.data.map((value) => value + 1), shape: x.shape};
      const measured = (/** @type {Tensor} */ table) => {
        const similarities = cosineSimilarity(core, {x: table}).data;
        const mean = similarities.reduce((a, b) => a + b, 0) / similarities.length;
        return {mean, distance: minDistance(core, {x: table}).distance};
      };
      return {own: measured(x), shared: measured(shared)};
    },
    law: {
      says: 'what all rows share raises the mean similarity by more than 0.3 and leaves the smallest distance',
      holds: ({own, shared}) =>
        shared.mean > own.mean + 0.3 && Math.abs(shared.distance - own.distance) < 1e-4,
    },
  },
  {
    id: 'race-none-like-rope',
    ...RACE,
    law: {
      says: 'at 12 tokens none is below RoPE, by less than 0.1, and at 96 within 0.05',
      holds: ({none, rope}) =>
        none[12] < rope[12] && none[12] > rope[12] - 0.1 && Math.abs(none[96] - rope[96]) < 0.05,
    },
  },
  {
    id: 'race-alibi-below-shaw',
    ...RACE,
    law: {
      says: 'at 96 tokens ALiBi is below its accuracy at 6, and below Shaw',
      holds: ({alibi, shaw}) => alibi[96] < alibi[6] - 0.05 && alibi[96] < shaw[96],
    },
  },
  {
    id: 'two-signs-as-a-set',
    source: 'Recorded: an order-2 language, 250 steps at length 2, seed 1',
    run: 'nopos-accuracy-bars',
    read: accuraciesByMask,
    law: {
      says: 'without position about one half with both sides visible, and as good as the others under the mask',
      holds: ({bidirectional, causal}) =>
        Math.abs(bidirectional.none - 0.5) < 0.05 && causal.none > causal.rope - 0.01,
    },
  },
  {
    id: 'places-and-mirrors',
    source: 'Recorded: the place of a letter in 8, 400 steps, seed 1',
    run: 'position-resolution',
    read: accuraciesByMask,
    law: {
      says: 'with both sides visible three methods exceed 0.99 and symmetric ALiBi stays at one half',
      holds: ({bidirectional: {sinusoidal, learned, rope, alibi}}) =>
        Math.min(sinusoidal, learned, rope) > 0.99 && Math.abs(alibi - 0.5) < 0.05,
    },
  },
  {
    id: 'rope-both-sides',
    source: 'Random vectors of width 64, streams “q” and “k”, seed 1',
    settings: {width: 64, distance: 5},
    compute(core, {width, distance}) {
      const [q, k] = ['q', 'k'].map((name) =>
        randomNormal(core, {seed: 1, name, shape: [1, 1, width]}),
      );
      const logitAt = (/** @type {number} */ position) => {
        const tables = ropeTables(core, {positions: [position], dim: width});
        return dot(q.data, ropeRotate(core, {x: k, ...tables}).data);
      };
      return {ahead: logitAt(distance), behind: logitAt(-distance)};
    },
    law: {
      says: 'the logits at distances 5 and −5 differ by more than 0.1',
      holds: ({ahead, behind}) => Math.abs(ahead - behind) > 0.1,
    },
  },
  {
    id: 'yarn-keeps-and-divides',
    source: 'Peng et al. 2023, section 3.2: width 128, 4,096 tokens, factor 4',
    settings: {width: 128, factor: 4, length: 4096},
    compute(core, {width, factor, length}) {
      const {ratio, attentionFactor} = ropeScaling(core, {
        kind: 'yarn',
        dim: width,
        factor,
        originalMaxPosition: length,
      });
      return {first: ratio.data[0], last: ratio.data[width / 2 - 1], amplitude: attentionFactor};
    },
    law: {
      says: 'the fastest pair is kept, the slowest divided by 4, and the amplitude is above 1',
      holds: ({first, last, amplitude}) =>
        first === 1 && Math.abs(last - 0.25) < 1e-12 && amplitude > 1,
    },
  },
  {
    id: 'interpolation-is-even',
    source: 'Chen et al. 2023: width 128, factor 4',
    settings: {width: 128, factor: 4},
    compute(core, {width, factor}) {
      const {ratio} = ropeScaling(core, {kind: 'linear', dim: width, factor});
      return {least: Math.min(...ratio.data), most: Math.max(...ratio.data)};
    },
    law: {
      says: 'every pair is divided by 4',
      holds: ({least, most}) => Math.abs(least - 0.25) < 1e-12 && Math.abs(most - 0.25) < 1e-12,
    },
  },
  {
    id: 'alibi-twelve-heads',
    source: 'The authors’ rule against 2^(−8r/12)',
    settings: {heads: 12},
    compute(core, {heads}) {
      const own = alibiSlopes(core, {nHeads: heads}).data;
      const series = alibiSlopes(core, {nHeads: heads, rule: 'geometric'}).data;
      return {
        own,
        ratio: own[1] / own[0],
        lastRatio: own[8] / own[7],
        series: series[1] / series[0],
      };
    },
    law: {
      says: 'the ratio of neighbours is not the same in the list',
      holds: ({ratio, lastRatio}) => Math.abs(ratio - lastRatio) > 1,
    },
  },
  {
    id: 'alibi-symmetric',
    source: 'Eight tokens, one head with slope 1/2, no mask',
    settings: {tokens: 8},
    compute(core, {tokens}) {
      const sizes = {slopes: [0.5], nQuery: tokens, nKey: tokens};
      const {data} = alibiBias(core, {...sizes, mask: 'none'});
      const masked = alibiBias(core, {...sizes, mask: 'causal'}).data;
      return {ahead: data[1], behind: data[tokens], masked: Number(masked[1] === -Infinity)};
    },
    law: {
      says: 'a key ahead has the finite bias of one behind; the mask makes it −∞',
      holds: ({ahead, behind, masked}) =>
        ahead === behind && Number.isFinite(ahead) && masked === 1,
    },
  },
  {
    id: 'alibi-linear',
    source: 'The last query of eight tokens, slope 1/2',
    settings: {tokens: 8},
    compute(core, {tokens}) {
      const {data} = alibiBias(core, {slopes: [0.5], nQuery: 1, nKey: tokens});
      return {bias: Array.from(data).reverse()};
    },
    law: {
      says: 'the bias at distance n is −n/2, and 0 at distance 0 alone',
      holds: ({bias}) =>
        bias.every((/** @type {number} */ value, /** @type {number} */ n) => value === -n / 2 + 0),
    },
  },
  {
    id: 'softmax-shift',
    source: 'Eight random logits, stream “logits”, seed 1, with ln 8 added and with 2 multiplied',
    settings: {n: 8},
    compute(core, {n}) {
      const x = randomNormal(core, {seed: 1, name: 'logits', shape: [1, n]});
      const weights = (/** @type {(value: number) => number} */ change) =>
        softmax(core, {x: {data: x.data.map(change), shape: x.shape}}).data;
      const own = weights((value) => value);
      const change = (/** @type {Float32Array} */ other) =>
        Math.max(...own.map((w, k) => Math.abs(w - other[k])));
      return {
        added: change(weights((value) => value + Math.log(n))),
        multiplied: change(weights((value) => 2 * value)),
      };
    },
    law: {
      says: 'a constant changes no weight beyond rounding, a factor does',
      holds: ({added, multiplied}) => added < 1e-6 && multiplied > 0.01,
    },
  },
  {
    id: 't5-sides',
    source: 'Raffel et al. 2020: 32 buckets, both sides visible',
    settings: {offset: 3},
    compute(core, {offset}) {
      const {data} = t5Buckets(core, {relative: [offset, -offset]});
      return {ahead: data[0], behind: data[1]};
    },
    law: {
      says: 'offsets 3 and −3 are in buckets 19 and 3',
      holds: ({ahead, behind}) => ahead === 19 && behind === 3,
    },
  },
];
