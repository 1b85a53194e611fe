// @ts-check
import {allocateStream} from './base.js';
import {requireIntegers, requireShape, requireTensor, show} from './check.js';
import {bindMethod, defaultOf, findMethod, isRotary, methodFacts, requireSettings} from './pe.js';

/** @import {Core, Memory, Method, Numbers, Tensor, TensorLike} from './core.js' */
/** @import {PeSettings} from './pe.js' */

/**
 * The positional methods of a layer, for selfAttention() and miniBlock(): names of the table (methods()
 * in pe.js), and what they need to know; each reads what it knows of.
 *
 * @typedef {PeSettings & {
 *   methods?: readonly string[],
 *   firstPos?: number,
 *   tensors?: Record<string, TensorLike>,
 *   learnedTable?: TensorLike,
 *   clippedTable?: TensorLike,
 * }} Positions methods: in this order; none: a model without position, a hybrid is two names.
 *   firstPos: position of token 0. tensors: what methods learn, by its names; the rest is drawn.
 *   learnedTable (rows, dModel), clippedTable (nHeads, 2 clip + 1): two of them, by other names.
 *   maxLen: as many as there are tokens
 */

/** @typedef {[nTokens: number, dModel: number, nHeads: number]} Sizes */
/** @typedef {{seed: number | bigint, causal?: boolean, scale?: number, keyPad?: Numbers}} Layer */

/** @type {Record<string, 'learnedTable' | 'clippedTable'>} */
const OTHER_NAMES = {pos_emb: 'learnedTable', clipped_table: 'clippedTable'};

/** Where these layers run no method: they project keys and values, and their output is that of the softmax. */
const NOT_RUN = ['kv', 'weights', 'output'];

/**
 * The methods that these layers run: all that act before the softmax, on keys and values that the layer projects.
 *
 * @param {Core} core
 * @returns {Method[]}
 */
export function selfAttentionMethods(core) {
  return core.describe.methods.filter(({actsOn}) => !NOT_RUN.includes(actsOn));
}

/**
 * What a layer with these methods multiplies q k^T by.
 *
 * @param {Core} core
 * @param {Positions} options
 * @param {number} dHead
 */
export function scaleOf(core, {methods = []}, dHead) {
  if (!Array.isArray(methods)) return 1;
  const factors = methods.map((name, i) =>
    core.number('pe_logits_scale', requireListed(core, name, i).id, 1),
  );
  return factors.reduce((product, factor) => product * factor, 1 / Math.sqrt(dHead));
}

/**
 * A layer with its list of methods, and the memory that a pass through it works in (src/model/layer.h).
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {Positions & Layer & {vocabSize?: number}} options
 * @param {Sizes} sizes
 * @returns {{layer: number, scratch: number}} where they are
 */
export function allocateLayer(core, mem, options, sizes) {
  const {methods = [], rotaryDim = 0, firstPos = 0} = options;
  const {base = defaultOf(core, 'base'), clip = defaultOf(core, 'clip')} = options;
  requireSettings(core, {base, clip});
  requireIntegers({rotaryDim}, 0);
  requireIntegers({firstPos}, -(2 ** 31));
  if (!Array.isArray(methods))
    throw new TypeError(`methods must be an array, got ${show(methods)}.`);
  const limit = core.number('model_config_max_methods');
  if (methods.length > limit) {
    throw new RangeError(`methods must be at most ${limit}, got ${methods.length}.`);
  }
  const layer = mem.u8(core.number('model_layer_n_bytes')).ptr;
  const {keyPad, scale = 1, causal = false, vocabSize = 1} = options;
  const pad = keyPad ? mem.i32(keyPad).ptr : 0;
  core.call('model_layer_set', layer, pad, scale, causal ? 1 : 0, vocabSize, ...sizes);
  methods.forEach((name, i) => {
    const method = requireListed(core, name, i);
    const settings = allocateSettingsOf(core, mem, method, options, sizes);
    core.call('model_layer_add_method', layer, method.id, settings);
  });
  const nBytes = core.number('model_layer_scratch_n_bytes', layer);
  if (nBytes === 0) {
    const most = core.describe.maxElements;
    throw new RangeError(`nTokens must give at most ${most} numbers in all, got ${sizes[0]}.`);
  }
  return {layer, scratch: mem.u8(nBytes).ptr};
}

/** @param {Core} core @param {string} name @param {number} i */
function requireListed(core, name, i) {
  const method = findMethod(core, name, `methods[${i}]`);
  if (!NOT_RUN.includes(method.actsOn)) return method;
  throw new RangeError(
    `methods[${i}] must be one that acts before the softmax, on what the layer projects, got '${name}'.`,
  );
}

/**
 * One method's settings, with what it learns.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {Method} method
 * @param {Positions & Layer} options
 * @param {Sizes} sizes
 * @returns {number} where they are
 */
function allocateSettingsOf(core, mem, method, options, [nTokens, dModel, nHeads]) {
  const dHead = dModel / nHeads;
  const {firstPos = 0, rotaryDim = 0} = options;
  const {name} = method;
  if (isRotary(method)) requireRotaryDim(name, rotaryDim, dModel, nHeads);
  const maxLen = rowsOf(core, name, options, nTokens, dModel);
  const place = {...options, method: name, firstPos, maxLen};
  const sizes = {nHeads, nQuery: nTokens, nKey: nTokens, dHead, dModel};
  const {config} = bindMethod(core, mem, place, sizes, (known) => {
    const chosen = known.map((one) => [
      one.name,
      provided(core, options, one) ??
        draw(core, mem, options.seed, name, {...one, isAlone: known.length === 1}),
    ]);
    return Object.fromEntries(chosen);
  });
  return config;
}

/**
 * @param {Core} core
 * @param {Positions} options
 * @param {import('./pe.js').TensorInfo} tensor
 * @returns {TensorLike | undefined}
 */
function provided(core, options, {name, shape}) {
  const other = OTHER_NAMES[name];
  const table = options[other] ?? undefined;
  if (table !== undefined) requireTensor(core, other, table, shape);
  return table ?? options.tensors?.[name];
}

/**
 * Positions that a table has.
 *
 * @param {Core} core
 * @param {string} method
 * @param {Positions} options
 * @param {number} nTokens
 * @param {number} dModel
 */
function rowsOf(core, method, options, nTokens, dModel) {
  const {firstPos = 0, learnedTable, maxLen = Math.max(1, firstPos + nTokens)} = options;
  if (!methodFacts(core, method).isBounded) return maxLen;
  const isGiven = learnedTable !== undefined && learnedTable !== null;
  if (isGiven && learns(core, method, 'pos_emb')) {
    const [rows] = requireTensor(core, 'learnedTable', learnedTable, ['rows', dModel]);
    requireRows('learnedTable', rows, firstPos, nTokens);
    return rows;
  }
  requireShape(core, {maxLen, dModel});
  requireRows('maxLen', maxLen, firstPos, nTokens);
  return maxLen;
}

/** @param {Core} core @param {string} method @param {string} tensor */
function learns(core, method, tensor) {
  const {id} = findMethod(core, method);
  const indices = Array.from({length: core.number('pe_tensor_count', id)}, (_, index) => index);
  return indices.some((index) => core.text('pe_tensor_name', id, index) === tensor);
}

/**
 * Of the stream "w/<method>" of the seed; where a method learns several, "w/<tensor>".
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {number | bigint} seed
 * @param {string} method
 * @param {import('./pe.js').TensorInfo & {isAlone: boolean}} tensor
 * @returns {Tensor}
 */
function draw(core, mem, seed, method, {name, shape, mean, sigma, isAlone}) {
  const out = mem.f32(shape.reduce((a, b) => a * b, 1));
  const stream = allocateStream(mem, {seed, name: `w/${isAlone ? method : name}`});
  core.call('rng_normal', out.ptr, ...stream, sigma, out.length);
  return {data: out.copy().map((value) => value + mean), shape};
}

// --------------------------------------------------------------------------------------- checks

/**
 * @param {string} method
 * @param {number} rotaryDim
 * @param {number} dModel
 * @param {number} nHeads
 */
function requireRotaryDim(method, rotaryDim, dModel, nHeads) {
  const dHead = dModel / nHeads;
  if (rotaryDim === 0 && dHead % 2 !== 0) {
    const got = `${dModel} / ${nHeads} = ${dHead}`;
    throw new RangeError(
      `dModel / nHeads must be even for ${method}, since pairs are rotated, got ${got}.`,
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
