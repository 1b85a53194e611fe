// @ts-check
import {lendStream} from './base.js';
import {
  requireFinite,
  requireIntegers,
  requireNumbers,
  requireShape,
  requireSizes,
  requireTensor,
} from './core.js';
import {requireKeyPad, requireProbability} from './nn.js';
import {requireBase} from './pe.js';

/** @import {Block, Core, Memory, Method, Numbers, Tensor, TensorLike} from './core.js' */

/**
 * Layers with positions: where a method acts comes from the core's table alone. See src/model/*.h.
 *
 * @typedef {object} Positions what the methods need to know; each reads what it knows of
 * @property {readonly string[]} [methods] names of the table (methods() in pe.js), in this order;
 *   none: a model without position. A hybrid is two names.
 * @property {number} [base] frequency base of sinusoids and RoPE, 10000
 * @property {number} [rotaryDim] RoPE: leading elements of a head that turn, even; 0 = all
 * @property {number} [firstPos] position of token 0
 * @property {number} [maxLen] learned: rows of the seeded table; as many as there are tokens
 * @property {number} [clip] clipped bias: offsets j - i are clamped to -clip..clip, 5
 * @property {TensorLike} [learnedTable] (rows, dModel) in place of the seeded one
 * @property {TensorLike} [clippedTable] (nHeads, 2 clip + 1) in place of the seeded one
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
 * @property {Tensor} q (nHeads, nTokens, dHead), turned where a method turns it
 * @property {Tensor} k (nHeads, nTokens, dHead)
 * @property {Tensor} v (nHeads, nTokens, dHead)
 * @property {Tensor} bias (nHeads, nTokens, nTokens): what methods added to the logits
 * @property {Tensor} logits (nHeads, nTokens, nTokens), -Infinity where hidden
 * @property {Tensor} weights (nHeads, nTokens, nTokens)
 * @property {Tensor} heads (nHeads, nTokens, dHead): output of each head
 * @property {Tensor} output (nTokens, dModel)
 */

const SEEDED_SIGMA = 0.02; // of learned tables, as in 000 and 001: N(0, 0.02)

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
  const {scale = 1 / Math.sqrt(dModel / nHeads)} = options;
  requireFinite({scale});
  if (keyPad) requireKeyPad(keyPad, nTokens);
  return core.scratch((mem) => {
    const acts = mem.f32(attentionActAt(core, Infinity, sizes));
    const lentParams = params
      ? mem.f32(joinParams(core, params, dModel))
      : seededParams(core, mem, seed, dModel);
    const list = lendMethods(core, mem, {...options, seed}, sizes);
    const scratch = mem.u8(core.number('model_self_attention_n_bytes', ...sizes));
    const pad = keyPad ? mem.i32(keyPad).ptr : 0;
    core.call(
      'model_self_attention_forward',
      acts.ptr,
      lentParams.ptr,
      mem.f32(x.data).ptr,
      ...list,
      pad,
      scratch.ptr,
      scale,
      causal ? 1 : 0,
      ...sizes,
    );
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
    const seedHalves = lendStream(mem, {seed, name: ''}).slice(2);
    core.call('model_mini_block_init', params.ptr, ...seedHalves, vocabSize, dModel);
    const list = lendMethods(core, mem, {...options, seed}, sizes);
    const scratch = mem.u8(core.number('model_mini_block_n_bytes', ...sizes));
    const tokens = mem.i32(options.tokens);
    core.call(
      'model_mini_block_forward',
      acts.ptr,
      params.ptr,
      tokens.ptr,
      ...list,
      scratch.ptr,
      causal ? 1 : 0,
      dropout,
      training ? 1 : 0,
      ...seedHalves,
      nTokens,
      vocabSize,
      dModel,
      nHeads,
    );
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
  const words = String(text).toLowerCase().split(/\s+/).filter(Boolean);
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

/** @typedef {[nTokens: number, dModel: number, nHeads: number]} Sizes */

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
  const seedHalves = lendStream(mem, {seed, name: ''}).slice(2);
  core.call('model_self_attention_init', params.ptr, ...seedHalves, dModel);
  return params;
}

/** @param {string} name @param {number} dModel @returns {number[]} */
function paramShape(name, dModel) {
  return name.startsWith('w') ? [dModel, dModel] : [dModel];
}

/** @param {Core} core @param {SelfAttentionParams} params @param {number} dModel */
function joinParams(core, params, dModel) {
  const joined = new Float32Array(core.number('model_self_attention_params_n', dModel));
  let at = 0;
  for (const name of core.describe.enums.selfAttentionParams) {
    const shape = paramShape(name, dModel);
    const tensor = /** @type {any} */ (params)[name];
    if (tensor || shape.length === 2) {
      requireTensor(core, `params.${name}`, tensor, shape);
      joined.set(tensor.data, at);
    }
    at += shape.reduce((a, b) => a * b, 1);
  }
  return joined;
}

// -------------------------------------------------------------------------------------- methods

/**
 * The list of methods in lent memory.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {Positions & {seed: number | bigint}} options
 * @param {Sizes} sizes
 * @returns {[number, number]} its pointer and length
 */
function lendMethods(core, mem, options, sizes) {
  const {methods = [], base = 10000, rotaryDim = 0, firstPos = 0, clip = 5} = options;
  requireBase(base);
  requireIntegers({rotaryDim}, 0);
  requireIntegers({clip}, 0, 2 ** 27);
  requireIntegers({firstPos}, -(2 ** 31));
  if (!Array.isArray(methods)) throw new TypeError(`methods must be an array, got ${methods}.`);
  if (methods.length === 0) return [0, 0];
  const nBytes = core.number('model_method_n_bytes', methods.length);
  if (nBytes === 0) throw new RangeError(`methods must be at most 64, got ${methods.length}.`);
  const list = mem.u8(nBytes);
  methods.forEach((name, i) => {
    const method = findMethod(core, name, i);
    if (method.actsOn === 'qk') requireRotaryDim(method.name, rotaryDim, sizes);
    const table = lendTable(core, mem, method.name, {...options, clip}, sizes);
    core.call(
      'model_method_set',
      list.ptr,
      i,
      method.id,
      table?.ptr ?? 0,
      table?.rows ?? 0,
      clip,
      base,
      rotaryDim,
      firstPos,
    );
  });
  return [list.ptr, methods.length];
}

/** They ask more of a layer than these have: a number of buckets, a table in each layer. */
const OF_TRAINED_LAYERS = [
  't5',
  'shaw-keys',
  'shaw-values',
  'kerple-log',
  'kerple-power',
  'fire',
  'cope',
  'multiplicative',
  'floater-recurrent',
  'floater',
];

/**
 * The methods that selfAttention and miniBlock run.
 *
 * @param {Core} core
 * @returns {Method[]}
 */
export function selfAttentionMethods(core) {
  return core.describe.methods.filter(({name}) => !OF_TRAINED_LAYERS.includes(name));
}

/** @param {Core} core @param {string} name @param {number} i */
function findMethod(core, name, i) {
  const table = selfAttentionMethods(core);
  const method = table.find((entry) => entry.name === name);
  if (method) return method;
  const names = table.map((entry) => `'${entry.name}'`).join(', ');
  throw new RangeError(`methods[${i}] must be one of ${names}, got '${name}'.`);
}

/**
 * The table of a method that learns one: given, or drawn from the stream "w/<method>" of the seed.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {string} method
 * @param {Positions & {seed: number | bigint, clip: number}} options
 * @param {Sizes} sizes
 * @returns {{ptr: number, rows: number} | undefined}
 */
function lendTable(core, mem, method, options, [nTokens, dModel, nHeads]) {
  const {seed, clip, firstPos = 0, maxLen = firstPos + nTokens} = options;
  const {learnedTable, clippedTable} = options;
  if (method === 'learned' && learnedTable) {
    const [rows] = requireTensor(core, 'learnedTable', learnedTable, ['rows', dModel]);
    requireRows('learnedTable', rows, firstPos, nTokens);
    return {ptr: mem.f32(learnedTable.data).ptr, rows};
  }
  if (method === 'clipped-bias' && clippedTable) {
    requireTensor(core, 'clippedTable', clippedTable, [nHeads, 2 * clip + 1]);
    return {ptr: mem.f32(clippedTable.data).ptr, rows: nHeads};
  }
  if (method === 'learned') {
    requireShape(core, {maxLen, dModel});
    requireRows('maxLen', maxLen, firstPos, nTokens);
    return {ptr: lendNormal(core, mem, {seed, name: `w/${method}`}, maxLen * dModel), rows: maxLen};
  }
  if (method !== 'clipped-bias') return undefined;
  requireShape(core, {nHeads, '(2 clip + 1)': 2 * clip + 1});
  const n = nHeads * (2 * clip + 1);
  return {ptr: lendNormal(core, mem, {seed, name: `w/${method}`}, n), rows: nHeads};
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {{seed: number | bigint, name: string}} stream
 * @param {number} n
 * @returns {number}
 */
function lendNormal(core, mem, stream, n) {
  const table = mem.f32(n);
  core.call('rng_normal', table.ptr, ...lendStream(mem, stream), SEEDED_SIGMA, n);
  return table.ptr;
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

/**
 * @param {string} method
 * @param {number} rotaryDim
 * @param {Sizes} sizes
 */
function requireRotaryDim(method, rotaryDim, [, dModel, nHeads]) {
  const dHead = dModel / nHeads;
  if (rotaryDim === 0 && dHead % 2 !== 0) {
    const got = `${dModel} / ${nHeads} = ${dHead}`;
    throw new RangeError(
      `dModel / nHeads must be even for ${method}, since pairs turn, got ${got}.`,
    );
  }
  if (rotaryDim % 2 === 0 && rotaryDim <= dHead) return;
  const expected = `even and at most dModel / nHeads = ${dHead}`;
  throw new RangeError(`rotaryDim must be ${expected}, got ${rotaryDim}.`);
}

/**
 * @param {string} name what gives the table its rows
 * @param {number} rows
 * @param {number} firstPos
 * @param {number} nTokens
 */
function requireRows(name, rows, firstPos, nTokens) {
  if (firstPos < 0) {
    throw new RangeError(`firstPos must be >= 0 for a learned table, got ${firstPos}.`);
  }
  if (rows >= firstPos + nTokens) return;
  const needed = `${firstPos + nTokens} for positions ${firstPos} to ${firstPos + nTokens - 1}`;
  throw new RangeError(`${name} must give a row to each position, ${needed}, got ${rows}.`);
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
