// @ts-check
import {call} from '../steps.js';
import {argumentOf, scalar, tensorOf} from '../tensors.js';

/** @import {TensorLike} from '../../../core/core.js' */
/** @import {Check} from '../../grading/grader.js' */
/** @import {CaseRandom} from '../../grading/random.js' */

/** @param {readonly TensorLike[]} tensors */
const normOf = (tensors) =>
  Math.sqrt(
    tensors.reduce((sum, {data}) => sum + Array.from(data).reduce((s, v) => s + v * v, 0), 0),
  );

/** @param {CaseRandom} random @param {string} title @param {{shapes: number[][], share: number, scale?: number, isHidden?: boolean}} options share: the limit, as a part of the norm */
function caseOf(random, title, {shapes, share, scale = 1, isHidden = false}) {
  const gradients = shapes.map((shape) => {
    const {data} = tensorOf(random.normal(...shape));
    return {data: data.map((v) => scale * v), shape};
  });
  const limit = share * (normOf(gradients) || 1);
  const steps = [call('clip', {list: gradients.map(argumentOf)}, limit)];
  return {title, isHidden, steps, gradients, limit};
}

/** @type {Check['cases']} */
export const cases = (random) => [
  caseOf(random, 'two tensors, above the limit', {shapes: [[2], [2, 2]], share: 0.5}),
  caseOf(random, 'below the limit', {shapes: [[3], [2]], share: 2}),
  caseOf(random, 'all 0', {shapes: [[2], [3]], share: 1, scale: 0, isHidden: true}),
  caseOf(random, 'sizes of its own', {
    shapes: [[random.int(3, 9)], [random.int(2, 4), 5], [1]],
    share: 0.3,
    scale: 20,
    isHidden: true,
  }),
];

/** @type {Check['truth']} */
export const truth = (_core, {gradients, limit}) => {
  const norm = normOf(gradients);
  const factor = norm > limit ? limit / norm : 1;
  const clipped = gradients.map((/** @type {TensorLike} */ {data, shape}) => ({
    data: Float64Array.from(data, (v) => factor * v),
    shape,
  }));
  return [...clipped, scalar(norm)];
};

/** @type {Check['tolerance']} */
export const tolerance = () => ({atol: 1e-5, rtol: 2e-5});
