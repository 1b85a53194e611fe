// @ts-check
import {
  requireIntegers,
  requireNotNegative,
  requireNumbers,
  requirePositive,
  requireRows,
  requireTensor,
} from './check.js';
import {requireProbability} from './nn.js';

/** @import {Core, Numbers, Tensor, TensorLike} from './core.js' */

const MIN_INT32 = -(2 ** 31);

// What only training needs of src/nn/*.h, one function a contract, as in nn.js.

/**
 * GELU, x times the share of a normal distribution under x, and its slope.
 *
 * @param {Core} core
 * @param {{x: TensorLike, form?: 'erf' | 'tanh' | 'sigmoid'}} options x of any rank
 * @returns {{y: Tensor, slope: Tensor}} shape of x
 * @throws {TypeError | RangeError} if x is no tensor or form no form
 */
export function gelu(core, {x, form = 'erf'}) {
  requireRows(core, 'x', x);
  const formId = core.enumValue('geluForm', 'form', form);
  return core.scratch((mem) => {
    const [y, slope] = [mem.f32(x.data), mem.f32(x.data.length)];
    core.call('nn_gelu_forward', y.ptr, slope.ptr, y.ptr, formId, y.length);
    return {
      y: {data: y.copy(), shape: [...x.shape]},
      slope: {data: slope.copy(), shape: [...x.shape]},
    };
  });
}

/**
 * Mean cross-entropy of logits and the classes that came, in nats, and its gradient.
 *
 * @param {Core} core
 * @param {{logits: TensorLike, targets: Numbers, smoothing?: number}} options
 *   logits (..., nClasses); targets: an integer a row, under 0: the row does not count; smoothing: the
 *   share of each target that is spread uniformly over the classes
 * @returns {{loss: number, dlogits: Tensor}} dlogits: shape of logits
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function crossEntropy(core, {logits, targets, smoothing = 0}) {
  const [nRows, nClasses] = requireRows(core, 'logits', logits);
  requireTargets(targets, nRows, nClasses);
  requireProbability('smoothing', smoothing);
  return core.scratch((mem) => {
    const [loss, dlogits] = [mem.f64(1), mem.f32(logits.data)];
    const inputs = [dlogits.ptr, dlogits.ptr, mem.i32(targets).ptr];
    core.call('nn_cross_entropy_forward', loss.ptr, ...inputs, smoothing, nRows, nClasses);
    return {loss: loss.view()[0], dlogits: {data: dlogits.copy(), shape: [...logits.shape]}};
  });
}

/**
 * One update by Adam, or by AdamW where weightDecay is above 0.
 *
 * @param {Core} core
 * @param {{p: Numbers, m: Numbers, v: Numbers, g: Numbers, lr: number, step: number,
 *   beta1?: number, beta2?: number, eps?: number, weightDecay?: number}} options
 *   p: parameters; m, v: the moments, zeros before the first step; g: gradient of p; step >= 1
 * @returns {{p: Float32Array, m: Float32Array, v: Float32Array}} as they are after it
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function adamUpdate(core, {p, m, v, g, lr, step, ...rest}) {
  const {beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0} = rest;
  for (const [name, values] of Object.entries({p, m, v, g})) {
    requireTensor(core, name, {data: values, shape: [p?.length]}, [p?.length]);
  }
  requireIntegers({step}, 1);
  requireNotNegative({lr, weightDecay});
  requirePositive({eps});
  if (Math.fround(eps) === 0) throw new RangeError(`eps must be > 0 as a float32, got ${eps}.`);
  requireProbability('beta1', beta1);
  requireProbability('beta2', beta2);
  return core.scratch((mem) => {
    const inputs = [p, m, v, g].map((values) => mem.f32(values));
    const settings = mem.struct('NnAdam', {lr, beta1, beta2, eps, weightDecay}).ptr;
    core.call('nn_adam_update', ...inputs.map(({ptr}) => ptr), settings, step, p.length);
    return {p: inputs[0].copy(), m: inputs[1].copy(), v: inputs[2].copy()};
  });
}

/**
 * @param {Numbers} targets
 * @param {number} nRows
 * @param {number} nClasses
 * @throws {RangeError} unless it holds nRows integers under nClasses, one of them at least >= 0
 */
function requireTargets(targets, nRows, nClasses) {
  requireNumbers('targets', targets);
  if (targets.length !== nRows) {
    throw new RangeError(`targets must have ${nRows} elements, got ${targets.length}.`);
  }
  for (let r = 0; r < nRows; r++)
    requireIntegers({[`targets[${r}]`]: targets[r]}, MIN_INT32, nClasses - 1);
  if (!Array.from(targets).some((target) => target >= 0)) {
    throw new RangeError('targets must hold a number >= 0, got none.');
  }
}
