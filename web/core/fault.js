// @ts-check

import {requireNumbers, requireNumbers32, requireShape, requireTensor} from './check.js';
import {defaultOf, numbersOf, requireSettings} from './pe/checks.js';
import {requireRopeTables} from './pe/rope.js';

/** @import { Core, Numbers, Tensor, Tensor64, TensorLike } from './core.js' */
/** @import {RopeLayout} from './pe/rope.js' */

/**
 * Known bugs of published code, exactly as they occur: the "break it" switches inject them. See
 * src/pe/fault.h.
 */

/**
 * Fault: tables laid out for half-split pairs, read as if for interleaved ones (transformers#25199).
 * The two rows of each 2 x 2 block use different angles: not a rotation.
 *
 * @param {Core} core
 * @param {{x: TensorLike, cos: TensorLike, sin: TensorLike, inverse?: boolean}} options as
 *   ropeRotate's, over the full head: 2 nPairs = dHead
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultRopeMixed(core, {x, cos, sin, inverse = false}) {
  const [nHeads, n, dHead] = requireTensor(core, 'x', x, ['nHeads', 'n', 'dHead']);
  const nPairs = requireRopeTables(core, cos, sin, n, dHead);
  if (2 * nPairs !== dHead) {
    throw new RangeError(`cos must have dHead / 2 = ${dHead / 2} columns, got ${nPairs}.`);
  }
  return core.scratch((mem) => {
    const out = mem.f32(x.data.length);
    const inputs = [x, cos, sin].map((tensor) => mem.f32(tensor.data).ptr);
    core.call('pe_fault_rope_mixed', out.ptr, ...inputs, inverse ? 1 : 0, nHeads, n, dHead);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/**
 * Fault: rotated by the head's index instead of the position: tables broadcast wrongly. Every token of
 * a head has the same angle, so logits do not depend on distance.
 *
 * @param {Core} core
 * @param {{x: TensorLike, cos: TensorLike, sin: TensorLike, layout?: RopeLayout,
 *   inverse?: boolean}} options
 *   as ropeRotate's; cos and sin need at least nHeads rows
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultRopeByHead(core, {x, cos, sin, layout = 'half', inverse = false}) {
  const [nHeads, n, dHead] = requireTensor(core, 'x', x, ['nHeads', 'n', 'dHead']);
  const rows = requireTensor(core, 'cos', cos, ['n', 'nPairs'])[0];
  const nPairs = requireRopeTables(core, cos, sin, rows, dHead);
  if (rows < nHeads) throw new RangeError(`cos must have >= nHeads = ${nHeads} rows, got ${rows}.`);
  const layoutId = core.enumValue('ropeLayout', 'layout', layout);
  return core.scratch((mem) => {
    const out = mem.f32(x.data.length);
    const inputs = [x, cos, sin].map((tensor) => mem.f32(tensor.data).ptr);
    const direction = inverse ? 1 : 0;
    const sizes = {nHeads, n, dHead, nPairs};
    const rotation = mem.struct('PeRotation', {layout: layoutId, inverse: direction, ...sizes});
    core.call('pe_fault_rope_by_head', out.ptr, ...inputs, rotation.ptr);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/**
 * Fault: numbers rounded to float32 and then to bfloat16, as frequencies are when a model is cast
 * completely (gpt-neox#1003). Give the result to ropeTables as invFreq.
 *
 * @param {Core} core
 * @param {{values: Numbers | TensorLike}} options
 * @returns {Tensor64} (values.length)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultBf16(core, {values}) {
  const list = requireNumbers('values', numbersOf(values));
  return core.scratch((mem) => {
    const out = mem.f64(list);
    core.call('pe_fault_bf16', out.ptr, out.ptr, list.length);
    return {data: out.copy(), shape: [list.length]};
  });
}

/**
 * Fault: the column, not the pair, is put into the exponent 2i/d (DeepCTR#379). Frequencies fall
 * twice as fast, and sine and cosine of a pair no longer share one.
 *
 * @param {Core} core
 * @param {{nPos: number, dModel: number, base?: number}} options
 * @returns {Tensor} (nPos, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultSinusoidalDoubledExponent(core, options) {
  return faultTable(core, 'pe_fault_sinusoidal_doubled_exponent', options);
}

/**
 * Fault that is none: cosine first, sine second. Every dot product and distance stays as it was.
 *
 * @param {Core} core
 * @param {{nPos: number, dModel: number, base?: number}} options
 * @returns {Tensor} (nPos, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultSinusoidalSwapped(core, options) {
  return faultTable(core, 'pe_fault_sinusoidal_swapped', options);
}

/**
 * Fault: the bias runs along the query axis. It is one number per row, which
 * cancels in the softmax.
 *
 * @param {Core} core
 * @param {{slopes: Numbers | TensorLike, nQuery: number, nKey: number}} options
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultAlibiQueryAxis(core, {slopes, nQuery, nKey}) {
  const list = requireNumbers32('slopes', numbersOf(slopes));
  const nHeads = list.length;
  requireShape(core, {nHeads, nQuery, nKey});
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nQuery * nKey);
    core.call('pe_fault_alibi_query_axis', bias.ptr, mem.f32(list).ptr, nHeads, nQuery, nKey);
    return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

/**
 * @param {Core} core
 * @param {string} call
 * @param {{nPos: number, dModel: number, base?: number}} options
 * @returns {Tensor}
 */
function faultTable(core, call, {nPos, dModel, base = defaultOf(core, 'base')}) {
  requireShape(core, {nPos, dModel});
  requireSettings(core, {base});
  return core.scratch((mem) => {
    const table = mem.f32(nPos * dModel);
    core.call(call, table.ptr, base, nPos, dModel);
    return {data: table.copy(), shape: [nPos, dModel]};
  });
}
