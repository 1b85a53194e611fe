// @ts-check

import {lendStream} from './base.js';
import {
  requireFinite,
  requireIntegers,
  requireNotNegative,
  requireNumbers,
  requirePositive,
  requireShape,
  requireSizes,
  requireTensor,
} from './core.js';

/** @import { Core, Method, Numbers, Tensor, Tensor64, TensorLike } from './core.js' */

/**
 * Positional encodings. One function here is one contract of src/pe/*.h; the formulas, papers and
 * layouts are told there.
 *
 * @typedef {'interleaved' | 'concatenated' | 'tensor2tensor'} SinusoidalLayout
 * @typedef {'half' | 'interleaved'} RopeLayout
 * @typedef {{cos: Tensor, sin: Tensor}} RopeTables (n, nPairs) each
 */

const MIN_POSITION = -(2 ** 31);
const MAX_POSITION = 2 ** 53; // where a double no longer holds every whole number

/** The table of methods: where each acts, what it learns, its paper. @param {Core} core */
export function methods(core) {
  return core.describe.methods;
}

// ------------------------------------------------------------------------------- sinusoidal

/**
 * The sinusoidal table, rows firstPos .. firstPos + nPos - 1.
 *
 * @param {Core} core
 * @param {{nPos: number, dModel: number, base?: number, layout?: SinusoidalLayout,
 *   firstPos?: number}} options
 * @returns {Tensor} (nPos, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidal(core, options) {
  const {nPos, dModel, base = 10000, layout = 'interleaved', firstPos = 0} = options;
  requireShape(core, {nPos, dModel});
  requireBase(base);
  requireIntegers({firstPos}, MIN_POSITION);
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  return core.scratch((mem) => {
    const table = mem.f32(nPos * dModel);
    core.call('pe_sinusoidal_table', table.ptr, layoutId, base, firstPos, nPos, dModel);
    return {data: table.copy(), shape: [nPos, dModel]};
  });
}

/**
 * Rows of the sinusoidal table at any positions, whole or not, in any order.
 *
 * @param {Core} core
 * @param {{positions: Numbers, dModel: number, base?: number, layout?: SinusoidalLayout}} options
 * @returns {Tensor} (positions.length, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidalAt(core, {positions, dModel, base = 10000, layout = 'interleaved'}) {
  requirePositions(positions);
  const nPos = positions.length;
  requireShape(core, {'positions.length': nPos, dModel});
  requireBase(base);
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  return core.scratch((mem) => {
    const table = mem.f32(nPos * dModel);
    const lent = mem.f64(positions);
    core.call('pe_sinusoidal_at', table.ptr, lent.ptr, layoutId, base, nPos, dModel);
    return {data: table.copy(), shape: [nPos, dModel]};
  });
}

/**
 * Angular frequency of each sine and cosine pair, in radians a position, fastest first. An odd
 * dModel has one more for its lone sine (none in the tensor2tensor layout, whose last column is 0).
 *
 * @param {Core} core
 * @param {{dModel: number, base?: number, layout?: SinusoidalLayout}} options
 * @returns {Tensor64} (nPairs)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidalFrequencies(core, {dModel, base = 10000, layout = 'interleaved'}) {
  requireShape(core, {dModel});
  requireBase(base);
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  const n = layout === 'tensor2tensor' ? Math.floor(dModel / 2) : Math.ceil(dModel / 2);
  return core.scratch((mem) => {
    const frequencies = mem.f64(n);
    core.call('pe_sinusoidal_frequencies', frequencies.ptr, layoutId, base, dModel);
    return {data: frequencies.copy(), shape: [n]};
  });
}

/**
 * The matrix M with PE(p + offset) = M PE(p) for every p: a rotation in each pair.
 *
 * @param {Core} core
 * @param {{dModel: number, base?: number, layout?: SinusoidalLayout, offset: number}} options
 *   dModel even: the lone sine of an odd width has no such matrix
 * @returns {Tensor} (dModel, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function sinusoidalShift(core, {dModel, base = 10000, layout = 'interleaved', offset}) {
  requireSizes({dModel});
  if (dModel % 2 !== 0) throw new RangeError(`dModel must be even, got ${dModel}.`);
  requireShape(core, {dModel, columns: dModel});
  requireBase(base);
  requireOffset(offset);
  const layoutId = core.enumValue('sinusoidalLayout', 'layout', layout);
  return core.scratch((mem) => {
    const shift = mem.f32(dModel * dModel);
    core.call('pe_sinusoidal_shift', shift.ptr, layoutId, base, offset, dModel);
    return {data: shift.copy(), shape: [dModel, dModel]};
  });
}

// ---------------------------------------------------------------------------------- learned

/**
 * A learned table before training: Gaussian numbers.
 *
 * @param {Core} core
 * @param {{maxLen: number, dModel: number, sigma?: number, seed: number | bigint}} options
 * @returns {Tensor} (maxLen, dModel)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function learnedInit(core, {maxLen, dModel, sigma = 0.02, seed}) {
  requireShape(core, {maxLen, dModel});
  requireNotNegative({sigma});
  return core.scratch((mem) => {
    const table = mem.f32(maxLen * dModel);
    const [, , seedLo, seedHi] = lendStream(mem, {seed, name: ''});
    core.call('pe_learned_init', table.ptr, sigma, seedLo, seedHi, maxLen, dModel);
    return {data: table.copy(), shape: [maxLen, dModel]};
  });
}

/**
 * Rows of a learned table.
 *
 * @param {Core} core
 * @param {{table: TensorLike, positions: Numbers}} options table (maxLen, dModel)
 * @returns {Tensor} (positions.length, dModel)
 * @throws {RangeError} at the first position that the table does not hold
 */
export function learnedLookup(core, {table, positions}) {
  const [maxLen, dModel] = requireTensor(core, 'table', table, ['maxLen', 'dModel']);
  requireNumbers('positions', positions);
  for (let k = 0; k < positions.length; k++) {
    if (Number.isInteger(positions[k]) && positions[k] >= 0 && positions[k] < maxLen) continue;
    throw new RangeError(
      `positions[${k}] must be an integer from 0 to ${maxLen - 1}, since the table has ` +
        `${maxLen} rows, got ${positions[k]}.`,
    );
  }
  const n = positions.length;
  requireShape(core, {'positions.length': n, dModel});
  return core.scratch((mem) => {
    const out = mem.f32(n * dModel);
    const lent = [mem.f32(table.data).ptr, mem.i32(positions).ptr];
    core.call('pe_learned_lookup', out.ptr, ...lent, n, maxLen, dModel);
    return {data: out.copy(), shape: [n, dModel]};
  });
}

// ------------------------------------------------------------------------------------- RoPE

/**
 * Angular frequency of each pair, base^(-2i/dim), in radians a position.
 *
 * @param {Core} core
 * @param {{dim: number, base?: number}} options dim even
 * @returns {Tensor64} (dim / 2)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeFrequencies(core, {dim, base = 10000}) {
  requireRopeWidth(core, dim);
  requireBase(base);
  return core.scratch((mem) => {
    const invFreq = mem.f64(dim / 2);
    core.call('pe_rope_frequencies', invFreq.ptr, base, dim);
    return {data: invFreq.copy(), shape: [dim / 2]};
  });
}

/**
 * cos and sin of position times frequency, at given positions or at nPos of them from firstPos.
 *
 * @param {Core} core
 * @param {{positions?: Numbers, nPos?: number, firstPos?: number, dim?: number, base?: number,
 *   invFreq?: Numbers | TensorLike, attentionFactor?: number}} options
 *   frequencies: invFreq, or dim and base
 * @returns {RopeTables} (n, nPairs) each
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeTables(core, options) {
  const {positions, nPos, firstPos = 0, attentionFactor = 1} = options;
  const invFreq = ropeInvFreq(core, options);
  requireFinite({attentionFactor});
  const nPairs = invFreq.length;
  if (positions === undefined) {
    const sizes = requireShape(core, {nPos: /** @type {number} */ (nPos), nPairs});
    requireIntegers({firstPos}, MIN_POSITION);
    return ropeRows(core, invFreq, firstPos, sizes.nPos, attentionFactor);
  }
  const n = requirePositions(positions).length;
  requireShape(core, {'positions.length': n, nPairs});
  return core.scratch((mem) => {
    const cos = mem.f32(n * nPairs);
    const sin = mem.f32(n * nPairs);
    const lent = [mem.f64(positions).ptr, mem.f64(invFreq).ptr];
    core.call('pe_rope_tables', cos.ptr, sin.ptr, ...lent, attentionFactor, n, nPairs);
    return ropePair(cos.copy(), sin.copy(), n, nPairs);
  });
}

/**
 * Turns queries or keys by their tables. Where the tables are narrower than half a head, the rest
 * of the head passes through (partial rotation).
 *
 * @param {Core} core
 * @param {{x: TensorLike, cos: TensorLike, sin: TensorLike, layout?: RopeLayout,
 *   inverse?: boolean}} options
 *   x (nHeads, n, dHead); cos, sin (n, nPairs) with 2 nPairs <= dHead
 * @returns {Tensor} (nHeads, n, dHead)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function ropeRotate(core, {x, cos, sin, layout = 'half', inverse = false}) {
  const [nHeads, n, dHead] = requireTensor(core, 'x', x, ['nHeads', 'n', 'dHead']);
  const nPairs = requireRopeTables(core, cos, sin, n, dHead);
  const layoutId = core.enumValue('ropeLayout', 'layout', layout);
  return core.scratch((mem) => {
    const out = mem.f32(x.data);
    const lent = [out.ptr, mem.f32(cos.data).ptr, mem.f32(sin.data).ptr];
    const sizes = [nHeads, n, dHead, nPairs];
    core.call('pe_rope_rotate', out.ptr, ...lent, layoutId, inverse ? 1 : 0, ...sizes);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/** Tables from position 0 that grow row by row and keep the rows they have. */
export class RopeCache {
  #core;
  #invFreq;
  #cos = new Float32Array(0);
  #sin = new Float32Array(0);
  #nPos = 0;

  /**
   * @param {Core} core
   * @param {{dim?: number, base?: number, invFreq?: Numbers | TensorLike}} options
   */
  constructor(core, options) {
    this.#core = core;
    this.#invFreq = Float64Array.from(ropeInvFreq(core, options));
  }

  /** Rows computed so far. */
  get nPos() {
    return this.#nPos;
  }

  /**
   * Exactly nPos rows, never fewer: what is missing is computed first.
   *
   * @param {number} nPos
   * @returns {RopeTables} (nPos, nPairs) each
   * @throws {RangeError} unless nPos is an integer >= 1
   */
  tables(nPos) {
    const nPairs = this.#invFreq.length;
    requireShape(this.#core, {nPos, nPairs});
    if (nPos > this.#nPos) this.#grow(nPos);
    const length = nPos * nPairs;
    return ropePair(this.#cos.slice(0, length), this.#sin.slice(0, length), nPos, nPairs);
  }

  /** @param {number} nPos */
  #grow(nPos) {
    const missing = nPos - this.#nPos;
    const {cos, sin} = ropeRows(this.#core, this.#invFreq, this.#nPos, missing, 1);
    this.#cos = append(this.#cos, cos.data);
    this.#sin = append(this.#sin, sin.data);
    this.#nPos = nPos;
  }
}

// ------------------------------------------------------------------------------------ ALiBi

/**
 * One slope a head. 'reference': the authors' rule; 'geometric': the plain 2^(-8(h+1)/nHeads),
 * the same where nHeads is a power of two and a common mistake elsewhere.
 *
 * @param {Core} core
 * @param {{nHeads: number, rule?: 'reference' | 'geometric'}} options
 * @returns {Tensor} (nHeads)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function alibiSlopes(core, {nHeads, rule = 'reference'}) {
  requireShape(core, {nHeads});
  const ruleId = core.enumValue('alibiRule', 'rule', rule);
  return core.scratch((mem) => {
    const slopes = mem.f32(nHeads);
    core.call('pe_alibi_slopes', slopes.ptr, ruleId, nHeads);
    return {data: slopes.copy(), shape: [nHeads]};
  });
}

/**
 * The bias of ALiBi, -slope * |i - j|, in logits. Query i stands at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{nHeads?: number, slopes?: Numbers | TensorLike, nQuery: number, nKey: number,
 *   mask?: 'causal' | 'none'}} options slopes, or nHeads for the reference slopes;
 *   'causal' (default) gives -Infinity to keys after the query
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function alibiBias(core, options) {
  const {nQuery, nKey, mask = 'causal'} = options;
  requireSizes({nQuery, nKey});
  const slopes = alibiSlopeList(core, options);
  const nHeads = slopes.length;
  requireShape(core, {nHeads, nQuery, nKey});
  const maskId = core.enumValue('alibiMask', 'mask', mask);
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nQuery * nKey);
    core.call('pe_alibi_bias', bias.ptr, mem.f32(slopes).ptr, maskId, nHeads, nQuery, nKey);
    return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

/**
 * The row form for padded batches: slope * (real keys up to j, less one), 0 at padding. Added to
 * every query's row; after softmax it equals alibiBias on causal rows.
 *
 * @param {Core} core
 * @param {{slopes: Numbers | TensorLike, keyMask: Numbers}} options keyMask: 1 real, 0 padding
 * @returns {Tensor} (nHeads, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function alibiKeyOffsetBias(core, {slopes, keyMask}) {
  const list = requireNumbers('slopes', numbersOf(slopes));
  requireNumbers('keyMask', keyMask);
  const [nHeads, nKey] = [list.length, keyMask.length];
  for (let j = 0; j < nKey; j++) requireIntegers({[`keyMask[${j}]`]: keyMask[j]}, 0, 1);
  requireShape(core, {nHeads, nKey});
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nKey);
    const lent = [mem.f32(list).ptr, mem.i32(keyMask).ptr];
    core.call('pe_alibi_key_offset_bias', bias.ptr, ...lent, nHeads, nKey);
    return {data: bias.copy(), shape: [nHeads, nKey]};
  });
}

// --------------------------------------------------------------------------- clipped offsets

/**
 * Clipped offsets j - i, key position less query position, kept within -clip..clip: negative to the
 * past. Query i stands at i + nKey - nQuery.
 *
 * @param {Core} core
 * @param {{nQuery: number, nKey: number, clip: number}} options clip >= 0
 * @returns {Tensor} (nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function relativeMatrix(core, {nQuery, nKey, clip}) {
  requireShape(core, {nQuery, nKey});
  requireIntegers({clip}, 0, 2 ** 27);
  return core.scratch((mem) => {
    const out = mem.f32(nQuery * nKey);
    core.call('pe_relative_matrix', out.ptr, clip, nQuery, nKey);
    return {data: out.copy(), shape: [nQuery, nKey]};
  });
}

/**
 * A learned scalar a head and clipped offset: bias[h,i,j] = table[h, clip(j-i) + clip].
 *
 * @param {Core} core
 * @param {{table: TensorLike, nQuery: number, nKey: number, clip: number}} options
 *   table (nHeads, 2 clip + 1)
 * @returns {Tensor} (nHeads, nQuery, nKey), in logits
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function clippedBias(core, {table, nQuery, nKey, clip}) {
  requireIntegers({clip}, 0, 2 ** 27);
  const [nHeads] = requireTensor(core, 'table', table, ['nHeads', 2 * clip + 1]);
  requireShape(core, {nHeads, nQuery, nKey});
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nQuery * nKey);
    const lent = mem.f32(table.data);
    core.call('pe_relative_bias', bias.ptr, lent.ptr, clip, nHeads, nQuery, nKey);
    return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

// ----------------------------------------------------------------------------------- memory

/**
 * Bytes a method keeps in float32 for a sequence: its table, cache or bias.
 *
 * @param {Core} core
 * @param {{method: string, seqLen: number, dModel?: number, nHeads?: number, dHead?: number,
 *   clip?: number}} options sizes that the method does not use may be left out
 * @returns {{bytes: number, formula: string}}
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function memoryBytes(core, options) {
  const {method, seqLen, dModel = 1, nHeads = 1, dHead = 2, clip = 0} = options;
  requireSizes({seqLen, dModel, nHeads, dHead});
  requireIntegers({clip}, 0, 2 ** 27);
  const {id, memory, actsOn} = findMethod(core, method);
  if (actsOn === 'qk' && dHead % 2 !== 0) {
    throw new RangeError(`dHead must be even for ${method}, since pairs turn, got ${dHead}.`);
  }
  return core.scratch((mem) => {
    const bytes = mem.f64(1);
    core.call('pe_memory_bytes', bytes.ptr, id, seqLen, dModel, nHeads, dHead, clip);
    return {bytes: bytes.view()[0], formula: memory};
  });
}

// ----------------------------------------------------------------------------------- faults

/**
 * Fault: tables laid out for half-split pairs, read as if for interleaved ones (transformers#25199).
 * The two rows of each 2 x 2 block use different angles: not a rotation.
 *
 * @param {Core} core
 * @param {{x: TensorLike, cos: TensorLike, sin: TensorLike, inverse?: boolean}} options as
 *   ropeRotate's, over the whole head: 2 nPairs = dHead
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
    const lent = [x, cos, sin].map((tensor) => mem.f32(tensor.data).ptr);
    core.call('pe_fault_rope_mixed', out.ptr, ...lent, inverse ? 1 : 0, nHeads, n, dHead);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/**
 * Fault: turned by the head's index, not by the position: tables broadcast wrongly. Every token of a head
 * gets one angle, so logits know nothing of distance.
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
    const lent = [x, cos, sin].map((tensor) => mem.f32(tensor.data).ptr);
    const sizes = [nHeads, n, dHead, nPairs];
    core.call('pe_fault_rope_by_head', out.ptr, ...lent, layoutId, inverse ? 1 : 0, ...sizes);
    return {data: out.copy(), shape: [nHeads, n, dHead]};
  });
}

/**
 * Fault: numbers rounded to float32 and then to bfloat16, as frequencies are when a whole model is
 * cast (gpt-neox#1003). Give the result to ropeTables as invFreq.
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
 * Fault: the bias runs along the query axis. It is one number a row, and the
 * softmax erases it.
 *
 * @param {Core} core
 * @param {{slopes: Numbers | TensorLike, nQuery: number, nKey: number}} options
 * @returns {Tensor} (nHeads, nQuery, nKey)
 * @throws {TypeError | RangeError} naming the argument, its value and what was expected
 */
export function faultAlibiQueryAxis(core, {slopes, nQuery, nKey}) {
  const list = requireNumbers('slopes', numbersOf(slopes));
  const nHeads = list.length;
  requireShape(core, {nHeads, nQuery, nKey});
  return core.scratch((mem) => {
    const bias = mem.f32(nHeads * nQuery * nKey);
    core.call('pe_fault_alibi_query_axis', bias.ptr, mem.f32(list).ptr, nHeads, nQuery, nKey);
    return {data: bias.copy(), shape: [nHeads, nQuery, nKey]};
  });
}

// ---------------------------------------------------------------------------------- helpers

/** Past these, the slowest or the fastest frequency would leave what a double can hold. */
const [MIN_BASE, MAX_BASE] = [1e-100, 1e100];

/**
 * @param {number} base
 * @throws {RangeError} unless its powers stay within what a double can hold
 */
export function requireBase(base) {
  requirePositive({base});
  if (base >= MIN_BASE && base <= MAX_BASE) return;
  throw new RangeError(`base must be within ${MIN_BASE} .. ${MAX_BASE}, got ${base}.`);
}

/** @param {number} offset */
function requireOffset(offset) {
  requireFinite({offset});
  if (Math.abs(offset) <= MAX_POSITION) return;
  throw new RangeError(`offset must be within -2^53 .. 2^53, got ${offset}.`);
}

/** @param {Numbers} positions @returns {Numbers} */
function requirePositions(positions) {
  requireNumbers('positions', positions);
  return requireWithin('positions', positions, MAX_POSITION, '2^53');
}

/**
 * @param {string} name
 * @param {Numbers} values finite
 * @param {number} limit of their magnitude
 * @param {string} inWords
 * @returns {Numbers}
 */
function requireWithin(name, values, limit, inWords) {
  for (let k = 0; k < values.length; k++) {
    if (Math.abs(values[k]) <= limit) continue;
    throw new RangeError(
      `${name}[${k}] must be within -${inWords} .. ${inWords}, got ${values[k]}.`,
    );
  }
  return values;
}

/**
 * @param {Core} core
 * @param {string} call
 * @param {{nPos: number, dModel: number, base?: number}} options
 * @returns {Tensor}
 */
function faultTable(core, call, {nPos, dModel, base = 10000}) {
  requireShape(core, {nPos, dModel});
  requireBase(base);
  return core.scratch((mem) => {
    const table = mem.f32(nPos * dModel);
    core.call(call, table.ptr, base, nPos, dModel);
    return {data: table.copy(), shape: [nPos, dModel]};
  });
}

/** @param {Core} core @param {number} dim */
function requireRopeWidth(core, dim) {
  requireShape(core, {dim});
  if (dim % 2 !== 0) throw new RangeError(`dim must be even, since pairs turn, got ${dim}.`);
}

/**
 * @param {Core} core
 * @param {{dim?: number, base?: number, invFreq?: Numbers | TensorLike}} options
 * @returns {Numbers}
 */
function ropeInvFreq(core, {dim, base, invFreq}) {
  if (invFreq !== undefined) {
    const list = requireNumbers('invFreq', numbersOf(invFreq));
    return requireWithin('invFreq', list, MAX_BASE, '1e100');
  }
  return ropeFrequencies(core, {dim: /** @type {number} */ (dim), base}).data;
}

/**
 * @param {Core} core
 * @param {Numbers} invFreq
 * @param {number} firstPos
 * @param {number} nPos
 * @param {number} attentionFactor
 * @returns {RopeTables}
 */
function ropeRows(core, invFreq, firstPos, nPos, attentionFactor) {
  const nPairs = invFreq.length;
  return core.scratch((mem) => {
    const cos = mem.f32(nPos * nPairs);
    const sin = mem.f32(nPos * nPairs);
    const lent = mem.f64(invFreq).ptr;
    core.call('pe_rope_rows', cos.ptr, sin.ptr, lent, attentionFactor, firstPos, nPos, nPairs);
    return ropePair(cos.copy(), sin.copy(), nPos, nPairs);
  });
}

/**
 * @param {Float32Array} cos
 * @param {Float32Array} sin
 * @param {number} n
 * @param {number} nPairs
 * @returns {RopeTables}
 */
function ropePair(cos, sin, n, nPairs) {
  return {cos: {data: cos, shape: [n, nPairs]}, sin: {data: sin, shape: [n, nPairs]}};
}

/**
 * @param {Core} core
 * @param {TensorLike} cos
 * @param {TensorLike} sin
 * @param {number} n rows they must have
 * @param {number} dHead
 * @returns {number} nPairs
 */
function requireRopeTables(core, cos, sin, n, dHead) {
  const [, nPairs] = requireTensor(core, 'cos', cos, [n, 'nPairs']);
  requireTensor(core, 'sin', sin, [n, nPairs]);
  if (2 * nPairs <= dHead) return nPairs;
  throw new RangeError(`cos must have at most dHead / 2 = ${dHead / 2} columns, got ${nPairs}.`);
}

/**
 * @param {Core} core
 * @param {{nHeads?: number, slopes?: Numbers | TensorLike}} options
 * @returns {Numbers}
 */
function alibiSlopeList(core, {nHeads, slopes}) {
  if (slopes !== undefined) return requireNumbers('slopes', numbersOf(slopes));
  return alibiSlopes(core, {nHeads: /** @type {number} */ (nHeads)}).data;
}

/** @param {Numbers | TensorLike | TensorLike} values @returns {Numbers} */
function numbersOf(values) {
  const isTensor = typeof values === 'object' && values !== null && 'data' in values;
  return isTensor ? values.data : /** @type {Numbers} */ (values);
}

/** @param {Core} core @param {string} name @returns {Method} */
function findMethod(core, name) {
  const table = methods(core);
  const found = table.find((method) => method.name === name);
  if (found) return found;
  const names = table.map((method) => `'${method.name}'`).join(', ');
  throw new RangeError(`method must be one of ${names}, got '${name}'.`);
}

/** @param {Float32Array} head @param {Float32Array} tail */
function append(head, tail) {
  const joined = new Float32Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
