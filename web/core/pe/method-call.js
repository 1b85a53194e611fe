// @ts-check

import {requireIntegers, requireTensor, show} from '../check.js';
import {CoreError} from '../core.js';
import {numbersOf} from './checks.js';
import {allocateSettings, completeSettings, findMethod} from './settings.js';

/** @import { Core, Memory, Numbers, TensorLike } from '../core.js' */
/** @import { PeSettings } from './settings.js' */

/**
 * One call of a method of the table: its settings, tensors and scratch memory, allocated.
 *
 * @typedef {PeSettings & {firstPos?: number, causal?: boolean, scale?: number,
 *   keyPad?: Numbers | TensorLike}} MethodOptions settings, and where a call stands: the position of
 *   key 0 (0); whether keys after their query are hidden (true); what the layer multiplies q k^T by
 *   (1/sqrt(dHead), times the method's own factor); keyPad (nKey): 1 where a key is hidden
 * @typedef {Record<string, TensorLike>} Tensors by the names of methodTensors()
 * @typedef {{nHeads: number, nQuery: number, nKey: number, dHead: number, dModel: number}} Sizes
 * @typedef {{name: string, shape: number[], mean: number, sigma: number, perLayer: boolean}} TensorInfo
 *   mean, sigma: of the Gaussian that it is drawn from; the name is without its layer
 */

/**
 * @typedef {'x' | 'q' | 'k' | 'v' | 'logits' | 'output' | 'weights'} TensorName
 * @typedef {Partial<Record<TensorName | `d${TensorName}`, number>>} Buffers pointers, by the fields of
 *   PeBuffers in src/pe/pe.h
 * @typedef {{mem: Memory, tensors: TensorInfo[], dtable: import('../core.js').Block<Float32Array>,
 *   act: (buffers: Buffers, isBackward?: boolean) => void}} MethodCall dtable: zeros, to be added to
 */

/**
 * A call with all that the method needs in allocated memory.
 *
 * @template T
 * @param {Core} core
 * @param {{method: string, tensors?: Tensors} & MethodOptions} options
 * @param {Sizes} sizes
 * @param {(call: MethodCall) => T} use
 * @param {string} [point] where the method must act; then tensors must be given
 * @returns {T}
 */
export function runMethod(core, options, sizes, use, point) {
  const {id, actsOn} = findMethod(core, options.method);
  if (point !== undefined && actsOn !== point) {
    throw new RangeError(
      `method must be one that acts on the ${point}, got '${options.method}' (${actsOn}).`,
    );
  }
  return core.scratch((mem) => {
    const {tensors: given = {}} = options;
    const choose = point === undefined ? undefined : () => given;
    const {config, tensors} = bindMethod(core, mem, options, sizes, choose);
    const dtable = mem.f32(new Float32Array(lengthOf(tensors)));
    /** @param {Buffers} buffers @param {boolean} [isBackward] */
    const act = (buffers, isBackward = false) => {
      const {ptr} = mem.struct('PeBuffers', {...buffers, dtable: dtable.ptr});
      core.call('pe_run', ptr, config, id, isBackward ? 1 : 0, sizes.nQuery, sizes.nKey);
    };
    return withContext(core, options, sizes, () => use({mem, tensors, dtable, act}));
  });
}

/**
 * The settings of a method in allocated memory, with all that it works with.
 *
 * @param {Core} core
 * @param {Memory} mem
 * @param {{method: string} & MethodOptions} options
 * @param {Sizes} sizes
 * @param {(tensors: TensorInfo[]) => Tensors} [choose] what it learns; without it none is allocated
 * @returns {{config: number, tensors: TensorInfo[]}} where they are, and what it learns
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function bindMethod(core, mem, options, sizes, choose) {
  const {id} = findMethod(core, options.method);
  const settings = {...completeSettings(core, options), ...sizes};
  const {firstPos, causal, scale = core.number('pe_logits_scale', id, sizes.dHead)} = options;
  const config = allocateSettings(core, mem, {...settings, firstPos, causal, scale});
  return withContext(core, options, sizes, () => {
    const tensors = describe(core, mem, id, config.ptr);
    const table = choose ? allocateTensors(core, mem, tensors, choose(tensors)) : 0;
    const pad = allocatePad(mem, options.keyPad, sizes.nKey);
    const nScratch = core.number('pe_scratch_n', config.ptr, id, sizes.nQuery, sizes.nKey);
    const scratch = nScratch > 0 ? mem.f32(nScratch).ptr : 0;
    config.set({keyPad: pad, table, scratch});
    return {config: config.ptr, tensors};
  });
}

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {number} id
 * @param {number} config
 * @returns {TensorInfo[]}
 */
function describe(core, mem, id, config) {
  const [sizes, start] = [mem.i32(core.describe.sizes.tensorRank), mem.f64(3)];
  return Array.from({length: core.number('pe_tensor_count', id)}, (_, index) => {
    core.call('pe_tensor_describe', sizes.ptr, start.ptr, config, id, index);
    const [mean, sigma, perLayer] = start.copy();
    const shape = [...sizes.copy()].filter((size) => size > 0);
    return {
      name: core.text('pe_tensor_name', id, index),
      shape,
      mean,
      sigma,
      perLayer: perLayer === 1,
    };
  });
}

/** @param {{shape: readonly number[]}[]} tensors */
const lengthOf = (tensors) =>
  tensors.reduce((sum, {shape}) => sum + shape.reduce((a, b) => a * b, 1), 0);

/**
 * @param {Core} core
 * @param {Memory} mem
 * @param {TensorInfo[]} wanted
 * @param {Tensors} given
 * @returns {number}
 */
function allocateTensors(core, mem, wanted, given) {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`tensors must be tensors by their names, got ${show(given)}.`);
  }
  const unknown = Object.keys(given).find((name) => !wanted.some((one) => one.name === name));
  if (unknown !== undefined) {
    const names = wanted.map(({name}) => `'${name}'`).join(', ') || 'none';
    throw new RangeError(`tensors must be of ${names}, got '${unknown}'.`);
  }
  for (const {name, shape} of wanted) requireTensor(core, `tensors['${name}']`, given[name], shape);
  if (wanted.length === 0) return 0;
  const table = mem.f32(lengthOf(wanted));
  let at = 0;
  for (const {name} of wanted) {
    table.view().set(given[name].data, at);
    at += given[name].data.length;
  }
  return table.ptr;
}

/** @param {Memory} mem @param {Numbers | TensorLike | undefined} keyPad @param {number} nKey */
function allocatePad(mem, keyPad, nKey) {
  if (keyPad === undefined) return 0;
  const list = numbersOf(keyPad);
  requireIntegers({'keyPad.length': list?.length}, nKey, nKey);
  for (let j = 0; j < nKey; j++) requireIntegers({[`keyPad[${j}]`]: list[j]}, 0, 1);
  return mem.i32(list).ptr;
}

/** The gradients by each tensor. @param {MethodCall} call */
export function splitByTensor({dtable, tensors}) {
  const data = dtable.copy();
  let at = 0;
  return Object.fromEntries(
    tensors.map(({name, shape}) => {
      const n = shape.reduce((a, b) => a * b, 1);
      at += n;
      return [name, {data: data.slice(at - n, at), shape}];
    }),
  );
}

/**
 * What C refuses of settings that are right one by one, with all of them in the message.
 *
 * @template T
 * @param {Core} core
 * @param {{method: string} & MethodOptions} options
 * @param {Sizes} sizes
 * @param {() => T} use
 * @returns {T}
 */
function withContext(core, options, sizes, use) {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof CoreError) || error.status === 'no memory') throw error;
    const {method, firstPos = 0} = options;
    const got = JSON.stringify({...completeSettings(core, options), ...sizes, firstPos});
    throw new RangeError(
      `settings must be such that '${method}' can work with them (${error.status}), got ${got}.`,
    );
  }
}
