// @ts-check
import {layernorm} from '../../../core/nn.js';
import {call, without} from '../steps.js';
import {tensorOf} from '../tensors.js';

/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/**
 * @param {CaseRandom} random
 * @param {string} title
 * @param {{shape: number[], eps?: number, scale?: number, offset?: number, atol?: number, isWhole?: boolean, isHidden?: boolean, omitted?: string[]}} options
 */
function caseOf(random, title, {shape, eps = 1e-5, scale = 1, offset = 0, ...options}) {
  const {isHidden = false, isWhole = false, omitted = [], atol = 2e-5} = options;
  const [x, weight, bias] = [shape, [shape.at(-1) ?? 0], [shape.at(-1) ?? 0]].map((one) =>
    random.normal(...one),
  );
  x.tensor.data = x.tensor.data.map((v) => (isWhole ? Math.round(4 * v) : scale * v) + offset);
  const steps = [{...call('layer_norm', x, weight, bias), kwargs: without({eps}, omitted)}];
  const tensors = {x: tensorOf(x), gamma: tensorOf(weight), beta: tensorOf(bias)};
  return {title, isHidden, steps, eps, atol, ...tensors};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'two vectors of 4', {shape: [2, 4]}),
  caseOf(random, 'small numbers, a large eps', {shape: [3, 4], scale: 0.1, eps: 0.01}),
  caseOf(random, 'without eps', {shape: [2, 3, 8], offset: 5, isHidden: true, omitted: ['eps']}),
  caseOf(random, 'small numbers, without eps', {
    shape: [2, 8],
    scale: 0.004,
    isHidden: true,
    omitted: ['eps'],
  }),
  // a mean that is off by the last digit of 3 is divided by the root of eps
  caseOf(random, 'equal numbers', {
    shape: [2, 6],
    scale: 0,
    offset: 3,
    atol: 3e-4,
    isHidden: true,
  }),
  // deviations from a mean of 8 such numbers are exact; what is left of their squares is not
  caseOf(random, 'far from 0', {shape: [3, 8], offset: 8192, isWhole: true, isHidden: true}),
  caseOf(random, 'sizes of its own', {
    shape: [2, random.int(2, 4), random.int(3, 5), random.int(6, 20)],
    scale: 0.3,
    eps: 0.001,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (core, {x, gamma, beta, eps}) => [layernorm(core, {x, gamma, beta, eps})];

/** @type {Check['tolerance']} */
export const tolerance = ({atol}) => ({atol, rtol: 2e-5});

/** @type {Check['forbidden']} */
export const forbidden = [
  {used: 'layer_norm', by: ['layer_norm'], words: 'PyTorch’s layer_norm()'},
];
