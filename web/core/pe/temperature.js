// @ts-check

import {requireFinite, requireIntegers, requireShape, requireTensor, show} from '../check.js';
import {defaultOf, MAX_POSITION, requirePositions} from './checks.js';

/** @import { Core, Memory, Numbers, Tensor, Tensor64, TensorLike } from '../core.js' */

/**
 * 1 + beta ln(1 + floor((p + shift) / interval)), see src/pe/temperature.h.
 *
 * @typedef {object} TemperatureSettings
 * @property {number} [interval] positions from one step to the next, 8192: Llama 4's floor_scale, Ministral 3's
 *   original_max_position_embeddings
 * @property {number} [beta] 0.1: Llama 4's attn_scale, Ministral 3's llama_4_scaling_beta
 * @property {number} [shift] 1 as in Llama 4, whose steps are one position earlier; 0 as in Ministral 3
 */

/**
 * The factor of the query at each position.
 *
 * @param {Core} core
 * @param {{positions: Numbers} & TemperatureSettings} options positions (n), counted from 0
 * @returns {Tensor64} (n)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function temperatureFactors(core, {positions, ...settings}) {
  const n = requireCounted(positions);
  requireShape(core, {'positions.length': n});
  return core.scratch((mem) => {
    const factors = mem.f64(n);
    const rule = allocateTemperature(core, mem, settings);
    core.call('pe_temperature_factors', factors.ptr, mem.f64(positions).ptr, rule, n);
    return {data: factors.copy(), shape: [n]};
  });
}

/**
 * Queries times the factors of their positions.
 *
 * @param {Core} core
 * @param {{q: TensorLike, positions: Numbers} & TemperatureSettings} options
 *   q (nHeads, n, dHead); positions (n), counted from 0
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function temperatureScale(core, {q, positions, ...settings}) {
  const [nHeads, n, dHead] = requireTensor(core, 'q', q, ['nHeads', 'n', 'dHead']);
  const nPositions = requireCounted(positions);
  if (nPositions !== n) {
    throw new RangeError(`positions must have ${n} numbers, one per row of q, got ${nPositions}.`);
  }
  return core.scratch((mem) => {
    const out = mem.f32(q.data);
    const rule = allocateTemperature(core, mem, settings);
    core.call('pe_temperature_scale', out.ptr, mem.f64(positions).ptr, rule, nHeads, n, dHead);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/** @param {Numbers} positions @returns {number} how many */
function requireCounted(positions) {
  requirePositions(positions);
  for (let k = 0; k < positions.length; k++) {
    if (positions[k] >= 0) continue;
    throw new RangeError(`positions[${k}] must be within 0 .. 2^53, got ${positions[k]}.`);
  }
  return positions.length;
}

/** @param {Core} core @param {Memory} mem @param {TemperatureSettings} settings @returns {number} pointer */
function allocateTemperature(core, mem, settings) {
  const {
    interval = defaultOf(core, 'interval'),
    beta = defaultOf(core, 'beta'),
    shift = defaultOf(core, 'shift'),
  } = settings;
  if (!(typeof interval === 'number' && interval >= 1 && interval <= MAX_POSITION)) {
    throw new RangeError(`interval must be within 1 .. 2^53, got ${show(interval)}.`);
  }
  requireFinite({beta});
  if (Math.abs(beta) > 1e100) throw new RangeError(`beta must be within ±1e100, got ${beta}.`);
  requireIntegers({shift}, 0, 1);
  return mem.struct('PeTemperature', {interval, beta, shift}).ptr;
}
