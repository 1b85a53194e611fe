// @ts-check
import {allocateStream} from './base.js';
import {
  requireFinite,
  requireIntegers,
  requireList,
  requirePositive,
  requireRows,
  requireTensor,
  show,
} from './check.js';

/** @import {Block, Core, Memory, Numbers, Tensor, TensorLike} from './core.js' */

/**
 * Layers of a transformer. One function here is one contract of src/nn/*.h, where the formulas and
 * papers are. Inputs are never changed; every result is a copy.
 *
 * @typedef {object} AttentionInput
 * @property {TensorLike} q (nHeads, nQuery, dHead)
 * @property {TensorLike} k (nHeads, nKey, dHead)
 * @property {TensorLike} v (nHeads, nKey, dHead)
 * @property {TensorLike} [bias] (nHeads, nQuery, nKey), added to the logits; -Infinity hides a key
 * @property {number} [scale] of q k^T; 1/sqrt(dHead) where it is left out
 * @property {boolean} [causal] hides key j from query i where j > i + nKey - nQuery
 * @property {number} [window] W: hides it too where i + nKey - nQuery - j >= W; 0 or left out: no window
 * @property {Numbers} [keyPad] (nKey), 0 or 1: 1 hides the key from every query
 */

/**
 * Softmax over the last axis. -Infinity becomes 0; a row of nothing else becomes zeros.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x of any rank
 * @returns {Tensor} shape of x, rows sum to 1
 * @throws {TypeError | RangeError} if x is no tensor
 */
export function softmax(core, {x}) {
  return mapRows(core, x, 'nn_softmax_forward');
}

/**
 * The natural logarithm of the softmax over the last axis, without forming the softmax.
 *
 * @param {Core} core
 * @param {{x: TensorLike}} options x of any rank
 * @returns {Tensor} shape of x; a row of nothing but -Infinity stays so
 * @throws {TypeError | RangeError} if x is no tensor
 */
export function logSoftmax(core, {x}) {
  return mapRows(core, x, 'nn_softmax_log_forward');
}

/**
 * The gradient of a loss by the softmax's input, from that by its output.
 *
 * @param {Core} core
 * @param {{dy: TensorLike, y: TensorLike}} options y: what softmax() gave; dy: its gradient, same shape
 * @returns {Tensor} shape of y
 * @throws {TypeError | RangeError} if one is no tensor or their shapes differ
 */
export function softmaxBackward(core, {dy, y}) {
  const [nRows, n] = requireRows(core, 'y', y);
  requireTensor(core, 'dy', dy, y.shape);
  return core.scratch((mem) => {
    const dx = mem.f32(y.data.length);
    core.call('nn_softmax_backward', dx.ptr, mem.f32(dy.data).ptr, mem.f32(y.data).ptr, nRows, n);
    return {data: dx.copy(), shape: [...y.shape]};
  });
}

/**
 * Layer normalisation over the last axis: (x - mean) / sqrt(variance + eps) * gamma + beta.
 *
 * @param {Core} core
 * @param {{x: TensorLike, gamma: TensorLike, beta: TensorLike, eps?: number}} options
 *   x of any rank, its last axis d; gamma, beta (d); eps > 0
 * @returns {Tensor} shape of x
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function layernorm(core, {x, gamma, beta, eps = 1e-5}) {
  const [nRows, d] = requireRows(core, 'x', x);
  requireTensor(core, 'gamma', gamma, [d]);
  requireTensor(core, 'beta', beta, [d]);
  requirePositive({eps});
  return core.scratch((mem) => {
    const y = mem.f32(x.data.length);
    const inputs = [x, gamma, beta].map((t) => mem.f32(t.data).ptr);
    core.call('nn_layernorm_forward', y.ptr, ...inputs, eps, nRows, d);
    return {data: y.copy(), shape: [...x.shape]};
  });
}

/**
 * Gradients of a loss by what layernorm() takes, from that by its output.
 *
 * @param {Core} core
 * @param {{dy: TensorLike, x: TensorLike, gamma: TensorLike, eps?: number}} options dy: shape of x
 * @returns {{dx: Tensor, dgamma: Tensor, dbeta: Tensor}} shape of x, (d), (d)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function layernormBackward(core, {dy, x, gamma, eps = 1e-5}) {
  const [nRows, d] = requireRows(core, 'x', x);
  requireTensor(core, 'dy', dy, x.shape);
  requireTensor(core, 'gamma', gamma, [d]);
  requirePositive({eps});
  return core.scratch((mem) => {
    const [dx, dgamma, dbeta] = [x.data.length, d, d].map((n) => mem.f32(n));
    const gradients = {dx: dx.ptr, dgamma: dgamma.ptr, dbeta: dbeta.ptr};
    const {ptr} = mem.struct('NnLayernormGradients', gradients);
    const inputs = [dy, x, gamma].map((t) => mem.f32(t.data).ptr);
    core.call('nn_layernorm_backward', ptr, ...inputs, eps, nRows, d);
    return {
      dx: {data: dx.copy(), shape: [...x.shape]},
      dgamma: {data: dgamma.copy(), shape: [d]},
      dbeta: {data: dbeta.copy(), shape: [d]},
    };
  });
}

/**
 * Dropout: in training each element is zero with probability p, else divided by 1 - p. The same seed
 * and name drop the same elements.
 *
 * @param {Core} core
 * @param {{x: TensorLike, p: number, seed: number | bigint, name?: string, training?: boolean}} options
 *   x of any rank; 0 <= p < 1; training false: x comes back as it is
 * @returns {Tensor} shape of x
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function dropout(core, {x, p, seed, name = 'dropout', training = true}) {
  requireRows(core, 'x', x);
  requireProbability('p', p);
  return core.scratch((mem) => {
    const block = mem.f32(x.data);
    const [text, nText, seedLo, seedHi] = allocateStream(mem, {seed, name});
    const stream = [text, nText, seedLo, seedHi];
    core.call(
      'nn_dropout_forward',
      block.ptr,
      block.ptr,
      training ? p : 0,
      ...stream,
      block.length,
    );
    return {data: block.copy(), shape: [...x.shape]};
  });
}

/**
 * x weight^T + bias over the last axis.
 *
 * @param {Core} core
 * @param {{x: TensorLike, weight: TensorLike, bias?: TensorLike}} options
 *   x (..., nIn), weight (nOut, nIn), bias (nOut)
 * @returns {Tensor} (..., nOut)
 * @throws {TypeError | RangeError} naming the argument, its shape and what was expected
 */
export function linear(core, {x, weight, bias}) {
  const [nRows, nIn] = requireRows(core, 'x', x);
  const [nOut] = requireTensor(core, 'weight', weight, ['nOut', nIn]);
  if (bias) requireTensor(core, 'bias', bias, [nOut]);
  return core.scratch((mem) => {
    const y = mem.f32(nRows * nOut);
    const scratch = mem.u8(core.number('nn_linear_n_bytes', nIn, nOut));
    const inputs = [mem.f32(x.data).ptr, mem.f32(weight.data).ptr, allocateOr0(mem, bias?.data)];
    core.call('nn_linear_forward', y.ptr, ...inputs, scratch.ptr, nRows, nIn, nOut);
    return {data: y.copy(), shape: [...x.shape.slice(0, -1), nOut]};
  });
}

/**
 * Scaled dot-product attention, head by head: softmax(scale q k^T + bias, masked) v.
 *
 * @param {Core} core
 * @param {AttentionInput} options
 * @returns {{logits: Tensor, weights: Tensor, output: Tensor}}
 *   logits (nHeads, nQuery, nKey), -Infinity where hidden; weights, rows that sum to 1, or zeros
 *   where a query sees no key; output (nHeads, nQuery, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function attention(core, options) {
  const {nHeads, nQuery, nKey, dHead} = requireAttention(core, options);
  const {q} = options;
  return core.scratch((mem) => {
    const output = mem.f32(q.data.length);
    const logits = mem.f32(nHeads * nQuery * nKey);
    const weights = mem.f32(nHeads * nQuery * nKey);
    const scratch = mem.u8(core.number('nn_attention_n_bytes', nKey, dHead));
    const inputs = attentionInputs(mem, options);
    const settings = attentionSettings(mem, options, attentionMasks(mem, options));
    const results = [output.ptr, logits.ptr, weights.ptr];
    core.call('nn_attention_forward', ...results, inputs, scratch.ptr, settings);
    return {
      logits: {data: logits.copy(), shape: [nHeads, nQuery, nKey]},
      weights: {data: weights.copy(), shape: [nHeads, nQuery, nKey]},
      output: {data: output.copy(), shape: [nHeads, nQuery, dHead]},
    };
  });
}

/**
 * Gradients of a loss by q, k, v and the bias, from that by attention's output. The weights are
 * computed again where they are left out.
 *
 * @param {Core} core
 * @param {AttentionInput & {dout: TensorLike, weights?: TensorLike}} options
 *   dout (nHeads, nQuery, dHead); the rest as attention() had it
 * @returns {{dq: Tensor, dk: Tensor, dv: Tensor, dlogits: Tensor}}
 *   shapes of q, k, v and the logits; dlogits is the bias's gradient too, 0 where a key is hidden
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function attentionBackward(core, options) {
  const {nHeads, nQuery, nKey, dHead} = requireAttention(core, options);
  const {q, k, v, dout, weights = attention(core, options).weights} = options;
  requireTensor(core, 'dout', dout, q.shape);
  requireTensor(core, 'weights', weights, [nHeads, nQuery, nKey]);
  return core.scratch((mem) => {
    const [dq, dk, dv, dlogits] = [q, k, v, weights].map((t) => mem.f32(t.data.length));
    const pointers = {dq: dq.ptr, dk: dk.ptr, dv: dv.ptr, dlogits: dlogits.ptr};
    const gradients = mem.struct('NnAttentionGradients', pointers).ptr;
    const given = [dout, weights].map((t) => mem.f32(t.data).ptr);
    const inputs = attentionInputs(mem, options);
    const scratch = mem.u8(core.number('nn_attention_backward_n_bytes', nQuery, nKey, dHead));
    const settings = attentionSettings(mem, options); // the masks are in the weights
    core.call('nn_attention_backward', gradients, ...given, inputs, scratch.ptr, settings);
    return {
      dq: {data: dq.copy(), shape: [...q.shape]},
      dk: {data: dk.copy(), shape: [...k.shape]},
      dv: {data: dv.copy(), shape: [...v.shape]},
      dlogits: {data: dlogits.copy(), shape: [nHeads, nQuery, nKey]},
    };
  });
}

/**
 * How widely each query spreads its attention: -sum of w ln w, in nats. 0: all on one key;
 * ln(nKey): the same on every key.
 *
 * @param {Core} core
 * @param {{weights: TensorLike}} options weights (..., nKey), each finite and >= 0
 * @returns {Tensor} (...), one number per row; for attention's weights (nHeads, nQuery)
 * @throws {TypeError | RangeError} if weights is no tensor, or for a weight that is negative or not finite
 */
export function attentionEntropy(core, {weights}) {
  const [nRows, nKey] = requireRows(core, 'weights', weights);
  return core.scratch((mem) => {
    const entropy = mem.f32(nRows);
    const block = mem.f32(weights.data);
    try {
      core.call('nn_attention_entropy', entropy.ptr, block.ptr, nRows, nKey);
    } catch (error) {
      // C has looked at every weight; which one it refuses is looked for only then
      const i = block.view().findIndex((weight) => !(weight >= 0 && weight < Infinity));
      if (i < 0) throw error;
      throw new RangeError(`weights.data[${i}] must be >= 0 and finite, got ${weights.data[i]}.`);
    }
    return {data: entropy.copy(), shape: weights.shape.slice(0, -1)};
  });
}

/**
 * @param {Core} core
 * @param {TensorLike} x
 * @param {string} name C function (y, x, n_rows, n) that allows y = x
 * @returns {Tensor}
 */
function mapRows(core, x, name) {
  const [nRows, n] = requireRows(core, 'x', x);
  return core.scratch((mem) => {
    const block = mem.f32(x.data);
    core.call(name, block.ptr, block.ptr, nRows, n);
    return {data: block.copy(), shape: [...x.shape]};
  });
}

/**
 * Shapes and values of an attention's input, as far as C could not see them.
 *
 * @param {Core} core
 * @param {AttentionInput} options
 * @returns {{nHeads: number, nQuery: number, nKey: number, dHead: number}}
 */
export function requireAttention(core, {q, k, v, bias, scale, window, keyPad}) {
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, ['nHeads', 'nQuery', 'dHead']);
  const [, nKey] = requireTensor(core, 'k', k, [nHeads, 'nKey', dHead]);
  requireTensor(core, 'v', v, [nHeads, nKey, dHead]);
  if (bias) requireTensor(core, 'bias', bias, [nHeads, nQuery, nKey]);
  if (scale !== undefined) requireFinite({scale});
  if (window !== undefined) requireIntegers({window}, 0);
  if (keyPad) requireKeyPad(keyPad, nKey);
  return {nHeads, nQuery, nKey, dHead};
}

/**
 * @param {Numbers} keyPad
 * @param {number} nKey
 * @throws {RangeError} unless it holds nKey zeros and ones
 */
export function requireKeyPad(keyPad, nKey) {
  requireList('keyPad', keyPad);
  if (keyPad.length !== nKey) {
    throw new RangeError(`keyPad must have ${nKey} elements, got ${keyPad.length}.`);
  }
  for (let j = 0; j < nKey; j++) {
    const isHidden = /** @type {unknown} */ (keyPad[j]);
    if (isHidden === 0 || isHidden === 1 || typeof isHidden === 'boolean') continue;
    throw new RangeError(`keyPad[${j}] must be 0 or 1, got ${show(isHidden)}.`);
  }
}

/**
 * @param {string} name
 * @param {number} value
 * @throws {RangeError} unless 0 <= value < 1
 */
export function requireProbability(name, value) {
  if (typeof value === 'number' && value >= 0 && value < 1) return;
  throw new RangeError(`${name} must be a number >= 0 and < 1, got ${show(value)}.`);
}

/** @param {Memory} mem @param {AttentionInput} options @returns {number} pointer to NnAttentionInputs */
export function attentionInputs(mem, {q, k, v, bias}) {
  const pointers = {
    q: mem.f32(q.data).ptr,
    k: mem.f32(k.data).ptr,
    v: mem.f32(v.data).ptr,
    bias: allocateOr0(mem, bias?.data),
  };
  return mem.struct('NnAttentionInputs', {...pointers, nBias: q.shape[0]}).ptr;
}

/**
 * @typedef {{causal: number, window?: number, keyPad?: number}} Masks of NnAttention; keyPad: pointer
 */

/** @param {Memory} mem @param {AttentionInput} options @returns {Masks} */
export function attentionMasks(mem, {causal = false, window = 0, keyPad}) {
  return {causal: causal ? 1 : 0, window, keyPad: keyPad && mem.i32(keyPad).ptr};
}

/**
 * @param {Memory} mem
 * @param {AttentionInput} options
 * @param {Masks} [masks] none: they are in the weights
 * @returns {number} pointer to NnAttention
 */
export function attentionSettings(mem, {q, k, scale}, masks) {
  const [nProblems, nQuery, dHead] = q.shape;
  const sizes = {nProblems, nQuery, nKey: k.shape[1], dHead};
  const settings = {...sizes, scale: scale ?? 1 / Math.sqrt(dHead), ...masks};
  return mem.struct('NnAttention', settings).ptr;
}

/**
 * The logits of attention under its masks, for a normalisation other than softmax.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {AttentionInput} options
 * @param {Masks} [masks] those of the options, where missing
 * @returns {Block<Float32Array>} (nHeads, nQuery, nKey), in memory of the call
 */
export function attentionLogits(core, mem, options, masks = attentionMasks(mem, options)) {
  const [[nHeads, nQuery, dHead], [, nKey]] = [options.q.shape, options.k.shape];
  const logits = mem.f32(nHeads * nQuery * nKey);
  const scratch = mem.u8(core.number('nn_attention_n_bytes', nKey, dHead)).ptr;
  const settings = attentionSettings(mem, options, masks);
  core.call('nn_attention_logits', logits.ptr, attentionInputs(mem, options), scratch, settings);
  return logits;
}

/**
 * The sums of values by weights.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {AttentionInput} options
 * @param {Block<Float32Array>} weights (nHeads, nQuery, nKey)
 * @returns {Block<Float32Array>} (nHeads, nQuery, dHead), in memory of the call
 */
export function attentionValues(core, mem, options, weights) {
  const [, nKey, dHead] = options.k.shape;
  const output = mem.f32(options.q.data.length);
  const v = mem.f32(options.v.data).ptr;
  const scratch = mem.u8(core.number('nn_attention_n_bytes', nKey, dHead)).ptr;
  const settings = attentionSettings(mem, options);
  core.call('nn_attention_values', output.ptr, weights.ptr, v, scratch, settings);
  return output;
}

/** @param {Memory} mem @param {Numbers | undefined} values @returns {number} pointer, 0 for none */
function allocateOr0(mem, values) {
  return values ? mem.f32(values).ptr : 0;
}
