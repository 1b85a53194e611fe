// @ts-check

import {linear, softmax} from '../../../core/nn.js';
import {crossEntropy} from '../../../core/nn-training.js';
import {call} from '../steps.js';
import {filled, tensorOf, vector} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{n: number, d: number, nClasses: number, lr: number, nSteps: number, momentum?: number, isHidden?: boolean}} options
 */
function caseOf(random, title, {n, d, nClasses, lr, nSteps, momentum, isHidden = false}) {
  const x = random.normal(n, d);
  const targets = random.ints(0, nClasses - 1, n);
  const [weight, bias] = [random.normal(nClasses, d), random.normal(nClasses)];
  const kwargs = momentum === undefined ? {} : {momentum};
  const steps = [{...call('train', x, targets, weight, bias, lr, nSteps), wants: 'lists', kwargs}];
  const tensors = {x: tensorOf(x), weight: tensorOf(weight), bias: tensorOf(bias)};
  const rule = {lr, nSteps, momentum: momentum ?? 0};
  return {title, isHidden, steps, targets: Array.from(targets.tensor.data), ...tensors, ...rule};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'one step', {n: 4, d: 2, nClasses: 3, lr: 0.5, nSteps: 1}),
  caseOf(random, 'three steps', {n: 5, d: 3, nClasses: 2, lr: 0.3, nSteps: 3}),
  caseOf(random, 'with momentum', {
    n: 6,
    d: 4,
    nClasses: 3,
    lr: 0.2,
    nSteps: 5,
    momentum: 0.9,
    isHidden: true,
  }),
  caseOf(random, 'sizes of its own', {
    n: random.int(8, 14),
    d: random.int(3, 6),
    nClasses: random.int(3, 5),
    lr: 0.4,
    nSteps: random.int(4, 8),
    momentum: random.pick([0.5, 0.8]),
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {x, targets, weight, bias, lr, nSteps, momentum}) => {
  const [n, d] = x.shape;
  const [nClasses] = weight.shape;
  const parameters = [weight, bias].map(({data, shape}) => ({
    data: Float64Array.from(data),
    shape,
  }));
  const velocity = parameters.map(({data}) => new Float64Array(data.length));
  const losses = [];
  for (let step = 0; step < nSteps; step++) {
    const logits = linear(core, {x, weight: parameters[0], bias: parameters[1]});
    losses.push(crossEntropy(core, {logits, targets}).loss);
    const y = softmax(core, {x: logits});
    const dLogits = filled(
      [n, nClasses],
      (i, c) => (y.data[i * nClasses + c] - Number(targets[i] === c)) / n,
    );
    const dWeight = filled([nClasses, d], (c, k) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += dLogits.data[i * nClasses + c] * x.data[i * d + k];
      return sum;
    });
    const dBias = filled([nClasses], (c) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += dLogits.data[i * nClasses + c];
      return sum;
    });
    for (const [p, gradient] of [dWeight, dBias].entries()) {
      for (let k = 0; k < gradient.data.length; k++) {
        velocity[p][k] = momentum * velocity[p][k] + gradient.data[k];
        parameters[p].data[k] -= lr * velocity[p][k];
      }
    }
  }
  return [...parameters, vector(losses)];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 5e-5, rtol: 5e-5});

/** @type {Check['forbidden']} */
export const forbidden = [
  {used: 'autograd', by: ['train'], words: 'autograd'},
  {used: 'optimizer', by: ['train'], words: 'an optimiser'},
];
