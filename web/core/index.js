// @ts-check

/**
 * The public JavaScript API of the core, in one module: `import {loadCore, ropeTables} from './core/index.js'`.
 *
 * Each function takes the Core first, then one object of named values, and returns copies. The contracts are
 * above the functions in their own modules, and in the reference page. Figures import those modules
 * themselves, so that a page loads only what it uses.
 *
 * @typedef {import('./core.js').Tensor} Tensor
 * @typedef {import('./core.js').Tensor64} Tensor64
 * @typedef {import('./core.js').TensorInt} TensorInt
 * @typedef {import('./core.js').TensorLike} TensorLike
 * @typedef {import('./core.js').Numbers} Numbers
 * @typedef {import('./nn.js').AttentionInput} AttentionInput
 * @typedef {import('./pe.js').PeSettings} PeSettings
 * @typedef {import('./pe.js').RopeLayout} RopeLayout
 * @typedef {import('./pe.js').RopeTables} RopeTables
 * @typedef {import('./pe.js').ScalingSettings} ScalingSettings
 * @typedef {import('./pe.js').SinusoidalLayout} SinusoidalLayout
 */

// random numbers and linear algebra
export {permutation, randomIntegers, randomNormal, randomUniform} from './base.js';
// the core itself
export {Core, CoreError, loadCore, simdSupported} from './core.js';
export {
  faultAlibiQueryAxis,
  faultBf16,
  faultRopeByHead,
  faultRopeMixed,
  faultSinusoidalDoubledExponent,
  faultSinusoidalSwapped,
} from './fault.js';
// models with positions, and their tasks
export {fourTerms} from './four-terms.js';
export {fullCore} from './full-core.js';
export {
  cosineSimilarity,
  matmul,
  maxAbsDiff,
  minDistance,
  normError,
  pearson,
  rowSumError,
  toeplitzSpread,
} from './linalg.js';
export {
  mhaParameterCount,
  miniBlock,
  selfAttention,
  selfAttentionMethods,
  selfAttentionParams,
  toyTokens,
} from './model.js';
export {loadModel, ModelFileError, readModel, saveModel} from './model-file.js';
// layers, and what training needs of them
export {
  attention,
  attentionBackward,
  attentionEntropy,
  dropout,
  layernorm,
  layernormBackward,
  linear,
  logSoftmax,
  softmax,
  softmaxBackward,
} from './nn.js';
export {adamUpdate, crossEntropy, gelu} from './nn-training.js';
// positional encodings: each with its own functions, and all of them through the table of methods
export {
  abacusIds,
  alibiBias,
  alibiKeyOffsetBias,
  alibiSlopes,
  axial2d,
  clippedBias,
  copePositions,
  couplingIds,
  debertaBuckets,
  distanceLogits,
  distanceMatrix,
  floaterPositions,
  foxBias,
  foxBiasBackward,
  learnedInit,
  learnedLookup,
  memoryBytes,
  methodBias,
  methodBiasBackward,
  methodFacts,
  methodInit,
  methodInput,
  methodInputBackward,
  methodKv,
  methodKvBackward,
  methodOutput,
  methodOutputBackward,
  methodQk,
  methodQkBackward,
  methods,
  methodTensors,
  methodValues,
  methodValuesBackward,
  methodWeights,
  methodWeightsBackward,
  mixedRopeAngles,
  mixedRopeBackward,
  mixedRopeInit,
  mixedRopeRotate,
  mropeAxes,
  mropeTables,
  pathLogits,
  pathLogitsBackward,
  popeLogits,
  popeLogitsBackward,
  poseIds,
  RopeCache,
  randomizedIds,
  relativeMatrix,
  repeatingPair,
  ropeAxesTables,
  ropeFrequencies,
  ropePrecision,
  ropeRotate,
  ropeScaling,
  ropeTables,
  roundToType,
  shawKeys,
  shawKeysBackward,
  shawValues,
  shawValuesBackward,
  sinusoidal,
  sinusoidalAt,
  sinusoidalFrequencies,
  sinusoidalShift,
  t5Bias,
  t5BiasBackward,
  t5Buckets,
  temperatureFactors,
  temperatureScale,
  txlShift,
  xposScale,
  xposScales,
  yarnMagnitude,
} from './pe.js';
// projections
export {kmeans, pca, Tsne, tsneAffinities} from './proj.js';
// attention that rotates less than a head, or more
export {
  latentAttention,
  latentAttentionBackward,
  valueRopeAttention,
  valueRopeAttentionBackward,
} from './rotary-attention.js';
export {logSigmoid, softplus} from './sigmoid.js';
export {sinkAttention, sinkAttentionBackward} from './sink.js';
export {stickBreaking, stickBreakingBackward} from './stick-breaking.js';
export {grammarNext, taskBatch, taskInfo, tasks, taskWords} from './task.js';
export {PositionError, Transformer} from './transformer.js';
