// @ts-check
import {ropeFrequencies, ropeScaling, yarnMagnitude} from '../core/pe.js';
import {accuraciesByRule, perplexitiesByPlace} from './runs.js';

/** @import {Core} from '../core/core.js' */
/** @import {ScalingSettings} from '../core/pe/scaling.js' */
/** @import {Claim} from './claim.js' */

const CIRCLE = 2 * Math.PI;

/**
 * Where YaRN's ramp begins and ends, in pairs: the straight line through two of them, where it meets 1 and 1 / factor.
 *
 * @param {Core} core
 * @param {{width: number, factor: number, length: number}} settings
 */
function rampOf(core, {width, factor, length}) {
  const settings = {kind: /** @type {const} */ ('yarn'), dim: width, factor, truncate: false};
  const {ratio} = ropeScaling(core, {...settings, originalMaxPosition: length});
  const first = 35; // inside both ramps
  const [a, b] = [ratio.data[first], ratio.data[first + 1]];
  return [first + (1 - a) / (b - a), first + (1 / factor - a) / (b - a)];
}

/** @type {Claim[]} */
export default [
  {
    id: 'yarn-two-ramps',
    source: 'Peng et al. 2023, section 3.2, against the code that its authors published',
    settings: {width: 128, length: 4096, factor: 4},
    compute(core, {width, length, factor}) {
      const settings = {dim: width, factor, originalMaxPosition: length};
      const code = ropeScaling(core, {...settings, kind: 'yarn'}).invFreq.data;
      const paper = ropeScaling(core, {...settings, kind: 'yarn-paper'}).invFreq.data;
      return {ratio: Math.max(...Array.from(code, (w, k) => w / paper[k]))};
    },
  },
  {
    id: 'yarn-ramp',
    source: 'The authors’ code, without rounding to whole pairs',
    settings: {width: 128, length: 4096, extended: 16384, factor: 4},
    compute: (core, {width, length, extended, factor}) => ({
      right: rampOf(core, {width, factor, length}),
      wrong: rampOf(core, {width, factor, length: extended}),
    }),
  },
  {
    id: 'yarn-wrong-length',
    source: 'The authors’ code, given the extended length as the original one',
    settings: {width: 128, length: 4096, extended: 16384, factor: 4},
    compute(core, {width, length, extended, factor}) {
      const ratios = (/** @type {number} */ originalMaxPosition) =>
        ropeScaling(core, {kind: 'yarn', dim: width, factor, originalMaxPosition}).ratio.data;
      const [right, wrong] = [length, extended].map(ratios);
      const {data} = ropeFrequencies(core, {dim: width});
      const lost = [...data.keys()].filter((k) => right[k] === 1 / factor && wrong[k] > 1 / factor);
      const slow = [...data.keys()].filter((k) => data[k] * length < CIRCLE);
      return {
        first: lost[0],
        last: /** @type {number} */ (lost.at(-1)),
        worst: factor * Math.max(...slow.map((k) => wrong[k])),
      };
    },
  },
  {
    id: 'llama3-bands',
    source: 'Meta’s code of Llama 3.1: turns 1 and 4; the sizes of the smallest Llama 3.2',
    settings: {width: 64, length: 8192, base: 500000, factor: 32},
    compute(core, {width, length, base, factor}) {
      const {data} = ropeScaling(core, {
        kind: 'llama3',
        dim: width,
        base,
        factor,
        originalMaxPosition: length,
        lowFreqFactor: 1,
        highFreqFactor: 4,
      }).ratio;
      const pairs = [...data.keys()];
      const isKept = (/** @type {number} */ k) => data[k] === 1;
      const isDivided = (/** @type {number} */ k) => data[k] === 1 / factor;
      const firstBlended = pairs.findIndex((k) => !isKept(k));
      const firstDivided = pairs.findIndex(isDivided);
      return {
        lastKept: firstBlended - 1,
        firstBlended,
        lastBlended: firstDivided - 1,
        firstDivided,
        last: pairs.length - 1,
      };
    },
  },
  {
    id: 'ntk-middle-pair',
    source: 'NTK-aware scaling of a head of width 64',
    settings: {width: 64, factor: 4, pair: 16},
    compute(core, {width, factor, pair}) {
      const {ratio} = ropeScaling(core, {kind: 'ntk', dim: width, alpha: factor});
      return {ratio: ratio.data[pair], divisor: 1 / ratio.data[pair]};
    },
  },
  {
    id: 'yarn-amplitude',
    source: 'Peng et al. 2023, section 3.4; the μ are those of DeepSeek’s configurations',
    settings: {four: 4, sixteen: 16, many: 32, more: 40, lite: 0.707},
    compute(core, {four, sixteen, many, more, lite}) {
      const at = (/** @type {number} */ factor, mscale = 1) =>
        yarnMagnitude(core, {factor, mscale});
      return {
        ofFour: at(four),
        ofSixteen: at(sixteen),
        ofMany: at(many),
        ofMore: at(more),
        logit: at(sixteen) ** 2,
        liteSoftmax: at(more, lite) ** 2,
        softmax: at(more) ** 2,
      };
    },
  },
  {
    id: 'partial-denominators',
    source:
      'A quarter of a head of 512 is rotated, base 1,000,000: by the width of the head, and by the width that is rotated',
    settings: {head: 512, base: 1000000, partner: 256, narrow: 64},
    compute(core, {head, base}) {
      const dim = head / 4;
      const last = (/** @type {ScalingSettings} */ settings) =>
        ropeScaling(core, {dim, base, ...settings}).invFreq.data[dim / 2 - 1];
      return {byHead: last({kind: 'proportional', headDim: head}), byPart: last({})};
    },
  },
  {
    id: 'neox-denominators',
    source: 'GPT-NeoX 20B: 24 of 96 elements, base 10,000; exponents over 96, and over 24',
    settings: {head: 96, part: 24, base: 10000},
    compute(core, {head, part, base}) {
      const last = (/** @type {ScalingSettings} */ settings) =>
        ropeScaling(core, {dim: part, base, ...settings}).invFreq.data[part / 2 - 1];
      return {byHead: last({kind: 'proportional', headDim: head}), byPart: last({})};
    },
  },
  {
    id: 'slowest-wave',
    source: 'Base 10,000, width 128',
    settings: {width: 128},
    compute(core, {width}) {
      const {data} = ropeFrequencies(core, {dim: width});
      return {last: CIRCLE / data[data.length - 1], bound: CIRCLE * 1e4, race: 24 / CIRCLE};
    },
  },
  {
    id: 'ntk-overshoot',
    source:
      'Heads of width 16 trained on 24 tokens, stretched by 4: the largest angle at 96 over that at 24, of pairs without a full turn',
    settings: {width: 16, length: 24, factor: 4},
    compute(core, {width, length, factor}) {
      const {data: before} = ropeFrequencies(core, {dim: width});
      const {invFreq} = ropeScaling(core, {kind: 'ntk', dim: width, alpha: factor});
      const slow = Array.from(before, (w, k) => ({w, ratio: invFreq.data[k] / w})).filter(
        ({w}) => w * length < CIRCLE,
      );
      return {worst: factor * Math.max(...slow.map(({ratio}) => ratio))};
    },
  },
  {
    id: 'interpolation-ratio',
    source: 'Chen et al. 2023: every frequency divided by the factor',
    settings: {factor: 4},
    compute(core, {factor}) {
      const {ratio} = ropeScaling(core, {kind: 'linear', dim: 128, factor});
      return {first: ratio.data[0]};
    },
  },
  {
    id: 'config-lengths',
    source:
      'Three numbers of the configuration of Llama 3.2: the factor times the original length is not the stated length',
    settings: {original: 8192, factor: 32, stated: 131072},
    compute: (_core, {original, factor}) => ({product: original * factor}),
    law: {
      says: 'it is twice the stated length',
      holds: ({product, stated}) => product === 2 * stated,
    },
  },
  {
    id: 'latent-cache',
    source: 'The sizes of DeepSeek-V3’s configuration: kv_lora_rank and qk_rope_head_dim',
    settings: {latent: 512, rotary: 64, heads: 128},
    compute: (_core, {latent, rotary}) => ({numbers: latent + rotary}),
  },
  {
    id: 'rules-race',
    source: 'Recorded: an order-2 language, 600 steps at length 24, the mean of seeds 1, 2 and 3',
    run: 'rope-scaling-race-seeds',
    settings: {trained: 24, twice: 48, fourfold: 96, eightfold: 192},
    read(recording) {
      const {chance, best} = /** @type {any} */ (recording.runs[0].evaluations[0]);
      return {...accuraciesByRule(recording), chance, best};
    },
    law: {
      says: 'at the length of training both YaRNs cost accuracy, its paper’s ramp most of it, and NTK-aware next to nothing; at eight times the length YaRN is best',
      holds: ({none, ntk, yarn, yarnPaper}) =>
        yarn[24] < none[24] - 0.005 &&
        yarnPaper[24] < none[24] - 0.2 &&
        Math.abs(ntk[24] - none[24]) < 0.005 &&
        yarn[192] > Math.max(none[192], ntk[192], yarnPaper[192]),
    },
  },
  {
    id: 'passage-places',
    source:
      'Recorded: an order-2 language, 600 steps at length 32, the perplexity of a passage of 8 tokens at six places, seeds 1, 2 and 3',
    run: 'passage-places',
    settings: {
      trained: 32,
      passage: 8,
      inside: 24,
      outside: 56,
      far: 120,
      farthest: 248,
      base: 500_000,
      fallback: 10_000,
    },
    read: (recording, {passage}) => perplexitiesByPlace(recording, passage),
    law: {
      says: 'with its base lost the model reads the passage as before at the start of a text and much worse after 24 tokens; as it was trained, both are alike; interpolation is worse at either place, and YaRN is best after 248 tokens',
      holds: ({none, lostBase, linear, lostLinear, ntk, dynamic, yarn}) =>
        Math.abs(none[24] / none[0] - 1) < 0.05 &&
        Math.abs(lostBase[0] / none[0] - 1) < 0.05 &&
        lostBase[24] > 1.2 * none[24] &&
        Math.min(linear[0], linear[24]) > 2 * none[24] &&
        yarn[248] <
          Math.min(...[none, lostBase, linear, lostLinear, ntk, dynamic].map((one) => one[248])),
    },
  },
];
