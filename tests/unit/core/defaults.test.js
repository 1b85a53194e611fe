// What an argument is where it is left out: the call without it equals the call with its documented default,
// and differs from one with another value.
import assert from 'node:assert/strict';
import test from 'node:test';

import {faultT5FloatBuckets} from '../../../web/core/fault/buckets.js';
import {loadCore} from '../../support/core.js';
import {WRAPPERS} from '../../support/wrappers.js';

const core = await loadCore();
const calls = new Map(WRAPPERS.map(([name, call, good]) => [name, {call, good}]));

/** @param {...number} shape a tensor whose rows and columns all differ */
const tensor = (...shape) => {
  const length = shape.reduce((a, b) => a * b, 1);
  return {data: Float32Array.from({length}, (_, k) => Math.sin(3 * k + 1)), shape};
};
const attention = {q: tensor(2, 3, 4), k: tensor(2, 5, 4), v: tensor(2, 5, 4)};
const shaw = {q: tensor(2, 3, 4), table: tensor(5, 4), nKey: 5};
const weights = {weights: tensor(2, 5, 5), table: tensor(5, 4)};
const points = {x: tensor(12, 3), perplexity: 3};

/** Each argument with its default and another value. @typedef {Record<string, [unknown, unknown]>} Defaults */

/** @type {[name: string, given: Record<string, unknown>, Defaults][]} */
const DEFAULTS = [
  ['randomUniform', {}, {scale: [1, 2]}],
  ['randomNormal', {}, {sigma: [1, 2]}],
  [
    'sinusoidal',
    {},
    {base: [10000, 500], layout: ['interleaved', 'concatenated'], firstPos: [0, 1]},
  ],
  ['sinusoidalAt', {}, {base: [10000, 500], layout: ['interleaved', 'concatenated']}],
  [
    'sinusoidalFrequencies',
    {dModel: 6},
    {base: [10000, 500], layout: ['interleaved', 'tensor2tensor']},
  ],
  ['sinusoidalShift', {}, {base: [10000, 500], layout: ['interleaved', 'concatenated']}],
  ['learnedInit', {}, {sigma: [0.02, 0.03]}],
  ['ropeFrequencies', {}, {base: [10000, 500]}],
  ['ropeTables', {}, {base: [10000, 500], firstPos: [0, 1], attentionFactor: [1, 2]}],
  ['ropeRotate', {}, {layout: ['half', 'interleaved'], inverse: [false, true]}],
  ['RopeCache', {}, {base: [10000, 500]}],
  ['ropeScaling', {}, {kind: ['default', 'linear'], base: [10000, 500]}],
  ['ropeScaling, dynamic', {seqLen: undefined}, {seqLen: [64, 100]}],
  [
    'ropeScaling, yarn',
    {dim: 64, originalMaxPosition: 4096},
    {betaFast: [32, 8], betaSlow: [1, 2], truncate: [true, false]},
  ],
  ['ropeScaling, yarn', {mscale: undefined, mscaleAllDim: 0.5}, {mscale: [0, 2]}],
  ['ropeScaling, yarn', {mscale: 0.5, mscaleAllDim: undefined}, {mscaleAllDim: [0, 2]}],
  ['ropeScaling, longrope', {}, {factor: [4, 3]}],
  [
    'ropeScaling, proportional',
    {headDim: undefined},
    {factor: [1, 2], headDim: [6, 8], partial: [1, 0.5]},
  ],
  ['ropeScaling, riflex', {}, {margin: [1, 0.9]}],
  ['distanceMatrix, self-extend', {nQuery: 5, window: 2, group: 3}, {isExact: [false, true]}],
  [
    'distanceLogits',
    {q: tensor(2, 3, 4), k: tensor(2, 5, 4)},
    {scale: [0.5, 1], layout: ['half', 'interleaved']},
  ],
  [
    'latentAttention',
    {
      ...{qNope: tensor(2, 3, 3), qRope: tensor(2, 3, 4), kNope: tensor(2, 5, 3)},
      ...{kRope: tensor(5, 4), v: tensor(2, 5, 6), rope: {invFreq: [1, 0.5], attentionFactor: 1}},
    },
    {
      scale: [1 / Math.sqrt(7), 1],
      layout: ['half', 'interleaved'],
      causal: [false, true],
      window: [0, 2],
    },
  ],
  [
    'valueRopeAttention',
    attention,
    {scale: [0.5, 1], layout: ['half', 'interleaved'], isLast: [false, true]},
  ],
  ['mixedRopeRotate', {}, {inverse: [false, true]}],
  ['repeatingPair', {}, {base: [10000, 500]}],
  [
    'temperatureFactors',
    {positions: [8191, 90000]},
    {interval: [8192, 100], beta: [0.1, 0.2], shift: [1, 0]},
  ],
  [
    'temperatureScale',
    {positions: [5, 8191, 90000]},
    {interval: [8192, 100], beta: [0.1, 0.2], shift: [1, 0]},
  ],
  ['abacusIds', {}, {offset: [0, 1]}],
  ['couplingIds', {}, {start: [0, 1], inputReversed: [false, true], answerReversed: [false, true]}],
  ['yarnMagnitude', {}, {mscale: [1, 2]}],
  ['ropeAxesTables', {}, {attentionFactor: [1, 2]}],
  ['mropeAxes', {}, {interleaved: [false, true]}],
  ['mropeTables', {positions: tensor(3, 2)}, {interleaved: [false, true], base: [10000, 500]}],
  ['axial2d', {}, {base: [10000, 500]}],
  ['alibiSlopes', {}, {rule: ['reference', 'geometric']}],
  ['alibiBias', {}, {mask: ['causal', 'none']}],
  [
    't5Buckets',
    {relative: [-100, -1, 5]},
    {causal: [false, true], nBuckets: [32, 16], maxDistance: [128, 300]},
  ],
  ['t5Bias', {nQuery: 40, nKey: 40}, {causal: [false, true], maxDistance: [128, 20]}],
  ['t5BiasBackward', {dlogits: tensor(2, 3, 70)}, {nBuckets: [32, 16], maxDistance: [128, 300]}],
  ['debertaBuckets', {}, {nBuckets: [256, 32], maxPosition: [512, 300]}],
  ['xposScales', {}, {scaleBase: [512, 64], centre: [0, 1], firstPos: [0, 2]}],
  [
    'xposScale',
    {x: tensor(2, 3, 4)},
    {divide: [false, true], rotaryDim: [4, 2], scaleBase: [512, 64]},
  ],
  ['shawKeys', shaw, {causal: [false, true], scale: [0.5, 1]}],
  [
    'shawKeysBackward',
    {...shaw, dlogits: tensor(2, 3, 5)},
    {causal: [false, true], scale: [0.5, 1]},
  ],
  ['shawValues', weights, {causal: [false, true]}],
  ['shawValuesBackward', {...weights, dout: tensor(2, 5, 4)}, {causal: [false, true]}],
  [
    'copePositions',
    {q: tensor(2, 3, 4), k: tensor(2, 200, 4)},
    {causal: [true, false], scale: [0.5, 1], maxLen: [128, 2]},
  ],
  ['floaterPositions', {}, {method: ['floater', 'floater-recurrent'], firstPos: [0, 1]}],
  ['fourTerms', {nHeads: undefined}, {nHeads: [1, 2]}],
  ['fourTerms', {}, {scale: [0.5, 1]}],
  ['faultRopeMixed', {}, {inverse: [false, true]}],
  ['faultRopeByHead', {}, {layout: ['half', 'interleaved'], inverse: [false, true]}],
  ['faultSinusoidalDoubledExponent', {}, {base: [10000, 500]}],
  ['faultSinusoidalSwapped', {}, {base: [10000, 500]}],
  [
    'ropePrecision',
    {positions: [1001]},
    {
      base: [10000, 500],
      frequencyType: ['float64', 'bfloat16'],
      angleType: ['float64', 'bfloat16'],
      tableType: ['float64', 'bfloat16'],
    },
  ],
  ['rowSumError', {}, {expected: [1, 2]}],
  ['pca', {}, {nComponents: [2, 3]}],
  ['Tsne', {...points, nSteps: 3}, {init: ['pca', 'random'], nDims: [2, 3], learningRate: [2, 1]}],
  ['Tsne', {...points, nSteps: 3}, {earlyExaggeration: [12, 4]}],
  ['Tsne', {...points, nSteps: 102}, {exaggerationSteps: [100, 101]}],
  ['Tsne', {x: tensor(12, 3), nSteps: 3, perplexity: undefined}, {perplexity: [4, 5]}],
  ['Tsne from random places', {}, {seed: [0, 1], nDims: [2, 1]}],
  ['kmeans', {x: tensor(44, 3), k: 6}, {seed: [0, 1], nStarts: [10, 9]}],
  ['layernorm', {x: tensor(2, 3)}, {eps: [1e-5, 0.1]}],
  ['layernormBackward', {x: tensor(2, 3), dy: tensor(2, 3)}, {eps: [1e-5, 0.1]}],
  ['dropout', {x: tensor(40)}, {name: ['dropout', 'other'], training: [true, false]}],
  ['gelu', {x: tensor(9)}, {form: ['erf', 'tanh']}],
  ['crossEntropy', {logits: tensor(2, 3)}, {smoothing: [0, 0.1]}],
  [
    'adamUpdate',
    {m: [0.5, 1], v: [1, 2]},
    {beta1: [0.9, 0.5], beta2: [0.999, 0.5], eps: [1e-8, 0.1], weightDecay: [0, 0.1]},
  ],
  ['attention', attention, {causal: [false, true], scale: [0.5, 1]}],
  [
    'attentionBackward',
    {...attention, dout: tensor(2, 3, 4)},
    {causal: [false, true], scale: [0.5, 1]},
  ],
  ['selfAttention', {x: tensor(3, 8)}, {seed: [0, 1], causal: [false, true]}],
  [
    'miniBlock',
    {dModel: undefined, nHeads: undefined, methods: ['alibi']},
    {
      dModel: [64, 32],
      nHeads: [4, 2],
      seed: [0, 1],
      causal: [false, true],
    },
  ],
  ['miniBlock', {training: true}, {dropout: [0, 0.5]}],
  ['miniBlock', {dropout: 0.5}, {training: [false, true]}],
  ['taskBatch', {task: 'copy', seqLen: 7}, {split: ['train', 'test'], index: [0, 1]}],
];

for (const [name, given, defaults] of DEFAULTS) {
  const {call, good} = calls.get(name) ?? assert.fail(name);
  const options = {...good, ...given};
  for (const [argument, [byDefault, other]] of Object.entries(defaults)) {
    test(`${name} takes ${argument} = ${String(byDefault)} where it is left out`, () => {
      const {[argument]: _, ...without} = options;
      const left = call(core, without);
      assert.deepEqual(left, call(core, {...options, [argument]: byDefault}));
      // a rule that reads more than its kind
      const more = other === 'linear' ? {factor: 2} : {};
      assert.notDeepEqual(left, call(core, {...options, ...more, [argument]: other}));
    });
  }
}

test('faultT5FloatBuckets keeps far distances in the last bucket unless isCapped is false', () => {
  const options = {
    distances: [500],
    n: 16,
    maxDistance: 128,
    type: /** @type {const} */ ('float64'),
  };
  assert.deepEqual(faultT5FloatBuckets(options), [15]);
  assert.ok(faultT5FloatBuckets({...options, isCapped: false})[0] > 15);
});

test('miniBlock has 100 words where vocabSize is left out', () => {
  const {call, good} = calls.get('miniBlock') ?? assert.fail();
  const {vocabSize: _, ...options} = good;
  call(core, {...options, tokens: [99]});
  assert.throws(
    () => call(core, {...options, tokens: [100]}),
    /tokens\[0\] must be .* 99, got 100/,
  );
});
