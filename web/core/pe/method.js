// @ts-check

import {allocateStream} from '../base.js';
import {requireIntegers, requireNotNegative, requireShape, requireTensor} from '../check.js';
import {runMethod, splitByTensor} from './method-call.js';
import {methodFacts} from './settings.js';

/** @import { Core, Memory, Tensor, TensorLike } from '../core.js' */
/** @import { MethodOptions, Sizes, TensorInfo, Tensors } from './method-call.js' */

/**
 * Any method of the core's table, by its name: what it learns, what it does, and its backward pass. What
 * a function does is documented at PeMethod in src/pe/pe.h, what a method does in its own header. Numbers
 * that are not finite pass through: they are data.
 */

const PAIRS = ['nHeads', 'nQuery', 'nKey'];
const QUERIES = ['nHeads', 'nQuery', 'dHead'];

// -------------------------------------------------------------------------------- what is learned

/**
 * The tensors that a method learns.
 *
 * @param {Core} core
 * @param {{method: string, nHeads: number, dHead: number, dModel?: number} & MethodOptions} options
 * @returns {TensorInfo[]}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodTensors(core, options) {
  return runMethod(core, options, sizesForTokens(core, options), ({tensors}) => tensors);
}

/**
 * Those tensors as training draws them.
 *
 * @param {Core} core
 * @param {{method: string, nHeads: number, dHead: number, dModel?: number, seed: number | bigint,
 *   sigma?: number, layer?: number} & MethodOptions} options sigma: for all, in place of their own;
 *   layer: that of tensors that each layer has, 0
 * @returns {Record<string, Tensor>}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodInit(core, options) {
  const {seed, sigma, layer = 0} = options;
  requireIntegers({layer}, 0);
  if (sigma !== undefined) requireNotNegative({sigma});
  const drawn = methodTensors(core, options).map((one) => {
    const name = `w/${one.perLayer ? `layers.${layer}.` : ''}${one.name}`;
    const data = core.scratch((mem) => {
      const out = mem.f32(one.shape.reduce((a, b) => a * b, 1));
      core.call(
        'rng_normal',
        out.ptr,
        ...allocateStream(mem, {seed, name}),
        sigma ?? one.sigma,
        out.length,
      );
      return out.copy();
    });
    return [one.name, {data: data.map((value) => value + one.mean), shape: one.shape}];
  });
  return Object.fromEntries(drawn);
}

// ------------------------------------------------------------------------------------- the points

/**
 * What a method makes of the embeddings.
 *
 * @param {Core} core
 * @param {{method: string, x: TensorLike, tensors?: Tensors, nHeads?: number} & MethodOptions} options
 *   x (n, dModel)
 * @returns {Tensor} (n, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodInput(core, options) {
  const [n, dModel] = requireTensor(core, 'x', options.x, ['n', 'dModel']);
  return runMethod(
    core,
    options,
    sizesForInput(options, n, dModel),
    ({mem, act}) => {
      const x = mem.f32(options.x.data);
      act({x: x.ptr});
      return {data: x.copy(), shape: [n, dModel]};
    },
    'input',
  );
}

/**
 * @param {Core} core
 * @param {{method: string, dx: TensorLike, x?: TensorLike, tensors?: Tensors, nHeads?: number} &
 *   MethodOptions} options dx (n, dModel): the gradient by what the method made; x: what it was given,
 *   where it reads that
 * @returns {{dx: Tensor, dtensors: Record<string, Tensor>}} the gradient by x
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodInputBackward(core, options) {
  const [n, dModel] = requireTensor(core, 'dx', options.dx, ['n', 'dModel']);
  if (options.x || methodFacts(core, options.method).readsContent) {
    requireTensor(core, 'x', /** @type {TensorLike} */ (options.x), [n, dModel]);
  }
  return runMethod(
    core,
    options,
    sizesForInput(options, n, dModel),
    (call) => {
      const dx = call.mem.f32(options.dx.data);
      const x = options.x && call.mem.f32(options.x.data).ptr;
      call.act({x, dx: dx.ptr}, true);
      return {dx: {data: dx.copy(), shape: [n, dModel]}, dtensors: splitByTensor(call)};
    },
    'input',
  );
}

/**
 * What a method makes of queries and keys.
 *
 * @param {Core} core
 * @param {{method: string, q: TensorLike, k: TensorLike, tensors?: Tensors} & MethodOptions} options
 *   q (nHeads, nQuery, dHead), k (nHeads, nKey, dHead)
 * @returns {{q: Tensor, k: Tensor}}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodQk(core, options) {
  const {q, k} = options;
  return transformBoth(core, options, {q, k}, false, 'qk');
}

/**
 * @param {Core} core
 * @param {{method: string, dq: TensorLike, dk: TensorLike, q?: TensorLike, k?: TensorLike, tensors?: Tensors} &
 *   MethodOptions} options gradients by what the method made; q and k: what it made, where it learns
 * @returns {{dq: Tensor, dk: Tensor, dtensors?: Record<string, Tensor>}} those by what it was given; where q and k are
 *   given, what is to be added to the gradients of its tensors
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodQkBackward(core, options) {
  const {dq, dk, q, k} = options;
  if (!q || !k) return transformBoth(core, options, {dq, dk}, true, 'qk');
  const sizes = sizesFromQK(core, {dq, dk});
  requireTensor(core, 'q', q, dq.shape);
  requireTensor(core, 'k', k, dk.shape);
  return runMethod(
    core,
    options,
    sizes,
    (call) => {
      const [made, madeK, ofQ, ofK] = [q, k, dq, dk].map(({data}) => call.mem.f32(data));
      call.act({q: made.ptr, k: madeK.ptr, dq: ofQ.ptr, dk: ofK.ptr}, true);
      return {
        dq: {data: ofQ.copy(), shape: [...dq.shape]},
        dk: {data: ofK.copy(), shape: [...dk.shape]},
        dtensors: splitByTensor(call),
      };
    },
    'qk',
  );
}

/**
 * What a method makes of values, and of the output of attention.
 *
 * @param {Core} core
 * @param {{method: string, output: TensorLike, v: TensorLike} & MethodOptions} options
 *   output (nHeads, nQuery, dHead), v (nHeads, nKey, dHead)
 * @returns {{output: Tensor, v: Tensor}}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodValues(core, options) {
  const {output, v} = options;
  return transformBoth(core, options, {output, v}, false, 'values');
}

/**
 * @param {Core} core
 * @param {{method: string, doutput: TensorLike, dv: TensorLike} & MethodOptions} options gradients by what
 *   the method made
 * @returns {{doutput: Tensor, dv: Tensor}} those by what it was given
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodValuesBackward(core, options) {
  const {doutput, dv} = options;
  return transformBoth(core, options, {doutput, dv}, true, 'values');
}

/**
 * The keys and values that a method makes of what a layer projects, and what it makes of the queries.
 *
 * @param {Core} core
 * @param {{method: string, x: TensorLike, q: TensorLike, tensors?: Tensors} & MethodOptions} options
 *   x (n, dModel), q (nHeads, n, dHead)
 * @returns {{q: Tensor, k: Tensor, v: Tensor}}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodKv(core, options) {
  const {x, q} = options;
  const shape = requireTensor(core, 'q', q, QUERIES);
  return runMethod(
    core,
    options,
    sizesForKv(core, x, shape),
    ({mem, act}) => {
      const made = {q: mem.f32(q.data), k: mem.f32(q.data.length), v: mem.f32(q.data.length)};
      act({x: mem.f32(x.data).ptr, q: made.q.ptr, k: made.k.ptr, v: made.v.ptr});
      const tensor = (/** @type {'q' | 'k' | 'v'} */ name) => ({
        data: made[name].copy(),
        shape: [...shape],
      });
      return {q: tensor('q'), k: tensor('k'), v: tensor('v')};
    },
    'kv',
  );
}

/**
 * @param {Core} core
 * @param {{method: string, x: TensorLike, dq: TensorLike, dk: TensorLike, dv: TensorLike, tensors?: Tensors} &
 *   MethodOptions} options x as methodKv() had it; gradients by what the method made
 * @returns {{dq: Tensor, dx: Tensor, dtensors: Record<string, Tensor>}} the gradient by q, and what is to be added
 *   to the others
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodKvBackward(core, options) {
  const {x, dq, dk, dv} = options;
  const shape = requireTensor(core, 'dq', dq, QUERIES);
  requireTensor(core, 'dk', dk, shape);
  requireTensor(core, 'dv', dv, shape);
  return runMethod(
    core,
    options,
    sizesForKv(core, x, shape),
    (call) => {
      const [ofX, ofQ, ofK, ofV] = [x, dq, dk, dv].map(({data}) => call.mem.f32(data));
      const dx = call.mem.f32(new Float32Array(x.data.length));
      call.act({x: ofX.ptr, dx: dx.ptr, dq: ofQ.ptr, dk: ofK.ptr, dv: ofV.ptr}, true);
      return {
        dq: {data: ofQ.copy(), shape: [...shape]},
        dx: {data: dx.copy(), shape: [...x.shape]},
        dtensors: splitByTensor(call),
      };
    },
    'kv',
  );
}

/** @param {Core} core @param {TensorLike} x @param {readonly number[]} shape of q @returns {Sizes} */
function sizesForKv(core, x, [nHeads, n, dHead]) {
  const [, dModel] = requireTensor(core, 'x', x, [n, 'dModel']);
  return requireSizesOf(core, {nHeads, nQuery: n, nKey: n, dHead, dModel});
}

/**
 * What a method adds to the logits.
 *
 * @param {Core} core
 * @param {{method: string, q?: TensorLike, k?: TensorLike, x?: TensorLike, nHeads?: number,
 *   nQuery?: number, nKey?: number, dHead?: number, dModel?: number, tensors?: Tensors} &
 *   MethodOptions} options q and k as in methodQk(); or the sizes where the method reads neither; or,
 *   where it reads tokens, x (nKey, dModel), what the layer projects, and nHeads and nQuery (nKey unless
 *   given), or q and k beside it where what it adds is the whole product; dModel: nHeads * dHead unless given
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodBias(core, options) {
  const sizes = sizesForLogits(core, options);
  const {nHeads, nQuery, nKey} = sizes;
  return runMethod(
    core,
    options,
    sizes,
    ({mem, act}) => {
      const bias = mem.f32(new Float32Array(nHeads * nQuery * nKey));
      act({logits: bias.ptr, ...allocateContent(mem, options)});
      return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
    },
    'logits',
  );
}

/**
 * @param {Core} core
 * @param {{method: string, dlogits: TensorLike, q?: TensorLike, k?: TensorLike, x?: TensorLike,
 *   dHead?: number, dModel?: number, tensors?: Tensors} & MethodOptions} options dlogits (nHeads, nQuery, nKey), 0
 *   where a key is hidden; the rest as methodBias() had it
 * @returns {{dq?: Tensor, dk?: Tensor, dx?: Tensor, dtensors: Record<string, Tensor>}} what is to be added
 *   to each gradient; those of q and k, or of x, where they were given
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodBiasBackward(core, options) {
  const {dlogits, q, k, x} = options;
  const [nHeads, nQuery, nKey] = requireTensor(core, 'dlogits', dlogits, PAIRS);
  const sizes = sizesForLogits(core, {...options, nHeads, nQuery, nKey});
  if (sizes.nHeads !== nHeads || sizes.nQuery !== nQuery || sizes.nKey !== nKey) {
    throw new RangeError(
      `dlogits must be (nHeads, nQuery, nKey) of q and k, got ${dlogits.shape}.`,
    );
  }
  return runMethod(
    core,
    options,
    sizes,
    (call) => {
      const {mem} = call;
      const [dq, dk, dx] = [q, k, x].map(
        (one) => one && mem.f32(new Float32Array(one.data.length)),
      );
      const gradients = {dq: dq?.ptr, dk: dk?.ptr, dx: dx?.ptr};
      const given = {dlogits: mem.f32(dlogits.data).ptr, ...allocateContent(mem, options)};
      call.act({...gradients, ...given}, true);
      return {
        ...(dq && q && {dq: {data: dq.copy(), shape: [...q.shape]}}),
        ...(dk && k && {dk: {data: dk.copy(), shape: [...k.shape]}}),
        ...(dx && x && {dx: {data: dx.copy(), shape: [...x.shape]}}),
        dtensors: splitByTensor(call),
      };
    },
    'logits',
  );
}

/**
 * The weights that a method makes of logits.
 *
 * @param {Core} core
 * @param {{method: string, logits: TensorLike, tensors?: Tensors} & MethodOptions} options logits (nHeads,
 *   nQuery, nKey), -Infinity where a key is hidden
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodWeights(core, options) {
  const shape = requireTensor(core, 'logits', options.logits, PAIRS);
  const sizes = sizesForWeights(core, shape);
  return runMethod(
    core,
    options,
    sizes,
    ({mem, act}) => {
      const weights = mem.f32(options.logits.data.length);
      act({weights: weights.ptr, logits: mem.f32(options.logits.data).ptr});
      return {data: weights.copy(), shape: [...shape]};
    },
    'weights',
  );
}

/**
 * @param {Core} core
 * @param {{method: string, dweights: TensorLike, logits: TensorLike, tensors?: Tensors} & MethodOptions}
 *   options dweights as the logits, which are those of methodWeights()
 * @returns {{dlogits: Tensor, dtensors: Record<string, Tensor>}} 0 where a key is hidden; what is to be added
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodWeightsBackward(core, options) {
  const {logits, dweights} = options;
  const shape = requireTensor(core, 'logits', logits, PAIRS);
  requireTensor(core, 'dweights', dweights, shape);
  return runMethod(
    core,
    options,
    sizesForWeights(core, shape),
    (call) => {
      const given = {logits: call.mem.f32(logits.data).ptr};
      const weights = call.mem.f32(logits.data.length).ptr;
      const dlogits = call.mem.f32(dweights.data);
      call.act({...given, weights});
      call.act({...given, weights, dweights: dlogits.ptr}, true);
      return {dlogits: {data: dlogits.copy(), shape: [...shape]}, dtensors: splitByTensor(call)};
    },
    'weights',
  );
}

/** @param {Core} core @param {readonly number[]} shape of logits @returns {Sizes} */
const sizesForWeights = (core, [nHeads, nQuery, nKey]) =>
  requireSizesOf(core, {nHeads, nQuery, nKey, dHead: 1});

/**
 * What a method adds to the output of attention.
 *
 * @param {Core} core
 * @param {{method: string, weights: TensorLike, dHead: number, tensors?: Tensors} & MethodOptions}
 *   options weights (nHeads, nQuery, nKey), 0 where a key is hidden
 * @returns {Tensor} (nHeads, nQuery, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodOutput(core, options) {
  const {weights, dHead} = options;
  const [nHeads, nQuery, nKey] = requireTensor(core, 'weights', weights, PAIRS);
  const sizes = requireSizesOf(core, {nHeads, nQuery, nKey, dHead});
  return runMethod(
    core,
    options,
    sizes,
    ({mem, act}) => {
      const output = mem.f32(new Float32Array(nHeads * nQuery * dHead));
      act({output: output.ptr, weights: mem.f32(weights.data).ptr});
      return {data: output.copy(), shape: [nHeads, nQuery, dHead]};
    },
    'output',
  );
}

/**
 * @param {Core} core
 * @param {{method: string, dout: TensorLike, weights: TensorLike, tensors?: Tensors} & MethodOptions}
 *   options dout (nHeads, nQuery, dHead)
 * @returns {{dweights: Tensor, dtensors: Record<string, Tensor>}} what is to be added to each gradient
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function methodOutputBackward(core, options) {
  const {dout, weights} = options;
  const [nHeads, nQuery, dHead] = requireTensor(core, 'dout', dout, QUERIES);
  const [, , nKey] = requireTensor(core, 'weights', weights, [nHeads, nQuery, 'nKey']);
  const sizes = requireSizesOf(core, {nHeads, nQuery, nKey, dHead});
  return runMethod(
    core,
    options,
    sizes,
    (call) => {
      const dweights = call.mem.f32(new Float32Array(weights.data.length));
      const [doutput, given] = [dout, weights].map(({data}) => call.mem.f32(data).ptr);
      call.act({dweights: dweights.ptr, doutput, weights: given}, true);
      const shape = [nHeads, nQuery, nKey];
      return {dweights: {data: dweights.copy(), shape}, dtensors: splitByTensor(call)};
    },
    'output',
  );
}

/**
 * @template {Record<string, TensorLike>} T
 * @param {Core} core
 * @param {{method: string} & MethodOptions} options
 * @param {T} both of queries, and of keys
 * @param {boolean} isBackward
 * @param {'qk' | 'values'} point
 * @returns {{[name in keyof T]: Tensor}}
 */
function transformBoth(core, options, both, isBackward, point) {
  const sizes = sizesFromQK(core, both);
  return runMethod(
    core,
    options,
    sizes,
    ({mem, act}) => {
      const buffers = Object.values(both).map(({data}) => mem.f32(data));
      const [first, second] = buffers.map(({ptr}) => ptr);
      const ofQk = isBackward ? {dq: first, dk: second} : {q: first, k: second};
      act(point === 'qk' ? ofQk : {output: first, v: second}, isBackward);
      const made = Object.entries(both).map(([name, {shape}], at) => {
        return [name, {data: buffers[at].copy(), shape: [...shape]}];
      });
      return Object.fromEntries(made);
    },
    point,
  );
}

/** @param {Memory} mem @param {{q?: TensorLike, k?: TensorLike, x?: TensorLike}} options */
function allocateContent(mem, {q, k, x}) {
  const [ofQ, ofK, ofX] = [q, k, x].map((one) => one && mem.f32(one.data).ptr);
  return {q: ofQ, k: ofK, x: ofX};
}

// ------------------------------------------------------------------------------------------ sizes

/** @param {Core} core @param {Omit<Sizes, 'dModel'> & {dModel?: number}} sizes @returns {Sizes} */
function requireSizesOf(core, {nHeads, nQuery, nKey, dHead, dModel: width}) {
  requireShape(core, {nHeads, nQuery, nKey});
  requireShape(core, {nHeads, nQuery, dHead});
  requireShape(core, {nHeads, nKey, dHead});
  const dModel = width === undefined ? nHeads * dHead : width;
  requireShape(core, {dModel});
  return {nHeads, nQuery, nKey, dHead, dModel};
}

/** @param {Core} core @param {{nHeads: number, dHead: number, dModel?: number}} options */
function sizesForTokens(core, {nHeads, dHead, dModel}) {
  return requireSizesOf(core, {nHeads, dHead, dModel, nQuery: 1, nKey: 1});
}

/** @param {{nHeads?: number}} options @param {number} n @param {number} dModel @returns {Sizes} */
function sizesForInput({nHeads = 1}, n, dModel) {
  requireIntegers({nHeads}, 1);
  return {nHeads, nQuery: n, nKey: n, dHead: Math.max(1, Math.floor(dModel / nHeads)), dModel};
}

/** @param {Core} core @param {Parameters<typeof methodBias>[1]} options @returns {Sizes} */
function sizesForLogits(core, options) {
  const {method, q, k, x, dHead = 1} = options;
  const {readsTokens, isProduct, readsContent} = methodFacts(core, method);
  if (readsTokens && !isProduct) return sizesFromTokens(core, options);
  if (q || k || readsContent) {
    const both = {q: /** @type {any} */ (q), k: /** @type {any} */ (k)};
    const sizes = sizesFromQK(core, both, options.dModel);
    if (!readsTokens) return sizes;
    const given = /** @type {TensorLike} */ (x);
    const [, dModel] = requireTensor(core, 'x', given, [sizes.nKey, 'dModel']);
    return {...sizes, dModel};
  }
  const {nHeads, nQuery, nKey, dModel} = /** @type {any} */ (options);
  return requireSizesOf(core, {nHeads, nQuery, nKey, dHead, dModel});
}

/** @param {Core} core @param {Parameters<typeof methodBias>[1]} options @returns {Sizes} */
function sizesFromTokens(core, {x, nHeads = 1, nQuery, dHead}) {
  const given = /** @type {TensorLike} */ (x);
  const [nKey, dModel] = requireTensor(core, 'x', given, ['nKey', 'dModel']);
  requireIntegers({nHeads}, 1);
  requireIntegers({nQuery: nQuery === undefined ? nKey : nQuery}, 1, nKey);
  const width = dHead === undefined ? Math.max(1, Math.floor(dModel / nHeads)) : dHead;
  return requireSizesOf(core, {nHeads, nQuery: nQuery ?? nKey, nKey, dHead: width, dModel});
}

/**
 * @param {Core} core
 * @param {Record<string, TensorLike>} both of queries, and of keys
 * @param {number} [dModel]
 */
function sizesFromQK(core, both, dModel) {
  const [[qName, q], [kName, k]] = Object.entries(both);
  const [nHeads, nQuery, dHead] = requireTensor(core, qName, q, QUERIES);
  const [, nKey] = requireTensor(core, kName, k, [nHeads, 'nKey', dHead]);
  return requireSizesOf(core, {nHeads, nQuery, nKey, dHead, dModel});
}
