// @ts-check
// The rules that stretch RoPE, by the names that people use for them: which settings of a figure each
// of them reads. The formulas are the core's.
import {ropeScaling} from '../../core/pe.js';

/** @import {Core} from '../../core/core.js' */

/**
 * A model and the length to which it is extended.
 *
 * @typedef {object} Stretch
 * @property {number} dim width of a head
 * @property {number} base
 * @property {number} original tokens of a text in training
 * @property {number} factor by which texts will be longer
 * @property {number} seqLen tokens of the text at hand
 * @property {number} [fast] revolutions in the original length from which on a pair is kept
 * @property {number} [slow] revolutions up to which it is divided
 */

/** @typedef {ReturnType<typeof ropeScaling>} Scaled what a rule makes of the frequencies */

/** @typedef {(stretch: Stretch) => Parameters<typeof ropeScaling>[1]} Reads */

const whole = (/** @type {Stretch} */ {dim, base}) => ({dim, base});

/**
 * The lists of LongRoPE are found by a search, one for each model. These are made up: nearly 1 for short
 * texts; for long ones from 1 to the factor, quickly in the middle.
 *
 * @param {Stretch} stretch
 */
export function madeUpLists({dim, factor}) {
  const nPairs = dim / 2;
  const part = (/** @type {number} */ pair) => pair / Math.max(1, nPairs - 1);
  const rise = (/** @type {number} */ x) => x * x * (3 - 2 * x);
  return {
    shortFactor: Array.from({length: nPairs}, (_, pair) => 1 + 0.1 * part(pair)),
    longFactor: Array.from({length: nPairs}, (_, pair) => factor ** rise(part(pair))),
  };
}

/** @param {Stretch} stretch */
const ramp = ({original, fast, slow}) => ({
  originalMaxPosition: original,
  ...(fast && {betaFast: fast}),
  ...(slow && {betaSlow: slow}),
});

/** @type {Record<string, {name: string, reads: Reads}>} */
export const RULES = {
  none: {name: 'no rule', reads: (s) => whole(s)},
  linear: {
    name: 'interpolation',
    reads: (s) => ({...whole(s), kind: 'linear', factor: s.factor}),
  },
  ntk: {name: 'NTK-aware', reads: (s) => ({...whole(s), kind: 'ntk', alpha: s.factor})},
  dynamic: {
    name: 'dynamic NTK',
    reads: (s) => ({
      ...whole(s),
      kind: 'dynamic',
      factor: 1,
      maxPosition: s.original,
      seqLen: s.seqLen,
    }),
  },
  yarn: {
    name: 'YaRN, as its code',
    reads: (s) => ({...whole(s), kind: 'yarn', factor: s.factor, ...ramp(s)}),
  },
  'yarn-paper': {
    name: 'YaRN, as its paper',
    reads: (s) => ({...whole(s), kind: 'yarn-paper', factor: s.factor, ...ramp(s)}),
  },
  longrope: {
    name: 'LongRoPE, a made-up list',
    reads: (s) => ({
      ...whole(s),
      kind: 'longrope',
      factor: s.factor,
      originalMaxPosition: s.original,
      seqLen: s.seqLen,
      ...madeUpLists(s),
    }),
  },
  llama3: {
    name: 'llama3',
    reads: (s) => ({
      ...whole(s),
      kind: 'llama3',
      factor: s.factor,
      originalMaxPosition: s.original,
      lowFreqFactor: s.slow ?? 1,
      highFreqFactor: s.fast ?? 4,
    }),
  },
  proportional: {
    name: 'proportional, a quarter',
    reads: ({dim, base}) => ({
      dim: 2 * Math.max(1, Math.floor(dim / 8)),
      base,
      kind: 'proportional',
      headDim: dim,
    }),
  },
};

/**
 * @param {Core} core
 * @param {string} rule a key of RULES
 * @param {Stretch} stretch
 * @returns {Scaled} of the pairs that rotate: all, or with `proportional` a quarter of them
 */
export const scaled = (core, rule, stretch) => ropeScaling(core, RULES[rule].reads(stretch));

/**
 * Turns of each pair within a length.
 *
 * @param {ArrayLike<number>} invFreq
 * @param {number} length
 */
export const revolutionsIn = (invFreq, length) =>
  Array.from(invFreq, (w) => (w * length) / (2 * Math.PI));

/**
 * Where, among pairs that slow down evenly, one would rotate so often within a length.
 *
 * @param {ArrayLike<number>} invFreq
 * @param {number} length
 * @param {number} revolutions
 */
export function pairWithRevolutions(invFreq, length, revolutions) {
  const perPair = Math.log(invFreq[0] / invFreq[1]);
  return Math.log((invFreq[0] * length) / (2 * Math.PI * revolutions)) / perPair;
}

/**
 * How much of the whole division a pair gets: 0 keeps its frequency, 1 divides it by the factor.
 *
 * @param {ArrayLike<number>} ratio
 * @param {number} factor > 1
 */
export const shareOf = (ratio, factor) => Array.from(ratio, (r) => (1 - r) / (1 - 1 / factor));

/**
 * The mistake of taking the low end of a ramp for the high one: it runs the other way.
 *
 * @param {Scaled} right
 * @param {number} factor
 * @returns {Scaled}
 */
export function swapped({invFreq, ratio, attentionFactor, band}, factor) {
  const mirrored = Float64Array.from(ratio.data, (r) => 1 + 1 / factor - r);
  const data = Float64Array.from(invFreq.data, (w, k) => (w * mirrored[k]) / ratio.data[k]);
  const other = /** @type {const} */ ({
    kept: 'divided',
    blended: 'blended',
    divided: 'kept',
    'not rotated': 'not rotated',
  });
  return {
    invFreq: {...invFreq, data},
    ratio: {...ratio, data: mirrored},
    attentionFactor,
    band: band.map((one) => other[one]),
  };
}
