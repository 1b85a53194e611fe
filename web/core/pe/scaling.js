// @ts-check

import {requireNumbers, show} from '../check.js';
import {defaultOf, MAX_POSITION, requireRopeWidth, requireSettings} from './checks.js';

/** @import { Core, Memory, Numbers, Tensor64 } from '../core.js' */

/**
 * @typedef {'default' | 'linear' | 'ntk' | 'dynamic' | 'yarn' | 'yarn-paper' | 'longrope' | 'llama3'
 *   | 'proportional' | 'riflex'} ScalingKind see src/pe/frequency.h
 * @typedef {'kept' | 'blended' | 'divided' | 'not rotated'} Band what a rule does to a pair: nothing, part,
 *   all; or its frequency is 0
 */

/**
 * What a rule reads; of the rest nothing is looked at.
 *
 * @typedef {object} ScalingSettings
 * @property {ScalingKind} [kind]
 * @property {number} [factor] all but default and ntk; longrope: maxPosition / originalMaxPosition
 *   where it is left out; proportional: 1
 * @property {number} [alpha] ntk: what the slowest pair is divided by
 * @property {number} [originalMaxPosition] yarn, longrope, llama3: the length of training
 * @property {number} [maxPosition] dynamic: the length of training; longrope: see factor
 * @property {number} [seqLen] dynamic, longrope: the length at hand; else that of training
 * @property {number} [betaFast] yarn: full rotations from which on a pair is unchanged, 32
 * @property {number} [betaSlow] yarn: full rotations up to which a pair is divided, 1
 * @property {boolean} [truncate] yarn: whether its ramp begins and ends at integer indices
 * @property {number} [mscale] yarn
 * @property {number} [mscaleAllDim] yarn: the divisor of mscale, where both are set
 * @property {number} [attentionFactor] yarn, longrope: the amplitude; else by rule
 * @property {Numbers} [shortFactor] longrope (dim / 2): the divisor of each pair up to the length of
 *   training
 * @property {Numbers} [longFactor] longrope (dim / 2): beyond it
 * @property {number} [lowFreqFactor] llama3: full rotations up to which a pair is divided
 * @property {number} [highFreqFactor] llama3: full rotations from which on a pair is unchanged
 * @property {number} [headDim] proportional: width of the head, to which the exponent is relative; dim, where
 *   it is left out
 * @property {number} [partial] proportional: the share of the head that is rotated, 0 .. 1, default 1; the
 *   frequencies of the other pairs are 0
 * @property {number} [pair] riflex: the pair that is changed, counted from 1 (see repeatingPair)
 * @property {number} [length] riflex: the new length, in positions
 * @property {number} [margin] riflex: full rotations of that pair over the length, default 1; its authors' code
 *   has 0.9
 */

const MAX_FACTOR = 1e50;
const CLOSE = 1e-9;

/**
 * All that a rule makes: frequencies, the factor of cosines and sines, and what became of each pair.
 *
 * @param {Core} core
 * @param {{dim: number, base?: number} & ScalingSettings} options dim even
 * @returns {{invFreq: Tensor64, attentionFactor: number, ratio: Tensor64, band: Band[]}}
 *   (dim / 2) each; ratio: the frequency over the one that the rule starts from
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeScaling(core, options) {
  const {dim, base = defaultOf(core, 'base')} = options;
  requireRopeWidth(core, dim);
  requireSettings(core, {base});
  return core.scratch((mem) => {
    const scaling = mem.struct('PeScaling', readScaling(core, mem, {...options, base})).ptr;
    const [invFreq, ratio, amplitude] = [dim / 2, dim / 2, 1].map((n) => mem.f64(n));
    const outputs = [invFreq.ptr, ratio.ptr, amplitude.ptr];
    core.call('pe_scaling_frequencies', ...outputs, scaling, base, dim);
    return {
      invFreq: {data: invFreq.copy(), shape: [dim / 2]},
      attentionFactor: amplitude.view()[0],
      ratio: {data: ratio.copy(), shape: [dim / 2]},
      band: bandsOf(ratio.view(), options),
    };
  });
}

/**
 * The pair whose period is nearest to a distance at which the output of a model was seen to repeat: the one
 * that RIFLEx changes.
 *
 * @param {Core} core
 * @param {{dim: number, repeatAt: number, base?: number}} options dim even; repeatAt: positions, >= 0
 * @returns {{pair: number, period: number}} pair: counted from 1, the first of equals; period: in positions,
 *   rounded to an integer
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function repeatingPair(core, {dim, repeatAt, base = defaultOf(core, 'base')}) {
  requireRopeWidth(core, dim);
  requireSettings(core, {base});
  const isDistance = (/** @type {number} */ v) => v >= 0 && v <= MAX_POSITION;
  requireThat('repeatAt', repeatAt, isDistance, 'within 0 .. 2^53');
  return core.scratch((mem) => {
    const [pair, period] = [mem.i32(1), mem.f64(1)];
    core.call('pe_scaling_repeating_pair', pair.ptr, period.ptr, base, repeatAt, dim);
    return {pair: pair.view()[0], period: period.view()[0]};
  });
}

/**
 * YaRN's amplitude for a factor: 0.1 mscale ln(factor) + 1. Its square is what DeepSeek's code
 * multiplies the logits by, with mscaleAllDim for mscale.
 *
 * @param {Core} core
 * @param {{factor: number, mscale?: number}} options
 * @returns {number}
 * @throws {RangeError} naming the argument, its value and what was expected
 */
export function yarnMagnitude(core, {factor, mscale = 1}) {
  requireFactor('factor', factor);
  requireScales({mscale});
  return core.scratch((mem) => {
    const magnitude = mem.f64(1);
    core.call('pe_scaling_magnitude', magnitude.ptr, factor, mscale);
    return magnitude.view()[0];
  });
}

/**
 * The fields of a rule, PeScaling in src/pe/frequency.h, with its lists in allocated memory.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {{dim: number, base: number} & ScalingSettings} options
 * @returns {Record<string, number | boolean>}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function readScaling(core, mem, options) {
  const {kind = 'default', truncate = true, mscale = 0, mscaleAllDim = 0} = options;
  const id = core.enumValue('ropeScaling', 'kind', kind);
  const isYarn = kind.startsWith('yarn');
  const scales = isYarn ? requireScales({mscale, mscaleAllDim}) : [0, 0];
  const lists =
    kind === 'longrope' ? requireLists(options).map((list) => mem.f64(list).ptr) : [0, 0];
  return {
    kind: id,
    truncate: truncate ? 1 : 0,
    ...(kind === 'proportional' && requireHead(options)),
    ...read(kind, options),
    mscale: scales[0],
    mscaleAllDim: scales[1],
    shortFactor: lists[0],
    longFactor: lists[1],
  };
}

/**
 * The numbers of a rule under C's names, checked.
 *
 * @param {ScalingKind} kind
 * @param {{dim: number, base: number} & ScalingSettings} options
 * @returns {{factor?: number, originalLen?: number, seqLen?: number, fast?: number, slow?: number,
 *   attentionFactor?: number, pair?: number, margin?: number}}
 */
function read(kind, options) {
  if (kind === 'default') return {};
  if (kind === 'riflex') return riflexPair(options);
  if (kind === 'ntk') return {factor: requireFactor('alpha', options.alpha)};
  if (kind === 'proportional') {
    const {factor: divisor = 1} = options;
    return {factor: requireFactor('factor', divisor)};
  }
  if (kind === 'linear') return {factor: requireFactor('factor', options.factor)};
  const [lengthName, length] = lengthOf(kind, options);
  requireLength(lengthName, length);
  const {seqLen = length} = options;
  const factor = requireFactor('factor', factorOf(kind, options, length));
  if (kind === 'dynamic') return {factor, originalLen: length, seqLen: requireSeqLen(seqLen)};
  if (kind === 'llama3') return {factor, originalLen: length, ...llama3Ramp(options)};
  const attentionFactor = requireAmplitude(options.attentionFactor);
  if (kind === 'longrope') {
    return {factor, originalLen: length, seqLen: requireSeqLen(seqLen), attentionFactor};
  }
  return {factor, originalLen: length, attentionFactor, ...yarnRamp(kind, options)};
}

/** @param {ScalingKind} kind @param {ScalingSettings} options @returns {[string, number]} */
function lengthOf(kind, {maxPosition, originalMaxPosition}) {
  const isOwn = kind === 'dynamic';
  const value = isOwn ? maxPosition : originalMaxPosition;
  return [isOwn ? 'maxPosition' : 'originalMaxPosition', /** @type {number} */ (value)];
}

/** @param {ScalingKind} kind @param {ScalingSettings} options @param {number} length */
function factorOf(kind, {factor, maxPosition}, length) {
  if (kind !== 'longrope' || factor !== undefined || maxPosition === undefined) return factor;
  requireLength('maxPosition', maxPosition);
  return maxPosition / length;
}

/** @param {ScalingSettings} options */
function llama3Ramp({lowFreqFactor: slow, highFreqFactor: fast}) {
  const low = requireThat('lowFreqFactor', slow, (v) => v >= 0, 'a finite number >= 0');
  return {
    slow: low,
    fast: requireThat('highFreqFactor', fast, (v) => v > low, `above lowFreqFactor = ${low}`),
  };
}

/** @param {ScalingKind} kind @param {{base: number} & ScalingSettings} options */
function yarnRamp(kind, {base, betaFast = 32, betaSlow = 1}) {
  if (kind === 'yarn') requireThat('base', base, (v) => v > 1, 'above 1 for yarn');
  const slow = requireThat('betaSlow', betaSlow, (v) => v > 0, 'a finite number > 0');
  const isOneAllowed = kind === 'yarn';
  const wanted = `${isOneAllowed ? 'at least' : 'above'} betaSlow = ${slow}`;
  const accepts = (/** @type {number} */ v) => v > slow || (isOneAllowed && v === slow);
  return {slow, fast: requireThat('betaFast', betaFast, accepts, wanted)};
}

/** @param {{dim: number} & ScalingSettings} options */
function requireHead({dim, headDim = dim, partial = 1}) {
  const isHead = (/** @type {number} */ v) => Number.isInteger(v) && v >= dim && v < 2 ** 31;
  requireThat('headDim', headDim, isHead, `an integer of at least dim = ${dim}`);
  requireThat('partial', partial, (v) => v >= 0 && v <= 1, 'a share within 0 .. 1');
  return {headDim, partial};
}

/** @param {{dim: number} & ScalingSettings} options */
function riflexPair({dim, pair, length, margin = 1}) {
  const isPair = (/** @type {number} */ v) => Number.isInteger(v) && v >= 1 && v <= dim / 2;
  const isLength = (/** @type {number} */ v) => v >= 1 && v <= MAX_POSITION;
  return {
    pair: requireThat('pair', pair, isPair, `an integer from 1 to dim / 2 = ${dim / 2}`),
    seqLen: requireThat('length', length, isLength, 'within 1 .. 2^53'),
    margin: requireFactor('margin', margin),
  };
}

/** @param {{dim: number} & ScalingSettings} options @returns {Numbers[]} */
function requireLists({dim, shortFactor, longFactor}) {
  return Object.entries({shortFactor, longFactor}).map(([name, list]) => {
    requireNumbers(name, /** @type {Numbers} */ (list));
    const {length} = /** @type {Numbers} */ (list);
    if (length !== dim / 2) {
      throw new RangeError(`${name} must have dim / 2 = ${dim / 2} numbers, got ${length}.`);
    }
    return Float64Array.from(/** @type {Numbers} */ (list), (value, k) =>
      requireFactor(`${name}[${k}]`, value),
    );
  });
}

/** @param {Record<string, number>} scales */
function requireScales(scales) {
  return Object.entries(scales).map(([name, value]) =>
    requireThat(name, value, (v) => v >= 0 && v <= MAX_FACTOR, 'a number >= 0, at most 1e50'),
  );
}

/** @param {number | undefined} value 0 means none, in C */
function requireAmplitude(value) {
  if (value === undefined) return 0;
  return requireThat('attentionFactor', value, (v) => v > 0, 'a finite number > 0');
}

/** @param {number} value */
function requireSeqLen(value) {
  return requireThat('seqLen', value, (v) => v >= 0 && v <= MAX_POSITION, 'within 0 .. 2^53');
}

/** @param {string} name @param {number | undefined} value */
function requireLength(name, value) {
  return requireThat(name, value, (v) => v > 1 && v <= MAX_POSITION, 'above 1, at most 2^53');
}

/** @param {string} name @param {number | undefined} value */
function requireFactor(name, value) {
  const isFactor = (/** @type {number} */ v) => v >= 1 / MAX_FACTOR && v <= MAX_FACTOR;
  return requireThat(name, value, isFactor, 'within 1e-50 .. 1e50');
}

/**
 * @param {string} name
 * @param {number | undefined} value
 * @param {(value: number) => boolean} accepts
 * @param {string} expected
 * @returns {number}
 */
function requireThat(name, value, accepts, expected) {
  if (typeof value === 'number' && Number.isFinite(value) && accepts(value)) return value;
  throw new RangeError(`${name} must be ${expected}, got ${show(value)}.`);
}

/** @param {Float64Array} ratio @param {ScalingSettings} options @returns {Band[]} */
function bandsOf(ratio, {kind, factor, alpha, originalMaxPosition = 1, maxPosition = 1}) {
  if (kind === 'riflex') {
    return Array.from(ratio, (value) => (Math.abs(value - 1) <= CLOSE ? 'kept' : 'divided'));
  }
  const divisor = alpha ?? factor ?? (kind === 'longrope' ? maxPosition / originalMaxPosition : 1);
  // the base of dynamic grows by more than its factor: its slowest pair shows by how much
  const least = kind === 'dynamic' ? Math.min(...ratio) : 1 / divisor;
  return Array.from(ratio, (value) => {
    if (value === 0) return 'not rotated';
    if (value >= 1 - CLOSE) return 'kept';
    return value <= least * (1 + CLOSE) ? 'divided' : 'blended';
  });
}
