// @ts-check
import {requireFinite, requireIntegers, requireNumbers, requireTensor, show} from './check.js';
import {attention, attentionBackward} from './nn.js';
import {MAX_FREQUENCY, numbersOf, requireWithin} from './pe/checks.js';
import {ropeRotate, ropeTables} from './pe.js';

/** @import {Core, Numbers, Tensor, TensorLike} from './core.js' */
/** @import {RopeLayout, RopeTables} from './pe.js' */

/**
 * Attention that rotates more, or less, than whole queries and keys: latent attention, whose head has a part
 * without position, and rotated values. Both are rotations (src/pe/rope.h) before and after attention
 * (src/nn/attention.h). Key j is at position firstPos + j, query i at firstPos + i + nKey - nQuery.
 *
 * @typedef {{invFreq: Numbers | TensorLike, attentionFactor?: number}} Rope as ropeScaling() gives it
 * @typedef {object} Masks
 * @property {boolean} [causal] hides key j from query i where j > i + nKey - nQuery
 * @property {number} [window] hides it too where i + nKey - nQuery - j >= window; 0 or left out: no window
 * @property {Numbers} [keyPad] (nKey), 0 or 1: 1 hides the key from every query
 * @property {number} [firstPos] position of key 0, default 0
 * @property {RopeLayout} [layout] default 'half'
 */

/**
 * DeepSeek-V2, arXiv:2405.04434, section 2.1.3: the key's rotated part is one for all heads.
 *
 * @typedef {object} LatentInputs
 * @property {TensorLike} qNope (nHeads, nQuery, dNope): the part of each query without position
 * @property {TensorLike} qRope (nHeads, nQuery, dRope): the part that is rotated
 * @property {TensorLike} kNope (nHeads, nKey, dNope)
 * @property {TensorLike} kRope (nKey, dRope): shared by the heads
 * @property {TensorLike} v (nHeads, nKey, dValue)
 * @property {Rope} rope of dRope elements, or of fewer
 * @property {number} [scale] of the logits, default 1 / sqrt(dNope + dRope); YaRN's models multiply it by the
 *   square of yarnMagnitude()
 */

/**
 * Latent attention with a decoupled rotary part: logits scale (qNope kNope + R_i qRope . R_j kRope).
 *
 * @param {Core} core
 * @param {LatentInputs & Masks} options
 * @returns {{logits: Tensor, weights: Tensor, output: Tensor}}
 *   logits, weights (nHeads, nQuery, nKey), -Infinity and 0 where hidden; output (nHeads, nQuery, dValue)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function latentAttention(core, options) {
  const {input, sizes} = latentInput(core, options);
  const {logits, weights, output} = attention(core, input);
  return {logits, weights, output: columns(output, 0, sizes.dValue)};
}

/**
 * Gradients of a loss by the inputs of latentAttention(), from that by its output.
 *
 * @param {Core} core
 * @param {LatentInputs & Masks & {dout: TensorLike}} options dout (nHeads, nQuery, dValue)
 * @returns {{dqNope: Tensor, dqRope: Tensor, dkNope: Tensor, dkRope: Tensor, dv: Tensor}} shapes of the inputs
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function latentAttentionBackward(core, options) {
  const {input, sizes, queries, keys} = latentInput(core, options);
  const {nHeads, nQuery, dNope, dRope, dValue, width} = sizes;
  requireTensor(core, 'dout', options.dout, [nHeads, nQuery, dValue]);
  const back = attentionBackward(core, {...input, dout: padded(options.dout, width)});
  const [dq, dk] = [back.dq, back.dk].map((x) => columns(x, dNope, dNope + dRope));
  const ofKeys = ropeRotate(core, {x: dk, ...keys, inverse: true});
  return {
    dqNope: columns(back.dq, 0, dNope),
    dqRope: ropeRotate(core, {x: dq, ...queries, inverse: true}),
    dkNope: columns(back.dk, 0, dNope),
    dkRope: sumOfHeads(ofKeys),
    dv: columns(back.dv, 0, dValue),
  };
}

/**
 * The head of latent attention as one of plain attention: both parts side by side, and zeros behind what is
 * narrower, keys or values.
 *
 * @param {Core} core
 * @param {LatentInputs & Masks} options
 */
function latentInput(core, options) {
  const {qNope, qRope, kNope, kRope, v, scale, rope} = options;
  const names = ['nHeads', 'nQuery', 'dNope'];
  const [nHeads, nQuery, dNope] = requireTensor(core, 'qNope', qNope, names);
  const [, , dRope] = requireTensor(core, 'qRope', qRope, [nHeads, nQuery, 'dRope']);
  const [, nKey] = requireTensor(core, 'kNope', kNope, [nHeads, 'nKey', dNope]);
  requireTensor(core, 'kRope', kRope, [nKey, dRope]);
  const [, , dValue] = requireTensor(core, 'v', v, [nHeads, nKey, 'dValue']);
  const {queries, keys} = tablesOf(core, rope, options, [nQuery, nKey, dRope]);
  const rotated = ropeRotate(core, {x: qRope, ...queries});
  const shared = {data: kRope.data, shape: [1, nKey, dRope]};
  const key = ropeRotate(core, {x: shared, ...keys});
  const width = Math.max(dNope + dRope, dValue);
  const input = {
    ...masksOf(options),
    q: padded(beside(qNope, rotated), width),
    k: padded(beside(kNope, repeated(key, nHeads)), width),
    v: padded(v, width),
    scale: scale ?? 1 / Math.sqrt(dNope + dRope),
  };
  const sizes = {nHeads, nQuery, dNope, dRope, dValue, width};
  return {input, sizes, queries, keys};
}

/**
 * @typedef {object} ValueRopeInputs
 * @property {TensorLike} q (nHeads, nQuery, dHead)
 * @property {TensorLike} k (nHeads, nKey, dHead)
 * @property {TensorLike} [v] (nHeads, nKey, dHead); where it is left out, the keys before their rotation are the
 *   values too
 * @property {Rope} [rope] of queries and keys; left out: they are not rotated
 * @property {{invFreq: Numbers | TensorLike}} ropeValue of values and output: rotations alone, without an
 *   amplitude
 * @property {boolean} [isLast] rotates the last elements of a head and not the first, default false
 * @property {number} [scale] of q k^T; default 1 / sqrt(dHead)
 */

/**
 * Attention with rotated values: the output is rotated back by the position of its query, so that o_i = sum of w_ij
 * R_(j - i) v_j. RoPER; DeepSeek V4, with isLast and keys for values.
 *
 * @param {Core} core
 * @param {ValueRopeInputs & Masks} options
 * @returns {{logits: Tensor, weights: Tensor, output: Tensor}}
 *   logits, weights (nHeads, nQuery, nKey), -Infinity and 0 where hidden; output (nHeads, nQuery, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function valueRopeAttention(core, options) {
  const {input, ofValues, rotate} = valueInput(core, options);
  const {logits, weights, output} = attention(core, input);
  return {logits, weights, output: rotate(output, ofValues.queries, true)};
}

/**
 * Gradients of a loss by the inputs of valueRopeAttention(), from that by its output.
 *
 * @param {Core} core
 * @param {ValueRopeInputs & Masks & {dout: TensorLike}} options dout (nHeads, nQuery, dHead)
 * @returns {{dq: Tensor, dk: Tensor, dv: Tensor | undefined}} shapes of q, k and v; without v, dk holds what the
 *   keys get as values too, and dv is undefined
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function valueRopeAttentionBackward(core, options) {
  const {input, ofValues, ofKeys, rotate} = valueInput(core, options);
  requireTensor(core, 'dout', options.dout, options.q.shape);
  const dout = rotate(options.dout, ofValues.queries, false); // the output was rotated the other way
  const back = attentionBackward(core, {...input, dout});
  const dq = rotate(back.dq, ofKeys?.queries, true);
  const dk = rotate(back.dk, ofKeys?.keys, true);
  const dv = rotate(back.dv, ofValues.keys, true);
  if (options.v !== undefined) return {dq, dk, dv};
  const both = {data: dk.data.map((value, at) => value + dv.data[at]), shape: dk.shape};
  return {dq, dk: both, dv: undefined};
}

/**
 * What attention itself takes, with rotated queries, keys and values.
 *
 * @param {Core} core
 * @param {ValueRopeInputs & Masks} options
 */
function valueInput(core, options) {
  const {q, k, v = k, rope, ropeValue, scale, isLast = false} = options;
  const [nHeads, nQuery, dHead] = requireTensor(core, 'q', q, ['nHeads', 'nQuery', 'dHead']);
  const [, nKey] = requireTensor(core, 'k', k, [nHeads, 'nKey', dHead]);
  requireTensor(core, 'v', v, [nHeads, nKey, dHead]);
  const sizes = [nQuery, nKey, dHead];
  const ofKeys = rope === undefined ? undefined : tablesOf(core, rope, options, sizes);
  const ofValues = tablesOf(core, withoutAmplitude(ropeValue), options, sizes, 'ropeValue');
  /** @param {TensorLike} x @param {Tables | undefined} tables @param {boolean} inverse @returns {Tensor} */
  const rotate = (x, tables, inverse) => {
    if (!tables) return {data: Float32Array.from(x.data), shape: x.shape};
    const first = isLast ? dHead - 2 * tables.cos.shape[1] : 0;
    const part = ropeRotate(core, {x: columns(x, first, dHead), ...tables, inverse});
    return first > 0 ? beside(columns(x, 0, first), part) : part;
  };
  const input = {
    ...masksOf(options),
    q: rotate(q, ofKeys?.queries, false),
    k: rotate(k, ofKeys?.keys, false),
    v: rotate(v, ofValues.keys, false),
    scale,
  };
  return {input, ofKeys, ofValues, rotate};
}

/** @param {Rope} rope @returns {Rope} what is no object stays so */
const withoutAmplitude = (rope) =>
  typeof rope === 'object' && rope !== null ? {invFreq: rope.invFreq} : rope;

/** @typedef {RopeTables & {layout: RopeLayout}} Tables */

/**
 * Tables of the positions of queries and of keys.
 *
 * @param {Core} core
 * @param {Rope} rope
 * @param {Masks} options
 * @param {number[]} sizes nQuery, nKey, and the width of what is rotated
 * @param {string} [name] of the argument
 * @returns {{queries: Tables, keys: Tables}}
 */
function tablesOf(core, rope, {firstPos = 0, layout = 'half'}, sizes, name = 'rope') {
  const [nQuery, nKey, width] = sizes;
  requireIntegers({firstPos}, -(2 ** 31));
  const {invFreq, attentionFactor} = requireRope(name, rope, width);
  const at = (/** @type {number} */ n, /** @type {number} */ first) => {
    const positions = Float64Array.from({length: n}, (_, r) => first + r);
    return {...ropeTables(core, {positions, invFreq, attentionFactor}), layout};
  };
  return {queries: at(nQuery, firstPos + nKey - nQuery), keys: at(nKey, firstPos)};
}

/**
 * @param {string} name of the argument
 * @param {Rope} rope
 * @param {number} width elements that there are to rotate
 * @returns {{invFreq: Numbers, attentionFactor: number}}
 */
function requireRope(name, rope, width) {
  if (typeof rope !== 'object' || rope === null) {
    throw new TypeError(`${name} must be {invFreq, ...}, as ropeScaling() gives it, got ${show(rope)}.`); // biome-ignore format: one thought
  }
  const {attentionFactor = 1} = rope;
  const invFreq = requireNumbers(`${name}.invFreq`, numbersOf(rope.invFreq));
  requireWithin(`${name}.invFreq`, invFreq, MAX_FREQUENCY, '1e100');
  requireFinite({[`${name}.attentionFactor`]: attentionFactor});
  if (2 * invFreq.length <= width) return {invFreq, attentionFactor};
  const most = `at most half of the ${width} elements, ${Math.floor(width / 2)} numbers`;
  throw new RangeError(`${name}.invFreq must have ${most}, got ${invFreq.length}.`);
}

/** @param {Masks & {scale?: number}} options */
function masksOf({causal, window, keyPad, scale}) {
  if (scale !== undefined) requireFinite({scale});
  return {causal, window, keyPad};
}

// ---------------------------------------------------------------------- columns of (n, m, width)

/** Columns first .. end - 1. @param {TensorLike} x @param {number} first @param {number} end @returns {Tensor} */
function columns({data, shape: [n, m, width]}, first, end) {
  const own = end - first;
  const out = new Float32Array(n * m * own);
  for (let at = 0; at < out.length; at++) {
    out[at] = data[Math.floor(at / own) * width + first + (at % own)];
  }
  return {data: out, shape: [n, m, own]};
}

/** Columns of a, then those of b. @param {TensorLike} a @param {TensorLike} b @returns {Tensor} */
function beside(a, b) {
  const [n, m, left] = a.shape;
  const width = left + b.shape[2];
  const out = new Float32Array(n * m * width);
  for (let at = 0; at < out.length; at++) {
    const [row, c] = [Math.floor(at / width), at % width];
    out[at] = c < left ? a.data[row * left + c] : b.data[row * (width - left) + c - left];
  }
  return {data: out, shape: [n, m, width]};
}

/** With columns of zeros behind its own. @param {TensorLike} x @param {number} width @returns {Tensor} */
function padded(x, width) {
  const [n, m, own] = x.shape;
  const nothing = {data: new Float32Array(n * m * (width - own)), shape: [n, m, width - own]};
  return beside(x, nothing);
}

/** The same for every head. @param {Tensor} x (1, n, d) @param {number} nHeads @returns {Tensor} (nHeads, n, d) */
function repeated({data, shape: [, n, d]}, nHeads) {
  const out = Float32Array.from({length: nHeads * data.length}, (_, at) => data[at % data.length]);
  return {data: out, shape: [nHeads, n, d]};
}

/** @param {Tensor} x (nHeads, n, d) @returns {Tensor} (n, d) */
function sumOfHeads({data, shape: [nHeads, n, d]}) {
  const out = Float32Array.from({length: n * d}, (_, at) => {
    let sum = 0;
    for (let h = 0; h < nHeads; h++) sum += data[h * n * d + at];
    return sum;
  });
  return {data: out, shape: [n, d]};
}
