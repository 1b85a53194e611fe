// @ts-check

import {
  requireFinite,
  requireIntegers,
  requireNumbers,
  requireShape,
  requireTensor,
} from '../check.js';
import {MAX_FREQUENCY, MAX_POSITION, numbersOf, requireWithin} from './checks.js';

/** @import { Core, Numbers, Tensor, Tensor64, TensorLike } from '../core.js' */
/** @import { RopeLayout } from './rope.js' */

/**
 * What a rule on RoPE's distance reads, see src/pe/distance.h; of the rest nothing is looked at.
 *
 * @typedef {object} DistanceRule
 * @property {'plain' | 'self-extend' | 'rerope' | 'leaky-rerope' | 'dca'} rule
 * @property {number} [window] self-extend, rerope, leaky-rerope: distances below it are kept
 * @property {number} [group] self-extend: tokens beyond the window that share a position
 * @property {boolean} [isExact] self-extend: window / group is not rounded down, default false
 * @property {number} [factor] leaky-rerope: by which what exceeds the window is divided
 * @property {number} [chunk] dca: the length of training
 * @property {number} [local] dca: tokens of it kept for the chunk before, below chunk
 */

/**
 * The distance that a rule gives each pair of a query and a key that is not after it.
 *
 * @param {Core} core
 * @param {DistanceRule & {nQuery: number, nKey: number}} options query i is at position i + nKey - nQuery
 * @returns {Tensor64} (nQuery, nKey), 0 for a key after its query; some rules give fractions
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function distanceMatrix(core, {nQuery, nKey, ...rule}) {
  requireShape(core, {nQuery, nKey});
  const id = core.enumValue('distanceRule', 'rule', rule.rule);
  const settings = {...readRule(rule), rule: id};
  return core.scratch((mem) => {
    const distance = mem.f64(nQuery * nKey);
    const {ptr} = mem.struct('PeDistance', settings);
    core.call('pe_distance_matrix', distance.ptr, ptr, nQuery, nKey);
    return {data: distance.copy(), shape: [nQuery, nKey]};
  });
}

/**
 * RoPE's logits at given distances: scale q_i . R(-distance_ij) k_j. They have no mask; attention() takes them as
 * its bias with a scale of 0.
 *
 * @param {Core} core
 * @param {{q: TensorLike, k: TensorLike, distance: TensorLike, invFreq: Numbers | TensorLike, scale?: number,
 *   layout?: RopeLayout}} options q (nHeads, nQuery, dHead), k (nHeads, nKey, dHead), distance (nQuery, nKey),
 *   invFreq (nPairs) with 2 nPairs <= dHead; scale: default 1 / sqrt(dHead)
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function distanceLogits(core, options) {
  const {q, k, distance, invFreq, layout = 'half'} = options;
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, ['nHeads', 'nQuery', 'dHead']);
  const [, nKey] = requireTensor(core, 'k', k, [nHeads, 'nKey', dHead]);
  requireTensor(core, 'distance', distance, [nQuery, nKey]);
  requireNumbers('distance', distance.data);
  requireWithin('distance', distance.data, MAX_POSITION, '2^53');
  const frequencies = requireNumbers('invFreq', numbersOf(invFreq));
  requireWithin('invFreq', frequencies, MAX_FREQUENCY, '1e100');
  const nPairs = frequencies.length;
  if (2 * nPairs > dHead) {
    throw new RangeError(
      `invFreq must have at most dHead / 2 = ${dHead / 2} numbers, got ${nPairs}.`,
    );
  }
  const {scale = 1 / Math.sqrt(dHead)} = options;
  requireFinite({scale});
  const sizes = {nHeads, nQuery, nKey, dHead, nPairs, scale};
  const id = core.enumValue('ropeLayout', 'layout', layout);
  return core.scratch((mem) => {
    const logits = mem.f32(nHeads * nQuery * nKey);
    const inputs = [mem.f32(q.data).ptr, mem.f32(k.data).ptr];
    const angles = [mem.f64(distance.data).ptr, mem.f64(frequencies).ptr];
    const {ptr} = mem.struct('PeDistanceLogits', {...sizes, layout: id});
    core.call('pe_distance_logits', logits.ptr, ...inputs, ...angles, ptr);
    return {data: logits.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

/**
 * The fields that a rule reads, checked.
 *
 * @param {DistanceRule} options
 * @returns {Record<string, number>}
 */
function readRule({rule, window, group, isExact = false, factor, chunk, local}) {
  const given = (/** @type {number | undefined} */ value) => /** @type {number} */ (value);
  if (rule === 'plain') return {};
  if (rule === 'dca') {
    requireIntegers({chunk: given(chunk)}, 1);
    requireIntegers({local: given(local)}, 0, given(chunk) - 1);
    return {chunk: given(chunk), local: given(local)};
  }
  requireIntegers({window: given(window)}, 1);
  if (rule === 'rerope') return {window: given(window)};
  if (rule === 'self-extend') {
    requireIntegers({group: given(group)}, 1);
    return {window: given(window), group: given(group), isExact: isExact ? 1 : 0};
  }
  requireFinite({factor: given(factor)});
  if (given(factor) >= 1e-100 && given(factor) <= 1e100) {
    return {window: given(window), factor: given(factor)};
  }
  throw new RangeError(`factor must be within 1e-100 .. 1e100, got ${factor}.`);
}
