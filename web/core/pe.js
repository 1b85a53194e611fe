// @ts-check

import {requireSizes} from './check.js';
import {requireSettings} from './pe/checks.js';
import {METHOD_TEXTS} from './pe/method-texts.js';
import {findMethod, isRotary} from './pe/settings.js';

export {alibiBias, alibiKeyOffsetBias, alibiSlopes} from './pe/alibi.js';
export {axial2d, mropeAxes, mropeTables, ropeAxesTables} from './pe/axes.js';
export {defaultOf, requireSettings} from './pe/checks.js';
export {copePositions} from './pe/cope.js';
export {debertaBuckets} from './pe/deberta.js';
export {distanceLogits, distanceMatrix} from './pe/distance.js';
export {floaterPositions} from './pe/floater.js';
export {foxBias, foxBiasBackward} from './pe/fox.js';
export {abacusIds, couplingIds, poseIds, randomizedIds} from './pe/ids.js';
export {learnedInit, learnedLookup} from './pe/learned.js';
export {
  methodBias,
  methodBiasBackward,
  methodInit,
  methodInput,
  methodInputBackward,
  methodKv,
  methodKvBackward,
  methodOutput,
  methodOutputBackward,
  methodQk,
  methodQkBackward,
  methodTensors,
  methodValues,
  methodValuesBackward,
  methodWeights,
  methodWeightsBackward,
} from './pe/method.js';
export {bindMethod} from './pe/method-call.js';
export {pathLogits, pathLogitsBackward} from './pe/path.js';
export {popeLogits, popeLogitsBackward} from './pe/pope.js';
export {ropePrecision, roundToType} from './pe/precision.js';
export {clippedBias, relativeMatrix} from './pe/relative.js';
export {RopeCache, ropeFrequencies, ropeRotate, ropeTables} from './pe/rope.js';
export {
  mixedRopeAngles,
  mixedRopeBackward,
  mixedRopeInit,
  mixedRopeRotate,
} from './pe/rope-mixed.js';
export {repeatingPair, ropeScaling, yarnMagnitude} from './pe/scaling.js';
export {
  allocateSettings,
  completeSettings,
  findMethod,
  isRotary,
  methodFacts,
} from './pe/settings.js';
export {
  shawKeys,
  shawKeysBackward,
  shawValues,
  shawValuesBackward,
} from './pe/shaw.js';
export {
  sinusoidal,
  sinusoidalAt,
  sinusoidalFrequencies,
  sinusoidalShift,
} from './pe/sinusoidal.js';
export {t5Bias, t5BiasBackward, t5Buckets} from './pe/t5.js';
export {temperatureFactors, temperatureScale} from './pe/temperature.js';
export {txlShift} from './pe/transformer-xl.js';
export {xposScale, xposScales} from './pe/xpos.js';

/** @import { Core } from './core.js' */

/**
 * Positional encodings. A module of pe/ wraps a file of src/pe, and each function wraps one function of
 * its header, which has the formulas, papers and layouts. Common mistakes are in fault.js.
 *
 * @typedef {import('./pe/sinusoidal.js').SinusoidalLayout} SinusoidalLayout
 * @typedef {import('./pe/method-call.js').TensorInfo} TensorInfo
 * @typedef {import('./pe/settings.js').PeSettings} PeSettings
 * @typedef {import('./pe/settings.js').CompleteSettings} CompleteSettings
 * @typedef {import('./pe/rope.js').RopeLayout} RopeLayout
 * @typedef {import('./pe/rope.js').RopeTables} RopeTables
 * @typedef {import('./pe/scaling.js').ScalingSettings} ScalingSettings
 * @typedef {import('./pe/scaling.js').Band} Band
 */

/** The table of methods: where each acts, what it learns, its paper. @param {Core} core */
export function methods(core) {
  return core.describe.methods.map((method) => ({...method, ...METHOD_TEXTS[method.name]}));
}

/**
 * Bytes a method keeps in float32 for a sequence: its table, its cache for all heads and layers, or its
 * bias, where that is written out.
 *
 * @param {Core} core
 * @param {{method: string, seqLen: number, dModel?: number, nHeads?: number, dHead?: number,
 *   clip?: number}} options sizes that the method does not use may be left out
 * @returns {number}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function memoryBytes(core, options) {
  const {method, seqLen, dModel = 1, nHeads = 1, dHead = 2, clip = 0} = options;
  requireSizes({seqLen, dModel, nHeads, dHead});
  requireSettings(core, {clip});
  const found = findMethod(core, method);
  if (isRotary(found) && dHead % 2 !== 0) {
    throw new RangeError(
      `dHead must be even for ${method}, since pairs are rotated, got ${dHead}.`,
    );
  }
  return core.number('pe_memory_bytes', found.id, seqLen, dModel, nHeads, dHead, clip);
}
