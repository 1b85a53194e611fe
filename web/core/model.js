// @ts-check
import {allocateStream} from './base.js';
import {
  requireFinite,
  requireIntegers,
  requireNumbers,
  requireShape,
  requireSizes,
  requireTensor,
  show,
} from './check.js';
import {allocateLayer, scaleOf} from './method-list.js';
import {requireKeyPad, requireProbability} from './nn.js';

/** @import {Block, Core, Memory, Numbers, Tensor, TensorLike} from './core.js' */
/** @import {Positions, Sizes} from './method-list.js' */

export {selfAttentionMethods} from './method-list.js';

/**
 * Layers with positions: where a method acts comes from the core's table alone. See src/model/*.h.
 */

/**
 * @typedef {object} SelfAttentionParams weights (dModel, dModel), rows are outputs; biases (dModel)
 * @property {TensorLike} wQ
 * @property {TensorLike} wK
 * @property {TensorLike} wV
 * @property {TensorLike} wO
 * @property {TensorLike} [bQ] zeros where a bias is left out
 * @property {TensorLike} [bK]
 * @property {TensorLike} [bV]
 * @property {TensorLike} [bO]
 */

/**
 * @typedef {object} SelfAttentionTensors every stage of one pass
 * @property {Tensor} input (nTokens, dModel): x and what methods on the input added
 * @property {Tensor} q (nHeads, nTokens, dHead), rotated where a method rotates it
 * @property {Tensor} k (nHeads, nTokens, dHead)
 * @property {Tensor} v (nHeads, nTokens, dHead)
 * @property {Tensor} bias (nHeads, nTokens, nTokens): what methods added to the logits
 * @property {Tensor} logits (nHeads, nTokens, nTokens), -Infinity where hidden
 * @property {Tensor} weights (nHeads, nTokens, nTokens)
 * @property {Tensor} heads (nHeads, nTokens, dHead): output of each head
 * @property {Tensor} output (nTokens, dModel)
 */

/**
 * Multi-head self-attention with a list of positional methods.
 *
 * @param {Core} core
 * @param {Positions & {x: TensorLike, nHeads: number, params?: SelfAttentionParams,
 *   seed?: number | bigint, causal?: boolean, keyPad?: Numbers, scale?: number}} options
 *   x (nTokens, dModel); nHeads divides dModel; params, or the seed they are drawn from: one seed
 *   gives the same weights whatever the methods; scale of q k^T: 1/sqrt(dHead); keyPad (nTokens)
 * @returns {SelfAttentionTensors}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function selfAttention(core, options) {
  const {x, nHeads, params, seed = 0, causal = false, keyPad} = options;
  const [nTokens, dModel] = requireTensor(core, 'x', x, ['nTokens', 'dModel']);
  const sizes = requireHeads(core, {nTokens, dModel, nHeads});
  const {scale = scaleOf(core, options, dModel / nHeads)} = options;
  requireFinite({scale});
  if (keyPad) requireKeyPad(keyPad, nTokens);
  return core.scratch((mem) => {
    const acts = mem.f32(attentionActAt(core, Infinity, sizes));
    const weights = params
      ? joinParams(core, mem, params, dModel)
      : seededParams(core, mem, seed, dModel);
    const {layer, scratch} = allocateLayer(core, mem, {...options, seed, causal, scale}, sizes);
    const buffers = [acts.ptr, weights.ptr, mem.f32(x.data).ptr];
    core.call('model_self_attention_forward', ...buffers, layer, scratch);
    return attentionTensors(core, acts.view(), sizes);
  });
}

/**
 * The seeded parameters that selfAttention() draws: Glorot-uniform weights, biases 0.
 *
 * @param {Core} core
 * @param {{seed: number | bigint, dModel: number}} options
 * @returns {Record<string, Tensor> & Required<SelfAttentionParams>}
 * @throws {RangeError} naming the argument and its value
 */
export function selfAttentionParams(core, {seed, dModel}) {
  requireWidth(core, dModel);
  return core.scratch((mem) => {
    const values = seededParams(core, mem, seed, dModel).view();
    /** @type {Record<string, Tensor>} */
    const params = {};
    let at = 0;
    for (const name of core.describe.enums.selfAttentionParams) {
      const shape = paramShape(name, dModel);
      const length = shape.reduce((a, b) => a * b, 1);
      params[name] = {data: values.slice(at, at + length), shape};
      at += length;
    }
    return /** @type {any} */ (params);
  });
}

/**
 * The post-norm block: embedding times sqrt(dModel), positions, dropout, attention, the sum of the
 * two, layer norm. Two blocks of one seed share every weight, whatever their methods.
 *
 * @param {Core} core
 * @param {Positions & {tokens: Numbers, vocabSize?: number, dModel?: number, nHeads?: number,
 *   seed?: number | bigint, causal?: boolean, dropout?: number, training?: boolean}} options
 *   tokens: integers of 0..vocabSize-1; dropout 0 <= p < 1 works in training only
 * @returns {SelfAttentionTensors & {embedded: Tensor, attended: Tensor, sum: Tensor}}
 *   embedded (nTokens, dModel), before positions; input, after positions and dropout; attended, what
 *   the attention adds; sum of the two; output (nTokens, dModel) after layer norm
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function miniBlock(core, options) {
  const {vocabSize = 100, dModel = 64, nHeads = 4, seed = 0, causal = false} = options;
  const {dropout = 0, training = false} = options;
  const nTokens = requireTokens(options.tokens, vocabSize);
  const sizes = requireHeads(core, {nTokens, dModel, nHeads});
  requireShape(core, {vocabSize, dModel});
  requireProbability('dropout', dropout);
  return core.scratch((mem) => {
    const acts = mem.f32(blockActAt(core, Infinity, sizes));
    const params = mem.f32(core.number('model_mini_block_params_n', vocabSize, dModel));
    const seedHalves = allocateStream(mem, {seed, name: ''}).slice(2);
    core.call('model_mini_block_init', params.ptr, ...seedHalves, vocabSize, dModel);
    const scale = scaleOf(core, options, dModel / nHeads);
    const layerOptions = {...options, vocabSize, seed, causal, scale};
    const {layer, scratch} = allocateLayer(core, mem, layerOptions, sizes);
    const buffers = [acts.ptr, params.ptr, mem.i32(options.tokens).ptr];
    const dropped = training ? dropout : 0;
    core.call('model_mini_block_forward', ...buffers, layer, scratch, dropped, ...seedHalves);
    return blockTensors(core, acts.view(), sizes);
  });
}

/**
 * Word-level token numbers, in the order in which the words first appear.
 *
 * @param {string} text
 * @returns {number[]} 'the cat sat on the mat' -> [0, 1, 2, 3, 0, 4]
 * @throws {RangeError} if there is no word in it
 */
export function toyTokens(text) {
  if (typeof text !== 'string') throw new TypeError(`text must be a string, got ${show(text)}.`);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) throw new RangeError(`text must hold a word, got '${text}'.`);
  const vocabulary = [...new Set(words)];
  return words.map((word) => vocabulary.indexOf(word));
}

/**
 * Parameters of multi-head attention: four linear layers with biases, 4 (dModel^2 + dModel),
 * whatever the number of heads.
 *
 * @param {{dModel: number}} options
 * @returns {number}
 * @throws {RangeError} unless dModel is an integer >= 1
 */
export function mhaParameterCount({dModel}) {
  requireSizes({dModel});
  return 4 * (dModel * dModel + dModel);
}

// ------------------------------------------------------------------------------ blocks of memory

/**
 * @param {Core} core
 * @param {number} index of the tensor; Infinity for the end of the block
 * @param {Sizes} sizes
 */
function attentionActAt(core, index, sizes) {
  const n = core.describe.enums.selfAttentionActs.length;
  return core.number('model_self_attention_act_at', Math.min(index, n), ...sizes);
}

/** @param {Core} core @param {number} index @param {Sizes} sizes */
function blockActAt(core, index, sizes) {
  const n = core.describe.enums.miniBlockActs.length;
  return core.number('model_mini_block_act_at', Math.min(index, n), ...sizes);
}

/**
 * @param {Core} core
 * @param {Float32Array} acts view of the block
 * @param {Sizes} sizes
 * @returns {SelfAttentionTensors}
 */
function attentionTensors(core, acts, sizes) {
  const [nTokens, dModel, nHeads] = sizes;
  const tokens = [nTokens, dModel];
  const heads = [nHeads, nTokens, dModel / nHeads];
  const pairs = [nHeads, nTokens, nTokens];
  /** @type {Record<string, number[]>} */
  const shapes = {
    input: tokens,
    q: heads,
    k: heads,
    v: heads,
    bias: pairs,
    logits: pairs,
    weights: pairs,
    heads,
    output: tokens,
  };
  /** @type {Record<string, Tensor>} */
  const tensors = {};
  core.describe.enums.selfAttentionActs.forEach((name, i) => {
    const from = attentionActAt(core, i, sizes);
    const to = attentionActAt(core, i + 1, sizes);
    tensors[name] = {data: acts.slice(from, to), shape: shapes[name]};
  });
  return /** @type {any} */ (tensors);
}

/**
 * @param {Core} core
 * @param {Float32Array} acts
 * @param {Sizes} sizes
 * @returns {SelfAttentionTensors & {embedded: Tensor, attended: Tensor, sum: Tensor}}
 */
function blockTensors(core, acts, sizes) {
  const names = core.describe.enums.miniBlockActs;
  /** @param {string} name */
  const slice = (name) => {
    const i = names.indexOf(name);
    return acts.subarray(blockActAt(core, i, sizes), blockActAt(core, i + 1, sizes));
  };
  /** @param {string} name @returns {Tensor} */
  const tokens = (name) => ({data: slice(name).slice(), shape: sizes.slice(0, 2)});
  const attention = attentionTensors(core, slice('attention'), sizes);
  const own = {embedded: tokens('embedded'), sum: tokens('sum'), output: tokens('output')};
  return {...attention, attended: attention.output, ...own};
}

/** @param {Core} core @param {Memory} mem @param {number | bigint} seed @param {number} dModel */
function seededParams(core, mem, seed, dModel) {
  const params = mem.f32(core.number('model_self_attention_params_n', dModel));
  const seedHalves = allocateStream(mem, {seed, name: ''}).slice(2);
  core.call('model_self_attention_init', params.ptr, ...seedHalves, dModel);
  return params;
}

/** @param {string} name @param {number} dModel @returns {number[]} */
function paramShape(name, dModel) {
  return name.startsWith('w') ? [dModel, dModel] : [dModel];
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {SelfAttentionParams} params a bias that is missing is 0
 * @param {number} dModel
 */
function joinParams(core, mem, params, dModel) {
  const joined = mem.f32(core.number('model_self_attention_params_n', dModel));
  let at = 0;
  for (const name of core.describe.enums.selfAttentionParams) {
    const shape = paramShape(name, dModel);
    const length = shape.reduce((a, b) => a * b, 1);
    const tensor = /** @type {any} */ (params)[name];
    if (tensor || shape.length === 2) {
      requireTensor(core, `params.${name}`, tensor, shape);
      joined.view().set(tensor.data, at);
    } else joined.view().fill(0, at, at + length);
    at += length;
  }
  return joined;
}

// --------------------------------------------------------------------------------------- checks

/** @param {Core} core @param {number} dModel */
function requireWidth(core, dModel) {
  requireShape(core, {dModel, columns: dModel});
  if (core.number('model_self_attention_params_n', dModel) > 0) return;
  const limit = core.describe.maxElements;
  throw new RangeError(`dModel must give at most ${limit} parameters, got ${dModel}.`);
}

/**
 * @param {Core} core
 * @param {{nTokens: number, dModel: number, nHeads: number}} sizes
 * @returns {Sizes}
 */
function requireHeads(core, {nTokens, dModel, nHeads}) {
  requireSizes({nHeads});
  requireWidth(core, dModel);
  if (dModel % nHeads !== 0) {
    throw new RangeError(`nHeads must divide dModel = ${dModel}, got ${nHeads}.`);
  }
  requireShape(core, {nHeads, nTokens, keys: nTokens});
  /** @type {Sizes} */
  const sizes = [nTokens, dModel, nHeads];
  if (blockActAt(core, Infinity, sizes) > 0) return sizes;
  const limit = core.describe.maxElements;
  throw new RangeError(`nTokens must give at most ${limit} numbers in all, got ${nTokens}.`);
}

/** @param {Numbers} tokens @param {number} vocabSize @returns {number} how many */
function requireTokens(tokens, vocabSize) {
  requireSizes({vocabSize});
  requireNumbers('tokens', tokens);
  for (let i = 0; i < tokens.length; i++) {
    requireIntegers({[`tokens[${i}]`]: tokens[i]}, 0, vocabSize - 1);
  }
  return tokens.length;
}
