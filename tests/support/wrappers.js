// Every public wrapper of web/core: a call that is right, and values that it must refuse. The examples of
// refusals.test.js and the property of wrappers.test.js run over this table.
import * as base from '../../web/core/base.js';
import * as fault from '../../web/core/fault.js';
import * as terms from '../../web/core/four-terms.js';
import * as linalg from '../../web/core/linalg.js';
import * as model from '../../web/core/model.js';
import * as nn from '../../web/core/nn.js';
import * as training from '../../web/core/nn-training.js';
import * as pe from '../../web/core/pe.js';
import * as proj from '../../web/core/proj.js';
import * as rotary from '../../web/core/rotary-attention.js';
import * as sigmoid from '../../web/core/sigmoid.js';
import * as sink from '../../web/core/sink.js';
import * as stick from '../../web/core/stick-breaking.js';
import * as task from '../../web/core/task.js';
import {loadCore} from './core.js';

/** Every module of wrappers. */
export const MODULES = [
  base,
  fault,
  linalg,
  model,
  nn,
  terms,
  training,
  pe,
  proj,
  rotary,
  sigmoid,
  sink,
  stick,
  task,
];

/** @import {Core} from '../../web/core/core.js' */

/**
 * Values that an argument must refuse. A key is the argument, and behind it, after `|`, the others that
 * a message may name in its place: 'q|k' where the shapes of q and k must agree.
 *
 * @typedef {Record<string, unknown[]>} Bad
 */

/** @param {...number} shape @returns {{data: Float32Array, shape: number[]}} */
const tensor = (...shape) => {
  const length = shape.reduce((a, b) => a * b, 1);
  return {data: Float32Array.from({length}, (_, k) => (k % 7) / 8 + 0.125), shape};
};

// Values that are no size, no integer, no positive or finite number, ...
const NO_SIZE = [0, -1, 1.5, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY, '3', null];
const NO_COUNT = NO_SIZE.filter((value) => value !== 0);
const NO_INTEGER = [1.5, Number.NaN, 2 ** 31, -(2 ** 31) - 1, '3', null];
const NO_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '1', null];
const NO_POSITIVE = [0, -1, ...NO_FINITE];
const NO_BASE = [...NO_POSITIVE, 1e-101, 1e101];
const NO_NAME = ['', 'other', 1, null];
const NO_SEED = [-1, 1.5, Number.NaN, undefined, '1', 2 ** 53, -1n, 1n << 64n];
const NO_LIST = [undefined, null, 3, 'text', [], [Number.NaN], [1, Number.POSITIVE_INFINITY]];
const NO_POSITIONS = [...NO_LIST, [2 ** 54]];
/** What every method refuses, whether it reads it or not. @type {Bad} */
const METHOD_SETTINGS = {
  base: NO_BASE,
  rotaryDim: [...NO_COUNT, 3],
  clip: [...NO_COUNT, 2 ** 27 + 1],
  nBuckets: NO_COUNT,
  maxDistance: NO_SIZE,
  maxLen: NO_SIZE,
  width: NO_SIZE,
  trainLen: NO_SIZE,
  scaleBase: NO_POSITIVE,
  eps: NO_POSITIVE,
  interval: NO_SIZE,
  beta: [-1, 1001, ...NO_FINITE],
  shift: [...NO_COUNT, 2],
  'scaling|kind|factor': [null, 3, 'linear', {kind: 'other'}, {kind: 'linear'}],
};

/**
 * Tensors that cannot stand for one of this shape: none at all, of another rank, empty, of a broken
 * size, with too little data or too much.
 *
 * @param {...number} shape
 */
const noTensor = (...shape) => {
  const {data} = tensor(...shape);
  return [
    undefined,
    null,
    3,
    [1, 2],
    {data},
    {shape},
    {data: 'text', shape: [4]},
    {data, shape: [...shape, 1]},
    {data, shape: shape.slice(1)},
    {data: [], shape: shape.map((size, k) => (k === 0 ? 0 : size))},
    {data, shape: shape.map((size, k) => (k === 0 ? -size : size))},
    {data, shape: shape.map((size, k) => (k === 0 ? size + 0.5 : size))},
    {data, shape: shape.map((size, k) => (k === 0 ? Number.NaN : size))},
    {data: data.slice(1), shape},
    {data: [...Array.from(data), 1], shape},
    {data, shape: shape.map((size, k) => (k === 0 ? 2 ** 31 : size))},
  ];
};

/**
 * The same for an argument whose rank is free: one axis more is no mistake.
 *
 * @param {...number} shape
 */
const noRows = (...shape) =>
  noTensor(...shape).filter((/** @type {any} */ bad) => bad?.shape?.length !== shape.length + 1);

/** A tensor with one number that is none. */
const spoiled = (/** @type {number} */ value, /** @type {number[]} */ ...shape) => {
  const {data} = tensor(...shape);
  return {data: Float64Array.from(data, (v, k) => (k === 1 ? value : v)), shape};
};
const notFinite = (/** @type {number[]} */ ...shape) => spoiled(Number.NaN, ...shape);
const far = (/** @type {number[]} */ ...shape) => spoiled(2 ** 54, ...shape);

const table = pe.ropeTables(await loadCore(), {nPos: 3, dim: 4});
const attention = {q: tensor(2, 3, 4), k: tensor(2, 5, 4), v: tensor(2, 5, 4)};
/** @type {Bad} */
const ATTENTION_BAD = {
  'q|k': [...noTensor(2, 3, 4), tensor(1, 3, 4), tensor(2, 3, 5)],
  k: [...noTensor(2, 5, 4), tensor(1, 5, 4), tensor(2, 5, 3)],
  v: [...noTensor(2, 5, 4), tensor(2, 4, 4)],
  bias: [...noTensor(2, 3, 5).slice(2), tensor(2, 3, 4), tensor(1, 3, 5)],
  scale: NO_FINITE,
  window: NO_COUNT,
  keyPad: [3, [0, 1], [0, 0, 0, 0, 2], [0, 0, 0, 0, 0.5], [0, 0, 0, 0, Number.NaN]],
};
/** @type {Bad} */
const SINK_BAD = {
  ...ATTENTION_BAD,
  sink: [...noTensor(2), tensor(3), tensor(1), notFinite(2), spoiled(1e39, 2)],
};
/** @type {Bad} */
const STICK_BAD = {
  ...ATTENTION_BAD,
  current: [0, 'yes', null],
  restToValue: [true, 1, null],
};
const pope = {q: tensor(2, 3, 4), k: tensor(2, 5, 4), delta: tensor(2, 3)};
/** @type {Bad} */
const POPE_BAD = {
  'q|k': [...noTensor(2, 3, 4), tensor(1, 3, 4), tensor(2, 3, 5)],
  k: [...noTensor(2, 5, 4), tensor(1, 5, 4), tensor(2, 5, 3)],
  delta: [...noTensor(2, 3), tensor(3, 3), tensor(2, 5)],
  base: NO_BASE,
  firstPos: NO_INTEGER,
  scale: NO_FINITE,
};
const path = {
  q: tensor(2, 3, 4),
  k: tensor(2, 5, 4),
  w: tensor(2, 5, 4),
  beta: tensor(2, 5),
};
/** @type {Bad} */
const PATH_BAD = {
  'q|k': [...noTensor(2, 3, 4), tensor(1, 3, 4), tensor(2, 3, 5), tensor(2, 6, 4)],
  'k|q|w': [...noTensor(2, 5, 4), tensor(1, 5, 4), tensor(2, 5, 3), tensor(2, 2, 4)],
  w: [...noTensor(2, 5, 4), tensor(2, 3, 4)],
  beta: [...noTensor(2, 5), tensor(5, 2)],
  scale: NO_FINITE,
};
const rope = {invFreq: [1, 0.5]};
const latent = {
  qNope: tensor(2, 3, 3),
  qRope: tensor(2, 3, 4),
  kNope: tensor(2, 5, 3),
  kRope: tensor(5, 4),
  v: tensor(2, 5, 6),
  rope,
};
const NO_ROPE = [undefined, null, 3, {}, {invFreq: [1, 1, 1]}];
/** @type {Bad} */
const ROTARY_BAD = {
  scale: NO_FINITE,
  keyPad: [3, [0, 1], [0, 0, 0, 0, 2]],
  window: [-1, 1.5, Number.NaN],
  firstPos: NO_INTEGER,
  layout: NO_NAME,
};
/** @type {Bad} */
const LATENT_BAD = {
  ...ROTARY_BAD,
  'qNope|qRope': [...noTensor(2, 3, 3), tensor(1, 3, 3), tensor(2, 4, 3)],
  'qRope|kRope': [...noTensor(2, 3, 4), tensor(2, 3, 5)],
  'kNope|kRope': [...noTensor(2, 5, 3), tensor(2, 5, 4), tensor(2, 4, 3)],
  kRope: [...noTensor(5, 4), tensor(5, 3), tensor(4, 4)],
  v: [...noTensor(2, 5, 6), tensor(2, 4, 6), tensor(1, 5, 6)],
  rope: NO_ROPE,
};
const valueRope = {...attention, rope, ropeValue: {invFreq: [0.3]}};
/** @type {Bad} */
const VALUE_ROPE_BAD = {
  ...ROTARY_BAD,
  'q|k': [...noTensor(2, 3, 4), tensor(1, 3, 4), tensor(2, 3, 5)],
  'k|v': [...noTensor(2, 5, 4), tensor(1, 5, 4), tensor(2, 5, 3), tensor(2, 4, 4)],
  v: [...noTensor(2, 5, 4).slice(1), tensor(2, 4, 4)],
  rope: NO_ROPE.slice(1),
  ropeValue: NO_ROPE,
};
const stream = {seed: 1, name: 's'};
/** @type {Bad} */
const STREAM_BAD = {seed: NO_SEED, name: [undefined, null, 3]};
/** @type {Bad} */
const POSITIONS_BAD = {
  nHeads: [...NO_SIZE, 3],
  methods: ['alibi', {length: 1}, ['other'], [undefined], Array(65).fill('alibi')],
  base: NO_BASE,
  rotaryDim: [...NO_COUNT, 1, 3, 6],
  firstPos: [...NO_INTEGER, -1],
  'clip|settings': [...NO_COUNT, 2 ** 27 + 1, 2 ** 27],
  seed: NO_SEED.filter((value) => value !== undefined),
  learnedTable: [...noTensor(4, 8).slice(2), tensor(4, 7), tensor(2, 8)],
  clippedTable: [...noTensor(2, 11).slice(2), tensor(2, 9), tensor(3, 11)],
  maxLen: [...NO_SIZE, 2, 2 ** 27],
};
const NO_PERPLEXITY = [0, -1, 0.99, 3.01, 30, Number.NaN, Number.POSITIVE_INFINITY, '2', null];
const NO_POINTS = [
  ...noTensor(4, 3),
  tensor(1, 3),
  tensor(4097, 1),
  {data: [1, Number.NaN, 2, 3], shape: [2, 2]},
];
/** @type {Bad} */
const FAULT_TABLE_BAD = {
  nPos: [undefined, ...NO_SIZE, 2 ** 28],
  'dModel|nPos': [undefined, ...NO_SIZE, 2 ** 28],
  base: NO_BASE,
};
const METHODS = ['sinusoidal', 'learned', 'rope-half', 'clipped-bias'];

/**
 * Every wrapper: its name, a call that is right, and what it must refuse, argument by argument.
 *
 * @type {[string, (core: Core, options: any) => unknown, Record<string, unknown>, Bad][]}
 */
export const WRAPPERS = [
  [
    'randomUniform',
    base.randomUniform,
    {...stream, shape: [2, 3]},
    {
      ...STREAM_BAD,
      shape: [undefined, null, 3, [0], [2, -1], [1.5], [2 ** 31], [2 ** 14, 2 ** 15]],
      scale: NO_FINITE,
    },
  ],
  [
    'randomNormal',
    base.randomNormal,
    {...stream, shape: [5]},
    {...STREAM_BAD, shape: [undefined, [0], [2 ** 29]], sigma: [-1, ...NO_FINITE]},
  ],
  [
    'randomIntegers',
    base.randomIntegers,
    {...stream, n: 5, modulus: 3},
    {...STREAM_BAD, n: [undefined, ...NO_SIZE, 2 ** 29], modulus: [undefined, ...NO_SIZE]},
  ],
  [
    'permutation',
    base.permutation,
    {...stream, n: 5},
    {...STREAM_BAD, n: [undefined, ...NO_SIZE, 2 ** 29]},
  ],
  [
    'sinusoidal',
    pe.sinusoidal,
    {nPos: 3, dModel: 5},
    {
      nPos: [undefined, ...NO_SIZE, 2 ** 28],
      'dModel|nPos': [undefined, ...NO_SIZE, 2 ** 28],
      base: NO_BASE,
      layout: NO_NAME,
      firstPos: NO_INTEGER,
    },
  ],
  [
    'sinusoidalAt',
    pe.sinusoidalAt,
    {positions: [1, 2.5], dModel: 5},
    {
      positions: NO_POSITIONS,
      'dModel|positions': [undefined, ...NO_SIZE, 2 ** 28],
      base: NO_BASE,
      layout: NO_NAME,
    },
  ],
  [
    'sinusoidalFrequencies',
    pe.sinusoidalFrequencies,
    {dModel: 5},
    {dModel: [undefined, ...NO_SIZE, 2 ** 29], base: NO_BASE, layout: NO_NAME},
  ],
  [
    'sinusoidalShift',
    pe.sinusoidalShift,
    {dModel: 6, offset: 2},
    {
      dModel: [undefined, ...NO_SIZE, 5, 2 ** 15],
      base: NO_BASE,
      layout: NO_NAME,
      offset: [undefined, ...NO_FINITE, 2 ** 54],
    },
  ],
  [
    'learnedInit',
    pe.learnedInit,
    {maxLen: 4, dModel: 3, seed: 1},
    {
      maxLen: [undefined, ...NO_SIZE, 2 ** 28],
      'dModel|maxLen': [undefined, ...NO_SIZE, 2 ** 28],
      sigma: [-1, ...NO_FINITE],
      seed: NO_SEED,
    },
  ],
  [
    'learnedLookup',
    pe.learnedLookup,
    {table: tensor(4, 3), positions: [3, 0]},
    {table: noTensor(4, 3), positions: [...NO_LIST, [4], [-1], [0, 1.5], [2 ** 31]]},
  ],
  [
    'ropeFrequencies',
    pe.ropeFrequencies,
    {dim: 6},
    {dim: [undefined, ...NO_SIZE, 5, 2 ** 29], base: NO_BASE},
  ],
  [
    'ropeTables',
    pe.ropeTables,
    {nPos: 3, dim: 6},
    {
      nPos: [undefined, ...NO_SIZE, 2 ** 28],
      dim: [undefined, ...NO_SIZE, 5],
      base: NO_BASE,
      firstPos: NO_INTEGER,
      positions: NO_POSITIONS.slice(1),
      invFreq: [...NO_LIST.slice(1), [1e101]],
      attentionFactor: NO_FINITE,
    },
  ],
  [
    'ropeScaling',
    pe.ropeScaling,
    {dim: 6},
    {dim: [undefined, ...NO_SIZE, 5, 2 ** 29], base: NO_BASE, kind: NO_NAME},
  ],
  [
    'ropeScaling, linear',
    pe.ropeScaling,
    {dim: 6, kind: 'linear', factor: 4},
    {factor: [undefined, ...NO_POSITIVE, 1e-51, 1e51]},
  ],
  [
    'ropeScaling, ntk',
    pe.ropeScaling,
    {dim: 6, kind: 'ntk', alpha: 4},
    {alpha: [undefined, ...NO_POSITIVE, 1e-51, 1e51]},
  ],
  [
    'ropeScaling, dynamic',
    pe.ropeScaling,
    {dim: 6, kind: 'dynamic', factor: 4, maxPosition: 64, seqLen: 100},
    {
      factor: [undefined, ...NO_POSITIVE],
      maxPosition: [undefined, 1, ...NO_POSITIVE, 2 ** 54],
      seqLen: [-1, ...NO_FINITE, 2 ** 54],
    },
  ],
  [
    'ropeScaling, yarn',
    pe.ropeScaling,
    {dim: 6, kind: 'yarn', factor: 4, originalMaxPosition: 64},
    {
      base: [...NO_BASE, 1, 0.5],
      factor: [undefined, ...NO_POSITIVE],
      originalMaxPosition: [undefined, 1, ...NO_POSITIVE, 2 ** 54],
      'betaSlow|betaFast': [...NO_POSITIVE, 33],
      betaFast: [...NO_POSITIVE, 0.5],
      mscale: [-1, ...NO_FINITE, 1e51],
      mscaleAllDim: [-1, ...NO_FINITE, 1e51],
      attentionFactor: NO_POSITIVE,
    },
  ],
  [
    'ropeScaling, yarn-paper',
    pe.ropeScaling,
    {dim: 6, kind: 'yarn-paper', factor: 4, originalMaxPosition: 64},
    {factor: [undefined, ...NO_POSITIVE], betaFast: [...NO_POSITIVE, 1]},
  ],
  [
    'ropeScaling, longrope',
    pe.ropeScaling,
    {
      dim: 4,
      kind: 'longrope',
      maxPosition: 256,
      originalMaxPosition: 64,
      shortFactor: [1, 1],
      longFactor: [1, 2],
    },
    {
      factor: NO_POSITIVE,
      'maxPosition|factor': [undefined, 1, ...NO_POSITIVE],
      originalMaxPosition: [undefined, 1, ...NO_POSITIVE],
      seqLen: [-1, ...NO_FINITE],
      shortFactor: [...NO_LIST, [1], [1, 2, 3], [1, 0], [1, -2], [1e51, 1]],
      longFactor: [...NO_LIST, [1], [1, 2, 3], [1, 0], [1, -2], [1e51, 1]],
      attentionFactor: NO_POSITIVE,
    },
  ],
  [
    'ropeScaling, llama3',
    pe.ropeScaling,
    {
      dim: 6,
      kind: 'llama3',
      factor: 4,
      originalMaxPosition: 64,
      lowFreqFactor: 1,
      highFreqFactor: 4,
    },
    {
      factor: [undefined, ...NO_POSITIVE],
      originalMaxPosition: [undefined, 1, ...NO_POSITIVE],
      'lowFreqFactor|highFreqFactor': [undefined, -1, ...NO_FINITE, 4],
      highFreqFactor: [undefined, ...NO_POSITIVE, 1],
    },
  ],
  [
    'ropeScaling, proportional',
    pe.ropeScaling,
    {dim: 6, kind: 'proportional', headDim: 8},
    {factor: NO_POSITIVE, headDim: [...NO_SIZE, 4], partial: [-0.1, 1.1, ...NO_FINITE]},
  ],
  [
    'ropeScaling, riflex',
    pe.ropeScaling,
    {dim: 6, kind: 'riflex', pair: 3, length: 66},
    {
      pair: [undefined, 0, 4, 1.5, '1', null],
      length: [undefined, 0.5, 2 ** 54, ...NO_POSITIVE],
      margin: NO_POSITIVE,
    },
  ],
  [
    'repeatingPair',
    pe.repeatingPair,
    {dim: 6, repeatAt: 48},
    {
      dim: [...NO_SIZE, 3],
      repeatAt: [undefined, -1, 2 ** 54, ...NO_FINITE],
      base: NO_BASE,
    },
  ],
  [
    'distanceMatrix',
    pe.distanceMatrix,
    {rule: 'plain', nQuery: 3, nKey: 5},
    {rule: [undefined, ...NO_NAME], 'nQuery|nKey': NO_SIZE, nKey: NO_SIZE},
  ],
  [
    'distanceMatrix, self-extend',
    pe.distanceMatrix,
    {rule: 'self-extend', window: 2, group: 3, nQuery: 3, nKey: 5},
    {window: [undefined, ...NO_SIZE], group: [undefined, ...NO_SIZE]},
  ],
  [
    'distanceMatrix, leaky-rerope',
    pe.distanceMatrix,
    {rule: 'leaky-rerope', window: 2, factor: 3, nQuery: 3, nKey: 5},
    {window: [undefined, ...NO_SIZE], factor: [undefined, ...NO_BASE]},
  ],
  [
    'distanceMatrix, dca',
    pe.distanceMatrix,
    {rule: 'dca', chunk: 3, local: 1, nQuery: 3, nKey: 5},
    {'chunk|local': [undefined, ...NO_SIZE, 1], local: [undefined, ...NO_COUNT, 3]},
  ],
  [
    'distanceLogits',
    pe.distanceLogits,
    {q: tensor(2, 3, 4), k: tensor(2, 5, 4), distance: tensor(3, 5), invFreq: [1, 0.5]},
    {
      'q|k': [...noTensor(2, 3, 4), tensor(1, 3, 4), tensor(2, 3, 5)],
      'k|distance': [...noTensor(2, 5, 4), tensor(2, 5, 3), tensor(2, 4, 4)],
      distance: [...noTensor(3, 5), tensor(5, 3), notFinite(3, 5), far(3, 5)],
      invFreq: [...NO_LIST, [1, 1e101], [1, 1, 1]],
      scale: NO_FINITE,
      layout: NO_NAME,
    },
  ],
  [
    'mixedRopeInit',
    pe.mixedRopeInit,
    {angles: [0.5, 1], theta: 10, dHead: 8},
    {
      'angles|angles.length': [...NO_LIST, [1e39]],
      theta: [undefined, ...NO_BASE],
      'dHead|angles.length x dHead': [...NO_SIZE, 6],
    },
  ],
  [
    'mixedRopeAngles',
    pe.mixedRopeAngles,
    {weights: tensor(2, 3, 2), positions: tensor(2, 5)},
    {
      weights: [...noTensor(2, 3, 2), tensor(3, 3, 2)],
      positions: [...noTensor(2, 5), tensor(3, 5), notFinite(2, 5), far(2, 5)],
    },
  ],
  [
    'mixedRopeRotate',
    pe.mixedRopeRotate,
    {x: tensor(3, 5, 4), weights: tensor(2, 3, 2), positions: tensor(2, 5)},
    {x: [...noTensor(3, 5, 4), tensor(3, 5, 2), tensor(3, 4, 4), tensor(2, 5, 4)]},
  ],
  [
    'mixedRopeBackward',
    pe.mixedRopeBackward,
    {
      drotated: tensor(3, 5, 4),
      rotated: tensor(3, 5, 4),
      weights: tensor(2, 3, 2),
      positions: tensor(2, 5),
    },
    {
      drotated: [...noTensor(3, 5, 4), tensor(3, 5, 2)],
      rotated: [...noTensor(3, 5, 4), tensor(3, 4, 4)],
    },
  ],
  [
    'temperatureFactors',
    pe.temperatureFactors,
    {positions: [0, 3]},
    {
      positions: [...NO_POSITIONS, [-1]],
      interval: [0.5, 2 ** 54, ...NO_POSITIVE],
      beta: [1e101, ...NO_FINITE],
      shift: [...NO_COUNT, 2],
    },
  ],
  [
    'temperatureScale',
    pe.temperatureScale,
    {q: tensor(2, 3, 4), positions: [0, 3, 5]},
    {
      q: noTensor(2, 3, 4),
      positions: [...NO_POSITIONS, [0, 1], [0, 1, 2, 3], [0, 1, -1]],
      interval: [0.5, 2 ** 54, ...NO_POSITIVE],
      beta: [1e101, ...NO_FINITE],
      shift: [...NO_COUNT, 2],
    },
  ],
  [
    'randomizedIds',
    pe.randomizedIds,
    {...stream, n: 3, nIds: 9},
    {...STREAM_BAD, n: NO_SIZE, nIds: [...NO_SIZE, 2, 2 ** 28 + 1]},
  ],
  [
    'poseIds',
    pe.poseIds,
    {nTokens: 9, trainLen: 6, nFirst: 2, secondEnd: 8, jump: 3},
    {
      nTokens: NO_SIZE,
      trainLen: NO_SIZE,
      nFirst: [...NO_COUNT, 7],
      secondEnd: [...NO_SIZE, 5, 10],
      jump: [...NO_COUNT, 2 ** 28 + 1],
    },
  ],
  [
    'abacusIds',
    pe.abacusIds,
    {isDigit: [1, 0, 1]},
    {isDigit: [undefined, null, 3, [], [0, 2], [0.5], ['1']], offset: [...NO_COUNT, 2 ** 28 + 1]},
  ],
  [
    'couplingIds',
    pe.couplingIds,
    {nA: 2, nB: 3, nAnswer: 4},
    {nA: NO_SIZE, nB: NO_SIZE, nAnswer: NO_SIZE, start: [...NO_COUNT, 2 ** 28 + 1]},
  ],
  [
    'yarnMagnitude',
    pe.yarnMagnitude,
    {factor: 4},
    {factor: [undefined, ...NO_POSITIVE], mscale: [-1, ...NO_FINITE]},
  ],
  [
    'ropeAxesTables',
    pe.ropeAxesTables,
    {positions: tensor(2, 3), invFreq: [1, 0.5], axisOf: [0, 1]},
    {
      'positions|axisOf': [...noTensor(2, 3), tensor(1, 3), notFinite(2, 3), far(2, 3)],
      'invFreq|axisOf': [...NO_LIST, [1], [1, 1e101]],
      axisOf: [...NO_LIST, [0], [0, 1, 1], [0, 2], [-1, 0], [0, 0.5]],
      attentionFactor: NO_FINITE,
    },
  ],
  [
    'mropeAxes',
    pe.mropeAxes,
    {sections: [1, 2]},
    {'sections|the sum of sections': [...NO_LIST, [0, 0], [-1, 2], [0.5, 1], [2 ** 31]]},
  ],
  [
    'mropeTables',
    pe.mropeTables,
    {positions: tensor(3, 2), sections: [1, 1, 2]},
    {
      positions: [...noTensor(3, 2), tensor(2, 3), notFinite(3, 2)],
      'sections|the sum of sections': [...NO_LIST, [0, 0, 0], [1, -1, 2]],
      dim: [6, ...NO_COUNT],
      base: NO_BASE,
      'scaling|kind': [{kind: 'other'}],
    },
  ],
  [
    'axial2d',
    pe.axial2d,
    {height: 2, width: 3, dim: 8},
    {
      height: [undefined, ...NO_SIZE, 2 ** 28],
      'width|height x width': [undefined, ...NO_SIZE, 2 ** 28],
      'dim|height x width x dim': [undefined, ...NO_SIZE, 6, 2 ** 28],
      base: NO_BASE,
    },
  ],
  [
    'ropeRotate',
    pe.ropeRotate,
    {x: tensor(2, 3, 5), ...table},
    {
      'x|cos': [...noTensor(2, 3, 5), tensor(2, 4, 5), tensor(2, 3, 3)],
      'cos|sin': [...noTensor(3, 2), tensor(3, 3), tensor(2, 2)],
      sin: [...noTensor(3, 2), tensor(3, 1)],
      layout: NO_NAME,
    },
  ],
  [
    'RopeCache',
    (core, {nPos, ...options}) => new pe.RopeCache(core, options).tables(nPos),
    {dim: 6, nPos: 3},
    {
      dim: [undefined, ...NO_SIZE, 5],
      base: NO_BASE,
      invFreq: [...NO_LIST.slice(1), [1e101]],
      nPos: [undefined, ...NO_SIZE, 2 ** 28],
    },
  ],
  [
    'alibiSlopes',
    pe.alibiSlopes,
    {nHeads: 6},
    {nHeads: [undefined, ...NO_SIZE, 2 ** 29], rule: NO_NAME},
  ],
  [
    'alibiBias',
    pe.alibiBias,
    {nHeads: 3, nQuery: 2, nKey: 4},
    {
      nHeads: [undefined, ...NO_SIZE, 2 ** 26],
      slopes: NO_LIST.slice(1),
      'nQuery|nHeads': [undefined, ...NO_SIZE, 2 ** 26],
      'nKey|nHeads': [undefined, ...NO_SIZE, 2 ** 27],
      mask: NO_NAME,
    },
  ],
  [
    'alibiKeyOffsetBias',
    pe.alibiKeyOffsetBias,
    {slopes: [0.5, 0.25], keyMask: [1, 0, 1]},
    {slopes: NO_LIST, keyMask: [...NO_LIST, [2], [0.5], [-1]]},
  ],
  [
    'relativeMatrix',
    pe.relativeMatrix,
    {nQuery: 2, nKey: 4, clip: 1},
    {
      nQuery: [undefined, ...NO_SIZE, 2 ** 27],
      'nKey|nQuery': [undefined, ...NO_SIZE, 2 ** 28],
      clip: [undefined, ...NO_COUNT, 2 ** 27 + 1],
    },
  ],
  [
    'clippedBias',
    pe.clippedBias,
    {table: tensor(2, 3), nQuery: 2, nKey: 4, clip: 1},
    {
      table: [...noTensor(2, 3), tensor(2, 2), tensor(2, 5)],
      'nQuery|nHeads': [undefined, ...NO_SIZE, 2 ** 27],
      'nKey|nHeads': [undefined, ...NO_SIZE, 2 ** 28],
      clip: [undefined, ...NO_COUNT, 2 ** 27 + 1],
    },
  ],
  [
    't5Buckets',
    pe.t5Buckets,
    {relative: [-200, -1, 0, 5]},
    {
      relative: [...NO_LIST, [0.5], [2 ** 31], [-(2 ** 31)]],
      nBuckets: [...NO_SIZE, 1, 1025],
      maxDistance: [...NO_SIZE, 8, 2 ** 27 + 1],
    },
  ],
  [
    'debertaBuckets',
    pe.debertaBuckets,
    {relative: [-200, -1, 0, 5]},
    {
      relative: [...NO_LIST, [0.5], [2 ** 31], [-(2 ** 31)]],
      'nBuckets|maxPosition': [...NO_COUNT, 1, 1025, 1022],
      maxPosition: [...NO_SIZE, 129, 2 ** 27 + 1],
    },
  ],
  ['txlShift', pe.txlShift, {x: tensor(3, 6)}, {x: [...noTensor(3, 6), tensor(3, 2)]}],
  [
    'xposScales',
    pe.xposScales,
    {nPos: 5, dim: 6},
    {
      'nPos|scaleBase': [undefined, ...NO_SIZE, 2 ** 28, 40000],
      'dim|nPos': [undefined, ...NO_SIZE, 3, 2 ** 28],
      scaleBase: [...NO_BASE, 0.01],
      'centre|scaleBase': [...NO_FINITE, 4e4],
      'firstPos|scaleBase': [...NO_INTEGER, 4e4],
    },
  ],
  [
    'xposScale',
    pe.xposScale,
    {x: tensor(2, 3, 4)},
    {
      'x|dHead': [...noTensor(2, 3, 4), tensor(2, 3, 3)],
      rotaryDim: [...NO_SIZE, 1, 3, 6],
      scaleBase: [...NO_BASE, 0.01],
      'centre|scaleBase': [...NO_FINITE, 4e4],
      'firstPos|scaleBase': [...NO_INTEGER, 4e4],
    },
  ],
  [
    't5Bias',
    pe.t5Bias,
    {table: tensor(8, 2), nQuery: 2, nKey: 4},
    {
      'table|nBuckets': [...noTensor(8, 2), tensor(1, 2), tensor(1025, 1)],
      'nQuery|nHeads': [undefined, ...NO_SIZE, 2 ** 27],
      'nKey|nHeads': [undefined, ...NO_SIZE, 2 ** 28],
      maxDistance: [...NO_SIZE, 2, 2 ** 27 + 1],
    },
  ],
  [
    't5BiasBackward',
    pe.t5BiasBackward,
    {dlogits: tensor(2, 3, 4)},
    {
      dlogits: noTensor(2, 3, 4),
      nBuckets: [...NO_SIZE, 1, 1025],
      maxDistance: [...NO_SIZE, 8, 2 ** 27 + 1],
    },
  ],
  [
    'methodTensors',
    pe.methodTensors,
    {method: 'fire', nHeads: 2, dHead: 4},
    {
      method: [undefined, ...NO_NAME],
      nHeads: [undefined, ...NO_SIZE],
      dHead: [undefined, ...NO_SIZE],
      dModel: NO_SIZE,
      ...METHOD_SETTINGS,
    },
  ],
  [
    'methodInit',
    pe.methodInit,
    {method: 'fire', nHeads: 2, dHead: 4, seed: 1},
    {
      method: [undefined, ...NO_NAME],
      seed: NO_SEED,
      layer: [-1, ...NO_COUNT],
      sigma: [-1, ...NO_FINITE],
    },
  ],
  [
    'methodInput',
    pe.methodInput,
    {method: 'learned', x: tensor(3, 4), tensors: {pos_emb: tensor(128, 4)}},
    {
      method: [undefined, ...NO_NAME, 'alibi'],
      x: noTensor(3, 4),
      tensors: [undefined, null, {}, {pos_emb: tensor(127, 4)}, {other: tensor(128, 4)}],
      nHeads: NO_SIZE,
      ...METHOD_SETTINGS,
    },
  ],
  [
    'methodInputBackward',
    pe.methodInputBackward,
    {
      method: 'multiplicative',
      dx: tensor(3, 4),
      x: tensor(3, 4),
      tensors: {mul_emb: tensor(128, 4)},
    },
    {
      method: [undefined, ...NO_NAME, 'alibi'],
      'dx|x': noTensor(3, 4),
      x: noTensor(3, 4),
      tensors: [undefined, null, {}, {mul_emb: tensor(127, 4)}],
      ...METHOD_SETTINGS,
    },
  ],
  [
    'methodQk',
    pe.methodQk,
    {method: 'rope-half', q: tensor(2, 3, 4), k: tensor(2, 5, 4)},
    {
      method: [undefined, ...NO_NAME, 'alibi'],
      'q|k': [...noTensor(2, 3, 4), tensor(2, 3, 3)],
      k: [...noTensor(2, 5, 4), tensor(1, 5, 4)],
      firstPos: NO_INTEGER,
      ...METHOD_SETTINGS,
    },
  ],
  [
    'methodQkBackward',
    pe.methodQkBackward,
    {method: 'rope-half', dq: tensor(2, 3, 4), dk: tensor(2, 5, 4)},
    {'dq|dk': [...noTensor(2, 3, 4), tensor(2, 3, 3)], dk: [...noTensor(2, 5, 4), tensor(1, 5, 4)]},
  ],
  [
    'methodValues',
    pe.methodValues,
    {method: 'rope-values', output: tensor(2, 3, 4), v: tensor(2, 5, 4)},
    {
      method: [undefined, ...NO_NAME, 'rope-half'],
      'output|v': [...noTensor(2, 3, 4), tensor(2, 3, 3)],
      v: [...noTensor(2, 5, 4), tensor(1, 5, 4)],
      firstPos: NO_INTEGER,
      ...METHOD_SETTINGS,
    },
  ],
  [
    'methodValuesBackward',
    pe.methodValuesBackward,
    {method: 'rope-values', doutput: tensor(2, 3, 4), dv: tensor(2, 5, 4)},
    {
      'doutput|dv': [...noTensor(2, 3, 4), tensor(2, 3, 3)],
      dv: [...noTensor(2, 5, 4), tensor(1, 5, 4)],
    },
  ],
  [
    'methodKv',
    pe.methodKv,
    {
      method: 'mla-nope',
      x: tensor(3, 8),
      q: tensor(2, 3, 4),
      width: 5,
      tensors: {
        'attn.mla_down': tensor(5, 8),
        'attn.mla_keys': tensor(8, 5),
        'attn.mla_values': tensor(8, 5),
      },
    },
    {
      method: [undefined, ...NO_NAME, 'rope-half'],
      'q|x': [...noTensor(2, 3, 4), tensor(2, 2, 4)],
      x: [...noTensor(3, 8), tensor(2, 8)],
      tensors: [undefined, null, {}, {'attn.mla_down': tensor(5, 8)}],
    },
  ],
  [
    'methodKvBackward',
    pe.methodKvBackward,
    {
      method: 'mla-nope',
      x: tensor(3, 8),
      dq: tensor(2, 3, 4),
      dk: tensor(2, 3, 4),
      dv: tensor(2, 3, 4),
      width: 5,
      tensors: {
        'attn.mla_down': tensor(5, 8),
        'attn.mla_keys': tensor(8, 5),
        'attn.mla_values': tensor(8, 5),
      },
    },
    {
      'dq|dk|x': [...noTensor(2, 3, 4), tensor(2, 2, 4)],
      dk: [...noTensor(2, 3, 4), tensor(1, 3, 4)],
      dv: [...noTensor(2, 3, 4), tensor(1, 3, 4)],
      x: [...noTensor(3, 8), tensor(2, 8)],
      tensors: [undefined, null, {}, {'attn.mla_down': tensor(5, 8)}],
    },
  ],
  [
    'methodBias',
    pe.methodBias,
    {method: 'alibi', nHeads: 2, nQuery: 3, nKey: 4},
    {
      method: [undefined, ...NO_NAME, 'rope-half'],
      nHeads: [undefined, ...NO_SIZE],
      'nQuery|nHeads': [undefined, ...NO_SIZE, 2 ** 27],
      'nKey|nHeads': [undefined, ...NO_SIZE, 2 ** 27],
      dHead: NO_SIZE,
      scale: NO_FINITE,
      keyPad: [null, 3, [1], [0, 0, 0, 2]],
      ...METHOD_SETTINGS,
    },
  ],
  [
    'methodBiasBackward',
    pe.methodBiasBackward,
    {
      method: 'cope',
      dlogits: tensor(2, 3, 5),
      q: tensor(2, 3, 4),
      k: tensor(2, 5, 4),
      tensors: {'attn.cope_emb': tensor(128, 4)},
    },
    {
      dlogits: [...noTensor(2, 3, 5), tensor(2, 3, 4)],
      'q|k|dlogits': [...noTensor(2, 3, 4), tensor(2, 2, 4)],
      'k|dlogits': [...noTensor(2, 5, 4), tensor(2, 4, 4)],
      tensors: [undefined, null, {}, {'attn.cope_emb': tensor(128, 5)}],
    },
  ],
  [
    'methodWeights',
    pe.methodWeights,
    {method: 'sink', logits: tensor(2, 3, 5), tensors: {'attn.sink': tensor(2)}},
    {
      method: [undefined, ...NO_NAME, 'alibi'],
      logits: noTensor(2, 3, 5),
      tensors: [undefined, null, {}, {'attn.sink': tensor(3)}],
    },
  ],
  [
    'methodWeightsBackward',
    pe.methodWeightsBackward,
    {
      method: 'sink',
      logits: tensor(2, 3, 5),
      dweights: tensor(2, 3, 5),
      tensors: {'attn.sink': tensor(2)},
    },
    {
      logits: noTensor(2, 3, 5),
      dweights: [...noTensor(2, 3, 5), tensor(1, 3, 5)],
      tensors: [undefined, null, {}, {'attn.sink': tensor(3)}],
    },
  ],
  [
    'methodOutput',
    pe.methodOutput,
    {
      method: 'shaw-values',
      weights: tensor(2, 3, 5),
      dHead: 4,
      tensors: {'attn.shaw_value': tensor(11, 4)},
    },
    {
      method: [undefined, ...NO_NAME, 'alibi'],
      weights: noTensor(2, 3, 5),
      'dHead|tensors': [undefined, ...NO_SIZE, 5],
      tensors: [undefined, null, {}, {'attn.shaw_value': tensor(10, 4)}],
    },
  ],
  [
    'methodOutputBackward',
    pe.methodOutputBackward,
    {
      method: 'shaw-values',
      dout: tensor(2, 3, 4),
      weights: tensor(2, 3, 5),
      tensors: {'attn.shaw_value': tensor(11, 4)},
    },
    {
      'dout|weights|tensors': [...noTensor(2, 3, 4), tensor(2, 3, 5)],
      weights: [...noTensor(2, 3, 5), tensor(1, 3, 5)],
      tensors: [undefined, null, {}, {'attn.shaw_value': tensor(11, 5)}],
    },
  ],
  [
    'shawKeys',
    pe.shawKeys,
    {q: tensor(2, 3, 4), table: tensor(5, 4), nKey: 6},
    {
      'q|table': [...noTensor(2, 3, 4), tensor(2, 3, 5)],
      table: [...noTensor(5, 4), tensor(4, 4), tensor(5, 3)],
      'nKey|nHeads': [undefined, ...NO_SIZE, 2 ** 27],
      scale: NO_FINITE,
    },
  ],
  [
    'shawKeysBackward',
    pe.shawKeysBackward,
    {dlogits: tensor(2, 3, 6), q: tensor(2, 3, 4), table: tensor(5, 4)},
    {
      dlogits: [...noTensor(2, 3, 6), tensor(2, 4, 6), tensor(1, 3, 6)],
      'q|table': [...noTensor(2, 3, 4), tensor(2, 3, 5)],
      table: [...noTensor(5, 4), tensor(4, 4), tensor(5, 3)],
      scale: NO_FINITE,
    },
  ],
  [
    'shawValues',
    pe.shawValues,
    {weights: tensor(2, 3, 6), table: tensor(5, 4)},
    {weights: noTensor(2, 3, 6), table: [...noTensor(5, 4), tensor(4, 4)]},
  ],
  [
    'shawValuesBackward',
    pe.shawValuesBackward,
    {dout: tensor(2, 3, 4), weights: tensor(2, 3, 6), table: tensor(5, 4)},
    {
      'dout|table': [...noTensor(2, 3, 4), tensor(2, 3, 5)],
      weights: [...noTensor(2, 3, 6), tensor(2, 4, 6), tensor(1, 3, 6)],
      table: [...noTensor(5, 4), tensor(4, 4), tensor(5, 3)],
    },
  ],
  [
    'copePositions',
    pe.copePositions,
    {q: tensor(2, 3, 4), k: tensor(2, 5, 4)},
    {
      'q|k': [...noTensor(2, 3, 4), tensor(2, 3, 5)],
      k: [...noTensor(2, 5, 4), tensor(2, 5, 3), tensor(1, 5, 4)],
      scale: NO_FINITE,
      keyPad: [3, [0, 1], [0, 0, 0, 0, 2], [0, 0, 0, 0, 0.5], [0, 0, 0, 0, Number.NaN]],
      maxLen: [...NO_SIZE, 2 ** 27],
    },
  ],
  [
    'foxBias',
    pe.foxBias,
    {gates: tensor(5, 2), nQuery: 3},
    {gates: noTensor(5, 2), nQuery: [...NO_SIZE, 6]},
  ],
  [
    'foxBiasBackward',
    pe.foxBiasBackward,
    {gates: tensor(5, 2), dlogits: tensor(2, 3, 5)},
    {
      'gates|dlogits': noTensor(5, 2),
      dlogits: [...noTensor(2, 3, 5), tensor(3, 3, 5), tensor(2, 3, 4), tensor(2, 6, 5)],
    },
  ],
  ['popeLogits', pe.popeLogits, pope, POPE_BAD],
  [
    'popeLogitsBackward',
    pe.popeLogitsBackward,
    {...pope, dlogits: tensor(2, 3, 5)},
    {...POPE_BAD, dlogits: [...noTensor(2, 3, 5), tensor(2, 5, 3)]},
  ],
  ['pathLogits', pe.pathLogits, path, PATH_BAD],
  [
    'pathLogitsBackward',
    pe.pathLogitsBackward,
    {...path, dlogits: tensor(2, 3, 5)},
    {...PATH_BAD, dlogits: [...noTensor(2, 3, 5), tensor(2, 5, 3)]},
  ],
  [
    'floaterPositions',
    pe.floaterPositions,
    {
      nPos: 3,
      tensors: {
        floater_p0: tensor(4),
        floater_w1: tensor(2, 4),
        floater_wt: tensor(2),
        floater_b1: tensor(2),
        floater_w2: tensor(4, 2),
        floater_b2: tensor(4),
      },
    },
    {
      nPos: [undefined, ...NO_SIZE, 2 ** 27],
      firstPos: [...NO_INTEGER, -1],
      method: [...NO_NAME, 'learned'],
      tensors: [undefined, null, 3, {}, {floater_p0: tensor(4)}],
    },
  ],
  [
    'fourTerms',
    terms.fourTerms,
    {x: tensor(3, 8), p: tensor(3, 8), wQ: tensor(8, 8), wK: tensor(8, 8), nHeads: 2},
    {
      'x|p|wQ': [...noTensor(3, 8), tensor(4, 8), tensor(3, 6)],
      p: [...noTensor(3, 8), tensor(2, 8)],
      wQ: [...noTensor(8, 8), tensor(8, 7)],
      wK: [...noTensor(8, 8), tensor(7, 8)],
      nHeads: [...NO_SIZE, 3],
      scale: NO_FINITE.filter((value) => value !== undefined),
    },
  ],
  [
    'memoryBytes',
    pe.memoryBytes,
    {method: 'rope-half', seqLen: 4},
    {
      method: [undefined, ...NO_NAME],
      seqLen: [undefined, ...NO_SIZE],
      dModel: NO_SIZE,
      nHeads: NO_SIZE,
      dHead: [...NO_SIZE, 3],
      clip: [...NO_COUNT, 2 ** 27 + 1],
    },
  ],
  [
    'faultRopeMixed',
    fault.faultRopeMixed,
    {x: tensor(2, 3, 4), ...table},
    {
      'x|cos': [...noTensor(2, 3, 4), tensor(2, 3, 6), tensor(2, 3, 5)],
      'cos|sin': [...noTensor(3, 2), tensor(3, 1), tensor(3, 3)],
      sin: [...noTensor(3, 2), tensor(3, 1)],
    },
  ],
  [
    'faultRopeByHead',
    fault.faultRopeByHead,
    {x: tensor(2, 5, 4), ...table},
    {
      'x|cos': [...noTensor(2, 5, 4), tensor(4, 5, 4), tensor(2, 5, 3)],
      'cos|sin': [...noTensor(3, 2), tensor(1, 2), tensor(3, 3)],
      sin: [...noTensor(3, 2), tensor(3, 1)],
      layout: NO_NAME,
    },
  ],
  [
    'ropePrecision',
    pe.ropePrecision,
    {dim: 4, positions: [0, 3]},
    {
      'dim|positions.length': [undefined, ...NO_SIZE, 3, 2 ** 28],
      base: NO_BASE,
      positions: [...NO_POSITIONS, [2 ** 31 + 1]],
      frequencyType: NO_NAME,
      angleType: NO_NAME,
      tableType: NO_NAME,
    },
  ],
  [
    'roundToType',
    pe.roundToType,
    {values: [1.001, 2], type: 'bfloat16'},
    {values: NO_LIST, type: [undefined, ...NO_NAME]},
  ],
  ['faultBf16', fault.faultBf16, {values: [1.001, 2]}, {values: NO_LIST}],
  [
    'faultSinusoidalDoubledExponent',
    fault.faultSinusoidalDoubledExponent,
    {nPos: 3, dModel: 5},
    FAULT_TABLE_BAD,
  ],
  ['faultSinusoidalSwapped', fault.faultSinusoidalSwapped, {nPos: 3, dModel: 5}, FAULT_TABLE_BAD],
  [
    'faultAlibiQueryAxis',
    fault.faultAlibiQueryAxis,
    {slopes: [0.5], nQuery: 2, nKey: 3},
    {
      slopes: NO_LIST,
      'nQuery|nHeads': [undefined, ...NO_SIZE, 2 ** 28],
      'nKey|nHeads': [undefined, ...NO_SIZE, 2 ** 28],
    },
  ],
  ['cosineSimilarity', linalg.cosineSimilarity, {x: tensor(3, 4)}, {x: noTensor(3, 4)}],
  ['minDistance', linalg.minDistance, {x: tensor(3, 4)}, {x: [...noTensor(3, 4), tensor(1, 4)]}],
  [
    'normError',
    linalg.normError,
    {x: tensor(3, 4), y: tensor(3, 4)},
    {'x|y': noRows(3, 4), y: [...noTensor(3, 4), tensor(4, 3)]},
  ],
  ['toeplitzSpread', linalg.toeplitzSpread, {x: tensor(3, 4)}, {x: noTensor(3, 4)}],
  ['rowSumError', linalg.rowSumError, {x: tensor(3, 4)}, {x: noRows(3, 4), expected: NO_FINITE}],
  [
    'maxAbsDiff',
    linalg.maxAbsDiff,
    {a: tensor(3, 4), b: tensor(3, 4)},
    {'a|b': noRows(3, 4), b: [...noTensor(3, 4), tensor(4, 3)]},
  ],
  [
    'pearson',
    linalg.pearson,
    {x: [1, 2, 4], y: [1, 3, 2]},
    {'x|y': [...NO_LIST, [1], [1, 2]], y: [...NO_LIST, [1], [1, 2]]},
  ],
  [
    'matmul',
    linalg.matmul,
    {a: tensor(2, 3), b: tensor(3, 4)},
    {'a|b': [...noTensor(2, 3), tensor(2, 4)], b: [...noTensor(3, 4), tensor(2, 4)]},
  ],
  [
    'pca',
    proj.pca,
    {x: tensor(4, 3)},
    {
      x: [...noTensor(4, 3), tensor(1, 3), {data: [1, Number.NaN, 2, 3], shape: [2, 2]}],
      nComponents: [...NO_SIZE, 4],
    },
  ],
  [
    'tsneAffinities',
    proj.tsneAffinities,
    {x: tensor(4, 3), perplexity: 2},
    {x: NO_POINTS, perplexity: [undefined, ...NO_PERPLEXITY]},
  ],
  [
    'Tsne',
    (core, options) => new proj.Tsne(core, options).step(options.nSteps),
    {x: tensor(4, 3), perplexity: 2},
    {
      x: NO_POINTS,
      perplexity: NO_PERPLEXITY,
      init: ['other', 3, null, ...noTensor(4, 2).slice(4)],
      nDims: [...NO_SIZE, 4],
      learningRate: [...NO_POSITIVE, 1e7],
      earlyExaggeration: [...NO_POSITIVE, 0.5, 1001],
      exaggerationSteps: NO_COUNT,
      nSteps: NO_COUNT,
    },
  ],
  [
    'Tsne from random places',
    (core, options) => new proj.Tsne(core, options).step(),
    {x: tensor(4, 1), init: 'random'},
    {seed: NO_SEED.filter((value) => value !== undefined), 'init|nDims': ['pca']},
  ],
  [
    'kmeans',
    proj.kmeans,
    {x: tensor(4, 3), k: 2},
    {
      x: [...noTensor(4, 3), {data: [1, Number.NaN, 2, 3], shape: [2, 2]}],
      k: [undefined, ...NO_SIZE, 5],
      seed: NO_SEED.filter((value) => value !== undefined),
      nStarts: NO_SIZE,
    },
  ],
  ['softmax', nn.softmax, {x: tensor(2, 3)}, {x: noRows(2, 3)}],
  ['logSoftmax', nn.logSoftmax, {x: tensor(2, 3)}, {x: noRows(2, 3)}],
  [
    'softmaxBackward',
    nn.softmaxBackward,
    {dy: tensor(2, 3), y: tensor(2, 3)},
    {'y|dy': noRows(2, 3), dy: [...noTensor(2, 3), tensor(3, 2)]},
  ],
  [
    'layernorm',
    nn.layernorm,
    {x: tensor(2, 3), gamma: tensor(3), beta: tensor(3)},
    {
      'x|gamma': noRows(2, 3),
      gamma: [...noTensor(3), tensor(4)],
      beta: [...noTensor(3), tensor(2)],
      eps: NO_POSITIVE,
    },
  ],
  [
    'layernormBackward',
    nn.layernormBackward,
    {dy: tensor(2, 3), x: tensor(2, 3), gamma: tensor(3)},
    {
      'x|dy': noRows(2, 3),
      dy: [...noTensor(2, 3), tensor(3, 2)],
      gamma: [...noTensor(3), tensor(4)],
      eps: NO_POSITIVE,
    },
  ],
  [
    'dropout',
    nn.dropout,
    {x: tensor(2, 3), p: 0.5, seed: 1},
    {
      x: noRows(2, 3),
      p: [undefined, 1, -0.1, Number.NaN, '0', null],
      seed: NO_SEED,
      name: [null, 3],
    },
  ],
  ['gelu', training.gelu, {x: tensor(2, 3)}, {x: noRows(2, 3), form: NO_NAME}],
  [
    'crossEntropy',
    training.crossEntropy,
    {logits: tensor(2, 3), targets: [2, -1]},
    {
      'logits|targets': noRows(2, 3),
      targets: [...NO_LIST, [0], [0, 3], [-1, -1], [0.5, 0], [0, -(2 ** 31) - 1]],
      smoothing: [-0.1, 1, ...NO_FINITE],
    },
  ],
  [
    'adamUpdate',
    training.adamUpdate,
    {p: [1, 2], m: [0, 0], v: [0, 0], g: [1, 1], lr: 0.1, step: 1},
    {
      'p|m': [undefined, null, 3, 'text', [], [1]],
      m: [undefined, null, 3, 'text', [], [1]],
      v: [undefined, null, 3, 'text', [], [1]],
      g: [undefined, null, 3, 'text', [], [1]],
      lr: [undefined, -1, ...NO_FINITE],
      step: [undefined, ...NO_SIZE],
      beta1: [-0.1, 1, ...NO_FINITE],
      beta2: [-0.1, 1, ...NO_FINITE],
      eps: [...NO_POSITIVE, 1e-46],
      weightDecay: [-1, ...NO_FINITE],
    },
  ],
  [
    'linear',
    nn.linear,
    {x: tensor(2, 3), weight: tensor(4, 3), bias: tensor(4)},
    {
      'x|weight': noRows(2, 3),
      weight: [...noTensor(4, 3), tensor(4, 2)],
      bias: [...noTensor(4).slice(2), tensor(3)],
    },
  ],
  ['attention', nn.attention, attention, ATTENTION_BAD],
  [
    'attentionBackward',
    nn.attentionBackward,
    {...attention, dout: tensor(2, 3, 4)},
    {
      ...ATTENTION_BAD,
      dout: [...noTensor(2, 3, 4), tensor(2, 3, 5)],
      weights: [...noTensor(2, 3, 5).slice(1), tensor(2, 3, 4)],
    },
  ],
  ['logSigmoid', sigmoid.logSigmoid, {x: tensor(2, 3)}, {x: noRows(2, 3)}],
  ['softplus', sigmoid.softplus, {x: tensor(2, 3)}, {x: noRows(2, 3)}],
  ['sinkAttention', sink.sinkAttention, {...attention, sink: tensor(2)}, SINK_BAD],
  [
    'sinkAttentionBackward',
    sink.sinkAttentionBackward,
    {...attention, sink: tensor(2), dout: tensor(2, 3, 4)},
    {...SINK_BAD, dout: [...noTensor(2, 3, 4), tensor(2, 3, 5)]},
  ],
  ['latentAttention', rotary.latentAttention, latent, LATENT_BAD],
  [
    'latentAttentionBackward',
    rotary.latentAttentionBackward,
    {...latent, dout: tensor(2, 3, 6)},
    {...LATENT_BAD, dout: [...noTensor(2, 3, 6), tensor(2, 3, 5)]},
  ],
  ['valueRopeAttention', rotary.valueRopeAttention, valueRope, VALUE_ROPE_BAD],
  [
    'valueRopeAttentionBackward',
    rotary.valueRopeAttentionBackward,
    {...valueRope, dout: tensor(2, 3, 4)},
    {...VALUE_ROPE_BAD, dout: [...noTensor(2, 3, 4), tensor(2, 3, 5)]},
  ],
  ['stickBreaking', stick.stickBreaking, attention, STICK_BAD],
  [
    'stickBreakingBackward',
    stick.stickBreakingBackward,
    {...attention, dout: tensor(2, 3, 4)},
    {...STICK_BAD, dout: [...noTensor(2, 3, 4), tensor(2, 3, 5)]},
  ],
  [
    'attentionEntropy',
    nn.attentionEntropy,
    {weights: tensor(2, 3)},
    {weights: [...noRows(2, 3), {data: [1, -0.5], shape: [2]}, {data: [Number.NaN], shape: [1]}]},
  ],
  [
    'selfAttention',
    model.selfAttention,
    {x: tensor(3, 8), nHeads: 2, methods: METHODS},
    {x: noTensor(3, 8), scale: NO_FINITE, keyPad: [3, [0, 1], [0, 0, 2]], ...POSITIONS_BAD},
  ],
  [
    'selfAttention with weights',
    (core, options) =>
      model.selfAttention(core, {
        x: tensor(3, 8),
        nHeads: 2,
        params: {
          wQ: tensor(8, 8),
          wK: tensor(8, 8),
          wV: tensor(8, 8),
          wO: tensor(8, 8),
          ...options,
        },
      }),
    {},
    {
      ...Object.fromEntries(
        ['wQ', 'wK', 'wV', 'wO'].map((name) => [
          `${name}|params.${name}`,
          [...noTensor(8, 8), tensor(8, 7)],
        ]),
      ),
      'bQ|params.bQ': [...noTensor(8).slice(2), tensor(7)],
    },
  ],
  [
    'selfAttentionParams',
    model.selfAttentionParams,
    {seed: 1, dModel: 3},
    {seed: NO_SEED, dModel: [undefined, ...NO_SIZE, 2 ** 14]},
  ],
  [
    'miniBlock',
    model.miniBlock,
    {tokens: [0, 1, 2], vocabSize: 3, dModel: 8, nHeads: 2, methods: METHODS},
    {
      tokens: [...NO_LIST, [3], [-1], [0.5]],
      'vocabSize|tokens': [...NO_SIZE, 1, 2 ** 28],
      'dModel|nHeads': [...NO_SIZE, 7, 2 ** 14],
      dropout: [1, -0.1, Number.NaN, '0', null],
      ...POSITIONS_BAD,
    },
  ],
  ['taskWords', task.taskWords, {task: 'copy'}, {task: [undefined, ...NO_NAME]}],
  [
    'taskInfo',
    task.taskInfo,
    {task: 'induction', seqLen: 3},
    {
      task: [undefined, ...NO_NAME],
      seqLen: [undefined, ...NO_SIZE, 2, 2 ** 29],
      readout: ['mean', 'last', ...NO_NAME.slice(0, 3)],
    },
  ],
  [
    'taskBatch',
    task.taskBatch,
    {task: 'before', seed: 1, batch: 2, seqLen: 4},
    {
      task: [undefined, ...NO_NAME],
      seed: NO_SEED,
      split: NO_NAME,
      index: [...NO_COUNT],
      batch: [undefined, ...NO_SIZE, 2 ** 27],
      'seqLen|batch': [undefined, ...NO_SIZE, 1, 2 ** 28],
      readout: ['each', ...NO_NAME.slice(0, 3)],
    },
  ],
  [
    'grammarNext',
    task.grammarNext,
    {past: [1, 3]},
    {past: [undefined, null, 3, 'text', [0.5], [-1], [100], [Number.NaN], [1, 1], [0]]},
  ],
  ['toyTokens', (_, {text}) => model.toyTokens(text), {text: 'a b a'}, {text: ['', ' ']}],
  [
    'mhaParameterCount',
    (_, options) => model.mhaParameterCount(options),
    {dModel: 4},
    {dModel: [undefined, ...NO_SIZE]},
  ],
];
